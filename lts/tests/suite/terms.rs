//! Terms: text and back, errors with places, the order.

use frontend::{FileId, Severity};
use lts::term::parse::{SpannedKind, SpannedTerm, parse_spanned_term, parse_term, parse_terms};
use lts::{Action, Term};
use proptest::prelude::*;

use crate::generate;

const FILE: FileId = FileId(7);

fn read(text: &str) -> Term {
    let outcome = parse_term(FILE, text);
    assert_eq!(outcome.diagnostics, [], "{text}");
    outcome.value.expect(text)
}

proptest! {
    #[test]
    fn printed_terms_read_back(term in generate::term()) {
        prop_assert_eq!(&read(&term.to_string()), &term);
        prop_assert_eq!(&read(&term.plain()), &term);
        let spanned = parse_spanned_term(FILE, &term.to_string()).value.expect("a term");
        prop_assert_eq!(&spanned.term(), &term);
    }

    #[test]
    fn plain_terms_are_plain(term in generate::term()) {
        prop_assert!(term.plain().chars().all(|c| matches!(c, ' '..='~') && c != '"'));
    }

    #[test]
    fn the_order_is_total(a in generate::term(), b in generate::term(), c in generate::term()) {
        prop_assert_eq!(a.cmp(&b), b.cmp(&a).reverse());
        prop_assert_eq!(a.cmp(&b).is_eq(), a == b);
        if a <= b && b <= c {
            prop_assert!(a <= c);
        }
    }

    #[test]
    fn actions_read_back(action in generate::action()) {
        prop_assert_eq!(Action::parse(&action.to_string()), Some(action.clone()));
        prop_assert_eq!(Action::parse(&action.plain()), Some(action));
    }

    #[test]
    fn no_text_panics(text in "[\\[\\]{}(),|#=>:.$\"'\\\\ax0-9 %_é\n-]{0,40}") {
        check_spans(&text);
    }

    #[test]
    fn no_mutation_panics(term in generate::term(), at in any::<prop::sample::Index>(), c in any::<char>()) {
        let mut text: Vec<char> = format!("{term}. {term}.").chars().collect();
        let at = at.index(text.len());
        text[at] = c;
        check_spans(&text.iter().collect::<String>());
    }
}

/// Reads a text in every way; places lie within it, nested terms within each other.
fn check_spans(text: &str) {
    fn check(term: &SpannedTerm, text: &str) {
        assert!(text.get(term.span.start as usize..term.span.end as usize).is_some());
        let inside = |part: &SpannedTerm| {
            assert!(part.span.start >= term.span.start && part.span.end <= term.span.end);
            check(part, text);
        };
        match &term.kind {
            SpannedKind::List(items, tail) => items.iter().chain(tail.as_deref()).for_each(inside),
            SpannedKind::Tuple(items) => items.iter().for_each(inside),
            SpannedKind::Map(entries) => entries.iter().flat_map(|(k, v)| [k, v]).for_each(inside),
            _ => {}
        }
    }
    let all = parse_terms(FILE, text);
    all.value.iter().for_each(|term| check(term, text));
    let one = parse_spanned_term(FILE, text);
    assert_eq!(one.value.is_none(), one.has_errors());
    for diagnostic in all.diagnostics.iter().chain(&one.diagnostics) {
        for label in &diagnostic.labels {
            assert!(text.get(label.span.start as usize..label.span.end as usize).is_some());
        }
    }
}

#[test]
fn notations_of_terms() {
    let cases = [
        ("1_000", "1000"),
        ("16#fF", "255"),
        ("-16#f", "-15"),
        ("- $a", "-97"),
        ("+5.", "5"),
        ("$\\s", "32"),
        ("\"ab\" \"c\" % comment\n \"\\x{e9}\\101\"", "\"abcéA\""),
        ("[$a|\"b\"]", "\"ab\""),
        ("[a|[b|c]]", "[a,b|c]"),
        ("[a|[]]", "[a]"),
        ("((a))", "a"),
        ("# {b=>1,a=>2, b => 3}", "#{a => 2,b => 3}"),
        ("'a\\'b\\n\\^a'", "'a\\'b\\n\\001'"),
        ("'abc'", "abc"),
        ("{ } % c", "{}"),
        ("\"\"", "[]"),
        ("[1.50, -0.0, +1_0.0e2, 1.0E-9]", "[1.5,-0.0,1.0e3,1.0e-9]"),
        ("#{2 => a, 1.0 => b}", "#{2 => a,1.0 => b}"),
    ];
    for (text, printed) in cases {
        assert_eq!(parse_term(FILE, text).value.expect(text).to_string(), printed);
    }
}

#[test]
fn files_of_terms_go_on_after_errors() {
    let text = "%% file\n{a, 1}.\n{b, ]}. {c, \"x. y\"}.\n1.5e999 . d e. f";
    let outcome = parse_terms(FILE, text);
    let texts: Vec<String> = outcome.value.iter().map(|term| term.term().to_string()).collect();
    assert_eq!(texts, ["{a,1}", "{c,\"x. y\"}", "d", "f"]);
    let places: Vec<_> = outcome
        .diagnostics
        .iter()
        .map(|found| (found.code.0, found.labels[0].span.start, found.labels[0].span.file))
        .collect();
    let at = |part| u32::try_from(text.find(part).expect(part)).expect("short");
    let expected =
        [("E0300", at("]")), ("E0313", at("1.5")), ("E0300", at("e. f")), ("E0307", at("f"))];
    assert_eq!(places.len(), expected.len());
    for ((code, start, file), (want, place)) in places.iter().zip(&expected[..3]) {
        assert_eq!((code, start, *file), (want, place, FILE));
    }
    assert_eq!(places[3].1 as usize, text.len());
}

#[test]
fn keys_and_strings_keep_their_places() {
    let text = "{expect_lts, #{states => 5,\n  view => \"paper\"}}.";
    let outcome = parse_terms(FILE, text);
    let SpannedKind::Tuple(items) = &outcome.value[0].kind else { unreachable!("a tuple") };
    let SpannedKind::Map(entries) = &items[1].kind else { unreachable!("a map") };
    let shown = |term: &SpannedTerm| &text[term.span.start as usize..term.span.end as usize];
    assert_eq!(shown(&entries[1].0), "view");
    assert_eq!(shown(&entries[1].1), "\"paper\"");
    assert_eq!(entries[1].1.kind, SpannedKind::String("paper".to_owned()));
    assert_eq!(shown(&items[1]), "#{states => 5,\n  view => \"paper\"}");
}

#[test]
fn messages_use_the_users_words() {
    let cases = [
        ("{a b}", "expected `,` or `}`, found the atom b"),
        ("[a|b,c]", "expected `]`, found `,`"),
        ("{a,when}", "expected a term, found the reserved word `when`"),
        ("a b", "expected the end of the term, found the atom b"),
        ("#{a := 1}", "expected `=>`, found `:=`"),
        ("{a,", "expected a term, found the end of the text"),
        (
            "<<a>>",
            "in a binary stand integers, with a number of bits (`5:3`) or without, and strings",
        ),
        ("<<1.5:64>>", "a float has no place in a binary here"),
        ("<<1/little>>", "a value has no type in a binary here"),
        ("<<\"e\"/utf8>>", "a value has no type in a binary here"),
        ("<<1:8/signed>>", "a value has no type in a binary here"),
        ("<<1:-1>>", "the number of bits behind `:` is negative"),
        ("<<1:a>>", "the number of bits behind `:` is not an integer"),
        ("<<1:65537>>", "a value has 65,536 bits at most here"),
        ("<<1,2", "expected `,` or `>>`, found the end of the text"),
        ("<0.1.0>", "pids are not supported in terms yet"),
        ("fun a:b/1", "funs are not supported in terms yet"),
        ("#Ref<0.1>", "references are not supported in terms yet"),
        ("#state{a=1}", "records are not supported in terms yet"),
        ("-1.5e999", "this number is too large for a float"),
        ("-a", "expected a number behind the sign, found the atom a"),
        ("?X", "unexpected character `?`"),
    ];
    for (text, message) in cases {
        assert_eq!(parse_term(FILE, text).diagnostics[0].message, message);
    }
}

#[test]
fn a_full_stop_needs_white_space() {
    let outcome = parse_terms(FILE, "{a}.{b}.\nc. % a dot\nd.");
    let found = &outcome.diagnostics[0];
    assert_eq!(found.message, "white space is missing behind this full stop");
    assert_eq!(outcome.diagnostics.len(), 1);
}

#[test]
fn nesting_is_bounded_and_length_is_not() {
    let nested = |n: usize| format!("{}{}", "[".repeat(n), "]".repeat(n));
    assert!(parse_term(FILE, &nested(256)).value.is_some());
    for text in [nested(257), "[".repeat(1_000_000), "[a|".repeat(1_000_000), "-".repeat(100)] {
        assert!(parse_term(FILE, &text).has_errors());
        assert!(parse_terms(FILE, &text).has_errors());
    }
    let long = format!("[{}a]", "a,".repeat(100_000));
    assert_eq!(read(&long).to_string().len(), long.len());
}

/// What few signs stand for is made soon, and bounded.
#[test]
fn values_of_many_bits() {
    let many = |n: usize| format!("<<{}>>", ["1:65536"].repeat(n).join(","));
    let begin = std::time::Instant::now();
    let Term::Binary(bytes) = read(&many(31)) else { unreachable!("a binary") };
    assert!(begin.elapsed().as_secs() < 5);
    assert_eq!(bytes.len(), 31 * 8192);
    for (position, byte) in bytes.iter().enumerate() {
        let is_last = position % 8192 == 8191;
        assert_eq!(*byte, Term::Integer(u8::from(is_last).into()));
    }
    let quoted = |n: usize| format!("\"{}\"", "a".repeat(n));
    let too_long = [
        many(33),
        many(100_000),
        quoted(300_000),
        format!("<<{}>>", quoted(300_000)),
        format!("[{},{}]", quoted(200_000), quoted(100_000)),
        format!("[{}a]", "a,".repeat(300_000)),
    ];
    for text in too_long {
        assert_eq!(parse_term(FILE, &text).diagnostics[0].code.0, "E0305");
    }
    // Each term of a file counts for itself.
    let terms = format!("{}. {}. {}.", quoted(200_000), quoted(200_000), quoted(300_000));
    let found = parse_terms(FILE, &terms);
    assert_eq!((found.value.len(), found.diagnostics.len()), (2, 1));
}

/// Binaries in texts have the bits that real Erlang gives them.
#[test]
fn bits_are_put_together() {
    let cases = [
        ("<<5:3,6:5>>", "<<166>>"),
        ("<<-1:16>>", "<<255,255>>"),
        ("<<1:0,2:0>>", "<<>>"),
        ("<<1:12,\"a\",3:4>>", "<<0,22,19>>"),
        ("<<70000:16,1:9>>", "<<17,112,0,1:1>>"),
        ("<<-300:20>>", "<<255,237,4:4>>"),
        ("<<-1:3>>", "<<7:3>>"),
        ("<<0:24,0:7>>", "<<0,0,0,0:7>>"),
    ];
    for (text, bytes) in cases {
        assert_eq!(read(text), read(bytes), "{text}");
    }
}

#[test]
fn repeated_keys_are_warned_of_once() {
    let outcome = parse_terms(FILE, "#{a => 1, b => #{}, a => 2}.");
    assert_eq!(outcome.diagnostics.len(), 1);
    assert_eq!(outcome.diagnostics[0].severity, Severity::Warning);
    assert_eq!(outcome.diagnostics[0].labels[0].span.start, 20);
}
