//! The environment that a module itself suggests.
//!
//! Input: a callback module. Output: the events that may reach its callbacks, with a hole
//! ([`HOLE`](model::HOLE)) wherever a part is not known, each with who sends it; and the argument that its own
//! start functions give to `init/1`. What functions of the interface send counts first; heads and
//! cases of callbacks that no such event covers come after; what the machine makes itself is left out,
//! for the model makes that. Looks at the syntax tree only: what is computed is a hole.

pub(crate) mod api;
mod callers;
mod guards;
mod handed_over;
mod heads;
mod looks;
mod outside;
mod own;
mod parameters;
mod shape;
mod states;
mod takers;
mod unnamed;
mod waits;
mod walk;

use std::collections::BTreeSet;

use behaviour::{Act, Behaviour};
use frontend::ast::{Function, Module};
use frontend::{Diagnostic, Name, Span};
use rustc_hash::FxHashMap;

use crate::lower::{Names, is_global};
use crate::machine::{Machine, recognise};
use model::{Command, CommandKind, Expr};

pub use handed_over::{HandedOver, always_refuses, handed_over, has_act};
use heads::Head;
pub use looks::tells_apart;
use parameters::Parameters;
use shape::{Shapes, covers, is_same_message};
use takers::{Room, Taker};
pub use unnamed::{Lack, Unnamed};
pub use waits::Wait;
use walk::{Sends, Walk};

/// Who sends an event, as far as the module tells.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Sender {
    /// A function of its interface.
    Interface,
    /// Another module of its project, by a name of the machine.
    Project,
    /// An unknown process: a callback has a clause for the message.
    Somebody,
    /// Any process: a message that no clause names, for clauses that take all.
    Stray,
}

/// An event that may reach the machine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Suggested {
    /// The event, with holes.
    pub command: Command,
    /// Who sends it.
    pub sender: Sender,
    /// The call that sends it, or the clause that names it.
    pub span: Span,
    /// Where other modules of the project send just this.
    pub from: Vec<Span>,
    /// Whether another module of the project sends this, or a special case of it.
    pub is_used: bool,
}

impl Suggested {
    /// Whether it is known who sends it.
    pub fn is_sent(&self) -> bool {
        matches!(self.sender, Sender::Interface | Sender::Project)
    }
}

/// What a module suggests to be run under.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Derived {
    /// The events, those of the interface first.
    pub events: Vec<Suggested>,
    /// The argument of `init/1`, with holes, where a start function gives one.
    pub init: Option<Expr>,
    /// Where that stands.
    pub started_at: Option<Span>,
    /// The names under which it is registered, that of the module first.
    pub names: Vec<Name>,
    /// Whether it is started under the first of these by `global`.
    pub is_global: bool,
    /// What the machine or its interface sends and no clause names, and timers that are named and never started.
    pub unnamed: Vec<Unnamed>,
    /// What clauses name, and what timers bring.
    pub spelt: Vec<Command>,
    /// What the machine sends itself, at once or by a timer.
    pub made: Vec<(Command, Span)>,
    /// Other modules of the project that send it something.
    pub users: BTreeSet<Name>,
    /// Other machines of the project that this one calls, and that call this one.
    pub waits: Vec<Wait>,
    /// The names of its states, as far as its text tells.
    states: States,
}

impl Derived {
    /// Whether no module of the project sends an event, although others are sent.
    pub fn is_unused(&self, event: &Suggested) -> bool {
        !self.users.is_empty() && event.sender == Sender::Interface && !event.is_used
    }
}

/// A message that no clause of any module names.
pub const STRAY: &str = "unexpected";

/// What a module suggests to be run under.
///
/// # Errors
///
/// Says why it is no callback module.
pub fn derive(module: &Module) -> Result<Derived, Vec<Diagnostic>> {
    let machine = recognise(module)?;
    let shapes = Shapes::of(module);
    let behaviour = machine.behaviour;
    let states = states::state_names(behaviour, module);
    let room = Room { behaviour, module, shapes: &shapes };
    let takers = takers::takers(room, &states);
    let entries = entries_among(&machine, &states, &takers);
    let names = Names::of(module);
    let known_names = names.known();
    let parameters = Parameters::of(module);
    let mut walk = Walk::new(&machine, &shapes, &known_names, &parameters);
    for function in interface(&machine, &entries) {
        walk.client(function);
    }
    let Sends { commands, starts, .. } = walk.finish();
    let mut walk = Walk::new(&machine, &shapes, &known_names, &parameters);
    for function in &entries {
        walk.machine(function);
    }
    let made = walk.finish();
    let heads = heads::events(room, &takers);
    let named: Placed = heads.iter().map(|head| (head.command.clone(), head.span)).collect();
    let unnamed = unnamed::unnamed(room, &takers, (&made.made, &commands), &named);
    let spelt = named.iter().chain(&made.made).map(|(command, _)| command.clone()).collect();
    let certain = certain(&heads, &commands, &made);
    let sent = commands.into_iter().map(|(command, span)| (command, span, Sender::Interface));
    let stray = heads::stray(room, &takers).into_iter();
    let stray = stray.map(|(command, span)| (command, span, Sender::Stray));
    let events = together(behaviour, sent.chain(certain).chain(stray), &made);
    let (users, waits) = (BTreeSet::new(), Vec::new());
    let (init, started_at) = argument(starts);
    let is_foreign =
        |name: &Name| module.name.as_ref().is_none_or(|(module_name, _)| module_name != name);
    let mut names: Vec<Name> = names.at_start().into_iter().collect();
    names.sort_by_key(|name| (is_foreign(name), name.to_string()));
    let is_global = names.first().is_some_and(|name| is_global(module, name));
    let made = made.made;
    Ok(Derived {
        events,
        init,
        started_at,
        names,
        is_global,
        unnamed,
        spelt,
        made,
        users,
        waits,
        states,
    })
}

/// What a module suggests to be run under that suggests this alone, and what other modules of its project send it.
///
/// # Errors
///
/// Says why it is no callback module.
pub fn derive_among(
    module: &Module,
    alone: Derived,
    others: &[&Module],
) -> Result<Derived, Vec<Diagnostic>> {
    let machine = recognise(module)?;
    let (shapes, behaviour) = (Shapes::of(module), machine.behaviour);
    let takers = takers::takers(Room { behaviour, module, shapes: &shapes }, &alone.states);
    let entries = entries_among(&machine, &alone.states, &takers);
    let interface = interface(&machine, &entries);
    let known_names = Names::of(module).known();
    let parameters = Parameters::of(module);
    let called = |function: &Function, args: &[Expr]| {
        let mut walk = Walk::new(&machine, &shapes, &known_names, &parameters);
        walk.client_with(function, args);
        walk.finish().commands
    };
    let mut events = alone.events;
    let sent = outside::sent((&machine, &known_names), (&interface, others), &called);
    let users = outside::add(&mut events, sent);
    let waits = waits::waits((&machine, &entries), others);
    Ok(Derived { events, users, waits, ..alone })
}

/// The exported functions that the behaviour does not call, where these are those that it calls.
fn interface<'a>(machine: &Machine<'a>, entries: &[&'a Function]) -> Vec<&'a Function> {
    let is_entry = |function: &Function| {
        entries.iter().any(|entry| entry.name == function.name && entry.arity == function.arity)
    };
    let functions = machine.module.functions().filter(|function| {
        !is_entry(function) && machine.exports.contains(&function.name, function.arity)
    });
    functions.collect()
}

/// Events in their order, each once; what the machine makes itself is none that somebody sends.
fn together(
    behaviour: &Behaviour,
    all: impl Iterator<Item = (Command, Span, Sender)>,
    made: &Sends,
) -> Vec<Suggested> {
    let mut events: Vec<Suggested> = Vec::new();
    for (command, span, sender) in all {
        let is_made = || own::is_made(behaviour, &command, made);
        if sender != Sender::Somebody || !is_made() {
            let (from, is_used) = (Vec::new(), false);
            add(&mut events, Suggested { command, sender, span, from, is_used });
        }
    }
    events
}

/// The functions that the behaviour calls.
fn entries<'a>(machine: &Machine<'a>) -> Vec<&'a Function> {
    let (module, behaviour) = (machine.module, machine.behaviour);
    let shapes = Shapes::of(module);
    let states = states::state_names(behaviour, module);
    let takers = takers::takers(Room { behaviour, module, shapes: &shapes }, &states);
    entries_among(machine, &states, &takers)
}

/// The functions that the behaviour calls, where these are the states and the callbacks that take events.
fn entries_among<'a>(
    machine: &Machine<'a>,
    states: &States,
    takers: &[Taker],
) -> Vec<&'a Function> {
    let behaviour = machine.behaviour;
    let is_entry = |function: &&Function| {
        let is_state = behaviour.is_state_arity(function.arity) && states.contains(&function.name);
        behaviour.is_fixed(function.name.as_str())
            || is_state
            || takers.iter().any(|taker| taker.is_told_type() && taker.is_function(function))
    };
    machine.module.functions().filter(is_entry).collect()
}

/// What clauses name: what is named for several kinds of events at once only if nothing says which of these there are.
fn certain<'h>(heads: &'h [Head], commands: &Placed, made: &Sends) -> Vec<(Command, Span, Sender)> {
    let told = heads.iter().filter(|head| !head.is_open).map(|head| &head.command.term);
    let sent = commands.iter().chain(&made.made).map(|(command, _)| &command.term);
    let told: Vec<Expr> = told.chain(sent).chain(&made.inserted).cloned().collect();
    let is_told = |head: &&'h Head| {
        !head.is_open || !told.iter().any(|term| is_same_message(term, &head.command.term))
    };
    let certain = heads.iter().filter(is_told);
    certain.map(|head| (head.command.clone(), head.span, Sender::Somebody)).collect()
}

/// Adds an event, unless a more general one is there already; takes those away that it covers.
fn add(events: &mut Vec<Suggested>, new: Suggested) {
    let is_known = events.iter().any(|earlier| {
        let same_kind = earlier.command.kind == new.command.kind;
        let is_covered = match (earlier.sender, new.sender) {
            (sender, other) if sender == other => covers(&earlier.command.term, &new.command.term),
            _ => is_same_message(&earlier.command.term, &new.command.term),
        };
        same_kind && is_covered
    });
    if is_known {
        return;
    }
    events.retain(|earlier| {
        earlier.sender != new.sender
            || earlier.command.kind != new.command.kind
            || !covers(&new.command.term, &earlier.command.term)
    });
    let joined = events
        .iter_mut()
        .find(|earlier| earlier.sender == new.sender && earlier.command.kind == new.command.kind);
    if let Some(earlier) = joined
        && let Some(term) = shape::joined(&earlier.command.term, &new.command.term)
    {
        earlier.command.term = term;
        return;
    }
    events.push(new);
}

/// The argument of `init/1`: what all start calls have in common.
fn argument(starts: Vec<(Expr, Span)>) -> (Option<Expr>, Option<Span>) {
    let first = starts.first().map(|(_, span)| *span);
    let common = starts.into_iter().map(|(term, _)| term).reduce(|a, b| shape::common(&a, &b));
    // The head of `init/1` tells more than a kind.
    let is_open = |term: &Expr| matches!(term, Expr::Unknown(_) | Expr::Chosen(..));
    (common.filter(|term| !is_open(term)), first)
}

/// Functions by name and arity.
type Functions<'a> = FxHashMap<(Name, usize), &'a Function>;

/// Names of states.
type States = BTreeSet<Name>;

/// Events with the places that send or name them.
type Placed = Vec<(Command, Span)>;

/// The kind of event that a function of the behaviour sends.
fn kind_of_send(behaviour: &Behaviour, act: Act) -> Option<CommandKind> {
    match act {
        Act::Send(wire) | Act::Call(wire) | Act::Request(wire) => behaviour.sent_as(wire),
        _ => None,
    }
}

/// What a message of OTP's own brings the machine; any other is what it is.
fn carried(behaviour: &Behaviour, message: Expr) -> (CommandKind, Expr) {
    if let Expr::Tuple(items) = &message
        && let [Expr::Atom(tag), event] = &items[..]
        && let Some(kind) = behaviour.sent_as_pair(tag.as_str())
    {
        return (kind, event.clone());
    }
    (behaviour.bare, message)
}

/// The functions that a machine may call by name.
fn functions<'a>(machine: &Machine<'a>) -> Functions<'a> {
    machine
        .module
        .functions()
        .map(|function| ((function.name.clone(), function.arity), function))
        .collect()
}

/// The names of states that the text of a module names, or leaves to what it computes, and that have a function, in the
/// order of the source.
pub fn states(behaviour: &'static Behaviour, module: &Module) -> Vec<Name> {
    let names = states::state_names(behaviour, module);
    let mut state_functions: Vec<Name> = Vec::new();
    for function in module.functions() {
        let is_state = behaviour.is_state_arity(function.arity) && names.contains(&function.name);
        if is_state && !state_functions.contains(&function.name) {
            state_functions.push(function.name.clone());
        }
    }
    state_functions
}
