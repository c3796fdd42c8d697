//! What Erlang's compiler takes in a guard, the translator takes, and nothing else: every function of module `erlang`, each
//! construct that a guard might have. `erl_lint` says what the compiler does.

use std::fmt::Write as _;
use std::process::Command;

use frontend::{FileId, parse_module};
use model::Environment;
use translator::{Options, translate};

/// Guards on a variable `X` besides calls of functions of module `erlang` on it.
const GUARDS: [&str; 62] = [
    "X > 1",
    "X =:= {1, [X | a], \"b\", <<X>>, #{a => X}}",
    "X ++ [1] =:= X",
    "X -- [1] =:= X",
    "X ! X",
    "(catch X) =:= X",
    "(X = 1)",
    "begin X end",
    "case X of 1 -> true end",
    "if X -> true end",
    "try X catch _:_ -> true end",
    "receive X -> true end",
    "X =:= [Y || Y <- X]",
    "X =:= << <<Y>> || Y <- X >>",
    "X =:= fun(Y) -> Y end",
    "X =:= fun F(Y) -> F(Y) end",
    "X =:= fun own/1",
    "X =:= fun erlang:now/0",
    "X(1)",
    "X:own(1)",
    "own(X)",
    "m:own(X)",
    "m:gone(X)",
    "other:own(X)",
    "lists:member(X, [a])",
    "member(X, [a])",
    "element(1, X) =:= lists:nth(1, X)",
    "X =:= length([lists:sum(X)])",
    "math:pi() > X",
    "maps:is_key(a, X)",
    "is_map_key(a, X)",
    "X#{a => 1} =:= X",
    "X#{a := 1} =:= X",
    "X =:= #r{}",
    "X =:= #r{a = lists:max(X)}",
    "X#r.a",
    "X#r{a = 1} =:= X",
    "X =:= #r.a",
    "is_record(X, r)",
    "is_record(X, r, 2)",
    "is_record(X, r, X)",
    "is_record(X, X, 2)",
    "erlang:is_record(X, r)",
    "erlang:is_record(X, r, 2)",
    "erlang:is_record(X, X, 2)",
    "record_info(size, r) =:= X",
    "X =:= <<1:(own(X))>>",
    "X =:= <<1:(length(X))>>",
    "X =:= <<X/utf16>>",
    "not X andalso bnot X > 1 orelse -X < +X",
    "X and (X or (X xor X))",
    "X =:= abs(X) div 2 rem 3 band 4 bor 5 bxor 6 bsl 7 bsr 8",
    "erlang:'=:='(X, 1)",
    "erlang:'++'(X, X)",
    "erlang:'!'(X, X)",
    "erlang:'andalso'(X, X)",
    "integer(X)",
    "erlang:integer(X)",
    "X =:= self()",
    "X =:= node()",
    "apply(X, [])",
    "apply(erlang, length, [X])",
];

fn module(guard: &str) -> String {
    format!(
        "-module(m).\n-export([init/1, idle/2, own/1]).\n-behaviour(gen_fsm).\n-import(lists, [member/2]).\n\
         -record(r, {{a}}).\ninit(_) -> {{ok, idle, 0}}.\nidle(X, D) when {guard} -> {{next_state, idle, D}};\n\
         idle(_, D) -> {{next_state, idle, D}}.\nown(X) -> X.\n"
    )
}

/// Whether the translator takes a module with this guard.
fn is_taken(guard: &str) -> bool {
    let module = parse_module(FileId(0), &module(guard));
    assert!(!module.has_errors(), "{guard}: {:?}", module.diagnostics);
    let options = Options::under(Environment::AnyOf(Vec::new()));
    !translate(&module.value, &options).has_errors()
}

/// What `erl` prints for a script.
fn printed(script: &str) -> String {
    let output = Command::new("erl").args(["-noshell", "-eval", script]).output().unwrap();
    String::from_utf8(output.stdout).unwrap()
}

/// Calls of all functions of module `erlang`, without its name where they are imported.
fn calls() -> Vec<String> {
    let script = "[begin As = lists:join(\", \", lists:duplicate(A, \"X\")), \
        [io:format(\"~s~p(~s)~n\", [M, F, As]) || M <- [\"erlang:\"] ++ [\"\" || erl_internal:bif(F, A)]] end \
        || {F, A} <- lists:sort(erlang:module_info(exports)), A > 0], halt().";
    printed(script).lines().map(str::to_owned).collect()
}

#[test]
fn guards_hold_what_the_compiler_takes() {
    let mut guards: Vec<String> = GUARDS.iter().map(|&guard| guard.to_owned()).collect();
    guards.extend(calls());
    let mut texts = String::new();
    for guard in &guards {
        let _ = write!(texts, ", {guard:?}");
    }
    let whole = module("@");
    let (before, behind) = whole.split_once('@').unwrap();
    let script = format!(
        "Cut = fun Cut(T) -> case erl_scan:tokens([], T, 1) of {{done, {{ok, Ts, _}}, More}} -> \
             {{ok, F}} = erl_parse:parse_form(Ts), [F | Cut(More)]; _ -> [] end end, \
         [begin Forms = Cut({before:?} ++ Guard ++ {behind:?}), \
             io:format(\"~s~n\", [element(1, erl_lint:module(Forms, \"m\", []))]) end \
             || Guard <- tl([none{texts}])], halt()."
    );
    let said = printed(&script);
    let said: Vec<&str> = said.lines().collect();
    assert_eq!(said.len(), guards.len());
    let wrong: Vec<_> = guards
        .iter()
        .zip(&said)
        .filter(|(guard, said)| is_taken(guard) != (**said == "ok"))
        .collect();
    assert!(wrong.is_empty(), "{wrong:?}");
    assert!(said.iter().filter(|said| **said == "ok").count() > 90, "{}", guards.len());
}
