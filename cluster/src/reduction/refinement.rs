//! The coarsest partition in which states of a block have the same signature, found by several workers.
//!
//! Input: a graph without circles of internal steps, which states count, which of them go on for ever. Output: the block of each slot.
//! A pass (Blom and Orzan 2003): the states that may see something new are touched; each worker signs its own (`signing`),
//! and tells the owners of their blocks which signatures there are (`blocks`); these answer with the blocks of the groups; what has
//! changed is told to those who have ghosts of it. It ends when no block was split anywhere. Since of a block that is split a part
//! keeps the number, most states are told about rarely.

use rustc_hash::FxHashMap;

use super::blocks::{Blocks, Unsplit};
use super::graph::{Graph, Sources, slot};
use super::rounds::{Ended, Rounds, garbled};
use super::sets::{Sets, push};
use crate::net::alarm::Fault;

/// What is refined.
pub(crate) struct Refined<'g> {
    pub(crate) graph: &'g Graph,
    /// The states that count.
    pub(crate) is_active: &'g [bool],
    /// Those of them that go on for ever without a visible action, where that counts.
    pub(crate) diverges: &'g [bool],
    /// Whether internal steps within a block are not seen.
    pub(crate) is_silent: bool,
}

/// A partition under way, as one worker has it.
pub(super) struct Refinement<'g> {
    pub(super) of: Refined<'g>,
    /// Who leads to each slot; and by internal steps that leave their state, where these are not seen.
    sources: Sources,
    pub(super) silent: Option<Sources>,
    /// The block of each slot.
    pub(super) blocks: Vec<u32>,
    /// The states of this worker that may see something new, and the slots that are touched.
    pub(super) touched: Vec<u32>,
    pub(super) is_touched: Vec<bool>,
    /// The signature of the touched slots.
    pub(super) signed: Vec<u32>,
    pub(super) sets: Sets,
    /// The signature of states that are not touched, by block, where internal steps are not seen.
    pub(super) clean: FxHashMap<u32, Box<[u64]>>,
}

/// The block of each slot of a graph.
pub(crate) fn refine(rounds: &mut Rounds<'_>, of: Refined<'_>) -> Result<Vec<u32>, Ended> {
    let graph = of.graph;
    let active = (0..graph.n_own()).map(slot).filter(|state| of.is_active[*state as usize]);
    let touched: Vec<u32> = active.collect();
    let n_states = rounds.sum(touched.len() as u64)?;
    let mut owned = Blocks::new(rounds.index(), rounds.n_workers(), n_states);
    let mut is_touched = vec![false; graph.n_slots()];
    for &state in &touched {
        is_touched[state as usize] = true;
    }
    // Ghosts are of active states, all of which are touched at first.
    is_touched[graph.n_own()..].fill(true);
    let mut refinement = Refinement {
        sources: Sources::new(graph, false),
        silent: of.is_silent.then(|| Sources::new(graph, true)),
        blocks: vec![0; graph.n_slots()],
        touched,
        is_touched,
        signed: vec![0; graph.n_slots()],
        sets: Sets::default(),
        clean: FxHashMap::default(),
        of,
    };
    loop {
        refinement.sets = Sets::new(rounds.n_workers());
        refinement.touch_before(rounds)?;
        refinement.sign(rounds)?;
        let groups = refinement.groups();
        let (told, _) = rounds.swap(refinement.reports(rounds, &owned, &groups), 0)?;
        let split = owned.split(&told).map_err(|why| unsplit(rounds, why))?;
        let (told, n_new) = rounds.swap(split.answers, split.n_new)?;
        if n_new == 0 {
            return Ok(refinement.blocks);
        }
        let mut answers = Vec::new();
        for (worker, answer) in told.iter().enumerate() {
            answers.push(owned.take(answer).ok_or_else(|| garbled(worker))?);
        }
        let changed = refinement.regroup(&owned, &groups, answers)?;
        refinement.tell(rounds, changed)?;
    }
}

fn unsplit(rounds: &Rounds<'_>, why: Unsplit) -> Fault {
    match why {
        Unsplit::Garbled(worker) => garbled(worker),
        Unsplit::TooMany => {
            let why = "it has more classes than can be numbered".to_owned();
            Fault { worker: rounds.index(), why }
        }
    }
}

/// The touched states of this worker with their blocks and signatures, in the order of these.
type Groups = Vec<(u32, u32, u32)>;

/// Those of one group have the same block and the same signature.
fn is_same(left: &(u32, u32, u32), right: &(u32, u32, u32)) -> bool {
    (left.0, left.1) == (right.0, right.1)
}

impl Refinement<'_> {
    /// Touched states by block and signature.
    fn groups(&self) -> Groups {
        let of = |state: u32| (self.blocks[state as usize], self.signed[state as usize], state);
        let mut groups: Groups = self.touched.iter().map(|state| of(*state)).collect();
        groups.sort_unstable();
        groups
    }

    /// What the owners of blocks are told of them.
    fn reports(
        &self,
        rounds: &Rounds<'_>,
        owned: &Blocks,
        groups: &[(u32, u32, u32)],
    ) -> Vec<Vec<u32>> {
        let mut out = rounds.nothing();
        for states in groups.chunk_by(is_same) {
            let (block, set, _) = states[0];
            let out = &mut out[owned.owner(block)];
            out.extend([block, slot(states.len())]);
            push(out, self.sets.get(set));
        }
        out
    }

    /// Gives touched states their blocks; returns those that have another one now, with the one before.
    fn regroup(
        &mut self,
        owned: &Blocks,
        groups: &[(u32, u32, u32)],
        answers: Vec<Vec<u32>>,
    ) -> Result<Vec<(u32, u32)>, Ended> {
        let mut answers: Vec<_> = answers.into_iter().map(Vec::into_iter).collect();
        let mut changed = Vec::new();
        for states in groups.chunk_by(is_same) {
            let (block, set, _) = states[0];
            let owner = owned.owner(block);
            let now = answers[owner].next().ok_or_else(|| garbled(owner))?;
            if self.of.is_silent {
                self.clean.insert(now, self.sets.get(set).into());
            }
            if now != block {
                for &(_, _, state) in states {
                    self.blocks[state as usize] = now;
                    changed.push((state, block));
                }
            }
        }
        self.touched.clear();
        self.is_touched.fill(false);
        Ok(changed)
    }

    /// Tells of blocks that have changed, and touches the states that see it.
    fn tell(&mut self, rounds: &mut Rounds<'_>, changed: Vec<(u32, u32)>) -> Result<(), Ended> {
        let graph = self.of.graph;
        let mut out = rounds.nothing();
        for &(state, _) in &changed {
            for &(worker, place) in graph.askers(state) {
                out[worker as usize].extend([place, self.blocks[state as usize]]);
            }
        }
        let (told, _) = rounds.swap(out, 0)?;
        for (worker, words) in told.into_iter().enumerate() {
            for news in words.chunks(2) {
                let &[place, block] = news else { return Err(garbled(worker).into()) };
                let ghost = graph.ghost(worker, place).ok_or_else(|| garbled(worker))?;
                self.blocks[ghost as usize] = block;
                self.touch_sources(ghost);
            }
        }
        for (state, before) in changed {
            self.touch_sources(state);
            // What was a step inside of the block leads out of the part.
            let leaves = |target: u32| self.blocks[target as usize] == before;
            if self.of.is_silent && graph.silent(state).any(leaves) {
                self.touch(state);
            }
        }
        Ok(())
    }

    fn touch_sources(&mut self, slot: u32) {
        for place in 0..self.sources.of(slot).len() {
            let source = self.sources.of(slot)[place];
            self.touch(source);
        }
    }

    /// Touches a state; tells whether it was not touched before.
    pub(super) fn touch(&mut self, state: u32) -> bool {
        let is_new = !std::mem::replace(&mut self.is_touched[state as usize], true);
        if is_new {
            self.touched.push(state);
        }
        is_new
    }
}
