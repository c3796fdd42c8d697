//! Variants: a control point with what is constant in the states that stand there.
//!
//! A slot that holds the name of a state of the machine, or a short list, in all arrivals at a point tells its
//! variants apart; the other slots have molds. Which variant a state belongs to depends on its terms alone.

use std::collections::BTreeSet;

use model::PointId;
use rustc_hash::FxHashMap;

use super::mold::Mold;
use crate::semantics::store::{Shape, TermId, TermStore};

/// Variants at most.
const MAX_VARIANTS: usize = 2_000;

/// Variants of one point at most that differ in the lengths of lists.
const MAX_OF_LENGTHS: usize = 40;

/// Words of a variant at most.
const MAX_WORDS: usize = super::program::MAX_WIDTH - 1;

/// A control point with molds of its slots.
#[derive(Clone, Debug)]
pub(crate) struct Variant {
    pub(crate) point: PointId,
    pub(crate) molds: Vec<Mold>,
}

impl Variant {
    pub(crate) fn n_words(&self) -> usize {
        self.molds.iter().map(Mold::n_words).sum()
    }
}

/// All variants.
#[derive(Debug, Default)]
pub(crate) struct Variants {
    pub(crate) all: Vec<Variant>,
    /// By point and tags of the slots that tell variants apart.
    ids: FxHashMap<(PointId, Tags), u32>,
    /// Slots in which something else has arrived.
    mixed: BTreeSet<(PointId, usize)>,
}

/// What tells one variant from others.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Tag {
    /// The name of a state.
    State(TermId),
    /// The length of a list.
    Length(usize),
}

/// The slots that tell the variants of a point apart.
type Tags = Vec<(usize, Tag)>;

/// What an arrival has changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Arrival {
    /// Nothing, or the arrival is not kept, since there are too many variants.
    Nothing,
    /// This variant is new or wider.
    Changed(u32),
    /// The slots that tell variants apart: all arrivals are to be found again.
    Again,
}

impl Variants {
    /// Makes room for states that arrive at a point with these molds.
    pub(crate) fn arrive(
        &mut self,
        point: PointId,
        molds: Vec<Mold>,
        store: &TermStore,
    ) -> Arrival {
        let mut is_mixed = false;
        for (slot, mold) in molds.iter().enumerate() {
            is_mixed |= tag(mold, store).is_none() && self.mixed.insert((point, slot));
        }
        let mut key = self.tags(point, &molds, store);
        if self.has_too_many(point, &key) {
            let lengths = key.iter().filter(|(_, tag)| matches!(tag, Tag::Length(_)));
            self.mixed.extend(lengths.map(|(slot, _)| (point, *slot)));
            (is_mixed, key) = (true, self.tags(point, &molds, store));
        }
        if is_mixed && self.all.iter().any(|variant| variant.point == point) {
            self.all.clear();
            self.ids.clear();
            return Arrival::Again;
        }
        if let Some(&id) = self.ids.get(&(point, key.clone())) {
            let variant = &mut self.all[id as usize];
            let mut has_changed = false;
            for (mold, other) in variant.molds.iter_mut().zip(&molds) {
                has_changed |= mold.join(other, store);
            }
            bound(variant);
            return if has_changed { Arrival::Changed(id) } else { Arrival::Nothing };
        }
        if self.all.len() >= MAX_VARIANTS {
            return Arrival::Nothing;
        }
        let id = u32::try_from(self.all.len()).unwrap_or(u32::MAX);
        let mut variant = Variant { point, molds };
        bound(&mut variant);
        self.all.push(variant);
        self.ids.insert((point, key), id);
        Arrival::Changed(id)
    }

    /// The variant to which states at a point with these molds belong.
    pub(crate) fn find(&self, point: PointId, molds: &[Mold], store: &TermStore) -> Option<u32> {
        self.ids.get(&(point, self.tags(point, molds, store))).copied()
    }

    fn tags(&self, point: PointId, molds: &[Mold], store: &TermStore) -> Tags {
        let tagged = molds.iter().enumerate().filter_map(|(slot, mold)| {
            let tag = tag(mold, store)?;
            (!self.mixed.contains(&(point, slot))).then_some((slot, tag))
        });
        tagged.collect()
    }

    /// Whether a new variant with these tags would be one too many of its point.
    fn has_too_many(&self, point: PointId, tags: &Tags) -> bool {
        let has_length = |tags: &Tags| tags.iter().any(|(_, tag)| matches!(tag, Tag::Length(_)));
        if !has_length(tags) || self.ids.contains_key(&(point, tags.clone())) {
            return false;
        }
        let of_lengths = self.ids.keys().filter(|(of, tags)| *of == point && has_length(tags));
        of_lengths.count() >= MAX_OF_LENGTHS
    }
}

/// Keeps the words of a variant few.
fn bound(variant: &mut Variant) {
    while variant.n_words() > MAX_WORDS {
        match variant.molds.iter_mut().max_by_key(|mold| mold.n_words()) {
            Some(mold) if mold.n_words() > 1 => *mold = Mold::Any,
            _ => return,
        }
    }
}

/// What a mold says of the variant.
fn tag(mold: &Mold, store: &TermStore) -> Option<Tag> {
    match mold {
        Mold::Constant(term) if matches!(store.shape(*term), Shape::State(_)) => {
            Some(Tag::State(*term))
        }
        _ => mold.length(store).map(Tag::Length),
    }
}
