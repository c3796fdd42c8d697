//! Findings that rest on what is not in the model.
//!
//! Input: a finding, and the places of what the translator has left out. Output: its rank, lower where what is left out may
//! be what it misses, or may prevent what it shows:
//!
//! | a finding is about | lowered where |
//! |---|---|
//! | what never comes: an answer, what an event timeout is for, a state | anything is left out |
//! | what has been set going before: a timer, the end of another process, a message to itself, an event timeout | while that was on its way, code has run that leaves something out which may stop it |
//! | what the process dictionary has | such code has run before |
//! | anything | another callback module may take the place of this one (W0215) |
//!
//! What clients send, and what a callback does with it, happens in the module, too. Which code runs is told by the text: of
//! the clauses that were taken, and of the functions that they call.

use std::collections::BTreeSet;

use frontend::ast::{Callee, Expr, ExprKind, Function, FunctionClause};
use frontend::{Module, Name, Span};
use lts::Term;
use lts::semantics::Idle;
use model::ActionRole;
use translator::codes::OTHER_MODULE;
use translator::library::functions::{Effect, does, doing};

use crate::moves::Moves;
use crate::replay::covers;
use crate::source::{clause_at, function};
use crate::{Finding, Rank, Subject, codes};

/// What a finding rests on whose rank is lowered because the model leaves out parts of the module.
const LEFT_OUT: &str = "parts of the module that are not in the model";

/// What all findings rest on where the model leaves out that another callback module takes over.
const MODULE_CHANGES: &str = "whether another callback module has taken the place of this one";

/// Findings about what never comes.
const ABSENT: [frontend::Code; 4] =
    [codes::CALLER_FORGOTTEN, codes::TIMEOUT_LOST, codes::SWALLOWED, codes::NEVER_STARTS];

/// Lowers the rank of a finding that may be about what is left out.
pub(crate) fn lower(moves: &Moves<'_, '_>, finding: &mut Finding) {
    let is_partial = moves.model.is_partial && finding.rank == Rank::Certain;
    if is_partial && (ABSENT.contains(&finding.code) || may_be_stopped(moves, &finding.way)) {
        finding.rank = Rank::Possible;
        finding.because = vec![LEFT_OUT.to_owned()];
    }
}

/// Findings, all with a lower rank where another callback module may have taken the place of this one.
pub(crate) fn lowered(subject: &Subject<'_>, mut findings: Vec<Finding>) -> Vec<Finding> {
    let changes = subject.left_out.iter().any(|(code, _)| *code == OTHER_MODULE);
    for finding in findings.iter_mut().filter(|finding| changes && finding.rank == Rank::Certain) {
        finding.rank = Rank::Possible;
        finding.because = vec![MODULE_CHANGES.to_owned()];
    }
    findings
}

/// Whether something that comes on a way may have been stopped by what is left out, or changed by it.
fn may_be_stopped(moves: &Moves<'_, '_>, way: &[usize]) -> bool {
    let clauses_of = |part: &[usize]| {
        let clauses = part.iter().flat_map(|&number| &moves.edge(number).clauses);
        clauses.filter_map(|&span| clause_at(moves.module, span)).collect::<Vec<_>>()
    };
    let leaves_out = |part: &[usize]| {
        clauses_of(part).into_iter().any(|clause| leaves_out(moves.module, clause, &moves.left_out))
    };
    let reads = |clause: &FunctionClause| Reached::of(moves.module, clause).reads_dictionary;
    (0..way.len()).any(|at| {
        let since = begins(moves, &way[..=at]);
        since.is_some_and(|since| leaves_out(&way[since..at]))
            || clauses_of(&way[at..=at]).into_iter().any(reads) && leaves_out(&way[..=at])
    })
}

/// The place in a way at which that begins which comes last in it; `None` where it is not the machine's own doing.
fn begins(moves: &Moves<'_, '_>, way: &[usize]) -> Option<usize> {
    let (&last, before) = way.split_last()?;
    let edge = moves.edge(last);
    let message = || moves.action(edge.label).and_then(|action| action.args.last());
    let is_pending = |idle: &Idle| match edge.role {
        Some(ActionRole::Fires(_)) => {
            message().is_none_or(|term| idle.timers.iter().any(|timer| brings(timer, term)))
        }
        Some(ActionRole::Dequeue(_)) => !idle.queue.is_empty(),
        _ => false,
    };
    let idle = |at: usize| moves.idle[moves.edge(way[at]).source].as_ref();
    let is_watched = idle(before.len()).is_some_and(|idle| idle.watches && !is_pending(idle));
    match edge.role? {
        // What is watched, and whether exits are trapped, may have been changed at any time.
        ActionRole::ExitSignal => return Some(0),
        ActionRole::Fires(_) if is_watched => return Some(0),
        ActionRole::Fires(_)
        | ActionRole::Dequeue(_)
        | ActionRole::Timeout
        | ActionRole::Continue(_) => {}
        _ => return None,
    }
    // The last state in which it is not there yet: the move from there has begun it.
    let since = (0..before.len()).rev().find(|&at| idle(at).is_some_and(|idle| !is_pending(idle)));
    Some(since.unwrap_or(0))
}

/// Whether a timer brings this message, or one around it that names the timer.
pub(crate) fn brings(timer: &Term, message: &Term) -> bool {
    let is_inside = |parts: &[Term]| parts.last().is_some_and(|last| covers(last, message));
    covers(timer, message) || matches!(timer, Term::Tuple(parts) if is_inside(parts))
}

/// Whether a clause comes to something that is left out and may stop something.
fn leaves_out(module: &Module, clause: &FunctionClause, left_out: &[Span]) -> bool {
    let stops = |span: &&Span| !only_brings(module, **span);
    let places: Vec<Span> = left_out.iter().filter(stops).copied().collect();
    // What stands in no function may concern all of them.
    let is_inside = |span: &Span| module.functions().any(|function| contains(function.span, *span));
    !places.iter().all(is_inside) || Reached::of(module, clause).meets(&places)
}

fn contains(outer: Span, inner: Span) -> bool {
    outer.file == inner.file && outer.start <= inner.start && inner.end <= outer.end
}

/// Whether a call at a place is one of a function that only brings something.
fn only_brings(module: &Module, span: Span) -> bool {
    let brings = doing(Effect::Brings);
    let is_such = |expr: &Expr| match &expr.kind {
        ExprKind::Call(Callee::Local(name) | Callee::Remote(_, name, _), _) => {
            expr.span == span && brings.contains(&name.as_str())
        }
        _ => false,
    };
    let mut clauses = module.functions().flat_map(|function| &function.clauses);
    clauses.any(|clause| clause.body.iter().any(|expr| expr.any(&mut |expr| is_such(expr))))
}

/// The code to which a clause comes, by its text.
struct Reached<'m> {
    module: &'m Module,
    functions: BTreeSet<(Name, usize)>,
    places: Vec<Span>,
    /// Whether what was reached calls what is computed: that may be any function, and any fun.
    is_open: bool,
    reads_dictionary: bool,
}

impl<'m> Reached<'m> {
    fn of(module: &'m Module, clause: &FunctionClause) -> Self {
        let (functions, places) = (BTreeSet::new(), Vec::new());
        let mut reached =
            Self { module, functions, places, is_open: false, reads_dictionary: false };
        reached.add(clause);
        reached
    }

    /// Whether any of these places is reached.
    fn meets(&self, places: &[Span]) -> bool {
        let is_reached =
            |place: &Span| self.places.iter().any(|reached| contains(*reached, *place));
        !places.is_empty() && (self.is_open || places.iter().any(is_reached))
    }

    fn add(&mut self, clause: &FunctionClause) {
        self.places.push(clause.span);
        for expr in &clause.body {
            expr.for_each(&mut |expr| self.add_call(expr));
        }
    }

    fn add_call(&mut self, expr: &Expr) {
        match &expr.kind {
            ExprKind::Call(Callee::Local(name), args) => self.add_function(name, args.len()),
            ExprKind::Call(Callee::Remote(module, name, _), args) => {
                if module.as_str() == "erlang" {
                    self.add_built_in(name);
                }
                if self.module.name.as_ref().is_some_and(|(this_module, _)| this_module == module) {
                    self.add_function(name, args.len());
                }
            }
            ExprKind::Call(Callee::Dynamic(_), _) => self.is_open = true,
            ExprKind::FunLocal(name, arity) => {
                if let Ok(arity) = usize::try_from(arity) {
                    self.add_function(name, arity);
                }
            }
            _ => {}
        }
    }

    fn add_function(&mut self, name: &Name, arity: usize) {
        let function: Option<&'m Function> = function(self.module, name.as_str(), arity);
        if function.is_none() {
            self.add_built_in(name);
        }
        if let Some(function) = function.filter(|_| self.functions.insert((name.clone(), arity))) {
            function.clauses.iter().for_each(|clause| self.add(clause));
        }
    }

    fn add_built_in(&mut self, name: &Name) {
        self.is_open |= name.as_str() == "apply";
        self.reads_dictionary |= does("erlang", name.as_str(), Effect::Recalls);
    }
}
