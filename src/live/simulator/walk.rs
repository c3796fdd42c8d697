//! What has been done on a ground: a run with a place in it.
//!
//! Input: steps that are taken, places to go to. Output: the state there. What was done behind the place is kept, so that a user who goes
//! back can go on again, until another step is taken.

use super::ground::{State, Step};

/// A run, and how far it is gone.
#[derive(Clone, Debug)]
pub(crate) struct Walk {
    first: State,
    steps: Vec<Step>,
    at: usize,
}

impl Walk {
    /// One that has not begun.
    pub(crate) fn new(first: State) -> Self {
        Self { first, steps: Vec::new(), at: 0 }
    }

    /// How many steps were gone.
    pub(crate) fn at(&self) -> usize {
        self.at
    }

    /// All steps, also those behind the place.
    pub(crate) fn steps(&self) -> &[Step] {
        &self.steps
    }

    /// The steps that were gone.
    pub(crate) fn gone(&self) -> &[Step] {
        &self.steps[..self.at]
    }

    /// The state in which the walk is.
    pub(crate) fn state(&self) -> &State {
        self.gone().last().map_or(&self.first, |step| &step.target)
    }

    /// The steps that were gone, each with the state before it.
    pub(crate) fn run(&self) -> Vec<(State, Step)> {
        let before = std::iter::once(&self.first).chain(self.steps.iter().map(|step| &step.target));
        before.zip(self.gone()).map(|(state, step)| (state.clone(), step.clone())).collect()
    }

    /// Takes a step; what was done behind it before is kept where it is the same.
    pub(crate) fn take(&mut self, step: Step) {
        if self.steps.get(self.at) != Some(&step) {
            self.steps.truncate(self.at);
            self.steps.push(step);
        }
        self.at += 1;
    }

    /// Goes to the place behind so many steps; tells whether there is one.
    pub(crate) fn go(&mut self, at: usize) -> bool {
        let is_there = at <= self.steps.len();
        if is_there {
            self.at = at;
        }
        is_there
    }

    /// Begins anew.
    pub(crate) fn reset(&mut self) {
        (self.steps, self.at) = (Vec::new(), 0);
    }
}

#[cfg(test)]
mod tests {
    use lts::LabelId;

    use super::*;

    fn step(target: u32) -> Step {
        let (label, text) = (LabelId::TAU, "a".to_owned());
        Step { label, text, action: None, target: vec![target], place: None, is_own: false }
    }

    #[test]
    fn going_back_keeps_what_comes() {
        let mut walk = Walk::new(vec![0]);
        walk.take(step(1));
        walk.take(step(2));
        assert!(walk.go(1) && !walk.go(3));
        assert_eq!((walk.state(), walk.steps().len()), (&vec![1], 2));
        walk.take(step(2));
        assert_eq!((walk.at(), walk.run().len()), (2, 2));
        assert!(walk.go(0));
        walk.take(step(3));
        assert_eq!((walk.steps().len(), walk.state()), (1, &vec![3]));
        walk.reset();
        assert_eq!((walk.at(), walk.state()), (0, &vec![0]));
    }
}
