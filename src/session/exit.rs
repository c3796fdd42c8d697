//! Exit codes, and which one wins where there are several reasons.

use std::process::ExitCode;

/// The codes as help and manual say them.
pub(crate) const CODES: &str = "\
Exit codes:
  0  everything is as expected
  1  a property is violated, an expectation is not met, a finding is certain, two systems differ
  2  wrong input or usage
  3  inconclusive: a limit was met before the answer was known
101  a bug of erl2lts";

/// How a run ends, in order of precedence.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Exit {
    /// Everything as expected: 0.
    Success,
    /// A limit was met before the answer was known: 3.
    Inconclusive,
    /// A property is violated, or an expectation is not met: 1.
    Violated,
    /// Wrong usage or input: 2.
    Input,
    /// A bug of erl2lts: 101.
    Bug,
}

impl Exit {
    /// The exit that stands for both.
    pub(crate) fn and(self, other: Self) -> Self {
        if other.weight() > self.weight() { other } else { self }
    }

    /// The number that the shell sees.
    pub(crate) fn code(self) -> u8 {
        match self {
            Self::Success => 0,
            Self::Violated => 1,
            Self::Input => 2,
            Self::Inconclusive => 3,
            Self::Bug => 101,
        }
    }

    fn weight(self) -> u8 {
        match self {
            Self::Success => 0,
            Self::Inconclusive => 1,
            Self::Violated => 2,
            Self::Input => 3,
            Self::Bug => 4,
        }
    }
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        Self::from(exit.code())
    }
}
