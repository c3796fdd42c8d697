//! Steps: of one component, of the composition, and in a view.

use frontend::Span;
use translator::index::Idx as _;
use translator::model::{
    ActionId, ActionRole, Behaviour, Communication, Cond, End, PointId, ProcessId, ProcessRole,
};

use super::store::{Shape, TermId};
use super::{Machine, Origin, StepError, Words};
use crate::ids::LabelId;
use crate::term::Term;

/// A step of the composition.
pub(super) struct Step {
    pub(super) label: LabelId,
    pub(super) state: Words,
    pub(super) origin: Origin,
    hidden: bool,
}

/// An action that a component is ready for.
struct Offer {
    action: ActionId,
    kind: OfferKind,
    call: Option<Span>,
}

enum OfferKind {
    /// With these arguments, then on from there.
    Output { args: Vec<TermId>, then: Words, clauses: Vec<Span> },
    /// With any value that the condition accepts.
    Input { words: Words, slot: usize, when: Option<Cond>, process: ProcessId, next: PointId },
}

impl Machine<'_> {
    /// The words of a component that starts as a process.
    pub(super) fn enter(
        &mut self,
        process: ProcessId,
        args: &[TermId],
        clauses: &mut Vec<Span>,
    ) -> Result<Words, StepError> {
        let mut words = vec![0; self.layout.n_slots() + 1];
        for (slot, arg) in args.iter().enumerate() {
            words[slot + 1] = arg.0;
        }
        self.settle(self.model.processes[process].body, words, clauses)
    }

    /// Follows calls, conditions and bindings to the next action, choice or end.
    fn settle(
        &mut self,
        mut point: PointId,
        mut words: Words,
        clauses: &mut Vec<Span>,
    ) -> Result<Words, StepError> {
        let model = self.model;
        loop {
            let process = self.layout.process(point);
            match &model.points[point] {
                Behaviour::If { cond, yes, no } => {
                    point = if self.holds_in(cond, process, &words[1..])? { *yes } else { *no };
                }
                Behaviour::Let { var, value, next } => {
                    let value = self.eval_in(value, process, &words[1..])?;
                    words[self.layout.slot(process, *var) + 1] = value.0;
                    point = *next;
                }
                Behaviour::Mark { origin, next } => {
                    clauses.push(*origin);
                    point = *next;
                }
                Behaviour::Call { process: callee, args } => {
                    let mut next = vec![0; words.len()];
                    for (slot, arg) in args.iter().enumerate() {
                        next[slot + 1] = self.eval_in(arg, process, &words[1..])?.0;
                    }
                    words = next;
                    point = model.processes[*callee].body;
                }
                Behaviour::Act { .. }
                | Behaviour::Receive { .. }
                | Behaviour::Choice(_)
                | Behaviour::End(_) => {
                    words[0] = self.layout.canonical(point).0;
                    self.layout.clear_dead(&mut words);
                    return Ok(words);
                }
            }
        }
    }

    /// What a component is ready for, in the order in which its process offers it.
    fn offers(&mut self, words: &[u32]) -> Result<Vec<Offer>, StepError> {
        let mut offers = Vec::new();
        let mut pending = vec![PointId(words[0])];
        while let Some(point) = pending.pop() {
            let process = self.layout.process(point);
            let model = self.model;
            match &model.points[point] {
                Behaviour::Choice(points) => pending.extend(points.iter().rev()),
                Behaviour::If { cond, yes, no } => {
                    let holds = self.holds_in(cond, process, &words[1..])?;
                    pending.push(if holds { *yes } else { *no });
                }
                Behaviour::Act { action, args, next, origin } => {
                    let args = args
                        .iter()
                        .map(|arg| self.eval_in(arg, process, &words[1..]))
                        .collect::<Result<Vec<_>, _>>()?;
                    let mut clauses = Vec::new();
                    let then = self.settle(*next, words.to_vec(), &mut clauses)?;
                    let kind = OfferKind::Output { args, then, clauses };
                    offers.push(Offer { action: *action, kind, call: *origin });
                }
                Behaviour::Receive { action, var, when, next } => {
                    let slot = self.layout.slot(process, *var) + 1;
                    let words = words.to_vec();
                    let kind =
                        OfferKind::Input { words, slot, when: when.clone(), process, next: *next };
                    offers.push(Offer { action: *action, kind, call: None });
                }
                // A choice has no bindings and no calls of its own in any model.
                Behaviour::End(_)
                | Behaviour::Let { .. }
                | Behaviour::Mark { .. }
                | Behaviour::Call { .. } => {}
            }
        }
        Ok(offers)
    }

    /// All steps of a state: components alone, in order, then handshakes.
    fn steps(&mut self, state: &[u32]) -> Result<Vec<Step>, StepError> {
        let model = self.model;
        let offers = (0..model.composition.len())
            .map(|component| {
                let words = self.layout.get(state, component).to_vec();
                self.offers(&words)
            })
            .collect::<Result<Vec<_>, _>>()?;
        let mut steps = Vec::new();
        for (component, offers) in offers.iter().enumerate() {
            for offer in offers {
                if model.actions[offer.action].role != ActionRole::Half
                    && let OfferKind::Output { args, then, clauses } = &offer.kind
                {
                    let mut next = state.to_vec();
                    self.layout.put(&mut next, component, then);
                    let origin = Origin { call: offer.call, clauses: clauses.clone() };
                    steps.push(self.step(offer.action, args, next, origin));
                }
            }
        }
        for communication in &model.communications {
            self.handshakes(state, *communication, &offers, &mut steps)?;
        }
        Ok(steps)
    }

    fn step(&mut self, action: ActionId, args: &[TermId], state: Words, origin: Origin) -> Step {
        let label = self.label(action, args);
        Step { label, state, origin, hidden: self.is_hidden(action) }
    }

    /// The steps in which one component sends and another receives.
    fn handshakes(
        &mut self,
        state: &[u32],
        communication: Communication,
        offers: &[Vec<Offer>],
        steps: &mut Vec<Step>,
    ) -> Result<(), StepError> {
        for (sender, receiver) in pairs(offers.len()) {
            for send in offers[sender].iter().filter(|offer| offer.action == communication.send) {
                let OfferKind::Output { args, then, clauses } = &send.kind else { continue };
                for receive in
                    offers[receiver].iter().filter(|offer| offer.action == communication.receive)
                {
                    let mut clauses = clauses.clone();
                    let Some(received) = self.receive(receive, args, &mut clauses)? else {
                        continue;
                    };
                    let mut next = state.to_vec();
                    self.layout.put(&mut next, sender, then);
                    self.layout.put(&mut next, receiver, &received);
                    let origin = Origin { call: None, clauses };
                    steps.push(self.step(communication.result, args, next, origin));
                }
            }
        }
        Ok(())
    }

    /// The receiver after it took a value; `None` if it does not accept it.
    fn receive(
        &mut self,
        offer: &Offer,
        args: &[TermId],
        clauses: &mut Vec<Span>,
    ) -> Result<Option<Words>, StepError> {
        let OfferKind::Input { words, slot, when, process, next } = &offer.kind else {
            return Ok(None);
        };
        let mut words = words.clone();
        words[*slot] = args.first().map_or(0, |value| value.0);
        if let Some(cond) = when
            && !self.holds_in(cond, *process, &words[1..])?
        {
            return Ok(None);
        }
        self.settle(*next, words, clauses).map(Some)
    }

    /// The steps of a state in the view: each runs on to the next state worth keeping.
    pub(super) fn steps_run_on(&mut self, state: &[u32]) -> Result<Vec<Step>, StepError> {
        let mut steps = self.steps(state)?;
        for step in &mut steps {
            step.state = self.run_on(std::mem::take(&mut step.state), &mut step.origin)?;
        }
        Ok(steps)
    }

    /// Passes over hidden steps, as long as each is the only step of its state; a state from which
    /// only hidden steps lead back to itself is kept.
    pub(super) fn run_on(
        &mut self,
        mut state: Words,
        origin: &mut Origin,
    ) -> Result<Words, StepError> {
        let mut passed: Vec<Words> = Vec::new();
        loop {
            let mut steps = self.steps(&state)?;
            if steps.len() != 1 || !steps[0].hidden || passed.contains(&state) {
                return Ok(state);
            }
            let Some(step) = steps.pop() else { return Ok(state) };
            origin.clauses.extend(step.origin.clauses);
            passed.push(std::mem::replace(&mut state, step.state));
        }
    }

    /// The pair that was stored last, while the machine lives.
    pub(super) fn stored(&self, state: &[u32]) -> Option<(String, Term)> {
        (0..self.model.composition.len()).find_map(|component| {
            let words = self.layout.get(state, component);
            let process = self.layout.process(PointId(words[0]));
            self.stored_in(process, words)
        })
    }

    fn stored_in(&self, process: ProcessId, words: &[u32]) -> Option<(String, Term)> {
        let model = self.model;
        let holds_pair = match model.processes[process].role {
            ProcessRole::NextState => true,
            _ => !model.processes[process].kept.is_empty(),
        };
        if !holds_pair {
            return None;
        }
        let [name, data] = [words.get(1)?, words.get(2)?];
        match self.store.shape(TermId(*name)) {
            Shape::State(ix) if ix.index() < model.states.len() => {
                let name = self.store.state_name(*ix).to_string();
                Some((name, self.store.term(TermId(*data))))
            }
            _ => None,
        }
    }

    /// Why nothing more happens in a state, if that is so.
    pub(super) fn end(&self, state: &[u32]) -> Option<End> {
        let ends = (0..self.model.composition.len()).filter_map(|component| {
            let words = self.layout.get(state, component);
            match &self.model.points[PointId(words[0])] {
                Behaviour::End(end) => Some(*end),
                _ => None,
            }
        });
        ends.max_by_key(|end| *end != End::Nothing && *end != End::Exhausted)
    }
}

/// All ordered pairs of different components.
fn pairs(n: usize) -> impl Iterator<Item = (usize, usize)> {
    (0..n)
        .flat_map(move |left| (0..n).map(move |right| (left, right)))
        .filter(|(left, right)| left != right)
}
