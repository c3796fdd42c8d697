//! What the machine does to itself and is not in the model: timers that bring events and messages to its own
//! process, names of it that say a node, and processes that run its functions.
//!
//! Input: a call of another module, or a send, with the values of its arguments, unless `self_send` has taken it.
//! Output: a warning where it brings about something that is not in the model. The call itself is an action.
//! The machine is `self()`, also through a variable, and each name that it may have (`names`). Does not know names that
//! are computed, nor the pid of the machine in its data or in an argument: where something is sent to such a value,
//! `self_test` asks at run time.

use behaviour::Act;
use frontend::Diagnostic;

use crate::codes;
use crate::core::OutsideCall;
use crate::library::functions::{Runs, runs};
use crate::lower::lowering::Lowering;
use crate::lower::process::names::Registry;
use model::{Expr, MACHINE};

/// What a call brings about besides its action.
enum OwnEvent {
    /// An event of the machine.
    Event,
    /// A message for `handle_info/3`.
    Message,
    /// The end of a timer.
    Timer,
    /// A process that runs a function of the module, or one that sends the machine something.
    Process,
    /// An exit signal, at another time.
    Exit,
    /// A port, which sends its owner what it reads.
    Port,
    /// A call of a function of the module by another one.
    Call,
}

impl Lowering<'_> {
    /// What a call does to the machine itself is not in the model: said, never dropped.
    pub(crate) fn note_own_event(&mut self, call: &OutsideCall) {
        let (span, (module, function)) = (call.span, call.otp().names());
        let own_event = match (module, function, call.args.as_slice()) {
            (_, _, [to, _, ..]) if sends_event(call) && self.is_machine(to) => {
                Some(OwnEvent::Event)
            }
            ("erlang", "send" | "send_nosuspend", [to, message, ..])
            | ("erlang", "send_after" | "start_timer", [_, to, message, ..])
            | ("timer", "send_after" | "send_interval", [_, to, message])
                if self.is_machine(to) =>
            {
                Some(self.kind_of_own(message))
            }
            ("timer", "send_after" | "send_interval", [_, message]) => {
                Some(self.kind_of_own(message))
            }
            ("erlang", "cancel_timer", [_, _]) => Some(OwnEvent::Timer),
            ("timer", "exit_after", [_, to, _]) | ("timer", "kill_after", [_, to])
                if self.is_machine(to) =>
            {
                Some(OwnEvent::Exit)
            }
            ("timer", "exit_after", [_, _]) | ("timer", "kill_after", [_]) => Some(OwnEvent::Exit),
            ("erlang", "open_port", [_, _]) => Some(OwnEvent::Port),
            ("erlang", "port_connect", [_, to]) if self.is_machine(to) => Some(OwnEvent::Port),
            (module, function, args) => {
                let runs = runs(module, function).filter(|_| self.names_own_code(args));
                runs.map(|runs| match runs {
                    Runs::InPlace => OwnEvent::Call,
                    Runs::Elsewhere => OwnEvent::Process,
                })
            }
        };
        let Some(own_event) = own_event else { return };
        let message = match own_event {
            OwnEvent::Event => {
                "the event that this sends to the machine itself is not part of the model yet"
            }
            OwnEvent::Message => {
                "the message that this sends to the machine itself is not part of the model yet"
            }
            OwnEvent::Process => {
                "the function that this lets another process run is not part of the model"
            }
            OwnEvent::Timer => "how this cancels a timer is not part of the model",
            OwnEvent::Exit => {
                "the exit signal that this sends to the machine itself is not part of the model"
            }
            OwnEvent::Port => "what the port sends to the machine is not part of the model",
            OwnEvent::Call => return self.note_hidden("a call of a function by its name", span),
        };
        self.note(Diagnostic::warning(codes::TIMEOUT, message, span));
    }

    /// Whether a value is known to be the machine, as whom one sends something.
    pub(crate) fn is_machine(&self, value: &Expr) -> bool {
        match self.resolve(value) {
            pid if *pid == Expr::pid(MACHINE) => true,
            name @ Expr::Atom(_) => self.is_own_name(Registry::Local, name),
            Expr::Tuple(items) => match items.as_slice() {
                [tag, name] if *self.resolve(tag) == Expr::atom("global") => {
                    self.is_own_name(Registry::Global, name)
                }
                // `{Name, Node}`, whichever node that is.
                [name, _] => self.is_own_name(Registry::Local, name),
                [tag, module, name] => {
                    let is_via = *self.resolve(tag) == Expr::atom("via");
                    is_via && self.is_own_by(module, name)
                }
                _ => false,
            },
            _ => false,
        }
    }

    /// Whether a value is a name that the machine may have.
    fn is_name_of_machine(&self, value: &Expr) -> bool {
        matches!(self.resolve(value), Expr::Atom(name) if self.shared.names.knows(name))
    }

    fn is_own_module(&self, value: &Expr) -> bool {
        matches!(self.resolve(value), Expr::Atom(name) if *name == self.shared.machine.name)
    }

    /// Whether arguments name a function of the module, or one of OTP's with the machine for its first argument.
    fn names_own_code(&self, args: &[Expr]) -> bool {
        args.iter().any(|arg| self.is_own_module(arg))
            || args.windows(3).any(|called| self.is_sent_something(&called[0], &called[2]))
    }

    /// Whether a function of this module sends the machine something, if these are its arguments.
    fn is_sent_something(&self, module: &Expr, args: &Expr) -> bool {
        let (Expr::Atom(module), Expr::Cons(first, _)) = (self.resolve(module), self.resolve(args))
        else {
            return false;
        };
        let sends = matches!(module.as_str(), "erlang" | "gen" | "timer")
            || behaviour::of_module(module.as_str()).is_some();
        sends && (self.is_machine(first) || self.is_name_of_machine(first))
    }

    fn kind_of_own(&self, message: &Expr) -> OwnEvent {
        let tag = match self.resolve(message) {
            Expr::Tuple(items) => items.first().map(|tag| self.resolve(tag)),
            _ => None,
        };
        let behaviour = self.shared.machine.behaviour;
        match tag {
            Some(Expr::Atom(tag)) if behaviour.sent_as_pair(tag.as_str()).is_some() => {
                OwnEvent::Event
            }
            _ => OwnEvent::Message,
        }
    }
}

/// Whether a function of the behaviour sends an event.
fn sends_event(call: &OutsideCall) -> bool {
    matches!(call.otp().machine_act(), Some(Act::Send(_) | Act::Call(_)))
}
