//! Machines that begin in the midst of things, as another machine is handed to their callbacks.
//!
//! Input: what was found. Output: that as possible findings, without those that speak of the beginning itself, or of giving the machine back.

use behaviour::Deed;
use lts::next_state::NextState as _;
use lts::{Label, Term};

use crate::clauses::within;
use crate::moves::Moves;
use crate::{Finding, Rank, Subject};

/// Lowers what was found where a machine was handed over in a state and with data in which it may never be. Its `init/1` is none of its own
/// there, and where it gives the machine back to who has handed it over, that is no wrong action.
pub(crate) fn lower(subject: &Subject<'_>, moves: &Moves<'_, '_>, findings: &mut Vec<Finding>) {
    if !subject.is_handed_over {
        return;
    }
    let behaviour = moves.model.behaviour;
    let first = behaviour.first;
    let init = first.function().and_then(|name| moves.module.function(name, first.arity()));
    let is_in_init = |finding: &Finding| init.is_some_and(|init| within(finding.place, init.span));
    findings.retain(|finding| !is_in_init(finding) && !gives_back(moves, finding));
    for finding in findings {
        finding.rank = Rank::Possible;
        finding.because.insert(0, HANDED_OVER.to_owned());
    }
}

/// Whether a machine ends as it asks for the callback module that was called before.
fn gives_back(moves: &Moves<'_, '_>, finding: &Finding) -> bool {
    let mut actions = moves.model.behaviour.actions.iter();
    let Some(pop) = actions.find(|action| action.deed == Deed::Module && action.size == 0) else {
        return false;
    };
    let Some(&last) = finding.way.last() else { return false };
    let Label::Visible { action, .. } = moves.machine.labels().get(moves.edge(last).label) else {
        return false;
    };
    let reason = action.as_ref().and_then(|action| action.args.last());
    matches!(reason, Some(Term::Tuple(parts))
        if parts.len() == 2 && matches!(&parts[1], Term::Atom(name) if name.as_str() == pop.tag))
}

/// What is said of a machine that was handed over.
const HANDED_OVER: &str = "whether another machine is handed to these callbacks so";
