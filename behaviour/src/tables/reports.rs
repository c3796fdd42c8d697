//! `format_status`: what reports show of a machine, as the module says it.
//!
//! All behaviours have the one of two arguments, the options and a list of what is kept. OTP 25 looks for the one of one argument
//! first, a map, where a behaviour has it; each behaviour says what stands in that map (`Behaviour::report`).

use crate::{Absent, Argument, Callback, CallbackName, Moment};

/// `format_status/1`, with its number among the callbacks of a behaviour.
pub(super) const fn of_map(number: usize) -> Callback {
    row(number, "FormatStatus", &[Argument::Other])
}

/// `format_status/2`, beside one of one argument.
pub(super) const fn beside_map(number: usize) -> Callback {
    row(number, "FormatStatus2", &[Argument::Other, Argument::Other])
}

/// `format_status/2` of a behaviour that has no other one.
pub(super) const fn of_list(number: usize) -> Callback {
    row(number, "FormatStatus", &[Argument::Other, Argument::Other])
}

const fn row(number: usize, title: &'static str, arguments: &'static [Argument]) -> Callback {
    Callback {
        number,
        title,
        name: CallbackName::Fixed("format_status"),
        suffix: Some("format_status"),
        arguments,
        entry: None,
        moment: Moment::Aside,
        absent: Absent::Skipped,
        shapes: &[],
        about: "says what reports show of the machine",
    }
}
