//! Formulas as texts: symbols and words, and what is said of wrong ones.

use frontend::FileId;
use monitor::{Operator, parse_ptltl};

use crate::steps::parsed;

#[test]
fn symbols_and_words_are_the_same() {
    let operators = |text: &str| -> Vec<String> {
        let all = parsed(text).subformulas;
        all.iter()
            .map(|own| match &own.operator {
                Operator::Unary(operator, _) => format!("{operator:?}"),
                Operator::Binary(operator, ..) => format!("{operator:?}"),
                _ => "leaf".to_owned(),
            })
            .collect()
    };
    let same = [
        ("⊙ a", "prev a"),
        ("last a", "prev a"),
        ("□ a", "historically a"),
        ("globally a", "historically a"),
        ("◇ a", "once a"),
        ("previously a", "once a"),
        ("a S b", "a since b"),
        ("↑ a", "starts a"),
        ("↓ a", "ends a"),
        ("¬ a ∧ b ∨ c → d ↔ e", "not a and b or c implies d iff e"),
        ("!a && b || c => d <=> e", "not a and b or c implies d iff e"),
    ];
    for (left, right) in same {
        assert_eq!(operators(left), operators(right), "{left}");
    }
}

#[test]
fn subformulas_have_their_texts_and_places() {
    let text = "once cmd({pay,N}) when N > 3  implies\n state('Not yet')";
    let formula = parsed(text);
    let all = &formula.subformulas;
    let texts: Vec<String> = (0..all.len()).map(|own| formula.text(own)).collect();
    let whole = "once cmd({pay,N}) when N > 3 implies state('Not yet')";
    assert_eq!(
        texts,
        [whole, "state('Not yet')", "once cmd({pay,N}) when N > 3", "cmd({pay,N}) when N > 3"]
    );
    let place = &text[all[3].span.start as usize..all[3].span.end as usize];
    assert_eq!(place, "cmd({pay,N}) when N > 3");
}

#[test]
fn wrong_formulas_are_refused() {
    let cases = [
        ("", "E0401", "expected an action"),
        (
            "a b",
            "E0401",
            "expected an operator between formulas, or the end of the formula, found `b`",
        ),
        ("(a", "E0401", "expected an operator or `)`, found the end of the formula"),
        ("[a, b]", "E0400", "`]` cannot stand"),
        ("a until b", "E0420", "`until` speaks of the future"),
        ("G a", "E0420", "`G` speaks of the future"),
        ("a and eventually b", "E0420", "`eventually` speaks of the future"),
        ("a U b", "E0420", "`U` speaks of the future"),
        ("Open", "E0410", "`Open` is not the name of an action"),
        ("<a> true", "E0400", "`<` cannot stand"),
        ("once \"cmd(a)", "E0400", "this label never ends"),
        ("tau", "E0410", "an internal step is no step"),
        ("cmd(N) when M > 3", "E0411", ""),
        ("data(length(Data)", "E0402", "`(` is never closed"),
        ("state(12)", "E0401", "this is not the name of a state"),
        ("once 'cmd([a-z)'", "E0408", ""),
        ("cmd({a)", "", ""),
    ];
    for (text, code, message) in cases {
        let outcome = parse_ptltl(FileId(0), text);
        let [error] = outcome.diagnostics.as_slice() else { panic!("{text}: {outcome:?}") };
        assert!(error.code.0.starts_with(code), "{text}: {error:?}");
        assert!(error.message.contains(message), "{text}: {error:?}");
        assert!(outcome.value.is_none());
    }
}

#[test]
fn names_of_actions_may_look_like_operators() {
    for text in ["next", "once next", "a and until()", "'once'(a)", "eventually(3)", "always or a"]
    {
        parsed(text);
    }
}

#[test]
fn deep_and_long_formulas_end_in_a_message() {
    let deep = format!("{}a{}", "(".repeat(5_000), ")".repeat(5_000));
    let long = vec!["a"; 6_000].join(" and ");
    let negated = "not ".repeat(5_000) + "a";
    let implied = vec!["a"; 5_000].join(" implies ");
    for text in [deep, long, negated, implied] {
        let outcome = parse_ptltl(FileId(0), &text);
        assert_eq!(outcome.diagnostics[0].code.0, "E0407");
    }
    parsed(&vec!["a"; 4_000].join(" and "));
}
