//! Path states that are too many at one node: some of them become one that can be all of them.
//!
//! Input: the path states that have come to a node. Output: at most a bounded number, unless what stands
//! in the state keeps them apart. Path states of one skeleton are joined, part by part: where they
//! agree they stay as they are, elsewhere stands an unknown value of all kinds that they have there,
//! the same one wherever they differ in the same way. So each path state is an instance of what it becomes:
//! nothing that can happen is lost, and what is decided about the new values is uncertain.

use std::collections::hash_map::Entry;

use model::Wrap;
use rustc_hash::FxHashMap;

use super::question::Fact;
use crate::semantics::Machine;
use crate::semantics::evaluation::kinds::Kinds;
use crate::semantics::path_state::PathState;
use crate::semantics::path_state::shared::SharedList;
use crate::semantics::store::{Shape, Source, TermId, TermStore};

/// Path states that may be at one node, unless the caller sets another limit.
pub(crate) const MAX_WORLDS: usize = 64;

/// Where path states are too many they become fewer by this factor: one decision between many ways is not
/// joined, a product of decisions often.
const FEWER: usize = 8;

/// More than this many times the path states that are allowed are too many even if labels tell them apart.
const MANY: usize = 8;

/// What tells path states apart that stay apart.
pub(crate) type GroupKey = (Vec<Skeleton>, SharedList<TermId>, Vec<Fact>);

/// What stands at one place in two path states.
type Pair = (TermId, TermId);

/// How much of a word keeps path states apart.
#[derive(Clone, Copy)]
pub(crate) enum Grain {
    /// Constants, the outermost constructor, and the first component of a tuple.
    Fine,
    /// Of tuples what `Fine` takes, of all else what `Coarse` takes.
    Tuples,
    /// Only what the model relies on.
    Coarse,
}

/// What keeps path states apart, as one number, since many are compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Skeleton(u64);

impl Skeleton {
    /// This term.
    fn exact(id: TermId) -> Self {
        Self(u64::from(id.0))
    }

    /// A value of one of these kinds.
    fn kinds(kinds: Kinds) -> Self {
        Self((1 << u32::BITS) | u64::from(kinds.number()))
    }

    /// A tuple of this size, with this component in front, if that is known; no term is the empty slot.
    fn tuple(size: usize, tag: Option<TermId>) -> Self {
        let tag = tag.unwrap_or(TermStore::NOTHING);
        Self(((size as u64 + 2) << u32::BITS) | u64::from(tag.0))
    }
}

/// A path state that others may have been joined with.
struct Joined {
    path_state: PathState,
    is_changed: bool,
}

impl Joined {
    /// Whether it still has the numbers that it was given when it came, and facts have none of their own.
    fn is_numbered(&self) -> bool {
        let has_number = |fact: &Fact| matches!(fact, Fact::Part(..));
        !self.is_changed && !self.path_state.facts.iter().any(has_number)
    }
}

impl Machine<'_> {
    /// Joins path states where they are too many, until there are few. The state vector is not touched, nor
    /// the first words, unless they are by far too many.
    pub(crate) fn widen(
        &mut self,
        mut path_states: Vec<PathState>,
        fixed: usize,
    ) -> Vec<PathState> {
        let max = self.effort.max_path_states;
        for (fixed, max) in [(fixed, max), (self.layout.width, MANY * max)] {
            let few = if path_states.len() > max { max / FEWER } else { max };
            for grain in [Grain::Fine, Grain::Tuples, Grain::Coarse] {
                if path_states.len() > few {
                    path_states = self.joined(path_states, fixed, grain);
                }
            }
        }
        path_states
    }

    /// Path states of one skeleton as one; the others stay in their order.
    fn joined(
        &mut self,
        path_states: Vec<PathState>,
        fixed: usize,
        grain: Grain,
    ) -> Vec<PathState> {
        let mut places: FxHashMap<GroupKey, usize> = FxHashMap::default();
        let mut joined: Vec<Joined> = Vec::new();
        let next = path_states.iter().map(|path_state| path_state.next).max().unwrap_or_default();
        for path_state in path_states {
            match places.entry(self.key(&path_state, fixed, grain)) {
                Entry::Occupied(place) => {
                    self.joins += 1;
                    let Joined { path_state: first, is_changed } = &mut joined[*place.get()];
                    *is_changed = true;
                    first.next = first.next.max(next);
                    self.generalise(first, &path_state);
                }
                Entry::Vacant(place) => {
                    place.insert(joined.len());
                    joined.push(Joined { path_state, is_changed: false });
                }
            }
        }
        let is_numbered: Vec<bool> = joined.iter().map(Joined::is_numbered).collect();
        let path_states = joined.into_iter().map(|joined| (joined.path_state, ())).collect();
        let merged = self.merge_some(path_states, &|place| is_numbered[place]);
        merged.into_iter().map(|(path_state, ())| path_state).collect()
    }

    /// What path states that become one have in common: what the environment has chosen is never forgotten.
    pub(crate) fn key(&self, path_state: &PathState, fixed: usize, grain: Grain) -> GroupKey {
        let words = path_state.words.iter().map(|&word| TermId(word)).enumerate();
        let skeletons =
            words.map(
                |(place, id)| {
                    if place < fixed { Skeleton::exact(id) } else { self.skeleton(id, grain) }
                },
            );
        (skeletons.collect(), path_state.chosen.clone(), self.facts_on_choices(path_state))
    }

    /// What keeps a term apart from others.
    fn skeleton(&self, id: TermId, grain: Grain) -> Skeleton {
        let shape = self.store.shape(id);
        match (shape, grain) {
            (Shape::Empty | Shape::State(_), _)
            | (Shape::Integer(_) | Shape::Float(_) | Shape::Atom(_), Grain::Fine) => {
                Skeleton::exact(id)
            }
            (Shape::Tuple(items), Grain::Fine | Grain::Tuples) => {
                let is_tag = |id: &&TermId| self.store.is_ground(**id);
                Skeleton::tuple(items.len(), items.first().filter(is_tag).copied())
            }
            (_, Grain::Fine) => Skeleton::kinds(Kinds::of_shape(shape)),
            (_, Grain::Tuples | Grain::Coarse) => Skeleton::kinds(Kinds::ALL),
        }
    }

    /// Makes a path state one of which it and another are instances.
    fn generalise(&mut self, path_state: &mut PathState, other: &PathState) {
        let used = path_state.used.iter().chain(&*other.used).copied().min();
        let mut generals = FxHashMap::default();
        for place in 0..path_state.words.len() {
            let pair = (TermId(path_state.words[place]), TermId(other.words[place]));
            if pair.0 == pair.1 {
                continue;
            }
            path_state.words[place] = self.general(pair, used, path_state, &mut generals).0;
        }
        path_state.join(other);
    }

    /// A term of which both are instances. What both are remains: the model relies on its tests.
    ///
    /// Iterative: terms may be long and deep.
    fn general(
        &mut self,
        root: Pair,
        used: Option<Source>,
        path_state: &mut PathState,
        generals: &mut FxHashMap<Pair, TermId>,
    ) -> TermId {
        let mut pending = vec![root];
        while let Some(&pair) = pending.last() {
            if pair.0 == pair.1 || generals.contains_key(&pair) {
                pending.pop();
                continue;
            }
            self.cut_list(pair, used, path_state, generals);
            let general = match self.parts(pair) {
                None => self.either(pair, used, path_state),
                Some(parts) => {
                    let new = |pair: &Pair| match pair {
                        (a, b) if a == b => Some(*a),
                        _ => generals.get(pair).copied(),
                    };
                    let Some(items) = parts.iter().map(new).collect::<Option<Vec<_>>>() else {
                        pending.extend(parts.iter().rev().filter(|part| new(part).is_none()));
                        continue;
                    };
                    let shape = match (self.store.shape(pair.0), &items[..]) {
                        (Shape::Cons(..), &[head, tail]) => Shape::Cons(head, tail),
                        (Shape::Wrap(wrap, _), &[content]) => Shape::Wrap(*wrap, content),
                        _ => Shape::Tuple(items.into()),
                    };
                    self.store.intern(shape)
                }
            };
            generals.insert(pair, general);
        }
        generals.get(&root).copied().unwrap_or(root.0)
    }

    /// Lists that differ have a first element, and then anything: elements have no places.
    fn cut_list(
        &mut self,
        (a, b): Pair,
        used: Option<Source>,
        path_state: &mut PathState,
        generals: &mut FxHashMap<Pair, TermId>,
    ) {
        if let (&Shape::Cons(_, a), &Shape::Cons(_, b)) = (self.store.shape(a), self.store.shape(b))
            && a != b
            && !generals.contains_key(&(a, b))
        {
            generals.insert((a, b), self.either((a, b), used, path_state));
        }
    }

    /// The parts of two terms of one constructor, side by side.
    fn parts(&self, (a, b): Pair) -> Option<Vec<Pair>> {
        match (self.store.shape(a), self.store.shape(b)) {
            (Shape::Tuple(a), Shape::Tuple(b)) if a.len() == b.len() => {
                Some(a.iter().copied().zip(b.iter().copied()).collect())
            }
            (Shape::Cons(a, b), Shape::Cons(c, d)) => Some(vec![(*a, *c), (*b, *d)]),
            // Sizes of maps and lengths of binaries differ.
            (Shape::Wrap(a, inner), Shape::Wrap(b, other)) if a == b && *a == Wrap::Fun => {
                Some(vec![(*inner, *other)])
            }
            _ => None,
        }
    }

    /// A new unknown value that may be one or the other: it is no free choice.
    fn either(&mut self, (a, b): Pair, used: Option<Source>, path_state: &mut PathState) -> TermId {
        let (a, b) = (self.store.shape(a), self.store.shape(b));
        let source = |shape: &Shape| match shape {
            Shape::Unknown { source, .. } => Some(*source),
            _ => None,
        };
        let sources = source(a).into_iter().chain(source(b)).chain(used);
        let source = sources.min().map_or(Source::Cut, |source| self.computed(source));
        let kinds = Kinds::of_shape(a).or(Kinds::of_shape(b));
        // What is nothing but a cell is one in all vectors.
        let kinds = if kinds.is_cons() { Kinds::LIST } else { kinds };
        self.fresh(path_state, kinds, source)
    }
}
