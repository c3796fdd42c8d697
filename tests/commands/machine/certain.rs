//! What the command line says of verdicts on models with unknown values: certain or possible, and why.

use std::fs;
use std::path::Path;

use crate::command_line::run;
use crate::transcript::transcripts_of;

fn gate(commands: &'static str, formulas: &[&'static str]) -> Vec<&'static str> {
    let start = ["check", "fixtures/certain/gate.erl", "--messages", "short"];
    let formulas = formulas.iter().flat_map(|formula| ["-e", formula]);
    start.into_iter().chain(["--commands", commands]).chain(formulas).collect()
}

#[test]
fn verdicts_on_a_gate() {
    let pushes = "{any_of,[push,coin]}";
    insta::assert_snapshot!(transcripts_of(&[
        // Only the argument of init/1 matters: real, with an example.
        gate(pushes, &["[true* . ring] false", "<cmd(push) . cmd(coin)> true", "mu X . [true] X"]),
        // Another module decides.
        gate(pushes, &["[true* . turn(_)] false", "<true* . turn(_)> true"]),
        // It rings at the first push or never.
        gate(pushes, &["<cmd(push) . cmd(push) . ring> true"]),
        // A label with an unknown value may be meant.
        gate(pushes, &["[true* . turn(left)] false", "<true* . turn(left)> true"]),
        // What the model cannot do the module cannot do.
        gate(pushes, &["[true* . pull] false", "<true* . pull> true"]),
        // Of all arguments some lead here, of others there: no run shows that.
        gate(pushes, &["<cmd(push)> <ring> true and <cmd(push)> <cmd(coin)> true"]),
        gate("[count]", &["[true* . crash(_)] false"]),
    ]));
}

fn starts(commands: &'static str, formulas: &[&'static str]) -> Vec<&'static str> {
    let mut args = gate(commands, formulas);
    args[1] = "fixtures/certain/starts.erl";
    args
}

#[test]
fn each_first_state_counts() {
    insta::assert_snapshot!(transcripts_of(&[
        // A property of all runs must hold in each, a run must start in one.
        starts("{any_of,[go]}", &["[hello] false", "<hello> true", "<cmd(go) . gone(g)> true"]),
        // Started in no way; and in some way only.
        starts("{any_of,[go]}", &["<gone(g)> true", "[true*] <cmd(go)> true"]),
        // That it never happens would be said if it were so in each.
        starts("{any_of,[go]}", &["[hello . cmd(go) . hello] false"]),
    ]));
}

#[test]
fn segments_of_binaries_may_fail() {
    let property = &["[true* . crash(_)] false"];
    let checked = |init, commands| {
        let mut args = starts(commands, property);
        args.extend(["--init", init]);
        args
    };
    insta::assert_snapshot!(transcripts_of(&[
        checked("gate", "[bits]"),
        checked("gate", "[number]"),
    ]));
}

/// What a timer does is missing, so that nothing is certain.
#[test]
fn own_events_are_left_out() {
    let mut args = gate("{any_of,[set]}", &["[true* . ring] false"]);
    args[1] = "fixtures/certain/alarm.erl";
    insta::assert_snapshot!(transcripts_of(&[args]));
}

/// Nor is what it says to itself in other ways, whatever it calls itself.
#[test]
fn it_may_have_many_names() {
    let mut args = gate("{any_of,[name]}", &["[true* . ring] false"]);
    args[1] = "fixtures/certain/mirror.erl";
    let stubs =
        "[{{erlang,register,2},[true]},{{erlang,spawn,3},[pid]},{{erlang,spawn_link,3},[pid]}]";
    let stubbed = [&args[..], &["--stubs", stubs]].concat();
    insta::assert_snapshot!(transcripts_of(&[args, stubbed]));
}

/// A process that is handed over may be the machine itself; a state without a function may be one in which no event of it
/// comes; another process that gets the From of a call may answer it: nothing is said of that call.
#[test]
fn what_nobody_sends_is_not_certain() {
    for (name, word) in
        [("other_process", "possible"), ("told_state", "nothing"), ("handed_on", "nothing")]
    {
        let path = format!("fixtures/certain/{name}.erl");
        let output = run(&["check", &path, "--messages", "short"]);
        let report = String::from_utf8(output.stdout).unwrap();
        assert!(output.status.success() && report.contains(word), "{report}");
        assert!(!report.contains("certain "), "{report}");
    }
}

/// What a function that was not followed to its end returns may be anything: that alone is no finding.
#[test]
fn what_was_not_followed_is_no_finding() {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join("counted.erl");
    let module = |count: &str| {
        let text = format!(
            "-module(counted).\n-behaviour(gen_fsm).\n-export([start/1, init/1, ready/2]).\n\
             start(Tree) -> gen_fsm:start(?MODULE, Tree, []).\n\
             init(Tree) ->\n    case {count} of\n        N when is_integer(N), N >= 0 -> {{ok, ready, whole, 0}};\n        \
             _ -> {{ok, ready, broken, 0}}\n    end.\n\
             count({{node, L, R}}) -> 1 + count(L) * count(R) + count({{node, R, tl(L)}});\n\
             count(_) -> 0.\n\
             ready(timeout, whole) -> {{next_state, ready, whole}}.\n"
        );
        fs::write(&path, text).unwrap();
        let output = run(&["check", path.to_str().unwrap(), "--messages", "short"]);
        String::from_utf8(output.stdout).unwrap()
    };
    let report = module("count(Tree)");
    assert!(report.contains("nothing was found"), "{report}");
    // What another module returns decides, besides what was not followed.
    let report = module("count(Tree) + trees:read()");
    assert!(
        report.contains("possible  E0709") && report.contains("it rests on the result of"),
        "{report}"
    );
}
