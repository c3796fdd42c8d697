//! Exit codes, and which one wins where there are several reasons.

use std::process::ExitCode;

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
        Self::from(match exit {
            Exit::Success => 0,
            Exit::Violated => 1,
            Exit::Input => 2,
            Exit::Inconclusive => 3,
            Exit::Bug => 101,
        })
    }
}
