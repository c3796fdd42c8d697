//! Fairness by the book: all runs of a small system, one by one, and which of them are fair.
//!
//! Slow, and shares no code with `checker::fair`. Runs are endless ones with a loop, and those that end, both up to a length.

use std::collections::BTreeSet;

use checker::fair::{Fairness, Strength};
use checker::formula::{ActionFormula, Formula, Modality, Sign, State};
use checker::{Evidence, EvidenceKind, EvidenceStep};
use lts::{LabelId, Lts, StateId};

use super::naive;

type Set = BTreeSet<usize>;

/// Whether a label meets one of the conditions.
fn is_chosen(lts: &Lts, conditions: &[ActionFormula], label: LabelId) -> bool {
    let label = lts.labels().get(label);
    conditions.iter().any(|condition| naive::meets(condition, label, lts.labels()))
}

/// Whether a step meets a condition, and one that meets none was possible in its place.
pub fn is_choice(lts: &Lts, fairness: &Fairness, step: &EvidenceStep) -> bool {
    let chosen = |label| is_chosen(lts, &fairness.conditions, label);
    chosen(step.label) && lts.out(step.source).iter().any(|edge| !chosen(edge.label))
}

/// Whether a run is fair; one that ends is.
pub fn is_fair(lts: &Lts, fairness: &Fairness, run: &Evidence) -> bool {
    let EvidenceKind::Lasso { loop_start } = run.kind else { return true };
    let mut choices = run.steps[loop_start..].iter().map(|step| is_choice(lts, fairness, step));
    match fairness.strength {
        _ if fairness.conditions.is_empty() => true,
        Strength::Strong => choices.all(|is_choice| !is_choice),
        Strength::Weak => choices.any(|is_choice| !is_choice),
    }
}

/// The runs from a state: lassos of at most `length` steps, and what ends after at most so many. States of a stem occur in it
/// `stem` times at most, those of a loop `round` times.
pub fn runs(lts: &Lts, start: StateId, length: usize, [stem, round]: [usize; 2]) -> Vec<Evidence> {
    let mut runs = Vec::new();
    let mut steps = Vec::new();
    extend(lts, start, &mut steps, (length, stem, round), &mut runs);
    runs
}

fn extend(
    lts: &Lts,
    state: StateId,
    steps: &mut Vec<EvidenceStep>,
    (length, stem, round): (usize, usize, usize),
    runs: &mut Vec<Evidence>,
) {
    if lts.out(state).is_empty() {
        runs.push(Evidence { steps: steps.clone(), kind: EvidenceKind::Deadlock });
        return;
    }
    for loop_start in (0..steps.len()).filter(|&at| steps[at].source == state) {
        let often = |steps: &[EvidenceStep], most: usize| {
            steps.iter().all(|step| {
                steps.iter().filter(|other| other.source == step.source).count() <= most
            })
        };
        if often(&steps[..loop_start], stem) && often(&steps[loop_start..], round) {
            runs.push(Evidence { steps: steps.clone(), kind: EvidenceKind::Lasso { loop_start } });
        }
    }
    let visits = steps.iter().filter(|step| step.source == state).count();
    if steps.len() == length || visits >= stem + round {
        return;
    }
    for edge in lts.out(state) {
        steps.push(EvidenceStep { source: state, label: edge.label, target: edge.target });
        extend(lts, edge.target, steps, (length, stem, round), runs);
        steps.pop();
    }
}

/// Whether a formula asks for some run (a greatest fixpoint through `<..>`, or `<R> @`) or speaks of all; none if its root is
/// nothing that endless runs decide.
fn quantifier(formula: &Formula) -> Option<Modality> {
    match &formula.kind {
        State::Looping(modality, _) => Some(*modality),
        State::Fixpoint(sign, _, body) => {
            let [diamonds, boxes] = modalities(body, true);
            match (sign, diamonds, boxes) {
                (Sign::Nu, true, false) => Some(Modality::Diamond),
                (Sign::Mu, false, true) => Some(Modality::Box),
                _ => None,
            }
        }
        _ => None,
    }
}

/// Which modalities have a free variable below them, negations taken into account.
fn modalities(formula: &Formula, is_positive: bool) -> [bool; 2] {
    if is_closed(formula, &[]) {
        return [false; 2];
    }
    let both = |left: [bool; 2], right: [bool; 2]| [left[0] || right[0], left[1] || right[1]];
    match &formula.kind {
        State::Modal(modality, _, body) => {
            let is_diamond = (*modality == Modality::Diamond) == is_positive;
            both([is_diamond, !is_diamond], modalities(body, is_positive))
        }
        State::Not(body) => modalities(body, !is_positive),
        State::Fixpoint(_, _, body) => modalities(body, is_positive),
        State::And(items) | State::Or(items) => {
            items.iter().map(|item| modalities(item, is_positive)).fold([false; 2], both)
        }
        State::Implies(items) => {
            let last = items.len() - 1;
            let item = |(at, item)| modalities(item, is_positive == (at == last));
            items.iter().enumerate().map(item).fold([false; 2], both)
        }
        _ => [false; 2],
    }
}

fn is_closed(formula: &Formula, bound: &[&str]) -> bool {
    match &formula.kind {
        State::Variable(name) => bound.contains(&name.as_str()),
        State::True | State::False | State::Atom(_) | State::Looping(..) => true,
        State::Not(body) | State::Modal(_, _, body) => is_closed(body, bound),
        State::Fixpoint(_, name, body) => {
            let bound: Vec<&str> = bound.iter().copied().chain([name.as_str()]).collect();
            is_closed(body, &bound)
        }
        State::And(items)
        | State::Or(items)
        | State::Implies(items)
        | State::Equ(items)
        | State::Xor(items) => items.iter().all(|item| is_closed(item, bound)),
    }
}

/// The states in which a formula holds of fair runs, whose runs are looked at up to a length.
///
/// A formula that speaks of endless runs holds where it holds on a fair run alone, or on all of them; what its closed parts
/// say is known before.
pub fn states(lts: &Lts, fairness: &Fairness, formula: &Formula, length: usize) -> Set {
    let mut known = Vec::new();
    let formula = cut(lts, fairness, formula, length, (&mut known, true));
    let Some(modality) = quantifier(&formula) else {
        return naive::states_with(lts, &formula, &known);
    };
    let wanted = modality == Modality::Diamond;
    let is_shown = |state: StateId| {
        let mut runs = runs(lts, state, length, [length, length]).into_iter();
        runs.any(|run| {
            is_fair(lts, fairness, &run)
                && holds_alone(lts, (state, &run), &formula, &known) == wanted
        })
    };
    lts.states().filter(|&state| is_shown(state) == wanted).map(StateId::index).collect()
}

/// Whether a formula holds on the system that is this run, where its parts hold in the states that they hold in.
fn holds_alone(
    lts: &Lts,
    (start, run): (StateId, &Evidence),
    formula: &Formula,
    known: &[(String, Set)],
) -> bool {
    let alone = super::alone(lts, run);
    let visited =
        std::iter::once(start.index()).chain(run.steps.iter().map(|step| step.target.index()));
    let visited: Vec<usize> = visited.collect();
    let copied = |set: &Set| (0..visited.len()).filter(|&at| set.contains(&visited[at])).collect();
    let known: Vec<_> = known.iter().map(|(name, set)| (name.clone(), copied(set))).collect();
    naive::states_with(&alone, formula, &known).contains(&0)
}

/// The formula with a variable in place of each closed part, and the states in which that part holds.
fn cut(
    lts: &Lts,
    fairness: &Fairness,
    formula: &Formula,
    length: usize,
    (known, is_root): (&mut Vec<(String, Set)>, bool),
) -> Formula {
    if !is_root && is_closed(formula, &[]) {
        let name = format!("closed.{}", known.len());
        known.push((name.clone(), states(lts, fairness, formula, length)));
        return Formula::new(State::Variable(name.as_str().into()), formula.span);
    }
    let mut part = |part: &Formula| cut(lts, fairness, part, length, (known, false));
    let mut all = |items: &[Formula]| items.iter().map(&mut part).collect::<Vec<_>>();
    let kind = match &formula.kind {
        State::And(items) => State::And(all(items)),
        State::Or(items) => State::Or(all(items)),
        State::Implies(items) => State::Implies(all(items)),
        State::Equ(items) => State::Equ(all(items)),
        State::Xor(items) => State::Xor(all(items)),
        State::Not(body) => State::Not(Box::new(part(body))),
        State::Modal(modality, path, body) => {
            State::Modal(*modality, path.clone(), Box::new(part(body)))
        }
        State::Fixpoint(sign, name, body) => {
            State::Fixpoint(*sign, name.clone(), Box::new(part(body)))
        }
        leaf => leaf.clone(),
    };
    Formula::new(kind, formula.span)
}
