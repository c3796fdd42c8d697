//! The rule for "no run does R", whatever R is: what must not happen is no nearer behind a piece than it was.
//!
//! Input: sequences of actions that must not happen, S, E. Output: whether E may be added. An automaton reads R; with S it comes to each
//! state x of S in a set Q(x) of its states, none of which is its end. Read on from Q(s) where E is entered, E must not come to the end,
//! and where E is left, at j, it must come to states of Q(j) only. Then S ∪ E comes to the same sets in the states of S, and to the end
//! nowhere. Variables that connect two actions, and unknown values, are not told apart: the automaton reads more than R, and if S itself
//! does some of that, the rule does not apply.

use checker::formula::{ActionFormula, Count, Reg, Regular, Repeat};
use checker::labels_meeting;
use fixedbitset::FixedBitSet;
use lts::{LabelId, LabelTable, StateId};

use super::systems::{Alone, Grown, System};

/// Most states of an automaton.
const MOST: usize = 500;
/// Most pairs of a state of a system and one of an automaton.
const MOST_WORK: usize = 20_000_000;

/// A finite automaton with empty steps. It begins in state 0, and ends in the last one.
#[derive(Clone, Debug)]
pub(super) struct Automaton {
    steps: Vec<Vec<(usize, usize)>>,
    empty: Vec<Vec<usize>>,
    /// The labels of each condition on actions.
    labels: Vec<FixedBitSet>,
    end: usize,
}

impl Automaton {
    /// The automaton that reads one of these; none if it gets too large, or if they ask for more than actions.
    pub(super) fn of(runs: &[Regular], table: &LabelTable) -> Option<Self> {
        let mut made = Self { steps: Vec::new(), empty: Vec::new(), labels: Vec::new(), end: 0 };
        let start = made.state()?;
        let ends: Option<Vec<usize>> =
            runs.iter().map(|run| made.path(run, start, table)).collect();
        made.end = made.state()?;
        for end in ends? {
            made.empty[end].push(made.end);
        }
        Some(made)
    }

    fn state(&mut self) -> Option<usize> {
        self.steps.push(Vec::new());
        self.empty.push(Vec::new());
        (self.steps.len() <= MOST).then_some(self.steps.len() - 1)
    }

    /// Adds a way from a state along a path; the state behind it.
    fn path(&mut self, path: &Regular, from: usize, table: &LabelTable) -> Option<usize> {
        match &path.kind {
            Reg::Nil => Some(from),
            Reg::Action(action) => {
                let to = self.state()?;
                self.step(action, (from, to), table);
                Some(to)
            }
            Reg::Sequence(items) => {
                items.iter().try_fold(from, |from, item| self.path(item, from, table))
            }
            Reg::Choice(items) => {
                let to = self.state()?;
                for item in items {
                    let end = self.path(item, from, table)?;
                    self.empty[end].push(to);
                }
                Some(to)
            }
            Reg::Repeat(Repeat::Star, body) => self.star(body, from, table),
            Reg::Repeat(Repeat::Plus, body) => {
                let once = self.path(body, from, table)?;
                self.star(body, once, table)
            }
            Reg::Repeat(Repeat::Optional, body) => self.optional(body, from, table),
            Reg::Counted(Count { least, most }, body) => {
                let all = 0..*least;
                let mut at = all.into_iter().try_fold(from, |at, _| self.path(body, at, table))?;
                let Some(most) = most else { return self.star(body, at, table) };
                for _ in *least..*most {
                    at = self.optional(body, at, table)?;
                }
                Some(at)
            }
            Reg::Test(_) => None,
        }
    }

    fn step(&mut self, action: &ActionFormula, (from, to): (usize, usize), table: &LabelTable) {
        let [_, possibly] = labels_meeting(action, table);
        self.steps[from].push((self.labels.len(), to));
        self.labels.push(possibly);
    }

    /// A way round that begins in a state of its own, so that nothing else leads into it.
    fn star(&mut self, body: &Regular, from: usize, table: &LabelTable) -> Option<usize> {
        let around = self.state()?;
        self.empty[from].push(around);
        let end = self.path(body, around, table)?;
        self.empty[end].push(around);
        let behind = self.state()?;
        self.empty[around].push(behind);
        Some(behind)
    }

    fn optional(&mut self, body: &Regular, from: usize, table: &LabelTable) -> Option<usize> {
        let end = self.path(body, from, table)?;
        let behind = self.state()?;
        self.empty[from].push(behind);
        self.empty[end].push(behind);
        Some(behind)
    }

    /// Adds what empty steps lead to.
    fn closed(&self, mut states: FixedBitSet) -> FixedBitSet {
        let mut open: Vec<usize> = states.ones().collect();
        while let Some(state) = open.pop() {
            for &next in &self.empty[state] {
                if !states.put(next) {
                    open.push(next);
                }
            }
        }
        states
    }

    fn start(&self) -> FixedBitSet {
        let mut start = FixedBitSet::with_capacity(self.steps.len());
        start.insert(0);
        self.closed(start)
    }

    /// The states behind a label.
    fn behind(&self, states: &FixedBitSet, label: LabelId) -> FixedBitSet {
        let mut behind = FixedBitSet::with_capacity(self.steps.len());
        for state in states.ones() {
            for &(condition, next) in &self.steps[state] {
                if self.labels[condition].contains(label.index()) {
                    behind.insert(next);
                }
            }
        }
        self.closed(behind)
    }

    /// In which states it comes to each state of a system from these on; none if it comes to its end.
    fn read(&self, system: &System, from: Vec<(StateId, FixedBitSet)>) -> Option<Vec<FixedBitSet>> {
        let rows = system.rows();
        if rows.len().saturating_mul(self.steps.len()) > MOST_WORK {
            return None;
        }
        let none = FixedBitSet::with_capacity(self.steps.len());
        let mut sets = vec![none; rows.len()];
        let mut open = Vec::new();
        for (state, set) in from {
            sets[state.index()].union_with(&set);
            open.push(state);
        }
        while let Some(state) = open.pop() {
            let here = sets[state.index()].clone();
            if here.contains(self.end) {
                return None;
            }
            for edge in &rows[state.index()] {
                let next = self.behind(&here, edge.label);
                let there = &mut sets[edge.target.index()];
                if !next.is_subset(there) {
                    there.union_with(&next);
                    open.push(edge.target);
                }
            }
        }
        Some(sets)
    }
}

/// Whether a piece may be added without that runs do what this reads.
pub(super) fn keeps(automaton: &Automaton, grown: &Grown<'_>, alone: &Alone) -> bool {
    let Alone { system, inside, outside } = alone;
    let start = vec![(grown.initial(), automaton.start())];
    let Some(before) = automaton.read(&grown.system, start) else { return false };
    let of = |states: &[StateId]| -> Vec<FixedBitSet> {
        states.iter().map(|state| before[state.index()].clone()).collect()
    };
    let entered = inside.entries.iter().copied().zip(of(&outside.entries)).collect();
    let Some(within) = automaton.read(system, entered) else { return false };
    let left = inside.exits.iter().map(|exit| &within[exit.index()]);
    left.zip(of(&outside.exits)).all(|(found, known)| found.is_subset(&known))
}
