//! The order in which findings are told: who brings them about, on what they rest, how long the way to them is.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use crate::command_line::run;

/// A module in which everything is possible only, for what another module returns decides whether it starts.
const CLERK: &str = "-module(clerk).\n-behaviour(gen_fsm).\n\
    -export([start_link/0, put/2, init/1, idle/2, busy/2, handle_info/3, terminate/3]).\n\
    start_link() -> gen_fsm:start_link(?MODULE, [], []).\n\
    put(P, N) -> gen_fsm:send_event(P, {put, N}).\n\
    init([]) -> true = shelf:is_open(), {ok, idle, []}.\n\
    idle({put, N}, L) -> {next_state, busy, [1 / N | L], 10}.\n\
    busy({put, N}, L) -> {next_state, idle, [N | L]}.\n\
    handle_info({add, N}, S, L) -> {next_state, S, [N + 1 | L]};\n\
    handle_info(clear, _, _) -> {next_state, gone, []}.\n\
    terminate(_, _, _) -> ok.\n";

/// A module in a file of its own: its path.
fn written(name: &str, text: &str) -> String {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("ranking");
    fs::create_dir_all(&folder).unwrap();
    let path = folder.join(format!("{name}.erl"));
    fs::write(&path, text).unwrap();
    path.to_str().unwrap().to_owned()
}

/// The codes of the findings, in the order of the report.
fn codes(text: &str) -> Vec<&str> {
    let findings = text.lines().filter(|line| line.starts_with("possible"));
    findings.map(|line| line.split_whitespace().nth(1).unwrap().trim_end_matches(':')).collect()
}

#[test]
fn what_the_machine_does_itself_comes_first() {
    let path = written("clerk", CLERK);
    let output = run(&["check", &path]);
    let text = String::from_utf8(output.stdout).unwrap();
    // The timeout, the message that a clause names, what an event carries.
    assert_eq!(codes(&text), ["E0709", "E0705", "E0702", "E0702"], "{text}");
}

#[test]
fn ten_possible_findings_are_shown_and_all_on_demand() {
    let mut text = "-module(many).\n-behaviour(gen_fsm).\n-export([start_link/0, init/1, s/2, handle_event/3]).\n\
        start_link() -> gen_fsm:start_link(?MODULE, [], []).\ninit([]) -> {ok, s, []}.\n"
        .to_owned();
    for number in 0..7 {
        let _ = writeln!(text, "s({{e{number}, A}}, L) -> {{next_state, s, [A + 1 | L]}};");
    }
    text.push_str("s(stop, L) -> {stop, normal, L}.\n");
    for number in 0..7 {
        let end = if number == 6 { "." } else { ";" };
        let _ = writeln!(
            text,
            "handle_event(a{number}, S, L) -> case lib:f({number}) of ok -> {{next_state, S, L}}; no -> {{{number}}} end{end}"
        );
    }
    let path = written("many", &text);
    let report = |more: &[&str]| {
        let output = run(&[&["check", &path], more].concat());
        String::from_utf8(output.stdout).unwrap()
    };
    let (few, all) = (report(&[]), report(&["--all"]));
    // Ten, and the line about the others.
    assert_eq!(codes(&few).len(), 11, "{few}");
    let more = "possible  4 more on what an event carries (`--all`), 4 of E0702: ";
    assert!(few.contains(more), "{few}");
    assert_eq!(few.matches("it rests on").count(), 2, "{few}");
    assert_eq!(codes(&all).len(), 14, "{all}");
    assert_eq!(all.matches("it rests on").count(), 14, "{all}");
    assert!(!all.contains(" more"), "{all}");
}

/// A machine that takes events for all states alone needs no function for its only state.
#[test]
fn a_state_without_events_needs_no_function() {
    let text = "-module(looping).\n-behaviour(gen_fsm).\n-export([start_link/0, put/1, init/1, handle_event/3]).\n\
        start_link() -> gen_fsm:start_link(?MODULE, [], []).\n\
        put(X) -> gen_fsm:send_all_state_event(looping, X).\n\
        init([]) -> open_port({spawn, \"cat\"}, []), {ok, loop, []}.\n\
        handle_event(X, S, L) -> {next_state, S, [X | L]}.\n";
    let output = run(&["check", &written("looping", text)]);
    let report = String::from_utf8(output.stdout).unwrap();
    assert!(!report.contains("E0705"), "{report}");
}

/// A value that another module may have returned, and that is only handed on, is none that a branch has written.
#[test]
fn what_is_handed_on_is_not_told_as_written() {
    let text = "-module(handed).\n-behaviour(gen_fsm).\n-export([start_link/0, init/1, a/2, handle_info/3]).\n\
        start_link() -> gen_fsm:start_link(?MODULE, [], []).\ninit([]) -> {ok, a, [], 0}.\n\
        a(timeout, L) -> case m:f() of {ok, X} -> {next_state, a, X, 10}; Other -> Other end.\n\
        handle_info(_, S, L) -> case m:g() of {later, _} = Later -> Later; _ -> {next_state, S, L} end.\n";
    let output = run(&["check", &written("handed", text)]);
    let report = String::from_utf8(output.stdout).unwrap();
    let returns = report.lines().filter(|line| line.contains("E0704"));
    assert_eq!(returns.count(), 1, "{report}");
    assert!(report.contains("returns `{later,?1}`"), "{report}");
}

/// An event that no clause takes may be meant for a machine of another module.
#[test]
fn an_event_that_no_clause_takes_is_not_certain() {
    let text = "-module(waker).\n-behaviour(gen_fsm).\n-export([start_link/0, go/1, wake/1, init/1, a/2]).\n\
        start_link() -> gen_fsm:start_link(?MODULE, [], []).\ngo(P) -> gen_fsm:send_event(P, go).\n\
        wake(Other) -> gen_fsm:send_event(Other, {wake, self()}).\n\
        init([]) -> {ok, a, []}.\na(go, L) -> {next_state, a, L}.\n";
    let output = run(&["check", &written("waker", text)]);
    let report = String::from_utf8(output.stdout).unwrap();
    assert_eq!(codes(&report), ["E0703"], "{report}");
    assert!(report.contains("it rests on whether it is meant for this machine"), "{report}");
    assert_eq!(output.status.code(), Some(0));
}

/// Flags about findings where there are none: with properties, a system, another format.
#[test]
fn flags_of_hunts_are_refused_elsewhere() {
    for args in [
        &["fixtures/door/door.props", "--all"][..],
        &["fixtures/door/door.props", "--coverage"],
        &["fixtures/systems/nothing.aut", "--all"],
        &["fixtures/defects/sink.erl", "--all", "--format", "json"],
    ] {
        let output = run(&[&["check"], args].concat());
        let messages = String::from_utf8(output.stderr).unwrap();
        assert!(messages.starts_with("error[E0510]"), "{args:?}: {messages}");
        assert_eq!((output.status.code(), output.stdout.len()), (Some(2), 0), "{args:?}");
    }
}
