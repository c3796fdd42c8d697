//! What calls of OTP raise whose first argument is `undefined`, as OTP 25 has them.
//!
//! Input: a function with its arguments. Output: the exception, where no such process or port can be. Left out are
//! sockets, what has a table or a file of that name, and what OTP takes without a word, such as `gen_server:cast/2`.

use behaviour::{INTERFACES, Interface};
use num_bigint::Sign;

use crate::core::OutsideCall;
use crate::library::functions::{FUNCTIONS, row};
use crate::library::otp_function::OtpFunction;
use model::{Class, Expr};

pub use behaviour::Failure;

/// The name that cannot be registered.
pub const NOBODY: &str = "undefined";

/// A function by module and name, with the numbers of its arguments, and how it fails.
type Row = (&'static str, &'static str, &'static [usize], Failure);

/// All functions that fail so, in order.
pub fn failures() -> Vec<Row> {
    let of_interface = |interface: &'static Interface| {
        let functions = interface.functions.iter();
        functions.filter_map(|function| {
            let (failure, arities) = function.fails?;
            Some((interface.module, function.name, arities, failure))
        })
    };
    let others = FUNCTIONS.iter();
    let others = others.filter_map(|function| {
        Some((function.module, function.name, function.arities, function.fails?))
    });
    let mut all: Vec<Row> = INTERFACES.into_iter().flat_map(of_interface).chain(others).collect();
    all.sort_by_key(|row| (row.0, row.1, row.2));
    all
}

/// How a function fails.
fn failure_of(function: OtpFunction<'_>) -> Option<Failure> {
    if let Some(row) = row(function) {
        return row.fails;
    }
    let (failure, arities) = function.row()?.fails?;
    arities.contains(&function.key().2).then_some(failure)
}

/// Whether a function exits where its first argument is `undefined`.
pub(crate) fn may_exit(function: OtpFunction<'_>) -> bool {
    failure_of(function).is_some_and(|failure| failure != Failure::Badarg)
}

/// Whether an argument is a time limit for sure.
fn is_limit(arg: &Expr) -> bool {
    match arg {
        Expr::Integer(time) => time.sign() != Sign::Minus,
        other => *other == Expr::atom("infinity"),
    }
}

/// What a call raises whose first argument is `undefined`; `None` where another argument may be wrong, too.
pub(crate) fn failure(call: &OutsideCall) -> Option<(Class, Expr)> {
    let (function, args) = (call.otp(), &call.args);
    let limited = function.row().and_then(|row| row.limited);
    if limited == Some(args.len()) && !args.last().is_some_and(is_limit) {
        return None;
    }
    let failure = failure_of(function)?;
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
