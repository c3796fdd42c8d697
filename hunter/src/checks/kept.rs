//! Callers that the machine keeps and never answers.
//!
//! Input: moves of a hunt, and the text of the module. Output: a finding for each clause behind which a client waits whose From the
//! machine alone has, although nothing in the module answers anybody but the caller that it is called for; or, of a hunt that has met all
//! that there is, although no way from there answers that client.
//!
//! ```erlang
//! handle_call(wait, From, Waiting) -> {noreply, [From | Waiting]}.      % and no `gen_server:reply/2` anywhere
//! ```
//!
//! Not here: calls that are postponed (`postponed`), clients of which no process has the From any more (`replies`).

use std::collections::{BTreeMap, BTreeSet};

use behaviour::{Act, Behaviour};
use frontend::ast::{BinaryOp, Callee, Expr, ExprKind, FunctionClause};
use frontend::{Module, Span};
use lts::semantics::{Debt, Idle, Waiting};
use translator::derive::run_by_machine;
use translator::library::modules::{only_computes, writes_log};

use crate::assumptions::IF_CROWDED;
use crate::checks::crash::start;
use crate::checks::stand_in::stand_ins;
use crate::moves::{Move, Moves};
use crate::source::event_type;
use crate::{Finding, codes};

/// Findings about callers that are kept.
pub(crate) fn findings(
    moves: &mut Moves<'_, '_>,
    answers_kept: bool,
    is_complete: bool,
) -> Vec<Finding> {
    let never = !answers_kept;
    if !never && !is_complete {
        return Vec::new();
    }
    let mut freed: BTreeMap<usize, BTreeSet<usize>> = BTreeMap::new();
    let mut best: BTreeMap<Span, ((usize, usize), usize)> = BTreeMap::new();
    for (number, this_move) in moves.all.iter().enumerate() {
        let Some(client) = kept_first(moves, this_move) else { continue };
        if !never {
            let freed = freed.entry(client).or_insert_with(|| freed_from(moves, client));
            if freed.contains(&this_move.target) {
                continue;
            }
        }
        let place = moves.clause(this_move).unwrap_or_else(|| start(moves));
        let doubts: usize = moves.edges_of(this_move).map(|edge| edge.uncertain.len()).sum();
        let node = &moves.hunt.nodes[this_move.source];
        let cost = (node.doubts + doubts, node.length);
        let cheapest = best.entry(place).or_insert((cost, number));
        *cheapest = (*cheapest).min((cost, number));
    }
    best.into_iter().map(|(place, (_, number))| finding(moves, place, number, never)).collect()
}

/// The client of which a move is the first that keeps it: in the data, and not as an event that comes again.
fn kept_first(moves: &Moves<'_, '_>, this_move: &Move) -> Option<usize> {
    let (before, after) = (moves.idle[this_move.source].as_ref()?, this_move.after.as_ref()?);
    let waits = |idle: &Idle, client| idle.waiting.iter().any(|waiting| waiting.client == client);
    let new = after.waiting.iter().find(|waiting| !waits(before, waiting.client))?;
    let is_event = after.kept.next.is_some()
        || after.kept.postponed.len() > before.kept.postponed.len()
        || moves.event(this_move).is_none_or(|(kind, _)| !kind.is_sync());
    (new.debt == Debt::Kept && !is_event).then_some(new.client)
}

/// The states from which some way leads to one in which a client is not kept any more, or that was not looked at.
fn freed_from(moves: &Moves<'_, '_>, client: usize) -> BTreeSet<usize> {
    let mut before: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
    for edge in &moves.hunt.edges {
        before.entry(edge.target).or_default().push(edge.source);
    }
    let keeps = |idle: &Idle| {
        let is_kept = |waiting: &Waiting| waiting.client == client && waiting.debt == Debt::Kept;
        idle.waiting.iter().any(is_kept)
    };
    let stand_ins = stand_ins(moves);
    let is_free = |node: &usize| {
        let is_open = !moves.hunt.nodes[*node].is_expanded && !stand_ins.contains_key(node);
        is_open || moves.idle[*node].as_ref().is_some_and(|idle| !keeps(idle))
    };
    for (&node, &other) in &stand_ins {
        before.entry(other).or_default().push(node);
    }
    let mut pending: Vec<usize> = (1..moves.idle.len()).filter(is_free).collect();
    let ending = moves.all.iter().filter(|this_move| this_move.after.is_none());
    pending.extend(ending.map(|this_move| this_move.source));
    let mut freed = BTreeSet::new();
    while let Some(node) = pending.pop() {
        if freed.insert(node) {
            pending.extend(before.get(&node).into_iter().flatten());
        }
    }
    freed
}

fn finding(moves: &mut Moves<'_, '_>, place: Span, number: usize, never: bool) -> Finding {
    let this_move = moves.all[number].clone();
    let mut way = moves.way_to(this_move.source);
    way.push(this_move.event);
    way.extend(&this_move.tail);
    let mut because = moves.doubts(&way).unwrap_or_default();
    if because.is_empty() && moves.command(&this_move).is_some() && moves.is_stray(&this_move) {
        because.push("whether somebody sends it".to_owned());
    }
    if because.is_empty() && !never {
        if moves.hunt.is_abstract {
            because.push("whether all that can happen was met".to_owned());
        }
        if moves.is_crowded() {
            because.push(IF_CROWDED.to_owned());
        }
    }
    let when = moves.when(&this_move);
    let message = format!("the caller is kept, and never gets an answer, {when}");
    Finding::of_way(moves, (codes::CALLER_FORGOTTEN, place), message, because, way)
}

/// Whether something that the machine runs may answer a caller other than the one that it is called for: by a function, an action, a
/// message, or by code elsewhere that gets what the machine has.
pub(crate) fn answers_kept(moves: &Moves<'_, '_>) -> bool {
    let (behaviour, module) = (moves.model.behaviour, moves.linked);
    let run = run_by_machine(module);
    let mut functions = module.functions();
    functions.any(|function| {
        let is_run = run.contains(&(function.name.clone(), function.arity));
        is_run
            && function.clauses.iter().any(|clause| {
                let answers = |expr: &Expr| may_answer(behaviour, module, (clause, expr));
                clause.body.iter().any(|expr| expr.any(&mut |expr| answers(expr)))
            })
    })
}

fn may_answer(
    behaviour: &Behaviour,
    module: &Module,
    (clause, expr): (&FunctionClause, &Expr),
) -> bool {
    match &expr.kind {
        ExprKind::Binary(BinaryOp::Send, ..)
        | ExprKind::FunRemote(_)
        | ExprKind::Call(Callee::Dynamic(_), _) => true,
        ExprKind::Call(Callee::Local(name), args) => {
            let is_own = module.function(name.as_str(), args.len()).is_some();
            !is_own && reaches(name.as_str())
        }
        ExprKind::Call(Callee::Remote(called, name, _), args) => {
            let is_own = module.name.as_ref().is_some_and(|(own, _)| own == called);
            !is_own && is_elsewhere((called.as_str(), name.as_str()), args)
        }
        ExprKind::Tuple(items) => match items.as_slice() {
            [tag, from, _] if !behaviour.actions.is_empty() && tag.is_atom("reply") => {
                !is_own_caller(behaviour, clause, from)
            }
            _ => false,
        },
        _ => false,
    }
}

/// Whether a call of another module may answer somebody with what it gets.
fn is_elsewhere((called, name): (&str, &str), args: &[Expr]) -> bool {
    let is_open = |arg: &Expr| arg.any(&mut |part| matches!(part.kind, ExprKind::Var(_)));
    match behaviour::of_module(called) {
        // What is sent to a machine stands behind its address.
        Some(other) => {
            let replies = |own: &behaviour::Function| matches!(own.act, Act::Reply | Act::ReplyAll);
            other.interface.named(name).any(replies) || args.iter().skip(1).any(is_open)
        }
        None if called == "erlang" => reaches(name),
        None => !only_computes(called) && !writes_log(called) && args.iter().any(is_open),
    }
}

/// Whether a function of the runtime hands values on, or runs code that may do so.
fn reaches(name: &str) -> bool {
    ["send", "spawn", "apply", "put", "hibernate"].iter().any(|reaching| name.starts_with(reaching))
}

/// Whether a value is the caller that a clause is called for, by its head.
fn is_own_caller(behaviour: &Behaviour, clause: &FunctionClause, from: &Expr) -> bool {
    let ExprKind::Var(name) = &from.kind else { return false };
    let mut is_own = false;
    if let Some(head) = event_type::head(behaviour, clause) {
        head.for_each_var(&mut |own| is_own |= own == name);
    }
    is_own
}
