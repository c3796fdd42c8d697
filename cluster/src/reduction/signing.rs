//! The signatures of touched states.
//!
//! Input: which states are touched. Output: also those are that reach them by internal steps of their block; and each
//! has the number of a set: what it can do, and what the states can do to which it is led by such steps. A state is signed when
//! these are: first those behind which nothing comes, then, as there are no circles, the others, at all workers.

use super::graph::{TAU, slot};
use super::refinement::Refinement;
use super::rounds::{Ended, Rounds, garbled};
use super::sets::{DIVERGENCE, pair};
use crate::net::alarm::Fault;

impl Refinement<'_> {
    /// Touches the states that reach touched ones inside of their block by internal steps, at all workers.
    pub(super) fn touch_before(&mut self, rounds: &mut Rounds<'_>) -> Result<(), Ended> {
        if self.silent.is_none() {
            return Ok(());
        }
        let graph = self.of.graph;
        let mut first = 0;
        loop {
            let mut out = rounds.nothing();
            let mut n_told = 0;
            while let Some(&state) = self.touched.get(first) {
                first += 1;
                self.touch_led(state);
                for (worker, place) in graph.silent_askers(state) {
                    out[worker].push(place);
                    n_told += 1;
                }
            }
            let (told, n_told) = rounds.swap(out, n_told)?;
            if n_told == 0 {
                return Ok(());
            }
            for (worker, places) in told.into_iter().enumerate() {
                for place in places {
                    let ghost = graph.ghost(worker, place).ok_or_else(|| garbled(worker))?;
                    self.is_touched[ghost as usize] = true;
                    self.touch_led(ghost);
                }
            }
        }
    }

    /// Touches the states that are led to a slot inside of its block.
    fn touch_led(&mut self, slot: u32) {
        let n_sources = self.silent.as_ref().map_or(0, |silent| silent.of(slot).len());
        for place in 0..n_sources {
            let Some(source) = self.led(slot, place) else { continue };
            self.touch(source);
        }
    }

    /// The state in this place among those that are led to a slot, if it is of its block.
    fn led(&self, slot: u32, place: usize) -> Option<u32> {
        let source = *self.silent.as_ref()?.of(slot).get(place)?;
        (self.blocks[source as usize] == self.blocks[slot as usize]).then_some(source)
    }

    /// Signs all touched states.
    pub(super) fn sign(&mut self, rounds: &mut Rounds<'_>) -> Result<(), Ended> {
        let mut missing = vec![0_u32; self.of.graph.n_own()];
        let mut ready = Vec::new();
        for &state in &self.touched {
            let n_missing =
                slot(self.inside(state).filter(|led| self.is_touched[*led as usize]).count());
            missing[state as usize] = n_missing;
            if n_missing == 0 {
                ready.push(state);
            }
        }
        let mut n_left = self.touched.len();
        let mut before = u64::MAX;
        loop {
            let mut out = rounds.nothing();
            while let Some(state) = ready.pop() {
                self.sign_state(state);
                n_left -= 1;
                self.release(state, &mut missing, &mut ready);
                if self.of.is_silent {
                    let set = self.signed[state as usize];
                    for (worker, place) in self.of.graph.silent_askers(state) {
                        out[worker].push(place);
                        self.sets.tell(worker, set, &mut out[worker]);
                    }
                }
            }
            if !self.of.is_silent {
                return Ok(());
            }
            let (told, n_unsigned) = rounds.swap(out, n_left as u64)?;
            for (worker, words) in told.into_iter().enumerate() {
                self.hear_signed(worker, &words, (&mut missing, &mut ready))
                    .ok_or_else(|| garbled(worker))?;
            }
            if n_unsigned == 0 {
                return Ok(());
            }
            if n_unsigned == before {
                let why = "its states wait for each other".to_owned();
                return Err(Fault { worker: rounds.index(), why }.into());
            }
            before = n_unsigned;
        }
    }

    /// Takes the signatures of ghosts; `None` where they make no sense.
    fn hear_signed(
        &mut self,
        worker: usize,
        mut words: &[u32],
        (missing, ready): (&mut [u32], &mut Vec<u32>),
    ) -> Option<()> {
        while let Some((&place, rest)) = words.split_first() {
            words = rest;
            let ghost = self.of.graph.ghost(worker, place)?;
            self.signed[ghost as usize] = self.sets.hear(worker, &mut words)?;
            self.release(ghost, missing, ready);
        }
        Some(())
    }

    /// A slot is signed: the states that are led to it wait for one less.
    fn release(&self, slot: u32, missing: &mut [u32], ready: &mut Vec<u32>) {
        let n_sources = self.silent.as_ref().map_or(0, |silent| silent.of(slot).len());
        for source in (0..n_sources).filter_map(|place| self.led(slot, place)) {
            if !self.is_touched[source as usize] {
                continue;
            }
            let missing = &mut missing[source as usize];
            *missing = missing.saturating_sub(1);
            if *missing == 0 {
                ready.push(source);
            }
        }
    }

    /// The slots to which a state is led inside of its block.
    fn inside(&self, state: u32) -> impl Iterator<Item = u32> {
        let block = self.blocks[state as usize];
        let is_silent = self.of.is_silent;
        let led = self.of.graph.silent(state);
        led.filter(move |target| is_silent && self.blocks[*target as usize] == block)
    }

    fn sign_state(&mut self, state: u32) {
        let block = self.blocks[state as usize];
        let mut pairs = Vec::new();
        if self.of.diverges[state as usize] {
            pairs.push(DIVERGENCE);
        }
        for (label, target) in self.of.graph.row(state) {
            let to = self.blocks[target as usize];
            if label != TAU || to != block || !self.of.is_silent {
                pairs.push(pair(label, to));
            } else if target == state {
                // It stays where it is.
            } else if self.is_touched[target as usize] {
                pairs.extend(self.sets.get(self.signed[target as usize]));
            } else if let Some(clean) = self.clean.get(&block) {
                pairs.extend(clean);
            }
        }
        self.signed[state as usize] = self.sets.number(&mut pairs);
    }
}
