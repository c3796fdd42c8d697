//! What the variables of a clause stand for.
//!
//! Input: a clause, and the arguments of the call that selects it, if it is not the behaviour that calls. Output: for each
//! variable the expressions whose value, or part of whose value, it may be: several where branches bind it, none but
//! [`Bound::Open`] where nothing is known. A variable is bound once in Erlang, so the order of expressions does not count.

use std::collections::BTreeMap;
use std::rc::Rc;

use frontend::Name;
use frontend::ast::{CaseClause, Expr, ExprKind, FunctionClause, Pat, PatKind};

use super::value::Value;

/// What a variable may stand for.
#[derive(Clone)]
pub(super) enum Bound<'m> {
    /// Anything.
    Open,
    /// An argument of the callback, from 0.
    Parameter(usize),
    /// The value of an expression; in the scope of the caller, or else of the clause itself.
    Whole { of: &'m Expr, scope: Option<Rc<Scope<'m>>> },
    /// A part of that.
    Part(Part<'m>),
}

/// A part of the value of an expression.
#[derive(Clone)]
pub(super) struct Part<'m> {
    /// The expression.
    pub(super) of: &'m Expr,
    /// Where it stands, if not in the clause itself.
    pub(super) scope: Option<Rc<Scope<'m>>>,
    /// The pattern that takes it apart.
    pattern: &'m Pat,
    /// The clauses that are tried before.
    before: &'m [CaseClause],
    /// The components of tuples in which the part stands, from the outside.
    pub(super) path: Vec<usize>,
}

impl Part<'_> {
    /// Whether the pattern may take a value that no clause before it does.
    pub(super) fn takes(&self, value: &Value<'_>) -> bool {
        let is_gone = || self.before.iter().any(|clause| value.fits(&clause.pattern));
        value.fits(self.pattern) && !(value.is_known() && is_gone())
    }
}

/// What the variables of a clause stand for.
#[derive(Clone, Default)]
pub struct Scope<'m> {
    bounds: BTreeMap<&'m Name, Vec<Bound<'m>>>,
    /// The variables that are the caller's From, or a part of it.
    from: Vec<&'m Name>,
    /// How many expressions its clause has.
    n_expressions: usize,
}

/// Where a pattern stands: what it takes apart, behind which clauses.
#[derive(Clone)]
struct Matched<'m> {
    of: &'m Expr,
    scope: Option<Rc<Scope<'m>>>,
    pattern: &'m Pat,
    before: &'m [CaseClause],
}

const OPEN: &[Bound<'static>] = &[Bound::Open];

impl<'m> Scope<'m> {
    /// The scope of a clause that the behaviour calls; `from` is which argument names the caller that waits.
    pub fn of_callback(clause: &'m FunctionClause, from: Option<usize>) -> Self {
        let mut scope = Self::default();
        for (number, param) in clause.params.iter().enumerate() {
            scope.parameter(param, number);
            if from == Some(number) {
                param.for_each_var(&mut |name| scope.from.push(name));
            }
        }
        scope.add_body(&clause.body);
        scope
    }

    /// The scope of a clause that another one calls, and whether the caller's From goes into an argument in which it is not
    /// followed.
    pub(super) fn of_call(
        clause: &'m FunctionClause,
        args: &'m [Expr],
        caller: &Rc<Self>,
    ) -> (Self, bool) {
        let (mut scope, mut is_kept) = (Self::default(), false);
        for (param, arg) in clause.params.iter().zip(args) {
            let matched =
                Matched { of: arg, scope: Some(Rc::clone(caller)), pattern: param, before: &[] };
            scope.bind(param, &matched, &mut Vec::new());
            match &arg.kind {
                ExprKind::Var(name) if caller.is_from(name) => {
                    param.for_each_var(&mut |name| scope.from.push(name));
                }
                _ => is_kept |= arg.any(
                    &mut |part| matches!(&part.kind, ExprKind::Var(name) if caller.is_from(name)),
                ),
            }
        }
        scope.add_body(&clause.body);
        (scope, is_kept)
    }

    /// How many expressions its clause has, as a measure of what it takes to make it.
    pub(super) fn n_expressions(&self) -> usize {
        self.n_expressions
    }

    /// What a variable may stand for.
    pub(super) fn bounds(&self, name: &Name) -> &[Bound<'m>] {
        self.bounds.get(name).map_or(OPEN, Vec::as_slice)
    }

    /// Whether an expression is an argument of the callback, from 0, as it is.
    pub fn is_parameter(&self, expr: &Expr, number: usize) -> bool {
        let ExprKind::Var(name) = &expr.kind else { return false };
        let is_it = |bound: &Bound<'_>| matches!(bound, Bound::Parameter(own) if *own == number);
        self.bounds(name).iter().all(is_it)
    }

    /// Whether a variable is the caller's From, or a part of it.
    pub(super) fn is_from(&self, name: &Name) -> bool {
        self.from.contains(&name)
    }

    fn parameter(&mut self, pat: &'m Pat, number: usize) {
        match &pat.kind {
            PatKind::Var(name) => self.add(name, Bound::Parameter(number)),
            PatKind::Alias(left, right) => {
                self.parameter(left, number);
                self.parameter(right, number);
            }
            _ => pat.for_each_var(&mut |name| self.add(name, Bound::Open)),
        }
    }

    fn add(&mut self, name: &'m Name, bound: Bound<'m>) {
        self.bounds.entry(name).or_default().push(bound);
    }

    /// Binds what a body binds; a variable that the head binds is that of the head.
    fn add_body(&mut self, body: &'m [Expr]) {
        let head: Vec<&'m Name> = self.bounds.keys().copied().collect();
        let mut inner = Self::default();
        for expr in body {
            inner.add_expr(expr);
        }
        self.n_expressions = inner.n_expressions;
        let bounds = inner.bounds.into_iter().filter(|(name, _)| !head.contains(name));
        self.bounds.extend(bounds);
    }

    fn add_expr(&mut self, expr: &'m Expr) {
        self.n_expressions += 1;
        match &expr.kind {
            // What these bind is not seen outside.
            ExprKind::Fun(_)
            | ExprKind::NamedFun(..)
            | ExprKind::ListComprehension(..)
            | ExprKind::BinComprehension(..)
            | ExprKind::MapComprehension(..) => return,
            ExprKind::Match(pattern, value) => self.matched(pattern, value, &[]),
            ExprKind::Case(value, clauses) => {
                for (number, clause) in clauses.iter().enumerate() {
                    self.matched(&clause.pattern, value, &clauses[..number]);
                }
            }
            ExprKind::Receive(clauses, _) => {
                self.open(clauses.iter().map(|clause| &clause.pattern));
            }
            ExprKind::Try(parts) => {
                self.open(parts.of.iter().map(|clause| &clause.pattern));
                self.open(parts.catch.iter().map(|clause| &clause.pattern));
            }
            ExprKind::MaybeMatch(pattern, _) => self.open(std::iter::once(&**pattern)),
            ExprKind::Maybe(_, Some((clauses, _))) => {
                self.open(clauses.iter().map(|clause| &clause.pattern));
            }
            _ => {}
        }
        for child in expr.children() {
            self.add_expr(child);
        }
    }

    fn open(&mut self, patterns: impl Iterator<Item = &'m Pat>) {
        for pattern in patterns {
            pattern.for_each_var(&mut |name| self.add(name, Bound::Open));
        }
    }

    fn matched(&mut self, pattern: &'m Pat, of: &'m Expr, before: &'m [CaseClause]) {
        self.bind(pattern, &Matched { of, scope: None, pattern, before }, &mut Vec::new());
    }

    fn bind(&mut self, pat: &'m Pat, matched: &Matched<'m>, path: &mut Vec<usize>) {
        match &pat.kind {
            PatKind::Var(name) => self.add(name, matched.bound(path)),
            PatKind::Alias(left, right) => {
                self.bind(left, matched, path);
                self.bind(right, matched, path);
            }
            PatKind::Tuple(items) => {
                for (place, item) in items.iter().enumerate() {
                    path.push(place);
                    self.bind(item, matched, path);
                    path.pop();
                }
            }
            _ => pat.for_each_var(&mut |name| self.add(name, Bound::Open)),
        }
    }
}

impl<'m> Matched<'m> {
    /// What stands for a variable at a place of the pattern.
    fn bound(&self, path: &[usize]) -> Bound<'m> {
        let Self { of, pattern, before, .. } = *self;
        let scope = self.scope.clone();
        let is_plain = matches!(pattern.kind, PatKind::Var(_)) && before.is_empty();
        if is_plain {
            return Bound::Whole { of, scope };
        }
        Bound::Part(Part { of, scope, pattern, before, path: path.to_vec() })
    }
}
