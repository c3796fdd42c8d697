//! `receive`: what the model does, and what is said of it.

use std::fs;
use std::path::Path;

use crate::transcript::transcripts;

const ASKER: &str = "fixtures/receive/asker.erl";

fn commands(list: &str) -> [&str; 8] {
    ["lts", ASKER, "--init", "1", "--commands", list, "--messages", "short"]
}

#[test]
fn messages_show_in_labels() {
    let own = commands("{any_of,[ask]}");
    insta::assert_snapshot!(transcripts(&[
        &own,
        &commands("[poll]"),
        &commands("[tried]"),
        &commands("[{wait,5},hang]"),
        &commands("[{wait,infinity}]"),
        &commands("[{wait,foo}]"),
        &commands("[sleep]"),
        &commands("[collect]"),
    ]));
}

#[test]
fn trees_and_figures() {
    let own = ["--init", "1", "--commands", "[ask]", "--messages", "short"];
    let sst = [&["translate", ASKER, "--format", "sst"][..], &own].concat();
    let strict = [&["lts", ASKER, "--strict"][..], &own].concat();
    insta::assert_snapshot!(transcripts(&[
        &sst,
        &["translate", "--stats", ASKER, "--messages", "short"],
        &strict,
    ]));
}

const DEAD: &str = r"
-module(dead).
-behaviour(gen_fsm).
-export([init/1, idle/2]).

init(D) -> {ok, idle, D}.

idle(first, D) -> receive X -> {stop, X, D}; {a, _} -> {next_state, idle, D} end;
idle(second, D) ->
    receive
        {a, D} -> {next_state, idle, D};
        {a, X} when X > 0 -> {next_state, idle, X};
        {a, _} -> {next_state, idle, 0};
        {a, 1} -> {next_state, idle, 1};
        b -> {stop, b, D}
    after 5 -> {next_state, idle, D}
    end;
idle(third, D) ->
    case D of {X, X} = {1, 2} -> {stop, X, D}; _ -> {next_state, idle, D} end.
";

fn written(name: &str, text: &str) -> String {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    fs::write(&path, text).unwrap();
    path.to_str().unwrap().to_owned()
}

/// Where no clause looks at the message the model is exact, and can be printed.
#[test]
fn without_unknown_values() {
    let path = "fixtures/receive/waits.erl";
    let own = ["--init", "1", "--commands", "{any_of,[any,pause,hang]}"];
    let lts = [&["lts", path][..], &own].concat();
    let text = [&["translate", path, "--form", "direct", "--format", "mcrl2"][..], &own].concat();
    insta::assert_snapshot!(transcripts(&[&lts, &text]));
}

/// Clauses that cannot be reached are said: the two of which the compiler warns, and one that contradicts itself.
#[test]
fn unreachable_clauses() {
    let path = written("dead.erl", DEAD);
    let args = ["lts", &path, "--init", "1", "--commands", "[first]", "--messages", "short"];
    insta::assert_snapshot!(transcripts(&[&args]).replace(&path, "dead.erl"));
}

const OWN: &str = "fixtures/receive/own.erl";
const NOBODY: &str = "[{{erlang,'receive',0},[]},{{erlang,'receive',1},[]}]";

/// Its own messages and those of timers are in the mailbox; what others have sent may have come before.
#[test]
fn own_messages() {
    let run = |event: &str, stubs: &str| {
        let commands = format!("[{event}]");
        let args = ["lts", OWN, "--init", "1", "--commands", &commands, "--messages", "short"];
        transcripts(&[&[&args[..], &["--stubs", stubs]].concat()])
    };
    let some = "[{{erlang,'receive',0},[{go,5},stay,other]}]";
    let alone = ["first", "never", "ring", "race", "order", "{wait,0}", "cancel"];
    let mut text: Vec<String> = alone.iter().map(|event| run(event, NOBODY)).collect();
    text.extend(["first", "never"].map(|event| run(event, some)));
    text.push(run("first", "[]"));
    insta::assert_snapshot!(text.join("\n"));
}

/// A `receive` that looks through the queue, timers and ends of processes is no text of megabytes: the queue is gone
/// through by a function, and what is computed is computed once.
#[test]
fn texts_stay_short() {
    for fixture in ["otp/kitchen", "watches/warden_fsm", "receive/own"] {
        for form in ["paper", "direct"] {
            let path = format!("fixtures/{fixture}.props");
            let args = ["translate", &path, "--form", form, "--format", "mcrl2"];
            let text = transcripts(&[&args]);
            assert!(text.contains("map fsm_pick_"), "{fixture} {form}");
            // What has been picked is handed on to the process that goes on with it.
            let is_handed_on = |line: &str| {
                line.contains("_with(") || (line.contains("_then") && line.contains("(fsm_pick_"))
            };
            assert!(text.lines().any(is_handed_on), "{fixture} {form}");
            assert!(text.len() < 400_000, "{fixture} {form}: {} bytes", text.len());
        }
    }
}

/// What a `receive` cannot take is said.
#[test]
fn out_of_reach() {
    let path = written("strange.erl", STRANGE);
    let args = ["lts", &path, "--init", "1", "--stubs", NOBODY, "--messages", "short"];
    let run = |more: &[&str]| transcripts(&[&[&args[..], more].concat()]);
    let text = [
        run(&["--commands", "[any]", "--mailbox", "1"]),
        run(&["--commands", "{any_of,[any,{sync,call}]}", "--mailbox", "1"]),
        run(&["--commands", "[timer]"]),
        run(&["--commands", "['after']", "--time", "progress"]),
        run(&["--commands", "[looks]"]),
    ];
    insta::assert_snapshot!(text.join("\n").replace(&path, "strange.erl"));
}

const STRANGE: &str = r"
-module(strange).
-behaviour(gen_fsm).
-export([init/1, idle/2, idle/3, handle_info/3]).

init(D) -> {ok, idle, D}.

idle(any, D) -> receive X -> port:took(X) after 0 -> port:none() end, {next_state, idle, D};
idle(timer, D) ->
    gen_fsm:send_event_after(10, late),
    receive {timeout, _, _} -> port:took() after 0 -> port:none() end,
    {next_state, idle, D};
idle('after', D) ->
    erlang:start_timer(10, self(), late),
    receive {timeout, _, late} -> port:took() after 0 -> port:none() end,
    {next_state, idle, D};
idle(looks, D) ->
    self() ! {timeout, none, {'$gen_event', late}},
    receive {timeout, _, _} -> port:took() after 0 -> port:none() end,
    {next_state, idle, D};
idle(late, D) -> {next_state, idle, D}.

idle(call, _, D) -> {reply, ok, idle, D}.

handle_info(_, S, D) -> {next_state, S, D}.
";

/// A loop over messages may be gone through in more orders than can be counted.
#[test]
fn loops_in_a_callback_are_hunted_through() {
    let path = written("gather.erl", GATHER);
    let found = transcripts(&[&["check", &path]]).replace(&path, "gather.erl");
    assert!(
        found.contains("536 states, 1373 moves: all that there is, up to the abstraction;"),
        "{found}"
    );
    assert!(found.contains("nothing was found"), "{found}");
}

const GATHER: &str = r"
-module(gather).
-behaviour(gen_fsm).
-export([start_link/0, gather/1]).
-export([init/1, idle/3, handle_event/3, handle_sync_event/4, handle_info/3, terminate/3, code_change/4]).

start_link() -> gen_fsm:start_link(?MODULE, [], []).
gather(Pid) -> gen_fsm:sync_send_event(Pid, gather).

init([]) -> {ok, idle, []}.

idle(gather, _From, D) -> {reply, all([], []), idle, D}.

all(A, B) ->
    receive
        {a, X} -> all([X | A], B);
        {b, X} -> all(A, [X | B]);
        {swap, _} -> all(B, A);
        {first, X} when A =:= [X] -> all(A, B);
        {both, X, Y} -> all([X | A], [Y | B]);
        {done, X} -> {X, A, B};
        {stop, X} -> {X, B, A}
    after 1000 -> {A, B}
    end.

handle_event(_, S, D) -> {next_state, S, D}.
handle_sync_event(_, _, S, D) -> {reply, ok, S, D}.
handle_info(_, S, D) -> {next_state, S, D}.
terminate(_, _, _) -> ok.
code_change(_, S, D, _) -> {ok, S, D}.
";
