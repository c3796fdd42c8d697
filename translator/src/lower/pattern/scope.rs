//! Which variables an expression binds for what follows it.
//!
//! A variable bound in every branch of a case or an if is bound behind it. One bound in some
//! branches only, or on the right of `andalso` and `orelse`, is unsafe: it must not be used there.

use std::collections::BTreeSet;

use frontend::Name;
use frontend::ast::{BinaryOp, CaseClause, Expr, ExprKind, Guard, Try, UnaryOp};

/// What an expression does to the scope behind it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Scope {
    /// Bound on every way.
    pub(crate) bound: BTreeSet<Name>,
    /// Bound on some ways only.
    pub(crate) partial: BTreeSet<Name>,
}

impl Scope {
    /// The scope behind these expressions, evaluated one after the other or side by side.
    pub(crate) fn of<'e>(exprs: impl IntoIterator<Item = &'e Expr>) -> Self {
        let mut scope = Self::default();
        for expr in exprs {
            scope.add(expr);
        }
        scope
    }

    /// The scope behind a case, its value left out.
    pub(crate) fn of_case(clauses: &[CaseClause]) -> Self {
        Self::of_branches(Self::of_clauses(clauses))
    }

    fn of_clauses(clauses: &[CaseClause]) -> impl Iterator<Item = Self> {
        clauses.iter().map(|clause| {
            let mut scope = Self::of(&clause.body);
            clause.pattern.for_each_var(&mut |name| {
                scope.bound.insert(name.clone());
            });
            scope
        })
    }

    /// The scope behind an if.
    pub(crate) fn of_if(clauses: &[(Guard, Vec<Expr>)]) -> Self {
        Self::of_branches(clauses.iter().map(|(_, body)| Self::of(body)))
    }

    /// The scope behind `andalso` and `orelse`: the right side may not be evaluated.
    pub(crate) fn of_short_circuit(left: &Expr, right: &Expr) -> Self {
        let mut scope = Self::of([left]);
        let right = Self::of([right]);
        scope.partial.extend(right.bound.into_iter().chain(right.partial));
        scope
    }

    /// The scope behind a try: nothing that is bound in it can be relied on.
    pub(crate) fn of_try(parts: &Try) -> Self {
        let mut scope = Self::of(parts.body.iter().chain(&parts.after));
        scope.join(Self::of_case(&parts.of));
        for clause in &parts.catch {
            scope.join(Self::of(&clause.body));
            clause.pattern.for_each_var(&mut |name| {
                scope.bound.insert(name.clone());
            });
        }
        scope.unsafely()
    }

    /// The scope behind a maybe, and its `else`: nothing that is bound in it can be relied on.
    pub(crate) fn of_maybe(body: &[Expr], otherwise: Option<&[CaseClause]>) -> Self {
        let mut scope = Self::of(body);
        scope.join(Self::of_case(otherwise.unwrap_or_default()));
        scope.unsafely()
    }

    /// A scope with the variables of this one, none of which can be relied on.
    pub(crate) fn unsafely(mut self) -> Self {
        self.partial.append(&mut self.bound);
        self
    }

    fn of_branches(branches: impl Iterator<Item = Self>) -> Self {
        let branches: Vec<Self> = branches.collect();
        let mut all: BTreeSet<Name> = BTreeSet::new();
        for branch in &branches {
            all.extend(branch.bound.iter().chain(&branch.partial).cloned());
        }
        let everywhere = |name: &Name| branches.iter().all(|branch| branch.bound.contains(name));
        let (bound, partial) = all.into_iter().partition(everywhere);
        Self { bound, partial }
    }

    fn add(&mut self, expr: &Expr) {
        match &expr.kind {
            ExprKind::Match(pattern, value) | ExprKind::MaybeMatch(pattern, value) => {
                pattern.for_each_var(&mut |name| {
                    self.bound.insert(name.clone());
                });
                self.add(value);
            }
            ExprKind::Case(value, clauses) => {
                self.add(value);
                self.join(Self::of_case(clauses));
            }
            ExprKind::If(clauses) => self.join(Self::of_if(clauses)),
            ExprKind::Try(parts) => self.join(Self::of_try(parts)),
            ExprKind::Unary(UnaryOp::Catch, operand) => {
                self.join(Self::of([&**operand]).unsafely());
            }
            ExprKind::Receive(clauses, after) => {
                if let Some((time, _)) = after {
                    self.add(time);
                }
                let after = after.iter().map(|(_, body)| Self::of(body));
                self.join(Self::of_branches(Self::of_clauses(clauses).chain(after)));
            }
            ExprKind::Maybe(body, otherwise) => {
                let otherwise = otherwise.as_ref().map(|(clauses, _)| clauses.as_slice());
                self.join(Self::of_maybe(body, otherwise));
            }
            ExprKind::Fun(_)
            | ExprKind::NamedFun(..)
            | ExprKind::ListComprehension(..)
            | ExprKind::BinComprehension(..)
            | ExprKind::MapComprehension(..) => {}
            ExprKind::Binary(BinaryOp::AndAlso | BinaryOp::OrElse, left, right) => {
                self.join(Self::of_short_circuit(left, right));
            }
            _ => {
                for child in expr.children() {
                    self.add(child);
                }
            }
        }
    }

    pub(crate) fn join(&mut self, other: Self) {
        self.bound.extend(other.bound);
        self.partial.extend(other.partial);
    }
}
