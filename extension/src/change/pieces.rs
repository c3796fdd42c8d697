//! What was added, in connected pieces.
//!
//! Input: a difference. Output: the pieces. Two added transitions are of one piece if they meet in an added state; an added
//! transition between kept states is a piece of its own. A piece is entered from kept states and left for kept states only.

use std::collections::BTreeMap;

use fixedbitset::FixedBitSet;
use lts::{LabelId, StateId};

use super::kinds::Kind;
use super::{Difference, Transition};
use crate::diagram::Diagram;

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
        Piece { difference, new, states, transitions }.extension(&mut paths)
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
    /// Whether the old version leads from one of its states to another, in any number of steps.
    fn leads(&mut self, from: StateId, to: StateId) -> bool {
        let lts = &self.old.lts;
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
        reached.contains(to.index())
    }
}

/// A piece on its way to an extension.
struct Piece<'d> {
    difference: &'d Difference,
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

    /// The added states from which the piece leads back into the old version.
    fn returning(&self) -> Vec<StateId> {
        let mut returning: Vec<StateId> = Vec::new();
        loop {
            let leads_back = |added: &&Transition| {
                self.is_kept(added.target) || returning.binary_search(&added.target).is_ok()
            };
            let sources = self.transitions.iter().filter(leads_back).map(|added| added.source);
            let mut more: Vec<StateId> = sources.filter(|&state| !self.is_kept(state)).collect();
            more.sort_unstable();
            more.dedup();
            if more.len() == returning.len() {
                return returning;
            }
            returning = more;
        }
    }

    /// The added states and the exits that the piece comes to from an entry.
    fn reached_from(&self, entry: StateId) -> Reached {
        let mut reached = Reached::default();
        let mut open = vec![entry];
        while let Some(state) = open.pop() {
            for edge in self.transitions.iter().filter(|added| added.source == state) {
                let target = edge.target;
                let list =
                    if self.is_kept(target) { &mut reached.exits } else { &mut reached.states };
                if !list.contains(&target) {
                    list.push(target);
                    if !self.is_kept(target) {
                        open.push(target);
                    }
                }
            }
        }
        reached
    }

    /// The removed transitions between two kept states.
    fn replaced(&self, entry: StateId, exit: StateId) -> Vec<Transition> {
        let ends = (self.difference.old_of(entry), self.difference.old_of(exit));
        let is_between = |gone: &&Transition| (Some(gone.source), Some(gone.target)) == ends;
        self.difference.removed.iter().filter(is_between).copied().collect()
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
        let both =
            [(paths.leads(from, to), Kind::Alternative), (paths.leads(to, from), Kind::Fallback)];
        let kinds: Vec<Kind> =
            both.into_iter().filter(|(leads, _)| *leads).map(|(_, kind)| kind).collect();
        if kinds.is_empty() { vec![Kind::Bridge] } else { kinds }
    }
}

/// What a piece comes to from one of its entries.
#[derive(Default)]
struct Reached {
    states: Vec<StateId>,
    exits: Vec<StateId>,
}
