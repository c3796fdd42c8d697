//! Functions of `erlang` that tell the time or make numbers: what they return for arguments that are written out.
//!
//! Input: a call. Output: whether it returns an integer, and never fails; whether that is the time of now as timers count it. Does not
//! know which integer.
//!
//! ```erlang
//! {state_timeout, erlang:monotonic_time(millisecond) + 500, over, [{abs, true}]}     % in 500 ms
//! ```

use frontend::ast::{Expr as Syntax, ExprKind, Literal};

/// Units of time, those of earlier versions, too.
const UNITS: [&str; 10] = [
    "second",
    "millisecond",
    "microsecond",
    "nanosecond",
    "native",
    "perf_counter",
    "seconds",
    "milli_seconds",
    "micro_seconds",
    "nano_seconds",
];

/// Whether a call with arguments returns an integer whatever happens.
pub(super) fn is_integer(name: &str, args: &[Syntax]) -> bool {
    let [arg] = args else { return false };
    match name {
        "monotonic_time" | "system_time" | "time_offset" => is_unit(arg),
        "unique_integer" => is_modifiers(arg),
        _ => false,
    }
}

/// Whether a call returns the milliseconds by which timers of Erlang count.
pub(super) fn is_now(name: &str, args: &[Syntax]) -> bool {
    let [arg] = args else { return false };
    name == "monotonic_time"
        && ["millisecond", "milli_seconds"].iter().any(|unit| arg.is_atom(unit))
}

fn is_unit(arg: &Syntax) -> bool {
    match &arg.kind {
        ExprKind::Literal(Literal::Atom(unit)) => UNITS.contains(&unit.as_str()),
        ExprKind::Literal(Literal::Integer(parts)) => *parts > 0.into(),
        _ => false,
    }
}

fn is_modifiers(arg: &Syntax) -> bool {
    match &arg.kind {
        ExprKind::Nil => true,
        ExprKind::Cons(first, rest) => {
            (first.is_atom("positive") || first.is_atom("monotonic")) && is_modifiers(rest)
        }
        _ => false,
    }
}
