//! Which waiting clients can still be answered.
//!
//! Input: a state of the idle machine, and the references that were handed to others on the way to it. Output: for
//! each client that waits whether its From is still there. A From that the machine keeps stands in its state; one that
//! it has handed out may be answered by the process that has got it. An unknown value has a From only if it was made
//! from what the machine had: what a sender of events or the starter of the machine chooses cannot name a call that
//! waits, unless that was handed out before.

use model::{ActionRole, Component as _, FromPart, OriginKind};

use super::super::Machine;
use super::super::store::{Shape, Source, TermId};
use super::idle::Slots;
use crate::semantics::evaluation::kinds::Kinds;

/// Whether a client that waits may still get an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Debt {
    /// The machine has the From of the client.
    Kept,
    /// Another process may have the From, or it is in an unknown value.
    Open,
    /// No process has the From any more.
    Forgotten,
}

/// A client that waits for an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Waiting {
    /// Its number, from 0.
    pub client: usize,
    /// What has become of its From.
    pub debt: Debt,
}

/// Whether an action of this role gives its arguments to another process.
pub(crate) fn hands_out(role: ActionRole) -> bool {
    match role {
        ActionRole::Call | ActionRole::Reply | ActionRole::Unheard => true,
        // These stay in the machine, come from outside, or are only read by people.
        ActionRole::Command(_)
        | ActionRole::SendEvent(_)
        | ActionRole::Dequeue(_)
        | ActionRole::Post(_)
        | ActionRole::Overflow
        | ActionRole::Timeout
        | ActionRole::Continue(_)
        | ActionRole::Fires(_)
        | ActionRole::SendTimer
        | ActionRole::SendSignal
        | ActionRole::ExitSignal
        | ActionRole::SetTimer
        | ActionRole::Dictionary
        | ActionRole::Reference
        | ActionRole::Tick
        | ActionRole::Push
        | ActionRole::Pop
        | ActionRole::Logging
        | ActionRole::Init
        | ActionRole::Crash
        | ActionRole::Stop
        | ActionRole::StartFailed
        | ActionRole::StartIgnored
        | ActionRole::Internal
        | ActionRole::Half => false,
    }
}

impl Machine<'_> {
    /// The clients that wait in a state, where these references were handed out.
    pub(crate) fn waiting(&self, state: &[u32], slots: &Slots, handed: &[TermId]) -> Vec<Waiting> {
        let waits = slots.waits.iter().enumerate().filter_map(|(client, &slot)| {
            let from = TermId(state[slot]);
            let debt = match self.store.shape(from) {
                Shape::Atom(name) if name.as_str() == "false" => return None,
                // Where no From outlives its event it is not written down.
                Shape::Atom(_) => Debt::Forgotten,
                _ => self.debt((from, slot), state, handed),
            };
            Some(Waiting { client, debt })
        });
        waits.collect()
    }

    /// What has become of a From, which stands in a slot of its own.
    fn debt(&self, (from, own_slot): (TermId, usize), state: &[u32], handed: &[TermId]) -> Debt {
        // Whether the client waits at all is not known where states were taken for one.
        let Some(reference) = self.reference_of(from) else { return Debt::Open };
        let others =
            (1..state.len()).filter(|&slot| slot != own_slot).map(|slot| TermId(state[slot]));
        let others: Vec<TermId> = others.collect();
        if self.any_part(&others, &|id, _| id == reference) {
            Debt::Kept
        } else if handed.contains(&reference)
            || self.any_part(&others, &|_, shape| self.may_hold(shape))
        {
            Debt::Open
        } else {
            Debt::Forgotten
        }
    }

    /// Of these references those of calls that are not answered yet; all of them where the machine is not idle.
    pub(crate) fn owed_still(&self, state: &[u32], mut handed: Vec<TermId>) -> Vec<TermId> {
        handed.sort_unstable();
        handed.dedup();
        if let Some(slots) = self.idle_slots(state).filter(|_| !handed.is_empty()) {
            handed.retain(|&reference| {
                let mut froms = slots.waits.iter().map(|&slot| TermId(state[slot]));
                froms.any(|from| self.reference_of(from) == Some(reference))
            });
        }
        handed
    }

    /// The reference that tells a call from all others: the tag of its From, or behind `alias` in that.
    fn reference_of(&self, from: TermId) -> Option<TermId> {
        let Shape::Tuple(parts) = self.store.shape(from) else { return None };
        let &tag = FromPart::Tag.in_items(parts)?;
        match self.store.shape(tag) {
            Shape::Cons(_, reference) => Some(*reference),
            _ => Some(tag),
        }
    }

    /// The references in some terms.
    pub(crate) fn references_in(&self, terms: &[TermId]) -> Vec<TermId> {
        let mut references = Vec::new();
        let mut pending = terms.to_vec();
        while let Some(id) = pending.pop() {
            match self.store.shape(id) {
                Shape::Reference(_) => references.push(id),
                shape if self.store.holds_reference(id) => parts_of(shape, &mut pending),
                _ => {}
            }
        }
        references
    }

    /// Whether some part of some terms is such a one, which is a reference or unknown.
    fn any_part(&self, terms: &[TermId], is_such: &dyn Fn(TermId, &Shape) -> bool) -> bool {
        let mut pending = terms.to_vec();
        while let Some(id) = pending.pop() {
            let shape = self.store.shape(id);
            if is_such(id, shape) {
                return true;
            }
            if self.store.holds_reference(id) || !self.store.is_ground(id) {
                parts_of(shape, &mut pending);
            }
        }
        false
    }

    /// Whether an unknown value may have been made from a From.
    fn may_hold(&self, shape: &Shape) -> bool {
        let Shape::Unknown { kinds, source, .. } = shape else { return false };
        let holds = Kinds::NESTED.or(Kinds::REFERENCE);
        if kinds.and(holds) == Kinds::NONE {
            return false;
        }
        match source {
            Source::Origin(origin) => match self.model.origins[*origin].kind {
                // What is made from a choice and something else is no choice any more.
                OriginKind::Choice | OriginKind::End | OriginKind::Part => false,
                OriginKind::Result
                | OriginKind::Message
                | OriginKind::Header
                | OriginKind::Inexact
                | OriginKind::Hidden
                | OriginKind::Order => true,
            },
            Source::Computed(_) | Source::Cut => true,
        }
    }
}

/// The parts of a term.
fn parts_of(shape: &Shape, parts: &mut Vec<TermId>) {
    match shape {
        Shape::Cons(head, tail) => parts.extend([*head, *tail]),
        Shape::Tuple(items) => parts.extend(items.iter().copied()),
        Shape::Wrap(_, content) => parts.push(*content),
        Shape::Empty
        | Shape::Integer(_)
        | Shape::Float(_)
        | Shape::Atom(_)
        | Shape::State(_)
        | Shape::Nil
        | Shape::Reference(_)
        | Shape::Pid(_)
        | Shape::Unknown { .. } => {}
    }
}
