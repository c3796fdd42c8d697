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
    let mut atoms = BTreeSet::new();
    for clause in module.functions().flat_map(|function| &function.clauses) {
        for pattern in &clause.params {
            atoms_of(pattern, &mut atoms);
        }
        for expr in &clause.body {
            collect(expr, &mut atoms);
        }
    }
    atoms
}

fn collect(expr: &Syntax, atoms: &mut BTreeSet<Name>) {
    match &expr.kind {
        ExprKind::Literal(Literal::Atom(name)) => {
            atoms.insert(name.clone());
        }
        ExprKind::Match(pattern, _) => atoms_of(pattern, atoms),
        ExprKind::Case(_, clauses) => {
            for clause in clauses {
                atoms_of(&clause.pattern, atoms);
            }
        }
        _ => {}
    }
    let is_outside = matches!(&expr.kind, ExprKind::Call(Callee::Remote(module, ..), _)
        if !only_computes(module.as_str()) && module.as_str() != "erlang");
    if !is_outside {
        expr.children().into_iter().for_each(|child| collect(child, atoms));
    }
}

fn atoms_of(pattern: &frontend::ast::Pat, atoms: &mut BTreeSet<Name>) {
    if let frontend::ast::PatKind::Literal(Literal::Atom(name)) = &pattern.kind {
        atoms.insert(name.clone());
    }
    pattern.children().into_iter().for_each(|child| atoms_of(child, atoms));
}
