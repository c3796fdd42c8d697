//! Clauses with their splitting tree, made once for all places where the same clauses select.
//!
//! Input: the clauses of a selection, and which of their variables have a value. Output: what the trees take of the patterns, what
//! these leave open, and the tree. A function that stands in line has the same clauses wherever it is called; what they are compared
//! with is their text, for macros and generated functions have places in common. Does not look at the values that are matched.

use std::rc::Rc;

use frontend::ast::{Guard, Pat, PatKind};
use frontend::{Diagnostic, Name, Span};

use super::clauses::{Clause, Selection};
use crate::lower::lowering::{Env, Lowering};
use crate::lower::pattern::{Inexact, Patterns};
use crate::sst::{self, Guarding, Row, Sst};

/// Clauses that have been split, and what came of it.
pub(crate) struct Split {
    clauses: Vec<(Vec<Pat>, Guard)>,
    /// The variables of their patterns, and whether each has a value in front of them.
    vars: Vec<(Name, bool)>,
    /// Whether some pattern has keys or sizes, which are evaluated.
    pub(super) looks_inside: bool,
    /// What the compiler refuses in each.
    pub(super) ill_formed: Vec<Option<Diagnostic>>,
    /// What the patterns of each clause could not say exactly.
    pub(super) inexact: Vec<Vec<Inexact>>,
    pub(super) rows: Vec<Row>,
    /// The tree; none where it would be too large.
    pub(super) sst: Option<Sst>,
}

/// Where a selection stands: the construct, and its first clause.
pub(crate) type Stand = (Span, Option<Span>);

impl Lowering<'_> {
    /// The clauses of a selection, split.
    pub(super) fn split_of(&self, selection: &Selection<'_>, env: &Env) -> Rc<Split> {
        let stand = (selection.span, selection.clauses.first().map(|clause| clause.span));
        let splits = &self.shared.splits;
        if let Some(split) = splits.borrow().get(&stand)
            && let Some(split) = split.iter().find(|split| split.is_of(selection, env))
        {
            return Rc::clone(split);
        }
        let split = Rc::new(self.split(selection, env));
        splits.borrow_mut().entry(stand).or_default().push(Rc::clone(&split));
        split
    }

    fn split(&self, selection: &Selection<'_>, env: &Env) -> Split {
        let is_bound = |name: &Name| env.vars.contains_key(name);
        let mut rows = Vec::with_capacity(selection.clauses.len());
        let mut inexact = Vec::with_capacity(selection.clauses.len());
        let mut ill_formed = Vec::new();
        for clause in &selection.clauses {
            let mut reader = Patterns::new(&is_bound);
            let patterns = clause.patterns.iter().map(|pat| reader.pattern(self, pat)).collect();
            ill_formed.push(reader.ill_formed);
            // A clause whose patterns leave something open asks for that, too.
            let is_exact = reader.inexact.is_empty();
            let guard =
                if is_exact { Guarding::of(clause.guard) } else { Some(Guarding::default()) };
            rows.push(Row { patterns, guard });
            inexact.push(reader.inexact);
        }
        let mut vars: Vec<(Name, bool)> = Vec::new();
        let patterns = || selection.clauses.iter().flat_map(|clause| &clause.patterns);
        for pattern in patterns() {
            pattern.for_each_var(&mut |name| {
                if vars.iter().all(|(other, _)| other != name) {
                    vars.push((name.clone(), is_bound(name)));
                }
            });
        }
        let looks_inside = patterns().any(|pattern| looks_inside(pattern));
        let written = |clause: &Clause<'_>| {
            let patterns = clause.patterns.iter().map(|&pattern| pattern.clone()).collect();
            (patterns, clause.guard.clone())
        };
        let clauses = selection.clauses.iter().map(written).collect();
        let sst = sst::build(&rows);
        Split { clauses, vars, looks_inside, ill_formed, inexact, rows, sst }
    }
}

impl Split {
    /// Whether these are the clauses of a selection, with the same variables bound in front of them.
    fn is_of(&self, selection: &Selection<'_>, env: &Env) -> bool {
        let is_same = |((patterns, guard), clause): (&(Vec<Pat>, Guard), &Clause<'_>)| {
            patterns.iter().eq(clause.patterns.iter().copied()) && guard == clause.guard
        };
        self.clauses.len() == selection.clauses.len()
            && self.vars.iter().all(|(name, is_bound)| env.vars.contains_key(name) == *is_bound)
            && self.clauses.iter().zip(&selection.clauses).all(is_same)
    }

    /// Whether some variable of the patterns is bound on some ways only.
    pub(super) fn has_unsafe(&self, env: &Env) -> bool {
        self.vars.iter().any(|(name, _)| env.unsafe_vars.contains(name))
    }
}

/// Whether a pattern has a part in which something is evaluated.
fn looks_inside(pattern: &Pat) -> bool {
    matches!(pattern.kind, PatKind::Map(_) | PatKind::Bin(_))
        || pattern.children().into_iter().any(looks_inside)
}
