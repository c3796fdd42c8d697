//! `translate --stats`: what of a module is exact, as tables.

use crate::transcript::transcripts_of;
use std::fs;
use std::path::Path;

use crate::command_line::run;
use crate::transcript::transcripts;

#[test]
fn tables_of_fixtures() {
    let short = ["--messages", "short"];
    let call = |file| ["translate", "--stats", file, short[0], short[1]];
    insta::assert_snapshot!(transcripts(&[
        &call("fixtures/door/fsm_door.erl"),
        &call("fixtures/bodies/bodies_calls.erl"),
        &call("fixtures/bad/unknown_construct.erl"),
        &call("fixtures/bad/undefined_macro.erl"),
        &call("fixtures/bad/no_init.erl"),
    ]));
}

const MODULE: &str = r"
-module(mixed).
-behaviour(gen_fsm).
-export([init/1, idle/2, idle/3, busy/2, poke/2, handle_info/3, terminate/3]).

-record(job, {id, fields = record_info(fields, job)}).

%% A function of the interface with the name of an event: no state.
poke(Pid, Event) -> gen_fsm:send_event(Pid, {poke, Event}).

init({named, Id}) -> {ok, idle, #job{id = Id}};
init(#gone{id = Id}) -> {ok, idle, #job{id = Id}, 1000};
init(_) -> m:start().

idle({poke, X}, Job) when X > 1.5 -> again(X, Job);
idle(#gone{tag = Tag}, Job) -> {next_state, m:pick(Tag), Job};
idle(each, Job) ->
    lists:foreach(fun(none) -> Job; (Job) -> shown(Job) end, Job#job.fields),
    {next_state, busy, Job};
idle(stop, Job) -> {stop, m:reason(), Job}.

busy(Event, Job) -> {next_state, busy, Job#job{id = {Event, self()}}}.

idle(_, _, Job) -> {reply, ok, idle, asked(Job)}.

handle_info(_, State, Job) -> {next_state, State, Job}.

terminate(_, _, _) -> ok.

again(X, Job) -> {next_state, busy, Job#job{id = X}}.

%% Called from a fun alone.
shown(X) -> m:show([X, x]).

asked(Job) -> Job.
";

/// The module, in a folder of its own: tests run side by side.
fn mixed(folder: &str) -> String {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(folder);
    fs::create_dir_all(&folder).unwrap();
    let path = folder.join("mixed.erl");
    fs::write(&path, MODULE).unwrap();
    path.to_str().unwrap().to_owned()
}

#[test]
fn gaps_are_named_with_their_lines() {
    let output = run(&["translate", "--stats", &mixed("gaps")]);
    assert_eq!(output.status.code(), Some(0));
    insta::assert_snapshot!(String::from_utf8(output.stdout).unwrap());
}

/// The figures are those of the module, whatever it is run under; but a stub makes a result exact.
#[test]
fn what_it_is_run_under_does_not_count() {
    let path = mixed("run_under");
    let stats = |more: &[&str]| {
        let output = run(&[&["translate", "--stats", &path], more].concat());
        String::from_utf8(output.stdout).unwrap()
    };
    let plain = stats(&[]);
    assert_eq!(plain, stats(&["--init", "{named,1}", "--commands", "[stop]"]));
    assert!(plain.contains("the result of `m:pick/1`"), "{plain}");
    let stubbed = stats(&["--stubs", "[{{m,pick,1},[idle]}]"]);
    assert!(!stubbed.contains("m:pick/1"), "{stubbed}");
}

/// One function may be the callback for several kinds of events: its clauses count, whichever of these they are for.
#[test]
fn callbacks_for_all_kinds_of_events() {
    insta::assert_snapshot!(transcripts_of(&[
        vec!["translate", "fixtures/derived/hatch.erl", "--stats"],
        vec!["translate", "fixtures/derived/crane.erl", "--stats"],
    ]));
}
