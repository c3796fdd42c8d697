//! Callbacks of another callback mode than the module says it has, and states in which a process enters the loop.
//!
//! Input: a module. Output: a finding where it lacks the one callback for all states. That a state has no function is said where it
//! is entered (`next_states`); here stands what is said besides where the callback is there that another mode calls.

use behaviour::{Act, Behaviour, modes_of};
use frontend::Module;
use frontend::ast::{Callee, Expr, ExprKind};

use crate::checks::crash::start;
use crate::checks::progress::meant;
use crate::moves::Moves;
use crate::ranking::Cause;
use crate::source::{atom, function, has_state};
use crate::{Finding, codes};

/// What is said where a header that could not be read, or code that is made as the module is compiled, may define it.
const ELSEWHERE: &str = "whether a header or a transformation defines it";

/// The finding that the callback for all states is missing, where no hunt has found an event for it.
pub(crate) fn findings(moves: &Moves<'_, '_>, hunted: &[Finding]) -> Vec<Finding> {
    let (behaviour, module) = (moves.model.behaviour, moves.module);
    let callback = behaviour.untagged.callback;
    let Some(name) = callback.function().filter(|_| modes_of(behaviour).is_some()) else {
        return Vec::new();
    };
    let is_hunted = hunted.iter().any(|finding| finding.code == codes::UNHANDLED);
    if is_hunted || function(module, name, callback.arity()).is_some() {
        return Vec::new();
    }
    let is_made = module.attributes().any(frontend::ast::Attribute::rewrites);
    let doubt = (module.lacking.is_some() || is_made).then(|| ELSEWHERE.to_owned());
    let message = format!("there is no `{}`{}", callback.signature(), other(behaviour, module));
    let place = (codes::UNHANDLED, start(moves));
    vec![Finding::of_text(place, message, doubt.into_iter().collect(), Cause::Interface)]
}

/// The findings that a process enters the loop of the behaviour in a state that has no function.
pub(crate) fn entered(moves: &Moves<'_, '_>) -> Vec<Finding> {
    let (behaviour, module) = (moves.model.behaviour, moves.module);
    let mut findings = Vec::new();
    let own = module.name.as_ref().map(|(own, _)| own.as_str());
    let is_made = module.attributes().any(frontend::ast::Attribute::rewrites);
    if !behaviour.has_state_functions() || module.lacking.is_some() || is_made {
        return findings;
    }
    for clause in module.functions().flat_map(|function| &function.clauses) {
        for expr in &clause.body {
            expr.for_each(&mut |expr| {
                let Some(state) = entered_by(behaviour, own, expr) else { return };
                let Some(name) = atom(state).filter(|name| !has_state(behaviour, module, name))
                else {
                    return;
                };
                let meant = meant(behaviour, module, name);
                let message =
                    format!("the loop is entered in `{name}`, which has no function{meant}");
                let place = (codes::NO_STATE, state.span);
                findings.push(Finding::of_text(place, message, Vec::new(), Cause::Interface));
            });
        }
    }
    findings
}

/// The state in which a call enters the loop of the behaviour with the module itself.
fn entered_by<'e>(behaviour: &Behaviour, own: Option<&str>, expr: &'e Expr) -> Option<&'e Expr> {
    let ExprKind::Call(Callee::Remote(called, name, _), args) = &expr.kind else { return None };
    let is_it = behaviour.interface.is_module(called.as_str())
        && behaviour.interface.named(name.as_str()).any(|row| row.act == Act::EnterLoop);
    let is_own = args.first().and_then(atom) == own;
    args.get(2).filter(|_| is_it && is_own)
}

/// What is said besides of a callback that is missing, as the end of a sentence: which mode the module has, and which callbacks of
/// another one are there.
pub(crate) fn other(behaviour: &Behaviour, module: &Module) -> String {
    let Some(modes) = modes_of(behaviour) else { return String::new() };
    let Some((mode, _)) = modes.tables.iter().find(|(_, table)| is_same(table, behaviour)) else {
        return String::new();
    };
    let there = modes.tables.iter().filter(|(_, table)| !is_same(table, behaviour));
    let there: Vec<String> = there.filter_map(|(_, table)| there_for(table, module)).collect();
    match there.first() {
        Some(there) => format!(": `{mode}` does not call {there}"),
        None => String::new(),
    }
}

fn is_same(one: &Behaviour, other: &Behaviour) -> bool {
    one.has_state_functions() == other.has_state_functions()
}

/// The callback of a mode that a module has and exports.
fn there_for(table: &'static Behaviour, module: &Module) -> Option<String> {
    let callback = table.untagged.callback;
    if let Some(name) = callback.function() {
        module.function(name, callback.arity())?;
        return Some(format!("`{}`", callback.signature()));
    }
    let states = translator::derive::states(table, module);
    states.first().map(|state| format!("`{state}/{}`", callback.arity()))
}
