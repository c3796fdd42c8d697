//! The environment that a module itself suggests: what it is, and that it is accepted as a `.props` file.

use std::fs;
use std::path::Path;

use crate::command_line::run;
use crate::transcript::transcripts_of;

/// The interface first, then what clauses name; what the machine makes itself is left out.
#[test]
fn commands_of_modules() {
    insta::assert_snapshot!(transcripts_of(&[
        vec!["commands", "fixtures/derived/lift.erl"],
        vec!["commands", "fixtures/derived/valve.erl"],
        vec!["commands", "fixtures/derived/split.erl"],
        vec!["commands", "fixtures/door/fsm_door.erl"],
        vec!["commands", "fixtures/bad/no_such_file.erl"],
    ]));
}

/// Of a `gen_statem` the type of an event says which command it is, also where the function of a state hands on what it gets.
#[test]
fn commands_of_statems() {
    insta::assert_snapshot!(transcripts_of(&[
        vec!["commands", "fixtures/derived/hatch.erl"],
        vec!["commands", "fixtures/derived/crane.erl"],
    ]));
}

/// A command with the tag of another behaviour is sent as it is written, and said to be.
#[test]
fn tags_of_other_behaviours_are_said() {
    let info =
        |module: &'static str, commands: &'static str| vec!["info", module, "--commands", commands];
    insta::assert_snapshot!(transcripts_of(&[
        info("fixtures/derived/crane.erl", "[{event,halt}]"),
        info("fixtures/derived/crane.erl", "[{sync_all,load}]"),
        info("fixtures/derived/crane.erl", "[{info,{event,halt}}]"),
        info("fixtures/derived/valve.erl", "[{cast,open}]"),
        vec!["explain", "W0514"],
    ]));
}

/// What `commands` prints is read back as what `derived` stands for.
#[test]
fn printed_commands_are_read_back() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("derived");
    fs::create_dir_all(&folder).unwrap();
    let sources = [
        "fixtures/derived/lift.erl",
        "fixtures/derived/valve.erl",
        "fixtures/derived/split.erl",
        "fixtures/derived/crane.erl",
        "fixtures/door/fsm_door.erl",
        "fixtures/coffee/coffee.erl",
        "fixtures/payment/payment_fsm.erl",
    ];
    for source in sources {
        let copy = folder.join(Path::new(source).file_name().unwrap());
        fs::copy(source, &copy).unwrap();
        let printed = run(&["commands", copy.to_str().unwrap()]);
        assert!(printed.status.success());
        let props = copy.with_extension("props");
        fs::write(&props, &printed.stdout).unwrap();
        let limit = ["--max-states", "300"];
        let lts = |input: &Path, more: &[&str]| {
            let out = folder.join("out.aut");
            let start = ["lts", input.to_str().unwrap(), "-o", out.to_str().unwrap()];
            run(&[&start[..], &limit, more].concat());
            fs::read_to_string(&out).unwrap()
        };
        let own = lts(&props, &[]);
        assert!(own.lines().count() > 5, "{own}");
        assert_eq!(own, lts(&copy, &["--commands", "derived"]), "{source}");
    }
}

/// Where guards say which event it is, the others are listed, as they are where heads say it.
#[test]
fn events_that_guards_leave_out_are_listed() {
    insta::assert_snapshot!(transcripts_of(&[vec!["check", "fixtures/derived/split.erl"]]));
}

/// What guards and specifications of the interface do not let pass crashes nothing.
#[test]
fn payloads_of_the_wrong_type_are_not_sent() {
    insta::assert_snapshot!(transcripts_of(&[
        vec!["check", "fixtures/derived/unguarded.erl"],
        vec!["check", "fixtures/derived/guarded.erl"],
        vec![
            "check",
            "fixtures/derived/unguarded.erl",
            "--commands",
            "{any_of,[{put,'_','integer()'}]}"
        ],
        vec![
            "check",
            "fixtures/derived/unguarded.erl",
            "--commands",
            "{any_of,[{put,'_','integer()'},{take,['atom()']}]}"
        ],
    ]));
}

/// Commands that the user has not chosen may lead to more than is worth waiting for: that ends, and says what to do,
/// unless a time is given.
#[test]
fn suggested_commands_have_their_bounds() {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join("endless.erl");
    let text = "-module(endless).\n-behaviour(gen_fsm).\n-export([init/1, idle/2]).\n\
                init(_) -> {ok, idle, []}.\nidle(more, D) -> {next_state, idle, [more | D]}.\n";
    fs::write(&path, text).unwrap();
    let path = path.to_str().unwrap();
    let said = |command: &str, more: &[&str]| {
        let start = [command, path, "--messages", "short", "--init", "0", "--max-steps", "1000"];
        let limits = ["--engine", "interpreter", "--max-states", "20000"];
        let output = run(&[&start[..], &limits, more].concat());
        (output.status.code(), String::from_utf8(output.stderr).unwrap())
    };
    let suggested = "commands that are open make more work than is done without --timeout";
    let (derived, formula) = (["--commands", "derived"], ["-e", "<true*> false"]);
    for (command, more) in [("lts", &[][..]), ("check", &formula[..])] {
        let (code, messages) = said(command, &[&derived[..], more].concat());
        assert_eq!(code, Some(3), "{messages}");
        assert!(
            messages.contains(suggested) && messages.contains("`erl2lts commands FILE`"),
            "{messages}"
        );
        for chosen in [
            ["--commands", "{any_of,[more]}"].as_slice(),
            &["--commands", "derived", "--timeout", "60"],
        ] {
            let (code, messages) = said(command, &[chosen, more].concat());
            let is_of_states = messages.contains("more states than --max-states allows");
            assert!(code == Some(3) && is_of_states, "{messages}");
        }
    }
}

/// A part of an event that is chosen when it is sent is unknown: step programs leave such states to the interpreter, and lose
/// no event.
#[test]
fn no_engine_loses_an_event_with_holes() {
    for (file, event) in [
        ("fixtures/coffee/coffee.erl", "cmd({selection,?1,?2})"),
        ("fixtures/eye_process/eye_process_fsm.erl", "?1"),
        ("fixtures/derived/lift.erl", ""),
    ] {
        let explored = |engine: &str| {
            let limits = ["--max-states", "300", "--engine", engine];
            run(&[&["lts", file, "--commands", "derived"][..], &limits].concat()).stdout
        };
        let slow = explored("interpreter");
        assert!(String::from_utf8_lossy(&slow).contains(event), "{file}");
        assert!(explored("compiled") == slow, "{file}");
    }
}
