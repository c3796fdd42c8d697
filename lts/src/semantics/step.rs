//! Steps: of one component, of the composition, and in a view.

pub(crate) mod clauses;
pub(crate) mod frames;
pub(crate) mod run_to_visible;
pub(crate) mod start;
pub(crate) mod view;

use std::borrow::Cow;

use frontend::Span;
use model::{
    ActionId, ActionRole, Behaviour, Communication, Cond, End, Expr, OriginId, PointId, ProcessId,
};
use rustc_hash::FxHashMap;

use super::hunt::hands_out;
use super::store::{Shape, Source, TermId};
use super::{Machine, Origin, StepError, Words};
use crate::graph::ids::LabelId;
use crate::semantics::evaluation::eval::{Halt, Scope, Turn};
use crate::semantics::evaluation::kinds::Kinds;
use crate::semantics::path_state::PathState;
use crate::semantics::step::clauses::Clauses;
use crate::semantics::step::run_to_visible::Path;
use crate::semantics::step::start::is_start;

/// A step of the composition.
pub(crate) struct Transition {
    pub(crate) label: LabelId,
    pub(crate) state: Words,
    pub(crate) origin: Origin,
    /// How much of what may happen after the action this is.
    share: u64,
    /// Where its action stands in the model.
    point: PointId,
}

/// An action that a component is ready for.
struct Offer<'m> {
    action: ActionId,
    kind: OfferKind<'m>,
    call: Option<Span>,
    /// What is chosen with it.
    chosen: Chosen,
    /// What follows.
    next: PointId,
}

impl Enabled {
    /// The arguments of the action.
    pub(crate) fn args(&self) -> &[TermId] {
        &self.args
    }
}

/// Slots and the unknown values that an offer puts there when it is taken.
type Chosen = Vec<(usize, TermId)>;

/// The first number of values that are chosen with an action: beyond those of all path states.
pub(crate) const FIRST_CHOSEN: u32 = 1 << 31;

enum OfferKind<'m> {
    /// An action with these arguments.
    Output(Vec<TermId>),
    /// An action with these arguments and any value that the condition accepts, which goes into this slot.
    Input { given: Vec<TermId>, slot: usize, when: Option<&'m Cond>, process: ProcessId },
}

/// An action that can happen.
pub(crate) struct Enabled {
    pub(crate) action: ActionId,
    pub(crate) args: Vec<TermId>,
    call: Option<Span>,
    /// The component that acts or sends, and where it goes on.
    pub(crate) sender: (usize, PointId),
    /// What is chosen with it.
    chosen: Chosen,
    /// The component that receives, its slot for the value, and where it goes on.
    receiver: Option<(usize, usize, PointId)>,
}

impl<'m> Machine<'m> {
    /// What a component is ready for, in the order in which its process offers it.
    fn offers(&mut self, words: &[u32], turn: &mut Turn<'_>) -> Result<Vec<Offer<'m>>, Halt> {
        let model = self.model;
        turn.number += 1;
        let mut offers = Vec::new();
        let mut pending = vec![(PointId(words[0]), Chosen::new())];
        while let Some((point, mut chosen)) = pending.pop() {
            let process = self.layout.process(point);
            let slots = with_chosen(&words[1..], &chosen);
            let scope = Scope::Process(process, &slots);
            match &model.points[point] {
                Behaviour::Choice(points) => {
                    pending.extend(points.iter().rev().map(|&point| (point, chosen.clone())));
                }
                Behaviour::If { cond, yes, no } => {
                    turn.budget = turn.budget.max(self.least_budget());
                    let next = if self.holds(cond, scope, turn)? { *yes } else { *no };
                    pending.push((next, chosen));
                }
                Behaviour::Act { action, args, next, origin } => {
                    let args = self.eval_refreshed(args, scope, turn)?;
                    let (action, kind, call) = (*action, OfferKind::Output(args), *origin);
                    offers.push(Offer { action, kind, call, chosen, next: *next });
                }
                Behaviour::Receive { action, given, var, when, next } => {
                    let given = self.eval_refreshed(given, scope, turn)?;
                    let slot = self.layout.slot(process, *var);
                    let kind = OfferKind::Input { given, slot, when: when.as_ref(), process };
                    let (action, call) = (*action, None);
                    offers.push(Offer { action, kind, call, chosen, next: *next });
                }
                Behaviour::Let {
                    var,
                    value: value @ (Expr::Unknown(origin) | Expr::Chosen(origin, _)),
                    next,
                } => {
                    let slot = self.layout.slot(process, *var);
                    let number = FIRST_CHOSEN + u32::try_from(slot).unwrap_or(0);
                    let (kinds, source) = (Kinds::of_unknown(value), Source::Origin(*origin));
                    let value = self.store.intern(Shape::Unknown { number, kinds, source });
                    chosen.push((slot, value));
                    pending.push((*next, chosen));
                }
                // A choice has no other bindings and no calls of its own in any model.
                Behaviour::End(_)
                | Behaviour::Let { .. }
                | Behaviour::Mark { .. }
                | Behaviour::Call { .. } => {}
            }
        }
        Ok(offers)
    }

    /// What each evaluation may at least use: in an exact model each has a budget of its own.
    fn least_budget(&self) -> usize {
        if self.is_exact { self.effort.max_steps } else { 0 }
    }

    fn eval_refreshed(
        &mut self,
        args: &[Expr],
        scope: Scope<'_>,
        turn: &mut Turn<'_>,
    ) -> Result<Vec<TermId>, Halt> {
        let mut values = Vec::with_capacity(args.len());
        for arg in args {
            turn.budget = turn.budget.max(self.least_budget());
            values.push(self.eval(arg, scope, turn)?);
        }
        Ok(values)
    }

    /// All actions that can happen: components alone, in order, then handshakes.
    pub(crate) fn enabled(
        &mut self,
        path_state: &PathState,
        turn: &mut Turn<'_>,
    ) -> Result<Vec<Enabled>, Halt> {
        let model = self.model;
        let mut offers = Vec::with_capacity(model.composition.len());
        for component in 0..model.composition.len() {
            let words = &path_state.words[self.layout.range(component)];
            offers.push(self.offers(words, turn)?);
        }
        let mut enabled = Vec::new();
        for communication in &model.communications {
            self.handshakes(path_state, *communication, &offers, turn, &mut enabled)?;
        }
        let mut all = Vec::with_capacity(offers.iter().map(Vec::len).sum::<usize>());
        for (component, offers) in offers.into_iter().enumerate() {
            for Offer { action, kind, call, chosen, next } in offers {
                if let OfferKind::Output(args) = kind
                    && model.actions[action].role != ActionRole::Half
                {
                    let sender = (component, next);
                    all.push(Enabled { action, args, call, sender, chosen, receiver: None });
                }
            }
        }
        all.append(&mut enabled);
        Ok(all)
    }

    /// The actions in which one component sends and another receives.
    fn handshakes(
        &mut self,
        path_state: &PathState,
        communication: Communication,
        offers: &[Vec<Offer<'m>>],
        turn: &mut Turn<'_>,
        enabled: &mut Vec<Enabled>,
    ) -> Result<(), Halt> {
        for (sender, receiver) in pairs(offers.len()) {
            for send in offers[sender].iter().filter(|offer| offer.action == communication.send) {
                let OfferKind::Output(args) = &send.kind else { continue };
                for receive in
                    offers[receiver].iter().filter(|offer| offer.action == communication.receive)
                {
                    let Some(slot) = self.accepts(path_state, receiver, receive, args, turn)?
                    else {
                        continue;
                    };
                    enabled.push(Enabled {
                        action: communication.result,
                        args: args.clone(),
                        call: None,
                        sender: (sender, send.next),
                        chosen: send.chosen.clone(),
                        receiver: Some((receiver, slot, receive.next)),
                    });
                }
            }
        }
        Ok(())
    }

    /// The slot in which a receiver takes a value; `None` if it does not accept it.
    fn accepts(
        &mut self,
        path_state: &PathState,
        component: usize,
        offer: &Offer<'m>,
        args: &[TermId],
        turn: &mut Turn<'_>,
    ) -> Result<Option<usize>, Halt> {
        let OfferKind::Input { given, slot, when, process } = &offer.kind else {
            return Ok(None);
        };
        // What is given is known, and so is what it is compared with: numbers of clients.
        if !args.starts_with(given) {
            return Ok(None);
        }
        if let Some(cond) = when {
            let mut slots = path_state.words[self.layout.slots(component)].to_vec();
            slots[*slot] = args.last().map_or(0, |value| value.0);
            turn.budget = turn.budget.max(self.least_budget());
            turn.number += 1;
            if !self.holds(cond, Scope::Process(*process, &slots), turn)? {
                return Ok(None);
            }
        }
        Ok(Some(*slot))
    }

    /// What follows an action that happens.
    pub(crate) fn perform(
        &mut self,
        mut path: Path,
        enabled: &Enabled,
    ) -> Result<Vec<Path>, StepError> {
        if let Some((component, slot, _)) = enabled.receiver {
            let slot = self.layout.slots(component).start + slot;
            path.path_state.words[slot] = enabled.args.last().map_or(0, |value| value.0);
        }
        let (component, next) = enabled.sender;
        for &(slot, value) in &enabled.chosen {
            path.path_state.words[self.layout.slots(component).start + slot] = value.0;
            if self.follows {
                path.path_state.chosen.push(value);
            }
        }
        if self.plays {
            path.path_state.keep(enabled);
        }
        if self.hunts && !self.follows && hands_out(self.model.actions[enabled.action].role) {
            path.path_state.hand_out(&self.references_in(&enabled.args));
        }
        let mut sent = self.settle(component, next, path)?;
        sent.retain(|path| !self.is_refused(component, &path.path_state));
        let Some((component, _, next)) = enabled.receiver else { return Ok(sent) };
        let mut received = Vec::with_capacity(sent.len());
        for path in sent {
            received.extend(self.settle(component, next, path)?);
        }
        Ok(received)
    }

    /// Whether nothing takes the message that a component has just received: it has not received it.
    fn is_refused(&self, component: usize, path_state: &PathState) -> bool {
        let point = PointId(path_state.words[self.layout.range(component).start]);
        self.model.points[point] == Behaviour::End(End::Refused)
    }

    /// The steps of a state in the view: each runs on to the next state worth keeping.
    pub(crate) fn steps_run_on(&mut self, state: &[u32]) -> Result<Vec<Transition>, StepError> {
        self.start_afresh();
        if is_start(state) {
            return Ok(self.first_steps());
        }
        let mut words = state.to_vec();
        let next = self.renumber_state(&mut words);
        let steps = self.steps_of(PathState::new(words, next), &|_, _| true, &mut Self::step)?;
        Ok(if self.is_exact { steps } else { merged(steps) })
    }

    /// What becomes of a path state: what `note` makes of each action that can happen and is wanted, and of each way in
    /// which it runs on.
    pub(crate) fn steps_of<T>(
        &mut self,
        path_state: PathState,
        is_wanted: &dyn Fn(&Self, &Enabled) -> bool,
        note: &mut dyn FnMut(&mut Self, &Enabled, Path) -> T,
    ) -> Result<Vec<T>, StepError> {
        let mut steps = Vec::new();
        for (path_state, enabled) in self.in_every_way(path_state, &mut Self::enabled)? {
            for enabled in enabled {
                if !is_wanted(self, &enabled) {
                    continue;
                }
                let path = Path {
                    path_state: path_state.carrying(&enabled.args),
                    clauses: Clauses::default(),
                };
                for path in self.perform(path, &enabled)? {
                    for path in self.run_on(path)? {
                        steps.push(note(self, &enabled, path));
                    }
                }
            }
        }
        Ok(steps)
    }

    /// A step whose action carries what is known of its arguments by now.
    fn step(&mut self, enabled: &Enabled, Path { path_state, clauses }: Path) -> Transition {
        let mut state = path_state.words;
        let label = self.label_of(enabled, &mut state);
        self.renumber_state(&mut state);
        let uncertain = self.uncertain(&path_state.used);
        let cut = path_state.used.contains(&Source::Cut);
        let origin = Origin { call: enabled.call, clauses: clauses.to_vec(), uncertain, cut };
        Transition { label, state, origin, share: path_state.share, point: enabled.sender.1 }
    }

    /// The label of a step, from the arguments that the words carry behind the state; they are
    /// taken away.
    pub(crate) fn label_of(&mut self, enabled: &Enabled, words: &mut Words) -> LabelId {
        let mut args = words.split_off(self.layout.width);
        self.renumber_args(&mut args);
        let args: Vec<TermId> = args.into_iter().map(TermId).collect();
        self.label(enabled.action, &args)
    }

    /// The step to one of several first states.
    fn first_steps(&self) -> Vec<Transition> {
        let step = |state: &Words| Transition {
            label: LabelId::TAU,
            state: state.clone(),
            origin: Origin::default(),
            share: 0,
            point: PointId(0),
        };
        self.first.iter().map(step).collect()
    }
}

/// The slots of a component with what is chosen.
fn with_chosen<'s>(slots: &'s [u32], chosen: &Chosen) -> Cow<'s, [u32]> {
    let mut slots = Cow::Borrowed(slots);
    for (slot, value) in chosen {
        slots.to_mut()[*slot] = value.0;
    }
    slots
}

/// The steps, those with the same label and state as one.
///
/// Where the same action leads to the same state whatever a decision says, nothing rests on it.
fn merged(steps: Vec<Transition>) -> Vec<Transition> {
    let mut places: FxHashMap<(LabelId, Words), usize> = FxHashMap::default();
    let mut merged: Vec<Transition> = Vec::with_capacity(steps.len());
    for step in steps {
        let Some(&place) = places.get(&(step.label, step.state.clone())) else {
            places.insert((step.label, step.state.clone()), merged.len());
            merged.push(step);
            continue;
        };
        join(&mut merged[place], step);
    }
    merged
}

fn join(kept: &mut Transition, step: Transition) {
    use crate::semantics::path_state::WHOLE;
    if kept.point != step.point {
        if step.share > kept.share {
            *kept = step;
        }
        return;
    }
    kept.share = kept.share.saturating_add(step.share).min(WHOLE);
    kept.origin.cut |= step.origin.cut;
    kept.origin.uncertain.extend(step.origin.uncertain);
    kept.origin.uncertain.sort_unstable();
    kept.origin.uncertain.dedup();
    if kept.share == WHOLE {
        kept.origin.uncertain = Vec::<OriginId>::new();
        kept.origin.cut = false;
    }
}

/// All ordered pairs of different components.
fn pairs(n: usize) -> impl Iterator<Item = (usize, usize)> {
    (0..n)
        .flat_map(move |left| (0..n).map(move |right| (left, right)))
        .filter(|(left, right)| left != right)
}
