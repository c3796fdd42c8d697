//! Modules of each behaviour that have one of the smallest terms wherever a callback may have one: what is looked for there is looked for
//! in terms that are shorter than that.

use std::fs;
use std::path::Path;

use crate::command_line::run;

const TERMS: &[&str] = &[
    "{}",
    "{{}}",
    "{ok}",
    "[]",
    "[{}]",
    "[a | b]",
    "#{}",
    "<<>>",
    "\"\"",
    "0",
    "100000000000000000000",
    "self()",
    "fun() -> {} end",
    "begin {} end",
    "throw({})",
    "exit({})",
    "?OF_NO_HEADER",
    "?OF_NO_HEADER({})",
];

/// A module with this term as argument, data, state, event, reply, action, list of actions and whole return of its callbacks.
fn module(behaviour: &str, term: &str) -> String {
    let callbacks = match behaviour {
        "gen_statem" => {
            "callback_mode() -> handle_event_function.
             ok() -> TERM.
             init({}) -> {ok, TERM, TERM};
             init(a) -> {ok, {}, {}, TERM};
             init(_) -> TERM.
             handle_event({call, From}, 1, _, _) -> {keep_state_and_data, [{reply, From, TERM}]};
             handle_event(cast, 2, _, D) -> {next_state, TERM, D, [TERM]};
             handle_event(cast, 3, _, _) -> {keep_state_and_data, TERM};
             handle_event(cast, 4, _, D) -> {keep_state, D, {push_callback_module, TERM}};
             handle_event(cast, 5, _, D) -> {keep_state, D, [{timeout, TERM, TERM}, {next_event, TERM, TERM}]};
             handle_event(info, {}, _, _) -> TERM;
             handle_event(cast, 6, _, D) -> {stop, TERM, D};
             handle_event(cast, {}, {}, {}) -> {stop_and_reply, TERM, TERM, TERM}."
        }
        "gen_server" => {
            "ok() -> TERM.
             init({}) -> {ok, TERM, TERM};
             init(a) -> {ok, {}};
             init(_) -> TERM.
             handle_call(1, _, D) -> {reply, TERM, D};
             handle_call(2, _, D) -> {reply, ok, TERM, TERM};
             handle_call({}, From, {}) -> gen_server:reply(From, TERM), {noreply, TERM};
             handle_call(_, _, _) -> TERM.
             handle_cast(1, D) -> {noreply, D, {continue, TERM}};
             handle_cast(2, D) -> {stop, TERM, D};
             handle_cast(3, D) -> self() ! TERM, {noreply, D};
             handle_cast({}, _) -> TERM.
             handle_info(_, D) -> {noreply, D, TERM}.
             handle_continue({}, _) -> TERM."
        }
        _ => {
            "ok() -> TERM.
             init({}) -> {ok, TERM, TERM};
             init(a) -> {ok, b, {}};
             init(_) -> TERM.
             b(1, D) -> {next_state, TERM, D};
             b(2, D) -> {next_state, b, D, TERM};
             b(3, D) -> gen_fsm:send_event(self(), TERM), {next_state, b, D};
             b({}, {}) -> TERM.
             b(1, _, D) -> {reply, TERM, b, D};
             b(2, From, D) -> gen_fsm:reply(From, TERM), {next_state, b, D};
             b({}, _, D) -> {stop, TERM, TERM, D}.
             handle_event({}, _, _) -> TERM.
             handle_info(_, _, D) -> {stop, TERM, D}."
        }
    };
    format!(
        "-module(m).\n-behaviour({behaviour}).\n-include(\"of_nowhere.hrl\").\n-compile(export_all).\n{}\n",
        callbacks.replace("TERM", term)
    )
}

#[test]
fn the_smallest_terms_may_stand_anywhere() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("smallest_terms");
    fs::create_dir_all(&folder).unwrap();
    for behaviour in ["gen_fsm", "gen_statem", "gen_server"] {
        for (number, term) in TERMS.iter().enumerate() {
            let path = folder.join(format!("{behaviour}_{number}.erl"));
            fs::write(&path, module(behaviour, term)).unwrap();
            let output = run(&["check", path.to_str().unwrap()]);
            let said = String::from_utf8_lossy(&output.stderr);
            let is_answered = matches!(output.status.code(), Some(0 | 1 | 3));
            assert!(is_answered && !said.contains("error["), "{behaviour}, {term}: {said}");
        }
    }
}
