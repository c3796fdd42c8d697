//! Choices of the environment: unknown values that may be had as one likes.
//!
//! A decision on one can be made to go either way; where a run is followed, what was found out of them
//! is kept, and must fit. At the end there is an example of what was chosen.

use frontend::Name;
use model::index::Idx as _;
use model::{Expr, Operator, OriginId, OriginKind};
use num_bigint::BigInt;

use super::question::Fact;
use crate::semantics::Machine;
use crate::semantics::evaluation::kinds::Kinds;
use crate::semantics::path_state::PathState;
use crate::semantics::store::{Shape, Source, TermId};
use crate::term::Term;

/// Values of one kind that are tried.
const MAX_TRIED: usize = 20;

impl Machine<'_> {
    /// What `init/1` has been called with in a path state: an example that fits all that is known of it,
    /// with unknown values where none is found; and whether there is one for sure.
    ///
    /// What must differ can differ, and a tuple can have another size: there are endlessly many values
    /// of each kind. Only of comparisons an example must be found.
    pub(crate) fn argument(&mut self, path_state: &PathState) -> (Option<Term>, bool) {
        let mut path_state = path_state.clone();
        let term = self.example(&mut path_state);
        let is_compared = |fact: &Fact| matches!(fact, Fact::Less(..) | Fact::Alike(..));
        (term, !path_state.facts.iter().any(is_compared))
    }

    /// Finds values for the parts of the argument, which the path state takes.
    pub(crate) fn example(&mut self, path_state: &mut PathState) -> Option<Term> {
        let argument = self.model.argument.as_ref()?;
        let term = self.chosen_term(argument, path_state)?;
        path_state.words.push(term.0);
        for (number, leaf) in self.store.leaves(term).into_iter().enumerate() {
            for value in self.examples(leaf, number, &path_state.facts) {
                let mut next = path_state.clone();
                if self.bind(&mut next, leaf, value) {
                    *path_state = next;
                    break;
                }
            }
        }
        let mut words = path_state.words.split_off(path_state.words.len() - 1);
        self.renumber_args(&mut words);
        words.first().map(|&word| self.store.term(TermId(word)))
    }

    /// The term with what was chosen for its parts.
    fn chosen_term(&mut self, expr: &Expr, path_state: &mut PathState) -> Option<TermId> {
        let mut inner = |expr: &Expr| self.chosen_term(expr, path_state);
        let shape = match expr {
            Expr::Var(var) => return path_state.chosen.get(var.index()).copied(),
            Expr::Cons(head, tail) => Shape::Cons(inner(head)?, inner(tail)?),
            Expr::List(cells) => {
                let items = cells.items().iter().map(&mut inner).collect::<Option<Vec<_>>>()?;
                let end = inner(cells.end())?;
                let cell = |tail, head| self.store.intern(Shape::Cons(head, tail));
                return Some(items.into_iter().rev().fold(end, cell));
            }
            Expr::Tuple(items) => Shape::Tuple(items.iter().map(inner).collect::<Option<_>>()?),
            Expr::Atom(name) => Shape::Atom(name.clone()),
            Expr::Integer(value) => Shape::Integer(value.clone()),
            Expr::Nil => Shape::Nil,
            Expr::Apply(Operator::Wrap(wrap), parts) => Shape::Wrap(*wrap, inner(parts.first()?)?),
            Expr::Apply(..) => Shape::Float(expr.as_float()?.bits()),
            Expr::Unknown(origin) | Expr::Chosen(origin, _) => {
                let kinds = Kinds::of_unknown(expr);
                return Some(self.fresh(path_state, kinds, Source::Origin(*origin)));
            }
            _ => return None,
        };
        Some(self.store.intern(shape))
    }

    /// Values that the unknown value number `number` of a term may have, simple ones first.
    pub(crate) fn examples(&mut self, leaf: TermId, number: usize, facts: &[Fact]) -> Vec<TermId> {
        let Shape::Unknown { kinds, .. } = *self.store.shape(leaf) else { return Vec::new() };
        let may_be = |other: Kinds| kinds.and(other) != Kinds::NONE;
        let mut atoms = Vec::new();
        if may_be(Kinds::ATOM) {
            atoms.extend((number..).take(MAX_TRIED).map(|number| Shape::Atom(self.named(number))));
        }
        let bounds = self.bounds(leaf, facts);
        let mut shapes = Vec::new();
        if may_be(Kinds::INTEGER) {
            let near = |bound: &BigInt| [bound.clone(), bound - 1, bound + 1];
            shapes.extend(
                bounds
                    .iter()
                    .flat_map(near)
                    .chain((0..MAX_TRIED).map(BigInt::from))
                    .map(Shape::Integer),
            );
        }
        if bounds.is_empty() {
            shapes.splice(0..0, atoms);
        } else {
            shapes.extend(atoms);
        }
        if may_be(Kinds::NIL) {
            shapes.push(Shape::Nil);
        }
        if may_be(Kinds::TUPLE) {
            let item = self.store.intern(Shape::Atom(self.named(0)));
            shapes.extend((0..MAX_TRIED).map(|size| Shape::Tuple(vec![item; size].into())));
        }
        shapes.into_iter().map(|shape| self.store.intern(shape)).collect()
    }

    /// The name of a value that may be any other one: a letter, or numbered.
    fn named(&self, number: usize) -> Name {
        match self.numbered {
            Some(letter) => Name::from(format!("{letter}{}", number + 1)),
            None => Name::from(('a'..='z').nth(number % 26).unwrap_or('a').to_string()),
        }
    }

    /// The integers with which an unknown value was compared.
    fn bounds(&self, leaf: TermId, facts: &[Fact]) -> Vec<BigInt> {
        let compared = facts.iter().filter_map(|fact| match fact {
            Fact::Less(a, b, _) if *a == leaf => Some(*b),
            Fact::Less(a, b, _) if *b == leaf => Some(*a),
            _ => None,
        });
        let integers = compared.filter_map(|other| match self.store.shape(other) {
            Shape::Integer(value) => Some(value.clone()),
            _ => None,
        });
        integers.collect()
    }

    /// Whether the environment chooses an unknown value freely.
    pub(crate) fn is_choice(&self, source: Source) -> bool {
        match source {
            Source::Origin(origin) => {
                let kind = self.model.origins[origin].kind;
                matches!(kind, OriginKind::Choice | OriginKind::End | OriginKind::Part)
            }
            Source::Computed(_) | Source::Cut => false,
        }
    }

    /// The source of what is computed from a value.
    pub(crate) fn computed(&self, source: Source) -> Source {
        match source {
            Source::Origin(origin) if self.is_choice(source) => Source::Computed(origin),
            other => other,
        }
    }

    /// The unknown values on which a decision rests: where a run is followed, not the choices of the
    /// environment, which are kept in mind.
    pub(crate) fn doubtful(&self, mut sources: Vec<Source>) -> Vec<Source> {
        sources.retain(|&source| !self.follows || !self.is_choice(source));
        sources
    }

    /// The places of unknown values; not those of choices of the environment.
    pub(crate) fn uncertain(&self, used: &[Source]) -> Vec<OriginId> {
        let place = |&source: &Source| match source {
            Source::Origin(origin) if !self.is_choice(source) => Some(origin),
            Source::Computed(origin) => Some(origin),
            Source::Origin(_) | Source::Cut => None,
        };
        let mut places: Vec<OriginId> = used.iter().filter_map(place).collect();
        places.sort_unstable();
        places.dedup();
        places
    }

    /// What was found out of choices alone, where a run is followed.
    pub(crate) fn facts_on_choices(&self, path_state: &PathState) -> Vec<Fact> {
        if !self.follows {
            return Vec::new();
        }
        let is_choice = |leaf: &TermId| match self.store.shape(*leaf) {
            Shape::Unknown { source, .. } => self.is_choice(*source),
            _ => true,
        };
        let facts = path_state.facts.iter();
        let mut facts: Vec<Fact> =
            facts.filter(|fact| self.leaves(fact).iter().all(is_choice)).cloned().collect();
        facts.sort_unstable();
        facts.dedup();
        facts
    }

    /// The unknown values of which a fact speaks.
    fn leaves(&self, fact: &Fact) -> Vec<TermId> {
        let terms: Vec<TermId> = match fact {
            Fact::NotTuple(value, _) => vec![*value],
            Fact::Less(a, b, _) | Fact::Alike(a, b) | Fact::Part(a, _, b) => vec![*a, *b],
            Fact::Differ(pairs) | Fact::Unequal(pairs) => {
                pairs.iter().flat_map(|&(a, b)| [a, b]).collect()
            }
        };
        terms.into_iter().flat_map(|term| self.store.leaves(term)).collect()
    }
}
