//! Questions that are decided where they would be asked.
//!
//! Input: a tree, and which guards ask the same. Output: the same selection, in which no way asks a question whose answer an
//! earlier one on it has given. Looks at the tests of clauses, and at constructors where two places are asked to be the
//! same; two questions that are different and never both open are not found. What is decided on one way only is copied for it: a
//! tree that would get more than twice its nodes stays as it is.
//!
//! ```text
//! f({X,X}) when X > 1 -> 1;     test V.2 =:= V.1           test V.2 =:= V.1
//! f({X,X}) -> 2;                  yes: test guard            yes: test guard
//! f(_) -> 3.              ==>       yes: clause 1     ==>      yes: clause 1
//!                                   no: test V.2 =:= V.1       no: clause 2
//!                                     ..                     no: clause 3
//! ```

use std::collections::BTreeMap;

use model::index::{Idx as _, IndexVec};
use rustc_hash::FxHashMap;

use super::build::Nodes;
use super::pattern::Ctor;
use super::{Path, Test, Tree, TreeId};

/// A tree without decided questions has at most this many times the nodes of the tree with them.
const MAX_GROWTH: usize = 2;

/// Looks at this many facts at most.
const MAX_WORK: usize = 2_000_000;

/// Something to know on the way to a node, by its number among what is asked.
type Number = usize;

/// What is asked, as far as the answer may count further down.
#[derive(Clone, PartialEq, Eq, Hash)]
enum Asked {
    /// A test; of guards that ask the same the first one.
    Test(Test),
    /// Which constructor the value here has.
    Ctor(Path),
}

/// What was answered.
#[derive(Clone, PartialEq, Eq, Hash)]
enum Answer {
    Holds(bool),
    Is(Ctor),
    IsNone(Vec<Ctor>),
}

/// What is known on the way to a node.
type Facts = BTreeMap<Number, Answer>;

/// Leaves out of a tree what is decided; `alike` says of each clause which one has the same guard first.
pub(super) fn without_decided(
    nodes: IndexVec<TreeId, Tree>,
    root: TreeId,
    alike: &[usize],
) -> (IndexVec<TreeId, Tree>, TreeId) {
    let asked = AskedTwice::of(&nodes, alike);
    if asked.numbers.is_empty() {
        return (nodes, root);
    }
    let below = asked.below(&nodes);
    let most = MAX_GROWTH * nodes.len();
    let mut deciding = Deciding {
        tree: &nodes,
        asked: &asked,
        below,
        made: Nodes::default(),
        done: FxHashMap::default(),
        work: 0,
        most,
    };
    match deciding.node(root, &Facts::new()) {
        Some(root) => {
            let made = deciding.made.nodes;
            (made, root)
        }
        None => (nodes, root),
    }
}

/// What is asked at several places of a tree, or at one and is decided by others.
struct AskedTwice<'a> {
    alike: &'a [usize],
    numbers: FxHashMap<Asked, Number>,
    /// Tests that two places hold the same: the other place, and the number of the test.
    pairs: FxHashMap<Path, Vec<(Path, Number)>>,
}

impl<'a> AskedTwice<'a> {
    fn of(nodes: &IndexVec<TreeId, Tree>, alike: &'a [usize]) -> Self {
        let mut this = Self { alike, numbers: FxHashMap::default(), pairs: FxHashMap::default() };
        let mut times: FxHashMap<Asked, usize> = FxHashMap::default();
        let tests = || {
            nodes.iter().filter_map(|node| match node {
                Tree::Test { test, .. } => Some(test),
                _ => None,
            })
        };
        for test in tests() {
            *times.entry(this.test(test)).or_default() += 1;
        }
        for test in tests() {
            let asked = this.test(test);
            let counts = times.get(&asked).is_some_and(|&times| times > 1);
            if counts || matches!(test, Test::Same(..)) {
                this.note(test, asked);
            }
        }
        this
    }

    /// A test, in the same words wherever it is asked.
    fn test(&self, test: &Test) -> Asked {
        Asked::Test(match test {
            Test::Guard(clause) => Test::Guard(self.alike.get(*clause).copied().unwrap_or(*clause)),
            Test::Same(later, first) if later < first => Test::Same(first.clone(), later.clone()),
            Test::Same(..) | Test::Bound(..) => test.clone(),
        })
    }

    fn note(&mut self, test: &Test, asked: Asked) {
        let next = self.numbers.len();
        if self.numbers.contains_key(&asked) {
            return;
        }
        self.numbers.insert(asked, next);
        if let Test::Same(later, first) = test {
            for (one, other) in [(later, first), (first, later)] {
                self.pairs.entry(one.clone()).or_default().push((other.clone(), next));
                let number = self.numbers.len();
                self.numbers.entry(Asked::Ctor(one.clone())).or_insert(number);
            }
        }
    }

    fn ctor(&self, at: &Path) -> Option<Number> {
        self.numbers.get(&Asked::Ctor(at.clone())).copied()
    }

    /// What may decide a node itself.
    fn deciding(&self, node: &Tree) -> Vec<Number> {
        let mut numbers = Vec::new();
        match node {
            Tree::Leaf(_) | Tree::Fail => {}
            Tree::Test { test, .. } => {
                numbers.extend(self.numbers.get(&self.test(test)));
                if let Test::Same(later, first) = test {
                    numbers.extend(self.ctor(later));
                    numbers.extend(self.ctor(first));
                }
            }
            Tree::Switch { at, .. } => {
                for (other, same) in self.pairs.get(at).into_iter().flatten() {
                    numbers.push(*same);
                    numbers.extend(self.ctor(other));
                }
            }
        }
        numbers
    }

    /// For each node what may decide it or a node below it: a bit for each number.
    fn below(&self, nodes: &IndexVec<TreeId, Tree>) -> Vec<Box<[u64]>> {
        let words = self.numbers.len().div_ceil(64);
        let mut below: Vec<Box<[u64]>> = Vec::with_capacity(nodes.len());
        for node in nodes {
            let mut bits = vec![0_u64; words].into_boxed_slice();
            for number in self.deciding(node) {
                bits[number / 64] |= 1 << (number % 64);
            }
            for next in node.next() {
                // Every node stands behind those that it leads to.
                for (word, more) in bits
                    .iter_mut()
                    .zip(below.get(next.index()).into_iter().flat_map(|bits| bits.iter()))
                {
                    *word |= more;
                }
            }
            below.push(bits);
        }
        below
    }
}

struct Deciding<'d> {
    tree: &'d IndexVec<TreeId, Tree>,
    asked: &'d AskedTwice<'d>,
    below: Vec<Box<[u64]>>,
    made: Nodes,
    done: FxHashMap<(TreeId, Facts), TreeId>,
    work: usize,
    most: usize,
}

impl Deciding<'_> {
    /// A node where this is known; `None` where the tree becomes too large.
    fn node(&mut self, id: TreeId, facts: &Facts) -> Option<TreeId> {
        self.work += facts.len() + 1;
        if self.work > MAX_WORK || self.made.nodes.len() > self.most {
            return None;
        }
        let bits = &self.below[id.index()];
        let counts = |number: &Number| bits[number / 64] >> (number % 64) & 1 == 1;
        let facts: Facts = facts
            .iter()
            .filter(|(number, _)| counts(number))
            .map(|(number, answer)| (*number, answer.clone()))
            .collect();
        let key = (id, facts);
        if let Some(&done) = self.done.get(&key) {
            return Some(done);
        }
        let facts = &key.1;
        let tree = self.tree;
        let made = match &tree[id] {
            node @ (Tree::Leaf(_) | Tree::Fail) => self.made.node(node.clone()),
            Tree::Test { test, yes, no } => {
                if let Some(holds) = self.decided(test, facts) {
                    self.node(if holds { *yes } else { *no }, facts)?
                } else {
                    let number = self.asked.numbers.get(&self.asked.test(test)).copied();
                    let yes = self.node(*yes, &with(facts, number, Answer::Holds(true)))?;
                    let no = self.node(*no, &with(facts, number, Answer::Holds(false)))?;
                    self.made.test(test.clone(), yes, no)
                }
            }
            Tree::Switch { at, arms, otherwise } => self.switch(at, arms, *otherwise, facts)?,
        };
        self.done.insert(key, made);
        Some(made)
    }

    fn switch(
        &mut self,
        at: &Path,
        arms: &[(Ctor, TreeId)],
        otherwise: TreeId,
        facts: &Facts,
    ) -> Option<TreeId> {
        let excluded = match self.through_same(at, facts) {
            Some(Answer::Is(ctor)) => {
                let arm =
                    arms.iter().find(|(arm, _)| *arm == ctor).map_or(otherwise, |(_, arm)| *arm);
                return self.node(arm, facts);
            }
            Some(Answer::IsNone(ctors)) => ctors,
            Some(Answer::Holds(_)) | None => Vec::new(),
        };
        let number = self.asked.ctor(at);
        let mut open = Vec::with_capacity(arms.len());
        for (ctor, arm) in arms.iter().filter(|(ctor, _)| !excluded.contains(ctor)) {
            let arm = self.node(*arm, &with(facts, number, Answer::Is(ctor.clone())))?;
            open.push((ctor.clone(), arm));
        }
        let none = arms.iter().map(|(ctor, _)| ctor.clone()).chain(excluded).collect();
        let otherwise = self.node(otherwise, &with(facts, number, Answer::IsNone(none)))?;
        Some(self.made.switch(at.clone(), open, otherwise))
    }

    /// Whether a test is decided, and how.
    fn decided(&self, test: &Test, facts: &Facts) -> Option<bool> {
        let number = self.asked.numbers.get(&self.asked.test(test))?;
        if let Some(Answer::Holds(holds)) = facts.get(number) {
            return Some(*holds);
        }
        let Test::Same(later, first) = test else { return None };
        let known = |at: &Path| facts.get(&self.asked.ctor(at)?);
        match (known(later)?, known(first)?) {
            (Answer::Is(one), Answer::Is(other)) if one != other => Some(false),
            (Answer::Is(one), Answer::Is(_)) => one.is_constant().then_some(true),
            (Answer::Is(one), Answer::IsNone(none)) | (Answer::IsNone(none), Answer::Is(one)) => {
                none.contains(one).then_some(false)
            }
            _ => None,
        }
    }

    /// What is known of a value because it is the same as another one, or is not.
    fn through_same(&self, at: &Path, facts: &Facts) -> Option<Answer> {
        let mut excluded = Vec::new();
        for (other, same) in self.asked.pairs.get(at)? {
            let known = self.asked.ctor(other).and_then(|number| facts.get(&number));
            match (facts.get(same), known) {
                (Some(Answer::Holds(true)), Some(known)) => return Some(known.clone()),
                (Some(Answer::Holds(false)), Some(Answer::Is(ctor))) if ctor.is_constant() => {
                    excluded.push(ctor.clone());
                }
                _ => {}
            }
        }
        (!excluded.is_empty()).then_some(Answer::IsNone(excluded))
    }
}

fn with(facts: &Facts, number: Option<Number>, answer: Answer) -> Facts {
    let mut facts = facts.clone();
    if let Some(number) = number {
        facts.insert(number, answer);
    }
    facts
}
