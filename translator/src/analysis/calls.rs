//! Which functions a module calls somewhere, whether that is reached or not.
//!
//! Input: a module, and the names of functions. Output: whether a call of one of them, or another expression that is looked
//! for, stands in its text.

use frontend::ast::{Callee, Expr as Syntax, ExprKind, Module};

/// Whether a module calls a function of one of these names, its own or another one.
pub(crate) fn calls_any(module: &Module, names: &[&str]) -> bool {
    calls(module, &|name, _| names.contains(&name))
}

/// Whether it calls one of this name with so many arguments.
pub(crate) fn calls_with(module: &Module, function: &str, arity: usize) -> bool {
    calls(module, &|name, n_args| name == function && n_args == arity)
}

/// Whether it starts a machine by this function of `gen_fsm`.
pub(crate) fn starts_with(module: &Module, function: &str) -> bool {
    calls_with(module, function, 3) || calls_with(module, function, 4)
}

fn calls(module: &Module, is_it: &dyn Fn(&str, usize) -> bool) -> bool {
    calls_where(module, &|expr| match &expr.kind {
        ExprKind::Call(Callee::Local(name) | Callee::Remote(_, name, _), args) => {
            is_it(name.as_str(), args.len())
        }
        _ => false,
    })
}

/// Whether a module has such an expression somewhere.
pub(crate) fn calls_where(module: &Module, is_it: &dyn Fn(&Syntax) -> bool) -> bool {
    let clauses = module.functions().flat_map(|function| &function.clauses);
    let mut exprs = clauses.flat_map(|clause| &clause.body);
    exprs.any(|expr| expr.any(&mut |expr| is_it(expr)))
}
