//! Our forms against those of Erlang's own preprocessor and parser.
//!
//! A fixed cut of the sources that Erlang brings (`support/oracle_cut.txt`), or all of them with
//! `ERL2LTS_LONG=1`, which can also write the cut anew: `ERL2LTS_WRITE_CUT=1`.
//! `ERL2LTS_ORACLE=text` takes the files whose path contains this text.
//! `ERL2LTS_ORACLE_FOLDER=/path` takes the modules of another source tree instead.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::support::{constructs, cut, erlang_is_required, folder, otp};
use frontend::FileId;
use frontend::output::{abstract_format, sexp};

/// A file and where it finds headers.
struct Job {
    file: PathBuf,
    includes: Vec<PathBuf>,
}

/// What came of a set of files.
#[derive(Default)]
struct Figures {
    /// How often each verdict was given.
    verdicts: BTreeMap<String, usize>,
    /// Files that differ, with the first difference.
    differences: Vec<String>,
    /// Files where we read what only a later OTP than this epp's does, with the first such place.
    more: Vec<String>,
    /// Files where epp has errors, with the first of them.
    faults: Vec<String>,
    /// Files that are not the same when printed and read again.
    changed: Vec<String>,
    /// What occurs in each file, in order.
    constructs: Vec<BTreeSet<String>>,
}

/// A term of Erlang.
fn string(path: &Path) -> String {
    frontend::output::print::quote_string(&path.to_string_lossy())
}

/// What a place is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Places {
    /// A line and a column.
    Columns,
    /// A line.
    Lines,
}

/// Prints a file's forms; says whether they print and parse to the same again, and what occurs.
fn write_forms(job: &Job, places: Places, target: &Path) -> (bool, BTreeSet<String>) {
    let (module, sources) = otp::parse(&job.file, &job.includes);
    let text = abstract_format::module(&module, &sources, places == Places::Columns);
    std::fs::write(target, &text).expect("the temporary folder is writable");
    let printed = frontend::output::print::module(&module);
    let again = frontend::parse_module(FileId(0), &printed);
    let same = !again.has_errors()
        && sexp::module(&again.value) == sexp::module(&otp::without_marks(module));
    if !same {
        let _ = std::fs::write(target.with_extension("printed"), printed);
    }
    (same, constructs::of(&text))
}

/// Compares all files; tests that run at the same time have different names.
fn compare(name: &str, jobs: &[Job], places: Places) -> Figures {
    let start = if places == Places::Columns { "{1,1}" } else { "1" };
    let folder_name = format!("erl2lts-epp-{name}-{start}-{}", std::process::id());
    let folder = std::env::temp_dir().join(folder_name);
    std::fs::create_dir_all(&folder).expect("the temporary folder is writable");
    let mut figures = Figures::default();
    let mut terms = String::new();
    for (at, job) in jobs.iter().enumerate() {
        let target = folder.join(format!("{at}.forms"));
        let (same, constructs) = write_forms(job, places, &target);
        figures.constructs.push(constructs);
        if !same {
            let place = target.with_extension("printed");
            figures.changed.push(format!("{} (see {})", job.file.display(), place.display()));
        }
        let includes: Vec<String> = job.includes.iter().map(|dir| string(dir)).collect();
        let (file, target) = (string(&job.file), string(&target));
        let includes = includes.join(", ");
        writeln!(terms, "{{{file}, {target}, [{includes}], {start}}}.").expect("a string");
    }
    let list = folder.join("jobs");
    std::fs::write(&list, terms).expect("the temporary folder is writable");
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/support/epp_compare.escript");
    let output = Command::new("escript").arg(script).arg(&list).output().expect("escript runs");
    let report = String::from_utf8_lossy(&output.stdout);
    let complaint = String::from_utf8_lossy(&output.stderr);
    assert_eq!(report.lines().count(), jobs.len(), "{complaint}");
    for line in report.lines() {
        let (number, verdict) = line.split_once(' ').expect("number and verdict");
        let number: usize = number.parse().expect("a number");
        let (word, rest) = verdict.split_once(' ').unwrap_or((verdict, ""));
        *figures.verdicts.entry(word.to_owned()).or_default() += 1;
        let named = format!("{}: {rest}", jobs[number - 1].file.display());
        match word {
            "differs" => figures.differences.push(named),
            "more" => figures.more.push(named),
            "partly" => figures.faults.push(named),
            _ => {}
        }
    }
    figures.faults.sort();
    figures.more.sort();
    figures.differences.sort();
    if figures.differences.is_empty() && figures.changed.is_empty() {
        std::fs::remove_dir_all(&folder).expect("written above");
    }
    figures
}

impl Figures {
    /// One line.
    fn summary(&self) -> String {
        let n_files: usize = self.verdicts.values().sum();
        let n_changed = self.changed.len();
        format!(
            "{n_files} files: {:?}; {n_changed} change when printed and read again",
            self.verdicts
        )
    }

    /// Shows the figures, leaves all exceptions in a file, and asserts that none is ours.
    fn conclude(&self, name: &str) {
        let summary = self.summary();
        println!("{summary}");
        let sections = [
            ("differ", &self.differences),
            ("print differently", &self.changed),
            ("have more than epp reads", &self.more),
            ("have errors for epp", &self.faults),
        ];
        let mut text = format!("{summary}\n");
        for (title, lines) in sections {
            writeln!(text, "\n{} {title}\n{}", lines.len(), lines.join("\n")).expect("a string");
        }
        std::fs::write(std::env::temp_dir().join(name), text)
            .expect("the temporary folder is writable");
        assert!(self.differences.is_empty(), "{summary}\n{}", self.differences.join("\n"));
        assert!(self.changed.is_empty(), "{summary}\n{}", self.changed.join("\n"));
    }
}

#[test]
fn same_forms_as_epp() {
    let all = otp::sources();
    let set = |name: &str| std::env::var(name).is_ok_and(|value| value == "1");
    let wanted = std::env::var("ERL2LTS_ORACLE").ok();
    let long = set("ERL2LTS_LONG");
    let files = match &wanted {
        Some(text) => {
            all.into_iter().filter(|file| file.to_string_lossy().contains(text)).collect()
        }
        None if long => all,
        None => cut::files(all),
    };
    if files.is_empty() {
        assert!(!erlang_is_required(), "Erlang's sources are missing");
        return;
    }
    let job = |file: PathBuf| Job { includes: otp::includes(&file), file };
    let jobs: Vec<Job> = files.into_iter().map(job).collect();
    // Lines alone are places that epp computes in its own way, which every fourth file shows.
    let of_lines = if long { &jobs[..] } else { &jobs[..jobs.len().div_ceil(4)] };
    compare("otp", of_lines, Places::Lines).conclude("erl2lts-epp-lines.txt");
    let figures = compare("otp", &jobs, Places::Columns);
    if wanted.is_none() && long && set("ERL2LTS_WRITE_CUT") {
        let files: Vec<&Path> = jobs.iter().map(|job| job.file.as_path()).collect();
        cut::write(&files, &figures.constructs);
    }
    figures.conclude("erl2lts-epp.txt");
    assert!(figures.more.is_empty(), "{}", figures.more.join("\n"));
    if wanted.is_none() {
        cut::assert_complete(&figures.constructs);
    }
}

/// Corners that are rare in programs.
#[test]
fn same_forms_as_epp_for_fixtures() {
    if otp::sources().is_empty() {
        assert!(!erlang_is_required(), "Erlang's sources are missing");
        return;
    }
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures");
    let job = |file: PathBuf| Job { includes: folder::includes(&root, &file), file };
    let files = ["ok", "epp"].map(|part| folder::files(&root.join(part), "erl"));
    let jobs: Vec<Job> = files.into_iter().flatten().map(job).collect();
    for places in [Places::Columns, Places::Lines] {
        compare("fixtures", &jobs, places).conclude("erl2lts-epp-fixtures.txt");
    }
}

#[test]
fn same_forms_as_epp_elsewhere() {
    let Some(root) = std::env::var_os("ERL2LTS_ORACLE_FOLDER").map(PathBuf::from) else {
        return;
    };
    let job = |file: PathBuf| Job { includes: folder::includes(&root, &file), file };
    let jobs: Vec<Job> = folder::files(&root, "erl").into_iter().map(job).collect();
    assert!(!jobs.is_empty(), "no modules in {}", root.display());
    let name = root.file_name().map_or_else(Default::default, |name| name.to_string_lossy());
    for places in [Places::Columns, Places::Lines] {
        compare(&name, &jobs, places).conclude(&format!("erl2lts-epp-{name}.txt"));
    }
}
