//! Results compared with stored files: nothing is written unless that is asked for, and a difference is readable.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

const DOOR: &str = "-module(door).
-behaviour(gen_fsm).
-export([init/1, locked/2, open/2]).
init(Code) -> {ok, locked, Code}.
locked({button, Code}, Code) -> action:unlock(), {next_state, open, Code};
locked({button, _}, Code) -> action:warn(), {next_state, locked, Code}.
open({button, _}, Code) -> action:lock(), {next_state, locked, Code}.
";

const PROPERTIES: &str =
    "{module, door}.\n{init, abc}.\n{commands, {cycle, [{button, abb}, {button, abc}]}}.\n";

/// A folder of this test alone, with the door and commands for it.
fn scratch(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    fs::write(folder.join("door.erl"), DOOR).unwrap();
    fs::write(folder.join("door.props"), PROPERTIES).unwrap();
    folder
}

/// Exit code, stdout and stderr of a line of arguments.
fn run(folder: &Path, line: &str) -> (Option<i32>, String, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_erl2lts"))
        .args(line.split(' '))
        .current_dir(folder)
        .stdin(Stdio::null())
        .output()
        .unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (output.status.code(), text(output.stdout), text(output.stderr))
}

fn transcript(folder: &Path, line: &str) -> String {
    let (code, stdout, stderr) = run(folder, line);
    let section = |name: &str, text: &str| {
        if text.is_empty() { String::new() } else { format!("--- {name}\n{}\n", text.trim_end()) }
    };
    let (stdout, stderr) = (section("stdout", &stdout), section("stderr", &stderr));
    format!("$ erl2lts {line}\n{stdout}{stderr}--- exit {}\n", code.unwrap())
}

/// Each command that writes, with the name of its file.
const WRITERS: [(&str, &str); 10] = [
    ("translate door.props", "door.mcrl"),
    ("translate door.props --format mcrl2", "door.mcrl2"),
    ("translate door.props --format sst", "door.txt"),
    ("translate door.props --format sst", "trees.dot"),
    ("translate door.props --stats", "door.stats"),
    ("lts door.props", "door.aut"),
    ("lts door.props", "door.fsm"),
    ("lts door.props", "door.mmd"),
    ("reduce door.props -e trace", "small.aut"),
    ("convert door.props --to json", "door.json"),
];

#[test]
fn what_is_written_is_as_it_is_stored() {
    let folder = scratch("stored_same");
    for (command, file) in WRITERS {
        let written = |name: &str| fs::read(folder.join(name)).unwrap();
        let (code, _, said) = run(&folder, &format!("{command} -o {file}"));
        assert_eq!(code, Some(0), "{command}: {said}");
        let first = written(file);
        assert_eq!(run(&folder, &format!("{command} --check {file}")).0, Some(0), "{command}");
        // Both flags do what `-o` does, and make the file where it is not there.
        fs::remove_file(folder.join(file)).unwrap();
        let (code, _, said) = run(&folder, &format!("{command} --check {file} --update"));
        assert_eq!((code, written(file)), (Some(0), first.clone()), "{command}: {said}");
        fs::write(folder.join(file), "of another day\n").unwrap();
        let (code, shown, said) = run(&folder, &format!("{command} --check={file}"));
        assert_eq!(code, Some(1), "{command}: {said}");
        assert!(shown.contains("\n-of another day\n+"), "{command}: {shown}");
        assert!(said.contains("warning[W0511]"), "{command}: {said}");
        assert_eq!(written(file), b"of another day\n", "{command}");
        let (code, _, said) = run(&folder, &format!("{command} --update --check {file}"));
        assert_eq!((code, written(file)), (Some(0), first), "{command}: {said}");
    }
}

#[test]
fn differences_are_readable() {
    let folder = scratch("stored_differs");
    for (command, file) in [("translate", "door.mcrl"), ("lts", "door.aut")] {
        run(&folder, &format!("{command} door.props --check {file} --update"));
    }
    fs::write(folder.join("door.erl"), DOOR.replace("action:warn()", "action:ring()")).unwrap();
    let mut text = String::new();
    for line in [
        "translate door.props --check door.mcrl",
        "lts door.props --check door.aut",
        "translate door.props --form direct --check door.mcrl --messages short",
    ] {
        text.push_str(&transcript(&folder, line));
        text.push('\n');
    }
    fs::write(folder.join("door.erl"), DOOR).unwrap();
    for line in [
        "translate ./door.props --check door.mcrl",
        "translate door.props --check door.mcrl -o other.mcrl",
        "lts door.props --update",
        "translate door.props --check gone.mcrl",
        "translate door.props --check .",
        "translate door.props --check door.erl --update",
        "explain W0511",
    ] {
        text.push_str(&transcript(&folder, line));
        text.push('\n');
    }
    insta::assert_snapshot!(text);
}

/// Files that hold no text of ours: one message, or a difference of bounded length.
#[test]
fn odd_files() {
    let folder = scratch("stored_odd");
    fs::write(folder.join("binary.aut"), b"des (0,1,2)\0\xFF").unwrap();
    fs::File::create(folder.join("large.aut")).unwrap().set_len((64 << 20) + 1).unwrap();
    fs::create_dir(folder.join("folder.aut")).unwrap();
    for (file, reason) in [
        ("binary.aut", "not a text file"),
        ("large.aut", "larger than 64 MB"),
        ("folder.aut", "it is a directory"),
        ("gone.aut", "it does not exist"),
        ("door.erl/x.aut", "cannot read `door.erl/x.aut`"),
    ] {
        for command in ["lts", "translate", "reduce", "convert"] {
            let (code, shown, said) = run(&folder, &format!("{command} door.props --check {file}"));
            assert_eq!((code, shown.as_str()), (Some(2), ""), "{command} {file}: {said}");
            assert!(said.contains("error[E0501]") && said.contains(reason), "{said}");
            assert_eq!(said.matches("error[").count(), 1, "{command} {file}: {said}");
        }
    }
    fs::write(folder.join("empty.aut"), "").unwrap();
    let (code, shown, _) = run(&folder, "lts door.props --check empty.aut");
    assert!(code == Some(1) && shown.contains("@@ -0,0 +1,"), "{shown}");
    fs::write(folder.join("long.aut"), "(0,a,1)\n".repeat(1_000_000)).unwrap();
    fs::write(folder.join("latin1.aut"), b"des (0,\xFF,1)\n").unwrap();
    for file in ["long.aut", "latin1.aut"] {
        let (code, shown, said) = run(&folder, &format!("lts door.props --check {file}"));
        assert!(code == Some(1) && shown.lines().count() < 50, "{file}: {said}");
    }
    let (_, printed, _) = run(&folder, "lts door.props");
    fs::write(folder.join("windows.aut"), printed.replace('\n', "\r\n")).unwrap();
    let (code, shown, said) = run(&folder, "lts door.props --check windows.aut");
    assert!(code == Some(1) && shown.is_empty() && said.contains("CR LF"), "{said}");
}

/// A model that cannot be printed, or not be written, leaves the file as it was.
#[test]
fn refusals_leave_the_file() {
    let folder = scratch("stored_refused");
    fs::write(folder.join("kept.mcrl"), "kept\n").unwrap();
    let half = "-module(half).\n-behaviour(gen_fsm).\n-export([init/1, a/2]).\n\
        init(N) -> {ok, a, N}.\na(halve, N) -> {next_state, a, N / 2}.\n";
    fs::write(folder.join("half.erl"), half).unwrap();
    for line in [
        "translate door.erl --commands derived --strict --check kept.mcrl --update",
        "translate half.erl --init 1 --commands [halve] --check kept.mcrl --update",
        "translate gone.erl --check kept.mcrl --update",
        "translate door.props --check kept.mcrl --update --commands nothing",
        "translate door.props --check nowhere/x.mcrl --update",
    ] {
        let (code, shown, said) = run(&folder, line);
        assert_eq!((code, shown.as_str()), (Some(2), ""), "{line}: {said}");
        assert_eq!(fs::read_to_string(folder.join("kept.mcrl")).unwrap(), "kept\n", "{line}");
    }
    // What was cut off is compared as far as it goes, and the answer is none.
    run(&folder, "lts door.props --max-states 2 -o part.aut");
    assert_eq!(run(&folder, "lts door.props --max-states 2 --check part.aut").0, Some(3));
    assert_eq!(run(&folder, "lts door.props --check part.aut").0, Some(1));
}

/// What a module or its settings cannot be printed for is said in one message, and the file stays.
#[test]
fn bad_input_is_said_in_one_message() {
    let folder = scratch("stored_bad_input");
    let never = "-module(never).\n-behaviour(gen_fsm).\n-export([init/1, a/2]).\n\
        init({limit, N}) when N > 3, N < 2 -> {ok, a, N}.\na(go, N) -> {next_state, a, N}.\n";
    let half = "-module(half).\n-behaviour(gen_fsm).\n-export([init/1, a/2]).\n\
        init(N) -> {ok, a, N}.\na(halve, N) -> {next_state, a, N / 2}.\n";
    let files = [("never.erl", never), ("half.erl", half), ("plain.erl", "-module(plain).\n")];
    for (name, text) in files.into_iter().chain([("kept.mcrl", "kept\n")]) {
        fs::write(folder.join(name), text).unwrap();
    }
    let lines = [
        "translate plain.erl -o kept.mcrl --messages short",
        "translate door.props --commands derived -o kept.mcrl --messages short",
        "translate never.erl -o kept.mcrl --messages short",
        "lts never.erl --close -o kept.mcrl --messages short",
        "translate half.erl --init 1 --commands [halve] -o kept.mcrl --messages short",
    ];
    let shown: Vec<String> = lines.iter().map(|line| transcript(&folder, line)).collect();
    for (line, shown) in lines.iter().zip(&shown) {
        assert!(shown.ends_with("--- exit 2\n"), "{shown}");
        assert_eq!(shown.matches("error[").count(), 1, "{shown}");
        assert_eq!(fs::read_to_string(folder.join("kept.mcrl")).unwrap(), "kept\n", "{line}");
    }
    insta::assert_snapshot!("bad_input", shown.join("\n"));
}
