//! The variables that an expression takes from outside, if they have a value there.
//!
//! What a fun or a comprehension binds in its heads and generators hides what is outside; any other variable is the one
//! outside, in a pattern too.

use std::collections::BTreeSet;

use frontend::Name;
use frontend::ast::{Expr, ExprKind, FunClause, Qualifier};

use super::comprehension::{outer_variables, variables};

/// The variables that clauses of a fun use and do not bind in their heads.
pub(super) fn free_in_clauses(clauses: &[FunClause]) -> BTreeSet<Name> {
    clauses.iter().flat_map(free_in_clause).collect()
}

fn free_in_clause(clause: &FunClause) -> BTreeSet<Name> {
    let mut free: BTreeSet<Name> = clause.params.iter().flat_map(outer_variables).collect();
    for expr in clause.guard.alternatives.iter().flatten().chain(&clause.body) {
        collect(expr, &mut free);
    }
    for param in &clause.params {
        param.for_each_var(&mut |name| {
            free.remove(name);
        });
    }
    free
}

fn collect(expr: &Expr, free: &mut BTreeSet<Name>) {
    match &expr.kind {
        ExprKind::Fun(clauses) => free.extend(free_in_clauses(clauses)),
        ExprKind::NamedFun(own, clauses) => {
            free.extend(free_in_clauses(clauses).into_iter().filter(|name| name != own));
        }
        ExprKind::ListComprehension(value, qualifiers)
        | ExprKind::BinComprehension(value, qualifiers) => {
            collect_comprehension(value, qualifiers, free);
        }
        _ => {
            free.extend(variables(expr));
            expr.children().into_iter().for_each(|child| collect(child, free));
        }
    }
}

/// A generator hides variables from what follows it, not from its own source.
fn collect_comprehension(value: &Expr, qualifiers: &[Qualifier], free: &mut BTreeSet<Name>) {
    let Some((first, rest)) = qualifiers.split_first() else { return collect(value, free) };
    let mut behind = BTreeSet::new();
    collect_comprehension(value, rest, &mut behind);
    match first {
        Qualifier::Generator(generator) => {
            behind.extend(outer_variables(&generator.pattern));
            generator.pattern.for_each_var(&mut |name| {
                behind.remove(name);
            });
            collect(&generator.source, &mut behind);
        }
        Qualifier::Filter(test) => collect(test, &mut behind),
        Qualifier::Zip(others) => {
            let mut none = BTreeSet::new();
            let nothing = Expr::new(ExprKind::Nil, value.span);
            for other in others {
                collect_comprehension(&nothing, std::slice::from_ref(other), &mut none);
            }
            behind.extend(none);
        }
    }
    free.extend(behind);
}
