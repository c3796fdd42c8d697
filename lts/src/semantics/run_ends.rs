//! A run in which processes end for given reasons only.
//!
//! Input: a run, and what says of that which has happened why processes end by themselves. Output: whether the run is one
//! with such reasons, too. Where a process ends in a run its reason is a choice of the environment; here that is met with
//! each reason in turn, and all that the run has found out of it must fit. Does not know what processes do.

use model::index::Idx as _;
use model::layout::end_in;
use model::{Expr, Operator, OriginKind};

use super::follow::Follower;
use super::store::{Shape, Source, TermId};
use super::{Happened, Machine, Run, StepError};
use crate::semantics::evaluation::kinds::Kinds;
use crate::semantics::path_state::PathState;

/// The end of a process in a run.
#[derive(Clone, Debug)]
pub struct Ending {
    /// The step that it brings about, with the reason as the last part of what that shows.
    pub step: usize,
    /// What it may end with, each with the step and the action there that has started the process: variable n is the
    /// argument number n of that action.
    pub reasons: Vec<(ActionPosition, Expr)>,
}

/// A step, and an action in it.
pub type ActionPosition = (usize, usize);

impl Machine<'_> {
    /// Whether a run that is certain is one where processes end for these reasons; so it is where it is not certain.
    ///
    /// # Errors
    ///
    /// Where it takes too much to follow the run.
    pub fn ends_so(
        &mut self,
        run: &Run<'_>,
        endings: &dyn Fn(&[Vec<Happened>]) -> Vec<Ending>,
    ) -> Result<bool, StepError> {
        let (cuts, joins) = (self.cuts, self.joins);
        (self.follows, self.plays) = (true, true);
        let outcome = self.follow(run).map(|mut followers| {
            followers.retain(|follower| self.is_sure(follower));
            let mut pending = followers.iter();
            followers.is_empty() || pending.any(|follower| self.has_such_ends(follower, endings))
        });
        (self.follows, self.plays) = (false, false);
        (self.cuts, self.joins) = (cuts, joins);
        outcome
    }

    fn is_sure(&mut self, follower: &Follower) -> bool {
        let Follower { path_state, used, .. } = follower;
        self.uncertain(used).is_empty()
            && !used.contains(&Source::Cut)
            && self.argument(path_state).1
    }

    fn has_such_ends(
        &mut self,
        follower: &Follower,
        endings: &dyn Fn(&[Vec<Happened>]) -> Vec<Ending>,
    ) -> bool {
        let endings = endings(&self.happened(&follower.path_state, &follower.bounds));
        let mut path_states = vec![follower.path_state.clone()];
        for ending in &endings {
            let mut next = Vec::new();
            for path_state in &path_states {
                next.extend(self.ending_so(path_state, &follower.bounds, ending));
            }
            path_states = next;
        }
        !path_states.is_empty()
    }

    /// The path states in which a process ends so.
    fn ending_so(
        &mut self,
        path_state: &PathState,
        bounds: &[usize],
        ending: &Ending,
    ) -> Vec<PathState> {
        let Some(shown) = args_of(path_state, bounds, (ending.step, 0)).and_then(<[_]>::last)
        else {
            return vec![path_state.clone()];
        };
        let reason = self.reason_in(*shown);
        let mut path_states = Vec::new();
        for (start, given) in &ending.reasons {
            let mut path_state = path_state.clone();
            let args = args_of(&path_state, bounds, *start).unwrap_or_default().to_vec();
            let given = self.given(given, &args, &mut path_state);
            path_states.extend(self.unify_in_all_ways(path_state, reason, given));
        }
        path_states.retain(|path_state| self.is_consistent(&path_state.facts));
        path_states
    }

    /// The reason in the message of an end, or that itself.
    fn reason_in(&self, shown: TermId) -> TermId {
        match self.store.shape(shown) {
            Shape::Tuple(parts) => {
                let end = end_in(parts, |&tag, name| match self.store.shape(tag) {
                    Shape::Atom(atom) => atom.as_str() == name,
                    _ => false,
                });
                end.map_or(shown, |[_, &reason]| reason)
            }
            _ => shown,
        }
    }

    /// What an expression is where these are the arguments; what is not known may be anything.
    fn given(&mut self, expr: &Expr, args: &[TermId], path_state: &mut PathState) -> TermId {
        let mut inner = |expr: &Expr| self.given(expr, args, path_state);
        let shape = match expr {
            Expr::Cons(head, tail) => Shape::Cons(inner(head), inner(tail)),
            Expr::Tuple(items) => Shape::Tuple(items.iter().map(inner).collect()),
            Expr::Atom(name) => Shape::Atom(name.clone()),
            Expr::Integer(value) => Shape::Integer(value.clone()),
            Expr::Nil => Shape::Nil,
            other => {
                return self.part_given(other, args).unwrap_or_else(|| self.any_value(path_state));
            }
        };
        self.store.intern(shape)
    }

    /// A part of an argument, where that is known so far.
    fn part_given(&self, expr: &Expr, args: &[TermId]) -> Option<TermId> {
        let shape = |inner: &Expr| Some(self.store.shape(self.part_given(inner, args)?));
        match expr {
            Expr::Var(number) => args.get(number.index()).copied(),
            Expr::Element(position, tuple) => match shape(tuple)? {
                Shape::Tuple(items) => items.get(position.checked_sub(1)?).copied(),
                _ => None,
            },
            Expr::Head(list) => match shape(list)? {
                Shape::Cons(head, _) => Some(*head),
                _ => None,
            },
            Expr::Tail(list) => match shape(list)? {
                Shape::Cons(_, tail) => Some(*tail),
                _ => None,
            },
            Expr::Apply(Operator::Unwrap(wrap), operands) => match shape(operands.first()?)? {
                Shape::Wrap(other, content) if other == wrap => Some(*content),
                _ => None,
            },
            _ => None,
        }
    }

    /// A value that another process may choose.
    fn any_value(&mut self, path_state: &mut PathState) -> TermId {
        let mut origins = self.model.origins.iter_enumerated();
        let end = origins.find(|(_, origin)| origin.kind == OriginKind::End);
        let source = end.map_or(Source::Cut, |(number, _)| Source::Origin(number));
        self.fresh(path_state, Kinds::ALL, source)
    }
}

/// The arguments of an action of a run.
fn args_of<'w>(
    path_state: &'w PathState,
    bounds: &[usize],
    (step, action): ActionPosition,
) -> Option<&'w [TermId]> {
    let kept = path_state.kept.get(bounds.get(step)? + action)?;
    path_state.chosen.get(kept.from..kept.from + kept.count)
}
