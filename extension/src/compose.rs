//! Systems put together of features: S ∪ E, S − E, S ∪r E of the paper.
//!
//! Input: a base whose states have names, features in order. Output: all of them as one system, each transition with the features under which it is there.
//!
//! ```text
//! base         0 -start-> 1 -cash-> 2 -issue-> 3
//! voucher      0 -voucher-> 1 -issue-> 2        glued: its 0 is 1 of the base, its 2 is 3 of the base
//! composed     the base and 1 -voucher-> voucher.1 -issue-> 3 if voucher
//! ```

use std::collections::BTreeMap;

use frontend::Name;
use lts::{Edge, LabelId, LabelTable, StateId};

use crate::diagram::Diagram;

/// A state of a feature that is one of what was there before.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Glue {
    /// The name of the state in the feature.
    pub own: Name,
    /// The name of the state of the base, or of a feature before (`voucher.1`).
    pub there: Name,
}

/// A transition by the names of its states and its label.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Named {
    /// The state before it.
    pub source: Name,
    /// The label as it is written in the system.
    pub label: String,
    /// The state behind it.
    pub target: Name,
}

/// What a feature does to what was there before.
#[derive(Clone, Debug)]
pub enum Part {
    /// S ∪ E: a system is added, some of whose states are there.
    Extend(Diagram, Vec<Glue>),
    /// S ∪r E: a system takes the place of a transition; its initial state is the source. Without glue the only state of it in which
    /// nothing more happens is the target.
    Refine(Named, Diagram, Vec<Glue>),
    /// S − E: transitions are removed.
    Remove(Vec<Named>),
}

/// A feature.
#[derive(Clone, Debug)]
pub struct Feature {
    /// What it is called.
    pub name: Name,
    /// What it does.
    pub part: Part,
}

/// Why features cannot be put together; which feature it is says its index.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fault {
    /// A feature of that name is there already.
    FeatureTwice(usize),
    /// The system of the feature has no state of this name.
    NoOwnState(usize, Name),
    /// No state of this name was there before the feature.
    NoState(usize, Name),
    /// A state of the feature is glued twice.
    GluedTwice(usize, Name),
    /// The state in which the system of the feature begins is glued to none: it is never entered.
    NotEntered(usize, Name),
    /// No such transition was there before the feature; its index in the list of the feature.
    NoTransition(usize, usize),
    /// The path of a refinement has not exactly one state in which nothing more happens, but so many.
    NoSingleEnd(usize, usize),
    /// There are more features than can be told apart.
    TooMany,
}

/// Most features of a composition.
pub const MOST_FEATURES: usize = 63;

/// The features under which a transition is there.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Presence {
    /// All of these, one bit each in order.
    pub with: u64,
    /// None of these.
    pub without: u64,
}

impl Presence {
    /// Whether it is there with exactly these features.
    pub fn is_in(self, features: u64) -> bool {
        features & self.with == self.with && features & self.without == 0
    }
}

/// A transition of some products.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Featured {
    /// The state before it.
    pub source: StateId,
    /// Its label, and the state behind it.
    pub edge: Edge,
    /// With which features it is there.
    pub presence: Presence,
}

/// A base with all its features at once: a featured transition system.
#[derive(Clone, Debug)]
pub struct Composed {
    /// The state in which it begins.
    pub initial: StateId,
    /// What the states are called: those of the base as there, those of a feature behind its name, `voucher.1`.
    pub names: Vec<Name>,
    /// The labels.
    pub labels: LabelTable,
    /// The transitions of the base and of all features; one that two features add stands here twice.
    pub transitions: Vec<Featured>,
    /// The features in order.
    pub features: Vec<Name>,
    /// The features without which each feature cannot be, as it is glued to their states; one bit each.
    pub needs: Vec<u64>,
}

/// Puts features on a base, one after the other.
pub fn compose(base: &Diagram, features: &[Feature]) -> Result<Composed, Fault> {
    if features.len() > MOST_FEATURES {
        return Err(Fault::TooMany);
    }
    let mut composer = Composer::of(base);
    for (number, feature) in features.iter().enumerate() {
        composer.add(number, feature)?;
    }
    Ok(composer.made)
}

/// What there is so far.
struct Composer {
    made: Composed,
    states: BTreeMap<Name, StateId>,
    /// The feature that each state is of.
    owners: Vec<Option<usize>>,
}

impl Composer {
    fn of(base: &Diagram) -> Self {
        let mut composer = Self {
            made: Composed {
                initial: base.lts.initial(),
                names: Vec::new(),
                labels: LabelTable::default(),
                transitions: Vec::new(),
                features: Vec::new(),
                needs: Vec::new(),
            },
            states: BTreeMap::new(),
            owners: Vec::new(),
        };
        let places: Vec<StateId> =
            base.lts.states().map(|state| composer.state(named(base, state), None)).collect();
        composer.take(base, &places, Presence::default());
        composer
    }

    fn add(&mut self, number: usize, feature: &Feature) -> Result<(), Fault> {
        if self.made.features.contains(&feature.name) {
            return Err(Fault::FeatureTwice(number));
        }
        self.made.features.push(feature.name.clone());
        self.made.needs.push(0);
        match &feature.part {
            Part::Extend(system, glue) => self.extend(number, system, glue),
            Part::Remove(transitions) => self.remove(number, transitions),
            Part::Refine(transition, system, glue) => {
                let glue = ends(number, transition, (system, glue))?;
                self.remove(number, std::slice::from_ref(transition))?;
                self.extend(number, system, &glue)
            }
        }
    }

    /// S ∪ E
    fn extend(&mut self, number: usize, system: &Diagram, glue: &[Glue]) -> Result<(), Fault> {
        let mut places: Vec<Option<StateId>> = vec![None; system.lts.n_states()];
        for Glue { own, there } in glue {
            let own_state =
                find(system, own).ok_or_else(|| Fault::NoOwnState(number, own.clone()))?;
            let Some(&state) = self.states.get(there) else {
                return Err(Fault::NoState(number, there.clone()));
            };
            if places[own_state.index()].replace(state).is_some() {
                return Err(Fault::GluedTwice(number, own.clone()));
            }
            if let Some(owner) = self.owners[state.index()] {
                self.made.needs[number] |= bit(owner) | self.made.needs[owner];
            }
        }
        let initial = system.lts.initial();
        if places[initial.index()].is_none() {
            return Err(Fault::NotEntered(number, named(system, initial)));
        }
        let feature = self.made.features[number].clone();
        let places: Vec<StateId> = system
            .lts
            .states()
            .map(|state| {
                let own = || format!("{feature}.{}", named(system, state));
                places[state.index()].unwrap_or_else(|| self.state(own().into(), Some(number)))
            })
            .collect();
        self.take(system, &places, Presence { with: bit(number), without: 0 });
        Ok(())
    }

    /// S − E
    fn remove(&mut self, number: usize, transitions: &[Named]) -> Result<(), Fault> {
        for (place, gone) in transitions.iter().enumerate() {
            let ends = self.states.get(&gone.source).zip(self.states.get(&gone.target));
            let is_gone = |there: &Featured| {
                ends == Some((&there.source, &there.edge.target))
                    && self.made.labels.get(there.edge.label).text().unwrap_or("i") == gone.label
            };
            let found: Vec<usize> = (0..self.made.transitions.len())
                .filter(|&at| is_gone(&self.made.transitions[at]))
                .collect();
            if found.is_empty() {
                return Err(Fault::NoTransition(number, place));
            }
            for at in found {
                self.made.transitions[at].presence.without |= bit(number);
            }
        }
        Ok(())
    }

    /// A new state.
    fn state(&mut self, name: Name, owner: Option<usize>) -> StateId {
        let state = StateId(u32::try_from(self.made.names.len()).unwrap_or(u32::MAX));
        self.states.insert(name.clone(), state);
        self.made.names.push(name);
        self.owners.push(owner);
        state
    }

    /// Adds the transitions of a system whose states have these places.
    fn take(&mut self, system: &Diagram, places: &[StateId], presence: Presence) {
        let labels = system.lts.labels().iter().map(|(_, label)| match label.text() {
            Some(text) => self.made.labels.intern(text, || label.action().cloned()),
            None => LabelId::TAU,
        });
        let labels: Vec<LabelId> = labels.collect();
        for source in system.lts.states() {
            for edge in system.lts.out(source) {
                let (label, target) = (labels[edge.label.index()], places[edge.target.index()]);
                let source = places[source.index()];
                let edge = Edge { label, target };
                self.made.transitions.push(Featured { source, edge, presence });
            }
        }
    }
}

/// The glue of a refinement: its initial state is where the transition begins, and its end is where that ends.
fn ends(
    number: usize,
    transition: &Named,
    (system, glue): (&Diagram, &[Glue]),
) -> Result<Vec<Glue>, Fault> {
    let mut glue = glue.to_vec();
    let is_glued = |glue: &[Glue], own: &Name| glue.iter().any(|glue| glue.own == *own);
    let initial = named(system, system.lts.initial());
    if !is_glued(&glue, &initial) {
        glue.push(Glue { own: initial, there: transition.source.clone() });
    }
    if glue.iter().any(|glue| {
        glue.there == transition.target && glue.own != named(system, system.lts.initial())
    }) {
        return Ok(glue);
    }
    let ends = system.lts.states().filter(|&state| system.lts.out(state).is_empty());
    let mut ends: Vec<Name> = ends.map(|state| named(system, state)).collect();
    ends.retain(|end| !is_glued(&glue, end));
    match <[Name; 1]>::try_from(ends) {
        Ok([own]) => glue.push(Glue { own, there: transition.target.clone() }),
        Err(ends) => return Err(Fault::NoSingleEnd(number, ends.len())),
    }
    Ok(glue)
}

/// The bit of a feature.
fn bit(number: usize) -> u64 {
    1_u64.checked_shl(u32::try_from(number).unwrap_or(u32::MAX)).unwrap_or(0)
}

/// What a state is called; by its number if it has no name.
fn named(system: &Diagram, state: StateId) -> Name {
    system.name(state).cloned().unwrap_or_else(|| state.0.to_string().into())
}

fn find(system: &Diagram, name: &Name) -> Option<StateId> {
    system.lts.states().find(|&state| named(system, state) == *name)
}
