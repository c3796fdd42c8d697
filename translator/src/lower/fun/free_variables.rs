//! The variables that an expression takes from outside, if they have a value there.
//!
//! What a fun or a comprehension binds in its heads and generators hides what is outside; any other variable is the one
//! outside, in a pattern too.

use std::collections::BTreeSet;

use frontend::Name;
use frontend::ast::{Expr, ExprKind, FunClause, Generator, Pat, Qualifier};

use crate::lower::fun::lambda_lift::binds;
use crate::lower::lowering::Env;

/// The variables that clauses of a fun use and do not bind in their heads.
pub(crate) fn free_in_clauses(clauses: &[FunClause]) -> BTreeSet<Name> {
    clauses.iter().flat_map(free_in_clause).collect()
}

/// The variables that one clause of a fun uses and does not bind in its head.
pub(crate) fn free_in_clause(clause: &FunClause) -> BTreeSet<Name> {
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

/// The name of a fun that stands in its heads: what it means there hangs on whether it has a value outside.
fn clashing(fun_name: &Name, clauses: &[FunClause]) -> Option<Name> {
    clauses.iter().any(|clause| binds(&clause.params, fun_name)).then(|| fun_name.clone())
}

fn collect(expr: &Expr, free: &mut BTreeSet<Name>) {
    match &expr.kind {
        ExprKind::Fun(clauses) => free.extend(free_in_clauses(clauses)),
        ExprKind::NamedFun(fun_name, clauses) => {
            free.extend(free_in_clauses(clauses).into_iter().filter(|name| name != fun_name));
            free.extend(clashing(fun_name, clauses));
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

/// The variables of a comprehension that have a value outside, those of the first pattern aside; with those that
/// say how large a part of a binary is.
pub(crate) fn free_variables(whole: &Expr, generator: &Generator, env: &Env) -> Vec<String> {
    let mut bound = BTreeSet::new();
    generator.pattern.for_each_var(&mut |name| {
        bound.insert(name.clone());
    });
    let mut free = BTreeSet::new();
    let sizes = outer_variables(&generator.pattern);
    let sizes =
        sizes.into_iter().filter(|name| !bound.contains(name) && env.vars.contains_key(name));
    free.extend(sizes.map(|name| name.to_string()));
    whole.for_each(&mut |expr| {
        for name in variables(expr) {
            if env.vars.contains_key(&name) && !bound.contains(&name) {
                free.insert(name.to_string());
            }
        }
    });
    free.into_iter().collect()
}

/// Variables in an expression.
pub(crate) fn variables_in(expr: &Expr) -> Vec<Name> {
    let mut names = Vec::new();
    expr.for_each(&mut |expr| names.extend(variables(expr)));
    names
}

/// Variables that an expression itself names, in it or in its patterns.
pub(crate) fn variables(expr: &Expr) -> Vec<Name> {
    let mut names = Vec::new();
    let mut add = |pattern: &Pat| {
        pattern.for_each_var(&mut |name| names.push(name.clone()));
        names.extend(outer_variables(pattern));
    };
    match &expr.kind {
        ExprKind::Match(pattern, _) | ExprKind::MaybeMatch(pattern, _) => add(pattern),
        ExprKind::Case(_, clauses) | ExprKind::Receive(clauses, _) => {
            for clause in clauses {
                add(&clause.pattern);
            }
        }
        ExprKind::Try(parts) => {
            parts.of.iter().for_each(|clause| add(&clause.pattern));
            parts.catch.iter().for_each(|clause| add(&clause.pattern));
        }
        ExprKind::Fun(clauses) | ExprKind::NamedFun(_, clauses) => {
            let params = clauses.iter().flat_map(|clause| &clause.params);
            names.extend(params.flat_map(outer_variables));
            if let ExprKind::NamedFun(fun_name, clauses) = &expr.kind {
                names.extend(clashing(fun_name, clauses));
            }
        }
        ExprKind::ListComprehension(_, qualifiers) | ExprKind::BinComprehension(_, qualifiers) => {
            for qualifier in qualifiers {
                if let Qualifier::Generator(generator) = qualifier {
                    names.extend(outer_variables(&generator.pattern));
                }
            }
        }
        ExprKind::Var(name) => names.push(name.clone()),
        _ => {}
    }
    names
}

/// Variables in the sizes and keys of a pattern, which it does not bind there.
pub(crate) fn outer_variables(pattern: &Pat) -> Vec<Name> {
    let mut names: Vec<Name> = pattern.expressions().into_iter().flat_map(variables_in).collect();
    names.extend(pattern.children().into_iter().flat_map(outer_variables));
    names
}
