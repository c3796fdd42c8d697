//! What calls of OTP send a process that they name.
//!
//! Input: a call of another module with the values of its arguments. Output: to whom it goes, and what that does where it is the machine
//! itself, which makes the call: OTP 25's sources say what message each of them is. A call by which the machine
//! would wait for its own answer, or its own end, fails at once (`gen:do_call/4`). A warning where the runtime sends the machine something of
//! which the model does not know when it comes. Does not know whether a process is the machine: `self_test` does.

use frontend::Diagnostic;

use crate::codes;
use crate::core::OutsideCall;
use crate::library::otp_function::FSM;
use crate::lower::Lowering;
use crate::lower::process::self_test::Reach;
use model::{CommandKind, Expr, MACHINE};

/// To whom a call goes, and what it does.
pub(crate) struct Delivery {
    pub(crate) to: Expr,
    /// What it takes for a process.
    pub(crate) reach: Reach,
    pub(crate) own: Own,
}

/// What a call does to the machine itself.
pub(crate) enum Own {
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
    fn of(to: &Expr, own: Own) -> Self {
        Self { to: to.clone(), reach: Reach::Any, own }
    }
}

impl Own {
    /// Whether the call is worth what it is worth where it goes to another process, if it returns.
    pub(crate) fn is_worth_the_same(&self) -> bool {
        match self {
            Self::Post(..) | Self::Exit(_) => true,
            Self::Message(_, value) => *value != Expr::pid(MACHINE),
            Self::Request(..) | Self::LeftOut => false,
        }
    }
}

/// Functions by which a process asks another one something, and waits.
const CALLS: [(&str, &str, &[usize]); 6] = [
    (FSM, "sync_send_event", &[2, 3]),
    (FSM, "sync_send_all_state_event", &[2, 3]),
    ("gen_server", "call", &[2, 3]),
    ("gen_statem", "call", &[2]),
    ("gen_event", "call", &[3, 4]),
    ("gen_event", "sync_notify", &[2]),
];

impl Lowering<'_> {
    /// What a call sends whom; `None` for any other call.
    pub(crate) fn delivery(&self, call: &OutsideCall) -> Option<Delivery> {
        sent(call).or_else(|| self.sent_to_name(call)).or_else(|| self.asked(call))
    }

    /// What a call sends all processes of a name.
    fn sent_to_name(&self, call: &OutsideCall) -> Option<Delivery> {
        let ("gen_server", function @ ("abcast" | "multi_call")) = call.otp().names() else {
            return None;
        };
        let (name, own) = match (function, call.args.as_slice()) {
            ("abcast", [name, message]) => (name, cast(message, "abcast")),
            ("abcast", [nodes, name, message]) => match self.is_among(nodes) {
                Some(false) => return None,
                Some(true) => (name, cast(message, "abcast")),
                None => (name, Own::LeftOut),
            },
            ("multi_call", [name, _] | [_, name, _] | [_, name, _, _]) => (name, Own::LeftOut),
            _ => return None,
        };
        Some(Delivery { reach: Reach::Name, ..Delivery::of(name, own) })
    }

    /// Whom a call asks something; where that is the machine, it does not wait for itself.
    fn asked(&self, call: &OutsideCall) -> Option<Delivery> {
        let (module, function) = call.otp().names();
        let is_call = |own: &&(&str, &str, &[usize])| {
            (own.0, own.1) == (module, function) && own.2.contains(&call.args.len())
        };
        let (to, rest) = call.args.split_first()?;
        let own = match (module, function, rest) {
            ("gen_statem", "call", [_, time]) => {
                // Without one the process that asks in its place finds out.
                let waits = *self.resolve(time) == Expr::atom("infinity")
                    || *self.resolve(to) == Expr::pid(MACHINE);
                if waits { calling_self(call) } else { Own::LeftOut }
            }
            ("gen", "call", [_, _] | [_, _, _]) => Own::Exit(Expr::atom("calling_self")),
            (FSM | "gen_server" | "gen_statem" | "gen_event", "stop", [] | [_, _]) => {
                stopping_self(rest)
            }
            (_, "send_request", _) => self.request(call)?,
            _ => CALLS.iter().find(is_call).map(|_| calling_self(call))?,
        };
        Some(Delivery::of(to, own))
    }

    /// A request that is sent and not waited for.
    fn request(&self, call: &OutsideCall) -> Option<Own> {
        let label = Expr::atom("$gen_call");
        Some(match (call.module.as_str(), call.args.as_slice()) {
            ("gen_server" | "gen_statem", [_, request]) => Own::Request(label, request.clone()),
            ("gen", [_, label, request]) => Own::Request(label.clone(), request.clone()),
            ("gen_event", [_, handler, request]) => {
                let call = vec![Expr::atom("call"), handler.clone(), request.clone()];
                Own::Request(self.own_pid(), Expr::Tuple(call))
            }
            ("gen_server" | "gen_statem", [_, _, _, _])
            | ("gen" | "gen_event", [_, _, _, _, _]) => Own::LeftOut,
            _ => return None,
        })
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
fn sent(call: &OutsideCall) -> Option<Delivery> {
    let [to, message, options @ ..] = call.args.as_slice() else { return None };
    let ok = || Expr::atom("ok");
    let own = match (call.otp().names(), options) {
        ((FSM, "send_event"), []) => Own::Post(CommandKind::Event, message.clone(), ok()),
        ((FSM, "send_all_state_event"), []) => {
            Own::Post(CommandKind::AllEvent, message.clone(), ok())
        }
        (("gen_server" | "gen_statem", "cast"), []) => cast(message, "ok"),
        (("gen_event", "notify"), []) => {
            let message = Expr::Tuple(vec![Expr::atom("notify"), message.clone()]);
            Own::Post(CommandKind::Info, message, ok())
        }
        (("global", "send"), []) => {
            let to = Expr::Tuple(vec![Expr::atom("global"), to.clone()]);
            let own = Own::Message(message.clone(), Expr::pid(MACHINE));
            return Some(Delivery::of(&to, own));
        }
        (("erlang", function @ ("send" | "send_nosuspend")), _) => {
            let value = match (function, options) {
                ("send", []) => message.clone(),
                ("send", _) => ok(),
                _ => Expr::atom("true"),
            };
            let own = Own::Message(message.clone(), value);
            return Some(Delivery { reach: Reach::Node, ..Delivery::of(to, own) });
        }
        _ => return None,
    };
    Some(Delivery::of(to, own))
}

/// A message of `gen_server:cast/2`.
fn cast(message: &Expr, value: &str) -> Own {
    let message = Expr::Tuple(vec![Expr::atom("$gen_cast"), message.clone()]);
    Own::Post(CommandKind::Info, message, Expr::atom(value))
}

/// The exit of a call by which a process would wait for itself.
fn calling_self(call: &OutsideCall) -> Own {
    let key = call.otp().key();
    if key == ("gen_event", "sync_notify", 2) {
        return Own::Exit(Expr::atom("calling_self"));
    }
    let time = (key == ("gen_statem", "call", 2)).then(|| Expr::atom("infinity"));
    let args = Expr::list(call.args.iter().cloned().chain(time).collect::<Vec<_>>().into_iter());
    let [module, function] = [&call.module, &call.function].map(|name| Expr::Atom(name.clone()));
    exit_in([module, function, args])
}

/// The exit of a stop of itself.
fn stopping_self(rest: &[Expr]) -> Own {
    let default = ["normal", "infinity"].map(Expr::atom);
    let rest = if rest.is_empty() { &default } else { rest };
    let args = Expr::list(std::iter::once(Expr::pid(MACHINE)).chain(rest.iter().cloned()));
    exit_in([Expr::atom("sys"), Expr::atom("terminate"), args])
}

/// The exit of a process that waits for itself in this call.
fn exit_in(call: [Expr; 3]) -> Own {
    Own::Exit(Expr::Tuple(vec![Expr::atom("calling_self"), Expr::Tuple(Vec::from(call))]))
}
