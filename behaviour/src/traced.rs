//! What OTP 25 tells of machines under `sys`: the lines of `sys:trace/2`, the events of `sys:log/2`.
//!
//! Lines are those of `print_event/3` in `gen_fsm`, `gen_statem` and `gen_server`; events are what these hand to `sys:handle_debug/4`.

use crate::{BEHAVIOURS, Wire};

/// What a line or an event says of a machine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Said {
    /// It has taken a message, which the model takes by this action.
    Taken(&'static str),
    /// It has received an event, or its callback has made one: its type and its content.
    Received,
    /// It has done with such an event, and is in the state that stands last.
    Done,
    /// It has stored what stands there.
    Stored(Kept),
    /// Something that no monitor is asked.
    Nothing,
}

/// What is told of what a machine has stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kept {
    /// The name of its state.
    Name,
    /// Its data; it has no state.
    Data,
}

/// A line of `sys:trace/2` behind the name of the machine.
#[derive(Clone, Copy, Debug)]
pub struct Traced {
    /// What it begins with.
    pub before: &'static str,
    /// What stands behind the term that counts; nothing where that is the end of the line.
    pub behind: &'static str,
    /// What it says.
    pub said: Said,
}

const fn line(before: &'static str, behind: &'static str, said: Said) -> Traced {
    Traced { before, behind, said }
}

/// The lines, those that say more before those that any other message is.
pub static TRACED: &[Traced] = &[
    // gen_fsm
    line("got event ", " in state ", Said::Taken("cmd")),
    line("got all_state_event ", " in state ", Said::Taken("cmd_all")),
    line("got sync_event ", " from ", Said::Taken("cmd_sync")),
    line("got sync_all_state_event ", " from ", Said::Taken("cmd_sync_all")),
    line("got timer ", " in state ", Said::Taken("timeout")),
    line("switched to state ", "", Said::Stored(Kept::Name)),
    // gen_statem
    line("receive ", " in state ", Said::Received),
    line("consume ", " in state ", Said::Done),
    line("postpone ", " in state ", Said::Done),
    line("send ", "", Said::Nothing),
    line("enter ", "", Said::Nothing),
    line("module ", "", Said::Nothing),
    line("start_timer ", "", Said::Nothing),
    line("insert_timeout ", "", Said::Nothing),
    line("terminate ", "", Said::Nothing),
    // gen_server
    line("got call ", " from ", Said::Taken("cmd_call")),
    line("got cast ", "", Said::Taken("cmd_cast")),
    line("new state ", "", Said::Stored(Kept::Data)),
    line("dbg ", "", Said::Nothing),
    // An answer, and what is stored then, in gen_fsm and in gen_server.
    line("sent ", " and switched to state ", Said::Stored(Kept::Name)),
    line("sent ", ", new state ", Said::Stored(Kept::Data)),
    // Any other message, in gen_fsm and in gen_server.
    line("got ", " in state ", Said::Taken("cmd_info")),
    line("got ", "", Said::Taken("cmd_info")),
];

/// The action by which a model takes a message with this tag in the mailbox, and how many components that has.
pub fn taken(tag: &str) -> Option<(&'static str, usize)> {
    let mut messages = BEHAVIOURS.iter().flat_map(|behaviour| behaviour.messages);
    messages.find_map(|message| match message.wire {
        Wire::Tagged(own) if own == tag => Some((message.command, 2)),
        Wire::Asked(own) if own == tag => Some((message.command, 3)),
        _ => None,
    })
}

/// The actions by which a model takes an event of this type: as it comes, and where it was postponed or a callback has made it;
/// none if the type is that of a time-out.
pub fn event_taken(kind: &str) -> Option<[&'static str; 2]> {
    match kind {
        "call" => Some(["cmd_call", "queued_call"]),
        "cast" => Some(["cmd_cast", "queued_cast"]),
        "info" => Some(["cmd_info", "queued_info"]),
        "internal" => Some(["internal", "internal"]),
        _ => None,
    }
}

/// The action by which a model takes the end of a time.
pub const TIMED_OUT: &str = "timeout";

/// Types of events that are ends of times; `{timeout,Name}` is one more.
pub const TIME_OUTS: [&str; 2] = ["timeout", "state_timeout"];

/// What a machine has done with when it has just been started: no event.
pub const STARTED: (&str, &str) = ("internal", "init_state");

/// The message of a timer, by the tag of what is in it, and the action by which a model takes it.
pub fn timer_taken(tag: &str) -> Option<&'static str> {
    match tag {
        "$gen_timer" => Some(TIMED_OUT),
        "$gen_event" => Some("timer"),
        _ => None,
    }
}

/// Where an event of so many components has what is stored, and what that is, where the event alone tells.
pub fn stored_by(tag: &str, size: usize) -> Option<(usize, Option<Kept>)> {
    match (tag, size) {
        ("noreply", 2) => Some((1, None)),
        ("out", 4) => Some((3, None)),
        _ => None,
    }
}

/// Whether an event says that a machine has done with another, and is in the state that stands last.
pub fn says_done(tag: &str) -> bool {
    tag == "consume" || tag == "postpone"
}

/// Whether an event tells nothing that a monitor is asked.
pub fn tells_nothing(tag: &str) -> bool {
    ["out", "enter", "module", "start_timer", "insert_timeout", "terminate", "continue"]
        .contains(&tag)
}
