//! A run with a value for everything: what is sent to the machine, what other modules return.
//!
//! Input: a run. Output: its actions in order, hidden ones too, with values that fit all that the run
//! has found out of them, simple ones first. A part of which nothing simple is known stays unknown.

use model::{ActionId, Wrap};

use super::follow::Follower;
use super::store::{Shape, TermId};
use super::{Grounds, Machine, Run, StepError, step::Enabled};
use crate::semantics::evaluation::kinds::Kinds;
use crate::semantics::path_state::{Kept, PathState};
use crate::term::Term;

/// An action that has happened.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Happened {
    /// Which one.
    pub action: ActionId,
    /// Its arguments, the result last where it has one.
    pub args: Vec<Term>,
}

/// A run with a value for everything.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Played {
    /// What it rests on.
    pub grounds: Grounds,
    /// What happens in each step, the start first: its own action, then hidden ones.
    pub steps: Vec<Vec<Happened>>,
}

/// A float.
const EXAMPLE: f64 = 0.5;

impl Machine<'_> {
    /// A run with a value for everything; `None` where its steps do not fit together.
    ///
    /// # Errors
    ///
    /// Where it takes too much to follow the run.
    pub fn played(&mut self, run: &Run<'_>) -> Result<Option<Played>, StepError> {
        let (cuts, joins) = (self.cuts, self.joins);
        (self.follows, self.plays) = (true, true);
        let outcome = self.follow(run);
        let mut followers = match outcome {
            Ok(followers) => followers,
            Err(error) => {
                (self.follows, self.plays) = (false, false);
                return Err(error);
            }
        };
        followers.sort_by_key(|follower| follower.used.len());
        let played = followers.into_iter().find_map(|follower| self.with_values(follower));
        (self.follows, self.plays) = (false, false);
        (self.cuts, self.joins) = (cuts, joins);
        Ok(played)
    }

    fn with_values(&mut self, follower: Follower) -> Option<Played> {
        let Follower { mut path_state, used, bounds, .. } = follower;
        let (_, true) = self.argument(&path_state) else { return None };
        self.example(&mut path_state);
        let kept = path_state.kept.clone();
        for &Kept { from, count, .. } in &*kept {
            for at in from..from + count {
                self.decide_all(&mut path_state, at);
            }
        }
        let argument = self.example(&mut path_state);
        let steps = self.happened(&path_state, &bounds);
        let (uncertain, cut) = (self.uncertain(&used), used.contains(&super::store::Source::Cut));
        Some(Played { grounds: Grounds { uncertain, cut, fits: true, argument }, steps })
    }

    /// What has happened in each step.
    pub(crate) fn happened(&self, path_state: &PathState, bounds: &[usize]) -> Vec<Vec<Happened>> {
        let mut steps: Vec<Vec<Happened>> = vec![Vec::new(); bounds.len()];
        for (number, &Kept { action, from, count }) in path_state.kept.iter().enumerate() {
            let args = &path_state.chosen[from..from + count];
            let args = args.iter().map(|&arg| self.store.term(arg)).collect();
            let step = bounds.partition_point(|&bound| bound <= number).saturating_sub(1);
            if let Some(step) = steps.get_mut(step) {
                step.push(Happened { action, args });
            }
        }
        steps
    }

    /// Finds values for the unknown parts of a term that is kept.
    fn decide_all(&mut self, path_state: &mut PathState, at: usize) {
        for (number, leaf) in self.store.leaves(path_state.chosen[at]).into_iter().enumerate() {
            let mut values = self.examples(leaf, number, &path_state.facts);
            values.extend(self.others(leaf, number));
            for value in values {
                let mut next = path_state.clone();
                if self.bind(&mut next, leaf, value) && self.is_consistent(&next.facts) {
                    *path_state = next;
                    break;
                }
            }
        }
    }

    /// Values of other kinds than those that examples have.
    fn others(&mut self, leaf: TermId, number: usize) -> Vec<TermId> {
        let Shape::Unknown { kinds, .. } = *self.store.shape(leaf) else { return Vec::new() };
        let nothing = self.store.intern(Shape::Nil);
        let pid = Shape::Pid((number + 1).into());
        let reference = Shape::Reference((number + 1).into());
        let shapes = [
            (Kinds::FLOAT, Shape::Float(EXAMPLE.to_bits())),
            (Kinds::BINARY, Shape::Wrap(Wrap::Binary, nothing)),
            (Kinds::MAP, Shape::Wrap(Wrap::Map, nothing)),
            (Kinds::PID, pid),
            (Kinds::REFERENCE, reference),
        ];
        let fitting =
            shapes.into_iter().filter(|(shape_kinds, _)| kinds.and(*shape_kinds) != Kinds::NONE);
        fitting.map(|(_, shape)| self.store.intern(shape)).collect()
    }
}

impl PathState {
    /// Notes an action that happens.
    pub(crate) fn keep(&mut self, enabled: &Enabled) {
        let (from, args) = (self.chosen.len(), enabled.args());
        self.kept.push(Kept { action: enabled.action, from, count: args.len() });
        self.chosen.to_mut().extend_from_slice(args);
    }
}
