//! Monitors beside running machines, on logs and on the model: they say the same.
//!
//! Machines run in OTP's own behaviours, with a generated monitor inside and `sys:trace/2` switched on; what that prints is the log.
//! `ERL2LTS_LONG=1` asks for 2,000 random formulas, not for 500 of them.

use std::fmt::Write as _;
use std::path::Path;
use std::process::{Command, Output};

use lts::{Action, Term};

use crate::command_line::run;
use crate::support::tools::{Folder, number, on_path};

/// The modules of the paper's programs and of one whose data name its states, how they are started and sent a message, and their
/// properties that are wrong.
const PROGRAMS: [(&str, &str, &str, [&str; 2]); 3] = [
    (
        "lift_fsm",
        "gen_fsm:start(lift_fsm, 1, [])",
        "gen_fsm:send_event",
        ["opens_after_a_ride", "one_call_a_ride"],
    ),
    (
        "count_server",
        "gen_server:start(count_server, [], [])",
        "gen_server:cast",
        ["ten_is_never_reached", "two_comes_behind_two"],
    ),
    (
        "heater_server",
        "gen_server:start(heater_server, [], [])",
        "gen_server:cast",
        ["is_never_worn", "saves_at_one_level"],
    ),
];

/// Writes a report as `erl2lts monitor` does.
const WRITES: &str = r#"
text(#{property := P, step := N, changes := Changes, rests := Rests}) ->
    First = case Changes of
        [] -> "nothing changed in the last step: it was false before";
        _ -> "changed in the last step, from the leaves up:"
    end,
    [io_lib:format("violated: ~ts, in step ~b~n    ~ts~n", [P, N, First]),
     [io_lib:format("      ~ts: ~ts: ~ts~n", [Place, Text, values(B, V)]) || {Text, Place, B, V} <- Changes],
     [io_lib:format("      ~ts: ~ts: since step ~b~n", [Place, Text, S]) || {Text, Place, S} <- Rests]].

values(none, V) -> io_lib:format("~p after the first step", [V]);
values(B, V) -> io_lib:format("~p -> ~p", [B, V]).
"#;

fn erlang(folder: &Folder, tool: &str, args: &[&str]) -> Option<Output> {
    let path = on_path(tool)?;
    Some(Command::new(path).args(args).current_dir(folder.path()).output().unwrap())
}

fn out(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

/// Compiles a module; monitors draw no warning.
fn compile(folder: &Folder, file: &str, flags: &[&str]) -> Option<()> {
    let output = erlang(folder, "erlc", &[flags, &[file]].concat())?;
    assert!(output.status.success(), "{}{}", out(&output), String::from_utf8_lossy(&output.stderr));
    Some(())
}

/// Runs a program of Erlang; what it prints.
fn play(folder: &Folder, name: &str, program: &str) -> Option<String> {
    let text = format!("-module({name}).\n-compile([export_all, nowarn_export_all]).\n{program}");
    folder.write(&format!("{name}.erl"), &text);
    compile(folder, &format!("{name}.erl"), &["+nowarn_deprecated_function"])?;
    let call = format!("{name}:main(), init:stop().");
    let output =
        erlang(folder, "erl", &["-noshell", "-kernel", "logger_level", "none", "-eval", &call])?;
    Some(out(&output))
}

/// The reports in a text, each with the lines that belong to it; without the number of the line of the log.
fn reports(text: &str) -> Vec<String> {
    let mut reports: Vec<String> = Vec::new();
    for line in text.lines() {
        if let Some((_, report)) = line.split_once("violated: ")
            && line.contains(", in step ")
        {
            reports.push(format!("violated: {report}"));
        } else if line.starts_with("    ")
            && let Some(last) = reports.last_mut()
        {
            let _ = write!(last, "\n{line}");
        }
    }
    reports
}

/// The messages of the run that `check` shows of a property, and the lines of its report.
fn on_the_model(props: &str, property: &str) -> (Vec<Term>, String) {
    let text = out(&run(&["check", props]));
    let block =
        text.lines().skip_while(|line| !line.contains(&format!("{property}, as expected:")));
    let lines: Vec<&str> =
        block.skip(1).take_while(|line| line.starts_with("   ")).map(str::trim).collect();
    let is_step = |line: &&&str| line.starts_with(|c: char| c.is_ascii_digit());
    let labels = lines.iter().filter(is_step).map(|line| {
        line.split_whitespace().nth(1).and_then(Action::parse).unwrap_or_else(|| panic!("{line}"))
    });
    let events: Vec<Term> = labels.map(|action| action.args[0].clone()).collect();
    let told: Vec<&str> = lines.iter().skip_while(|line| is_step(line)).copied().collect();
    (events, told.join("\n"))
}

/// What `sys:trace/2` prints of a machine that gets these messages, and the reports of the monitor that is attached to it.
fn watched_live(
    folder: &Folder,
    module: &str,
    (start, send): (&str, &str),
    events: &str,
) -> (String, String) {
    let program = format!(
        "main() ->\n    Self = self(),\n    {{ok, P}} = {start},\n    \
         ok = {module}_monitor:attach(P, fun(R) -> Self ! {{report, R}} end),\n    \
         sys:trace(P, true),\n    \
         [{send}(P, E) || E <- [{events}]],\n    sys:get_state(P, infinity),\n    live().\n\
         live() ->\n    receive {{report, R}} -> io:format(\"live ~ts\", [text(R)]), live() after 0 -> ok end.\n{WRITES}"
    );
    let played = play(folder, "driver", &program).unwrap();
    let (trace, live) = played.split_at(played.find("live ").unwrap_or(played.len()));
    (trace.to_owned(), live.to_owned())
}

#[test]
fn programs_are_judged_alike_in_three_places() {
    for (module, start, send, wrong) in PROGRAMS {
        let folder = Folder::new("monitors");
        let props = format!("fixtures/past/{module}.props");
        let monitor = folder.path().join(format!("{module}_monitor.erl"));
        let written = run(&["monitor", &props, "--erlang", "-o", monitor.to_str().unwrap()]);
        assert_eq!(written.status.code(), Some(0));
        let source = std::fs::read_to_string(format!("fixtures/past/{module}.erl")).unwrap();
        folder.write(&format!("{module}.erl"), &source);
        if compile(&folder, &format!("{module}_monitor.erl"), &["-Wall", "-Werror"]).is_none() {
            return;
        }
        compile(&folder, &format!("{module}.erl"), &[]);
        for property in wrong {
            let (events, told) = on_the_model(&props, property);
            assert!(!events.is_empty(), "{property}");
            let events: Vec<String> = events.iter().map(ToString::to_string).collect();
            let (trace, live) = watched_live(&folder, module, (start, send), &events.join(", "));
            let log = folder.write("trace.log", &trace);
            let watched = out(&run(&["monitor", &props, log.to_str().unwrap()]));
            let of = |text: &str| -> String {
                let all = reports(text);
                let own = all.iter().find(|own| own.starts_with(&format!("violated: {property},")));
                own.unwrap_or_else(|| panic!("{property}: {text}")).clone()
            };
            assert_eq!(of(&live), of(&watched), "{property}");
            assert_eq!(reports(&live), reports(&watched), "{property}");
            let lines: Vec<String> =
                of(&watched).lines().skip(1).map(|line| line.trim().to_owned()).collect();
            assert_eq!(lines.join("\n"), told, "{property}");
        }
    }
}

/// A machine that postpones an event, makes another, and sleeps.
const GATE: &str = "-module(gate).
-behaviour(gen_statem).
-export([init/1, callback_mode/0, shut/3, open/3]).

callback_mode() -> state_functions.

init(_) -> {ok, shut, 0}.

shut(cast, push, N) -> {next_state, open, N + 1, [{next_event, internal, greet}]};
shut(cast, close, _) -> {keep_state_and_data, [postpone]};
shut(cast, sleep, _) -> {keep_state_and_data, [hibernate]}.

open(internal, greet, N) -> {keep_state, N};
open(cast, close, N) -> {next_state, shut, N}.
";

/// Properties of it, each false behind another step of its only run.
const OF_GATE: &str = "{module, gate}.
{init, []}.
{commands, {sequence, [{cast, sleep}, {cast, close}, {cast, push}]}}.
{property, one, ptltl, \"queued_cast(close) implies not prev internal(greet)\", [{expect, false}]}.
{property, two, ptltl, \"state(open) implies not once cmd_cast(close)\", [{expect, false}]}.
{property, three, ptltl, \"internal(greet) implies state(shut)\", [{expect, false}]}.
{property, four, ptltl, \"cmd_cast(close) implies not (state(shut) and prev cmd_cast(sleep))\", [{expect, false}]}.
";

/// Events that wait, that a callback makes, and that wake a machine up: the same steps on the model, on a log and live.
#[test]
fn a_gen_statem_is_judged_alike_in_three_places() {
    let folder = Folder::new("monitors");
    folder.write("gate.erl", GATE);
    let props = folder.write("gate.props", OF_GATE);
    let props = props.to_str().unwrap();
    let monitor = folder.path().join("gate_monitor.erl");
    let written = run(&["monitor", props, "--erlang", "-o", monitor.to_str().unwrap()]);
    assert_eq!(written.status.code(), Some(0));
    if compile(&folder, "gate_monitor.erl", &["-Wall", "-Werror"]).is_none() {
        return;
    }
    compile(&folder, "gate.erl", &[]);
    let ways = ("gen_statem:start(gate, [], [])", "gen_statem:cast");
    let (trace, live) = watched_live(&folder, "gate", ways, "sleep, close, push");
    let log = folder.write("trace.log", &trace);
    let watched = reports(&out(&run(&["monitor", props, log.to_str().unwrap()])));
    assert_eq!(reports(&live), watched, "{trace}");
    let steps = [("one", 5), ("two", 3), ("three", 4), ("four", 2)];
    for (property, step) in steps {
        let own = watched.iter().find(|own| own.starts_with(&format!("violated: {property},")));
        let own = own.unwrap_or_else(|| panic!("{property}: {trace}"));
        assert!(own.starts_with(&format!("violated: {property}, in step {step}\n")), "{own}");
        let told: Vec<&str> = own.lines().skip(1).map(str::trim).collect();
        assert_eq!(told.join("\n"), on_the_model(props, property).1, "{property}");
    }
}

/// Modules, their first argument, what sends them a message, messages as commands and as terms, what is false of their data behind
/// the last one, and what `sys:get_state/1` gives then.
const WRAPPED: [[&str; 7]; 4] = [
    [
        "lift_fsm",
        "1",
        "gen_fsm:send_event",
        "{to, 2}, {at, 2}, shut, {to, 3}",
        "{to, 2}, {at, 2}, shut, {to, 3}",
        "not data(element(2, Data) =:= 3)",
        "{moving,{2,3}}",
    ],
    [
        "count_server",
        "[]",
        "gen_server:cast",
        "{cast, next}, {cast, next}, {cast, next}",
        "next, next, next",
        "historically data(Data < 3)",
        "3",
    ],
    [
        // What crashes is false, and ends nothing.
        "count_server",
        "[]",
        "gen_server:cast",
        "{cast, next}, {cast, next}",
        "next, next",
        "once data(hd(Data) =:= 1)",
        "2",
    ],
    [
        "gate",
        "[]",
        "gen_statem:cast",
        "{cast, sleep}, {cast, push}",
        "sleep, push",
        "state(open) implies prev data(State =:= open orelse Data > 0)",
        "{open,1}",
    ],
];

/// What `sys` does not tell: a monitor in the place of its module sees the pair behind each callback, and changes nothing of it.
#[test]
fn a_monitor_in_the_place_of_its_module_sees_its_data() {
    for [module, init, send, commands, events, formula, state] in WRAPPED {
        let folder = Folder::new("monitors");
        let source = std::fs::read_to_string(format!("fixtures/past/{module}.erl"));
        folder.write(&format!("{module}.erl"), &source.unwrap_or_else(|_| GATE.to_owned()));
        let props = folder.write(
            "watched.props",
            &format!(
                "{{module, {module}}}.\n{{init, {init}}}.\n{{commands, {{sequence, [{commands}]}}}}.\n\
                 {{property, wrong, ptltl, \"{formula}\", [{{expect, false}}]}}.\n"
            ),
        );
        let (props, monitor) = (props.to_str().unwrap(), folder.path().join("around.erl"));
        let flags = ["monitor", props, "--erlang", "--wrap", "-o", monitor.to_str().unwrap()];
        let written = run(&flags);
        assert_eq!(written.status.code(), Some(0));
        assert_eq!(String::from_utf8_lossy(&written.stderr), "");
        // Of callbacks that the module has not, either, OTP warns in both.
        let strict: &[&str] = if module == "lift_fsm" { &[] } else { &["-Wall", "-Werror"] };
        if compile(&folder, "around.erl", strict).is_none() {
            return;
        }
        compile(&folder, &format!("{module}.erl"), &[]);
        let program = format!(
            "main() ->\n    Self = self(),\n    \
             {{ok, P}} = around:start_link({init}, [], fun(R) -> Self ! {{report, R}}, error(oops) end),\n    \
             [{send}(P, E) || E <- [{events}]],\n    io:format(\"state ~p~n\", [sys:get_state(P, infinity)]),\n    live().\n\
             live() ->\n    receive {{report, R}} -> io:format(\"live ~ts\", [text(R)]), live() after 0 -> ok end.\n{WRITES}"
        );
        let played = play(&folder, "driver", &program).unwrap();
        assert!(played.starts_with(&format!("state {state}\n")), "{played}");
        let all = reports(&played);
        let told: Vec<&str> = all[0].lines().skip(1).map(str::trim).collect();
        assert_eq!(told.join("\n"), on_the_model(props, "wrong").1, "{module}");
    }
}

/// A small generator of random numbers.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from((self.0 >> 33) % bound as u64).unwrap()
    }

    fn formula(&mut self, n: usize) -> String {
        const ATOMS: [&str; 7] =
            ["a", "b", "c(_)", "c(N) when N > 1", "c({X,X})", "state(s)", "true"];
        const UNARY: [&str; 7] =
            ["not", "prev", "weak_prev", "historically", "once", "starts", "ends"];
        const BINARY: [&str; 8] = ["and", "or", "implies", "iff", "xor", "since", "weak_since", ""];
        if n == 0 {
            return ATOMS[self.below(ATOMS.len())].to_owned();
        }
        if self.below(2) == 0 {
            return format!("{} ({})", UNARY[self.below(UNARY.len())], self.formula(n - 1));
        }
        let left = self.below(n);
        let (left, right) = (self.formula(left), self.formula(n - 1 - left));
        match BINARY[self.below(BINARY.len())] {
            // A comma behind a guard would go on with it.
            "" => format!("[({left}), {right})"),
            operator => format!("({left}) {operator} ({right})"),
        }
    }
}

/// Random formulas of up to 12 operators on runs of up to 200 steps: the module in real Erlang reports what we report.
#[test]
fn random_formulas_are_watched_alike_in_erlang() {
    const ACTIONS: [(&str, &str); 6] = [
        ("a", "a"),
        ("b", "b"),
        ("c(1)", "{c,1}"),
        ("c(2)", "{c,2}"),
        ("c({1,1})", "{c,{1,1}}"),
        ("c({1,2})", "{c,{1,2}}"),
    ];
    let mut random = Random(30);
    let mut n_reports = 0;
    let n_rounds = if number("ERL2LTS_LONG", 0) == 1 { 20 } else { 2 };
    for round in 0..n_rounds {
        let folder = Folder::new("monitors");
        let formulas: Vec<String> = (0..100)
            .map(|_| {
                let n = random.below(13);
                random.formula(n)
            })
            .collect();
        let flags: Vec<&str> = formulas.iter().flat_map(|own| ["-e", own.as_str()]).collect();
        let base = ["monitor", "fixtures/past/lift_fsm.erl"];
        let monitor = folder.path().join("watch.erl");
        let output = ["--erlang", "-o", monitor.to_str().unwrap()];
        let written = run(&[&base, &flags[..], &output].concat());
        assert_eq!(written.status.code(), Some(0), "{}", String::from_utf8_lossy(&written.stderr));
        if compile(&folder, "watch.erl", &["-Wall", "-Werror"]).is_none() {
            return;
        }
        let (mut lines, mut steps) = (String::new(), Vec::new());
        for _ in 0..=random.below(200) {
            let (label, term) = ACTIONS[random.below(ACTIONS.len())];
            let state = ["s", "t"][random.below(2)];
            let _ = writeln!(lines, "{label}\n{{state,{state},0}}.");
            steps.push(format!("{{{term},{state},0}}"));
        }
        let log = folder.write("run.log", &lines);
        let ours = out(&run(&[&base, &flags[..], &[log.to_str().unwrap()]].concat()));
        let program = format!(
            "main() ->\n    lists:foldl(fun(S, M) -> {{Rs, N}} = watch:step(S, M), [io:put_chars(text(R)) || R <- Rs], N end,\n        \
             watch:new(), [{}]).\n{WRITES}",
            steps.join(", ")
        );
        let theirs = play(&folder, "driver", &program).unwrap();
        let (ours, theirs) = (reports(&ours), reports(&theirs));
        assert_eq!(ours.len(), theirs.len(), "round {round}");
        for (own, other) in ours.iter().zip(&theirs) {
            assert_eq!(own, other, "round {round}");
        }
        n_reports += ours.len();
    }
    assert!(n_reports > 500 * n_rounds, "{n_reports}");
}

/// A machine to which much happens, with a monitor in it.
const OUTLIVING: &str = r#"
main() ->
    Self = self(),
    {ok, P} = gen_fsm:start(lift_fsm, 1, []),
    show(not_attached, watch:state(P)),
    show(attach, watch:attach(P, fun(R) -> Self ! R, error(oops) end)),
    show(again, watch:attach(P)),
    Plain = spawn(fun() -> receive stop -> ok end end),
    show(plain, watch:attach(Plain)),
    Ended = monitor(process, Plain),
    Plain ! stop,
    receive {'DOWN', Ended, _, _, _} -> ok end,
    show(dead, watch:attach(Plain)),
    show(no_name, watch:attach(nobody)),
    gen_fsm:send_event(P, shut),
    sys:replace_state(P, fun({_, D}) -> {boarding, D} end),
    gen_fsm:send_event(P, {to,1}),
    sys:suspend(P),
    ok = sys:change_code(P, lift_fsm, old, extra),
    sys:resume(P),
    gen_fsm:send_event(P, shut),
    {ok, #{step := Steps}} = watch:state(P),
    show(steps, Steps),
    show(reports, (fun F(N) -> receive #{property := _} -> F(N + 1) after 0 -> N end end)(0)),
    show(state, sys:get_state(P)),
    {memory, Before} = run(P, 20000),
    [run(P, 20000) || _ <- lists:seq(1, 48)],
    {memory, Behind} = run(P, 20000),
    {ok, #{step := All}} = watch:state(P),
    show(million, All > 1000000),
    show(grows, Behind > 2 * Before),
    show(detach, watch:detach(P)),
    show(again, watch:detach(P)),
    ok = watch:attach(P, fun(_) -> ok end),
    M = monitor(process, P),
    gen_fsm:send_all_state_event(P, crash),
    receive {'DOWN', M, _, _, Reason} -> show(crashed, element(1, Reason)) end,
    show(gone, watch:state(P)).

run(P, N) ->
    [gen_fsm:send_event(P, {to,1}) || _ <- lists:seq(1, N)],
    sys:get_state(P, infinity),
    erlang:garbage_collect(P),
    process_info(P, memory).

show(What, Value) -> io:format("~p ~p~n", [What, Value]).
"#;

/// What that shows.
const OUTLIVED: &str = "not_attached {error,not_attached}
attach ok
again {error,already_attached}
plain {error,no_otp_process}
dead {error,noproc}
no_name {error,noproc}
steps 3
reports 2
state {resting,{1,none}}
million true
grows false
detach ok
again {error,not_attached}
crashed undef
gone {error,noproc}
";

/// What may happen to a process, or is none of OTP's, harms neither it nor the monitor.
#[test]
fn a_monitor_outlives_what_happens_to_its_machine() {
    let folder = Folder::new("monitors");
    let monitor = folder.path().join("watch.erl");
    let written = run(&[
        "monitor",
        "fixtures/past/lift_fsm.erl",
        "-e",
        "not cmd(shut)",
        "--erlang",
        "-o",
        monitor.to_str().unwrap(),
    ]);
    assert_eq!(written.status.code(), Some(0));
    let source = std::fs::read_to_string(Path::new("fixtures/past/lift_fsm.erl")).unwrap();
    folder.write("lift_fsm.erl", &source);
    if compile(&folder, "watch.erl", &["-Wall", "-Werror"]).is_none() {
        return;
    }
    compile(&folder, "lift_fsm.erl", &[]);
    let source = format!("{source}\ncode_change(_, S, D, _) ->\n    {{ok, S, D}}.\n");
    folder.write("lift_fsm.erl", &source.replace("init/1,", "init/1, code_change/4,"));
    compile(&folder, "lift_fsm.erl", &[]);
    let played = play(&folder, "driver", OUTLIVING).unwrap();
    assert_eq!(played, OUTLIVED);
}
