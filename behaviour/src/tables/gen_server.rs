//! `gen_server`, as OTP 25 has it: `gen_server:init_it/6`, `loop/7`, `handle_msg/6` and `handle_common_reply/8`.

use super::reports;
use crate::{
    Absent, Act, Argument, Behaviour, Callback, CallbackName, Effect, Failure, Function, Interface,
    Message, Moment, NextState, Row, SYSTEM, Shape, TimerKind, Wire,
};

/// The behaviour.
pub static GEN_SERVER: Behaviour = Behaviour {
    interface: &INTERFACE,
    callbacks: &[
        Row(&CALL),
        Row(&CAST),
        Row(&INFO),
        Row(&CONTINUE),
        Row(&TERMINATE),
        Row(&INIT),
        Row(&CODE_CHANGE),
        Row(&FORMAT_STATUS),
        Row(&FORMAT_STATUS_2),
    ],
    first: Row(&INIT),
    last: Row(&TERMINATE),
    status: &STATUS,
    ending: "terminate",
    report: REPORT,
    messages: &[
        Row(&SEND_INFO),
        Row(&SEND_CALL),
        Row(&SEND_CAST),
        Row(&SEND_STOP),
        Row(&SEND_EXIT),
    ],
    untagged: Row(&SEND_INFO),
    bare: Row(&SEND_INFO),
    internal: None,
    continued: Some(("continue", Row(&CONTINUE))),
    entering: None,
    is_swallowing: false,
    run_by: None,
    wrapped: include_str!("wrapped/gen_server.erl"),
    values: &[],
    actions: &[],
    refusals: &["bad_return_value"],
    only_state: Some("running"),
    ignore: "ignore",
    timeout: "timeout",
    about: "A server that answers requests: https://www.erlang.org/doc/man/gen_server",
};

/// What is asked for reports: OTP 25 looks for the function of one argument first.
static STATUS: [Row<Callback>; 2] = [Row(&FORMAT_STATUS), Row(&FORMAT_STATUS_2)];

/// What `format_status/1` gets.
const REPORT: &[(&str, Argument)] = &[
    ("log", Argument::Other),
    ("message", Argument::Other),
    ("reason", Argument::Reason),
    ("state", Argument::Data),
];

/// The tag of a request for whose answer a client waits.
const CALL_TAG: &str = "$gen_call";

/// The tag of a request without an answer.
const CAST_TAG: &str = "$gen_cast";

pub(crate) static INTERFACE: Interface = Interface {
    module: "gen_server",
    copies: &[],
    functions: &[
        Function::new("abcast", &[2, 3], Act::SendToAll(Wire::Tagged(CAST_TAG)))
            .returning("abcast"),
        Function::new("call", &[2, 3], Act::Call(Wire::Asked(CALL_TAG)))
            .failing(Failure::GoneIn, &[2, 3])
            .limited(3),
        Function::new("cast", &[2], Act::Send(Wire::Tagged(CAST_TAG))).returning("ok"),
        Function::new("enter_loop", &[3, 4, 5], Act::EnterLoop),
        Function::new("multi_call", &[2, 3, 4], Act::CallAll(Wire::Asked(CALL_TAG))),
        Function::new("reply", &[2], Act::Reply),
        Function::new("send_request", &[2, 4], Act::Request(Wire::Asked(CALL_TAG))),
        Function::new("start", &[3, 4], Act::Start),
        Function::new("start_link", &[3, 4], Act::Start),
        Function::new("start_monitor", &[3, 4], Act::Start),
        Function::new("stop", &[1, 3], Act::Stop).failing(Failure::Gone, &[1]),
    ],
};

/// Behind a tag: the data.
const fn kept(tag: &'static str) -> Shape {
    Shape { tag, size: 2, next: NextState::Only, data: Some(2), effects: &[] }
}

/// Behind a tag: the data, and how to go on.
const fn kept_then(tag: &'static str) -> Shape {
    Shape { tag, size: 3, next: NextState::Only, data: Some(2), effects: &[Effect::Proceed(3)] }
}

/// `{reply, Reply, Data}`
const REPLY: Shape = Shape {
    tag: "reply",
    size: 3,
    next: NextState::Only,
    data: Some(3),
    effects: &[Effect::Reply(2)],
};

/// `{reply, Reply, Data, Then}`
const REPLY_THEN: Shape = Shape {
    tag: "reply",
    size: 4,
    next: NextState::Only,
    data: Some(3),
    effects: &[Effect::Reply(2), Effect::Proceed(4)],
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

/// `{stop, Reason}`
const FAILED: Shape =
    Shape { tag: "stop", size: 2, next: NextState::Ended, data: None, effects: &[Effect::Fail(2)] };

/// Of a callback for which no client waits.
const COMMON: &[Shape] = &[kept("noreply"), kept_then("noreply"), STOP];

/// Of a callback for whose answer a client waits.
const ANSWER: &[Shape] =
    &[REPLY, REPLY_THEN, STOP_REPLY, kept("noreply"), kept_then("noreply"), STOP];

static CALL: Callback = Callback {
    number: 0,
    title: "Call",
    name: CallbackName::Fixed("handle_call"),
    suffix: Some("handle_call"),
    arguments: &[Argument::Event, Argument::From, Argument::Data],
    entry: None,
    moment: Moment::Event,
    absent: Absent::Crash,
    shapes: ANSWER,
    about: "takes requests for whose answer a client waits",
};

static CAST: Callback = Callback {
    number: 1,
    title: "Cast",
    name: CallbackName::Fixed("handle_cast"),
    suffix: Some("handle_cast"),
    arguments: &[Argument::Event, Argument::Data],
    entry: None,
    moment: Moment::Event,
    absent: Absent::Crash,
    shapes: COMMON,
    about: "takes requests without an answer",
};

static INFO: Callback = Callback {
    number: 2,
    title: "Info",
    name: CallbackName::Fixed("handle_info"),
    suffix: Some("handle_info"),
    arguments: &[Argument::Event, Argument::Data],
    entry: None,
    moment: Moment::Message,
    absent: Absent::Logged,
    shapes: COMMON,
    about: "takes all other messages, and timeouts",
};

static CONTINUE: Callback = Callback {
    number: 3,
    title: "Continue",
    name: CallbackName::Fixed("handle_continue"),
    suffix: Some("handle_continue"),
    arguments: &[Argument::Event, Argument::Data],
    entry: None,
    moment: Moment::Next,
    absent: Absent::Crash,
    shapes: COMMON,
    about: "is called at once where a return tuple asks for it",
};

static TERMINATE: Callback = Callback {
    number: 4,
    title: "Terminate",
    name: CallbackName::Fixed("terminate"),
    suffix: Some("terminate"),
    arguments: &[Argument::Reason, Argument::Data],
    entry: None,
    moment: Moment::End,
    absent: Absent::Skipped,
    shapes: &[],
    about: "is called before the machine ends",
};

static INIT: Callback = Callback {
    number: 5,
    title: "Init",
    name: CallbackName::Fixed("init"),
    suffix: Some("init"),
    arguments: &[Argument::Start],
    entry: None,
    moment: Moment::Start,
    absent: Absent::Crash,
    shapes: &[kept("ok"), kept_then("ok"), FAILED],
    about: "returns the first data",
};

static CODE_CHANGE: Callback = Callback {
    number: 6,
    title: "CodeChange",
    name: CallbackName::Fixed("code_change"),
    suffix: Some("code_change"),
    arguments: &[Argument::Other, Argument::Data, Argument::Other],
    entry: None,
    moment: Moment::Aside,
    absent: Absent::Crash,
    shapes: &[],
    about: "is called for an upgrade",
};

static FORMAT_STATUS: Callback = reports::of_map(7);

/// Of two arguments, where it has none of one.
static FORMAT_STATUS_2: Callback = reports::beside_map(8);

static SEND_INFO: Message = Message {
    number: 0,
    title: "Info",
    tag: "info",
    is_untagged: true,
    wire: Wire::Bare,
    callback: Row(&INFO),
    command: "cmd_info",
    post: "post_info",
    hand_over: "send_info",
    brought: &[TimerKind::Info],
    sent: TimerKind::Info,
};

static SEND_CALL: Message = Message {
    number: 1,
    title: "Call",
    tag: "call",
    is_untagged: false,
    wire: Wire::Asked(CALL_TAG),
    callback: Row(&CALL),
    command: "cmd_call",
    post: "post",
    hand_over: "send_call",
    brought: &[],
    sent: TimerKind::Info,
};

static SEND_CAST: Message = Message {
    number: 2,
    title: "Cast",
    tag: "cast",
    is_untagged: false,
    wire: Wire::Tagged(CAST_TAG),
    callback: Row(&CAST),
    command: "cmd_cast",
    post: "post_cast",
    hand_over: "send_cast",
    brought: &[TimerKind::SentCast],
    sent: TimerKind::SentCast,
};

static SEND_STOP: Message = Message {
    number: 3,
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
    number: 4,
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
