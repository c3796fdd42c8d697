//! Callbacks that another machine is handed to: `init/1` is there, as each callback module has to have one, and refuses to start.
//!
//! By `{change_callback_module, M}` or `{push_callback_module, M}` a machine goes on with the callbacks of `M` in whatever state it is, and
//! with its own data. Input: such a module. Output: it with an `init/1` that begins in each state that its callbacks are for, and the
//! argument for that: a state and data, of which nothing is known but what all heads ask of them. Does not look for the
//! machine that is handed over, and begins without the events that this one may have brought.
//!
//! ```erlang
//! init(_) -> ignore.                           % with callbacks for `closed` and `open`:
//! init({closed, Data}) -> {ok, closed, Data};
//! init({open, Data}) -> {ok, open, Data};
//! init(_) -> ignore.
//! ```

use std::collections::BTreeMap;
use std::rc::Rc;

use behaviour::{Act, Argument, Behaviour, Deed, Moment, NextState};
use frontend::ast::{
    Callee, Expr as Syntax, ExprKind, Form, Function, FunctionClause, Guard, Literal, MapField,
    Pat, PatKind,
};
use frontend::{Module, Name, Span};
use rustc_hash::FxHashMap;

use super::shape::{Shapes, common, hole};
use super::states::{callback_of, possible_states};
use crate::analysis::calls::reached;
use crate::analysis::domain::chosen;
use crate::analysis::outcomes::{Scope, Value, Walk};
use crate::machine::behaviour;
use model::{Expr, Kind};

/// How a module begins whose callbacks another machine is handed to.
#[derive(Clone, Debug)]
pub struct HandedOver {
    /// An `init/1` that begins in each of its states.
    first: Function,
    /// What that is called with.
    pub init: Expr,
}

impl HandedOver {
    /// The module, or one that is linked with others, as it begins so.
    pub fn begun(&self, module: &Module) -> Module {
        let mut module = module.clone();
        for form in &mut module.forms {
            if let Form::Function(old) = form
                && (&old.name, old.arity) == (&self.first.name, self.first.arity)
                && old.successor().is_none()
            {
                *old = self.first.clone();
                break;
            }
        }
        module
    }
}

/// How a module begins to which another machine is handed, where its own `init/1` always refuses and none of its functions starts it.
pub fn handed_over(module: &Module) -> Option<HandedOver> {
    let behaviour = behaviour(module)?;
    let takes_over = behaviour.actions.iter().any(|action| action.deed == Deed::Module);
    let first = behaviour.first;
    let init = module.function(first.function()?, first.arity())?;
    let is_entered =
        [Act::Start, Act::EnterLoop].iter().any(|act| has_act(behaviour, module, *act));
    if !takes_over || is_entered || !always_refuses(behaviour, module, init) {
        return None;
    }
    let shapes = Shapes::of(module);
    let heads = heads(behaviour, module, init.span);
    let (data, fields) = handed_data(&shapes, heads.iter().map(|(_, data)| data), init.span);
    let mut states: Vec<(Expr, &Pat)> = Vec::new();
    for (state, _) in &heads {
        let shape = shapes.pattern(state);
        if !states.iter().any(|(known, _)| *known == shape) {
            states.push((shape, state));
        }
    }
    if states.is_empty() {
        return None;
    }
    // A head for all states tells none of them.
    states.sort_by_key(|(shape, _)| *shape == hole());
    let begun = states.into_iter().map(|(_, state)| begins(state, &fields, init.span));
    let clauses = begun.chain(init.clauses.clone()).collect();
    let first = Function { clauses, ..init.clone() };
    Some(HandedOver { first, init: Expr::Tuple(vec![hole(), data]) })
}

/// Whether `init/1` never starts a machine: each of its clauses returns something, and all that it may return says so. What it throws is
/// returned, too, and is not looked at; a clause that only ends with an error or exit may be a slip.
pub fn always_refuses(behaviour: &Behaviour, module: &Module, init: &Function) -> bool {
    let refuses = |clause: &FunctionClause| {
        let scope = Rc::new(Scope::of_callback(clause, None));
        let outcomes = Walk::of_clause(module, init, clause, &scope).unwrap_or_default();
        let mut values = outcomes.iter().map(|outcome| &outcome.value);
        !outcomes.is_empty() && values.all(|value| is_refusal(behaviour, value))
    };
    init.clauses.iter().all(refuses) && !goes_elsewhere(behaviour, module, init)
}

/// Whether a function, or one of the module that it calls, has a call that ends it and returns nothing, and is none that fails: one that throws,
/// or enters the loop.
fn goes_elsewhere(behaviour: &Behaviour, module: &Module, function: &Function) -> bool {
    let key = |function: &'_ Function| (function.name.clone(), function.arity);
    let functions: FxHashMap<(Name, usize), &Function> =
        module.functions().map(|function| (key(function), function)).collect();
    let local = |name: &Name, arity: usize| functions.get(&(name.clone(), arity)).copied();
    let enters =
        |name: &str| behaviour.interface.named(name).any(|function| function.act == Act::EnterLoop);
    let mut goes = false;
    reached(&[function], &local, &mut |callee, args, _| {
        if let Callee::Local(name) | Callee::Remote(_, name, _) = callee {
            goes |= matches!((name.as_str(), args.len()), ("throw", 1) | ("raise", 3))
                || enters(name.as_str());
        }
    });
    goes
}

/// Whether a value of `init/1` says that the machine does not start.
fn is_refusal(behaviour: &Behaviour, value: &Value<'_>) -> bool {
    if let Some(atom) = value.atom() {
        return atom == behaviour.ignore;
    }
    let Some((items, _)) = value.tuple() else { return false };
    behaviour.first.shapes.iter().any(|shape| {
        shape.size == items.len()
            && items.first().is_some_and(|tag| tag.is_atom(shape.tag))
            && shape.next == NextState::Ended
    })
}

/// Whether a function other than the one that begins a machine calls one of the behaviour that does this, or names it with its arguments in
/// a tuple; or calls one of that name with the module among its arguments.
pub fn has_act(behaviour: &Behaviour, module: &Module, act: Act) -> bool {
    let own = module.name.as_ref().map_or("", |(own, _)| own.as_str());
    let is_for_own = |args: &[Syntax]| args.iter().any(|arg| arg.any(&mut |arg| arg.is_atom(own)));
    let acts =
        |name: &Name| behaviour.interface.named(name.as_str()).any(|function| function.act == act);
    let is_behaviour = |called: &Name| behaviour::of_module(called.as_str()).is_some();
    let does = |expr: &Syntax| match &expr.kind {
        ExprKind::Call(Callee::Remote(called, name, _), args) => {
            acts(name) && (is_behaviour(called) || is_for_own(args))
        }
        // As a supervisor is told it.
        ExprKind::Tuple(items) => match items.as_slice() {
            [called, name, args] => {
                let is_list = matches!(
                    args.kind,
                    ExprKind::Nil | ExprKind::Cons(..) | ExprKind::List(..) | ExprKind::Var(_)
                );
                is_list && named(called).is_some_and(is_behaviour) && named(name).is_some_and(acts)
            }
            _ => false,
        },
        _ => false,
    };
    let is_first =
        |function: &&Function| behaviour.first.is_named(function.name.as_str(), function.arity);
    let others = module.functions().filter(|function| !is_first(function));
    others
        .flat_map(|function| &function.clauses)
        .any(|clause| clause.body.iter().any(|expr| expr.any(&mut |expr| does(expr))))
}

/// The atom that an expression is.
fn named(expr: &Syntax) -> Option<&Name> {
    match &expr.kind {
        ExprKind::Literal(Literal::Atom(name)) => Some(name),
        _ => None,
    }
}

/// What the heads of callbacks for events ask of the state and of the data.
fn heads(behaviour: &'static Behaviour, module: &Module, place: Span) -> Vec<(Pat, Pat)> {
    let names = possible_states(behaviour, module);
    let mut heads = Vec::new();
    for function in module.functions() {
        let Some(callback) = callback_of(behaviour, function, &names) else { continue };
        if callback.moment != Moment::Event {
            continue;
        }
        for clause in &function.clauses {
            let param = |argument| clause.params.get(callback.place(argument)?);
            let own = || Pat::new(PatKind::Literal(Literal::Atom(function.name.clone())), place);
            let state = param(Argument::State).cloned().unwrap_or_else(own);
            heads.extend(param(Argument::Data).map(|data| (state, data.clone())));
        }
    }
    heads
}

/// What is known of the data by the heads that ask for something: what they have in common; of a map the fields that they name, as who hands
/// it over is likely to have filled them.
fn handed_data<'p>(
    shapes: &Shapes<'_>,
    heads: impl Iterator<Item = &'p Pat>,
    span: Span,
) -> (Expr, Pat) {
    // A constant is one of several that the data may be.
    let is_told = |shape: &Expr| match shape {
        Expr::Tuple(_) | Expr::Chosen(..) => true,
        shape => shape.entries().is_some(),
    };
    let told: Vec<Expr> = heads.map(|data| shapes.event(data)).filter(is_told).collect();
    let mut fields: BTreeMap<String, MapField<Pat>> = BTreeMap::new();
    for (key, _) in told.iter().filter_map(Expr::entries).flatten() {
        let Expr::Atom(name) = key else { continue };
        let key = atom(name, span);
        let value = Pat::new(PatKind::Wildcard, span);
        fields.insert(name.to_string(), MapField { exact: true, key, value, at: span.start });
    }
    let fields: Vec<MapField<Pat>> = fields.into_values().collect();
    let named = if fields.is_empty() { PatKind::Wildcard } else { PatKind::Map(fields) };
    let of_kind =
        |shape: Expr| shape.entries().map_or(shape.clone(), |_| chosen(Some(vec![Kind::Map])));
    let data = told.into_iter().map(of_kind).reduce(|a, b| common(&a, &b)).unwrap_or_else(hole);
    (data, Pat::new(named, span))
}

/// An atom as an expression.
fn atom(name: &Name, span: Span) -> Syntax {
    Syntax { kind: ExprKind::Literal(Literal::Atom(name.clone())), span, at: span.start }
}

/// `init({State, Data}) -> {ok, State, Data}`, for the states that a pattern takes and data with these fields.
fn begins(state: &Pat, fields: &Pat, span: Span) -> FunctionClause {
    // No variable of a module is called so.
    let names = [Name::from("state handed over"), Name::from("data handed over")];
    let [own, data] = names.clone().map(|name| Pat::new(PatKind::Var(name), span));
    let with = |name: Pat, known: &Pat| {
        Pat::new(PatKind::Alias(Box::new(name), Box::new(known.clone())), span)
    };
    let (state, data) = (with(own, state), with(data, fields));
    let expr = |kind| Syntax { kind, span, at: span.start };
    let [own, kept] = names.map(|name| expr(ExprKind::Var(name)));
    let ok = atom(&Name::from("ok"), span);
    FunctionClause {
        params: vec![Pat::new(PatKind::Tuple(vec![state, data]), span)],
        guard: Guard::default(),
        body: vec![expr(ExprKind::Tuple(vec![ok, own, kept]))],
        span,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Whether an `init/1` of this text always refuses.
    fn refuses(init: &str) -> bool {
        let text = format!("-module(m).\n-behaviour(gen_statem).\n{init}\n");
        let module = frontend::parse_module(frontend::FileId(0), &text).value;
        let init = module.function("init", 1).expect("a function");
        always_refuses(behaviour(&module).expect("a behaviour"), &module, init)
    }

    #[test]
    fn what_init_may_return_tells_whether_it_refuses() {
        for init in [
            "init(_) -> ignore.",
            "init(_) -> {stop, never}.",
            "init(X) -> case X of [] -> {stop, never}; _ -> no() end. no() -> ignore.",
            "init(X) -> case X of [] -> exit(X); _ -> ignore end.",
            "init(_) -> spawn(fun() -> throw(away) end), ignore.",
        ] {
            assert!(refuses(init), "{init}");
        }
        for init in [
            "init(X) -> {ok, a, X}.",
            "init(X) -> X.",
            "init(_) -> exit(never).",
            "init(X) -> init(X).",
            "init([]) -> gen_statem:enter_loop(m, [], a, 0); init(_) -> ignore.",
            "init(X) -> case X of [] -> gen_statem:enter_loop(m, [], a, 0); _ -> ignore end.",
            "init(X) -> case X of [] -> throw({ok, a, 0}); _ -> ignore end.",
            "init(X) -> case X of [] -> erlang:raise(throw, {ok, a, 0}, []); _ -> ignore end.",
            "init(_) -> try ignore after throw({ok, a, 0}) end.",
            "init(_) -> ready(), ignore. ready() -> throw({ok, a, 0}).",
        ] {
            assert!(!refuses(init), "{init}");
        }
    }
}
