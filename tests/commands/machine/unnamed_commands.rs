//! A module without commands: it gets the events that it suggests, one note says so, and with what the same is said.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use crate::transcript::{transcript, transcripts};

const LIFT: &str = "fixtures/derived/lift.erl";

/// A machine whose model has no unknown values, so that each command has something to write.
const SWITCH: &str = "-module(switch).
-behaviour(gen_fsm).
-export([start/0, on/1, init/1, off/2, lit/2]).
start() -> gen_fsm:start_link(?MODULE, [], []).
on(Pid) -> gen_fsm:send_event(Pid, on).
init([]) -> {ok, off, 0}.
off(on, D) -> lamp:light(), {next_state, lit, D}.
lit(on, D) -> {next_state, lit, D};
lit(off, D) -> lamp:dark(), {next_state, off, D}.
";

const COMMANDS: [&[&str]; 9] = [
    &["translate"],
    &["translate", "--format", "mcrl2", "--form", "direct"],
    &["lts"],
    &["lts", "--init", "[]", "--view", "paper"],
    &["info"],
    &["reduce", "-e", "branching"],
    &["convert", "--to", "json"],
    &["compare", "other.erl"],
    &["check", "-e", "<true* . light> true"],
];

/// A folder of this test alone, with the switch twice and these files.
fn scratch(name: &str, files: &[(&str, &str)]) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    let own = [("switch.erl", SWITCH), ("other.erl", SWITCH)];
    for (file, text) in own.iter().chain(files) {
        fs::write(folder.join(file), text).unwrap();
    }
    folder
}

fn in_folder(folder: &Path, program: &str, args: &[&str]) -> Output {
    let mut command = Command::new(program);
    command.args(args).current_dir(folder).stdin(Stdio::null()).output().unwrap()
}

/// Exit code, stdout and stderr.
fn run(folder: &Path, args: &[&str]) -> (Option<i32>, String, String) {
    let output = in_folder(folder, env!("CARGO_BIN_EXE_erl2lts"), args);
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (output.status.code(), text(output.stdout), text(output.stderr))
}

/// The text of a printed model without the command that made it.
fn without_head(text: &str) -> &str {
    if !text.starts_with("% switch") {
        return text;
    }
    text.split_once("\n\n").unwrap().1
}

#[test]
fn transcripts_of_commands() {
    insta::assert_snapshot!(transcripts(&[
        &["lts", LIFT, "--max-states", "3"],
        &["info", LIFT, "--messages", "short"],
        &["translate", LIFT, "--strict", "--messages", "short"],
        &["compare", LIFT, LIFT, "-e", "trace", "--messages", "short"],
        &["reduce", LIFT, "--messages", "short"],
        &["check", LIFT, "-e", "<true> true", "--messages", "short"],
        &["lts", "fixtures/bad/not_a_machine.erl"],
        &["explain", "N0504"],
    ]));
}

/// The command line in the note does the same, and says nothing of it.
#[test]
fn the_note_says_how_to_say_it() {
    let folder = scratch("unnamed_commands", &[]);
    let program = Path::new(env!("CARGO_BIN_EXE_erl2lts"));
    for command in COMMANDS {
        let args = [&command[..1], &["switch.erl"], &command[1..]].concat();
        let (code, shown, said) = run(&folder, &args);
        assert!(matches!(code, Some(0 | 3)), "{args:?}: {said}");
        assert_eq!(said.matches("note[N0504]").count(), 1, "{args:?}: {said}");
        let line = said.split('`').find(|part| part.ends_with(" --commands derived"));
        let script =
            format!("PATH={}:$PATH; {}", program.parent().unwrap().display(), line.unwrap());
        let again = in_folder(&folder, "sh", &["-c", &script]);
        let (again_shown, again_said) =
            (String::from_utf8(again.stdout).unwrap(), String::from_utf8(again.stderr).unwrap());
        assert_eq!(again.status.code(), code, "{script}: {again_said}");
        assert_eq!(without_head(&again_shown), without_head(&shown), "{script}");
        assert!(!again_said.contains("N0504"), "{script}: {again_said}");
    }
    // What `commands` prints is a file that does the same.
    let (_, props, _) = run(&folder, &["commands", "switch.erl"]);
    let (_, own, _) = run(&folder, &["lts", "switch.erl"]);
    fs::write(folder.join("switch.props"), props).unwrap();
    assert_eq!(run(&folder, &["lts", "switch.props"]), (Some(0), own, String::new()));
}

/// What needs no commands says nothing of them, and shows what it has always shown.
#[test]
fn nothing_is_said_where_commands_do_not_matter() {
    let folder = scratch("no_commands_needed", &[]);
    let calls: [&[&str]; 5] = [
        &["translate", "switch.erl", "--format", "sst"],
        &["translate", "switch.erl", "--stats"],
        &["translate", "switch.erl", "--dump-after", "lower"],
        &["check", "switch.erl"],
        &["commands", "switch.erl"],
    ];
    for args in calls {
        let (_, shown, said) = run(&folder, args);
        assert!(!shown.is_empty() && !said.contains("N0504"), "{args:?}: {said}");
    }
    // What is given is not changed.
    let (code, shown, said) = run(&folder, &["lts", "switch.erl", "--commands", "[]"]);
    assert_eq!((code, shown.as_str(), said.as_str()), (Some(0), "des (0,0,1)\n", ""));
}

/// A file beside the module counts as it did; what it does not say is taken from the module.
#[test]
fn files_beside_the_module() {
    let props = "{module, switch}.\n{init, []}.\n";
    let folder = scratch("unnamed_beside", &[("a.props", props)]);
    let (code, _, said) = run(&folder, &["lts", "switch.erl"]);
    assert_eq!(code, Some(0), "{said}");
    assert!(said.contains("[W0502]: settings are taken from `./a.props`"), "{said}");
    assert!(said.contains("`{commands, derived}.` in `./a.props` says the same"), "{said}");
    let (code, _, said) = run(&folder, &["lts", "a.props"]);
    assert!(code == Some(0) && said.contains("`erl2lts lts a.props --commands derived`"), "{said}");
    let full = format!("{props}{{commands, [on]}}.\n");
    fs::write(folder.join("a.props"), &full).unwrap();
    let (_, shown, said) = run(&folder, &["lts", "switch.erl"]);
    assert!(shown.starts_with("des (0,2,3)") && !said.contains("N0504"), "{said}");
    // Of two files nobody knows which one is meant.
    fs::write(folder.join("b.props"), &full).unwrap();
    let (code, shown, said) = run(&folder, &["lts", "switch.erl"]);
    assert!(code == Some(0) && !shown.starts_with("des (0,2,3)"), "{shown}");
    assert!(said.contains("name the module (`./a.props`, `./b.props`) none is used"), "{said}");
    // A flag would change the other system, too.
    fs::write(folder.join("other.erl"), SWITCH.replace("switch", "other")).unwrap();
    let (_, _, said) = run(&folder, &["compare", "a.props", "other.erl"]);
    assert!(said.contains("`erl2lts commands other.erl` prints them as a .props file"), "{said}");
    assert!(!said.contains("--commands derived"), "{said}");
}

#[test]
fn machines_that_suggest_nothing() {
    let quiet = "-module(quiet).\n-behaviour(gen_fsm).\n-export([init/1, idle/2]).\n\
        init([]) -> {ok, idle, 0, 10}.\nidle(timeout, D) -> {next_state, idle, D, 10}.\n";
    let folder = scratch("unnamed_nothing", &[("quiet.erl", quiet), ("empty.erl", "")]);
    let (code, shown, said) = run(&folder, &["lts", "quiet.erl"]);
    assert!(code == Some(0) && shown.contains("\"timeout\""), "{shown}{said}");
    assert!(said.contains("suggests no events, so that it gets none"), "{said}");
    let (code, _, said) = run(&folder, &["lts", "empty.erl"]);
    assert!(code == Some(2) && said.contains("error[E0201]"), "{said}");
    assert!(!said.contains("N0504"), "{said}");
    assert!(transcript(&["lts", "fixtures/bad/gone.erl"]).contains("E0501"));
}
