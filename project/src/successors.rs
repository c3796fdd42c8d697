//! Callback modules that take the place of a machine's own.
//!
//! Input: a callback module. Output: the modules that it may mean where it says `{push_callback_module, M}` or
//! `{change_callback_module, M}`: that which is named there, or those that are named where `M` is computed, by the function that is called
//! there or in the one where it stands; and the callbacks of such a module. Does not ask whether there is one.

use std::collections::BTreeSet;

use behaviour::{Behaviour, Deed};
use frontend::Name;
use frontend::ast::{Callee, Expr, ExprKind, Function, Literal};

use crate::module::Unit;

/// The names of modules that an action of a module may name.
#[derive(Default)]
pub(crate) struct Named {
    /// Those that stand in one.
    pub(crate) written: BTreeSet<Name>,
    /// Those that may come there, among other atoms.
    pub(crate) computed: BTreeSet<Name>,
}

/// The modules that the actions of a module may name, but itself.
pub(crate) fn named(behaviour: &Behaviour, unit: &Unit) -> Named {
    let mut named = Named::default();
    for function in unit.module.functions() {
        for expr in function.clauses.iter().flat_map(|clause| &clause.body) {
            expr.for_each(&mut |expr| {
                let Some(module) = called_next(behaviour, expr) else { return };
                match &module.kind {
                    ExprKind::Literal(Literal::Atom(name)) => {
                        named.written.insert(name.clone());
                    }
                    ExprKind::Call(Callee::Local(name), args) => {
                        if let Some(called) = unit.function(name, args.len()) {
                            atoms(called, &mut named.computed);
                        }
                    }
                    ExprKind::Var(_) => atoms(function, &mut named.computed),
                    _ => {}
                }
            });
        }
    }
    for names in [&mut named.written, &mut named.computed] {
        names.remove(&unit.name);
    }
    named
}

/// The module that an action has called from then on.
fn called_next<'e>(behaviour: &Behaviour, expr: &'e Expr) -> Option<&'e Expr> {
    let ExprKind::Tuple(items) = &expr.kind else { return None };
    let mut actions = behaviour.actions.iter().filter(|action| action.deed == Deed::Module);
    let tag = items.first()?;
    let is_one = actions.any(|action| action.size == items.len() && tag.is_atom(action.tag));
    items.get(1).filter(|_| is_one)
}

/// The atoms in the clauses of a function.
fn atoms(function: &Function, names: &mut BTreeSet<Name>) {
    let add = |names: &mut BTreeSet<Name>, expr: &Expr| {
        if let ExprKind::Literal(Literal::Atom(name)) = &expr.kind {
            names.insert(name.clone());
        }
    };
    for clause in &function.clauses {
        for expr in &clause.body {
            expr.for_each(&mut |expr| add(names, expr));
        }
    }
}

/// The callbacks of such a module, in the order of its text: what is called of it once the machine runs.
pub(crate) fn callbacks(behaviour: &'static Behaviour, unit: &Unit) -> Vec<Function> {
    let mode = behaviour::modes_of(behaviour).map(behaviour::Modes::function);
    let is_callback = |function: &&Function| {
        let (name, arity) = (function.name.as_str(), function.arity);
        let of_state = behaviour.is_state_arity(arity) && !behaviour.is_fixed(name);
        let is_first = behaviour.first.is_named(name, arity);
        let is_mode = mode == Some(name) && arity == 0;
        let is_called = of_state || is_mode || behaviour.callback(name, arity).is_some();
        is_called && !is_first && unit.exports(&function.name, arity)
    };
    unit.module.functions().filter(is_callback).cloned().collect()
}
