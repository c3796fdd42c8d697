//! Functions that stand in line again and again are called where a module is large (`Shared::meet_many`): that changes no system of a
//! fixture, however small these functions are. (Of a part of what one returns less is known than in line: there may be more ways.)
//!
//! Each seventh fixture, or with `ERL2LTS_LONG=1` each, with such calls from the first node on and without any: the same states up to
//! bisimulation. What unknown values and processes are numbered, and the results of calls of other modules, which are shown where something
//! hangs on them, are not compared. Fixtures are too small to have such calls of themselves.

use std::sync::atomic::{AtomicUsize, Ordering};

use crate::support::comparison::for_all;
use crate::support::otp::otp_fixtures;
use crate::support::tools::sampled;
use crate::support::{Subject, entries, fixtures, kinds, lts};
use lts::compare::{Comparison, compare};
use lts::reduce::Equivalence;
use lts::semantics::{LabelStyle, View};
use lts::{Edge, Label, LabelTable, Lts};
use model::{Form, Model};

/// What bounds an exploration and a comparison.
const MAX: usize = 1_000_000;

/// The system of a model, with labels that say nothing of numbers of unknown values, and of results.
fn system(model: &Model) -> Option<Lts> {
    let lts = lts(model, View::Default, LabelStyle::Erlang, MAX)?;
    let mut labels = LabelTable::default();
    let mut edges = Vec::new();
    for state in lts.states() {
        for edge in lts.out(state) {
            let label = match lts.labels().get(edge.label) {
                Label::Visible { text, .. } => labels.intern(&unnumbered(text), || None),
                Label::Tau => lts::LabelId::TAU,
            };
            edges.push((state, Edge { label, target: edge.target }));
        }
    }
    Some(Lts::new(lts.initial(), lts.n_states(), edges, labels))
}

/// A label without its result, and without the numbers behind `?` and `<`.
fn unnumbered(text: &str) -> String {
    let text = text.split(" -> ").next().unwrap_or(text);
    let mut short = String::new();
    for char in text.chars() {
        let is_number = char.is_ascii_digit() || char == '.';
        if !(is_number && short.ends_with(['?', '<'])) {
            short.push(char);
        }
    }
    short
}

#[test]
fn calls_change_no_system() {
    let all = fixtures().into_iter().chain(entries()).chain(kinds()).chain(otp_fixtures());
    let subjects: Vec<Subject> = sampled(all);
    let n_called = AtomicUsize::new(0);
    for_all(&subjects, |subject| {
        let with = |calls_from| Subject { calls_from, calls_large: 0, ..subject.clone() };
        let called = with(0).model(Form::Direct);
        let plain = with(usize::MAX).model(Form::Direct);
        if called.procedures == plain.procedures && called.functions.len() == plain.functions.len()
        {
            return;
        }
        n_called.fetch_add(1, Ordering::Relaxed);
        let (Some(own), Some(other)) = (system(&called), system(&plain)) else {
            panic!("{subject}: more than {MAX} states")
        };
        let compared = compare(&own, &other, Equivalence::Strong, MAX).unwrap();
        assert_eq!(compared, Comparison::Equivalent, "{subject}");
    });
    let n_called = n_called.into_inner();
    println!("{n_called} of {} subjects have calls", subjects.len());
    assert!(n_called >= 3, "{n_called}");
}
