//! States that were met and not looked at, and those that stand for them.
//!
//! Input: moves of a hunt. Output: for each state that was told apart from others and not followed, one that was followed and is alike
//! in all but its data: the same state of the machine, the same events to come, the same callers. What is found by
//! these holds up to the abstraction of the hunt only: not where a clause that was never taken may be there for what comes behind it.

use std::collections::{BTreeMap, BTreeSet};

use frontend::Span;
use lts::Term;
use lts::semantics::{Debt, Idle};

use crate::checks::crash::callback_at;
use crate::moves::{Move, Moves};
use crate::source::may_be_for;

/// What of a state does not hang on its data.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Likeness<'i> {
    state: Option<&'i str>,
    timeout: Option<&'i str>,
    /// The event that comes at once.
    next: Option<&'i Term>,
    postponed: BTreeSet<&'i Term>,
    /// The callers that wait.
    waiting: Vec<(usize, Debt)>,
}

/// For each state that was not looked at one that was, and is like it, where there is one; none where a limit has ended the hunt.
pub(crate) fn stand_ins(moves: &Moves<'_, '_>) -> BTreeMap<usize, usize> {
    let mut stand_ins = BTreeMap::new();
    if !moves.hunt.is_abstract || moves.hunt.is_cut_short {
        return stand_ins;
    }
    let mut followed: BTreeMap<Likeness<'_>, usize> = BTreeMap::new();
    let idle =
        || moves.idle.iter().enumerate().filter_map(|(node, idle)| Some((node, idle.as_ref()?)));
    for (node, idle) in idle().filter(|(node, _)| moves.hunt.nodes[*node].is_expanded) {
        followed.entry(likeness(idle)).or_insert(node);
    }
    for (node, idle) in idle().filter(|(node, _)| !moves.hunt.nodes[*node].is_expanded) {
        stand_ins.extend(followed.get(&likeness(idle)).map(|&other| (node, other)));
    }
    stand_ins
}

/// What leads to the states of a hunt; where one stands for another, what leads to that leads to it, too.
pub(crate) struct Backwards {
    before: BTreeMap<usize, Vec<usize>>,
    stand_ins: BTreeMap<usize, usize>,
}

impl Backwards {
    /// What leads to the states of this hunt.
    pub(crate) fn of(moves: &Moves<'_, '_>) -> Self {
        let stand_ins = stand_ins(moves);
        let mut before: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
        for edge in &moves.hunt.edges {
            before.entry(edge.target).or_default().push(edge.source);
        }
        for (&node, &other) in &stand_ins {
            before.entry(other).or_default().push(node);
        }
        Self { before, stand_ins }
    }

    /// Whether nothing is known of what follows a state: it was not looked at, and none that was stands for it.
    pub(crate) fn is_open(&self, moves: &Moves<'_, '_>, node: usize) -> bool {
        !moves.hunt.nodes[node].is_expanded && !self.stand_ins.contains_key(&node)
    }

    /// The states from which some way leads to one of these, and these.
    pub(crate) fn from(&self, mut pending: Vec<usize>) -> BTreeSet<usize> {
        let mut found = BTreeSet::new();
        while let Some(node) = pending.pop() {
            if found.insert(node) {
                pending.extend(self.before.get(&node).into_iter().flatten());
            }
        }
        found
    }
}

fn likeness(idle: &Idle) -> Likeness<'_> {
    Likeness {
        state: idle.state.as_deref(),
        timeout: idle.timeout.as_deref(),
        next: idle.kept.next.as_ref(),
        postponed: idle.kept.postponed.iter().collect(),
        waiting: idle.waiting.iter().map(|waiting| (waiting.client, waiting.debt)).collect(),
    }
}

/// Whether the callback of a move has a clause that may be there for its event, and that no move has taken: as one that ends a count.
pub(crate) fn has_untaken_clause(moves: &Moves<'_, '_>, this_move: &Move) -> bool {
    let (Some((name, arity)), Some((kind, event))) =
        (moves.callback(this_move), moves.event(this_move))
    else {
        return false;
    };
    let Some(callback) = callback_at(moves, this_move, (&name, arity), None) else { return false };
    let taken: BTreeSet<Span> = moves.all.iter().filter_map(|other| moves.clause(other)).collect();
    let behaviour = moves.model.behaviour;
    callback.clauses.iter().any(|clause| {
        !taken.contains(&clause.span) && may_be_for(behaviour, clause, (kind, &event))
    })
}
