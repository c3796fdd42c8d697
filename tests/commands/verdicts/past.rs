//! Transcripts of properties about the past: on all runs, on logs.

use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::command_line::run;
use crate::transcript::transcripts;

const LIFT: &str = "fixtures/past/lift_fsm.props";
const COUNT: &str = "fixtures/past/count_server.props";
const DOOR: &str = "fixtures/door/door.props";
const LATE: &str = "fixtures/systems/late.aut";

#[test]
fn past_on_all_runs() {
    insta::assert_snapshot!(transcripts(&[
        &["check", LIFT],
        &["check", COUNT],
        &["check", LIFT, "--format", "json"],
        &["check", DOOR, "--logic", "ptltl", "-e", "do_unlock implies once cmd({button,abb})"],
        &["check", DOOR, "--logic", "ptltl", "-e", "do_unlock implies once cmd({button,xyz})"],
        &["check", DOOR, "--logic", "ptltl", "-e", "not state(opne)"],
        &["check", DOOR, "--logic", "ptltl", "-e", "cmd(_) implies eventually do_unlock"],
        &["check", DOOR, "--logic", "ptltl", "-e", "not data(hd(Data) =:= 1)"],
        &["check", LATE, "--logic", "ptltl", "-e", "once a", "--export-bes", "never.bes"],
        &["check", LATE, "--logic", "ptltl", "-e", "once a"],
        &["check", LATE, "--logic", "ptltl", "-e", "not state(idle)"],
        &["check", COUNT, "--logic", "ptltl", "-e", "not (", "--explain-formula"],
    ]));
}

/// A `gen_fsm` with a state and a function for others that are called as functions of a monitor.
const STEPS: &str = "-module(steps).\n-behaviour(gen_fsm).\n-export([start_link/2, init/1, idle/2, step/2]).\n\
    start_link(A, B) -> gen_fsm:start_link(?MODULE, {A, B}, []).\ninit(_) -> {ok, idle, 0}.\n\
    idle(go, N) -> {next_state, step, N}.\nstep(_, N) -> {next_state, idle, N}.\n";

/// What cannot be written around a module is refused, and what is called alike is no state where it cannot be one.
#[test]
fn monitors_around_modules() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("past");
    fs::create_dir_all(&folder).unwrap();
    let written = |name: &str, text: &str| {
        let path = folder.join(name);
        fs::write(&path, text).unwrap();
        path.to_str().unwrap().to_owned()
    };
    let around = |module: &str, file: &str| {
        let file = folder.join(file);
        let _ = fs::remove_file(&file);
        let flags = ["-e", "not cmd(go)", "--erlang", "--wrap", "--messages", "short", "-o"];
        let output = run(&[&["monitor", module], &flags[..], &[file.to_str().unwrap()]].concat());
        let said = String::from_utf8(output.stderr).unwrap();
        (output.status.code(), said, fs::read_to_string(file).unwrap_or_default())
    };
    let refused = |module: &str, file: &str, why: &str| {
        let (code, said, text) = around(module, file);
        assert_eq!(
            (code, said.matches("error").count(), text.as_str()),
            (Some(2), 1, ""),
            "{said}"
        );
        assert!(said.contains(why), "{said}");
    };
    let steps = written("steps.erl", STEPS);
    refused(
        &steps,
        "around.erl",
        "E0510]: the monitor has a function `step/2`, as the state `step`",
    );
    refused(&written("empty.erl", ""), "around.erl", "E0201");
    refused(
        &written("plain.erl", "-module(plain).\n-export([f/2]).\nf(A, _) -> A.\n"),
        "around.erl",
        "E0201",
    );
    refused(&written("broken.erl", "-module(broken).\ninit(\n"), "around.erl", "E0109");
    fs::create_dir_all(folder.join("other")).unwrap();
    refused(&steps, "other/steps.erl", "E0510]: the monitor would be called `steps`");
    let walks = written(
        "walks.erl",
        &STEPS.replace("step(", "walk(").replace("step/", "walk/").replace("step,", "walk,"),
    );
    let (code, said, text) = around(&walks, "around.erl");
    assert_eq!((code, said.as_str()), (Some(0), ""));
    assert!(text.contains("\nwalk(Event, Data) ->\n"), "{text}");
    assert!(!text.contains("\nstart_link(Event"), "{text}");
}

/// Files of named formulas are asked of systems and of logs; one that has more is refused.
#[test]
fn files_of_named_formulas() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("past");
    fs::create_dir_all(&folder).unwrap();
    let file = folder.join("named.props");
    let named = "{property, only_behind_a, ptltl, \"b implies once a\", []}.\n\
        {property, never_b, ptltl, \"historically not b\", [{expect, false}]}.\n\
        {property, some_c, mu, \"<true* . c> true\", []}.\n";
    let said = |text: &str, args: &[&str]| {
        fs::write(&file, text).unwrap();
        let named = file.to_str().unwrap();
        let args: Vec<&str> =
            args.iter().map(|arg| if *arg == "NAMED" { named } else { arg }).collect();
        let output = run(&args);
        let both = [output.stdout, output.stderr].map(|bytes| String::from_utf8(bytes).unwrap());
        (output.status.code(), both.concat())
    };
    let (code, text) = said(named, &["check", LATE, "NAMED"]);
    assert_eq!(code, Some(0), "{text}");
    for line in ["holds     only_behind_a: ", "violated  never_b", "holds     some_c: "] {
        assert!(text.contains(line), "{text}");
    }
    let log = log("ab.log", "a\nb\n");
    let (code, text) = said(named, &["monitor", "NAMED", log.to_str().unwrap()]);
    assert_eq!(code, Some(1), "{text}");
    assert!(text.contains("violated: never_b, in step 2"), "{text}");
    assert!(text.contains("holds so far: only_behind_a"), "{text}");
    let with_module = format!("{{module, m}}.\n{named}");
    let (code, text) = said(&with_module, &["check", LATE, "NAMED"]);
    assert!(code == Some(2) && text.contains("error[E0507]"), "{text}");
    let asks_data = "{property, p, ptltl, \"data(Data =:= 1) implies once a\", []}.\n";
    let (code, text) = said(asks_data, &["monitor", "NAMED", log.to_str().unwrap()]);
    assert!(code == Some(2) && text.contains("error[E0508]"), "{text}");
    let (code, text) = said("", &["monitor", "NAMED", log.to_str().unwrap()]);
    assert!(code == Some(2) && text.contains("there is nothing to watch"), "{text}");
}

const HEATER: &str = "fixtures/past/heater_server.props";
const HEATER_LOG: &str = "fixtures/past/heater.log";

/// The states of a server are called alike on the model and in its log, and only where somebody says how.
#[test]
fn data_name_states() {
    let level = "case Data#heater.mode of {eco, Level} -> Level end";
    insta::assert_snapshot!(transcripts(&[
        &["check", HEATER],
        &["monitor", HEATER, HEATER_LOG],
        &["monitor", HEATER, HEATER_LOG, "--state", level, "-e", "not state('1')"],
        &["monitor", COUNT, HEATER_LOG, "-e", "not state(on)"],
        &["monitor", LIFT, LOG, "--state", "mode"],
    ]));
    let lines = "{state, mode}.\n{property, p, ptltl, \"once state(on)\", []}.\n";
    let alone = log("alone.props", lines);
    let output = run(&["monitor", alone.to_str().unwrap(), HEATER_LOG]);
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).starts_with("error[E0508]"));
    let alone =
        log("alone.props", "{state, mode}.\n{property, p, ptltl, \"once state(on)\", []}.\n");
    let output = run(&["monitor", alone.to_str().unwrap(), HEATER_LOG]);
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).starts_with("error[E0508]"));
}

/// Records, imports and functions of the module that a monitor beside it needs stand in it, unless it has a function of that name.
#[test]
fn a_monitor_has_what_its_expressions_use() {
    let module = log(
        "used.erl",
        "-module(used).\n-behaviour(gen_server).\n-export([init/1, handle_call/3, handle_cast/2]).\n\
         -import(lists, [sum/1]).\n-import(lists, [nth/2]).\n-record(unused, {a}).\n\
         -record(inner, {n = one() :: pos_integer()}).\n-record(s, {inner = #inner{}}).\n\
         init(_) -> {ok, #s{}}.\nhandle_call(_, _, S) -> {reply, nth(1, [S]), S}.\nhandle_cast(_, S) -> {noreply, S}.\n\
         one() -> 1.\nn(X) -> case X of #s{inner = #inner{n = N}} -> sum([N]) end.\n\
         all(L) -> lists:all(fun n/1, L).\nstate(S) -> n(S).\nother() -> #unused{}.\n",
    );
    let beside = |formula: &str| {
        let output = run(&["monitor", module.to_str().unwrap(), "--erlang", "-e", formula]);
        let both = [output.stdout, output.stderr].map(|bytes| String::from_utf8(bytes).unwrap());
        (output.status.code(), both.concat())
    };
    let (code, text) = beside("data(all([Data]))");
    assert_eq!(code, Some(0), "{text}");
    let used = "-import(lists, [sum/1]).\n-record(inner, {n = one()}).\n-record(s, {inner = #inner{}}).\n\n";
    assert!(text.contains(used), "{text}");
    for (function, is_there) in [("one()", true), ("n(X)", true), ("all(L)", true)]
        .into_iter()
        .chain([("state(S)", false), ("other()", false)])
    {
        assert_eq!(text.contains(&format!("\n{function} ->\n")), is_there, "{function}: {text}");
    }
    assert!(!text.contains("nth/2") && !text.contains("-record(unused"), "{text}");
    let (code, text) = beside("data(state(Data) > 1)");
    assert_eq!(code, Some(2), "{text}");
    assert!(text.contains("error[E0516]: the monitor has a function `state/1`"), "{text}");
    for (formula, error) in [
        ("not data(nosuch(Data))", "error[E0209]: function `nosuch/1` is not defined"),
        ("not data(Data =:= Other)", "error[E0205]: variable `Other` has no value here"),
        ("not data(Data ! one())", "error[E0215]: this does more than to compute"),
        ("not data(Data#nosuch.x)", "error[E0516]: record `#nosuch` is used"),
    ] {
        let (code, text) = beside(formula);
        assert_eq!(code, Some(2), "{text}");
        assert!(text.contains(error), "{text}");
        assert!(!text.contains("-module("), "{text}");
    }
}

/// A log with these lines.
fn log(name: &str, lines: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("past");
    fs::create_dir_all(&folder).unwrap();
    let path = folder.join(name);
    fs::write(&path, lines).unwrap();
    path
}

/// Files of the fixtures' folder, so that transcripts do not depend on where they are.
const LOG: &str = "fixtures/past/lift.log";

#[test]
fn past_on_logs() {
    insta::assert_snapshot!(transcripts(&[
        &["monitor", LIFT, LOG],
        &["monitor", LIFT, "fixtures/past/lift_trace.log"],
        &["monitor", COUNT, "fixtures/past/count.log"],
        &["monitor", COUNT, LOG],
        &["monitor", LIFT, "fixtures/past/no_such.log"],
        &["monitor", DOOR, LOG],
        &["monitor", LATE, LOG],
        &["monitor", DOOR, LOG, "-e", "G cmd(_)"],
        &["monitor", LIFT, "fixtures/past/lift_trace.log", "-e", "not state(movign)"],
        &["monitor", DOOR, LOG, "-e", "not data(hd(Data) =:= 1)"],
        &["monitor", DOOR, "-e", "once 'cmd(.*abc.*)'", "--erlang"],
    ]));
}

/// What the command says of a log on standard input, and its exit code.
fn piped(args: &[&str], lines: &str) -> (String, Option<i32>) {
    let mut child = Command::new(env!("CARGO_BIN_EXE_erl2lts"))
        .args(args)
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(lines.as_bytes()).unwrap();
    let output = child.wait_with_output().unwrap();
    (String::from_utf8(output.stdout).unwrap(), output.status.code())
}

#[test]
fn a_log_comes_through_a_pipe() {
    let lines = "cmd({to,2})\ncmd(shut)\ncmd({to,3})\n";
    let formula = ["-e", "cmd({to,3}) implies not prev cmd({to,2})"];
    let args = ["monitor", "fixtures/past/lift_fsm.erl", formula[0], formula[1]];
    let (out, code) = piped(&args, lines);
    assert_eq!((out.as_str(), code), ("3 steps\nholds so far: -e\n", Some(0)));
    let (out, code) = piped(&args, "cmd({to,2})\r\n\n% nothing\ncmd({to,3})");
    assert!(out.starts_with("-:4: violated: -e, in step 2\n"), "{out}");
    assert_eq!(code, Some(1));
}

/// What is written to a log that is followed is said of at once.
#[test]
fn a_log_that_grows_is_followed() {
    let path = log("grows.log", "cmd({to,2})\n");
    let mut child = Command::new(env!("CARGO_BIN_EXE_erl2lts"))
        .args(["monitor", "fixtures/past/lift_fsm.erl", "-e", "not cmd(shut)", "--follow"])
        .arg(&path)
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let mut file = fs::OpenOptions::new().append(true).open(&path).unwrap();
    let mut out = std::io::BufReader::new(child.stdout.take().unwrap());
    file.write_all(b"cmd(sh").unwrap();
    file.write_all(b"ut)\n").unwrap();
    let mut line = String::new();
    std::io::BufRead::read_line(&mut out, &mut line).unwrap();
    assert!(line.ends_with(":2: violated: -e, in step 2\n"), "{line}");
    child.kill().unwrap();
    child.wait().unwrap();
}

/// No line of a log ends the program in a panic, and those that are broken are counted.
#[test]
fn broken_lines_are_left_out() {
    let deep = "{".repeat(100_000);
    let mut lines = format!("cmd(shut)\n{deep}\n\u{0}\n{{in,\n*DBG*\n*DBG* lift\ncmd({deep}\n");
    lines.push_str(&"what is this\n".repeat(20));
    let path = log("broken.log", &lines);
    fs::write(&path, [lines.as_bytes(), b"\xff\xfe\ncmd(shut)\n"].concat()).unwrap();
    let output = run(&[
        "monitor",
        "fixtures/past/lift_fsm.erl",
        "-e",
        "cmd(shut) implies not once prev once cmd({to,_})",
        path.to_str().unwrap(),
    ]);
    let (out, err) =
        (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert!(out.starts_with("2 steps\n"), "{out}");
    assert_eq!(output.status.code(), Some(0), "{err}");
    assert!(err.contains(":2: nobody can read this line"), "{err}");
    assert!(err.contains("27 lines of"), "{err}");
}
