//! Calls of the command line; what they print and say is left to the caller.

use std::process::{Command, Output, Stdio};

/// Runs the command line in the root of the repository.
pub fn run(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_erl2lts"))
        .args(args)
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .stdin(Stdio::null())
        .output()
        .unwrap()
}
