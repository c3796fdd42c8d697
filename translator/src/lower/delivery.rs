//! What calls of OTP send a process that they name.
//!
//! Input: a call of another module with the values of its arguments. Output: to whom it goes, and what that does where it is the machine
//! itself, which makes the call: OTP 25's sources say what message each of them is. A call by which the machine
//! would wait for its own answer, or its own end, fails at once (`gen:do_call/4`). A warning where the runtime sends the machine something of
//! which the model does not know when it comes. Does not know whether a process is the machine: `itself` does.

use frontend::Diagnostic;

use super::Lowering;
use super::itself::Reach;
use crate::codes;
use crate::core::OutsideCall;
use crate::model::{CommandKind, Expr, MACHINE};
use crate::otp_function::FSM;

/// To whom a call goes, and what it does.
pub(super) struct Delivery {
    pub(super) to: Expr,
    /// What it takes for a process.
    pub(super) reach: Reach,
    pub(super) own: Own,
}

/// What a call does to the machine itself.
pub(super) enum Own {
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

impl Own {
    /// Whether the call is worth what it is worth where it goes to another process, if it returns.
    pub(super) fn is_worth_the_same(&self) -> bool {
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
    pub(super) fn delivery(&self, call: &OutsideCall) -> Option<Delivery> {
        let (module, function) = call.otp().names();
        let args = call.args.as_slice();
        let by = |to: &Expr, own: Own| Delivery { to: to.clone(), reach: Reach::Any, own };
        let info = |parts: [&Expr; 2], value: &str| {
            let message = Expr::Tuple(parts.map(Clone::clone).to_vec());
            Own::Post(CommandKind::Info, message, Expr::atom(value))
        };
        let [cast, notify] = ["$gen_cast", "notify"].map(Expr::atom);
        Some(match (module, function, args) {
            (FSM, "send_event", [to, event]) => {
                by(to, Own::Post(CommandKind::Event, event.clone(), Expr::atom("ok")))
            }
            (FSM, "send_all_state_event", [to, event]) => {
                by(to, Own::Post(CommandKind::AllEvent, event.clone(), Expr::atom("ok")))
            }
            ("erlang", "send" | "send_nosuspend", [to, message, ..]) => {
                let value = match (function, args.len()) {
                    ("send", 2) => message.clone(),
                    ("send", _) => Expr::atom("ok"),
                    _ => Expr::atom("true"),
                };
                Delivery { reach: Reach::Node, ..by(to, Own::Message(message.clone(), value)) }
            }
            ("global", "send", [name, message]) => {
                let to = Expr::Tuple(vec![Expr::atom("global"), name.clone()]);
                by(&to, Own::Message(message.clone(), Expr::pid(MACHINE)))
            }
            ("gen_server" | "gen_statem", "cast", [to, message]) => {
                by(to, info([&cast, message], "ok"))
            }
            ("gen_event", "notify", [to, event]) => by(to, info([&notify, event], "ok")),
            ("gen_server", "abcast", [name, message]) => {
                Delivery { reach: Reach::Name, ..by(name, info([&cast, message], "abcast")) }
            }
            ("gen_server", "abcast", [nodes, name, message]) => {
                let own = match self.is_among(nodes) {
                    Some(false) => return None,
                    Some(true) => info([&cast, message], "abcast"),
                    None => Own::LeftOut,
                };
                Delivery { reach: Reach::Name, ..by(name, own) }
            }
            ("gen_server", "multi_call", [name, _] | [_, name, _] | [_, name, _, _]) => {
                Delivery { reach: Reach::Name, ..by(name, Own::LeftOut) }
            }
            ("gen_statem", "call", [to, _, time]) => {
                // Without one the process that asks in its place finds out.
                let waits = *self.resolve(time) == Expr::atom("infinity")
                    || *self.resolve(to) == Expr::pid(MACHINE);
                by(to, if waits { self.calling_self(call) } else { Own::LeftOut })
            }
            ("gen", "call", [to, _, _, ..]) => by(to, Own::Exit(Expr::atom("calling_self"))),
            _ if CALLS
                .iter()
                .any(|own| (own.0, own.1) == (module, function) && own.2.contains(&args.len())) =>
            {
                by(args.first()?, self.calling_self(call))
            }
            (FSM | "gen_server" | "gen_statem" | "gen_event", "stop", [to, rest @ ..])
                if matches!(rest.len(), 0 | 2) =>
            {
                by(to, stopping_self(rest))
            }
            (_, "send_request", _) => return self.request(call),
            _ => return None,
        })
    }

    /// A request that is sent and not waited for.
    fn request(&self, call: &OutsideCall) -> Option<Delivery> {
        let label = Expr::atom("$gen_call");
        let (to, own) = match (call.module.as_str(), call.args.as_slice()) {
            ("gen_server" | "gen_statem", [to, request]) => {
                (to, Own::Request(label, request.clone()))
            }
            ("gen", [to, label, request]) => (to, Own::Request(label.clone(), request.clone())),
            ("gen_event", [to, handler, request]) => {
                let call = vec![Expr::atom("call"), handler.clone(), request.clone()];
                (to, Own::Request(self.own_pid(), Expr::Tuple(call)))
            }
            ("gen_server" | "gen_statem", [to, _, _, _])
            | ("gen" | "gen_event", [to, _, _, _, _]) => (to, Own::LeftOut),
            _ => return None,
        };
        Some(Delivery { to: to.clone(), reach: Reach::Any, own })
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

    /// The exit of a call by which a process would wait for itself.
    fn calling_self(&self, call: &OutsideCall) -> Own {
        let args = Expr::list(call.args.iter().cloned());
        let names = [&call.module, &call.function].map(|name| Expr::Atom(name.clone()));
        if call.otp().names() == ("gen_event", "sync_notify") {
            return Own::Exit(Expr::atom("calling_self"));
        }
        let [module, function] = names;
        let is_short = call.otp().key() == ("gen_statem", "call", 2);
        let args = if is_short {
            Expr::list(call.args.iter().cloned().chain([Expr::atom("infinity")]))
        } else {
            args
        };
        exit_in([module, function, args])
    }

    /// What the runtime sends the machine for a call at a time of its own is not in the model: said, never dropped.
    pub(super) fn note_services(&mut self, call: &OutsideCall) {
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
