//! Every code has an explanation and an input that produces it.

use frontend::{Diagnostic, FileId};
use lts::format::aut;
use lts::{codes, term};

const TERMS: &[(&str, &str)] = &[
    ("{a,]}.", "E0300"),
    ("{a,\"b}.", "E0301"),
    ("\"\\xz\".", "E0302"),
    ("{37#1}.", "E0303"),
    ("{a,fun}.", "E0304"),
    ("{A}.", "E0306"),
    ("{a}", "E0307"),
    ("{a,1.5e999}.", "E0313"),
    ("#{a => 1, a => 2}.", "W0300"),
];

const PATTERNS: &[(&str, &str)] = &[
    ("a when", "E0312"),
    ("{a}", "E0310"),
    ("a(#{X := 1})", "E0311"),
    ("a(#{a := 1,b => 2})", "E0311"),
];

const FILES: &[(&str, &str)] = &[
    ("des (0,?,?)", "E0320"),
    ("des (0,1,1)\n(0,a)", "E0321"),
    ("des (0,2,1)\n(0,a,0)", "E0322"),
    ("des (0,1,1)\n(0,a,1)", "E0323"),
    ("des (0,0,0)", "E0324"),
    ("des (0,2,1)\n(0,i,0)\n(0,tau,0)", "W0320"),
];

#[test]
fn every_code_is_produced() {
    let file = FileId(0);
    let deep = "[".repeat(1000);
    let terms = TERMS.iter().copied().chain([(deep.as_str(), "E0305")]);
    let terms = terms.map(|(text, code)| (term::parse::parse_terms(file, text).diagnostics, code));
    let patterns = PATTERNS.iter().map(|(text, code)| {
        (term::pattern::parse_action_pattern(file, 0, text).diagnostics, *code)
    });
    let files = FILES.iter().map(|(text, code)| (aut::read(file, text, None).diagnostics, *code));
    let mut produced = Vec::new();
    for (diagnostics, code) in terms.chain(patterns).chain(files) {
        let codes: Vec<&str> = diagnostics.iter().map(|found: &Diagnostic| found.code.0).collect();
        assert_eq!(codes, [code]);
        produced.push(code);
    }
    for row in codes::TABLE {
        assert!(produced.contains(&row.code.0), "{} is never produced", row.code.0);
    }
}

#[test]
fn every_code_is_explained_once() {
    assert!(codes::TABLE.is_sorted_by(|a, b| a.code < b.code));
    for row in codes::TABLE {
        assert!(row.explanation.len() > 100 && row.explanation.ends_with('\n'), "{}", row.code.0);
        assert!(!row.title.is_empty() && !row.title.ends_with('.'));
    }
}
