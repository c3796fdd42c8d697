//! Any number of workers finds what one process finds.

use lts::explore::{Exploration, explore_watched};

use crate::stacks::Stacks;
use crate::workers::{Run, text};

fn explored(mut system: Stacks) -> Exploration {
    explore_watched(&mut system, usize::MAX, 1, &mut |_| false).expect("a first state")
}

fn compare(system: fn() -> Stacks, n_workers: &[usize]) {
    let alone = explored(system());
    let lts = &alone.lts;
    let n_deadlocks =
        lts.states().filter(|s| lts.is_expanded(*s) && lts.out(*s).is_empty()).count();
    let n_open = lts.states().filter(|s| !lts.is_expanded(*s)).count();
    let expected = text(lts);
    assert!(lts.n_states() > 10, "{}", lts.n_states());
    for &n_workers in n_workers {
        let run = Run::new(system, n_workers);
        for outcome in run.all() {
            let totals = outcome.expect("no fault").totals;
            let counts = [totals.states, totals.transitions, totals.deadlocks, totals.unexpanded];
            let found = [lts.n_states(), lts.n_transitions(), n_deadlocks, n_open];
            assert_eq!(counts.map(|n| usize::try_from(n).unwrap_or(0)), found, "{n_workers}");
        }
        assert!(run.aut() == expected, "{n_workers} workers");
        let counted = Run { files: None, ..run }.all();
        let counts = counted[0].as_ref().expect("no fault");
        assert_eq!(counts.totals.transitions as usize, lts.n_transitions());
        assert_eq!(counts.labels.values().sum::<u64>() as usize, lts.n_transitions());
    }
}

#[test]
fn flat_states_are_found_by_any_number_of_workers() {
    compare(|| Stacks::new(3, 40, 0, false), &[1, 2, 3]);
}

#[test]
fn states_with_terms_are_found_by_any_number_of_workers() {
    compare(|| Stacks::new(5, 30, 3, false), &[1, 2, 4]);
}

#[test]
fn states_that_cannot_be_expanded_are_the_same() {
    compare(|| Stacks::new(8, 30, 3, true), &[1, 2, 3]);
}
