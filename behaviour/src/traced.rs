//! What OTP 25 tells of machines under `sys`: the lines of `sys:trace/2`, the events of `sys:log/2`.
//!
//! Lines are those of `print_event/3` in `gen_fsm`, `gen_statem` and `gen_server`; events are what these hand to `sys:handle_debug/4`.

use crate::{BEHAVIOURS, Wire};

/// What a line or an event says of a machine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Said {
    /// It has taken a message, which the model takes by this action.
    Taken(&'static str),
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
    line("got timer ", " in state ", Said::Taken("timer")),
    line("switched to state ", "", Said::Stored(Kept::Name)),
    // gen_statem
    line("receive call ", " from ", Said::Taken("cmd_call")),
    line("receive cast ", " in state ", Said::Taken("cmd_cast")),
    line("receive info ", " in state ", Said::Taken("cmd_info")),
    line("receive timeout ", " in state ", Said::Taken("timeout")),
    line("receive state_timeout ", " in state ", Said::Taken("state_timeout")),
    line("receive internal ", " in state ", Said::Taken("internal")),
    line("consume ", " => ", Said::Stored(Kept::Name)),
    line("consume ", " in state ", Said::Stored(Kept::Name)),
    line("postpone ", " => ", Said::Stored(Kept::Name)),
    line("postpone ", " in state ", Said::Stored(Kept::Name)),
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

/// Where an event of so many components has what is stored, and what that is, where the event alone tells.
pub fn stored_by(tag: &str, size: usize) -> Option<(usize, Option<Kept>)> {
    match (tag, size) {
        ("noreply", 2) => Some((1, None)),
        ("out", 4) => Some((3, None)),
        ("consume" | "postpone", 4) => Some((3, Some(Kept::Name))),
        _ => None,
    }
}

/// Whether an event tells nothing that a monitor is asked.
pub fn tells_nothing(tag: &str) -> bool {
    ["out", "enter", "module", "start_timer", "insert_timeout", "terminate"].contains(&tag)
}
