//! Which variables an expression binds for what follows it.
//!
//! A variable bound in every branch of a case or an if is bound behind it; one bound in some
//! branches only is not (the Erlang compiler calls it unsafe).

use std::collections::BTreeSet;

use frontend::Name;
use frontend::ast::{CaseClause, Expr, ExprKind, Guard};

/// Adds the variables that an expression binds.
pub(super) fn binds(expr: &Expr, names: &mut BTreeSet<Name>) {
    match &expr.kind {
        ExprKind::Match(pattern, value) => {
            pattern.for_each_var(&mut |name| {
                names.insert(name.clone());
            });
            binds(value, names);
        }
        ExprKind::Case(value, clauses) => {
            binds(value, names);
            names.extend(bound_by_case(clauses));
        }
        ExprKind::If(clauses) => names.extend(bound_by_if(clauses)),
        ExprKind::Cons(..)
        | ExprKind::Binary(..)
        | ExprKind::Tuple(_)
        | ExprKind::Block(_)
        | ExprKind::Call(..)
        | ExprKind::Unary(..) => {
            for child in expr.children() {
                binds(child, names);
            }
        }
        // The rest binds nothing, or has no translation.
        _ => {}
    }
}

/// The variables that every clause of a case binds.
pub(super) fn bound_by_case(clauses: &[CaseClause]) -> BTreeSet<Name> {
    common(clauses.iter().map(|clause| {
        let mut names = bound_by_body(&clause.body);
        clause.pattern.for_each_var(&mut |name| {
            names.insert(name.clone());
        });
        names
    }))
}

/// The variables that every branch of an if binds.
pub(super) fn bound_by_if(clauses: &[(Guard, Vec<Expr>)]) -> BTreeSet<Name> {
    common(clauses.iter().map(|(_, body)| bound_by_body(body)))
}

fn bound_by_body(body: &[Expr]) -> BTreeSet<Name> {
    let mut names = BTreeSet::new();
    for expr in body {
        binds(expr, &mut names);
    }
    names
}

/// The names that all of these sets have.
fn common(mut sets: impl Iterator<Item = BTreeSet<Name>>) -> BTreeSet<Name> {
    let first = sets.next().unwrap_or_default();
    sets.fold(first, |common, set| common.intersection(&set).cloned().collect())
}
