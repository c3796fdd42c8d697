//! Atoms of a module that may be values.
//!
//! Input: a module. Output: the atoms in its text, those aside that other modules get at once. Does not know which atoms
//! other modules return.

use std::collections::BTreeSet;

use frontend::Name;
use frontend::ast::{Callee, Expr as Syntax, ExprKind, Literal};

use crate::library::modules::only_computes;

/// Atoms in a module that may be values: those aside that other modules get at once.
pub(crate) fn data_atoms(module: &frontend::Module) -> BTreeSet<Name> {
    let mut found = BTreeSet::new();
    for clause in module.functions().flat_map(|function| &function.clauses) {
        for pattern in &clause.params {
            atoms_of(pattern, &mut found);
        }
        for expr in &clause.body {
            collect(expr, &mut found);
        }
    }
    found
}

fn collect(expr: &Syntax, found: &mut BTreeSet<Name>) {
    match &expr.kind {
        ExprKind::Literal(Literal::Atom(name)) => {
            found.insert(name.clone());
        }
        ExprKind::Match(pattern, _) => atoms_of(pattern, found),
        ExprKind::Case(_, clauses) => {
            for clause in clauses {
                atoms_of(&clause.pattern, found);
            }
        }
        _ => {}
    }
    let is_outside = matches!(&expr.kind, ExprKind::Call(Callee::Remote(module, ..), _)
        if !only_computes(module.as_str()) && module.as_str() != "erlang");
    if !is_outside {
        expr.children().into_iter().for_each(|child| collect(child, found));
    }
}

fn atoms_of(pattern: &frontend::ast::Pat, found: &mut BTreeSet<Name>) {
    if let frontend::ast::PatKind::Literal(Literal::Atom(name)) = &pattern.kind {
        found.insert(name.clone());
    }
    pattern.children().into_iter().for_each(|child| atoms_of(child, found));
}
