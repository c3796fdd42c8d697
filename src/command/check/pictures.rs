//! What a report shows of a module besides what was found out: its state diagram, its transition system.
//!
//! Input: a module and what it is run under. Output: entries of a report that has room for pictures. Nothing is said of what goes wrong
//! here: it was said before.

use std::num::NonZeroUsize;

use frontend::Span;
use lts::semantics::{LabelStyle, View};
use model::Form;

use crate::check::transitions::transitions;
use crate::cli::{CheckArgs, LimitArgs};
use crate::hunt::diagram::{self, Met};
use crate::report::{Entry, Reporter, StateDiagram, Transitions, place};
use crate::session::Session;
use crate::system::drawing;
use crate::system::generate::{Unexplored, generate};
use crate::system::{Maps, Subject};
use crate::versions::version::{drawn, ends};

/// States of a system that nothing was asked of.
const MOST_STATES: usize = 10_000;

/// Adds the state diagram of a module to a report that has room for it, and its transition system where it has no properties that were
/// asked of one.
pub(super) fn draw(
    session: &mut Session,
    report: &mut Reporter,
    args: &CheckArgs,
    subject: &Subject,
) {
    if !report.has_room_for_drawings() {
        return;
    }
    // What it has to say was said already.
    let quiet = &mut Session::quiet();
    if let Some(met) = diagram::met(quiet, (&args.source, &args.limits), subject) {
        let shown = pictured(session, &met);
        report.add(session, Entry::Diagram(Box::new(shown)));
    }
    if report.has_room_for_systems()
        && !report.shows_system()
        && let Some(system) = suggested(args, subject)
    {
        report.add(session, Entry::Transitions(Box::new(system)));
    }
}

/// The system under the commands that are given, or that the module suggests, as far as that is small.
fn suggested(args: &CheckArgs, subject: &Subject) -> Option<Transitions> {
    let quiet = &mut Session::quiet();
    let bounded = args.limits.under(true);
    let most = NonZeroUsize::new(bounded.max_states.get().min(MOST_STATES));
    let limits = LimitArgs { max_states: most.unwrap_or(bounded.max_states), ..bounded };
    for maps in [Maps::Ordered, Maps::Open] {
        let with = (&args.source, maps);
        let translated =
            subject.translate_maps(quiet, &subject.settings, Form::Direct, with, &[])?;
        let model = translated.model?;
        match generate(quiet, &model, View::Default, LabelStyle::Erlang, &limits) {
            Ok((mut engine, exploration)) => {
                let machine = (&mut engine, &exploration.states);
                return Some(transitions(&exploration.lts, Some(machine), Some(&model)));
            }
            Err(Unexplored::Reported) => return None,
            Err(Unexplored::Maps) => {}
        }
    }
    None
}

/// A state diagram as it is shown, with what the machine does along its arrows.
fn pictured(session: &Session, met: &Met) -> StateDiagram {
    let (diagram, _) = drawn(&met.steps);
    let drawing = drawing::of_system(&diagram, (&[], &drawing::LIT), drawing::Titles::Named);
    let mut actions = vec![Vec::new(); drawing.arrows.len()];
    for ((step, _), ends) in met.steps.iter().zip(ends(&met.steps)) {
        let arrow = drawing.arrows.iter().position(|arrow| (arrow.from, arrow.to) == ends);
        let Some(own) = arrow.and_then(|arrow| actions.get_mut(arrow)) else { continue };
        for action in met.actions.get(step).into_iter().flatten() {
            if !own.contains(action) {
                own.push(action.clone());
            }
        }
    }
    let clauses = met.clauses.iter().filter_map(|&(span, is_taken)| {
        let end = Span::new(span.file, span.end.saturating_sub(1), span.end);
        let last = place(session, end)?.line;
        Some((place(session, span)?, last, is_taken))
    });
    StateDiagram { actions, clauses: clauses.collect(), is_cut: met.is_cut, diagram, drawing }
}
