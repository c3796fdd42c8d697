//! A place where nothing can be written: an error that says why, and nothing lost or half written, whatever writes.
//!
//! Each command writes to a folder that is not there, to a folder instead of a file, to a full disk (`/dev/full`, behind a link),
//! to a folder in which nothing can be made (`/proc`), and to a file that may not get so large (`ulimit -f`).

#![cfg(target_os = "linux")]
use std::fs;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Commands with the option that takes their output, and its name.
const WRITERS: [(&str, &str); 11] = [
    ("lts door.props -o ", "x.aut"),
    ("lts door.props -o ", "x.jsonl"),
    ("reduce system.aut -o ", "x.aut"),
    ("convert system.aut -o ", "x.dot"),
    ("translate door.props -o ", "x.mcrl"),
    ("check door.props --evidence ", "x.aut"),
    ("check door.props --export-mcf ", "x.mcf"),
    ("check door.props --export-bes ", "x.bes"),
    ("check late_cancel.erl --emit-test ", "x_tests.erl"),
    ("check door.props --format junit=", "x.xml"),
    ("check late_cancel.erl --format github=", "x.txt"),
];

/// One property, so that all that is written is one file.
const PROPERTIES: &str = "{module, fsm_door}. {init, abc}. {commands, {sequence, [{button, abb}]}}.
{property, wrong_code_warns, mu, \"<true* . display_message> true\", []}.
";

/// What stands in the files: a test replaces no module but one that is a test, too.
const OLDER: &str = "%% Written by `erl2lts check --emit-test` on another day.\n";

/// A folder with what the commands read, and a file that each of them would replace.
fn scratch() -> PathBuf {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures");
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("refused_outputs");
    let _ = fs::remove_dir_all(&folder);
    for name in ["taken", "full"] {
        fs::create_dir_all(folder.join(name)).unwrap();
    }
    for path in ["door/fsm_door.erl", "defects/late_cancel.erl"] {
        let name = Path::new(path).file_name().unwrap();
        fs::copy(root.join(path), folder.join(name)).unwrap();
    }
    fs::write(folder.join("door.props"), PROPERTIES).unwrap();
    // Longer than a block, of which `ulimit -f` allows none.
    fs::write(folder.join("system.aut"), "des (0,2,2)\n(0,a,1)\n(1,b,0)\n").unwrap();
    // `--export-mcf` writes a specification beside the formula.
    for file in WRITERS.map(|(_, file)| file).into_iter().chain(["x.mcrl2"]) {
        fs::write(folder.join(file), OLDER).unwrap();
        let _ = fs::create_dir(folder.join("taken").join(file));
        let _ = symlink("/dev/full", folder.join("full").join(file));
    }
    folder
}

/// What is below a folder, links not followed, with the texts of files.
fn contents(folder: &Path) -> Vec<(PathBuf, Option<String>)> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let (path, kind) = entry.map(|own| (own.path(), own.file_type().unwrap())).unwrap();
        if kind.is_dir() {
            found.extend(contents(&path));
        }
        let text = kind.is_file().then(|| fs::read_to_string(&path).unwrap());
        found.push((path, text));
    }
    found.sort();
    found
}

#[test]
fn nothing_is_lost_where_nothing_can_be_written() {
    let folder = scratch();
    let before = contents(&folder);
    for (command, output) in WRITERS {
        for (limit, place, why) in [
            ("", "nowhere/", "No such file or directory"),
            ("", "taken/", "Is a directory"),
            ("", "full/", "No space left on device"),
            ("", "/proc/", "No such file or directory"),
            ("ulimit -f 0;", "", "File too large"),
        ] {
            // Three files, which may not be one.
            if (place, output) == ("full/", "x.mcf") {
                continue;
            }
            let script = format!("{limit} exec \"$0\" {command}{place}{output}");
            let mut shell = Command::new("sh");
            shell.args(["-c", &script, env!("CARGO_BIN_EXE_erl2lts")]).current_dir(&folder);
            let output = shell.output().unwrap();
            let messages = String::from_utf8_lossy(&output.stderr);
            assert_eq!(output.status.code(), Some(2), "{script}: {messages}");
            assert!(messages.contains("error[E0502]: cannot write `"), "{script}: {messages}");
            assert!(messages.contains(why), "{script}: {messages}");
            assert!(contents(&folder) == before, "{script}");
        }
    }
}

/// A report is that of its run: one without findings replaces the findings of another day.
#[test]
fn a_report_without_findings_is_written() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let report = Path::new(env!("CARGO_TARGET_TMPDIR")).join("nothing_found.txt");
    for (module, is_found) in [("late_cancel", true), ("late_cancel_mended", false)] {
        let mut check = Command::new(env!("CARGO_BIN_EXE_erl2lts"));
        check.arg("check").arg(root.join(format!("fixtures/defects/{module}.erl")));
        let format = format!("github={}", report.display());
        let output = check.args(["--format", &format]).output().unwrap();
        assert_eq!(output.status.code(), Some(i32::from(is_found)));
        assert_eq!(!fs::read_to_string(&report).unwrap().is_empty(), is_found);
    }
}
