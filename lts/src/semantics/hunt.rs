//! Hunting: exploration that looks for what can go wrong, without the aim to be complete.
//!
//! Input: a machine, limits. Output: a graph of what was met: precise states, of which one stands for all
//! that have the same abstract key (`key`), and what happens between them. Calls of other modules are
//! hidden unless they hand on the tag of a call, ways that meet again are one (`run`), and what rests on few
//! uncertain values comes first (`search`). Nothing is widened here; what was left out is counted.

mod costly;
mod debts;
mod idle;
mod key;
mod pending;
mod run;
mod sample;
mod search;

use frontend::Span;
use model::{ActionRole, OriginId};

use crate::graph::ids::LabelId;

pub use debts::{Debt, Waiting};
pub use idle::{Idle, Kept};

pub(crate) use debts::hands_out;
pub(crate) use idle::Slots;

use super::store::TermId;
use super::{Machine, Words};

/// When to stop.
#[derive(Clone, Copy, Debug)]
pub struct HuntLimits {
    /// States at most.
    pub max_states: usize,
    /// Work at most, behind the start, as [`Machine::work`] counts it.
    pub max_work: u64,
}

/// What was met.
#[derive(Clone, Debug, Default)]
#[allow(clippy::struct_excessive_bools, reason = "facts that do not depend on each other")]
pub struct Hunt {
    /// States; the first one stands before the machine starts.
    pub nodes: Vec<HuntNode>,
    /// What happens between them.
    pub edges: Vec<Edge>,
    /// What was not followed because it takes too much: the state, and the action if one is known.
    pub given_up: Vec<(usize, Option<LabelId>)>,
    /// Ways through events that were followed in part only.
    pub lost: usize,
    /// Whether decisions in the start were sampled, as the machine was not entered otherwise.
    pub is_sampled: bool,
    /// Work done.
    pub work: u64,
    /// Whether a limit was met before everything was seen, up to the key.
    pub is_cut_short: bool,
    /// Whether the `interrupted` of the machine, which watches the clock, has ended it.
    pub is_interrupted: bool,
    /// Whether some state was not looked at itself: another one has stood for it.
    pub is_abstract: bool,
}

/// A state.
#[derive(Clone, Debug)]
pub struct HuntNode {
    /// Its words.
    pub state: Words,
    /// The edge by which it was found.
    pub parent: Option<usize>,
    /// Decisions on uncertain values on the way to it.
    pub doubts: usize,
    /// Actions on the way to it.
    pub length: usize,
    /// Whether what follows is known.
    pub is_expanded: bool,
    /// References of calls that wait, which others have got on the way to it.
    pub(crate) handed: Vec<TermId>,
}

/// Something that happens.
#[derive(Clone, Debug)]
pub struct Edge {
    /// The state before.
    pub source: usize,
    /// The state behind; one that has the same key.
    pub target: usize,
    /// The action as a label.
    pub label: LabelId,
    /// What the action stands for; absent before the machine starts.
    pub role: Option<ActionRole>,
    /// Source clauses of callbacks taken.
    pub clauses: Vec<Span>,
    /// The source construct that was decided last, or that an exception comes from.
    pub at: Option<Span>,
    /// Uncertain values on which it rests.
    pub uncertain: Vec<OriginId>,
    /// Values that were decided on and that the environment chooses.
    pub chosen: Vec<OriginId>,
    /// Whether it rests on what was cut.
    pub cut: bool,
    /// The state behind itself, where another one of its key stands for it.
    pub state: Option<Words>,
    /// References of calls that wait behind it, which others have got by then.
    pub(crate) handed: Vec<TermId>,
}

impl Machine<'_> {
    /// Source clauses of callbacks taken so far.
    pub fn taken(&self) -> impl Iterator<Item = Span> {
        self.taken.iter().copied()
    }
}
