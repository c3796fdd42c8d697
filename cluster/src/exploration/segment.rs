//! The segment of a worker, written level by level.
//!
//! Input: what a level has brought. Output: blocks, to the storage. A disk that takes nothing any more is a fault of this worker.

use std::io;

use super::{Explorer, Fault};
use crate::folder::blocks::{Kind, RowBlock, block, bytes_of, label_block};
use crate::folder::storage::{Part, Storage};

impl Explorer<'_> {
    /// Does something with the storage, if there is one; it is told which worker this is.
    pub(super) fn store(
        &mut self,
        act: impl FnOnce(&mut dyn Storage, usize) -> io::Result<()>,
    ) -> Result<(), Fault> {
        let index = self.exchange.index;
        let Some(storage) = &mut self.storage else { return Ok(()) };
        act(&mut **storage, index).map_err(|error| {
            let why = format!("it cannot write its segment: {error}");
            Fault { worker: index, why }
        })
    }

    /// Writes the rows of the level that was expanded, and the states of the next one, which start here.
    pub(super) fn write_level(&mut self, first_new: usize) -> Result<(), Fault> {
        let n_workers = self.exchange.n_workers;
        let rows = std::mem::replace(&mut self.rows, RowBlock::new(n_workers));
        if self.storage.is_none() {
            return Ok(());
        }
        let level = number(self.levels.len() - 1);
        let labels = self.system.labels();
        if self.n_labels < labels.len() {
            let bytes = label_block(labels, self.n_labels);
            self.n_labels = labels.len();
            self.append(Part::Rows, &block(Kind::Labels, level, &bytes))?;
        }
        self.append(Part::Rows, &block(Kind::Rows, level, &rows.bytes()))?;
        self.write_states(first_new, level + 1)
    }

    /// Writes the states from a number on, which are those of a level, and the symbols in them.
    pub(super) fn write_states(&mut self, first: usize, level: u32) -> Result<(), Fault> {
        if self.storage.is_none() {
            return Ok(());
        }
        let (mut symbols, mut words) = (Vec::new(), Vec::new());
        for index in first..self.states.len() {
            let state = &self.states[index];
            self.written.tell(self.system, state, &mut symbols);
            words.extend_from_slice(state);
        }
        if !symbols.is_empty() {
            self.append(Part::States, &block(Kind::Symbols, level, &bytes_of(&symbols)))?;
        }
        self.append(Part::States, &block(Kind::States, level, &bytes_of(&words)))
    }

    fn append(&mut self, part: Part, bytes: &[u8]) -> Result<(), Fault> {
        self.store(|storage, _| storage.append(part, bytes))
    }
}

fn number(level: usize) -> u32 {
    u32::try_from(level).unwrap_or(u32::MAX)
}
