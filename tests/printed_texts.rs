//! Texts of atoms in print: which modules that make something of them have specifications.

#![allow(clippy::unwrap_used, reason = "tests")]

#[path = "support/transcript.rs"]
mod transcript;

use std::fs;
use std::path::Path;
use std::process::Output;

use transcript::run;

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
/// the module or its environment names; where a run makes another atom they are refused.
#[test]
fn texts_of_atoms_are_printed_where_all_are_known() {
    for (name, call, command, is_printed) in [
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
        let is_refused = output.status.code() == Some(2) && said.contains("error[E0212]");
        assert_eq!(
            (output.status.code() == Some(0), is_refused),
            (is_printed, !is_printed),
            "{name}: {said}"
        );
    }
    // muCRL writes small numbers only, and codes of characters go up to 1,114,111.
    let output = texts("text_of_name", "atom_to_list(X)", "[{do,next}]", "mcrl");
    assert_eq!(output.status.code(), Some(0));
}

/// Where there are too many states to see, nothing is promised.
#[test]
fn texts_of_atoms_in_endless_systems_are_refused() {
    let output = texts("endless_names", "atom_to_list(X)", "{any_of,[{do,next},next]}", "mcrl2");
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.code() == Some(2) && said.contains("error[E0212]"), "{said}");
}
