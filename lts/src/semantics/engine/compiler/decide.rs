//! Tests on symbols: decided by what is known of them, or by an answer that the attempt has.

use model::Kind;

use super::Compiler;
use super::facts::{Fact, Question};
use super::path::{Attempt, Halt, Path};
use super::symbol::{Symbol, SymbolId};
use crate::semantics::engine::program::Test;
use crate::semantics::evaluation::eval::is_kind;
use crate::semantics::evaluation::kinds::Kinds;
use crate::semantics::store::Shape;

impl Compiler<'_, '_> {
    /// The answer to a test.
    pub(crate) fn ask(
        &mut self,
        question: Question,
        path: &mut Path,
        attempt: &mut Attempt,
    ) -> Result<bool, Halt> {
        self.look_through(&path.facts)?;
        if let Some(answer) = self.decide(question, path) {
            return Ok(answer);
        }
        if let Question::Same(left, right) = question
            && let Some(pairs) = self.components(left, right)
        {
            for (left, right) in pairs {
                if !self.ask(Question::Same(left, right), path, attempt)? {
                    return Ok(false);
                }
            }
            return Ok(true);
        }
        if attempt.is_closed {
            return Err(Halt::GiveUp);
        }
        let test = self.test(question, path, attempt)?;
        let Some(&answer) = attempt.answers.get(attempt.used) else {
            return Err(Halt::Open(test));
        };
        attempt.used += 1;
        path.facts.add(Fact::Answer(question, answer));
        Ok(answer)
    }

    /// The pairs of components of two tuples of one size.
    fn components(&mut self, left: SymbolId, right: SymbolId) -> Option<Vec<(SymbolId, SymbolId)>> {
        let size = match (self.symbols.get(left), self.symbols.get(right)) {
            (Symbol::Tuple(items), _) | (_, Symbol::Tuple(items)) => items.len(),
            _ => return None,
        };
        let store = &self.machine.store;
        let mut pairs = Vec::with_capacity(size);
        for position in 1..=size {
            let left = self.symbols.component(left, position, store)?;
            pairs.push((left, self.symbols.component(right, position, store)?));
        }
        Some(pairs)
    }

    fn test(
        &mut self,
        question: Question,
        path: &mut Path,
        attempt: &mut Attempt,
    ) -> Result<Test, Halt> {
        let mut register = |value| self.materialise(value, path, attempt);
        Ok(match question {
            Question::Is(kind, value) => Test::Is(kind, register(value)?),
            Question::Same(left, right) => Test::Same(register(left)?, register(right)?),
            Question::Equal(left, right) => Test::Equal(register(left)?, register(right)?),
            Question::Less(left, right) => Test::Less(register(left)?, register(right)?),
        })
    }

    /// The answer, where it is known.
    fn decide(&self, question: Question, path: &Path) -> Option<bool> {
        let answered = path.facts.find(|fact| match fact {
            Fact::Answer(asked, answer) if *asked == question => Some(*answer),
            _ => None,
        });
        answered.or_else(|| match question {
            Question::Is(kind, value) => self.decide_kind(kind, value, path),
            Question::Same(left, right) => self.decide_same(left, right, path),
            Question::Equal(left, right) => self.decide_equal(left, right),
            Question::Less(left, right) => {
                let terms = self.symbols.term(left).zip(self.symbols.term(right));
                terms.map(|(left, right)| self.machine.store.less(left, right))
            }
        })
    }

    fn decide_kind(&self, kind: Kind, value: SymbolId, path: &Path) -> Option<bool> {
        let store = &self.machine.store;
        match self.symbols.get(value) {
            Symbol::Constant(term) => Some(is_kind(kind, store.shape(*term))),
            Symbol::Register(_, true) => Some(matches!(kind, Kind::Integer | Kind::Number)),
            Symbol::Tuple(items) => Some(match kind {
                Kind::Tuple => true,
                Kind::TupleOf(size) => size == items.len(),
                _ => false,
            }),
            Symbol::Cons(..) => Some(kind == Kind::Cons),
            Symbol::Register(_, false) => path.facts.find(|fact| match fact {
                Fact::Answer(Question::Same(one, other), true) if *one == value => {
                    self.symbols.term(*other).map(|term| is_kind(kind, store.shape(term)))
                }
                Fact::Answer(Question::Is(tested, of), answer) if *of == value => {
                    implied(*tested, *answer, kind)
                }
                _ => None,
            }),
        }
    }

    fn decide_same(&self, left: SymbolId, right: SymbolId, path: &Path) -> Option<bool> {
        let store = &self.machine.store;
        if left == right {
            return Some(true);
        }
        if let (Some(left), Some(right)) = (self.symbols.term(left), self.symbols.term(right)) {
            return Some(store.known_same(left, right));
        }
        if self.symbols.differ(left, right, store) {
            return Some(false);
        }
        let (value, term) = match (self.symbols.term(left), self.symbols.term(right)) {
            (None, Some(term)) => (left, term),
            (Some(term), None) => (right, term),
            _ => return None,
        };
        path.facts.find(|fact| match fact {
            Fact::Answer(Question::Same(one, other), answer) if *one == value => {
                let other = self.symbols.term(*other)?;
                let is_same = store.known_same(other, term);
                if *answer { Some(is_same) } else { is_same.then_some(false) }
            }
            Fact::Answer(Question::Is(kind, of), answer)
                if *of == value && is_kind(*kind, store.shape(term)) != *answer =>
            {
                Some(false)
            }
            _ => None,
        })
    }

    /// Numbers may be equal without being the same: only what holds no number is decided.
    fn decide_equal(&self, left: SymbolId, right: SymbolId) -> Option<bool> {
        if left == right {
            return Some(true);
        }
        let store = &self.machine.store;
        let both_integers =
            self.symbols.is_integer(left, store) && self.symbols.is_integer(right, store);
        match (self.symbols.term(left), self.symbols.term(right)) {
            (Some(left), Some(right)) => Some(store.known_equal(left, right)),
            _ if both_integers => None,
            (Some(term), None) | (None, Some(term)) => {
                let other = if self.symbols.term(left).is_some() { right } else { left };
                let is_simple = !matches!(store.shape(term), Shape::Tuple(_) | Shape::Cons(..));
                let is_pair =
                    matches!(self.symbols.get(other), Symbol::Tuple(_) | Symbol::Cons(..));
                (is_simple && is_pair).then_some(false)
            }
            (None, None) => None,
        }
    }
}

/// What the answer to one kind says of another.
fn implied(tested: Kind, answer: bool, asked: Kind) -> Option<bool> {
    let (known_kinds, asked_kinds) = (Kinds::of_test(tested), Kinds::of_test(asked));
    let is_sized = |kind: Kind| matches!(kind, Kind::TupleOf(_));
    match (tested, asked, answer) {
        (Kind::TupleOf(a), Kind::TupleOf(b), true) => Some(a == b),
        (_, _, true) if known_kinds.and(asked_kinds) == Kinds::NONE => Some(false),
        (_, _, true) if known_kinds.is_within(asked_kinds) && !is_sized(asked) => Some(true),
        (_, _, false) if asked_kinds.is_within(known_kinds) && !is_sized(tested) => Some(false),
        _ => None,
    }
}
