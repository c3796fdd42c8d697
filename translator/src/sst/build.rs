//! Construction of a tree from its clauses.
//!
//! Input: rows. Output: [`Sst`]. Columns are split left to right as the first live row needs them,
//! so that no test is made that Erlang's own first-match order would not need; tests of a row
//! (repeated and bound variables, then its guard) come after its constructors.

use std::rc::Rc;

use frontend::Name;
use rustc_hash::FxHashMap;

use super::decided::without_decided;
use super::pattern::{Ctor, Pattern};
use super::{Path, PathStep, Row, Sst, Test, Tree, TreeId};
use model::index::IndexVec;

/// A row under construction: what is still to be looked at.
#[derive(Clone)]
struct Live<'a> {
    clause: usize,
    columns: Vec<(Path, &'a Pattern)>,
    tests: Rc<[Test]>,
}

/// Which rows are left and where each still has to look; equal keys give equal trees.
type RowsKey = Vec<(usize, Vec<Path>)>;

/// Nodes of a tree, each of them once.
#[derive(Default)]
pub(super) struct Nodes {
    pub(super) nodes: IndexVec<TreeId, Tree>,
    ids: FxHashMap<Tree, TreeId>,
}

#[derive(Default)]
struct Builder {
    made: Nodes,
    done: FxHashMap<RowsKey, TreeId>,
    work: usize,
}

/// Looks at columns of rows at most; clause lists that split each other in every way exceed it.
const MAX_WORK: usize = 2_000_000;

/// Builds the tree of a clause list; `None` where it would be too large.
///
/// All rows have the same number of patterns.
pub fn build(rows: &[Row]) -> Option<Sst> {
    let mut bindings = Vec::with_capacity(rows.len());
    let mut live = Vec::with_capacity(rows.len());
    for (clause, row) in rows.iter().enumerate() {
        let mut binding = Vec::new();
        let mut tests = Vec::new();
        let mut columns = Vec::new();
        for (root, pattern) in row.patterns.iter().enumerate() {
            variables(pattern, &Path::root(root), &mut binding, &mut tests);
            refutable(pattern, Path::root(root), &mut columns);
        }
        if row.guard.is_some() {
            tests.push(Test::Guard(clause));
        }
        bindings.push(binding);
        live.push(Live { clause, columns, tests: tests.into() });
    }
    let mut builder = Builder::default();
    let root = builder.compile(&live)?;
    let (nodes, root) = without_decided(builder.made.nodes, root, &alike(rows, &bindings));
    Some(Sst { nodes, root, bindings, guards: Vec::new() })
}

/// For each clause the first one whose guard asks the same of the same places.
fn alike(rows: &[Row], bindings: &[Vec<(Name, Path)>]) -> Vec<usize> {
    let mut first: FxHashMap<(&str, Vec<Option<&Path>>), usize> = FxHashMap::default();
    let guards = rows.iter().zip(bindings).enumerate();
    guards
        .map(|(clause, (row, bindings))| {
            let Some(guard) = &row.guard else { return clause };
            let Some(text) = &guard.text else { return clause };
            let place = |name: &Name| bindings.iter().find(|(bound, _)| bound == name);
            let places = guard.vars.iter().map(|name| place(name).map(|(_, at)| at)).collect();
            *first.entry((text.as_str(), places)).or_insert(clause)
        })
        .collect()
}

/// Collects what a pattern binds and which equalities its variables ask for.
fn variables(pattern: &Pattern, at: &Path, binding: &mut Vec<(Name, Path)>, tests: &mut Vec<Test>) {
    match pattern {
        Pattern::Any => {}
        Pattern::Var(name) => match binding.iter().find(|(bound, _)| bound == name) {
            Some((_, first)) => tests.push(Test::Same(at.clone(), first.clone())),
            None => binding.push((name.clone(), at.clone())),
        },
        Pattern::Bound(name) => tests.push(Test::Bound(at.clone(), name.clone())),
        Pattern::Ctor(ctor, children) => {
            for (child, pattern) in children.iter().enumerate() {
                variables(pattern, &at.child(step(ctor, child)), binding, tests);
            }
        }
        Pattern::Both(left, right) => {
            variables(left, at, binding, tests);
            variables(right, at, binding, tests);
        }
    }
}

/// The constructors that a pattern asks for at this place.
fn refutable<'a>(pattern: &'a Pattern, at: Path, columns: &mut Vec<(Path, &'a Pattern)>) {
    match pattern {
        Pattern::Any | Pattern::Var(_) | Pattern::Bound(_) => {}
        Pattern::Ctor(..) => columns.push((at, pattern)),
        Pattern::Both(left, right) => {
            refutable(left, at.clone(), columns);
            refutable(right, at, columns);
        }
    }
}

fn step(ctor: &Ctor, child: usize) -> PathStep {
    match (ctor, child) {
        (Ctor::Cons, 0) => PathStep::Head,
        (Ctor::Cons, _) => PathStep::Tail,
        _ => PathStep::Component(child),
    }
}

impl Nodes {
    pub(super) fn node(&mut self, tree: Tree) -> TreeId {
        if let Some(&id) = self.ids.get(&tree) {
            return id;
        }
        let id = self.nodes.push(tree.clone());
        self.ids.insert(tree, id);
        id
    }

    /// A look at a constructor; one that makes no difference is not asked for.
    pub(super) fn switch(
        &mut self,
        at: Path,
        mut arms: Vec<(Ctor, TreeId)>,
        otherwise: TreeId,
    ) -> TreeId {
        arms.retain(|(_, arm)| *arm != otherwise);
        match arms.as_slice() {
            [] => otherwise,
            _ => self.node(Tree::Switch { at, arms, otherwise }),
        }
    }

    /// A test; what follows either way where that makes no difference.
    pub(super) fn test(&mut self, test: Test, yes: TreeId, no: TreeId) -> TreeId {
        if yes == no { yes } else { self.node(Tree::Test { test, yes, no }) }
    }
}

impl Builder {
    fn compile(&mut self, rows: &[Live<'_>]) -> Option<TreeId> {
        self.work += rows.iter().map(|row| row.columns.len() + 1).sum::<usize>();
        if self.work > MAX_WORK {
            return None;
        }
        let key: RowsKey = rows
            .iter()
            .map(|row| (row.clause, row.columns.iter().map(|(at, _)| at.clone()).collect()))
            .collect();
        if let Some(&id) = self.done.get(&key) {
            return Some(id);
        }
        let id = match rows.first() {
            None => self.made.node(Tree::Fail),
            Some(row) if row.columns.is_empty() => self.select(rows)?,
            Some(row) => self.switch(&row.columns[0].0, rows)?,
        };
        self.done.insert(key, id);
        Some(id)
    }

    /// The first rows match so far: the tests of each decide between it and those behind it.
    fn select(&mut self, rows: &[Live<'_>]) -> Option<TreeId> {
        let n_matching = rows.iter().take_while(|row| row.columns.is_empty()).count();
        let certain = rows[..n_matching].iter().position(|row| row.tests.is_empty());
        let tested = &rows[..certain.unwrap_or(n_matching)];
        let leaves: Vec<TreeId> =
            tested.iter().map(|row| self.made.node(Tree::Leaf(row.clause))).collect();
        let last = match certain {
            Some(row) => self.made.node(Tree::Leaf(rows[row].clause)),
            None => self.compile(&rows[n_matching..])?,
        };
        Some(tested.iter().zip(leaves).rev().fold(last, |no, (row, leaf)| {
            let fold = |yes, test: &Test| self.made.test(test.clone(), yes, no);
            row.tests.iter().rev().fold(leaf, fold)
        }))
    }

    fn switch(&mut self, at: &Path, rows: &[Live<'_>]) -> Option<TreeId> {
        let arms = arms(at, rows)
            .into_iter()
            .map(|(ctor, rows)| {
                let specialised: Vec<_> =
                    rows.into_iter().filter_map(|row| specialise(row, at, ctor)).collect();
                let arm = self.compile(&specialised)?;
                Some((ctor.clone(), arm))
            })
            .collect::<Option<_>>()?;
        let others: Vec<_> = rows
            .iter()
            .filter(|row| row.columns.iter().all(|(here, _)| here != at))
            .cloned()
            .collect();
        let otherwise = self.compile(&others)?;
        Some(self.made.switch(at.clone(), arms, otherwise))
    }
}

/// The constructors at a place in order of appearance, each with the rows that may match such a value.
fn arms<'r, 'a>(at: &Path, rows: &'r [Live<'a>]) -> Vec<(&'a Ctor, Vec<&'r Live<'a>>)> {
    let ctor_of = |row: &Live<'a>| {
        let mut here = row.columns.iter().filter(|(here, _)| here == at);
        here.find_map(|(_, pattern)| match pattern {
            Pattern::Ctor(ctor, _) => Some(ctor),
            _ => None,
        })
    };
    let mut arms: Vec<(&Ctor, Vec<&Live<'_>>)> = Vec::new();
    let mut numbers = FxHashMap::default();
    for row in rows {
        for (here, pattern) in &row.columns {
            if let Pattern::Ctor(ctor, _) = pattern
                && here == at
                && !numbers.contains_key(ctor)
            {
                numbers.insert(ctor, arms.len());
                arms.push((ctor, Vec::new()));
            }
        }
    }
    for row in rows {
        match ctor_of(row) {
            Some(ctor) => arms[numbers[ctor]].1.push(row),
            None => arms.iter_mut().for_each(|(_, rows)| rows.push(row)),
        }
    }
    arms
}

/// The row for values whose constructor at `at` is `ctor`; `None` if it cannot match them.
fn specialise<'a>(row: &Live<'a>, at: &Path, ctor: &Ctor) -> Option<Live<'a>> {
    let mut columns = Vec::with_capacity(row.columns.len());
    for (here, pattern) in &row.columns {
        match pattern {
            Pattern::Ctor(pattern_ctor, children) if here == at => {
                if pattern_ctor != ctor {
                    return None;
                }
                for (child, pattern) in children.iter().enumerate() {
                    refutable(pattern, at.child(step(ctor, child)), &mut columns);
                }
            }
            _ => columns.push((here.clone(), pattern)),
        }
    }
    Some(Live { clause: row.clause, columns, tests: row.tests.clone() })
}
