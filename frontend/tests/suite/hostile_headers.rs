//! Headers and conditionals without end give messages, at once.

use std::fmt::Write as _;
use std::sync::Arc;
use std::time::{Duration, Instant};

use frontend::codes;
use frontend::{
    Define, FileId, IncludeLoader, IncludeRequest, Included, Module, NotIncluded, Options, Outcome,
    parse_module_with,
};

/// Headers in memory: names and texts.
struct Memory<'a>(&'a [(&'a str, Arc<str>)]);

impl IncludeLoader for Memory<'_> {
    fn load(&mut self, request: &IncludeRequest<'_>) -> Result<Included, NotIncluded> {
        let at = self.0.iter().position(|(name, _)| *name == request.path);
        let at = at.ok_or(NotIncluded::Missing)?;
        let file = FileId(u32::try_from(at + 1).expect("few"));
        Ok(Included { file, name: request.path.to_owned(), text: self.0[at].1.clone() })
    }
}

/// Reads a module with headers; takes seconds at most.
fn read(text: &str, headers: &[(&str, String)], options: &Options) -> Outcome<Module> {
    let headers: Vec<(&str, Arc<str>)> =
        headers.iter().map(|(name, text)| (*name, Arc::from(text.as_str()))).collect();
    let start = Instant::now();
    let outcome = parse_module_with(FileId(0), "m.erl", text, options, &mut Memory(&headers));
    assert!(start.elapsed() < Duration::from_mins(1), "{:?}", start.elapsed());
    assert!(outcome.diagnostics.len() <= 51);
    outcome
}

/// The codes of all messages, each once.
fn codes_of(outcome: &Outcome<Module>) -> Vec<&'static str> {
    let mut codes: Vec<_> =
        outcome.diagnostics.iter().map(|diagnostic| diagnostic.code.0).collect();
    codes.sort_unstable();
    codes.dedup();
    codes
}

#[test]
fn circles() {
    let depth = codes::INCLUDE_DEPTH.0;
    let itself = ("a.hrl", "-include(\"a.hrl\").\n".repeat(20));
    let outcome = read("-include(\"a.hrl\").\nf() -> ok.", &[itself], &Options::default());
    assert!(codes_of(&outcome).contains(&depth));
    let two = [
        ("a.hrl", "-include(\"b.hrl\").\na() -> ok.\n".to_owned()),
        ("b.hrl", "-include(\"a.hrl\").\n".to_owned()),
    ];
    let outcome = read("-include(\"a.hrl\").\nf() -> ok.", &two, &Options::default());
    assert_eq!(codes_of(&outcome), [depth]);
    assert_eq!(outcome.value.functions().count(), 5);
    let three = ["b", "c", "a"].map(|next| format!("-include(\"{next}.hrl\").\nf() -> ok.\n"));
    let [a, b, c] = three;
    let three = [("a.hrl", a), ("b.hrl", b), ("c.hrl", c)];
    let outcome = read("-include(\"a.hrl\").\ng() -> ok.", &three, &Options::default());
    assert_eq!(codes_of(&outcome), [depth]);
    assert_eq!(outcome.value.functions().count(), 9);
    let guarded = (
        "a.hrl",
        "-ifndef(A).\n-define(A, 1).\n-include(\"a.hrl\").\na() -> ok.\n-endif.\n".to_owned(),
    );
    let outcome = read("-include(\"a.hrl\").\nf() -> ?A.", &[guarded], &Options::default());
    assert!(outcome.diagnostics.is_empty());
    assert_eq!(outcome.value.functions().count(), 2);
}

#[test]
fn many_and_large() {
    let empty = ("a.hrl", String::new());
    let text = "-include(\"a.hrl\").\n".repeat(10_001);
    let outcome = read(&text, &[empty], &Options::default());
    assert_eq!(codes_of(&outcome), [codes::INCLUDE_DEPTH.0]);
    let large = ("a.hrl", " ".repeat(65 << 20));
    let outcome = read("-include(\"a.hrl\").\nf() -> ok.", &[large], &Options::default());
    assert_eq!(codes_of(&outcome), [codes::INCLUDE.0]);
    assert_eq!(outcome.value.functions().count(), 1);
    let some = ("a.hrl", " ".repeat(30 << 20));
    let text = "-include(\"a.hrl\").\n".repeat(3);
    let outcome = read(&text, &[some], &Options::default());
    assert_eq!(codes_of(&outcome), [codes::INCLUDE_DEPTH.0]);
}

#[test]
fn nested_conditionals() {
    const N: usize = 100_000;
    let open = "-ifdef(X).\n".repeat(N);
    let close = "-else.\n-endif.\n".repeat(N);
    let outcome = read(&format!("{open}f() -> }}.\n{close}g() -> ok."), &[], &Options::default());
    assert!(outcome.diagnostics.is_empty());
    assert_eq!(outcome.value.functions().count(), 1);
    let taken = Options { defines: vec![Define::parse("X")], ..Options::default() };
    let outcome = read(&format!("{open}f() -> ok.\n{close}g() -> ok."), &[], &taken);
    assert!(outcome.diagnostics.is_empty());
    assert_eq!(outcome.value.functions().count(), 2);
}

#[test]
fn macros_without_end() {
    let growth = [codes::MACRO_EXPANSION.0];
    let body = "-define(F(X), ?X(X)).\nf() -> ?F(F).";
    assert_eq!(codes_of(&read(body, &[], &Options::default())), growth);
    let swap = "-define(F(X, Y), ?X(Y, X)).\nf() -> ?F(F, F).";
    assert_eq!(codes_of(&read(swap, &[], &Options::default())), growth);
    let mut text = String::from("-define(M0(X), X).\n");
    for n in 1..=60 {
        let _ = writeln!(text, "-define(M{n}(X), {{?M{0}(X), ?M{0}(X)}}).", n - 1);
    }
    text += "f() -> ?M60(a).";
    assert_eq!(codes_of(&read(&text, &[], &Options::default())), growth);
    let nested =
        format!("-define(I(X), X).\nf() -> {}1{}.", "?I(".repeat(50_000), ")".repeat(50_000));
    assert_eq!(codes_of(&read(&nested, &[], &Options::default())), growth);
    let mut wide = String::new();
    for n in 1..=2_000 {
        let _ = writeln!(wide, "-define(M{n}, {{?M{}, ?M{}}}).", n + 1, n + 2);
    }
    wide += "f() -> ?M1.";
    let outcome = read(&wide, &[], &Options { tolerant: true, ..Options::default() });
    assert!(codes_of(&outcome).contains(&growth[0]));
}

/// What macros may add grows with the form: generated tables are read.
#[test]
fn large_forms_with_macros() {
    let table =
        format!("-define(S(X), {{X, ??X}}).\nf() -> [{}1].", "?S(a), ?LINE, ".repeat(60_000));
    assert_eq!(codes_of(&read(&table, &[], &Options::default())), [""; 0]);
    let text = format!("-define(S(X), ??X).\nf() -> ?S([{}1]).", "1, ".repeat(300_000));
    let outcome = read(&text, &[], &Options::default());
    assert_eq!(codes_of(&outcome), [""; 0]);
    let mut defines = String::new();
    for n in 0..100_000 {
        let _ = writeln!(defines, "-define(M{n}, {n}).");
    }
    let outcome = read(&format!("{defines}f() -> ?M99999."), &[], &Options::default());
    assert_eq!(codes_of(&outcome), [""; 0]);
}

#[test]
fn many_unknown_macros() {
    let mut text = String::from("-include(\"gone.hrl\").\n");
    for n in 0..500 {
        let _ = writeln!(text, "f{n}(?A{n}) -> ?F{n}(1).");
    }
    let outcome = read(&text, &[], &Options { tolerant: true, ..Options::default() });
    assert_eq!(outcome.value.functions().count(), 500);
    assert_eq!(codes_of(&outcome), [codes::INCLUDE.0, codes::UNKNOWN_MACRO.0]);
    let last = outcome.diagnostics.last().expect("some");
    assert_eq!(last.message, "980 further macros are not defined and count as unknown values");
    assert_eq!(outcome.diagnostics.len(), 22);
}

#[test]
fn definitions_from_outside() {
    let define = |text| Options { defines: vec![Define::parse(text)], ..Options::default() };
    let text = "-module(m).\n-ifdef(N).\nf() -> ?N.\n-endif.\n";
    assert_eq!(read(text, &[], &define("N={a, [1]}")).value.functions().count(), 1);
    assert_eq!(read(text, &[], &define("M")).value.functions().count(), 0);
    for bad in ["N='", "1", "N=", "a b=1"] {
        assert_eq!(codes_of(&read(text, &[], &define(bad))), [codes::BAD_DIRECTIVE.0], "{bad}");
    }
    assert_eq!(codes_of(&read(text, &[], &define("MODULE=x"))), [codes::MACRO_REDEFINED.0]);
}
