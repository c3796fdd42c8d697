//! `gen_fsm`, as OTP 25 has it: `gen_fsm:dispatch/4` for messages, `gen_fsm:handle_msg/7` and `gen_fsm:init_it/6` for return tuples.

use super::reports;
use crate::{
    Absent, Act, Argument, Behaviour, Callback, CallbackName, Effect, Failure, Function, Interface,
    Message, Moment, NextState, Row, SYSTEM, Shape, TimerKind, Wire,
};

/// The behaviour.
pub static GEN_FSM: Behaviour = Behaviour {
    interface: &INTERFACE,
    callbacks: &[
        Row(&EVENT),
        Row(&SYNC_EVENT),
        Row(&ALL_EVENT),
        Row(&SYNC_ALL_EVENT),
        Row(&INFO),
        Row(&TERMINATE),
        Row(&INIT),
        Row(&CODE_CHANGE),
        Row(&FORMAT_STATUS),
    ],
    first: Row(&INIT),
    last: Row(&TERMINATE),
    status: &[Row(&FORMAT_STATUS)],
    ending: "terminate",
    report: &[],
    messages: &[
        Row(&SEND_EVENT),
        Row(&SYNC_SEND_EVENT),
        Row(&SEND_ALL_STATE_EVENT),
        Row(&SYNC_SEND_ALL_STATE_EVENT),
        Row(&SEND_INFO),
        Row(&SEND_STOP),
        Row(&SEND_EXIT),
    ],
    untagged: Row(&SEND_EVENT),
    bare: Row(&SEND_INFO),
    internal: None,
    continued: None,
    entering: None,
    is_swallowing: true,
    run_by: None,
    wrapped: include_str!("wrapped/gen_fsm.erl"),
    values: &[],
    actions: &[],
    refusals: &["bad_return_value"],
    only_state: None,
    ignore: "ignore",
    timeout: "timeout",
    about: "A finite state machine with a function for each state: https://www.erlang.org/docs/19/man/gen_fsm",
};

/// The tag of an event, also in what a timer brings.
const EVENT_TAG: &str = "$gen_event";

/// The tag of an event for all states.
const ALL_TAG: &str = "$gen_all_state_event";

/// The tag of an event for whose answer a client waits.
const SYNC_TAG: &str = "$gen_sync_event";

/// The tag of such an event for all states.
const SYNC_ALL_TAG: &str = "$gen_sync_all_state_event";

/// The tag of a timer that says which one it is.
const TIMER_TAG: &str = "$gen_timer";

pub(crate) static INTERFACE: Interface = Interface {
    module: "gen_fsm",
    copies: &["p1_fsm", "p1_fsm_old", "gen_fsm_compat"],
    functions: &[
        Function::new("cancel_timer", &[1], Act::Cancel),
        Function::new("enter_loop", &[4, 5, 6], Act::EnterLoop),
        Function::new("reply", &[2], Act::Reply),
        Function::new("send_all_state_event", &[2], Act::Send(Wire::Tagged(ALL_TAG)))
            .returning("ok")
            .failing(Failure::Badarg, &[2]),
        Function::new("send_event", &[2], Act::Send(Wire::Tagged(EVENT_TAG)))
            .returning("ok")
            .failing(Failure::Badarg, &[2]),
        Function::new("send_event_after", &[2], Act::Arm(TimerKind::Event, EVENT_TAG)),
        Function::new("start", &[3, 4], Act::Start),
        Function::new("start_link", &[3, 4], Act::Start),
        Function::new("start_monitor", &[3, 4], Act::Start),
        Function::new("start_timer", &[2], Act::Arm(TimerKind::Timeout, TIMER_TAG)),
        Function::new("stop", &[1, 3], Act::Stop).failing(Failure::Gone, &[1]),
        Function::new("sync_send_all_state_event", &[2, 3], Act::Call(Wire::Asked(SYNC_ALL_TAG)))
            .failing(Failure::GoneIn, &[2, 3])
            .limited(3),
        Function::new("sync_send_event", &[2, 3], Act::Call(Wire::Asked(SYNC_TAG)))
            .failing(Failure::GoneIn, &[2, 3])
            .limited(3),
    ],
};

/// Behind a tag: the next state and the data.
const fn next(tag: &'static str) -> Shape {
    Shape { tag, size: 3, next: NextState::Named(2), data: Some(3), effects: &[] }
}

/// Behind a tag: the next state, the data and an event timeout.
const fn next_within(tag: &'static str) -> Shape {
    Shape { tag, size: 4, next: NextState::Named(2), data: Some(3), effects: &[Effect::Arm(4)] }
}

/// `{reply, Reply, State, Data}`
const REPLY: Shape = Shape {
    tag: "reply",
    size: 4,
    next: NextState::Named(3),
    data: Some(4),
    effects: &[Effect::Reply(2)],
};

/// `{reply, Reply, State, Data, Timeout}`
const REPLY_WITHIN: Shape = Shape {
    tag: "reply",
    size: 5,
    next: NextState::Named(3),
    data: Some(4),
    effects: &[Effect::Reply(2), Effect::Arm(5)],
};

/// `{stop, Reason, Data}`
const STOP: Shape = Shape {
    tag: "stop",
    size: 3,
    next: NextState::Ended,
    data: Some(3),
    effects: &[Effect::Stop(2)],
};

/// `{stop, Reason, Reply, Data}`
const STOP_REPLY: Shape = Shape {
    tag: "stop",
    size: 4,
    next: NextState::Ended,
    data: Some(4),
    effects: &[Effect::Reply(3), Effect::Stop(2)],
};

/// Callbacks are called under `catch`: `{'EXIT', Reason}` looks like an exit.
const CAUGHT: Shape = Shape {
    tag: "EXIT",
    size: 2,
    next: NextState::Ended,
    data: None,
    effects: &[Effect::Caught(2)],
};

/// Behind a tag: why the machine is not started.
const fn failed(tag: &'static str) -> Shape {
    Shape { tag, size: 2, next: NextState::Ended, data: None, effects: &[Effect::Fail(2)] }
}

/// Of a callback in a state.
const IN_STATE: &[Shape] = &[next("next_state"), next_within("next_state"), STOP, CAUGHT];

/// Of a callback for whose answer a client waits.
const SYNC: &[Shape] =
    &[next("next_state"), next_within("next_state"), REPLY, REPLY_WITHIN, STOP, STOP_REPLY, CAUGHT];

static EVENT: Callback = Callback {
    number: 0,
    title: "Event",
    name: CallbackName::OfState,
    suffix: None,
    arguments: &[Argument::Event, Argument::Data],
    entry: None,
    moment: Moment::Event,
    absent: Absent::Crash,
    shapes: IN_STATE,
    about: "takes events, those of timers and event timeouts among them",
};

static SYNC_EVENT: Callback = Callback {
    number: 1,
    title: "SyncEvent",
    name: CallbackName::OfState,
    suffix: Some("sync"),
    arguments: &[Argument::Event, Argument::From, Argument::Data],
    entry: None,
    moment: Moment::Event,
    absent: Absent::Crash,
    shapes: SYNC,
    about: "takes events for whose answer a client waits",
};

static ALL_EVENT: Callback = Callback {
    number: 2,
    title: "AllEvent",
    name: CallbackName::Fixed("handle_event"),
    suffix: Some("handle_event"),
    arguments: &[Argument::Event, Argument::State, Argument::Data],
    entry: None,
    moment: Moment::Event,
    absent: Absent::Crash,
    shapes: IN_STATE,
    about: "takes events for all states",
};

static SYNC_ALL_EVENT: Callback = Callback {
    number: 3,
    title: "SyncAllEvent",
    name: CallbackName::Fixed("handle_sync_event"),
    suffix: Some("handle_sync_event"),
    arguments: &[Argument::Event, Argument::From, Argument::State, Argument::Data],
    entry: None,
    moment: Moment::Event,
    absent: Absent::Crash,
    shapes: SYNC,
    about: "takes events for all states for whose answer a client waits",
};

static INFO: Callback = Callback {
    number: 4,
    title: "Info",
    name: CallbackName::Fixed("handle_info"),
    suffix: Some("handle_info"),
    arguments: &[Argument::Event, Argument::State, Argument::Data],
    entry: None,
    moment: Moment::Message,
    absent: Absent::Logged,
    shapes: IN_STATE,
    about: "takes all other messages",
};

static TERMINATE: Callback = Callback {
    number: 5,
    title: "Terminate",
    name: CallbackName::Fixed("terminate"),
    suffix: Some("terminate"),
    arguments: &[Argument::Reason, Argument::State, Argument::Data],
    entry: None,
    moment: Moment::End,
    absent: Absent::Skipped,
    shapes: &[CAUGHT],
    about: "is called before the machine ends",
};

static INIT: Callback = Callback {
    number: 6,
    title: "Init",
    name: CallbackName::Fixed("init"),
    suffix: Some("init"),
    arguments: &[Argument::Start],
    entry: None,
    moment: Moment::Start,
    absent: Absent::Crash,
    shapes: &[next("ok"), next_within("ok"), failed("stop"), failed("EXIT")],
    about: "returns the first state",
};

static CODE_CHANGE: Callback = Callback {
    number: 7,
    title: "CodeChange",
    name: CallbackName::Fixed("code_change"),
    suffix: Some("code_change"),
    arguments: &[Argument::Other, Argument::State, Argument::Data, Argument::Other],
    entry: None,
    moment: Moment::Aside,
    absent: Absent::Crash,
    shapes: &[],
    about: "is called for an upgrade",
};

static FORMAT_STATUS: Callback = reports::of_list(8);

static SEND_EVENT: Message = Message {
    number: 0,
    title: "Event",
    tag: "event",
    is_untagged: true,
    wire: Wire::Tagged(EVENT_TAG),
    callback: Row(&EVENT),
    command: "cmd",
    post: "post",
    hand_over: "send_event",
    brought: &[TimerKind::Timeout, TimerKind::Event, TimerKind::Sent],
    sent: TimerKind::Sent,
};

static SYNC_SEND_EVENT: Message = Message {
    number: 1,
    title: "SyncEvent",
    tag: "sync",
    is_untagged: false,
    wire: Wire::Asked(SYNC_TAG),
    callback: Row(&SYNC_EVENT),
    command: "cmd_sync",
    post: "post",
    hand_over: "sync_send_event",
    brought: &[],
    sent: TimerKind::Info,
};

static SEND_ALL_STATE_EVENT: Message = Message {
    number: 2,
    title: "AllEvent",
    tag: "all",
    is_untagged: false,
    wire: Wire::Tagged(ALL_TAG),
    callback: Row(&ALL_EVENT),
    command: "cmd_all",
    post: "post_all",
    hand_over: "send_all_state_event",
    brought: &[TimerKind::SentAll],
    sent: TimerKind::SentAll,
};

static SYNC_SEND_ALL_STATE_EVENT: Message = Message {
    number: 3,
    title: "SyncAllEvent",
    tag: "sync_all",
    is_untagged: false,
    wire: Wire::Asked(SYNC_ALL_TAG),
    callback: Row(&SYNC_ALL_EVENT),
    command: "cmd_sync_all",
    post: "post",
    hand_over: "sync_send_all_state_event",
    brought: &[],
    sent: TimerKind::Info,
};

static SEND_INFO: Message = Message {
    number: 4,
    title: "Info",
    tag: "info",
    is_untagged: false,
    wire: Wire::Bare,
    callback: Row(&INFO),
    command: "cmd_info",
    post: "post_info",
    hand_over: "send_info",
    brought: &[TimerKind::Info],
    sent: TimerKind::Info,
};

static SEND_STOP: Message = Message {
    number: 5,
    title: "Stop",
    tag: "stop",
    is_untagged: false,
    wire: Wire::System(SYSTEM),
    callback: Row(&TERMINATE),
    command: "cmd_stop",
    post: "post",
    hand_over: "send_stop",
    brought: &[],
    sent: TimerKind::Info,
};

static SEND_EXIT: Message = Message {
    number: 6,
    title: "Exit",
    tag: "exit",
    is_untagged: false,
    wire: Wire::Signal("EXIT"),
    callback: Row(&TERMINATE),
    command: "cmd_exit",
    post: "post",
    hand_over: "send_exit",
    brought: &[],
    sent: TimerKind::Info,
};
