//! Events that callbacks name: in heads, in guards, and where they take the event apart by a match or compare it.
//!
//! Input: a callback module. Output: what its clauses take, with holes; constants of guards count as those of heads do
//! (`guarded`), of what a guard tests else its kind. A clause that takes everything names nothing. Does not see how other functions tell events apart: `looks` says that they do.

use behaviour::Behaviour;
use frontend::Span;
use frontend::ast::{
    BinaryOp, Callee, CaseClause, Expr as Syntax, ExprKind, Function, FunctionClause, Guard,
    Module, Pat, PatKind,
};

use super::guarded::guarded;
use super::shape::{Known, Shapes, hole};
use super::{Placed, STRAY, States};
use crate::analysis::domain::chosen;
use crate::machine::Machine;
use model::{Command, CommandKind, Expr, Kind};

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
    let guarded_by = guarded(head, &clause.guard, shapes).into_iter();
    let mut placed_shapes: Vec<(Expr, Span)> = guarded_by.map(|shape| (shape, head.span)).collect();
    if shapes.event(head) != hole() {
        return placed_shapes;
    }
    let mut vars = Vec::new();
    head.for_each_var(&mut |name| vars.push(name.clone()));
    let is_event = |expr: &Syntax| matches!(&expr.kind, ExprKind::Var(name) if vars.contains(name));
    let tests = clause.guard.alternatives.iter().flatten();
    for expr in tests.chain(&clause.body) {
        expr.for_each(&mut |expr| {
            for (pattern, guard) in taken(expr, &is_event) {
                let events = guarded(pattern, guard.unwrap_or(&Guard::default()), shapes);
                placed_shapes.extend(events.into_iter().map(|shape| (shape, pattern.span)));
            }
            placed_shapes.extend(compared(expr, &is_event, shapes));
        });
    }
    placed_shapes
}

/// The patterns that an expression tries on the event, with their guards.
pub(crate) fn taken<'e>(
    expr: &'e Syntax,
    is_event: &dyn Fn(&Syntax) -> bool,
) -> Vec<(&'e Pat, Option<&'e Guard>)> {
    let patterns = |clauses: &'e [CaseClause]| {
        clauses.iter().map(|clause| (&clause.pattern, Some(&clause.guard)))
    };
    match &expr.kind {
        ExprKind::Case(value, clauses) if is_event(value) => patterns(clauses).collect(),
        ExprKind::Case(value, clauses) => match &value.kind {
            ExprKind::Tuple(items) => match items.iter().position(is_event) {
                Some(place) => {
                    let parts = patterns(clauses)
                        .filter_map(|(pattern, guard)| Some((part(pattern, place)?, guard)));
                    parts.collect()
                }
                None => Vec::new(),
            },
            _ => Vec::new(),
        },
        ExprKind::Match(pattern, value) | ExprKind::MaybeMatch(pattern, value)
            if is_event(value) =>
        {
            vec![(&**pattern, None)]
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

/// `Event =:= Constant`, or `lists:member(Event, Constants)`
pub(crate) fn compared(
    expr: &Syntax,
    is_event: &dyn Fn(&Syntax) -> bool,
    shapes: &Shapes<'_>,
) -> Vec<(Expr, Span)> {
    let with: Vec<&Syntax> = match &expr.kind {
        ExprKind::Binary(BinaryOp::Equal | BinaryOp::ExactEqual, left, right) => {
            match (is_event(left), is_event(right)) {
                (true, false) => vec![right],
                (false, true) => vec![left],
                _ => Vec::new(),
            }
        }
        ExprKind::Call(Callee::Remote(module, name, _), args)
            if module.as_str() == "lists" && name.as_str() == "member" =>
        {
            match args.as_slice() {
                [event, list] if is_event(event) => items(list),
                _ => Vec::new(),
            }
        }
        _ => Vec::new(),
    };
    with.into_iter().map(|with| (shapes.value(with, &Known::default()), expr.span)).collect()
}

/// The elements of a list that is written out; the list itself where it is not.
fn items(list: &Syntax) -> Vec<&Syntax> {
    let (mut items, mut rest) = (Vec::new(), list);
    loop {
        match &rest.kind {
            ExprKind::Cons(head, tail) => {
                items.push(&**head);
                rest = tail;
            }
            ExprKind::Nil => return items,
            _ => return vec![list],
        }
    }
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
