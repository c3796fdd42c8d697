//! What is printed of modules with values to which no run comes, such as texts of atoms: which have specifications, and what is
//! warned of.

use std::fs;
use std::path::Path;
use std::process::Output;

use crate::command_line::run;

/// A module that makes something of the texts of atoms.
fn texts(name: &str, call: &str, commands: &str, format: &str) -> Output {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("{name}.erl"));
    let text = format!(
        "-module({name}).\n-behaviour(gen_fsm).\n-export([init/1, idle/2]).\n\
         init(N) -> {{ok, idle, N}}.\n\
         idle({{do, X}}, N) -> out:made({call}), {{next_state, idle, N}};\n\
         idle(next, N) -> {{next_state, idle, N + 1}}.\n"
    );
    fs::write(&path, text).unwrap();
    let own = ["translate", path.to_str().unwrap(), "--init", "0", "--messages", "short"];
    run(&[&own[..], &["--commands", commands, "--format", format]].concat())
}

/// Texts of atoms are printed where every atom that comes to be text, and every text that becomes an atom, is one that
/// the module or its environment names; where a run makes another atom a value is chosen for what becomes of it.
#[test]
fn texts_of_atoms_are_printed_where_all_are_known() {
    for (name, call, command, is_exact) in [
        ("text_of_name", "atom_to_list(X)", "next", true),
        ("bytes_of_name", "atom_to_binary(X, utf8)", "'Not plain'", true),
        ("joined", "lists:concat([X, 1])", "next", true),
        ("written", "io_lib:format(\"~s: ~w\", [X, {X}])", "next", true),
        ("known_name", "list_to_atom(X)", "\"next\"", true),
        ("composed", "list_to_existing_atom(\"ne\" ++ X)", "\"xt\"", true),
        ("new_name", "list_to_atom(\"un\" ++ X)", "\"named\"", false),
        ("large_name", "atom_to_list(X)", "'\\x{e9}t\\x{e9}'", false),
    ] {
        let commands = format!("{{any_of,[{{do,{command}}}]}}");
        let output = texts(name, call, &commands, "mcrl2");
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        let is_chosen = said.contains("note[W0512]");
        assert_eq!((output.status.code(), is_chosen), (Some(0), !is_exact), "{name}: {said}");
    }
    // muCRL writes small numbers only, and codes of characters go up to 1,114,111.
    let output = texts("text_of_name", "atom_to_list(X)", "[{do,next}]", "mcrl");
    assert_eq!(output.status.code(), Some(0));
}

/// Where there are too many states to see, nothing is promised.
#[test]
fn texts_of_atoms_in_endless_systems_are_chosen() {
    let output = texts("endless_names", "atom_to_list(X)", "{any_of,[{do,next},next]}", "mcrl2");
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.code() == Some(0) && said.contains("note[W0512]"), "{said}");
}

/// What is printed is exact where no run comes to an unknown value: that is not warned of, even if it would be a choice
/// in print. `lts` does not explore before it warns.
#[test]
fn a_print_warns_of_what_runs_come_to() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR"));
    let path = folder.join("reached.erl");
    let text = "-module(reached).\n-behaviour(gen_fsm).\n-export([init/1, idle/2]).\n\
                init(_) -> {ok, idle, 0}.\n\
                idle(look, D) -> case sensor:look() of on -> out:on(); _ -> out:off() end, {next_state, idle, D};\n\
                idle(keep, _) -> {next_state, idle, sensor:keep()};\n\
                idle(wait, D) -> {next_state, idle, D}.\n";
    fs::write(&path, text).unwrap();
    let said = |command: &str, commands: &str| {
        let start = [command, path.to_str().unwrap(), "--strict", "--messages", "short"];
        let more = ["--init", "x", "--commands", commands];
        let format: &[&str] = if command == "lts" { &[] } else { &["--format", "mcrl2"] };
        let output = run(&[start.as_slice(), &more, format].concat());
        let text = String::from_utf8(output.stderr).unwrap();
        let code = |line: &str| {
            let (_, from) = line.split_once('[')?;
            let place = line.split(": ").next()?.rsplit(':').nth(1)?;
            Some(format!("{}:{place}", from.split_once(']')?.0))
        };
        let codes: Vec<String> = text.lines().filter_map(code).collect();
        (output.status.code().unwrap(), codes.join(" "))
    };
    let (look, keep) = ("W0205:5", "W0205:6");
    assert_eq!(said("translate", "[wait]"), (0, String::new()));
    assert_eq!(said("translate", "{any_of,[wait,look]}"), (2, look.to_owned()));
    let all = format!("{look} {keep}");
    assert_eq!(said("translate", "[wait,keep]"), (2, all.clone()));
    assert_eq!(said("lts", "[wait]"), (2, all));
    let kitchen = ["translate", "fixtures/otp/kitchen.props", "--format", "mcrl2", "--strict"];
    let output = run(&kitchen);
    assert_eq!((output.status.code(), output.stderr.as_slice()), (Some(0), b"".as_slice()));
    let output = run(&[&kitchen[..], &["--commands", "[stop]"]].concat());
    assert_eq!(output.status.code(), Some(2));
}

/// A place in the source may be a choice on the way that runs go, and an unknown value on one that none goes.
#[test]
fn a_choice_in_print_is_warned_of_whatever_else_stands_for_its_place() {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join("twice.erl");
    let text = "-module(twice).\n-behaviour(gen_fsm).\n-export([init/1, idle/2]).\n\
                init(N) -> {ok, idle, N}.\n\
                idle(a, D) ->\n\
                    case got() of on -> port:show(on); _ -> port:show(off) end, {next_state, idle, D};\n\
                idle(b, _) -> V = got(), port:show(V), {next_state, idle, V}.\n\
                got() -> other:get().\n";
    fs::write(&path, text).unwrap();
    let own = ["translate", path.to_str().unwrap(), "--init", "0", "--commands", "[a]"];
    let own = [&own[..], &["--format", "mcrl2", "--messages", "short"]].concat();
    let said = |output: &Output| String::from_utf8_lossy(&output.stderr).into_owned();
    let output = run(&own);
    assert_eq!(output.status.code(), Some(0), "{}", said(&output));
    assert!(said(&output).contains("W0205"), "{}", said(&output));
    let output = run(&[&own[..], &["--strict"]].concat());
    assert_eq!(output.status.code(), Some(2), "{}", said(&output));
}

/// A machine with funs and comprehensions in two functions.
const FUNS: &str = "-module(funs).
-behaviour(gen_fsm).
-export([init/1, idle/2, fun_more_2_1/1]).
init([]) -> {ok, idle, [1, 2]}.
idle(go, D) -> {next_state, idle, more(D, 1)}.
more(D, N) ->
    lists:map(fun(X) -> fun_more_2_1(X) * N end, [X || X <- less(D), X < 3]).
less(D) -> lists:filter(fun(X) -> X > 0 end, [X - 1 || X <- D]).
fun_more_2_1(X) -> X + 1.
";

/// Functions that stand for funs and comprehensions are called after the function that these stand in: an edit in front of
/// them moves the lines of functions, and no name.
#[test]
fn funs_keep_their_names() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("funs_keep_their_names");
    fs::create_dir_all(&folder).unwrap();
    let file = folder.join("funs.erl");
    let printed = |text: &str| {
        fs::write(&file, text).unwrap();
        let commands = ["--init", "[]", "--commands", "[go]"];
        let output = run(&[&["translate", file.to_str().unwrap()], &commands[..]].concat());
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).unwrap()
    };
    let lines = |text: &str| text.lines().map(str::to_owned).collect::<Vec<String>>();
    let (old, new) =
        (printed(FUNS), printed(&FUNS.replace("idle(go, D) ->", "idle(go, D) ->\n   ")));
    let moved: Vec<(String, String)> =
        lines(&old).into_iter().zip(lines(&new)).filter(|(old, new)| old != new).collect();
    assert!(old.contains("more_2_1") && !moved.is_empty(), "{old}");
    let is_head = |(_, new): &(String, String)| new.starts_with("% funs.erl:");
    let is_own = |(_, new): &(String, String)| new.contains("idle(go, D)");
    assert!(moved.iter().all(|pair| is_head(pair) || is_own(pair)), "{moved:?}");
    assert_eq!(lines(&old).len(), lines(&new).len());
    // A new fun in one function changes no name that comes from another.
    let new = printed(&FUNS.replace("more(D, 1)", "[Y || Y <- more(D, 1), Y > 0]"));
    let named = |text: &str| {
        let is_map = |line: &str| line.starts_with("map  ") && line.contains("less_1_");
        let blocks = text.split("\n\n").filter(|block| block.lines().any(is_map));
        blocks.map(str::to_owned).collect::<Vec<String>>()
    };
    assert!(!named(&old).is_empty());
    assert_eq!(named(&new), named(&old));
}
