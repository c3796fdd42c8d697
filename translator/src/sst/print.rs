//! Drawings of trees.
//!
//! Input: a tree. Output: indented text, and examples of what no clause takes. A subtree that is reached several times is drawn at its
//! first place with a number, and referred to by that number afterwards.

use std::fmt::Write as _;

use super::names::{Names, constructor};
use super::{Sst, Tree, TreeId, witnesses};
use model::index::Idx as _;

/// Draws a tree; clauses are numbered from 1.
///
/// `values` names the matched values (`Event`, `Data`), `fail` says what happens where no clause
/// matches (`function_clause`).
pub fn draw(sst: &Sst, values: &[String], fail: &str) -> String {
    let mut drawing = Drawing {
        sst,
        names: Names { sst, values },
        fail,
        uses: vec![0; sst.nodes.len()],
        numbers: vec![None; sst.nodes.len()],
        next: 1,
        text: String::new(),
    };
    drawing.count(sst.root);
    drawing.draw(sst.root, 0, "");
    drawing.uncovered();
    drawing.text
}

struct Drawing<'a> {
    sst: &'a Sst,
    names: Names<'a>,
    fail: &'a str,
    uses: Vec<usize>,
    numbers: Vec<Option<usize>>,
    next: usize,
    text: String,
}

impl Drawing<'_> {
    fn count(&mut self, id: TreeId) {
        self.uses[id.index()] += 1;
        if self.uses[id.index()] > 1 {
            return;
        }
        for next in self.sst.nodes[id].next() {
            self.count(next);
        }
    }

    fn draw(&mut self, id: TreeId, depth: usize, prefix: &str) {
        let indent = "  ".repeat(depth);
        if let Some(number) = self.numbers[id.index()] {
            let _ = writeln!(self.text, "{indent}{prefix}see #{number}");
            return;
        }
        let sst = self.sst;
        let node = &sst.nodes[id];
        let mark = self.mark(id, node);
        match node {
            Tree::Switch { at, arms, otherwise } => {
                let at = self.names.path(at);
                let _ = writeln!(self.text, "{indent}{prefix}{mark}switch {at}");
                for (ctor, arm) in arms {
                    self.draw(*arm, depth + 1, &format!("{}: ", constructor(ctor)));
                }
                self.draw(*otherwise, depth + 1, "otherwise: ");
            }
            Tree::Test { test, yes, no } => {
                let test = self.names.test(test);
                let _ = writeln!(self.text, "{indent}{prefix}{mark}test {test}");
                self.draw(*yes, depth + 1, "yes: ");
                self.draw(*no, depth + 1, "no: ");
            }
            Tree::Leaf(clause) => {
                let _ = writeln!(
                    self.text,
                    "{indent}{prefix}clause {}{}",
                    clause + 1,
                    self.names.binds(*clause)
                );
            }
            Tree::Fail => {
                let _ = writeln!(self.text, "{indent}{prefix}{}", self.fail);
            }
        }
    }

    /// Examples of what no clause takes.
    fn uncovered(&mut self) {
        for witness in witnesses(self.sst, self.names.values.len()) {
            let tests: Vec<String> = witness
                .tests
                .iter()
                .map(|(test, holds)| {
                    format!("{}{}", if *holds { "" } else { "not " }, self.names.test(test))
                })
                .collect();
            let _ = write!(self.text, "no clause for {}", witness.values.join(", "));
            if !tests.is_empty() {
                let _ = write!(self.text, " where {}", tests.join(", "));
            }
            self.text.push('\n');
        }
    }

    /// Gives a shared inner node its number.
    fn mark(&mut self, id: TreeId, node: &Tree) -> String {
        let inner = matches!(node, Tree::Switch { .. } | Tree::Test { .. });
        if !inner || self.uses[id.index()] < 2 {
            return String::new();
        }
        let number = self.next;
        self.next += 1;
        self.numbers[id.index()] = Some(number);
        format!("#{number} ")
    }
}
