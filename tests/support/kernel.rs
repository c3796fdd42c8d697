//! Machines whose kernel keeps something between two events: timers, messages, monitors and links.

use super::{Subject, file, properties};

/// A module with timers, under its commands.
pub fn timers() -> Vec<Subject> {
    let names = ["timers/blinker_fsm"];
    names.iter().flat_map(|name| properties(&file(&format!("fixtures/{name}.props")))).collect()
}

/// A machine that sends itself events and messages, and one that gets exit signals.
pub fn queues() -> Vec<Subject> {
    let files = ["fixtures/queue/poster.props", "fixtures/queue/child.props"];
    files.iter().flat_map(|path| properties(&file(path))).collect()
}

/// Machines that monitor other processes and are linked to them.
pub fn watches() -> Vec<Subject> {
    let files = ["fixtures/watches/desk_fsm.props", "fixtures/watches/family_fsm.props"];
    files.iter().flat_map(|path| properties(&file(path))).collect()
}
