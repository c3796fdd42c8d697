//! Machines that come no further: what must not be told of them.
//!
//! Event timeouts that are set again, timers that are known, callers that are looked for, files that are closed elsewhere.

use std::fs;
use std::path::Path;

use crate::command_line::run;

/// The findings of a module: rank and code of each that has one of these codes.
fn findings(name: &str, exports: &str, functions: &str, codes: &[&str]) -> Vec<String> {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("progress");
    fs::create_dir_all(&folder).unwrap();
    let path = folder.join(format!("{name}.erl"));
    let text = format!(
        "-module({name}).\n-behaviour(gen_fsm).\n-export([start_link/0, go/0, stop/0, note/0, init/1, {exports}]).\n\
         -record(d, {{from, timer, n = 0}}).\n\
         start_link() -> gen_fsm:start_link({{local, ?MODULE}}, ?MODULE, [], []).\n\
         go() -> gen_fsm:send_event(?MODULE, go).\n\
         stop() -> gen_fsm:send_event(?MODULE, stop).\n\
         note() -> gen_fsm:send_all_state_event(?MODULE, note).\n{functions}\n"
    );
    fs::write(&path, text).unwrap();
    let output = run(&["check", path.to_str().unwrap(), "--all"]);
    let report = String::from_utf8(output.stdout).unwrap();
    assert!(!report.is_empty(), "{name}: {}", String::from_utf8_lossy(&output.stderr));
    let found = report.lines().filter_map(|line| {
        let mut words = line.split_whitespace();
        let rank = words.next().filter(|word| matches!(*word, "certain" | "possible"))?;
        let code = words.next()?.trim_end_matches(':');
        codes.contains(&code).then(|| format!("{rank} {code}"))
    });
    found.collect()
}

const NONE: [String; 0] = [];

/// The states of a machine that waits in `wait` with a timeout, and what it does for all states.
fn waiting(name: &str, wait: &str, all: &str) -> Vec<String> {
    let text = format!(
        "init([]) -> {{ok, idle, #d{{}}}}.\n\
         idle(go, D) -> {{next_state, wait, D, 1000}};\nidle(_, D) -> {{next_state, idle, D}}.\n\
         {wait}\n{all}"
    );
    findings(name, "idle/2, wait/2, handle_event/3, handle_info/3", &text, &["E0711"])
}

const WAIT: &str =
    "wait(timeout, D) -> {next_state, idle, D};\nwait(_, D) -> {next_state, wait, D, 1000}.";

/// A timeout is lost by what stays in the state without one.
#[test]
fn timeouts_that_are_set_again_are_not_lost() {
    let info = "handle_info(_, S, D) -> {next_state, S, D, 1000}.";
    let event = |text: &str| format!("handle_event({text}.\n{info}");
    let lost = event("note, S, D) -> {next_state, S, D}");
    assert_eq!(waiting("lost", WAIT, &lost), ["certain E0711"]);
    let set = event("note, S, D) -> {next_state, S, D, 1000}");
    assert_eq!(waiting("set_again", WAIT, &set), NONE);
    let helper = event("note, S, D) -> next(S, D)")
        + "\nnext(wait, D) -> {next_state, wait, D, 1000};\nnext(S, D) -> {next_state, S, D}.";
    assert_eq!(waiting("set_by_helper", WAIT, &helper), NONE);
    let told = event(
        "note, S, D) -> case S of wait -> {next_state, S, D, 1000}; _ -> {next_state, S, D} end",
    );
    assert_eq!(waiting("told_apart", WAIT, &told), NONE);
    let before = event(
        "note, wait, D) -> {next_state, wait, D, 1000};\nhandle_event(note, S, D) -> {next_state, S, D}",
    );
    assert_eq!(waiting("own_clause", WAIT, &before), NONE);
    let guarded = event(
        "note, S, D) when S =:= idle -> {next_state, S, D};\nhandle_event(note, S, D) -> {next_state, S, D, 1000}",
    );
    assert_eq!(waiting("guarded", WAIT, &guarded), NONE);
    let timer = event("note, S, D) -> gen_fsm:send_event_after(10, go), {next_state, S, D}");
    assert_eq!(waiting("timer_instead", WAIT, &timer), NONE);
    let posted = event("note, S, D) -> gen_fsm:send_event(self(), go), {next_state, S, D}");
    assert_eq!(waiting("posted_instead", WAIT, &posted), NONE);
}

/// A state that goes on without its timeout is only possibly stuck, and a clause of its own may end the timeout on purpose.
#[test]
fn timeouts_may_be_ended_on_purpose() {
    let all = "handle_event(note, S, D) -> {next_state, S, D, 1000}.\n\
               handle_info(_, S, D) -> {next_state, S, D, 1000}.";
    let first = "wait(timeout, D) -> {stop, normal, D};\nwait(go, D) -> {next_state, wait, D};\n\
                 wait(stop, D) -> {next_state, idle, D}.";
    assert_eq!(waiting("first_event", first, all), NONE);
    let infinity = "wait(timeout, D) -> {next_state, idle, D};\n\
                    wait(stop, D) -> {next_state, idle, D};\nwait(_, D) -> {next_state, wait, D, infinity}.";
    assert_eq!(waiting("infinity", infinity, all), NONE);
    let once = "wait(timeout, D) -> {next_state, wait, D};\nwait(_, D) -> {next_state, wait, D}.";
    assert_eq!(waiting("once", once, all), NONE);
    let left = "wait(timeout, D) -> {next_state, idle, D};\nwait(stop, D) -> {next_state, idle, D};\n\
                wait(go, D) -> {next_state, wait, D, 1000}.";
    let note = "handle_event(note, S, D) -> {next_state, S, D}.\n\
                handle_info(_, S, D) -> {next_state, S, D, 1000}.";
    assert_eq!(waiting("left_by_stop", left, note), ["possible E0711"]);
}

/// A machine that starts a timer as it comes into `run`.
fn timed(name: &str, start: &str, run: &str) -> Vec<String> {
    let text = format!(
        "init([]) -> {{ok, idle, #d{{}}}}.\n\
         idle(go, D) -> {{next_state, run, D#d{{timer = {start}}}}};\nidle(_, D) -> {{next_state, idle, D}}.\n{run}"
    );
    findings(name, "idle/2, run/2, handle_info/3", &text, &["E0710", "E0718", "E0723"])
}

/// A timer is only taken for another one where it runs, and nothing tells it from that.
#[test]
fn timers_that_are_told_apart_are_not_taken_for_others() {
    let info = "handle_info(_, S, D) -> {next_state, S, D}.";
    let run = |stop: &str, rest: &str| {
        format!(
            "run(go, D) -> {{next_state, run, D}};\nrun(stop, D) -> {stop}{{next_state, idle, D}};\n{rest}\n{info}"
        )
    };
    let event = "gen_fsm:send_event_after(1000, done)";
    let done = "run(done, D) -> {next_state, idle, D}.";
    assert_eq!(timed("not_cancelled", event, &run("", done)), ["certain E0723"]);
    let nameless = "begin gen_fsm:send_event_after(1000, done), none end";
    assert_eq!(timed("without_reference", nameless, &run("", done)), ["certain E0723"]);
    let cancels = run("gen_fsm:cancel_timer(D#d.timer), ", done);
    assert_eq!(timed("cancelled", event, &cancels), NONE);
    let helper = run("cancel(D), ", done) + "\ncancel(D) -> gen_fsm:cancel_timer(D#d.timer).";
    assert_eq!(timed("cancelled_by_helper", event, &helper), NONE);
    let elsewhere = run("misc:cancel_timer(D#d.timer), ", done);
    assert_eq!(timed("cancelled_elsewhere", event, &elsewhere), NONE);
    let reference = "gen_fsm:start_timer(1000, done)";
    let compared = "run({timeout, T, done}, #d{timer = T} = D) -> {next_state, idle, D};\n\
                    run({timeout, _, _}, D) -> {next_state, run, D}.";
    assert_eq!(timed("compared", reference, &run("", compared)), NONE);
    let guarded = "run({timeout, T, done}, D) when T =:= D#d.timer -> {next_state, idle, D};\n\
                   run(_, D) -> {next_state, run, D}.";
    assert_eq!(timed("compared_in_guard", reference, &run("", guarded)), NONE);
    let ignored = "run({timeout, _, done}, D) -> {next_state, idle, D}.";
    assert_eq!(timed("not_compared", reference, &run("", ignored)), ["certain E0723"]);
    let harmless = "run(done, D) -> {next_state, run, D}.";
    assert_eq!(timed("harmless", event, &run("", harmless)), NONE);
}

/// A timer whose reference another module has got may be cancelled there.
#[test]
fn timers_may_be_cancelled_by_other_modules() {
    let text = |cancel: &str| {
        format!(
            "init([]) -> {{ok, idle, #d{{}}}}.\n\
             idle(go, D) -> {{next_state, run, D#d{{timer = gen_fsm:send_event_after(1000, done)}}}};\n\
             idle(stop, D) -> {{next_state, idle, D}}.\n\
             run(done, D) -> {{next_state, idle, D}};\nrun(go, D) -> {{next_state, run, D}};\n\
             run(stop, D) -> {cancel}{{next_state, idle, D}}."
        )
    };
    let found = |name: &str, cancel: &str| {
        findings(name, "idle/2, run/2", &text(cancel), &["E0710", "E0723"])
    };
    assert_eq!(found("runs_on", ""), ["certain E0710"]);
    assert_eq!(found("given_away", "misc:cancel_timer(D#d.timer), "), ["possible E0710"]);
}

/// One timer for several states, and several for one, are meant.
#[test]
fn timers_may_run_on_and_together() {
    let text = "init([]) -> {ok, idle, #d{}}.\n\
                idle(go, D) -> {next_state, run, D#d{timer = gen_fsm:send_event_after(1000, done)}};\n\
                idle(_, D) -> {next_state, idle, D}.\n\
                run(stop, D) -> {next_state, rest, D};\nrun(done, D) -> {next_state, idle, D};\n\
                run(_, D) -> {next_state, run, D}.\n\
                rest(done, D) -> {next_state, idle, D};\nrest(_, D) -> {next_state, rest, D}.";
    assert_eq!(findings("one_deadline", "idle/2, run/2, rest/2", text, &["E0723"]), NONE);
    let text = "init([]) -> {ok, idle, #d{}}.\n\
                idle(go, D) -> start(D);\nidle(_, D) -> {next_state, idle, D}.\n\
                run(go, D) -> start(D);\nrun(done, #d{n = 1} = D) -> {next_state, idle, D#d{n = 0}};\n\
                run(done, D) -> {next_state, run, D#d{n = D#d.n - 1}};\nrun(_, D) -> {next_state, run, D}.\n\
                start(#d{n = N} = D) -> gen_fsm:send_event_after(1000, done), {next_state, run, D#d{n = N + 1}}.";
    assert_eq!(findings("one_for_each", "idle/2, run/2", text, &["E0723"]), NONE);
}

/// A machine that no hunt has seen all of, and that keeps callers in `busy`.
fn keeping(name: &str, busy: &str) -> Vec<String> {
    let text = format!(
        "init([]) -> open_port({{spawn, \"cat\"}}, []), {{ok, s, #d{{}}}}.\n\
         s(go, #d{{n = N}} = D) when N > 1000000 -> {{next_state, busy, D}};\n\
         s(_, #d{{n = N}} = D) -> {{next_state, s, D#d{{n = N + 1}}}}.\n\
         busy(go, D) -> gen_fsm:reply(D#d.from, D#d.n), {{next_state, busy, D#d{{from = undefined}}}};\n\
         busy(_, D) -> {{next_state, busy, D}}.\n{busy}"
    );
    findings(name, "s/2, busy/2, busy/3", &text, &["E0706"])
}

/// A caller takes the place of another one only where nothing looks whether one is there.
#[test]
fn callers_that_are_looked_for_are_not_forgotten() {
    let plain = "busy(get, From, D) -> {next_state, busy, D#d{from = From}}.";
    assert_eq!(keeping("kept", plain), ["possible E0706"]);
    let guard =
        "busy(get, From, D) when D#d.from =:= undefined -> {next_state, busy, D#d{from = From}}.";
    assert_eq!(keeping("kept_in_guard", guard), NONE);
    let before = "busy(get, _, #d{from = F} = D) when F =/= undefined -> {reply, busy, busy, D};\n\
                  busy(get, From, D) -> {next_state, busy, D#d{from = From}}.";
    assert_eq!(keeping("kept_behind", before), NONE);
    let answered = "busy(get, From, D) -> answer(D), {next_state, busy, D#d{from = From}}.\n\
                    answer(D) -> gen_fsm:reply(D#d.from, old).";
    assert_eq!(keeping("kept_answered", answered), NONE);
    let list = "busy(get, From, D) -> {next_state, busy, D#d{from = [From | D#d.from]}}.";
    assert_eq!(keeping("kept_in_list", list), NONE);
    let leaves = "busy(get, From, D) -> {next_state, s, D#d{from = From}}.";
    assert_eq!(keeping("kept_elsewhere", leaves), NONE);
}

/// What is taken in a clause, used in `case`, and what follows.
fn taking(name: &str, bad: &str, behind: &str) -> Vec<String> {
    let text = format!(
        "init([]) -> {{ok, idle, #d{{}}}}.\n\
         idle(go, D) ->\n    {{ok, F}} = file:open(\"x\", [read]),\n\
         \x20   R = case file:read(F, 10) of\n        {{ok, B}} -> file:close(F), B;\n        {bad}\n    end,\n\
         \x20   {behind}{{next_state, idle, D#d{{n = R}}}};\n\
         idle(_, D) -> {{next_state, idle, D}}.\n\
         keep(F) -> file:close(F)."
    );
    findings(name, "idle/2", &text, &["E0724"])
}

/// What is kept, handed on or closed behind the branches is given back; so is what ends with the process.
#[test]
fn what_is_given_back_elsewhere_is_not_told() {
    assert_eq!(taking("left", "_ -> none", ""), ["possible E0724"]);
    assert_eq!(taking("handed_on", "_ -> keep(F)", ""), NONE);
    assert_eq!(taking("kept_open", "_ -> F", ""), NONE);
    assert_eq!(taking("closed_behind", "_ -> none", "file:close(F), "), NONE);
    assert_eq!(taking("raised", "_ -> exit(bad)", ""), NONE);
    assert_eq!(taking("closed_already", "{error, terminated} -> none", ""), NONE);
}
