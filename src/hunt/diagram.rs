//! The state diagram of a module, as a hunt under the events that the module suggests meets it.
//!
//! Input: a module. Output: its steps, what was reached, and whether there may be more of both.

use std::cell::Cell;
use std::collections::BTreeMap;
use std::rc::Rc;

use frontend::Span;
use hunter::{DiagramStep, Portrait};
use lts::semantics::{LabelStyle, Machine, View};

use crate::cli::{LimitArgs, SourceArgs};
use crate::hunt::{NET, bounds, model};
use crate::session::Session;
use crate::session::watch::clock::Deadline;
use crate::system::Subject;

/// A state diagram that was met.
pub(crate) struct Met {
    /// Its steps, each with the clauses that take it, in the order of the source.
    pub(crate) steps: Vec<(DiagramStep, Vec<Span>)>,
    /// What the machine does in steps.
    pub(crate) actions: BTreeMap<DiagramStep, Vec<String>>,
    /// Clauses of callbacks, with whether they were taken.
    pub(crate) clauses: Vec<(Span, bool)>,
    /// Whether a limit was met before all was.
    pub(crate) is_cut: bool,
}

/// The state diagram of a module; `None` if there is none, which was reported.
pub(crate) fn met(
    session: &mut Session,
    (args, limits): (&SourceArgs, &LimitArgs),
    subject: &Subject,
) -> Option<Met> {
    let end = Deadline::new(limits.timeout, NET);
    let (model, derived, environment) = model(session, (args, limits), subject, (end, &[]))?;
    let was_over = Rc::new(Cell::new(false));
    let noted = Rc::clone(&was_over);
    let is_over = move || {
        noted.set(noted.get() || end.is_over());
        noted.get()
    };
    let mut machine = Machine::new(&model, View::Default, LabelStyle::Erlang)
        .with_max_steps(limits.max_steps.get())
        .interrupted_by(Box::new(is_over));
    let hunt = machine.hunt(bounds(limits));
    let judged = environment.judged(&subject.module, &model, &derived);
    let portrait = hunter::diagram(&judged, &mut machine, &hunt);
    let is_cut = hunt.is_cut_short || !hunt.given_up.is_empty() || was_over.get();
    let Portrait { steps, actions, coverage } = portrait;
    Some(Met { steps, actions, clauses: coverage.clauses, is_cut })
}
