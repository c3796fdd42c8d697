//! The boundary between a model and the code that explores it.
//!
//! A state is a vector of a fixed number of words; what they mean is the model's business. The
//! shape follows `LTSmin`'s PINS: successors are appended to a buffer of the caller, in an order that
//! depends on the state alone.

use frontend::{Diagnostic, Span};

use crate::graph::ids::LabelId;
use crate::label::LabelTable;
use crate::semantics::Work;
use crate::states::StateStore;

/// A transition system that is computed step by step.
pub trait NextState {
    /// Number of words of a state.
    fn width(&self) -> usize;

    /// Writes the initial state into `out`, which is empty.
    fn initial(&mut self, out: &mut Vec<u32>) -> Result<(), StepError>;

    /// Appends the successors of `state` to `out`, in which those of other states may stand; of what is
    /// appended before an error nothing is used.
    fn successors(&mut self, state: &[u32], out: &mut Successors) -> Result<(), StepError>;

    /// The labels seen so far.
    fn labels(&self) -> &LabelTable;

    /// Bytes that may be asked for at once when more of the system is seen.
    fn growth(&self) -> usize {
        0
    }

    /// Whether the states so far were so much work that it is to be prepared for others at once.
    fn is_laborious(&self) -> bool {
        false
    }

    /// Called once, when many states are known. A system may write its states in another way from now on:
    /// then these are all of them, under the same numbers.
    fn prepared(&mut self, states: &StateStore) -> Option<StateStore> {
        let _ = states;
        None
    }

    /// What several threads may ask for successors, as long as nothing changes.
    fn shared(&self) -> Option<Box<dyn Shared + '_>> {
        None
    }
}

/// Successors that are computed without changing anything.
pub trait Shared: Sync {
    /// Room for one thread to work in.
    fn desk(&self) -> Desk;

    /// Appends the successors of `state` to `out`, as the system itself does; false where only the system can,
    /// then nothing that is appended is used.
    fn successors(&self, desk: &mut Desk, state: &[u32], out: &mut Successors) -> bool;
}

/// Room in which successors are computed.
#[derive(Clone, Debug, Default)]
pub struct Desk {
    /// Values of registers.
    pub(crate) values: Vec<u32>,
    /// What is looked up.
    pub(crate) key: Vec<u32>,
    /// Where functions are computed.
    pub(crate) work: Work,
}

/// Successors of one state: labels, and their states one after another.
#[derive(Clone, Debug, Default)]
pub struct Successors {
    labels: Vec<LabelId>,
    words: Vec<u32>,
}

impl Successors {
    /// Forgets all successors.
    pub fn clear(&mut self) {
        self.labels.clear();
        self.words.clear();
    }

    /// Appends a successor.
    pub fn push(&mut self, label: LabelId, state: &[u32]) {
        self.labels.push(label);
        self.words.extend_from_slice(state);
    }

    /// Appends a successor of this width: its first word, these words, then zeros.
    #[inline]
    pub(crate) fn push_words(
        &mut self,
        label: LabelId,
        first: u32,
        words: impl Iterator<Item = u32>,
        width: usize,
    ) {
        self.labels.push(label);
        let start = self.words.len();
        self.words.push(first);
        self.words.extend(words);
        self.words.resize(start + width, 0);
    }

    /// The labels of the successors, and all words of their states.
    pub(crate) fn parts(&self) -> (&[LabelId], &[u32]) {
        (&self.labels, &self.words)
    }

    /// Forgets the successors behind the first `len`; `width` is the length of a state.
    pub fn truncate(&mut self, len: usize, width: usize) {
        self.labels.truncate(len);
        self.words.truncate(len * width);
    }

    /// The successors in order, each with its label; `width` is the length of a state.
    pub fn iter(&self, width: usize) -> impl Iterator<Item = (LabelId, &[u32])> {
        self.labels.iter().copied().zip(self.words.chunks_exact(width.max(1)))
    }

    /// Number of successors.
    pub fn len(&self) -> usize {
        self.labels.len()
    }

    /// Whether there is no successor.
    pub fn is_empty(&self) -> bool {
        self.labels.is_empty()
    }
}

/// Why the successors of a state could not be computed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StepError {
    /// Pure code took more steps than it may.
    Budget(Cycle),
    /// Pure code built a term that is too large.
    TooLarge(Cycle),
    /// There are too many hidden steps in a row, in these functions.
    Hidden(Cycle),
    /// A large map is gone through, in an order that is not known.
    Unordered,
    /// The caller does not want to wait any longer.
    Interrupted,
    /// A term of the model has no value: a fault of the code that built the model.
    Stuck,
    /// The text that the system was read from says nothing, or nothing that can be computed, about
    /// this state.
    Refused(Box<Diagnostic>),
}

/// The functions that call each other in code that does not come to an end, each calling the next one
/// and the last one the first; empty where none calls itself.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Cycle {
    /// Names, with arity.
    pub functions: Vec<String>,
    /// A place in the first one.
    pub place: Option<Span>,
}
