//! Semantics of formulas by the book: relations and sets of states, fixpoints by iteration.
//!
//! Slow, and shares no code with the solver.

use std::collections::{BTreeMap, BTreeSet};

use checker::formula::{Act, ActionFormula, Formula, Modality, Reg, Regular, Repeat, Sign, State};
use lts::{Label, LabelTable, Lts};

type Set = BTreeSet<usize>;
type Relation = BTreeSet<(usize, usize)>;

/// Whether a formula holds in the initial state.
pub fn holds(lts: &Lts, formula: &Formula) -> bool {
    states(lts, formula).contains(&lts.initial().index())
}

/// The states in which a closed formula holds.
pub fn states(lts: &Lts, formula: &Formula) -> Set {
    evaluate(lts, formula, &BTreeMap::new())
}

/// The states in which a formula holds whose free variables hold in these states.
pub fn states_with(lts: &Lts, formula: &Formula, known: &[(String, Set)]) -> Set {
    evaluate(lts, formula, &known.iter().cloned().collect())
}

fn evaluate(lts: &Lts, formula: &Formula, env: &BTreeMap<String, Set>) -> Set {
    let all: Set = (0..lts.n_states()).collect();
    let truth = |state: usize, items: &[Set]| -> Vec<bool> {
        items.iter().map(|item| item.contains(&state)).collect()
    };
    let chain = |items: &[Formula], join: fn(&[bool]) -> bool| -> Set {
        let sets: Vec<Set> = items.iter().map(|item| evaluate(lts, item, env)).collect();
        all.iter().copied().filter(|&state| join(&truth(state, &sets))).collect()
    };
    match &formula.kind {
        State::True => all,
        State::False => Set::new(),
        State::Variable(name) => env[name.as_str()].clone(),
        State::Atom(name) => panic!("nobody offers {name:?}"),
        State::Not(body) => &all - &evaluate(lts, body, env),
        State::And(items) => chain(items, |values| values.iter().all(|&value| value)),
        State::Or(items) => chain(items, |values| values.iter().any(|&value| value)),
        State::Implies(items) => chain(items, implies),
        State::Equ(items) => chain(items, equ),
        State::Xor(items) => chain(items, xor),
        State::Looping(modality, path) => {
            let steps = relation(lts, path);
            let mut going = all.clone();
            loop {
                let next: Set = steps
                    .iter()
                    .filter(|(_, target)| going.contains(target))
                    .map(|(source, _)| *source)
                    .collect();
                if next == going {
                    break;
                }
                going = next;
            }
            if *modality == Modality::Diamond { going } else { &all - &going }
        }
        State::Modal(modality, path, body) => {
            let steps = relation(lts, path);
            let body = evaluate(lts, body, env);
            let wanted = *modality == Modality::Diamond;
            let states: Set = steps
                .iter()
                .filter(|(_, target)| body.contains(target) == wanted)
                .map(|(source, _)| *source)
                .collect();
            if wanted { states } else { &all - &states }
        }
        State::Fixpoint(sign, name, body) => {
            let mut value = if *sign == Sign::Mu { Set::new() } else { all };
            loop {
                let mut inner = env.clone();
                inner.insert(name.as_str().to_owned(), value.clone());
                let next = evaluate(lts, body, &inner);
                if next == value {
                    return value;
                }
                value = next;
            }
        }
    }
}

fn implies(values: &[bool]) -> bool {
    values.iter().rev().copied().reduce(|right, left| !left || right).unwrap_or(true)
}

fn equ(values: &[bool]) -> bool {
    values.iter().copied().reduce(|left, right| left == right).unwrap_or(true)
}

fn xor(values: &[bool]) -> bool {
    values.iter().filter(|&&value| value).count() % 2 == 1
}

fn relation(lts: &Lts, path: &Regular) -> Relation {
    let identity: Relation = (0..lts.n_states()).map(|state| (state, state)).collect();
    match &path.kind {
        Reg::Nil => identity,
        Reg::Test(test) => states(lts, test).into_iter().map(|state| (state, state)).collect(),
        Reg::Action(action) => super::edges(lts)
            .into_iter()
            .filter(|(_, edge)| meets(action, lts.labels().get(edge.label), lts.labels()))
            .map(|(source, edge)| (source.index(), edge.target.index()))
            .collect(),
        Reg::Sequence(items) => items
            .iter()
            .map(|item| relation(lts, item))
            .reduce(|left, right| compose(&left, &right))
            .unwrap_or(identity),
        Reg::Choice(items) => items.iter().flat_map(|item| relation(lts, item)).collect(),
        Reg::Repeat(repeat, body) => {
            let once = relation(lts, body);
            if *repeat == Repeat::Optional {
                return &once | &identity;
            }
            let mut many = once.clone();
            loop {
                let next = &many | &compose(&many, &once);
                if next == many {
                    break;
                }
                many = next;
            }
            if *repeat == Repeat::Star { &many | &identity } else { many }
        }
        Reg::Counted(count, body) => {
            let once = relation(lts, body);
            let mut rounds = identity;
            for _ in 0..count.least {
                rounds = compose(&rounds, &once);
            }
            let mut relation = rounds.clone();
            // Paths of more rounds than pairs of states lead nowhere new.
            let more = count.most.map_or(lts.n_states() * lts.n_states(), |most| {
                usize::try_from(most - count.least).expect("small")
            });
            for _ in 0..more {
                rounds = compose(&rounds, &once);
                relation = &relation | &rounds;
            }
            relation
        }
    }
}

fn compose(left: &Relation, right: &Relation) -> Relation {
    let mut composed = Relation::new();
    for (source, middle) in left {
        for (_, target) in right.range((*middle, 0)..=(*middle, usize::MAX)) {
            composed.insert((*source, *target));
        }
    }
    composed
}

/// Whether a label meets an action formula.
pub fn meets(action: &ActionFormula, label: &Label, labels: &LabelTable) -> bool {
    let values = |items: &[ActionFormula]| -> Vec<bool> {
        items.iter().map(|item| meets(item, label, labels)).collect()
    };
    match &action.kind {
        Act::True => true,
        Act::False => false,
        Act::Tau => *label == Label::Tau,
        Act::Literal(text) => match label.text() {
            Some(shown) => shown == text,
            None => (text == "i" || text == "tau") && labels.find(text).is_none(),
        },
        Act::Regexp(text, _) => {
            let escaped = regex::escape(text).replace(r"\.\*", ".*");
            let regexp = regex::Regex::new(&format!("^({escaped})$")).expect("a regexp");
            let texts = label.text().map_or_else(|| vec!["i", "tau"], |text| vec![text]);
            texts.iter().any(|text| regexp.is_match(text))
        }
        Act::Pattern(pattern) => {
            label.action().is_some_and(|action| pattern.matcher.matches(action))
        }
        Act::Not(body) => !meets(body, label, labels),
        Act::And(items) => values(items).iter().all(|&value| value),
        Act::Or(items) => values(items).iter().any(|&value| value),
        Act::Implies(items) => implies(&values(items)),
        Act::Equ(items) => equ(&values(items)),
        Act::Xor(items) => xor(&values(items)),
    }
}
