//! Actions and communications.

use frontend::Name;

use super::{ActionId, Class, CommandKind, Outside, TimerKind};

/// An action: its name and number of arguments.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Action {
    /// Name in labels, as Erlang knows it.
    pub name: Name,
    /// Number of arguments.
    pub arity: usize,
    /// Whether the last argument is the result of the call.
    pub has_result: bool,
    /// The class of the exception that the call raises, if it does: the last argument is its reason.
    pub raises: Option<Class>,
    /// What it stands for.
    pub role: ActionRole,
    /// The function that it calls, where it does; of module `erlang` for a send and a `receive`.
    pub callee: Option<Outside>,
}

/// What comes at once behind a callback, before any message.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum AtOnce {
    /// What a return tuple has asked for.
    Asked,
    /// An event that the machine has made for itself.
    Internal,
    /// A message of this kind that was postponed, or that the machine has put in front of all others.
    Queued(CommandKind),
    /// The call on entering a state; also an end that the loop has found there.
    Enter,
}

/// What an action stands for; decides whether a view shows it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ActionRole {
    /// A command of the environment: `cmd(Event)`.
    Command(CommandKind),
    /// The hand-over of an event inside the machine: `send_event(Event)`.
    SendEvent(CommandKind),
    /// The hand-over of a message from the queue inside the machine: `send_event(Event)`.
    Dequeue(CommandKind),
    /// The machine sends itself a message: `post(Event)`.
    Post(CommandKind),
    /// The queue has no room for what the machine sends itself: `overflow(Event)`.
    Overflow,
    /// An event timeout: `timeout`.
    Timeout,
    /// A callback comes at once: `continue(Content)`, and of `gen_statem` `internal(Event)` and others.
    Continue(AtOnce),
    /// A timer of this kind fires: `timeout(Message)`, `timer(Event)`, `info(Message)`; the last one too where the end
    /// of another process is a message, and where one that the machine has started sends it, beside `sent(Event)` and
    /// `sent_all(Event)`.
    Fires(TimerKind),
    /// The hand-over of what a timer brings, inside the machine: `send_timer(Timer)`.
    SendTimer,
    /// The hand-over of what the end of another process brings, inside the machine: `send_signal(Signal)`.
    SendSignal,
    /// A process to which the machine is linked ends, and that is no message: `exit_signal(Pid, Reason)`.
    ExitSignal,
    /// A call that sets or cancels a timer.
    SetTimer,
    /// A call that reads or changes the machine's process dictionary.
    Dictionary,
    /// A call that makes a reference.
    Reference,
    /// One unit of time: `tick`.
    Tick,
    /// An answer to a client that waits: `reply(Value)`.
    Reply,
    /// An answer that no client waits for: `'gen_fsm:reply'(From, Value)`, with the name of the module's behaviour.
    Unheard,
    /// `push_callstack({State,Data})`
    Push,
    /// `pop_callstack({State,Data})`
    Pop,
    /// The environment says what `init/1` is called with, where that is one of several terms: `init(Argument)`.
    Init,
    /// A call of a function of another module.
    Call,
    /// A call that only writes a log or a terminal.
    Logging,
    /// `crash(Reason)`
    Crash,
    /// `stop(Reason)`
    Stop,
    /// `start_failed(Reason)`
    StartFailed,
    /// `start_ignored`
    StartIgnored,
    /// A step of the machine that cannot be observed: `tau`.
    Internal,
    /// The sending or receiving half of a handshake; never happens alone.
    Half,
}

/// `send | receive = result`
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Communication {
    /// The half that carries a value.
    pub send: ActionId,
    /// The half that takes it.
    pub receive: ActionId,
    /// The action seen from outside.
    pub result: ActionId,
}
