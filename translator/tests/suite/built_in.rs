//! What Erlang calls without a module, the translator knows: every automatically imported function, and the type
//! tests by their old names. `erl` says which functions there are, where it is installed.

use std::collections::BTreeSet;
use std::process::Command;

use frontend::{FileId, Severity, parse_module};
use model::Environment;
use translator::{Options, Pass, dump_after, translate};

/// The functions that OTP 25 imports, by name, with the numbers of their arguments.
const IMPORTED: &str = "abs/1 alias/0,1 apply/2,3 atom_to_binary/1,2 atom_to_list/1 binary_part/2,3 \
    binary_to_atom/1,2 binary_to_existing_atom/1,2 binary_to_float/1 binary_to_integer/1,2 binary_to_list/1,3 \
    binary_to_term/1,2 bit_size/1 bitstring_to_list/1 byte_size/1 ceil/1 check_old_code/1 check_process_code/2,3 \
    date/0 delete_module/1 demonitor/1,2 disconnect_node/1 element/2 erase/0,1 error/1,2,3 exit/1,2 float/1 \
    float_to_binary/1,2 float_to_list/1,2 floor/1 garbage_collect/0,1,2 get/0,1 get_keys/0,1 group_leader/0,2 \
    halt/0,1,2 hd/1 integer_to_binary/1,2 integer_to_list/1,2 iolist_size/1 iolist_to_binary/1 is_alive/0 \
    is_atom/1 is_binary/1 is_bitstring/1 is_boolean/1 is_float/1 is_function/1,2 is_integer/1 is_list/1 is_map/1 \
    is_map_key/2 is_number/1 is_pid/1 is_port/1 is_process_alive/1 is_record/2,3 is_reference/1 is_tuple/1 \
    length/1 link/1 list_to_atom/1 list_to_binary/1 list_to_bitstring/1 list_to_existing_atom/1 list_to_float/1 \
    list_to_integer/1,2 list_to_pid/1 list_to_port/1 list_to_ref/1 list_to_tuple/1 load_module/2 make_ref/0 \
    map_get/2 map_size/1 max/2 min/2 module_loaded/1 monitor/2,3 monitor_node/2 node/0,1 nodes/0,1,2 now/0 \
    open_port/2 pid_to_list/1 port_close/1 port_command/2,3 port_connect/2 port_control/3 port_to_list/1 \
    pre_loaded/0 process_flag/2,3 process_info/1,2 processes/0 purge_module/1 put/2 ref_to_list/1 register/2 \
    registered/0 round/1 self/0 setelement/3 size/1 spawn/1,2,3,4 spawn_link/1,2,3,4 spawn_monitor/1,2,3,4 \
    spawn_opt/2,3,4,5 spawn_request/1,2,3,4,5 spawn_request_abandon/1 split_binary/2 statistics/1 \
    term_to_binary/1,2 term_to_iovec/1,2 throw/1 time/0 tl/1 trunc/1 tuple_size/1 tuple_to_list/1 unalias/1 \
    unlink/1 unregister/1 whereis/1";

/// The type tests by their old names (`erl_internal:old_type_test/2`).
const OLD_TESTS: [&str; 11] = [
    "atom",
    "binary",
    "float",
    "function",
    "integer",
    "list",
    "number",
    "pid",
    "port",
    "reference",
    "tuple",
];

/// The functions of `IMPORTED`, each with one number of arguments.
fn imported() -> Vec<(&'static str, usize)> {
    let arities = |(name, arities): (&'static str, &'static str)| {
        arities.split(',').map(move |arity| (name, arity.parse().unwrap()))
    };
    IMPORTED.split_whitespace().filter_map(|text| text.split_once('/')).flat_map(arities).collect()
}

/// A module with these clauses of its one state, and functions.
fn module(clauses: &str, functions: &str) -> String {
    format!(
        "-module(m).\n-behaviour(gen_fsm).\n-export([init/1, idle/2]).\n-record(r, {{a}}).\n\
         init([]) -> {{ok, idle, 0}}.\n{clauses}\n{functions}\n"
    )
}

/// What is wrong with a module.
fn errors(text: &str) -> Vec<String> {
    let parsed = parse_module(FileId(0), text);
    let options = Options::under(Environment::AnyOf(Vec::new()));
    let outcome = translate(&parsed.value, &options);
    let all = parsed.diagnostics.iter().chain(&outcome.diagnostics);
    all.filter(|found| found.severity == Severity::Error)
        .map(|found| format!("{}: {}", found.code.0, found.message))
        .collect()
}

#[test]
fn every_imported_function_is_known() {
    for (name, arity) in imported() {
        let args: Vec<String> = (0..arity).map(|number| format!("A{number}")).collect();
        let args = args.join(", ");
        let clause = format!("idle({{{args}}}, D) -> {{next_state, idle, {{D, {name}({args})}}}}.");
        assert_eq!(errors(&module(&clause, "")), [""; 0], "{name}/{arity}");
    }
}

/// The name of a function of Erlang's, with another number of arguments, is no function of Erlang's.
#[test]
fn other_numbers_of_arguments_are_not_known() {
    let imported = imported();
    for name in imported.iter().map(|(name, _)| name).collect::<BTreeSet<_>>() {
        for arity in (0..7).filter(|&arity| !imported.contains(&(name, arity))) {
            let args = vec!["D"; arity].join(", ");
            let clause = format!("idle(_, D) -> {{next_state, idle, {name}({args})}}.");
            let refused = format!("E0209: function `{name}/{arity}` is not defined");
            assert_eq!(errors(&module(&clause, "")), [refused]);
        }
    }
    let own = "hd(A, B) -> {A, B}.";
    let clause = "idle(E, D) -> {next_state, idle, hd(E, D)}.";
    assert_eq!(errors(&module(clause, own)), [""; 0]);
}

#[test]
fn otp_imports_these_functions() {
    let all = "[io:format(\"~s/~b~n\", [F, A]) || {F, A} <- lists:sort(erlang:module_info(exports)), \
        erl_internal:bif(F, A)], halt().";
    let Ok(output) = Command::new("erl").args(["-noshell", "-eval", all]).output() else {
        let required = std::env::var("ERL2LTS_REQUIRE_ERLANG").is_ok_and(|value| value == "1");
        assert!(!required, "Erlang is missing");
        return;
    };
    let listed: Vec<String> = imported().iter().map(|(f, a)| format!("{f}/{a}")).collect();
    let text = String::from_utf8(output.stdout).unwrap();
    assert_eq!(text.lines().collect::<Vec<_>>(), listed);
}

/// The model of a module, as text.
fn model(text: &str) -> String {
    let parsed = parse_module(FileId(0), text);
    dump_after(Pass::Kernel, &parsed.value, &Options::under(Environment::AnyOf(Vec::new()))).value
}

#[test]
fn old_type_tests_mean_what_the_new_ones_do() {
    let tests = |name: &str, rest: &str| {
        let clauses = format!(
            "idle(X, D) when {name}(X{rest}) -> {{next_state, idle, [Y || Y <- D, {name}(Y{rest})]}};\n\
             idle(X, D) when D =:= 0, {name}(X{rest}); {name}(D{rest}) ->\n\
             {{next_state, idle, if {name}(D{rest}) -> 1; true -> 0 end}}."
        );
        module(&clauses, "")
    };
    for (name, rest) in OLD_TESTS.map(|name| (name, "")).into_iter().chain([("record", ", r")]) {
        // Places are the same in both.
        let (old, new) = (format!("   {name}"), format!("is_{name}"));
        let (old, new) = (tests(&old, rest), tests(&new, rest));
        assert_eq!(errors(&old), [""; 0], "{name}");
        assert_eq!(model(&old), model(&new), "{name}");
    }
}

#[test]
fn own_functions_are_no_old_type_tests() {
    let own = "list(X) -> X =:= 0.";
    let filter = "idle(_, D) -> {next_state, idle, [Y || Y <- D, list(Y)]}.";
    assert_eq!(errors(&module(filter, own)), [""; 0]);
    let guard = "idle(X, D) when list(X) -> {next_state, idle, D}.";
    assert_eq!(errors(&module(guard, own)), ["E0213: `list/1` cannot be called in a guard"]);
    // Erlang knows the old names at the top of a test only.
    let inner = "idle(X, D) when list(X) andalso true -> {next_state, idle, D}.";
    assert_eq!(errors(&module(inner, "")), ["E0209: function `list/1` is not defined"]);
    let body = "idle(X, _) -> {next_state, idle, list(X)}.";
    assert_eq!(errors(&module(body, "")), ["E0209: function `list/1` is not defined"]);
}

#[test]
fn what_a_parse_transform_may_replace_need_not_be_there() {
    let body = "idle(X, _) -> {next_state, idle, list(X)}.";
    let with = module(body, "").replacen(".\n", ".\n-compile({parse_transform, lists_of}).\n", 1);
    assert_eq!(errors(&with), [""; 0]);
    let exports = with.replace("parse_transform, lists_of", "parse_transform, eunit_autoexport");
    assert_eq!(errors(&exports), ["E0209: function `list/1` is not defined"]);
}
