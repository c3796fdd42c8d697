//! Records of many fields of which nothing is known.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use crate::command_line::run;

/// Two records are compared field by field, where each two fields may be zeros of two signs; those are told apart of the first ones
/// only, so that the hunt comes to its end.
#[test]
fn records_of_unknown_fields_are_compared() {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join("wide.erl");
    let mut fields = String::from("a");
    for number in 0..60 {
        write!(fields, ", b{number}").unwrap();
    }
    let text = format!(
        "-module(wide).\n-behaviour(gen_fsm).\n-export([init/1, idle/2]).\n-record(wide, {{{fields}}}).\n\
        init(_) -> {{ok, idle, 0}}.\n\
        idle({{same, #wide{{}} = A, #wide{{}} = B}}, D) when A =:= B -> out:same(), {{next_state, idle, D}};\n\
        idle({{same, #wide{{}}, #wide{{}}}}, D) -> out:other(), {{next_state, idle, D}};\n\
        idle({{text, X}}, D) when is_number(X) -> out:text(float_to_list(X / 3)), {{next_state, idle, D}}.\n"
    );
    fs::write(&path, text).unwrap();
    let output = run(&["check", path.to_str().unwrap(), "--timeout", "100"]);
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(text.contains("all that there is; 4 of 4 clauses taken"), "{text}");
}
