//! A property of the old version on the new one: kept or lost, why, and what is left of it.
//!
//! Input: a change and a formula. Output: both verdicts, the rules that explain a property that is kept, and for one that is lost the
//! first of some weaker properties that holds.

mod weaker;

use checker::{Formula, Shape, StateAtoms, Truth, Verdict};

pub use weaker::{Candidate, candidates};

use crate::change::Change;
use crate::rules::{self, Step};

/// In which way a property is weaker than the one that was lost.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Weakening {
    /// Instead of what is waited for, one of the failures that were added may come.
    Failures,
    /// Runs that go round a loop or a fallback for ever, though they could leave it, do not count.
    Fair,
    /// Both.
    FailuresFair,
}

/// A weaker property.
#[derive(Clone, Debug)]
pub struct Weaker {
    /// What it says.
    pub candidate: Candidate,
    /// The verdict on the new version.
    pub verdict: Verdict,
    /// The rules that explain it, if they do and if it is not a fair one.
    pub steps: Vec<Step>,
}

/// What has become of a property.
#[derive(Clone, Debug)]
pub struct Preserved {
    /// The verdict on the old version.
    pub old: Verdict,
    /// The verdict on the new version; its evidence is a shortest run of that.
    pub new: Verdict,
    /// What the rules say of each piece; empty if there are none for such a property, or if it does not hold before.
    pub steps: Vec<Step>,
    /// If it was lost, the first weaker property that holds of the new version.
    pub weaker: Option<Weaker>,
}

impl Preserved {
    /// Whether the rules alone say that the property is kept.
    pub fn is_by_rule(&self) -> bool {
        !self.steps.is_empty() && self.steps.iter().all(|step| step.rule().is_some())
    }

    /// Whether the property held and does not hold any more.
    pub fn is_lost(&self) -> bool {
        self.old.holds == Truth::True && self.new.holds == Truth::False
    }
}

/// What has become of a property; `atoms` say what the states of the old and of the new version show. None if the formula is none
/// that can be checked, which `checker::check` says with messages.
pub fn preserve(
    change: &Change<'_>,
    formula: &Formula,
    atoms: [&dyn StateAtoms; 2],
) -> Option<Preserved> {
    let (old, new) = (change.old, change.new);
    let check = |lts: &lts::Lts, atoms| {
        let mut outcomes = checker::check_states(lts, atoms, formula, &[lts.initial()]);
        outcomes.pop().filter(|outcome| !outcome.has_errors()).map(|outcome| outcome.value)
    };
    let (old, new) = (check(&old.lts, atoms[0])?, check(&new.lts, atoms[1])?);
    Some(explained(change, formula, [old, new]))
}

/// What has become of a property whose verdicts on the old and on the new version are known.
pub fn explained(change: &Change<'_>, formula: &Formula, verdicts: [Verdict; 2]) -> Preserved {
    let [old, new] = verdicts;
    let shape = Shape::of(formula).filter(|_| old.holds == Truth::True && old.is_settled);
    let steps = shape.as_ref().map_or_else(Vec::new, |shape| rules::steps(change, shape));
    let mut preserved = Preserved { old, new, steps, weaker: None };
    if preserved.is_lost() {
        preserved.weaker = shape.and_then(|shape| weaker(change, &shape));
    }
    preserved
}

/// The first weaker property that holds of the new version.
fn weaker(change: &Change<'_>, shape: &Shape) -> Option<Weaker> {
    candidates(change, shape).into_iter().find_map(|candidate| {
        let verdict = checker::check(&change.new.lts, &candidate.formula).value;
        if verdict.holds != Truth::True || !verdict.is_settled {
            return None;
        }
        let is_fair = !candidate.fair.is_empty();
        let steps = if is_fair { Vec::new() } else { rules::steps(change, &candidate.shape) };
        Some(Weaker { candidate, verdict, steps })
    })
}
