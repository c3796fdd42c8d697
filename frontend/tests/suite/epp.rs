//! Our preprocessor against `epp:scan_file`: tokens, their places, files, places of errors.
//!
//! Runs where `escript` is found; with `ERL2LTS_REQUIRE_ORACLES=1` it has to be. With
//! `ERL2LTS_EPP_FOLDER=/usr/lib/erlang/lib` all `.erl` files below that folder are compared as well.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::support;
use crate::support::headers::{Headers, decode};
use frontend::scan::{Scanned, scan_module_with};
use frontend::{FileId, Options, Severity};

/// Folders of headers, as seen from a folder of OTP's sources.
const INCLUDES: [&str; 7] = [
    "..",
    "../misc",
    "../include",
    "../../include",
    "../../src",
    "../../../kernel-8.5.3/src",
    "../../kernel-8.5.3/src",
];

/// What epp gives for some files; `None` without Erlang.
fn epp(folder: &Path, flags: &[String], files: &[String]) -> Option<BTreeMap<String, Vec<String>>> {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/support/epp_scan.escript");
    let output =
        Command::new("escript").arg(script).args(flags).args(files).current_dir(folder).output();
    let required = support::erlang_is_required();
    let Ok(output) = output else {
        assert!(!required, "escript is missing");
        return None;
    };
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let text = String::from_utf8(output.stdout).expect("UTF-8");
    let sections = text.split("\u{1}==== ").skip(1).filter_map(|section| section.split_once('\n'));
    Some(sections.map(|(name, lines)| (name.to_owned(), joined(lines))).collect())
}

/// Lines; those that begin in a string belong to the line before.
fn joined(text: &str) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for line in text.lines() {
        let begins = ["form", "file ", "error ", "eof"].iter().any(|word| line.starts_with(word));
        match lines.last_mut() {
            Some(last) if !begins => *last += line,
            _ => lines.push(line.to_owned()),
        }
    }
    lines
}

/// What we give: forms and files in order, and places of errors.
fn ours(folder: &Path, includes: &[PathBuf], name: &str) -> (Vec<String>, Vec<String>) {
    let mut headers =
        Headers { current: folder.into(), folders: includes.into(), ..Headers::default() };
    let text = decode(fs::read(folder.join(name)).expect("readable"));
    let file = headers.add(name, &text);
    let outcome = scan_module_with(file, name, &text, &Options::default(), &mut headers);
    let physical = |file: FileId, offset| {
        let source = headers.sources.get(file).expect("added");
        source.line_column(offset)
    };
    let (mut current, mut delta) = (file, 0_i64);
    let mut lines = vec![format!("file {name:?} 1 at 1:1")];
    let place = |file, offset, delta: i64| {
        let (line, column) = physical(file, offset);
        format!("{}:{column}", i64::try_from(line).expect("few") + delta)
    };
    for form in &outcome.value {
        match form {
            Scanned::File(mark) => {
                let shift = if mark.span.file == current { delta } else { 0 };
                let at = place(mark.span.file, mark.span.start, shift);
                lines.push(format!("file {:?} {} at {at}", mark.name, mark.line));
                (current, delta) = (mark.span.file, mark.delta);
            }
            Scanned::Form(tokens) => {
                let mut line = String::from("form");
                for token in tokens {
                    let at = place(token.span.file, token.span.start, delta);
                    let _ = write!(line, " {at}={}", token.text);
                }
                lines.push(line);
            }
        }
    }
    let errors = outcome.diagnostics.iter().filter(|diagnostic| {
        diagnostic.severity == Severity::Error || diagnostic.code == frontend::codes::INCLUDE
    });
    let places = errors.filter_map(|diagnostic| {
        if diagnostic.message == "`-endif` is missing for this directive" {
            return Some("error at the end".to_owned());
        }
        let span = diagnostic.labels.first()?.span;
        Some(format!("error {}", physical(span.file, span.start).0))
    });
    (lines, places.collect())
}

/// Differences between both; none is as it should be.
fn compare(folder: &Path, includes: &[PathBuf], name: &str, theirs: &[String]) -> Vec<String> {
    let (lines, errors) = ours(folder, includes, name);
    let is_form = |line: &&String| line.starts_with("form") || line.starts_with("file");
    let expected: Vec<&String> = theirs.iter().filter(is_form).collect();
    let mut differences = Vec::new();
    for (ours, theirs) in lines.iter().zip(&expected) {
        if ours != *theirs {
            let at = ours.bytes().zip(theirs.bytes()).position(|(a, b)| a != b).unwrap_or(0);
            let tail = |line: &str| line.get(at.saturating_sub(60)..).unwrap_or(line).to_owned();
            differences.push(format!("ours   .. {}\ntheirs .. {}", tail(ours), tail(theirs)));
            break;
        }
    }
    if lines.len() != expected.len() {
        differences.push(format!("{} forms and files, expected {}", lines.len(), expected.len()));
    }
    let line_of = |line: &String| line.split(':').next().unwrap_or(line).to_owned();
    let expected: Vec<String> =
        theirs.iter().filter(|line| line.starts_with("error")).map(line_of).collect();
    if errors.is_empty() != expected.is_empty() {
        differences.push(format!("errors {errors:?}, expected {expected:?}"));
    }
    differences
}

/// Compares files in a folder; gives those that differ.
fn differing(folder: &Path, includes: &[PathBuf], names: &[String]) -> Option<Vec<String>> {
    let flags: Vec<String> = includes.iter().map(|path| format!("-I{}", path.display())).collect();
    let theirs = epp(folder, &flags, names)?;
    assert_eq!(theirs.len(), names.len());
    let mut report = Vec::new();
    for (name, lines) in &theirs {
        let differences = compare(folder, includes, name, lines);
        if !differences.is_empty() {
            report.push(format!("{}: {}", folder.join(name).display(), differences.join("\n")));
        }
    }
    Some(report)
}

/// All modules below a folder, by folder.
fn modules(folder: &Path, folders: &mut BTreeMap<PathBuf, Vec<String>>) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        if path.is_dir() {
            modules(&path, folders);
        } else if path.extension().is_some_and(|extension| extension == "erl") {
            let name = entry.file_name().to_string_lossy().into_owned();
            folders.entry(folder.to_owned()).or_default().push(name);
        }
    }
}

#[test]
fn fixtures() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/epp");
    let mut folders = BTreeMap::new();
    modules(&folder, &mut folders);
    if let Some(report) = differing(&folder, &[], &folders[&folder]) {
        assert!(report.is_empty(), "{}", report.join("\n\n"));
    }
}

/// Errors of the fixture stand in the same lines, one for one.
#[test]
fn lines_of_errors() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/epp");
    let Some(theirs) = epp(&folder, &[], &["errors.erl".to_owned()]) else {
        return;
    };
    let (_, ours) = ours(&folder, &[], "errors.erl");
    let expected: Vec<&str> = theirs["errors.erl"]
        .iter()
        .filter(|line| line.starts_with("error"))
        .filter_map(|line| line.split(':').next())
        .collect();
    assert_eq!(ours.join("\n"), expected.join("\n"));
}

#[test]
fn all_of_a_folder() {
    let Some(root) = std::env::var_os("ERL2LTS_EPP_FOLDER") else {
        return;
    };
    let mut folders = BTreeMap::new();
    modules(Path::new(&root), &mut folders);
    let (mut n_files, mut all) = (0, Vec::new());
    for (folder, names) in &folders {
        let includes: Vec<PathBuf> = INCLUDES.iter().map(PathBuf::from).collect();
        n_files += names.len();
        all.extend(differing(folder, &includes, names).unwrap_or_default());
    }
    let summary = format!("{} of {n_files} files differ", all.len());
    assert!(all.is_empty(), "{}\n\n{summary}", all.join("\n\n"));
}
