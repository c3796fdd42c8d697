//! Time-outs whose name is spelt in two ways.
//!
//! Input: the text of a module whose callbacks get the type of an event. Output: a finding for each time-out that is started under a
//! name which no clause takes, and for each clause that names one which is never started.
//!
//! ```erlang
//! up(cast, lost, D) -> {next_state, down, D, {{timeout, retry}, 1000, again}};
//! down({timeout, rety}, again, D) -> ..                   % is `{timeout, retry}` meant?
//! ```
//!
//! Nothing is said of a module that computes such a name, or hands on events whose type no head tells.

use std::collections::BTreeSet;

use behaviour::{Action, Behaviour, Deed};
use frontend::Span;
use frontend::ast::{Callee, Expr, ExprKind, Literal, Pat, PatKind};
use frontend::output::print::quote_atom;
use translator::library::modules::writes_log;

use crate::clauses::Read;
use crate::clauses::unnamed::{IF_STARTED, ON_PURPOSE};
use crate::moves::Moves;
use crate::ranking::Cause;
use crate::source::{atom, event_type};
use crate::spelling::nearest;
use crate::{Finding, codes};

/// What the text says of time-outs with names.
#[derive(Default)]
struct Spoken<'m> {
    /// What is started, and where.
    started: Vec<(&'m str, Span)>,
    /// What the heads of callbacks take, and where.
    heads: Vec<(&'m str, Span)>,
    /// What any pattern takes: functions below the callbacks take what is handed on.
    taken: BTreeSet<&'m str>,
    /// What stands in expressions, for whatever it is there.
    written: BTreeSet<&'m str>,
    /// Whether some expression computes a name.
    is_computed: bool,
    /// Whether some pattern takes any name.
    takes_any: bool,
}

/// The name of a time-out.
#[derive(Clone, Copy)]
enum Named<'m> {
    /// It is written.
    As(&'m str),
    /// It is computed, or may be any.
    Open,
}

impl<'m> Named<'m> {
    fn of(name: Option<&'m str>) -> Self {
        name.map_or(Self::Open, Self::As)
    }

    fn known(self) -> Option<&'m str> {
        match self {
            Self::As(name) => Some(name),
            Self::Open => None,
        }
    }
}

/// The findings about time-outs with names.
pub(crate) fn findings(
    moves: &Moves<'_, '_>,
    reads: &[Read<'_>],
    hunted: &[Finding],
) -> Vec<Finding> {
    let behaviour = moves.model.behaviour;
    let has_times = behaviour.actions.iter().any(|action| action.deed == Deed::Time);
    if behaviour.type_place().is_none() || !has_times {
        return Vec::new();
    }
    let spoken = spoken(moves, reads);
    let mut findings: Vec<Finding> = Vec::new();
    let is_told = |name: &str| {
        let text = format!("{{{},{name}}}", behaviour.timeout);
        hunted.iter().any(|finding| finding.message.contains(&text))
    };
    if !spoken.takes_any && !reads.iter().any(|read| hands_on(behaviour, read)) {
        let taken: Vec<&str> = spoken.taken.iter().copied().collect();
        let untaken = spoken.started.iter().filter(|(name, _)| !taken.contains(name));
        for (name, place) in untaken.filter(|(name, _)| !is_told(name)) {
            let (own, meant) = worded(behaviour, name, &taken);
            let message = format!("no clause takes `{own}`, which is started here{meant}");
            let near = nearest(name, &taken);
            let heads = spoken.heads.iter().filter(|(other, _)| Some(*other) == near);
            let mut finding = finding(message, *place, ON_PURPOSE);
            finding.also = heads.map(|(_, place)| *place).collect();
            findings.push(finding);
        }
    }
    findings.extend(unstarted(moves, reads));
    if !spoken.is_computed {
        let started: Vec<&str> = spoken.started.iter().map(|(name, _)| *name).collect();
        let unmade = spoken.heads.iter().filter(|(name, _)| !spoken.written.contains(name));
        let told: Vec<Span> = findings.iter().flat_map(|finding| finding.also.clone()).collect();
        for (name, place) in unmade.filter(|(_, place)| !told.contains(place)) {
            let (own, meant) = worded(behaviour, name, &started);
            let message = format!("nothing starts `{own}`, which is taken here{meant}");
            findings.push(finding(message, *place, IF_STARTED));
        }
    }
    findings
}

/// The findings about types without a name of which the module does not speak but in the heads of clauses; an event time-out
/// may be a number alone.
fn unstarted(moves: &Moves<'_, '_>, reads: &[Read<'_>]) -> Vec<Finding> {
    let behaviour = moves.model.behaviour;
    let is_type = |name: &&str| {
        let is_time = |action: &Action| action.deed == Deed::Time && action.tag == *name;
        *name != behaviour.timeout && behaviour.actions.iter().any(is_time)
    };
    let heads = reads.iter().filter(|read| behaviour.is_continued(read.callback));
    let heads = heads.filter_map(|read| event_type::head(behaviour, read.clause));
    let heads = heads.filter_map(|head| Some((literal(head).filter(is_type)?, head.span)));
    let clauses = || moves.module.functions().flat_map(|function| &function.clauses);
    let is_spoken = |name: &str| {
        let mut bodies = clauses().flat_map(|clause| &clause.body);
        bodies.any(|expr| expr.any(&mut |expr| expr.is_atom(name)))
    };
    let unmade = heads.filter(|(name, _)| !is_spoken(name) && moves.module.lacking.is_none());
    let found = unmade.map(|(name, place)| {
        finding(format!("nothing starts a `{name}`, which is taken here"), place, IF_STARTED)
    });
    found.collect()
}

/// The type of a time-out, and the one that was probably meant among those of the other side, as the end of a sentence.
fn worded(behaviour: &Behaviour, name: &str, others: &[&str]) -> (String, String) {
    let own = |name: &str| format!("{{{}, {}}}", behaviour.timeout, quote_atom(name));
    let meant = nearest(name, others);
    let meant = meant.map_or_else(String::new, |near| format!(": is `{}` meant?", own(near)));
    (own(name), meant)
}

fn finding(message: String, place: Span, doubt: &str) -> Finding {
    let because = vec![doubt.to_owned()];
    Finding::of_text((codes::UNNAMED, place), message, because, Cause::Itself)
}

/// What the text of a module says of time-outs with names.
fn spoken<'m>(moves: &Moves<'m, '_>, reads: &[Read<'m>]) -> Spoken<'m> {
    let behaviour = moves.model.behaviour;
    let mut spoken = Spoken::default();
    for clause in moves.module.functions().flat_map(|function| &function.clauses) {
        for pat in &clause.params {
            of_pattern(behaviour, pat, &mut spoken);
        }
        for expr in &clause.body {
            expr.for_each(&mut |expr| {
                of_expr(behaviour, expr, &mut spoken);
                if let ExprKind::Case(_, clauses) | ExprKind::Receive(clauses, _) = &expr.kind {
                    for clause in clauses {
                        of_pattern(behaviour, &clause.pattern, &mut spoken);
                    }
                }
            });
        }
    }
    for read in reads.iter().filter(|read| behaviour.is_continued(read.callback)) {
        let head = event_type::head(behaviour, read.clause);
        spoken
            .heads
            .extend(head.and_then(|head| Some((taken(behaviour, head)?.known()?, head.span))));
    }
    spoken
}

/// The name in the type of a time-out.
fn named<'e>(behaviour: &Behaviour, expr: &'e Expr) -> Option<Named<'e>> {
    match &expr.kind {
        ExprKind::Tuple(items) if items.len() == 2 && items[0].is_atom(behaviour.timeout) => {
            Some(Named::of(atom(&items[1])))
        }
        _ => None,
    }
}

/// The name in the pattern of such a type.
fn taken<'p>(behaviour: &Behaviour, pat: &'p Pat) -> Option<Named<'p>> {
    match &pat.kind {
        PatKind::Alias(left, right) => taken(behaviour, left).or_else(|| taken(behaviour, right)),
        PatKind::Tuple(items)
            if items.len() == 2 && literal(&items[0]) == Some(behaviour.timeout) =>
        {
            Some(Named::of(literal(&items[1])))
        }
        _ => None,
    }
}

fn literal(pat: &Pat) -> Option<&str> {
    match &pat.kind {
        PatKind::Literal(Literal::Atom(name)) if name.undefined_macro().is_none() => {
            Some(name.as_str())
        }
        _ => None,
    }
}

fn of_expr<'m>(behaviour: &Behaviour, expr: &'m Expr, spoken: &mut Spoken<'m>) {
    if let Some(name) = named(behaviour, expr) {
        spoken.is_computed |= name.known().is_none();
        spoken.written.extend(name.known());
    }
    let ExprKind::Tuple(items) = &expr.kind else { return };
    let Some(first) = items.first() else { return };
    let Some(Named::As(name)) = named(behaviour, first) else { return };
    let is_row = |action: &Action| {
        let is_time = action.deed == Deed::Time && action.tag == behaviour.timeout;
        is_time && action.size == items.len()
    };
    // An atom in the place of the time ends it, or changes what it brings.
    if behaviour.actions.iter().any(is_row) && atom(&items[1]).is_none() {
        spoken.started.push((name, first.span));
    }
}

fn of_pattern<'m>(behaviour: &Behaviour, pat: &'m Pat, spoken: &mut Spoken<'m>) {
    if let Some(name) = taken(behaviour, pat) {
        spoken.takes_any |= name.known().is_none();
        spoken.taken.extend(name.known());
    }
    for child in pat.children() {
        of_pattern(behaviour, child, spoken);
    }
}

/// Whether a clause for all types hands the type on to another module, or a guard looks at it.
fn hands_on(behaviour: &Behaviour, read: &Read<'_>) -> bool {
    let head = event_type::head(behaviour, read.clause);
    let Some(PatKind::Var(name)) = head.map(|head| &head.kind) else { return false };
    let is_it = |part: &Expr| matches!(&part.kind, ExprKind::Var(own) if own == name);
    let mut tests = read.clause.guard.alternatives.iter().flatten();
    let hands = |expr: &Expr| match &expr.kind {
        ExprKind::Call(Callee::Remote(module, ..), args) => {
            !writes_log(module.as_str()) && args.iter().any(|arg| arg.any(&mut |part| is_it(part)))
        }
        ExprKind::Call(Callee::Dynamic(_), args) => {
            args.iter().any(|arg| arg.any(&mut |part| is_it(part)))
        }
        _ => false,
    };
    tests.any(|test| test.any(&mut |part| is_it(part)))
        || read.clause.body.iter().any(|expr| expr.any(&mut |expr| hands(expr)))
}
