//! States that go around in circles of internal steps, over several workers.
//!
//! Input: a graph. Output: for each state on such a circle with others the one that stands for all of them, and the states
//! that follow themselves. First everything is left out, again and again, to which or from which no internal step leads; what stays lies
//! on circles or between them. There the largest name is passed on along the steps, as far as it goes: a state that has
//! its own name and all with this name from which it is reached are a circle (the colours of Orzan 2004). These are taken out, too.

use std::collections::BTreeMap;

use super::graph::{Graph, Sources, TAU, slot};
use super::rounds::{Ended, Rounds, garbled};
use crate::words::{halves, whole};

/// Who stands for others.
pub(crate) struct Circles {
    /// For each state that another one stands for that one: its owner and its number there.
    pub(crate) joined: BTreeMap<u32, (usize, u32)>,
    /// Whether a state follows itself by an internal step.
    pub(crate) is_loop: Vec<bool>,
    /// Whether there are circles of several states, at any worker.
    pub(crate) is_any: bool,
}

/// What is known while circles are looked for.
struct Search<'g> {
    graph: &'g Graph,
    sources: Sources,
    /// Slots that are not left out yet.
    is_left: Vec<bool>,
    /// Internal steps from each state to slots that are left.
    n_out: Vec<u32>,
    /// Internal steps to each slot from states that are left; of a state of this worker one more for each worker that has some.
    n_in: Vec<u32>,
    /// States to be left out.
    pending: Vec<u32>,
    colours: Vec<u64>,
    on_circle: Vec<bool>,
    joined: BTreeMap<u32, (usize, u32)>,
}

/// That a state is left out, told to those who lead to it; or that no state leads there any more.
const GONE: u32 = 0;
const UNLED: u32 = 1;

/// Finds all circles.
pub(crate) fn circles(rounds: &mut Rounds<'_>, graph: &Graph) -> Result<Circles, Ended> {
    let sources = Sources::new(graph, true);
    let states = || (0..graph.n_own()).map(slot);
    let count = |slot: u32| u32::try_from(sources.of(slot).len()).unwrap_or(u32::MAX);
    let mut n_in: Vec<u32> = (0..graph.n_slots()).map(|index| count(slot(index))).collect();
    for state in states() {
        n_in[state as usize] += slot(graph.silent_askers(state).count());
    }
    let is_loop = |state: u32| graph.row(state).any(|step| step == (TAU, state));
    let is_loop = states().map(is_loop).collect();
    let mut search = Search {
        is_left: vec![true; graph.n_slots()],
        n_out: states().map(|state| slot(graph.silent(state).count())).collect(),
        n_in,
        pending: Vec::new(),
        colours: vec![0; graph.n_slots()],
        on_circle: vec![false; graph.n_own()],
        joined: BTreeMap::new(),
        graph,
        sources,
    };
    search.pending = states().filter(|state| search.is_idle(*state)).collect();
    loop {
        search.trim(rounds)?;
        let n_left = search.is_left[..graph.n_own()].iter().filter(|left| **left).count();
        if rounds.sum(n_left as u64)? == 0 {
            break;
        }
        search.colour(rounds)?;
        search.gather(rounds)?;
        search.take_out();
    }
    let is_any = rounds.sum(search.joined.len() as u64)? > 0;
    Ok(Circles { joined: search.joined, is_loop, is_any })
}

impl Search<'_> {
    /// Whether no circle goes through a state.
    fn is_idle(&self, state: u32) -> bool {
        self.n_out[state as usize] == 0 || self.n_in[state as usize] == 0
    }

    /// Leaves out what has no internal step to it, or from it, until nothing changes anywhere.
    fn trim(&mut self, rounds: &mut Rounds<'_>) -> Result<(), Ended> {
        loop {
            let mut out = rounds.nothing();
            while let Some(state) = self.pending.pop() {
                if self.is_left[state as usize] {
                    self.leave_out(state, &mut out);
                }
            }
            let n_words = out.iter().map(Vec::len).sum::<usize>();
            let (told, n_words) = rounds.swap(out, n_words as u64)?;
            for (worker, words) in told.into_iter().enumerate() {
                for news in words.chunks(2) {
                    let &[kind, place] = news else { return Err(garbled(worker).into()) };
                    self.hear(worker, kind, place).ok_or_else(|| garbled(worker))?;
                }
            }
            if n_words == 0 {
                return Ok(());
            }
        }
    }

    fn leave_out(&mut self, state: u32, out: &mut [Vec<u32>]) {
        self.is_left[state as usize] = false;
        for target in self.graph.silent(state) {
            let n_in = &mut self.n_in[target as usize];
            *n_in = n_in.saturating_sub(1);
            if *n_in > 0 || !self.is_left[target as usize] {
                continue;
            }
            if self.graph.is_own(target) {
                self.pending.push(target);
            } else {
                let (owner, number) = self.graph.name(target);
                out[owner].extend([UNLED, number]);
            }
        }
        self.forget(state);
        for (worker, place) in self.graph.silent_askers(state) {
            out[worker].extend([GONE, place]);
        }
    }

    /// Those that lead to a slot have a step less.
    fn forget(&mut self, slot: u32) {
        for &source in self.sources.of(slot) {
            let n_out = &mut self.n_out[source as usize];
            *n_out = n_out.saturating_sub(1);
            if *n_out == 0 && self.is_left[source as usize] {
                self.pending.push(source);
            }
        }
    }

    fn hear(&mut self, worker: usize, kind: u32, place: u32) -> Option<()> {
        if kind == GONE {
            let ghost = self.graph.ghost(worker, place)?;
            if std::mem::take(&mut self.is_left[ghost as usize]) {
                self.forget(ghost);
            }
        } else {
            let n_in = self.n_in.get_mut(place as usize).filter(|_| self.graph.is_own(place))?;
            *n_in = n_in.saturating_sub(1);
            if *n_in == 0 && self.is_left[place as usize] {
                self.pending.push(place);
            }
        }
        Some(())
    }

    /// Passes the largest name on to all that it reaches.
    fn colour(&mut self, rounds: &mut Rounds<'_>) -> Result<(), Ended> {
        let graph = self.graph;
        self.colours.fill(0);
        let mut pending = Vec::new();
        for state in (0..graph.n_own()).map(slot).filter(|state| self.is_left[*state as usize]) {
            self.colours[state as usize] = name(graph, state);
            pending.push(state);
        }
        loop {
            let mut ghosts = Vec::new();
            while let Some(state) = pending.pop() {
                let colour = self.colours[state as usize];
                for target in graph.silent(state) {
                    let known = &mut self.colours[target as usize];
                    if !self.is_left[target as usize] || *known >= colour {
                        continue;
                    }
                    *known = colour;
                    if graph.is_own(target) { &mut pending } else { &mut ghosts }.push(target);
                }
            }
            ghosts.sort_unstable();
            ghosts.dedup();
            let mut out = rounds.nothing();
            for &ghost in &ghosts {
                let (owner, number) = graph.name(ghost);
                out[owner].push(number);
                out[owner].extend(halves(self.colours[ghost as usize]));
            }
            let (told, n_told) = rounds.swap(out, ghosts.len() as u64)?;
            if n_told == 0 {
                return Ok(());
            }
            for (worker, words) in told.into_iter().enumerate() {
                for news in words.chunks(3) {
                    let &[state, low, high] = news else { return Err(garbled(worker).into()) };
                    if !graph.is_own(state) {
                        return Err(garbled(worker).into());
                    }
                    let colour = whole([low, high]);
                    if self.is_left[state as usize] && self.colours[state as usize] < colour {
                        self.colours[state as usize] = colour;
                        pending.push(state);
                    }
                }
            }
        }
    }

    /// Goes back from the states that have their own name, among those that have it, too.
    fn gather(&mut self, rounds: &mut Rounds<'_>) -> Result<(), Ended> {
        let graph = self.graph;
        self.on_circle.fill(false);
        let mut pending = Vec::new();
        for state in (0..graph.n_own()).map(slot).filter(|state| self.is_left[*state as usize]) {
            if self.colours[state as usize] == name(graph, state) {
                self.on_circle[state as usize] = true;
                pending.push(state);
            }
        }
        loop {
            let mut out = rounds.nothing();
            while let Some(state) = pending.pop() {
                let colour = self.colours[state as usize];
                self.reach(state, colour, &mut pending);
                for (worker, place) in graph.silent_askers(state) {
                    out[worker].push(place);
                    out[worker].extend(halves(colour));
                }
            }
            let n_words = out.iter().map(Vec::len).sum::<usize>();
            let (told, n_words) = rounds.swap(out, n_words as u64)?;
            if n_words == 0 {
                return Ok(());
            }
            for (worker, words) in told.into_iter().enumerate() {
                for news in words.chunks(3) {
                    let &[place, low, high] = news else { return Err(garbled(worker).into()) };
                    let ghost = graph.ghost(worker, place).ok_or_else(|| garbled(worker))?;
                    self.reach(ghost, whole([low, high]), &mut pending);
                }
            }
        }
    }

    /// Those of a colour that lead to a slot on a circle of that colour are on it.
    fn reach(&mut self, slot: u32, colour: u64, pending: &mut Vec<u32>) {
        for &source in self.sources.of(slot) {
            let index = source as usize;
            if self.is_left[index] && self.colours[index] == colour && !self.on_circle[index] {
                self.on_circle[index] = true;
                pending.push(source);
            }
        }
    }

    /// Notes who stands for the states of circles, which are left out from now on.
    fn take_out(&mut self) {
        for state in (0..self.graph.n_own()).map(slot) {
            if !self.on_circle[state as usize] {
                continue;
            }
            let [number, owner] = halves(self.colours[state as usize]);
            let root = (owner as usize, number);
            if root != self.graph.name(state) {
                self.joined.insert(state, root);
            }
            self.pending.push(state);
        }
    }
}

/// A name of a state that no other one has.
fn name(graph: &Graph, state: u32) -> u64 {
    let (owner, number) = graph.name(state);
    whole([number, slot(owner)])
}
