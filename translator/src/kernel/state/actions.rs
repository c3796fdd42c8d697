//! The action table of a model.
//!
//! Handshakes first, then the module's calls in order of appearance, then the endings that occur.
//! A call is named by its function; by `'module:function'` where two modules share the name, where
//! the kernel uses it, or on demand. A call whose result is used shows it, and is another action than
//! one whose result is not; a call that raises an exception is an action `'f raises class'` with the
//! reason as last argument, and a `receive` that gives up waiting is `'receive after'(Time)`.

use behaviour::BEHAVIOURS;
use frontend::Name;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::core::Service;
use crate::kernel::form::handshakes::{self, Handshake, handshakes};
use crate::kernel::{Communications, Parts, timers, watches};
use crate::library::modules::is_logging;
use crate::sequences::{Sequence, SequenceEnd, SequenceStep, Shown, Split};
use model::index::IndexVec;
use model::{Action, ActionId, ActionRole, AtOnce, Class, Communication, Form, Outside, TimerKind};

/// The action of a call on entering a state.
const ENTER: &str = "enter";

/// What an action shows of the end of a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Shape {
    Plain,
    Result,
    Raise(Class),
    After,
}

impl Shape {
    fn of(shown: &Shown) -> Self {
        match shown {
            Shown::Nothing => Self::Plain,
            Shown::Value(_) | Shown::Unknown(_) | Shown::Timer | Shown::Mail(_) => Self::Result,
            Shown::Raise(class, _) => Self::Raise(*class),
            Shown::After => Self::After,
        }
    }
}

/// The table under construction.
pub(crate) struct Actions {
    table: IndexVec<ActionId, Action>,
    /// Names, with arities and whether they show a result.
    names: FxHashSet<(Name, usize, bool)>,
    communications: Communications,
    calls: FxHashMap<ActionKey, ActionId>,
    roles: FxHashMap<ActionRole, ActionId>,
    halves: FxHashMap<String, ActionId>,
}

impl Actions {
    /// All actions that the model needs.
    pub(crate) fn new(parts: &Parts, form: Form) -> Self {
        let mut actions = Self {
            table: IndexVec::default(),
            names: FxHashSet::default(),
            communications: Vec::new(),
            calls: FxHashMap::default(),
            roles: FxHashMap::default(),
            halves: FxHashMap::default(),
        };
        for Handshake { pairs, result, role } in handshakes(parts) {
            let arity = arity(parts, role);
            let id = actions.add(result, arity, role);
            actions.roles.insert(role, id);
            for halves in pairs.iter().filter(|_| form == Form::Paper) {
                let [send, receive] = halves.each_ref().map(|half| {
                    let id = actions.add(half, arity, ActionRole::Half);
                    actions.halves.insert(half.clone(), id);
                    id
                });
                actions.communications.push(Communication { send, receive, result: id });
            }
        }
        for (role, name, arity) in timed(parts) {
            actions.add_role(name, arity, role);
        }
        actions.add_calls(parts, parts.splits().flat_map(Split::calls));
        for segment in parts.splits().flat_map(|split| &split.segments) {
            for sequence in &segment.sequences {
                actions.add_ending(sequence, parts);
            }
        }
        if parts.environment.kinds(parts.behaviour).iter().any(|kind| kind.is_ending()) {
            actions.add_role("stop", 1, ActionRole::Stop);
        }
        if !parts.procedures.is_empty() {
            let id = actions.add("tau", 0, ActionRole::Internal);
            actions.roles.insert(ActionRole::Internal, id);
        }
        actions
    }

    fn add(&mut self, name: &str, arity: usize, role: ActionRole) -> ActionId {
        let (name, callee) = (Name::from(name), None);
        self.push(Action { name, arity, has_result: false, raises: None, role, callee })
    }

    fn add_calls<'s>(
        &mut self,
        parts: &Parts,
        calls: impl Iterator<Item = (&'s SequenceStep, &'s Shown)> + Clone,
    ) {
        let timers = timed(parts);
        let calls = calls
            .filter(|(step, _)| !matches!(step.service, Some(Service::Reply(_) | Service::Answer)));
        let mut modules: FxHashMap<(&Name, usize), FxHashSet<&Name>> = FxHashMap::default();
        for (step, _) in calls.clone().filter(|(step, _)| is_call(step)) {
            modules.entry((&step.function, step.arity)).or_default().insert(&step.module);
        }
        let begins = calls.clone().any(|(step, _)| step.service == Some(Service::Begin));
        for (step, shown) in calls.filter(|(step, _)| is_call(step)) {
            let key = key(step, shown);
            if self.calls.contains_key(&key) {
                continue;
            }
            let shared = modules.get(&(&step.function, step.arity)).is_some_and(|m| m.len() > 1);
            let is_taken = timers.iter().any(|(_, name, _)| *name == step.function.as_str());
            let is_taken = is_taken || is_kernel_name(step.function.as_str());
            let is_begin = step.service == Some(Service::Begin);
            let is_taken = is_taken
                || begins && Some(step.function.as_str()) == parts.behaviour.first.function();
            let name = if !is_begin && (parts.qualify || shared || is_taken) {
                format!("{}:{}", step.module, step.function)
            } else {
                step.function.to_string()
            };
            // What another process does is no call of the machine.
            let is_later = matches!(step.service, Some(Service::Send(_)));
            let name = if is_later { format!("{name} later") } else { name };
            let logging = is_logging(step.module.as_str());
            let role = match step.service {
                Some(service) if service.is_timer() => ActionRole::SetTimer,
                Some(Service::Entry(..) | Service::Forget) => ActionRole::Dictionary,
                Some(Service::Begin) => ActionRole::Init,
                Some(Service::Reference) => ActionRole::Reference,
                _ if logging => ActionRole::Logging,
                _ => ActionRole::Call,
            };
            let id = self.add_call(name, step, key.4, role);
            self.calls.insert(key, id);
        }
    }

    fn add_call(
        &mut self,
        mut name: String,
        step: &SequenceStep,
        shape: Shape,
        role: ActionRole,
    ) -> ActionId {
        let arity = step.arity;
        let (module, function) = (step.module.clone(), step.function.clone());
        let is_inside = step.service.is_some_and(Service::is_inside);
        let callee = (!is_inside).then_some(Outside { module, function, arity });
        let (arity, has_result) = match shape {
            Shape::Plain => (arity, false),
            Shape::Result => (arity + 1, role != ActionRole::Init),
            Shape::Raise(class) => {
                name = format!("{name} raises {}", class.name());
                (arity + 1, false)
            }
            Shape::After => {
                name = format!("{name} after");
                (arity, false)
            }
        };
        // Only a function named like an exception is met by this.
        while self.names.contains(&(Name::from(name.as_str()), arity, has_result)) {
            name.push('\'');
        }
        let raises = if let Shape::Raise(class) = shape { Some(class) } else { None };
        let name = Name::from(name.as_str());
        self.push(Action { name, arity, has_result, raises, role, callee })
    }

    fn push(&mut self, action: Action) -> ActionId {
        self.names.insert((action.name.clone(), action.arity, action.has_result));
        self.table.push(action)
    }

    fn add_ending(&mut self, sequence: &Sequence, parts: &Parts) {
        let clients = parts.environment.clients(parts.clients);
        let reply = if clients > 1 { 2 } else { 1 };
        for step in &sequence.steps {
            match step.service {
                Some(Service::Reply(_) | Service::Give { .. }) => {
                    self.add_role("reply", reply, ActionRole::Reply);
                }
                Some(Service::Answer) => self.add_answer(reply, parts),
                Some(Service::Post(kind)) => {
                    self.add_role(kind.post, 1, ActionRole::Post(kind));
                    self.add_role("overflow", 1, ActionRole::Overflow);
                }
                Some(Service::ExitSelf) => {
                    self.add_role("stop", 1, ActionRole::Stop);
                    self.add_role("start_failed", 1, ActionRole::StartFailed);
                    self.add_role("overflow", 1, ActionRole::Overflow);
                }
                Some(_) | None => {}
            }
        }
        match sequence.end {
            SequenceEnd::Next
            | SequenceEnd::Continue(_)
            | SequenceEnd::Enter(_)
            | SequenceEnd::Become(_)
            | SequenceEnd::Return
            | SequenceEnd::Refused
            | SequenceEnd::Done => {}
            SequenceEnd::NextTimeout => {
                self.add_role("timeout", 0, ActionRole::Timeout);
                if let Some((tag, _)) = parts.behaviour.continued {
                    self.add_continued(tag, parts);
                }
                self.add_role("crash", 1, ActionRole::Crash);
            }
            SequenceEnd::Stop => self.add_role("stop", 1, ActionRole::Stop),
            SequenceEnd::StopReply(_) => {
                self.add_role("reply", reply, ActionRole::Reply);
                self.add_role("stop", 1, ActionRole::Stop);
            }
            SequenceEnd::StopAnswer => {
                self.add_answer(reply, parts);
                self.add_role("stop", 1, ActionRole::Stop);
            }
            SequenceEnd::Crash | SequenceEnd::Break => self.add_role("crash", 1, ActionRole::Crash),
            SequenceEnd::StartFailed => self.add_role("start_failed", 1, ActionRole::StartFailed),
            SequenceEnd::StartIgnored => {
                self.add_role("start_ignored", 0, ActionRole::StartIgnored);
            }
        }
    }

    /// The actions for an answer that a client waits for, and for one that no process waits for.
    fn add_answer(&mut self, arity: usize, parts: &Parts) {
        self.add_role("reply", arity, ActionRole::Reply);
        self.add_role(&format!("{}:reply", parts.behaviour_name), 2, ActionRole::Unheard);
    }

    /// The actions of what comes at once.
    fn add_continued(&mut self, tag: &str, parts: &Parts) {
        let Some(internal) = parts.behaviour.internal else {
            return self.add_role(tag, 1, ActionRole::Continue(AtOnce::Asked));
        };
        self.add_role(internal, 1, ActionRole::Continue(AtOnce::Internal));
        self.add_role(ENTER, 0, ActionRole::Continue(AtOnce::Enter));
        for kind in parts.behaviour.events() {
            let name = format!("queued_{}", kind.tag);
            self.add_role(&name, 1, ActionRole::Continue(AtOnce::Queued(kind)));
        }
        let timeout = TimerKind::Timeout;
        self.add_role(timeout.name(), 1, ActionRole::Fires(timeout));
    }

    fn add_role(&mut self, name: &str, arity: usize, role: ActionRole) {
        if !self.roles.contains_key(&role) {
            let id = self.add(name, arity, role);
            self.roles.insert(role, id);
        }
    }

    /// The action of a role that every model has, or that was added.
    pub(crate) fn role(&self, role: ActionRole) -> ActionId {
        self.roles.get(&role).copied().unwrap_or(ActionId(0))
    }

    /// A half of a handshake of the paper form.
    pub(crate) fn half(&self, name: &str) -> ActionId {
        self.halves.get(name).copied().unwrap_or(ActionId(0))
    }

    /// The action of a call.
    pub(crate) fn call(&self, step: &SequenceStep, shown: &Shown) -> ActionId {
        self.calls.get(&key(step, shown)).copied().unwrap_or(ActionId(0))
    }

    /// The finished table.
    pub(crate) fn finish(self) -> (IndexVec<ActionId, Action>, Communications) {
        (self.table, self.communications)
    }
}

/// The actions of timers and of other processes: role, name, number of arguments.
fn timed(parts: &Parts) -> Vec<(ActionRole, &'static str, usize)> {
    [timers::actions(parts), watches::actions(parts)].concat()
}

/// What tells the actions of calls apart: also whether they are about timers or the process dictionary of the machine.
type ActionKey = (Name, Name, usize, bool, Shape);

fn key(step: &SequenceStep, shown: &Shown) -> ActionKey {
    let (module, function) = (step.module.clone(), step.function.clone());
    let is_inside = step.service.is_some_and(Service::is_inside);
    (module, function, step.arity, is_inside, Shape::of(shown))
}

/// Whether the action of a step is that of its call.
fn is_call(step: &SequenceStep) -> bool {
    !step.service.is_some_and(Service::is_own_action)
}

/// Number of arguments of a handshake: the client comes first where there are several.
fn arity(parts: &Parts, role: ActionRole) -> usize {
    let several = parts.environment.clients(parts.clients) > 1;
    match role {
        ActionRole::Command(kind) if several && kind.callback.is_sync() => 2,
        _ => 1,
    }
}

/// Whether the kernel may have an action of this name.
fn is_kernel_name(name: &str) -> bool {
    let actions =
        ["crash", "stop", "start_failed", "start_ignored", "reply", "timeout", "tau", "i"];
    let actions = [actions.as_slice(), &["overflow"]].concat();
    let stack = ["wcallresult", "rcallvalue", "push_callstack"];
    let unstack = ["wcallvalue", "rcallresult", "pop_callstack"];
    actions.contains(&name)
        || timers::HALVES.contains(&name)
        || name == timers::HAND_OVER
        || watches::HALVES.contains(&name)
        || name == watches::HAND_OVER
        || name == watches::EXIT_SIGNAL
        || stack.contains(&name)
        || unstack.contains(&name)
        || BEHAVIOURS.iter().flat_map(|behaviour| behaviour.messages).any(|&kind| {
            name == kind.hand_over
                || name == kind.command
                || name == kind.post
                || handshakes::is_half(kind, name)
        })
}
