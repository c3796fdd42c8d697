//! The state diagram of a module, as a hunt has met it: which event leads from which state to which, by which clauses.
//!
//! Input: a hunt. Output: steps, each once, in the order of the clauses that take them. Events and states are told by their atoms, tuples
//! and maps (`kinds`): `cmd({pay,_})`. What crashes is no step of a diagram, as a state without a clause for an event has none.

use std::collections::BTreeMap;

use frontend::Span;
use lts::Term;
use lts::semantics::{Hunt, Idle, Machine};
use model::End;

use crate::Subject;
use crate::coverage::{self, Coverage};
use crate::kinds::Kind;
use crate::moves::{Move, Moves};

/// A step of a state diagram.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct DiagramStep {
    /// The state before.
    pub from: Place,
    /// What happens: a label of which only atoms, tuples and maps are told, as `cmd({pay,_})`, or `start`.
    pub event: String,
    /// The state behind.
    pub to: Place,
}

/// Where a machine is between two events.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Place {
    /// It was not started.
    Before,
    /// In a state of this name; of a machine whose states may be any terms, in one of this kind.
    State(String),
    /// It has stopped.
    Stopped,
}

/// A module as a hunt has met it.
#[derive(Clone, Debug)]
pub struct Portrait {
    /// The steps, each with the clauses of callbacks that take it, in the order of the source.
    pub steps: Vec<(DiagramStep, Vec<Span>)>,
    /// What the machine does in steps: the kinds of actions, each once, those of an event in a state together.
    pub actions: BTreeMap<DiagramStep, Vec<String>>,
    /// What was reached.
    pub coverage: Coverage,
}

/// The steps that a hunt has met.
pub fn diagram(subject: &Subject<'_>, machine: &mut Machine<'_>, hunt: &Hunt) -> Portrait {
    let moves = Moves::new(subject, machine, hunt);
    let mut steps: BTreeMap<DiagramStep, Vec<Span>> = BTreeMap::new();
    let mut actions: BTreeMap<DiagramStep, Vec<String>> = BTreeMap::new();
    for this_move in &moves.all {
        let Some(step) = step(&moves, this_move) else { continue };
        let own = actions.entry(step.clone()).or_default();
        for edge in moves.edges_of(this_move).skip(1) {
            let action = moves.action(edge.label).map(|action| told(&action.name, &action.args));
            own.extend(action.filter(|action| !own.contains(action)));
        }
        let clauses = steps.entry(step).or_default();
        clauses.extend(moves.clause(this_move));
    }
    let mut steps: Vec<_> = steps.into_iter().collect();
    for (_, clauses) in &mut steps {
        clauses.sort_unstable();
        clauses.dedup();
    }
    steps.sort_by(|(one, own), (other, others)| (own.first(), one).cmp(&(others.first(), other)));
    let coverage = coverage::coverage(&moves, &coverage::states(&moves));
    Portrait { steps, actions, coverage }
}

/// An action of which only atoms, tuples and maps are told.
fn told(name: &str, args: &[Term]) -> String {
    let args: Vec<String> = args.iter().map(|arg| Kind::of_term(arg).to_string()).collect();
    if args.is_empty() { name.to_owned() } else { format!("{name}({})", args.join(",")) }
}

/// The step that a move is, if it neither crashes nor was cut.
fn step(moves: &Moves<'_, '_>, this_move: &Move) -> Option<DiagramStep> {
    let to = match (&this_move.after, this_move.end) {
        (Some(idle), _) => place(moves, idle),
        (None, Some(End::Stopped)) => Place::Stopped,
        _ => return None,
    };
    let before = moves.idle[this_move.source].as_ref();
    let from = before.map_or(Place::Before, |idle| place(moves, idle));
    let event = if from == Place::Before { "start".to_owned() } else { event(moves, this_move)? };
    Some(DiagramStep { from, event, to })
}

/// The state of an idle machine.
fn place(moves: &Moves<'_, '_>, idle: &Idle) -> Place {
    let only = moves.model.behaviour.only_state.map(str::to_owned);
    // A name is an atom, and written as one wherever states may be other terms.
    let name = || idle.state.as_deref().map(Kind::of_name);
    let kind = idle.value.as_ref().map(Kind::of_term).or_else(name);
    let kind = || kind.map_or_else(|| "_".to_owned(), |kind| kind.to_string());
    Place::State(only.unwrap_or_else(kind))
}

/// The label of an event without the client that sends it, what is neither atom nor tuple nor map left out.
fn event(moves: &Moves<'_, '_>, this_move: &Move) -> Option<String> {
    let action = moves.action(moves.edge(this_move.event).label)?;
    let n_args = action.args.len();
    let own = if moves.command(this_move).is_some() { n_args.saturating_sub(1) } else { 0 };
    Some(told(&action.name, &action.args[own..]))
}
