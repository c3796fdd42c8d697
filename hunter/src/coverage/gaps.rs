//! What a hunt may not have seen: reasons why what it has met is not all that there is.
//!
//! Input: a hunt, its machine, the moves made of it. Output: the reasons, each once, in a fixed order; none where all
//! was met that the model can do under the environment, up to states that are taken for one
//! (`docs/hunting.md` has a table of them). Does not say what of it may be found.

use std::collections::BTreeSet;
use std::fmt;

use translator::derive::tells_apart;

use crate::Subject;
use crate::moves::Moves;

/// A reason why there may be more than a hunt has met.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Gap {
    /// The clock has ended it.
    Clock,
    /// As many states were met, or as much work was done, as may be.
    Limit,
    /// So many events, and ways through them, took too much and were not followed, or in part only.
    Ways(usize),
    /// Some of the ways through the start were followed, as all of them took too much.
    Sampled,
    /// Something rests on the value of a function that was not followed to its end, which no finding is made of.
    Function,
    /// A procedure that waits for itself on unknown values was left after its first rounds.
    Rounds,
    /// More messages, timers or monitors were pending than the model holds.
    Overflow,
    /// More happens in one event than is put together.
    Long,
    /// What was met took too much to be judged.
    Judging,
    /// The translator has left something out, with the codes of its warnings.
    Model(BTreeSet<&'static str>),
    /// A callback looks closer at an event than the suggestions do, which name none of what it tells apart.
    Unnamed,
    /// A header could not be read: it may define anything.
    Header,
    /// The machine comes into states that the module does not name, and what is found there is not told.
    Nameless,
}

impl Gap {
    /// Whether ways of the model were not followed: of those that were nothing is left out otherwise.
    pub(crate) fn is_cut(&self) -> bool {
        matches!(self, Self::Clock | Self::Limit | Self::Ways(_) | Self::Sampled)
    }
}

impl fmt::Display for Gap {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Clock => write!(f, "ended by the clock"),
            Self::Limit => write!(f, "a limit of states or work was met"),
            Self::Ways(1) => write!(f, "1 way left out"),
            Self::Ways(count) => write!(f, "{count} ways left out"),
            Self::Sampled => write!(f, "`init/1` was sampled"),
            Self::Function => write!(f, "a function was not followed to its end"),
            Self::Rounds => write!(f, "a loop was left after its first rounds"),
            Self::Overflow => write!(f, "more was pending than the model holds"),
            Self::Long => write!(f, "an event goes on longer than was looked at"),
            Self::Judging => write!(f, "not all of it was judged"),
            Self::Model(codes) => {
                let codes: Vec<&str> = codes.iter().copied().collect();
                write!(f, "not in the model: {}", codes.join(", "))
            }
            Self::Unnamed => write!(f, "a function tells events apart that no callback names"),
            Self::Header => write!(f, "a header was not read"),
            Self::Nameless => write!(f, "states that nobody names are left out"),
        }
    }
}

/// The reasons that are known before anything is judged.
pub(crate) fn before(subject: &Subject<'_>, moves: &Moves<'_, '_>) -> Vec<Gap> {
    let (hunt, machine) = (moves.hunt, &*moves.machine);
    let ways = hunt.given_up.len() + hunt.lost;
    let codes: BTreeSet<&'static str> = subject.left_out.iter().map(|(code, _)| code.0).collect();
    let rests_on_cut = hunt.edges.iter().any(|edge| edge.cut);
    let is_nameless = moves.idle.iter().flatten().any(|idle| idle.is_nameless);
    let candidates = [
        (hunt.is_interrupted, Gap::Clock),
        (hunt.is_cut_short && !hunt.is_interrupted, Gap::Limit),
        (ways > 0, Gap::Ways(ways)),
        (hunt.is_sampled, Gap::Sampled),
        (rests_on_cut, Gap::Function),
        (machine.left_out().next().is_some(), Gap::Rounds),
        (machine.overflows(), Gap::Overflow),
        (moves.is_cut, Gap::Long),
        (subject.model.is_partial, Gap::Model(codes)),
        (
            subject.is_open
                && tells_apart(subject.model.behaviour, subject.module, subject.derived),
            Gap::Unnamed,
        ),
        (subject.module.lacking.is_some(), Gap::Header),
        (is_nameless, Gap::Nameless),
    ];
    candidates.into_iter().filter(|(is_so, _)| *is_so).map(|(_, gap)| gap).collect()
}
