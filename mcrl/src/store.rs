//! Terms, each once.
//!
//! A term is a symbol with arguments; equal terms have equal numbers. Arguments have smaller numbers
//! than the terms that they are in. Number 0 is no term, so that it can fill unused words. Variables
//! are leaves of their own; a term with one is open.

use std::fmt::Write as _;

use crate::rows::Rows;
use crate::specification::{FunctionId, Specification};

/// The number of a term.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct TermId(pub(crate) u32);

impl TermId {
    pub(crate) fn index(self) -> usize {
        self.0 as usize
    }
}

/// The outermost symbol of a term.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Head {
    Function(FunctionId),
    /// A variable that a sum has bound and that has no value yet.
    Variable(u32),
}

/// Set in the word of a variable.
const VARIABLE: u32 = 1 << 31;

/// Bytes of a term's text that a message shows.
const MAX_SHOWN: usize = 200;

/// All terms in use.
#[derive(Clone, Debug)]
pub(crate) struct Store {
    rows: Rows,
    open: Vec<bool>,
    /// Number of symbols, at most `u32::MAX`.
    sizes: Vec<u32>,
}

impl Default for Store {
    fn default() -> Self {
        Self { rows: Rows::default(), open: vec![false], sizes: vec![0] }
    }
}

impl Store {
    /// Number of terms.
    pub(crate) fn len(&self) -> usize {
        self.rows.len()
    }

    pub(crate) fn head(&self, term: TermId) -> Head {
        match self.rows.word(term) {
            word if word & VARIABLE != 0 => Head::Variable(word & !VARIABLE),
            word => Head::Function(FunctionId(word)),
        }
    }

    pub(crate) fn args(&self, term: TermId) -> &[TermId] {
        self.rows.args(term)
    }

    /// Whether a term has a variable.
    pub(crate) fn is_open(&self, term: TermId) -> bool {
        self.open[term.index()]
    }

    /// Number of symbols of a term.
    pub(crate) fn size(&self, term: TermId) -> u32 {
        self.sizes[term.index()]
    }

    pub(crate) fn variable(&mut self, number: u32) -> TermId {
        self.intern_word(number | VARIABLE, &[])
    }

    /// The term of a function and its arguments.
    pub(crate) fn intern(&mut self, function: FunctionId, args: &[TermId]) -> TermId {
        self.intern_word(function.0, args)
    }

    fn intern_word(&mut self, word: u32, args: &[TermId]) -> TermId {
        let term = self.rows.intern(word, args);
        if term.index() == self.open.len() {
            let is_open = word & VARIABLE != 0 || args.iter().any(|arg| self.is_open(*arg));
            let size = args.iter().fold(1_u32, |sum, arg| sum.saturating_add(self.size(*arg)));
            self.open.push(is_open);
            self.sizes.push(size);
        }
        term
    }

    /// Appends the text of a term as the classic toolset prints it, unless it is longer than the rest
    /// of `limit`; tells whether it is complete.
    pub(crate) fn write(
        &self,
        spec: &Specification,
        term: TermId,
        limit: usize,
        out: &mut String,
    ) -> bool {
        let mut pending = vec![(term, 0)];
        while let Some((term, position)) = pending.pop() {
            if out.len() > limit {
                return false;
            }
            let args = self.args(term);
            if position == 0 {
                match self.head(term) {
                    Head::Function(function) => {
                        out.push_str(&spec.functions[function.index()].name);
                    }
                    // Writing to a string does not fail.
                    Head::Variable(number) => drop(write!(out, "?{number}")),
                }
            }
            let Some(&arg) = args.get(position) else {
                if position > 0 {
                    out.push(')');
                }
                continue;
            };
            out.push(if position == 0 { '(' } else { ',' });
            pending.push((term, position + 1));
            pending.push((arg, 0));
        }
        true
    }

    /// The text of a term for a message, cut where it is long.
    pub(crate) fn shown(&self, spec: &Specification, term: TermId) -> String {
        let mut out = String::new();
        if !self.write(spec, term, MAX_SHOWN, &mut out) {
            out.push_str("..");
        }
        out
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_terms_have_equal_numbers() {
        let mut store = Store::default();
        let zero = store.intern(FunctionId(0), &[]);
        let mut deep = zero;
        for _ in 0..100_000 {
            deep = store.intern(FunctionId(1), &[deep]);
        }
        let mut again = zero;
        for _ in 0..100_000 {
            again = store.intern(FunctionId(1), &[again]);
        }
        assert_eq!(deep, again);
        assert_eq!((store.len(), store.size(deep)), (100_001, 100_001));
        let variable = store.variable(7);
        let open = store.intern(FunctionId(2), &[deep, variable]);
        assert!(store.is_open(open) && !store.is_open(deep));
        assert_eq!(store.head(variable), Head::Variable(7));
        assert_eq!(store.args(open), [deep, variable]);
    }
}
