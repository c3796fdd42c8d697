//! `erl2lts sim` line by line: walks, what is watched, ways to findings and violations, what is saved.

use std::io::Write as _;
use std::process::{Command, Stdio};

use crate::command_line::run;
use crate::tools::{self, Folder, on_path};

/// What a simulation prints for these lines, its messages, and its exit code.
fn simulated(args: &[&str], lines: &str) -> (String, String, Option<i32>) {
    let mut child = Command::new(env!("CARGO_BIN_EXE_erl2lts"))
        .arg("sim")
        .args(args)
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // It may end before it has read all.
    let _ = child.stdin.take().unwrap().write_all(lines.as_bytes());
    let output = child.wait_with_output().unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    (text(output.stdout), text(output.stderr), output.status.code())
}

#[test]
fn the_door_is_walked_through() {
    let lines = "1\n1\nback\n1\n1\n1\n1\npath\ngoto 2\ndata\nreset\nquit\n1\n";
    let (out, messages, code) = simulated(&["fixtures/door/door.props"], lines);
    assert_eq!((code, messages.as_str()), (Some(2), ""), "{out}");
    insta::assert_snapshot!(out);
}

#[test]
fn values_are_watched() {
    let lines = "watch State\nwatch Data\n1\n1\nunwatch\nwatch length(Data)\nwatch (\nwatch X\n";
    let (out, _, code) = simulated(&["fixtures/door/fsm_door.erl", "--init", "abc"], lines);
    assert_eq!(code, Some(2), "{out}");
    insta::assert_snapshot!(out);
}

#[test]
fn a_violation_is_run_to() {
    let lines = "goals\nrun no_unlock_without_code\nrun [true* . do_unlock] false\nrun [true\nrun <a> true\n";
    let (out, _, code) = simulated(&["fixtures/door/door.props"], lines);
    assert_eq!(code, Some(2), "{out}");
    insta::assert_snapshot!(out);
}

#[test]
fn a_finding_is_run_to_and_becomes_a_test() {
    let folder = Folder::new("simulated");
    let (test, props) =
        (folder.path().join("agent_tests.erl"), folder.path().join("agent_run.props"));
    let lines =
        format!("goals\nrun E0703\nsave {}\nsave {}\nrun 7\n", test.display(), props.display());
    let (out, messages, code) = simulated(&["fixtures/defects/agent_states.erl"], &lines);
    assert_eq!(code, Some(2), "{out}{messages}");
    let module = std::fs::read_to_string(&test).unwrap();
    assert!(module.contains("defect_test_") && module.contains("hang_up"), "{module}");
    // What was saved is what check finds the machine to do.
    let checked = run(&["check", props.to_str().unwrap()]);
    let said = String::from_utf8(checked.stdout).unwrap();
    let text = std::fs::read_to_string(&props).unwrap();
    assert!(said.contains("holds     can_do_this"), "{said}{text}");
    insta::assert_snapshot!(out.replace(&folder.path().display().to_string(), "DIR"));
}

/// Walks through machines, and the lines that take them.
const WALKS: [(&str, &str); 8] = [
    ("fixtures/door/door.props", "1\n1\n1\n1\n"),
    ("fixtures/payment/payment_fsm.erl", "1\n1\n"),
    ("fixtures/heater/heater.erl", "1\n1\n1\n1\n"),
    ("fixtures/coffee/coffee.props", "1\n1\n1\n1\n1\n"),
    ("fixtures/defects/statem_generic.erl", "1\n1\n"),
    ("fixtures/defects/agent_states.erl", "7\n1\n"),
    ("fixtures/defects/late_cancel.erl", "2\n1\n"),
    ("fixtures/defects/divide_mended.erl", "1\n1\n1\n"),
];

/// What stands at the end of the test of a run: whether the real modules pass it.
const PLAY: &str = "logger:set_primary_config(level, none),
     [io:format(\"~s ~0p~n\", [M, try M:run() catch error:{R, _} -> R end])
     || F <- lists:sort(filelib:wildcard(\"*_tests.beam\")), M <- [list_to_atom(filename:basename(F, \".beam\"))]], halt().";

/// The answers of tests in a folder to real modules that are compiled into it.
fn played(folder: &Folder, sources: &[std::path::PathBuf]) -> Option<String> {
    let (erl, erlc) = (on_path("erl")?, on_path("erlc")?);
    let sources: Vec<&str> = sources.iter().map(|path| path.to_str().unwrap()).collect();
    tools::run(folder.path(), &erlc, &[&["+debug_info"][..], &sources].concat());
    Some(tools::run(folder.path(), &erl, &["-noshell", "-eval", PLAY]))
}

#[test]
fn any_run_becomes_a_test() {
    let folder = Folder::new("simulated-runs");
    let (mut sources, mut expected) = (Vec::new(), Vec::new());
    for (input, lines) in WALKS {
        let module = std::path::Path::new(input).with_extension("erl");
        let module = if input.ends_with("door.props") {
            module.with_file_name("fsm_door.erl")
        } else {
            module
        };
        let stem = module.file_stem().unwrap().to_str().unwrap();
        let test = folder.path().join(format!("{stem}_tests.erl"));
        let lines = format!("{lines}save {}\n", test.display());
        let (out, messages, code) = simulated(&[input], &lines);
        assert_eq!(code, Some(0), "{input} {out}{messages}");
        let text = std::fs::read_to_string(&test).unwrap();
        assert!(text.contains("passes() -> done.") && text.contains("does_test_() ->"), "{text}");
        sources.extend([std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join(&module), test]);
        expected.push(format!("{stem}_tests ok\n"));
    }
    expected.sort();
    let Some(told) = played(&folder, &sources) else { return };
    assert_eq!(told, expected.concat());
    // Another machine does something else, or is somewhere else then.
    let door = std::fs::read_to_string("fixtures/door/fsm_door.erl").unwrap();
    for (from, to) in
        [("action:do_unlock()", "action:do_lock()"), ("{next_state, open", "{next_state, locked")]
    {
        let folder = Folder::new("simulated-others");
        assert!(door.contains(from));
        let changed = folder.write("fsm_door.erl", &door.replacen(from, to, 1));
        let told = played(&folder, &[changed, sources[1].clone()]).unwrap();
        assert_eq!(told, "fsm_door_tests not_done\n", "{to}");
    }
}

#[test]
fn what_cannot_be_played_is_refused_by_name() {
    let folder = Folder::new("simulated-refused");
    let file = folder.path().join("run_tests.erl");
    let save = format!("save {}\n", file.display());
    for (args, lines, why) in [
        (&["fixtures/door/door.props"][..], "", "nothing has happened yet"),
        (&["fixtures/door/door.props", "--mailbox", "1"], "1\n", "come in an order"),
        (&["fixtures/systems/late.aut"], "1\n", "only a run of a module"),
        (
            &["fixtures/door/door.props"],
            "1\nsave fsm_door.erl\n",
            "would be the module that is tested",
        ),
        (&["fixtures/door/door.props"], "1\nsave No-Name.erl\n", "is no name of an Erlang module"),
    ] {
        let (out, _, code) = simulated(args, &format!("{lines}{save}"));
        assert!(out.contains(why), "{args:?} {out}");
        assert_eq!(code, Some(2), "{args:?} {out}");
    }
    // Another step behind the finding that was run to is another run.
    let lines = format!("run E0703\nback 2\n1\n{save}");
    let (out, _, _) = simulated(&["fixtures/defects/late_cancel.erl"], &lines);
    let text = std::fs::read_to_string(&file).unwrap_or_default();
    assert!(text.starts_with("%% A run that was simulated"), "{out}{text}");
}

/// Every finding of every fixture with a defect is run to, unless no run shows it, or calls stand in between that a hunt does not
/// tell apart.
#[test]
fn findings_of_fixtures_are_run_to() {
    let is_long = std::env::var_os("ERL2LTS_LONG").is_some();
    let mut files: Vec<_> =
        std::fs::read_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/fixtures/defects"))
            .unwrap()
            .map(|entry| entry.unwrap().path())
            .filter(|path| path.extension().is_some_and(|extension| extension == "erl"))
            .collect();
    files.sort();
    let (mut reached, mut others) = (0, Vec::new());
    for path in files.iter().step_by(if is_long { 1 } else { 12 }) {
        let (out, _, _) = simulated(&[path.to_str().unwrap()], "run 1\n");
        match () {
            () if out.contains("goal      E") && !out.contains("was not found") => reached += 1,
            () if out.contains("speaks of what never") || out.contains("E0105") => {}
            () => others.push(format!("{}: {}", path.display(), out.lines().last().unwrap_or(""))),
        }
    }
    assert!(reached > 5, "{reached} {others:?}");
}

#[test]
fn other_systems_are_walked_through() {
    let (out, _, code) = simulated(
        &["fixtures/systems/late.aut"],
        "1\n2\nwatch Data\nrun [true* . \"c\"] false\nsave x.props\n",
    );
    assert_eq!(code, Some(2));
    insta::assert_snapshot!(out);
}

#[test]
fn what_is_no_order_is_said() {
    let long = "x".repeat(100_000);
    let lines = format!(
        "0\n9\n1x\nback 3\ngoto 4\njump\nsave\nsave a.txt\nsave /no/such/a.props\n\u{1b}[2J\n{long}\n1\n"
    );
    let (out, messages, code) = simulated(&["fixtures/door/door.props"], &lines);
    assert_eq!(code, Some(2), "{messages}");
    assert!(!out.contains('\u{1b}') && out.contains("the line is too long"), "{out}");
    let (_, messages, code) = simulated(&["fixtures/none.erl"], "");
    assert_eq!((code, messages.contains("E0501")), (Some(2), true), "{messages}");
    let (_, messages, code) = simulated(&["fixtures/bad/features/missing_file.props"], "");
    assert_eq!(code, Some(2), "{messages}");
    let (_, messages, code) = simulated(&["fixtures/door/door.props", "--commands", "["], "");
    assert_eq!(code, Some(2), "{messages}");
}
