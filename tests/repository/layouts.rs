//! The tuples that the kernel carries look the same to all who write and read them.
//!
//! Input: `translator/prelude/erlang.erl`, which makes timers, monitors and links in Erlang, and `docs/vector.md`. Output:
//! that each tuple there has the components of `model/src/parameter/layout.rs` in their places, by the names of its variables.

use std::fs;
use std::path::Path;

use model::layout::{
    BehindPart, Component, DownPart, EndingPart, ExitPart, FromPart, LoosePart, QueuedPart,
    SignalPart, TimeoutPart, TimerPart, WatchPart,
};
use model::{Expr, ParameterRole, layout};

fn read(path: &str) -> String {
    fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(path)).unwrap()
}

/// The clauses of the functions of the prelude that have such a name, comments aside.
fn clauses(prefixes: &[&str]) -> String {
    let prelude = read("translator/prelude/erlang.erl");
    let lines = prelude.lines().filter(|line| !line.starts_with("%%"));
    let mut is_own = false;
    let own = lines.filter(|line| {
        if !line.starts_with(' ') && !line.starts_with("->") && !line.is_empty() {
            is_own = prefixes.iter().any(|prefix| line.starts_with(prefix));
        }
        is_own
    });
    own.collect::<Vec<_>>().join("\n")
}

/// The components of all tuples in a text, those inside of others too.
fn tuples(text: &str) -> Vec<Vec<String>> {
    let mut found = Vec::new();
    let mut open: Vec<(char, Vec<String>)> = Vec::new();
    for c in text.chars() {
        match c {
            '{' | '(' | '[' => open.push((c, vec![String::new()])),
            '}' | ')' | ']' => {
                let (bracket, items) = open.pop().unwrap();
                let text = format!("{bracket}{}{c}", items.join(","));
                if bracket == '{' {
                    found.push(items.iter().map(|item| item.trim().to_owned()).collect());
                }
                if let Some(item) = open.last_mut().and_then(|(_, items)| items.last_mut()) {
                    item.push_str(&text);
                }
            }
            ',' if !open.is_empty() => open.last_mut().unwrap().1.push(String::new()),
            other => {
                if let Some(item) = open.last_mut().and_then(|(_, items)| items.last_mut()) {
                    item.push(other);
                }
            }
        }
    }
    found
}

/// Whether the variables of a tuple stand where the components of their names do.
fn hold<C: Component>(tuple: &[String]) {
    for (position, item) in tuple.iter().enumerate() {
        if let Some(own) = C::NAMES.iter().position(|name| name == item) {
            assert_eq!(own, position, "{} as {{{}}}", C::text(), tuple.join(","));
        }
    }
}

/// Compares all tuples of the size and with the tag of a kind; how many there are.
fn compared<C: Component>(tuples: &[Vec<String>], tag: Option<&str>) -> usize {
    let own = tuples.iter().filter(|tuple| {
        tuple.len() == C::SIZE && tag.is_none_or(|tag| tuple[0].trim_matches('\'') == tag)
    });
    own.map(|tuple| hold::<C>(tuple)).count()
}

#[test]
fn timers_of_the_prelude_have_their_layout() {
    let tuples = tuples(&clauses(&["timer_", "mail_brought"]));
    assert!(compared::<TimerPart>(&tuples, None) > 20);
    assert!(compared::<TimeoutPart>(&tuples, Some("timeout")) > 0);
    // What is made: the message may carry the reference.
    let made = clauses(&["timer_start("]).replace("Brings, Left}", "Message, Left}");
    let made = tuples_of_names(&made);
    assert_eq!(made, [TimerPart::NAMES.join(",")]);
    let made = tuples_of_names(&clauses(&["timer_post("]));
    assert!(made.contains(&TimerPart::NAMES.join(",").replace("Ref", "Process")), "{made:?}");
}

fn tuples_of_names(text: &str) -> Vec<String> {
    tuples(text).iter().map(|tuple| tuple.join(",")).collect()
}

#[test]
fn watches_of_the_prelude_have_their_layout() {
    let text = clauses(&["watch_", "mail_end", "mail_who"]);
    let mut tuples = tuples(&text);
    // The reference of a link is its process.
    for tuple in tuples.iter_mut().filter(|own| own.len() == WatchPart::SIZE && own[1] == "Who") {
        "Ref".clone_into(&mut tuple[WatchPart::Ref.index()]);
    }
    assert!(compared::<WatchPart>(&tuples, None) > 20);
    assert!(compared::<BehindPart>(&tuples, Some("behind")) > 5);
    assert!(compared::<LoosePart>(&tuples, Some("loose")) > 3);
    assert!(compared::<DownPart>(&tuples, Some("DOWN")) > 1);
    assert!(compared::<ExitPart>(&tuples, Some("EXIT")) > 1);
    let made = tuples_of_names(&clauses(&["watch_add("]));
    assert!(made.contains(&WatchPart::NAMES.join(",")), "{made:?}");
}

#[test]
fn the_page_on_vectors_shows_the_layouts() {
    let page = read("docs/vector.md");
    let tagged = |text: String, tag: &str| text.replace("Tag", tag);
    let texts = [
        TimerPart::text(),
        WatchPart::text(),
        QueuedPart::text(),
        tagged(BehindPart::text(), "behind"),
        tagged(LoosePart::text(), "loose"),
        tagged(EndingPart::text(), "stop"),
    ];
    for text in texts {
        assert!(page.contains(&text), "{text}");
    }
    let roles = [
        ParameterRole::Client(0),
        ParameterRole::Ending,
        ParameterRole::Timeout,
        ParameterRole::Timers,
        ParameterRole::Watches,
        ParameterRole::Trap,
        ParameterRole::Queue,
        ParameterRole::Frames,
    ];
    for role in roles {
        let name = role.name();
        let [one, several] = [format!("slot `{name}`"), format!("slots `{name}`")];
        assert!(page.contains(&one) || page.contains(&several), "{name}");
    }
}

#[test]
fn components_are_read_where_they_are_written() {
    let numbered = SignalPart::tuple(|part| Expr::integer(part.index()));
    for &part in SignalPart::ALL {
        assert_eq!(part.of(&numbered), Expr::integer(part.index()));
    }
    let from = layout::from(&Expr::pid(1), &Expr::integer(7));
    assert_eq!(FromPart::Pid.of(&from), Expr::pid(1));
    let entry = QueuedPart::entry(Expr::atom("sync"), Expr::atom("e"), Some(from.clone()));
    assert_eq!(QueuedPart::Client.of(&entry), from);
    let Expr::Tuple(down) = model::down_message(&Expr::Nil, &Expr::pid(2), &Expr::atom("gone"))
    else {
        panic!("no tuple")
    };
    let end = layout::end_in(&down, |tag, name| *tag == Expr::atom(name));
    assert_eq!(end, Some([&Expr::pid(2), &Expr::atom("gone")]));
}
