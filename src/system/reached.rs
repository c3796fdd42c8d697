//! What is printed of a model with unknown values to which no run comes.
//!
//! Input: a model. Output: the model that can be printed, and where the values come from that are not in it. A settled
//! model is stuck where the module's model has an unknown value or a float: one that is explored to its end and is never
//! stuck says the same, exactly.

use std::collections::BTreeSet;

use emit::refined;
use emit::settled;
use lts::explore::{Limits, explore};
use lts::semantics::{LabelStyle, Machine, View};
use model::{Behaviour, Expr, Model, OriginId};

/// States after which it is left open whether a run comes to an unknown value.
const MAX_STATES: usize = 10_000;

/// Steps of pure code for that: about a second.
const MAX_WORK: u64 = 20_000_000;

/// What is known of the runs of a model that is to be printed.
pub(crate) struct Reached {
    /// The model with choices in the place of unknown values where that is possible, and without what no run comes to.
    pub(crate) printed: Model,
    /// Where unknown values would come from to which no run comes, as far as that is known.
    pub(crate) unreached: BTreeSet<OriginId>,
}

/// Finds out to which unknown values runs come: to none at all, or to none but those that are choices in print.
pub(crate) fn reached(model: &Model) -> Reached {
    let chosen = refined(model);
    let printed = settled(&chosen);
    // What comes to a value without choices in the places of others does so with them.
    if printed.as_ref().is_some_and(|printed| !is_never_stuck(printed)) {
        return Reached { printed: chosen, unreached: BTreeSet::new() };
    }
    let none_is = settled(model).is_some_and(|settled| is_never_stuck(&settled));
    let mut unreached = if none_is { model.unknown_origins() } else { chosen.unknown_origins() };
    if !none_is {
        // A place may be a choice on one way and an unknown value on another one.
        unreached.retain(|origin| !is_chosen(model, &chosen, *origin));
    }
    Reached { printed: printed.unwrap_or(chosen), unreached }
}

/// Whether a value of this origin stands as a choice in print.
fn is_chosen(model: &Model, chosen: &Model, origin: OriginId) -> bool {
    model.points.iter_enumerated().any(|(id, point)| {
        let is_own =
            matches!(point, Behaviour::Let { value: Expr::Unknown(other), .. } if *other == origin);
        is_own && chosen.points[id] != *point
    })
}

/// Whether every run comes by, in not too many states and with not too much work.
pub(super) fn is_never_stuck(model: &Model) -> bool {
    let mut machine = Machine::new(model, View::Paper, LabelStyle::Erlang);
    machine.allow(MAX_WORK);
    let mut limits = Limits { max_states: MAX_STATES, interrupted: &mut |_| false };
    explore(&mut machine, &mut limits).is_ok_and(|exploration| exploration.stop.is_none())
}
