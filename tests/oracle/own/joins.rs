//! What follows the values of callbacks is lowered once for all that are alike (`lower/callback/join.rs`): that changes no system.
//!
//! Each seventh fixture, or with `ERL2LTS_LONG=1` each, with joins from the first node on and without any: the same states up to
//! bisimulation, and the same messages. Callbacks of fixtures are too small to have joins of themselves.

use std::sync::atomic::{AtomicUsize, Ordering};

use crate::support::comparison::for_all;
use crate::support::otp::otp_fixtures;
use crate::support::tools::sampled;
use crate::support::{Subject, entries, fixtures, kinds, lts};
use lts::Lts;
use lts::compare::{Comparison, compare};
use lts::reduce::Equivalence;
use lts::semantics::{LabelStyle, View};
use model::{Form, Model};

/// What bounds an exploration and a comparison.
const MAX: usize = 1_000_000;

fn system(model: &Model) -> Option<Lts> {
    lts(model, View::Default, LabelStyle::Erlang, MAX)
}

#[test]
fn joins_change_no_system() {
    let all = fixtures().into_iter().chain(entries()).chain(kinds()).chain(otp_fixtures());
    let subjects: Vec<Subject> = sampled(all);
    let n_joined = AtomicUsize::new(0);
    for_all(&subjects, |subject| {
        let with = |joins_from| Subject { joins_from, ..subject.clone() };
        let (joined, said) = with(0).diagnosed(Form::Direct);
        let (plain, expected) = with(usize::MAX).diagnosed(Form::Direct);
        assert_eq!(said, expected, "{subject}");
        if format!("{:?}", joined.functions) == format!("{:?}", plain.functions) {
            return;
        }
        n_joined.fetch_add(1, Ordering::Relaxed);
        let (Some(own), Some(other)) = (system(&joined), system(&plain)) else {
            panic!("{subject}: more than {MAX} states")
        };
        let compared = compare(&own, &other, Equivalence::Strong, MAX).unwrap();
        assert_eq!(compared, Comparison::Equivalent, "{subject}");
    });
    let n_joined = n_joined.into_inner();
    println!("{n_joined} of {} subjects have joins", subjects.len());
    assert!(n_joined > 10, "{n_joined}");
}
