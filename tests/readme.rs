//! The README's examples, run as they stand.
//!
//! Every block fenced as `console` holds calls of `erl2lts`, each behind `$ ` and followed by what
//! it prints on stdout; `…` ends a cut output.

#![allow(clippy::unwrap_used, clippy::panic, reason = "tests")]

use std::fs;
use std::path::Path;
use std::process::Command;

/// A call and the lines that it is said to print.
struct Example {
    command: String,
    expected: Vec<String>,
}

fn examples(text: &str) -> Vec<Example> {
    let mut examples: Vec<Example> = Vec::new();
    let mut inside = false;
    for line in text.lines() {
        if line.starts_with("```") {
            inside = line == "```console";
        } else if inside && let Some(command) = line.strip_prefix("$ ") {
            examples.push(Example { command: command.to_owned(), expected: Vec::new() });
        } else if inside && let Some(example) = examples.last_mut() {
            example.expected.push(line.to_owned());
        }
    }
    examples
}

/// Runs a call in a shell, as the reader would.
fn run(command: &str, folder: &Path) -> String {
    let binary = Path::new(env!("CARGO_BIN_EXE_erl2lts")).parent().unwrap();
    let path = format!("{}:{}", binary.display(), std::env::var("PATH").unwrap());
    let output = Command::new("sh")
        .args(["-c", command])
        .current_dir(folder)
        .env("PATH", path)
        .output()
        .unwrap();
    String::from_utf8(output.stdout).unwrap()
}

fn check(document: &str) {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let text = fs::read_to_string(root.join(document)).unwrap();
    let examples = examples(&text);
    assert!(!examples.is_empty(), "{document} has no examples");
    // A copy of the fixtures, so that examples may write files.
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("readme");
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    let copied = Command::new("cp")
        .args(["-r", root.join("fixtures").to_str().unwrap(), folder.to_str().unwrap()])
        .status()
        .unwrap();
    assert!(copied.success());
    for example in examples {
        let found = run(&example.command, &folder);
        let mut expected = example.expected;
        let cut = expected.last().is_some_and(|line| line == "…");
        if cut {
            expected.pop();
        }
        let lines: Vec<&str> = found.lines().collect();
        let shown = if cut { &lines[..expected.len().min(lines.len())] } else { &lines[..] };
        assert_eq!(shown.join("\n").trim_end(), expected.join("\n"), "{}", example.command);
    }
}

#[test]
fn examples_print_what_they_say() {
    check("README.md");
}
