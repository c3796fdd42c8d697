//! Formulas that are watched while a system is explored, against verdicts on whole systems.

use checker::{NoAtoms, Truth};
use lts::explore::{Exploration, Onlooker, SoFar, explore_until};
use lts::{Action, Edge, LabelId, LabelTable, Lts, StateId};
use monitor::{Judged, OnTheFly, judge};

use crate::random::{Random, formula};
use crate::steps::parsed;
use crate::systems::{LABELS, system};
use crate::walk::{Nothing, Walk};

struct Watched(OnTheFly);

impl Onlooker<Walk<'_>> for Watched {
    fn expanded(&mut self, system: &mut Walk<'_>, state: StateId, so_far: SoFar<'_>) -> bool {
        self.0.learn(&system.labels);
        self.0.expanded(state, so_far, &mut Nothing);
        self.0.is_decided()
    }
}

fn explored(system: &Lts, monitor: OnTheFly) -> (Exploration, OnTheFly) {
    let mut walk = Walk::new(system);
    let mut watched = Watched(monitor);
    let exploration = explore_until(&mut walk, usize::MAX, 1, &mut |_| false, &mut watched)
        .expect("no step fails");
    (exploration, watched.0)
}

/// Verdicts and the lengths of runs are those of whole systems, also of formulas that remember more than has a bit.
#[test]
fn verdicts_are_those_of_whole_systems() {
    let mut random = Random::new(7);
    let (mut early, mut held, mut violated) = (0, 0, 0);
    for round in 0..3_000 {
        let n_states = 1 + random.below(30);
        let lts = system(&mut random, n_states);
        let n_operators = 1 + random.below(12);
        let mut text = formula(&mut random, n_operators, &LABELS);
        if round % 10 == 0 {
            text = format!("({text}) or prev prev prev (a or once prev b and starts (c since b))");
        }
        let formula = parsed(&text);
        let whole = judge(&lts, &NoAtoms, &formula, lts.initial());
        let (exploration, monitor) = explored(&lts, OnTheFly::new(&formula).expect("no tau"));
        match whole {
            Judged { run: Some(run), .. } => {
                let part = judge(&exploration.lts, &NoAtoms, &formula, StateId(0));
                assert_eq!(part.holds, Truth::False, "{text}");
                assert_eq!(part.run.map(|run| run.len()), Some(run.len()), "{text}");
                assert!(monitor.is_decided() && !monitor.holds_so_far(), "{text}");
                early += usize::from(exploration.stop.is_some());
                violated += 1;
            }
            Judged { run: None, holds } => {
                assert_eq!(holds, Truth::True, "{text}");
                assert!(exploration.stop.is_none() && monitor.holds_so_far(), "{text}");
                held += 1;
            }
        }
    }
    assert!(early > 500 && held > 300 && violated > 1_000, "{early} {held} {violated}");
}

/// A counter that is read in each state: a formula with more memories than have bits goes through all of them.
#[test]
fn many_memories_are_gone_through() {
    let mut labels = LabelTable::default();
    let ids: Vec<LabelId> = (0..7)
        .map(|n| labels.intern(&format!("l{n}"), || Action::parse(&format!("l{n}"))))
        .collect();
    let start = StateId(0);
    let edges = ids.iter().map(|&label| (start, Edge { label, target: start })).collect();
    let lts = Lts::new(start, 1, edges, labels);
    let all: Vec<String> = (0..7).map(|n| format!("once l{n}")).collect();
    let formula = parsed(&format!("not ({})", all.join(" and ")));
    let (exploration, monitor) = explored(&lts, OnTheFly::new(&formula).expect("no tau"));
    assert!(monitor.is_decided());
    let run = judge(&exploration.lts, &NoAtoms, &formula, start).run.expect("a run");
    assert_eq!(run.len(), 7);
}

/// A chain is left as soon as the violation is known to be the shortest.
#[test]
fn the_shortest_violation_ends_exploration() {
    let mut labels = LabelTable::default();
    let go = labels.intern("go", || Action::parse("go"));
    let bad = labels.intern("bad", || Action::parse("bad"));
    let mut edges: Vec<(StateId, Edge)> =
        (0..1_000).map(|n| (StateId(n), Edge { label: go, target: StateId(n + 1) })).collect();
    edges.push((StateId(40), Edge { label: bad, target: StateId(7) }));
    let lts = Lts::new(StateId(0), 1_001, edges, labels);
    let formula = parsed("bad implies not once go");
    let (exploration, _) = explored(&lts, OnTheFly::new(&formula).expect("no tau"));
    assert_eq!(exploration.lts.n_states(), 42);
}
