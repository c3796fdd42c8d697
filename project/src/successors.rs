//! Callback modules that take the place of a machine's own.
//!
//! Input: the functions of a callback module, who finds others. Output: the modules that it may mean where it says
//! `{push_callback_module, M}` or `{change_callback_module, M}`: each that its text names and that is the callback module of the
//! behaviour in the same mode; and the callbacks of one. Does not follow which of them an action names.

use std::collections::BTreeSet;

use behaviour::{Behaviour, Deed};
use frontend::Name;
use frontend::ast::{Expr, ExprKind, Function, Literal};

use crate::module::Unit;

/// The names in a module that may be those of a callback module which takes over; none where no action says that.
pub(crate) fn named(behaviour: &Behaviour, unit: &Unit) -> BTreeSet<Name> {
    let (mut names, mut changes) = (BTreeSet::new(), false);
    let clauses = unit.module.functions().flat_map(|function| &function.clauses);
    for expr in clauses.flat_map(|clause| &clause.body) {
        expr.for_each(&mut |expr| {
            changes |= changes_module(behaviour, expr);
            if let ExprKind::Literal(Literal::Atom(name)) = &expr.kind {
                names.insert(name.clone());
            }
        });
    }
    names.remove(&unit.name);
    if changes { names } else { BTreeSet::new() }
}

/// Whether an expression is an action that has another module called.
fn changes_module(behaviour: &Behaviour, expr: &Expr) -> bool {
    let ExprKind::Tuple(items) = &expr.kind else { return false };
    let mut actions = behaviour.actions.iter().filter(|action| action.deed == Deed::Module);
    actions.any(|action| action.size == items.len() && items[0].is_atom(action.tag))
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
