//! Our forms against those of Erlang's own preprocessor and parser.
//!
//! A fixed cut of the sources that Erlang brings, or with `ERL2LTS_LONG=1` all of them.
//! `ERL2LTS_ORACLE=text` takes the files whose path contains this text.

#![allow(clippy::print_stdout, reason = "the figures are the point")]

mod support;

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;

use frontend::{FileId, abstract_format, sexp};
use support::otp;

/// How many files are in the cut.
const CUT: usize = 320;

/// Files larger than this are left to the long run.
const CUT_SIZE: u64 = 60_000;

/// Every `n`th file, so that all applications are there.
fn cut(files: Vec<PathBuf>) -> Vec<PathBuf> {
    let wanted = std::env::var("ERL2LTS_ORACLE").ok();
    if let Some(text) = wanted {
        return files.into_iter().filter(|file| file.to_string_lossy().contains(&text)).collect();
    }
    if std::env::var("ERL2LTS_LONG").is_ok_and(|value| value == "1") {
        return files;
    }
    let size = |file: &PathBuf| std::fs::metadata(file).map_or(u64::MAX, |data| data.len());
    let small: Vec<PathBuf> = files.into_iter().filter(|file| size(file) <= CUT_SIZE).collect();
    let step = (small.len() / CUT).max(1);
    small.into_iter().step_by(step).collect()
}

/// A term of Erlang.
fn string(path: &Path) -> String {
    frontend::print::quote_string(&path.to_string_lossy())
}

/// Prints a file's forms; says whether they print and parse to the same again.
fn write_forms(path: &Path, target: &Path) -> bool {
    let (module, sources) = otp::parse(path);
    let text = abstract_format::module(&module, &sources, true);
    std::fs::write(target, text).expect("the temporary folder is writable");
    let printed = frontend::print::module(&module);
    let again = frontend::parse_module(FileId(0), &printed);
    let same = !again.has_errors()
        && sexp::module(&again.value) == sexp::module(&otp::without_marks(module));
    if !same {
        let _ = std::fs::write(target.with_extension("printed"), printed);
    }
    same
}

#[test]
fn same_forms_as_epp() {
    let files = cut(otp::sources());
    if files.is_empty() {
        let required = support::erlang_is_required();
        assert!(!required, "Erlang's sources are missing");
        return;
    }
    let folder = std::env::temp_dir().join(format!("erl2lts-epp-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("the temporary folder is writable");
    let mut jobs = String::new();
    let mut changed = Vec::new();
    for (at, file) in files.iter().enumerate() {
        let target = folder.join(format!("{at}.forms"));
        if !write_forms(file, &target) {
            changed.push(file);
        }
        let includes: Vec<String> = otp::includes(file).iter().map(|dir| string(dir)).collect();
        writeln!(jobs, "{{{}, {}, [{}]}}.", string(file), string(&target), includes.join(", "))
            .expect("a string");
    }
    let list = folder.join("jobs");
    std::fs::write(&list, jobs).expect("the temporary folder is writable");
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/support/epp_compare.escript");
    let output = Command::new("escript").arg(script).arg(&list).output().expect("escript runs");
    let report = String::from_utf8_lossy(&output.stdout);
    let mut verdicts: BTreeMap<&str, usize> = BTreeMap::new();
    let mut differences = Vec::new();
    for line in report.lines() {
        let (number, verdict) = line.split_once(' ').expect("number and verdict");
        let word = verdict.split(' ').next().unwrap_or("");
        *verdicts.entry(word).or_default() += 1;
        if word == "differs" {
            let number: usize = number.parse().expect("a number");
            differences.push(format!("{}: {verdict}", files[number - 1].display()));
        }
    }
    let summary = format!(
        "{} files: {verdicts:?}; {} change when printed and read again",
        files.len(),
        changed.len()
    );
    std::fs::write(std::env::temp_dir().join("erl2lts-epp.txt"), {
        let changed: Vec<String> =
            changed.iter().map(|file| format!("{}: printed differently", file.display())).collect();
        format!("{summary}\n{}\n{}\n", differences.join("\n"), changed.join("\n"))
    })
    .expect("the temporary folder is writable");
    if differences.is_empty() && changed.is_empty() {
        std::fs::remove_dir_all(&folder).expect("written above");
    }
    let complaint = String::from_utf8_lossy(&output.stderr);
    // Shown with `--nocapture`.
    println!("{summary}");
    assert_eq!(report.lines().count(), files.len(), "{complaint}");
    assert!(differences.is_empty(), "{summary}\n{}", differences.join("\n"));
    assert!(changed.is_empty(), "{summary}\n{changed:#?}");
}
