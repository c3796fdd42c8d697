//! Calls in `init/1` of the process that starts the machine: that waits until `init/1` has returned, and does not answer.
//!
//! Input: a module. Output: findings, at the call, where each start that the module writes hands over `self()` and `init/1` calls it.
//!
//! ```erlang
//! start_link() -> gen_server:start_link(?MODULE, [self()], []).
//! init([Parent]) -> {ok, gen_server:call(Parent, settings)}.          % Parent is in start_link/3
//! ```
//!
//! Does not see through functions that `init/1` calls, nor what comes behind `proc_lib:init_ack/1`, by which the start ends.

use behaviour::{Act, interface_of};
use frontend::ast::{Callee, Expr, ExprKind, FunctionClause, Pat, PatKind};
use frontend::{Name, Span};

use crate::clauses::{IN_BRANCH, within};
use crate::moves::Moves;
use crate::ranking::Cause;
use crate::{Finding, codes};

/// What is said of each such call.
const MESSAGE: &str = "`init/1` calls the process that starts the machine, which waits for it";

/// Findings about calls of the starter, besides those of a hunt.
pub(in crate::clauses) fn findings(moves: &Moves<'_, '_>, hunted: &[Finding]) -> Vec<Finding> {
    let first = moves.model.behaviour.first;
    let starts = starts(moves);
    let init = first.function().and_then(|name| moves.module.function(name, first.arity()));
    let clauses = init.map_or(&[][..], |function| function.clauses.as_slice());
    let mut findings = Vec::new();
    for clause in clauses {
        let Some(head) = clause.params.first() else { continue };
        let mut starters = starts.iter().map(|argument| starters(argument, head));
        let named = starters.next().unwrap_or_default();
        let named: Vec<&Name> = starters.fold(named, |mut all, other| {
            all.retain(|name| other.contains(name));
            all
        });
        for (place, is_chosen) in calls(clause, &named) {
            let is_hunted = hunted.iter().any(|finding| {
                finding.code == codes::CALL_TO_ITSELF && within(place, finding.place)
            });
            if !is_hunted {
                let because = is_chosen.then(|| IN_BRANCH.to_owned()).into_iter().collect();
                let code = codes::CALL_TO_ITSELF;
                let message = MESSAGE.to_owned();
                findings.push(Finding::of_text((code, place), message, because, Cause::Interface));
            }
        }
    }
    findings
}

/// What each start of the module hands over to `init/1`.
fn starts<'m>(moves: &Moves<'m, '_>) -> Vec<&'m Expr> {
    let behaviour = moves.model.behaviour;
    let own = moves.module.name.as_ref().map(|(name, _)| name.as_str());
    let mut handed = Vec::new();
    for clause in moves.module.functions().flat_map(|function| &function.clauses) {
        for expr in &clause.body {
            expr.for_each(&mut |expr| {
                if let ExprKind::Call(Callee::Remote(module, name, _), args) = &expr.kind
                    && behaviour.interface.is_module(module.as_str())
                    && behaviour.interface.named(name.as_str()).any(|it| it.act == Act::Start)
                    && args.iter().any(|arg| own.is_some_and(|own| arg.is_atom(own)))
                {
                    handed.extend(args.len().checked_sub(2).and_then(|place| args.get(place)));
                }
            });
        }
    }
    handed
}

/// The variables of a pattern that are `self()` in an expression.
fn starters<'p>(argument: &Expr, head: &'p Pat) -> Vec<&'p Name> {
    match (&argument.kind, &head.kind) {
        (_, PatKind::Alias(one, other)) => {
            [starters(argument, one), starters(argument, other)].concat()
        }
        (ExprKind::Tuple(items), PatKind::Tuple(parts)) if items.len() == parts.len() => {
            items.iter().zip(parts).flat_map(|(item, part)| starters(item, part)).collect()
        }
        (ExprKind::Cons(first, rest), PatKind::Cons(head, tail)) => {
            [starters(first, head), starters(rest, tail)].concat()
        }
        (ExprKind::Call(callee, args), PatKind::Var(name)) if args.is_empty() => {
            let is_self = match callee {
                Callee::Local(function) => function.as_str() == "self",
                Callee::Remote(module, function, _) => {
                    (module.as_str(), function.as_str()) == ("erlang", "self")
                }
                Callee::Dynamic(_) => false,
            };
            if is_self { vec![name] } else { Vec::new() }
        }
        _ => Vec::new(),
    }
}

/// The calls in a clause of one of these processes, and whether a branch has to be taken for that.
fn calls(clause: &FunctionClause, named: &[&Name]) -> Vec<(Span, bool)> {
    let (mut branches, mut later) = (Vec::new(), Vec::new());
    let mut calls: Vec<Span> = Vec::new();
    let mut acknowledged: Option<Span> = None;
    for expr in &clause.body {
        expr.for_each(&mut |expr| match &expr.kind {
            ExprKind::Fun(_) | ExprKind::NamedFun(..) => later.push(expr.span),
            ExprKind::Call(Callee::Remote(module, name, _), args) => {
                let is_ack = (module.as_str(), name.as_str()) == ("proc_lib", "init_ack");
                acknowledged = acknowledged.or(is_ack.then_some(expr.span));
                let is_call = interface_of(module.as_str()).is_some_and(|interface| {
                    interface.named(name.as_str()).any(|it| matches!(it.act, Act::Call(_)))
                });
                if is_call && matches!(args.first().map(|arg| &arg.kind), Some(ExprKind::Var(who)) if named.contains(&who))
                {
                    calls.push(expr.span);
                }
            }
            ExprKind::Case(..) | ExprKind::If(_) | ExprKind::Receive(..) | ExprKind::Try(_) => {
                branches.push(expr.span);
            }
            ExprKind::ListComprehension(..) => branches.push(expr.span),
            _ => {}
        });
    }
    let is_in = |place: Span, spans: &[Span]| spans.iter().any(|span| within(place, *span));
    calls.retain(|place| {
        !is_in(*place, &later) && acknowledged.is_none_or(|ack| place.start < ack.start)
    });
    calls.into_iter().map(|place| (place, is_in(place, &branches))).collect()
}
