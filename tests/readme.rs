//! The examples of the README and of the guides, run as they stand.
//!
//! Every block fenced as `console` holds calls of `erl2lts`, each behind `$ ` and followed by what
//! it prints on stdout; `…` ends a cut output. Blocks fenced as `console mcrl2` hold calls of mCRL2's tools
//! too, and are run where `MCRL2_PATH` names their folder.

#![allow(clippy::unwrap_used, clippy::panic, reason = "tests")]

#[allow(dead_code, unreachable_pub, clippy::print_stdout, reason = "each test binary uses a part")]
#[path = "support/tools.rs"]
mod tools;

use std::fs;
use std::path::Path;
use std::process::Command;

/// A call and the lines that it is said to print.
struct Example {
    command: String,
    expected: Vec<String>,
}

/// The examples in blocks with one of these fences.
fn examples(text: &str, fences: &[&str]) -> Vec<Example> {
    let mut examples: Vec<Example> = Vec::new();
    let mut inside = false;
    for line in text.lines() {
        if line.starts_with("```") {
            inside = fences.contains(&line);
        } else if inside && let Some(command) = line.strip_prefix("$ ") {
            examples.push(Example { command: command.to_owned(), expected: Vec::new() });
        } else if inside && let Some(example) = examples.last_mut() {
            example.expected.push(line.to_owned());
        }
    }
    examples
}

/// Runs a call in a shell, as the reader would, with these tools at hand.
fn run(command: &str, folder: &Path, tools: Option<&Path>) -> String {
    let binary = Path::new(env!("CARGO_BIN_EXE_erl2lts")).parent().unwrap();
    let folders = [Some(binary), tools].into_iter().flatten().map(Path::to_path_buf);
    let path = std::env::var_os("PATH").unwrap();
    let path = std::env::join_paths(folders.chain(std::env::split_paths(&path))).unwrap();
    let output = Command::new("sh")
        .args(["-c", command])
        .current_dir(folder)
        .env("PATH", path)
        .output()
        .unwrap();
    String::from_utf8(output.stdout).unwrap()
}

fn check(document: &str, fences: &[&str], tools: Option<&Path>) {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let text = fs::read_to_string(root.join(document)).unwrap();
    let examples = examples(&text, fences);
    assert!(!examples.is_empty(), "{document} has no examples");
    // A copy of the fixtures, so that examples may write files.
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(document.replace('/', "-"));
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    let copied = Command::new("cp")
        .args(["-r", root.join("fixtures").to_str().unwrap(), folder.to_str().unwrap()])
        .status()
        .unwrap();
    assert!(copied.success());
    for example in examples {
        let found = run(&example.command, &folder, tools);
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
    check("README.md", &["```console"], None);
}

#[test]
fn the_guide_to_other_tools_is_true() {
    const MCRL2: &[&str] =
        &["mcrl22lps", "lps2lts", "ltscompare", "ltsconvert", "lps2pbes", "lts2pbes", "pbessolve"];
    let guide = "docs/interchange.md";
    check(guide, &["```console"], None);
    if let Some(tools) = tools::folder_of("MCRL2_PATH", MCRL2) {
        check(guide, &["```console mcrl2"], Some(&tools));
    }
}
