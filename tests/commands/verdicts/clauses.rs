//! What is read in the text is not told where it is not so.
//!
//! Each module sends from a port, so that no hunt has seen all that there is, and every clause is read.

use std::fs;
use std::path::Path;

use crate::command_line::run;

/// The findings of a module with these functions besides `init/1` and `handle_event/3`: rank and code of each.
fn findings(name: &str, exports: &str, functions: &str) -> Vec<String> {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("read_clauses");
    fs::create_dir_all(&folder).unwrap();
    let path = folder.join(format!("{name}.erl"));
    let text = format!(
        "-module({name}).\n-behaviour(gen_fsm).\n-export([start_link/0, init/1, handle_event/3, {exports}]).\n\
         -record(x, {{n}}).\n-record(y, {{n}}).\n\
         start_link() -> gen_fsm:start_link(?MODULE, [], []).\n\
         init([]) -> open_port({{spawn, \"cat\"}}, []), {{ok, s, 0}}.\n\
         handle_event(_, S, N) -> {{next_state, S, N}}.\n\
         s(tick, N) when N > 1000000 -> {{next_state, t, N}};\n\
         s(tick, N) -> {{next_state, s, N + 1}}.\n{functions}\n"
    );
    fs::write(&path, text).unwrap();
    let output = run(&["check", path.to_str().unwrap(), "--all"]);
    let report = String::from_utf8(output.stdout).unwrap();
    let found = report.lines().filter_map(|line| {
        let mut words = line.split_whitespace();
        let rank = words.next().filter(|word| matches!(*word, "certain" | "possible"))?;
        Some(format!("{rank} {}", words.next()?.trim_end_matches(':')))
    });
    found.collect()
}

/// What is thrown is the value of a callback, in a helper or in a branch.
#[test]
fn what_is_thrown_on_the_way_is_returned() {
    let none: [String; 0] = [];
    let helper = "t(_, N) -> leave(N), ok.\nleave(N) -> throw({stop, normal, N}).";
    assert_eq!(findings("thrown_in_helper", "s/2, t/2", helper), none);
    let branch = "t(_, N) -> case N of 0 -> throw({stop, normal, N}); _ -> go end, ok.";
    assert_eq!(findings("thrown_in_branch", "s/2, t/2", branch), ["possible E0704"]);
    let all = "t(_, N) -> ok.";
    assert_eq!(findings("not_thrown", "s/2, t/2", all), ["certain E0704"]);
}

/// `gen_fsm:reply/2` returns `ok` today, and the message once.
#[test]
fn answers_have_two_results() {
    let none: [String; 0] = [];
    let body = |pattern: &str| {
        format!(
            "t(F, N) -> {pattern} = gen_fsm:reply(F, N), gen_statem:reply([]), {{stop, normal, N}}."
        )
    };
    assert_eq!(findings("reply_ok", "s/2, t/2", &body("ok")), none);
    assert_eq!(findings("reply_pair", "s/2, t/2", &body("{_, _}")), none);
    assert_eq!(findings("reply_true", "s/2, t/2", &body("true")), ["certain E0701"]);
}

/// A head of a fun or a generator hides the variable outside.
#[test]
fn inner_variables_are_other_ones() {
    let none: [String; 0] = [];
    let hidden = "t(_, #x{} = N) ->\n    lists:map(fun(N) -> N#y.n end, m:f()),\n    \
                  {stop, [N#y.n || N <- m:f()], N}.";
    assert_eq!(findings("hidden_variables", "s/2, t/2", hidden), none);
    let plain = "t(_, #x{} = N) -> {stop, N#y.n, N}.";
    assert_eq!(findings("plain_variable", "s/2, t/2", plain), ["certain E0701"]);
}

/// The data may be the name of the state to which the machine returns.
#[test]
fn data_may_name_a_state() {
    let text = "t(_, N) -> {next_state, N, s}.";
    assert_eq!(findings("name_in_data", "s/2, t/2", text), ["possible E0705"]);
}

/// Variables that stand for each other in different branches are followed once.
#[test]
fn variables_may_stand_for_each_other() {
    let none: [String; 0] = [];
    let text = "t(E, N) -> case E of a -> Y = s, X = Y; _ -> X = s, Y = X end, {next_state, X, N}.";
    assert_eq!(findings("each_other", "s/2, t/2", text), none);
}

/// Where another module may return anything, a wrong value that a hunt has met is shown at its clause, and not at another
/// expression that is wrong, too.
#[test]
fn a_place_is_exact_or_the_clause() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("read_clauses");
    fs::create_dir_all(&folder).unwrap();
    let path = folder.join("places.erl");
    let module = |branch: &str| {
        format!(
            "-module(places).\n-behaviour(gen_fsm).\n-export([start_link/0, init/1, s/2]).\n\
             start_link() -> gen_fsm:start_link(?MODULE, [], []).\ninit([]) -> {{ok, s, [], 0}}.\n\
             s(timeout, D) ->\n    case m:f(D) of\n{branch}        _ -> {{stop}}\n    end.\n"
        )
    };
    let line = |branch: &str| {
        fs::write(&path, module(branch)).unwrap();
        let output = run(&["check", path.to_str().unwrap()]);
        let report = String::from_utf8(output.stdout).unwrap();
        let first = report.lines().find(|line| line.contains("E0704:")).unwrap_or(&report);
        first.split(':').nth(2).unwrap().to_owned()
    };
    assert_eq!(line("        ok -> {next_state, s, D, 10};\n"), "9");
    assert_eq!(line("        {later, _} = Later -> Later;\n"), "6");
}

/// A macro of a header that was not read may be any value, and the name of any record.
#[test]
fn undefined_macros_may_be_anything() {
    let none: [String; 0] = [];
    for (number, body) in
        ["?STAY", "?NEXT{n = N}", "{?NEXT, t, N}", "{next_state, ?IDLE, N}"].into_iter().enumerate()
    {
        let functions = format!("-include(\"missing.hrl\").\nt(_, N) -> erlang:put(n, N), {body}.");
        assert_eq!(findings(&format!("macros_{number}"), "s/2, t/2", &functions), none, "{body}");
    }
}
