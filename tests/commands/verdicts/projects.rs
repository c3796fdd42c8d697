//! Built-in checks on small projects whose defects lie in what another module computes or returns, and on their mended twins.
//!
//! A comment `%! E0701 certain 3` stands on the line of which a finding speaks, in whichever module: its code, its rank, and how many
//! lines the way to it has. Nothing else may be found. With `--alone` none of the certain ones is.

use std::fs;
use std::path::{Path, PathBuf};

use crate::command_line::run;
use crate::transcript::transcripts_of;

/// A finding: code, rank, file and line, lines of its way.
type Found = (String, String, String, usize);

fn sources() -> Vec<Vec<PathBuf>> {
    let listed = |folder: &Path| {
        let mut paths: Vec<PathBuf> =
            fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
        paths.sort();
        paths
    };
    listed(Path::new("fixtures/projects")).iter().map(|path| listed(&path.join("src"))).collect()
}

fn expected(path: &Path) -> Vec<Found> {
    let text = fs::read_to_string(path).unwrap();
    let marks =
        text.lines().enumerate().filter_map(|(at, line)| Some((at, line.split_once("%! ")?.1)));
    let found = marks.map(|(at, mark)| {
        let words: Vec<&str> = mark.split_whitespace().collect();
        let [code, rank, length] = words[..] else { unreachable!("{mark}") };
        let place = format!("{}:{}", path.display(), at + 1);
        (code.to_owned(), rank.to_owned(), place, length.parse().unwrap())
    });
    found.collect()
}

fn found(text: &str) -> Vec<Found> {
    let mut all: Vec<Found> = Vec::new();
    for line in text.lines() {
        let words: Vec<&str> = line.split_whitespace().collect();
        match words.as_slice() {
            [rank @ ("certain" | "possible"), code, place, ..] => {
                let plain = |word: &str| word.trim_end_matches(':').to_owned();
                all.push((plain(code), (*rank).to_owned(), plain(place), 0));
            }
            ["unhandled" | "results" | "ignored", ..] => {
                all.push((line.to_owned(), String::new(), String::new(), 0));
            }
            [number, ..] if number.chars().all(|c| c.is_ascii_digit()) => {
                all.last_mut().unwrap().3 += 1;
            }
            _ => {}
        }
    }
    all
}

#[test]
fn projects_and_their_mended_twins() {
    let projects = sources();
    assert!(projects.len() >= 8);
    for sources in projects {
        let is_machine =
            |path: &&PathBuf| fs::read_to_string(path).unwrap().contains("-behaviour(");
        let machine = sources.iter().find(is_machine).unwrap();
        let mut expected: Vec<Found> = sources.iter().flat_map(|path| expected(path)).collect();
        let is_mended = machine.to_string_lossy().contains("_mended");
        assert_eq!(is_mended, expected.is_empty(), "{}", machine.display());
        let output = run(&["check", machine.to_str().unwrap()]);
        let stdout = String::from_utf8(output.stdout).unwrap();
        let mut found = found(&stdout);
        found.sort();
        expected.sort();
        assert_eq!(found, expected, "{stdout}");
        let alone = run(&["check", machine.to_str().unwrap(), "--alone"]);
        assert_eq!(alone.status.code(), Some(0), "{}", machine.display());
    }
}

/// What is said of other modules: in the report, with `--modules`, for programs, and of an open module.
#[test]
fn what_was_read_is_listed() {
    let machine = "fixtures/projects/never/src/alarm.erl";
    insta::assert_snapshot!(transcripts_of(&[
        vec!["check", machine],
        vec!["check", machine, "--alone", "--strict"],
        vec!["check", machine, "--modules", "--format", "json"],
        vec!["check", machine, "--open", "sensor"],
        vec![
            "check",
            "fixtures/projects/count/src/gate.erl",
            "--stubs",
            "[{{price,after_coin,1},[open]}]",
            "--modules"
        ],
    ]));
}
