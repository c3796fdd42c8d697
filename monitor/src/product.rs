//! A formula on a transition system: a monitor beside each of its runs.
//!
//! Input: a system, what its states show, a formula. Output: whether the formula is true behind every visible step of every run, and
//! the shortest run behind which it is not. Breadth first over pairs of a state and what a monitor remembers there; each way in which
//! an action and a state answer the atoms is one number, so that a step of a monitor is looked up and not done again.
//!
//! Where an atom is not known, it is taken in both ways: what is false behind such steps only is not decided.

use checker::atomic::{Asked, unmet};
use checker::{EvidenceStep, StateAtoms, Truth, labels_meeting};
use fixedbitset::FixedBitSet;
use frontend::{Diagnostic, Span};
use lts::{LabelId, Lts, StateId};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::atoms::Atom;
use crate::changes::Report;
use crate::formula::{Binary, Formula, Operator, Unary};
use crate::monitor::Monitor;
use crate::specification::Specification;

/// Atoms of one step that may be unknown, at most: they are taken in all ways.
const MOST_OPEN: usize = 8;

/// What was found out about a formula.
#[derive(Clone, Debug)]
pub struct Judged {
    /// Whether the formula is true behind every step.
    pub holds: Truth,
    /// A shortest run behind whose last step it is false.
    pub run: Option<Vec<EvidenceStep>>,
}

/// Judges a formula on all runs of a system that start in this state.
pub fn judge(lts: &Lts, atoms: &dyn StateAtoms, formula: &Formula, start: StateId) -> Judged {
    let specification = Specification::new(vec![formula.clone()]);
    let mut search = Search::new(lts, atoms, &specification);
    if let Some(last) = search.run(start, false) {
        let run = search.way(last);
        return Judged { holds: Truth::False, run: Some(run) };
    }
    let is_open = search.met_open && (search.is_cut || search.run(start, true).is_some());
    let is_decided = !is_open && !search.is_cut && lts.is_complete();
    let holds = if is_decided { Truth::True } else { Truth::Unknown };
    Judged { holds, run: None }
}

/// Why a formula is false behind the last step of a run.
pub fn explain(
    lts: &Lts,
    atoms: &dyn StateAtoms,
    formula: &Formula,
    run: &[EvidenceStep],
) -> Report {
    let specification = Specification::new(vec![formula.clone()]);
    Search::new(lts, atoms, &specification).explain(run)
}

/// What is said of actions and states that a formula names, and that a system has not.
pub fn warnings(lts: &Lts, atoms: &dyn StateAtoms, formula: &Formula) -> Vec<Diagnostic> {
    let asked: Vec<(Asked<'_>, Span)> = formula
        .atoms()
        .map(|(atom, span)| match atom {
            Atom::Action(action) => (Asked::Action(action), span),
            Atom::State(state) => (Asked::State(state), span),
        })
        .collect();
    unmet(&asked, lts, atoms)
}

/// How atoms are answered: those that hold, those of which nobody knows.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Answers {
    holds: FixedBitSet,
    open: FixedBitSet,
}

/// Values by numbers, and numbers by values.
#[derive(Debug)]
struct Numbered<T> {
    values: Vec<T>,
    numbers: FxHashMap<T, u32>,
}

impl<T: Clone + Eq + std::hash::Hash> Numbered<T> {
    fn new() -> Self {
        Self { values: Vec::new(), numbers: FxHashMap::default() }
    }

    fn number(&mut self, value: T) -> u32 {
        if let Some(&number) = self.numbers.get(&value) {
            return number;
        }
        let number = u32::try_from(self.values.len()).unwrap_or(u32::MAX);
        self.values.push(value.clone());
        self.numbers.insert(value, number);
        number
    }
}

/// A state, and what a monitor remembers there.
#[derive(Clone, Copy, Debug)]
struct Place {
    state: StateId,
    memory: u32,
    /// The place before, and the label that leads here.
    parent: u32,
    label: LabelId,
}

/// A memory, and the answers of a label and of a state.
type Step = (u32, u32, u32);

/// Numbers of answers below this are small, and of memories below its square.
const SMALL: usize = 64;

/// What has not been looked up.
const UNKNOWN: u32 = u32::MAX;

/// The place of a step of small numbers among all of them.
fn small((memory, label, state): Step) -> Option<usize> {
    let [memory, label, state] = [memory, label, state].map(|number| number as usize);
    let is_small = memory < SMALL * SMALL && label < SMALL && state < SMALL;
    is_small.then_some((memory * SMALL + label) * SMALL + state)
}

/// What a monitor remembers: nothing before the first step.
type Memory = Option<FixedBitSet>;

struct Search<'s> {
    lts: &'s Lts,
    atoms: &'s dyn StateAtoms,
    specification: &'s Specification,
    /// How each label and each state answers, as numbers of answers.
    labels: Vec<u32>,
    states: Vec<Option<u32>>,
    /// Whether a state is asked anything at all.
    asks_states: bool,
    answers: Numbered<Answers>,
    memories: Numbered<Memory>,
    /// For a memory and the answers of a label and a state: what may be remembered then, and whether the formula holds.
    steps: FxHashMap<Step, usize>,
    /// What `steps` holds, by place, for memories, labels and states of small numbers.
    small: Vec<u32>,
    ways: Vec<Vec<(u32, bool)>>,
    monitor: Monitor,
    /// The subformulas whose values count in the next step.
    counts: FixedBitSet,
    places: Vec<Place>,
    /// Whether a step with an unknown atom was met, and whether one had too many.
    met_open: bool,
    is_cut: bool,
}

impl<'s> Search<'s> {
    fn new(lts: &'s Lts, atoms: &'s dyn StateAtoms, specification: &'s Specification) -> Self {
        let mut answers = Numbered::new();
        let labels = answers_of_labels(lts, specification, &mut answers);
        let asks_states = specification.atoms().iter().any(|atom| matches!(atom, Atom::State(_)));
        let mut memories = Numbered::new();
        memories.number(None);
        Self {
            lts,
            atoms,
            specification,
            labels,
            states: vec![None; if asks_states { lts.n_states() } else { 0 }],
            asks_states,
            answers,
            memories,
            steps: FxHashMap::default(),
            small: Vec::new(),
            ways: Vec::new(),
            monitor: Monitor::new(specification),
            counts: remembered(specification),
            places: Vec::new(),
            met_open: false,
            is_cut: false,
        }
    }

    /// The last place of a shortest run behind which the formula is false.
    fn run(&mut self, start: StateId, takes_open: bool) -> Option<u32> {
        let mut seen = Seen::new(self.lts.n_states());
        self.places =
            vec![Place { state: start, memory: 0, parent: u32::MAX, label: LabelId::TAU }];
        seen.insert(start, 0);
        let mut at = 0;
        while let Some(&Place { state, memory, .. }) = self.places.get(at) {
            let parent = u32::try_from(at).unwrap_or(u32::MAX);
            let lts = self.lts;
            for edge in lts.out(state) {
                let reached =
                    |memory| Place { state: edge.target, memory, parent, label: edge.label };
                if edge.label == LabelId::TAU {
                    if seen.insert(edge.target, memory) {
                        self.places.push(reached(memory));
                    }
                    continue;
                }
                let state_answers = self.state(edge.target);
                let key = (memory, self.labels[edge.label.index()], state_answers);
                let ways = self.ways(key);
                if self.ways[ways].len() > 1 && !takes_open {
                    continue;
                }
                for way in 0..self.ways[ways].len() {
                    let (memory, holds) = self.ways[ways][way];
                    if seen.insert(edge.target, memory) || !holds {
                        self.places.push(reached(memory));
                    }
                    if !holds {
                        return u32::try_from(self.places.len() - 1).ok();
                    }
                }
            }
            at += 1;
        }
        None
    }

    /// How a state answers.
    fn state(&mut self, state: StateId) -> u32 {
        if !self.asks_states {
            return 0;
        }
        if let Some(known) = self.states[state.index()] {
            return known;
        }
        let n = self.specification.atoms().len();
        let none = FixedBitSet::with_capacity(n);
        let mut answers = Answers { holds: none.clone(), open: none };
        for (number, atom) in self.specification.atoms().iter().enumerate() {
            if let Atom::State(atom) = atom {
                let holds = self.atoms.holds(atom, state);
                answers.holds.set(number, holds == Some(true));
                answers.open.set(number, holds.is_none());
            }
        }
        let number = self.answers.number(answers);
        self.states[state.index()] = Some(number);
        number
    }

    /// The number of what a monitor may remember behind a step, and of whether the formula holds then.
    fn ways(&mut self, step: Step) -> usize {
        let small = small(step);
        if let Some(&known) = small.and_then(|at| self.small.get(at))
            && known != UNKNOWN
        {
            return known as usize;
        }
        if let Some(&number) = self.steps.get(&step) {
            return number;
        }
        let ways = self.all_ways(step);
        self.met_open |= ways.len() > 1;
        let number = self.ways.len();
        self.ways.push(ways);
        self.steps.insert(step, number);
        if let (Some(at), Ok(number)) = (small, u32::try_from(number)) {
            if self.small.len() <= at {
                self.small.resize((at | (SMALL * SMALL - 1)) + 1, UNKNOWN);
            }
            self.small[at] = number;
        }
        number
    }

    fn all_ways(&mut self, (memory, label, state): Step) -> Vec<(u32, bool)> {
        let answers = self.together(label, state);
        let open: Vec<usize> = answers.open.ones().take(MOST_OPEN).collect();
        self.is_cut |= answers.open.count_ones(..) > MOST_OPEN;
        let mut ways = Vec::new();
        for way in 0..1_usize << open.len() {
            let mut holds = answers.holds.clone();
            for (bit, atom) in open.iter().enumerate() {
                holds.set(*atom, way & (1 << bit) != 0);
            }
            let memory = self.memories.values[memory as usize].clone();
            ways.push(self.step(memory.as_ref(), &holds));
        }
        ways
    }

    fn together(&self, label: u32, state: u32) -> Answers {
        let mut answers = self.answers.values[label as usize].clone();
        if self.asks_states {
            let of_state = &self.answers.values[state as usize];
            answers.holds.union_with(&of_state.holds);
            answers.open.union_with(&of_state.open);
        }
        answers
    }

    fn step(&mut self, memory: Option<&FixedBitSet>, holds: &FixedBitSet) -> (u32, bool) {
        let none = FixedBitSet::with_capacity(self.specification.n_subformulas());
        self.monitor.resume(memory.is_none(), memory.unwrap_or(&none));
        self.monitor.step(self.specification, holds);
        let mut memory = self.monitor.now.clone();
        memory.intersect_with(&self.counts);
        (self.memories.number(Some(memory)), self.monitor.holds(self.specification, 0))
    }

    /// The run that leads to a place.
    fn way(&self, last: u32) -> Vec<EvidenceStep> {
        let mut steps = Vec::new();
        let mut at = last;
        while let Some(&Place { state, parent, label, .. }) = self.places.get(at as usize) {
            if let Some(before) = self.places.get(parent as usize) {
                steps.push(EvidenceStep { source: before.state, label, target: state });
            }
            at = parent;
        }
        steps.reverse();
        steps
    }

    /// Why the formula is false behind the last step of a run.
    fn explain(&mut self, run: &[EvidenceStep]) -> Report {
        let mut monitor = Monitor::new(self.specification);
        for step in run.iter().filter(|step| step.label != LabelId::TAU) {
            let state = self.state(step.target);
            let answers = self.together(self.labels[step.label.index()], state);
            monitor.step(self.specification, &answers.holds);
        }
        Report::of(&monitor, self.specification, 0)
    }
}

/// How each label answers.
fn answers_of_labels(
    lts: &Lts,
    specification: &Specification,
    answers: &mut Numbered<Answers>,
) -> Vec<u32> {
    let n = specification.atoms().len();
    let none = FixedBitSet::with_capacity(n);
    let mut all = vec![Answers { holds: none.clone(), open: none }; lts.labels().len()];
    for (number, atom) in specification.atoms().iter().enumerate() {
        let Atom::Action(action) = atom else { continue };
        let [surely, possibly] = labels_meeting(action, lts.labels());
        for (label, own) in all.iter_mut().enumerate() {
            own.holds.set(number, surely.contains(label));
            own.open.set(number, possibly.contains(label) && !surely.contains(label));
        }
    }
    all.into_iter().map(|own| answers.number(own)).collect()
}

/// The subformulas whose values a monitor needs in the next step.
fn remembered(specification: &Specification) -> FixedBitSet {
    let mut counts = FixedBitSet::with_capacity(specification.n_subformulas());
    for (number, shared) in specification.shared.iter().enumerate() {
        match shared.operator {
            Operator::Unary(Unary::Historically | Unary::Once, _)
            | Operator::Binary(Binary::Since | Binary::WeakSince | Binary::Interval, ..) => {
                counts.insert(number);
            }
            Operator::Unary(Unary::Prev | Unary::WeakPrev | Unary::Starts | Unary::Ends, body) => {
                counts.insert(body);
            }
            Operator::Constant(_)
            | Operator::Atom(_)
            | Operator::Unary(Unary::Not, _)
            | Operator::Binary(..) => {}
        }
    }
    counts
}

/// The places that have been reached.
struct Seen {
    /// A bit for each of the first memories.
    first: Vec<u64>,
    others: FxHashSet<(StateId, u32)>,
}

impl Seen {
    fn new(n_states: usize) -> Self {
        Self { first: vec![0; n_states], others: FxHashSet::default() }
    }

    /// Whether the place is new.
    fn insert(&mut self, state: StateId, memory: u32) -> bool {
        if memory >= u64::BITS {
            return self.others.insert((state, memory));
        }
        let bits = &mut self.first[state.index()];
        let is_new = *bits & (1 << memory) == 0;
        *bits |= 1 << memory;
        is_new
    }
}
