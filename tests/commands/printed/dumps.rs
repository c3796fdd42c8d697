//! `translate --dump-after`: what each pass gives, as text.

use crate::command_line::run;
use crate::transcript::transcript;

const DOOR: &str = "fixtures/door/door.props";

#[test]
fn after_machine() {
    insta::assert_snapshot!(transcript(&["translate", DOOR, "--dump-after", "machine"]));
}

#[test]
fn after_lower() {
    let heater = "fixtures/heater/heater.props";
    insta::assert_snapshot!(transcript(&["translate", heater, "--dump-after", "lower"]));
}

#[test]
fn after_sequences() {
    let heater = "fixtures/heater/heater.props";
    insta::assert_snapshot!(transcript(&["translate", heater, "--dump-after", "sequences"]));
}

#[test]
fn after_kernel() {
    let kernel = ["translate", DOOR, "--dump-after", "kernel"];
    insta::assert_snapshot!(transcript(&kernel));
    let direct = [kernel.as_slice(), &["--form", "direct"]].concat();
    insta::assert_snapshot!(transcript(&direct));
}

/// Unknown values, recursive functions, long lists: what the other fixtures do not have.
#[test]
fn after_lower_with_unknown_values() {
    let call = ["--init", "0", "--dump-after", "lower", "--messages", "short"];
    let unknown = ["translate", "fixtures/bad/unknown_construct.erl"];
    insta::assert_snapshot!(transcript(&[unknown.as_slice(), &call].concat()));
}

/// A function that acts and calls itself: calls, return points, frames.
#[test]
fn procedures() {
    let call = ["translate", "fixtures/bad/endless.erl", "--init", "[]", "--commands", "[go]"];
    let stubs = ["--stubs", "[{{src,list,0},[[1,2]]}]", "--messages", "short", "--dump-after"];
    for pass in ["lower", "sequences"] {
        let all = [&call[..], &stubs, &[pass]].concat();
        insta::assert_snapshot!(format!("procedures_after_{pass}"), transcript(&all));
    }
    let direct = [&call[..], &stubs, &["kernel", "--form", "direct"]].concat();
    insta::assert_snapshot!("procedures_after_kernel", transcript(&direct));
}

#[test]
fn other_passes_are_refused() {
    let output = run(&["translate", DOOR, "--dump-after", "parse"]);
    assert_eq!(output.status.code(), Some(2));
    let messages = String::from_utf8(output.stderr).unwrap();
    assert!(messages.contains("machine, lower, sequences, kernel"), "{messages}");
    let output = run(&["translate", "fixtures/bad/not_a_machine.erl", "--dump-after", "lower"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(output.stdout.is_empty());
}
