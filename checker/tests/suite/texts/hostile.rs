//! Inputs that no one means well.

use crate::support;
use crate::support::random::{Random, n_cases};
use crate::support::{formula, lts};
use checker::formula::{Dialect, MAX_DEPTH};
use checker::{Paths, Truth, check, parse_ctl, parse_formula, parse_formula_with, parse_pattern};
use frontend::{Diagnostic, FileId, Severity};
use lts::{Edge, LabelTable, Lts, StateId};

const MANY: usize = 100_000;

fn last_code(text: &str) -> Option<&'static str> {
    let diagnostics: Vec<Diagnostic> = parse_formula(FileId(0), text).diagnostics;
    diagnostics.last().map(|diagnostic| diagnostic.code.0)
}

#[test]
fn deep_nesting_is_refused() {
    for prefix in ["not ", "<a> ", "[a] ", "mu X . ", "not (", "<(a|b)*> ("] {
        let closers = if prefix.ends_with('(') { ")".repeat(MANY) } else { String::new() };
        let text = format!("{}true{closers}", prefix.repeat(MANY));
        assert_eq!(last_code(&text), Some("E0407"), "{prefix}");
    }
    for (open, close) in [("not ", ""), ("(b . ", ")"), ("(b | ", ")"), ("(b and ", ")"), ("", "+")]
    {
        let text = format!("<{}a{}> true", open.repeat(5_000), close.repeat(5_000));
        assert_eq!(last_code(&text), Some("E0407"), "{open}{close}");
    }
}

#[test]
fn many_slips_are_few_messages() {
    let unbound: Vec<String> = (0..200).map(|number| format!("X{number}")).collect();
    let text = unbound.join(" xor ");
    let diagnostics = parse_formula(FileId(0), &text).diagnostics;
    assert_eq!(diagnostics.len(), 51);
    assert_eq!(diagnostics[0].severity, Severity::Error);
    assert_eq!(diagnostics[50].severity, Severity::Note);
    assert_eq!(&text[diagnostics[49].labels[0].span.start as usize..][..3], "X49");
}

#[test]
fn brackets_alone_are_no_nesting() {
    let text = format!("{}true{}", "(".repeat(MANY), ")".repeat(MANY));
    assert_eq!(formula(&text).to_string(), "true");
    for text in ["(".repeat(MANY), "<".repeat(MANY), "[".repeat(MANY), "<f(".repeat(MANY)] {
        assert!(last_code(&text).is_some());
    }
    let unclosed = format!("<f({}", "{".repeat(MANY));
    assert!(last_code(&unclosed).is_some());
}

#[test]
fn long_chains_are_checked() {
    // More than a thread's stack has room for, if each took a call.
    let many = n_cases(30_000, MANY);
    let system = lts("0 a 1; 1 a 0; 1 b 1");
    for (item, operator, expected) in [
        ("<a> true", " and ", Truth::True),
        ("<b> true", " or ", Truth::False),
        ("<b> true", " implies ", Truth::True),
        ("<a> true", " equ ", Truth::True),
        ("<a> true", " xor ", Truth::False),
        ("<a> @", " and ", Truth::True),
        ("[b] -|", " or ", Truth::True),
    ] {
        let text = vec![item; many].join(operator);
        assert_eq!(check(&system, &formula(&text)).value.holds, expected, "{operator}");
    }
    for (operator, expected) in [
        (" . ", Truth::True),
        (" | ", Truth::True),
        (" and ", Truth::True),
        (" equ ", Truth::True),
        (" . b | ", Truth::True),
    ] {
        let text = format!("<{}> true", vec!["a"; many].join(operator));
        assert_eq!(check(&system, &formula(&text)).value.holds, expected, "{operator}");
    }
    let text = format!("[true* . {} . b . a] false", vec!["a"; 2_000].join(" . "));
    let verdict = check(&system, &formula(&text)).value;
    assert_eq!(verdict.evidence.map(|evidence| evidence.steps.len()), Some(2_003));
}

#[test]
fn many_fixpoints_are_checked() {
    let system = lts("0 a 1; 1 a 0; 1 b 1; 2 a 2");
    for (item, expected) in [
        ("(mu X . (<a> X or <b> true))", Truth::True),
        ("(nu X . (<a> X and [b] X))", Truth::True),
        ("[true*] <true* . b> true", Truth::True),
        ("<(a . b)+ | a*> @", Truth::True),
        ("(mu X . (<true> true and [not c] X))", Truth::False),
    ] {
        let text = vec![item; MANY / 10].join(" and ");
        assert_eq!(check(&system, &formula(&text)).value.holds, expected, "{item}");
    }
    // One block of many nodes.
    let ways = vec!["a . a | b"; MANY / 10].join(" | ");
    let verdict = check(&system, &formula(&format!("[({ways})*] <a> true"))).value;
    assert_eq!(verdict.holds, Truth::True);
    let steps = vec!["a"; MANY / 10].join(" . ");
    let verdict = check(&system, &formula(&format!("nu X . <{steps}> X"))).value;
    assert_eq!(verdict.holds, Truth::True);
}

#[test]
fn regular_expressions_do_not_backtrack() {
    let label = format!("{}c", "a".repeat(50_000));
    let system = lts(&format!("0 {label} 1"));
    for text in [r"\(a*\)*b", r"\(a*a*\)*\(a*a*\)*b", "a*a*a*a*a*a*a*a*a*b", ".*.*.*.*.*.*.*b"] {
        assert_eq!(check(&system, &formula(&format!("<'{text}'> true"))).value.holds, Truth::False);
    }
    let extended = |text: &str| {
        parse_formula_with(FileId(0), &format!("<'{text}'> true"), Dialect::Extended, &mut |_| None)
    };
    for text in ["(a*)*b", "(a|aa)+b", "(a|a)*b", "([a-z]+)*d"] {
        let formula = extended(text).value.expect("a formula");
        assert_eq!(check(&system, &formula).value.holds, Truth::False, "{text}");
    }
    assert!(extended("(((a{1000}){1000}){1000}){1000}").has_errors());
    assert!(extended(&"(".repeat(MANY)).has_errors() && extended("(a)\\1").has_errors());
}

#[test]
fn labels_of_any_text() {
    let mut labels = LabelTable::default();
    let texts =
        ["say(\"hi\")", "a\\b", "grün(ß)", "\u{1F600}", "x|y*(z", "'quoted'(1)", "%", "i i"];
    let edges: Vec<_> = texts
        .iter()
        .map(|text| {
            let label = labels.intern(text, || lts::Action::parse(text));
            (StateId(0), Edge { label, target: StateId(0) })
        })
        .collect();
    let system = Lts::new(StateId(0), 1, edges, labels);
    for text in [
        "'say(.hi.)'",
        "say(\"hi\")",
        "\"a\\b\"",
        r"'a\\b'",
        "\"grün(ß)\"",
        "grün(ß)",
        "'gr.n(.)'",
        "\"\u{1F600}\"",
        "'.'",
        "\"x|y*(z\"",
        r"'x|y\*(z'",
        "'quoted'(1)",
        "quoted(N) when N == 1",
        "\"%\"",
        "\"i i\"",
    ] {
        let formula = formula(&format!("<{text}> true"));
        let verdict = check(&system, &formula).value;
        assert_eq!(verdict.holds, Truth::True, "{text}");
        assert_eq!(support::formula(&formula.to_string()), formula);
    }
}

#[test]
fn as_deep_as_allowed() {
    let n = MAX_DEPTH as usize - 2;
    let system = lts("0 a 0");
    let chain = format!("{}(true and <a> true)", "not ".repeat(n - 4));
    let nested = format!("{}<a> X{}", "mu X . (true and ".repeat(n / 2 - 3), ")".repeat(n / 2 - 3));
    let stars = format!("<{}a{}> true", "(b | ".repeat(n / 2 - 3), ")*".repeat(n / 2 - 3));
    let equs = format!("{}true{}", "(<a> true equ ".repeat(n - 4), ")".repeat(n - 4));
    for text in [chain, nested, stars, equs] {
        let formula = formula(&text);
        assert_ne!(check(&system, &formula).value.holds, Truth::Unknown);
        assert_eq!(support::formula(&formula.to_string()), formula);
    }
}

#[test]
fn nested_repetitions_stay_small() {
    // The doubling that mcl.md 4.1 saw elsewhere.
    let system = lts("0 a 1; 1 b 0");
    let factors = vec!["(a | b)"; 2_000].join(" . ");
    assert_eq!(check(&system, &formula(&format!("[{factors}] false"))).value.holds, Truth::False);
    let nested = format!("<{}a{}> true", "(".repeat(100), ")+".repeat(100));
    assert_eq!(check(&system, &formula(&nested)).value.holds, Truth::True);
}

#[test]
fn long_paths_are_checked() {
    let n = 200_000;
    let state = |index: usize| StateId(u32::try_from(index).expect("small"));
    let mut labels = LabelTable::default();
    let label = support::intern(&mut labels, "a");
    let edges = (0..n).map(|at| (state(at), Edge { label, target: state(at + 1) })).collect();
    let system = Lts::new(StateId(0), n + 1, edges, labels);
    let verdict = support::verdict(&system, "[true*] <true> true");
    assert_eq!(verdict.evidence.map(|evidence| evidence.steps.len()), Some(n));
    let edges = (0..n).map(|at| (state(at), Edge { label, target: state((at + 1) % n) })).collect();
    let system = Lts::new(StateId(0), n, edges, system.labels().clone());
    let verdict = support::verdict(&system, "mu X . (<true> true and [not \"b\"] X)");
    assert_eq!(verdict.evidence.map(|evidence| evidence.steps.len()), Some(n));
}

#[test]
fn long_loops_among_near_places_are_found() {
    // All of a ring is one step away from the start, and a long way beside it ends: no loop is short.
    let n: u32 = 40_000;
    let mut labels = LabelTable::default();
    let label = support::intern(&mut labels, "a");
    let edge = |from: u32, to: u32| (StateId(from), Edge { label, target: StateId(to) });
    let fan = (1..=n).map(|to| edge(0, to));
    let ring = (1..=n).map(|at| edge(at, at % n + 1));
    let tail = (n + 1..4 * n).map(|at| edge(at, at + 1));
    let edges = fan.chain(ring).chain([edge(0, n + 1)]).chain(tail).collect();
    let n_states = 4 * n as usize + 1;
    let system = Lts::new(StateId(0), n_states, edges, labels);
    let verdict = support::verdict(&system, "mu X . (<true> true and [not b] X)");
    let length = verdict.evidence.map(|evidence| evidence.steps.len());
    assert_eq!(length, Some(n as usize + 1));
    let verdict = support::verdict(&system, "[a . a] mu X . (<true> true and [true] X)");
    assert!(verdict.evidence.is_some());
}

/// Tokens of formulas, and what is next to one.
const PIECES: [&str; 63] = [
    "<",
    ">",
    "[",
    "]",
    "(",
    ")",
    ".",
    "|",
    "*",
    "+",
    "?",
    "\"",
    "'",
    "true",
    "false",
    "not ",
    " and ",
    " or ",
    " implies ",
    " equ ",
    "mu X . ",
    "nu Y . ",
    "X",
    "nil",
    "tau",
    "a",
    "f(_)",
    "{",
    "}",
    ",",
    " -> ",
    "%",
    "\n",
    "(*",
    "*)",
    "\\",
    "é",
    "\u{1F600}",
    "@",
    "#",
    "$a",
    "<<",
    "12",
    "-",
    "\0",
    "'m:f'(",
    "\"b\"",
    "'c.*'",
    "[true*] ",
    "<a> true",
    " xor ",
    "{2}",
    " ... ",
    "> @",
    "] -|",
    " when ",
    "N > 3",
    "f(N)",
    "macro M (A) = ",
    " end_macro ",
    "M (",
    "library standard.mcl end_library ",
    "NEVER (a) ",
];

#[test]
fn random_text_is_no_danger() {
    let mut random = Random::new(6);
    let system = lts("0 a 1; 1 b 0");
    for _ in 0..n_cases(20_000, 500_000) {
        let text: String = (0..random.below(24)).map(|_| random.pick(&PIECES)).collect();
        let outcome = parse_formula(FileId(0), &text);
        let _ = parse_ctl(FileId(0), &text, Paths::Infinite);
        let _ = parse_pattern(FileId(0), &text, Dialect::Extended, &mut |_| None);
        match &outcome.value {
            Some(formula) => {
                let _ = check(&system, formula);
            }
            None => assert!(outcome.has_errors(), "{text}"),
        }
    }
    for _ in 0..n_cases(20_000, 500_000) {
        let bytes: Vec<u8> = (0..random.below(24))
            .map(|_| u8::try_from(random.below(256)).expect("a byte"))
            .collect();
        let _ = parse_formula(FileId(0), &String::from_utf8_lossy(&bytes));
    }
}

#[test]
fn damaged_formulas_are_no_danger() {
    let pieces = ["<", "]", "(", ")", "not ", " . ", "*", "mu X0 . ", "X0", "a", "\"", "'", "{"];
    let mut random = Random::new(8);
    let (mut read, mut refused) = (0, 0);
    for _ in 0..n_cases(3_000, 100_000) {
        let text = support::random::formula(&mut random, 4).to_string();
        let mut characters: Vec<char> = text.chars().collect();
        for _ in 0..=random.below(2) {
            let at = random.below(characters.len());
            let end = characters.len().min(at + random.below(4));
            characters.splice(at..end, random.pick(&pieces).chars());
        }
        let outcome = parse_formula(FileId(0), &characters.iter().collect::<String>());
        let Some(formula) = outcome.value else {
            refused += 1;
            continue;
        };
        let verdict = check(&support::random::lts(&mut random), &formula).value;
        assert_ne!(verdict.holds, Truth::Unknown);
        read += 1;
    }
    assert!(read > 100 && refused > 100, "{read} read, {refused} refused");
}
