//! Files in Aldebaran format: what is read, what is refused, what is written.

use std::io::BufReader;

use frontend::{FileId, Outcome};
use lts::format::aut::{Streamed, TauName, read, stream, write};
use lts::{Lts, StateId};
use proptest::prelude::*;

use crate::generate;

/// Reads a text, also as a stream in portions of several sizes, which must not differ.
fn parse(text: &str, tau: Option<TauName>) -> Outcome<Option<Lts>> {
    let outcome = read(FileId(1), text, tau);
    // A text with a zero byte is no text.
    let is_plain = outcome.diagnostics.is_empty() && !text.contains('\0');
    for size in [1, 7, 1 << 16] {
        let mut portions = BufReader::with_capacity(size, text.as_bytes());
        match stream(&mut portions, tau).expect("memory can be read") {
            Streamed::Read(lts) => {
                assert!(is_plain, "{text}");
                assert_eq!(outcome.value.as_ref().map(show), Some(show(&lts)), "{text}");
            }
            Streamed::Doubtful { .. } => assert!(!is_plain, "{text}"),
        }
    }
    outcome
}

fn good(text: &str) -> Lts {
    let outcome = parse(text, None);
    assert_eq!(outcome.diagnostics, [], "{text}");
    outcome.value.expect(text)
}

/// The transitions as text, the internal action as `-`.
fn show(lts: &Lts) -> Vec<String> {
    let mut lines = vec![format!("{} {}", lts.initial().0, lts.n_states())];
    for state in lts.states() {
        for edge in lts.out(state) {
            let label = lts.labels().get(edge.label).text().unwrap_or("-");
            lines.push(format!("{} {label} {}", state.0, edge.target.0));
        }
    }
    lines
}

fn written(lts: &Lts, tau: TauName) -> String {
    let mut out = Vec::new();
    write(lts, tau, &mut out).expect("a vector takes everything");
    String::from_utf8(out).expect("ASCII")
}

#[test]
fn everything_in_the_wild_is_read() {
    let cases: &[(&str, &[&str])] = &[
        ("des (0,1,2)\n(0,\"a\",1)\n", &["0 2", "0 a 1"]),
        ("des(1, 1 ,2)   \r\n\r\n ( 0 , a , 1 ) \r\n", &["1 2", "0 a 1"]),
        ("\u{feff}\n des (0,1,1)\n(0,f(x, y),0)", &["0 1", "0 f(x, y) 0"]),
        ("des (0,1,1)\n(0,\"say(\"hi, you\")\",0)", &["0 1", "0 say(\"hi, you\") 0"]),
        ("des (0,1,1)\n(0,\"\\\"a\\\"\",0)", &["0 1", "0 \\\"a\\\" 0"]),
        ("des (0,1,1)\n(0,\" a \",0)", &["0 1", "0  a  0"]),
        ("des (0,1,1)\n(0,\"\",0)", &["0 1", "0  0"]),
        ("des (0,0,5)", &["0 5"]),
        ("des (0,2,3)\n(2,\"i\",2)\n(2,i,2)", &["0 3", "2 - 2"]),
        ("des (0,2,2)\n(1,b,0)\n(0,a,1)", &["0 2", "0 a 1", "1 b 0"]),
    ];
    for (text, expected) in cases {
        assert_eq!(show(&good(text)), *expected, "{text}");
    }
}

#[test]
fn the_internal_action_is_named_or_found() {
    let text = |label| format!("des (0,1,1)\n(0,\"{label}\",0)\n");
    let shown = |text: &str, tau| show(&parse(text, tau).value.expect("an LTS"))[1].clone();
    assert_eq!(shown(&text("i"), None), "0 - 0");
    assert_eq!(shown(&text("tau"), None), "0 - 0");
    assert_eq!(shown(&text("i"), Some(TauName::Tau)), "0 i 0");
    assert_eq!(shown(&text("tau"), Some(TauName::I)), "0 tau 0");
    let both = parse("des (0,2,1)\n(0,i,0)\n(0,tau,0)", None);
    assert!(!both.has_errors() && both.diagnostics.len() == 1);
    assert_eq!(show(&both.value.expect("an LTS"))[1..], ["0 - 0", "0 tau 0"]);
    assert!(parse("des (0,2,1)\n(0,i,0)\n(0,tau,0)", Some(TauName::Tau)).diagnostics.is_empty());
}

#[test]
fn labels_are_actions_where_they_can_be() {
    let lts = good("des (0,2,1)\n(0,\"cmd({pay,5})\",0)\n(0,\"f(g(x))\",0)\n");
    let actions: Vec<bool> =
        lts.labels().iter().map(|(_, label)| label.action().is_some()).collect();
    assert_eq!(actions, [false, true, false]);
    assert!(lts.labels().find("f(g(x))").is_some());
}

#[test]
fn errors_point_at_their_lines() {
    let text = "des (0,3,2)\n(0,a,1)\n(1,b,2)\r\n(0,a)\n";
    let outcome = parse(text, None);
    assert!(outcome.value.is_none());
    let lines: Vec<&str> = outcome
        .diagnostics
        .iter()
        .map(|found| &text[found.labels[0].span.start as usize..found.labels[0].span.end as usize])
        .collect();
    assert_eq!(lines, ["(1,b,2)", "(0,a)"]);
    let many = format!("des (0,100,1)\n{}", "x\n".repeat(100));
    assert_eq!(parse(&many, None).diagnostics.len(), 10);
}

#[test]
fn a_stream_tells_where_it_was_left() {
    let line = |bytes: &[u8]| match stream(&mut &*bytes, None).expect("memory can be read") {
        Streamed::Read(_) => None,
        Streamed::Doubtful { line } => Some(line),
    };
    assert_eq!(line(b"des (0,2,2)\n(0,a,1)\n(1,b,0)"), None);
    assert_eq!(line(b"des (0,2,2)\n(0,a,1)\n\n(1,b,2)\n(0,a)\n"), Some(4));
    assert_eq!(line(b"des (0,1,2)\n(0,\"caf\xe9\",1)\n"), Some(2));
    assert_eq!(line(b"des (0,1,2)\n(0,\"\0\",1)\n"), Some(2));
    assert_eq!(line(b"des (0,3,2)\n(0,a,1)\n(1,b,0)\n"), Some(0));
    assert_eq!(line(b""), Some(0));
}

#[test]
fn absurd_numbers_are_refused() {
    for text in [
        "des (0,0,1000000000000000000)",
        "des (0,0,4294967295)",
        "des (0,0,99999999999999999999999)",
        "des (4294967294,1,4294967295)\n(4294967294,a,0)",
        "des (0,2,4294967295)\n(0,a,1)\n(4294967294,a,0)",
        "des (0,18446744073709551615,1)",
        "des (0,0,0)",
        "des (1,0,1)",
        "des (-1,0,1)",
        "des (0,1,1)\n(+0,a,0)",
        "des (0,?,?)",
        "",
        "digraph {}",
    ] {
        let outcome = parse(text, None);
        assert!(outcome.value.is_none() && outcome.has_errors(), "{text}");
    }
    assert_eq!(good("des (7,0,1000000)").initial(), StateId(7));
}

proptest! {
    #[test]
    fn what_is_written_is_read(lts in generate::lts(), mcrl2 in any::<bool>()) {
        let tau = if mcrl2 { TauName::Tau } else { TauName::I };
        let text = written(&lts, tau);
        prop_assert!(text.chars().all(|c| matches!(c, '\n' | ' '..='~')));
        let again = parse(&text, Some(tau));
        prop_assert_eq!(&again.diagnostics, &[]);
        let again = again.value.expect("an LTS");
        prop_assert_eq!(lts.n_transitions(), again.n_transitions());
        for state in lts.states() {
            for (edge, other) in lts.out(state).iter().zip(again.out(state)) {
                let (label, other_label) =
                    (lts.labels().get(edge.label), again.labels().get(other.label));
                prop_assert_eq!(edge.target, other.target);
                prop_assert_eq!(label.action(), other_label.action());
            }
        }
        prop_assert_eq!(text, written(&again, tau));
    }

    #[test]
    fn no_text_panics(lts in generate::lts(), at in any::<prop::sample::Index>(), c in any::<char>()) {
        let mut text: Vec<char> = written(&lts, TauName::I).chars().collect();
        let at = at.index(text.len());
        text[at] = c;
        let outcome = parse(&text.iter().collect::<String>(), None);
        prop_assert_eq!(outcome.value.is_none(), outcome.has_errors());
    }
}
