//! Every file in `fixtures/ok` has the recorded tree, every file in `fixtures/err` the recorded
//! messages.

mod support;

use std::collections::BTreeSet;
use std::path::Path;

use frontend::{Code, Options, codes, parse_module_with, sexp};
use support::headers::Headers;
use support::{parse, read, render, reprinted};

#[test]
fn ok() {
    insta::glob!("../fixtures/ok", "*.erl", |path| {
        let text = read(path);
        let outcome = parse(&text);
        let messages = render(&text, &outcome.diagnostics);
        assert!(!outcome.has_errors(), "{messages}");
        let tree = sexp::module(&outcome.value);
        assert_eq!(sexp::module(&reprinted(&outcome.value)), tree);
        insta::assert_snapshot!(if messages.is_empty() {
            tree
        } else {
            format!("{messages}\n{tree}")
        });
    });
}

#[test]
fn err() {
    insta::glob!("../fixtures/err", "*.erl", |path| {
        let text = read(path);
        let outcome = parse(&text);
        let messages = render(&text, &outcome.diagnostics);
        assert!(!messages.is_empty(), "no message");
        let tree = sexp::module(&outcome.value);
        insta::assert_snapshot!(format!(
            "{text}\n---- messages\n{messages}\n---- what was read\n{tree}"
        ));
    });
}

/// Modules with headers, read as tolerantly as `check` does.
#[test]
fn headers() {
    insta::glob!("../fixtures/headers", "*.erl", |path| {
        let (messages, tree, _) = with_headers(path);
        let text = read(path);
        insta::assert_snapshot!(format!(
            "{text}\n---- messages\n{messages}\n---- what was read\n{tree}"
        ));
    });
}

/// Messages, tree and codes of a module with headers in the same folder.
fn with_headers(path: &Path) -> (String, String, Vec<Code>) {
    let folder = path.parent().expect("a file");
    let name = path.file_name().expect("a file").to_string_lossy();
    let mut headers = Headers { current: folder.into(), ..Headers::default() };
    let text = read(path);
    let file = headers.add(&name, &text);
    let options = Options { tolerant: true, ..Options::default() };
    let outcome = parse_module_with(file, &name, &text, &options, &mut headers);
    let messages = headers.render(&outcome.diagnostics);
    let codes = outcome.diagnostics.iter().map(|diagnostic| diagnostic.code).collect();
    (messages, sexp::module(&outcome.value), codes)
}

/// The codes of all messages about the fixtures.
fn triggered() -> BTreeSet<&'static str> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/err");
    let entries = std::fs::read_dir(folder).expect("the folder exists");
    let mut codes = BTreeSet::new();
    for name in ["circle.erl", "unknown.erl"] {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/headers").join(name);
        codes.extend(with_headers(&path).2.into_iter().map(|code| code.0));
    }
    for entry in entries {
        let outcome = parse(&read(&entry.expect("readable").path()));
        codes.extend(outcome.diagnostics.iter().map(|diagnostic| diagnostic.code.0));
    }
    codes
}

#[test]
fn every_code_has_a_fixture_and_an_explanation() {
    let triggered = triggered();
    for info in codes::TABLE {
        let code = info.code.0;
        // The text for this one would be too large for a fixture: see `tests/robust.rs`.
        let exempt = info.code == codes::TEXT_TOO_LARGE;
        assert!(exempt || triggered.contains(code), "no fixture for {code}");
        assert!(!info.title.is_empty() && info.explanation.len() > 150, "{code}");
        assert!(info.explanation.contains("Way out:"), "{code}");
        let (letter, number) = code.split_at(1);
        assert!(matches!(letter, "E" | "W") && number.starts_with("01"), "{code}");
    }
    let known: BTreeSet<_> = codes::TABLE.iter().map(|info| info.code.0).collect();
    assert_eq!(known.len(), codes::TABLE.len(), "a code stands twice");
    assert!(triggered.is_subset(&known));
}
