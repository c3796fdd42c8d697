//! Formulas on all runs of small systems: against the definitions, and against the mu-calculus.

use std::collections::{BTreeMap, VecDeque};

use checker::{NoAtoms, Truth};
use fixedbitset::FixedBitSet;
use frontend::FileId;
use lts::{Action, Edge, LabelId, LabelTable, Lts, StateId};
use monitor::{Formula, Judged, Monitor, Specification, judge};

use crate::naive;
use crate::random::{Random, formula};
use crate::steps::{bits, name, parsed};

pub(crate) const LABELS: [&str; 3] = ["a", "b", "c"];

/// A system over `tau` and the labels.
pub(crate) fn system(random: &mut Random, n_states: usize) -> Lts {
    let mut labels = LabelTable::default();
    let mut ids = vec![LabelId::TAU];
    ids.extend(LABELS.map(|text| labels.intern(text, || Action::parse(text))));
    let state = |number: usize| StateId(u32::try_from(number).unwrap());
    let mut edges = Vec::new();
    for source in 0..n_states {
        for _ in 0..random.below(4) {
            let edge = Edge { label: ids[random.below(4)], target: state(random.below(n_states)) };
            edges.push((state(source), edge));
        }
    }
    Lts::new(state(0), n_states, edges, labels)
}

/// A shortest run behind which the formula is false by its definition, among those of up to this many visible steps; as
/// its number of transitions.
fn shortest_by_definition(lts: &Lts, formula: &Formula, most: usize) -> Option<usize> {
    let mut todo = VecDeque::from([(lts.initial(), Vec::<String>::new(), 0)]);
    while let Some((state, run, n)) = todo.pop_front() {
        if n == most {
            continue;
        }
        for edge in lts.out(state) {
            let mut run = run.clone();
            if let Some(text) = lts.labels().get(edge.label).text() {
                run.push(text.to_owned());
                let values =
                    naive::values(formula, run.len(), &|step, atom| run[step] == name(atom));
                if values.last() == Some(&false) {
                    return Some(n + 1);
                }
            }
            todo.push_back((edge.target, run, n + 1));
        }
    }
    None
}

#[test]
fn random_systems_are_judged_as_defined() {
    let mut random = Random::new(3);
    let (mut n_violated, mut n_held) = (0, 0);
    for _ in 0..400 {
        let n_states = 1 + random.below(4);
        let lts = system(&mut random, n_states);
        let n_operators = 1 + random.below(5);
        let formula = parsed(&formula(&mut random, n_operators, &LABELS));
        let Judged { holds, run, .. } = judge(&lts, &NoAtoms, &formula, lts.initial());
        let expected = shortest_by_definition(&lts, &formula, 7);
        match (&run, expected) {
            (Some(run), Some(n)) => {
                assert_eq!(run.len(), n, "{}", formula.text(0));
                assert!(run.windows(2).all(|pair| pair[0].target == pair[1].source));
                assert_eq!(holds, Truth::False);
                n_violated += 1;
            }
            (Some(run), None) => assert!(run.len() > 7, "{}", formula.text(0)),
            (None, Some(_)) => panic!("{}: {holds:?}", formula.text(0)),
            (None, None) => {
                assert_eq!(holds, Truth::True);
                n_held += 1;
            }
        }
    }
    assert!(n_violated > 100 && n_held > 50, "{n_violated} {n_held}");
}

/// What a monitor remembers and whether the formula holds, as states of an automaton over the labels.
fn automaton(formula: &Formula) -> (usize, BTreeMap<(usize, usize), usize>, Vec<bool>) {
    let specification = Specification::new(vec![formula.clone()]);
    let values = |monitor: &Monitor| -> Vec<bool> {
        (0..specification.n_subformulas()).map(|number| monitor.value(number)).collect()
    };
    let letters: Vec<FixedBitSet> =
        LABELS.iter().map(|label| bits(&specification, &[label])).collect();
    let mut states: Vec<(Option<Vec<bool>>, Monitor)> = vec![(None, Monitor::new(&specification))];
    let (mut steps, mut accepts, mut at) = (BTreeMap::new(), vec![true], 0);
    while at < states.len() && states.len() < 40 {
        for (letter, atoms) in letters.iter().enumerate() {
            let mut monitor = states[at].1.clone();
            monitor.step(&specification, atoms);
            let key = Some(values(&monitor));
            let target = states.iter().position(|(own, _)| *own == key).unwrap_or_else(|| {
                accepts.push(monitor.holds(&specification, 0));
                states.push((key, monitor));
                states.len() - 1
            });
            steps.insert((at, letter), target);
        }
        at += 1;
    }
    (at, steps, accepts)
}

/// The runs that violate the formula as a regular expression of the mu-calculus: states of its automaton eliminated one by one.
fn translated(formula: &Formula) -> Option<String> {
    let (n, steps, accepts) = automaton(formula);
    if n < accepts.len() || n > 9 {
        return None;
    }
    // Internal steps may come anywhere; `n` is the end, reached by a step behind which the formula is false.
    let mut ways: BTreeMap<(usize, usize), String> = BTreeMap::new();
    for ((source, letter), target) in steps {
        let target = if accepts[target] { target } else { n };
        let step = format!("tau* . {}", LABELS[letter]);
        let way = ways.entry((source, target)).or_default();
        *way = if way.is_empty() { step } else { format!("{way} | {step}") };
    }
    for gone in (1..n).rev() {
        let around = ways.get(&(gone, gone)).map(|way| format!("({way})* . ")).unwrap_or_default();
        let onto: Vec<(usize, String)> = ways
            .iter()
            .filter(|((source, target), _)| *target == gone && *source != gone)
            .map(|((source, _), way)| (*source, way.clone()))
            .collect();
        let from: Vec<(usize, String)> = ways
            .iter()
            .filter(|((source, target), _)| *source == gone && *target != gone)
            .map(|((_, target), way)| (*target, way.clone()))
            .collect();
        ways.retain(|(source, target), _| *source != gone && *target != gone);
        for (source, before) in &onto {
            for (target, behind) in &from {
                let step = format!("({before}) . {around}({behind})");
                let way = ways.entry((*source, *target)).or_default();
                *way = if way.is_empty() { step } else { format!("{way} | {step}") };
            }
        }
    }
    let around = ways.get(&(0, 0)).map(|way| format!("({way})* . ")).unwrap_or_default();
    let violating = ways.get(&(0, n));
    let formula = violating.map(|way| format!("[{around}({way})] false"));
    Some(formula.unwrap_or_else(|| "true".to_owned())).filter(|text| text.len() < 20_000)
}

#[test]
fn the_mu_calculus_agrees() {
    let mut random = Random::new(11);
    let (mut n_violated, mut n_held) = (0, 0);
    for _ in 0..600 {
        let n_operators = 1 + random.below(4);
        let formula = parsed(&formula(&mut random, n_operators, &LABELS));
        let Some(text) = translated(&formula) else { continue };
        let n_states = 2 + random.below(6);
        let lts = system(&mut random, n_states);
        let outcome = checker::parse_formula(FileId(0), &text);
        let Some(mu) = outcome.value else { continue };
        let expected = checker::check(&lts, &mu).value.holds;
        let judged = judge(&lts, &NoAtoms, &formula, lts.initial());
        assert_eq!(judged.holds, expected, "{} as {text}", formula.text(0));
        let counter = if expected == Truth::True { &mut n_held } else { &mut n_violated };
        *counter += 1;
    }
    assert!(n_violated > 100 && n_held > 100, "{n_violated} {n_held}");
}

/// Unknown values in labels: only what is false whatever they are is said to be violated.
#[test]
fn unknown_labels_decide_nothing() {
    let mut labels = LabelTable::default();
    let open = labels.intern("cmd(?1)", || Action::parse("cmd(?1)"));
    let known = labels.intern("stop", || Action::parse("stop"));
    let states = [StateId(0), StateId(1), StateId(2)];
    let edge = |label, target| Edge { label, target };
    let edges = vec![(states[0], edge(open, states[1])), (states[1], edge(known, states[2]))];
    let lts = Lts::new(states[0], 3, edges, labels);
    let holds = |text: &str| judge(&lts, &NoAtoms, &parsed(text), lts.initial()).holds;
    assert_eq!(holds("not cmd(a)"), Truth::Unknown);
    assert_eq!(holds("not cmd(_)"), Truth::False);
    assert_eq!(holds("stop implies once cmd(a)"), Truth::Unknown);
    assert_eq!(holds("stop implies once cmd(_)"), Truth::True);
    assert_eq!(holds("cmd(a) or not cmd(a)"), Truth::True);
}
