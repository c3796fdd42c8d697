//! `erl2lts forms`: the same module as terms, as a tree and as text.

use std::process::{Command, Output};

/// Runs the command on a module of the front end's fixtures.
fn forms(fixture: &str, flags: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_erl2lts"))
        .args(["forms", fixture])
        .args(flags)
        .current_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/frontend/fixtures"))
        .output()
        .unwrap()
}

fn text(fixture: &str, flags: &[&str]) -> String {
    let output = forms(fixture, flags);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn terms_have_lines_or_columns() {
    let lines = text("ok/fsm_door.erl", &[]);
    assert!(lines.contains("\n{attribute,1,file,{\"ok/fsm_door.erl\",1}}.\n"), "{lines}");
    let columns = text("ok/fsm_door.erl", &["--columns"]);
    assert!(columns.contains("\n{attribute,{1,1},file,{\"ok/fsm_door.erl\",1}}.\n"), "{columns}");
    assert_eq!(lines.lines().count(), columns.lines().count());
    assert!(lines.lines().last().unwrap().starts_with("{eof,"));
}

#[test]
fn trees_and_text_are_other_views() {
    assert!(text("ok/fsm_door.erl", &["--format", "tree"]).starts_with("(attribute module "));
    assert!(text("ok/fsm_door.erl", &["--format", "source"]).starts_with("-module("));
}

#[test]
fn forms_in_front_of_an_error_are_printed() {
    let output = forms("err/illegal_character.erl", &[]);
    assert_eq!(output.status.code(), Some(2));
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(text.contains(",before,0,") && text.contains(",behind,0,"), "{text}");
}
