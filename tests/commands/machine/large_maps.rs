//! Maps of more than 32 entries, of which OTP promises no order.

use std::fs;
use std::path::Path;

use crate::command_line::run;
use crate::transcript::transcripts_of;

const MODULE: &str = "fixtures/bad/large_map.erl";

/// What hangs on the order is unknown from 33 entries on, and nothing else is.
#[test]
fn large_maps_have_no_order() {
    let lts = |commands| {
        let flags = ["--init", "x", "--messages", "short", "--commands", commands];
        [&["lts", MODULE], &flags[..]].concat()
    };
    let mut calls = vec![
        lts("{any_of,[{keys,32},{keys,33}]}"),
        lts("{any_of,[{length,32},{length,33}]}"),
        lts("{any_of,[{fold,32},{fold,33}]}"),
        lts("{any_of,[{double,32},{double,33}]}"),
        lts("{any_of,[{fails,32},{fails,33}]}"),
        lts("[{each,33}]"),
    ];
    calls.push([&lts("[{keys,33}]")[..], &["--strict"]].concat());
    calls.push([&lts("[{keys,32}]")[..], &["--strict"]].concat());
    insta::assert_snapshot!(transcripts_of(&calls));
}

/// A verdict that rests on the order is only possible.
#[test]
fn verdicts_on_large_maps() {
    let check = |commands, formula| {
        vec!["check", MODULE, "--init", "x", "--commands", commands, "-e", formula]
    };
    insta::assert_snapshot!(transcripts_of(&[
        check("[{fold,33}]", "[true* . result(528)] false"),
        check("[{fold,32}]", "[true* . result(528)] false"),
        check("[{double,33}]", "<true* . result(4)> true"),
    ]));
}

/// Dictionaries have OTP's order as long as their hashes are known, and there have never been more than 80 entries.
#[test]
fn dictionaries_go_by_hashes() {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join("hashed.erl");
    let text = "-module(hashed).\n-behaviour(gen_fsm).\n-export([init/1, idle/2]).\ninit(_) -> {ok, idle, 0}.\n\
        idle({keys, N}, D) -> out:first(dict:fetch_keys(entries(lists:seq(1, N)))), {next_state, idle, D};\n\
        idle(pid, D) -> out:first(dict:fetch_keys(entries([self(), a]))), {next_state, idle, D};\n\
        idle(one, D) -> out:all(length(dict:to_list(entries([self()])))), {next_state, idle, D}.\n\
        entries(L) -> dict:from_list([{K, K} || K <- L]).\n";
    fs::write(&path, text).unwrap();
    let path = path.to_str().unwrap();
    let said = |command: &str| {
        let flags = ["lts", path, "--init", "x", "--messages", "short", "--commands", command];
        let output = run(&flags);
        assert!(output.status.success());
        let [stdout, stderr] = [output.stdout, output.stderr].map(String::from_utf8);
        (stdout.unwrap(), stderr.unwrap().contains("W0214"))
    };
    let (system, is_open) = said("[{keys,80}]");
    assert!(system.contains("\"first([80,64,48,") && !is_open, "{system}");
    let (system, is_open) = said("[{keys,81}]");
    assert!(system.contains("\"first([?1,") && is_open, "{system}");
    let (system, is_open) = said("[pid]");
    assert!(system.contains("\"first([?1,") && is_open, "{system}");
    let (system, is_open) = said("[one]");
    assert!(system.contains("\"all(1)\"") && !is_open, "{system}");
}

/// What is printed keeps to it: what hangs on the order is a term without rules.
#[test]
fn printed_large_maps_keep_to_it() {
    let folder = std::env::temp_dir().join(format!("erl2lts-large-{}", std::process::id()));
    fs::create_dir_all(&folder).unwrap();
    let path = folder.join("large_map.mcrl");
    let explored = |commands| {
        let output = path.to_str().unwrap();
        let flags = ["--init", "x", "--commands", commands, "--format", "mcrl", "-o", output];
        assert!(run(&[&["translate", MODULE], &flags[..]].concat()).status.success());
        let output = run(&["lts", output]);
        let text = [output.stdout, output.stderr].concat();
        (output.status.code(), String::from_utf8(text).unwrap())
    };
    let (code, labels) = explored("{any_of,[{keys,32},{double,33}]}");
    assert!(code == Some(0) && !labels.contains("unordered"), "{code:?} {labels}");
    let (code, labels) = explored("[{keys,33}]");
    assert!(code == Some(0) && labels.contains("result(unordered(map_of("), "{code:?} {labels}");
    fs::remove_dir_all(&folder).unwrap();
}
