//! Exploration that stops as soon as a formula is decided, against verdicts on whole systems.

use crate::support::random::{self, Random, n_cases};
use crate::support::walk::{Nothing, Walk};
use crate::support::{formula, lts};
use checker::{Monitor, Truth, check, parse_formula};
use frontend::FileId;
use lts::explore::{Exploration, Onlooker, SoFar, explore_until};
use lts::{Lts, StateId};

struct Watched(Monitor);

impl Onlooker<Walk<'_>> for Watched {
    fn expanded(&mut self, system: &mut Walk<'_>, state: StateId, so_far: SoFar<'_>) -> bool {
        self.0.learn(&system.labels);
        self.0.expanded(state, so_far, &mut Nothing);
        self.0.is_decided()
    }
}

fn explored(system: &Lts, monitor: Monitor) -> Exploration {
    let mut walk = Walk::new(system);
    explore_until(&mut walk, usize::MAX, 1, &mut |_| false, &mut Watched(monitor))
        .expect("no step fails")
}

#[test]
fn verdicts_are_those_of_whole_systems() {
    let mut random = Random::new(81);
    let (mut done, mut early, mut saved, mut longer) = (0, 0, 0, 0);
    while done < n_cases(2_000, 100_000) {
        let system = random::lts(&mut random);
        let printed = random::formula(&mut random, 4).to_string();
        let Some(formula) = parse_formula(FileId(0), &printed).value else { continue };
        let Some(monitor) = Monitor::new(&formula) else { continue };
        let exploration = explored(&system, monitor);
        let (part, whole) =
            (check(&exploration.lts, &formula).value, check(&system, &formula).value);
        assert_eq!(part.holds, whole.holds, "{formula} on {system:?}");
        let length =
            |verdict: &checker::Verdict| verdict.evidence.as_ref().map(|run| run.steps.len());
        // What explains it may lie in the part that was not explored, a deadlock behind the last step say.
        let (partial, shortest) = (length(&part), length(&whole));
        longer += usize::from(partial > shortest || partial.is_none() && shortest.is_some());
        early += usize::from(exploration.stop.is_some());
        saved += system.n_states() - exploration.lts.n_states();
        done += 1;
    }
    assert!(
        early > done / 20 && saved > done / 20,
        "{early} of {done} early, {saved} states saved"
    );
    assert!(longer <= done / 100, "{longer} of {done} not the shortest");
}

/// States of a chain that are expanded before the formula is decided.
fn expanded(formula_text: &str) -> (usize, Truth) {
    let chain: Vec<String> = (0..1_000).map(|n| format!("{n} go({n}) {}", n + 1)).collect();
    let system = lts(&format!("{}; 40 bad 7; 60 worse 7", chain.join("; ")));
    let formula = formula(formula_text);
    let exploration = explored(&system, Monitor::new(&formula).expect("a monitor"));
    let n_expanded = system.states().take(exploration.lts.n_states());
    let n_expanded = n_expanded.filter(|&state| exploration.lts.is_expanded(state)).count();
    (n_expanded, check(&exploration.lts, &formula).value.holds)
}

#[test]
fn the_first_evidence_ends_the_search() {
    for (text, expected) in [
        ("[true* . \"bad\"] false", (41, Truth::False)),
        ("[true* . \"worse\"] false", (61, Truth::False)),
        ("<true* . \"bad\"> true", (41, Truth::True)),
        ("[true* . go(N) . go(_)] false", (2, Truth::False)),
        ("[true*] (<go(_)> true and [\"worse\"] false)", (61, Truth::False)),
        ("[true* . \"bad\" . go(7) . go(8)] false", (43, Truth::False)),
        ("<go(0)> true", (1, Truth::True)),
        ("[true* . \"no\"] false", (1_001, Truth::True)),
        ("[true*] <true> true", (1_001, Truth::False)),
    ] {
        assert_eq!(expanded(text), expected, "{text}");
    }
}
