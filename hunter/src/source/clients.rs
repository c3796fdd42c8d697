//! Functions that have the name of a state and are none: they send to the machine what they are given it by.
//!
//! Input: a function. Output: whether it is one of the interface. A callback gets an event first, and returns a tuple; such a
//! function gets the machine first, sends it something, and returns no tuple that the behaviour takes.
//!
//! ```erlang
//! ack(Pid, Scan, Timeout) -> gen_fsm:send_event(Pid, {Scan, Timeout}).     % beside a state `ack`
//! ```

use behaviour::{Act, Behaviour};
use frontend::ast::{Callee, Expr, ExprKind, Function, FunctionClause, PatKind};
use frontend::{Module, Name};

use super::atom;

/// Functions of the module that are followed one behind another, at most.
const MAX_DEPTH: usize = 3;

/// Whether a function sends events to a machine that it is given first, and is no callback of one.
pub(crate) fn is_client(behaviour: &Behaviour, module: &Module, function: &Function) -> bool {
    function.clauses.iter().all(|clause| {
        !returns(behaviour, clause) && sends(behaviour, module, clause, (0, MAX_DEPTH))
    })
}

/// Whether every function that a state of this name may have is one of the interface.
pub(crate) fn has_only_clients(behaviour: &Behaviour, module: &Module, name: &str) -> bool {
    let functions = || behaviour.state_arities().filter_map(|arity| module.function(name, arity));
    functions().next().is_some()
        && functions().all(|function| is_client(behaviour, module, function))
}

/// Whether a clause writes a tuple that a callback may return.
fn returns(behaviour: &Behaviour, clause: &FunctionClause) -> bool {
    let is_return = |expr: &Expr| {
        let ExprKind::Tuple(items) = &expr.kind else { return false };
        let Some(tag) = items.first().and_then(atom) else { return false };
        behaviour.shapes_in_state(tag).any(|shape| shape.size == items.len())
    };
    clause.body.iter().any(|expr| expr.any(&mut |expr| is_return(expr)))
}

/// Whether a clause sends an event to an argument, itself or by a function of the module.
fn sends(
    behaviour: &Behaviour,
    module: &Module,
    clause: &FunctionClause,
    (number, depth): (usize, usize),
) -> bool {
    let Some(PatKind::Var(machine)) = clause.params.get(number).map(|head| &head.kind) else {
        return false;
    };
    let is_machine = |arg: Option<&Expr>| arg.is_some_and(|arg| is_variable(arg, machine));
    let sends_it = |expr: &Expr| match &expr.kind {
        ExprKind::Call(Callee::Remote(called, name, _), args) => {
            is_machine(args.first())
                && behaviour.interface.is_module(called.as_str())
                && behaviour
                    .interface
                    .named(name.as_str())
                    .any(|row| matches!(row.act, Act::Send(_) | Act::Call(_)))
        }
        ExprKind::Call(Callee::Local(name), args) if depth > 0 => {
            let place = args.iter().position(|arg| is_variable(arg, machine));
            let called = module.function(name.as_str(), args.len());
            place.zip(called).is_some_and(|(place, called)| {
                let mut clauses = called.clauses.iter();
                clauses.all(|clause| sends(behaviour, module, clause, (place, depth - 1)))
            })
        }
        _ => false,
    };
    clause.body.iter().any(|expr| expr.any(&mut |expr| sends_it(expr)))
}

fn is_variable(expr: &Expr, name: &Name) -> bool {
    matches!(&expr.kind, ExprKind::Var(other) if other == name)
}
