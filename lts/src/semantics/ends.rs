//! A run in which processes end for given reasons only.
//!
//! Input: a run, and what says of that which has happened why processes end by themselves. Output: whether the run is one
//! with such reasons, too. Where a process ends in a run its reason is a choice of the environment; here that is met with
//! each reason in turn, and all that the run has found out of it must fit. Does not know what processes do.

use model::index::Idx as _;
use model::{Expr, Operator, OriginKind};

use super::follow::Follower;
use super::kinds::Kinds;
use super::store::{Shape, Source, TermId};
use super::world::World;
use super::{Happened, Machine, Run, StepError};

/// The end of a process in a run.
#[derive(Clone, Debug)]
pub struct Ending {
    /// The step that it brings about, with the reason as the last part of what that shows.
    pub step: usize,
    /// What it may end with, each with the step and the action there that has started the process: variable n is the
    /// argument number n of that action.
    pub reasons: Vec<(Place, Expr)>,
}

/// A step, and an action in it.
pub type Place = (usize, usize);

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
        let found = self.follow(run).map(|mut followers| {
            followers.retain(|own| self.is_sure(own));
            let mut pending = followers.iter();
            followers.is_empty() || pending.any(|own| self.has_such_ends(own, endings))
        });
        (self.follows, self.plays) = (false, false);
        (self.cuts, self.joins) = (cuts, joins);
        found
    }

    fn is_sure(&mut self, follower: &Follower) -> bool {
        let Follower { world, used, .. } = follower;
        self.uncertain(used).is_empty() && !used.contains(&Source::Cut) && self.argument(world).1
    }

    fn has_such_ends(
        &mut self,
        follower: &Follower,
        endings: &dyn Fn(&[Vec<Happened>]) -> Vec<Ending>,
    ) -> bool {
        let endings = endings(&self.happened(&follower.world, &follower.bounds));
        let mut worlds = vec![follower.world.clone()];
        for ending in &endings {
            let mut next = Vec::new();
            for world in &worlds {
                next.extend(self.ending_so(world, &follower.bounds, ending));
            }
            worlds = next;
        }
        !worlds.is_empty()
    }

    /// The worlds in which a process ends so.
    fn ending_so(&mut self, world: &World, bounds: &[usize], ending: &Ending) -> Vec<World> {
        let Some(shown) = args_of(world, bounds, (ending.step, 0)).and_then(<[_]>::last) else {
            return vec![world.clone()];
        };
        let reason = self.reason_in(*shown);
        let mut found = Vec::new();
        for (start, given) in &ending.reasons {
            let mut world = world.clone();
            let args = args_of(&world, bounds, *start).unwrap_or_default().to_vec();
            let given = self.given(given, &args, &mut world);
            found.extend(self.unify_in_all_ways(world, reason, given));
        }
        found.retain(|world| self.is_consistent(&world.facts));
        found
    }

    /// The reason in the message of an end, or that itself.
    fn reason_in(&self, shown: TermId) -> TermId {
        match self.store.shape(shown) {
            Shape::Tuple(parts) if self.is_end(parts) => parts[parts.len() - 1],
            _ => shown,
        }
    }

    fn is_end(&self, parts: &[TermId]) -> bool {
        let is = |name: &str| match parts.first().map(|&tag| self.store.shape(tag)) {
            Some(Shape::Atom(tag)) => tag.as_str() == name,
            _ => false,
        };
        parts.len() == 5 && is("DOWN") || parts.len() == 3 && is("EXIT")
    }

    /// What an expression is where these are the arguments; what is not known may be anything.
    fn given(&mut self, expr: &Expr, args: &[TermId], world: &mut World) -> TermId {
        let mut inner = |expr: &Expr| self.given(expr, args, world);
        let shape = match expr {
            Expr::Cons(head, tail) => Shape::Cons(inner(head), inner(tail)),
            Expr::Tuple(items) => Shape::Tuple(items.iter().map(inner).collect()),
            Expr::Atom(name) => Shape::Atom(name.clone()),
            Expr::Integer(value) => Shape::Integer(value.clone()),
            Expr::Nil => Shape::Nil,
            other => {
                return self.part_given(other, args).unwrap_or_else(|| self.any_value(world));
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
                Shape::Wrap(own, content) if own == wrap => Some(*content),
                _ => None,
            },
            _ => None,
        }
    }

    /// A value that another process may choose.
    fn any_value(&mut self, world: &mut World) -> TermId {
        let mut origins = self.model.origins.iter_enumerated();
        let own = origins.find(|(_, origin)| origin.kind == OriginKind::End);
        let source = own.map_or(Source::Cut, |(number, _)| Source::Origin(number));
        self.fresh(world, Kinds::ALL, source)
    }
}

/// The arguments of an action of a run.
fn args_of<'w>(world: &'w World, bounds: &[usize], (step, action): Place) -> Option<&'w [TermId]> {
    let kept = world.kept.get(bounds.get(step)? + action)?;
    world.chosen.get(kept.from..kept.from + kept.count)
}
