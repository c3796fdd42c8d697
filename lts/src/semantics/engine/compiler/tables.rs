//! Tests of one register against several constants, one after another, as one jump.
//!
//! Input: a step program. Output: the same program, in which no such row of tests is gone through one by one.
//! Equal words are equal terms, so a constant is looked for by its word.

use crate::semantics::engine::program::{FIRST_CONSTANT, Node, NodeIx, Program, Register, Test};
use crate::semantics::engine::word::Word;

/// Tests in a row that are worth a jump.
const MIN_TESTS: usize = 4;

/// A test of a register against a constant.
struct Case {
    register: Register,
    word: u32,
    yes: NodeIx,
    no: NodeIx,
}

impl Program {
    /// Makes jumps of tests against constants; not of those that are the same as others, as zeros are.
    pub(crate) fn tabulate(&mut self, has_others: &dyn Fn(Word) -> bool) {
        let mut is_inner = vec![false; self.nodes.len()];
        for index in 0..self.nodes.len() {
            // A row begins before what follows in it.
            let Some(first) = self.case(index, has_others).filter(|_| !is_inner[index]) else {
                continue;
            };
            let (register, mut other) = (first.register, first.no);
            let mut table = vec![(first.word, first.yes)];
            while let Some(next) =
                self.case(other as usize, has_others).filter(|next| next.register == register)
            {
                is_inner[other as usize] = true;
                table.push((next.word, next.yes));
                other = next.no;
            }
            if table.len() >= MIN_TESTS {
                // Of two ways for one constant the first is taken.
                table.sort_by_key(|(word, _)| *word);
                table.dedup_by_key(|(word, _)| *word);
                self.nodes[index] = Node::Jump { register, table: table.into(), other };
            }
        }
    }

    fn case(&self, index: usize, has_others: &dyn Fn(Word) -> bool) -> Option<Case> {
        let Node::Test { test: Test::Same(left, right), yes, no } = self.nodes.get(index)? else {
            return None;
        };
        let constant = |register: Register| {
            self.constants.get(register.checked_sub(FIRST_CONSTANT)? as usize).copied()
        };
        let (register, word) = match (constant(*left), constant(*right)) {
            (None, Some(word)) => (*left, word),
            (Some(word), None) => (*right, word),
            _ => return None,
        };
        (!has_others(Word(word))).then_some(Case { register, word, yes: *yes, no: *no })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A row of tests of register 1 against constants, and what it leads to.
    fn program(constants: &[u32]) -> Program {
        let mut program = Program { constants: constants.to_vec(), ..Program::default() };
        let end = 1_000;
        for (number, next) in (0..).zip(1..=constants.len()) {
            let no =
                if next == constants.len() { end } else { 2 + NodeIx::try_from(next).unwrap_or(0) };
            let test = Test::Same(1, FIRST_CONSTANT + number);
            program.push(Node::Test { test, yes: 100 + number, no });
        }
        program
    }

    #[test]
    fn rows_of_tests_are_jumps() {
        let mut long = program(&[9, 3, 7, 3, 5]);
        long.tabulate(&|_| false);
        let table = match &long.nodes[2] {
            Node::Jump { register: 1, table, other: 1_000 } => Some(&**table),
            _ => None,
        };
        assert_eq!(table, Some(&[(3, 101), (5, 104), (7, 102), (9, 100)][..]));
        let mut short = program(&[1, 2, 3]);
        short.tabulate(&|_| false);
        assert!(matches!(short.nodes[2], Node::Test { .. }));
    }
}
