//! Precedence and associativity, against a table and against OTP's own parser.

use std::path::Path;
use std::process::Command;

use crate::support;
use crate::support::{generate, render};
use frontend::output::{print, sexp};
use frontend::{FileId, parse_expr};
use proptest::strategy::{Strategy, ValueTree};
use proptest::test_runner::TestRunner;

/// The tree of an expression, or its messages.
fn tree(text: &str) -> String {
    let outcome = parse_expr(FileId(0), text);
    match outcome.value {
        Some(expr) if outcome.diagnostics.is_empty() => sexp::expr(&expr),
        _ => render(text, &outcome.diagnostics),
    }
}

#[test]
fn operators() {
    let cases = [
        ("1 + 2 * 3", "(+ 1 (* 2 3))"),
        ("1 * 2 + 3", "(+ (* 1 2) 3)"),
        ("1 - 2 - 3", "(- (- 1 2) 3)"),
        ("8 div 4 div 2", "(div (div 8 4) 2)"),
        ("a ++ b ++ c", "(++ a (++ b c))"),
        ("a -- b -- c", "(-- a (-- b c))"),
        ("a ! b ! c", "(! a (! b c))"),
        ("X = Y = 3", "(= X (= Y 3))"),
        ("X = a ! b", "(= X (! a b))"),
        ("A orelse B andalso C", "(orelse A (andalso B C))"),
        ("A andalso B orelse C", "(orelse (andalso A B) C)"),
        ("A orelse B orelse C", "(orelse A (orelse B C))"),
        ("A == B + 1", "(== A (+ B 1))"),
        ("A ++ B == C", "(== (++ A B) C)"),
        ("A + B ++ C", "(++ (+ A B) C)"),
        ("not A andalso B", "(andalso (not A) B)"),
        ("not A == B", "(== (not A) B)"),
        ("-A * B", "(* (- A) B)"),
        ("- f(X)", "(- (call f X))"),
        ("A and B or C", "(or (and A B) C)"),
        ("A or B xor C", "(xor (or A B) C)"),
        ("catch A = B", "(catch (= A B))"),
        ("X = catch A, B", "1:12 E0105 unexpected `,`\n"),
        ("1 + catch 2 + 3", "(+ 1 (catch (+ 2 3)))"),
        ("(1 + 2) * 3", "(* (+ 1 2) 3)"),
        ("m:f(1)", "(call m:f 1)"),
        ("(f)(1)", "(call f 1)"),
        ("(f(1))(2)", "(call (dynamic (call f 1)) 2)"),
        ("{a, b}(1)", "(call (dynamic (tuple a b)) 1)"),
        ("[1 | [2 | []]]", "(list 1 2)"),
        ("X = 1.", "(= X 1)"),
    ];
    for (text, expected) in cases {
        assert_eq!(tree(text), expected, "{text}");
    }
}

#[test]
fn refused() {
    for text in [
        "1 < 2 < 3",
        "f(1)(2)",
        "f(1,)",
        "[1,]",
        "{,}",
        "[1 | 2, 3]",
        "a b",
        "",
        ".",
        "1 +",
        "a:b:c",
        "f()#r.x",
        "case X of end",
        "if end",
        "begin end",
        "fun end",
        "1. 2.",
        "X =",
        "(",
        ")",
        "fun a/X",
        "#m{a}",
        "receive end",
        "try a end",
        "'a",
        "\"a",
        "$",
        "? X",
        "?X",
        "??X",
    ] {
        let outcome = parse_expr(FileId(0), text);
        assert!(outcome.value.is_none() && outcome.has_errors(), "{text}: {}", tree(text));
    }
}

/// Random expressions, printed, read by OTP's parser: the same trees.
#[test]
fn same_as_otp() {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/support/otp_sexp.escript");
    let mut runner = TestRunner::deterministic();
    let mut texts = Vec::new();
    let mut trees = String::new();
    while texts.len() < 400 {
        let value = generate::expression().new_tree(&mut runner).expect("generates").current();
        let text = print::expr(&value).replace('\n', " ");
        // Floats are texts here and numbers there; escapes are written differently.
        let flat = sexp::expr(&value).split_whitespace().collect::<Vec<_>>().join(" ");
        if text.contains('\\') || flat.contains(['.', '"']) {
            continue;
        }
        texts.push(text);
        trees.push_str(&flat);
        trees.push('\n');
    }
    let file = std::env::temp_dir().join(format!("erl2lts-otp-{}.txt", std::process::id()));
    std::fs::write(&file, texts.join("\n")).expect("the temporary folder is writable");
    let output = Command::new("escript").arg(&script).arg(&file).output();
    let removed = std::fs::remove_file(&file);
    let required = support::erlang_is_required();
    let Ok(output) = output else {
        assert!(!required, "escript is missing");
        return;
    };
    removed.expect("written above");
    let theirs = String::from_utf8_lossy(&output.stdout);
    let complaint = String::from_utf8_lossy(&output.stderr);
    for (at, (ours, theirs)) in trees.lines().zip(theirs.lines()).enumerate() {
        assert_eq!(ours, theirs, "{}", texts[at]);
    }
    assert_eq!(trees.lines().count(), theirs.lines().count(), "{complaint}");
}
