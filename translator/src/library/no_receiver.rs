//! What calls of OTP raise whose first argument is `undefined`, as OTP 25 has them.
//!
//! Input: a function with its arguments. Output: the exception, where no such process or port can be. Left out are
//! sockets, what has a table or a file of that name, and what OTP takes without a word, such as `gen_server:cast/2`.

use num_bigint::Sign;

use crate::core::OutsideCall;
use crate::library::otp_function::OtpFunction;
use crate::library::stubs::Class;
use model::Expr;

/// The name that cannot be registered.
pub const NOBODY: &str = "undefined";

/// How a call fails.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Failure {
    /// With the error `badarg`.
    Badarg,
    /// With the exit `noproc`.
    Gone,
    /// With the exit `{noproc, {Module, Function, Arguments}}`.
    GoneIn,
    /// With the exit `{noproc, {Module, Function, Arguments}}`, with this time limit behind the arguments.
    GoneWithin(&'static str),
}

/// Functions by module and name, with the numbers of their arguments.
pub const FAILURES: [(&str, &str, &[usize], Failure); 27] = [
    ("erlang", "exit", &[2], Failure::Badarg),
    ("erlang", "group_leader", &[2], Failure::Badarg),
    ("erlang", "link", &[1], Failure::Badarg),
    ("erlang", "port_close", &[1], Failure::Badarg),
    ("erlang", "port_command", &[2, 3], Failure::Badarg),
    ("erlang", "process_info", &[1, 2], Failure::Badarg),
    ("erlang", "send", &[2, 3], Failure::Badarg),
    ("erlang", "send_nosuspend", &[2, 3], Failure::Badarg),
    ("erlang", "unlink", &[1], Failure::Badarg),
    ("gen_event", "add_handler", &[3], Failure::Gone),
    ("gen_event", "call", &[3, 4], Failure::GoneIn),
    ("gen_event", "delete_handler", &[3], Failure::Gone),
    ("gen_event", "notify", &[2], Failure::Badarg),
    ("gen_event", "sync_notify", &[2], Failure::Gone),
    ("gen_fsm", "send_all_state_event", &[2], Failure::Badarg),
    ("gen_fsm", "send_event", &[2], Failure::Badarg),
    ("gen_fsm", "stop", &[1], Failure::Gone),
    ("gen_fsm", "sync_send_all_state_event", &[2, 3], Failure::GoneIn),
    ("gen_fsm", "sync_send_event", &[2, 3], Failure::GoneIn),
    ("gen_server", "call", &[2, 3], Failure::GoneIn),
    ("gen_server", "stop", &[1], Failure::Gone),
    ("gen_statem", "call", &[2], Failure::GoneWithin("infinity")),
    ("gen_statem", "call", &[3], Failure::GoneIn),
    ("gen_statem", "stop", &[1], Failure::Gone),
    ("sys", "get_state", &[1], Failure::GoneIn),
    ("sys", "get_status", &[1], Failure::GoneIn),
    ("sys", "suspend", &[1], Failure::GoneIn),
];

/// Whether a function exits where its first argument is `undefined`.
pub(crate) fn may_exit(function: OtpFunction<'_>) -> bool {
    let (module, name, arity) = function.key();
    FAILURES.iter().any(|own| {
        let is_exit = own.3 != Failure::Badarg;
        is_exit && (own.0, own.1) == (module, name) && own.2.contains(&arity)
    })
}

/// Functions with a time limit at the end, which is looked at first.
const LIMITED: [(&str, &str, usize); 5] = [
    ("gen_event", "call", 4),
    ("gen_fsm", "sync_send_all_state_event", 3),
    ("gen_fsm", "sync_send_event", 3),
    ("gen_server", "call", 3),
    ("gen_statem", "call", 3),
];

/// Whether an argument is a time limit for sure.
fn is_limit(arg: &Expr) -> bool {
    match arg {
        Expr::Integer(time) => time.sign() != Sign::Minus,
        other => *other == Expr::atom("infinity"),
    }
}

/// What a call raises whose first argument is `undefined`; `None` where another argument may be wrong, too.
pub(crate) fn failure(call: &OutsideCall) -> Option<(Class, Expr)> {
    let (key, args) = (call.otp().key(), &call.args);
    if LIMITED.contains(&key) && !args.last().is_some_and(is_limit) {
        return None;
    }
    let mut own = FAILURES.iter();
    let (.., failure) =
        own.find(|own| (own.0, own.1) == (key.0, key.1) && own.2.contains(&key.2))?;
    let gone = |more: Option<&str>| {
        let args = args.iter().cloned().chain(more.map(Expr::atom)).collect::<Vec<_>>();
        let (module, function) = (call.module.clone(), call.function.clone());
        let call = [Expr::Atom(module), Expr::Atom(function), Expr::list(args.into_iter())];
        Expr::Tuple(vec![Expr::atom("noproc"), Expr::Tuple(call.to_vec())])
    };
    Some(match failure {
        Failure::Badarg => (Class::Error, Expr::atom("badarg")),
        Failure::Gone => (Class::Exit, Expr::atom("noproc")),
        Failure::GoneIn => (Class::Exit, gone(None)),
        Failure::GoneWithin(time) => (Class::Exit, gone(Some(time))),
    })
}
