//! Which states the machine can enter.
//!
//! Input: `init/1`, lowered. Output: the states that it and the callbacks in them name, each with its lowered
//! callbacks.

use std::collections::BTreeSet;

use frontend::Name;

use super::Passes;
use crate::core::{Ending, Node};
use crate::lower::lower_local;
use crate::lower::lowered::{Callback, Lowered};
use model::state::Computed;
use model::{HandlerKind, Procedure, TimerKind};

impl Passes<'_> {
    /// The states that the machine can enter, with their lowered callbacks, in textual order.
    pub(crate) fn reach(&mut self, init: &Lowered) -> Vec<(Name, Vec<(HandlerKind, Lowered)>)> {
        let mut kinds = self.kinds(&self.shared.posts());
        let mut pending = next_states(init);
        let mut reached: Vec<(Name, Vec<(HandlerKind, Lowered)>)> = Vec::new();
        loop {
            while let Some(state) = pending.pop() {
                if reached.iter().any(|(reached_state, _)| *reached_state == state) {
                    continue;
                }
                let is_draft = self.is_draft;
                let lowered_kinds =
                    kinds.iter().filter(|kind| !is_draft || kind.function().is_none());
                let handlers = lowered_kinds.map(|&kind| self.lower_in(&state, kind, &mut pending));
                let handlers = handlers.collect();
                reached.push((state, handlers));
                self.is_draft = self.is_in_vain();
                if self.is_draft {
                    self.shared.meet_vain();
                }
            }
            let Some(kind) = self.brings(&kinds) else { break };
            kinds.insert(kind);
            let is_one = self.is_draft && kind.function().is_some();
            let n_states = if is_one { 1 } else { reached.len() };
            for (state, handlers) in reached.iter_mut().take(n_states) {
                handlers.push(self.lower_in(state, kind, &mut pending));
                handlers.sort_by_key(|(kind, _)| *kind);
            }
        }
        // States without a function come last, those that are computed behind all others: what asks for the
        // state asks for these in the end.
        reached.sort_by_key(|(state, _)| {
            let event = self.machine.behaviour.untagged.callback;
            let function = self.machine.handler(event, state);
            (function.clauses.is_empty(), Computed::of(state).is_some(), function.span)
        });
        reached
    }

    /// A callback in a state; the states that it enters are pending.
    fn lower_in(
        &mut self,
        state: &Name,
        kind: HandlerKind,
        pending: &mut Vec<Name>,
    ) -> (HandlerKind, Lowered) {
        let function = self.machine.handler(kind, state);
        let lowered = self.lower(&Callback::Handler(kind, state.clone()), &function);
        pending.extend(next_states(&lowered));
        (kind, lowered)
    }

    /// The callback that takes what a timer or another process brings, or that another one asks for, where it is none of
    /// these.
    fn brings(&self, kinds: &BTreeSet<HandlerKind>) -> Option<HandlerKind> {
        let behaviour = self.machine.behaviour;
        let continued = self.shared.continued().filter(|kind| !kinds.contains(kind));
        if continued.is_some() {
            return continued;
        }
        let others: Vec<HandlerKind> = behaviour.brought_to().collect();
        if others.iter().all(|kind| kinds.contains(kind)) {
            return None;
        }
        // Functions that act and are called may start timers, too.
        let mut number = 0;
        while let Some(Procedure { name, arity, .. }) = self.shared.procedure_at(number) {
            let generated = self.shared.generated(&name, arity);
            let of_module = self.machine.function(&name, arity);
            if let Some(function) = generated.as_deref().or(of_module) {
                lower_local(self.shared, function);
            }
            number += 1;
        }
        // What its own timers bring comes to a callback that is always there.
        let is_looped = behaviour.run_by.is_some();
        let by_timer = TimerKind::ALL.iter().filter(|kind| {
            **kind == TimerKind::Info || kind.is_sent() || is_looped && **kind == TimerKind::Timeout
        });
        let is_brought = |kind: &HandlerKind| {
            let mut timers = by_timer
                .clone()
                .filter(|timer_kind| behaviour.brought(**timer_kind).callback == *kind);
            timers.any(|timer_kind| self.shared.starts(*timer_kind))
                || *kind == behaviour.bare.callback && self.shared.watches()
        };
        others.into_iter().find(|kind| !kinds.contains(kind) && is_brought(kind))
    }
}

/// The states that a callback's endings name.
fn next_states(lowered: &Lowered) -> Vec<Name> {
    let mut names = Vec::new();
    for id in lowered.graph.reachable(lowered.root) {
        if let Node::Leaf(leaf) = &lowered.graph.nodes[id]
            && let Ending::Next { state, .. } = &leaf.ending
        {
            names.push(state.clone());
        }
    }
    names
}
