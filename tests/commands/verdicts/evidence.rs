//! Evidence in files of its own: what is written shows the same verdict alone.

use std::fs;
use std::path::{Path, PathBuf};

use crate::command_line::run;
use crate::transcript::transcripts;

/// A fresh folder for the files of one test.
fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("evidence").join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    folder
}

fn path(folder: &Path, name: &str) -> String {
    folder.join(name).to_str().unwrap().to_owned()
}

const TICKETS: &str = "fixtures/ticket/6_all.aut";
/// The ticket can always be issued, whatever has happened; it cannot.
const ALWAYS_POSSIBLE: &str = "[true*] <true* . \"issue_ticket\"> true";

#[test]
fn several_runs_and_what_they_are_about() {
    let two = "[\"start\"] <(not \"start\")* . \"nothing\"> true";
    let payment = ["check", "fixtures/payment/payment.props", "--explain-formula"];
    insta::assert_snapshot!(transcripts(&[
        &["check", TICKETS, "-e", ALWAYS_POSSIBLE, "-e", two],
        &["check", TICKETS, "-e", ALWAYS_POSSIBLE, "-e", two, "--explain-formula"],
        &["check", TICKETS, "-e", two, "--format", "json"],
        &payment,
        &["check", TICKETS, "-e", two, "--evidence", "x.txt"],
        &["check", TICKETS, "-e", two, "--evidence", "x.props"],
        &["check", TICKETS, "-e", two, "--evidence", TICKETS],
    ]));
}

/// No result replaces another one of the same run.
#[test]
fn names_that_make_the_same_file() {
    let folder = folder("names");
    let module = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/door/fsm_door.erl");
    fs::copy(module, folder.join("fsm_door.erl")).unwrap();
    let text = "{module, fsm_door}.\n{init, abc}.\n{commands, [{button, abb}]}.\n\
        {property, 'a/b', mu, \"<true> true\", []}.\n{property, a_b, mu, \"[true] false\", []}.\n";
    let props = path(&folder, "names.props");
    fs::write(&props, text).unwrap();
    for (flag, file) in
        [("--export-bes", "o.bes"), ("--export-mcf", "o.mcf"), ("--evidence", "o.aut")]
    {
        let output = run(&["check", &props, flag, &path(&folder, file)]);
        let messages = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(2), "{messages}");
        assert!(messages.contains("two results would go to the same file"), "{messages}");
    }
    fs::write(&props, text.replace("a/b", "other")).unwrap();
    let (bes, json) = (path(&folder, "o.bes"), path(&folder, "o-other.bes"));
    let report = format!("json={json}");
    let output = run(&["check", &props, "--export-bes", &bes, "--format", &report]);
    assert_eq!(output.status.code(), Some(2), "{}", String::from_utf8_lossy(&output.stderr));
    // The report says what was wrong, and stays.
    assert!(fs::read_to_string(&json).unwrap().contains("E0510"));
    assert_eq!(fs::read_dir(&folder).unwrap().count(), 3);
}

/// Each system that is written falsifies, or satisfies, the formula that it is evidence for.
#[test]
fn systems_show_the_same_alone() {
    let folder = folder("systems");
    let formulas = [
        ALWAYS_POSSIBLE,
        "[\"start\"] <(not \"start\")* . \"nothing\"> true",
        "mu X . (<true> true and [not \"issue_ticket\"] X)",
        "<true* . \"start\" . true> @",
        "[true* . \"start\" . true] false",
        "<\"start\"> (<\"cancel\"> true or <true> <true> true)",
    ];
    let mut written = 0;
    for (number, formula) in formulas.iter().enumerate() {
        for extension in ["aut", "dot"] {
            let file = path(&folder, &format!("{number}.{extension}"));
            let whole = run(&["check", TICKETS, "-e", formula, "--evidence", &file]);
            if !Path::new(&file).exists() {
                let said = String::from_utf8(whole.stderr).unwrap();
                assert!(said.contains("N0501"), "{formula}: {said}");
                continue;
            }
            written += 1;
            if extension == "aut" {
                let alone = run(&["check", &file, "-e", formula]);
                assert_eq!(alone.status.code(), whole.status.code(), "{formula}");
            }
        }
    }
    assert!(written >= 10, "{written} files");
}

/// Commands that are written make the machine do it again: each file is checked as it is.
#[test]
fn commands_show_the_same() {
    let folder = folder("commands");
    for props in [
        "fixtures/payment/payment.props",
        "fixtures/observed/tank.props",
        "fixtures/circular_buffer/circular_buffer.props",
        "fixtures/eye_process/eye_process.props",
        "fixtures/door/door.props",
        "fixtures/simple/simple_fsm.props",
    ] {
        let stem = Path::new(props).file_stem().unwrap().to_str().unwrap();
        run(&["check", props, "--evidence", &path(&folder, &format!("{stem}.props"))]);
    }
    let files: Vec<PathBuf> =
        fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    for file in &files {
        let output = run(&["check", file.to_str().unwrap()]);
        let text = String::from_utf8(output.stdout).unwrap();
        let is_possible = text.contains("possibly");
        let expected = if is_possible { Some(3) } else { Some(0) };
        assert_eq!(output.status.code(), expected, "{}: {text}", file.display());
    }
    assert!(files.len() > 20, "{} files", files.len());
}
