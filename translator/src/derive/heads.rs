//! Events that callbacks name: in heads, in guards, and where they take the event apart by a match or compare it.
//!
//! Input: a callback module. Output: what its clauses take, with holes; of what a guard tests its kind. A clause that takes
//! everything names nothing. Does not see how other functions tell events apart: `looks` says that they do.

use std::rc::Rc;

use behaviour::{Behaviour, Callback};
use frontend::ast::{
    BinaryOp, CaseClause, Expr as Syntax, ExprKind, Function, FunctionClause, Literal, Module, Pat,
    PatKind,
};
use frontend::{Name, Span};

use super::guards::limits;
use super::shape::{Known, Shapes, hole};
use super::{Placed, STRAY, States};
use crate::analysis::domain::chosen;
use crate::analysis::outcomes::{Scope, Value, Walk};
use crate::machine::Machine;
use model::{Command, CommandKind, Expr, Kind};

/// The names of states: atoms at the place of one in a tuple that a callback may return, those that helpers and variables
/// bring there among them, and that a function has.
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
    loop {
        let returned = returned(behaviour, module, &states);
        let n_before = states.len();
        states.extend(returned.into_iter().filter(is_state));
        if states.len() == n_before {
            return states;
        }
    }
}

/// The next states that the callbacks return, as far as the text tells.
fn returned(behaviour: &'static Behaviour, module: &Module, states: &States) -> Vec<Name> {
    let mut returned = Vec::new();
    let callbacks = module.functions().filter_map(|function| {
        let (name, arity) = (function.name.as_str(), function.arity);
        let is_state = states.contains(&function.name);
        let of_state = || behaviour.state_callback(arity).filter(|_| is_state);
        Some((behaviour.callback(name, arity).or_else(of_state)?, function))
    });
    for (callback, function) in callbacks {
        for clause in &function.clauses {
            let scope = Rc::new(Scope::of_callback(clause, None));
            let outcomes = Walk::of_clause(module, function, clause, &scope);
            for outcome in outcomes.into_iter().flatten() {
                let next = next_state(&callback, &outcome.value);
                let values = next.map(|(expr, scope)| Walk::values(module, expr, scope));
                let atoms = values.into_iter().flatten();
                returned.extend(atoms.filter_map(|value| value.atom().map(Name::from)));
            }
        }
    }
    returned
}

/// What stands at the place of the next state in a value that a callback returns.
fn next_state<'m, 'v>(
    callback: &Callback,
    value: &'v Value<'m>,
) -> Option<(&'m Syntax, &'v Rc<Scope<'m>>)> {
    let (items, _) = value.tuple()?;
    let ExprKind::Literal(Literal::Atom(tag)) = &items.first()?.kind else { return None };
    let mut shapes = callback.shapes.iter();
    let shape = shapes.find(|shape| shape.tag == tag.as_str() && shape.size == items.len())?;
    value.component(shape.state? - 1)
}

fn named_state(behaviour: &Behaviour, expr: &Syntax) -> Option<Name> {
    let ExprKind::Tuple(items) = &expr.kind else { return None };
    let ExprKind::Literal(Literal::Atom(tag)) = &items.first()?.kind else { return None };
    let place = behaviour.next_state(tag.as_str(), items.len())?;
    match &items.get(place - 1)?.kind {
        ExprKind::Literal(Literal::Atom(name)) => Some(name.clone()),
        _ => None,
    }
}

/// The callbacks that take events, by the kind of these.
pub(crate) fn takers<'a>(
    behaviour: &'static Behaviour,
    module: &'a Module,
    states: &States,
) -> impl Iterator<Item = (CommandKind, &'a Function)> {
    module.functions().filter_map(|function| {
        let (name, arity) = (function.name.as_str(), function.arity);
        let of_state = || {
            let is_state = states.contains(&function.name);
            behaviour.state_callback(arity).filter(|_| is_state)
        };
        let callback = behaviour.callback(name, arity).or_else(of_state)?;
        Some((behaviour.event_of(callback)?, function))
    })
}

/// What the callbacks name.
pub(crate) fn events(machine: &Machine<'_>, shapes: &Shapes<'_>, states: &States) -> Placed {
    let mut events = Placed::new();
    let takers: Vec<_> = takers(machine.behaviour, machine.module, states).collect();
    for (kind, function) in takers {
        for clause in &function.clauses {
            let Some(head) = clause.params.first() else { continue };
            for (term, span) in named(head, clause, shapes) {
                events.push((Command { kind, term }, span));
            }
        }
    }
    events.retain(|(command, _)| command.term != hole());
    for (command, _) in &mut events {
        if command.kind.is_bare() {
            open_by_otp(&mut command.term);
        }
    }
    events
}

/// Messages that OTP sends, and what they name first: a socket, or a node.
const OF_OTP: [(&str, &[Kind]); 11] = [
    ("nodedown", &[Kind::Atom]),
    ("nodeup", &[Kind::Atom]),
    ("ssl", &[Kind::Tuple]),
    ("ssl_closed", &[Kind::Tuple]),
    ("ssl_error", &[Kind::Tuple]),
    ("tcp", SOCKET),
    ("tcp_closed", SOCKET),
    ("tcp_error", SOCKET),
    ("tcp_passive", SOCKET),
    ("udp", SOCKET),
    ("udp_closed", SOCKET),
];

/// A port, or a tuple where sockets are those of `socket`.
const SOCKET: &[Kind] = &[Kind::Tuple, Kind::Port];

/// Says of such a message what kinds that may have.
fn open_by_otp(message: &mut Expr) {
    if let Expr::Tuple(items) = message
        && let [Expr::Atom(tag), first, ..] = items.as_mut_slice()
        && let Some((_, kinds)) = OF_OTP.iter().find(|(name, _)| *name == tag.as_str())
        && *first == hole()
    {
        *first = chosen(Some(kinds.to_vec()));
    }
}

/// What a clause names.
fn named(head: &Pat, clause: &FunctionClause, shapes: &Shapes<'_>) -> Vec<(Expr, Span)> {
    let shape = shapes.event(head);
    if shape != hole() {
        return vec![(shape, head.span)];
    }
    let mut vars = Vec::new();
    head.for_each_var(&mut |name| vars.push(name.clone()));
    let is_event = |expr: &Syntax| matches!(&expr.kind, ExprKind::Var(name) if vars.contains(name));
    let mut placed_shapes = Vec::new();
    for test in clause.guard.alternatives.iter().flatten() {
        test.for_each(&mut |expr| placed_shapes.extend(compared(expr, &is_event, shapes)));
    }
    let limits = limits(&clause.guard).into_iter().filter(|(name, _)| vars.contains(name));
    let of_kinds = limits.flat_map(|(_, domain)| domain.shapes());
    placed_shapes.extend(of_kinds.map(|shape| (shape, head.span)));
    for expr in &clause.body {
        expr.for_each(&mut |expr| {
            let taken = taken(expr, &is_event).into_iter();
            placed_shapes.extend(taken.map(|pattern| (shapes.event(pattern), pattern.span)));
            placed_shapes.extend(compared(expr, &is_event, shapes));
        });
    }
    placed_shapes
}

/// The patterns that an expression tries on the event.
pub(crate) fn taken<'e>(expr: &'e Syntax, is_event: &dyn Fn(&Syntax) -> bool) -> Vec<&'e Pat> {
    let patterns = |clauses: &'e [CaseClause]| clauses.iter().map(|clause| &clause.pattern);
    match &expr.kind {
        ExprKind::Case(value, clauses) if is_event(value) => patterns(clauses).collect(),
        ExprKind::Case(value, clauses) => match &value.kind {
            ExprKind::Tuple(items) => match items.iter().position(is_event) {
                Some(place) => {
                    patterns(clauses).filter_map(|pattern| part(pattern, place)).collect()
                }
                None => Vec::new(),
            },
            _ => Vec::new(),
        },
        ExprKind::Match(pattern, value) | ExprKind::MaybeMatch(pattern, value)
            if is_event(value) =>
        {
            vec![&**pattern]
        }
        ExprKind::Try(parts) => match parts.body.as_slice() {
            [value] if is_event(value) => patterns(&parts.of).collect(),
            _ => Vec::new(),
        },
        _ => Vec::new(),
    }
}

/// The pattern of one component of a tuple.
fn part(pattern: &Pat, place: usize) -> Option<&Pat> {
    match &pattern.kind {
        PatKind::Tuple(items) => items.get(place),
        _ => None,
    }
}

/// `Event =:= Constant`
pub(crate) fn compared(
    expr: &Syntax,
    is_event: &dyn Fn(&Syntax) -> bool,
    shapes: &Shapes<'_>,
) -> Option<(Expr, Span)> {
    let ExprKind::Binary(BinaryOp::Equal | BinaryOp::ExactEqual, left, right) = &expr.kind else {
        return None;
    };
    let other = match (is_event(left), is_event(right)) {
        (true, false) => right,
        (false, true) => left,
        _ => return None,
    };
    Some((shapes.value(other, &Known::default()), expr.span))
}

/// A message that no clause names, for callbacks of all states with a clause that takes everything.
pub(crate) fn stray(machine: &Machine<'_>) -> Placed {
    let none = States::default();
    let all = takers(machine.behaviour, machine.module, &none).filter_map(|(kind, function)| {
        let clause = function.clauses.iter().find(|clause| takes_all(clause))?;
        Some((Command { kind, term: Expr::atom(STRAY) }, clause.span))
    });
    all.collect()
}

/// Whether a clause takes any event.
fn takes_all(clause: &FunctionClause) -> bool {
    let is_free = |pat: &Pat| matches!(pat.kind, PatKind::Wildcard | PatKind::Var(_));
    clause.guard.alternatives.is_empty() && clause.params.first().is_some_and(is_free)
}
