//! Every file in `fixtures/ok` has the recorded tree. Every file in `fixtures/err` says in comments
//! which messages it gives and where (`support/carets.rs` has their form): place, code, text, help
//! and the other places at once; its snapshot has what is read nevertheless, nothing else. How
//! messages look when rendered is shown by `tests/commands/printed/messages.rs` of the command line. For headers the
//! snapshots have messages and trees.
//!
//! `ERL2LTS_BLESS=1 cargo test -p erl2lts-frontend --test suite fixtures::err` rewrites the comments; read
//! what `git diff` shows then.

use std::collections::BTreeSet;
use std::path::Path;

use crate::support::headers::Headers;
use crate::support::{carets, parse, read, render, reprinted};
use frontend::output::sexp;
use frontend::{Code, Module, Options, Outcome, codes, parse_module_with};

#[test]
fn ok() {
    insta::glob!("../../fixtures/ok", "*.erl", |path| {
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
    let bless = std::env::var("ERL2LTS_BLESS").is_ok_and(|value| value == "1");
    insta::glob!("../../fixtures/err", "*.erl", |path| {
        let mut text = read(path);
        let mut annotated = carets::annotate(&text, &parse(&text).diagnostics);
        while bless && annotated != text {
            text = annotated;
            annotated = carets::annotate(&text, &parse(&text).diagnostics);
            std::fs::write(path, &annotated).expect("fixtures are writable");
        }
        assert!(annotated == text, "{}:\n{}", path.display(), difference(&text, &annotated));
        let outcome = parse(&text);
        assert!(!outcome.diagnostics.is_empty(), "no message");
        // The comments change nothing but lines.
        let bare = parse(&carets::strip(&text));
        assert_eq!(messages(&bare), messages(&outcome));
        insta::assert_snapshot!(sexp::module(&outcome.value));
    });
}

/// The messages without their places.
fn messages(outcome: &Outcome<Module>) -> Vec<String> {
    outcome.diagnostics.iter().map(|diagnostic| diagnostic.message.clone()).collect()
}

/// The lines that only one of two texts has.
fn difference(old: &str, new: &str) -> String {
    let only = |text: &str, other: &str, sign: &str| {
        let mut lines = String::new();
        for line in text.lines().filter(|line| !other.lines().any(|other_line| other_line == *line))
        {
            lines = lines + sign + " " + line + "\n";
        }
        lines
    };
    only(old, new, "-") + &only(new, old, "+")
}

/// Modules with headers, read as tolerantly as `check` does.
#[test]
fn headers() {
    insta::glob!("../../fixtures/headers", "*.erl", |path| {
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
        // The text for this one would be too large for a fixture: see `robust.rs`.
        let exempt = info.code == codes::TEXT_TOO_LARGE;
        assert!(exempt || triggered.contains(code), "no fixture for {code}");
        assert!(!info.title.is_empty() && info.explanation.len() > 150, "{code}");
        assert!(info.explanation.contains("Way out:"), "{code}");
        let (letter, number) = code.split_at(1);
        assert!(matches!(letter, "E" | "W") && number.starts_with("01"), "{code}");
    }
    let codes: BTreeSet<_> = codes::TABLE.iter().map(|info| info.code.0).collect();
    assert_eq!(codes.len(), codes::TABLE.len(), "a code stands twice");
    assert!(triggered.is_subset(&codes));
}

/// Pages whose example shows what is right, or needs other files.
const WITHOUT_SLIP: &[Code] = &[codes::BAD_DIRECTIVE, codes::INCLUDE_DEPTH];

#[test]
fn examples_of_pages_have_their_code() {
    for info in codes::TABLE.iter().filter(|info| !WITHOUT_SLIP.contains(&info.code)) {
        let lines: Vec<&str> =
            info.explanation.lines().filter_map(|line| line.strip_prefix("    ")).collect();
        let has = |text: &str| {
            parse(text).diagnostics.iter().any(|diagnostic| diagnostic.code == info.code)
        };
        let form = lines.join("\n");
        let expression = |line: &&str| has(&format!("f() ->\n{line}\n."));
        assert!(
            lines.is_empty() || has(&form) || lines.iter().any(expression),
            "{}: the example is fine:\n{form}",
            info.code.0
        );
    }
}
