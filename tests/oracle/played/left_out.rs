//! Findings of modules of which something is not in the model: what may be stopped, or answered, by that is possible only.
//!
//! A comment `%! E0710 possible; go, {wait, 150}: normal` in a module of `fixtures/left_out` says what `check` finds, and
//! what OTP's own `gen_fsm` does with these events: why the machine ends, behind the answers that its callers get, or
//! `lives`; of `%! nothing; ..` nothing is found. No report says that it has seen all that there is.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::fs;
use std::path::PathBuf;

use crate::command_line::run;
use crate::support::tools::{self, Folder};

/// What runs the events of all modules, and says what has come of them.
const DRIVER: &str = "
-module(driver).
-export([main/0]).

main() ->
    Me = self(),
    Subjects = subjects(),
    [spawn(fun() -> Me ! {Module, one(Module, Events)} end) || {Module, Events} <- Subjects],
    [receive {Module, Shown} -> io:format(\"= ~s ~0p~n\", [Module, Shown]) end || {Module, _} <- Subjects].

one(Module, Events) ->
    {ok, Machine} = gen_fsm:start(Module, [], []),
    Monitor = monitor(process, Machine),
    Answers = lists:flatmap(fun(Event) -> send(Machine, Event) end, Events),
    receive
        {'DOWN', Monitor, process, Machine, {Why, Stack}} when is_list(Stack) -> Answers ++ [Why];
        {'DOWN', Monitor, process, Machine, Why} -> Answers ++ [Why]
    after 300 -> Answers ++ [lives]
    end.

send(_, {wait, Time}) -> timer:sleep(Time), [];
send(Machine, {sync, Event}) ->
    Me = self(),
    {Caller, Monitor} = spawn_monitor(fun() -> Me ! {self(), gen_fsm:sync_send_event(Machine, Event, 1000)} end),
    receive
        {Caller, Answer} -> [Answer];
        {'DOWN', Monitor, process, Caller, _} -> [no_answer]
    end;
send(Machine, {info, Message}) -> Machine ! Message, [];
send(Machine, Event) -> gen_fsm:send_event(Machine, Event), [].
";

/// A module, what is found in it, its events and what these come to.
struct Subject {
    name: String,
    path: PathBuf,
    found: String,
    events: String,
    end: String,
}

fn subjects() -> Vec<Subject> {
    let files = fs::read_dir("fixtures/left_out").unwrap().map(|entry| entry.unwrap().path());
    let mut files: Vec<PathBuf> = files.collect();
    files.sort();
    let subject = |path: PathBuf| {
        let text = fs::read_to_string(&path).unwrap();
        let mark = text.lines().find_map(|line| line.strip_prefix("%! ")).unwrap();
        let (found, rest) = mark.split_once("; ").unwrap();
        let (events, end) = rest.rsplit_once(": ").unwrap();
        let name = path.file_stem().unwrap().to_string_lossy().into_owned();
        let [found, events, end] = [found, events, end].map(str::to_owned);
        Subject { name, path, found, events, end }
    };
    files.into_iter().map(subject).collect()
}

/// The codes and ranks of findings, in order.
fn found(report: &str) -> String {
    let ranked = |line: &str| {
        let mut words = line.split_whitespace();
        let rank = words.next().filter(|word| matches!(*word, "certain" | "possible"))?;
        Some(format!("{} {rank}", words.next()?.trim_end_matches(':')))
    };
    let all: BTreeSet<String> = report.lines().filter_map(ranked).collect();
    if all.is_empty() {
        return "nothing".to_owned();
    }
    all.into_iter().collect::<Vec<_>>().join(", ")
}

#[test]
fn what_may_be_left_out_is_possible_only() {
    for Subject { name, path, found: expected, .. } in subjects() {
        let output = run(&["check", path.to_str().unwrap()]);
        let report = String::from_utf8(output.stdout).unwrap();
        assert_eq!(found(&report), expected, "{name}: {report}");
        assert!(report.contains("not all that there is"), "{name}: {report}");
    }
}

#[test]
fn real_machines_do_what_the_comments_say() {
    let Some(erl) = tools::on_path("erl") else { return };
    let Some(erlc) = tools::on_path("erlc") else { return };
    let (folder, subjects) = (Folder::new("left_out"), subjects());
    let (mut driver, mut expected) = (DRIVER.to_owned(), String::new());
    for Subject { name, path, end, .. } in &subjects {
        let source = folder.write(&format!("{name}.erl"), &fs::read_to_string(path).unwrap());
        tools::run(folder.path(), &erlc, &[source.to_str().unwrap()]);
        let _ = writeln!(expected, "= {name} [{}]", end.replace(", ", ","));
    }
    let listed: Vec<String> =
        subjects.iter().map(|own| format!("{{{}, [{}]}}", own.name, own.events)).collect();
    let _ = writeln!(driver, "subjects() -> [{}].", listed.join(",\n    "));
    let source = folder.write("driver.erl", &driver);
    tools::run(folder.path(), &erlc, &["+nowarn_deprecated_function", source.to_str().unwrap()]);
    let quiet = ["-noshell", "-kernel", "logger_level", "none"];
    let args = [&quiet[..], &["-s", "driver", "main", "-s", "init", "stop"]].concat();
    let real = tools::run(folder.path(), &erl, &args);
    assert_eq!(real, expected);
    println!("{} modules do what is said of them", subjects.len());
}
