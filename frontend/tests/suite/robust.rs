//! Bad input gives messages: no panic, no exhausted stack, no long wait.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use crate::support;
use crate::support::headers::decode;
use crate::support::{parse, read, reprinted, survive};
use frontend::ast::ExprKind;
use frontend::output::abstract_format;
use frontend::{FileId, SourceMap, codes, nesting, parse_module};
use proptest::prelude::*;

/// A fixture by its name.
fn path(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures").join(name)
}

/// The text of a fixture that is read without errors.
fn fixture(name: &str) -> String {
    read(&path("ok").join(name))
}

/// Fixtures that are cut off at each of their bytes.
const CUT_OFF: [&str; 10] = [
    "ok/coffee.erl",
    "ok/expressions.erl",
    "ok/fsm_door.erl",
    "ok/macros.erl",
    "ok/otp_27.erl",
    "ok/pattern_kinds.erl",
    "ok/payment_fsm.erl",
    "ok/whole_language.erl",
    "epp/basic.erl",
    "epp/conditions.erl",
];

/// Fixtures from which each of their bytes is left out.
const LEFT_OUT: [&str; 3] = ["ok/fsm_door.erl", "ok/otp_27.erl", "ok/macros.erl"];

/// Reads what `harm` makes of a fixture and a number, for all numbers up to its length.
fn harmed(name: &str, harm: impl Fn(&[u8], usize) -> Vec<u8> + Sync) {
    let bytes = std::fs::read(path(name)).expect("fixtures are readable");
    let (bytes, harm) = (&bytes, &harm);
    std::thread::scope(|scope| {
        for part in 0..2 {
            scope.spawn(move || {
                for at in (part..bytes.len()).step_by(2) {
                    let _ = survive(&decode(harm(bytes, at)));
                }
            });
        }
    });
}

/// The code of the first message.
fn first_code(text: &str) -> &'static str {
    survive(text).diagnostics.first().map_or("none", |diagnostic| diagnostic.code.0)
}

#[test]
fn every_prefix() {
    for name in CUT_OFF {
        harmed(name, |bytes, at| bytes[..at].to_vec());
    }
}

#[test]
fn every_deletion() {
    for name in LEFT_OUT {
        harmed(name, |bytes, at| [&bytes[..at], &bytes[at + 1..]].concat());
    }
}

#[test]
fn one_broken_form_costs_one_form() {
    let text = fixture("fsm_door.erl");
    let forms = parse(&text).value.forms.len();
    let broken = text.replace("{ok, locked, Code}", "{ok, locked, Code");
    assert_eq!(survive(&broken).value.forms.len(), forms - 1);
    let unclosed = text.replace("action:do_lock()", "action:'do_lock()");
    assert_eq!(survive(&unclosed).value.forms.len(), forms - 1);
}

#[test]
fn deep_nesting() {
    const N: usize = 100_000;
    let deep = codes::TOO_DEEP.0;
    for (open, close) in
        [("(", ")"), ("{", "}"), ("[", "]"), ("<<", ">>"), ("f(", ")"), ("[a|", "]")]
    {
        let text = format!("f() -> {}1{}.", open.repeat(N), close.repeat(N));
        assert_eq!(first_code(&text), deep, "{open}");
        assert_eq!(first_code(&format!("f() -> {}", open.repeat(N))), deep, "{open}");
        assert_ne!(first_code(&format!("f() -> {}.", close.repeat(N))), "none", "{close}");
    }
    for operator in
        ["1 + ", "- ", "not ", "catch ", "A = ", "a ! ", "a ++ ", "a andalso ", "a#r.b#"]
    {
        assert_eq!(first_code(&format!("f() -> {}1.", operator.repeat(N))), deep, "{operator}");
    }
    for block in ["begin ", "case ", "if true -> ", "fun () -> ", "receive X -> ", "try "] {
        assert_eq!(first_code(&format!("f() -> {}", block.repeat(N))), deep, "{block}");
    }
    let cases = "case ".repeat(N) + "1" + &" of X -> X end".repeat(N);
    assert_eq!(first_code(&format!("f() -> {cases}.")), deep);
    let inner = "case 1 of X -> ".repeat(N) + "X" + &" end".repeat(N);
    assert_eq!(first_code(&format!("f() -> {inner}.")), deep);
    assert_eq!(first_code(&format!("f({}) -> ok.", "{".repeat(N))), deep);
    for open in ["(", "{", "[", "#{a => ", "fun((", "- ", "t(", "X :: ", "1 + "] {
        assert_eq!(first_code(&format!("-type t() :: {}a.", open.repeat(N))), deep, "{open}");
    }
    for sigil in ["~", "~b", "~\"", "\"\"\"\n", "~S("] {
        let _ = survive(&format!("f() -> {}.", sigil.repeat(2_000)));
    }
}

#[test]
fn greatest_depth_is_safe() {
    let n = nesting::MAX_DEPTH - 10;
    for (open, close) in [("(", ")"), ("{", "}"), ("f(", ")"), ("begin ", " end")] {
        let text = format!("f(X) -> {}X{}.", open.repeat(n), close.repeat(n));
        let module = support::parse_ok(&text);
        let _ = reprinted(&module);
        drop(module.clone());
    }
    let _ = reprinted(&support::parse_ok(&format!("f(X) -> {}X.", "X + ".repeat(n))));
    let _ = reprinted(&support::parse_ok(&format!("f({}) -> ok.", "X = ".repeat(n) + "X")));
}

/// Functions over trees have large frames in debug builds: the command line has 512 MB for them.
const STACK_SIZE: usize = 16 << 20;

/// Every construct, as deep as it may be, in every form in which trees are written.
#[test]
fn greatest_depth_of_every_construct() {
    let worker = std::thread::Builder::new().stack_size(STACK_SIZE).spawn(every_construct);
    worker.expect("a thread").join().expect("no panic");
}

fn every_construct() {
    let nested = [
        ("[", "]"),
        ("[a | ", "]"),
        ("<<", ">>"),
        ("<<(", "):8>>"),
        ("#{a => ", "}"),
        ("#r{a = ", "}"),
        ("X#r{a = ", "}"),
        ("{a, ", "}"),
        ("g(", ")"),
        ("m:g(", ")"),
        ("case ", " of a -> b end"),
        ("case a of b -> ", " end"),
        ("if a -> ", " end"),
        ("fun () -> ", " end"),
        ("fun F() -> ", " end"),
        ("try ", " catch a -> b end"),
        ("try a of b -> ", " after c end"),
        ("try a catch b:c:D -> ", " end"),
        ("receive a -> ", " end"),
        ("receive after ", " -> a end"),
        ("maybe a ?= ", " else b -> c end"),
        ("[X || X <- ", "]"),
        ("[", " || true]"),
        ("<< <<X>> || <<X>> <= ", ">>"),
        ("#{K => V || K := V <- ", "}"),
        ("catch ", ""),
        ("- ", ""),
        ("not ", ""),
        ("X = ", ""),
        ("a ! ", ""),
        ("a orelse ", ""),
        ("a ++ ", ""),
        ("a - ", ""),
        ("", "#r.b"),
        ("", "#{a => b}"),
        ("begin ", " end"),
    ];
    for (open, close) in nested {
        deepest(|n| format!("f() -> {}a{}.", open.repeat(n), close.repeat(n)));
    }
    for (open, close) in [("{", "}"), ("[", "]"), ("#r{a = ", "}"), ("(", ")")] {
        deepest(|n| format!("f({}a{}) -> a.", open.repeat(n), close.repeat(n)));
        deepest(|n| format!("-record(r, {{a = {}a{}}}).", open.repeat(n), close.repeat(n)));
    }
    // Records are no terms: an attribute takes none.
    for (open, close) in [("{", "}"), ("[", "]"), ("#{a => ", "}"), ("(", ")")] {
        deepest(|n| format!("-compile({}a{}).", open.repeat(n), close.repeat(n)));
    }
    let types =
        [("{", "}"), ("[", "]"), ("#{a => ", "}"), ("fun((", ") -> a)"), ("t(", ")"), ("1 + ", "")];
    for (open, close) in types {
        deepest(|n| format!("-type t() :: {}a{}.", open.repeat(n), close.repeat(n)));
        deepest(|n| format!("-spec f({}a{}) -> a.", open.repeat(n), close.repeat(n)));
    }
}

/// Writes and drops the deepest tree of this kind that is read.
fn deepest(text: impl Fn(usize) -> String) {
    let is_read = |n: usize| !parse(&text(n)).has_errors();
    let (mut read, mut refused) = (1, nesting::MAX_DEPTH + 2);
    assert!(is_read(read) && !is_read(refused), "{}", text(read));
    while read + 1 < refused {
        let middle = usize::midpoint(read, refused);
        if is_read(middle) { read = middle } else { refused = middle }
    }
    let text = text(read);
    let module = survive(&text).value;
    let mut sources = SourceMap::default();
    sources.add("m.erl", text);
    for columns in [false, true] {
        assert!(!abstract_format::module(&module, &sources, columns).is_empty());
    }
    assert_eq!(module.clone(), module);
}

#[test]
fn long_but_flat() {
    let list = format!("f() -> [{}1].", "1, ".repeat(100_000));
    let module = support::parse_ok(&list);
    let body = &module.function("f", 0).expect("defined").clauses[0].body[0];
    assert!(matches!(&body.kind, ExprKind::List(items, _) if items.len() == 100_001));
    let _ = reprinted(&module);
    let _ = reprinted(&support::parse_ok(&format!("-type t() :: {}a.", "a | ".repeat(100_000))));
    let _ = reprinted(&support::parse_ok(&format!("-type t() :: {{{}a}}.", "a, ".repeat(100_000))));
    let mut text = String::new();
    for n in 0..20_000 {
        let _ = writeln!(text, "f({n}) -> {{ok, {n}}};");
    }
    let module = support::parse_ok(&format!("{text}f(_) -> error."));
    assert_eq!(module.function("f", 1).expect("defined").clauses.len(), 20_001);
    support::parse_ok(&"% comment\n".repeat(100_000));
}

#[test]
fn macros_that_grow() {
    let mut doubling = "-define(M0, a).\n".to_owned();
    let mut chain = "-define(C0, a).\n".to_owned();
    for n in 1..=60 {
        let _ = writeln!(doubling, "-define(M{n}, ?M{}, ?M{}).", n - 1, n - 1);
    }
    for n in 1..=5_000 {
        let _ = writeln!(chain, "-define(C{n}, ?C{}).", n - 1);
    }
    let growth = codes::MACRO_EXPANSION.0;
    assert_eq!(first_code(&format!("{doubling}f() -> {{?M60}}.")), growth);
    assert_eq!(first_code(&format!("{chain}f() -> ?C5000.")), "none");
    let nested =
        format!("-define(M(X), {{X, X}}).\nf() -> {}1{}.", "?M(".repeat(5_000), ")".repeat(5_000));
    assert_eq!(first_code(&nested), growth);
    assert_eq!(first_code("-define(M, ?M).\nf() -> ?M."), growth);
    let many: String = (0..2_000).map(|_| "f() -> {?M14}.\n").collect();
    let _ = survive(&format!("{doubling}{many}"));
}

/// What is looked at in vain, and what is nested in a macro's body, is bounded.
#[test]
fn takes_linear_time() {
    const N: usize = 50_000;
    let texts = [
        "\\\"\n".repeat(N),
        format!("-ifdef(X).\n{}", "\\\"\n.\n".repeat(N)),
        "f() -> \"\"\"\n".repeat(N),
        "f() -> ~\"\"\"\"\n".repeat(N),
        format!("f() -> ~S({}", "\n ~b[".repeat(N)),
        format!("f() -> {}x.", "\"".repeat(2 * N + 1)),
        format!("f() -> [{}1].", "\"\",".repeat(N)),
        format!("-define(M, {}1{}).", "?A(".repeat(N), ")".repeat(N)),
        format!("-if({} > 0).\n-endif.", ["9".repeat(9_000).as_str(); 200].join(" * ")),
        format!(
            "-define(M({0}), {0}).",
            (0..N).map(|n| format!("A{n}")).collect::<Vec<_>>().join(",")
        ),
        format!("f() -> {}{}b{}.", "{".repeat(400), "a,".repeat(N), "}".repeat(400)),
    ];
    for text in texts {
        let start = Instant::now();
        let _ = survive(&text);
        let taken = start.elapsed();
        assert!(taken < Duration::from_secs(30), "{taken:?} for {}", &text[..40]);
    }
}

#[test]
fn garbage() {
    assert_eq!(first_code("\0\0\0"), codes::ILLEGAL_CHARACTER.0);
    let binary: String = (0..200_000_u32).map(|n| char::from((n * 7919 % 251) as u8)).collect();
    assert!(survive(&binary).has_errors());
    assert!(survive(&"\"\\\n\n-a(".repeat(20_000)).has_errors());
    assert!(survive(&"'\n-a(\"\n".repeat(20_001)).has_errors());
    assert!(survive(&"\u{FFFD}".repeat(100_000)).has_errors());
    assert!(survive(&".".repeat(100_001)).has_errors());
    assert!(survive(&". ".repeat(100_000)).has_errors());
    assert!(survive(&"f() ->\n".repeat(100_000)).has_errors());
    assert!(survive(&"a(\n".repeat(100_000)).has_errors());
    assert!(survive(&"-ifdef(X).\n".repeat(100_000)).has_errors());
    assert!(survive(&"9".repeat(1_000_000)).has_errors());
    assert!(survive(&format!("f() -> {}1 ++ X = X.", "9999999 * ".repeat(400))).has_errors());
}

#[test]
fn too_large() {
    let text = " ".repeat(frontend::parser::MAX_TEXT + 1);
    let outcome = parse_module(FileId(0), &text);
    assert_eq!(outcome.diagnostics[0].code, codes::TEXT_TOO_LARGE);
}

/// Pieces of Erlang, to be put together at random.
const PIECES: &[&str] = &[
    "f",
    "(",
    ")",
    " -> ",
    "X",
    "_",
    "{",
    "}",
    "[",
    "]",
    "|",
    "||",
    ",",
    ";",
    ".\n",
    ". ",
    ".",
    "\n",
    "\nf(",
    "\n-",
    "-define(M, ",
    "-define(M(A), ",
    "?M",
    "??A",
    "?",
    "-ifdef(M).\n",
    "-else.\n",
    "-endif.\n",
    "case ",
    " of ",
    " end",
    "begin ",
    "if ",
    "when ",
    "fun ",
    "receive ",
    " after ",
    "try ",
    "catch ",
    "maybe ",
    "else ",
    "#",
    "#r{",
    "#{",
    "<<",
    ">>",
    " = ",
    " := ",
    " => ",
    "+",
    "-",
    " div ",
    "not ",
    "1",
    "1.5",
    "16#f",
    "\"s\"",
    "\"",
    "'a b'",
    "'",
    "$a",
    "$",
    ":",
    "/",
    "!",
    "%",
    "\\",
    "\0",
    "é",
    "“",
];

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2_000))]

    #[test]
    fn random_bytes(bytes in prop::collection::vec(any::<u8>(), 0..400)) {
        let _ = survive(&String::from_utf8_lossy(&bytes));
    }

    #[test]
    fn random_pieces(pieces in prop::collection::vec(prop::sample::select(PIECES), 0..120)) {
        let _ = survive(&pieces.concat());
    }
}
