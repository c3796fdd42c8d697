//! The command line as a user runs it: verdicts, texts, messages, exit codes.
//!
//! Every call is shown as a transcript: the command, its stdout, its stderr, its exit code.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::command_line::run;
use crate::transcript::{transcript, transcripts, transcripts_of};

const DOOR: &str = "fixtures/door/fsm_door.erl";
const DOOR_PROPS: &str = "fixtures/door/door.props";
const HEATER_PROPS: &str = "fixtures/heater/heater.props";

#[test]
fn check_fixtures() {
    insta::assert_snapshot!(transcripts(&[
        &["check", DOOR_PROPS],
        &["check", "fixtures/coffee/coffee.props"],
        &["check", "fixtures/coffee_faulty/coffee_faulty.props"],
        &["check", "fixtures/payment/payment.props"],
        &["check", HEATER_PROPS],
        &["check", "fixtures/segments/segments.props"],
    ]));
}

#[test]
fn check_without_a_file_of_properties() {
    let door = ["check", DOOR, "--init", "abc", "--commands", "[{button,abb},{button,abc}]", "-e"];
    let any = ["check", DOOR, "--init", "abc", "--commands", "{any_of,[{button,abb}]}", "-e"];
    let call = |start: &[&'static str], formula: &'static str| [start, &[formula]].concat();
    insta::assert_snapshot!(transcripts(&[
        &call(&door, "[(not cmd({button,abc}))* . do_unlock] false"),
        &call(&door, "[true* . cmd({button,_})] <true* . do_lock> true"),
        // A run without an end, and one that ends: both never reach do_unlock.
        &call(&any, "mu X . (<true> true and [not do_unlock] X)"),
        &call(&door, "mu X . (<true> true and [not do_lock] X)"),
        &["check", DOOR, "-e", "<true* . do_unlock> true"],
    ]));
}

/// The formulas as the paper prints them; each says less than it seems to.
#[test]
fn formulas_of_the_paper_draw_warnings() {
    let coffee = |commands: &'static str, formula: &'static str| {
        [
            "check",
            "fixtures/coffee/coffee.erl",
            "--init",
            "[]",
            "--view",
            "paper",
            "--commands",
            commands,
            "-e",
            formula,
        ]
    };
    insta::assert_snapshot!(transcripts(&[
        &[
            "check",
            DOOR_PROPS,
            "--view",
            "paper",
            "-e",
            "<true* . \"cmd({button,abb})\" . (\"pop_calls({locked,abc})\")* . \"display_message\"> true",
        ],
        &coffee(
            "[{selection,cappuccino,5},{pay,4},{cup_remove}]",
            "[true* . ('cmd({selection,cappuccino,5}).*' and 'cmd({pay,4}).*') . (not \"pay_coin(1)\")* . \"cmd({cup_removed})\"] false",
        ),
        &coffee(
            "[{selection,cappuccino,5},{pay,5},{cup_remove}]",
            "[\"cmd({selection,cappuccino,5})\"* . \"cmd({pay,5})\"* . (not \"remove_cup\")*] <true* . \"remove_cup\"> true",
        ),
    ]));
}

#[test]
fn translations_of_the_door() {
    insta::assert_snapshot!("door_mcrl", transcript(&["translate", DOOR_PROPS]));
    insta::assert_snapshot!(
        "door_mcrl2",
        transcript(&["translate", DOOR_PROPS, "--format", "mcrl2"])
    );
    insta::assert_snapshot!(
        "door_direct_mcrl2",
        transcript(&["translate", DOOR_PROPS, "--format", "mcrl2", "--form", "direct"])
    );
}

#[test]
fn translation_of_the_coffee_machine() {
    insta::assert_snapshot!(
        "coffee_mcrl",
        transcript(&["translate", "fixtures/coffee/coffee.props"])
    );
}

#[test]
fn translations_of_the_heater() {
    insta::assert_snapshot!("heater_mcrl", transcript(&["translate", HEATER_PROPS]));
    let direct = ["translate", HEATER_PROPS, "--format", "mcrl2", "--form", "direct"];
    insta::assert_snapshot!("heater_direct_mcrl2", transcript(&direct));
}

/// The heater without its file, so that nothing is known of the sensor but what is said here.
fn heater(command: &'static str, more: &[&'static str]) -> Vec<&'static str> {
    let start =
        [command, "fixtures/heater/heater.erl", "--init", "20", "--commands", "[poll,reset]"];
    [&start, more].concat()
}

#[test]
fn results_with_and_without_stubs() {
    let open = "[{{sensor,open,0},[{ok,s}]}]";
    let both = "[{{sensor,open,0},[{ok,s}]},{{sensor,read,1},[{ok,19},{raise,throw,lost}]}]";
    let calls = [
        heater("lts", &["--close"]),
        heater("translate", &["--strict", "--messages", "short"]),
        heater("translate", &["--format", "sst", "--messages", "short", "--stubs", open]),
        heater("lts", &["--strict", "--messages", "short", "--stubs", open]),
        heater("check", &["--strict", "--messages", "short", "-e", "<true> true"]),
        heater("check", &["--strict", "--stubs", both, "-e", "<true* . crash(_)> true"]),
        heater("lts", &["--stubs", both]),
        heater("lts", &["--stubs", both, "--labels", "mcrl2"]),
        heater("lts", &["--stubs", both, "--labels", "mcrl"]),
    ];
    insta::assert_snapshot!(transcripts_of(&calls));
}

#[test]
fn bad_stubs() {
    let wrong = [
        "ok",
        "[ok]",
        "[{{sensor,read},[ok]}]",
        "[{{sensor,read,one},[ok]}]",
        "[{{sensor,read,1},ok}]",
        "[{{sensor,read,1},[]}]",
        "[{{sensor,read,1},[<<a>>]}]",
        "[{{sensor,read,1},[{raise,exit,fun x/1}]}]",
        "[{{sensor,read,1},[{raise,exits,noproc}]}]",
        "[{{sensor,read,1},[{raise,exit}]}]",
        "[{{sensor,read,1},[ok]},{{sensor,read,1},[error]}]",
        "[{{sensor,raed,1},[ok]},{{sensor,open,1},[ok]},{{x,y,0},[ok]}]",
    ];
    let call = |stubs| heater("lts", &["--messages", "short", "--stubs", stubs]);
    let mut calls = wrong.map(call).to_vec();
    let aut = ["check", "fixtures/bad/out_of_range.aut", "-e", "<true> true"];
    calls.extend([[&aut[..], &["--stubs", "[]"]].concat(), [&aut[..], &["--strict"]].concat()]);
    insta::assert_snapshot!(transcripts_of(&calls));
}

#[test]
fn drawings() {
    insta::assert_snapshot!(transcripts(&[
        &["translate", DOOR, "--init", "abc", "--format", "sst"],
        &["translate", "fixtures/coffee/coffee.erl", "--format", "sst"],
        &["translate", "fixtures/sst/redundant.erl", "--init", "7", "--format", "sst"],
    ]));
}

#[test]
fn systems_of_the_door() {
    insta::assert_snapshot!(transcripts(&[
        &["lts", DOOR_PROPS],
        &["lts", DOOR_PROPS, "--view", "paper"],
        &["lts", DOOR_PROPS, "--view", "paper", "--form", "paper", "--labels", "mcrl2"],
        &["lts", DOOR_PROPS, "--labels", "mcrl", "--view", "paper"],
        &["lts", DOOR, "--init", "abc", "--commands", "{cycle,[{button,abb},{button,abc}]}"],
        &["lts", DOOR_PROPS, "--qualify"],
        &["lts", "fixtures/payment/payment.props", "--max-states", "3"],
    ]));
}

#[test]
fn sizes_of_the_cycle() {
    for (view, states, transitions) in [("default", 6, 6), ("paper", 15, 15)] {
        let cycle = "{cycle,[{button,abb},{button,abc}]}";
        let output = run(&["lts", DOOR, "--init", "abc", "--commands", cycle, "--view", view]);
        let text = String::from_utf8(output.stdout).unwrap();
        assert!(text.starts_with(&format!("des (0,{transitions},{states})")), "{view}: {text}");
    }
}

#[test]
fn bad_modules() {
    let names = [
        "another_module",
        "binary",
        "computed_mode",
        "empty",
        "hidden",
        "no_init",
        "no_mode",
        "former_mode",
        "not_a_machine",
        "patterns",
        "records",
        "refused",
        "segments",
        "several",
        "syntax_error",
        "terminates",
        "too_large",
        "twice",
        "unbound",
        "unknown_state",
        "wrong_mode",
    ];
    let paths: Vec<String> = names.iter().map(|name| format!("fixtures/bad/{name}.erl")).collect();
    let calls: Vec<Vec<&str>> = paths
        .iter()
        .map(|path| vec!["lts", path.as_str(), "--init", "0", "--commands", "[go]"])
        .collect();
    insta::assert_snapshot!(transcripts_of(&calls));
}

#[test]
fn bad_properties_and_systems() {
    let names = [
        "formulas.props",
        "ill_formed.props",
        "languages.props",
        "missing_module.props",
        "no_module.props",
        "unknown_key.props",
        "wrong_values.props",
    ];
    let paths: Vec<String> = names.iter().map(|name| format!("fixtures/bad/{name}")).collect();
    let calls: Vec<Vec<&str>> = paths.iter().map(|path| vec!["check", path.as_str()]).collect();
    let mut calls: Vec<&[&str]> = calls.iter().map(Vec::as_slice).collect();
    let systems: [&[&str]; 4] = [
        &["check", "fixtures/bad/no_header.aut", "-e", "<true> true"],
        &["check", "fixtures/bad/out_of_range.aut", "-e", "<true> true"],
        &["check", "fixtures/bad/out_of_range.aut", "--init", "x", "-e", "<true> true"],
        &["check", "fixtures/bad/out_of_range.aut", "--view", "paper", "-e", "<true> true"],
    ];
    calls.extend(systems);
    insta::assert_snapshot!(transcripts(&calls));
}

#[test]
fn bad_arguments() {
    insta::assert_snapshot!(transcripts(&[
        &["check", "fixtures/door", "-e", "<true> true"],
        &["check", "nowhere.erl", "-e", "<true> true"],
        &["check", "README.md", "-e", "<true> true"],
        &["check", DOOR_PROPS, "-e", "[true"],
        &["check", "fixtures/sst/redundant.erl", "-e", "<true> true"],
        &["check", DOOR, "--init", "abc", "--commands", "[]"],
        &["check", DOOR, "--init", "{a", "-e", "<true> true"],
        &["check", DOOR, "--commands", "[{button,abc}|x]", "-e", "<true> true"],
        &["check", DOOR, "--commands", "{any_of,[]}", "-e", "<true> true"],
        &["check", DOOR, "--commands", "[<<a>>]", "-e", "<true> true"],
        &["check", DOOR, "--unhandled", "perhaps", "-e", "<true> true"],
        &["lts", DOOR, "--init", "{a", "--messages", "short"],
        &["translate", "fixtures/bodies/bodies_floats.props"],
        &["translate", DOOR, "--strict", "--commands", "[{button,abc}]"],
        &["explain", "E0999"],
        &["check", "Cargo.toml", "-e", "<true> true"],
        &["check", DOOR_PROPS, "-D", "X={a"],
        &["forms", DOOR, "-D", "1x"],
        &["forms", DOOR, "--otp-root", "/nowhere"],
        &["lts", DOOR_PROPS, "--max-states", "0"],
        &["lts", DOOR_PROPS, "--timeout", "-1"],
        &["lts", DOOR_PROPS, "--timeout=nan"],
        &["lts", DOOR_PROPS, "-o", "/nowhere/door.aut"],
        &["lts", "fixtures/sst/redundant.erl", "--commands", "[2]"],
        &["lts", "fixtures/payment/payment.props", "--max-states", "6"],
    ]));
}

/// All snapshots under a folder, one behind the other.
fn snapshots(folder: &Path) -> String {
    let paths = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let text = |path: PathBuf| {
        if path.is_dir() {
            snapshots(&path)
        } else if path.extension().is_some_and(|extension| extension == "snap") {
            fs::read_to_string(path).unwrap()
        } else {
            String::new()
        }
    };
    paths.map(text).collect()
}

/// Every message of the translator and of the command line stands in some transcript.
#[test]
fn every_code_is_shown() {
    let texts = snapshots(&Path::new(env!("CARGO_MANIFEST_DIR")).join("tests"));
    let list = String::from_utf8(run(&["explain"]).stdout).unwrap();
    let codes = list.lines().filter_map(|line| line.split(' ').next());
    // The codes of the other crates are shown in tests of those crates.
    let own = codes.filter(|code| matches!(code.get(..3), Some("E02" | "W02" | "E05" | "W05")));
    let missing: Vec<&str> = own.filter(|code| !texts.contains(&format!("[{code}]"))).collect();
    assert!(missing.is_empty(), "{missing:?}");
}

#[test]
fn every_code_has_a_page() {
    let list = String::from_utf8(run(&["explain"]).stdout).unwrap();
    let codes: Vec<&str> = list.lines().filter_map(|line| line.split(' ').next()).collect();
    assert!(codes.len() > 40, "{list}");
    let distinct: BTreeSet<&str> = codes.iter().copied().collect();
    assert_eq!(distinct.len(), codes.len(), "two codes are one: {list}");
    for code in codes {
        let page = run(&["explain", code]);
        assert_eq!(page.status.code(), Some(0), "{code}");
        assert!(page.stdout.len() > 80, "{code} says too little");
    }
}

#[test]
fn nothing_is_left_behind_after_an_error() {
    let folder = scratch("left_behind");
    let target = folder.join("never.aut");
    let failing = ["lts", "fixtures/bad/refused.erl", "--init", "0", "--commands", "[go]"];
    for call in [failing.to_vec(), heater("translate", &["--strict"])] {
        let output = run(&[call, vec!["-o", target.to_str().unwrap()]].concat());
        assert_eq!(output.status.code(), Some(2));
        assert_eq!(fs::read_dir(&folder).unwrap().count(), 0);
    }
}

#[test]
fn files_are_written_whole() {
    let folder = scratch("whole");
    for (name, start) in [("door.aut", "des (0,4,5)"), ("door.dot", "digraph lts {")] {
        let target = folder.join(name);
        fs::write(&target, "older contents").unwrap();
        let output = run(&["lts", DOOR_PROPS, "-o", target.to_str().unwrap()]);
        assert_eq!(output.status.code(), Some(0));
        assert!(fs::read_to_string(&target).unwrap().starts_with(start));
    }
    assert_eq!(fs::read_dir(&folder).unwrap().count(), 2);
    let written = folder.join("door.aut");
    let checked = run(&["check", written.to_str().unwrap(), "-e", "<true* . do_unlock> true"]);
    assert_eq!(checked.status.code(), Some(0), "{}", String::from_utf8_lossy(&checked.stderr));
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_an_error() {
    let output = run(&["lts", DOOR_PROPS, "-o", "/dev/full"]);
    assert_eq!(output.status.code(), Some(2));
    let full = fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
    let status = Command::new(env!("CARGO_BIN_EXE_erl2lts"))
        .args(["lts", DOOR_PROPS])
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .stdout(full)
        .stderr(Stdio::null())
        .status()
        .unwrap();
    assert_eq!(status.code(), Some(2));
}

#[test]
fn a_closed_pipe_is_no_panic() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_erl2lts"))
        .args(["translate", "fixtures/coffee/coffee.props"])
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
}

#[test]
fn a_timeout_is_inconclusive() {
    let commands = "{any_of,[{selection,tea,{a}},{pay,1},{cancel},{cup_remove}]}";
    let coffee = ["lts", "fixtures/coffee/coffee.erl", "--commands", commands, "--timeout", "0"];
    let output = run(&coffee);
    assert_eq!(output.status.code(), Some(3));
    assert!(String::from_utf8_lossy(&output.stderr).contains("--timeout"));
}

/// A fresh folder of this test.
fn scratch(name: &str) -> std::path::PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("cli_{name}"));
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    folder
}
