//! The calls before a point of a callback, as chains that share their beginnings.

use rustc_hash::FxHashMap;

use crate::core::OutsideCall;

/// A chain of calls.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct ChainId(usize);

impl ChainId {
    /// No call.
    pub(crate) const EMPTY: Self = Self(0);
}

/// Chains of calls by their last call; equal chains have equal ids.
#[derive(Default)]
pub(crate) struct Chains<'g> {
    links: Vec<(ChainId, &'g OutsideCall)>,
    /// Number of calls of each, by link.
    lengths: Vec<usize>,
    ids: FxHashMap<(ChainId, &'g OutsideCall), ChainId>,
}

impl<'g> Chains<'g> {
    /// The chain with one more call.
    pub(crate) fn extend(&mut self, chain: ChainId, call: &'g OutsideCall) -> ChainId {
        let fresh = ChainId(self.links.len() + 1);
        let id = *self.ids.entry((chain, call)).or_insert(fresh);
        if id == fresh {
            self.lengths.push(self.length(chain) + 1);
            self.links.push((chain, call));
        }
        id
    }

    /// The number of calls.
    pub(crate) fn length(&self, chain: ChainId) -> usize {
        chain.0.checked_sub(1).map_or(0, |at| self.lengths[at])
    }

    /// The calls in order.
    pub(crate) fn calls(&self, mut chain: ChainId) -> Vec<&'g OutsideCall> {
        let mut calls = Vec::new();
        while let Some((before, call)) = chain.0.checked_sub(1).and_then(|at| self.links.get(at)) {
            calls.push(*call);
            chain = *before;
        }
        calls.reverse();
        calls
    }
}
