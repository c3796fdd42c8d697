//! Shared by the tests: messages and trees as text.

pub mod carets;
pub mod constructs;
pub mod cut;
pub mod folder;
pub mod generate;
pub mod headers;
pub mod otp;

use std::fmt::Write as _;
use std::path::Path;

use frontend::{Diagnostic, FileId, Module, Outcome, SourceMap, parse_module};

/// Reads a module.
pub fn parse(text: &str) -> Outcome<Module> {
    parse_module(FileId(0), text)
}

/// Reads a module that must have no errors.
pub fn parse_ok(text: &str) -> Module {
    let outcome = parse(text);
    assert!(!outcome.has_errors(), "{}", render(text, &outcome.diagnostics));
    outcome.value
}

/// Reads, prints and drops; messages must lie within the text and be few.
pub fn survive(text: &str) -> Outcome<Module> {
    let outcome = parse(text);
    let _ = render(text, &outcome.diagnostics);
    assert!(outcome.diagnostics.len() <= 51);
    let _ = frontend::output::sexp::module(&outcome.value);
    let _ = frontend::output::print::module(&outcome.value);
    outcome
}

/// One line for each message, with help behind it.
pub fn render(text: &str, diagnostics: &[Diagnostic]) -> String {
    let mut sources = SourceMap::default();
    let file = sources.add("test", text);
    let mut out = String::new();
    for diagnostic in diagnostics {
        let source = sources.get(file).expect("added above");
        let place = diagnostic.labels.first().map_or((0, 0), |label| {
            assert!(label.span.start <= label.span.end, "{label:?}");
            assert!(label.span.end as usize <= text.len(), "{label:?}");
            source.line_column(label.span.start)
        });
        let code = diagnostic.code.0;
        writeln!(out, "{}:{} {code} {}", place.0, place.1, diagnostic.message).expect("a string");
        if let Some(help) = &diagnostic.help {
            writeln!(out, "    help: {help}").expect("a string");
        }
    }
    out
}

/// The text of a fixture.
pub fn read(path: &Path) -> String {
    std::fs::read_to_string(path).expect("fixtures are readable")
}

/// A module after it was printed as Erlang text and parsed again: equal up to spans.
pub fn reprinted(module: &Module) -> Module {
    parse_ok(&frontend::output::print::module(module))
}

/// Whether tests against real Erlang must not be left out.
pub fn erlang_is_required() -> bool {
    ["ERL2LTS_REQUIRE_ERLANG", "ERL2LTS_REQUIRE_ORACLES"]
        .iter()
        .any(|name| std::env::var(name).is_ok_and(|value| value == "1"))
}
