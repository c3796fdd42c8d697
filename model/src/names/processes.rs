//! Names of the processes of a model.

use std::collections::BTreeSet;

use super::{behind, called, fresh, stem};
use crate::index::Idx as _;
use crate::{CommandKind, Model, ProcessRole, Sender};

/// Names those processes that have no names yet: as the paper does; `fsm_` and the state for a state process.
pub(super) fn names(model: &Model, names: &mut Vec<String>, taken: &mut BTreeSet<String>) {
    let name = |role: ProcessRole| match role {
        ProcessRole::Command => "fsm_command",
        ProcessRole::CallStack => "CallStack",
        ProcessRole::ChangeState => "fsm_change_state",
        ProcessRole::Read(kind, Sender::Anyone) if kind.is_untagged => "read",
        ProcessRole::Start => "fsm_start",
        ProcessRole::Init => "fsm_init",
        ProcessRole::NextState => "fsm_next_state",
        ProcessRole::Idle => "fsm_idle",
        ProcessRole::Event(kind, _) if kind.is_untagged => "fsm_event",
        ProcessRole::Timer => "fsm_timer",
        ProcessRole::Signal => "fsm_signal",
        ProcessRole::Return => "fsm_return",
        ProcessRole::Read(..)
        | ProcessRole::Event(..)
        | ProcessRole::Handler(_)
        | ProcessRole::Segment(..)
        | ProcessRole::Procedure(..)
        | ProcessRole::Part(_)
        | ProcessRole::Common(_) => "",
    };
    // The fixed names first, so that no state process takes one of them.
    for process in &model.processes {
        taken.insert(name(process.role).to_owned());
    }
    for process in model.processes.iter().skip(names.len()) {
        let name = match process.role {
            ProcessRole::Read(kind, Sender::Queue) if kind.is_untagged => {
                fresh("read_", "own", taken)
            }
            ProcessRole::Read(kind, sender) if !kind.is_untagged => {
                fresh("read_", &carried(kind, sender), taken)
            }
            ProcessRole::Event(kind, sender) if !kind.is_untagged => {
                fresh("fsm_event_", &carried(kind, sender), taken)
            }
            ProcessRole::Handler(handler) => fresh("fsm_", &stem(model, handler), taken),
            ProcessRole::Segment(handler, segment) => {
                let callback = handler.map_or("start".into(), |handler| stem(model, handler));
                fresh("fsm_", &behind(&callback, segment), taken)
            }
            ProcessRole::Procedure(procedure, segment) => {
                fresh("fsm_", &called(model, procedure, segment), taken)
            }
            // Parts stand behind all others.
            ProcessRole::Part(whole) => fresh(&names[whole.index()], "_with", taken),
            ProcessRole::Common(whole) => fresh(&names[whole.index()], "_then", taken),
            role => name(role).to_owned(),
        };
        names.push(name);
    }
}

/// What a process carries on: messages of a kind, and from whom.
fn carried(kind: CommandKind, sender: Sender) -> String {
    let tag = kind.tag;
    match sender {
        Sender::Anyone => tag.to_owned(),
        Sender::Client(number) => format!("{tag}_{}", number + 1),
        Sender::Queue => format!("own_{tag}"),
    }
}
