//! Patterns that take less than they seem to.
//!
//! Input: a function. Output: faults: heads in which a variable would have to contain itself, and clauses of a `case` whose
//! whole pattern is a variable that has a value already, where no other clause takes all else.

use std::collections::BTreeSet;

use frontend::Name;
use frontend::ast::{CaseClause, Expr, ExprKind, Function, Pat, PatKind};

use super::Fault;
use crate::codes;

/// What is said of a clause that takes one value.
const IF_OTHER: &str = "whether another value comes";

/// The faults of a function, and whether they hang on a branch.
pub(crate) fn faults(function: &Function) -> Vec<(Fault, bool)> {
    let mut faults = Vec::new();
    for clause in &function.clauses {
        for param in &clause.params {
            if let Some(name) = in_itself(param) {
                let message =
                    format!("this clause is never taken: `{name}` would have to contain itself");
                let (code, place) = (codes::CLAUSE_NEVER_TAKEN, param.span);
                faults.push((Fault { code, message, place, doubt: None }, false));
            }
        }
        let mut bound = BTreeSet::new();
        for param in &clause.params {
            param.for_each_var(&mut |name| {
                bound.insert(name);
            });
        }
        in_body(&clause.body, &bound, &mut faults);
    }
    faults
}

/// A variable that names a whole of which it is a part, too.
fn in_itself(pat: &Pat) -> Option<&Name> {
    if let PatKind::Alias(left, right) = &pat.kind
        && let (PatKind::Var(name), whole) | (whole, PatKind::Var(name)) = (&left.kind, &right.kind)
    {
        let is_plain = matches!(whole, PatKind::Var(_) | PatKind::Alias(..));
        let mut is_inside = false;
        for side in [left, right] {
            for child in side.children() {
                child.for_each_var(&mut |other| is_inside |= other == name);
            }
        }
        if is_inside && !is_plain {
            return Some(name);
        }
    }
    pat.children().into_iter().find_map(in_itself)
}

fn in_body<'m>(body: &'m [Expr], bound: &BTreeSet<&'m Name>, faults: &mut Vec<(Fault, bool)>) {
    let mut bound = bound.clone();
    for expr in body {
        in_expr(expr, &bound, faults);
        if let ExprKind::Match(pattern, _) = &expr.kind {
            pattern.for_each_var(&mut |name| {
                bound.insert(name);
            });
        }
    }
}

fn in_expr<'m>(expr: &'m Expr, bound: &BTreeSet<&'m Name>, faults: &mut Vec<(Fault, bool)>) {
    match &expr.kind {
        ExprKind::Case(value, clauses) => {
            in_expr(value, bound, faults);
            in_case((value, clauses), bound, faults);
        }
        ExprKind::If(clauses) => {
            for (_, body) in clauses {
                in_body(body, bound, faults);
            }
        }
        ExprKind::Block(body) => in_body(body, bound, faults),
        // Heads of funs hide what is bound outside.
        ExprKind::Fun(_) | ExprKind::NamedFun(..) => {}
        _ => {
            for child in expr.children() {
                in_expr(child, bound, faults);
            }
        }
    }
}

fn in_case<'m>(
    (value, clauses): (&Expr, &'m [CaseClause]),
    bound: &BTreeSet<&'m Name>,
    faults: &mut Vec<(Fault, bool)>,
) {
    let takes_all = |clause: &CaseClause| match &clause.pattern.kind {
        PatKind::Wildcard => clause.guard.alternatives.is_empty(),
        PatKind::Var(name) => clause.guard.alternatives.is_empty() && !bound.contains(name),
        _ => false,
    };
    let is_open = clauses.iter().any(takes_all);
    for clause in clauses {
        if let PatKind::Var(name) = &clause.pattern.kind
            && bound.contains(name)
            && !matches!(&value.kind, ExprKind::Var(other) if other == name)
            && !is_open
            && !clause.guard.alternatives.is_empty()
        {
            let message = format!(
                "`{name}` has a value already: this clause takes that one alone, and another one is a `case_clause`"
            );
            let fault = Fault {
                code: codes::CRASH,
                message,
                place: clause.pattern.span,
                doubt: Some(IF_OTHER),
            };
            faults.push((fault, false));
        }
        let mut inner = bound.clone();
        clause.pattern.for_each_var(&mut |name| {
            inner.insert(name);
        });
        in_body(&clause.body, &inner, faults);
    }
}
