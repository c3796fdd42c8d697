//! Events that a pattern takes behind its guard: as if each constant of the guard stood in a head of its own.
//!
//! Input: a pattern, its guard. Output: the shapes of what both let pass. `{set, X}` behind `X == on; X == off` has two,
//! behind `is_atom(X)` one with an atom that its sender chooses; a way in which the guard says nothing has the plain pattern.

use frontend::Name;
use frontend::ast::{Guard, Pat};

use super::ways;
use crate::analysis::domain::combined;
use crate::derive::shape::{Known, Shapes};
use model::Expr;

/// Shapes of one way in which a guard holds, at most: of more only the kinds count.
const MAX_SHAPES: usize = 16;

/// The shapes of the events that a pattern takes behind a guard, each once.
pub(crate) fn guarded(pattern: &Pat, guard: &Guard, shapes: &Shapes<'_>) -> Vec<Expr> {
    guarded_all([pattern], guard, shapes).into_iter().map(|[event]| event).collect()
}

/// The shapes of what patterns side by side take behind a guard, each once.
pub(crate) fn guarded_all<const N: usize>(
    patterns: [&Pat; N],
    guard: &Guard,
    shapes: &Shapes<'_>,
) -> Vec<[Expr; N]> {
    let mut vars: Vec<Name> = Vec::new();
    for pattern in patterns {
        pattern.for_each_var(&mut |name| vars.push(name.clone()));
    }
    let mut events = Vec::new();
    for limits in ways(guard) {
        let limits: Vec<_> = limits.into_iter().filter(|(name, _)| vars.contains(name)).collect();
        let parts: Vec<Vec<Expr>> = limits.iter().map(|(_, domain)| domain.shapes()).collect();
        let n_shapes = parts.iter().fold(1_usize, |n, part| n.saturating_mul(part.len()));
        let parts = if n_shapes <= MAX_SHAPES {
            parts
        } else {
            limits.iter().map(|(_, domain)| vec![domain.shape()]).collect()
        };
        for values in combined(&parts) {
            let names = limits.iter().map(|(name, _)| name.clone());
            let known: Known = names.zip(values).collect();
            let event = patterns.map(|pattern| shapes.event_with(pattern, &known));
            if !events.contains(&event) {
                events.push(event);
            }
        }
    }
    events
}
