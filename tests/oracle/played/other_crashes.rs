//! An emitted test shows its own defect and no other: a machine that ends in another way, or in another place, is neither
//! defective nor mended to it, and it says so.
//!
//! The test of a module of the gallery is played on variations of that module, each with another defect instead, or mended.

use std::fs;

use super::emitted::shown;
use crate::command_line::run;
use crate::support::tools::Folder;

/// What is played: a module, what is replaced in it, and what its test says then.
type Row = (&'static str, &'static str, &'static str, &'static str);

/// The crash of another place, of another kind, of the start; another value that is returned, another state; and mended.
const ROWS: &[Row] = &[
    ("divide", "", "", "{crash,badarith,"),
    // The same kind: in the start, in another function, on another line of the function.
    ("divide", "init([]) -> {ok, idle, 0}.", "init(L) -> {ok, idle, 1 div length(L)}.", ANOTHER),
    ("divide", "    Share = 100 div Users,", "    Share = other(Users),", ANOTHER),
    ("divide", "    Share = 100 div Users,", "    Share = 100,\n    _ = 1 div Users,", ANOTHER),
    ("divide", "100 div Users", "length(Users)", ANOTHER),
    ("divide", "100 div Users", "exit({badarg, Users})", ANOTHER_END),
    ("divide", "    Share = 100 div Users,", "    Share = [],", "mended"),
    ("divide", "100 div Users", "100", "mended"),
    ("helper_ok", "", "", "{crash,{bad_return_value,ok}}"),
    ("helper_ok", "io:format(\"logged~n\").", "{noreply, idle}.", ANOTHER_END),
    ("helper_ok", "io:format(\"logged~n\").", "hd(logged).", ANOTHER),
    ("misspelt_state", "", "", "{no_state_function,lokced}"),
    ("misspelt_state", "{next_state, lokced, D}", "{next_state, shut, D}", ANOTHER_STATE),
    ("misspelt_state", "{next_state, lokced, D}", "{next_state, hd(D), D}", ANOTHER),
    ("two_answers", "", "", "{two_answers,"),
    ("two_answers", "gen_fsm:reply(From, second)", "gen_fsm:reply(D, second)", ANOTHER),
    ("two_answers", "{next_state, idle, D}.", "{noreply, D}.", ANOTHER_END),
    ("silent_stop", "", "", "{stops_without_answer,normal}"),
    ("silent_stop", "{stop, normal, D}.", "{stop, hd(D), D}.", ANOTHER),
    ("never_starts", "", "", "{never_starts,{error,not_yet}}"),
    ("never_starts", "{stop, not_yet}.", "{stop, hd([])}.", ANOTHER),
    ("never_starts", "{stop, not_yet}.", "{stop, other}.", ANOTHER_END),
    ("never_starts", "{stop, not_yet}.", "ignore.", "{wrong,{not_played,{another_start,ignore}}}"),
    ("timeout_lost", "", "", "{timeout_lost,"),
    (
        "timeout_lost",
        "handle_event(status, S, D) -> {next_state, S, D}.",
        "handle_event(status, S, D) -> {next_state, hd(S), D}.",
        ANOTHER,
    ),
];

/// Modules in which values that were chosen lead somewhere else, and what their tests say.
const WHOLE: &[(&str, &str, &str)] = &[
    // The name that was chosen is that of another process.
    (
        "chosen_name",
        "init([Name]) -> register(Name, self()), {ok, idle, {Name, undefined}}.\n\
         idle(go, {_, Peer} = D) -> Peer ! hello, {next_state, idle, D}.\n",
        ANOTHER,
    ),
    // A module that a variable names is a stub under the name that was chosen.
    (
        "chosen_module",
        "init([Module]) -> {ok, idle, {Module, 0}}.\n\
         idle(go, {Module, N}) -> Module:tick(N), {next_state, idle, {Module, 100 div N}}.\n",
        "{crash,badarith,",
    ),
    // A name that the module tells apart is one of OTP's modules, and does what it does.
    (
        "chosen_library",
        "init([dets = Module]) -> {ok, idle, {Module, 0}}.\n\
         idle(go, {Module, N}) -> Module:lookup(N, N), {next_state, idle, {Module, 100 div N}}.\n",
        ANOTHER,
    ),
];

const ANOTHER: &str = "{wrong,{not_played,{another_crash,";
const ANOTHER_END: &str = "{wrong,{not_played,{another_end,";
const ANOTHER_STATE: &str = "{wrong,{not_played,{another_state,shut}}}";

/// A module under another name, with something replaced; its lines stay what they are.
fn varied(text: &str, (module, name): (&str, &str), (from, to): (&str, &str)) -> String {
    assert!(text.contains(from), "{module}: {from}");
    let head = format!("-module({name}). -compile(nowarn_unused_function).");
    let varied = text.replace(from, to).replace(&format!("-module({module})."), &head);
    format!("{varied}\nother(Users) -> length([1 div Users]).\n")
}

#[test]
fn other_defects_are_told_apart() {
    let folder = Folder::new("other_crashes");
    let mut sources = Vec::new();
    let mut names = Vec::new();
    for (number, (module, from, to, _)) in ROWS.iter().enumerate() {
        let path = format!("fixtures/defects/{module}.erl");
        let test = folder.path().join("emitted_tests.erl");
        run(&["check", &path, "--emit-test", test.to_str().unwrap()]);
        let name = format!("{module}_{number}");
        let varied = varied(&fs::read_to_string(&path).unwrap(), (module, &name), (from, to));
        sources.push(folder.write(&format!("{name}.erl"), &varied));
        let script = fs::read_to_string(&test).unwrap();
        let script = script
            .replace("-module(emitted_tests)", &format!("-module({name}_tests)"))
            .replace(&format!("module() -> {module}."), &format!("module() -> {name}."));
        sources.push(folder.write(&format!("{name}_tests.erl"), &script));
        names.push(format!("{name}_tests"));
    }
    for (name, text, _) in WHOLE {
        let head = format!(
            "-module({name}).\n-behaviour(gen_fsm).\n-export([start_link/1, go/1, init/1, idle/2]).\n\
             start_link(Name) -> gen_fsm:start_link({name}, [Name], []).\n\
             go(P) -> gen_fsm:send_event(P, go).\n"
        );
        let path = folder.write(&format!("{name}.erl"), &(head + text));
        let test = folder.path().join(format!("{name}_tests.erl"));
        run(&["check", path.to_str().unwrap(), "--emit-test", test.to_str().unwrap()]);
        assert!(test.exists(), "{name}");
        sources.extend([path, test]);
        names.push(format!("{name}_tests"));
    }
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let Some(real) = shown(&folder, sources, &names) else { return };
    let expected =
        ROWS.iter().map(|(module, from, to, shown)| (format!("{module}: {from} -> {to}"), shown));
    let whole = WHOLE.iter().map(|(module, _, shown)| ((*module).to_owned(), shown));
    let expected: Vec<_> = expected.chain(whole).collect();
    assert_eq!(real.len(), expected.len(), "{}", real.join("\n"));
    for ((what, expected), line) in expected.iter().zip(real) {
        let (_, shown) = line.split_once(' ').unwrap();
        assert!(shown.starts_with(**expected), "{what}: {line}");
    }
}
