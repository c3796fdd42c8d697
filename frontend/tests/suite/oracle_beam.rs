//! Compiled modules, printed as text, against the code in them: Erlang's own parser reads the text.
//!
//! All fixtures that Erlang's compiler takes, and a part of what Erlang brings: every tenth module, or all with
//! `ERL2LTS_LONG=1`. `ERL2LTS_ORACLE=text` takes the files whose path contains this text.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::support::headers::Headers;
use crate::support::{erlang_is_required, folder, otp};
use frontend::Options;
use frontend::beam::{self, Printed};

/// A folder of this process alone.
fn scratch(name: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("erl2lts-beam-{name}-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("the temporary folder is writable");
    folder
}

fn string(path: &Path) -> String {
    frontend::output::print::quote_string(&path.to_string_lossy())
}

/// The lines that a script writes of a list of terms.
fn script(name: &str, folder: &Path, terms: &str) -> Vec<String> {
    let list = folder.join("jobs");
    std::fs::write(&list, terms).expect("the temporary folder is writable");
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/support").join(name);
    let limited = format!(
        "ulimit -v 8000000; exec timeout 1200 escript {} {}",
        script.display(),
        list.display()
    );
    let output = Command::new("sh").args(["-c", &limited]).output().expect("a shell runs");
    let report = String::from_utf8_lossy(&output.stdout);
    let lines: Vec<String> = report.lines().map(str::to_owned).collect();
    assert_eq!(lines.len(), terms.lines().count(), "{}", String::from_utf8_lossy(&output.stderr));
    lines
}

/// Compiles modules; those that the compiler takes.
fn compiled(folder: &Path, sources: &[(PathBuf, Vec<PathBuf>)]) -> Vec<PathBuf> {
    let (mut terms, mut targets) = (String::new(), Vec::new());
    for (at, (source, includes)) in sources.iter().enumerate() {
        let target = folder.join(format!("{at}.beam"));
        let includes: Vec<String> = includes.iter().map(|path| string(path)).collect();
        writeln!(terms, "{{{}, {}, [{}]}}.", string(source), string(&target), includes.join(", "))
            .expect("a string");
        targets.push(target);
    }
    let verdicts = script("beam_compile.escript", folder, &terms);
    let taken = targets.into_iter().zip(verdicts).filter(|(_, verdict)| verdict == "ok");
    taken.map(|(target, _)| target).collect()
}

/// Writes a text with its headers, which include each other there by other names.
fn write(printed: &Printed, folder: &Path) -> PathBuf {
    let renamed = |text: &str| {
        let mut text = text.to_owned();
        for (at, (name, _)) in printed.headers.iter().enumerate() {
            let include =
                |name: &str| format!("-include({}).", frontend::output::print::quote_string(name));
            text = text.replace(&include(name), &include(&format!("h{at}.hrl")));
        }
        text
    };
    std::fs::create_dir_all(folder).expect("the temporary folder is writable");
    for (at, (_, text)) in printed.headers.iter().enumerate() {
        std::fs::write(folder.join(format!("h{at}.hrl")), renamed(text)).expect("writable");
    }
    let file = folder.join("m.erl");
    std::fs::write(&file, renamed(&printed.text)).expect("writable");
    file
}

/// Reads a text as the program does; the first message that is an error. One fixture is nested too deep in its source, too.
fn read_again(text: &Path) -> Option<String> {
    let source = std::fs::read_to_string(text).expect("written above");
    let mut headers = Headers::default();
    headers.folders.extend(text.parent().map(Path::to_path_buf));
    let name = text.to_string_lossy().into_owned();
    let file = headers.add(&name, &source);
    let outcome =
        frontend::parse_module_with(file, &name, &source, &Options::default(), &mut headers);
    let is_too_deep = source.contains("-module(too_deep).");
    let errors = outcome.diagnostics.iter().filter(|own| {
        let is_meant = is_too_deep && own.code == frontend::codes::TOO_DEEP;
        own.severity == frontend::Severity::Error && !is_meant
    });
    errors.map(|own| format!("{}: {}", own.code.0, own.message)).next()
}

/// Prints all modules, and compares; how many are the same, and how many forms have moved.
fn compare(folder: &Path, beams: &[PathBuf]) {
    let (mut terms, mut printed, mut wrong) = (String::new(), Vec::new(), Vec::new());
    for (at, file) in beams.iter().enumerate() {
        let bytes = std::fs::read(file).expect("compiled above");
        match beam::print(&bytes) {
            Ok(texts) => {
                let text = write(&texts, &folder.join(at.to_string()));
                if let Some(error) = read_again(&text) {
                    wrong.push(format!("{}: {} ({})", file.display(), error, text.display()));
                }
                writeln!(terms, "{{{}, {}}}.", string(file), string(&text)).expect("a string");
                printed.push(file);
            }
            Err(beam::Refusal::NoDebugInfo) => {}
            Err(refusal) => wrong.push(format!("{}: {refusal:?}", file.display())),
        }
    }
    let (mut n_same, mut moved, mut n_moved, mut n_forms) = (0, Vec::new(), 0, 0);
    for (file, verdict) in printed.iter().zip(script("beam_compare.escript", folder, &terms)) {
        let words: Vec<&str> = verdict.split(' ').collect();
        match words.as_slice() {
            ["same"] => n_same += 1,
            ["lines", forms, all] => {
                n_moved += forms.parse::<usize>().expect("a number");
                n_forms += all.parse::<usize>().expect("a number");
                moved.push(format!("{}: {forms} of {all}", file.display()));
            }
            _ => wrong.push(format!("{}: {verdict}", file.display())),
        }
    }
    println!(
        "{} modules: {n_same} with every line, {} where {n_moved} of {n_forms} forms have moved, {} differ",
        printed.len(),
        moved.len(),
        wrong.len()
    );
    println!("{}", moved.join("\n"));
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(printed.len() > 5, "few modules in {}", folder.display());
    std::fs::remove_dir_all(folder).expect("written above");
}

fn wanted(file: &Path) -> bool {
    std::env::var("ERL2LTS_ORACLE").map_or(true, |text| file.to_string_lossy().contains(&text))
}

/// Whether all is compared.
fn is_long() -> bool {
    std::env::var("ERL2LTS_LONG").is_ok_and(|value| value == "1")
}

#[test]
fn fixtures_are_printed_as_they_are() {
    if otp::sources().is_empty() {
        assert!(!erlang_is_required(), "Erlang is missing");
        return;
    }
    let own = Path::new(env!("CARGO_MANIFEST_DIR"));
    let root = own.parent().expect("the workspace").join("fixtures");
    let mut sources = Vec::new();
    for root in [root, own.join("fixtures")] {
        let files = folder::files(&root, "erl").into_iter().filter(|file| wanted(file));
        sources.extend(files.map(|file| (file.clone(), folder::includes(&root, &file))));
    }
    let step = if is_long() { 1 } else { 3 };
    let sources: Vec<_> = sources.into_iter().step_by(step).collect();
    let folder = scratch("fixtures");
    let beams = compiled(&folder, &sources);
    compare(&folder, &beams);
}

#[test]
fn modules_of_erlang_are_printed_as_they_are() {
    let all = folder::files(Path::new("/usr/lib/erlang/lib"), "beam");
    if all.is_empty() {
        assert!(!erlang_is_required(), "Erlang is missing");
        return;
    }
    let step = if is_long() || std::env::var("ERL2LTS_ORACLE").is_ok() { 1 } else { 10 };
    let beams: Vec<PathBuf> = all.into_iter().filter(|file| wanted(file)).step_by(step).collect();
    compare(&scratch("otp"), &beams);
}

/// A compiled module with a byte changed, or cut short, is refused or read, and what is read is text for the parser.
#[test]
fn harmed_modules_do_no_harm() {
    let beam = Path::new("/usr/lib/erlang/lib");
    let Some(file) =
        folder::files(beam, "beam").into_iter().find(|file| file.ends_with("ebin/queue.beam"))
    else {
        assert!(!erlang_is_required(), "Erlang is missing");
        return;
    };
    let bytes = std::fs::read(file).expect("readable");
    let whole = beam::print(&bytes).expect("OTP keeps its code");
    assert!(whole.text.contains("-module(queue)."), "{}", whole.text);
    let (mut n_refused, mut n_read) = (0, 0);
    for at in (0..bytes.len()).step_by(97) {
        let cut = beam::print(&bytes[..at]);
        assert!(cut.is_err(), "{at} bytes are a module");
        let mut changed = bytes.clone();
        changed[at] ^= 1 << (at % 8);
        match beam::print(&changed) {
            Ok(printed) => {
                n_read += 1;
                let _ = frontend::parse_module(frontend::FileId(0), &printed.text);
            }
            Err(_) => n_refused += 1,
        }
    }
    println!("{n_refused} refused, {n_read} read");
    assert!(n_refused > 0 && n_read > 0);
}
