//! Values that stand for all others: what a hunt with unknown values has told apart, one value for each way through it.
//!
//! Input: a model with unknown values, what a hunt has met in it. Output: an argument of `init/1`, instances of the
//! commands, results of functions of other modules and reasons of processes that end, with which all these ways can be
//! gone, as ground terms. What no way has come to, and what is no ground term, is not in it.
//!
//! ```erlang
//! idle({set, N}, S) when N > 3 -> ..      % {set,'_'} becomes {set,4} and {set,v1}
//! ```

use std::cmp::Reverse;
use std::collections::BTreeSet;

use frontend::{Name, Span};
use lts::semantics::{Happened, Hunt, HuntEdge as Edge, Machine, is_constant};
use lts::{LabelId, Term};
use model::{Action, ActionRole, CommandKind, Model, OriginId, Outside};

use crate::replay::run_of;

/// Values with which the ways of a hunt can be gone.
#[derive(Clone, Debug, Default)]
pub struct Representatives {
    /// Commands that were met.
    pub commands: Vec<(CommandKind, Term)>,
    /// What calls return: of functions of other modules, and of those that start and cancel timers and the like.
    pub results: Vec<Returned>,
    /// Why processes end.
    pub reasons: Vec<Term>,
    /// Steps to which no way was found with values for all.
    pub n_without: usize,
    /// Whether the work that was allowed was done before all ways were looked at.
    pub is_cut_short: bool,
}

/// What a call returns.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Returned {
    /// The name of its action, with the number of its arguments.
    pub action: (Name, usize),
    /// The function, where a stub can say what it returns.
    pub callee: Option<Outside>,
    /// The values.
    pub values: Vec<Term>,
}

/// In how many shares the work is divided that finding values may take: none takes more than one.
const SHARES: u64 = 16;

/// Steps that are offered in all states on the ways for which values are found, at most: following a way computes all of
/// them, which is no work of pure code.
const MAX_FOLLOWED: usize = 400_000;

/// Starts of the machine that are tried, and arguments that are given, at most.
const MAX_STARTS: usize = 4;

/// Ways that are asked for the argument with which they begin, at most.
const MAX_VOTES: usize = 24;

/// What tells two steps apart: what happens, the clauses and the place that decide, and what that rests on.
type Decision<'h> = (LabelId, &'h [Span], Option<Span>, &'h [OriginId], &'h [OriginId]);

/// The representatives of what a hunt has met: of ways that together have each step that is told apart, long ways first.
///
/// That takes about as many steps of work as is said, and no way takes more than its share.
pub fn representatives(
    model: &Model,
    machine: &mut Machine<'_>,
    hunt: &Hunt,
    work: u64,
) -> Representatives {
    let most = machine.work().saturating_add(work);
    let mut all = Representatives::default();
    let mut seen: BTreeSet<Decision<'_>> = BTreeSet::new();
    let mut without: BTreeSet<Decision<'_>> = BTreeSet::new();
    let mut ways_on = vec![0; hunt.nodes.len()];
    for edge in &hunt.edges {
        ways_on[edge.source] += 1;
    }
    let mut n_followed = 0;
    for (number, edge) in hunt.edges.iter().enumerate().rev() {
        if seen.contains(&decision(edge)) {
            continue;
        }
        let way = way(hunt, number);
        n_followed += way.iter().map(|&step| ways_on[hunt.edges[step].source]).sum::<usize>();
        if machine.work() >= most || n_followed > MAX_FOLLOWED {
            all.is_cut_short = true;
            break;
        }
        machine.allow(work / SHARES);
        let Ok(Some(played)) = machine.played(&run_of(hunt, &way)) else {
            without.insert(decision(edge));
            continue;
        };
        seen.extend(way.iter().map(|&step| decision(&hunt.edges[step])));
        for happened in played.steps.iter().flatten() {
            all.take(model, happened);
        }
    }
    all.n_without = without.difference(&seen).count();
    all.sort();
    all
}

fn decision(edge: &Edge) -> Decision<'_> {
    (edge.label, &edge.clauses, edge.at, &edge.uncertain, &edge.chosen)
}

/// What `init/1` may be called with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Argument {
    /// The term.
    pub term: Term,
    /// Edges of the hunt with which the ways begin for which it was found.
    pub starts: BTreeSet<usize>,
}

/// What `init/1` may be called with, where that is chosen: first what starts the machine, of that what most ways can be gone
/// with; then what does not. Empty where nothing is found with so many steps of work.
pub fn arguments(machine: &mut Machine<'_>, hunt: &Hunt, work: u64) -> Vec<Argument> {
    let mut votes: Vec<(Argument, usize)> = Vec::new();
    let on = hunt.edges.iter().enumerate().filter(|(_, edge)| goes_on(edge));
    let ways: Vec<Vec<usize>> = on.map(|(number, _)| way(hunt, number)).collect();
    for way in ways.iter().rev().take(MAX_VOTES) {
        let found = argument(machine, hunt, way, work / (2 * MAX_VOTES as u64));
        let Some(found) = found else { continue };
        match votes.iter_mut().find(|(known, _)| known.term == found.term) {
            Some((known, n_ways)) => {
                known.starts.extend(found.starts);
                *n_ways += 1;
            }
            None => votes.push((found, 1)),
        }
    }
    // Of those with which many ways can be gone a small one.
    let most = votes.iter().map(|&(_, n_ways)| n_ways).max().unwrap_or(0);
    votes.sort_by_key(|(argument, n_ways)| {
        let is_good = n_ways * 3 >= most;
        (Reverse(is_good), argument.term.to_string().len(), Reverse(*n_ways))
    });
    let mut arguments: Vec<Argument> = votes.into_iter().map(|(argument, _)| argument).collect();
    arguments.truncate(MAX_STARTS);
    let goes_on = |&start: &usize| ways.iter().any(|way| way.first() == Some(&start));
    let starts = hunt.edges.iter().enumerate().filter(|(_, edge)| edge.source == 0);
    let (on, off): (Vec<usize>, Vec<usize>) = starts.map(|(number, _)| number).partition(goes_on);
    let is_known = |start: &usize| arguments.iter().any(|known| known.starts.contains(start));
    let on: Vec<usize> = on.into_iter().filter(|start| !is_known(start)).collect();
    for (starts, part) in [(on, 2), (off, 8)] {
        for start in starts.into_iter().take(MAX_STARTS) {
            let share = work / (part * MAX_STARTS as u64);
            arguments.extend(argument(machine, hunt, &[start], share));
        }
    }
    arguments
}

/// The argument with which a way can be gone, found with so many steps of work.
fn argument(machine: &mut Machine<'_>, hunt: &Hunt, way: &[usize], work: u64) -> Option<Argument> {
    machine.allow(work);
    let played = machine.played(&run_of(hunt, way)).ok()??;
    let term = played.grounds.argument.filter(is_constant)?;
    Some(Argument { term, starts: way.first().copied().into_iter().collect() })
}

/// Whether a hunt has met anything behind the start.
pub fn starts(hunt: &Hunt) -> bool {
    hunt.edges.iter().any(goes_on)
}

/// Whether a hunt has met starts that end, and nothing behind any start.
pub fn fails(hunt: &Hunt) -> bool {
    !starts(hunt) && hunt.edges.iter().any(|edge| edge.role.is_some_and(ends_start))
}

/// Whether the machine has started when a step happens.
fn goes_on(edge: &Edge) -> bool {
    edge.role.is_some_and(|role| !ends_start(role))
}

/// Whether an action says that the machine was not started.
fn ends_start(role: ActionRole) -> bool {
    matches!(role, ActionRole::StartFailed | ActionRole::StartIgnored)
}

/// The edges of the way by which an edge of a hunt was found, the start first and that edge last.
pub fn way(hunt: &Hunt, last: usize) -> Vec<usize> {
    let mut way = vec![last];
    let mut at = hunt.edges[last].source;
    while let Some(parent) = hunt.nodes[at].parent {
        way.push(parent);
        at = hunt.edges[parent].source;
    }
    way.reverse();
    way
}

impl Representatives {
    /// Brings values into an order that does not hang on which way was gone first.
    fn sort(&mut self) {
        self.commands.sort();
        self.reasons.sort();
        self.results.sort_by(|left, right| left.action.cmp(&right.action));
        for returned in &mut self.results {
            returned.values.sort();
        }
    }

    /// Notes the values of an action.
    fn take(&mut self, model: &Model, happened: &Happened) {
        let action = &model.actions[happened.action];
        let Some(last) = happened.args.last().filter(|last| is_constant(last)) else { return };
        match action.role {
            ActionRole::Command(kind) => add(&mut self.commands, (kind, last.clone())),
            ActionRole::ExitSignal => add(&mut self.reasons, last.clone()),
            _ if action.has_result => self.returned(action, last),
            _ => {}
        }
    }

    fn returned(&mut self, action: &Action, value: &Term) {
        let name = (action.name.clone(), action.arity);
        match self.results.iter_mut().find(|known| known.action == name) {
            Some(known) => add(&mut known.values, value.clone()),
            None => self.results.push(Returned {
                action: name,
                callee: action.callee.clone(),
                values: vec![value.clone()],
            }),
        }
    }
}

fn add<T: PartialEq>(all: &mut Vec<T>, value: T) {
    if !all.contains(&value) {
        all.push(value);
    }
}
