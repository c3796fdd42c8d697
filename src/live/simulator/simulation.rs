//! A walk on a ground, and what is to be shown of it.
//!
//! Input: orders. Output: a [`Scene`] for whoever shows it, or why an order cannot be done. What needs another model, such as one more
//! watched expression, is done elsewhere (`command/live/sim.rs`), and the walk is gone again on that.

use frontend::{Diagnostic, SourceMap, Span};

use super::ground::{Ground, Shown, Step};
use super::guided::{self, Wanted};
use super::order::Order;
use super::source::SourceLine;
use super::walk::Walk;
use crate::session::Session;

/// A simulation.
pub(crate) struct Simulation<'g> {
    ground: &'g mut dyn Ground,
    walk: Walk,
    /// What can happen where the walk is.
    next: Vec<Step>,
    /// Expressions that are watched.
    watched: Vec<String>,
}

/// What is to be shown.
#[derive(Clone, Debug, Default)]
pub(crate) struct Scene {
    /// Steps gone.
    pub(crate) at: usize,
    /// Steps of the walk around the place.
    pub(crate) path: Vec<Event>,
    /// Steps before these.
    pub(crate) n_before: usize,
    /// All steps of the walk.
    pub(crate) n_steps: usize,
    pub(crate) state: Shown,
    /// Expressions with their values.
    pub(crate) watched: Vec<(String, String)>,
    /// What can happen.
    pub(crate) next: Vec<Event>,
}

/// A step as it is shown.
#[derive(Clone, Debug)]
pub(crate) struct Event {
    pub(crate) text: String,
    pub(crate) span: Option<Span>,
    pub(crate) line: Option<SourceLine>,
}

impl Scene {
    /// What has happened last.
    pub(crate) fn last(&self) -> Option<&Event> {
        self.path.get(self.at.checked_sub(self.n_before + 1)?)
    }
}

impl<'g> Simulation<'g> {
    /// One at the start of a ground.
    pub(crate) fn new(
        ground: &'g mut dyn Ground,
        watched: Vec<String>,
    ) -> Result<Self, Diagnostic> {
        let walk = Walk::new(ground.first()?);
        let next = ground.steps(walk.state())?;
        Ok(Self { ground, walk, next, watched })
    }

    /// Goes a way that labels describe, from the start; tells whether there is one.
    pub(crate) fn follow(&mut self, wanted: &[Wanted], skips: bool) -> Result<bool, Diagnostic> {
        let Some(steps) = guided::way(self.ground, wanted, skips)? else { return Ok(false) };
        self.walk.reset();
        for step in steps {
            self.walk.take(step);
        }
        self.look()?;
        Ok(true)
    }

    /// What has happened so far, to be followed on another ground.
    pub(crate) fn gone(&mut self) -> Vec<Wanted> {
        let steps = self.walk.gone().to_vec();
        let wanted = steps
            .into_iter()
            .map(|step| Wanted::Label(step.text, Some(self.ground.shown(&step.target).name)));
        wanted.collect()
    }

    /// Does an order about the walk; else why it cannot be done.
    pub(crate) fn obey(&mut self, order: &Order) -> Result<(), String> {
        let at = self.walk.at();
        match order {
            Order::Take(number) => {
                let step = number.checked_sub(1).and_then(|at| self.next.get(at));
                let step = step.ok_or_else(|| none_such(*number, self.next.len()))?;
                self.walk.take(step.clone());
            }
            Order::Back(number) if *number <= at => {
                self.walk.go(at - number);
            }
            Order::Back(number) => {
                return Err(format!("there are no {number} steps to go back: {at} were gone"));
            }
            Order::Goto(number) => {
                if !self.walk.go(*number) {
                    let steps = self.walk.steps().len();
                    return Err(format!("there is no step {number}: the run has {steps}"));
                }
            }
            Order::Reset => self.walk.reset(),
            _ => return Ok(()),
        }
        self.look().map_err(|error| {
            self.next.clear();
            error.message
        })
    }

    /// Looks at what can happen.
    fn look(&mut self) -> Result<(), Diagnostic> {
        self.next = self.ground.steps(self.walk.state())?;
        Ok(())
    }

    /// The run as a `.props` file of this name; else why not.
    pub(crate) fn props(&mut self, path: &std::path::Path) -> Result<String, Diagnostic> {
        let run = self.walk.run();
        self.ground.props(&run, path)
    }

    /// The run as a test module of this name; else why not.
    pub(crate) fn test(
        &mut self,
        path: &std::path::Path,
        sources: &SourceMap,
    ) -> Result<String, Diagnostic> {
        let run = self.walk.run();
        self.ground.test(&run, path, sources)
    }

    /// What is to be shown.
    pub(crate) fn scene(&mut self, session: &Session) -> Scene {
        let event = |ground: &mut dyn Ground, step: &Step| Event {
            text: told(ground, step),
            span: step.place,
            line: step.place.and_then(|span| SourceLine::of(session, span)),
        };
        let state = self.walk.state().clone();
        let watched = self.watched.iter().enumerate();
        let watched =
            watched.map(|(number, text)| (text.clone(), self.ground.watched(number, &state)));
        let watched = watched.collect();
        let state = self.ground.shown(&state);
        let (at, steps) = (self.walk.at(), self.walk.steps());
        let (n_before, n_steps) = (at.saturating_sub(AROUND), steps.len());
        let near = steps.iter().take(at + AROUND).skip(n_before);
        let path = near.map(|step| event(self.ground, step)).collect();
        let next = self.next.iter().map(|step| event(self.ground, step)).collect();
        Scene { at, path, n_before, n_steps, state, watched, next }
    }
}

/// Steps before and behind the place that are shown.
const AROUND: usize = 500;

/// Characters of what is behind an internal step.
const MOST: usize = 60;

/// The label of a step; of an internal one, where it leads to.
fn told(ground: &mut dyn Ground, step: &Step) -> String {
    if step.action.is_some() || step.label != lts::LabelId::TAU {
        return step.text.clone();
    }
    let Shown { name, data, .. } = ground.shown(&step.target);
    let whole = format!("{} to {name} {}", step.text, data.unwrap_or_default());
    let cut = whole.char_indices().nth(MOST).map(|(at, _)| format!("{}..", &whole[..at]));
    cut.unwrap_or(whole).trim_end().to_owned()
}

fn none_such(number: usize, most: usize) -> String {
    match most {
        0 => format!("there is no step {number}: nothing happens any more"),
        1 => format!("there is no step {number}: only 1 can be taken"),
        most => format!("there is no step {number}: take one from 1 to {most}"),
    }
}
