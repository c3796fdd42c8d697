//! Generated modules that are worth a comparison.
//!
//! Input: seeds, one after another. Output: those whose systems are neither trivial nor large.

use lts::semantics::{LabelStyle, View};
use model::Form;

use super::{MAX_STATES, MIN_STATES, Subject, generator, lts, subject};

/// The first generated modules that are small enough; just one if `ERL2LTS_SEED` names it.
pub fn generated(count: usize) -> Vec<Subject> {
    match std::env::var("ERL2LTS_SEED") {
        Ok(seed) => vec![generated_from(seed.parse().unwrap())],
        Err(_) => small().take(count).collect(),
    }
}

/// All generated modules that do enough, and are small enough.
pub fn small() -> impl Iterator<Item = Subject> {
    (0..).map(generated_from).filter(|subject| {
        let model = subject.model(Form::Paper);
        lts(&model, View::Paper, LabelStyle::Erlang, MAX_STATES)
            .is_some_and(|lts| lts.n_states() >= MIN_STATES)
    })
}

/// The first rich generated modules that are small enough; just one if `ERL2LTS_SEED` names it.
pub fn generated_rich(count: usize) -> Vec<Subject> {
    match std::env::var("ERL2LTS_SEED") {
        Ok(seed) => vec![rich_from(seed.parse().unwrap())],
        Err(_) => small_rich().take(count).collect(),
    }
}

/// All rich generated modules that do enough, are small enough, and can be printed: a stack trace that somebody
/// looks at cannot.
pub fn small_rich() -> impl Iterator<Item = Subject> {
    (0..).map(rich_from).filter(|subject| {
        let model = subject.model(Form::Direct);
        let printable = model.unknowns().is_empty();
        printable
            && lts(&model, View::Paper, LabelStyle::Erlang, MAX_STATES / 2)
                .is_some_and(|lts| lts.n_states() >= MIN_STATES)
    })
}

/// The rich generated module of a seed.
pub fn rich_from(seed: u64) -> Subject {
    subject_of(generator::generate_rich(&format!("kinds{seed}"), seed), seed)
}

fn generated_from(seed: u64) -> Subject {
    subject_of(generator::generate(&format!("g{seed}"), seed), seed)
}

fn subject_of(made: generator::Generated, seed: u64) -> Subject {
    let title = format!("ERL2LTS_SEED={seed}");
    let subject = subject(&title, made.text, made.init, made.commands, made.unhandled);
    Subject { stubs: made.stubs, ..subject }
}
