//! `gen_statem`, as OTP 25 has it. Its loop is text: `gen_statem.erl` beside this file, which says what return tuples and
//! actions do. Here stands what a module has to have, and what reaches it.
//!
//! There is a table for each callback mode: with `state_functions` the callback is called as the state, with
//! `handle_event_function` it is `handle_event/4`.

use super::reports;
use crate::{
    Absent, Act, Action, Argument, Behaviour, Callback, CallbackName, Deed, Effect, Entry, Failure,
    Function, Interface, Loop, Message, Modes, Moment, NextState, Row, SYSTEM, Shape, TimerKind,
    Wire,
};

/// The behaviour of modules whose callbacks are called as the states.
pub static GEN_STATEM: Behaviour = behaviour(
    &[
        Row(&STATE_CALL),
        Row(&STATE_CAST),
        Row(&STATE_INFO),
        Row(&STATE_NEXT),
        Row(&TERMINATE),
        Row(&INIT),
        Row(&CALLBACK_MODE),
        Row(&CODE_CHANGE),
        Row(&FORMAT_STATUS),
        Row(&FORMAT_STATUS_2),
    ],
    &[
        Row(&STATE_SEND_INFO),
        Row(&STATE_SEND_CALL),
        Row(&STATE_SEND_CAST),
        Row(&SEND_STOP),
        Row(&SEND_EXIT),
        Row(&STATE_TIMEOUT),
    ],
    [&STATE_SEND_INFO, &STATE_TIMEOUT],
);

/// The behaviour of modules with one callback for all states.
pub static GEN_STATEM_HANDLER: Behaviour = behaviour(
    &[
        Row(&HANDLE_CALL),
        Row(&HANDLE_CAST),
        Row(&HANDLE_INFO),
        Row(&HANDLE_NEXT),
        Row(&TERMINATE),
        Row(&INIT),
        Row(&CALLBACK_MODE),
        Row(&CODE_CHANGE),
        Row(&FORMAT_STATUS),
        Row(&FORMAT_STATUS_2),
    ],
    &[
        Row(&HANDLE_SEND_INFO),
        Row(&HANDLE_SEND_CALL),
        Row(&HANDLE_SEND_CAST),
        Row(&SEND_STOP),
        Row(&SEND_EXIT),
        Row(&HANDLE_TIMEOUT),
    ],
    [&HANDLE_SEND_INFO, &HANDLE_TIMEOUT],
);

const fn behaviour(
    callbacks: &'static [Row<Callback>],
    messages: &'static [Row<Message>],
    [info, timeout]: [&'static Message; 2],
) -> Behaviour {
    Behaviour {
        interface: &INTERFACE,
        callbacks,
        first: Row(&INIT),
        last: Row(&TERMINATE),
        status: &STATUS,
        ending: "terminate",
        report: REPORT,
        messages,
        untagged: Row(info),
        bare: Row(info),
        internal: Some("internal"),
        continued: Some(("continue", timeout.callback)),
        entering: Some("enter"),
        is_swallowing: false,
        run_by: Some(&Loop { module: "gen_statem", size: 6 }),
        wrapped: include_str!("wrapped/gen_statem.erl"),
        values: VALUES,
        actions: ACTIONS,
        refusals: REFUSALS,
        only_state: None,
        ignore: "ignore",
        timeout: "timeout",
        about: "A state machine: https://www.erlang.org/doc/man/gen_statem",
    }
}

/// What is asked for reports: OTP 25 looks for the function of one argument first.
static STATUS: [Row<Callback>; 2] = [Row(&FORMAT_STATUS), Row(&FORMAT_STATUS_2)];

/// What `format_status/1` gets.
const REPORT: &[(&str, Argument)] = &[
    ("data", Argument::Data),
    ("log", Argument::Other),
    ("postponed", Argument::Other),
    ("queue", Argument::Other),
    ("reason", Argument::Reason),
    ("state", Argument::State),
    ("timeouts", Argument::Other),
];

/// The tag of a request for whose answer a client waits.
const CALL_TAG: &str = "$gen_call";

/// The tag of a request without an answer.
const CAST_TAG: &str = "$gen_cast";

pub(crate) static INTERFACE: Interface = Interface {
    module: "gen_statem",
    copies: &[],
    functions: &[
        Function::new("call", &[2], Act::Call(Wire::Asked(CALL_TAG)))
            .failing(Failure::GoneWithin("infinity"), &[2]),
        Function::new("call", &[3], Act::Call(Wire::Asked(CALL_TAG)))
            .failing(Failure::GoneIn, &[3])
            .limited(3)
            .by_proxy(),
        Function::new("cast", &[2], Act::Send(Wire::Tagged(CAST_TAG))).returning("ok"),
        Function::new("enter_loop", &[4, 5, 6], Act::EnterLoop),
        Function::new("reply", &[1], Act::ReplyAll),
        Function::new("reply", &[2], Act::Reply),
        Function::new("send_request", &[2, 4], Act::Request(Wire::Asked(CALL_TAG))),
        Function::new("start", &[3, 4], Act::Start),
        Function::new("start_link", &[3, 4], Act::Start),
        Function::new("start_monitor", &[3, 4], Act::Start),
        Function::new("stop", &[1, 3], Act::Stop).failing(Failure::Gone, &[1]),
    ],
};

/// A tuple behind which the machine goes on.
const fn goes_on(
    tag: &'static str,
    size: usize,
    [next, data]: [Option<usize>; 2],
    effects: &'static [Effect],
) -> Shape {
    let next = match next {
        Some(place) => NextState::Named(place),
        None => NextState::Kept,
    };
    Shape { tag, size, next, data, effects }
}

/// A tuple behind which it ends.
const fn ends(
    tag: &'static str,
    size: usize,
    data: Option<usize>,
    effects: &'static [Effect],
) -> Shape {
    Shape { tag, size, next: NextState::Ended, data, effects }
}

/// What a callback for an event returns, but for the atoms among these values.
const RETURNED: &[Shape] = &[
    goes_on("next_state", 3, [Some(2), Some(3)], &[]),
    goes_on("next_state", 4, [Some(2), Some(3)], &[Effect::Perform(4)]),
    goes_on("keep_state", 2, [None, Some(2)], &[]),
    goes_on("keep_state", 3, [None, Some(2)], &[Effect::Perform(3)]),
    goes_on("keep_state_and_data", 2, [None, None], &[Effect::Perform(2)]),
    goes_on("repeat_state", 2, [None, Some(2)], &[]),
    goes_on("repeat_state", 3, [None, Some(2)], &[Effect::Perform(3)]),
    goes_on("repeat_state_and_data", 2, [None, None], &[Effect::Perform(2)]),
    ends("stop", 2, None, &[Effect::Stop(2)]),
    ends("stop", 3, Some(3), &[Effect::Stop(2)]),
    ends("stop_and_reply", 3, None, &[Effect::Stop(2), Effect::Perform(3)]),
    ends("stop_and_reply", 4, Some(4), &[Effect::Stop(2), Effect::Perform(3)]),
];

/// The atoms that it returns.
const VALUES: &[Shape] = &[
    goes_on("keep_state_and_data", 1, [None, None], &[]),
    goes_on("repeat_state_and_data", 1, [None, None], &[]),
    ends("stop", 1, None, &[]),
];

const fn action(tag: &'static str, size: usize, deed: Deed) -> Action {
    Action { tag, size, deed }
}

/// What `gen_statem.erl` says in `acted/3` and `timeout/1`; the type of a time-out with a name is a pair.
const ACTIONS: &[Action] = &[
    action("reply", 3, Deed::Reply),
    action("postpone", 0, Deed::Postpone(None)),
    action("postpone", 2, Deed::Postpone(Some(2))),
    action("next_event", 3, Deed::Insert(2)),
    action("hibernate", 0, Deed::Hibernate(None)),
    action("hibernate", 2, Deed::Hibernate(Some(2))),
    action("change_callback_module", 2, Deed::Module),
    action("push_callback_module", 2, Deed::Module),
    action("pop_callback_module", 0, Deed::Module),
    action("timeout", 2, Deed::Cancel),
    action("timeout", 3, Deed::Time),
    action("timeout", 4, Deed::Time),
    action("state_timeout", 2, Deed::Cancel),
    action("state_timeout", 3, Deed::Time),
    action("state_timeout", 4, Deed::Time),
];

const REFUSALS: &[&str] = &[
    "bad_return_from_init",
    "bad_return_from_state_function",
    "bad_action_from_state_function",
    "bad_reply_action_from_state_function",
    "bad_state_enter_return_from_state_function",
    "bad_state_enter_action_from_state_function",
];

/// What `init/1` returns, but for `ignore`.
const STARTED: &[Shape] = &[
    goes_on("ok", 3, [Some(2), Some(3)], &[]),
    goes_on("ok", 4, [Some(2), Some(3)], &[Effect::Perform(4)]),
    ends("stop", 2, None, &[Effect::Fail(2)]),
];

/// What the functions of the loop return.
const LOOPED: &[Shape] = &[
    goes_on("next", 3, [Some(2), Some(3)], &[]),
    goes_on("next", 4, [Some(2), Some(3)], &[Effect::Proceed(4)]),
    ends("stop", 3, Some(3), &[Effect::Stop(2)]),
    ends("crash", 3, Some(3), &[Effect::Crash(2)]),
    ends("broken", 2, None, &[Effect::Break(2)]),
    ends("fail", 2, None, &[Effect::Fail(2)]),
];

/// A function of the loop for an event.
const fn entry(function: &'static str) -> Entry {
    let arguments = &[Argument::Event, Argument::State, Argument::Data];
    Entry { function, arguments, shapes: LOOPED }
}

static CALLED: Entry = Entry {
    function: "call",
    arguments: &[Argument::Event, Argument::From, Argument::State, Argument::Data],
    shapes: LOOPED,
};
static CAST: Entry = entry("cast");
static INFO: Entry = entry("info");
static NEXT: Entry = entry("next");
static BEGUN: Entry = Entry { function: "init", arguments: &[Argument::Start], shapes: LOOPED };
static ENDED: Entry = Entry {
    function: "terminate",
    arguments: &[Argument::Reason, Argument::State, Argument::Data],
    shapes: &[],
};

/// A callback for events of one kind, as the state.
const fn in_state(
    number: usize,
    [title, suffix, about]: [&'static str; 3],
    moment: Moment,
    entry: &'static Entry,
) -> Callback {
    Callback {
        number,
        title,
        name: CallbackName::OfState,
        suffix: Some(suffix),
        arguments: &[Argument::Type, Argument::Event, Argument::Data],
        entry: Some(entry),
        moment,
        absent: Absent::Crash,
        shapes: RETURNED,
        about,
    }
}

/// The callback for all states in the place of one that is called as the state.
const fn in_all(callback: &Callback) -> Callback {
    Callback {
        number: callback.number,
        title: callback.title,
        name: CallbackName::Fixed("handle_event"),
        suffix: callback.suffix,
        arguments: &[Argument::Type, Argument::Event, Argument::State, Argument::Data],
        entry: callback.entry,
        moment: callback.moment,
        absent: callback.absent,
        shapes: callback.shapes,
        about: callback.about,
    }
}

const ON_CALL: Callback = in_state(
    0,
    ["Call", "call", "takes requests for whose answer a client waits"],
    Moment::Event,
    &CALLED,
);
const ON_CAST: Callback =
    in_state(1, ["Cast", "cast", "takes requests without an answer"], Moment::Event, &CAST);
const ON_INFO: Callback =
    in_state(2, ["Info", "info", "takes all other messages"], Moment::Message, &INFO);
const ON_NEXT: Callback = in_state(
    3,
    ["Next", "next", "takes timeouts, inserted and postponed events, and is called on entering"],
    Moment::Next,
    &NEXT,
);

static STATE_CALL: Callback = ON_CALL;
static STATE_CAST: Callback = ON_CAST;
static STATE_INFO: Callback = ON_INFO;
static STATE_NEXT: Callback = ON_NEXT;
static HANDLE_CALL: Callback = in_all(&ON_CALL);
static HANDLE_CAST: Callback = in_all(&ON_CAST);
static HANDLE_INFO: Callback = in_all(&ON_INFO);
static HANDLE_NEXT: Callback = in_all(&ON_NEXT);

static TERMINATE: Callback = Callback {
    number: 4,
    title: "Terminate",
    name: CallbackName::Fixed("terminate"),
    suffix: Some("terminate"),
    arguments: &[Argument::Reason, Argument::State, Argument::Data],
    entry: Some(&ENDED),
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
    entry: Some(&BEGUN),
    moment: Moment::Start,
    absent: Absent::Crash,
    shapes: STARTED,
    about: "returns the first state and data",
};

/// The callback modes.
pub(crate) static MODES: Modes = Modes {
    callback: Row(&CALLBACK_MODE),
    tables: &[("state_functions", &GEN_STATEM), ("handle_event_function", &GEN_STATEM_HANDLER)],
    former: "OTP 19.0 took the mode from here; later ones ask `callback_mode/0`, and take a state from here",
    enters: "state_enter",
};

static CALLBACK_MODE: Callback = Callback {
    number: 6,
    title: "CallbackMode",
    name: CallbackName::Fixed("callback_mode"),
    suffix: Some("callback_mode"),
    arguments: &[],
    entry: None,
    moment: Moment::Aside,
    absent: Absent::Crash,
    shapes: &[],
    about: "says how events are handed over",
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

static FORMAT_STATUS: Callback = reports::of_map(8);

/// Of two arguments, where it has none of one.
static FORMAT_STATUS_2: Callback = reports::beside_map(9);

const fn info(callback: &'static Callback) -> Message {
    Message {
        number: 0,
        title: "Info",
        tag: "info",
        is_untagged: true,
        wire: Wire::Bare,
        callback: Row(callback),
        command: "cmd_info",
        post: "post_info",
        hand_over: "send_info",
        brought: &[TimerKind::Info],
        sent: TimerKind::Info,
    }
}

const fn call(callback: &'static Callback) -> Message {
    Message {
        number: 1,
        title: "Call",
        tag: "call",
        is_untagged: false,
        wire: Wire::Asked(CALL_TAG),
        callback: Row(callback),
        command: "cmd_call",
        post: "post",
        hand_over: "send_call",
        brought: &[],
        sent: TimerKind::Info,
    }
}

const fn cast(callback: &'static Callback) -> Message {
    Message {
        number: 2,
        title: "Cast",
        tag: "cast",
        is_untagged: false,
        wire: Wire::Tagged(CAST_TAG),
        callback: Row(callback),
        command: "cmd_cast",
        post: "post_cast",
        hand_over: "send_cast",
        brought: &[TimerKind::SentCast],
        sent: TimerKind::SentCast,
    }
}

const fn timeout(callback: &'static Callback) -> Message {
    Message {
        number: 5,
        title: "Timeout",
        tag: "timeout",
        is_untagged: false,
        wire: Wire::Timer,
        callback: Row(callback),
        command: "cmd_timeout",
        post: "post_timeout",
        hand_over: "send_timeout",
        brought: &[TimerKind::Timeout],
        sent: TimerKind::Info,
    }
}

static STATE_SEND_INFO: Message = info(&STATE_INFO);
static STATE_SEND_CALL: Message = call(&STATE_CALL);
static STATE_SEND_CAST: Message = cast(&STATE_CAST);
static STATE_TIMEOUT: Message = timeout(&STATE_NEXT);
static HANDLE_SEND_INFO: Message = info(&HANDLE_INFO);
static HANDLE_SEND_CALL: Message = call(&HANDLE_CALL);
static HANDLE_SEND_CAST: Message = cast(&HANDLE_CAST);
static HANDLE_TIMEOUT: Message = timeout(&HANDLE_NEXT);

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
