//! Questions that states answer: all stop behind the level of the answer, and the way there is that of one process.

use cluster::Why;
use lts::StateId;
use lts::explore::explore_watched;

use crate::stacks::Stacks;
use crate::workers::Run;

fn system() -> Stacks {
    let mut system = Stacks::new(5, 30, 3, false);
    system.rarity = 3_000;
    system
}

fn never() -> Stacks {
    Stacks::new(5, 30, 3, false)
}

/// The way to the first state that answers, as a search in one process finds it, and the states that are known behind its level.
fn alone() -> (Vec<[u32; 3]>, u64) {
    let mut system = system();
    let found = explore_watched(&mut system, usize::MAX, 1, &mut |_| false).expect("a first state");
    let mut before = vec![None; found.lts.n_states()];
    let mut depths = vec![0_u32; found.lts.n_states()];
    for state in found.lts.states() {
        for edge in found.lts.out(state) {
            let place = edge.target.index();
            if edge.target != StateId(0) && before[place].is_none() {
                before[place] = Some(state);
                depths[place] = depths[state.index()] + 1;
            }
        }
    }
    let vector = |state: StateId| found.states.get(state).expect("there");
    let first = found.lts.states().find(|state| system.is_rare(vector(*state))).expect("one");
    let mut way = vec![first];
    while let Some(state) = before[way[way.len() - 1].index()] {
        way.push(state);
    }
    let known = depths.iter().filter(|depth| **depth <= depths[first.index()] + 1).count();
    let way = way.iter().rev().map(|state| system.shown(vector(*state))).collect();
    (way, known as u64)
}

#[test]
fn the_first_way_is_that_of_one_process() {
    let (expected, n_states) = alone();
    assert!(expected.len() > 4, "{}", expected.len());
    for n_workers in [1, 2, 3, 4] {
        let run = Run { asked: 1, files: None, ..Run::new(system, n_workers) };
        for outcome in run.all() {
            let outcome = outcome.expect("no fault");
            assert_eq!(outcome.why.map(|(why, _)| why), Some(Why::Enough));
            assert_eq!(outcome.totals.states, n_states, "{n_workers}");
        }
        assert_eq!(
            *run.ways.lock().expect("no panic"),
            std::slice::from_ref(&expected),
            "{n_workers}"
        );
    }
}

#[test]
fn where_nothing_answers_all_is_explored() {
    let run = Run { asked: 1, files: None, ..Run::new(never, 2) };
    for outcome in run.all() {
        let outcome = outcome.expect("no fault");
        assert!(outcome.why.is_none() && outcome.ways.is_empty());
    }
}
