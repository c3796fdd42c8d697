//! The findings of built-in checks, with the pages that `erl2lts explain` prints.

use frontend::{Code, CodeInfo};

/// An exception in a callback.
pub const CRASH: Code = Code("E0701");
/// An exception that depends on what an event carries.
pub const CRASH_ON_ARGUMENT: Code = Code("E0702");
/// An event without a clause.
pub const UNHANDLED: Code = Code("E0703");
/// A value that no callback may return.
pub const BAD_RETURN: Code = Code("E0704");
/// A next state without a function.
pub const NO_STATE: Code = Code("E0705");
/// A caller that never gets an answer.
pub const CALLER_FORGOTTEN: Code = Code("E0706");
/// An answer that no caller waits for.
pub const REPLY_TO_NOBODY: Code = Code("E0707");
/// A stop that leaves a caller without an answer.
pub const STOP_WITHOUT_REPLY: Code = Code("E0708");
/// An event timeout without a clause.
pub const TIMEOUT_UNHANDLED: Code = Code("E0709");
/// A timer in a state that has no clause for it.
pub const TIMER_UNEXPECTED: Code = Code("E0710");
/// An event timeout that is lost.
pub const TIMEOUT_LOST: Code = Code("E0711");
/// An event that is swallowed while a client waits.
pub const SWALLOWED: Code = Code("E0712");
/// A state that cannot be left.
pub const SINK: Code = Code("E0713");
/// A machine that keeps itself busy.
pub const LIVELOCK: Code = Code("E0714");
/// A state that is never entered.
pub const UNREACHABLE: Code = Code("E0715");
/// A clause that is never taken.
pub const CLAUSE_NEVER_TAKEN: Code = Code("E0716");
/// A machine that never starts.
pub const NEVER_STARTS: Code = Code("E0717");
/// A timer whose message comes although it was cancelled.
pub const STALE_TIMER: Code = Code("E0718");
/// A call of the machine to itself.
pub const CALL_TO_ITSELF: Code = Code("E0719");
/// Two answers to one call.
pub const TWO_ANSWERS: Code = Code("E0720");
/// A state in which nothing makes a difference.
pub const DEAD: Code = Code("E0721");
/// A message that is sent and that no clause names, or the other way round.
pub const UNNAMED: Code = Code("E0722");

/// A timer that runs on beside a new one for the same message.
pub const TIMERS_OVERLAP: Code = Code("E0723");
/// Something that one branch gives back, and another one does not.
pub const NOT_GIVEN_BACK: Code = Code("E0724");
/// A postponed event that is never taken again.
pub const POSTPONED: Code = Code("E0725");

/// All findings.
pub const TABLE: &[CodeInfo] = &[
    CodeInfo {
        code: CRASH,
        title: "crash in a callback",
        explanation: "\
A callback ends with an exception, and the machine with it: `badarith`, `case_clause`, `badmatch`, `function_clause` of a
local function, and so on. The events shown lead there, and nothing else is needed: neither a wrong argument nor
a certain answer of another module.

    idle(divide, D) -> {next_state, idle, D#data{share = 100 div D#data.users}}.   % users is 0 at first

A message to `undefined`, which is what a field of a record is that nobody has set, fails with `badarg`, a call of such a server with
`noproc`; a call of a function that OTP does not have, such as `crypto:sha/1` or `lists:lenght/1`, with `undef`.

Places whose crash rests on what another module returns (`{ok, F} = file:open(..)`) are only counted.",
    },
    CodeInfo {
        code: CRASH_ON_ARGUMENT,
        title: "crash on what an event carries",
        explanation: "\
The machine crashes on some values that an event, or the argument of `init/1`, may carry, for all that the
module says. Whoever sends it may know better, so this is possible only. A guard in the function of
the interface, or a clause for other values, settles it.",
    },
    CodeInfo {
        code: UNHANDLED,
        title: "event without a clause",
        explanation: "\
An event or a message comes where no clause of the callback takes it, of a gen_fsm in that state, and the machine crashes
with `function_clause` (`undef` where there is no such function). It is certain where the machine sends it to itself, or a
function of the module's interface does. It is told of an event that some state handles and that may come late: another
event has changed the state in between; and, as possible only, of an event of the interface that no clause of any state
takes: it may be meant for another machine. Where more than half of the pairs of state and event of the interface have no
clause, the module leaves it to its callers to know when: then it is possible only. Events that nobody is known to send there
are only listed, in one table.",
    },
    CodeInfo {
        code: BAD_RETURN,
        title: "value that no callback may return",
        explanation: "\
`gen_fsm` takes `{next_state, State, Data}`, `{next_state, State, Data, Timeout}`, `{stop, Reason, Data}`, and for sync events
`{reply, Reply, State, Data}`, the same with a timeout, and `{stop, Reason, Reply, Data}`. `gen_server` takes `{noreply, Data}`
and `{stop, Reason, Data}`, for calls `{reply, Reply, Data}` and `{stop, Reason, Reply, Data}` too; behind the data of what goes
on may stand a timeout, `hibernate` or `{continue, Content}`, and nothing else. On anything else the machine crashes with
`{bad_return_value, Value}`. Often a helper returns `ok`, or a `throw` becomes the value.

`gen_statem` takes `{next_state, State, Data}`, `{keep_state, Data}`, `keep_state_and_data`, `{repeat_state, Data}`,
`repeat_state_and_data`, each but the atoms with actions behind that (`{keep_state_and_data, Actions}`), `stop`, `{stop, Reason}`,
`{stop, Reason, Data}` and `{stop_and_reply, Reason, Replies}` with or without data. Actions are checked, too: one that is none, a time below 0, an
answer to what is no From, and on entering a state another next state, `postpone` or `next_event` crash the machine
(`bad_action_from_state_function` and others).",
    },
    CodeInfo {
        code: NO_STATE,
        title: "next state without a function",
        explanation: "\
A callback names a next state for which the module has no function: the next event crashes the machine with
`undef`. Often the name is misspelt. It is only possible where what other modules return decides whether it is entered. Nothing
is said where a clause for all states, or a function below one, tells this state from others, and nothing that the machine
does itself makes such an event there. Of a gen_statem every event comes to the function of the state; where the callback of the other
callback mode is there, the finding says so.",
    },
    CodeInfo {
        code: CALLER_FORGOTTEN,
        title: "caller that never gets an answer",
        explanation: "\
A client has sent a sync event or a call, and the machine has neither answered it nor kept its From: the client waits until its
time is over (5 seconds), and exits. Return `{reply, ..}`, call `reply(From, Reply)` of the behaviour, or keep From in the
data until you do. A gen_statem answers by the action `{reply, From, Reply}`, or postpones the call; one that is postponed in a state
which nothing leaves is never answered. A place for one From is not enough where a second caller may come before the first has its answer:

    busy(get, From, D) -> {next_state, busy, D#d{from = From}}.       % forgets who waits already

Nothing is said of a call that nobody is known to make, where a clause of a gen_statem for events of all types takes it: that passes
over what is none of the module's.",
    },
    CodeInfo {
        code: REPLY_TO_NOBODY,
        title: "answer that nobody waits for",
        explanation: "\
`reply/2` of the behaviour is called with the From of a call that has been answered: two answers to one call. The client
gets a message that it does not expect, or none. Forget From when it is answered.",
    },
    CodeInfo {
        code: STOP_WITHOUT_REPLY,
        title: "stop without an answer",
        explanation: "\
A sync event or a call ends with `{stop, Reason, Data}`: the client's call exits with the reason. With
`{stop, Reason, Reply, Data}` it gets an answer.",
    },
    CodeInfo {
        code: TIMEOUT_UNHANDLED,
        title: "event timeout without a clause",
        explanation: "\
A callback has returned a timeout, and the state that it enters has no clause for the event `timeout`, or `handle_info/2` of a
gen_server none for that message: when the time is over the machine crashes with `function_clause`. Of a gen_statem it is told of the
types `timeout` and `state_timeout`; a time-out with a name is E0710.",
    },
    CodeInfo {
        code: TIMER_UNEXPECTED,
        title: "timer in a state that has no clause for it",
        explanation: "\
A timer runs on through changes of state until it is cancelled, a time-out `{timeout, Name}` of a gen_statem as well. Here one fires in a state that has no clause for what it
brings. Cancel it where the state is left, or take its event there; a timer that `erlang:cancel_timer/1` comes too late for
has its message in the mailbox already.

The end of another process is told in the same way. Where the machine has started that, and all reasons which its code gives
have a clause, another process would have to end it: then it is possible only.",
    },
    CodeInfo {
        code: TIMEOUT_LOST,
        title: "event timeout lost",
        explanation: "\
Any message ends an event timeout, one that is only logged too. Here a message came that leaves the state as it is and sets no
new timeout: what the machine was to do by `timeout` it never does. Return the timeout again, or start a timer.

    idle(go, D) -> {next_state, wait, D, 1000}.
    wait(timeout, D) -> {next_state, idle, D}.
    handle_info(_, S, D) -> {next_state, S, D}.       % behind this `wait` has no timeout any more

It is only possible where something else leaves the state, too; then it is told if every return that enters the state sets
a timeout. A clause of the state for one event may end it on purpose, as the timeout was one for the first event: that is told only if other
clauses of the state set it again. One that has to do with a timer, sends itself something, or says `infinity` is not told. Of a gen_statem it is told of time-outs of the type `timeout`.",
    },
    CodeInfo {
        code: SWALLOWED,
        title: "event swallowed while a client waits",
        explanation: "\
A clause that takes everything takes an event that another state names, and a client waits for an answer that this event
might bring. Nothing crashes, and nothing goes on.",
    },
    CodeInfo {
        code: SINK,
        title: "state that cannot be left",
        explanation: "\
The state has a way out in the source, but with the data that the machine has there no event was found that takes it, nor one
that is answered. Often it was left by a timer, which was cancelled, or never started on this way.",
    },
    CodeInfo {
        code: LIVELOCK,
        title: "machine that keeps itself busy",
        explanation: "\
The machine sends itself an event whose clause sends it once more, or asks by `{continue, C}`, `{next_event, Type, C}` or
`repeat_state` for what asks for it once more, and comes back to the very same state: it is busy with itself for ever. Of a gen_statem a
time-out of 0 is such an event, too: it comes before any message that waits. All of it is only possible where a `receive` on the way
may take a message, behind which it may go on otherwise.",
    },
    CodeInfo {
        code: UNREACHABLE,
        title: "state that is never entered",
        explanation: "\
A function looks like that of a state (another function names it as next state, or so it seems), but no way to that state was
found under any events that the module suggests.",
    },
    CodeInfo {
        code: CLAUSE_NEVER_TAKEN,
        title: "clause that is never taken",
        explanation: "\
The head of a clause takes nothing: a variable would have to contain itself, or, of a gen_statem, it is for a type of events that there
is not (`open(call, ..)` for `open({call, From}, ..)`), or for calls on entering a state where `callback_mode/0` does not ask for them.

Or no event that the module suggests reaches this clause of a callback in any state that was met, and nothing was left out. Give
other events with `--commands` or a .props file (`erl2lts commands FILE` prints one to start from) if there are any.",
    },
    CodeInfo {
        code: NEVER_STARTS,
        title: "machine that never starts",
        explanation: "\
Whatever `init/1` is called with, it ends with `{stop, Reason}`, `ignore` or an exception. Say with `--init TERM` what it is
called with if the module's own start functions do not tell. It is only possible where another function enters the loop of
the behaviour (`enter_loop`), and where each clause refuses and no function of the module starts it.

The callbacks of such a `gen_statem` are there for another machine, which is handed to them by `{push_callback_module, M}` or
`{change_callback_module, M}`: then the hunt begins in each of their states, with data of which only what the heads of callbacks
have in common is known. What it finds is possible, as no machine may ever be handed over so.",
    },
    CodeInfo {
        code: STALE_TIMER,
        title: "message of a timer that was cancelled",
        explanation: "\
A timer is over before it is cancelled: its message is in the mailbox already, and comes in a state that has no clause for it.
`erlang:cancel_timer/1` and `timer:cancel/1` leave it there (`gen_fsm:cancel_timer/1` takes it out). Where cancelling answers
`false`, take the message out, or have a clause for it in every state that follows:

    case erlang:cancel_timer(T) of
        false -> receive tick -> ok after 0 -> ok end;
        _ -> ok
    end",
    },
    CodeInfo {
        code: CALL_TO_ITSELF,
        title: "call of the machine to itself",
        explanation: "\
A callback calls `gen_fsm:sync_send_event`, `gen_fsm:sync_send_all_state_event` or `gen_server:call` with `self()`, or with the name
under which the machine is registered. The machine cannot answer while it waits for the answer: the call exits, at once
(`calling_self`) or when its time is over, and the machine with it; in `init/1` it does not start. Call the function that does the work, or send an event.

Nor can it answer while it waits for another machine that waits for it: where it calls one of its project in a callback, which calls
it in a callback of its own, both places are told. That takes both calls at once, and is only possible.

    handle_call(total, _, D) -> {reply, basket:count(), D};           % and `basket` calls price/1 here
    handle_call({price, Item}, _, D) -> {reply, maps:get(Item, D), D}.

The process that starts a machine cannot answer either: it waits until `init/1` has returned.

    start_link() -> gen_server:start_link(?MODULE, [self()], []).
    init([Parent]) -> {ok, gen_server:call(Parent, settings)}.

Hand over what `init/1` needs, or ask behind it, by `{continue, ask}` or a `next_event`.",
    },
    CodeInfo {
        code: TWO_ANSWERS,
        title: "two answers to one call",
        explanation: "\
One callback answers a call twice: by `reply/2` of the behaviour, and once more, or by `{reply, ..}` besides. The client gets
the first answer, and the other one as a message that it does not expect, or not at all.",
    },
    CodeInfo {
        code: DEAD,
        title: "state in which nothing makes a difference",
        explanation: "\
The machine comes into a state that its text never leaves, and waits there for nothing: no timeout and no timer runs, no process
is watched, nobody waits for an answer. Whatever comes is swallowed by a clause that takes everything, or crashes the machine
because no clause takes it. A machine that has done its work ought to stop; a clause that names what it ignores settles it too:

    closed(_, D) -> {next_state, closed, D}.        % lives for ever
    open(close, D) -> {stop, normal, D}.            % instead of {next_state, closed, D}

A state that has a way out in the source, but never takes it, is E0713.",
    },
    CodeInfo {
        code: UNNAMED,
        title: "message that no clause names, or timer that is never started",
        explanation: "\
The machine sends itself a message, at once or by a timer, or a function of its interface does, and no clause of the callback to
which that comes names it: only a clause for everything takes it, or none. Or a clause names what a timer brings, and no
timer of the module brings that. Often the name is spelt in two ways, or the message comes to another callback than
the one with the clause:

    erlang:send_after(T, self(), expire)     comes to handle_info/3 (of a gen_server handle_info/2) as expire
    gen_fsm:send_event_after(T, expire)      comes to the state, State/2, as expire
    erlang:start_timer(T, self(), expire)    comes to handle_info/3 as {timeout, Ref, expire}
    gen_fsm:start_timer(T, expire)           comes to the state, State/2, as {timeout, Ref, expire}

Name it where it comes, if only to say that it is ignored. Of a gen_statem it is told of time-outs, too: of `{timeout, Name}` which is
started under a name that no clause takes, and of a clause for a time-out that nothing starts.",
    },
    CodeInfo {
        code: TIMERS_OVERLAP,
        title: "timer that is taken for a new one",
        explanation: "\
A timer is started while an earlier one for the same message runs, which the machine has forgotten: that one comes first, in a state
which takes it for its own, and ends it too early. A timer runs on through changes of state until it is cancelled:

    idle(go, D) -> {next_state, run, D#d{timer = gen_fsm:send_event_after(1000, done)}}.
    run(stop, D) -> {next_state, idle, D};             % `done` still comes, perhaps in the next run
    run(done, D) -> {next_state, idle, D}.

Cancel it where the state is left, or where the next one is started; or use `gen_fsm:start_timer/2` and compare the reference in
`{timeout, Ref, done}` with that of the timer that is waited for. Told where the new timer comes with another state, which the old
message leaves, or where its reference takes the place of the old one in the data.",
    },
    CodeInfo {
        code: POSTPONED,
        title: "event that is postponed for ever",
        explanation: "\
A gen_statem postpones an event in a state that nothing leaves, or in every state that can follow: a postponed event comes again
only when the state changes, so this one is never taken. Nothing crashes, and what is postponed is never forgotten:

    full(cast, {write, _}, _) -> {keep_state_and_data, postpone};      % and nothing leaves `full`
    full({call, From}, read, D) -> {keep_state_and_data, {reply, From, D}}.

Take the event there, or leave the state. Of a call that is postponed so the caller never gets an answer: that is E0706. Told only
where a hunt has met all that there is.",
    },
    CodeInfo {
        code: NOT_GIVEN_BACK,
        title: "something taken that a branch does not give back",
        explanation: "\
A file, a socket, a worker of a pool, a table or a monitor is taken in a clause. One branch behind that gives it back, another one goes
on and does not speak of it any more: it stays taken until the machine ends.

    {ok, F} = file:open(Name, [read]),
    case file:read(F, 10) of
        {ok, Bytes} -> file:close(F), {next_state, next, Bytes};
        eof -> {next_state, idle, D}                             % F stays open
    end

Give it back there, too, or in front of the branches. Nothing is said of what is kept in the data or handed to a function, nor of
branches that end the process.",
    },
];
