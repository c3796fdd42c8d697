//! Findings as tests and as sessions for the shell: what is written, and what cannot be.

use std::fs;
use std::path::Path;

use crate::command_line::run;
use crate::transcript::transcripts;

/// The part of a test that differs from test to test.
fn head(module: &str, more: &[&str]) -> String {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("emitted");
    fs::create_dir_all(&folder).unwrap();
    let path = folder.join("defect_tests.erl");
    let _ = fs::remove_file(&path);
    let start = ["check", module, "--emit-test", path.to_str().unwrap()];
    let output = run(&[&start[..], more].concat());
    assert_eq!(output.status.code(), Some(1), "{output:?}");
    let text = fs::read_to_string(path).unwrap();
    let (head, player) = text.split_once("%% -----").unwrap();
    assert!(head.contains("defect_test_() ->") && player.contains("run() ->"));
    head.to_owned()
}

/// Tests as they are written: messages that must be there together, clients, stubs, values that were chosen.
#[test]
fn scripts() {
    let own_post = head("fixtures/defects/own_post.erl", &[]);
    let chosen = head("fixtures/code_lock/code_lock_short.erl", &["--finding", "E0703"]);
    let late = head("fixtures/defects/stale_timer.erl", &["--finding", "1"]);
    let watched = head("fixtures/defects/monitor_down.erl", &[]);
    insta::assert_snapshot!([own_post, chosen, late, watched].join("\n=====\n"));
}

/// Tests of `gen_statem` and sessions, from where the module is named: a request behind one that the machine sends itself, a
/// client beside a time-out, actions that are refused, the start, a client that ends.
#[test]
fn statem_scripts() {
    let subjects = [
        ("own_request", "[{cast,go},{cast,stop}]"),
        ("late_client", "[{cast,go},{call,ask}]"),
        ("enter_action", "[{cast,go}]"),
        ("start_value", "[{cast,go}]"),
        ("client_down", "[{call,ask}]"),
    ];
    let texts = subjects.map(|(name, commands)| {
        let path = format!("fixtures/emitted/{name}.erl");
        let test = head(&path, &["--commands", commands]);
        let script = test.split_once("\nmodule() ->").unwrap().1;
        let report = run(&["check", &path, "--commands", commands]);
        let report = String::from_utf8(report.stdout).unwrap();
        let session = report.split_once("\nshell").map_or("", |(_, session)| session);
        let session: Vec<&str> =
            session.lines().take_while(|line| !line.contains("flush()")).collect();
        format!("module() ->{script}-----\nshell{}\n", session.join("\n"))
    });
    insta::assert_snapshot!(texts.join("=====\n"));
}

/// What cannot be written is said, and nothing is written.
#[test]
fn refusals() {
    let file = "target/never_tests.erl";
    insta::assert_snapshot!(transcripts(&[
        &["check", "fixtures/defects/own_post_mended.erl", "--emit-test", file],
        &["check", "fixtures/defects/own_post.erl", "--emit-test", file, "--finding", "E0706"],
        &["check", "fixtures/defects/unreachable.erl", "--emit-test", file],
        &["check", "fixtures/defects/own_post.erl", "--emit-test", "target/Never.txt"],
        &["check", "fixtures/door/door.props", "--emit-test", file],
        &["check", "fixtures/door/door.props", "--emit-test", file, "--finding", "unlocks"],
        &[
            "check",
            "fixtures/payment/payment.props",
            "--emit-test",
            file,
            "--finding",
            "spree_may_never_terminate",
            "--quiet"
        ],
        &["check", "fixtures/ticket/features.props", "--emit-test", file],
        &["check", "fixtures/door", "--emit-test", file],
        &["check", "fixtures/defects/own_post.erl", "--emit-test", "fixtures/defects/own_post.erl"],
        &["check", "fixtures/defects/own_post.erl", "--finding", "1"],
        &["check", "fixtures/defects/own_post.erl", "--coverage", "--format", "json"],
        &["check", "fixtures/defects/own_post.erl", "--evidence", "target/never.aut"],
        &["explain", "E0512"],
    ]));
    assert!(!Path::new(env!("CARGO_MANIFEST_DIR")).join(file).exists());
}

/// A value of an event of which no example can be written down: nothing shows the finding, so it is not certain, and no test is written that
/// would pass on the defect.
#[test]
fn a_port_has_no_example() {
    let folder = crate::tools::Folder::new("ports");
    let path = folder.write("taken.erl", TAKEN);
    let test = folder.path().join("taken_tests.erl");
    let args = ["check", path.to_str().unwrap(), "--emit-test", test.to_str().unwrap()];
    let output = run(&args);
    let found = String::from_utf8_lossy(&output.stdout);
    assert!(found.contains("possible  E0701"), "{found}");
    assert!(found.contains("it rests on values that were not found"), "{found}");
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(said.contains("E0512"), "{said}");
    assert_eq!(output.status.code(), Some(2));
    assert!(!test.exists());
}

const TAKEN: &str = "
-module(taken).
-behaviour(gen_server).
-export([start_link/0, init/1, handle_call/3, handle_cast/2, handle_info/2]).
start_link() -> gen_server:start_link(?MODULE, [], []).
init([]) -> {ok, none}.
handle_call(_, _, S) -> {reply, ok, S}.
handle_cast({take, Socket}, none) when is_port(Socket) -> gen_tcp:close(Socket), {noreply, used};
handle_cast(go, used) -> erlang:error(oops);
handle_cast(_, S) -> {noreply, S}.
handle_info(_, S) -> {noreply, S}.
";

/// Findings for programs: all formats, and a file beside what people read.
#[test]
fn formats() {
    let module = "fixtures/defects/own_post.erl";
    insta::assert_snapshot!(transcripts(&[
        &["check", module, "--format", "json"],
        &["check", module, "--format", "short"],
        &["check", module, "--format", "junit"],
        &["check", module, "--format", "github"],
        &["check", "fixtures/defects/unreachable.erl", "--format", "junit"],
    ]));
}
