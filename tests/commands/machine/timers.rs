//! Timers and event timeouts on the command line: labels, modes of time, bounds.

use std::fs;
use std::path::Path;

use crate::command_line::run;
use crate::transcript::transcripts_of;

/// A command on one of the modules with timers.
fn on<'a>(command: &'a str, module: &'a str, more: &[&'a str]) -> Vec<&'a str> {
    [&[command, module, "--messages", "short"], more].concat()
}

/// What fires is visible; what sets and cancels is not, but in paper view.
#[test]
fn timers_fire() {
    let blinker = ["--init", "0", "--commands", "[press]"];
    let paper = [&blinker[..], &["--view", "paper", "--form", "paper"]].concat();
    insta::assert_snapshot!(transcripts_of(&[
        on("lts", "fixtures/timers/blinker_fsm.erl", &blinker),
        on("lts", "fixtures/timers/blinker_fsm.erl", &paper),
    ]));
}

/// What only a function starts that stands for a fun or a comprehension is taken like any other message.
#[test]
fn timers_of_funs_fire() {
    let many = |commands: &'static str| {
        let own = ["--init", "0", "--commands", commands];
        on("lts", "fixtures/timers/many_fsm.erl", &own)
    };
    insta::assert_snapshot!(transcripts_of(&[many("[{each,[1]}]"), many("[{listed,[1]}]")]));
}

/// The door with a lock that closes it, in each mode of time.
#[test]
fn time_has_modes() {
    let door = |more: &[&'static str]| {
        let own = ["--init", "abc", "--commands", "[abb,abc]"];
        on("lts", "fixtures/tick/auto_door.erl", &[&own[..], more].concat())
    };
    insta::assert_snapshot!(transcripts_of(&[
        door(&["--time", "untimed"]),
        door(&["--time", "progress"]),
        door(&["--time", "tick"]),
        door(&["--time", "tick", "--quantum", "2000"]),
        door(&["--time", "tick", "--form", "paper"]),
        door(&["--time", "never"]),
        door(&["--quantum", "0"]),
        door(&["--quantum", "1000"]),
        door(&["--time", "tick", "--quantum", "-1"]),
        door(&["--timers", "-1"]),
        on("check", "fixtures/tick/auto_door.props", &[]),
    ]));
}

/// A timeout of 0 comes before commands if the user says so; times that OTP refuses are errors.
#[test]
fn times_have_limits() {
    let odd = |commands: &'static str, more: &[&'static str]| {
        let own = ["--init", "[]", "--commands", commands];
        on("lts", "fixtures/timers/odd_fsm.erl", &[&own[..], more].concat())
    };
    insta::assert_snapshot!(transcripts_of(&[
        odd("[zero,zero]", &[]),
        odd("[zero,zero]", &["--zero", "first"]),
        odd("[negative]", &[]),
        odd("[{add,16#fffffffe},{add,16#ffffffff}]", &[]),
        odd("[badarg]", &[]),
        odd("[none]", &[]),
        odd("[many,many]", &["--timers", "1"]),
        odd("[library]", &[]),
        odd("[stale]", &[]),
    ]));
}

/// A cancel comes too late at any time, where time is counted only when the timer's is over, and never where
/// timers wait until nothing else can happen.
#[test]
fn a_cancel_may_come_too_late() {
    let modes = ["untimed", "progress", "tick"].map(|time| {
        let own = ["--init", "[]", "--commands", "[arm,cancel]", "--time", time];
        on("lts", "fixtures/timers/cancel_fsm.erl", &own)
    });
    insta::assert_snapshot!(transcripts_of(&modes));
}

/// Where time is counted, a length that is not known is said; a stub that tells it is enough.
#[test]
fn lengths_may_be_unknown() {
    let unknown = |more: &[&'static str]| {
        let own = ["--init", "a", "--commands", "[start,wait]"];
        on("lts", "fixtures/tick/unknown_length.erl", &[&own[..], more].concat())
    };
    let stubs = "[{{config,seconds,0},[2]},{{config,timeout,0},[1000,infinity]}]";
    insta::assert_snapshot!(transcripts_of(&[
        unknown(&["--time", "tick"]),
        unknown(&["--time", "tick", "--stubs", stubs]),
        unknown(&["--time", "progress"]),
        vec!["explain", "W0210"],
    ]));
}

/// With `progress` nothing that waits for its time comes before what is queued or offered: not beside the
/// machine's own events, not beside commands, but behind the last one, and where a client waits for a timer.
#[test]
fn progress_waits_for_everything_else() {
    let progress = |commands: &'static str, more: &[&'static str]| {
        let own = ["--init", "a", "--time", "progress", "--commands", commands];
        on("lts", "fixtures/timers/progress_fsm.erl", &[&own[..], more].concat())
    };
    insta::assert_snapshot!(transcripts_of(&[
        progress("[both]", &[]),
        progress("[both,next]", &[]),
        progress("{any_of,[both,next]}", &["--unhandled", "disallow"]),
        progress("[both,next]", &["--mailbox", "1"]),
        progress("{any_of,[both,{sync_all,wait}]}", &["--unhandled", "disallow"]),
    ]));
}

/// A message that does not name its timer stays in the mailbox when that is cancelled too late, however the function
/// that starts the timer is called.
#[test]
fn late_messages_stay_however_timers_start() {
    let ways = [
        ("", "erlang:send_after(10, self(), bell)"),
        ("-import(erlang, [send_after/3]).", "send_after(10, self(), bell)"),
        ("", "apply(erlang, send_after, [10, self(), bell])"),
        ("", "begin F = fun erlang:send_after/3, F(10, self(), bell) end"),
    ];
    let systems = ways.map(|(import, call)| {
        let text = format!(
            "-module(late).\n-behaviour(gen_fsm).\n-export([init/1, idle/2, handle_info/3]).\n{import}\n\
             init([]) -> {{ok, idle, none}}.\n\
             idle(start, none) -> {{next_state, idle, {call}}};\n\
             idle(cancel, Ref) -> gen_fsm:cancel_timer(Ref), {{next_state, idle, none}}.\n\
             handle_info(bell, idle, Ref) -> out:bell(Ref), {{next_state, idle, none}}.\n"
        );
        let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join("late.erl");
        fs::write(&path, text).unwrap();
        let args = ["--init", "[]", "--commands", "[start,cancel]"];
        let output = run(&[&["lts", path.to_str().unwrap()], &args[..]].concat());
        String::from_utf8(output.stdout).unwrap()
    });
    assert!(systems[0].contains("bell(none)"), "{}", systems[0]);
    assert_eq!(systems, [(); 4].map(|()| systems[0].clone()));
}
