//! Ends of processes that a machine has started: a reason that their own code gives, and that has no clause, crashes OTP's
//! own `gen_fsm`, and is certain; where all of these have one the machine lives, and only another process may end it.

use std::fmt::Write as _;
use std::sync::Mutex;

use crate::command_line::run;
use crate::support::comparison::in_parallel;
use crate::support::tools::{self, Folder};

/// What is found, how a process is started, and the reasons that have a clause.
type Row = (&'static str, &'static str, &'static str);

/// Processes to which the machine is linked, or which it monitors.
const ROWS: &[Row] = &[
    ("possible", "spawn_link(fun() -> exit({job, failed}) end)", "{job, _}"),
    ("possible", "spawn_link(fun() -> exit({job, failed}) end)", "{job, failed}"),
    ("certain", "spawn_link(fun() -> exit({job, failed}) end)", "{job, done}"),
    ("certain", "spawn_link(fun() -> exit(job) end)", "{job, _}"),
    ("possible", "spawn_link(fun() -> ok end)", "normal"),
    ("certain", "spawn_link(fun() -> ok end)", "{job, _}"),
    ("possible", "spawn_link(fun() -> error(job) end)", "{job, [_ | _]}"),
    ("certain", "spawn_link(fun() -> error(job) end)", "job"),
    ("possible", "spawn_link(fun() -> throw(job) end)", "{{nocatch, job}, _}"),
    ("certain", "spawn_link(fun() -> throw(job) end)", "job"),
    ("possible", "spawn_link(fun() -> job(done) end)", "{done, 1}"),
    ("certain", "spawn_link(fun() -> job(failed) end)", "{done, 1}"),
    ("possible", "spawn_link(fun work/0)", "{job, work}"),
    ("certain", "spawn_link(fun work/0)", "{job, job}"),
    ("possible", "begin R = {job, length([go])}, spawn_link(fun() -> exit(R) end) end", "{job, 1}"),
    ("certain", "begin R = {job, length([go])}, spawn_link(fun() -> exit(R) end) end", "{job, 2}"),
    ("possible", "begin F = fun() -> exit(job) end, spawn_link(F) end", "job"),
    ("possible", "spawn_link(fun() -> case job of X -> exit({is, X}) end end)", "{is, job}"),
    ("possible", "spawn_link(fun() -> if true -> exit(job); true -> ok end end)", "job"),
    (
        "possible",
        "spawn_link(fun() -> try error(job) catch error:R -> exit({was, R}) end end)",
        "{was, job}",
    ),
    (
        "certain",
        "spawn_link(fun() -> try error(job) catch throw:R -> exit({was, R}) end end)",
        "{was, job}",
    ),
    ("possible", "spawn_link(fun() -> catch error(job) end)", "normal"),
    ("possible", "spawn_link(fun() -> timer:sleep(20), exit(job) end)", "job"),
    ("possible", "spawn_link(fun() -> receive after 20 -> exit(job) end end)", "job"),
    (
        "possible",
        "begin S = self(), spawn_link(fun() -> S ! {'EXIT', none, job}, exit(job) end) end",
        "job",
    ),
    ("possible", "spawn_link(fun() -> count(3) end)", "{counted, 0}"),
    ("certain", "spawn_link(fun() -> count(3) end)", "{counted, 1}"),
    ("certain", "spawn_link(fun() -> is_list([]) andalso exit(job), ok end)", "normal"),
    ("certain", "spawn_link(fun() -> is_atom([]) andalso exit(job), ok end)", "job"),
    ("possible", "spawn_link(fun() -> walk([a, b]) end)", "{walked, b}"),
    ("certain", "spawn_link(fun() -> walk([a, b]) end)", "{walked, a}"),
    ("possible", "begin P = spawn(?MODULE, work, []), link(P), P end", "{job, work} / noproc"),
    (
        "possible",
        "begin P = spawn(?MODULE, work, []), monitor(process, P), P end",
        "{job, work} / noproc",
    ),
    (
        "certain",
        "begin P = spawn(?MODULE, gone, []), monitor(process, P), P end",
        "{job, gone} / noproc",
    ),
    ("possible", "proc_lib:spawn_link(fun() -> exit(job) end)", "job"),
    ("possible", "proc_lib:spawn_link(fun() -> error(job) end)", "{job, _}"),
    ("certain", "proc_lib:spawn_link(fun() -> error(job) end)", "job"),
    ("possible", "spawn_opt(fun() -> exit(job) end, [link])", "job"),
    ("possible", "spawn_monitor(fun() -> exit(job) end)", "job"),
    ("certain", "spawn_monitor(fun() -> exit(job) end)", "normal"),
    ("certain", "spawn_monitor(fun() -> 1 div 0 end)", "normal"),
    ("possible", "spawn_monitor(fun() -> 1 div 0 end)", "{badarith, _}"),
    (
        "certain",
        "begin P = spawn_link(fun() -> timer:sleep(5000) end), exit(P, ended), P end",
        "normal",
    ),
    ("possible", "begin P = spawn_link(fun() -> exit(killed) end), exit(P, kill), P end", "killed"),
];

/// A machine that starts a process, with a clause for each of these reasons.
fn module(name: &str, (_, start, reasons): Row) -> String {
    let tag = if start.contains("monitor") { "'DOWN', _, process" } else { "'EXIT'" };
    let clause =
        |reason| format!("handle_info({{{tag}, _, {reason}}}, N, _) -> {{next_state, N, none}}");
    let clauses: Vec<String> = reasons.split(" / ").map(clause).collect();
    format!(
        "-module({name}).
-behaviour(gen_fsm).
-compile([nowarn_deprecated_function, {{nowarn_unused_function, [{{gone, 0}}, {{job, 1}}, {{count, 1}}, {{walk, 1}}]}}]).
-export([start_link/0, go/0, work/0, init/1, on/2, handle_info/3]).
start_link() -> gen_fsm:start_link({{local, {name}}}, {name}, [], []).
go() -> gen_fsm:send_event({name}, go).
init([]) -> process_flag(trap_exit, true), {{ok, on, none}}.
on(go, none) -> {{next_state, on, {start}}};
on(go, D) -> {{next_state, on, D}}.
{}.
work() -> exit({{job, work}}).
gone() -> exit({{job, gone}}).
job(done) -> exit({{done, 1}});
job(Other) -> exit(Other).
count(0) -> exit({{counted, 0}});
count(N) -> count(N - 1).
walk([X]) -> exit({{walked, X}});
walk([_ | T]) -> walk(T).
",
        clauses.join(";\n")
    )
}

/// What runs all machines, and says whether they live.
const DRIVER: &str = "
-module(driver).
-export([main/0]).

main() -> [io:format(\"= ~s ~0p~n\", [Module, one(Module)]) || Module <- modules()].

one(Module) ->
    process_flag(trap_exit, true),
    {ok, Machine} = Module:start_link(),
    Module:go(),
    receive
        {'EXIT', Machine, {Why, _}} -> Why;
        {'EXIT', Machine, Why} -> Why
    after 150 -> unlink(Machine), exit(Machine, kill), lives
    end.
";

/// The ranks of findings, and what OTP's own `gen_fsm` does.
#[test]
fn reasons_are_those_of_the_code() {
    let Some(erl) = tools::on_path("erl") else { return };
    let Some(erlc) = tools::on_path("erlc") else { return };
    let folder = Folder::new("workers");
    let named = |(number, row): (usize, &'static Row)| {
        let name = format!("worker_{number}");
        let source = folder.write(&format!("{name}.erl"), &module(&name, *row));
        (name, source, row)
    };
    let rows: Vec<_> = ROWS.iter().enumerate().map(named).collect();
    let wrong = Mutex::new(Vec::new());
    in_parallel(&rows, |(_, source, row)| {
        let report = run(&["check", source.to_str().unwrap()]);
        let report = String::from_utf8(report.stdout).unwrap();
        let line = report.lines().find(|line| line.contains(" E0710: ")).unwrap_or_default();
        let rank = line.split(' ').next().unwrap_or_default().to_owned();
        if rank != row.0 {
            wrong.lock().unwrap().push((rank, **row));
        }
    });
    assert_eq!(wrong.into_inner().unwrap(), Vec::<(String, Row)>::new());
    let (mut lives, mut names, mut sources) = (String::new(), Vec::new(), Vec::new());
    for (name, source, row) in &rows {
        let end = if row.0 == "certain" { "function_clause" } else { "lives" };
        let _ = writeln!(lives, "= {name} {end}");
        names.push(name.as_str());
        sources.push(source.to_str().unwrap());
    }
    tools::run(folder.path(), &erlc, &sources);
    let mut driver = DRIVER.to_owned();
    let _ = writeln!(driver, "modules() -> [{}].", names.join(", "));
    let source = folder.write("driver.erl", &driver);
    tools::run(folder.path(), &erlc, &[source.to_str().unwrap()]);
    let quiet = ["-noshell", "-kernel", "logger_level", "none", "-s", "driver", "main"];
    let real = tools::run(folder.path(), &erl, &[&quiet[..], &["-s", "init", "stop"]].concat());
    let real: Vec<&str> = real.lines().filter(|line| line.starts_with("= ")).collect();
    assert_eq!(real.join("\n") + "\n", lives);
    println!("{} processes end as their code says", ROWS.len());
}
