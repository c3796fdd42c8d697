//! The solver against naive semantics, on random systems and formulas.

use crate::support;
use crate::support::random::{self, Random, n_cases};
use crate::support::{alone, assert_sound, formula, from_state, naive};
use checker::formula::{Formula, State};
use checker::{EvidenceKind, Truth, Verdict, check, check_in, parse_formula};
use frontend::{Code, FileId, Outcome};
use lts::{Edge, Lts, StateId};

/// A formula as parsed from its own text, which must give it again; none if it alternates.
fn reparsed(random: &Formula) -> Option<Formula> {
    let text = random.to_string();
    let outcome = parse_formula(FileId(0), &text);
    let Some(parsed) = outcome.value else {
        assert_eq!(
            outcome.diagnostics.last().map(|diagnostic| diagnostic.code),
            Some(Code("E0406")),
            "{text}"
        );
        return None;
    };
    assert_eq!(parsed, *random, "{text}");
    assert_eq!(parsed.to_string(), text);
    Some(parsed)
}

#[test]
fn solver_agrees_with_naive_semantics() {
    let mut random = Random::new(1);
    let (mut done, mut explained, mut true_ones) = (0, 0, 0);
    while done < n_cases(1_500, 100_000) {
        let system = random::lts(&mut random);
        let Some(formula) = reparsed(&random::formula(&mut random, 5)) else {
            continue;
        };
        let expected = naive::states(&system, &formula);
        let states: Vec<StateId> = system.states().collect();
        let together = check_in(&system, &formula, &states);
        for (state, together) in states.into_iter().zip(together) {
            let system = from_state(&system, state);
            let outcome = check(&system, &formula);
            let both =
                |outcome: &Outcome<Verdict>| (outcome.value.clone(), outcome.diagnostics.clone());
            assert_eq!(both(&together), both(&outcome), "{formula} in {state:?} of {system:?}");
            let verdict = outcome.value;
            let holds = expected.contains(&state.index());
            let truth = if holds { Truth::True } else { Truth::False };
            assert_eq!(verdict.holds, truth, "{formula} in {state:?} of {system:?}");
            if let Some(evidence) = &verdict.evidence {
                assert_sound(&system, &formula, holds, evidence);
                explained += 1;
            }
            true_ones += usize::from(holds);
        }
        done += 1;
    }
    // The cases are worth something.
    assert!(explained > done, "{explained} of {done} explained");
    assert!(true_ones > done / 2, "{true_ones} of {done} true");
}

#[test]
fn shortest_traces_are_shortest() {
    let mut random = Random::new(2);
    for _ in 0..n_cases(600, 30_000) {
        let system = random::lts(&mut random);
        let inner = random::formula(&mut random, 1);
        let State::Modal(_, path, _) = &inner.kind else {
            continue;
        };
        let can = formula(&format!("<{path}> true"));
        let cannot = formula(&format!("[{path}] false"));
        let possible = naive::holds(&system, &can);
        let mut steps = 0..40;
        let shortest = steps.find(|&n| possible && naive::holds(&unrolled(&system, n), &can));
        let (can, cannot) = (check(&system, &can).value, check(&system, &cannot).value);
        let Some(shortest) = shortest else {
            assert!(!possible);
            assert_eq!(can.holds, Truth::False, "{path}");
            assert_eq!(cannot.holds, Truth::True, "{path}");
            continue;
        };
        for verdict in [can, cannot] {
            let evidence = verdict.evidence.expect("a trace");
            assert_eq!(evidence.steps.len(), shortest, "{path}");
        }
    }
}

/// The first `steps` steps of a system, as a system.
fn unrolled(system: &Lts, steps: usize) -> Lts {
    let n_states = system.n_states();
    let state = |state: StateId, step: usize| {
        StateId(u32::try_from(state.index() + step * n_states).expect("small"))
    };
    let edges = (0..steps).flat_map(|step| {
        support::edges(system).into_iter().map(move |(source, edge)| {
            (state(source, step), Edge { label: edge.label, target: state(edge.target, step + 1) })
        })
    });
    Lts::new(system.initial(), n_states * (steps + 1), edges.collect(), system.labels().clone())
}

#[test]
fn shortest_lassos_are_shortest() {
    let inevitable = [
        "mu X . (<true> true and [not \"a\"] X)",
        "mu X . ((<\"a\"> true or <not \"a\"> X) and [not \"a\"] X)",
        "mu X . (<true> true and [not \"a\"] X and [\"b\"] false)",
    ];
    let mut random = Random::new(3);
    let mut lassos = 0;
    for case in 0..n_cases(300, 6_000) {
        let system = random::lts(&mut random);
        let formula = formula(inevitable[case % inevitable.len()]);
        let verdict = check(&system, &formula).value;
        if verdict.holds == Truth::True {
            continue;
        }
        let evidence = verdict.evidence.expect("a run");
        lassos += usize::from(matches!(evidence.kind, EvidenceKind::Lasso { .. }));
        let length = evidence.steps.len().min(5);
        for run in runs(&system, length) {
            if run.steps.len() < evidence.steps.len() {
                assert!(naive::holds(&alone(&system, &run), &formula), "{formula}: {run:?}");
            }
        }
    }
    assert!(lassos > 50, "{lassos} lassos");
}

/// All lassos and all paths into deadlocks of fewer than `length` steps.
fn runs(system: &Lts, length: usize) -> Vec<checker::Evidence> {
    let mut paths = vec![Vec::new()];
    let mut runs = Vec::new();
    for _ in 0..length {
        let mut longer = Vec::new();
        for steps in paths {
            let state =
                steps.last().map_or(system.initial(), |step: &checker::EvidenceStep| step.target);
            if system.out(state).is_empty() {
                let kind = EvidenceKind::Deadlock;
                runs.push(checker::Evidence { steps: steps.clone(), kind });
            }
            for (at, step) in steps.iter().enumerate() {
                if step.source == state {
                    let kind = EvidenceKind::Lasso { loop_start: at };
                    runs.push(checker::Evidence { steps: steps.clone(), kind });
                }
            }
            for edge in system.out(state) {
                let mut next = steps.clone();
                next.push(checker::EvidenceStep {
                    source: state,
                    label: edge.label,
                    target: edge.target,
                });
                longer.push(next);
            }
        }
        paths = longer;
    }
    runs
}

#[test]
fn verdicts_on_incomplete_systems_hold_for_all_completions() {
    let mut random = Random::new(4);
    let (mut n_known, mut n_unknown) = (0, 0);
    for _ in 0..n_cases(1_000, 30_000) {
        let system = random::lts(&mut random);
        let Some(formula) = reparsed(&random::formula(&mut random, 4)) else {
            continue;
        };
        let formula = random::perhaps_fair(&mut random, formula);
        let unexpanded: Vec<bool> = system.states().map(|_| random.below(3) == 0).collect();
        let kept = support::edges(&system);
        let kept = kept.into_iter().filter(|(source, _)| !unexpanded[source.index()]);
        let part = Lts::new(StateId(0), system.n_states(), kept.collect(), system.labels().clone());
        let mut completions = vec![system.clone(), part.clone()];
        completions.extend((0..4).map(|_| completion(&mut random, &part, &unexpanded)));
        let verdict = check(&part.with_unexpanded(unexpanded), &formula).value;
        match verdict {
            Verdict { holds: Truth::Unknown, evidence, .. } => {
                assert_eq!(evidence, None);
                n_unknown += 1;
            }
            Verdict { holds, evidence, .. } => {
                for completion in completions {
                    let expected = naive::holds(&completion, &formula);
                    assert_eq!(holds == Truth::True, expected, "{formula} on {completion:?}");
                    if let Some(evidence) = &evidence {
                        assert_sound(&completion, &formula, expected, evidence);
                    }
                }
                n_known += 1;
            }
        }
    }
    assert!(n_known > 100 && n_unknown > 100, "{n_known} known, {n_unknown} unknown");
}

/// Random transitions for the states that have none yet.
fn completion(random: &mut Random, part: &Lts, unexpanded: &[bool]) -> Lts {
    let mut edges = support::edges(part);
    let mut labels = part.labels().clone();
    for state in part.states().filter(|state| unexpanded[state.index()]) {
        for _ in 0..random.below(4) {
            let label = support::intern(&mut labels, random.pick(&random::LABELS));
            let target = StateId(u32::try_from(random.below(part.n_states())).expect("small"));
            edges.push((state, Edge { label, target }));
        }
    }
    Lts::new(StateId(0), part.n_states(), edges, labels)
}

/// Pairs of formulas that say the same (mcl.md 1.4 and 3).
const IDENTITIES: &[(&str, &str)] = &[
    // Inevitability, old and new.
    (
        "mu X . (<true> true and [not \"a\"] X)",
        "mu X . ((<\"a\"> true or <not \"a\"> X) and [not \"a\"] X)",
    ),
    // Fairness, old and new.
    ("[(not \"a\")*] <true* . \"a\"> true", "[(not \"a\")*] <(not \"a\")* . \"a\"> true"),
    // Inevitability: neither an endless nor a finite run without the action.
    (
        "mu X . (<true> true and [not \"a\"] X)",
        "(not nu X . <not \"a\"> X) and [(not \"a\")*] <true> true",
    ),
    ("not <\"a\" . \"b\"> true", "[\"a\" . \"b\"] false"),
    ("[true*] <true> true", "nu X . (<true> true and [true] X)"),
    ("<true* . \"a\"> true", "mu X . (<\"a\"> true or <true> X)"),
    ("[\"a\" | \"b\"] false", "[\"a\"] false and [\"b\"] false"),
    ("<\"a\"+> <\"b\"> true", "<\"a\" . \"a\"* . \"b\"> true"),
    ("<\"a\"? . \"b\"> true", "<\"b\" | \"a\" . \"b\"> true"),
    ("<nil . \"a\"> true", "<\"a\"> true"),
    ("<\"a\" or \"b\"> true", "<\"a\" | \"b\"> true"),
    ("[tau* . \"a\" . tau*] false", "[tau*] [\"a\"] [tau*] false"),
    ("<\"i\"> true", "<tau> true"),
    (
        "(<\"a\"> true) equ <\"b\"> true equ true",
        "(<\"a\"> true implies <\"b\"> true) and (<\"b\"> true implies <\"a\"> true)",
    ),
    ("<cmd(_)> true", "<'cmd(.*)'> true"),
    // Unguarded variables.
    ("mu X . (<\"a\"> true or X)", "<\"a\"> true"),
    ("nu X . X", "true"),
    ("mu X . X", "false"),
];

#[test]
fn identities_hold() {
    let mut random = Random::new(5);
    let pairs: Vec<_> =
        IDENTITIES.iter().map(|(left, right)| (formula(left), formula(right))).collect();
    for _ in 0..n_cases(400, 4_000) {
        let system = random::lts(&mut random);
        for (left, right) in &pairs {
            let (left_holds, right_holds) =
                (check(&system, left).value.holds, check(&system, right).value.holds);
            assert_eq!(left_holds, right_holds, "{left} and {right} on {system:?}");
        }
    }
}
