//! What a state of the idle machine holds, by what its parameters are for.
//!
//! Input: a state vector. Output: the stored pair, the event timeout, timers, messages to itself, and clients
//! that wait, where the machine is idle.

use model::{
    Behaviour, Component as _, End, Model, ParameterRole, PointId, ProcessId, ProcessRole,
    TimerPart,
};

use super::super::Machine;
use super::super::store::{Shape, TermId};
use super::debts::Waiting;
use super::{Edge, Hunt, HuntNode};
use crate::semantics::layout::Layout;
use crate::semantics::step::start::is_start;
use crate::term::Term;

/// A state of the idle machine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Idle {
    /// The name of the state; absent where it is unknown.
    pub state: Option<String>,
    /// The state as a value, where it may be any term and is known.
    pub value: Option<Term>,
    /// Whether the name of the state may be any value.
    pub is_nameless: bool,
    /// The data.
    pub data: Term,
    /// The event timeout: `none`, `armed`, `zero`, `bad`.
    pub timeout: Option<String>,
    /// The messages of timers that run.
    pub timers: Vec<Term>,
    /// Of each of these timers its call and its reference: together they name it.
    pub timer_names: Vec<(Term, Term)>,
    /// Messages to itself, the next one first, each with its kind.
    pub queue: Vec<Term>,
    /// Whether processes are monitored or linked.
    pub watches: bool,
    /// The clients that wait for an answer.
    pub waiting: Vec<Waiting>,
    /// What the loop keeps besides, where that is text.
    pub kept: Kept,
}

/// What a loop keeps that is text, beside the data of the module.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Kept {
    /// Events that were postponed, the last one first: type and content.
    pub postponed: Vec<Term>,
    /// Time-outs that run: type, how, content.
    pub timeouts: Vec<Term>,
    /// What comes at once.
    pub next: Option<Term>,
}

/// The process that waits for messages, and the words of its state, by what they hold.
pub(crate) struct Slots {
    process: ProcessId,
    pub(crate) state: usize,
    pub(crate) data: usize,
    pub(crate) waits: Vec<usize>,
    pub(crate) timeout: Option<usize>,
    pub(crate) timers: Option<usize>,
    pub(crate) watches: Option<usize>,
    pub(crate) queue: Option<usize>,
}

impl Slots {
    /// Those of the process that waits for messages, where a model has one that runs alone.
    pub(crate) fn of(model: &Model, layout: &Layout) -> Option<Self> {
        let mut processes = model.processes.iter_enumerated();
        let (process, definition) = processes
            .find(|(_, definition)| definition.role == ProcessRole::Idle)
            .filter(|_| model.composition.len() == 1)?;
        let word = |var| layout.slot(process, var) + 1;
        let one = |role| definition.parameter(role).map(word);
        Some(Self {
            process,
            state: one(ParameterRole::State)?,
            data: one(ParameterRole::Data)?,
            waits: definition.clients().map(word).collect(),
            timeout: one(ParameterRole::Timeout),
            timers: one(ParameterRole::Timers),
            watches: one(ParameterRole::Watches),
            queue: one(ParameterRole::Queue),
        })
    }
}

impl Machine<'_> {
    /// The slots of a state, where the machine waits for messages there.
    pub(crate) fn idle_slots(&self, state: &[u32]) -> Option<&Slots> {
        let slots = self.idle.as_ref()?;
        if is_start(state) {
            return None;
        }
        let point = PointId(state[0]);
        let waits = |end: End| matches!(end, End::Exhausted | End::Blocked | End::Nothing);
        if matches!(self.model.points[point], Behaviour::End(end) if !waits(end)) {
            return None;
        }
        (self.layout.process(point) == slots.process).then_some(slots)
    }

    /// What a state holds, where the machine is idle, as far as it alone tells.
    pub fn idle(&self, state: &[u32]) -> Option<Idle> {
        self.idle_with(state, &[])
    }

    /// What a state of a hunt holds, where the machine is idle there.
    pub fn idle_at(&self, node: &HuntNode) -> Option<Idle> {
        self.idle_with(&node.state, &node.handed)
    }

    /// What the state behind an edge of a hunt holds, which is not always the one that stands for it.
    pub fn idle_behind(&self, hunt: &Hunt, edge: &Edge) -> Option<Idle> {
        let state = edge.state.as_ref().unwrap_or(&hunt.nodes[edge.target].state);
        self.idle_with(state, &edge.handed)
    }

    /// What the idle machine holds in a state, where these references were handed to other processes.
    fn idle_with(&self, state: &[u32], handed: &[TermId]) -> Option<Idle> {
        let slots = self.idle_slots(state)?;
        let word = |slot: usize| TermId(state[slot]);
        let name = match self.store.shape(word(slots.state)) {
            Shape::State(ix) => Some(self.store.state_name(*ix).to_string()),
            _ => None,
        };
        let text = |slot: usize| match self.store.shape(word(slot)) {
            Shape::Atom(name) => name.to_string(),
            _ => "armed".to_owned(),
        };
        let items = |slot: Option<usize>| slot.map_or(Vec::new(), |slot| self.items(word(slot)));
        let message = |timer: &TermId| match self.store.shape(*timer) {
            Shape::Tuple(parts) if parts.len() == TimerPart::SIZE => {
                self.store.term(parts[TimerPart::Message.index()])
            }
            _ => self.store.term(*timer),
        };
        let name_of = |timer: &TermId| match self.store.shape(*timer) {
            Shape::Tuple(parts) if parts.len() == TimerPart::SIZE => {
                let part = |part: TimerPart| self.store.term(parts[part.index()]);
                (part(TimerPart::Site), part(TimerPart::Ref))
            }
            _ => (Term::Nil, Term::Nil),
        };
        let kept = self.loop_parts(slots, state);
        let value = self.state_value(word(slots.state));
        let name = name.or_else(|| value.as_ref().map(Term::to_string));
        Some(Idle {
            state: name,
            value,
            is_nameless: matches!(self.store.shape(word(slots.state)), Shape::Unknown { .. }),
            data: self.store.term(self.data_part(word(slots.data), 0)),
            timeout: slots.timeout.map(text),
            timers: items(slots.timers).iter().map(message).collect(),
            timer_names: items(slots.timers).iter().map(name_of).collect(),
            queue: items(slots.queue).iter().map(|&item| self.store.term(item)).collect(),
            watches: !items(slots.watches).is_empty(),
            waiting: self.waiting(state, slots, handed),
            kept,
        })
    }

    /// A component of what the machine keeps beside its state, from 0: where the loop is text the first one is the data of
    /// the module, else all of it is.
    fn data_part(&self, stored: TermId, number: usize) -> TermId {
        let size = self.model.behaviour.run_by.map(|own| own.size);
        match self.store.shape(stored) {
            Shape::Tuple(parts) if size == Some(parts.len()) => parts[number],
            _ => stored,
        }
    }

    /// What a loop keeps besides that is text.
    fn loop_parts(&self, slots: &Slots, state: &[u32]) -> Kept {
        if self.model.behaviour.run_by.is_none() {
            return Kept::default();
        }
        let stored = TermId(state[slots.data]);
        let list = |number: usize| {
            let part = self.data_part(stored, number);
            let items = if part == stored { Vec::new() } else { self.items(part) };
            items.into_iter().map(|item| self.store.term(item)).collect()
        };
        let next = slots.timeout.and_then(|slot| match self.store.shape(TermId(state[slot])) {
            Shape::Tuple(parts) => parts.last().map(|next| self.store.term(*next)),
            _ => None,
        });
        Kept { postponed: list(1), timeouts: list(2), next }
    }

    /// A state where any term may be one.
    fn state_value(&self, state: TermId) -> Option<Term> {
        let is_any = self.model.behaviour.has_any_states();
        let is_known = !matches!(self.store.shape(state), Shape::Unknown { .. });
        (is_any && is_known).then(|| self.store.term(state))
    }

    /// The elements of a list.
    pub(crate) fn items(&self, list: TermId) -> Vec<TermId> {
        let (mut items, mut rest) = (Vec::new(), list);
        while let Shape::Cons(head, tail) = self.store.shape(rest) {
            items.push(*head);
            rest = *tail;
        }
        items
    }
}
