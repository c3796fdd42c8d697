//! What a machine does along the arrows of its state diagram, as the systems that were asked tell it.
//!
//! Input: a state diagram, systems. Output: for each arrow the actions between its event and the state that follows. A hunt, of which the
//! diagram is made, passes over calls; so a module without properties has those actions alone that its hunt shows.

use std::collections::BTreeSet;

use crate::report::{StateDiagram, Texts, Transitions};
use crate::system::drawing::{Passed, walked};

/// States of a system that are looked at, and steps behind an event.
const MOST: usize = 20_000;
const DEEP: usize = 12;

/// The actions of each arrow, those that the hunt shows first.
pub(super) fn actions(shown: &StateDiagram, systems: &[&Transitions]) -> Vec<Vec<String>> {
    let mut actions = shown.actions.clone();
    for system in systems.iter().filter(|system| is_told(system)) {
        let system = Walked::new(system);
        for state in 0..system.begins.len() {
            for (label, target) in system.out(state).filter(|(label, _)| system.is_event(*label)) {
                system.follow(shown, (state, label, target), &mut actions);
            }
        }
    }
    actions
}

fn is_told(system: &Transitions) -> bool {
    !system.is_paper && system.names.numbers.len() <= MOST
}

/// A system with where the transitions of each state begin.
struct Walked<'s> {
    system: &'s Transitions,
    begins: Vec<usize>,
}

impl<'s> Walked<'s> {
    fn new(system: &'s Transitions) -> Self {
        let (mut begins, mut at) = (Vec::new(), 0);
        while let Some(&count) = system.edges.get(at) {
            begins.push(at + 1);
            at += 1 + 2 * count as usize;
        }
        Self { system, begins }
    }

    /// The labels and targets of the transitions of a state.
    fn out(&self, state: usize) -> impl Iterator<Item = (usize, usize)> + '_ {
        let begin = self.begins.get(state).copied().unwrap_or(1);
        let count = self.system.edges.get(begin - 1).map_or(0, |&count| count as usize);
        let pairs = self.system.edges.get(begin..begin + 2 * count).unwrap_or_default();
        pairs.chunks_exact(2).map(|pair| (pair[0] as usize, pair[1] as usize))
    }

    fn is_event(&self, label: usize) -> bool {
        self.system.events.get(label).copied().unwrap_or(false)
    }

    fn label(&self, label: usize) -> &'s str {
        self.system.labels.get(label).map_or("", String::as_str)
    }

    /// Follows what comes behind an event up to the next one, in every way.
    fn follow(
        &self,
        shown: &StateDiagram,
        (state, event, target): (usize, usize, usize),
        actions: &mut [Vec<String>],
    ) {
        let (mut open, mut seen) = (vec![(target, Vec::new())], BTreeSet::new());
        while let Some((at, way)) = open.pop() {
            let goes_on = self.out(at).filter(|(label, _)| !self.is_event(*label));
            let goes_on: Vec<(usize, usize)> = goes_on.collect();
            if goes_on.is_empty() || way.len() == DEEP {
                self.note(shown, (state, event, at), &way, actions);
            }
            for (label, next) in goes_on.into_iter().filter(|_| way.len() < DEEP) {
                let way: Vec<usize> = way.iter().copied().chain([label]).collect();
                if seen.insert((next, way.clone())) && seen.len() < 1_000 {
                    open.push((next, way));
                }
            }
        }
    }

    /// Notes what is done on a way at its arrow.
    fn note(
        &self,
        shown: &StateDiagram,
        (state, event, behind): (usize, usize, usize),
        way: &[usize],
        actions: &mut [Vec<String>],
    ) {
        let names = &self.system.names;
        let (first, after) = (text_of(names, state), text_of(names, behind));
        let passed = [Passed { label: self.label(event), is_event: true, after }];
        let Some((Some(gone), _)) = walked(&shown.diagram, first, &passed).pop() else { return };
        let ends = (gone.source.index(), gone.target.index());
        let arrow = shown.drawing.arrows.iter().position(|arrow| (arrow.from, arrow.to) == ends);
        let Some(own) = arrow.and_then(|arrow| actions.get_mut(arrow)) else { return };
        for text in way.iter().map(|&label| self.label(label)).filter(|text| *text != "tau") {
            if !own.iter().any(|other| other == text) {
                own.push(text.to_owned());
            }
        }
    }
}

fn text_of(texts: &Texts, thing: usize) -> Option<&str> {
    let number = *texts.numbers.get(thing)? as usize;
    texts.distinct.get(number.checked_sub(1)?).map(String::as_str)
}
