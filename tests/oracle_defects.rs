//! Real Erlang has the defects of the gallery: the way that a certain finding shows crashes the real machine, for the
//! reason that it says. Its mended twin lives through the same.
//!
//! The commands of a way are sent to the module on OTP's own `gen_fsm`; where a timer comes it is waited for. Ways
//! that are a matter of luck in real time are left out, by name.

#![allow(clippy::unwrap_used, clippy::panic, clippy::print_stdout, reason = "tests may fail")]

#[path = "support/transcript.rs"]
mod transcript;

#[allow(dead_code, unreachable_pub, clippy::print_stdout, reason = "each test binary uses a part")]
#[path = "support/tools.rs"]
mod tools;

use std::fmt::Write as _;
use std::fs;

use tools::Folder;
use transcript::run;

/// A message that is sent while a timer is cancelled, or a process ends.
const LUCK: [&str; 2] = ["stale_timer", "monitor_down"];

/// What sends commands to a machine, and says why that ends.
const DRIVER: &str = "
-module(driver).
-export([main/0]).

main() ->
    Me = self(),
    Subjects = subjects(),
    [spawn(fun() -> Me ! {Module, one(Module, Commands)} end) || {Module, Commands} <- Subjects],
    [receive {Module, Why} -> io:format(\"= ~s ~0p~n\", [Module, Why]) end || {Module, _} <- Subjects].

one(Module, Commands) ->
    process_flag(trap_exit, true),
    {ok, Machine} = Module:start_link(),
    [send(Machine, Command) || Command <- Commands],
    receive
        {'EXIT', Machine, {Why, Stack}} when is_list(Stack) -> Why;
        {'EXIT', Machine, Why} -> Why
    after 2000 -> lives
    end.

send(Machine, {event, E}) -> gen_fsm:send_event(Machine, E);
send(Machine, {all, E}) -> gen_fsm:send_all_state_event(Machine, E);
send(Machine, {info, M}) -> Machine ! M;
send(Machine, {sync, E}) ->
    spawn(fun() -> catch gen_fsm:sync_send_event(Machine, E) end),
    timer:sleep(30);
send(_, wait) -> timer:sleep(1200).
";

/// The commands of a way as the driver takes them, and the reason of the crash at its end.
fn way(report: &str) -> Option<(Vec<String>, String)> {
    let mut lines = report.lines().skip_while(|line| !line.starts_with("certain"));
    lines.next()?;
    let mut commands = Vec::new();
    for line in lines {
        let (number, rest) = line.trim_start().split_once("  ")?;
        number.parse::<usize>().ok()?;
        let event = rest.split("  ").next()?.trim();
        let (name, args) = event.split_once('(').unwrap_or((event, ")"));
        let args = args.strip_suffix(')')?;
        match name {
            "cmd" => commands.push(format!("{{event,{args}}}")),
            "cmd_all" => commands.push(format!("{{all,{args}}}")),
            "cmd_info" => commands.push(format!("{{info,{args}}}")),
            "cmd_sync" => commands.push(format!("{{sync,{}}}", args.split_once(',')?.1)),
            "timeout" | "timer" | "info" => commands.push("wait".to_owned()),
            "crash" => return Some((commands, args.to_owned())),
            _ => {}
        }
    }
    None
}

/// Every certain finding that ends in a crash is one of the real machine.
#[test]
fn certain_crashes_happen() {
    let Some(erl) = tools::on_path("erl") else { return };
    let Some(erlc) = tools::on_path("erlc") else { return };
    let folder = Folder::new("defects");
    let mut expected = String::new();
    let mut subjects = Vec::new();
    let mut files: Vec<_> =
        fs::read_dir("fixtures/defects").unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    for path in files {
        let name = path.file_stem().unwrap().to_string_lossy().into_owned();
        let report = run(&["check", path.to_str().unwrap()]);
        let report = String::from_utf8(report.stdout).unwrap();
        let Some((commands, reason)) = way(&report).filter(|_| !LUCK.contains(&name.as_str()))
        else {
            continue;
        };
        let text = fs::read_to_string(&path).unwrap();
        let source = folder.write(&format!("{name}.erl"), &text);
        tools::run(folder.path(), &erlc, &[source.to_str().unwrap()]);
        let mended = format!("{name}_mended");
        let twin = fs::read_to_string(format!("fixtures/defects/{mended}.erl")).unwrap();
        let twin = folder.write(&format!("{mended}.erl"), &twin);
        tools::run(folder.path(), &erlc, &[twin.to_str().unwrap()]);
        for module in [&name, &mended] {
            subjects.push(format!("{{{module},[{}]}}", commands.join(",")));
        }
        let _ = write!(expected, "= {name} {reason}\n= {mended} lives\n");
    }
    assert!(subjects.len() >= 40, "{} subjects", subjects.len());
    let mut driver = DRIVER.to_owned();
    let _ = writeln!(driver, "subjects() -> [{}].", subjects.join(",\n    "));
    let source = folder.write("driver.erl", &driver);
    tools::run(folder.path(), &erlc, &["+nowarn_deprecated_function", source.to_str().unwrap()]);
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
