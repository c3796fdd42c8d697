//! What verdicts on a module rest on besides its source.
//!
//! Input: models, and what their stubs say. Output: the sentence behind the verdicts, or behind what a hunt finds. Built-in functions
//! that act are named in it: a reader of `Name ! Message` may not think of the name that is not registered.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use frontend::Span;
use model::{Model, Outside, Time, Timing};
use translator::library::stubs::Stub;

/// Built-in functions that are named at most.
const MAX_NAMED: usize = 4;

/// The built-in functions that a model calls and no stub describes.
pub(crate) fn built_in(model: &Model, stubs: &[(Stub, Span)]) -> BTreeSet<String> {
    let is_stubbed = |callee: &&Outside| {
        stubs.iter().any(|(stub, _)| {
            (&stub.module, &stub.function, stub.arity)
                == (&callee.module, &callee.function, callee.arity)
        })
    };
    // A `receive` that does not return has its place in the model.
    let callees = model.actions.iter().filter_map(|action| action.callee.as_ref());
    callees
        .filter(|callee| {
            callee.module.as_str() == "erlang" && callee.function.as_str() != "receive"
        })
        .filter(|callee| !is_stubbed(callee))
        .map(|callee| match (callee.function.as_str(), callee.arity) {
            ("send", 2) => "`!`".to_owned(),
            (function, arity) => format!("`{function}/{arity}`"),
        })
        .collect()
}

/// What the verdicts rest on.
pub(crate) fn text(
    stubbed: bool,
    built_in: &BTreeSet<String>,
    timings: &[Timing],
    mailbox: usize,
) -> String {
    let named = named(built_in);
    let text = match mailbox {
        0 => untimed(stubbed, &named),
        _ => waiting(stubbed, &named, mailbox),
    };
    let mut said: Vec<&str> = timings.iter().map(|timing| passing(*timing)).collect();
    said.dedup();
    match said.as_slice() {
        [] => text,
        said => text.replace("time does not matter", &said.join(", or ")),
    }
}

/// What is said of time.
fn passing(timing: Timing) -> &'static str {
    match (timing.time, timing.zero_first) {
        (Time::Untimed, false) => "time does not matter",
        (Time::Untimed, true) => "time does not matter, but for timeouts of 0",
        (Time::Progress, _) => "time passes only when nothing else can happen",
        (Time::Tick, _) => "time passes in ticks, none of it in a callback",
    }
}

fn untimed(stubbed: bool, named: &str) -> String {
    match (stubbed, named) {
        (true, "") => "assuming that calls of other modules do what their stubs say, that those \
             without a stub return,\nthat commands come one at a time, when the machine is idle, \
             and that time does not matter\n"
            .to_owned(),
        (false, "") => "assuming that calls of other modules return, that commands come one at a \
             time, when the machine is idle,\nand that time does not matter\n"
            .to_owned(),
        (true, named) => format!(
            "assuming that calls of other modules do what their stubs say, that those without a stub\n\
             and of {named} return, that commands come one at a time,\nwhen the machine is idle, and \
             that time does not matter\n"
        ),
        (false, named) => format!(
            "assuming that calls of other modules and of {named} return,\nthat commands come one at a \
             time, when the machine is idle, and that time does not matter\n"
        ),
    }
}

/// What is assumed of calls and commands where commands wait in a mailbox.
fn waiting(stubbed: bool, named: &str, mailbox: usize) -> String {
    let and_named = if named.is_empty() { String::new() } else { format!(" and of {named}") };
    let calls = if stubbed {
        format!("do what their stubs say, that those without a stub{and_named} return")
    } else {
        "return".to_owned()
    };
    let of = if stubbed { "" } else { and_named.as_str() };
    format!(
        "assuming that calls of other modules{of} {calls},\nthat at most {mailbox} commands wait, that they \
         come between two callbacks, and that time does not matter\n"
    )
}

/// What the findings of a hunt rest on.
pub(crate) fn of_hunt(built_in: &BTreeSet<String>) -> String {
    match named(built_in).as_str() {
        "" => {
            "assuming that calls of other modules return, that events come between two callbacks, \
               and that\ntimers may end at any time\n"
                .to_owned()
        }
        named => format!(
            "assuming that calls of other modules and of {named} return,\nthat events come between two \
             callbacks, and that timers may end at any time\n"
        ),
    }
}

fn named(all: &BTreeSet<String>) -> String {
    let mut text = all.iter().take(MAX_NAMED).cloned().collect::<Vec<_>>().join(", ");
    if all.len() > MAX_NAMED {
        let _ = write!(text, " and {} more", all.len() - MAX_NAMED);
    }
    text
}
