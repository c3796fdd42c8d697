//! Modules of `gen_statem`: what is read in the text of clauses, and what must not be told of them.

use std::fs;
use std::path::Path;

use crate::command_line::run;

/// Events that are sent in these modules.
const EVENTS: &str =
    "{any_of, [{cast, go}, {cast, work}, {call, ask}, {info, note}, {cast, {set, 1}}]}";

/// The findings of a module with these clauses: rank, code and line of each that has one of these codes.
fn findings(name: &str, mode: &str, clauses: &[&str], codes: &[&str]) -> Vec<String> {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("statem");
    fs::create_dir_all(&folder).unwrap();
    let path = folder.join(format!("{name}.erl"));
    let text = format!(
        "-module({name}).\n-behaviour(gen_statem).\n-compile(export_all).\n\
         start_link() -> gen_statem:start_link(?MODULE, [], []).\n\
         callback_mode() -> {mode}.\ninit([]) -> {{ok, idle, 0}}.\n{}\n",
        clauses.join("\n")
    );
    fs::write(&path, text).unwrap();
    let output = run(&["check", path.to_str().unwrap(), "--all", "--commands", EVENTS]);
    let report = String::from_utf8(output.stdout).unwrap();
    assert!(!report.is_empty(), "{name}: {}", String::from_utf8_lossy(&output.stderr));
    let found = report.lines().filter_map(|line| {
        let mut words = line.split_whitespace();
        let rank = words.next().filter(|word| matches!(*word, "certain" | "possible"))?;
        let code = words.next()?.trim_end_matches(':');
        let line = words.next()?.trim_end_matches(':').rsplit(':').next()?;
        codes.contains(&code).then(|| format!("{rank} {code} {line}"))
    });
    found.collect()
}

const NONE: [String; 0] = [];

/// What `idle` does with a call, among other clauses; `busy` answers it.
fn asked(name: &str, clause: &str, helpers: &str) -> Vec<String> {
    let clauses = [
        &format!("idle({clause};"),
        "idle(cast, go, D) -> {next_state, busy, D};",
        "idle(_, _, _) -> keep_state_and_data.",
        "busy({call, From}, ask, D) -> {next_state, idle, D, [{reply, From, ok}]};",
        "busy(cast, go, D) -> {next_state, idle, D};",
        "busy(_, _, _) -> keep_state_and_data.",
        helpers,
    ];
    findings(name, "state_functions", &clauses, &["E0704", "E0706"])
}

/// A caller is answered by actions, from wherever they come, or its call is postponed.
#[test]
fn callers_are_answered_by_actions() {
    let forgotten = "{call, _}, ask, _) -> keep_state_and_data";
    assert_eq!(asked("forgotten", forgotten, ""), ["certain E0706 7"]);
    let postponed = "{call, _}, ask, _) -> {keep_state_and_data, postpone}";
    assert_eq!(asked("postponed", postponed, ""), NONE);
    let helper = "{call, From}, ask, D) -> {keep_state, D, answers(From)}";
    assert_eq!(asked("by_helper", helper, "answers(F) -> [{reply, F, ok}]."), NONE);
    let kept = "{call, From}, ask, _) -> {keep_state, From}";
    let give = "later(From) -> gen_statem:reply(From, ok).";
    // A second caller takes the place of the first.
    assert_eq!(asked("kept", kept, give), ["certain E0706 7"]);
    let called = "{call, From}, ask, D) -> gen_statem:reply(From, ok), {keep_state, D}";
    assert_eq!(asked("called", called, ""), NONE);
}

/// What a clause for `far` returns, to which no event leads.
fn far(name: &str, value: &str) -> Vec<String> {
    let clauses = [
        "idle(cast, go, D) -> case x:y() of a -> {next_state, far, D}; _ -> keep_state_and_data end;",
        "idle(_, _, _) -> keep_state_and_data.",
        &format!("far(enter, _, _) -> {value};"),
        &format!("far(cast, never, D) -> {value};"),
        "far(_, _, _) -> keep_state_and_data.",
    ];
    findings(name, "[state_functions, state_enter]", &clauses, &["E0704"])
}

/// Actions that are written out are read; on entering a state some of them may not stand.
#[test]
fn actions_are_read() {
    let lines = |found: Vec<String>| -> Vec<String> {
        let line = |found: &String| found.rsplit(' ').next().map(str::to_owned);
        found.iter().filter_map(line).collect()
    };
    assert_eq!(lines(far("stopped", "{keep_state_and_data, [{state_timeout, cancel}]}")), NONE);
    assert_eq!(lines(far("timed", "{keep_state_and_data, {state_timeout, 10, x}}")), NONE);
    assert_eq!(lines(far("named", "{keep_state_and_data, [{{timeout, a}, infinity, x}]}")), NONE);
    assert_eq!(lines(far("infinite", "{keep_state_and_data, infinity}")), NONE);
    let misspelt = "{keep_state_and_data, [{state_timeuot, 10, x}]}";
    assert_eq!(lines(far("misspelt", misspelt)), ["9", "10"]);
    assert_eq!(
        lines(far("negative", "{keep_state_and_data, {state_timeout, -1, x}}")),
        ["9", "10"]
    );
    assert_eq!(lines(far("put_off", "{keep_state_and_data, [postpone]}")), ["9"]);
    assert_eq!(lines(far("inserted", "{keep_state_and_data, {next_event, internal, x}}")), ["9"]);
    let short = "{keep_state_and_data, [{state_timeout, 10}]}";
    assert_eq!(lines(far("no_action", short)), ["9", "10"]);
    assert_eq!(lines(far("a_tuple", "{noreply, 1}")), ["9", "10"]);
}

/// An event that is postponed where nothing leaves the state.
#[test]
fn events_are_postponed_for_ever() {
    let full = |name: &str, leave: &str| {
        let clauses = [
            "handle_event(cast, go, idle, D) -> {next_state, full, D};",
            "handle_event(cast, work, full, _) -> {keep_state_and_data, postpone};",
            leave,
            "handle_event({call, From}, ask, _, _) -> {keep_state_and_data, {reply, From, ok}};",
            "handle_event(_, _, _, _) -> keep_state_and_data.",
        ];
        findings(name, "handle_event_function", &clauses, &["E0725", "E0706", "E0713"])
    };
    assert_eq!(full("for_ever", ""), ["certain E0725 8"]);
    assert_eq!(
        full("left", "handle_event(cast, {set, _}, full, D) -> {next_state, idle, D};"),
        NONE
    );
}

/// The machines of OTP's Design Principles, with the settings beside them and without any: there is nothing to tell.
#[test]
fn machines_of_the_design_principles_raise_no_alarm() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("principles");
    fs::create_dir_all(&folder).unwrap();
    let mut n_modules = 0;
    for entry in fs::read_dir("fixtures/principles").unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_none_or(|extension| extension != "erl") {
            continue;
        }
        n_modules += 1;
        let alone = folder.join(path.file_name().unwrap());
        fs::copy(&path, &alone).unwrap();
        for path in [&path, &alone] {
            let output = run(&["check", path.to_str().unwrap(), "--all"]);
            let report = String::from_utf8(output.stdout).unwrap();
            let is_alarm = |line: &str| {
                ["certain ", "possible ", "unhandled "].iter().any(|word| line.starts_with(word))
            };
            assert!(!report.lines().any(is_alarm), "{}:\n{report}", path.display());
            assert!(report.starts_with("hunt "), "{}:\n{report}", path.display());
            assert_eq!(output.status.code(), Some(0), "{}", path.display());
        }
    }
    assert_eq!(n_modules, 15);
}

/// A call to itself with a time ends the machine when that is over, if it goes by its name, the time is one, and nothing catches the exit;
/// what else such a call does is said to be left out.
#[test]
fn a_call_to_itself_ends_in_time() {
    let folder = crate::tools::Folder::new("timed_self_call");
    let said = |call: &str| {
        let path = folder.write("asking.erl", &ASKING.replace("CALL", call));
        let output = run(&["check", path.to_str().unwrap()]);
        let [found, said] =
            [output.stdout, output.stderr].map(|text| String::from_utf8(text).unwrap());
        (found.contains("certain   E0719"), said.contains("W0206"))
    };
    for time in ["5000", "{clean_timeout,5}", "{dirty_timeout,5}", "infinity", "0"] {
        let call = format!("gen_statem:call(?MODULE, size, {time})");
        assert_eq!(said(&call), (true, false), "{time}");
    }
    for time in ["{foo,5}", "-1", "4294967296", "{clean_timeout,infinity}", "{a,b,c}", "x"] {
        let call = format!("gen_statem:call(?MODULE, size, {time})");
        assert_eq!(said(&call), (false, true), "{time}");
    }
    assert_eq!(said("catch gen_statem:call(?MODULE, size, 5000)"), (false, true));
    // The machine is registered on its node, and nowhere else.
    for time in ["", ", 5000", ", infinity"] {
        let call = |name: &str| format!("gen_statem:call({name}, size{time})");
        assert_eq!(said(&call("{global, ?MODULE}")), (false, false), "{time}");
        assert_eq!(said(&call("{via, global, ?MODULE}")), (false, false), "{time}");
    }
    assert_eq!(said("gen_statem:call({?MODULE, node()}, size)"), (true, false));
}

const ASKING: &str = "
-module(asking).
-behaviour(gen_statem).
-export([start_link/0, report/0, callback_mode/0, init/1, handle_event/4]).
start_link() -> gen_statem:start_link({local, ?MODULE}, ?MODULE, [], []).
report() -> gen_statem:cast(?MODULE, report).
callback_mode() -> handle_event_function.
init([]) -> {ok, quiet, 0}.
handle_event({call, From}, size, _, Size) -> {keep_state_and_data, {reply, From, Size}};
handle_event(cast, report, _, _) -> Now = (CALL), {keep_state, Now}.
";
