//! A monitor beside all runs of a system while that is explored.
//!
//! Input: a formula; states as they are expanded. Output: whether the formula has been false behind some step. For each state a set of
//! memories with which runs come there, as bits; a state whose set grows is gone through again. A run is not kept: the search of
//! `product` finds the shortest one when there is any.

use std::collections::{BTreeMap, VecDeque};

use checker::formula::StateAtom;
use checker::{Observed, names_internal};
use lts::explore::SoFar;
use lts::{Edge, LabelId, LabelTable, StateId};
use rustc_hash::FxHashSet;

use crate::atoms::Atom;
use crate::automaton::{Automaton, NOTHING};
use crate::formula::Formula;
use crate::product::{Part, Search};

/// Memories that have a bit for each state; others are kept in a set.
const BITS: u32 = 32;

/// What has not been asked, or looked up.
const UNKNOWN: u32 = u32::MAX;

/// The memories with which runs come to a state: all, and those with which it has not been gone through.
#[derive(Clone, Copy, Debug, Default)]
struct Reached {
    all: u32,
    new: u32,
}

/// What becomes of memories by the answers of a label and of a state.
#[derive(Clone, Debug)]
struct Cell {
    /// The answers.
    answers: (u32, u32),
    /// The memories of which it is known, and the bits of those that come behind each.
    known: u32,
    behind: [u32; BITS as usize],
    /// Memories behind them that have no bit.
    far: Vec<(u32, u32)>,
    /// A set and what comes behind it.
    last: (u32, u32),
}

/// A formula that is watched.
#[derive(Debug)]
pub struct OnTheFly {
    automaton: Automaton,
    /// How each label and each state answers.
    labels: Vec<u32>,
    states: Vec<u32>,
    cells: Vec<Cell>,
    /// For the answers of a label and of a state the cell.
    rows: Vec<Vec<u32>>,
    reached: Vec<Reached>,
    /// Memories without a bit, and those that wait for their states to be expanded.
    others: FxHashSet<(StateId, u32)>,
    waiting: BTreeMap<StateId, Vec<u32>>,
    todo: VecDeque<StateId>,
    todo_others: VecDeque<(StateId, u32)>,
    n_expanded: usize,
    is_violated: bool,
    /// Steps of a run that violates the formula, and steps from the first state to each other.
    length: Option<usize>,
    depths: Vec<u32>,
}

impl OnTheFly {
    /// Watches a formula; none if an action in it is known only when all labels are.
    pub fn new(formula: &Formula) -> Option<Self> {
        let mut atoms = formula.atoms();
        let is_late =
            atoms.any(|(atom, _)| matches!(atom, Atom::Action(action) if names_internal(action)));
        (!is_late).then(|| Self::of(formula))
    }

    pub(crate) fn of(formula: &Formula) -> Self {
        Self {
            automaton: Automaton::new(formula),
            labels: Vec::new(),
            states: Vec::new(),
            cells: Vec::new(),
            rows: Vec::new(),
            reached: Vec::new(),
            others: FxHashSet::default(),
            waiting: BTreeMap::new(),
            todo: VecDeque::new(),
            todo_others: VecDeque::new(),
            n_expanded: 0,
            is_violated: false,
            length: None,
            depths: vec![0],
        }
    }

    /// Finds out how new labels answer.
    pub fn learn(&mut self, labels: &LabelTable) {
        self.automaton.learn(labels, &mut self.labels);
    }

    /// Finds out how the labels of a whole system answer.
    pub(crate) fn learn_all(&mut self, labels: &LabelTable) {
        self.labels.clear();
        self.automaton.add_labels(labels, &mut self.labels);
    }

    /// Takes note of a state that has just been expanded, and whose labels are known; states are expanded in the order of
    /// their numbers, some perhaps left out.
    pub fn expanded(&mut self, state: StateId, so_far: SoFar<'_>, observed: &mut dyn Observed) {
        let depth = self.depths.get(state.index()).copied().unwrap_or(UNKNOWN);
        self.depths.resize(so_far.n_states(), depth.saturating_add(1));
        let mut part = Growing { so_far, observed };
        if self.is_violated {
            self.n_expanded = state.index() + 1;
            self.shorten(depth, &mut part);
            return;
        }
        if state == StateId(0) {
            self.begin(state, so_far.n_states());
        }
        self.reached.resize(so_far.n_states(), Reached::default());
        self.n_expanded = state.index() + 1;
        if self.reached[state.index()].new != 0 {
            self.todo.push_back(state);
        }
        if let Some(memories) = self.waiting.remove(&state) {
            self.todo_others.extend(memories.into_iter().map(|memory| (state, memory)));
        }
        self.go_on(&mut part);
        if self.is_violated {
            self.measure(&mut part);
            self.shorten(depth, &mut part);
        }
    }

    /// Finds the shortest run so far.
    fn measure(&mut self, part: &mut dyn Part<'_>) {
        let mut search = Search::new(part, &mut self.automaton, &self.labels);
        self.length = search.run(StateId(0), false).map(|last| search.way(last).len());
    }

    /// Looks at the end of a level whether a run is there by now that is shorter than what was found first, where that needs more levels.
    fn shorten(&mut self, depth: u32, part: &mut dyn Part<'_>) {
        let next = self.depths.get(self.n_expanded).copied().unwrap_or(depth);
        if next > depth && self.length.is_some_and(|length| length > next as usize) {
            self.measure(part);
        }
    }

    /// Goes through all of a system that is there, from this state on; whether the formula was false behind some step.
    pub(crate) fn walk(
        &mut self,
        start: StateId,
        n_states: usize,
        part: &mut dyn Part<'_>,
    ) -> bool {
        self.n_expanded = n_states;
        self.begin(start, n_states);
        self.todo.push_back(start);
        self.go_on(part);
        self.is_violated
    }

    fn begin(&mut self, start: StateId, n_states: usize) {
        self.reached.resize(n_states, Reached::default());
        self.reached[start.index()] = Reached { all: 1 << NOTHING, new: 1 << NOTHING };
    }

    /// Whether a violation has been found, and the states in which a shorter run could end are all known.
    pub fn is_decided(&self) -> bool {
        let next = self.depths.get(self.n_expanded).map(|depth| *depth as usize);
        self.length.is_some_and(|length| next.is_none_or(|depth| depth >= length))
    }

    /// Whether no step that was seen made the formula false, and each was known.
    pub fn holds_so_far(&self) -> bool {
        !self.is_violated && !self.automaton.met_open && !self.automaton.is_cut
    }

    /// The automaton, with how labels answer.
    pub(crate) fn into_automaton(self) -> (Automaton, Vec<u32>) {
        (self.automaton, self.labels)
    }

    fn go_on(&mut self, part: &mut dyn Part<'_>) {
        while !self.is_violated {
            if let Some(state) = self.todo.pop_front() {
                let new = std::mem::take(&mut self.reached[state.index()].new);
                for &edge in part.out(state) {
                    let memories = self.behind(edge, new, part);
                    self.reach(edge.target, memories);
                }
            } else if let Some((state, memory)) = self.todo_others.pop_front() {
                for &edge in part.out(state) {
                    self.behind_other(edge, memory, part);
                }
            } else {
                return;
            }
        }
    }

    /// The bits of the memories behind a step.
    fn behind(&mut self, edge: Edge, new: u32, part: &mut dyn Part<'_>) -> u32 {
        if edge.label == LabelId::TAU {
            return new;
        }
        let cell = self.cell(edge, part);
        let (last, behind) = self.cells[cell].last;
        if last == new {
            return behind;
        }
        let missing = new & !self.cells[cell].known;
        for memory in (0..BITS).filter(|memory| missing & (1 << memory) != 0) {
            self.compute(cell, memory);
        }
        let own = &mut self.cells[cell];
        let bits = (0..BITS).filter(|memory| new & (1 << memory) != 0);
        let behind = bits.fold(0, |all, memory| all | own.behind[memory as usize]);
        if own.far.is_empty() {
            own.last = (new, behind);
        } else {
            let far = own.far.clone();
            for (memory, other) in far {
                if new & (1 << memory) != 0 {
                    self.reach_other(edge.target, other);
                }
            }
        }
        behind
    }

    /// Finds out what comes behind a memory.
    fn compute(&mut self, cell: usize, memory: u32) {
        let own = &mut self.cells[cell];
        own.known |= 1 << memory;
        // What is known in no way decides nothing here.
        if let &[(behind, holds)] = self.automaton.ways((memory, own.answers.0, own.answers.1)) {
            self.is_violated |= !holds;
            if behind < BITS {
                own.behind[memory as usize] = 1 << behind;
            } else {
                own.far.push((memory, behind));
            }
        }
    }

    fn behind_other(&mut self, edge: Edge, memory: u32, part: &mut dyn Part<'_>) {
        let mut behind = memory;
        if edge.label != LabelId::TAU {
            let cell = self.cell(edge, part);
            let (label, state) = self.cells[cell].answers;
            let &[(next, holds)] = self.automaton.ways((memory, label, state)) else { return };
            self.is_violated |= !holds;
            behind = next;
        }
        if behind < BITS {
            self.reach(edge.target, 1 << behind);
        } else {
            self.reach_other(edge.target, behind);
        }
    }

    fn reach(&mut self, state: StateId, memories: u32) {
        let own = &mut self.reached[state.index()];
        let fresh = memories & !own.all;
        if fresh == 0 {
            return;
        }
        if own.new == 0 && state.index() < self.n_expanded {
            self.todo.push_back(state);
        }
        own.all |= fresh;
        own.new |= fresh;
    }

    fn reach_other(&mut self, state: StateId, memory: u32) {
        if !self.others.insert((state, memory)) {
            return;
        }
        if state.index() < self.n_expanded {
            self.todo_others.push_back((state, memory));
        } else {
            self.waiting.entry(state).or_default().push(memory);
        }
    }

    /// The cell of a step.
    fn cell(&mut self, edge: Edge, part: &mut dyn Part<'_>) -> usize {
        let label = self.labels[edge.label.index()];
        let state = if self.automaton.asks_states { self.state(edge.target, part) } else { 0 };
        let (row, column) = (label as usize, state as usize);
        if let Some(&known) = self.rows.get(row).and_then(|row| row.get(column))
            && known != UNKNOWN
        {
            return known as usize;
        }
        if self.rows.len() <= row {
            self.rows.resize(row + 1, Vec::new());
        }
        let own = &mut self.rows[row];
        if own.len() <= column {
            own.resize(column + 1, UNKNOWN);
        }
        let cell = self.cells.len();
        own[column] = u32::try_from(cell).unwrap_or(UNKNOWN);
        self.cells.push(Cell {
            answers: (label, state),
            known: 0,
            behind: [0; BITS as usize],
            far: Vec::new(),
            last: (0, 0),
        });
        cell
    }

    fn state(&mut self, state: StateId, part: &mut dyn Part<'_>) -> u32 {
        if self.states.len() <= state.index() {
            self.states.resize(state.index() + 1, UNKNOWN);
        }
        if self.states[state.index()] == UNKNOWN {
            let answers = self.automaton.state(&mut |atom| part.holds(atom, state));
            self.states[state.index()] = answers;
        }
        self.states[state.index()]
    }
}

/// The part of a system that has been found.
struct Growing<'s, 'o> {
    so_far: SoFar<'s>,
    observed: &'o mut dyn Observed,
}

impl<'s> Part<'s> for Growing<'s, '_> {
    fn out(&self, state: StateId) -> &'s [Edge] {
        self.so_far.out(state).unwrap_or_default()
    }

    fn n_states(&self) -> usize {
        self.so_far.n_states()
    }

    fn holds(&mut self, atom: &StateAtom, state: StateId) -> Option<bool> {
        self.observed.holds(atom, state)
    }
}
