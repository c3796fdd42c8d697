//! The transitions of a worker's states, in memory: from its segment, or as an exploration brings them.
//!
//! Input: blocks of rows and labels, level by level. Output: for each state its transitions, whose targets are states of this
//! worker or *ghosts*: states of others, each once. Vectors of states are not kept.

use std::io::{self, Read};

use lts::LabelId;
use lts::label::{Label, LabelTable};
use rustc_hash::FxHashMap;

use crate::folder::blocks::{self, Block, Broken, Kind, RowBlock, labels_of};
use crate::folder::storage::{Part, Storage};

/// Rows with their targets: what each state of a worker can do.
#[derive(Debug)]
pub(crate) struct Edges {
    /// Where the row of each state ends.
    pub(crate) ends: Vec<usize>,
    pub(crate) labels: Vec<u32>,
    /// States of this worker by their numbers; ghosts count down from the largest number until all are known.
    pub(crate) targets: Vec<u32>,
    /// The numbers of ghosts at their owners, and the owners.
    pub(crate) ghosts: Vec<(u32, u32)>,
    /// Ghosts by owner and number.
    known: Vec<FxHashMap<u32, u32>>,
    own: usize,
    /// One more than the largest state of this worker that was named.
    n_named: usize,
}

impl Edges {
    pub(crate) fn new(own: usize, n_workers: usize) -> Self {
        Self {
            ends: Vec::new(),
            labels: Vec::new(),
            targets: Vec::new(),
            ghosts: Vec::new(),
            known: vec![FxHashMap::default(); n_workers],
            own,
            n_named: 0,
        }
    }

    /// Adds a transition to the row under way; `None` where there is no such worker, or too much.
    pub(crate) fn push(&mut self, label: u32, (owner, number): (usize, u32)) -> Option<()> {
        let target = if owner == self.own {
            self.n_named = self.n_named.max(number as usize + 1);
            number
        } else {
            let next = u32::try_from(self.ghosts.len()).ok()?;
            let ghost = *self.known.get_mut(owner)?.entry(number).or_insert(next);
            if ghost == next {
                self.ghosts.push((u32::try_from(owner).ok()?, number));
            }
            u32::MAX - ghost
        };
        self.labels.push(label);
        self.targets.push(target);
        Some(())
    }

    pub(crate) fn end_row(&mut self) {
        self.ends.push(self.targets.len());
    }

    /// Gives ghosts the numbers behind those of the states; `None` where these are not all there.
    pub(crate) fn number_ghosts(&mut self) -> Option<()> {
        self.known = Vec::new();
        let n_own = u32::try_from(self.ends.len()).ok()?;
        let fits = (self.ends.len() + self.ghosts.len()) < u32::MAX as usize;
        if !fits || self.n_named > self.ends.len() {
            return None;
        }
        for target in &mut self.targets {
            if *target >= n_own {
                *target = n_own + (u32::MAX - *target);
            }
        }
        Some(())
    }
}

/// What a worker knows of a system that is to be reduced: its own states.
#[derive(Debug)]
pub struct Segmented {
    own: usize,
    pub(crate) edges: Edges,
    pub(crate) labels: LabelTable,
    /// The numbers of labels under way in the table.
    numbers: Vec<LabelId>,
    /// The first state of each level, and how many there are.
    pub(crate) levels: Vec<u32>,
    pub(crate) is_complete: bool,
}

impl Segmented {
    /// Nothing yet of worker `own` among so many.
    pub fn new(own: usize, n_workers: usize) -> Self {
        Self {
            own,
            edges: Edges::new(own, n_workers),
            labels: LabelTable::default(),
            numbers: Vec::new(),
            levels: vec![0],
            is_complete: true,
        }
    }

    /// Reads a file of rows, which must have so many states; or says what is wrong with it.
    pub fn read(&mut self, input: &mut dyn Read, n_states: u64) -> Result<(), String> {
        let said = |broken| match broken {
            Broken::Io(error) => format!("{error}"),
            Broken::Garbled => "it is not what was written".to_owned(),
        };
        while let Some(block) = blocks::next(input).map_err(said)? {
            self.take(&block).map_err(said)?;
        }
        if self.edges.ends.len() as u64 == n_states {
            Ok(())
        } else {
            Err("it ends before all is there".to_owned())
        }
    }

    fn take(&mut self, block: &Block) -> Result<(), Broken> {
        match block.kind {
            Kind::Labels => self.take_labels(&block.bytes),
            Kind::Rows if block.level as usize + 1 == self.levels.len() => {
                self.take_rows(&block.bytes)
            }
            _ => Err(Broken::Garbled),
        }
    }

    fn take_labels(&mut self, bytes: &[u8]) -> Result<(), Broken> {
        let (first, labels) = labels_of(bytes)?;
        // A run that was taken up again numbers its labels anew.
        self.numbers.truncate(first);
        for label in labels {
            self.numbers.push(interned(&mut self.labels, label));
        }
        Ok(())
    }

    fn take_rows(&mut self, bytes: &[u8]) -> Result<(), Broken> {
        let first = u32::try_from(self.edges.ends.len()).map_err(|_| Broken::Garbled)?;
        let rows = RowBlock::rows(bytes, (self.own, first))?;
        let mut edges = rows.edges.iter();
        let mut start = 0;
        for (end, is_expanded) in rows.ends {
            for &(label, owner, number) in edges.by_ref().take(end - start) {
                let label = self.numbers.get(label as usize).ok_or(Broken::Garbled)?;
                let pushed = self.edges.push(label.0, (usize::from(owner), number));
                pushed.ok_or(Broken::Garbled)?;
            }
            start = end;
            self.edges.end_row();
            self.is_complete &= is_expanded;
        }
        let n_states = u32::try_from(self.edges.ends.len()).map_err(|_| Broken::Garbled)?;
        self.levels.push(n_states);
        Ok(())
    }
}

/// The number of a label in a table.
pub(crate) fn interned(table: &mut LabelTable, label: Label) -> LabelId {
    match label {
        Label::Tau => LabelId::TAU,
        Label::Visible { text, action } => table.intern(&text, || action),
    }
}

/// What an exploration brings is kept, as far as a reduction wants it: nothing is written.
impl Storage for Segmented {
    fn append(&mut self, part: Part, mut bytes: &[u8]) -> io::Result<()> {
        if part == Part::States {
            return Ok(());
        }
        let garbled = |_| io::Error::other("its rows cannot be kept");
        while let Some(block) = blocks::next(&mut bytes).map_err(garbled)? {
            self.take(&block).map_err(garbled)?;
        }
        Ok(())
    }

    fn keep(&mut self) -> io::Result<()> {
        Ok(())
    }

    fn checkpoint(&mut self, _: &str) -> io::Result<()> {
        Ok(())
    }

    fn finish(&mut self) -> io::Result<()> {
        Ok(())
    }

    fn complete(&mut self, _: &str) -> io::Result<()> {
        Ok(())
    }
}
