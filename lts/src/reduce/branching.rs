//! Branching bisimilarity, with or without regard to divergence, by signatures.
//!
//! Input: an LTS. Output: the coarsest partition in which states of a block have the same signature:
//! the labels and blocks of the steps that they can take, behind internal steps that stay in the block
//! (Blom and Orzan 2003). Circles of internal steps become states of their own first. Only states
//! are looked at again that may see something new: of the parts of a block the largest keeps its
//! number, so that a step sees a new number only where its target comes into a part of at most half
//! the size. Each look costs the whole row of a state.

use rustc_hash::FxHashMap;

use super::blocks::{Blocks, Part};
use super::silent::{Acyclic, acyclic};
use super::strong::strong;
use crate::graph::Lts;
use crate::graph::ids::{LabelId, StateId};
use crate::graph::incoming::Incoming;
use crate::reduce::partition::Partition;

/// Branching bisimilarity of all states.
///
/// Where `divergence` counts, a state that can go on for ever without a visible action, and stay
/// equal to itself, is told apart from one that cannot.
pub fn branching(lts: &Lts, divergence: bool) -> Partition {
    let mut acyclic = acyclic(lts);
    if !divergence {
        acyclic.diverges.fill(false);
    }
    let entries: Vec<u32> = if is_visible(&acyclic) {
        let classes = strong(&acyclic.lts);
        acyclic.state_of.iter().map(|&state| classes.block(StateId(state)).0).collect()
    } else {
        let blocks = refine(&acyclic);
        acyclic.state_of.iter().map(|&state| blocks[state as usize]).collect()
    };
    Partition::new(&entries)
}

/// Whether nothing internal is left: then strong bisimilarity is the same, and faster.
fn is_visible(system: &Acyclic) -> bool {
    let mut edges = system.lts.states().flat_map(|state| system.lts.out(state));
    !system.diverges.contains(&true) && edges.all(|edge| edge.label != LabelId::TAU)
}

/// What a state can do: labels with blocks, sorted, each once.
type Signature = Box<[u64]>;

/// Stands in a signature for going on for ever without a visible action.
const DIVERGENCE: u64 = u64::MAX;

fn refine(system: &Acyclic) -> Vec<u32> {
    let incoming = Incoming::new(&system.lts);
    let mut refinement = Refinement {
        system,
        incoming: &incoming,
        blocks: Blocks::new(system.lts.n_states()),
        signatures: vec![Signature::default()],
        is_touched: vec![false; system.lts.n_states()],
        group_of: vec![0; system.lts.n_states()],
        groups: Groups::default(),
    };
    for state in system.lts.states() {
        refinement.touch(state.0);
    }
    while let Some(block) = refinement.blocks.next() {
        refinement.split(block);
    }
    refinement.blocks.into_blocks()
}

struct Refinement<'s> {
    system: &'s Acyclic,
    incoming: &'s Incoming,
    blocks: Blocks,
    /// For each block the signature of its states that are not touched.
    signatures: Vec<Signature>,
    is_touched: Vec<bool>,
    /// For touched states of the block that is worked on the number of their signature.
    group_of: Vec<u32>,
    groups: Groups,
}

/// The different signatures of touched states of one block, in the order in which they are met.
#[derive(Default)]
struct Groups {
    numbers: FxHashMap<Signature, u32>,
    signatures: Vec<Signature>,
    /// How many states have each.
    sizes: Vec<u32>,
}

impl Groups {
    fn number(&mut self, signature: &[u64]) -> u32 {
        if let Some(&number) = self.numbers.get(signature) {
            self.sizes[number as usize] += 1;
            return number;
        }
        let number = u32::try_from(self.sizes.len()).unwrap_or(u32::MAX);
        self.numbers.insert(signature.into(), number);
        self.signatures.push(signature.into());
        self.sizes.push(1);
        number
    }

    /// Forgets all of them; clearing a large table for a few entries would take long.
    fn clear(&mut self) {
        if self.numbers.capacity() > 64 && self.numbers.capacity() > 8 * self.numbers.len() {
            self.numbers = FxHashMap::default();
        }
        self.numbers.clear();
        self.signatures.clear();
        self.sizes.clear();
    }
}

impl Refinement<'_> {
    /// Splits a block by the signatures of its touched states.
    fn split(&mut self, block: u32) {
        self.touch_before(block);
        let mut touched = self.blocks.touched(block).to_vec();
        // Internal steps lead to smaller numbers: what a signature takes over is there.
        touched.sort_unstable();
        self.groups.clear();
        let mut signature = Vec::new();
        for &state in &touched {
            self.sign(state, block, &mut signature);
            self.group_of[state as usize] = self.groups.number(&signature);
        }
        for &state in &touched {
            self.is_touched[state as usize] = false;
        }
        let parts = self.blocks.split(block, &self.group_of, &self.groups.sizes);
        self.keep_signatures(block, &parts);
        for part in parts {
            if part.block != block {
                self.touch_around(part.block, block);
            }
        }
    }

    fn touch(&mut self, state: u32) -> bool {
        self.is_touched[state as usize] = true;
        self.blocks.touch(state)
    }

    /// Touches the states of a block that reach touched ones inside of it by internal steps.
    fn touch_before(&mut self, block: u32) {
        let incoming = self.incoming;
        let mut pending = self.blocks.touched(block).to_vec();
        while let Some(state) = pending.pop() {
            for edge in incoming.of(StateId(state)) {
                let source = edge.source.0;
                let stays = edge.label == LabelId::TAU && self.blocks.block_of(source) == block;
                if stays && self.touch(source) {
                    pending.push(source);
                }
            }
        }
    }

    /// Writes the signature of a state of the block; those of touched states before it are known.
    fn sign(&self, state: u32, block: u32, signature: &mut Vec<u64>) {
        signature.clear();
        if self.system.diverges[state as usize] {
            signature.push(DIVERGENCE);
        }
        for edge in self.system.lts.out(StateId(state)) {
            let target = self.blocks.block_of(edge.target.0);
            if edge.label != LabelId::TAU || target != block {
                signature.push(u64::from(edge.label.0) << 32 | u64::from(target));
            } else if self.is_touched[edge.target.index()] {
                let group = self.group_of[edge.target.index()];
                signature.extend(&self.groups.signatures[group as usize]);
            } else {
                signature.extend(&self.signatures[block as usize]);
            }
        }
        signature.sort_unstable();
        signature.dedup();
    }

    fn keep_signatures(&mut self, block: u32, parts: &[Part]) {
        let clean = self.signatures[block as usize].clone();
        self.signatures.resize(self.blocks.len(), Signature::default());
        for part in parts {
            self.signatures[part.block as usize] = match part.group {
                Some(group) => std::mem::take(&mut self.groups.signatures[group as usize]),
                None => clean.clone(),
            };
        }
    }

    /// Touches the states whose signature is another one now that these states have left the block.
    fn touch_around(&mut self, part: u32, block: u32) {
        let (system, incoming) = (self.system, self.incoming);
        for state in self.blocks.members(part).to_vec() {
            for edge in incoming.of(StateId(state)) {
                if edge.label != LabelId::TAU || self.blocks.block_of(edge.source.0) != part {
                    self.touch(edge.source.0);
                }
            }
            // What was a step inside of the block leads out of the part.
            let leaves = system.lts.out(StateId(state)).iter().any(|edge| {
                edge.label == LabelId::TAU && self.blocks.block_of(edge.target.0) == block
            });
            if leaves {
                self.touch(state);
            }
        }
    }
}
