//! Calls in the text whose function is computed: which they are, and which functions of the module they may reach.
//!
//! Input: an expression of the source. Output: whether it is such a call, and what of it is written out. Does not lower the call.

use frontend::Name;
use frontend::ast::{Callee, Expr as Syntax, ExprKind, Literal};

use crate::machine::Machine;

/// Kept funs of more arguments are not called with a list of arguments that is not written out.
pub(crate) const MAX_APPLIED: usize = 16;

/// A call of a function of a module, one of which is computed.
#[derive(Clone, Copy)]
pub(crate) struct Computed<'e> {
    module: &'e Syntax,
    function: &'e Syntax,
    /// The number of arguments, if it is written.
    arity: Option<usize>,
}

/// Such a call that an expression is.
pub(crate) fn computed(expr: &Syntax) -> Option<Computed<'_>> {
    let ExprKind::Call(callee, args) = &expr.kind else { return None };
    if let Callee::Dynamic(callee) = callee
        && let ExprKind::Remote(module, function) = &callee.kind
    {
        return Some(Computed { module, function, arity: Some(args.len()) });
    }
    match args.as_slice() {
        [module, function, list] if is_apply(callee) => {
            Some(Computed { module, function, arity: written(list).map(|items| items.len()) })
        }
        _ => None,
    }
}

/// Whether an expression calls a fun that is a value, and with how many arguments, if that is written.
pub(crate) fn called_fun(expr: &Syntax) -> (bool, Option<usize>) {
    let ExprKind::Call(callee, args) = &expr.kind else { return (false, None) };
    match (callee, args.as_slice()) {
        (Callee::Dynamic(fun), _) => (!matches!(fun.kind, ExprKind::Remote(..)), Some(args.len())),
        (_, [_, list]) if is_apply(callee) => (true, written(list).map(|items| items.len())),
        _ => (false, None),
    }
}

fn is_apply(callee: &Callee) -> bool {
    match callee {
        Callee::Local(name) => name.as_str() == "apply",
        Callee::Remote(module, name, _) => [module.as_str(), name.as_str()] == ["erlang", "apply"],
        Callee::Dynamic(_) => false,
    }
}

/// The elements of a list that is written out.
fn written(list: &Syntax) -> Option<Vec<&Syntax>> {
    match &list.kind {
        ExprKind::Nil => Some(Vec::new()),
        ExprKind::Cons(head, tail) => {
            let mut items = vec![&**head];
            items.extend(written(tail)?);
            Some(items)
        }
        _ => None,
    }
}

/// The atom that an expression is, if it is one that is written.
pub(crate) fn atom(expr: &Syntax) -> Option<&Name> {
    match &expr.kind {
        ExprKind::Literal(Literal::Atom(name)) => Some(name),
        _ => None,
    }
}

/// The functions of the machine's module that such a call may reach.
pub(crate) fn own_functions(machine: &Machine<'_>, call: Computed<'_>) -> Vec<(Name, usize)> {
    let is_own_module = atom(call.module).is_none_or(|module| *module == machine.name);
    let functions = machine.module.functions().filter(|_| is_own_module);
    let keys = functions.map(|function| (function.name.clone(), function.arity));
    let fits = |(name, arity): &(Name, usize)| {
        atom(call.function).is_none_or(|wanted| wanted == name)
            && call.arity.is_none_or(|wanted| wanted == *arity)
            && machine.exports.contains(name, *arity)
            && (atom(call.module).is_some() || machine.data_atoms.contains(&machine.name))
    };
    keys.filter(fits).collect()
}

/// Whether such a call may reach another module.
pub(crate) fn may_leave(machine: &Machine<'_>, call: Computed<'_>) -> bool {
    atom(call.module).is_none_or(|module| *module != machine.name)
}

/// The name of the function that such a call reaches, if it is written.
pub(crate) fn function_of(call: Computed<'_>) -> Option<&Name> {
    atom(call.function)
}
