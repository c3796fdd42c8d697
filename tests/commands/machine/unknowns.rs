//! What the command line says of modules with unknown values.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::process::Output;

use crate::command_line::run;
use crate::transcript::transcripts_of;

/// What has no exact translation is said, and what stands in its place.
#[test]
fn inexact_modules() {
    let call = |name, more: &[&'static str]| {
        let start = ["lts", name, "--close", "--init", "0", "--commands", "[go]"];
        [&start, more].concat()
    };
    let (macros, constructs) =
        ("fixtures/bad/undefined_macro.erl", "fixtures/bad/unknown_construct.erl");
    let short = ["--strict", "--messages", "short"];
    insta::assert_snapshot!(transcripts_of(&[
        call(macros, &[]),
        call(constructs, &[]),
        call(constructs, &short),
        call("fixtures/bad/unknown_state.erl", &short),
    ]));
}

/// A macro of a missing header before the fields of a record is the name of one: all of the module but that is known.
#[test]
fn a_missing_macro_may_be_a_record() {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join("kept_in_record.erl");
    let text = "-module(kept_in_record).\n-behaviour(gen_fsm).\n-include(\"missing.hrl\").\n\
        -export([start_link/0, init/1, a/2]).\n\
        start_link() -> gen_fsm:start_link(?MODULE, [], []).\n\
        init([]) -> {ok, a, ?STATE{n = 1}}.\n\
        a(go, S = ?STATE{n = N}) when S?STATE.m > N -> {next_state, a, S?STATE{n = N + 1}};\n\
        a(go, S) -> {next_state, b, S?STATE{n = ?ZERO}}.\n";
    fs::write(&path, text).unwrap();
    let output = run(&["check", path.to_str().unwrap(), "--messages", "short"]);
    let (report, messages) =
        (String::from_utf8(output.stdout).unwrap(), String::from_utf8(output.stderr).unwrap());
    assert!(report.contains("E0705") && report.contains("the next state `b`"), "{report}");
    assert!(!messages.contains("error"), "{messages}");
    assert!(messages.contains("W0104]: the macro STATE is not defined"), "{messages}");
}

/// Recursion on unknown values that leaves frames is cut, and then nothing is certain.
#[test]
fn endless_recursion_is_cut() {
    let name = "fixtures/bad/endless.erl";
    let start = ["check", name, "--init", "[]", "--commands", "[go]"];
    let check = |formula: &'static str| [&start[..], &["-e", formula]].concat();
    insta::assert_snapshot!(transcripts_of(&[
        check("[true* . stop(_)] false"),
        check("<true* . read(_) . read(_) . read(_)> true"),
    ]));
}

/// Decisions that are too many at once are joined, which is said.
#[test]
fn many_options_are_joined() {
    let name = "fixtures/bad/many_options.erl";
    insta::assert_snapshot!(transcripts_of(&[vec![
        "lts",
        name,
        "--init",
        "[]",
        "--commands",
        "[go]",
        "--messages",
        "short"
    ]]));
}

/// Warnings of a computed return value are given where some value of its stub leads there.
#[test]
fn stubs_settle_what_a_return_value_can_be() {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join("settled.erl");
    let text = "-module(settled).\n-behaviour(gen_fsm).\n-export([init/1, a/2]).\n\
        init(_) -> {ok, a, none}.\na(direct, _) -> router:next();\n\
        a(state, D) -> {next_state, router:state(), D};\n\
        a(part, D) -> {ok, S} = router:find(), {next_state, S, D}.\n";
    fs::write(&path, text).unwrap();
    let warnings = |stubs: &str| {
        let call = ["lts", path.to_str().unwrap(), "--init", "0", "--messages", "short"];
        let more = ["--commands", "[direct,state,part]", "--stubs", stubs];
        let output = run(&[call.as_slice(), &more].concat());
        let text = String::from_utf8(output.stderr).unwrap();
        let number = |code: &str| text.lines().filter(|line| line.contains(code)).count();
        number("W0207")
    };
    let stubs = |next: &str, state: &str, find: &str| {
        warnings(&format!(
            "[{{{{router,next,0}},[{next}]}},{{{{router,state,0}},[{state}]}},{{{{router,find,0}},[{find}]}}]"
        ))
    };
    assert_eq!(stubs("{next_state,a,x},{stop,x,y}", "a", "{ok,a},error"), 0);
    assert_eq!(stubs("{next_state,a,x,infinity},z", "a", "{ok,a}"), 0);
    assert_eq!(stubs("{next_state,a,x,5}", "a", "{ok,a}"), 0);
    assert_eq!(stubs("{next_state,b,x}", "a,b", "{ok,b}"), 3);
    assert_eq!(stubs("{next_state,a,x}", "7", "{ok,1},{ok,a}"), 2);
}

/// Of many unknown values some are listed, and the others counted.
#[test]
fn unknown_values_are_counted() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR"));
    let path = folder.join("many.erl");
    let clauses: Vec<String> = (0..60)
        .map(|n| format!("idle({{{n}, B}}, _) -> {{next_state, idle, base64:mime_decode(B)}}"))
        .collect();
    let text = format!(
        "-module(many).\n-behaviour(gen_fsm).\n-export([init/1, idle/2]).\n\
         init(_) -> {{ok, idle, 0}}.\n{}.\n",
        clauses.join(";\n")
    );
    fs::write(&path, text).unwrap();
    let path = path.to_str().unwrap();
    let output = run(&["translate", path, "--commands", "[{7,b}]", "--messages", "short"]);
    let text = String::from_utf8(output.stderr).unwrap();
    assert_eq!(text.lines().filter(|line| line.contains("warning[W0208]")).count(), 50, "{text}");
    assert!(text.contains(": note[W0208]: 10 more values are unknown"), "{text}");
    assert!(text.contains("(50 of 60 are shown)"), "{text}");
}

/// A verdict that may rest on a value that never occurs says so; one that does not is plain.
#[test]
fn verdicts_say_what_they_rest_on() {
    let heater = |formula| {
        let commands = "{any_of,[poll,reset]}";
        let start = ["check", "fixtures/heater/heater.erl", "--init", "20", "--stubs", "[]"];
        let more = ["--messages", "short", "--commands", commands, "-e", formula];
        [start.as_slice(), more.as_slice()].concat()
    };
    let constructs = |formula| {
        let start = ["check", "fixtures/bad/unknown_construct.erl", "--init", "0"];
        let more = ["--messages", "short", "--commands", "[count]", "-e", formula];
        [start.as_slice(), more.as_slice()].concat()
    };
    insta::assert_snapshot!(transcripts_of(&[
        heater("<true* . stop(failed)> true"),
        heater("[true* . stop(failed)] false"),
        heater("[true* . boiling] false"),
        constructs("[true* . stop(_)] false"),
        constructs("[true* . crash(_)] false"),
    ]));
}

/// Writes a machine with one event, `go`, and gives its path.
fn machine(name: &str, body: &str, functions: &str) -> String {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("{name}.erl"));
    let text = format!(
        "-module({name}).\n-behaviour(gen_fsm).\n-export([init/1, idle/2]).\n\
         init(_) -> {{ok, idle, 0}}.\nidle(go, D) -> {body}, {{next_state, idle, D}}.\n{functions}"
    );
    fs::write(&path, text).unwrap();
    path.to_str().unwrap().to_owned()
}

/// Standard output of a command on a machine to which `go` is sent once.
fn once(command: &str, path: &str, more: &[&str]) -> String {
    let start = [command, path, "--init", "0", "--commands", "[go]"];
    String::from_utf8(run(&[&start, more].concat()).stdout).unwrap()
}

/// A recursive function of an unknown value ends somewhere: what it returns from there on, or with
/// which exception it fails, is unknown.
#[test]
fn recursion_on_unknown_values_is_explored() {
    let functions = "len([]) -> 0;\nlen([_ | T]) -> 1 + len(T).\n\
                     down(0) -> 0;\ndown(N) -> down(N - 1).\n";
    for (name, body) in [
        ("recursive", "m:out(len(m:get()))"),
        ("tail_recursive", "m:out(down(m:get()))"),
        ("reverses", "m:out(lists:reverse(m:get()))"),
        ("filters", "m:out([X || X <- m:get(), X > 1])"),
    ] {
        let path = machine(name, body, functions);
        let output = run(&["lts", &path, "--init", "0", "--commands", "[go]"]);
        assert_eq!(output.status.code(), Some(0), "{name}");
        let text = String::from_utf8(output.stdout).unwrap();
        assert!(text.contains("\"out(?1)\"") && text.contains("\"crash(?1)\""), "{text}");
    }
}

/// A component of a tuple of which the size is not known is unknown.
#[test]
fn components_of_unknown_tuples_are_unknown() {
    for (name, body) in [
        ("component", "T = m:get(), true = tuple_size(T) > 1, m:out(element(2, T))"),
        ("looks_up", "m:out(proplists:get_value(a, m:get()))"),
    ] {
        let path = machine(name, body, "");
        let output = run(&["lts", &path, "--init", "0", "--commands", "[go]"]);
        assert_eq!(output.status.code(), Some(0), "{name}");
        let text = String::from_utf8(output.stdout).unwrap();
        assert!(text.contains("\"out(?1)\""), "{text}");
    }
}

/// A value that is unknown but never changes is the same at each place, up to the next action.
#[test]
fn constants_without_a_value_are_the_same_each_time() {
    let body = "m:out({self() =:= self(), ?FOO =:= ?FOO, node() == node()}), \
                case ?FOO of 1 -> m:one(?FOO); X -> m:other(X =:= ?FOO, ?FOO =:= 1) end";
    let path = machine("constants", body, "");
    let output = run(&["lts", &path, "--init", "0", "--commands", "[go]"]);
    let text = String::from_utf8(output.stdout).unwrap();
    let labels: BTreeSet<_> = text.lines().filter_map(|line| line.split('"').nth(1)).collect();
    let expected = ["cmd(go)", "one(1)", "other(true,false)", "out({true,true,true})"];
    assert_eq!(labels, BTreeSet::from(expected), "{text}");
}

/// Whatever a construct without an exact meaning may raise, the model may raise.
#[test]
fn inexact_constructs_fail_as_in_erlang() {
    for (name, body, reason) in [
        ("library", "lists:sublist([1], -1)", "function_clause"),
        ("map_update", "X = #{}, _ = X#{a := 1}", "{badkey,a}"),
        ("map_access", "X = #{}, _ = map_get(a, X)", "{badkey,a}"),
        ("binary", "_ = <<D/binary>>", "badarg"),
    ] {
        let path = machine(name, body, "");
        let formula = format!("[true* . crash({reason})] false");
        let text = once("check", &path, &["-e", &formula]);
        assert!(!text.contains("\nholds"), "{name}: {text}");
    }
}

/// Exceptions of every class, and signals, are as in Erlang.
#[test]
fn exceptions_of_built_in_functions() {
    for (name, body, last) in [
        ("reason", "error(foo, [D])", "crash(foo)"),
        (
            "again",
            "try throw(x) catch C:R:S -> erlang:raise(exit, {C, R}, S) end",
            "stop({throw,x})",
        ),
        ("signal", "exit(m, kill)", "exit(m,kill)"),
        ("appends", "m:out(erlang:append_element({1}, x))", "out({1,x})"),
    ] {
        let path = machine(name, body, "");
        let text = once("lts", &path, &[]);
        assert!(text.contains(&format!("\"{last}\"")), "{name}: {text}");
    }
}

/// What is left out of a model may be what a property is about.
#[test]
fn verdicts_on_parts_are_possible() {
    let path = machine("applies", "apply(m, D, [D])", "");
    let text = once("check", &path, &["-e", "[true* . clean_up] false"]);
    assert!(text.contains("possibly holds"), "{text}");
}

/// A fun that comes from elsewhere may do anything when a library function calls it.
#[test]
fn funs_from_elsewhere_make_verdicts_possible() {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join("back.erl");
    let text = "-module(back).\n-behaviour(gen_fsm).\n-export([init/1, s/2]).\n\
                init(_) -> {ok, s, 0}.\n\
                s(go, D) ->\n    F = m:get(),\n    \
                try lists:map(F, [1]) catch error:_ -> ok; throw:_ -> m:found() end,\n    \
                {next_state, s, D}.\n";
    fs::write(&path, text).unwrap();
    let formula = "[true* . found] false";
    let output = run(&["check", path.to_str().unwrap(), "--commands", "[go]", "-e", formula]);
    assert_eq!(output.status.code(), Some(3));
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(text.contains("possibly holds"), "{text}");
}

/// A machine with these clauses of `init/1` that gives its data away on `go`.
fn starting(name: &str, init: &str) -> String {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("{name}.erl"));
    let text = format!(
        "-module({name}).\n-behaviour(gen_fsm).\n-export([init/1, idle/2]).\n\
         -record(cfg, {{port, limit = 3}}).\n{init}\n\
         idle(go, D) -> m:out(D), {{next_state, idle, D}}.\n"
    );
    fs::write(&path, text).unwrap();
    path.to_str().unwrap().to_owned()
}

/// Where the user does not give the argument of `init/1`, it is what the head takes.
#[test]
fn the_argument_of_init_is_a_choice() {
    let cases = [
        ("nothing", "init([]) -> {ok, idle, 0}.", vec!["out(0)"]),
        ("anything", "init(_) -> {ok, idle, 0}.", vec!["out(0)"]),
        ("variable", "init(X) -> {ok, idle, X}.", vec!["out(?1)"]),
        ("pair", "init([A, {b, B}]) -> {ok, idle, {B, A, B}}.", vec!["out({?1,?2,?1})"]),
        ("twice", "init({A, A, B}) -> {ok, idle, [A, B]}.", vec!["out([?1,?2])"]),
        ("alias", "init([A | _] = L) -> {ok, idle, {A, L}}.", vec!["out({?1,[?1|?2]})"]),
        (
            "fields",
            "init(#cfg{port = P} = C) -> {ok, idle, {P, C}}.",
            vec!["out({?1,{cfg,?1,?2}})"],
        ),
        (
            "guarded",
            "init(X) when X =:= 1 -> {ok, idle, X}.",
            vec!["out(1)", "start_failed(function_clause)"],
        ),
        (
            "equal",
            "init(X) when X == 1 -> {ok, idle, X}.",
            // Also 1.0.
            vec!["out(1)", "out(?1)", "start_failed(function_clause)"],
        ),
        (
            "clauses",
            "init(a) -> {ok, idle, a};\ninit({b, X}) -> {ok, idle, X}.",
            vec!["out(a)", "out(?1)", "start_failed(function_clause)"],
        ),
    ];
    for (name, init, labels) in cases {
        let path = starting(name, init);
        let output = run(&["lts", &path, "--commands", "[go]"]);
        let text = String::from_utf8(output.stdout).unwrap();
        for label in &labels {
            assert!(text.contains(&format!("\"{label}\"")), "{name}: {text}");
        }
        let n_labels = labels.len() + usize::from(text.contains("\"i\"")) + 1;
        let distinct: BTreeSet<_> =
            text.lines().filter_map(|line| line.split('"').nth(1)).collect();
        assert_eq!(distinct.len(), n_labels, "{name}: {text}");
    }
}

/// What the argument is not used for is printed; else the message says how to give it.
#[test]
fn printing_asks_for_the_argument_of_init() {
    let unused = starting("unused", "init([_, _]) -> {ok, idle, 0}.");
    let output = run(&["translate", &unused, "--commands", "[go]"]);
    assert_eq!((output.status.code(), output.stderr.as_slice()), (Some(0), b"".as_slice()));
    let used = starting("used", "init({X, 1}) -> {ok, idle, X}.");
    let translate = ["translate", &used, "--commands", "[go]", "--strict", "--messages", "short"];
    let output = run(&translate);
    assert_eq!(output.status.code(), Some(2));
    let text = String::from_utf8(output.stderr).unwrap();
    assert!(text.contains(":5:6: error[E0212]") && text.contains("--init TERM"), "{text}");
    assert!(
        text.contains("note[W0503]: the argument of `init/1` is not given: it may be any term"),
        "{text}"
    );
    let output = run(&[translate.as_slice(), &["--init", "{'integer() | atom()',1}"]].concat());
    let text = String::from_utf8(output.stderr).unwrap();
    let given = "is given as `{'atom() | integer()',1}`: it may be any such term";
    assert!(text.contains(&format!("note[W0503]: the argument of `init/1` {given}")), "{text}");
    let started = "-export([start/1]).\nstart(X) when is_integer(X) -> gen_fsm:start(?MODULE, {X, 1}, []).\n\
                   init({X, 1}) -> {ok, idle, X}.";
    let output = run(&["lts", &starting("started", started), "--commands", "derived"]);
    let text = String::from_utf8(output.stderr).unwrap();
    let derived = "it may be any that the module starts with, `{'integer()',1}`";
    assert!(text.contains(&format!("`init/1` is not given: {derived}")), "{text}");
    let output = run(&[translate.as_slice(), &["--init", "{a,1}"]].concat());
    assert_eq!(output.status.code(), Some(0));
}

/// Parts of maps may be open as well: the starter of the machine chooses them, and the verdict has an example.
#[test]
fn the_argument_may_be_a_map() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR"));
    let path = folder.join("mapped.erl");
    let text = "-module(mapped).\n-behaviour(gen_fsm).\n-export([init/1, idle/2]).\n\
                init(M) -> {ok, idle, M}.\n\
                idle(go, #{a := X} = D) when is_integer(X), X > 7 -> out:x(X), {next_state, idle, D};\n\
                idle(go, D) -> {next_state, idle, D}.\n";
    fs::write(&path, text).unwrap();
    let verdict = |init: &'static str| {
        let start = ["check", path.to_str().unwrap(), "--commands", "[go]", "--messages", "short"];
        let more = ["--init", init, "-e", "<true* . x(_)> true"];
        let output = run(&[start.as_slice(), &more].concat());
        [output.stdout, output.stderr].map(|text| String::from_utf8(text).unwrap())
    };
    let [report, messages] = verdict("#{a => '_',b => <<1>>}");
    assert!(report.contains("holds     -e") && !report.contains("possibly"), "{report}");
    assert!(report.contains("--init '#{a => 8,b => <<1>>}'"), "{report}");
    assert!(messages.contains("given as `#{a => '_',b => <<1>>}`"), "{messages}");
    let [report, _] = verdict("#{a => 'atom()'}");
    assert!(report.contains("violated  -e"), "{report}");
}

/// `init/1` may be called with one of several terms: the run says with which, in a report, in evidence that is replayed,
/// and in a test that is emitted; entries of a file say the same as flags.
#[test]
fn the_argument_may_be_one_of_several() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("several");
    fs::create_dir_all(&folder).unwrap();
    let text = "-module(several).\n-behaviour(gen_fsm).\n-export([init/1, idle/2]).\n\
                init(N) -> {ok, idle, N}.\n\
                idle(go, 7) -> {next_state, idle, atom_to_list(7)};\n\
                idle(go, D) -> {next_state, idle, D}.\n";
    let path = |name: &str| folder.join(name).display().to_string();
    let module = path("several.erl");
    fs::write(&module, text).unwrap();
    let props = "{module, several}.\n{init, 3}.\n{init, 7}.\n{commands, {any_of, [go]}}.\n\
                 {property, fine, mu, \"[true* . crash(_)] false\", []}.\n";
    fs::write(path("several.props"), props).unwrap();
    let flags = ["--init", "3", "--init", "7", "--commands", "{any_of,[go]}"];
    let text = |output: Output| String::from_utf8(output.stdout).unwrap();
    let given = text(run(&[&["lts", &module], &flags[..]].concat()));
    assert!(given.contains("\"init(3)\"") && given.contains("\"init(7)\""), "{given}");
    assert_eq!(given, text(run(&["lts", &path("several.props")])));
    let evidence = path("evidence.props");
    let report = text(run(&["check", &path("several.props"), "--evidence", &evidence]));
    assert!(report.contains("violated  fine") && report.contains("init(7)"), "{report}");
    let replayed = fs::read_to_string(&evidence).unwrap();
    assert!(replayed.contains("{init, 3}.\n{init, 7}."), "{replayed}");
    let report = text(run(&["check", &evidence]));
    assert!(report.contains("init(7)"), "{report}");
    let test = path("several_tests.erl");
    run(&[&["check", &module, "--emit-test", &test], &flags[..4]].concat());
    let test = fs::read_to_string(&test).unwrap();
    assert!(test.contains("argument() -> 7."), "{test}");
    for (wrong, why) in [("'_'", "each is a whole term"), ("3", "is given twice")] {
        let refused = run(&["lts", &module, "--init", "3", "--init", wrong, "--commands", "[go]"]);
        assert_eq!(refused.status.code(), Some(2));
        let messages = String::from_utf8(refused.stderr).unwrap();
        assert!(messages.contains(why), "{messages}");
    }
}

/// What the table of OTP's functions says of results is all that there is; a stub says otherwise.
#[test]
fn results_of_a_declared_type() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR"));
    let path = folder.join("declared.erl");
    let text = "-module(declared).\n-behaviour(gen_fsm).\n-export([init/1, idle/2]).\n\
                init(_) -> {ok, idle, 0}.\n\
                idle(go, D) -> case file:delete(D) of ok -> out:gone(); {error, _} -> out:kept() end,\n\
                    {next_state, idle, D};\n\
                idle(find, D) -> [_ | _] = ets:lookup(tab, D), {next_state, idle, D}.\n";
    fs::write(&path, text).unwrap();
    let path = path.to_str().unwrap();
    let labels = |stubs: &str| {
        let aut = folder.join("declared.aut");
        let commands = ["--init", "x", "--commands", "{any_of,[go,find]}", "--stubs", stubs];
        let output = [&["lts", path, "-o", aut.to_str().unwrap()], &commands[..]].concat();
        assert_eq!(run(&output).status.code(), Some(0));
        fs::read_to_string(&aut).unwrap()
    };
    let free = labels("[]");
    for label in ["delete(0) -> ok", "delete(0) -> {error,?1}", "lookup(tab,0) -> [?1|?2]"] {
        assert!(free.contains(label), "{label} in {free}");
    }
    assert_eq!(free.matches("delete(0)").count(), 2, "{free}");
    assert!(free.contains("crash({badmatch,[]})") && !free.contains("case_clause"), "{free}");
    let stubbed = labels("[{{file,delete,1},[{ok,1}]}]");
    assert!(stubbed.contains("crash({case_clause,{ok,1}})"), "{stubbed}");
}
