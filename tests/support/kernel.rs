//! Machines whose kernel keeps something between two events: timers, messages, monitors and links.

use model::{Time, Timing};

use super::{Subject, file, properties};

/// A module with timers, under its commands, in each way in which time may pass.
pub fn timers() -> Vec<Subject> {
    let subjects = properties(&file("fixtures/timers/blinker_fsm.props"));
    let times = [Time::Untimed, Time::Progress, Time::Tick];
    let timed = |subject: Subject| {
        times.map(|time| {
            let timing = Timing { time, ..subject.timing };
            Subject { title: format!("{} {time:?}", subject.title), timing, ..subject.clone() }
        })
    };
    subjects.into_iter().flat_map(timed).collect()
}

/// A machine that sends itself events and messages, and one that gets exit signals.
pub fn queues() -> Vec<Subject> {
    let files = ["fixtures/queue/poster.props", "fixtures/queue/child.props"];
    files.iter().flat_map(|path| properties(&file(path))).collect()
}

/// Machines of whose clients several may wait, or whose commands do.
pub fn crowds() -> Vec<Subject> {
    let names = ["clerk", "depot", "fuse", "kiosk", "market", "surgery"];
    let files = names.map(|name| format!("fixtures/otp/{name}.props"));
    let all = files.iter().flat_map(|path| properties(&file(path)));
    all.filter(|own| own.clients > 1 || own.mailbox > 0).collect()
}

/// Machines that monitor other processes and are linked to them, and such as let them run code of their own.
pub fn watches() -> Vec<Subject> {
    let names = ["crew_fsm", "desk_fsm", "family_fsm", "raft_fsm", "warden_fsm"];
    let files = names.map(|name| format!("fixtures/watches/{name}.props")).into_iter();
    let started = ["errand_fsm", "poll_fsm"].map(|name| format!("fixtures/spawned/{name}.props"));
    files.chain(started).flat_map(|path| properties(&file(&path))).collect()
}
