//! A large generated module is read in time and memory that grow with its length only.
//!
//! 1 MB of one list, or 20 MB with `ERL2LTS_LONG=1`, in a process of its own that reports the most
//! memory it had. Where the system does not say, only the reading is tested. Messages about large
//! forms are those about small ones.

use std::fmt::Write as _;
use std::process::Command;
use std::time::{Duration, Instant};

use frontend::{FileId, parse_module};

/// Bytes of memory for each byte of the text at most, and those of the process itself.
const PER_BYTE: usize = 130;
const AT_REST: usize = 48 << 20;

/// Names the element of the list in the child process.
const ELEMENT: &str = "ERL2LTS_ELEMENT";

/// The length of the text in bytes.
fn length() -> usize {
    if std::env::var("ERL2LTS_LONG").is_ok_and(|value| value == "1") { 20 << 20 } else { 1 << 20 }
}

/// The most memory that this process had, in bytes.
fn peak() -> Option<usize> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    Some(line.trim().strip_suffix("kB")?.trim().parse::<usize>().ok()? << 10)
}

/// Runs in a process of its own.
#[test]
fn child() {
    let Ok(element) = std::env::var(ELEMENT) else {
        return;
    };
    let text = format!("f() -> [{}1].", element.repeat(length() / element.len()));
    let start = Instant::now();
    let outcome = parse_module(FileId(0), &text);
    let taken = start.elapsed();
    assert!(outcome.diagnostics.is_empty(), "{:?}", outcome.diagnostics);
    assert_eq!(outcome.value.functions().count(), 1);
    assert!(taken < Duration::from_mins(2), "{taken:?}");
    if let Some(peak) = peak() {
        assert!(peak < AT_REST + PER_BYTE * text.len(), "{} MB for {element}", peak >> 20);
    }
}

#[test]
fn one_list() {
    for element in ["1,", "\"some text\", ", "{name, 17, [a, \"b\"]},\n", "\"\",", "<<\"abc\">>,"] {
        let program = std::env::current_exe().expect("the test itself");
        let output = Command::new(program)
            .args(["--exact", "large::child", "--nocapture"])
            .env(ELEMENT, element)
            .output()
            .expect("it runs");
        let text = String::from_utf8_lossy(&output.stdout);
        let errors = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success() && text.contains("1 passed"), "{element}\n{text}{errors}");
    }
}

/// The tokens of a large form are used up when it is parsed: messages look at them nevertheless.
#[test]
fn slips_in_a_large_form() {
    let list = "1,".repeat(40_000);
    let of = |text: &str| parse_module(FileId(0), text).diagnostics;
    let diagnostics = of(&format!("-module(m).\nf(1) -> [{list}2]\nf(2) -> b.\n"));
    assert_eq!(diagnostics.len(), 1, "{diagnostics:?}");
    let slip = &diagnostics[0];
    assert_eq!(slip.help.as_deref(), Some("write `;` behind this if the function goes on"));
    assert_eq!(slip.labels[1].text, "`f` again");
    let diagnostics =
        of(&format!("-module(m).\nf() -> [{list}2, 1.5 \"text\"].\ng() -> 16#ff 17.\n"));
    let messages: Vec<&str> = diagnostics.iter().map(|slip| slip.message.as_str()).collect();
    assert_eq!(messages.len(), 2, "{messages:?}");
    assert!(messages[0].starts_with("unexpected string `\"text\"`: expected"), "{messages:?}");
    assert!(messages[1].starts_with("unexpected integer `17`: expected"), "{messages:?}");
}

/// The time that this thread has computed: other tests of the same program wait for a processor, too.
fn computed() -> Duration {
    let spent = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    Duration::try_from(spent).expect("a clock that runs forward")
}

/// Each unknown name is compared with all that are known, but not without end.
#[test]
fn many_unknown_macros() {
    let mut text = String::from("-module(m).\n");
    for n in 0..10_000 {
        writeln!(text, "-define(NAME_{n}, 1).\nf_{n}() -> ?LAME_{n}_.").expect("a string");
    }
    let start = computed();
    assert!(parse_module(FileId(0), &text).has_errors());
    let taken = computed().checked_sub(start).expect("a clock that runs forward");
    assert!(taken < Duration::from_secs(20), "{taken:?}");
}
