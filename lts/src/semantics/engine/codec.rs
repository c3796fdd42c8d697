//! States of the machine to states of the engine and back.
//!
//! A state of the engine is the number of a variant, then the words of what is not constant in it, then
//! zeros. A state that fits no variant is its control point with whole terms; where these are more than
//! there are words, with one tuple of them. Encoding depends on the state alone, and loses nothing.

use model::{Behaviour, PointId};

use super::mold::Mold;
use super::variants::Variants;
use super::word::Word;
use crate::semantics::step::start::is_start;
use crate::semantics::store::{Shape, TermId, TermStore};
use crate::semantics::{Machine, Words};

/// How states are written.
#[derive(Debug)]
pub(crate) struct Codec {
    pub(crate) variants: Variants,
    pub(crate) width: usize,
}

impl Codec {
    pub(crate) fn new(variants: Variants, machine: &Machine<'_>) -> Self {
        let widest = variants.all.iter().map(super::variants::Variant::n_words).max().unwrap_or(0);
        // What is unknown has no variant that is compiled, and may be most of the states.
        let general = if machine.is_exact { 1 } else { widest_point(machine) };
        let width = 1 + widest.max(general).min(super::program::MAX_WIDTH - 1);
        Self { variants, width }
    }

    /// The state of the engine for one of the machine.
    pub(crate) fn encode(&self, state: &[u32], machine: &mut Machine<'_>) -> Words {
        let mut out = Vec::with_capacity(self.width);
        if is_start(state) {
            out.push(state[0]);
        } else if !self.encode_variant(state, &machine.store, &mut out) {
            self.encode_general(state, machine, &mut out);
        }
        out.resize(self.width, 0);
        out
    }

    fn encode_variant(&self, state: &[u32], store: &TermStore, out: &mut Words) -> bool {
        let point = PointId(state[0]);
        let terms: Vec<Mold> =
            state[1..].iter().map(|&word| Mold::Constant(TermId(word))).collect();
        let Some(id) = self.variants.find(point, &terms, store) else { return false };
        out.push(id);
        let molds = &self.variants.all[id as usize].molds;
        let fits = molds
            .iter()
            .zip(&state[1..])
            .all(|(mold, &word)| mold.encode(TermId(word), store, out));
        if !fits {
            out.clear();
        }
        fits
    }

    fn encode_general(&self, state: &[u32], machine: &mut Machine<'_>, out: &mut Words) {
        let live = machine.layout.live(PointId(state[0]));
        let terms: Vec<TermId> = live_slots(live).map(|slot| TermId(state[slot + 1])).collect();
        out.push(self.n_variants().saturating_add(state[0]));
        if terms.len() < self.width {
            out.extend(terms.iter().map(|&term| machine.store.word(term).0));
        } else {
            out.push(machine.store.intern(Shape::Tuple(terms.into())).0);
        }
    }

    /// The state of the machine for one of the engine.
    pub(crate) fn decode(&self, words: &[u32], machine: &mut Machine<'_>) -> Words {
        let mut out = vec![0; machine.layout.width];
        if is_start(words) {
            out[0] = words[0];
        } else if let Some(variant) = self.variants.all.get(words[0] as usize) {
            out[0] = variant.point.0;
            let mut rest = &words[1..];
            for (slot, mold) in out[1..].iter_mut().zip(&variant.molds) {
                *slot = mold.decode(&mut rest, &mut machine.store).0;
            }
        } else {
            self.decode_general(words, machine, &mut out);
        }
        out
    }

    fn decode_general(&self, words: &[u32], machine: &mut Machine<'_>, out: &mut Words) {
        let point = PointId(words[0] - self.n_variants());
        out[0] = point.0;
        let slots: Vec<usize> = live_slots(machine.layout.live(point)).collect();
        if slots.len() < self.width {
            for (&slot, &word) in slots.iter().zip(&words[1..]) {
                out[slot + 1] = machine.store.term_of(Word(word)).0;
            }
        } else if let Shape::Tuple(terms) = machine.store.shape(TermId(words[1])) {
            for (&slot, term) in slots.iter().zip(terms) {
                out[slot + 1] = term.0;
            }
        }
    }

    /// What the first word of a state is below, in a model with so many control points, unless it is the one before the first ones.
    pub(crate) fn n_places(&self, n_points: usize) -> usize {
        self.variants.all.len() + n_points
    }

    fn n_variants(&self) -> u32 {
        u32::try_from(self.variants.all.len()).unwrap_or(u32::MAX)
    }
}

/// Slots that are live at the point at which most are, among those at which states are kept.
fn widest_point(machine: &Machine<'_>) -> usize {
    let kept = machine.model.points.iter_enumerated().filter(|(_, behaviour)| {
        matches!(
            behaviour,
            Behaviour::Act { .. }
                | Behaviour::Receive { .. }
                | Behaviour::Choice(_)
                | Behaviour::End(_)
        )
    });
    kept.map(|(point, _)| live_slots(machine.layout.live(point)).count()).max().unwrap_or(0)
}

fn live_slots(live: &[bool]) -> impl Iterator<Item = usize> {
    live.iter().enumerate().filter(|(_, live)| **live).map(|(slot, _)| slot)
}
