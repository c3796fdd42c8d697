//! Machines that are written for two behaviours, or in two ways for one, have the same transition system.
//!
//! The door, the coffee machine and the payment of the paper as a `gen_fsm` and as a `gen_statem`, under the same commands:
//! `compare` with a renaming of labels finds no difference, and there are as many states and transitions. So have modules
//! of `fixtures/principles` that differ in callback mode, enter calls or hibernation only, without any renaming.

use crate::support::{Subject, file, properties};
use lts::compare::{Comparison, compare, renamed};
use lts::reduce::Equivalence;
use lts::semantics::{LabelStyle, View};
use lts::{Lts, Term};
use model::Form;

/// What bounds a comparison.
const MAX: usize = 1_000_000;

/// Each setting of a file of properties.
fn settings(path: &str) -> Vec<Subject> {
    properties(&file(path))
}

fn system(subject: &Subject) -> Lts {
    subject.lts(Form::Direct, View::Default, LabelStyle::Erlang)
}

fn assert_same(title: &str, own: &Lts, other: &Lts) {
    let compared = compare(own, other, Equivalence::Strong, MAX).unwrap();
    assert_eq!(compared, Comparison::Equivalent, "{title}");
}

/// Events as requests without an answer.
fn as_casts(commands: &Term) -> Term {
    match commands {
        Term::Tuple(parts) => Term::Tuple(vec![parts[0].clone(), as_casts(&parts[1])]),
        Term::List(events, None) => {
            let cast = |event: &Term| Term::Tuple(vec![Term::atom("cast"), event.clone()]);
            Term::List(events.iter().map(cast).collect(), None)
        }
        other => panic!("{other}"),
    }
}

#[test]
fn a_gen_statem_has_the_system_of_its_gen_fsm() {
    let pairs = [
        ("door/door", "statem_door"),
        ("coffee/coffee", "statem_coffee"),
        ("payment/payment", "statem_payment"),
    ];
    for (old, new) in pairs {
        let twins = settings(&format!("fixtures/statem/{new}.props"));
        let events = settings(&format!("fixtures/{old}.props"));
        assert!(!events.is_empty(), "{old}");
        for machine in events {
            let twin = Subject {
                title: machine.title.clone(),
                text: twins[0].text.clone(),
                module: twins[0].module.clone(),
                commands: as_casts(&machine.commands),
                ..machine.clone()
            };
            let own = renamed(&system(&machine), &[("cmd".to_owned(), "cmd_cast".to_owned())]);
            // The renaming is what makes them the same.
            let different = compare(&system(&machine), &system(&twin), Equivalence::Strong, MAX);
            assert_ne!(different.unwrap(), Comparison::Equivalent, "{}", machine.title);
            let other = system(&twin);
            assert_same(&machine.title, &own, &other);
            let sizes = [&own, &other].map(|lts| (lts.n_states(), lts.n_transitions()));
            assert_eq!(sizes[0], sizes[1], "{}", machine.title);
        }
    }
}

#[test]
fn a_machine_has_one_system_however_it_is_written() {
    let groups: [&[&str]; 4] = [
        &["gate_states", "gate_events", "gate_enter"],
        &["gate_whole", "gate_whole_events"],
        &["gate_pairs", "gate_sleep"],
        &["switch_states", "switch_events"],
    ];
    for group in groups {
        let [first, others @ ..] = group else { panic!("{group:?}") };
        let all = settings(&format!("fixtures/principles/{first}.props"));
        for other in others {
            let twins = settings(&format!("fixtures/principles/{other}.props"));
            assert_eq!(twins.len(), all.len(), "{other}");
            for (own, twin) in all.iter().zip(&twins) {
                assert_eq!(own.commands, twin.commands, "{other}");
                assert_same(&twin.title, &system(own), &system(twin));
            }
        }
    }
}
