//! Labels by words: found in a table where there is one small number, in a map where there are others.

use rustc_hash::FxHashMap;

use crate::graph::ids::LabelId;

/// Places that any table may have; a larger one grows only as it fills.
const SMALL: usize = 1 << 16;

/// What is not there yet.
const NONE: u32 = u32::MAX;

/// Labels by the words that tell them apart.
#[derive(Clone, Debug, Default)]
pub(crate) struct Places {
    table: Vec<u32>,
    others: FxHashMap<Vec<u32>, LabelId>,
}

impl Places {
    /// The label at a place of the table; it may be among the others too.
    pub(crate) fn at(&self, place: Option<usize>) -> Option<LabelId> {
        self.table.get(place?).filter(|&&label| label != NONE).map(|&label| LabelId(label))
    }

    /// The label of these words that is not in the table.
    pub(crate) fn of(&self, words: &[u32]) -> Option<LabelId> {
        self.others.get(words).copied()
    }

    /// Keeps a new label: at its place, if that is near those that are there.
    pub(crate) fn insert(&mut self, place: Option<usize>, words: &[u32], label: LabelId) {
        let most = (2 * self.table.len()).max(SMALL);
        match place.filter(|&place| place < most) {
            Some(place) => {
                if self.table.len() <= place {
                    self.table.resize(place + 1, NONE);
                }
                self.table[place] = label.0;
            }
            None => {
                self.others.insert(words.to_vec(), label);
            }
        }
    }

    /// Forgets labels from this one on.
    pub(crate) fn truncate(&mut self, first: LabelId) {
        let late = self.table.iter_mut().filter(|label| **label >= first.0);
        late.for_each(|label| *label = NONE);
        self.others.retain(|_, label| *label < first);
    }
}
