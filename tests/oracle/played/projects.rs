//! Functions of other modules do in the model what they do in Erlang.
//!
//! A generated server answers each call with what a function of another module of its project returns or raises; the system of a list of
//! random calls is compared with what the compiled modules say. The modules are `support/project`. That all of these functions are
//! taken as they are is looked at, too: what is unknown would be no answer.
//!
//! `ERL2LTS_LONG=1` makes ten times as many calls, `ERL2LTS_SEED` names the first seed.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;
use std::process::Command;

use crate::support::generator::Random;
use crate::support::tools::{self, Folder, number};

const SAMPLE: &str = include_str!("../../support/project/sample.erl");
const MORE: &str = include_str!("../../support/project/sample_more.erl");

/// Calls of each function.
const CALLS: usize = 12;

/// Compiles the modules of a project, and tells which labels of a system are not what the server says.
const COMPARE: &str = r#"
main([Folder, Aut, Calls]) ->
    Sources = filelib:wildcard(Folder ++ "/src/*.erl"),
    [begin
         {ok, Module, Beam} = compile:file(Source, [binary, nowarn_export_all]),
         {module, Module} = code:load_binary(Module, Source, Beam)
     end || Source <- Sources],
    {ok, [All]} = file:consult(Calls),
    {ok, Text} = file:read_file(Aut),
    {match, Shown} = re:run(Text, "\"reply\\((.*)\\)\",", [global, {capture, [1], list}]),
    Said = [term(One) || [One] <- Shown],
    Differ = [{Call, One, asked:ask(Call)} || {Call, One} <- lists:zip(All, Said), One =/= asked:ask(Call)],
    io:format("~b calls, ~b differ~n~p~n", [length(All), length(Differ), lists:sublist(Differ, 5)]).

term(Text) ->
    Plain = lists:flatten(string:replace(string:replace(Text, "\\\"", "\"", all), "\\\\", "\\", all)),
    {ok, Tokens, _} = erl_scan:string(Plain ++ "."),
    {ok, Term} = erl_parse:parse_term(Tokens),
    Term.
"#;

/// The exported functions of a module, as its text lists them.
fn exported(text: &str) -> Vec<(String, usize)> {
    let list = text.split("-export([").nth(1).unwrap().split("])").next().unwrap();
    let each = list.split(',').map(|one| one.trim().split_once('/').unwrap());
    each.map(|(name, arity)| (name.to_owned(), arity.parse().unwrap())).collect()
}

/// A server that asks these functions.
fn server(functions: &[(String, usize)]) -> String {
    let mut text = String::from(
        "-module(asked).\n-behaviour(gen_server).\n-export([init/1, handle_call/3, handle_cast/2, ask/1]).\n\
         init(_) -> {ok, none}.\n\
         handle_call(Call, _, Data) -> {reply, ask(Call), Data}.\n\
         handle_cast(_, Data) -> {noreply, Data}.\n\
         ask(Call) -> try {value, call(Call)} catch Class:Reason -> {Class, Reason} end.\n",
    );
    let clauses = functions.iter().map(|(name, arity)| {
        let args: Vec<String> = (0..*arity).map(|at| format!("A{at}")).collect();
        let args = args.join(", ");
        format!("call({{{name}, [{args}]}}) -> sample:{name}({args})")
    });
    let _ = writeln!(text, "{}.", clauses.collect::<Vec<_>>().join(";\n"));
    text
}

/// A term of the kinds that the functions tell apart.
fn term(random: &mut Random, depth: usize) -> String {
    let of = |random: &mut Random, texts: &[&str]| texts[random.below(texts.len())].to_owned();
    let n = if depth == 0 { 7 } else { 13 };
    let parts = |random: &mut Random| {
        let n_parts = random.below(4);
        let all: Vec<String> = (0..n_parts).map(|_| term(random, depth - 1)).collect();
        all.join(", ")
    };
    match random.below(n) {
        0..=3 => of(random, &["-2", "0", "1", "2", "3", "4", "7", "12", "105"]),
        4 => of(random, &["a", "true", "false", "box", "square", "'B c'"]),
        5 => of(random, &["[]", "\"ab\"", "[1, 2, 3]", "[2, 1, 2]", "[0]"]),
        6 => of(
            random,
            &["<<>>", "<<1>>", "<<7, 8, 9>>", "#{}", "#{a => 1}", "#{a => 1, more => 2}"],
        ),
        7 => format!("{{square, {}}}", term(random, depth - 1)),
        8 => format!("{{box, {}, {}}}", term(random, depth - 1), term(random, depth - 1)),
        9 => format!("{{box, 2, open, {}}}", term(random, depth - 1)),
        10 => format!("{{{}, {}}}", term(random, depth - 1), term(random, depth - 1)),
        11 => format!("[{}]", parts(random)),
        _ => format!("[{{a, {}}}, {{2, b}}]", term(random, depth - 1)),
    }
}

fn calls(functions: &[(String, usize)], seed: u64, times: usize) -> Vec<String> {
    let mut random = Random(seed);
    let mut all = Vec::new();
    for (name, arity) in functions {
        for _ in 0..times {
            let args: Vec<String> = (0..*arity).map(|_| term(&mut random, 2)).collect();
            all.push(format!("{{{name}, [{}]}}", args.join(", ")));
        }
    }
    all
}

fn binary(folder: &Path, args: &[&str]) -> String {
    let output = Command::new(env!("CARGO_BIN_EXE_erl2lts"))
        .args(args)
        .current_dir(folder)
        .output()
        .unwrap();
    let messages = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.success(), "{messages}");
    messages
}

#[test]
fn functions_of_other_modules_do_what_erlang_does() {
    let Some(escript) = tools::on_path("escript") else { return };
    let functions = exported(SAMPLE);
    let is_long = std::env::var("ERL2LTS_LONG").is_ok_and(|value| value == "1");
    let times = if is_long { 10 * CALLS } else { CALLS };
    let calls = calls(&functions, number("ERL2LTS_SEED", 29) as u64, times);
    let folder = Folder::new("projects");
    let root = folder.path();
    fs::create_dir(root.join("src")).unwrap();
    folder.write("src/sample.erl", SAMPLE);
    folder.write("src/sample_more.erl", MORE);
    folder.write("src/asked.erl", &server(&functions));
    let commands: Vec<String> = calls.iter().map(|call| format!("{{call, {call}}}")).collect();
    let props = format!(
        "{{module, \"asked.erl\"}}.\n{{init, []}}.\n{{commands, [{}]}}.\n",
        commands.join(",\n")
    );
    folder.write("src/asked.props", &props);
    folder.write("calls.txt", &format!("[{}].\n", calls.join(",\n")));
    folder.write("compare.escript", COMPARE);
    let told = binary(root, &["lts", "src/asked.props", "--modules", "-o", "asked.aut"]);
    for (name, arity) in &functions {
        assert!(told.contains(&format!(" {name}/{arity}")), "{name}/{arity} is not taken:\n{told}");
    }
    assert!(!told.contains("by what they return"), "{told}");
    let said = tools::run(root, &escript, &["compare.escript", ".", "asked.aut", "calls.txt"]);
    let expected = format!("{} calls, 0 differ\n[]\n", calls.len());
    assert_eq!(said, expected);
}

/// A test of a finding calls functions of other modules as they are: it fails on the defect, and passes where their module is mended.
#[test]
fn emitted_tests_call_what_was_taken() {
    let (Some(erl), Some(erlc)) = (tools::on_path("erl"), tools::on_path("erlc")) else { return };
    let folder = Folder::new("emitted_of_projects");
    let root = folder.path();
    let fixtures = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/projects");
    let all = [
        ("count", "gate", "price"),
        ("first", "shelf", "stock"),
        ("routed", "desk", "clerk"),
        ("sent", "panel", "desk"),
        ("time", "kettle", "times"),
    ];
    for (project, machine, helper) in all {
        let source = fixtures.join(project).join(format!("src/{machine}.erl"));
        let test = format!("{machine}_tests");
        let written = Command::new(env!("CARGO_BIN_EXE_erl2lts"))
            .args(["check", source.to_str().unwrap(), "--emit-test", &format!("{test}.erl")])
            .current_dir(root)
            .output()
            .unwrap();
        assert_eq!(written.status.code(), Some(1));
        let told = |project: &str| {
            let module = |name: &str| fixtures.join(project).join(format!("src/{name}.erl"));
            let sources = [module(machine), module(helper), root.join(format!("{test}.erl"))];
            let sources = sources.each_ref().map(|path| path.to_str().unwrap());
            tools::run(root, &erlc, &[&["+debug_info"], &sources[..]].concat());
            let call = format!("io:format(\"~p~n\", [eunit:test({test}, [no_tty])]), halt().");
            let said = tools::run(root, &erl, &["-noshell", "-eval", &call]);
            said.lines().last().unwrap_or_default().to_owned()
        };
        assert_eq!(told(project), "error", "{project}");
        assert_eq!(told(&format!("{project}_mended")), "ok", "{project}");
    }
}
