//! What a world becomes when a question about its unknown values is answered.
//!
//! An answer narrows the kinds of an unknown value, gives it a shape, binds it to another term, or
//! is noted as a fact. An answer that contradicts what is known gives no world.

use std::rc::Rc;

use model::Kind;

use super::Machine;
use super::kinds::Kinds;
use super::question::{Fact, Question};
use super::store::{Memo, Shape, Source, TermId, TermStore};
use super::world::World;

impl Machine<'_> {
    /// The worlds in which the question is answered, yes first.
    pub(super) fn fork(&mut self, world: &World, question: Question) -> Vec<World> {
        let sources = self.doubtful(self.store.sources(question));
        let mut worlds: Vec<World> = match question {
            Question::Equal(left, right) => self.fork_equal(world, left, right),
            Question::Same(left, right) => {
                let mut worlds = self.unify_in_all_ways(world.clone(), left, right);
                worlds.extend(self.refine(world.clone(), question, false));
                worlds
            }
            _ => [true, false]
                .into_iter()
                .filter_map(|answer| self.refine(world.clone(), question, answer))
                .collect(),
        };
        worlds.retain(|world| self.is_consistent(&world.facts));
        // Three ways are two decisions: the shares of all are the whole.
        let n_decisions = worlds.len().saturating_sub(1);
        for (number, world) in worlds.iter_mut().enumerate() {
            for _ in 0..n_decisions.min(number + 1) {
                world.decided_on(&sources);
            }
        }
        worlds
    }

    /// The world in which the answer is yes, as it was found before: where worlds were joined it may
    /// not show any more.
    pub(super) fn assume(&mut self, world: World, question: Question) -> Option<World> {
        self.refine(world, question, true)
    }

    fn refine(&mut self, mut world: World, question: Question, answer: bool) -> Option<World> {
        match (question, answer) {
            (Question::Is(kind, value), _) => self.refine_kind(world, kind, value, answer),
            (Question::Same(left, right), true) => self.unify(world, left, right),
            (Question::Same(left, right), false) => {
                let mut pairs = self.store.difference(left, right)?;
                pairs.sort_unstable();
                if let [(a, b)] = pairs[..]
                    && let Some(leaf) = self.leaf_beside_nil(a, b)
                {
                    return self.without_nil(world, leaf);
                }
                world.facts.push(Fact::Differ(pairs.into()));
                Some(world)
            }
            (Question::Equal(..), _) => None,
            (Question::Less(left, right), _) => {
                world.facts.push(Fact::Less(left, right, answer));
                Some(world)
            }
        }
    }

    /// The unknown one of two terms of which the other is `[]`.
    pub(super) fn leaf_beside_nil(&self, a: TermId, b: TermId) -> Option<TermId> {
        match (self.store.shape(a), self.store.shape(b)) {
            (Shape::Nil, Shape::Unknown { .. }) => Some(b),
            (Shape::Unknown { .. }, Shape::Nil) => Some(a),
            _ => None,
        }
    }

    /// What is known where an unknown value is not `[]`.
    pub(super) fn without_nil(&mut self, world: World, leaf: TermId) -> Option<World> {
        self.refine_kind(world, Kind::Nil, leaf, false)
    }

    fn refine_kind(
        &mut self,
        mut world: World,
        kind: Kind,
        leaf: TermId,
        answer: bool,
    ) -> Option<World> {
        let Shape::Unknown { number, kinds, source } = *self.store.shape(leaf) else {
            return None;
        };
        let tested = Kinds::of_test(kind);
        let to = match (kind, answer) {
            (Kind::TupleOf(size), true) => {
                let items = (0..size).map(|_| self.fresh(&mut world, Kinds::ALL, source)).collect();
                self.store.intern(Shape::Tuple(items))
            }
            (Kind::TupleOf(size), false) => {
                world.facts.push(Fact::NotTuple(leaf, size));
                return Some(world);
            }
            (_, true) => self.narrowed(&mut world, number, kinds.and(tested), source)?,
            (_, false) => self.narrowed(&mut world, number, kinds.without(tested), source)?,
        };
        self.bind(&mut world, leaf, to).then_some(world)
    }

    /// A value of which only these kinds are known; a list of known shape gets it.
    pub(super) fn narrowed(
        &mut self,
        world: &mut World,
        number: u32,
        kinds: Kinds,
        source: Source,
    ) -> Option<TermId> {
        let shape = match kinds {
            Kinds::NONE => return None,
            _ if kinds.is_nil() => Shape::Nil,
            _ if kinds.is_cons() => {
                let head = self.fresh(world, Kinds::ALL, source);
                Shape::Cons(head, self.fresh(world, Kinds::ALL, source))
            }
            _ => Shape::Unknown { number, kinds, source },
        };
        Some(self.store.intern(shape))
    }

    /// Makes two terms the same, part by part.
    pub(super) fn unify(&mut self, mut world: World, left: TermId, right: TermId) -> Option<World> {
        world.words.extend([left.0, right.0]);
        loop {
            let [.., left, right] = world.words[..] else { return None };
            let pairs = self.store.difference(TermId(left), TermId(right))?;
            let Some(&(a, b)) = pairs.first() else { break };
            if !self.unify_leaf(&mut world, a, b)? {
                return None;
            }
        }
        world.words.truncate(world.words.len() - 2);
        Some(world)
    }

    /// Binds the unknown one of two terms to the other, or two unknown ones to what both may be.
    pub(super) fn unify_leaf(&mut self, world: &mut World, a: TermId, b: TermId) -> Option<bool> {
        let (first, second) = (self.store.shape(a).clone(), self.store.shape(b).clone());
        Some(match (first, second) {
            (
                Shape::Unknown { number, kinds, source },
                Shape::Unknown { kinds: others, source: other, .. },
            ) => {
                let kinds = kinds.and(others);
                let source = if self.is_choice(source) { other } else { source.min(other) };
                let both = self.narrowed(world, number, kinds, source)?;
                (a == both || self.bind(world, a, both)) && (b == both || self.bind(world, b, both))
            }
            (Shape::Unknown { .. }, _) => self.bind(world, a, b),
            _ => self.bind(world, b, a),
        })
    }

    /// Replaces an unknown value everywhere; false where that contradicts a fact.
    pub(super) fn bind(&mut self, world: &mut World, leaf: TermId, to: TermId) -> bool {
        let mut memo = self.store.memo();
        memo.insert(leaf, to);
        let parts = self.replaced(world, &mut memo);
        self.store.give_back(memo);
        parts.is_some_and(|parts| self.identify(world, parts))
    }

    /// Rewrites a world; gives what turns out to be the same part of one value, or nothing where a fact is contradicted.
    fn replaced(&mut self, world: &mut World, memo: &mut Memo) -> Option<Vec<Pair>> {
        let mut keep = |_: &mut TermStore, id: TermId| id;
        let mut words = std::mem::take(&mut world.words);
        self.rewrite(&mut words, 0, &mut keep, memo);
        world.words = words;
        for chosen in &mut world.chosen {
            *chosen = self.store.rebuild(*chosen, &mut keep, memo);
        }
        let mut parts = Vec::new();
        self.effort.total += world.facts.len() as u64;
        for fact in std::mem::take(&mut world.facts) {
            let mut new = |id: TermId| self.store.rebuild(id, &mut keep, memo);
            let fact = match fact {
                Fact::NotTuple(a, size) => Fact::NotTuple(new(a), size),
                Fact::Less(a, b, answer) => Fact::Less(new(a), new(b), answer),
                Fact::Alike(a, b) => Fact::Alike(new(a), new(b)),
                Fact::Part(whole, part, value) => {
                    let (whole, value) = (new(whole), new(value));
                    match self.part_of(whole, part) {
                        Ok(Some(own)) => {
                            parts.push((own, value));
                            continue;
                        }
                        Ok(None) => Fact::Part(whole, part, value),
                        Err(Contradiction) => return None,
                    }
                }
                Fact::Differ(ref pairs) => {
                    // There may be thousands of these.
                    let mut new = |&(a, b): &(TermId, TermId)| (new(a), new(b));
                    if pairs.iter().all(|pair| new(pair) == *pair) {
                        fact
                    } else if let [pair] = **pairs {
                        Fact::Differ(Rc::new([new(&pair)]))
                    } else {
                        Fact::Differ(pairs.iter().map(new).collect())
                    }
                }
                Fact::Unequal(pairs) => {
                    Fact::Unequal(pairs.iter().map(|&(a, b)| (new(a), new(b))).collect())
                }
            };
            match self.check(fact) {
                Ok(facts) => world.facts.extend(facts),
                Err(Contradiction) => return None,
            }
        }
        Some(parts)
    }

    /// What is left of a fact whose terms have changed: nothing where they show it.
    fn check(&self, fact: Fact) -> Result<Vec<Fact>, Contradiction> {
        let (question, expected) = match fact {
            Fact::Differ(pairs) => {
                let left = left_of(&pairs, |a, b| self.store.difference(a, b))?;
                return Ok(left.map(|left| Fact::Differ(left.into())).into_iter().collect());
            }
            Fact::Unequal(pairs) => {
                let left = left_of(&pairs, |a, b| self.store.unlike(a, b, &[]))?;
                return Ok(left.map(|left| Fact::Unequal(left.into())).into_iter().collect());
            }
            Fact::Alike(a, b) => {
                let pairs = self.store.unlike(a, b, &[]).ok_or(Contradiction)?;
                return Ok(pairs.into_iter().map(|(a, b)| Fact::Alike(a, b)).collect());
            }
            Fact::Part(..) => return Ok(vec![fact]),
            Fact::NotTuple(value, size) => (Question::Is(Kind::TupleOf(size), value), false),
            Fact::Less(a, b, answer) => (Question::Less(a, b), answer),
        };
        match self.store.decide(question, &[]) {
            Ok(answer) if answer == expected => Ok(Vec::new()),
            Ok(_) => Err(Contradiction),
            Err(_) => Ok(vec![fact]),
        }
    }
}

/// The pairs of parts of which one still has to be told apart; `None` where one is.
fn left_of(
    pairs: &[Pair],
    parts: impl Fn(TermId, TermId) -> Option<Vec<Pair>>,
) -> Result<Option<Vec<Pair>>, Contradiction> {
    let mut left = Vec::new();
    for &(a, b) in pairs {
        match parts(a, b) {
            None => return Ok(None),
            Some(open) => left.extend(open),
        }
    }
    left.sort_unstable();
    left.dedup();
    if left.is_empty() { Err(Contradiction) } else { Ok(Some(left)) }
}

/// Two parts of terms.
type Pair = (TermId, TermId);

/// What is known cannot be.
pub(super) struct Contradiction;
