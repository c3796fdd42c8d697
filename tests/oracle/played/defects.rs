//! Real Erlang has the defects of the gallery: the way that a certain finding shows crashes the real machine, for the
//! reason that it says. Its mended twin lives through the same.
//!
//! The commands of a way are sent to the module on OTP's own behaviour; where a timer comes it is waited for. Ways
//! that are a matter of luck in real time are left out, by name.

use std::fmt::Write as _;
use std::fs;

use serde_json::Value;

use super::emitted::shown;
use crate::command_line::run;
use crate::support::tools::{self, Folder, sampled};

/// A message that is sent while a timer is cancelled, or a process ends; a twin that ends as it should.
const LUCK: [&str; 6] = [
    "stale_timer",
    "monitor_down",
    "server_down",
    "server_late_timer",
    "server_terminate",
    "statem_down",
];

/// What it is sent has to be a connected socket, which the test that is written of it has (`emitted`).
const CONNECTED: [&str; 1] = ["statem_second_socket"];

/// What sends commands to a machine, and says why that ends.
const DRIVER: &str = "
-module(driver).
-export([main/0]).

main() ->
    Me = self(),
    Subjects = subjects(),
    [spawn(fun() -> Me ! {Module, catch one(Module, Commands)} end) || {Module, Commands} <- Subjects],
    [receive {Module, Why} -> io:format(\"= ~s ~0p~n\", [Module, Why]) end || {Module, _} <- Subjects].

one(Module, Commands) ->
    process_flag(trap_exit, true),
    {ok, Machine} = Module:start_link(),
    [send(Machine, Command) || Command <- Commands],
    Stops = [Reason || {stop, Reason} <- Commands],
    receive
        {'EXIT', Machine, {Why, Stack}} when is_list(Stack) -> Why;
        {'EXIT', Machine, Why} when Stops =/= [], Why =:= hd(Stops) -> lives;
        {'EXIT', Machine, Why} -> Why
    after 2000 -> lives
    end.

send(Machine, {event, E}) -> gen_fsm:send_event(Machine, E);
send(Machine, {all, E}) -> gen_fsm:send_all_state_event(Machine, E);
send(Machine, {cast, E}) -> gen_server:cast(Machine, E);
send(Machine, {call, E}) ->
    spawn(fun() -> catch gen_server:call(Machine, E) end),
    timer:sleep(30);
send(Machine, {info, M}) -> Machine ! M;
send(Machine, {sync, E}) ->
    spawn(fun() -> catch gen_fsm:sync_send_event(Machine, E) end),
    timer:sleep(30);
send(Machine, {sync_all, E}) ->
    spawn(fun() -> catch gen_fsm:sync_send_all_state_event(Machine, E) end),
    timer:sleep(30);
send(Machine, {stop, R}) -> spawn(fun() -> catch gen_fsm:stop(Machine, R, 1000) end);
send(_, wait) -> timer:sleep(1200).
";

/// What a module is reported for, as data.
fn report(args: &[&str]) -> Vec<Value> {
    let output = run(&[&["check"], args, &["--format", "json"]].concat());
    let whole: Value = serde_json::from_slice(&output.stdout).unwrap();
    whole["findings"].as_array().unwrap().clone()
}

/// The labels of the way to a finding.
fn labels(finding: &Value) -> Vec<&str> {
    let steps = finding["evidence"].as_array().unwrap();
    steps.iter().map(|step| step["action"].as_str().unwrap()).collect()
}

/// The commands of a way as the driver takes them, and the reason of the crash at its end.
fn way(findings: &[Value]) -> Option<(Vec<String>, String)> {
    let finding = findings.iter().find(|finding| finding["rank"] == "certain")?;
    let (mut commands, mut crash) = (Vec::new(), None);
    for event in labels(finding) {
        let (name, args) = event.split_once('(').unwrap_or((event, ")"));
        // What was chosen may be anything.
        let args = &args.strip_suffix(')')?.replace('?', "chosen");
        match name {
            "cmd" => commands.push(format!("{{event,{args}}}")),
            "cmd_all" => commands.push(format!("{{all,{args}}}")),
            "cmd_info" => commands.push(format!("{{info,{args}}}")),
            "cmd_cast" => commands.push(format!("{{cast,{args}}}")),
            "cmd_call" => commands.push(format!("{{call,{}}}", args.split_once(',')?.1)),
            "cmd_sync" => commands.push(format!("{{sync,{}}}", args.split_once(',')?.1)),
            "cmd_sync_all" => commands.push(format!("{{sync_all,{}}}", args.split_once(',')?.1)),
            "timeout" | "timer" | "info" => commands.push("wait".to_owned()),
            "cmd_stop" => commands.push(format!("{{stop,{args}}}")),
            "crash" => crash = Some(args.to_owned()),
            // terminate/3 exits.
            "stop" if crash.is_some() => return Some((commands, args.to_owned())),
            _ => {}
        }
    }
    crash.map(|reason| (commands, reason))
}

/// Every certain finding that ends in a crash is one of the real machine.
#[test]
fn certain_crashes_happen() {
    let Some(erl) = tools::on_path("erl") else { return };
    let Some(erlc) = tools::on_path("erlc") else { return };
    let folder = Folder::new("defects");
    let mut expected = String::new();
    let (mut subjects, mut sources) = (Vec::new(), Vec::new());
    let mut files: Vec<_> =
        fs::read_dir("fixtures/defects").unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    for path in files {
        let name = path.file_stem().unwrap().to_string_lossy().into_owned();
        let findings = report(&[path.to_str().unwrap()]);
        let is_left_out = [&LUCK[..], &CONNECTED].concat().contains(&name.as_str());
        let Some((commands, reason)) = way(&findings).filter(|_| !is_left_out) else {
            continue;
        };
        let text = fs::read_to_string(&path).unwrap();
        sources.push(folder.write(&format!("{name}.erl"), &text));
        let mended = format!("{name}_mended");
        let twin = fs::read_to_string(format!("fixtures/defects/{mended}.erl")).unwrap();
        sources.push(folder.write(&format!("{mended}.erl"), &twin));
        for module in [&name, &mended] {
            subjects.push(format!("{{{module},[{}]}}", commands.join(",")));
        }
        let _ = write!(expected, "= {name} {reason}\n= {mended} lives\n");
    }
    assert!(subjects.len() >= 40, "{} subjects", subjects.len());
    let mut driver = DRIVER.to_owned();
    let _ = writeln!(driver, "subjects() -> [{}].", subjects.join(",\n    "));
    sources.push(folder.write("driver.erl", &driver));
    // One Erlang compiles them all: it takes longer to start than to compile a module.
    let sources = sources.iter().map(|source| source.to_str().unwrap());
    let compiled: Vec<&str> =
        std::iter::once("+nowarn_deprecated_function").chain(sources).collect();
    tools::run(folder.path(), &erlc, &compiled);
    let args = [
        "-noshell",
        "-kernel",
        "logger_level",
        "none",
        "-s",
        "driver",
        "main",
        "-s",
        "init",
        "stop",
    ];
    let real = tools::run(folder.path(), &erl, &args);
    // Modules write to the terminal too.
    let real: Vec<&str> = real.lines().filter(|line| line.starts_with("= ")).collect();
    assert_eq!(real.join("\n") + "\n", expected);
    println!("{} ways crash the real machine as their reports say", subjects.len() / 2);
}

/// Whether the machine of a finding does not start.
fn never_starts(finding: &Value) -> bool {
    labels(finding).iter().any(|label| label.starts_with("start_failed("))
}

/// What an emitted test shows of a finding.
fn expected(findings: &[Value]) -> Option<String> {
    // What was read in the text has no way (`clauses`).
    let finding = findings.iter().find(|finding| !labels(finding).is_empty())?;
    let code = finding["code"].as_str()?;
    // A test starts machines, and hands none over.
    let rests_on = finding["rests_on"].to_string();
    if ["whether the client has ended", "whether another machine is handed to these callbacks so"]
        .iter()
        .any(|doubt| rests_on.contains(doubt))
    {
        return None;
    }
    // A machine that calls no process exits.
    let crash = ["crash(", "stop({noproc,"].into_iter().find_map(|end| {
        let reason = labels(finding).into_iter().find_map(|label| label.strip_prefix(end))?;
        Some(if end.ends_with(',') { format!("{{noproc,{reason}") } else { reason.to_owned() })
    });
    Some(match (code, crash) {
        ("E0713" | "E0715" | "E0716" | "E0721", _) => return None,
        ("E0705", None) => "{no_state_function,".to_owned(),
        ("E0706" | "E0712", _) => "{no_answer,".to_owned(),
        ("E0707" | "E0720", _) => "{two_answers,".to_owned(),
        ("E0708", _) => "{stops_without_answer,".to_owned(),
        ("E0711", _) => "{timeout_lost,".to_owned(),
        ("E0714", _) => "{never_rests,".to_owned(),
        ("E0717", _) => "{never_starts,".to_owned(),
        ("E0719", _) if never_starts(finding) => "{never_starts,{error,{calling_self,".to_owned(),
        ("E0719", _) if labels(finding).iter().any(|label| label.starts_with("stop({timeout,")) => {
            "{crash,{timeout,".to_owned()
        }
        ("E0719", _) => "{crash,{calling_self,".to_owned(),
        ("E0723", _) => "{timers_overlap,".to_owned(),
        (_, Some(reason)) => {
            format!("{{crash,{}", reason.strip_suffix(')')?)
        }
        _ => return None,
    })
}

/// Every finding that events show is written as a test: it fails on the defect, for the reason that was reported, and
/// passes on the mended twin.
#[test]
fn emitted_tests_show_the_defect() {
    let folder = Folder::new("emitted_tests");
    let mut expectations = Vec::new();
    let mut files: Vec<_> =
        fs::read_dir("fixtures/defects").unwrap().map(|entry| entry.unwrap().path()).collect();
    files.retain(|path| !path.to_string_lossy().contains("_mended"));
    files.push("fixtures/code_lock/code_lock_short.erl".into());
    files.sort();
    let mut sources = Vec::new();
    for path in sampled(files) {
        let name = path.file_stem().unwrap().to_string_lossy().into_owned();
        let test = folder.path().join(format!("{name}_tests.erl"));
        let findings = report(&[path.to_str().unwrap(), "--emit-test", test.to_str().unwrap()]);
        let Some(expected) = expected(&findings) else {
            assert!(!test.exists(), "{name}");
            continue;
        };
        let text = fs::read_to_string(&path).unwrap();
        sources.push(folder.write(&format!("{name}.erl"), &text));
        let script = fs::read_to_string(&test).unwrap_or_else(|_| panic!("{name}: no test"));
        sources.push(test);
        expectations.push((format!("{name}_tests"), expected));
        let Ok(twin) = fs::read_to_string(path.with_file_name(format!("{name}_mended.erl"))) else {
            continue;
        };
        sources.push(folder.write(&format!("{name}_mended.erl"), &twin));
        let script = script
            .replace(&format!("-module({name}_tests)"), &format!("-module({name}_mended_tests)"))
            .replace(&format!("() -> {name}."), &format!("() -> {name}_mended."));
        sources.push(folder.write(&format!("{name}_mended_tests.erl"), &script));
        expectations.push((format!("{name}_mended_tests"), "mended".to_owned()));
    }
    assert!(expectations.len() >= sampled(0..60).len(), "{}", expectations.len());
    let names: Vec<&str> = expectations.iter().map(|(name, _)| name.as_str()).collect();
    let Some(real) = shown(&folder, sources, &names) else { return };
    let shows = |(name, expected): &(String, String)| {
        real.iter().any(|line| {
            line.split_once(' ')
                .is_some_and(|(own, shown)| own == name && shown.starts_with(expected))
        })
    };
    let wrong: Vec<_> = expectations.iter().filter(|expected| !shows(expected)).collect();
    assert!(wrong.is_empty(), "{wrong:#?}\n{}", real.join("\n"));
    println!("{} emitted tests show what they should", expectations.len());
}
