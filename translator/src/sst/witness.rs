//! Values that no clause takes.
//!
//! Input: a tree. Output: for every way into a failure the shortest example: one value per matched
//! value, and the tests that must come out as they do there. Does not decide whether such tests can:
//! the values are examples of what the patterns leave out.

use std::collections::{BTreeMap, VecDeque};

use super::{Ctor, Path, PathStep, Sst, Test, Tree, TreeId};
use model::index::Idx as _;

/// Examples at most.
const MAX_WITNESSES: usize = 16;

/// A case that no clause takes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Witness {
    /// One value for each matched value; `_` where any will do.
    pub values: Vec<String>,
    /// Tests on the way, with what they must give.
    pub tests: Vec<(Test, bool)>,
}

/// What is known of the value at a path.
#[derive(Clone, Debug)]
enum Known {
    Is(Ctor),
    IsNone(Vec<Ctor>),
}

/// What is known on the way to a node.
#[derive(Clone, Debug, Default)]
struct Way {
    constraints: BTreeMap<Path, Known>,
    tests: Vec<(Test, bool)>,
}

/// One example for every edge that leads to a failure, the shortest ways first.
pub fn witnesses(sst: &Sst, n_values: usize) -> Vec<Witness> {
    let mut seen = vec![false; sst.nodes.len()];
    let mut pending: VecDeque<(TreeId, Way)> = VecDeque::from([(sst.root, Way::default())]);
    let mut witnesses = Vec::new();
    while let Some((id, way)) = pending.pop_front() {
        if witnesses.len() == MAX_WITNESSES {
            break;
        }
        if sst.nodes[id] == Tree::Fail {
            witnesses.push(way.witness(n_values));
            continue;
        }
        if !std::mem::replace(&mut seen[id.index()], true) {
            pending.extend(ways(&sst.nodes[id], &way));
        }
    }
    witnesses
}

/// The nodes that a node leads to, with what is known there.
fn ways(node: &Tree, way: &Way) -> Vec<(TreeId, Way)> {
    match node {
        Tree::Leaf(_) | Tree::Fail => Vec::new(),
        Tree::Test { test, yes, no } => [(*yes, true), (*no, false)]
            .into_iter()
            .map(|(next, holds)| {
                let mut way = way.clone();
                way.tests.push((test.clone(), holds));
                (next, way)
            })
            .collect(),
        Tree::Switch { at, arms, otherwise } => {
            let to = |next: TreeId, constraint: Known| {
                let mut way = way.clone();
                way.constraints.insert(at.clone(), constraint);
                (next, way)
            };
            let all = arms.iter().map(|(ctor, _)| ctor.clone()).collect();
            let mut ways: Vec<(TreeId, Way)> =
                arms.iter().map(|(ctor, arm)| to(*arm, Known::Is(ctor.clone()))).collect();
            ways.push(to(*otherwise, Known::IsNone(all)));
            ways
        }
    }
}

impl Way {
    fn witness(&self, n_values: usize) -> Witness {
        let values = (0..n_values).map(|root| self.value(&Path::root(root))).collect();
        Witness { values, tests: self.tests.clone() }
    }

    fn value(&self, at: &Path) -> String {
        match self.constraints.get(at) {
            None => "_".to_owned(),
            Some(Known::IsNone(ctors)) => other(ctors),
            Some(Known::Is(ctor)) => match ctor {
                Ctor::Atom(name) => model::expr::atom::quoted(name.as_str()),
                Ctor::Integer(value) => value.to_string(),
                Ctor::Float(value) => value.to_string(),
                Ctor::Nil => "[]".to_owned(),
                Ctor::Cons => {
                    let head = self.value(&at.child(PathStep::Head));
                    format!("[{head} | {}]", self.value(&at.child(PathStep::Tail)))
                }
                Ctor::Tuple(size) => {
                    let items: Vec<String> = (0..*size)
                        .map(|component| self.value(&at.child(PathStep::Component(component))))
                        .collect();
                    format!("{{{}}}", items.join(", "))
                }
            },
        }
    }
}

/// An atom that is none of these.
fn other(ctors: &[Ctor]) -> String {
    let taken = |text: &str| {
        ctors.iter().any(|ctor| matches!(ctor, Ctor::Atom(name) if name.as_str() == text))
    };
    let mut candidates = std::iter::once("other".to_owned())
        .chain((1..=ctors.len()).map(|number| format!("other_{number}")));
    candidates.find(|text| !taken(text)).unwrap_or_else(|| "_".to_owned())
}
