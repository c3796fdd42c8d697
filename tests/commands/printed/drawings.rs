//! Splitting trees for Graphviz: `translate --format sst -o FILE.dot`.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::command_line::run;

/// Quotes, backslashes and line breaks in atoms; a subtree that two ways lead to; a bound variable.
const ODD: &str = r#"
-module(odd).
-behaviour(gen_fsm).
-export([init/1, idle/2]).
init(_) -> {ok, idle, 0}.
idle({'a"b', 1, b}, D) -> {next_state, idle, D};
idle({'c\\d', 2, c}, D) -> {next_state, idle, D};
idle({_, _, 'x\ny'} = E, D) when D > 1 -> {next_state, idle, E};
idle([X, X | _], D) -> case X of D -> {next_state, idle, X} end.
"#;

fn scratch(name: &str) -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).join(name)
}

fn graph(source: &str, name: &str) -> (PathBuf, String) {
    let target = scratch(name);
    let _ = fs::remove_file(&target);
    let output = run(&["translate", source, "--format", "sst", "-o", target.to_str().unwrap()]);
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    let text = fs::read_to_string(&target).unwrap();
    (target, text)
}

/// Every line is one of a few shapes, strings end where they should, edges lead to nodes.
fn check(file: &Path, text: &str) {
    let mut nodes = BTreeSet::new();
    let mut ends = BTreeSet::new();
    let mut depth = 0;
    for line in text.lines() {
        let line = line.trim();
        let outside = without_strings(line);
        if outside.contains(" -> ") {
            let (from, rest) = outside.split_once(" -> ").unwrap();
            ends.extend([from.to_owned(), rest.split(' ').next().unwrap().to_owned()]);
        } else if outside.contains("[shape=") {
            assert!(nodes.insert(outside.split(' ').next().unwrap().to_owned()), "{line}");
        }
        depth += outside.matches('{').count();
        depth -= outside.matches('}').count();
    }
    assert_eq!(depth, 0, "{text}");
    assert!(ends.is_subset(&nodes), "{text}");
    // The real tool, where it is installed.
    if let Ok(output) = Command::new("dot").arg("-Tplain").arg(file).output() {
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    }
}

fn without_strings(line: &str) -> String {
    let mut outside = String::new();
    let (mut inside, mut escaped) = (false, false);
    for char in line.chars() {
        match char {
            _ if escaped => escaped = false,
            '\\' if inside => escaped = true,
            '"' => inside = !inside,
            _ if !inside => outside.push(char),
            _ => {}
        }
    }
    assert!(!inside, "an open string: {line}");
    outside
}

#[test]
fn trees_of_a_fixture() {
    let (file, text) = graph("fixtures/sst/redundant.erl", "redundant.dot");
    check(&file, &text);
    insta::assert_snapshot!(text);
}

#[test]
fn labels_are_escaped() {
    let source = scratch("odd.erl");
    fs::write(&source, ODD).unwrap();
    let (file, text) = graph(source.to_str().unwrap(), "odd.dot");
    check(&file, &text);
    insta::assert_snapshot!(text);
}
