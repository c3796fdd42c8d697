//! Rows of a word and numbers, each once: the table behind terms, and behind results of functions.
//!
//! A row gets the next number when it is met first. Number 0 is no row.

use crate::store::TermId;

/// A place of the table that holds nothing.
const FREE: u32 = u32::MAX;

/// Distinct rows by number.
#[derive(Clone, Debug)]
pub(crate) struct Rows {
    words: Vec<u32>,
    /// Where the numbers of each row start; one more at the end.
    starts: Vec<u32>,
    args: Vec<TermId>,
    table: Vec<u32>,
}

impl Default for Rows {
    fn default() -> Self {
        Self { words: vec![0], starts: vec![0, 0], args: Vec::new(), table: vec![FREE; 1 << 10] }
    }
}

impl Rows {
    /// Number of rows.
    pub(crate) fn len(&self) -> usize {
        self.words.len() - 1
    }

    pub(crate) fn word(&self, row: TermId) -> u32 {
        self.words[row.index()]
    }

    pub(crate) fn args(&self, row: TermId) -> &[TermId] {
        let at = |index: usize| self.starts[index] as usize;
        &self.args[at(row.index())..at(row.index() + 1)]
    }

    /// The number of a row, added if it is new.
    pub(crate) fn intern(&mut self, word: u32, args: &[TermId]) -> TermId {
        let mask = self.table.len() - 1;
        let mut place = hash(word, args) & mask;
        loop {
            let entry = self.table[place];
            if entry == FREE {
                break;
            }
            let term = TermId(entry);
            if self.word(term) == word && self.args(term) == args {
                return term;
            }
            place = (place + 1) & mask;
        }
        let row = TermId(narrow(self.words.len()));
        self.table[place] = row.0;
        self.words.push(word);
        self.args.extend_from_slice(args);
        self.starts.push(narrow(self.args.len()));
        if self.words.len() * 2 > self.table.len() {
            self.grow();
        }
        row
    }

    fn grow(&mut self) {
        let mut table = vec![FREE; self.table.len() * 2];
        let mask = table.len() - 1;
        for index in 1..self.words.len() {
            let row = TermId(narrow(index));
            let mut place = hash(self.word(row), self.args(row)) & mask;
            while table[place] != FREE {
                place = (place + 1) & mask;
            }
            table[place] = row.0;
        }
        self.table = table;
    }
}

fn hash(word: u32, args: &[TermId]) -> usize {
    let mut hash = u64::from(word).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    for arg in args {
        hash = (hash.rotate_left(5) ^ u64::from(arg.0)).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    }
    // The upper bits are the well-mixed ones.
    usize::try_from(hash >> 32).unwrap_or(0)
}

/// Narrows an index; the rewriter stops long before there are so many.
fn narrow(index: usize) -> u32 {
    u32::try_from(index).unwrap_or(u32::MAX)
}
