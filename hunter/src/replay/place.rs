//! Where a machine crashes, as far as the stack of a real one tells.
//!
//! Input: the way to a crash. Output: for each crash on it the function, the construct in it, and the function of another module
//! of which alone a frame may be left: a call that stands last leaves none of the module's own.

use behaviour::Behaviour;
use frontend::ast::{Callee, CaseClause, Expr, ExprKind, Function};
use frontend::{Module, Span};
use lts::Term;
use lts::semantics::{Hunt, HuntEdge as Edge, Machine};
use model::{ActionRole, HandlerKind};

use super::is_event;
use crate::checks::crash::whole;
use crate::{Finding, Subject};

/// A place of a crash.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CrashPlace {
    /// The callback module that has the function, where that is one that has taken the place of the module.
    pub module: Option<String>,
    /// The function, and how many arguments it has.
    pub function: (String, usize),
    /// The construct, where it is not the function as a whole.
    pub at: Option<Span>,
    /// The function of another module that is called last there: module, name, number of arguments.
    pub called: Option<(String, String, usize)>,
}

/// The places of the crashes on the way to a finding; empty where one of them is not known.
pub(crate) fn places(
    subject: &Subject<'_>,
    machine: &Machine<'_>,
    hunt: &Hunt,
    finding: &Finding,
) -> Vec<CrashPlace> {
    let edges: Vec<&Edge> = finding.way.iter().map(|&number| &hunt.edges[number]).collect();
    let crashes = (0..edges.len())
        .filter(|&n| matches!(edges[n].role, Some(ActionRole::Crash | ActionRole::StartFailed)));
    let places = crashes.map(|crash| {
        let starts = |n: &usize| *n == 0 || edges[*n].role.is_some_and(is_event);
        let first = (0..=crash).rev().find(starts).unwrap_or(0);
        place(subject, (machine, hunt, finding), (&edges[first..crash], edges[crash]))
    });
    places.collect::<Option<Vec<CrashPlace>>>().unwrap_or_default()
}

/// The place of a crash behind these edges.
fn place(
    subject: &Subject<'_>,
    (machine, hunt, finding): (&Machine<'_>, &Hunt, &Finding),
    (before, crash): (&[&Edge], &Edge),
) -> Option<CrashPlace> {
    let module = subject.module;
    let at = before.iter().rev().find_map(|edge| edge.at);
    let kind = reason_kind(machine, crash);
    let callback = before.first().and_then(|event| {
        let state = machine.idle_at(&hunt.nodes[event.source]).and_then(|idle| idle.state);
        callback(subject.model.behaviour, event, state.as_deref())
    });
    let defined = callback.as_ref().and_then(|(name, arity)| {
        let there = around(module, at.unwrap_or(finding.place));
        let is_it = |own: &&Function| own.name.as_str() == name && own.arity == *arity;
        there.filter(is_it).or_else(|| module.function(name, *arity))
    });
    let is_whole = |at: Span| defined.is_some_and(|own| own.span == at);
    let is_unhandled = match kind.as_deref() {
        Some("function_clause") => at.is_none_or(is_whole),
        Some("undef") => defined.is_none(),
        _ => false,
    };
    if is_unhandled && before.len() <= 1 {
        let function = callback?;
        // A function that is not there is no caller of one that is not there.
        let own = module.name.as_ref().filter(|_| defined.is_none());
        let called = own.map(|(own, _)| (own.to_string(), function.0.clone(), function.1));
        let moved = defined.and_then(|own| own.moved.as_ref());
        let module = moved.map(|moved| moved.from.to_string());
        return Some(CrashPlace { module, function, at: None, called });
    }
    // Outside of callbacks no function of the module fails.
    if machine.idle_at(&hunt.nodes[crash.source]).is_some() {
        return None;
    }
    let at = at.filter(|at| before.len() <= 1 || !is_whole(*at));
    // Nothing is decided where a function is missing.
    let at = match kind.as_deref() {
        Some("undef") => finding.place,
        Some("function_clause") => whole(module, at?),
        _ => at?,
    };
    let function = around(module, at)?;
    let called = function.clauses.iter().find_map(|clause| last_call(&clause.body, at));
    // A call that is the last one of its clause has left the stack.
    let is_clause = function.clauses.iter().any(|clause| clause.span == at);
    let is_left = kind.as_deref() == Some("undef") && is_clause;
    let at = (function.span != at && !is_left).then_some(at);
    let moved = function.moved.as_ref();
    let name = moved.map_or(&function.name, |moved| &moved.name).to_string();
    let of = moved.map(|moved| moved.from.to_string());
    Some(CrashPlace { module: of, function: (name, function.arity), at, called })
}

/// The tag of the reason of a crash.
fn reason_kind(machine: &Machine<'_>, crash: &Edge) -> Option<String> {
    use lts::Label;
    use lts::next_state::NextState as _;
    let Label::Visible { action, .. } = machine.labels().get(crash.label) else { return None };
    match action.as_ref()?.args.last()? {
        Term::Atom(name) => Some(name.to_string()),
        Term::Tuple(parts) => parts.first().map(ToString::to_string),
        _ => None,
    }
}

/// The callback that takes an event, or that starts the machine.
fn callback(behaviour: &Behaviour, event: &Edge, state: Option<&str>) -> Option<(String, usize)> {
    let kind: HandlerKind = match event.role {
        Some(ActionRole::Command(kind) | ActionRole::Dequeue(kind)) => kind.callback,
        Some(ActionRole::Timeout) => behaviour.untagged.callback,
        Some(ActionRole::Continue(_)) => behaviour.continued?.1,
        Some(ActionRole::Fires(kind)) => behaviour.brought(kind).callback,
        _ if event.source == 0 => behaviour.first,
        _ => return None,
    };
    Some((kind.function().or(state)?.to_owned(), kind.arity()))
}

/// The function around a place.
fn around(module: &Module, at: Span) -> Option<&Function> {
    let contains =
        |outer: Span| outer.file == at.file && outer.start <= at.start && at.end <= outer.end;
    module.functions().find(|function| contains(function.span))
}

/// The function of another module that the call at a place is one of, where that is the last thing that a body does.
fn last_call(body: &[Expr], at: Span) -> Option<(String, String, usize)> {
    let in_clauses =
        |clauses: &[CaseClause]| clauses.iter().find_map(|clause| last_call(&clause.body, at));
    let last = body.last()?;
    match &last.kind {
        ExprKind::Call(Callee::Remote(module, name, _), args) if last.span == at => {
            Some((module.to_string(), name.to_string(), args.len()))
        }
        ExprKind::Case(_, clauses) => in_clauses(clauses),
        ExprKind::If(branches) => branches.iter().find_map(|(_, body)| last_call(body, at)),
        ExprKind::Block(body) => last_call(body, at),
        ExprKind::Receive(clauses, after) => {
            in_clauses(clauses).or_else(|| after.as_ref().and_then(|(_, body)| last_call(body, at)))
        }
        _ => None,
    }
}
