//! No output replaces a file that is read, whatever names it; nothing half written is left behind.

use std::fs;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

const MODULE: &str = "-module(m).
-behaviour(gen_fsm).
-include(\"h.hrl\").
-export([init/1, a/2]).
init([]) -> {ok, a, ?START}.
a(go, D) -> {next_state, a, D}.
";

const HEADER: &str = "-define(START, 0).\n";

const LIBRARY: &str = "macro BUSY() = <true* . cmd(go)> true end_macro\n";

const FORMULA: &str = "library \"lib.mcl\" end_library\nBUSY()\n";

const PROPERTIES: &str = "{module, m}.\n{init, []}.\n{commands, {sequence,[go]}}.\n\
    {property, 'e', mu, \"<true> true\", []}.\n{property, f, mu, \"<true> true\", []}.\n";

const SYSTEM: &str = "des (0,1,2)\n(0,\"cmd(go)\",1)\n";

/// A folder with one file of each kind, and links to them.
fn scratch(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(folder.join("props")).unwrap();
    for (file, text) in [
        ("m.erl", MODULE),
        ("h.hrl", HEADER),
        ("lib.mcl", LIBRARY),
        ("f.mcl", FORMULA),
        ("s.aut", SYSTEM),
        ("props/p.props", &PROPERTIES.replace("{module, m}", "{module, \"../m.erl\"}")),
        ("e-e.aut", "kept\n"),
    ] {
        fs::write(folder.join(file), text).unwrap();
    }
    for file in ["m.erl", "h.hrl", "lib.mcl", "f.mcl", "s.aut", "props/p.props"] {
        let flat = file.replace('/', "_");
        symlink(file, folder.join(format!("soft_{flat}"))).unwrap();
        fs::hard_link(folder.join(file), folder.join(format!("hard_{flat}"))).unwrap();
    }
    folder
}

fn run(folder: &Path, args: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_erl2lts"));
    command.args(args).current_dir(folder).stdin(Stdio::null()).output().unwrap()
}

/// All files of a folder with what is in them.
fn contents(folder: &Path) -> Vec<(PathBuf, String)> {
    let mut files: Vec<PathBuf> =
        fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    files.retain(|file| file.is_file());
    files.into_iter().map(|file| (file.clone(), fs::read_to_string(&file).unwrap())).collect()
}

/// The ways to name a file of the folder.
fn names(file: &str) -> [String; 4] {
    let flat = file.replace('/', "_");
    [file.to_owned(), format!("./props/../{file}"), format!("soft_{flat}"), format!("hard_{flat}")]
}

const WITH_MODULE: [&str; 4] = ["--init", "[]", "--commands", "{sequence,[go]}"];

#[test]
fn outputs_of_one_file() {
    let folder = scratch("protected_outputs");
    let before = contents(&folder);
    for read in ["m.erl", "h.hrl"] {
        for name in names(read) {
            for command in ["translate", "lts", "convert", "reduce"] {
                let args = [&[command, "m.erl"], &WITH_MODULE[..], &["-o", &name]].concat();
                let output = run(&folder, &args);
                let messages = String::from_utf8_lossy(&output.stderr).into_owned();
                assert_eq!(output.status.code(), Some(2), "{args:?}: {messages}");
                assert!(messages.contains("E0510"), "{args:?}: {messages}");
                assert_eq!(contents(&folder), before, "{args:?}");
            }
        }
    }
    for name in names("s.aut") {
        for command in ["lts", "convert", "reduce"] {
            let output = run(&folder, &[command, "s.aut", "-o", &name]);
            assert_eq!(output.status.code(), Some(2), "{command} {name}");
            assert_eq!(contents(&folder), before, "{command} {name}");
        }
    }
    // The nearest right ones.
    for (command, file) in [("translate", "new.mcrl"), ("lts", "new.aut"), ("lts", "new.aut")] {
        let args = [&[command, "m.erl"], &WITH_MODULE[..], &["-o", file]].concat();
        assert_eq!(run(&folder, &args).status.code(), Some(0), "{args:?}");
        assert!(fs::metadata(folder.join(file)).unwrap().len() > 0);
    }
}

#[test]
fn reports_and_evidence() {
    let folder = scratch("protected_reports");
    let before = contents(&folder);
    let module = [&["check", "m.erl", "f.mcl"], &WITH_MODULE[..]].concat();
    let system = vec!["check", "s.aut", "f.mcl"];
    let properties = vec!["check", "props/p.props"];
    let wrong = vec!["check", "m.erl", "f.mcl", "wrong.txt"];
    let cases: [(&[&str], &[&str]); 4] = [
        (&module, &["m.erl", "h.hrl", "f.mcl", "lib.mcl"]),
        (&system, &["s.aut", "f.mcl", "lib.mcl"]),
        (&properties, &["m.erl", "h.hrl", "props/p.props"]),
        (&wrong, &["m.erl", "h.hrl", "f.mcl"]),
    ];
    for (args, read) in cases {
        for name in read.iter().copied().flat_map(names) {
            for format in ["json", "junit", "human", "github"] {
                let target = format!("{format}={name}");
                let output = run(&folder, &[args, &["--format", &target]].concat());
                let messages = String::from_utf8_lossy(&output.stderr).into_owned();
                assert_eq!(output.status.code(), Some(2), "{args:?} {target}: {messages}");
                assert_eq!(contents(&folder), before, "{args:?} {target}");
            }
        }
    }
    // Of several properties each has a file of its own.
    let args = [&properties[..], &["--evidence", "e.aut"]].concat();
    let over = fs::canonicalize(folder.join("e-e.aut")).unwrap();
    fs::remove_file(&over).unwrap();
    fs::hard_link(folder.join("h.hrl"), &over).unwrap();
    let output = run(&folder, &args);
    assert_eq!(output.status.code(), Some(2));
    assert_eq!(fs::read_to_string(over).unwrap(), HEADER);
    // The nearest right one.
    let output = run(&folder, &[&module[..], &["--format", "json=report.json"]].concat());
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    assert!(folder.join("report.json").is_file());
}

/// What a process has open may be a file that is read, too.
#[test]
fn open_files() {
    let folder = scratch("protected_open");
    let before = contents(&folder);
    let program = env!("CARGO_BIN_EXE_erl2lts");
    for script in [
        "$0 forms m.erl >> m.erl",
        "$0 lts s.aut -o /dev/stdout >> s.aut",
        "$0 lts s.aut -o /dev/fd/3 3>> s.aut",
        "$0 convert s.aut -o /proc/self/fd/3 3<> s.aut",
    ] {
        let mut shell = Command::new("sh");
        let output = shell.args(["-c", script, program]).current_dir(&folder).output().unwrap();
        let messages = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(2), "{script}: {messages}");
        assert_eq!(contents(&folder), before, "{script}");
    }
}
