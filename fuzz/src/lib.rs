//! What the fuzz targets do with an input.
//!
//! Input: bytes, read as the command line reads files. Output: none; a panic is a finding. The text
//! up to a line `%%%%` is a module, what follows are the headers `a.hrl`, `b.hrl` and `c.hrl`, with
//! the same line between them. `frontend/tests/suite/fuzzed.rs` does the same with the kept findings.

#![forbid(unsafe_code)]

use std::sync::Arc;

use checker::Paths;
use checker::formula::Dialect;
use frontend::ast::Form;
use frontend::scan::scan_module_with;
use frontend::{Define, Diagnostic, FileId, IncludeLoader, IncludeRequest, Included, NoHeaders, NotIncluded, Options, Outcome, Severity, SourceMap, codes, parse_expr, parse_module, parse_module_with};
use frontend::output::{abstract_format, print, sexp};
use lts::Lts;
use lts::format::aut::{self, TauName};
use lts::explore::{Limits, explore};

/// States of a specification, and steps of its rewriting in one of them, at most.
const MAX_STATES: usize = 200;
const MAX_STEPS: usize = 20_000;

/// Between a module and its headers.
const CUT: &str = "\n%%%%\n";

/// Messages about a module at most, the closing note included.
const MAX_MESSAGES: usize = 51;

/// UTF-8, or else Latin-1, without a byte order mark.
fn text_of(bytes: &[u8]) -> String {
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    let latin1 = || bytes.iter().copied().map(char::from).collect();
    std::str::from_utf8(bytes).map_or_else(|_| latin1(), str::to_owned)
}

/// Headers in memory.
struct Memory(Vec<(String, Arc<str>)>);

impl IncludeLoader for Memory {
    fn load(&mut self, request: &IncludeRequest<'_>) -> Result<Included, NotIncluded> {
        let at = self.0.iter().position(|(name, _)| *name == request.path);
        let at = at.ok_or(NotIncluded::Missing)?;
        let (name, text) = self.0[at].clone();
        Ok(Included { file: file(at + 1), name, text })
    }
}

fn file(at: usize) -> FileId {
    FileId(u32::try_from(at).expect("few files"))
}

/// A module and its headers.
fn split(text: &str) -> (&str, Memory) {
    let mut parts = text.splitn(4, CUT);
    let module = parts.next().unwrap_or("");
    let names = ["a.hrl", "b.hrl", "c.hrl"].map(str::to_owned);
    (module, Memory(names.into_iter().zip(parts.map(Arc::from)).collect()))
}

/// Messages must be few and point into the texts.
fn check(texts: &[&str], diagnostics: &[Diagnostic]) {
    assert!(diagnostics.len() <= MAX_MESSAGES, "{} messages", diagnostics.len());
    for diagnostic in diagnostics {
        assert!(!diagnostic.message.is_empty());
        for label in &diagnostic.labels {
            let text = texts.get(label.span.file.0 as usize).expect("a file that was read");
            assert!(label.span.start <= label.span.end, "{label:?}");
            let range = label.span.start as usize..label.span.end as usize;
            assert!(text.get(range).is_some(), "{diagnostic:?} does not lie in the text");
        }
    }
}

/// Reads the tokens of a text.
pub fn lex(bytes: &[u8]) {
    let text = text_of(bytes);
    let outcome = scan_module_with(FileId(0), "m.erl", &text, &Options::default(), &mut NoHeaders);
    check(&[&text], &outcome.diagnostics);
}

/// Reads a module with headers up to the preprocessor, with and without tolerance.
pub fn preprocess(bytes: &[u8]) {
    let text = text_of(bytes);
    let (module, mut headers) = split(&text);
    let kept: Vec<Arc<str>> = headers.0.iter().map(|(_, text)| text.clone()).collect();
    let texts: Vec<&str> = std::iter::once(module).chain(kept.iter().map(|text| &**text)).collect();
    for tolerant in [false, true] {
        let defines = vec![Define::parse("TEST"), Define::parse("LIMIT={a, 1}")];
        let options = Options { defines, tolerant };
        let outcome = scan_module_with(FileId(0), "m.erl", module, &options, &mut headers);
        check(&texts, &outcome.diagnostics);
        let outcome = parse_module_with(FileId(0), "m.erl", module, &options, &mut headers);
        check(&texts, &outcome.diagnostics);
    }
}

/// Reads and writes a module, and an expression.
pub fn parse(bytes: &[u8]) {
    let text = text_of(bytes);
    let Outcome { value: module, diagnostics } = parse_module(FileId(0), &text);
    check(&[&text], &diagnostics);
    let mut sources = SourceMap::default();
    sources.add("m.erl", text.as_str());
    let _ = sexp::module(&module);
    let _ = print::module(&module);
    for columns in [false, true] {
        let _ = abstract_format::module(&module, &sources, columns);
    }
    let Outcome { value: expr, diagnostics } = parse_expr(FileId(0), &text);
    check(&[&text], &diagnostics);
    if let Some(expr) = expr {
        let again = parse_expr(FileId(0), &print::expr(&expr));
        assert!(again.diagnostics.is_empty(), "{:?}", again.diagnostics);
        let again = again.value.expect("no messages");
        assert_eq!(sexp::expr(&again), sexp::expr(&expr));
    }
}

/// Prints the forms that could be read, and reads the text.
pub fn print_parse(bytes: &[u8]) {
    let text = text_of(bytes);
    let Outcome { value: mut module, diagnostics } = parse_module(FileId(0), &text);
    // A form with an illegal pattern is kept, and is reported again when it is read again; the first
    // time the report may be one too many.
    let is_illegal = |found: &Diagnostic| found.code == codes::ILLEGAL_PATTERN;
    let is_last = |found: &Diagnostic| found.code == codes::TOO_MANY;
    let kept_illegal = diagnostics.iter().any(|found| is_illegal(found) || is_last(found));
    // `-file` and the ends of headers are not printed.
    module.forms.retain(|form| !matches!(form, Form::File(_)));
    let printed = print::module(&module);
    let again = parse_module(FileId(0), &printed);
    let is_news = |found: &Diagnostic| {
        found.severity == Severity::Error && !(kept_illegal && is_illegal(found))
    };
    assert!(!again.diagnostics.iter().any(is_news), "{printed}\n{:?}", again.diagnostics);
    assert_eq!(sexp::module(&again.value), sexp::module(&module), "{printed}");
}

/// Reads a muCRL specification, and walks through its first states, twice with the same result.
pub fn mcrl(bytes: &[u8]) {
    let text = text_of(bytes);
    let Outcome { value, diagnostics } = mcrl::read(FileId(0), &text);
    check(&[&text], &diagnostics);
    let Some(specification) = value else {
        assert!(!diagnostics.is_empty(), "no specification, and no reason");
        return;
    };
    let walk = || {
        let mut system = mcrl::System::new(&specification, MAX_STEPS, None);
        let mut limits = Limits { max_states: MAX_STATES, interrupted: &mut |_| false };
        let found = explore(&mut system, &mut limits).ok()?;
        Some((found.lts.n_states(), found.lts.n_transitions()))
    };
    assert_eq!(walk(), walk());
}

/// Reads a formula of each logic; what is printed for it reads as the same formula.
pub fn formula(bytes: &[u8]) {
    let text = text_of(bytes);
    let mut none = |_: &str| None;
    for dialect in [Dialect::Basic, Dialect::Extended] {
        let read = checker::parse_formula_with(FileId(0), &text, dialect, &mut none);
        let value = read_or_told(&text, read);
        if let Some(formula) = value {
            let printed = format!("{formula:#}");
            let again = checker::parse_formula_with(FileId(0), &printed, dialect, &mut none);
            let same = again.value.map(|formula| format!("{formula:#}"));
            assert_eq!(same.as_deref(), Some(&*printed), "{text}\n{:?}", again.diagnostics);
        }
    }
    for paths in [Paths::Maximal, Paths::Infinite] {
        read_or_told(&text, checker::parse_ctl(FileId(0), &text, paths));
    }
    read_or_told(&text, checker::parse_esctl(FileId(0), &text));
}

/// Reads a `.props` file.
pub fn props(bytes: &[u8]) {
    let text = text_of(bytes);
    let found = erl2lts::config::reading::properties(FileId(0), &text);
    check_own(&text, &found);
    assert_eq!(erl2lts::config::reading::properties(FileId(0), &text).len(), found.len());
}

/// Reads what stands behind `--stubs`.
pub fn stubs(bytes: &[u8]) {
    let text = text_of(bytes);
    let found = erl2lts::config::reading::stubs(FileId(0), &text);
    check_own(&text, &found);
}

/// Messages must point into the text; there are no more of them than characters, and one for a file without any.
fn check_own(text: &str, diagnostics: &[Diagnostic]) {
    assert!(diagnostics.len() <= text.len() + 1, "{} messages", diagnostics.len());
    for part in diagnostics.chunks(MAX_MESSAGES) {
        check(&[text], part);
    }
}

/// A value that was read; messages must point into the text, and one is there where nothing was read.
fn read_or_told<T>(text: &str, outcome: Outcome<Option<T>>) -> Option<T> {
    check(&[text], &outcome.diagnostics);
    let is_told = outcome.diagnostics.iter().any(|found| found.severity == Severity::Error);
    assert_eq!(outcome.value.is_none(), is_told, "{:?}", outcome.diagnostics);
    outcome.value
}

/// Prints a compiled module, and reads the text.
pub fn beam(bytes: &[u8]) {
    let Ok(printed) = frontend::beam::print(bytes) else { return };
    let read = parse_module(FileId(0), &printed.text);
    check(&[printed.text.as_str()], &read.diagnostics);
}

/// Reads an `.aut` file, writes it and reads that: the same system.
pub fn aut(bytes: &[u8]) {
    let text = text_of(bytes);
    for tau in [None, Some(TauName::I), Some(TauName::Tau)] {
        let read = aut::read(FileId(0), &text, tau);
        let Some(lts) = read_or_told(&text, read) else { continue };
        let tau = tau.unwrap_or(TauName::I);
        let printed = written(&lts, tau);
        let again = aut::read(FileId(0), &printed, Some(tau));
        let again = again.value.unwrap_or_else(|| panic!("{printed}\n{:?}", again.diagnostics));
        assert_eq!(written(&again, tau), printed);
        assert_eq!(again.n_states(), lts.n_states());
        assert_eq!(again.n_transitions(), lts.n_transitions());
    }
}

fn written(lts: &Lts, tau: TauName) -> String {
    let mut out = Vec::new();
    aut::write(lts, tau, &mut out).expect("a vector takes everything");
    String::from_utf8(out).expect("labels of a text")
}
