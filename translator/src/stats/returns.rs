//! Whether the shape of what a callback returns is known.
//!
//! Input: a lowered callback with what it may return. Output: the clauses that may return something whose
//! outermost tuple, tag or next state is an unknown value. State data may be unknown: it counts where it is
//! computed.

use behaviour::Behaviour;
use frontend::Span;
use rustc_hash::{FxHashMap, FxHashSet};

use super::Gap;
use crate::core::{Ending, Node, Others, Returns};
use crate::lower::lowered::Lowered;
use model::index::IndexVec;
use model::{Expr, FunctionId, Origin, OriginId, ProcedureIx, VarId};

/// A function of the module that does not stand in line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Called {
    /// It only computes.
    Function(FunctionId),
    /// It acts.
    Procedure(ProcedureIx),
}

/// What is unknown in the return values of a callback; `locals` are the functions that it may call.
pub(crate) fn gaps(
    behaviour: &Behaviour,
    lowered: &Lowered,
    locals: &[(Called, Lowered)],
    origins: &IndexVec<OriginId, Origin>,
) -> Vec<Gap> {
    let unknown = unknown_results(behaviour, locals);
    let values = Values::of(lowered, &unknown);
    let mut places: Vec<(Span, OriginId)> = lowered
        .returns
        .iter()
        .filter_map(|(clause, value)| Some((*clause, values.shape(behaviour, value)?)))
        .collect();
    places.sort_unstable();
    places.dedup();
    let gap = |(span, origin): (Span, OriginId)| Gap { span, what: origins[origin].what.clone() };
    places.into_iter().map(gap).collect()
}

/// The functions of the model whose value may be unknown as a whole.
fn unknown_results(
    behaviour: &Behaviour,
    locals: &[(Called, Lowered)],
) -> FxHashMap<Called, OriginId> {
    let mut unknown: FxHashMap<Called, OriginId> = FxHashMap::default();
    loop {
        let n_before = unknown.len();
        for (called, lowered) in locals {
            if !unknown.contains_key(called)
                && let Some(origin) = result(behaviour, lowered, &unknown)
            {
                unknown.insert(*called, origin);
            }
        }
        if unknown.len() == n_before {
            return unknown;
        }
    }
}

/// Why the value that a function returns may be unknown as a whole.
fn result(
    behaviour: &Behaviour,
    lowered: &Lowered,
    unknown: &FxHashMap<Called, OriginId>,
) -> Option<OriginId> {
    let values = Values::of(lowered, unknown);
    lowered.graph.reachable(lowered.root).into_iter().find_map(|id| {
        match &lowered.graph.nodes[id] {
            Node::Leaf(leaf) => match &leaf.ending {
                // Errors and exits end the machine, or a handler takes them.
                Ending::Value(Expr::Tuple(items)) => match &items[..] {
                    [Expr::Atom(tag), value] if matches!(tag.as_str(), "ok" | "throw") => {
                        values.shape(behaviour, value)
                    }
                    _ => None,
                },
                _ => None,
            },
            _ => None,
        }
    })
}

/// What the variables of a graph may stand for.
struct Values<'l> {
    definitions: FxHashMap<VarId, Vec<&'l Expr>>,
    results: FxHashMap<VarId, OriginId>,
    unknown: &'l FxHashMap<Called, OriginId>,
}

impl<'l> Values<'l> {
    fn of(lowered: &'l Lowered, unknown: &'l FxHashMap<Called, OriginId>) -> Self {
        let mut values =
            Self { definitions: FxHashMap::default(), results: FxHashMap::default(), unknown };
        for id in lowered.graph.reachable(lowered.root) {
            match &lowered.graph.nodes[id] {
                Node::Let { var, value, .. } => {
                    values.definitions.entry(*var).or_default().push(value);
                }
                Node::Act {
                    result: Some(var),
                    returns: Returns::Unknown(origin) | Returns::Mail(_, Others::Unknown(origin)),
                    ..
                } => {
                    values.results.insert(*var, *origin);
                }
                Node::Enter { procedure, returned, .. } => {
                    if let Some(origin) = unknown.get(&Called::Procedure(*procedure)) {
                        values.results.insert(*returned, *origin);
                    }
                }
                _ => {}
            }
        }
        values
    }

    /// Why the tag or the second component of a return value is unknown.
    fn shape(&self, behaviour: &Behaviour, value: &Expr) -> Option<OriginId> {
        let mut seen = FxHashSet::default();
        let mut pending = vec![value];
        while let Some(value) = pending.pop() {
            match value {
                Expr::Tuple(items) => {
                    // The next state; the second component of others decides nothing.
                    let names_state = matches!(items.first(), Some(Expr::Atom(tag))
                        if behaviour.shapes(tag.as_str()).any(|shape| shape.state() == Some(2)) && items.len() > 2);
                    let n_shape = if names_state { 2 } else { 1 };
                    let cause = items.iter().take(n_shape).find_map(|item| self.whole(item));
                    if cause.is_some() {
                        return cause;
                    }
                }
                Expr::Var(var) if self.definitions.contains_key(var) => {
                    if seen.insert(*var) {
                        pending.extend(self.definitions[var].iter().copied());
                    }
                }
                _ => {
                    if let Some(origin) = self.whole(value) {
                        return Some(origin);
                    }
                }
            }
        }
        None
    }

    /// Why a value is unknown as a whole.
    fn whole(&self, value: &Expr) -> Option<OriginId> {
        let mut seen = FxHashSet::default();
        let mut pending = vec![value];
        while let Some(value) = pending.pop() {
            match value {
                Expr::Unknown(origin) => return Some(*origin),
                Expr::Element(_, base) | Expr::Head(base) | Expr::Tail(base) => pending.push(base),
                Expr::Call(id, _) => {
                    if let Some(origin) = self.unknown.get(&Called::Function(*id)) {
                        return Some(*origin);
                    }
                }
                Expr::Var(var) => {
                    if let Some(origin) = self.results.get(var) {
                        return Some(*origin);
                    }
                    if seen.insert(*var) {
                        let definitions = self.definitions.get(var).into_iter().flatten();
                        pending.extend(definitions.copied());
                    }
                }
                _ => {}
            }
        }
        None
    }
}
