//! Which states a module has, as far as its text tells.
//!
//! Input: a callback module. Output: the names of its states: those that stand at the place of one in a tuple that a
//! callback may return, those that helpers and variables bring there, and, where what stands there is computed
//! (`{ok, Agent#agent.state, Agent}`), those of all exported functions that return what the function of a state does. Each
//! has a function. Does not say which of them are entered.

use std::collections::BTreeSet;
use std::rc::Rc;

use behaviour::{Argument, Behaviour, Callback, Row};
use frontend::Name;
use frontend::ast::{Callee, Expr as Syntax, ExprKind, Function, Literal, Module};

use super::States;
use crate::analysis::outcomes::{Outcome, Scope, Value, Walk};
use crate::machine::{exported_by, exports_all};

/// What stands at the place of the next state in what callbacks return.
#[derive(Default)]
struct Returned {
    names: Vec<Name>,
    /// Whether it is computed somewhere.
    is_computed: bool,
}

/// The names of states, each of which has a function.
pub(crate) fn state_names(behaviour: &'static Behaviour, module: &Module) -> States {
    let mut named = States::default();
    let clauses = module.functions().flat_map(|function| &function.clauses);
    for expr in clauses.flat_map(|clause| &clause.body) {
        expr.for_each(&mut |expr| named.extend(named_state(behaviour, expr)));
    }
    let is_function = |name: &Name| {
        let mut functions = module.functions();
        functions.any(|function| function.name == *name && behaviour.is_state_arity(function.arity))
    };
    let is_state = |name: &Name| !behaviour.is_fixed(name.as_str()) && is_function(name);
    let mut states: States = named.into_iter().filter(is_state).collect();
    let mut looked_at = BTreeSet::new();
    let mut is_computed = false;
    loop {
        let is_new =
            |function: &Function| looked_at.insert((function.name.clone(), function.arity));
        let returned = returned(behaviour, module, &states, is_new);
        let n_before = states.len();
        states.extend(returned.names.into_iter().filter(is_state));
        if returned.is_computed && !is_computed {
            is_computed = true;
            states.extend(looks_like_states(behaviour, module).into_iter().filter(is_state));
        }
        if states.len() == n_before {
            return states;
        }
    }
}

/// The names of states, and of what looks like one: where another machine is handed over it may be in any of them.
pub(crate) fn possible_states(behaviour: &'static Behaviour, module: &Module) -> States {
    let mut states = state_names(behaviour, module);
    let others = looks_like_states(behaviour, module).into_iter();
    states.extend(others.filter(|name| !behaviour.is_fixed(name.as_str())));
    states
}

/// The callback that a function is, where these are the states.
pub(crate) fn callback_of(
    behaviour: &'static Behaviour,
    function: &Function,
    states: &States,
) -> Option<Row<Callback>> {
    let (name, arity) = (function.name.as_str(), function.arity);
    let of_state = || behaviour.state_callback(arity).filter(|_| states.contains(&function.name));
    behaviour.callback(name, arity).or_else(of_state)
}

/// The next states that those callbacks return which have not been looked at, as far as the text tells.
fn returned(
    behaviour: &'static Behaviour,
    module: &Module,
    states: &States,
    mut is_new: impl FnMut(&Function) -> bool,
) -> Returned {
    let mut returned = Returned::default();
    let callbacks = module
        .functions()
        .filter_map(|function| Some((callback_of(behaviour, function, states)?, function)));
    for (callback, function) in callbacks.filter(|(_, function)| is_new(function)) {
        for outcome in outcomes(module, function) {
            let next = next_state(&callback, &outcome.value);
            let values = next.map(|(expr, scope)| Walk::values(module, expr, scope));
            for value in values.into_iter().flatten() {
                returned.is_computed |= is_computed(&callback, &value);
                returned.names.extend(value.atom().map(Name::from));
            }
        }
    }
    returned
}

/// What the clauses of a function may return.
fn outcomes<'m>(module: &'m Module, function: &'m Function) -> Vec<Outcome<'m>> {
    let of_clauses = function.clauses.iter().filter_map(|clause| {
        let scope = Rc::new(Scope::of_callback(clause, None));
        Walk::of_clause(module, function, clause, &scope)
    });
    of_clauses.flatten().collect()
}

/// Whether a next state may be any: it is not the one in which the callback is called.
fn is_computed(callback: &Callback, value: &Value<'_>) -> bool {
    match value {
        Value::Open => true,
        Value::Parameter(number) => callback.arguments.get(*number) != Some(&Argument::State),
        Value::Atom(_) | Value::Written(..) => false,
    }
}

/// The exported functions that return what the function of a state does. Where everything is exported, those that another
/// function calls by their name are not taken for such.
fn looks_like_states(behaviour: &'static Behaviour, module: &Module) -> Vec<Name> {
    let (exported, is_all) = (exported_by(module), exports_all(module));
    let functions = module.functions().filter(|function| {
        let is_named = exported.contains(&(function.name.clone(), function.arity));
        let Some(callback) = behaviour.state_callback(function.arity) else { return false };
        (is_named || is_all && !is_called(module, function))
            && outcomes(module, function).iter().any(|outcome| is_taken(&callback, &outcome.value))
    });
    functions.map(|function| function.name.clone()).collect()
}

/// Whether another function of the module calls a function by its name.
fn is_called(module: &Module, called: &Function) -> bool {
    let calls = |expr: &Syntax| {
        matches!(&expr.kind, ExprKind::Call(Callee::Local(name), args)
            if *name == called.name && args.len() == called.arity)
    };
    let mut others = module.functions().filter(|function| function.name != called.name);
    others.any(|function| {
        let mut bodies = function.clauses.iter().flat_map(|clause| &clause.body);
        bodies.any(|expr| expr.any(&mut |expr| calls(expr)))
    })
}

/// Whether a value is a tuple that a callback may return.
fn is_taken(callback: &Callback, value: &Value<'_>) -> bool {
    let Some((items, _)) = value.tuple() else { return false };
    let tag = items.first().and_then(atom);
    let mut shapes = callback.shapes.iter();
    shapes.any(|shape| Some(shape.tag) == tag && shape.size == items.len())
}

/// What stands at the place of the next state in a value that a callback returns.
fn next_state<'m, 'v>(
    callback: &Callback,
    value: &'v Value<'m>,
) -> Option<(&'m Syntax, &'v Rc<Scope<'m>>)> {
    let (items, _) = value.tuple()?;
    let tag = atom(items.first()?)?;
    let mut shapes = callback.shapes.iter();
    let shape = shapes.find(|shape| shape.tag == tag && shape.size == items.len())?;
    value.component(shape.state()? - 1)
}

/// The next state that a return tuple names.
pub(crate) fn named_state(behaviour: &Behaviour, expr: &Syntax) -> Option<Name> {
    let ExprKind::Tuple(items) = &expr.kind else { return None };
    let tag = atom(items.first()?)?;
    let place = behaviour.next_state(tag, items.len())?;
    atom(items.get(place - 1)?).map(Name::from)
}

fn atom(expr: &Syntax) -> Option<&str> {
    match &expr.kind {
        ExprKind::Literal(Literal::Atom(name)) => Some(name.as_str()),
        _ => None,
    }
}
