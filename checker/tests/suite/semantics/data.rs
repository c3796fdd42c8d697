//! What formulas say of states themselves: names and conditions on their data, for the caller that offers them.

use checker::{Paths, parse_ctl, parse_formula};
use frontend::FileId;

#[test]
fn expressions_on_data_are_kept_as_they_are() {
    for data in
        ["Data =:= $\"", "Data =:= $)", r#"Data =:= "a\")""#, r"Data =:= $\)", "f({[Data]})"]
    {
        let text = format!("AG data({data}) and EF data( {data} )");
        let printed = parse_ctl(FileId(0), &text, Paths::Maximal).value.unwrap().to_string();
        assert!(printed.contains(&format!("data({data})")), "{printed}");
        assert_eq!(printed.matches(data).count(), 2, "{printed}");
    }
}

/// What a formula of the mu-calculus says, as it is printed with the names of states marked.
fn mu(text: &str) -> String {
    let outcome = parse_formula(FileId(0), text);
    assert!(outcome.value.is_some(), "{text}: {:#?}", outcome.diagnostics);
    format!("{:#}", outcome.value.unwrap())
}

#[test]
fn states_and_actions_in_one_formula() {
    let kept = [
        "[true* . pay] state(paid)",
        "[true* . pay] (state('Not yet') or data(length(Data) > 5))",
        "mu X . (data(Data =:= [$)]) or <true> true and [not pay] X)",
        "state(true) and not state(crashed)",
        "data(f(<<\"a)\">>, #{k => 1})) implies <true> true",
    ];
    for text in kept {
        assert_eq!(mu(text), text);
    }
    // Names and blanks as they come; `data` and `state` alone are variables.
    assert_eq!(mu("state ( 'paid' )"), "state(paid)");
    assert_eq!(mu("mu state . <a> state"), "mu state . <a> state");
    assert_eq!(mu("[data({pay})] state(data)"), "[data({pay})] state(data)");
    assert_eq!(
        mu("[true*] not state(deadlock)"),
        mu("[true*] not ([true] false and not state(ended))")
    );
}

#[test]
fn both_logics_say_the_same_of_states() {
    let ctl = |text: &str| parse_ctl(FileId(0), text, Paths::Maximal).value.unwrap();
    let mu = |text: &str| parse_formula(FileId(0), text).value.unwrap();
    let pairs = [
        ("completed", "state(completed)"),
        ("data(Data > 3)", "data(Data > 3)"),
        ("enabled(cmd(_)) and idle", "<cmd(_)> true and state(idle)"),
        ("deadlock", "state(deadlock)"),
    ];
    for (left, right) in pairs {
        let (left, right) = (ctl(left), mu(right));
        assert_eq!(left, right);
        let printed = format!("{left:#}");
        assert_eq!(mu(&printed), left, "{printed}");
    }
}

#[test]
fn messages_about_states_in_formulas() {
    let texts = [
        "state(1)",
        "state()",
        "state(a b)",
        "state('a)",
        "data(",
        "data(x]",
        "data(Data) data(Data)",
        "<a> state(a) . b",
        "open",
        "state(x) <a>",
        "mu data(X) . X",
    ];
    let all = texts.map(|text| {
        let outcome = parse_formula(FileId(0), text);
        assert!(outcome.value.is_none(), "{text}");
        format!("{text}\n{}", crate::support::lines(&outcome))
    });
    insta::assert_snapshot!(all.join("\n\n"));
}
