//! A transition system as a drawing, and a run through it.
//!
//! Input: a system whose states may have names, the steps of a run. Output: its states and transitions; what the run goes through stands out.

use checker::EvidenceStep;
use extension::Diagram;
use indexmap::IndexMap;
use indexmap::map::Entry;
use lts::format::aut::TauName;

use super::{Arrow, Drawing, DrawnState, Look, PLAIN};

/// What stands in a state that has a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Titles {
    /// The name alone: no two states have the same one.
    Named,
    /// Its number, too.
    Numbered,
}

/// One arrow for all that leads from one state to another, where the first of them stood.
fn joined(arrows: Vec<Arrow>) -> Vec<Arrow> {
    let mut joined: IndexMap<(usize, usize), Arrow> = IndexMap::new();
    for arrow in arrows {
        match joined.entry((arrow.from, arrow.to)) {
            Entry::Occupied(mut own) => {
                if arrow.look.is_special {
                    own.get_mut().look = arrow.look;
                }
                let label = &mut own.get_mut().label;
                if !label.split('\n').any(|line| line == arrow.label) {
                    label.push('\n');
                    label.push_str(&arrow.label);
                }
            }
            Entry::Vacant(place) => {
                place.insert(arrow);
            }
        }
    }
    joined.into_values().collect()
}

/// The drawing of a system; `run`, with what it looks like, is nothing where there is none to show.
pub(crate) fn of_system(
    diagram: &Diagram,
    (run, lit): (&[EvidenceStep], &'static Look),
    titles: Titles,
) -> Drawing {
    let lts = &diagram.lts;
    let is_lit = |at| run.iter().any(|step| step.source == at || step.target == at);
    let titled = |state: lts::StateId| {
        let unknown = if lts.is_expanded(state) { "" } else { " .." };
        match diagram.name(state) {
            Some(name) if titles == Titles::Named => name.to_string(),
            Some(name) => format!("{} {name}{unknown}", state.0),
            None => format!("{}{unknown}", state.0),
        }
    };
    let states = lts.states().map(|state| DrawnState {
        title: titled(state),
        look: if is_lit(state) { lit } else { &PLAIN },
        is_start: state == lts.initial(),
    });
    let mut arrows = Vec::new();
    for source in lts.states() {
        for edge in lts.out(source) {
            let label = lts.labels().get(edge.label).text().unwrap_or(TauName::Tau.text());
            let is_gone = run.iter().any(|step| {
                (step.source, step.label, step.target) == (source, edge.label, edge.target)
            });
            arrows.push(Arrow {
                from: source.index(),
                to: edge.target.index(),
                label: label.to_owned(),
                look: if is_gone { lit } else { &PLAIN },
            });
        }
    }
    if titles == Titles::Named {
        arrows = joined(arrows);
    }
    Drawing { states: states.collect(), arrows }
}
