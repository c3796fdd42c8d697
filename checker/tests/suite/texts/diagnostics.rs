//! Messages about formulas, and that each code is there, explained and used.

use std::collections::BTreeSet;

use crate::support::{formula, lines, lts};
use checker::codes::TABLE;
use checker::fair::{Fairness, fair, parse_condition};
use checker::formula::Dialect;
use checker::{Paths, check, parse_ctl, parse_esctl, parse_formula, parse_pattern};
use frontend::{FileId, Severity};

const INPUTS: &[&str] = &[
    // Text.
    "[true* . \"cmd(abc)] false",
    "[\"cmd(a)\"* . cmd({b})* . (not cmd(c))*] false",
    "[true* . 'cmd(abc)] false",
    "true (* never closed",
    "true && false",
    "! true",
    "<a> true ⇒ false",
    "\"label\"",
    "'cmd(.*)' and true",
    // Syntax.
    "",
    "[true* . do_unlock]",
    "[true* do_unlock] false",
    "<> true",
    "mu . true",
    "mu X true",
    "mu X . ",
    "true false",
    "true and",
    "foo(bar)",
    "[a | ] false",
    "[not] false",
    "[and(x)] false",
    "[true(x)] false",
    "[end] false",
    "[receive(_)] false",
    "<a> true)",
    "[f(a, {b] false",
    "[f(a,,b)] false",
    "[f(#Ref<0.1>)] false",
    // Brackets.
    "<true* . (read() | write()> true",
    "[a> true",
    "(true and <a> true",
    "true]",
    "<a . b",
    // Kinds.
    "[not (open . close)] false",
    "[(open* or close)] false",
    "<(a | b) and c> true",
    "<nil equ a> true",
    // Variables.
    "X",
    "open",
    "mu X . (<a> true or <true> Y)",
    "(mu X . <a> X) and X",
    "mu X . not <true> X",
    "nu X . (X implies <a> X)",
    "mu X . (<a> true equ <b> X)",
    "mu X . not nu Y . (X or <a> Y)",
    // Alternation.
    "nu X . <true* . a> X",
    "mu X . nu Y . (<a> X or <b> Y)",
    "nu X . [a] mu Y . (<b> X or <c> Y)",
    "mu X . [true*] <a> X",
    "not nu X . <a+> X",
    // Actions.
    "['cmd([a-z)'] false",
    r"['\(a'] false",
    r"['a\{2\}'] false",
    "<Open> true",
    "<_> true",
    "[{pay,1}] false",
    // Guards.
    "[cmd({pay,_}) when N > 3] false",
    "[(cmd(N))* . coin(M) when M > N] false",
    "[not cmd(N) . coin(M) when M > N] false",
    "[cmd(N) when N >] false",
    "[cmd(N) when (N > 3] false",
    "[cmd(N) when size(N) > 3] false",
    // Macros.
    "macro M (A) = [ (A) ] false M (a)",
    "macro = true end_macro true",
    "macro M (A B) = true end_macro true",
    "macro M (A) [A] false end_macro true",
    "macro M (A) = [A] false end_macro macro M (B) = <B> true end_macro M (a)",
    "macro M (A) = [A] false end_macro M (a, b)",
    "macro M (A) = [A] false end_macro M",
    "macro M (A) = [A] false end_macro M (a",
    "macro M (A) = [A . b] N (A) end_macro macro N (A) = <A> M (A) end_macro M (a)",
    "macro M (A) = <A> M (A) end_macro M (a)",
    "macro M (A) = [A] false M (a)",
    "macro M (A) = macro N (B) = <B> true end_macro M (a)",
    "true end_macro",
    "macro M (A) = ([A] false end_macro M (a)",
    "macro M (A) = [A] false) end_macro M (a)",
    "macro M (A = [A] false end_macro M (a)",
    "macro M (A) = [A . ] false end_macro true and M (a)",
    "macro M (A) = [A] false end_macro macro N (B) = M (B) end_macro true and N (a or)",
    "macro M (A) = mu X . <A> Y end_macro M (a)",
    "macro M (A, F) = [(A)] F and F end_macro M (a*, <b> true) false",
    "library elsewhere.mcl end_library true",
    "library standard.mcl true",
    "library standard.mcl, end_library true",
    "library standard.mcl end_library",
    "library standard.mcl end_library NEVER (true* . Open)",
    "library standard.mcl end_library INEVITABLE_1_WHERE_2 (a, nu X . <true* . b> X)",
    "true and INEVITABLE (a)",
    // Counts and loops.
    "<a {3 ... 2}> true",
    "[((a {1000}) {1000}) {10}] false",
    "<a {}> true",
    "<a {2 3}> true",
    "<a {2 ... > true",
    "a {2}",
    "<true*> @",
    "[nil | (a* . b?)] -|",
    "[a] @",
    "<a> @ @",
    "@ a",
    "(@ (a)",
    "mu X . (<a> true xor <b> X)",
    "mu X . <a> true xor <b> true",
    // Readings.
    "mu X . <true> true and [not open] X",
    "[not open* . close] false",
    "[a or b* . c] false",
    "[open implies close] false",
];

#[test]
fn messages_about_formulas() {
    let text: Vec<_> = INPUTS
        .iter()
        .map(|input| format!("{input}\n{}\n", lines(&parse_formula(FileId(0), input))))
        .collect();
    insta::assert_snapshot!(text.join("\n"));
}

#[test]
fn every_input_draws_a_message_in_its_text() {
    for input in INPUTS {
        let outcome = parse_formula(FileId(0), input);
        assert!(!outcome.diagnostics.is_empty(), "{input}");
        let errors = outcome.has_errors();
        assert_eq!(outcome.value.is_none(), errors, "{input}");
        for label in outcome.diagnostics.iter().flat_map(|diagnostic| &diagnostic.labels) {
            if label.span.file != FileId(0) {
                // A place in a library.
                continue;
            }
            let range = label.span.start as usize..label.span.end as usize;
            assert!(input.get(range).is_some(), "{input}: {label:?}");
        }
    }
}

#[test]
fn every_code_is_used_and_explained() {
    let deep = format!("{} true", "<a> ".repeat(500));
    let nested =
        format!("macro M (F) = <a> F end_macro {}true{}", "M(".repeat(500), ")".repeat(500));
    let mut used: BTreeSet<&str> = INPUTS
        .iter()
        .copied()
        .chain([deep.as_str(), nested.as_str()])
        .flat_map(|input| parse_formula(FileId(0), input).diagnostics)
        .map(|diagnostic| diagnostic.code.0)
        .collect();
    let system = lts("0 b 1; 0 c 2; 1 d 3; 2 d 3");
    for text in [
        "<x> true",
        "[b and c] false",
        "[b . b . c] false",
        "<(b or c) . d . d> true",
        "<true*> (<b> true and <d> true)",
    ] {
        used.extend(
            check(&system, &formula(text)).diagnostics.iter().map(|diagnostic| diagnostic.code.0),
        );
    }
    let edges: Vec<String> = (0..900).map(|n| format!("0 pay({n}) 0")).collect();
    let many = formula("[pay(A) . pay(B) . pay(C) . move(A,B,C)] false");
    used.extend(
        check(&lts(&edges.join("; ")), &many)
            .diagnostics
            .iter()
            .map(|diagnostic| diagnostic.code.0),
    );
    let unnamed = parse_ctl(FileId(0), "EF nowhere", Paths::Maximal).value.expect("a formula");
    used.extend(check(&system, &unnamed).diagnostics.iter().map(|diagnostic| diagnostic.code.0));
    used.extend(
        checker::export::mcf::question(&system, &unnamed).err().map(|diagnostic| diagnostic.code.0),
    );
    let mut load = |_: &str| None;
    let pattern = parse_pattern(FileId(0), "liveness(a)", Dialect::default(), &mut load);
    used.extend(pattern.diagnostics.iter().map(|diagnostic| diagnostic.code.0));
    let chosen = parse_condition(FileId(0), "a", Dialect::default()).expect("a condition");
    let fairness = Fairness { conditions: vec![chosen], ..Fairness::default() };
    let several = formula("mu X . (<a> X or [b] X)");
    used.extend(fair(&several, &fairness).err().map(|diagnostic| diagnostic.code.0));
    for info in TABLE {
        assert!(used.contains(info.code.0), "{} is not used", info.code.0);
        assert!(!info.title.is_empty() && !info.title.ends_with('.'), "{}", info.code.0);
        assert!(info.explanation.len() > 80 && info.explanation.ends_with('\n'), "{}", info.code.0);
        assert!(
            info.explanation.lines().all(|line| line.chars().count() <= 100),
            "{}",
            info.code.0
        );
    }
    let codes: BTreeSet<&str> = TABLE.iter().map(|info| info.code.0).collect();
    let ours = |code: &&str| code[1..].starts_with("04");
    assert_eq!(used.iter().filter(|code| ours(code) && !codes.contains(**code)).count(), 0);
    assert_eq!(codes.len(), TABLE.len());
}

#[test]
fn severity_follows_the_code() {
    for input in INPUTS {
        for diagnostic in parse_formula(FileId(0), input).diagnostics {
            let expected = match diagnostic.code.0.as_bytes()[0] {
                b'E' => Severity::Error,
                b'W' => Severity::Warning,
                _ => Severity::Note,
            };
            assert_eq!(diagnostic.severity, expected, "{input}");
        }
    }
}

/// What is never closed within braces is said there, and not behind the end of the formula.
#[test]
fn messages_about_events_lie_in_the_text() {
    for text in ["AG{%'\n')", "AG{%\"\n\")", "EF {'a} p", "AG enabled(%'\n')"] {
        let outcome = parse_esctl(FileId(0), text);
        assert!(outcome.value.is_none() && !outcome.diagnostics.is_empty(), "{text}");
        for label in outcome.diagnostics.iter().flat_map(|diagnostic| &diagnostic.labels) {
            let range = label.span.start as usize..label.span.end as usize;
            assert!(text.get(range).is_some(), "{text}: {label:?}");
        }
    }
}
