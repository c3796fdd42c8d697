//! Emitted tests of `gen_statem` modules, run by real Erlang: each shows the defect of its module, and passes when that is
//! mended.
//!
//! The modules stand in `fixtures/emitted`. Each has one defect, which one replacement mends.

use std::fs;

use super::emitted::shown;
use crate::command_line::run;
use crate::support::tools::Folder;

/// A module, its commands, what is replaced to mend it, and what the test shows before that.
type Row = (&'static str, &'static str, [&'static str; 2], &'static str);

/// Events and time-outs; calls on entering; values and actions; clients; machines that never come to rest.
const ROWS: &[Row] = &[
    ("cast_crash", "[{cast,{set,0}},{cast,go}]", ["10 div N", "N"], "{crash,badarith,"),
    ("state_timeout_crash", "[{cast,go}]", ["1 div N", "N"], "{crash,badarith,"),
    ("zero_timeout_crash", "[{cast,go}]", ["[hd(D)]", "D"], "{crash,badarg,"),
    ("inserted_crash", "[{cast,go}]", ["error(oops)", "keep_state_and_data"], "{crash,oops,"),
    (
        "postponed_crash",
        "[{cast,work},{cast,go}]",
        ["busy(cast, go,", "busy(cast, _,"],
        "{crash,function_clause,{postponed_crash,busy,",
    ),
    ("plain_timer", "[{cast,go}]", ["hd(R)", "R"], "{crash,badarg,"),
    ("client_down", "[{call,ask}]", ["N + 1", "N"], "{crash,badarith,"),
    (
        "own_request",
        "[{cast,go},{cast,stop}]",
        ["idle(cast, stop,", "idle(cast, _,"],
        "{crash,function_clause,{own_request,idle,",
    ),
    (
        "end_crash",
        "[{cast,go},{cast,halt}]",
        ["[_] = D", "_ = D"],
        "{crash,{badmatch,x},{end_crash,terminate,",
    ),
    (
        "enter_clause",
        "[{cast,go}]",
        ["idle, some)", "idle, _)"],
        "{crash,function_clause,{enter_clause,busy,",
    ),
    ("enter_crash", "[{cast,go}]", ["element(1, D)", "D"], "{crash,badarg,"),
    ("first_enter", "[{cast,go}]", ["D + 1", "D"], "{crash,badarith,"),
    ("entered_machine", "[{cast,go}]", ["D + 1", "D"], "{crash,badarith,"),
    (
        "start_crash",
        "[{cast,go}]",
        ["empty() -> []", "empty() -> [1]"],
        "{never_starts,{error,{function_clause,[{lists,nth,",
    ),
    (
        "start_value",
        "[{cast,go}]",
        ["{idle, x}", "{ok, idle, x}"],
        "{never_starts,{error,{bad_return_from_init,",
    ),
    ("first_action", "[{cast,go}]", ["soon", "10"], "{crash,{bad_action_from_state_function,"),
    (
        "wrong_value",
        "[{cast,go}]",
        ["{noreply, D}", "{keep_state, D}"],
        "{crash,{bad_return_from_state_function,{noreply,x}},",
    ),
    (
        "thrown_wrong",
        "[{cast,go}]",
        ["oops", "keep_state_and_data"],
        "{crash,{bad_return_from_state_function,oops},",
    ),
    (
        "wrong_action",
        "[{cast,go}]",
        ["{wait, 5}", "{state_timeout, 5000, x}"],
        "{crash,{bad_action_from_state_function,{wait,5}},",
    ),
    (
        "enter_action",
        "[{cast,go}]",
        ["{next_event, internal, x}", "hibernate"],
        "{crash,{bad_state_enter_action_from_state_function,",
    ),
    ("second_answer", "[{call,ask}]", [", {reply, From, a}", ""], "{two_answers,[a,late]}"),
    ("late_client", "[{cast,go},{call,ask}]", ["element(3, From)", "From"], "{crash,badarg,"),
    (
        "stop_for_client",
        "[{call,ask}]",
        [
            "{call, _From}, ask, _) -> {stop, normal}",
            "{call, From}, ask, _) -> {stop_and_reply, normal, {reply, From, ok}}",
        ],
        "{stops_without_answer,normal}",
    ),
    ("no_function", "[{cast,go}]", ["bussy", "busy"], "{no_state_function,bussy}"),
    (
        "endless_inserted",
        "[{cast,go}]",
        [
            "idle(internal, more, _) -> {keep_state_and_data, {next_event, internal, more}}",
            "idle(internal, more, _) -> keep_state_and_data",
        ],
        "{never_rests,",
    ),
    ("endless_enter", "[{cast,go}]", ["repeat_state", "keep_state"], "{never_rests,"),
];

/// A module and its test, under another name of the module.
fn renamed(text: &str, (module, name): (&str, &str)) -> String {
    let text = text.replace(&format!("-module({module})"), &format!("-module({name})"));
    text.replace(&format!("-module({module}_tests)"), &format!("-module({name}_tests)"))
        .replace(&format!("module() -> {module}."), &format!("module() -> {name}."))
}

#[test]
fn emitted_tests_of_gen_statem_show_the_defect() {
    let folder = Folder::new("statem_tests");
    let (mut sources, mut names) = (Vec::new(), Vec::new());
    for (module, commands, [from, to], _) in ROWS {
        let path = format!("fixtures/emitted/{module}.erl");
        let test = folder.path().join(format!("{module}_tests.erl"));
        run(&["check", &path, "--commands", commands, "--emit-test", test.to_str().unwrap()]);
        let script = fs::read_to_string(&test).unwrap_or_else(|_| panic!("{module}: no test"));
        let text = fs::read_to_string(&path).unwrap();
        assert!(text.contains(from), "{module}: {from}");
        let mended = format!("{module}_mended");
        let twin = renamed(&text.replace(from, to), (module, &mended));
        let twin_test = renamed(&script, (module, &mended));
        sources.push(folder.write(&format!("{module}.erl"), &text));
        sources.push(test);
        sources.push(folder.write(&format!("{mended}.erl"), &twin));
        sources.push(folder.write(&format!("{mended}_tests.erl"), &twin_test));
        names.extend([format!("{module}_tests"), format!("{mended}_tests")]);
    }
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let Some(real) = shown(&folder, sources, &names) else { return };
    assert_eq!(real.len(), names.len(), "{}", real.join("\n"));
    for ((module, .., expected), lines) in ROWS.iter().zip(real.chunks(2)) {
        let starts = |line: &str, own: String, expected: &str| {
            line.strip_prefix(&own).is_some_and(|shown| shown.starts_with(expected))
        };
        assert!(starts(&lines[0], format!("{module}_tests "), expected), "{}", lines[0]);
        assert!(starts(&lines[1], format!("{module}_mended_tests "), "mended"), "{}", lines[1]);
    }
}
