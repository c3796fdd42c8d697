//! What calls of OTP send a process that they name.
//!
//! Input: a call of another module with the values of its arguments. Output: to whom it goes, and what that does where it is the machine
//! itself, which makes the call: OTP 25's sources say what message each of them is. A call by which the machine
//! would wait for its own answer, or its own end, fails at once (`gen:do_call/4`). A warning where the runtime sends the machine something of
//! which the model does not know when it comes. Does not know whether a process is the machine: `self_test` does.

use frontend::Diagnostic;

use crate::codes;
use crate::core::OutsideCall;
use crate::lower::lowering::Lowering;
use crate::lower::process::self_test::Reach;
use behaviour::{Act, Behaviour, Failure, Function, STOPPER, Wire};
use model::{CommandKind, Expr, MACHINE};
use num_bigint::BigInt;

/// To whom a call goes, and what it does.
pub(crate) struct Delivery {
    pub(crate) to: Expr,
    /// What it takes for a process.
    pub(crate) reach: Reach,
    pub(crate) effect: SelfEffect,
}

/// What a call does to the machine itself.
pub(crate) enum SelfEffect {
    /// A message of this kind, and the value of the call.
    Post(CommandKind, Expr, Expr),
    /// A message that may be of any kind, and that value.
    Message(Expr, Expr),
    /// A request with this tag that is not waited for; its value is the reference of a monitor.
    Request(Expr, Expr),
    /// It exits with this reason.
    Exit(Expr),
    /// Something that is not in the model.
    LeftOut,
}

impl Delivery {
    /// To whatever the behaviours take for a process.
    fn of(to: &Expr, effect: SelfEffect) -> Self {
        Self { to: to.clone(), reach: Reach::Any, effect }
    }
}

impl SelfEffect {
    /// Whether the call is worth what it is worth where it goes to another process, if it returns.
    pub(crate) fn is_worth_the_same(&self) -> bool {
        match self {
            Self::Post(..) | Self::Exit(_) => true,
            Self::Message(_, value) => *value != Expr::pid(MACHINE),
            Self::Request(..) | Self::LeftOut => false,
        }
    }
}

impl Lowering<'_> {
    /// What a call sends whom; `None` for any other call.
    pub(crate) fn delivery(&self, call: &OutsideCall) -> Option<Delivery> {
        sent(self.shared.machine.behaviour, call)
            .or_else(|| self.sent_to_name(call))
            .or_else(|| self.asked(call))
    }

    /// What a call sends all processes of a name.
    fn sent_to_name(&self, call: &OutsideCall) -> Option<Delivery> {
        let row = call.otp().row()?;
        let cast = |message: &Expr, wire| self.cast(row, wire, message);
        let (name, effect) = match (row.act, call.args.as_slice()) {
            (Act::SendToAll(wire), [name, message]) => (name, cast(message, wire)),
            (Act::SendToAll(wire), [nodes, name, message]) => match self.is_among(nodes) {
                Some(false) => return None,
                Some(true) => (name, cast(message, wire)),
                None => (name, SelfEffect::LeftOut),
            },
            (Act::CallAll(_), [name, _] | [_, name, _] | [_, name, _, _]) => {
                (name, SelfEffect::LeftOut)
            }
            _ => return None,
        };
        Some(Delivery { reach: Reach::Name, ..Delivery::of(name, effect) })
    }

    /// Whom a call asks something; where that is the machine, it does not wait for itself.
    fn asked(&self, call: &OutsideCall) -> Option<Delivery> {
        let row = call.otp().row();
        let (to, rest) = call.args.split_first()?;
        let effect = match (row.map(|row| row.act), rest) {
            (Some(Act::Call(_)), [_, time]) if row.is_some_and(|row| row.by_proxy) => {
                self.asked_in_time(call, to, time)
            }
            (Some(Act::Call(_)), _) => calling_self(call),
            (Some(Act::Stop), _) => stopping_self(rest),
            (Some(Act::Request(wire)), _) => self.request(wire.tag()?, call),
            _ => match (call.otp().names(), call.args.as_slice()) {
                (("gen", "call"), [_, _, _] | [_, _, _, _]) => {
                    SelfEffect::Exit(Expr::atom("calling_self"))
                }
                (("gen", "send_request"), [_, label, request]) => {
                    SelfEffect::Request(label.clone(), request.clone())
                }
                (("gen", "send_request"), [_, _, _, _, _]) => SelfEffect::LeftOut,
                _ => return None,
            },
        };
        Some(Delivery::of(to, effect))
    }

    /// What becomes of a call with a time, for which another process asks in the caller's place where that is a name
    /// (`gen_statem:call/3`): the machine waits until its time is over. The request is in its mailbox then, which only a
    /// machine finds that goes on behind the exit.
    fn asked_in_time(&self, call: &OutsideCall, to: &Expr, time: &Expr) -> SelfEffect {
        let time = self.resolve(time);
        let (tag, most) = match time {
            Expr::Tuple(parts) => match parts.as_slice() {
                [Expr::Atom(tag), most] => (tag.as_str(), most),
                _ => return SelfEffect::LeftOut,
            },
            _ => ("clean_timeout", time),
        };
        if !["clean_timeout", "dirty_timeout"].contains(&tag) {
            return SelfEffect::LeftOut;
        }
        let is_direct = tag == "dirty_timeout" || *time == Expr::atom("infinity");
        let to = self.resolve(to);
        if is_direct || *to == Expr::pid(MACHINE) {
            return calling_self(call);
        }
        let is_time = matches!(self.resolve(most), Expr::Integer(time) if is_timer_time(time));
        if !is_time || !matches!(to, Expr::Atom(_)) || self.shared.habits.catches {
            return SelfEffect::LeftOut;
        }
        let args = Expr::list(call.args.iter().cloned());
        let [module, function] =
            [&call.module, &call.function].map(|name| Expr::Atom(name.clone()));
        exit_in("timeout", [module, function, args])
    }

    /// A request of a behaviour that is sent with this tag and not waited for.
    fn request(&self, tag: &str, call: &OutsideCall) -> SelfEffect {
        match call.args.as_slice() {
            [_, request] => SelfEffect::Request(Expr::atom(tag), request.clone()),
            [_, handler, request] => {
                let call = vec![Expr::atom(tag), handler.clone(), request.clone()];
                SelfEffect::Request(self.own_pid(), Expr::Tuple(call))
            }
            _ => SelfEffect::LeftOut,
        }
    }

    /// A message of another behaviour to all processes of a name: to the machine it is one without a form of its own.
    fn cast(&self, row: &Function, wire: Wire, message: &Expr) -> SelfEffect {
        cast(self.shared.machine.behaviour, row, wire, message)
    }

    /// Whether the node on which the machine runs is among these, and these are all.
    fn is_among(&self, nodes: &Expr) -> Option<bool> {
        let items = self.items(nodes)?;
        let is_own = |item: &Expr| matches!(self.resolve(item), Expr::Unknown(origin) if self.shared.is_node(*origin));
        match items.iter().filter(|item| is_own(item)).count() {
            0 if items.is_empty() => Some(false),
            1 if items.len() == 1 => Some(true),
            _ => None,
        }
    }

    /// What the runtime sends the machine for a call at a time of its own is not in the model: said, never dropped.
    pub(crate) fn note_services(&mut self, call: &OutsideCall) {
        let message = match (call.otp().names(), call.args.as_slice()) {
            (("erlang", "alias"), [] | [_]) => {
                "what is sent to this alias is not part of the model"
            }
            (("erlang", "read_timer" | "garbage_collect" | "suspend_process"), [_, options])
            | (("erlang", "check_process_code"), [_, _, options])
                if self.may_be_asynchronous(options) =>
            {
                "the message that this lets come to the machine is not part of the model"
            }
            _ => return,
        };
        self.note(Diagnostic::warning(codes::TIMEOUT, message, call.span));
    }

    /// Whether options may say that the answer is to be a message.
    fn may_be_asynchronous(&self, options: &Expr) -> bool {
        let is_so = |option: &Expr| match self.resolve(option) {
            Expr::Tuple(parts) => {
                let [name, value] = parts.as_slice() else { return true };
                let [name, value] = [name, value].map(|part| self.resolve(part));
                match name {
                    Expr::Atom(name) if matches!(name.as_str(), "async" | "asynchronous") => {
                        *value != Expr::atom("false")
                    }
                    Expr::Atom(_) => false,
                    _ => true,
                }
            }
            Expr::Atom(_) => false,
            _ => true,
        };
        self.items(options).is_none_or(|items| items.iter().any(is_so))
    }
}

/// What a call sends a process that need not answer.
fn sent(behaviour: &Behaviour, call: &OutsideCall) -> Option<Delivery> {
    let [to, message, options @ ..] = call.args.as_slice() else { return None };
    let ok = || Expr::atom("ok");
    if let Some(row) = call.otp().row()
        && let Act::Send(wire) = row.act
    {
        return Some(Delivery::of(to, cast(behaviour, row, wire, message)));
    }
    match (call.otp().names(), options) {
        (("global", "send"), []) => {
            let to = Expr::Tuple(vec![Expr::atom("global"), to.clone()]);
            let effect = SelfEffect::Message(message.clone(), Expr::pid(MACHINE));
            Some(Delivery::of(&to, effect))
        }
        (("erlang", function @ ("send" | "send_nosuspend")), _) => {
            let value = match (function, options) {
                ("send", []) => message.clone(),
                ("send", _) => ok(),
                _ => Expr::atom("true"),
            };
            let effect = SelfEffect::Message(message.clone(), value);
            Some(Delivery { reach: Reach::Node, ..Delivery::of(to, effect) })
        }
        _ => None,
    }
}

/// A message of this form: an event of the machine, or one of another behaviour, which is none.
fn cast(behaviour: &Behaviour, row: &Function, wire: Wire, message: &Expr) -> SelfEffect {
    let value = Expr::atom(row.returns.unwrap_or("ok"));
    match (behaviour.sent_as(wire), wire) {
        (Some(kind), _) => SelfEffect::Post(kind, message.clone(), value),
        (None, Wire::Tagged(tag)) => {
            let message = Expr::Tuple(vec![Expr::atom(tag), message.clone()]);
            SelfEffect::Post(behaviour.bare, message, value)
        }
        (None, _) => SelfEffect::LeftOut,
    }
}

/// The exit of a call by which a process would wait for itself.
fn calling_self(call: &OutsideCall) -> SelfEffect {
    let failure = call.otp().row().and_then(|row| row.fails).map(|(failure, _)| failure);
    let time = match failure {
        Some(Failure::Gone) => return SelfEffect::Exit(Expr::atom("calling_self")),
        Some(Failure::GoneWithin(time)) => Some(Expr::atom(time)),
        _ => None,
    };
    let args = Expr::list(call.args.iter().cloned().chain(time).collect::<Vec<_>>().into_iter());
    let [module, function] = [&call.module, &call.function].map(|name| Expr::Atom(name.clone()));
    exit_in("calling_self", [module, function, args])
}

/// The exit of a stop of itself.
fn stopping_self(rest: &[Expr]) -> SelfEffect {
    let default = ["normal", "infinity"].map(Expr::atom);
    let rest = if rest.is_empty() { &default } else { rest };
    let args = Expr::list(std::iter::once(Expr::pid(MACHINE)).chain(rest.iter().cloned()));
    let [module, function] = STOPPER.map(Expr::atom);
    exit_in("calling_self", [module, function, args])
}

/// The exit of a process that waits for itself in this call, with the reason that OTP gives.
fn exit_in(reason: &str, call: [Expr; 3]) -> SelfEffect {
    SelfEffect::Exit(Expr::Tuple(vec![Expr::atom(reason), Expr::Tuple(Vec::from(call))]))
}

/// Whether a timer of Erlang takes a time.
fn is_timer_time(time: &BigInt) -> bool {
    u32::try_from(time).is_ok()
}
