//! Which functions a module calls somewhere, whether that is reached or not, and which some of its functions call.
//!
//! Input: a module, and the names of functions. Output: whether a call of one of them, or another expression that is looked
//! for, stands in its text; or all calls that are reached from functions, as far as names tell. Values are not followed.

use frontend::ast::{Callee, Expr as Syntax, ExprKind, Function, Module};
use frontend::{Name, Span};
use rustc_hash::FxHashSet;

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

/// Calls `visit` for all calls in functions, and in those of the module that they call, which `local` finds; not for what is done in a
/// process that is started there.
pub(crate) fn reached<'a>(
    from: &[&'a Function],
    local: &dyn Fn(&Name, usize) -> Option<&'a Function>,
    visit: &mut dyn FnMut(&Callee, &[Syntax], Span),
) {
    let mut waiting: Vec<&Function> = from.to_vec();
    let mut seen: FxHashSet<(&Name, usize)> = FxHashSet::default();
    while let Some(function) = waiting.pop() {
        if !seen.insert((&function.name, function.arity)) {
            continue;
        }
        for expr in function.clauses.iter().flat_map(|clause| &clause.body) {
            in_callback(expr, &mut |expr| {
                let ExprKind::Call(callee, args) = &expr.kind else { return };
                visit(callee, args, expr.span);
                if let Callee::Local(name) = callee {
                    waiting.extend(local(name, args.len()));
                }
            });
        }
    }
}

/// Visits the expressions that the process itself evaluates.
fn in_callback<'e>(expr: &'e Syntax, visit: &mut impl FnMut(&'e Syntax)) {
    visit(expr);
    let starts = |callee: &Callee| match callee {
        Callee::Local(name) => name.as_str().starts_with("spawn"),
        Callee::Remote(module, name, _) => {
            name.as_str().starts_with("spawn") || module.as_str() == "timer"
        }
        Callee::Dynamic(_) => false,
    };
    if !matches!(&expr.kind, ExprKind::Call(callee, _) if starts(callee)) {
        for child in expr.children() {
            in_callback(child, visit);
        }
    }
}
