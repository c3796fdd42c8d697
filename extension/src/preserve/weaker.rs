//! What is left of a property that was lost: weaker ones.
//!
//! Input: a change, "b comes for certain behind each a". Output: weaker properties, in the order in which they are tried: one of the
//! failures that were added may come instead; runs that go round what was added for ever, though they could leave it, do not count; both.

use checker::fair::{Fairness, Strength, fair};
use checker::formula::{Act, ActionFormula};
use checker::{Formula, Shape};
use lts::{LabelId, LabelTable, StateId};

use super::Weakening;
use crate::change::{Change, Kind, Transition};
use crate::rules::formulas::{action, behind, comes};

/// A weaker property, not checked yet.
#[derive(Clone, Debug)]
pub struct Candidate {
    /// In which way it is weaker.
    pub weakening: Weakening,
    /// The labels that may come instead, as they are written in a formula.
    pub failures: Vec<String>,
    /// The labels that are not chosen for ever, as they are written in a formula.
    pub fair: Vec<String>,
    /// The property.
    pub formula: Formula,
    /// What it says of all runs, not of the fair ones alone.
    pub shape: Shape,
    /// The property as ESCTL has it; what is fair stands beside it.
    pub text: String,
}

/// The weaker properties of one of a shape, in order; none for shapes other than "b comes for certain".
pub fn candidates(change: &Change<'_>, shape: &Shape) -> Vec<Candidate> {
    let Shape::Response { after, comes } = shape else { return Vec::new() };
    let of = Weakened { labels: change.new.lts.labels(), after: after.as_ref(), comes };
    let endings = endings(change);
    let doors = pieces(change, |piece| &piece.points_of_no_return);
    let mut failures = vec![endings];
    if !failures.contains(&doors) {
        failures.push(doors);
    }
    failures.retain(|labels| !labels.is_empty());
    let again = chosen_again(change);
    let mut ways: Vec<(&[LabelId], &[LabelId])> = Vec::new();
    ways.extend(failures.iter().map(|failures| (failures.as_slice(), &[][..])));
    if !again.is_empty() {
        ways.push((&[], &again));
        ways.extend(failures.iter().map(|failures| (failures.as_slice(), &again[..])));
    }
    ways.into_iter().filter_map(|(failures, again)| of.made(failures, again)).collect()
}

/// The labels that lead to states in which nothing more happens, and which are added or had something left.
fn endings(change: &Change<'_>) -> Vec<LabelId> {
    let Change { old, new, difference, .. } = change;
    let mut labels = pieces(change, |piece| &piece.endings);
    let is_stopped = |state: StateId| {
        let was = difference.old_of(state);
        new.lts.out(state).is_empty() && was.is_some_and(|was| !old.lts.out(was).is_empty())
    };
    for state in new.lts.states().filter(|&state| is_stopped(state)) {
        labels.extend(new.lts.incoming().of(state).iter().map(|edge| edge.label));
    }
    sorted(labels)
}

fn pieces<'c>(
    change: &'c Change<'_>,
    of: impl Fn(&'c crate::change::Extension) -> &'c [Transition],
) -> Vec<LabelId> {
    sorted(change.extensions.iter().flat_map(of).map(|added| added.label).collect())
}

/// The labels that enter loops and fallbacks.
fn chosen_again(change: &Change<'_>) -> Vec<LabelId> {
    let mut labels = Vec::new();
    for piece in &change.extensions {
        let goes_round = |entry| {
            let mut links = piece.links.iter();
            links.any(|link| {
                link.entry == Some(entry) && matches!(link.kind, Kind::Loop | Kind::Fallback)
            })
        };
        for (entry, own) in &piece.entries {
            if goes_round(*entry) {
                labels.extend(own);
            }
        }
    }
    sorted(labels)
}

fn sorted(mut labels: Vec<LabelId>) -> Vec<LabelId> {
    labels.sort_unstable();
    labels.dedup();
    labels
}

/// A property about to be weakened.
struct Weakened<'f> {
    labels: &'f LabelTable,
    after: Option<&'f ActionFormula>,
    comes: &'f ActionFormula,
}

impl Weakened<'_> {
    /// With failures that may come instead, on runs that do not choose some labels for ever.
    fn made(&self, failures: &[LabelId], again: &[LabelId]) -> Option<Candidate> {
        let weakening = match (failures.is_empty(), again.is_empty()) {
            (false, true) => Weakening::Failures,
            (false, false) => Weakening::FailuresFair,
            (true, _) => Weakening::Fair,
        };
        let [failures, again] = [failures, again].map(|labels| self.actions(labels));
        let awaited = one_of([vec![self.comes.clone()], failures.clone()].concat());
        let text = match self.after {
            Some(after) => format!("AG ({{{after}}} => AF{{{awaited}}})"),
            None => format!("AF{{{awaited}}}"),
        };
        let of_all_runs = match self.after {
            Some(after) => behind(after, comes(&awaited)),
            None => comes(&awaited),
        };
        let fairness = Fairness { strength: Strength::Strong, conditions: again.clone() };
        let formula = fair(&of_all_runs, &fairness).ok()?;
        let texts = |actions: &[ActionFormula]| actions.iter().map(ToString::to_string).collect();
        Some(Candidate {
            weakening,
            failures: texts(&failures),
            fair: texts(&again),
            formula,
            shape: Shape::Response { after: self.after.cloned(), comes: awaited },
            text,
        })
    }

    /// The labels as conditions, in the order of their texts.
    fn actions(&self, labels: &[LabelId]) -> Vec<ActionFormula> {
        let mut texts: Vec<Option<&str>> =
            labels.iter().map(|&label| self.labels.get(label).text()).collect();
        texts.sort_unstable();
        let one = |text: Option<&str>| match text {
            Some(text) => action(Act::Literal(text.to_owned())),
            None => action(Act::Tau),
        };
        texts.into_iter().map(one).collect()
    }
}

/// `A or B`
fn one_of(mut actions: Vec<ActionFormula>) -> ActionFormula {
    match actions.len() {
        0 => action(Act::False),
        1 => actions.swap_remove(0),
        _ => action(Act::Or(actions)),
    }
}
