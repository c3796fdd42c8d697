//! Rules: why a property of the old version is one of the new version, too.
//!
//! Input: a change, a property of a shape that there are rules for. Output: for each piece of the change the first rule all of whose
//! assumptions hold; or those that were tried, with what does not hold. Each assumption is checked on the old version alone (with what
//! was added before) or on the piece alone, and so the answer is an explanation.

pub(crate) mod formulas;
mod response;
mod safety;
mod steps;
mod systems;

pub use steps::{every, steps};

use std::fmt;

use crate::change::Kind;

/// Which rule of the paper, or of ours, for a shape of properties.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Number {
    /// (i) The piece is not entered while something is waited for.
    NotEntered,
    /// (ii) What is waited for comes behind the piece.
    Behind,
    /// (iii) What is waited for comes in the piece.
    Inside,
    /// (iv) What the piece does, the old version could do: it leads from the same states to the same ones without what is waited for.
    Mimicked,
    /// Nothing that must not happen happens in the piece.
    Absent,
    /// From everywhere in the piece something that is asked for can happen yet, or the piece can be left.
    Leads,
    /// Through the piece no run comes nearer to what must not happen than the old version does.
    Safe,
    /// More runs: what was possible is possible.
    Possible,
    /// Where transitions were removed no run ends that did not, or none that waits for something.
    Removed,
}

impl Number {
    /// The name of the rule: `(i)` to `(iv)`, or a word.
    pub fn name(self) -> &'static str {
        match self {
            Self::NotEntered => "(i)",
            Self::Behind => "(ii)",
            Self::Inside => "(iii)",
            Self::Mimicked => "(iv)",
            Self::Absent => "invariant",
            Self::Leads => "leading on",
            Self::Safe => "safety",
            Self::Possible => "possibility",
            Self::Removed => "removal",
        }
    }

    /// What the rule says, in a sentence.
    pub fn says(self) -> &'static str {
        match self {
            Self::NotEntered => "it is not entered while something is waited for",
            Self::Behind => "what is waited for comes behind it",
            Self::Inside => "what is waited for comes inside it",
            Self::Mimicked => "the old version goes the same way without what is waited for",
            Self::Absent => "what must not happen does not happen in it",
            Self::Leads => "from everywhere in it what can happen can happen yet",
            Self::Safe => "through it no run comes nearer to what must not happen",
            Self::Possible => "what was possible is possible with more runs",
            Self::Removed => "no run ends there that still waits for something",
        }
    }
}

impl fmt::Display for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// What an assumption is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Subject {
    /// The old version, with the pieces added before.
    Old,
    /// The added piece alone.
    Piece,
}

/// A condition of a rule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Assumption {
    /// What it is about.
    pub subject: Subject,
    /// What it says, as a sentence: `behind \"start\" no run comes to where it is entered before \"issue\"`.
    pub says: String,
    /// The formula that was checked; `state(entry)` and `state(exit)` are where the piece is glued.
    pub formula: String,
    /// Whether it holds.
    pub holds: bool,
}

/// A rule that was tried.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rule {
    /// Which one.
    pub number: Number,
    /// Its conditions; all hold if the rule applies.
    pub assumptions: Vec<Assumption>,
}

impl Rule {
    /// Whether all assumptions hold, so that the property is kept.
    pub fn applies(&self) -> bool {
        self.assumptions.iter().all(|assumption| assumption.holds)
    }
}

/// What the rules say of one piece, or of the transitions that were removed and not refined.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// Index of the piece in `Change::extensions`; none for what was removed.
    pub piece: Option<usize>,
    /// The kinds of the piece.
    pub kinds: Vec<Kind>,
    /// The rules that were tried in this order; if one applies it is the last.
    pub tried: Vec<Rule>,
}

impl Step {
    /// The rule by which the piece keeps the property, if there is one.
    pub fn rule(&self) -> Option<&Rule> {
        self.tried.last().filter(|rule| rule.applies())
    }
}
