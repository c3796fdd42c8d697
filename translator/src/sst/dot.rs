//! Drawings of trees for Graphviz.
//!
//! Input: trees with their titles. Output: one `digraph`, a cluster for each tree; a subtree that is reached
//! several times is one node. Nodes and edges stand in the order of the drawings as text.

use std::fmt::Write as _;

use super::names::{Names, constructor};
use super::{Sst, Tree, TreeId};
use model::index::Idx as _;

/// A tree with what is written about it.
#[derive(Clone, Debug)]
pub struct Titled<'a> {
    /// The construct and its place.
    pub title: String,
    /// The tree.
    pub sst: &'a Sst,
    /// Names of the matched values.
    pub values: &'a [String],
    /// What happens where no clause matches.
    pub fail: &'a str,
}

/// Draws trees as one graph.
pub fn dot(trees: &[Titled<'_>]) -> String {
    let mut text = String::from("digraph sst {\n  node [fontname=monospace];\n");
    for (number, tree) in trees.iter().enumerate() {
        let _ = writeln!(text, "  subgraph cluster_{number} {{");
        let _ = writeln!(text, "    label={};", quoted(&tree.title));
        let names = Names { sst: tree.sst, values: tree.values };
        let mut drawing = Drawing { number, tree, names, text: &mut text };
        for id in in_order(tree.sst) {
            drawing.node(id);
        }
        text.push_str("  }\n");
    }
    text.push_str("}\n");
    text
}

/// The nodes that the root leads to, each before the nodes that it leads to first.
fn in_order(sst: &Sst) -> Vec<TreeId> {
    let mut seen = vec![false; sst.nodes.len()];
    let (mut order, mut pending) = (Vec::new(), vec![sst.root]);
    while let Some(id) = pending.pop() {
        if std::mem::replace(&mut seen[id.index()], true) {
            continue;
        }
        order.push(id);
        pending.extend(sst.nodes[id].next().iter().rev());
    }
    order
}

struct Drawing<'d> {
    number: usize,
    tree: &'d Titled<'d>,
    names: Names<'d>,
    text: &'d mut String,
}

impl Drawing<'_> {
    fn node(&mut self, id: TreeId) {
        match &self.tree.sst.nodes[id] {
            Tree::Switch { at, arms, otherwise } => {
                self.shape(id, "ellipse", &self.names.path(at));
                for (ctor, arm) in arms {
                    self.edge(id, *arm, &constructor(ctor));
                }
                self.edge(id, *otherwise, "otherwise");
            }
            Tree::Test { test, yes, no } => {
                self.shape(id, "diamond", &self.names.test(test));
                self.edge(id, *yes, "yes");
                self.edge(id, *no, "no");
            }
            Tree::Leaf(clause) => {
                let label = format!("clause {}{}", clause + 1, self.names.binds(*clause));
                self.shape(id, "box", &label);
            }
            Tree::Fail => self.shape(id, "box, style=dashed", self.tree.fail),
        }
    }

    /// The name of a node; every tree has its own.
    fn name(&self, id: TreeId) -> String {
        format!("t{}_{}", self.number, id.0)
    }

    fn shape(&mut self, id: TreeId, shape: &str, label: &str) {
        let name = self.name(id);
        let _ = writeln!(self.text, "    {name} [shape={shape}, label={}];", quoted(label));
    }

    fn edge(&mut self, from: TreeId, to: TreeId, label: &str) {
        let [from, to] = [from, to].map(|id| self.name(id));
        let _ = writeln!(self.text, "    {from} -> {to} [label={}];", quoted(label));
    }
}

/// A text as a string of Graphviz, which knows further escapes than these.
fn quoted(text: &str) -> String {
    let mut quoted = String::from("\"");
    for char in text.chars() {
        match char {
            '"' | '\\' => quoted.extend(['\\', char]),
            char if char.is_control() => {
                let _ = write!(quoted, "\\\\x{{{:X}}}", u32::from(char));
            }
            char => quoted.push(char),
        }
    }
    quoted.push('"');
    quoted
}
