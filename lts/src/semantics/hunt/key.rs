//! The abstract key of a state: of states with the same key one is enough.
//!
//! Input: a state vector. Output: what tells it apart: where it is, the name of the state, what runs and
//! waits, the data down to a small depth. Integers that the module does not name are their sign, lists
//! how long they are up to one and which kinds of elements they have, references whether something live
//! has them.

use std::collections::BTreeSet;

use model::{Component, SentPart, TimerPart, WatchPart, Wrap};
use num_bigint::{BigInt, Sign};

use super::super::Machine;
use super::super::store::{Shape, TermId};
use super::debts::Debt;

/// Nesting of the data that counts.
const DEPTH: usize = 3;

/// Elements of a list that are counted.
const MAX_LENGTH: usize = 1;

/// Integers that count themselves.
const SMALL: i32 = 2;

/// What tells a state apart.
pub(crate) type AbstractKey = Vec<u32>;

/// What keys depend on besides the state.
pub(crate) struct Literals(pub(crate) BTreeSet<BigInt>);

/// Marks of shapes in a key.
mod mark {
    pub(crate) const EXACT: u32 = 1;
    pub(crate) const SIGN: u32 = 2;
    pub(crate) const TUPLE: u32 = 3;
    pub(crate) const LIST: u32 = 4;
    pub(crate) const UNKNOWN: u32 = 5;
    pub(crate) const REFERENCE: u32 = 6;
    pub(crate) const PID: u32 = 7;
    pub(crate) const DEEP: u32 = 8;
    pub(crate) const NEXT: u32 = 9;
    pub(crate) const BINARY: u32 = 10;
    pub(crate) const WRAP: u32 = 11;
}

impl Machine<'_> {
    /// The key of a state.
    pub(crate) fn key_of(
        &self,
        state: &[u32],
        handed: &[TermId],
        literals: &Literals,
    ) -> AbstractKey {
        let mut key = vec![state.first().copied().unwrap_or(0)];
        let Some(slots) = self.idle_slots(state) else {
            for &word in state.iter().skip(1) {
                self.sketch(TermId(word), DEPTH, literals, &[], &mut key);
            }
            return key;
        };
        let list = |slot: Option<usize>| slot.map_or(Vec::new(), |s| self.items(TermId(state[s])));
        let (timers, watches) = (list(slots.timers), list(slots.watches));
        let of_watches = watches.iter().map(|&watch| self.part_at(watch, WatchPart::Ref));
        let live = timers
            .iter()
            .map(|&timer| self.part_at(timer, TimerPart::Ref))
            .chain(of_watches)
            .flatten();
        let live: Vec<TermId> = live.collect();
        let special = [slots.timers, slots.watches, slots.queue];
        for (slot, &word) in state.iter().enumerate().skip(1) {
            if slot == slots.data {
                for &part in self.kept(&TermId(word)) {
                    self.sketch(part, DEPTH, literals, &live, &mut key);
                }
            } else if !special.contains(&Some(slot)) && !slots.waits.contains(&slot) {
                self.sketch(TermId(word), DEPTH, literals, &live, &mut key);
            }
        }
        key.push(mark::NEXT);
        let parts = [TimerPart::Site, TimerPart::Kind, TimerPart::Message];
        self.set(&timers, &parts, literals, &mut key);
        for rest in timers.iter().filter_map(|&timer| self.behind(timer)) {
            self.sketch(rest, DEPTH, literals, &live, &mut key);
        }
        self.set(&watches, &[WatchPart::Site, WatchPart::Kind], literals, &mut key);
        for message in list(slots.queue) {
            self.sketch(message, DEPTH, literals, &live, &mut key);
        }
        key.push(mark::NEXT);
        let waiting = self.waiting(state, slots, handed);
        for debt in [Debt::Kept, Debt::Open] {
            let owed = waiting.iter().filter(|client| client.debt == debt).count();
            key.push(u32::try_from(owed).unwrap_or(u32::MAX));
        }
        key
    }

    /// The data; where the loop of the behaviour keeps more beside them, each part of that.
    fn kept<'k>(&'k self, data: &'k TermId) -> &'k [TermId] {
        match (self.model.behaviour.run_by, self.store.shape(*data)) {
            (Some(_), Shape::Tuple(parts)) => parts,
            _ => std::slice::from_ref(data),
        }
    }

    /// What a process sends behind the message that a timer stands for, if there is more.
    fn behind(&self, timer: TermId) -> Option<TermId> {
        let left = self.part_at(timer, TimerPart::Left)?;
        let rest = self.part_at(left, SentPart::State).unwrap_or(left);
        matches!(self.store.shape(rest), Shape::Cons(..)).then_some(rest)
    }

    fn part_at(&self, tuple: TermId, part: impl Component) -> Option<TermId> {
        match self.store.shape(tuple) {
            Shape::Tuple(items) => part.in_items(items).copied(),
            _ => None,
        }
    }

    /// Entries of a list by some of their components, each once, with whether there are several.
    fn set(
        &self,
        entries: &[TermId],
        parts: &[impl Component],
        literals: &Literals,
        key: &mut AbstractKey,
    ) {
        let mut sketches: Vec<AbstractKey> = Vec::new();
        for &entry in entries {
            let mut sketch = AbstractKey::new();
            for &part in parts {
                if let Some(part) = self.part_at(entry, part) {
                    self.sketch(part, DEPTH, literals, &[], &mut sketch);
                }
            }
            sketches.push(sketch);
        }
        sketches.sort_unstable();
        let n = sketches.len();
        sketches.dedup();
        key.extend([
            u32::try_from(sketches.len()).unwrap_or(u32::MAX),
            u32::from(n > sketches.len()),
        ]);
        key.extend(sketches.concat());
        key.push(mark::NEXT);
    }

    fn sketch(
        &self,
        term: TermId,
        depth: usize,
        literals: &Literals,
        live: &[TermId],
        key: &mut AbstractKey,
    ) {
        match self.store.shape(term) {
            Shape::Empty | Shape::Atom(_) | Shape::State(_) | Shape::Nil => {
                key.extend([mark::EXACT, term.0]);
            }
            Shape::Integer(value) => {
                let small = BigInt::from(-SMALL) <= *value && *value <= BigInt::from(SMALL);
                if small || literals.0.contains(value) {
                    key.extend([mark::EXACT, term.0]);
                } else {
                    key.extend([mark::SIGN, u32::from(value.sign() == Sign::Minus)]);
                }
            }
            Shape::Float(bits) => {
                let is_negative = f64::from_bits(*bits).is_sign_negative();
                key.extend([mark::SIGN, 2 + u32::from(is_negative)]);
            }
            Shape::Reference(_) => {
                let place = live.contains(&term);
                key.extend([mark::REFERENCE, u32::from(place)]);
            }
            Shape::Pid(_) => key.push(mark::PID),
            Shape::Unknown { kinds, .. } => key.extend([mark::UNKNOWN, kinds.number()]),
            Shape::Tuple(items) if depth == 0 => {
                let tag = items.first().map_or(0, |&tag| match self.store.shape(tag) {
                    Shape::Atom(_) => tag.0,
                    _ => 0,
                });
                key.extend([mark::DEEP, u32::try_from(items.len()).unwrap_or(u32::MAX), tag]);
            }
            Shape::Tuple(items) => {
                key.extend([mark::TUPLE, u32::try_from(items.len()).unwrap_or(u32::MAX)]);
                for &item in items {
                    self.sketch(item, depth - 1, literals, live, key);
                }
            }
            Shape::Cons(..) => self.list_sketch(term, depth, literals, live, key),
            Shape::Wrap(Wrap::Binary | Wrap::Bits, bytes) => {
                key.extend([mark::BINARY, u32::from(*self.store.shape(*bytes) == Shape::Nil)]);
            }
            Shape::Wrap(wrap, content) => {
                key.extend([mark::WRAP, u32::from(*wrap == Wrap::Map)]);
                self.sketch(*content, depth.saturating_sub(1), literals, live, key);
            }
        }
    }

    fn list_sketch(
        &self,
        list: TermId,
        depth: usize,
        literals: &Literals,
        live: &[TermId],
        key: &mut AbstractKey,
    ) {
        let (mut sketches, mut rest, mut length) = (Vec::new(), list, 0);
        while let Shape::Cons(head, tail) = self.store.shape(rest) {
            let mut sketch = AbstractKey::new();
            if depth > 0 {
                self.sketch(*head, depth - 1, literals, live, &mut sketch);
            }
            sketches.push(sketch);
            length += 1;
            rest = *tail;
        }
        sketches.sort_unstable();
        sketches.dedup();
        let is_long = length > MAX_LENGTH;
        key.extend([mark::LIST, u32::from(is_long)]);
        key.extend(sketches.concat());
        key.push(mark::NEXT);
        if !matches!(self.store.shape(rest), Shape::Nil) {
            self.sketch(rest, 0, literals, live, key);
        }
    }
}
