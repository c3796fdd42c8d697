//! "all that there is" is said only where it is so: a module for each thing that this relies on, where that is not so.
//!
//! `docs/hunting.md` has the table. In a fixture, the first line `%! text` is what the report says of how far the hunt has
//! come, further ones stand anywhere in it; `%$ args` are further arguments, `%= 3` is the exit code, if it is not 0 or 1.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use crate::command_line::run;

fn modules() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/complete");
    let mut found: Vec<PathBuf> =
        fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    found.sort();
    found
}

/// The lines of a fixture that start so, without that.
fn marks<'t>(text: &'t str, start: &str) -> Vec<&'t str> {
    text.lines().filter_map(|line| line.strip_prefix(start)).map(str::trim).collect()
}

/// What a report says of how far the hunt has come: what stands between the moves and the clauses.
fn reach(report: &str) -> Option<&str> {
    let line = report.lines().find(|line| line.starts_with("hunt "))?;
    let (_, rest) = line.split_once(" move").filter(|(_, rest)| !rest.is_empty())?;
    rest.split_once(": ").map(|(_, rest)| rest)
}

#[test]
fn all_that_there_is() {
    let mut complaints = String::new();
    for path in modules() {
        let text = fs::read_to_string(&path).unwrap();
        let mut args = vec!["check", path.to_str().unwrap()];
        args.extend(marks(&text, "%$").into_iter().flat_map(str::split_whitespace));
        let output = run(&args);
        let report = String::from_utf8(output.stdout).unwrap();
        let said = marks(&text, "%!");
        let (first, others) = said.split_first().unwrap();
        let reaches = reach(&report).is_some_and(|own| {
            own.strip_prefix(first).is_some_and(|rest| rest.is_empty() || rest.starts_with("; "))
        });
        let is_certain = others.iter().any(|line| line.starts_with("certain"));
        let exit =
            marks(&text, "%=").first().map_or(i32::from(is_certain), |own| own.parse().unwrap());
        let is_said = others.iter().all(|line| report.contains(line));
        let finds = report.contains("certain   ") == is_certain;
        if !reaches || !is_said || !finds || output.status.code() != Some(exit) {
            let _ = write!(complaints, "{}: {:?}\n{report}", path.display(), output.status.code());
        }
    }
    assert!(complaints.is_empty(), "{complaints}");
}

/// The table names the module of each row.
#[test]
fn the_table_has_every_module() {
    let table = fs::read_to_string("docs/hunting.md").unwrap();
    for path in modules() {
        let name = path.file_stem().unwrap().to_str().unwrap();
        assert!(table.contains(&format!("`{name}`")), "{name}");
    }
}

/// Of a start that was sampled nothing is said that would have to hold on all of its ways.
#[test]
fn a_start_that_was_sampled_is_not_all() {
    for name in ["costly_start", "costly_argument", "sampled_start"] {
        let path = format!("fixtures/complete/{name}.erl");
        let output = run(&["check", &path, "--format", "json"]);
        let report = String::from_utf8(output.stdout).unwrap();
        assert!(report.contains("`init/1` was sampled"), "{report}");
        assert!(report.contains("\"complete\": false"), "{report}");
        for code in ["E0708", "E0715", "E0716", "E0717"] {
            assert!(!report.contains(code), "{name}: {report}");
        }
        let again = run(&["check", &path, "--format", "json"]);
        assert_eq!(report, String::from_utf8(again.stdout).unwrap());
    }
}

/// A hunt that has seen nothing is no success, in whatever form it is reported.
#[test]
fn a_hunt_that_has_seen_nothing_is_inconclusive() {
    let path = "fixtures/complete/costly_loop.erl";
    for (format, said) in [
        ("human", "inconclusive: `init/1` was not followed"),
        ("short", "; inconclusive: `init/1` was not followed"),
        ("json", "\"blind\": true"),
        ("junit", "<error message=\"inconclusive\">"),
        ("github", "::warning file=fixtures/complete/costly_loop.erl,title=inconclusive::"),
    ] {
        let output = run(&["check", path, "--format", format]);
        let report = String::from_utf8(output.stdout).unwrap();
        assert_eq!(output.status.code(), Some(3), "{format}: {report}");
        assert!(
            report.contains(said) && !report.contains("nothing was found"),
            "{format}: {report}"
        );
    }
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("seen_nothing");
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    for name in ["costly_loop", "exact"] {
        let file = format!("{name}.erl");
        fs::copy(format!("fixtures/complete/{file}"), folder.join(file)).unwrap();
    }
    let output = run(&["check", folder.to_str().unwrap()]);
    let report = String::from_utf8(output.stdout).unwrap();
    assert_eq!(output.status.code(), Some(3), "{report}");
    assert!(report.contains("costly_loop.erl: inconclusive"), "{report}");
    assert!(report.contains("exact.erl: nothing certain"), "{report}");
    // What is certain counts for more.
    fs::copy("fixtures/defects/divide.erl", folder.join("divide.erl")).unwrap();
    assert_eq!(run(&["check", folder.to_str().unwrap()]).status.code(), Some(1));
}
