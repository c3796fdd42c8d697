//! How messages about Erlang text look: each harmed fixture of the front end, as rendered.
//!
//! Places, codes and texts are asserted in the fixtures themselves (`frontend/tests/suite/fixtures.rs`);
//! here it is what stands around them: excerpts with the other places, help, the one-line format.

use std::path::Path;
use std::process::Command;

/// The messages of `erl2lts forms` about a fixture.
fn messages(path: &Path, style: &str) -> String {
    let output = Command::new(env!("CARGO_BIN_EXE_erl2lts"))
        // The messages are the same with and without Erlang on this machine.
        .args(["forms", "--messages", style, "--otp-root", "."])
        .env_remove("ERL_LIBS")
        .arg(path.file_name().unwrap())
        .current_dir(path.parent().unwrap())
        .output()
        .unwrap();
    String::from_utf8(output.stderr).unwrap()
}

#[test]
fn excerpts() {
    insta::glob!("../../../frontend/fixtures/err", "*.erl", |path| {
        // Their lines are too long to be looked at, and their messages all alike.
        if !path.ends_with("too_deep.erl") && !path.ends_with("too_many.erl") {
            insta::assert_snapshot!(messages(path, "human"));
        }
    });
}

#[test]
fn one_line_each() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("frontend/fixtures/err");
    insta::assert_snapshot!(messages(&folder.join("macro_arguments.erl"), "short"));
}
