//! Timers whose references other modules have got.
//!
//! Input: a finding that ends with what a timer brings. Output: its rank, lower where a function of another module was given
//! the reference of that timer on the way: it may have cancelled it.

use lts::Term;
use model::ActionRole;

use crate::assumptions::has;
use crate::assumptions::left_out::brings;
use crate::moves::Moves;
use crate::replay::run_of;
use crate::{Finding, Rank};

/// What a finding rests on that another module may prevent.
const GIVEN: &str = "whether a function of another module cancels the timer that it is given";

/// Lowers the rank of a finding about a timer that another module may have cancelled.
pub(crate) fn lower(moves: &mut Moves<'_, '_>, finding: &mut Finding) {
    if finding.rank == Rank::Certain && may_be_cancelled(moves, &finding.way) {
        finding.rank = Rank::Possible;
        finding.because = vec![GIVEN.to_owned()];
    }
}

/// Whether each timer that may bring the last message on a way was given to another module.
fn may_be_cancelled(moves: &mut Moves<'_, '_>, way: &[usize]) -> bool {
    let fires = |&&edge: &&usize| matches!(moves.edge(edge).role, Some(ActionRole::Fires(_)));
    let Some(&last) = way.iter().rfind(fires) else { return false };
    let edge = moves.edge(last);
    let message = moves.action(edge.label).and_then(|action| action.args.last()).cloned();
    let (Some(message), Some(idle)) = (message, moves.idle[edge.source].clone()) else {
        return false;
    };
    let timers = idle.timers.iter().zip(&idle.timer_names);
    let own: Vec<&Term> = timers
        .filter(|(timer, _)| brings(timer, &message))
        .map(|(_, (_, reference))| reference)
        .collect();
    !own.is_empty() && own.into_iter().all(|reference| is_given(moves, way, reference))
}

/// Whether a function of another module is given the reference of a timer on a way. Where no values are found for the way,
/// whether the module calls one that has to do with timers by its name.
pub(crate) fn is_given(moves: &mut Moves<'_, '_>, way: &[usize], reference: &Term) -> bool {
    let is_it = |part: &Term| matches!(part, Term::Reference(_)) && part == reference;
    if let Ok(Some(played)) = moves.machine.played(&run_of(moves.hunt, way)) {
        let mut happened = played.steps.iter().flatten();
        return happened.any(|happened| {
            moves.model.actions[happened.action].role == ActionRole::Call
                && happened.args.iter().any(|arg| has(arg, &is_it))
        });
    }
    let mut calls = moves.model.actions.iter().filter_map(|action| action.callee.as_ref());
    calls.any(|call| {
        let name = call.function.as_str();
        name.contains("cancel") || name.contains("timer")
    })
}
