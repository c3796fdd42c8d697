//! Edges by source.
//!
//! Input: edges row after row, one by one or many rows at once. Output: rows, each of which has an edge once. Rows that
//! come at once stay where they are in memory: the thread that made them, on whatever processor, need not move them.

use super::{Distinct, Edge};
use crate::graph::ids::LabelId;

/// Rows that are in the same piece of memory.
pub(crate) const BLOCK: usize = 1 << 6;

/// Edges by source, row after row; equal edges of a row are one.
#[derive(Clone, Debug)]
pub struct Rows {
    /// Pieces of memory that are complete, and the one that is added to.
    pieces: Vec<Vec<Edge>>,
    open: Vec<Edge>,
    /// For each block of rows, and the one under way, the number of its piece.
    blocks: Vec<u32>,
    /// Where each row ends in its piece.
    ends: Vec<u32>,
    /// Edges of complete pieces.
    n_complete: usize,
    /// What is known of the row under way.
    distinct: Box<Distinct>,
}

impl Default for Rows {
    fn default() -> Self {
        Self {
            pieces: Vec::new(),
            open: Vec::new(),
            blocks: vec![0],
            ends: Vec::new(),
            n_complete: 0,
            distinct: Box::default(),
        }
    }
}

impl Rows {
    /// Number of rows that have ended.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Whether no row has ended.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Number of edges in all rows.
    pub fn n_edges(&self) -> usize {
        self.n_complete + self.open.len()
    }

    /// Bytes by which they grow when there is no room.
    pub(crate) fn growth(&self) -> usize {
        self.open.capacity() * size_of::<Edge>() + self.ends.capacity() * size_of::<u32>()
    }

    /// Adds an edge to the row under way, unless it is there.
    pub fn push(&mut self, edge: Edge) {
        let start = self.start(self.len());
        if self.distinct.is_new(&self.open[start..], edge) {
            self.open.push(edge);
        }
    }

    /// Ends the row under way.
    pub fn end_row(&mut self) {
        self.distinct.end_row();
        self.end_row_at(self.open.len());
    }

    fn end_row_at(&mut self, end: usize) {
        // Pieces do not become that long.
        self.ends.push(u32::try_from(end).unwrap_or(u32::MAX));
        if self.ends.len().is_multiple_of(BLOCK) {
            if end > u32::MAX as usize / 2 {
                self.close();
            }
            self.blocks.push(piece_number(&self.pieces));
        }
    }

    /// Begins a new piece.
    fn close(&mut self) {
        self.n_complete += self.open.len();
        self.pieces.push(std::mem::take(&mut self.open));
    }

    /// Adds rows that end here, without equal edges. Where a block ends, the edges are not moved.
    pub(crate) fn append(&mut self, edges: Vec<Edge>, ends: &[u32]) {
        let mut first = self.open.len();
        if self.ends.len().is_multiple_of(BLOCK) {
            if first > 0 {
                self.close();
            }
            first = 0;
            self.open = edges;
            if let Some(block) = self.blocks.last_mut() {
                *block = piece_number(&self.pieces);
            }
        } else {
            self.open.extend(edges);
        }
        for &end in ends {
            self.end_row_at(first + end as usize);
        }
    }

    /// Where a row starts in its piece; the row under way too.
    fn start(&self, row: usize) -> usize {
        let is_first = row.is_multiple_of(BLOCK)
            && (row == 0 || self.blocks[row / BLOCK - 1] != self.blocks[row / BLOCK]);
        if is_first { 0 } else { self.ends[row - 1] as usize }
    }

    fn piece(&self, number: u32) -> &[Edge] {
        self.pieces.get(number as usize).unwrap_or(&self.open)
    }

    /// Forgets all rows behind the first `len`, and the one under way.
    pub(crate) fn truncate(&mut self, len: usize) {
        let len = len.min(self.len());
        self.distinct.end_row();
        let number = if len == 0 { 0 } else { self.blocks[(len - 1) / BLOCK] };
        if (number as usize) < self.pieces.len() {
            self.open = self.pieces.swap_remove(number as usize);
            self.pieces.truncate(number as usize);
        }
        self.ends.truncate(len);
        self.open.truncate(self.ends.last().map_or(0, |&end| end as usize));
        self.n_complete = self.pieces.iter().map(Vec::len).sum();
        self.blocks.truncate(len.div_ceil(BLOCK));
        if len.is_multiple_of(BLOCK) {
            self.blocks.push(number);
        }
    }

    /// Exchanges each label for the one at its place in `labels`, which has no label twice; of the row under way
    /// no more is known then, so that it is ended next.
    pub(crate) fn relabel(&mut self, labels: &[LabelId]) {
        for edge in self.pieces.iter_mut().flatten().chain(&mut self.open) {
            edge.label = labels[edge.label.index()];
        }
        self.distinct.end_row();
    }

    /// The edges of all rows.
    pub(crate) fn edges(&self) -> impl Iterator<Item = &Edge> {
        self.pieces.iter().flatten().chain(&self.open)
    }

    /// The edges of a row that has ended.
    pub(crate) fn row(&self, row: usize) -> &[Edge] {
        &self.piece(self.blocks[row / BLOCK])[self.start(row)..self.ends[row] as usize]
    }
}

fn piece_number(pieces: &[Vec<Edge>]) -> u32 {
    u32::try_from(pieces.len()).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::ids::StateId;

    fn edge(n: usize) -> Edge {
        let n = u32::try_from(n).unwrap_or(0);
        Edge { label: LabelId(n % 5), target: StateId(n) }
    }

    fn is_same(rows: &Rows, other: &Rows, len: usize) -> bool {
        (0..len).all(|row| rows.row(row) == other.row(row))
    }

    #[test]
    fn rows_that_are_cut_can_be_added_again() {
        let mut rows = Rows::default();
        let add = |rows: &mut Rows, from: usize| {
            for row in from..3 * BLOCK {
                (0..row % 4).for_each(|n| rows.push(edge(n)));
                rows.end_row();
            }
        };
        add(&mut rows, 0);
        let whole = rows.clone();
        for len in [3 * BLOCK - 1, 2 * BLOCK + 1, 2 * BLOCK, 2 * BLOCK - 1, BLOCK, 5, 0] {
            rows.push(edge(9));
            rows.truncate(len);
            let n_edges: usize = (0..len).map(|row| row % 4).sum();
            assert_eq!((rows.len(), rows.n_edges()), (len, n_edges));
            add(&mut rows, len);
            assert!(is_same(&rows, &whole, 3 * BLOCK), "{len}");
        }
    }

    #[test]
    fn rows_that_come_at_once_are_rows_that_are_pushed() {
        let (mut at_once, mut pushed) = (Rows::default(), Rows::default());
        let mut n = 0;
        for len in [3, BLOCK - 3, 2 * BLOCK, 1, BLOCK, BLOCK - 1, 0, BLOCK, 17] {
            let (mut edges, mut ends) = (Vec::new(), Vec::new());
            for row in 0..len {
                for _ in 0..row % 3 {
                    edges.push(edge(n));
                    pushed.push(edge(n));
                    n += 1;
                }
                ends.push(u32::try_from(edges.len()).unwrap_or(0));
                pushed.end_row();
            }
            at_once.append(edges, &ends);
            at_once.push(edge(n));
            pushed.push(edge(n));
            n += 1;
            at_once.end_row();
            pushed.end_row();
            assert_eq!((at_once.len(), at_once.n_edges()), (pushed.len(), pushed.n_edges()));
        }
        let all = pushed.len();
        assert!(is_same(&at_once, &pushed, all) && at_once.edges().eq(pushed.edges()));
        for len in (0..all).rev() {
            at_once.truncate(len);
            pushed.truncate(len);
            assert_eq!((at_once.len(), at_once.n_edges()), (pushed.len(), pushed.n_edges()));
            assert!(is_same(&at_once, &pushed, len));
            at_once.push(edge(len));
            assert_eq!(at_once.n_edges(), pushed.n_edges() + 1);
        }
    }
}
