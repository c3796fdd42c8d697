//! The handshakes of a model, and the names of their halves.
//!
//! Input: the parts of a model. Output: those of the paper, and one for each further kind of message. What a handshake is
//! called says what happens; its halves say besides who sends: the queue, or one of several clients.

use crate::kernel::{Parts, timers, watches};
use model::{ActionRole, CommandKind, Sender};

/// A handshake of the paper form; in direct form its result alone.
pub(crate) struct Handshake {
    /// Who sends, who receives.
    pub(crate) pairs: Vec<[String; 2]>,
    pub(crate) result: &'static str,
    pub(crate) role: ActionRole,
}

impl Handshake {
    fn new(halves: [&str; 2], result: &'static str, role: ActionRole) -> Self {
        Self { pairs: vec![halves.map(str::to_owned)], result, role }
    }
}

/// The handshakes of a model: those of the paper, and a pair for each further kind of command.
pub(crate) fn handshakes(parts: &Parts) -> Vec<Handshake> {
    let mut handshakes = Vec::new();
    for kind in parts.environment.kinds(parts.behaviour) {
        let senders = parts.senders(kind).into_iter();
        let pairs = senders.map(|sender| event_halves(kind, sender)).collect();
        let role = ActionRole::SendEvent(kind);
        handshakes.push(Handshake { pairs, result: kind.hand_over, role });
        let (pairs, role) = (vec![command_halves(kind)], ActionRole::Command(kind));
        handshakes.push(Handshake { pairs, result: kind.command, role });
    }
    for kind in parts.queued() {
        let pairs = vec![event_halves(kind, Sender::Queue)];
        let role = ActionRole::Dequeue(kind);
        handshakes.push(Handshake { pairs, result: kind.hand_over, role });
    }
    if !timers::kinds(parts).is_empty() {
        let role = ActionRole::SendTimer;
        handshakes.push(Handshake::new(timers::HALVES, timers::HAND_OVER, role));
    }
    if parts.watch.is_some() {
        let role = ActionRole::SendSignal;
        handshakes.push(Handshake::new(watches::HALVES, watches::HAND_OVER, role));
    }
    let push = Handshake::new(["wcallresult", "rcallvalue"], "push_callstack", ActionRole::Push);
    let pop = Handshake::new(["wcallvalue", "rcallresult"], "pop_callstack", ActionRole::Pop);
    handshakes.extend([push, pop]);
    handshakes
}

/// Who hands a message over to the process that reads the stored pair, and who takes it.
pub(crate) fn event_halves(kind: CommandKind, sender: Sender) -> [String; 2] {
    let event = match kind {
        kind if kind.is_untagged => "event".to_owned(),
        kind => format!("{}_event", kind.tag),
    };
    ["s", "r"].map(|half| match sender {
        Sender::Anyone => format!("{half}_{event}"),
        Sender::Client(number) => format!("{half}_{event}_{}", number + 1),
        Sender::Queue => format!("{half}_own_{event}"),
    })
}

/// Who gives and takes a command.
pub(crate) fn command_halves(kind: CommandKind) -> [String; 2] {
    match kind {
        kind if kind.is_untagged => ["s_command", "r_command"].map(str::to_owned),
        kind => ["s", "r"].map(|half| format!("{half}_{}_command", kind.tag)),
    }
}

/// Whether this may be a half for messages of a kind.
pub(crate) fn is_half(kind: CommandKind, name: &str) -> bool {
    let [anyone, queue] = [Sender::Anyone, Sender::Queue].map(|sender| event_halves(kind, sender));
    let plain = name.trim_end_matches(|digit: char| digit.is_ascii_digit());
    let by_client = plain.strip_suffix('_').filter(|_| kind.callback.is_sync());
    [&anyone, &queue, &command_halves(kind)].into_iter().flatten().any(|half| half == name)
        || anyone.iter().any(|half| Some(half.as_str()) == by_client)
}
