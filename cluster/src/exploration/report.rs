//! What a worker tells all others behind each level, and what follows from all that they have told.

use std::time::Instant;

use crate::words::{halves, whole};

/// Why a system is not complete, the most urgent reason first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Why {
    /// A large map is gone through in an order that is not known.
    Unordered = 1,
    /// The text of the system is at fault.
    Refused,
    /// A worker was interrupted.
    Interrupted,
    /// There are more states than allowed.
    MaxStates,
    /// A term of the model has no value.
    Stuck,
    /// Too many hidden steps in a row.
    Hidden,
    /// A term is too large.
    TooLarge,
    /// Pure code took too many steps.
    Budget,
    /// All that was asked is answered.
    Enough,
}

impl Why {
    const ALL: [Self; 9] = [
        Self::Unordered,
        Self::Refused,
        Self::Interrupted,
        Self::MaxStates,
        Self::Stuck,
        Self::Hidden,
        Self::TooLarge,
        Self::Budget,
        Self::Enough,
    ];

    /// Whether nothing more is expanded.
    pub(crate) fn is_end(self) -> bool {
        self <= Self::MaxStates || self == Self::Enough
    }

    fn of(number: u64) -> Option<Self> {
        Self::ALL.into_iter().find(|why| *why as u64 == number)
    }
}

/// How a worker stands behind a level.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Report {
    /// States that it owns.
    pub states: u64,
    /// Those of the next level among them.
    pub new: u64,
    /// Transitions from its states.
    pub transitions: u64,
    /// States without a step.
    pub deadlocks: u64,
    /// States that could not be expanded.
    pub unexpanded: u64,
    /// Parcels that it has sent to others.
    pub parcels: u64,
    /// Bytes that it has sent to others.
    pub bytes: u64,
    /// Why something is missing, if so.
    pub why: Option<Why>,
    /// What its overseer says of that.
    pub note: u64,
    /// Whether all are to bring what they have on the disk.
    pub keeps: bool,
    /// The questions that its states have answered so far.
    pub answered: u64,
}

/// Numbers of a report.
const FIELDS: usize = 11;

impl Report {
    pub(crate) fn words(&self) -> Vec<u32> {
        let why = self.why.map_or(0, |why| why as u64);
        let numbers: [u64; FIELDS] = [
            self.states,
            self.new,
            self.transitions,
            self.deadlocks,
            self.unexpanded,
            self.parcels,
            self.bytes,
            why,
            self.note,
            u64::from(self.keeps),
            self.answered,
        ];
        numbers.into_iter().flat_map(halves).collect()
    }

    pub(crate) fn of(words: &[u32]) -> Option<Self> {
        let numbers = words.chunks_exact(2).map(|pair| whole([pair[0], pair[1]]));
        let numbers: Vec<u64> = numbers.collect();
        let (&[keeps, answered], numbers) =
            numbers.split_last_chunk().map(|(n, last)| (last, n))?;
        let &[states, new, transitions, deadlocks, unexpanded, parcels, bytes, why, note] = numbers
        else {
            return None;
        };
        let (why, keeps) = (Why::of(why), keeps > 0);
        Some(Self {
            states,
            new,
            transitions,
            deadlocks,
            unexpanded,
            parcels,
            bytes,
            why,
            note,
            keeps,
            answered,
        })
    }
}

/// When segments were brought to the disk, and when that is due again.
#[derive(Debug)]
pub(crate) struct Keeping {
    pub(crate) last: Instant,
    /// The level that worker 0 has asked all to keep, and whether all have.
    pub(crate) asked: Option<usize>,
}
