//! A formula on a transition system: a monitor beside each of its runs.
//!
//! Input: a system, what its states show, a formula. Output: whether the formula is true behind every visible step of every run, and
//! the shortest run behind which it is not. Whether there is one is asked first, of sets of memories (`on_the_fly`); the run is
//! looked for breadth first, over pairs of a state and a memory.
//!
//! Where an atom is not known, it is taken in both ways: what is false behind such steps only is not decided.

use checker::atomic::{Asked, unmet};
use checker::formula::StateAtom;
use checker::{EvidenceStep, StateAtoms, Truth};
use frontend::{Diagnostic, Span};
use lts::{Edge, LabelId, Lts, StateId};
use rustc_hash::FxHashSet;

use crate::atoms::Atom;
use crate::automaton::{Automaton, NOTHING};
use crate::changes::Report;
use crate::formula::Formula;
use crate::monitor::Monitor;
use crate::on_the_fly::OnTheFly;

/// What was found out about a formula.
#[derive(Clone, Debug)]
pub struct Judged {
    /// Whether the formula is true behind every step.
    pub holds: Truth,
    /// A shortest run behind whose last step it is false.
    pub run: Option<Vec<EvidenceStep>>,
}

/// A system as far as it is there, with what its states show.
pub(crate) trait Part<'s> {
    /// The transitions of a state; none where they are not known.
    fn out(&self, state: StateId) -> &'s [Edge];
    /// How many states there are.
    fn n_states(&self) -> usize;
    /// Whether an atom holds in a state; none if that is unknown.
    fn holds(&mut self, atom: &StateAtom, state: StateId) -> Option<bool>;
}

/// A system that is there.
struct Whole<'s> {
    lts: &'s Lts,
    atoms: &'s dyn StateAtoms,
}

impl<'s> Part<'s> for Whole<'s> {
    fn out(&self, state: StateId) -> &'s [Edge] {
        self.lts.out(state)
    }

    fn n_states(&self) -> usize {
        self.lts.n_states()
    }

    fn holds(&mut self, atom: &StateAtom, state: StateId) -> Option<bool> {
        self.atoms.holds(atom, state)
    }
}

/// Judges a formula on all runs of a system that start in this state.
pub fn judge(lts: &Lts, atoms: &dyn StateAtoms, formula: &Formula, start: StateId) -> Judged {
    let mut part = Whole { lts, atoms };
    let mut sets = OnTheFly::of(formula);
    sets.learn_all(lts.labels());
    let is_violated = sets.walk(start, lts.n_states(), &mut part);
    let (mut automaton, labels) = sets.into_automaton();
    let mut search = Search::new(&mut part, &mut automaton, &labels);
    if is_violated && let Some(last) = search.run(start, false) {
        let run = search.way(last);
        return Judged { holds: Truth::False, run: Some(run) };
    }
    let is_open =
        search.automaton.met_open && (search.automaton.is_cut || search.run(start, true).is_some());
    let is_decided = !is_open && !search.automaton.is_cut && lts.is_complete();
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
    let mut automaton = Automaton::new(formula);
    let mut labels = Vec::new();
    automaton.add_labels(lts.labels(), &mut labels);
    let mut monitor = Monitor::new(&automaton.specification);
    for step in run.iter().filter(|step| step.label != LabelId::TAU) {
        let state = automaton.state(&mut |atom| atoms.holds(atom, step.target));
        let answers = automaton.together(labels[step.label.index()], state);
        monitor.step(&automaton.specification, &answers.holds);
    }
    Report::of(&monitor, &automaton.specification, 0)
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

/// A state, and what a monitor remembers there.
#[derive(Clone, Copy, Debug)]
struct Place {
    state: StateId,
    memory: u32,
    /// The place before, and the label that leads here.
    parent: u32,
    label: LabelId,
}

/// A search for the shortest run that makes a formula false.
pub(crate) struct Search<'a, 's> {
    part: &'a mut dyn Part<'s>,
    automaton: &'a mut Automaton,
    /// How each label and each state answers.
    labels: &'a [u32],
    states: Vec<Option<u32>>,
    places: Vec<Place>,
}

impl<'a, 's> Search<'a, 's> {
    /// A search in this part of a system, of which labels answer so.
    pub(crate) fn new(
        part: &'a mut dyn Part<'s>,
        automaton: &'a mut Automaton,
        labels: &'a [u32],
    ) -> Self {
        let states = vec![None; if automaton.asks_states { part.n_states() } else { 0 }];
        Self { part, automaton, labels, states, places: Vec::new() }
    }

    /// The last place of a shortest run behind which the formula is false.
    pub(crate) fn run(&mut self, start: StateId, takes_open: bool) -> Option<u32> {
        let mut seen = Seen::new(self.part.n_states());
        self.places =
            vec![Place { state: start, memory: NOTHING, parent: u32::MAX, label: LabelId::TAU }];
        seen.insert(start, NOTHING);
        let mut at = 0;
        while let Some(&Place { state, memory, .. }) = self.places.get(at) {
            let parent = u32::try_from(at).unwrap_or(u32::MAX);
            for edge in self.part.out(state) {
                let reached =
                    |memory| Place { state: edge.target, memory, parent, label: edge.label };
                if edge.label == LabelId::TAU {
                    if seen.insert(edge.target, memory) {
                        self.places.push(reached(memory));
                    }
                    continue;
                }
                let answers = self.state(edge.target);
                let ways = self.automaton.ways((memory, self.labels[edge.label.index()], answers));
                if ways.len() > 1 && !takes_open {
                    continue;
                }
                for &(memory, holds) in ways {
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
        let Some(known) = self.states.get_mut(state.index()) else { return 0 };
        *known.get_or_insert_with(|| self.automaton.state(&mut |atom| self.part.holds(atom, state)))
    }

    /// The run that leads to a place.
    pub(crate) fn way(&self, last: u32) -> Vec<EvidenceStep> {
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
