//! What a module's own declarations, and stubs of some calls, say of results; calls of modules that are variables.

use std::fs;
use std::path::Path;

use crate::command_line::run;

/// A machine with these declarations and functions, under these commands: its labels, and its messages.
fn explored(name: &str, text: &str, commands: &str, more: &[&str]) -> (Vec<String>, String) {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("{name}_declared.erl"));
    let head =
        format!("-module({name}_declared).\n-behaviour(gen_fsm).\n-export([init/1, s/2]).\n");
    fs::write(&path, format!("{head}{text}")).unwrap();
    let path = path.to_str().unwrap();
    let call = ["lts", path, "--init", "m", "--commands", commands, "--messages", "short"];
    let output = run(&[call.as_slice(), more].concat());
    let text = String::from_utf8(output.stdout).unwrap();
    let labels = text.lines().skip(1).filter_map(|line| line.split('"').nth(1)).map(str::to_owned);
    let mut labels: Vec<String> = labels.collect();
    labels.sort();
    labels.dedup();
    (labels, String::from_utf8(output.stderr).unwrap())
}

const START: &str = "init(M) -> {ok, s, M}.\n";

/// What of a result can be seen when its value is asked for.
fn outcomes(name: &str, text: &str) -> Vec<String> {
    let (labels, _) = explored(name, &format!("{START}{text}"), "[go]", &[]);
    labels.into_iter().filter(|label| label.starts_with("is_")).collect()
}

#[test]
fn specifications_narrow_results() {
    let asks = "s(go, M) -> case get(M) of ok -> out:is_ok(); {ok, N} when N > 0, N < 3 -> out:is_small();\n\
                {ok, N} when is_integer(N) -> out:is_large(); error -> out:is_error(); _ -> out:is_other() end,\n\
                {next_state, s, M}.\n";
    let all = ["is_error", "is_large", "is_ok", "is_other", "is_small"];
    let get = "get(M) -> m:get(M).\n";
    assert_eq!(outcomes("undeclared", &format!("{asks}{get}")), all);
    let spec = "-type size() :: 1..2.\n-type got() :: ok | {ok, size()}.\n-spec get(_) -> got().\n";
    assert_eq!(outcomes("specified", &format!("{spec}{asks}{get}")), ["is_ok", "is_small"]);
    // A header may say it of the other module.
    let spec = "-spec m:get(_) -> error | {ok, pos_integer()}.\n";
    let expected = ["is_error", "is_large", "is_small"];
    assert_eq!(outcomes("specified_there", &format!("{spec}{asks}{get}")), expected);
    // Behind a branch, and by a callback of this name.
    let get = "get(M) -> if M =:= x -> error; true -> M:get(M) end.\n";
    let spec = "-callback get(_) -> ok | error.\n";
    let text = format!("{spec}{asks}{}", get.replace("M:get", "other:get"));
    assert_eq!(outcomes("no_callback", &text), all);
    let get = "get(X) -> M = out:callee(), M:get(X).\n";
    assert_eq!(outcomes("callback", &format!("{spec}{asks}{get}")), ["is_error", "is_ok"]);
}

#[test]
fn a_record_type_is_its_tuple() {
    let text = "-record(r, {a, b}).\n-spec get() -> #r{} | [atom()] | <<>> | 'no'.\n\
                get() -> m:get().\n\
                s(go, M) -> case get() of #r{} -> out:is_r(); {_} -> out:is_tuple(); [] -> out:is_nil(); [_ | _] -> out:is_cons();\n\
                B when is_binary(B) -> out:is_binary(); no -> out:is_no(); _ -> out:is_other() end, {next_state, s, M}.\n";
    let expected = ["is_binary", "is_cons", "is_nil", "is_no", "is_other", "is_r"];
    assert_eq!(outcomes("record_type", text), expected);
}

#[test]
fn stubs_override_what_the_table_says() {
    // A call, a pattern for what the table says of its results, a stub that says otherwise.
    let functions = [
        ("counters:get(M, 1)", "X when is_integer(X)", "{{counters, get, 2}, [none]}"),
        (
            "inet:gethostbyname(M, inet)",
            "{error, X} when is_atom(X)",
            "{{inet, gethostbyname, 2}, [none]}",
        ),
        ("os:type()", "{X, _} when is_atom(X)", "{{os, type, 0}, [none]}"),
        ("rpc:multicall(M, f, [])", "{_, X} when is_list(X)", "{{rpc, multicall, 3}, [none]}"),
    ];
    for (number, (call, pattern, stub)) in functions.into_iter().enumerate() {
        let text = format!(
            "s(go, M) -> case {call} of {pattern} -> out:is_told(); none -> out:is_none(); _ -> out:is_more() end,\n\
             {{next_state, s, M}}.\n"
        );
        let name = format!("table_{number}");
        let outcomes = outcomes(&name, &text);
        assert!(outcomes.contains(&"is_told".to_owned()), "{call}: {outcomes:?}");
        assert!(!outcomes.contains(&"is_none".to_owned()), "{call}: {outcomes:?}");
        let text = format!("{START}{text}");
        let (labels, _) = explored(&name, &text, "[go]", &["--stubs", &format!("[{stub}]")]);
        let labels: Vec<String> =
            labels.into_iter().filter(|label| label.starts_with("is_")).collect();
        assert_eq!(labels, ["is_none"], "{call}");
    }
}

const CALLS: &str = "s(go, M) -> out:first(m:read()), {next_state, s, M};\n\
    s(here, M) -> out:second(m:read()), {next_state, s, M};\n\
    s(there, M) -> out:third(helper()), {next_state, s, M}.\n\
    helper() ->\n    m:read().\n";

#[test]
fn stubs_are_for_some_calls() {
    let text = format!("{START}{CALLS}");
    let labels = |stubs: &str| {
        let (labels, messages) =
            explored("sites", &text, "{any_of,[go,here,there]}", &["--stubs", stubs]);
        let shown = labels.into_iter().filter(|label| !label.starts_with("cmd"));
        (shown.collect::<Vec<_>>().join(" "), messages)
    };
    let (shown, messages) = labels(
        "[{{m,read,0},[0]},{{m,read,0,{line,6}},[1,{raise,exit,r}]},{{m,read,0,{in,helper,0}},[2]}]",
    );
    assert_eq!(
        shown,
        "'read raises exit'(r) first(0) read() -> 0 read() -> 1 read() -> 2 second(1) stop(r) third(2)"
    );
    assert!(!messages.contains("W0504"), "{messages}");
    let (_, messages) =
        labels("[{{m,read,0},[0]},{{m,read,0,{line,4}},[1]},{{m,read,0,{in,s,2}},[2]}]");
    assert!(messages.contains("W0504") && messages.contains("begins on line 4"), "{messages}");
    let (_, messages) = labels("[{{m,read,0,{in,s,3}},[2]},{{m,read,0},[0]}]");
    assert!(messages.contains("`s/3` does not call `m:read/0`"), "{messages}");
    let (_, messages) = labels("[{{m,read,0,7},[2]}]");
    assert!(messages.contains("E0511"), "{messages}");
}

#[test]
fn stubs_say_what_the_library_does_not() {
    let text = format!(
        "{START}s(go, M) -> out:first(lists:foo(M)), {{next_state, s, M}};\n\
         s(here, M) -> out:second(re:run(M, a)), {{next_state, s, M}};\n\
         s(there, M) -> out:third(catch lists:bar(M)), {{next_state, s, M}}.\n"
    );
    let stubs = "[{{lists,foo,1},[7,{raise,error,x}]},{{re,run,2},[nomatch]}]";
    let (labels, messages) =
        explored("library", &text, "{any_of,[go,here,there]}", &["--stubs", stubs]);
    let shown: Vec<String> = labels.into_iter().filter(|label| !label.starts_with("cmd")).collect();
    assert_eq!(
        shown.join(" "),
        "'foo raises error'(m,x) crash(x) first(7) foo(m) -> 7 run(m,a) -> nomatch \
         second(nomatch) third({'EXIT',{undef,?1}})"
    );
    assert!(
        messages.contains("W0203") && messages.contains("OTP has no `lists:foo/1`"),
        "{messages}"
    );
    assert!(!messages.contains("lists:bar") && !messages.contains("re:run"), "{messages}");
    let text =
        format!("{START}s(go, M) -> out:first(lists:reverse([M, 1])), {{next_state, s, M}}.\n");
    let stubs = "[{{lists,reverse,1},[stubbed]}]";
    let (labels, messages) = explored("computed", &text, "[go]", &["--stubs", stubs]);
    assert!(labels.contains(&"first([1,m])".to_owned()), "{labels:?}");
    assert!(messages.contains("W0504") && messages.contains("`lists:reverse/1`"), "{messages}");
}

/// `gen:stop/3` has no clause for a time that is none, and asks before it looks for the process.
#[test]
fn who_is_stopped_has_a_time() {
    let text = format!(
        "{START}s({{go, T}}, M) -> out:end_of(catch gen_fsm:stop(other, normal, T)), {{next_state, s, M}};\n\
         s(any, M) -> gen_fsm:stop(other, normal, m:time()), {{next_state, s, M}};\n\
         s(never, M) -> gen_server:stop(undefined, normal, never), {{next_state, s, M}}.\n"
    );
    let commands = "{any_of,[{go,0},{go,infinity},{go,-1},{go,never},{go,1.5},any,never]}";
    let stubs = "[{{m,time,0},[-1,5]}]";
    let (labels, _) = explored("stops", &text, commands, &["--stubs", stubs]);
    let shown: Vec<String> = labels.into_iter().filter(|label| !label.starts_with("cmd")).collect();
    assert_eq!(
        shown.join(" "),
        "'gen_fsm:stop'(other,normal,0) -> ?1 'gen_fsm:stop'(other,normal,5) \
         'gen_fsm:stop'(other,normal,infinity) -> ?1 crash(function_clause) end_of(?1) \
         end_of({'EXIT',{function_clause,?1}}) time() -> -1 time() -> 5"
    );
    let stubs = "[{{gen_fsm,stop,3},[ok]}]";
    let (labels, _) = explored("stops", &text, "[{go,-1}]", &["--stubs", stubs]);
    assert!(labels.contains(&"end_of(ok)".to_owned()), "{labels:?}");
}

#[test]
fn a_module_that_is_a_variable_is_called() {
    let text = "init(M) -> {ok, s, M}.\n\
                s(go, M) -> out:got(M:visit(1)), {next_state, s, M};\n\
                s(own, _) -> {next_state, s, same(?MODULE)};\n\
                s(same, M) -> M.\n\
                same(M) -> M:s(same, 1).\n";
    let (labels, messages) =
        explored("variable", text, "[go]", &["--stubs", "[{{'M',visit,1},[2]}]"]);
    assert_eq!(labels, ["cmd(go)", "got(2)", "visit(1) -> 2"]);
    assert!(!messages.contains("W05"), "{messages}");
    // A stub of the module that it is goes before one of the variable.
    let stubs = "[{{'M',visit,1},[2]},{{m,visit,1},[3]}]";
    let (labels, _) = explored("variable", text, "[go]", &["--stubs", stubs]);
    assert_eq!(labels, ["'m:visit'(1) -> 3", "cmd(go)", "got(3)"]);
    let (labels, messages) = explored("variable", text, "[go]", &[]);
    assert!(messages.contains("the result of `M:visit/1` is unknown"), "{messages}");
    assert!(labels[2].starts_with("visit(1)"), "{labels:?}");
}

#[test]
fn funs_that_are_handed_out_are_said() {
    let kept = "s(go, M) -> F = fun(X) -> out:did(X) end, out:take({F, 1}), {next_state, s, M}.\n";
    let (_, messages) = explored("handed", &format!("{START}{kept}"), "[go]", &[]);
    assert!(messages.contains("W0209"), "{messages}");
    let kept = "s(go, M) -> {next_state, s, {fun(X) -> out:did(X), M end}};\ns(do, {F}) -> {next_state, s, F(1)};\n\
                s(do, _) -> {next_state, s, none}.\n";
    let (labels, messages) = explored("kept", &format!("{START}{kept}"), "[do,go,do]", &[]);
    assert!(!messages.contains("W0209"), "{messages}");
    assert!(labels.contains(&"did(1)".to_owned()), "{labels:?}");
}
