//! Structure-splitting trees: clause selection without overlap.
//!
//! Input: a list of clauses, each a row of patterns with a guard. Output: a decision tree over the
//! whole list (Guo and Derrick's structure-splitting tree, built as Maranget builds decision trees,
//! ML Workshop 2008). First match wins; every value ends in exactly one leaf, and is asked nothing twice on the way, as far as `decided` finds.
//! Equal subtrees are one node. Does not translate guards or bodies: a leaf names its clause.
//!
//! ```text
//! f({a,X}) -> 1;           0 = tuple/1
//! f({X,b}) -> 2;    ==>      a: clause 1 ..
//! f({Y})   -> 3.
//! ```

mod build;
mod decided;
mod dot;
mod guarding;
mod names;
mod pattern;
mod print;
mod witness;

pub use build::build;
pub use dot::{Titled, dot};
pub use guarding::Guarding;
pub(crate) use guarding::written;
pub use pattern::{Ctor, Pattern};
pub use print::draw;
pub use witness::{Witness, witnesses};

use frontend::Name;

use model::index::IndexVec;

model::index_types! {
    /// A node of a tree.
    TreeId;
}

/// Where a value sits inside the values that are matched.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Path {
    /// Number of the value: a parameter, or 0 for the value of a case.
    pub root: usize,
    /// From there: component of a tuple from 0, or 0 for a head and 1 for a tail.
    pub steps: Vec<PathStep>,
}

/// One step down into a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum PathStep {
    /// Component of a tuple, from 0.
    Component(usize),
    /// Head of a list.
    Head,
    /// Tail of a list.
    Tail,
}

impl Path {
    /// The value number `root` itself.
    pub fn root(root: usize) -> Self {
        Self { root, steps: Vec::new() }
    }

    fn child(&self, step: PathStep) -> Self {
        let mut steps = self.steps.clone();
        steps.push(step);
        Self { root: self.root, steps }
    }
}

/// A clause to select from.
#[derive(Clone, Debug)]
pub struct Row {
    /// One pattern for each matched value.
    pub patterns: Vec<Pattern>,
    /// Its guard, to be asked after its patterns match.
    pub guard: Option<Guarding>,
}

/// A tree with its nodes.
#[derive(Clone, Debug)]
pub struct Sst {
    /// Nodes; every node stands behind the nodes that it leads to.
    pub nodes: IndexVec<TreeId, Tree>,
    /// The root.
    pub root: TreeId,
    /// What each clause binds, in order of appearance: a variable and where its value sits.
    pub bindings: Vec<Vec<(Name, Path)>>,
    /// What the guard of each clause asks, as it is written, where that is known.
    pub guards: Vec<String>,
}

/// A node of a tree.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Tree {
    /// Goes on by the outermost constructor of the value at `at`.
    Switch {
        /// Where to look.
        at: Path,
        /// Constructors in order of appearance.
        arms: Vec<(Ctor, TreeId)>,
        /// Any other value.
        otherwise: TreeId,
    },
    /// Goes on by a test.
    Test {
        /// What is asked.
        test: Test,
        /// Where it holds.
        yes: TreeId,
        /// Where it does not.
        no: TreeId,
    },
    /// This clause (from 0) is selected.
    Leaf(usize),
    /// No clause matches.
    Fail,
}

/// A test that is no look at a constructor.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Test {
    /// A variable that stands twice: both values are the same.
    Same(Path, Path),
    /// A variable that was bound before: the value is its value.
    Bound(Path, Name),
    /// The guard of this clause holds.
    Guard(usize),
}

impl Tree {
    /// The nodes that it leads to, in the order of its answers.
    pub(crate) fn next(&self) -> Vec<TreeId> {
        match self {
            Self::Switch { arms, otherwise, .. } => {
                arms.iter().map(|(_, arm)| *arm).chain([*otherwise]).collect()
            }
            Self::Test { yes, no, .. } => vec![*yes, *no],
            Self::Leaf(_) | Self::Fail => Vec::new(),
        }
    }
}

impl Sst {
    /// Values (from 0) of the clauses that no value selects.
    pub fn unreachable_clauses(&self) -> Vec<usize> {
        let mut reached = vec![false; self.bindings.len()];
        for node in &self.nodes {
            if let Tree::Leaf(clause) = node {
                reached[*clause] = true;
            }
        }
        (0..reached.len()).filter(|&clause| !reached[clause]).collect()
    }

    /// Whether some value matches no clause.
    pub fn can_fail(&self) -> bool {
        self.nodes.iter().any(|node| *node == Tree::Fail)
    }
}
