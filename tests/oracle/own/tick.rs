//! Counted time: the door with a lock that closes it is the door that was written by hand in mCRL2.
//!
//! `fixtures/tick/reference.aut` is what `mcrl22lps tick.mcrl2 x.lps && lps2lts x.lps reference.aut` makes of
//! `fixtures/tick/tick.mcrl2`. It hands events over in a step of its own and has no stack; what only one side
//! shows is hidden, and such steps are removed as the default view removes them.

use std::fmt::Write as _;

use crate::command_line::run;
use crate::support::bisimulation::{bisimilar, label};
use crate::support::{file, read_aut};
use frontend::FileId;
use lts::format::aut::TauName;
use lts::{Lts, StateId};

/// The door under these options.
fn door(options: &[&str]) -> Lts {
    let output = run(&[&["lts", "fixtures/tick/auto_door.props"], options].concat());
    read(&String::from_utf8(output.stdout).unwrap())
}

fn read(text: &str) -> Lts {
    lts::format::aut::read(FileId(0), text, Some(TauName::I))
        .value
        .unwrap_or_else(|| panic!("{text}"))
}

/// A system without steps that are hidden and the only ones of their state.
fn without(lts: &Lts, hidden: &dyn Fn(&str) -> bool) -> Lts {
    let end = |mut state: StateId| {
        while let [edge] = lts.out(state)
            && hidden(label(lts, edge.label))
        {
            state = edge.target;
        }
        state.index()
    };
    let mut lines = String::new();
    let mut n_transitions = 0;
    for state in lts.states() {
        for edge in lts.out(state) {
            let text = label(lts, edge.label);
            if end(state) == state.index() {
                assert!(!hidden(text), "{text} is not the only step");
                writeln!(lines, "({},\"{text}\",{})", state.index(), end(edge.target)).unwrap();
                n_transitions += 1;
            }
        }
    }
    read(&format!("des ({},{n_transitions},{})\n{lines}", end(lts.initial()), lts.n_states()))
}

#[test]
fn the_door_is_that_of_the_reference() {
    let reference = read_aut(&file("fixtures/tick/reference.aut"), TauName::Tau);
    assert_eq!((reference.n_states(), reference.n_transitions()), (14, 24));
    let paper = door(&["--view", "paper"]);
    let is_stack = |text: &str| text.contains("callstack") || text == "send_event(timeout)";
    assert!(bisimilar(&without(&paper, &is_stack), &reference));
    let is_event = |text: &str| text.starts_with("send_event");
    let bare = without(&reference, &is_event);
    assert!(bisimilar(&door(&[]), &bare));
    // The comparison sees a difference of one tick.
    assert!(!bisimilar(&door(&["--quantum", "1500"]), &bare));
    assert!(!bisimilar(&paper, &reference));
}
