//! Edges of a row, each once.
//!
//! Input: the edges of a row, one after another. Output: whether each of them is new. A short row is searched;
//! in a long one a label that is new tells that its edge is, and only where labels are repeated edges are
//! hashed.

use rustc_hash::FxHashSet;

use super::Edge;

/// Rows up to this length are searched.
const SHORT_ROW: usize = 8;

/// Rows up to this length are searched where labels are repeated.
const MIDDLE_ROW: usize = 16;

/// What is known of a row.
#[derive(Clone, Debug)]
pub(crate) struct Distinct {
    /// By label, the number of the last long row that has it.
    labels: Vec<u32>,
    /// The number of this row.
    row: u32,
    /// How many edges of the row are known by their labels.
    n_noted: usize,
    /// The edges of the row, where it is long and labels are repeated.
    seen: FxHashSet<Edge>,
}

impl Default for Distinct {
    fn default() -> Self {
        Self { labels: Vec::new(), row: 1, n_noted: 0, seen: FxHashSet::default() }
    }
}

impl Distinct {
    /// Whether an edge is not in the row so far; then it comes next.
    pub(crate) fn is_new(&mut self, row: &[Edge], edge: Edge) -> bool {
        if row.len() <= SHORT_ROW {
            return !row.contains(&edge);
        }
        for noted in &row[self.n_noted..] {
            note(&mut self.labels, self.row, noted.label.index());
        }
        self.n_noted = row.len();
        if note(&mut self.labels, self.row, edge.label.index()) {
            if !self.seen.is_empty() {
                self.seen.insert(edge);
            }
            return true;
        }
        if row.len() <= MIDDLE_ROW {
            return !row.contains(&edge);
        }
        if self.seen.is_empty() {
            self.seen.extend(row);
        }
        self.seen.insert(edge)
    }

    /// The next edge is the first of a row.
    pub(crate) fn end_row(&mut self) {
        if self.n_noted > 0 {
            self.n_noted = 0;
            self.seen.clear();
            self.row = self.row.checked_add(1).unwrap_or_else(|| {
                self.labels.clear();
                1
            });
        }
    }
}

/// Whether a label is new in this row.
fn note(labels: &mut Vec<u32>, row: u32, label: usize) -> bool {
    if labels.len() <= label {
        labels.resize(label + 1, 0);
    }
    std::mem::replace(&mut labels[label], row) != row
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::ids::{LabelId, StateId};

    #[test]
    fn edges_are_new_where_the_row_has_no_equal_one() {
        let mut distinct = Distinct::default();
        let mut random = 1_u32;
        let mut next = |below: u32| {
            random = random.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (random >> 8) % below
        };
        for _ in 0..2_000 {
            let (mut row, len, n_labels) = (Vec::new(), next(60), next(80) + 1);
            for _ in 0..len {
                let edge = Edge { label: LabelId(next(n_labels)), target: StateId(next(3)) };
                let is_new = !row.contains(&edge);
                assert_eq!(distinct.is_new(&row, edge), is_new);
                row.extend(is_new.then_some(edge));
            }
            distinct.end_row();
        }
    }
}
