//! What a step program sees of terms and labels: all, to be changed, or what is there.

use model::Operator;

use super::Compiled;
use super::labels::Labels;
use super::program::Program;
use super::run::{self, PathState, Tools};
use crate::graph::ids::LabelId;
use crate::next_state::{Desk, Shared, Successors};
use crate::semantics::Machine;
use crate::semantics::store::names::Shapes;
use crate::semantics::store::{Shape, TermId, TermStore};

/// All that there is, to be changed.
pub(crate) struct Whole<'w, 'm> {
    pub(crate) machine: &'w mut Machine<'m>,
    pub(crate) program: &'w Program,
    pub(crate) labels: &'w mut Labels,
    pub(crate) key: &'w mut Vec<u32>,
}

impl Shapes for Whole<'_, '_> {
    fn store(&self) -> &TermStore {
        &self.machine.store
    }

    fn intern(&mut self, shape: Shape) -> Option<TermId> {
        Some(self.machine.store.intern(shape))
    }
}

impl PathState for Whole<'_, '_> {
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
        let Desk { values, key, work } = desk;
        let mut path_state = Here { store, compiled, key };
        let Compiled { program, codes, .. } = compiled;
        run::run(Tools { program, codes, values, work }, &mut path_state, state, out)
    }
}

/// What is there, as one of several threads sees it; the room for keys is its own.
struct Here<'w> {
    store: &'w TermStore,
    compiled: &'w Compiled,
    key: &'w mut Vec<u32>,
}

impl Shapes for Here<'_> {
    fn store(&self) -> &TermStore {
        self.store
    }

    fn intern(&mut self, shape: Shape) -> Option<TermId> {
        self.store.find(&shape)
    }
}

impl PathState for Here<'_> {
    fn apply(&mut self, _: Operator, _: &[TermId]) -> Option<TermId> {
        None
    }

    fn label(&mut self, site: usize, values: &[u32]) -> Option<LabelId> {
        self.compiled.labels.find(site, values, self.key)
    }
}
