//! The cases that a hunt has met: what happens after which clauses, what of the source has decided that, and which states are
//! entered, whatever the values.
//!
//! Input: a hunt. Output: its cases, which may be compared with those of another hunt in a model of the module, with other
//! values. Values are not part of a case: two ways that differ in them alone are one.

use std::collections::BTreeSet;

use frontend::Span;
use hunter::way;
use lts::next_state::NextState;
use lts::semantics::{Hunt, HuntEdge, Machine, constant};
use model::{ActionRole, Command};

/// What can be met.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Case {
    /// A clause of a callback is taken; of ways that lead to one state a step names the clauses of one.
    Takes(Span),
    /// An action, behind clauses of callbacks.
    Happens(String, BTreeSet<Span>),
    /// A construct of the source is what was decided last before something happens, or an exception comes from it.
    Decides(Span),
    /// The machine is idle in a state.
    Rests(String),
}

impl Case {
    /// Where the case is decided, if it has a place.
    pub(super) fn place(&self) -> Option<Span> {
        match self {
            Self::Happens(_, clauses) => clauses.last().copied(),
            Self::Takes(at) | Self::Decides(at) => Some(*at),
            Self::Rests(_) => None,
        }
    }
}

/// The cases that a hunt has met.
pub(super) fn cases(machine: &Machine<'_>, hunt: &Hunt) -> BTreeSet<Case> {
    let of_steps = hunt.edges.iter().flat_map(|edge| of_edge(machine, hunt, edge));
    of_steps.chain(machine.taken().map(Case::Takes)).collect()
}

/// The cases of some steps.
pub(super) fn of_edges(
    machine: &Machine<'_>,
    hunt: &Hunt,
    numbers: &BTreeSet<usize>,
) -> BTreeSet<Case> {
    let edges = numbers.iter().filter_map(|&number| hunt.edges.get(number));
    edges.flat_map(|edge| of_edge(machine, hunt, edge)).collect()
}

/// The wanted cases that are not met; a clause that is a part of another one of them is none of its own.
pub(super) fn missing(wanted: &BTreeSet<Case>, met: &BTreeSet<Case>) -> BTreeSet<Case> {
    let missing: BTreeSet<Case> = wanted.difference(met).cloned().collect();
    let is_part = |clause: &Span| {
        missing
            .iter()
            .any(|case| matches!(case, Case::Happens(_, clauses) if clauses.contains(clause)))
    };
    let is_own = |case: &&Case| !matches!(case, Case::Takes(clause) if is_part(clause));
    missing.iter().filter(is_own).cloned().collect()
}

/// Strikes out the cases that are met in the edges of a hunt from this one on.
pub(super) fn strike(
    machine: &Machine<'_>,
    hunt: &Hunt,
    first: usize,
    wanted: &mut BTreeSet<Case>,
) {
    for edge in hunt.edges.iter().skip(first) {
        of_edge(machine, hunt, edge).for_each(|case| _ = wanted.remove(&case));
    }
    machine.taken().for_each(|clause| _ = wanted.remove(&Case::Takes(clause)));
}

/// The commands with which a hunt comes to cases that are wanted: those of the first way to each.
pub(super) fn commands(
    machine: &Machine<'_>,
    hunt: &Hunt,
    mut wanted: BTreeSet<Case>,
) -> Vec<Command> {
    let mut commands: Vec<Command> = Vec::new();
    for (number, edge) in hunt.edges.iter().enumerate() {
        if !of_edge(machine, hunt, edge).any(|case| wanted.contains(&case)) {
            continue;
        }
        for step in way(hunt, number) {
            let edge = &hunt.edges[step];
            of_edge(machine, hunt, edge).for_each(|case| _ = wanted.remove(&case));
            if let Some(command) = command(machine, edge)
                && !commands.contains(&command)
            {
                commands.push(command);
            }
        }
    }
    commands
}

/// The cases of one step.
fn of_edge(machine: &Machine<'_>, hunt: &Hunt, edge: &HuntEdge) -> impl Iterator<Item = Case> {
    let action = machine.labels().get(edge.label).action();
    let clauses = || edge.clauses.iter().copied().collect();
    let happens = action.map(|action| Case::Happens(action.name.clone(), clauses()));
    let decides = edge.at.map(Case::Decides);
    let rests = machine.idle_behind(hunt, edge).and_then(|idle| idle.state).map(Case::Rests);
    let takes = edge.clauses.iter().copied().map(Case::Takes);
    [happens, decides, rests].into_iter().flatten().chain(takes)
}

/// The command that a step is, with all of its parts.
fn command(machine: &Machine<'_>, edge: &HuntEdge) -> Option<Command> {
    let Some(ActionRole::Command(kind)) = edge.role else { return None };
    let term = machine.labels().get(edge.label).action()?.args.last()?;
    let term = constant(term).filter(|_| !term.has_unknown())?;
    Some(Command { kind, term })
}
