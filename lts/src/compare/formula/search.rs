//! The parts of a distinguishing formula.
//!
//! Input: rounds of refinement that tell two states apart. Output: a formula that holds in the one and
//! not in the other. Two states that a round tells apart differ in a step into a class of the round before:
//! what distinguishes the targets, which is less deep, is put together behind it.

use std::rc::Rc;

use rustc_hash::{FxHashMap, FxHashSet};

use super::Formula;
use crate::compare::rounds::{Rounds, Steps};
use crate::graph::ids::{LabelId, StateId};
use crate::graph::{Edge, Lts};

/// Operators of a formula when it is written out, where shared parts stand repeatedly.
const MAX_SIZE: usize = 5_000;

pub(super) struct Search<'s> {
    lts: &'s Lts,
    rounds: &'s Rounds,
    steps: Steps,
    is_weak: bool,
    /// Parts that may still be looked for.
    budget: usize,
    formulas: FxHashMap<(StateId, StateId), Rc<Formula>>,
}

impl<'s> Search<'s> {
    pub(super) fn new(
        lts: &'s Lts,
        rounds: &'s Rounds,
        steps: Steps,
        is_weak: bool,
        budget: usize,
    ) -> Self {
        Self { lts, rounds, steps, is_weak, budget, formulas: FxHashMap::default() }
    }

    /// A formula that holds in the first state and not in the second; nothing if it would be too large.
    pub(super) fn between(&mut self, holds: StateId, fails: StateId) -> Option<Rc<Formula>> {
        if let Some(formula) = self.formulas.get(&(holds, fails)) {
            return Some(formula.clone());
        }
        self.budget = self.budget.checked_sub(1)?;
        let round = self.rounds.apart(holds, fails)?.checked_sub(1)?;
        let formula = if let Some(edge) = self.best_step(round, holds, fails) {
            self.step(round, holds, edge, fails)?
        } else {
            let edge = self.best_step(round, fails, holds)?;
            Formula::negated(&self.step(round, fails, edge, holds)?)
        };
        if formula.size_up_to(MAX_SIZE) > MAX_SIZE {
            return None;
        }
        self.formulas.insert((holds, fails), formula.clone());
        Some(formula)
    }

    /// The states whose steps count as those of a state, in a round: itself, and what it reaches by internal
    /// steps that stay in its class.
    fn inside(&self, round: usize, state: StateId) -> Vec<StateId> {
        let mut inside = vec![state];
        let mut met = FxHashSet::from_iter([state]);
        let mut next = 0;
        while let Some(&from) = inside.get(next).filter(|_| self.steps == Steps::Stuttering) {
            next += 1;
            for edge in self.lts.out(from) {
                if self.stays(round, state, *edge) && met.insert(edge.target) {
                    inside.push(edge.target);
                }
            }
        }
        inside
    }

    fn stays(&self, round: usize, state: StateId, edge: Edge) -> bool {
        let class = |state| self.rounds.class(round, state);
        edge.label == LabelId::TAU && class(edge.target) == class(state)
    }

    fn edges(&self, round: usize, state: StateId) -> Vec<Edge> {
        let rows = self.inside(round, state).into_iter().map(|from| self.lts.out(from));
        rows.flatten().copied().collect()
    }

    /// A step of the first state that the second does not have; the one against which least has to be said.
    fn best_step(&self, round: usize, holds: StateId, fails: StateId) -> Option<Edge> {
        let theirs = self.edges(round, fails);
        let class = |edge: &Edge| self.rounds.class(round, edge.target);
        let n_against =
            |edge: &Edge| theirs.iter().filter(|other| other.label == edge.label).count();
        self.edges(round, holds)
            .into_iter()
            .filter(|edge| self.steps == Steps::Own || !self.stays(round, holds, *edge))
            .filter(|edge| {
                !theirs.iter().any(|other| other.label == edge.label && class(other) == class(edge))
            })
            .min_by_key(n_against)
    }

    /// That there is this step, said so that it is not true of the second state.
    fn step(
        &mut self,
        round: usize,
        holds: StateId,
        edge: Edge,
        fails: StateId,
    ) -> Option<Rc<Formula>> {
        let theirs = self.edges(round, fails);
        let same = theirs.iter().filter(|other| other.label == edge.label);
        let mut targets: Vec<StateId> = same.map(|other| other.target).collect();
        if self.steps == Steps::Stuttering && edge.label == LabelId::TAU {
            // An internal step that stays in the class is none.
            targets.push(fails);
        }
        let then = self.against(round, edge.target, targets)?;
        let label = self.lts.labels().get(edge.label).text().map(str::to_owned);
        if self.steps == Steps::Own {
            return Some(Rc::new(Formula::Step { label, is_weak: self.is_weak, then }));
        }
        let leaving = theirs
            .iter()
            .filter(|other| other.label == LabelId::TAU && !self.stays(round, holds, **other));
        let exits: Vec<StateId> = leaving.map(|other| other.target).collect();
        let along = self.against(round, holds, exits)?;
        Some(Rc::new(Formula::Until { along, label, then }))
    }

    /// What holds in a state and in none of the others; one of each class is enough.
    fn against(
        &mut self,
        round: usize,
        holds: StateId,
        others: Vec<StateId>,
    ) -> Option<Rc<Formula>> {
        let mut classes = Vec::new();
        let mut parts: Vec<Rc<Formula>> = Vec::new();
        for other in others {
            let class = self.rounds.class(round, other);
            if !classes.contains(&class) {
                classes.push(class);
                let part = self.between(holds, other)?;
                if !parts.contains(&part) {
                    parts.push(part);
                }
            }
        }
        Some(match parts.len() {
            0 => Formula::truth(),
            1 => parts.remove(0),
            _ => Rc::new(Formula::All(parts)),
        })
    }
}
