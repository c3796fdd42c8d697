//! Action sequences: the paper's split of a state function into decisions and indexed actions.
//!
//! Input: a core graph. Output: pure functions that return `{NextState, NewData, {Index, Args..}}`
//! and, for each index, the actions to perform with these arguments and what comes after them
//! (Guo, FORTE 2007, section 5.2). That is sound as long as no decision depends on how an action
//! ends. So a callback is cut into segments: where something after a call needs its result, or the
//! call may raise an exception, the sequence ends with this call, its result tuple carries the live
//! values, and the function of another segment decides again on these and the result.
//! After this point no pure function contains an action.
//!
//! Index 0 is the crash without a preceding action; the others count the branches from 1.

mod chains;
mod cuts;
mod splitter;

use frontend::{Diagnostic, Name, Span};
use rustc_hash::FxHashMap;

use crate::codes;
use crate::core::{OwnMessages, Service};
use crate::lower::lowered::Lowered;
use crate::pipeline::cancellation::Until;
use model::index::{Idx, IndexVec};
use model::{
    Class, Expr, Function, FunctionRole, OriginId, ProcedureIx, SegmentIx, StateIx, VarId,
};

use cuts::Cuts;
use splitter::Callback;

/// Sequences of one segment besides those for each clause, and segments of one callback, at most.
const MAX_SEQUENCES: usize = 4096;

/// Sequences besides for each clause: its answer may go to several clients.
const OF_CLAUSE: usize = 4;

/// A call of one callback that ends a sequence.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct CutIx(usize);

impl Idx for CutIx {
    fn from_usize(position: usize) -> Self {
        Self(position)
    }

    fn index(self) -> usize {
        self.0
    }
}

/// A callback after the split.
pub(crate) struct Split {
    /// Its beginning, then what follows the cuts.
    pub segments: IndexVec<SegmentIx, Segment>,
    /// The calls that end sequences.
    pub cuts: IndexVec<CutIx, Cut>,
}

/// A part of a callback.
pub(crate) struct Segment {
    /// The decisions.
    pub function: Function,
    /// The branches, by index.
    pub sequences: Vec<Sequence>,
}

/// What comes before a segment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Before {
    /// It is the first one.
    Nothing,
    /// A call of another module.
    Action,
    /// At least on one way a procedure, which need not have acted.
    Procedure,
}

/// The actions of one branch.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Sequence {
    /// Its index in the result of the function.
    pub index: usize,
    /// Actions in order; their arguments follow the index in the result tuple, in this order too.
    pub steps: Vec<SequenceStep>,
    /// What comes after them.
    pub end: SequenceEnd,
    /// The source clause.
    pub origin: Span,
}

/// An action of a sequence.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct SequenceStep {
    /// What it is to the machine, where `gen_fsm` itself carries it out.
    pub service: Option<Service>,
    /// Module of the called function.
    pub module: Name,
    /// The called function.
    pub function: Name,
    /// Number of arguments.
    pub arity: usize,
    /// The call.
    pub span: Span,
}

/// How a sequence ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) enum SequenceEnd {
    /// In the state and with the data of the result.
    Next,
    /// In the state and with the data of the result, with an event timeout, which is the last argument.
    NextTimeout,
    /// Stopped; the reason is the last argument, then the data of terminate/3 where that acts.
    Stop,
    /// Stopped, with an answer for the client with this number behind terminate/3; the answer follows the arguments of
    /// `Stop`.
    StopReply(usize),
    /// Stopped, with an answer for the process whose From is the last argument; the answer is in front of it, behind
    /// the arguments of `Stop`.
    StopAnswer,
    /// Crashed; the reason is the last argument, then the reason and the data of terminate/3 where
    /// that acts.
    Crash,
    /// The behaviour itself fails; the reason is the last argument.
    Break,
    /// terminate/3 is done.
    Done,
    /// Not started; the reason is the last argument.
    StartFailed,
    /// Not started, without a reason.
    StartIgnored,
    /// By the way in which the last step ends; the live values are the last arguments.
    Continue(CutIx),
    /// By the way in which a procedure ends: its arguments follow those of the steps, then the live
    /// values.
    Enter(CutIx),
    /// As a procedure does, whose arguments are the last ones: nothing follows its end.
    Become(ProcedureIx),
    /// The procedure is done; what it returns is the last argument.
    Return,
    /// No clause takes the message: the `receive` in front of it has not happened.
    Refused,
}

/// A call that ends a sequence.
#[derive(Clone, Debug)]
pub(crate) struct Cut {
    /// The called procedure; the last step of the sequence where absent.
    pub procedure: Option<ProcedureIx>,
    /// Variables whose values the result tuple carries behind the arguments of the steps.
    pub live: Vec<VarId>,
    /// The ways in which the call may end.
    pub outcomes: Vec<Outcome>,
}

/// A way in which a call may end, and what follows.
#[derive(Clone, Debug)]
pub(crate) struct Outcome {
    /// The way.
    pub shown: Shown,
    /// The segment that goes on.
    pub segment: SegmentIx,
    /// The arguments of its function.
    pub args: Vec<SegmentArg>,
}

/// What a call shows of its end.
#[derive(Clone, Debug)]
pub(crate) enum Shown {
    /// Nothing: it returns, and its value is unread.
    Nothing,
    /// The ground value that it returns.
    Value(Expr),
    /// An unknown value.
    Unknown(OriginId),
    /// An exception with a ground reason.
    Raise(Class, Expr),
    /// That it has waited long enough for a message.
    After,
    /// What the machine says: the reference of the timer that it has started, what its process dictionary held.
    Timer,
    /// A message that the machine knows to be in its mailbox.
    Mail(OwnMessages),
}

/// An argument of the function of a segment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum SegmentArg {
    /// The live value with this number, from 0.
    Live(usize),
    /// What the call has returned.
    Result,
}

/// Splits a lowered callback; `states` are the states of the model.
///
/// It is cut where that is needed; at every call where there are too many sequences otherwise. What is said where
/// that is not possible means nothing where the time is over.
pub(crate) fn split(
    lowered: &Lowered,
    role: &FunctionRole,
    states: &FxHashMap<Name, StateIx>,
    (span, until): (Span, &Until),
) -> Result<Split, Diagnostic> {
    split_at(Where::Needed, lowered, role, (states, until))
        .or_else(|| split_at(Where::EveryCall, lowered, role, (states, until)))
        .ok_or_else(|| too_many(span))
}

/// Which calls end sequences.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Where {
    /// Those whose end decides how the callback goes on.
    Needed,
    /// All.
    EveryCall,
}

fn split_at(
    place: Where,
    lowered: &Lowered,
    role: &FunctionRole,
    (states, until): (&FxHashMap<Name, StateIx>, &Until),
) -> Option<Split> {
    let mut cuts = Cuts::new(lowered, place);
    let is_procedure = matches!(role, FunctionRole::Procedure(..));
    let mut callback = Callback::new(lowered, (states, until), is_procedure);
    let mut segments: IndexVec<SegmentIx, Segment> = IndexVec::default();
    while let Some(start) = cuts.segment(SegmentIx::from_usize(segments.len())) {
        let segment = callback
            .segment(&start, role_of(role, start.segment), &mut cuts)
            .filter(|_| segments.len() < MAX_SEQUENCES)?;
        for sequence in &segment.sequences {
            if let SequenceEnd::Continue(cut) | SequenceEnd::Enter(cut) = sequence.end {
                cuts.resolve(cut);
            }
        }
        segments.push(segment);
    }
    Some(Split { segments, cuts: cuts.finish() })
}

/// The role of the function of a segment.
fn role_of(role: &FunctionRole, segment: SegmentIx) -> FunctionRole {
    match role {
        role if segment == SegmentIx(0) => role.clone(),
        FunctionRole::Procedure(procedure, _) => FunctionRole::Procedure(*procedure, segment),
        FunctionRole::Handler(handler) => FunctionRole::Segment(Some(*handler), segment),
        _ => FunctionRole::Segment(None, segment),
    }
}

fn too_many(span: Span) -> Diagnostic {
    Diagnostic::error(
        codes::TOO_LARGE,
        format!(
            "there are more than {MAX_SEQUENCES} action sequences in this callback, besides {OF_CLAUSE} for each clause"
        ),
        span,
    )
}

impl Split {
    /// The beginning of the callback.
    pub(crate) fn entry(&self) -> &Segment {
        &self.segments[SegmentIx(0)]
    }

    /// What comes before each segment.
    pub(crate) fn before(&self) -> Vec<Before> {
        let mut before = vec![Before::Action; self.segments.len()];
        before[0] = Before::Nothing;
        for cut in self.cuts.iter().filter(|cut| cut.procedure.is_some()) {
            for outcome in &cut.outcomes {
                before[outcome.segment.index()] = Before::Procedure;
            }
        }
        before
    }

    /// The calls of the model, each with what it shows of its end, in order of appearance.
    pub(crate) fn calls(&self) -> impl Iterator<Item = (&SequenceStep, &Shown)> + Clone {
        let sequences = self.segments.iter().flat_map(|segment| &segment.sequences);
        sequences.flat_map(|sequence| {
            let last = match sequence.end {
                SequenceEnd::Continue(cut) => self.cuts[cut].outcomes.as_slice(),
                _ => &[],
            };
            let is_cut = matches!(sequence.end, SequenceEnd::Continue(_));
            let n_plain = sequence.steps.len() - usize::from(is_cut);
            let plain = sequence.steps[..n_plain].iter().map(|step| (step, &Shown::Nothing));
            let cut = sequence
                .steps
                .last()
                .into_iter()
                .flat_map(move |step| last.iter().map(move |outcome| (step, &outcome.shown)));
            plain.chain(cut)
        })
    }
}
