//! What a step program sees of terms, labels and functions: all, to be changed, or what is there.

use model::{FunctionId, Operator};
use rustc_hash::FxHashMap;

use super::Compiled;
use super::evaluate::max_call;
use super::labels::Labels;
use super::program::Program;
use super::run::{self, PathState};
use super::word::Word;
use crate::graph::ids::LabelId;
use crate::next_state::{Desk, Shared, Successors};
use crate::semantics::Machine;
use crate::semantics::evaluation::eval::Turn;
use crate::semantics::store::{Shape, TermId, TermStore};

/// Results of functions that are kept at most.
const MAX_RESULTS: usize = 1 << 20;

/// Results of functions; of some it is known that they are not worth while.
pub(crate) type Results = FxHashMap<(FunctionId, Vec<u32>), Option<u32>>;

/// All that there is, to be changed.
pub(crate) struct Whole<'w, 'm> {
    pub(crate) machine: &'w mut Machine<'m>,
    pub(crate) program: &'w Program,
    pub(crate) labels: &'w mut Labels,
    pub(crate) results: &'w mut Results,
    pub(crate) key: &'w mut Vec<u32>,
}

impl PathState for Whole<'_, '_> {
    fn store(&self) -> &TermStore {
        &self.machine.store
    }

    fn intern(&mut self, shape: Shape) -> Option<TermId> {
        Some(self.machine.store.intern(shape))
    }

    fn call(&mut self, function: FunctionId, args: &[u32]) -> Option<u32> {
        let key = (function, args.to_vec());
        if let Some(&result) = self.results.get(&key) {
            return result;
        }
        let store = &mut self.machine.store;
        let terms: Vec<TermId> = args.iter().map(|&arg| store.term_of(Word(arg))).collect();
        let mut result = None;
        if self.machine.is_plain(function, &terms) {
            let mut turn = Turn::new(max_call(self.machine));
            let value = self.machine.run(function, &terms, &mut turn);
            let store = &self.machine.store;
            let plain = value.ok().filter(|&value| store.is_plain(value));
            result = plain.map(|value| store.word(value).0);
        }
        if self.results.len() >= MAX_RESULTS {
            self.results.clear();
        }
        self.results.insert(key, result);
        result
    }

    fn apply(&mut self, operator: Operator, operands: &[TermId]) -> Option<TermId> {
        let shape = self.machine.apply(operator, operands).ok()?;
        Some(self.machine.store.intern(shape))
    }

    fn label(&mut self, site: usize, values: &[u32]) -> Option<LabelId> {
        if let Some(label) = self.labels.find(site, values, self.key) {
            return Some(label);
        }
        let made = self.program.labels.get(site)?;
        Some(self.labels.make((site, made), values, self.key, self.machine))
    }
}

/// What is there, for several threads.
pub(crate) struct Fixed<'w> {
    pub(crate) store: &'w TermStore,
    pub(crate) compiled: &'w Compiled,
}

impl Shared for Fixed<'_> {
    fn desk(&self) -> Desk {
        self.compiled.desk.clone()
    }

    fn successors(&self, desk: &mut Desk, state: &[u32], out: &mut Successors) -> bool {
        let Fixed { store, compiled } = self;
        let Desk { values, key } = desk;
        let mut path_state = Here { store, compiled, key };
        run::run(&compiled.program, &mut path_state, values, state, out)
    }
}

/// What is there, as one of several threads sees it; the room for keys is its own.
struct Here<'w> {
    store: &'w TermStore,
    compiled: &'w Compiled,
    key: &'w mut Vec<u32>,
}

impl PathState for Here<'_> {
    fn store(&self) -> &TermStore {
        self.store
    }

    fn intern(&mut self, shape: Shape) -> Option<TermId> {
        self.store.find(&shape)
    }

    fn call(&mut self, function: FunctionId, args: &[u32]) -> Option<u32> {
        self.compiled.results.get(&(function, args.to_vec())).copied().flatten()
    }

    fn apply(&mut self, _: Operator, _: &[TermId]) -> Option<TermId> {
        None
    }

    fn label(&mut self, site: usize, values: &[u32]) -> Option<LabelId> {
        self.compiled.labels.find(site, values, self.key)
    }
}
