//! What is printed is what is explored: emitted muCRL, read back and explored by its own rules, is
//! strongly bisimilar to the system that the engine makes from the same model.
//!
//! The reader knows nothing of the model, so an error of the emitters shows here, without any other tool.

#![allow(clippy::unwrap_used, clippy::panic, clippy::print_stdout, reason = "tests may fail")]

mod support;

use std::sync::Mutex;

use frontend::FileId;
use lts::Lts;
use lts::explore::{Limits, explore};
use lts::semantics::{LabelStyle, View};
use mcrl::System;
use support::bisimulation::bisimilar;
use support::comparison::for_all;
use support::identities::identities;
use support::{Subject, entries, fixtures, generated, queues, timers, waiting};
use translator::emit::emit_mcrl;
use translator::model::Form;

/// The system of a specification.
fn read(text: &str) -> Lts {
    let outcome = mcrl::read(FileId(0), text);
    assert!(outcome.diagnostics.is_empty(), "{:?}", outcome.diagnostics);
    let specification = outcome.value.unwrap();
    let mut system = System::new(&specification, 10_000_000, None);
    let mut limits = Limits { max_states: usize::MAX, interrupted: &mut |_| false };
    let exploration = explore(&mut system, &mut limits).unwrap();
    assert_eq!(exploration.stop, None);
    exploration.lts
}

fn compare(title: &str, subjects: &[Subject]) {
    let sizes = Mutex::new((0, 0));
    for_all(subjects, |subject| {
        // The paper form knows one client.
        let forms: &[Form] =
            if subject.clients > 1 { &[Form::Direct] } else { &[Form::Paper, Form::Direct] };
        for &form in forms {
            let theirs = read(&emit_mcrl(&subject.model(form)).unwrap());
            let ours = subject.lts(form, View::Paper, LabelStyle::Mcrl);
            assert!(bisimilar(&theirs, &ours), "the text says otherwise, {form:?}: {subject}");
            let mut sizes = sizes.lock().unwrap();
            sizes.0 += 1;
            sizes.1 += theirs.n_states();
        }
    });
    let (systems, states) = sizes.into_inner().unwrap();
    println!("{title}: {systems} systems, {states} states, all bisimilar");
}

#[test]
fn fixtures_are_read_back() {
    compare("fixtures", &fixtures());
}

#[test]
fn entries_are_read_back() {
    compare("entries", &entries());
}

#[test]
fn identities_are_read_back() {
    compare("identities", &identities());
}

#[test]
fn timers_are_read_back() {
    compare("timers", &timers());
}

#[test]
fn queues_are_read_back() {
    compare("queues", &queues());
}

#[test]
fn receive_is_read_back() {
    compare("receive", &[waiting()]);
}

#[test]
fn generated_modules_are_read_back() {
    compare("generated", &generated(60));
}
