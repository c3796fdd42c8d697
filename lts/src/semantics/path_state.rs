//! One of the ways in which things may be, as far as decisions on unknown values have told.
//!
//! A path state holds every term that is still in use: the state vector, what a label carries, the
//! variables of the functions that run. Finding something out of an unknown value rewrites all of
//! them, so that no bindings are kept beside the terms. Path states that agree in all their words, up to
//! the numbers of the unknown values, are one: decisions whose outcome is not seen are forgotten.

pub(crate) mod choice;
pub(crate) mod identity;
pub(crate) mod question;
pub(crate) mod refine;
pub(crate) mod sample;
pub(crate) mod shared;
pub(crate) mod widen;

use std::hash::BuildHasher as _;
use std::rc::Rc;

use model::ActionId;
use rustc_hash::{FxBuildHasher, FxHashMap};

use super::store::names::{self, Numbering};
use super::store::{Memo, Shape, Source, TermId, TermStore};
use super::{Machine, Words};
use crate::semantics::evaluation::eval::{Site, Trail};
use crate::semantics::evaluation::kinds::Kinds;
use crate::semantics::path_state::question::{Fact, ordered};
use crate::semantics::path_state::shared::SharedList;
use crate::semantics::step::FIRST_CHOSEN;

/// Words that hold no term, and are passed over in the time of a step of pure code.
const EMPTY_WORDS: usize = 128;

/// Words that hold a term, and are looked into in the time of a step.
const WORDS: usize = 2;

/// The share of a path state that rests on no decision.
pub(crate) const WHOLE: u64 = 1 << 62;

/// An action that has happened: its arguments stand among what was chosen.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Kept {
    pub(crate) action: ActionId,
    pub(crate) from: usize,
    pub(crate) count: usize,
}

/// A way in which things may be.
#[derive(Clone, Debug)]
pub(crate) struct PathState {
    /// The state vector, then whatever else is in use, terms all.
    pub(crate) words: Words,
    /// How many of the last words are answers that an interrupted evaluation has been given.
    pub(crate) given: usize,
    /// Where these are needed, and before them those of evaluations that wait for this one.
    pub(crate) sites: Vec<Site>,
    /// What was found out and does not show in the words.
    pub(crate) facts: SharedList<Fact>,
    /// Number of the next unknown value.
    pub(crate) next: u32,
    /// How much of all path states this is: halved by each decision, summed up where path states meet.
    pub(crate) share: u64,
    /// Unknown values on which decisions were made.
    pub(crate) used: SharedList<Source>,
    /// Number of decisions on the way here.
    pub(crate) forks: u32,
    /// How many cells of unknown lists were looked into on the way here.
    pub(crate) cells: u32,
    /// What the environment has chosen, where a run is followed; kept, needed or not.
    pub(crate) chosen: SharedList<TermId>,
    /// What has happened, where a run is played.
    pub(crate) kept: SharedList<Kept>,
    /// Where pure code has come by last.
    pub(crate) trail: Trail,
    /// References that were handed to others in this event, while the machine hunts; each once, in order.
    pub(crate) handed: SharedList<TermId>,
}

impl PathState {
    /// The path state before any decision.
    pub(crate) fn new(words: Words, next: u32) -> Self {
        Self {
            words,
            given: 0,
            sites: Vec::new(),
            facts: SharedList::default(),
            next,
            share: WHOLE,
            used: SharedList::default(),
            forks: 0,
            cells: 0,
            chosen: SharedList::default(),
            kept: SharedList::default(),
            trail: Trail::default(),
            handed: SharedList::default(),
        }
    }

    /// A copy of this path state, with the arguments of an action as its last words.
    pub(crate) fn carrying(&self, args: &[TermId]) -> Self {
        let mut words = Vec::with_capacity(self.words.len() + args.len());
        words.extend_from_slice(&self.words);
        words.extend(args.iter().map(|arg| arg.0));
        let (sites, facts, used) = (self.sites.clone(), self.facts.clone(), self.used.clone());
        let (chosen, kept, handed) = (self.chosen.clone(), self.kept.clone(), self.handed.clone());
        Self { words, sites, facts, used, chosen, kept, handed, ..*self }
    }

    /// The answers given to an interrupted evaluation.
    pub(crate) fn answers(&self) -> &[u32] {
        &self.words[self.words.len() - self.given..]
    }

    /// Where these answers are needed.
    pub(crate) fn sites(&self) -> &[Site] {
        &self.sites[self.sites.len() - self.given..]
    }

    /// Forgets the answers: the evaluation has come to its end.
    pub(crate) fn end_evaluation(&mut self) {
        self.words.truncate(self.words.len() - self.given);
        self.sites.truncate(self.sites.len() - self.given);
        self.given = 0;
    }

    /// Makes the last word one more answer for the interrupted evaluation.
    pub(crate) fn give_last(&mut self, site: Site) {
        self.sites.push(site);
        self.given += 1;
    }

    /// Notes references that others have got.
    pub(crate) fn hand_out(&mut self, references: &[TermId]) {
        self.handed.unite(references);
    }

    /// Notes a decision between two path states on these unknown values; on none where both may be had.
    pub(crate) fn decided_on(&mut self, sources: &[Source]) {
        self.forks += 1;
        if sources.is_empty() {
            return;
        }
        self.share /= 2;
        self.used.unite(sources);
    }

    /// Takes another path state with the same words in: only what holds in both is still known. Both are numbered, so that
    /// facts stand in order.
    pub(crate) fn join(&mut self, other: &Self) {
        if self.facts != other.facts {
            self.facts.to_mut().retain(|fact| other.facts.binary_search(fact).is_ok());
        }
        self.next = self.next.max(other.next);
        self.forks = self.forks.max(other.forks);
        self.cells = self.cells.max(other.cells);
        self.share = self.share.saturating_add(other.share).min(WHOLE);
        self.used.unite(&other.used);
        if self.share == WHOLE {
            self.used.clear();
        }
    }
}

impl Machine<'_> {
    /// A new unknown value.
    pub(crate) fn fresh(
        &mut self,
        path_state: &mut PathState,
        kinds: Kinds,
        source: Source,
    ) -> TermId {
        let number = path_state.next;
        path_state.next += 1;
        let value = self.store.intern(Shape::Unknown { number, kinds, source });
        if self.follows && self.is_choice(source) {
            path_state.chosen.push(value);
        }
        value
    }

    /// Rewrites the unknown leaves of words that stand at a position of a path state, but not its
    /// control points.
    pub(crate) fn rewrite(&mut self, words: &mut [u32], at: usize, memo: &mut Memo) {
        for (position, word) in words.iter_mut().enumerate() {
            if *word != TermStore::NOTHING.0 && !self.layout.is_control(position + at) {
                *word = self.store.rebuild(TermId(*word), memo).0;
            }
        }
    }

    /// Numbers the unknown values of words by first appearance, then those of further terms; returns the next number and
    /// what each was replaced by.
    fn renumber_all(
        &mut self,
        words: &mut [u32],
        at: usize,
        further: &mut SharedList<TermId>,
    ) -> (u32, Memo) {
        self.effort.total += work_of(words);
        let mut memo = self.store.memo();
        let mut next = 1;
        for (position, &word) in words.iter().enumerate() {
            if word != TermStore::NOTHING.0 && !self.layout.is_control(position + at) {
                self.store.number_leaves(TermId(word), &mut next, &mut memo);
            }
        }
        for &term in &**further {
            self.store.number_leaves(term, &mut next, &mut memo);
        }
        if memo.is_moving() {
            self.rewrite(words, at, &mut memo);
            if !further.is_empty() {
                for term in further.to_mut() {
                    *term = self.store.rebuild(*term, &mut memo);
                }
            }
        }
        (next, memo)
    }

    /// Numbers the exchangeable names of a state in their order, and its unknown values by first appearance; returns the
    /// next number of these.
    pub(crate) fn renumber_state(&mut self, state: &mut [u32]) -> u32 {
        self.renumber_names(state, 0, Numbering::InOrder);
        if self.is_exact {
            return 1;
        }
        let (next, memo) = self.renumber_all(state, 0, &mut SharedList::default());
        self.store.give_back(memo);
        next
    }

    /// Numbers the exchangeable names and the unknown values of the arguments of a label by first appearance.
    pub(crate) fn renumber_args(&mut self, args: &mut [u32]) {
        self.renumber_names(args, self.layout.width, Numbering::ByAppearance);
        if !self.is_exact {
            let (_, memo) = self.renumber_all(args, self.layout.width, &mut SharedList::default());
            self.store.give_back(memo);
        }
    }

    /// Numbers the exchangeable names of words that stand at a position of a path state; not while the machine hunts, for its runs
    /// are told name by name.
    fn renumber_names(&mut self, words: &mut [u32], at: usize, numbering: Numbering) {
        if self.hunts || !self.store.exchanges() {
            return;
        }
        let is_term = |(position, _): &(usize, &mut u32)| !self.layout.is_control(position + at);
        let terms = words.iter_mut().enumerate().filter(is_term).map(|(_, word)| word);
        let terms: Vec<&mut u32> = terms.collect();
        let mut renamed: Vec<TermId> = terms.iter().map(|word| TermId(**word)).collect();
        // All terms can be made in the store of a machine.
        let _ = names::renumber(&mut self.store, &mut renamed, numbering);
        for (word, term) in terms.into_iter().zip(renamed) {
            *word = term.0;
        }
    }

    /// Numbers the unknown values of a path state by first appearance; facts on others are dropped.
    pub(crate) fn renumber(&mut self, path_state: &mut PathState) {
        let (next, mut memo) = self.renumber_all(&mut path_state.words, 0, &mut path_state.chosen);
        path_state.next = self.number_parts(&path_state.facts, next, &mut memo);
        if !self.keeps_facts(&path_state.facts, &memo) {
            let facts = std::mem::take(&mut path_state.facts).into_vec();
            let mut facts: Vec<Fact> =
                facts.into_iter().filter_map(|fact| self.renumbered(fact, &mut memo)).collect();
            facts.sort_unstable();
            facts.dedup();
            path_state.facts = facts.into();
        }
        self.store.give_back(memo);
    }

    /// Whether facts stay as they are: each stands once, in order, and of values that have kept their numbers.
    fn keeps_facts(&mut self, facts: &[Fact], memo: &Memo) -> bool {
        facts.is_empty()
            || !memo.is_moving()
                && facts.is_sorted_by(|one, next| one < next)
                && facts.iter().all(|fact| self.is_held(fact, memo))
    }

    /// Numbers the parts of unknown values that have numbers; returns the next number.
    fn number_parts(&mut self, facts: &[Fact], mut next: u32, memo: &mut Memo) -> u32 {
        let numbered = facts.iter().filter_map(|fact| match fact {
            Fact::Part(TermStore::NOTHING, part, value) => {
                Some((TermStore::NOTHING, *part, *value))
            }
            Fact::Part(whole, part, value) if self.store.is_replaced(*whole, memo) => {
                Some((self.store.rebuild(*whole, memo), *part, *value))
            }
            _ => None,
        });
        let mut parts: Vec<_> = numbered.collect();
        parts.sort_unstable();
        for (.., value) in parts {
            self.store.number_leaves(value, &mut next, memo);
        }
        next
    }

    /// Whether a fact speaks of values that words hold.
    fn is_held(&mut self, fact: &Fact, memo: &Memo) -> bool {
        let mut is_known = |id: &TermId| self.store.is_replaced(*id, memo);
        match fact {
            Fact::NotTuple(a, _) => is_known(a),
            Fact::Less(a, b, _) | Fact::Alike(a, b) | Fact::Part(a, _, b) => {
                is_known(a) && is_known(b)
            }
            Fact::Differ(pairs) | Fact::Unequal(pairs) => {
                pairs.iter().all(|(a, b)| is_known(a) && is_known(b))
            }
        }
    }

    /// A fact in new numbers; `None` where it speaks of a value that no word holds.
    fn renumbered(&mut self, fact: Fact, memo: &mut Memo) -> Option<Fact> {
        if !self.is_held(&fact, memo) {
            return None;
        }
        Some(if memo.is_moving() { self.rewritten_fact(fact, memo) } else { fact })
    }

    /// A fact with what unknown leaves are replaced by.
    fn rewritten_fact(&mut self, fact: Fact, memo: &mut Memo) -> Fact {
        let mut new = |id: TermId| self.store.rebuild(id, memo);
        match fact {
            Fact::NotTuple(a, size) => Fact::NotTuple(new(a), size),
            Fact::Less(a, b, answer) => Fact::Less(new(a), new(b), answer),
            Fact::Alike(a, b) => {
                let (a, b) = ordered(new(a), new(b));
                Fact::Alike(a, b)
            }
            Fact::Part(whole, part, value) => Fact::Part(new(whole), part, new(value)),
            Fact::Differ(pairs) => Fact::Differ(renamed(&pairs, new)),
            Fact::Unequal(pairs) => Fact::Unequal(renamed(&pairs, new)),
        }
    }

    /// Gives values that were chosen with an action, and are numbered by its slot, numbers of their own: the next event is chosen in that
    /// slot, too. All that is known of them stays known.
    pub(crate) fn number_chosen(&mut self, path_state: &mut PathState, first: usize) {
        let mut memo = self.store.memo();
        for &value in path_state.chosen.iter().skip(first) {
            for leaf in self.store.leaves(value) {
                if let Shape::Unknown { number: FIRST_CHOSEN.., kinds, source } =
                    *self.store.shape(leaf)
                    && !memo.has(leaf)
                {
                    let number = path_state.next;
                    path_state.next += 1;
                    let own = self.store.intern(Shape::Unknown { number, kinds, source });
                    self.store.replace_leaf(&mut memo, leaf, own);
                }
            }
        }
        if memo.is_moving() {
            self.rewrite(&mut path_state.words, 0, &mut memo);
            for term in path_state.chosen.to_mut() {
                *term = self.store.rebuild(*term, &mut memo);
            }
            let facts = std::mem::take(&mut path_state.facts).into_vec().into_iter();
            let mut facts: Vec<Fact> =
                facts.map(|fact| self.rewritten_fact(fact, &mut memo)).collect();
            facts.sort_unstable();
            path_state.facts = facts.into();
        }
        self.store.give_back(memo);
    }

    /// Joins path states that agree in their words; the others stay in their order.
    pub(crate) fn merge(&mut self, path_states: Vec<PathState>) -> Vec<PathState> {
        let path_states = path_states.into_iter().map(|path_state| (path_state, ())).collect();
        self.merge_with(path_states).into_iter().map(|(path_state, ())| path_state).collect()
    }

    /// Joins path states that agree in their words, and in what others have got; what the first of them came with stays.
    pub(crate) fn merge_with<T>(
        &mut self,
        path_states: Vec<(PathState, T)>,
    ) -> Vec<(PathState, T)> {
        self.merge_some(path_states, &|_| false)
    }

    /// Joins path states as [`merge_with`](Self::merge_with) does; `is_numbered` says by their places of which the unknown values are numbered
    /// in order already, so that these are not numbered once more.
    pub(crate) fn merge_some<T>(
        &mut self,
        path_states: Vec<(PathState, T)>,
        is_numbered: &dyn Fn(usize) -> bool,
    ) -> Vec<(PathState, T)> {
        if path_states.len() < 2 {
            return path_states;
        }
        // By hash the first path state, which nearly always is the only one that has it.
        let mut places: FxHashMap<u64, usize> = FxHashMap::default();
        places.reserve(path_states.len());
        let mut merged: Vec<Distinct<T>> = Vec::with_capacity(path_states.len());
        for (place, (mut path_state, with)) in path_states.into_iter().enumerate() {
            if is_numbered(place) {
                self.count_numbered(&path_state);
            } else {
                self.renumber(&mut path_state);
            }
            let new = Distinct { facts: self.facts_on_choices(&path_state), path_state, with };
            let first = *places.entry(new.hash()).or_insert(merged.len());
            match merged[first..].iter_mut().find(|other| other.is_like(&new)) {
                Some(other) => other.path_state.join(&new.path_state),
                None => merged.push(new),
            }
        }
        merged.into_iter().map(|Distinct { path_state, with, .. }| (path_state, with)).collect()
    }

    /// Counts the work of numbering a path state that needs no other numbers.
    fn count_numbered(&mut self, path_state: &PathState) {
        let PathState { words, chosen, facts, .. } = path_state;
        self.effort.total += work_of(words);
        for (position, &word) in words.iter().enumerate() {
            if word != TermStore::NOTHING.0 && !self.layout.is_control(position) {
                self.store.look_for_leaves(TermId(word));
            }
        }
        for &term in &**chosen {
            self.store.look_for_leaves(term);
        }
        for fact in &**facts {
            fact.for_each_term(&mut |term| self.store.look_for_leaves(term));
        }
    }
}

/// A path state among those of which some are one.
struct Distinct<T> {
    path_state: PathState,
    /// What was found out of what was chosen, when it came.
    facts: Vec<Fact>,
    with: T,
}

impl<T> Distinct<T> {
    /// Whether both are one: they agree in their words, in what was chosen and found out of that, in what others have got.
    fn is_like(&self, other: &Self) -> bool {
        let (one, another) = (&self.path_state, &other.path_state);
        self.words() == other.words()
            && one.chosen == another.chosen
            && self.facts == other.facts
            && one.handed == another.handed
    }

    fn hash(&self) -> u64 {
        let PathState { chosen, handed, .. } = &self.path_state;
        FxBuildHasher.hash_one((self.words(), chosen, &self.facts, handed))
    }

    /// The words in which both must agree.
    fn words(&self) -> &[u32] {
        &self.path_state.words
    }
}

/// Pairs in new numbers, in their order.
fn renamed(
    pairs: &[(TermId, TermId)],
    mut new: impl FnMut(TermId) -> TermId,
) -> Rc<[(TermId, TermId)]> {
    let mut pairs: Vec<_> = pairs.iter().map(|&(a, b)| ordered(new(a), new(b))).collect();
    pairs.sort_unstable();
    pairs.into()
}

/// The work of going through words, most of which hold no term where a function is large.
fn work_of(words: &[u32]) -> u64 {
    let n_terms = words.iter().filter(|word| **word != TermStore::NOTHING.0).count();
    (n_terms.div_ceil(WORDS) + words.len() / EMPTY_WORDS) as u64
}
