//! Texts and lists of millions of elements in a module: said or explored, in time that grows as they do, without a deep stack.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// Characters of the longest text.
const LARGE: usize = 4_000_000;

/// Elements of what is measured.
const MEDIUM: usize = 400_000;

/// How many times longer that is than what it is measured against.
const FACTOR: usize = 16;

/// Growth of time that is accepted; quadratic growth is by 256.
const BOUND: f64 = 64.0;

/// Attempts before growth counts as too fast: another process may have had the machine.
const ATTEMPTS: usize = 3;

/// A module whose event `go` puts a value into its data.
fn module(name: &str, value: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("long_literals");
    fs::create_dir_all(&folder).unwrap();
    let text = format!(
        "-module({name}).\n-behaviour(gen_fsm).\n-export([init/1, a/2]).\ninit(_) -> {{ok, a, none}}.\n\
         a(go, D) -> {{next_state, a, {{D, {value}}}}};\na(stop, D) -> {{stop, normal, D}}.\n"
    );
    let file = folder.join(format!("{name}.erl"));
    fs::write(&file, text).unwrap();
    file
}

/// The exit code of a command on a module, and how long it took.
fn run(command: &str, file: &Path, event: &str) -> (Option<i32>, Duration) {
    let start = Instant::now();
    let commands = format!("[{event}]");
    let mut program = Command::new(env!("CARGO_BIN_EXE_erl2lts"));
    program.arg(command).arg(file).args(["--init", "[]", "--commands", &commands]);
    let status = program.stdout(Stdio::null()).stderr(Stdio::null()).status().unwrap();
    (status.code(), start.elapsed())
}

/// Checks that the time for a value grows as its size, and that the large one is explored.
fn grows_linearly(name: &str, event: &str, value: impl Fn(usize) -> String) {
    let small = module(&format!("{name}_small"), &value(MEDIUM / FACTOR));
    let large = module(&format!("{name}_large"), &value(MEDIUM));
    let (mut least, mut most) = (f64::MAX, f64::MAX);
    for _ in 0..ATTEMPTS {
        least = least.min(run("lts", &small, event).1.as_secs_f64());
        let (code, time) = run("lts", &large, event);
        assert_eq!(code, Some(0), "{name}");
        most = most.min(time.as_secs_f64());
        if most < BOUND * least {
            return;
        }
    }
    panic!("{name}: {least} s, and {most} s for {FACTOR} times the size");
}

#[test]
fn a_text() {
    let text = |size: usize| format!("\"{}\"", "a".repeat(size));
    grows_linearly("text", "stop", text);
    // Such a term is larger than terms may become, which is said.
    let large = module("text_in_data", &text(LARGE));
    assert_eq!(run("lts", &large, "go").0, Some(3));
}

#[test]
fn a_text_in_a_pattern() {
    let case = |size: usize| format!("case D of \"{}\" -> yes; _ -> no end", "a".repeat(size));
    grows_linearly("pattern", "go", case);
}

#[test]
fn a_list_that_is_no_constant() {
    let list = |size: usize| format!("[{}D|D]", "1,D,".repeat(size / 8));
    grows_linearly("list", "stop", list);
}

#[test]
fn a_binary() {
    let binary = |size: usize| format!("<<\"{}\">>", "a".repeat(size));
    grows_linearly("binary", "stop", binary);
}
