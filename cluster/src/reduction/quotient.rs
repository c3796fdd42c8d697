//! The system of the classes, at worker 0, as one process would write it.
//!
//! Input: at each worker the class of each slot, the numbers of its states. Output: at worker 0 the steps of classes, each with
//! where one process would meet it first, so that it can be put in the order in which that would write it; then classes are
//! numbered breadth first. Of equal steps of a worker's states the first is sent.

use std::collections::{BTreeMap, BTreeSet};

use lts::label::LabelTable;
use lts::reduce::{Equivalence, ReduceError, bisimilarity, reduce};
use lts::{Edge, LabelId, Lts, Rows, StateId};
use rustc_hash::FxHashMap;

use super::graph::{Graph, TAU, slot};
use super::rounds::{Ended, Rounds, garbled};
use super::rows::interned;
use crate::words::{halves, whole};

/// A step of a class: from where, by which label, to which class.
type Step = (u32, u32, u32);

/// Where a step is met first: at a state, in a place of its row.
type Met = (u64, u32);

/// What becomes of the classes.
#[derive(Debug)]
pub(crate) struct Quotient {
    /// Steps, and where they are met.
    steps: BTreeMap<Step, Met>,
    /// The class of the initial state.
    initial: u32,
    /// Classes that can go on for ever without a visible action.
    endless: BTreeSet<u32>,
    labels: LabelTable,
}

/// What a worker knows of the classes of its states.
pub(crate) struct Classes<'g> {
    pub(crate) graph: &'g Graph,
    /// The class of each slot.
    pub(crate) of_slots: &'g [u32],
    /// The number of each state, as one process gives it.
    pub(crate) numbers: &'g [u64],
    /// Classes that go on for ever.
    pub(crate) endless: Vec<u32>,
    pub(crate) is_silent: bool,
}

impl Classes<'_> {
    /// Sends the steps of classes to worker 0; returns what it has then.
    pub(crate) fn gather(
        self,
        rounds: &mut Rounds<'_>,
        labels: LabelTable,
    ) -> Result<Option<Quotient>, Ended> {
        let initial = self.numbers.iter().position(|number| *number == 0);
        let initial = initial.map(|state| self.of_slots[state]);
        let mut out = rounds.nothing();
        out[0].push(u32::from(initial.is_some()));
        out[0].push(initial.unwrap_or(0));
        out[0].push(slot(self.endless.len()));
        out[0].extend(&self.endless);
        let mut steps: Vec<(Step, Met)> = self.steps().into_iter().collect();
        steps.sort_unstable();
        for ((class, label, to), (number, place)) in steps {
            out[0].extend([class, label, to]);
            out[0].extend(halves(number));
            out[0].push(place);
        }
        let (told, _) = rounds.swap(out, 0)?;
        if rounds.index() > 0 {
            return Ok(None);
        }
        let mut quotient =
            Quotient { steps: BTreeMap::new(), initial: 0, endless: BTreeSet::new(), labels };
        for (worker, words) in told.iter().enumerate() {
            quotient.take(words).ok_or_else(|| garbled(worker))?;
        }
        Ok(Some(quotient))
    }

    /// The steps of the classes of this worker's states.
    fn steps(&self) -> FxHashMap<Step, Met> {
        let mut steps = FxHashMap::default();
        for state in (0..self.graph.n_own()).map(slot) {
            let (class, number) = (self.of_slots[state as usize], self.numbers[state as usize]);
            for (place, (label, target)) in self.graph.row(state).enumerate() {
                let to = self.of_slots[target as usize];
                if self.is_silent && label == TAU && to == class {
                    continue;
                }
                let met = (number, slot(place));
                let known = steps.entry((class, label, to)).or_insert(met);
                *known = met.min(*known);
            }
        }
        steps
    }
}

impl Quotient {
    /// Takes what a worker has sent; `None` where it makes no sense.
    fn take(&mut self, words: &[u32]) -> Option<()> {
        let (&[has_initial, initial, n_endless], rest) = words.split_first_chunk()?;
        if has_initial > 0 {
            self.initial = initial;
        }
        let (endless, steps) = rest.split_at_checked(n_endless as usize)?;
        self.endless.extend(endless);
        for step in steps.chunks(6) {
            let &[class, label, to, low, high, place] = step else { return None };
            if label as usize >= self.labels.len() {
                return None;
            }
            let met = (whole([low, high]), place);
            let known = self.steps.entry((class, label, to)).or_insert(met);
            *known = met.min(*known);
        }
        Some(())
    }

    /// The smallest system that is equivalent, as one process gives it; classes are those of the finer equivalence
    /// that is refined by signatures.
    pub(crate) fn reduced(mut self, to: Equivalence, max: usize) -> Result<Lts, ReduceError> {
        match to {
            Equivalence::Strong | Equivalence::Branching | Equivalence::BranchingDivergence => {
                Ok(self.lts().0)
            }
            Equivalence::Weak => {
                let (small, classes) = self.lts();
                let coarser = bisimilarity(&small, to, max).ok_or(ReduceError::TooLarge)?;
                let class = |class: u32| classes.get(&class).map(|state| coarser.block(*state).0);
                let mut steps: BTreeMap<Step, Met> = BTreeMap::new();
                for (&(from, label, to), &met) in &self.steps {
                    let (Some(from), Some(to)) = (class(from), class(to)) else { continue };
                    if label != TAU || from != to {
                        let known = steps.entry((from, label, to)).or_insert(met);
                        *known = met.min(*known);
                    }
                }
                self.initial = class(self.initial).unwrap_or(0);
                self.steps = steps;
                Ok(self.lts().0)
            }
            Equivalence::Trace | Equivalence::WeakTrace => reduce(&self.lts().0, to, max),
        }
    }

    /// The system of all classes that are reached, and their states in it.
    fn lts(&self) -> (Lts, FxHashMap<u32, StateId>) {
        let mut steps: Vec<(u32, Met, u32, u32)> = Vec::new();
        for (&(class, label, to), &met) in &self.steps {
            steps.push((class, met, label, to));
        }
        steps.sort_unstable();
        let mut states = FxHashMap::default();
        let mut order = vec![self.initial];
        states.insert(self.initial, StateId(0));
        let (labels, numbers) = self.labels();
        let mut rows = Rows::default();
        let mut next = 0;
        while let Some(&class) = order.get(next) {
            next += 1;
            let start = steps.partition_point(|step| step.0 < class);
            for &(_, _, label, to) in steps[start..].iter().take_while(|step| step.0 == class) {
                let number = StateId(slot(order.len()));
                let target = *states.entry(to).or_insert_with(|| {
                    order.push(to);
                    number
                });
                rows.push(Edge { label: numbers[label as usize], target });
            }
            if self.endless.contains(&class) {
                rows.push(Edge { label: LabelId::TAU, target: states[&class] });
            }
            rows.end_row();
        }
        (Lts::from_rows(StateId(0), order.len(), rows, labels), states)
    }

    /// The labels in the order in which one process meets them in the rows of the whole; and for each of all its number there.
    fn labels(&self) -> (LabelTable, Vec<LabelId>) {
        let mut met: Vec<Option<Met>> = vec![None; self.labels.len()];
        for (&(_, label, _), &here) in &self.steps {
            let first = &mut met[label as usize];
            *first = Some(first.map_or(here, |first| first.min(here)));
        }
        let mut order: Vec<(Met, u32)> = Vec::new();
        for (label, met) in met.into_iter().enumerate() {
            order.extend(met.map(|met| (met, slot(label))));
        }
        order.sort_unstable();
        let (mut table, mut numbers) =
            (LabelTable::default(), vec![LabelId::TAU; self.labels.len()]);
        for (_, label) in order {
            numbers[label as usize] = interned(&mut table, self.labels.get(LabelId(label)).clone());
        }
        (table, numbers)
    }
}
