//! What is read in the text of a callback, reached or not, is so in real Erlang.
//!
//! The modules of the gallery whose findings have no way are brought where no hunt comes: their data are replaced in the
//! running machine, other modules answer as the findings suppose, and events select the clause. Each ends for the reason that
//! its finding gives; its mended twin lives, or ends as it says itself.

use std::fmt::Write as _;
use std::fs;

use crate::support::tools::{self, Folder};

/// A module, the data that it is given, what is sent, how it ends, how its twin ends.
const SUBJECTS: [(&str, &str, &str, &str, &str); 14] = [
    ("far_return", "2000000", "[tick]", "{bad_return_value,{next_stat,", "lives"),
    ("far_branch", "2000000", "[tick]", "{bad_return_value,{reply,", "failed"),
    ("far_call", "2000000", "[tick]", "{undef,[{erlang,start_timer,", "lives"),
    ("far_match", "2000000", "[tick]", "{{badmatch,", "lives"),
    ("far_record", "{data,2000000}", "[tick]", "{{badrecord,", "lives"),
    ("far_state", "2000000", "[tick,tick]", "{undef,[{far_state,finnished,", "normal"),
    (
        "far_timeout",
        "2000000",
        "[tick]",
        "{function_clause,[{far_timeout,resting,[timeout,",
        "lives",
    ),
    ("data_for_state", "2000000", "[tick,tick]", "{badarg,", "lives"),
    ("bound_variable", "2000000", "[{tick,self()}]", "{{case_clause,", "lives"),
    ("dropped_result", "2000000", "[tick]", "{bad_return_value,ok}", "lives"),
    ("late_post", "2000000", "[tick]", "{function_clause,[{late_post,resting,[go_on,", "lives"),
    ("uncovered_result", "2000000", "[tick]", "{{case_clause,{stop}}", "normal"),
    (
        "unmet_clause",
        "2000000",
        "[tick,close]",
        "{function_clause,[{unmet_clause,resting,",
        "normal",
    ),
    ("unmet_state", "2000000", "[tick,{sync,value}]", "{undef,[{unmet_state,resting,", "lives"),
];

/// Other modules: each answers as the findings suppose.
const OTHERS: [(&str, &str); 3] = [
    (
        "counter",
        "-module(counter).\n-export([reset/0, phases/0]).\nreset() -> no.\nphases() -> [].\n",
    ),
    ("pool", "-module(pool).\n-export([checkout/1]).\ncheckout(_) -> spawn(fun() -> ok end).\n"),
    ("router", "-module(router).\n-export([route/2]).\nroute(_, _) -> ok.\n"),
];

const DRIVER: &str = "
-module(driver).
-export([main/0]).

main() -> [io:format(\"= ~s ~0p~n\", [Module, one(Module, Data, Events)]) || {Module, Data, Events} <- subjects()].

one(Module, Data, Events) ->
    process_flag(trap_exit, true),
    {ok, Machine} = Module:start_link(),
    sys:replace_state(Machine, fun({State, _}) -> {State, Data} end),
    [send(Machine, Event) || Event <- Events],
    receive {'EXIT', Machine, Why} -> Why after 1500 -> lives end.

send(Machine, {sync, Event}) -> spawn(fun() -> catch gen_fsm:sync_send_event(Machine, Event) end);
send(Machine, Event) -> gen_fsm:send_event(Machine, Event).
";

#[test]
fn what_is_read_in_the_text_is_so() {
    let Some(erl) = tools::on_path("erl") else { return };
    let Some(erlc) = tools::on_path("erlc") else { return };
    let folder = Folder::new("clauses");
    let mut driver = DRIVER.to_owned();
    let mut subjects = Vec::new();
    let mut sources: Vec<_> =
        OTHERS.iter().map(|(name, text)| folder.write(&format!("{name}.erl"), text)).collect();
    for (name, data, events, _, _) in SUBJECTS {
        for module in [name.to_owned(), format!("{name}_mended")] {
            let text = fs::read_to_string(format!("fixtures/defects/{module}.erl")).unwrap();
            sources.push(folder.write(&format!("{module}.erl"), &text));
            subjects.push(format!("{{{module}, {data}, {events}}}"));
        }
    }
    let _ = writeln!(driver, "subjects() -> [{}].", subjects.join(",\n    "));
    sources.push(folder.write("driver.erl", &driver));
    let mut args = vec!["+nowarn_deprecated_function"];
    args.extend(sources.iter().map(|source| source.to_str().unwrap()));
    tools::run(folder.path(), &erlc, &args);
    let quiet = ["-noshell", "-kernel", "logger_level", "none", "-s", "driver", "main"];
    let real = tools::run(folder.path(), &erl, &[&quiet[..], &["-s", "init", "stop"]].concat());
    let ends = |module: &str, end: &str| {
        let shown = real.lines().find_map(|line| line.strip_prefix(&format!("= {module} ")));
        shown.is_some_and(|shown| shown.starts_with(end))
    };
    let wrong: Vec<&str> = SUBJECTS
        .iter()
        .filter(|(name, _, _, end, twin)| {
            !ends(name, end) || !ends(&format!("{name}_mended"), twin)
        })
        .map(|(name, ..)| *name)
        .collect();
    assert!(wrong.is_empty(), "{wrong:?}\n{real}");
}

#[test]
fn whoever_starts_a_machine_does_not_answer_it() {
    let Some(erl) = tools::on_path("erl") else { return };
    let Some(erlc) = tools::on_path("erlc") else { return };
    let folder = Folder::new("starter");
    for module in ["server_starter", "server_starter_mended"] {
        let text = fs::read_to_string(format!("fixtures/defects/{module}.erl")).unwrap();
        let source = folder.write(&format!("{module}.erl"), &text);
        tools::run(folder.path(), &erlc, &[source.to_str().unwrap()]);
    }
    let program = "process_flag(trap_exit, true), \
        [io:format(\"~0p~n\", [Module:start_link(name)]) || Module <- [server_starter, server_starter_mended]], halt().";
    let args = ["-noshell", "-kernel", "logger_level", "none", "-eval", program];
    let real = tools::run(folder.path(), &erl, &args);
    let lines: Vec<&str> = real.lines().collect();
    let is_so = matches!(lines.as_slice(), [first, second]
        if first.starts_with("{error,{timeout,{gen_server,call,") && second.starts_with("{ok,"));
    assert!(is_so, "{real}");
}
