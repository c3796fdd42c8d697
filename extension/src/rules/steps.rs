//! The rules piece by piece: each is added to what the ones before have made of the old version.
//!
//! Input: a change and a property of a shape. Output: a step for each piece, then one for what was removed. A property that S has, and
//! that each step keeps, the new version has.

use checker::formula::ActionFormula;
use checker::{Formula, Shape, forbidden};
use lts::StateId;

use super::formulas::{
    ENTRY, EXIT, always, atom, behind, constant, goes_on, holds_before, not, or, reaches, somewhere,
};
use super::response::{self, Response};
use super::safety::{self, Automaton};
use super::systems::{Grown, Places};
use super::{Assumption, Number, Rule, Step, Subject};
use crate::change::{Change, Transition};

/// With more transitions to look at, over all steps, rules are not asked.
const MOST_WORK: usize = 4_000_000;

/// What the rules say of a property of the old version, each step up to the first rule that applies; nothing if a version is not
/// complete, or if they are too large.
pub fn steps(change: &Change<'_>, shape: &Shape) -> Vec<Step> {
    asked(change, shape, false)
}

/// What all rules say of each step, whether one before applies or not.
pub fn every(change: &Change<'_>, shape: &Shape) -> Vec<Step> {
    asked(change, shape, true)
}

fn asked(change: &Change<'_>, shape: &Shape, asks_all: bool) -> Vec<Step> {
    let Change { old, new, extensions, .. } = change;
    let work =
        (extensions.len() + 1).saturating_mul(old.lts.n_transitions() + new.lts.n_transitions());
    if !old.lts.is_complete() || !new.lts.is_complete() || work > MOST_WORK {
        return Vec::new();
    }
    let mut grown = Grown::new(change);
    let removed = grown.old(&change.difference.removed);
    let possible = kept_possible(&grown, shape, &removed);
    if matches!(shape, Shape::Always { .. }) {
        // What was removed is gone before anything is added: ways to b must not lead through it.
        grown.system = grown.system.without(&removed);
    }
    let mut steps = Vec::new();
    for (number, piece) in extensions.iter().enumerate() {
        let alone = grown.alone(piece);
        let tried = rules(&response::Step::new(&grown, &alone), shape, asks_all);
        steps.push(Step { piece: Some(number), kinds: piece.kinds(), tried });
        grown.add(piece);
    }
    let dropped: Vec<Transition> = change.dropped().copied().collect();
    let dropped = grown.old(&dropped);
    let tried = match shape {
        Shape::Possibility(_) | Shape::Existential(_) | Shape::Always { .. } => possible,
        _ if dropped.is_empty() => None,
        _ => Some(removal(&grown, shape, &dropped)),
    };
    steps.extend(tried.map(|rule| Step { piece: None, kinds: Vec::new(), tried: vec![rule] }));
    steps
}

/// The rules for a piece.
fn rules(step: &response::Step<'_>, shape: &Shape, asks_all: bool) -> Vec<Rule> {
    match shape {
        Shape::Response { after, comes } => {
            Response { after: after.as_ref(), comes }.rules(step, asks_all)
        }
        // What must not happen does not happen in E, and not in S behind it.
        Shape::Absence(action) => {
            let formula = behind(action, constant(false));
            let mut assumptions =
                vec![step.piece(format!("{action} does not happen in it"), &formula)];
            if !step.alone.outside.exits.is_empty() {
                let says = format!("{action} does not happen from where it is left");
                assumptions.push(step.old_behind(says, &formula));
            }
            vec![Rule { number: Number::Absent, assumptions }]
        }
        // Runs of S are runs of S ∪ E.
        Shape::Possibility(_) | Shape::Existential(_) => {
            vec![Rule { number: Number::Possible, assumptions: Vec::new() }]
        }
        Shape::Always { comes, .. } => vec![leads(step, comes)],
        // New runs may do what all runs must not, unless that is known not to be so.
        Shape::Universal(formula) => safety(step, formula).into_iter().collect(),
    }
}

/// A state of E leads to b, or to where E is left; there b can happen whatever comes. A state of S that is reached without E since the last
/// a is one of S, and has its ways to b yet; one that is reached behind E is one behind where that is left.
fn leads(step: &response::Step<'_>, comes: &ActionFormula) -> Rule {
    let leaves = or(vec![reaches(atom(EXIT)), somewhere(comes)]);
    let says = format!("from everywhere in it it can be left, or {comes} can happen");
    let mut assumptions = vec![step.piece(says, &always(leaves))];
    if !step.alone.outside.exits.is_empty() {
        let says = format!("behind where it is left {comes} can happen at any time");
        assumptions.push(step.old_behind(says, &always(somewhere(comes))));
    }
    Rule { number: Number::Leads, assumptions }
}

/// The rule for what no run does.
fn safety(step: &response::Step<'_>, formula: &Formula) -> Option<Rule> {
    let automaton = Automaton::of(&forbidden(formula)?, step.grown.system.labels())?;
    let holds = safety::keeps(&automaton, step.grown, step.alone);
    let says = "through it no run comes nearer to what must not happen than the old version does"
        .to_owned();
    let formula = formula.to_string();
    let assumption = Assumption { subject: Subject::Piece, says, formula, holds };
    Some(Rule { number: Number::Safe, assumptions: vec![assumption] })
}

/// What is possible without anything that was removed is possible in the new version, which has these runs and more.
fn kept_possible(grown: &Grown<'_>, shape: &Shape, removed: &[Transition]) -> Option<Rule> {
    let (formula, says) = match shape {
        Shape::Possibility(action) => {
            (somewhere(action), format!("{action} can happen without what was removed"))
        }
        Shape::Existential(formula) => {
            (formula.clone(), "it holds without what was removed".to_owned())
        }
        Shape::Always { after, comes } => {
            let formula = match after {
                Some(after) => behind(after, somewhere(comes)),
                None => always(somewhere(comes)),
            };
            (formula, "it holds without what was removed".to_owned())
        }
        _ => return None,
    };
    if removed.is_empty() {
        return None;
    }
    let rest = grown.system.without(removed);
    let holds = rest.satisfies(&formula, &[grown.initial()], &Places::default());
    let assumption =
        Assumption { subject: Subject::Old, says, formula: formula.to_string(), holds };
    Some(Rule { number: Number::Possible, assumptions: vec![assumption] })
}

/// Removing transitions adds no run, but where a state has none left runs end that went on: there is no such state that is reached, or
/// none that is reached while something is waited for.
fn removal(grown: &Grown<'_>, shape: &Shape, dropped: &[Transition]) -> Rule {
    let number = Number::Removed;
    let Shape::Response { after, comes } = shape else {
        return Rule { number, assumptions: Vec::new() };
    };
    let rest = grown.system.without(dropped);
    let mut ended: Vec<StateId> = dropped.iter().map(|gone| gone.source).collect();
    let alive = rest.sources();
    ended.retain(|state| !alive.contains(state.index()));
    let places = Places { entries: ended, exits: Vec::new() };
    let start = [grown.initial()];
    let goes = always(or(vec![not(atom(ENTRY)), goes_on()]));
    let is_alive = rest.satisfies(&goes, &start, &places);
    let response = Response { after: after.as_ref(), comes };
    let waits = response.waiting(holds_before(not(atom(ENTRY)), comes));
    let (says, formula, holds) = if is_alive {
        ("something is left to happen wherever something was removed".to_owned(), goes, true)
    } else {
        let holds = rest.satisfies(&waits, &start, &places);
        (format!("no run that waits for {comes} comes to where nothing is left"), waits, holds)
    };
    let assumption =
        Assumption { subject: Subject::Old, says, formula: formula.to_string(), holds };
    Rule { number, assumptions: vec![assumption] }
}
