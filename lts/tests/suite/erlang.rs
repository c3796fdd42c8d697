//! Terms as real Erlang prints, reads and orders them.
//!
//! Runs where `escript` is found; with `ERL2LTS_REQUIRE_ORACLES=1` it has to be.

use std::cmp::Ordering;
use std::fmt::Write;
use std::path::Path;
use std::process::Command;
use std::{env, fs};

use frontend::FileId;
use lts::Term;
use lts::codes::UNSUPPORTED;
use lts::term::parse::parse_terms;
use proptest::prop_oneof;
use proptest::strategy::{Strategy, ValueTree};
use proptest::test_runner::TestRunner;

use crate::generate;

const N_CASES: usize = 2_000;

#[test]
fn terms_are_printed_and_ordered_as_erlang_does() {
    let cases = cases();
    let Some(answers) = ask_erlang("terms", &questions(&cases)) else {
        return;
    };
    assert_eq!(answers.lines().count(), cases.len());
    for ((index, (left, right)), answer) in cases.iter().enumerate().zip(answers.lines()) {
        let order = match left.cmp(right) {
            Ordering::Less => "less",
            Ordering::Equal => "equal",
            Ordering::Greater => "greater",
        };
        assert_eq!(answer, format!("{index} {order} {left}"), "compared with {right}");
    }
}

#[test]
fn texts_are_terms_where_erlang_says_so() {
    let mut runner = TestRunner::deterministic();
    let texts = prop_oneof![
        r#"[\[\]{},|#=>:.$"'\\ax1 %_é\n^-]{0,8}"#,
        r#"["'$\[]{1,2}\\[\^x0-9a-gnst{}]{0,5}['"]? ?\]?"#,
        "-?[0-9]{1,2}[#_0-9a-f]{0,5}",
        "[{-]?[0-9_]{1,6}[.][0-9_]{0,9}(e[-+]?[0-9]{1,3})?}?",
        r#"["\[{]?[ab$]["\]}]?,?(#\{[ab]=>[12],[ab]=>[12]\}|"a" *"b")[\]}]?"#,
    ];
    let texts: Vec<String> =
        (0..4 * N_CASES).map(|_| texts.new_tree(&mut runner).expect("a text").current()).collect();
    let mut questions = String::new();
    for (index, text) in texts.iter().enumerate() {
        let codes: Vec<u32> = text.chars().chain(" .".chars()).map(u32::from).collect();
        writeln!(questions, "{{{index},{codes:?}}}.").expect("a string takes everything");
    }
    let Some(answers) = ask_erlang("texts", &questions) else {
        return;
    };
    assert_eq!(answers.lines().count(), texts.len());
    for ((index, text), answer) in texts.iter().enumerate().zip(answers.lines()) {
        let outcome = parse_terms(FileId(0), &format!("{text} ."));
        let ours = match outcome.value.as_slice() {
            _ if outcome.diagnostics.iter().any(|found| found.code == UNSUPPORTED) => {
                continue;
            }
            [term] if !outcome.has_errors() => term.term().to_string(),
            _ => "error".to_owned(),
        };
        assert_eq!(answer, format!("{index} {ours}"), "{text:?}");
    }
}

/// Pairs of terms, some of them related; the same ones in each run.
fn cases() -> Vec<(Term, Term)> {
    let mut runner = TestRunner::deterministic();
    let pairs = (generate::term(), generate::term(), generate::term(), 0..4);
    let pairs = pairs.prop_map(|(shared, a, b, kind)| match kind {
        0 => (a.clone(), a),
        1 => (Term::cons(shared.clone(), a), Term::cons(shared, b)),
        2 => (Term::Tuple(vec![shared.clone(), a]), Term::Tuple(vec![shared, b])),
        _ => (a, b),
    });
    (0..N_CASES)
        .map(|_| pairs.new_tree(&mut runner).expect("terms are never rejected").current())
        .collect()
}

/// The pairs as Erlang reads them; each second one is written plainly.
fn questions(cases: &[(Term, Term)]) -> String {
    let mut text = String::new();
    for (index, (left, right)) in cases.iter().enumerate() {
        let (left, right) = if index % 2 == 0 {
            (left.plain(), right.plain())
        } else {
            (left.to_string(), right.to_string())
        };
        writeln!(text, "{{{index},{left},{right}}}.").expect("a string takes everything");
    }
    text
}

/// What the script says of these questions; `None` where there is no Erlang.
fn ask_erlang(name: &str, questions: &str) -> Option<String> {
    if Command::new("escript").output().is_err() {
        let required = ["ERL2LTS_REQUIRE_ERLANG", "ERL2LTS_REQUIRE_ORACLES"];
        assert!(
            required.iter().all(|name| env::var_os(name).is_none()),
            "escript is not installed"
        );
        return None;
    }
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR"));
    let input = folder.join(format!("{name}.config"));
    let output = folder.join(format!("{name}.answers"));
    let text = format!("%% -*- coding: utf-8 -*-\n{questions}");
    fs::write(&input, text).expect("the folder is ours");
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/suite/compare.escript");
    let run = Command::new("escript").arg(script).arg(&input).arg(&output).output();
    let run = run.expect("escript was found");
    assert!(run.status.success(), "{}", String::from_utf8_lossy(&run.stdout));
    Some(fs::read_to_string(output).expect("the script wrote it"))
}
