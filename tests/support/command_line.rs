//! Calls of the command line; what they print and say is left to the caller.

use std::path::Path;
use std::process::{Command, Output, Stdio};

/// Runs the command line in the root of the repository.
pub fn run(args: &[&str]) -> Output {
    run_in(Path::new(env!("CARGO_MANIFEST_DIR")), args)
}

/// Runs the command line in a folder.
pub fn run_in(folder: &Path, args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_erl2lts"))
        .args(args)
        .current_dir(folder)
        .stdin(Stdio::null())
        .output()
        .unwrap()
}
