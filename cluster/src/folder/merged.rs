//! A folder of segments as one system.
//!
//! Input: its manifest, and the files with the rows. Output: row after row, its states numbered as one process numbers them:
//! breadth first, in the order in which rows mention them. Of the files only the level under way is in memory; beside it
//! there is a number for each state.

use std::io::Read;

use lts::label::{Label, LabelTable};
use lts::{Edge, LabelId, Lts, Rows, StateId};

use crate::folder::blocks::{self, Block, Broken, Kind, Row, RowBlock, labels_of};
use crate::folder::manifest::Manifest;

/// No number is given yet.
const NONE: u32 = u32::MAX;

/// Why a folder is not read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unreadable {
    /// The file of this worker cannot be read, or is not what was written.
    Segment(usize, String),
    /// It has more states than can be numbered.
    TooMany,
}

impl Unreadable {
    /// That the file of a worker is of no use.
    pub(crate) fn of(worker: usize, broken: Broken) -> Self {
        match broken {
            Broken::Io(error) => Self::Segment(worker, error.to_string()),
            Broken::Garbled => garbled(worker),
        }
    }
}

/// What is wrong with a file that ends before its last level.
const CUT: &str = "it ends before all is there";

/// What takes rows: a state, its transitions, whether it was expanded; the labels so far. False ends it.
pub type RowSink<'s> = dyn FnMut(StateId, &[Edge], bool, &LabelTable) -> bool + 's;

/// A folder that is read.
pub struct Merged<R> {
    segments: Vec<SegmentRows<R>>,
    manifest: Manifest,
    labels: LabelTable,
    /// The number of each state, by owner.
    pub(crate) numbers: Vec<Vec<u32>>,
    n_numbered: usize,
    /// Transitions that were read.
    n_edges: usize,
}

/// The rows of one worker.
struct SegmentRows<R> {
    input: R,
    /// Its labels in the table of all; those that no row has had yet are kept as they were read.
    labels: Vec<LabelId>,
    unused: Vec<Option<Label>>,
    /// The first state of the level under way.
    first: u32,
    level: Row,
}

impl<R: Read> Merged<R> {
    /// Begins to read; there is an input for each worker.
    pub fn new(manifest: Manifest, inputs: Vec<R>) -> Result<Self, Unreadable> {
        if manifest.totals.states >= u64::from(NONE) {
            return Err(Unreadable::TooMany);
        }
        let new = |input| SegmentRows {
            input,
            labels: Vec::new(),
            unused: Vec::new(),
            first: 0,
            level: Row::default(),
        };
        let (labels, numbers) = (LabelTable::default(), vec![Vec::new(); manifest.n_workers]);
        let segments = inputs.into_iter().map(new).collect();
        Ok(Self { segments, manifest, labels, numbers, n_numbered: 0, n_edges: 0 })
    }

    /// What the folder says of itself.
    pub fn manifest(&self) -> &Manifest {
        &self.manifest
    }

    /// Gives all rows in order.
    pub fn rows(&mut self, sink: &mut RowSink<'_>) -> Result<(), Unreadable> {
        let mut level = self.initial()?;
        let mut first = 0;
        for number in 0..self.manifest.totals.levels.len() {
            let has_rows = self.read_level(number)?;
            let mut next = Vec::new();
            for &(owner, index) in &level {
                let mut row = Vec::new();
                let is_expanded = has_rows && self.row((owner, index), &mut row, &mut next)?;
                if !sink(StateId(first), &row, is_expanded, &self.labels) {
                    return Ok(());
                }
                first += 1;
            }
            level = next;
        }
        if u64::from(first) != self.manifest.totals.states {
            let why = "its states are not those of the others".to_owned();
            return Err(Unreadable::Segment(0, why));
        }
        if self.manifest.is_complete && self.n_edges as u64 != self.manifest.totals.transitions {
            return Err(Unreadable::Segment(0, CUT.to_owned()));
        }
        Ok(())
    }

    /// The initial state, which is the first one of its owner.
    fn initial(&mut self) -> Result<Vec<(u8, u32)>, Unreadable> {
        let worker = self.manifest.initial_owner;
        let owner = u8::try_from(worker).map_err(|_| garbled(worker))?;
        self.name((owner, 0)).map(|_| ())?;
        Ok(vec![(owner, 0)])
    }

    /// The number of a state, and whether it has got it now.
    fn name(&mut self, (owner, index): (u8, u32)) -> Result<(u32, bool), Unreadable> {
        let (worker, place) = (usize::from(owner), index as usize);
        let numbers = self.numbers.get_mut(worker).ok_or_else(|| garbled(worker))?;
        // Each state but the initial one was found by a transition: memory is taken for what can be there.
        let n_states = self.manifest.segments.get(worker).map_or(0, |segment| segment.states);
        if place > self.n_edges || place as u64 >= n_states {
            return Err(garbled(worker));
        }
        if place >= numbers.len() {
            numbers.resize(place + 1, NONE);
        }
        let number = &mut numbers[place];
        if *number != NONE {
            return Ok((*number, false));
        }
        if self.n_numbered as u64 >= self.manifest.totals.states {
            return Err(garbled(worker));
        }
        *number = u32::try_from(self.n_numbered).unwrap_or(NONE);
        self.n_numbered += 1;
        Ok((*number, true))
    }

    /// Reads the rows that all workers have of a level; false where nobody has expanded it.
    fn read_level(&mut self, level: usize) -> Result<bool, Unreadable> {
        let mut n_with_rows = 0;
        for worker in 0..self.segments.len() {
            let segment = &mut self.segments[worker];
            let n_before = u32::try_from(segment.level.ends.len()).unwrap_or(NONE);
            segment.first = segment.first.saturating_add(n_before);
            segment.level = Row::default();
            let has_rows = segment.read(worker, level)?;
            // Of a system that is complete each worker has written all levels, empty ones too.
            if !has_rows && self.manifest.is_complete {
                return Err(Unreadable::Segment(worker, CUT.to_owned()));
            }
            n_with_rows += usize::from(has_rows);
            self.n_edges += segment.level.edges.len();
        }
        Ok(n_with_rows > 0)
    }

    /// The transitions of a state; those that have no number yet are appended to `next`. Tells whether it was expanded.
    fn row(
        &mut self,
        (owner, index): (u8, u32),
        row: &mut Vec<Edge>,
        next: &mut Vec<(u8, u32)>,
    ) -> Result<bool, Unreadable> {
        let worker = usize::from(owner);
        let segment = self.segments.get(worker).ok_or_else(|| garbled(worker))?;
        let place = index.checked_sub(segment.first).ok_or_else(|| garbled(worker))? as usize;
        let &(end, is_expanded) = segment.level.ends.get(place).ok_or_else(|| garbled(worker))?;
        let start = place.checked_sub(1).map_or(0, |before| segment.level.ends[before].0);
        for edge in start..end {
            let (label, owner, index) = self.segments[worker].level.edges[edge];
            let label = self.label(worker, label)?;
            let (target, is_new) = self.name((owner, index))?;
            if is_new {
                next.push((owner, index));
            }
            row.push(Edge { label, target: StateId(target) });
        }
        Ok(is_expanded)
    }

    /// A label of a worker in the table of all.
    fn label(&mut self, worker: usize, label: u32) -> Result<LabelId, Unreadable> {
        let segment = &mut self.segments[worker];
        let place = label as usize;
        let unused = segment.unused.get_mut(place).ok_or_else(|| garbled(worker))?;
        if let Some(label) = unused.take() {
            segment.labels[place] = match label {
                Label::Tau => LabelId::TAU,
                Label::Visible { text, action } => self.labels.intern(&text, || action),
            };
        }
        Ok(segment.labels[place])
    }
}

impl<R: Read> SegmentRows<R> {
    /// Reads the rows of a level; false where there are none.
    fn read(&mut self, worker: usize, level: usize) -> Result<bool, Unreadable> {
        let broken = |broken: Broken| Unreadable::of(worker, broken);
        while let Some(block) = blocks::next(&mut self.input).map_err(broken)? {
            let Block { kind, level: written, bytes } = block;
            match kind {
                Kind::Labels => {
                    let (first, labels) = labels_of(&bytes).map_err(broken)?;
                    // A run that was taken up again numbers its labels anew.
                    self.labels.truncate(first);
                    self.unused.truncate(first);
                    for label in labels {
                        self.labels.push(LabelId::TAU);
                        self.unused.push(Some(label));
                    }
                }
                Kind::Rows if written as usize == level => {
                    self.level = RowBlock::rows(&bytes, (worker, self.first)).map_err(broken)?;
                    return Ok(true);
                }
                _ => return Err(garbled(worker)),
            }
        }
        Ok(false)
    }
}

/// The system in memory.
pub fn lts<R: Read>(merged: &mut Merged<R>) -> Result<Lts, Unreadable> {
    let mut rows = Rows::default();
    let mut unexpanded = Vec::new();
    let mut labels = LabelTable::default();
    let n_states = usize::try_from(merged.manifest.totals.states).unwrap_or(usize::MAX);
    let is_complete = merged.manifest.is_complete;
    merged.rows(&mut |_, edges, is_expanded, _| {
        for edge in edges {
            rows.push(*edge);
        }
        rows.end_row();
        unexpanded.push(!is_expanded);
        true
    })?;
    std::mem::swap(&mut labels, &mut merged.labels);
    let lts = Lts::from_rows(StateId(0), n_states, rows, labels);
    Ok(if is_complete { lts } else { lts.with_unexpanded(unexpanded) })
}

fn garbled(worker: usize) -> Unreadable {
    Unreadable::Segment(worker, "it is not what was written".to_owned())
}
