//! Recursion through the command line: exact as deep as it goes, cut or named where it does not end.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// Runs `lts` on a machine whose one state does this for the event `go`: exit code, both outputs.
fn machine(name: &str, text: &str, args: &[&str]) -> (Option<i32>, String, String) {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("recursion_{name}"));
    fs::create_dir_all(&folder).unwrap();
    let head = "-module(deep).\n-behaviour(gen_fsm).\n-export([init/1, s/2]).\ninit(_) -> {ok, s, x}.\n\
                s(go, D) -> out:result(go()), {next_state, s, D}.\n";
    fs::write(folder.join("deep.erl"), format!("{head}{text}\n")).unwrap();
    let output = Command::new(env!("CARGO_BIN_EXE_erl2lts"))
        .args(["lts", "deep.erl", "--init", "0", "--commands", "{any_of,[go]}"])
        .args(["--messages", "short"])
        .args(args)
        .current_dir(&folder)
        .stdin(Stdio::null())
        .output()
        .unwrap();
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    (output.status.code(), text(&output.stdout), text(&output.stderr))
}

#[test]
fn deep_recursion_is_exact() {
    let make = "make(0) -> [];\nmake(N) -> [N | make(N - 1)].\n";
    let sum = "sum([]) -> 0;\nsum([H | T]) -> H + sum(T).\n";
    let cases = [
        ("sum(make(100000))", "5000050000"),
        ("length(make(10000) ++ [a])", "10001"),
        ("lists:last(lists:sort([X * 7919 rem 10007 || X <- make(3000)]))", "10006"),
    ];
    for (call, value) in cases {
        let text = format!("go() -> {call}.\n{make}{sum}");
        let (code, lts, messages) = machine("exact", &text, &[]);
        assert_eq!(code, Some(0), "{call}: {messages}");
        assert!(lts.contains(&format!("\"result({value})\"")), "{call}: {lts}");
    }
}

/// Each option is there or not; all of them together are too many ways to go.
#[test]
fn many_options_of_one_unknown_list_are_joined() {
    let option = |n| format!("V{n} = proplists:get_value(k{n}, L, {n}), ");
    let options: String = (0..40).map(option).collect();
    let vars: Vec<String> = (0..40).map(|n| format!("V{n}")).collect();
    let text = format!("go() -> L = sensor:read(), {options}{{{}}}.", vars.join(", "));
    let (code, lts, messages) = machine("options", &text, &[]);
    assert_eq!(code, Some(0), "{messages}");
    let start = |label: &str| lts.lines().filter(|line| line.contains(label)).count();
    assert!(start("\"result({") >= 1, "{lts}");
    assert!(messages.contains("W0507"), "{messages}");
}

#[test]
fn recursion_without_an_end_is_named() {
    let cases = [
        (
            "go() -> spin(x).\nspin(X) -> spin({X, X}).",
            "a term that is too large in spin/1, which calls itself",
        ),
        ("go() -> spin(x).\nspin(X) -> spin(X).", "used up in spin/1, which calls itself"),
        (
            "go() -> ping(x).\nping(x) -> pong(y);\nping(z) -> ok.\npong(y) -> [ping(x)].",
            "used up in ping/1, pong/1, which call each other",
        ),
        (
            "go() -> spin(sensor:read()).\nspin(X) -> spin(X).",
            "used up in spin/1, which calls itself",
        ),
        (
            "go() -> length(grow(sensor:read())).\ngrow(X) -> [X | grow(X)].",
            "used up in grow/1, which calls itself",
        ),
    ];
    for (text, expected) in cases {
        let (code, lts, messages) = machine("named", text, &["--max-steps", "200000"]);
        assert_eq!(code, Some(3), "{messages}");
        assert!(messages.contains(expected), "{text}: {messages}");
        assert!(lts.starts_with("des (0,"), "{lts}");
    }
}

/// What only writes a log may do so for ever: in circles, which is fine, or without an end.
#[test]
fn hidden_steps_come_to_an_end() {
    let text = "go() -> grow(0).\ngrow(N) -> io:format(\"~p\", [N]), grow(N + 1).";
    let (code, _, messages) = machine("hidden", text, &[]);
    assert_eq!(code, Some(3), "{messages}");
    let expected = "too many hidden steps in a row in grow/1, which calls itself";
    assert!(messages.contains(expected), "{messages}");
    let text = "go() -> spin(0).\nspin(N) -> io:format(\"~p\", [N]), spin(N).";
    let (code, lts, messages) = machine("circle", text, &[]);
    assert_eq!((code, lts.contains("(1,i,1)")), (Some(0), true), "{lts}{messages}");
}

/// What is done for each element of an unknown list is done in a circle: nothing tells the elements that are over apart,
/// unless the machine keeps the list.
#[test]
fn rounds_over_an_unknown_list_meet() {
    for body in ["put(K, 0)", "out:put(K)", "put(K, 0), put(left, get(right))"] {
        let text = format!("go() -> Ks = sensor:read(), [begin {body} end || K <- Ks], get(left).");
        let (code, lts, messages) = machine("rounds", &text, &["--max-states", "2000"]);
        assert_eq!(code, Some(0), "{body}: {messages}");
        assert!(lts.contains("\"result(") && !messages.contains("W0501"), "{body}: {messages}");
    }
}

#[test]
fn steps_can_be_had() {
    let text = "go() -> count(2000).\ncount(0) -> done;\ncount(N) -> count(N - 1).";
    let (code, _, messages) = machine("steps", text, &["--max-steps", "1000"]);
    assert_eq!(code, Some(3), "{messages}");
    assert!(messages.contains("deep.erl:7:1: warning[W0501]"), "{messages}");
    let (code, lts, messages) = machine("steps", text, &["--max-steps", "100000"]);
    assert_eq!((code, lts.contains("result(done)")), (Some(0), true), "{messages}");
}

#[test]
fn the_clock_is_looked_at_inside_of_code() {
    let text = "go() -> spin(x).\nspin(X) -> spin(X).";
    let start = Instant::now();
    let args = ["--max-steps", "100000000000", "--timeout", "1"];
    let (code, _, messages) = machine("clock", text, &args);
    assert_eq!(code, Some(3), "{messages}");
    assert!(messages.contains("the time is over"), "{messages}");
    assert!(start.elapsed() < Duration::from_secs(30));
}

/// What an unknown list may be is followed a while, then cut; all of it within the step budget.
#[test]
fn recursion_on_unknown_values_is_cut() {
    let quicksort = "qs([]) -> [];\n\
        qs([P | T]) -> qs([X || X <- T, X < P]) ++ [P] ++ qs([X || X <- T, X >= P]).\n";
    let swapping = "zig([], B) -> B;\nzig([H | T], B) -> [H | zig(B, T)];\nzig(_, _) -> bad.\n";
    // Comes to an end for all lists that `pairs/1` gives, but not for what it may be cut to.
    let merging = "sorted([L]) -> L;\nsorted(Ls) -> sorted(halved(Ls)).\n\
        halved([A, B | T]) -> [lists:merge(A, B) | halved(T)];\nhalved(T) -> T.\n\
        pairs([A, B | T]) when A =< B -> [[A, B] | pairs(T)];\n\
        pairs([A, B | T]) -> [[B, A] | pairs(T)];\npairs([A]) -> [[A]];\npairs([]) -> [].\n";
    let read = "sensor:read()";
    let calls = [
        "qs(X)",
        "zig(X, Y)",
        "lists:sort(X)",
        "lists:usort(X)",
        "lists:keysort(1, X)",
        "lists:umerge(X, Y)",
        "lists:flatten(X)",
        "lists:uniq(X)",
        "proplists:split(X, [a, b])",
        "case X of [_, _ | _] -> sorted(pairs(X)); _ -> none end",
        "lists:map(fun(Z) -> {Z, Y} end, X)",
        "lists:foldl(fun({K, V}, A) -> [{V, K} | A]; (_, A) -> A end, [], X)",
        "lists:sort(fun(A, B) -> A > B end, X)",
        "lists:usort(fun(A, B) -> A >= B end, X)",
        "queue:split(2, X)",
        "orddict:store(Y, 1, X)",
        "ordsets:union(X, Y)",
        "dict:append(Y, 1, dict:store(a, [], X))",
        "sets:union(X, Y)",
        "gb_trees:enter(Y, 1, X)",
        "gb_sets:from_list(X)",
        "string:tokens(X, \",\")",
        "integer_to_list(X)",
        "list_to_integer(X)",
    ];
    for call in calls {
        let text =
            format!("go() -> X = {read}, Y = {read}, [Y, {call}].\n{quicksort}{swapping}{merging}");
        let (code, lts, messages) = machine("cut", &text, &[]);
        assert_eq!(code, Some(0), "{call}: {messages}");
        assert!(lts.contains("result("), "{call}: {lts}");
    }
    let (_, lts, _) = machine("cut", &format!("go() -> qs({read}).\n{quicksort}"), &[]);
    assert!(lts.contains("\"result([])\"") && lts.contains("\"result([?1])\""), "{lts}");
}
