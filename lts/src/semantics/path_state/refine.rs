//! What a path state becomes when a question about its unknown values is answered.
//!
//! An answer narrows the kinds of an unknown value, gives it a shape, binds it to another term, or
//! is noted as a fact. An answer that contradicts what is known gives no path state.

use model::Kind;

use super::question::{Fact, Question};
use crate::semantics::Machine;
use crate::semantics::evaluation::kinds::Kinds;
use crate::semantics::path_state::PathState;
use crate::semantics::store::{Memo, Shape, Source, TermId};

/// Cells of unknown lists that are looked into in one event where lists are to be short.
const MAX_CELLS: u32 = 3;

impl Machine<'_> {
    /// The path states in which the question is answered, yes first.
    pub(crate) fn fork(&mut self, path_state: &PathState, question: Question) -> Vec<PathState> {
        let sources = self.doubtful(self.store.sources(question));
        let mut path_states: Vec<PathState> = match question {
            Question::Equal(left, right) => self.fork_equal(path_state, left, right),
            Question::Same(left, right) => {
                let mut path_states = self.unify_in_all_ways(path_state.clone(), left, right);
                path_states.extend(self.refine(path_state.clone(), question, false));
                path_states
            }
            _ => [true, false]
                .into_iter()
                .filter_map(|answer| self.refine(path_state.clone(), question, answer))
                .collect(),
        };
        path_states.retain(|path_state| self.is_consistent(&path_state.facts));
        // Three ways are two decisions: the shares of all are the whole.
        let n_decisions = path_states.len().saturating_sub(1);
        for (number, path_state) in path_states.iter_mut().enumerate() {
            for _ in 0..n_decisions.min(number + 1) {
                path_state.decided_on(&sources);
            }
        }
        self.thin(&mut path_states);
        path_states
    }

    /// The path state in which the answer is yes, as it was found before: where path states were joined it may
    /// not show any more.
    pub(crate) fn assume(
        &mut self,
        path_state: PathState,
        question: Question,
    ) -> Option<PathState> {
        self.refine(path_state, question, true)
    }

    fn refine(
        &mut self,
        mut path_state: PathState,
        question: Question,
        answer: bool,
    ) -> Option<PathState> {
        match (question, answer) {
            (Question::Is(kind, value), _) => self.refine_kind(path_state, kind, value, answer),
            (Question::Same(left, right), true) => self.unify(path_state, left, right),
            (Question::Same(left, right), false) => {
                let mut pairs = self.store.difference(left, right)?;
                pairs.sort_unstable();
                if let [(a, b)] = pairs[..]
                    && let Some(leaf) = self.leaf_beside_nil(a, b)
                {
                    return self.without_nil(path_state, leaf);
                }
                path_state.facts.push(Fact::Differ(pairs.into()));
                Some(path_state)
            }
            (Question::Equal(..), _) => None,
            (Question::Less(left, right), _) => {
                path_state.facts.push(Fact::Less(left, right, answer));
                Some(path_state)
            }
        }
    }

    /// The unknown one of two terms of which the other is `[]`.
    pub(crate) fn leaf_beside_nil(&self, a: TermId, b: TermId) -> Option<TermId> {
        match (self.store.shape(a), self.store.shape(b)) {
            (Shape::Nil, Shape::Unknown { .. }) => Some(b),
            (Shape::Unknown { .. }, Shape::Nil) => Some(a),
            _ => None,
        }
    }

    /// What is known where an unknown value is not `[]`.
    pub(crate) fn without_nil(&mut self, path_state: PathState, leaf: TermId) -> Option<PathState> {
        self.refine_kind(path_state, Kind::Nil, leaf, false)
    }

    fn refine_kind(
        &mut self,
        mut path_state: PathState,
        kind: Kind,
        leaf: TermId,
        answer: bool,
    ) -> Option<PathState> {
        let Shape::Unknown { number, kinds, source } = *self.store.shape(leaf) else {
            return None;
        };
        let tested = Kinds::of_test(kind);
        let to = match (kind, answer) {
            (Kind::TupleOf(size), true) => {
                let items =
                    (0..size).map(|_| self.fresh(&mut path_state, Kinds::ALL, source)).collect();
                self.store.intern(Shape::Tuple(items))
            }
            (Kind::TupleOf(size), false) => {
                path_state.facts.push(Fact::NotTuple(leaf, size));
                return Some(path_state);
            }
            (_, true) => self.narrowed(&mut path_state, number, kinds.and(tested), source)?,
            (_, false) => self.narrowed(&mut path_state, number, kinds.without(tested), source)?,
        };
        self.bind(&mut path_state, leaf, to).then_some(path_state)
    }

    /// A value of which only these kinds are known; a list of known shape gets it.
    pub(crate) fn narrowed(
        &mut self,
        path_state: &mut PathState,
        number: u32,
        kinds: Kinds,
        source: Source,
    ) -> Option<TermId> {
        let shape = match kinds {
            Kinds::NONE => return None,
            _ if kinds.is_nil() => Shape::Nil,
            _ if kinds.is_cons() => {
                path_state.cells += 1;
                if self.effort.short_lists && path_state.cells > MAX_CELLS {
                    self.lost += 1;
                    return None;
                }
                let head = self.fresh(path_state, Kinds::ALL, source);
                Shape::Cons(head, self.fresh(path_state, Kinds::ALL, source))
            }
            _ => Shape::Unknown { number, kinds, source },
        };
        Some(self.store.intern(shape))
    }

    /// Makes two terms the same, part by part.
    pub(crate) fn unify(
        &mut self,
        mut path_state: PathState,
        left: TermId,
        right: TermId,
    ) -> Option<PathState> {
        path_state.words.extend([left.0, right.0]);
        loop {
            let [.., left, right] = path_state.words[..] else { return None };
            let pairs = self.store.difference(TermId(left), TermId(right))?;
            let Some(&(a, b)) = pairs.first() else { break };
            if !self.unify_leaf(&mut path_state, a, b)? {
                return None;
            }
        }
        path_state.words.truncate(path_state.words.len() - 2);
        Some(path_state)
    }

    /// Binds the unknown one of two terms to the other, or two unknown ones to what both may be.
    pub(crate) fn unify_leaf(
        &mut self,
        path_state: &mut PathState,
        a: TermId,
        b: TermId,
    ) -> Option<bool> {
        let (first, second) = (self.store.shape(a).clone(), self.store.shape(b).clone());
        Some(match (first, second) {
            (
                Shape::Unknown { number, kinds, source },
                Shape::Unknown { kinds: others, source: other, .. },
            ) => {
                let kinds = kinds.and(others);
                let source = if self.is_choice(source) { other } else { source.min(other) };
                let both = self.narrowed(path_state, number, kinds, source)?;
                (a == both || self.bind(path_state, a, both))
                    && (b == both || self.bind(path_state, b, both))
            }
            (Shape::Unknown { .. }, _) => self.bind(path_state, a, b),
            _ => self.bind(path_state, b, a),
        })
    }

    /// Replaces an unknown value everywhere; false where that contradicts a fact.
    pub(crate) fn bind(&mut self, path_state: &mut PathState, leaf: TermId, to: TermId) -> bool {
        let mut memo = self.store.memo();
        self.store.replace_leaf(&mut memo, leaf, to);
        let parts = self.replaced(path_state, &mut memo);
        self.store.give_back(memo);
        parts.is_some_and(|parts| self.identify(path_state, parts))
    }

    /// Rewrites a path state; gives what turns out to be the same part of one value, or nothing where a fact is contradicted.
    fn replaced(&mut self, path_state: &mut PathState, memo: &mut Memo) -> Option<Vec<Pair>> {
        let mut words = std::mem::take(&mut path_state.words);
        self.rewrite(&mut words, 0, memo);
        path_state.words = words;
        if path_state.chosen.iter().any(|&chosen| self.store.is_moved(chosen, memo)) {
            for chosen in path_state.chosen.to_mut() {
                *chosen = self.store.rebuild(*chosen, memo);
            }
        }
        let mut parts = Vec::new();
        self.effort.total += path_state.facts.len() as u64;
        if !path_state.facts.iter().any(|fact| self.is_about_moved(fact, memo)) {
            return Some(parts);
        }
        let mut facts = Vec::with_capacity(path_state.facts.len());
        for fact in std::mem::take(&mut path_state.facts).into_vec() {
            if !self.is_about_moved(&fact, memo) {
                facts.push(fact);
                continue;
            }
            let fact = match self.rewritten(fact, memo) {
                Fact::Part(whole, part, value) => match self.part_of(whole, part) {
                    Ok(Some(term)) => {
                        parts.push((term, value));
                        continue;
                    }
                    Ok(None) => Fact::Part(whole, part, value),
                    Err(Contradiction) => return None,
                },
                fact => fact,
            };
            match self.check(fact) {
                Ok(left) => facts.extend(left),
                Err(Contradiction) => return None,
            }
        }
        path_state.facts = facts.into();
        Some(parts)
    }

    /// Whether a leaf may have been replaced of which a fact speaks.
    fn is_about_moved(&self, fact: &Fact, memo: &Memo) -> bool {
        let is_moved = |id: TermId| self.store.is_moved(id, memo);
        match fact {
            Fact::NotTuple(a, _) => is_moved(*a),
            Fact::Less(a, b, _) | Fact::Alike(a, b) | Fact::Part(a, _, b) => {
                is_moved(*a) || is_moved(*b)
            }
            Fact::Differ(pairs) | Fact::Unequal(pairs) => {
                pairs.iter().any(|&(a, b)| is_moved(a) || is_moved(b))
            }
        }
    }

    /// A fact with what its leaves were replaced by.
    fn rewritten(&mut self, fact: Fact, memo: &mut Memo) -> Fact {
        let mut new = |id: TermId| self.store.rebuild(id, memo);
        match fact {
            Fact::NotTuple(a, size) => Fact::NotTuple(new(a), size),
            Fact::Less(a, b, answer) => Fact::Less(new(a), new(b), answer),
            Fact::Alike(a, b) => Fact::Alike(new(a), new(b)),
            Fact::Part(whole, part, value) => Fact::Part(new(whole), part, new(value)),
            Fact::Differ(pairs) => {
                Fact::Differ(pairs.iter().map(|&(a, b)| (new(a), new(b))).collect())
            }
            Fact::Unequal(pairs) => {
                Fact::Unequal(pairs.iter().map(|&(a, b)| (new(a), new(b))).collect())
            }
        }
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
pub(crate) struct Contradiction;
