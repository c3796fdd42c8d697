//! What was added, in connected pieces.
//!
//! Input: a difference. Output: the pieces. Two added transitions are of one piece if they meet in an added state; an added
//! transition between kept states is a piece of its own. A piece is entered from kept states and left for kept states only.

use std::collections::{BTreeMap, BTreeSet};

use fixedbitset::FixedBitSet;
use lts::{LabelId, StateId};

use super::kinds::Kind;
use super::{Difference, Transition};
use crate::diagram::Diagram;

/// Most steps that are gone in the old version to find out what the pieces are to it.
const MOST_STEPS: usize = 100_000_000;

/// How a piece leads from one kept state to another, or to none.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Link {
    /// The kept state from which the piece is entered, in the new version; none if it never is.
    pub entry: Option<StateId>,
    /// The kept state to which it leads from there, in the new version; none if it does not lead back.
    pub exit: Option<StateId>,
    /// What the piece is between the two.
    pub kind: Kind,
}

/// A connected piece of what was added. States and labels are those of the new version.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Extension {
    /// The kept states from which it is entered, with the labels that do.
    pub entries: Vec<(StateId, Vec<LabelId>)>,
    /// The kept states for which it is left.
    pub exits: Vec<StateId>,
    /// The added states.
    pub states: Vec<StateId>,
    /// The added transitions.
    pub transitions: Vec<Transition>,
    /// The removed transitions, of the old version, from an entry to an exit that can be reached from it.
    pub refines: Vec<Transition>,
    /// What it is between each entry and exit, and for each entry from which it may not lead back.
    pub links: Vec<Link>,
    /// The transitions behind which it does not lead back any more, and before which it does or is entered.
    pub points_of_no_return: Vec<Transition>,
    /// The transitions to added states in which nothing more happens.
    pub endings: Vec<Transition>,
}

impl Extension {
    /// Its kinds, each once, in their order.
    pub fn kinds(&self) -> Vec<Kind> {
        let mut kinds: Vec<Kind> = self.links.iter().map(|link| link.kind).collect();
        kinds.sort_unstable();
        kinds.dedup();
        kinds
    }

    /// Whether it is of this kind, among others.
    pub fn is(&self, kind: Kind) -> bool {
        self.links.iter().any(|link| link.kind == kind)
    }
}

/// The pieces of what was added, in the order of their first transitions.
pub(super) fn extensions(difference: &Difference, old: &Diagram, new: &Diagram) -> Vec<Extension> {
    let mut paths = Paths { old, reached: BTreeMap::new() };
    let pieces = cut(difference, new);
    let made = pieces.into_iter().map(|(states, transitions)| {
        Piece { difference, old, new, states, transitions }.extension(&mut paths)
    });
    made.collect()
}

/// Connected added states, with their transitions.
fn cut(difference: &Difference, new: &Diagram) -> Vec<(Vec<StateId>, Vec<Transition>)> {
    let is_added = |state: StateId| difference.old_of(state).is_none();
    let mut root: Vec<usize> = (0..new.lts.n_states()).collect();
    for added in &difference.added {
        if is_added(added.source) && is_added(added.target) {
            let (one, other) = (find(&mut root, added.source), find(&mut root, added.target));
            root[one.max(other)] = one.min(other);
        }
    }
    let mut pieces: Vec<(Vec<StateId>, Vec<Transition>)> = Vec::new();
    let mut place: BTreeMap<usize, usize> = BTreeMap::new();
    for &added in &difference.added {
        let inside = [added.source, added.target].into_iter().find(|&state| is_added(state));
        let index = match inside.map(|state| find(&mut root, state)) {
            None => pieces.len(),
            Some(root) => *place.entry(root).or_insert(pieces.len()),
        };
        if index == pieces.len() {
            pieces.push((Vec::new(), Vec::new()));
        }
        pieces[index].1.push(added);
    }
    for &state in &difference.added_states {
        let root = find(&mut root, state);
        match place.get(&root) {
            Some(&index) => pieces[index].0.push(state),
            None => pieces.push((vec![state], Vec::new())),
        }
    }
    pieces
}

/// The first state of the piece that a state is of.
fn find(root: &mut [usize], state: StateId) -> usize {
    let mut at = state.index();
    while root[at] != at {
        root[at] = root[root[at]];
        at = root[at];
    }
    at
}

/// Where the old version leads, as far as it was asked.
struct Paths<'d> {
    old: &'d Diagram,
    reached: BTreeMap<StateId, FixedBitSet>,
}

impl Paths<'_> {
    /// Whether the old version leads from one of its states to another, in any number of steps; none if that was asked too often.
    fn leads(&mut self, from: StateId, to: StateId) -> Option<bool> {
        let lts = &self.old.lts;
        let is_known = self.reached.contains_key(&from);
        if !is_known && self.reached.len().saturating_mul(lts.n_transitions()) > MOST_STEPS {
            return None;
        }
        let reached = self.reached.entry(from).or_insert_with(|| {
            let mut reached = FixedBitSet::with_capacity(lts.n_states());
            reached.insert(from.index());
            let mut open = vec![from];
            while let Some(state) = open.pop() {
                for edge in lts.out(state) {
                    if !reached.put(edge.target.index()) {
                        open.push(edge.target);
                    }
                }
            }
            reached
        });
        Some(reached.contains(to.index()))
    }
}

/// A piece on its way to an extension.
struct Piece<'d> {
    difference: &'d Difference,
    old: &'d Diagram,
    new: &'d Diagram,
    states: Vec<StateId>,
    transitions: Vec<Transition>,
}

impl Piece<'_> {
    fn extension(self, paths: &mut Paths<'_>) -> Extension {
        let entries = self.entries();
        let mut exits: Vec<StateId> = self.transitions.iter().map(|added| added.target).collect();
        exits.retain(|&state| self.is_kept(state));
        exits.sort_unstable();
        exits.dedup();
        let returning = self.returning();
        let (mut links, mut refines) = (Vec::new(), Vec::new());
        for &(entry, _) in &entries {
            let inside = self.reached_from(entry);
            for &exit in exits.iter().filter(|exit| inside.exits.contains(exit)) {
                let gone = self.replaced(entry, exit);
                for kind in self.kinds_between(entry, exit, !gone.is_empty(), paths) {
                    links.push(Link { entry: Some(entry), exit: Some(exit), kind });
                }
                refines.extend(gone);
            }
            if inside.states.iter().any(|state| !returning.contains(state)) {
                links.push(Link { entry: Some(entry), exit: None, kind: Kind::Failure });
            }
        }
        if entries.is_empty() {
            links.push(Link { entry: None, exit: None, kind: Kind::Unreached });
        }
        refines.sort_unstable();
        refines.dedup();
        let is_lost = |state: StateId| !self.is_kept(state) && !returning.contains(&state);
        let is_last = |added: &&Transition| {
            is_lost(added.target)
                && (self.is_kept(added.source) || returning.contains(&added.source))
        };
        let is_ending = |added: &&Transition| {
            !self.is_kept(added.target) && self.new.lts.out(added.target).is_empty()
        };
        Extension {
            points_of_no_return: self.transitions.iter().filter(is_last).copied().collect(),
            endings: self.transitions.iter().filter(is_ending).copied().collect(),
            entries,
            exits,
            refines,
            links,
            states: self.states,
            transitions: self.transitions,
        }
    }

    fn is_kept(&self, state: StateId) -> bool {
        self.difference.old_of(state).is_some()
    }

    fn entries(&self) -> Vec<(StateId, Vec<LabelId>)> {
        let mut entries: BTreeMap<StateId, Vec<LabelId>> = BTreeMap::new();
        for added in self.transitions.iter().filter(|added| self.is_kept(added.source)) {
            let labels = entries.entry(added.source).or_default();
            if !labels.contains(&added.label) {
                labels.push(added.label);
            }
        }
        entries.into_iter().collect()
    }

    /// The transitions of a state in this piece, which are in the order of their states.
    fn of(&self, source: StateId) -> &[Transition] {
        let first = self.transitions.partition_point(|added| added.source < source);
        let end = self.transitions.partition_point(|added| added.source <= source);
        &self.transitions[first..end]
    }

    /// The added states from which the piece leads back into the old version.
    fn returning(&self) -> BTreeSet<StateId> {
        let mut before: BTreeMap<StateId, Vec<StateId>> = BTreeMap::new();
        let mut open = Vec::new();
        for added in self.transitions.iter().filter(|added| !self.is_kept(added.source)) {
            if self.is_kept(added.target) {
                open.push(added.source);
            } else {
                before.entry(added.target).or_default().push(added.source);
            }
        }
        let mut returning = BTreeSet::new();
        while let Some(state) = open.pop() {
            if returning.insert(state) {
                open.extend(before.get(&state).into_iter().flatten());
            }
        }
        returning
    }

    /// The added states and the exits that the piece comes to from an entry.
    fn reached_from(&self, entry: StateId) -> Reached {
        let mut reached = Reached::default();
        let mut open = vec![entry];
        while let Some(state) = open.pop() {
            for added in self.of(state) {
                if self.is_kept(added.target) {
                    reached.exits.insert(added.target);
                } else if reached.states.insert(added.target) {
                    open.push(added.target);
                }
            }
        }
        reached
    }

    /// The removed transitions between two kept states in place of which the piece leads there: it begins with their action, or is a way
    /// through added states. One other transition between the two, or one more from a state to itself, is something else.
    fn replaced(&self, entry: StateId, exit: StateId) -> Vec<Transition> {
        let ends = (self.difference.old_of(entry), self.difference.old_of(exit));
        let (Some(from), Some(to)) = ends else { return Vec::new() };
        let removed = &self.difference.removed;
        let first = removed.partition_point(|gone| gone.source < from);
        let of_state = removed[first..].iter().take_while(|gone| gone.source == from);
        let is_entered = |gone: &Transition| {
            let text = self.old.lts.labels().get(gone.label).text();
            let mut entering = self.transitions.iter().filter(|added| added.source == entry);
            entering.any(|added| self.new.lts.labels().get(added.label).text() == text)
        };
        let replaced = of_state.filter(|gone| gone.target == to);
        let is_way = from != to && !self.states.is_empty();
        replaced.filter(|gone| is_way || is_entered(gone)).copied().collect()
    }

    fn kinds_between(
        &self,
        entry: StateId,
        exit: StateId,
        refines: bool,
        paths: &mut Paths<'_>,
    ) -> Vec<Kind> {
        let ends = (self.difference.old_of(entry), self.difference.old_of(exit));
        let (Some(from), Some(to)) = ends else { return vec![Kind::Bridge] };
        if refines {
            return vec![Kind::Refinement];
        }
        if from == to {
            return vec![Kind::Loop];
        }
        match (paths.leads(from, to), paths.leads(to, from)) {
            (Some(true), Some(true)) => vec![Kind::Alternative, Kind::Fallback],
            (Some(true), Some(false)) => vec![Kind::Alternative],
            (Some(false), Some(true)) => vec![Kind::Fallback],
            (Some(false), Some(false)) => vec![Kind::Bridge],
            _ => vec![Kind::Unasked],
        }
    }
}

/// What a piece comes to from one of its entries.
#[derive(Default)]
struct Reached {
    states: BTreeSet<StateId>,
    exits: BTreeSet<StateId>,
}
