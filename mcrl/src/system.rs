//! The states and transitions of a specification.
//!
//! A state is a vector of words: for each component its control point and the terms of the variables
//! that are needed there, padded with 0. What a component offers is computed once for each of its own
//! states. A variable of a sum stays open until a communication gives it a value; without one it
//! ranges over its sort, if that is finite.

mod combine;
mod offer;
mod portable;
mod resolve;

use std::rc::Rc;

use frontend::{Diagnostic, Span};
use lts::label::{Action, LabelTable};
use lts::next_state::{Cycle, NextState, StepError, Successors};
use lts::{LabelId, LabelTable as Labels};
use rustc_hash::FxHashMap;

use crate::codes;
use crate::finite::finite_sorts;
use crate::rewrite::{Interrupt, Rewriter};
use crate::specification::{ActionId, PointId, ProcessId, ProcessStep, Slot, Specification};
use crate::store::{Head, TermId};
use offer::Offer;

/// A condition, in messages.
const CONDITION: &str = "this condition";

/// Bytes of a label at most.
const MAX_LABEL: usize = 1 << 20;

/// Bytes of all labels at most.
const MAX_LABELS: usize = 1 << 28;

/// A specification as a transition system.
pub struct System<'s> {
    spec: &'s Specification,
    rewriter: Rewriter,
    /// Where the words of each component start; one more at the end.
    starts: Vec<usize>,
    labels: LabelTable,
    known_labels: FxHashMap<(ActionId, Box<[TermId]>), LabelId>,
    /// Bytes of all labels.
    n_bytes: usize,
    /// What a component offers, by its words.
    offers: FxHashMap<Box<[u32]>, Rc<[Offer]>>,
    finite: Vec<bool>,
    elements: Vec<Option<Vec<TermId>>>,
    max_steps: u64,
}

impl<'s> System<'s> {
    /// The system of a specification.
    ///
    /// At most `max_steps` steps of rewriting are made for one state; `interrupted` says now and then
    /// whether to stop.
    pub fn new(
        spec: &'s Specification,
        max_steps: usize,
        interrupted: Option<Box<dyn FnMut() -> bool>>,
    ) -> Self {
        let interrupted: Option<Interrupt> = interrupted;
        let mut starts = vec![0];
        let mut width = 0;
        for component in &spec.components {
            width += width_of(spec, component.process);
            starts.push(width);
        }
        Self {
            spec,
            rewriter: Rewriter::new(interrupted),
            starts,
            labels: Labels::default(),
            known_labels: FxHashMap::default(),
            n_bytes: 0,
            offers: FxHashMap::default(),
            finite: finite_sorts(spec),
            elements: Vec::new(),
            max_steps: u64::try_from(max_steps).unwrap_or(u64::MAX),
        }
    }

    /// Appends the words of a component that enters a point with values for its variables.
    fn enter(
        &mut self,
        point: PointId,
        env: &[TermId],
        out: &mut Vec<u32>,
    ) -> Result<(), StepError> {
        let spec = self.spec;
        let mut at = &spec.points[point.index()];
        let mut point = point;
        let mut callee_values: Vec<TermId>;
        let mut env = env;
        while let ProcessStep::Call(process, args) = &at.step {
            let callee = &spec.processes[process.index()];
            let mut values = vec![TermId::default(); callee.n_slots];
            for (value, arg) in values.iter_mut().zip(args) {
                *value = self.rewriter.normalise(spec, *arg, env)?;
            }
            self.rewriter.charge(spec, 1)?;
            callee_values = values;
            env = &callee_values;
            point = callee.body;
            at = &spec.points[point.index()];
        }
        out.push(point.0);
        out.extend(at.live.iter().map(|slot| env[slot.index()].0));
        Ok(())
    }

    /// The values of the variables of a component in a state of its own.
    fn env(&self, words: &[u32]) -> (PointId, Vec<TermId>) {
        let point = PointId(words[0]);
        let at = &self.spec.points[point.index()];
        let n_slots = self.spec.processes[at.process.index()].n_slots;
        let mut env = vec![TermId::default(); n_slots];
        for (slot, word) in at.live.iter().zip(&words[1..]) {
            env[slot.index()] = TermId(*word);
        }
        (point, env)
    }

    /// Whether a condition in normal form holds; `what` it is, for messages.
    fn holds(&self, condition: TermId, what: &str, span: Span) -> Result<bool, StepError> {
        let head = self.rewriter.store.head(condition);
        match self.spec.truth {
            Some(truth) if head == Head::Function(truth.holds) => Ok(true),
            Some(truth) if head == Head::Function(truth.fails) => Ok(false),
            _ => {
                let text = self.rewriter.store.shown(self.spec, condition);
                let message = format!("{what} does not come to T or F: it is `{text}`");
                let error = Diagnostic::error(codes::STUCK_CONDITION, message, span);
                let help = "give its functions rules for these arguments";
                Err(StepError::Refused(Box::new(error.with_help(help))))
            }
        }
    }

    /// The label of an action with its arguments.
    fn label(&mut self, action: ActionId, args: &[TermId]) -> Result<LabelId, StepError> {
        let key = (action, Box::from(args));
        if let Some(&label) = self.known_labels.get(&key) {
            return Ok(label);
        }
        let declared = &self.spec.actions[action.index()];
        let too_large = || {
            let place = Some(declared.span);
            StepError::TooLarge(Cycle { functions: Vec::new(), place })
        };
        let mut text = declared.name.clone();
        for (position, arg) in args.iter().enumerate() {
            text.push(if position == 0 { '(' } else { ',' });
            if !self.rewriter.store.write(self.spec, *arg, MAX_LABEL, &mut text) {
                return Err(too_large());
            }
        }
        if !args.is_empty() {
            text.push(')');
        }
        // As the classic toolset has it: a text in quotes.
        let text = text.replace('\\', "\\\\");
        self.n_bytes += text.len();
        if self.n_bytes > MAX_LABELS {
            return Err(too_large());
        }
        let label = self.labels.intern(&text, || Action::parse(&text));
        self.known_labels.insert(key, label);
        Ok(label)
    }
}

/// The words of a component that starts with this process: its point, and the most variables that it
/// needs at any.
fn width_of(spec: &Specification, process: ProcessId) -> usize {
    let mut seen = vec![false; spec.points.len()];
    let mut pending = vec![spec.processes[process.index()].body];
    let mut widest = 0;
    while let Some(point) = pending.pop() {
        if std::mem::replace(&mut seen[point.index()], true) {
            continue;
        }
        let at = &spec.points[point.index()];
        widest = widest.max(at.live.len());
        match &at.step {
            ProcessStep::Delta => {}
            ProcessStep::Tau(next) | ProcessStep::Act(.., next) | ProcessStep::Sum(.., next) => {
                pending.push(*next);
            }
            ProcessStep::Choice(points) => pending.extend(points.iter().copied()),
            ProcessStep::If(_, yes, no) => pending.extend([*yes, *no]),
            ProcessStep::Call(callee, _) => pending.push(spec.processes[callee.index()].body),
        }
    }
    1 + widest
}

impl NextState for System<'_> {
    fn width(&self) -> usize {
        self.starts.last().copied().unwrap_or(0)
    }

    fn initial(&mut self, out: &mut Vec<u32>) -> Result<(), StepError> {
        let spec = self.spec;
        self.rewriter.allow(self.max_steps);
        for (number, component) in spec.components.iter().enumerate() {
            let process = &spec.processes[component.process.index()];
            let mut env = vec![TermId::default(); process.n_slots];
            for (index, arg) in component.args.iter().enumerate() {
                env[Slot::new(index).index()] = self.rewriter.normalise(spec, *arg, &[])?;
            }
            self.enter(process.body, &env, out)?;
            out.resize(self.starts[number + 1], 0);
        }
        Ok(())
    }

    fn successors(&mut self, state: &[u32], out: &mut Successors) -> Result<(), StepError> {
        self.rewriter.allow(self.max_steps);
        let mut offers = Vec::with_capacity(self.spec.components.len());
        for component in 0..self.spec.components.len() {
            let words = &state[self.starts[component]..self.starts[component + 1]];
            offers.push(self.offers_of(words)?);
        }
        let combined = combine::combine(self.spec, &offers);
        for step in &combined.steps {
            let parts = &combined.parts[step.parts.clone()];
            self.resolve(state, step.action, parts, &offers, out)?;
        }
        Ok(())
    }

    fn labels(&self) -> &LabelTable {
        &self.labels
    }
}
