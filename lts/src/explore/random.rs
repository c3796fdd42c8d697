//! Random systems, explored by one thread and by several (tests).
//!
//! Some states have no successors that several threads could compute, some have none at all, many follow
//! themselves, and steps are repeated: whatever the number of threads and the limits, the result is one.

#[cfg(test)]
mod tests {
    use super::super::{Exploration, Limits, explore_on};
    use crate::graph::Edge;
    use crate::graph::ids::LabelId;
    use crate::label::LabelTable;
    use crate::next_state::{Cycle, Desk, NextState, Shared, StepError, Successors};

    struct Random {
        seed: u32,
        n_states: u32,
        labels: LabelTable,
    }

    fn mixed(seed: u32, number: u32) -> u32 {
        let mixed = (seed ^ number.wrapping_mul(0x9e37_79b9)).wrapping_mul(0x85eb_ca6b);
        mixed ^ mixed >> 15
    }

    impl Random {
        fn steps(&self, state: u32, out: &mut Successors) {
            let random = mixed(self.seed, state);
            let n_steps = if random.is_multiple_of(50) { 60 } else { random % 6 };
            for step in 0..n_steps {
                let random = mixed(random, step);
                let target = match random % 8 {
                    0 => state,
                    1..4 => state.wrapping_add(random % 4_000) % self.n_states,
                    _ => random % self.n_states,
                };
                out.push(LabelId(random % 7), &[target, 9, target / 2]);
            }
        }
    }

    impl NextState for Random {
        fn width(&self) -> usize {
            3
        }

        fn initial(&mut self, out: &mut Vec<u32>) -> Result<(), StepError> {
            out.extend([1, 9, 0]);
            Ok(())
        }

        fn successors(&mut self, state: &[u32], out: &mut Successors) -> Result<(), StepError> {
            self.steps(state[0], out);
            let is_wrong = mixed(self.seed + 1, state[0]).is_multiple_of(4_999);
            if is_wrong { Err(StepError::Budget(Cycle::default())) } else { Ok(()) }
        }

        fn labels(&self) -> &LabelTable {
            &self.labels
        }

        fn shared(&self) -> Option<Box<dyn Shared + '_>> {
            Some(Box::new(View(self)))
        }
    }

    struct View<'r>(&'r Random);

    impl Shared for View<'_> {
        fn desk(&self) -> Desk {
            Desk::default()
        }

        fn successors(&self, _: &mut Desk, state: &[u32], out: &mut Successors) -> bool {
            self.0.steps(state[0], out);
            let is_wrong = mixed(self.0.seed + 1, state[0]).is_multiple_of(4_999);
            !is_wrong && mixed(self.0.seed + 2, state[0]) % 100 > self.0.seed % 4 * 20
        }
    }

    fn explored(seed: u32, max_states: usize, threads: usize) -> Exploration {
        let (n_states, labels) = (50_000, LabelTable::default());
        let mut limits = Limits { max_states, interrupted: &mut |_| false };
        explore_on(&mut Random { seed, n_states, labels }, &mut limits, threads)
            .expect("a first state")
    }

    fn is_same(one: &Exploration, other: &Exploration) -> bool {
        let rows = |exploration: &Exploration| -> Vec<(bool, Vec<Edge>)> {
            let states = exploration.lts.states();
            states
                .map(|s| (exploration.lts.is_expanded(s), exploration.lts.out(s).to_vec()))
                .collect()
        };
        one.stop == other.stop
            && one.states.iter().eq(other.states.iter())
            && rows(one) == rows(other)
    }

    #[test]
    fn any_number_of_threads_finds_the_same_of_random_systems() {
        let mut n_transitions = 0;
        for seed in 0..12 {
            for max_states in [30_000, usize::MAX] {
                let alone = explored(seed, max_states, 1);
                n_transitions += alone.lts.n_transitions();
                for threads in 2..5 {
                    let together = explored(seed, max_states, threads);
                    assert!(is_same(&alone, &together), "{seed} {max_states} {threads}");
                }
            }
        }
        assert!(n_transitions > 500_000, "{n_transitions}");
    }
}
