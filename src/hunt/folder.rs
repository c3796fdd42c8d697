//! `erl2lts check src/`: every callback module in a folder, and a line for each.
//!
//! Input: a folder. Output: the findings of each module that says of itself to be a machine, then a table. What is
//! no such module is passed over after one look at its head; one that cannot be read is said and counts as wrong input.
//! Folders, files and machines are looked at up to a bound each: what is left out is said first.

mod abreast;

use behaviour::{BEHAVIOURS, Behaviour, either};
use std::fmt::Write as _;
use std::fs;
use std::io::Read as _;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::thread;

use frontend::{Diagnostic, Severity};

use crate::check::artifacts::flag_of_properties;
use crate::cli::CheckArgs;
use crate::codes;
use crate::config::settings::placeless;
use crate::hunt;
use crate::io::{asked, input};
use crate::report::{Format, Target};
use crate::session::exit::Exit;
use crate::session::{Said, Session};
use crate::system::{Input, load};
use crate::watch::clock;

/// Files that are looked at, at most.
const MAX_FILES: usize = 100_000;

/// Folders that are looked into, at most.
const MAX_FOLDERS: usize = 100_000;

/// Machines that are checked, at most: some minutes of work.
const MAX_MACHINES: usize = 1_000;

/// Bytes of a file in which it says what it is.
const HEAD: u64 = 1 << 20;

/// What a folder holds.
#[derive(Debug, Default)]
struct Listing {
    /// Erlang sources.
    files: Vec<PathBuf>,
    /// Folders that were looked into.
    n_folders: usize,
    /// Whether there is more than was looked at.
    is_cut: bool,
    /// What could not be opened, and why.
    unreadable: Vec<Diagnostic>,
}

/// Checks the machines of a folder.
pub(crate) fn run(args: &CheckArgs) -> Exit {
    let mut session = Session::new(args.source.messages);
    if let Some(flag) = flag_of_one_module(args) {
        let message = format!("{flag} is for one module, not for a folder");
        let help =
            "check the modules one by one: `for f in src/*.erl; do erl2lts check \"$f\" ..; done`";
        session.report(placeless(codes::BAD_FLAGS, message).with_help(help));
        return Exit::Input;
    }
    if let Some(error) = flag_of_properties(args) {
        session.report(error);
        return Exit::Input;
    }
    let mut listing = Listing::default();
    collect(&args.source.input, &mut listing);
    listing.files.sort();
    let mut files = listing.files;
    let n_files = files.len();
    files.retain(|path| match head(path) {
        Ok(text) => is_machine(&text),
        Err(error) => {
            listing.unreadable.push(error);
            false
        }
    });
    let mut exit = Exit::Success;
    for error in listing.unreadable {
        session.report(error);
        exit = Exit::Input;
    }
    let left_out = files.len().saturating_sub(MAX_MACHINES);
    files.truncate(MAX_MACHINES);
    if files.is_empty() && exit == Exit::Success {
        let message = format!(
            "there is no callback module of a {} in `{}`",
            either(&BEHAVIOURS.map(Behaviour::name)),
            args.source.input.display()
        );
        session.report(placeless(codes::UNKNOWN_FILE, message));
        return Exit::Input;
    }
    let mut table = String::new();
    if listing.is_cut || left_out > 0 {
        session.report(cut(args, (listing.is_cut, n_files), left_out));
        exit = exit.and(Exit::Inconclusive);
    }
    let n_threads = n_threads(args);
    clock::share(n_threads);
    abreast::abreast(&files, n_threads, &|path| check(args, path), &mut |path, checked| {
        session.show(checked.said);
        let _ = writeln!(table, "          {}: {}", path.display(), checked.tally);
        exit = exit.and(checked.exit);
    });
    let modules = if files.len() == 1 { "module" } else { "modules" };
    session.print(&format!("checked   {} {modules}\n{table}", files.len()));
    exit
}

/// How many machines are checked at once.
fn n_threads(args: &CheckArgs) -> usize {
    let given = args.limits.threads.or_else(|| thread::available_parallelism().ok());
    given.map_or(1, NonZeroUsize::get)
}

/// What came of one machine.
struct Checked {
    said: Vec<Said>,
    exit: Exit,
    /// In words.
    tally: String,
}

/// Checks one machine of a folder.
fn check(args: &CheckArgs, path: &Path) -> Checked {
    let mut file_args = args.clone();
    path.clone_into(&mut file_args.source.input);
    let mut session = Session::held(args.source.messages);
    let (exit, tally) = match load(&mut session, &file_args.source, None, &[], None) {
        Some(Input::Module(subject)) => hunt::counted(&mut session, None, &file_args, &subject),
        _ => (Exit::Input, hunt::Tally::default()),
    };
    let exit = exit.and(session.exit());
    let word = match exit {
        Exit::Success => "nothing certain",
        Exit::Violated => "findings",
        Exit::Inconclusive => "inconclusive",
        Exit::Input | Exit::Bug => "not checked",
    };
    let counts = [(tally.certain, "certain"), (tally.possible, "possible")];
    let counts: Vec<String> = counts
        .into_iter()
        .filter(|(count, _)| *count > 0)
        .map(|(count, rank)| format!("{count} {rank}"))
        .collect();
    let counts =
        if counts.is_empty() { String::new() } else { format!(" ({})", counts.join(", ")) };
    Checked { said: session.said(), exit, tally: format!("{word}{counts}") }
}

/// A flag that says what is done with one module.
fn flag_of_one_module(args: &CheckArgs) -> Option<&'static str> {
    let is_report = |target: &Target| target.format == Format::Human && target.file.is_none();
    let flags = [
        ("`--emit-test`", args.emit_test.is_some()),
        ("`--stdin`", args.stdin),
        ("`--format`", !args.format.iter().all(is_report)),
        ("`-e`", !args.asked.formulas.is_empty()),
        ("a file of formulas", !args.files.is_empty()),
    ];
    flags.into_iter().find_map(|(flag, is_given)| is_given.then_some(flag))
}

/// A message that not all of a folder is looked at.
fn cut(args: &CheckArgs, (is_cut, n_files): (bool, usize), left_out: usize) -> Diagnostic {
    let folder = args.source.input.display();
    let message = if is_cut {
        format!("`{folder}` is too large: of what is in it, {n_files} Erlang files were looked at")
    } else {
        format!(
            "only the first {MAX_MACHINES} machines in `{folder}` are checked, {left_out} are left out"
        )
    };
    Diagnostic::new(codes::LIMIT, Severity::Warning, message).with_help("name a folder within it")
}

/// The Erlang sources under a folder; links are not followed.
fn collect(folder: &Path, listing: &mut Listing) {
    if listing.n_folders == MAX_FOLDERS {
        listing.is_cut = true;
        return;
    }
    listing.n_folders += 1;
    // That there is one more is a change, too.
    asked::entries(folder);
    let entries = match fs::read_dir(folder) {
        Ok(entries) => entries,
        Err(error) => {
            listing.unreadable.push(input::failed(folder, &error));
            return;
        }
    };
    let mut entries: Vec<_> = entries.filter_map(Result::ok).collect();
    entries.sort_by_key(fs::DirEntry::file_name);
    for entry in entries {
        let Ok(kind) = entry.file_type() else { continue };
        let path = entry.path();
        if kind.is_dir() {
            collect(&path, listing);
        } else if kind.is_file() && path.extension().is_some_and(|extension| extension == "erl") {
            if listing.files.len() == MAX_FILES {
                listing.is_cut = true;
                return;
            }
            listing.files.push(path);
        }
    }
}

/// The text at the head of a file, as far as it is read; attributes are ASCII.
fn head(path: &Path) -> Result<String, Diagnostic> {
    let mut bytes = Vec::new();
    let mut file = input::open(path)?.take(HEAD);
    file.read_to_end(&mut bytes).map_err(|error| input::failed(path, &error))?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

/// Whether a text says that it is the callback module of a machine.
fn is_machine(text: &str) -> bool {
    text.lines().filter_map(|line| line.trim_start().strip_prefix('-')).any(|line| {
        let line: String = line.chars().filter(|c| !c.is_whitespace()).collect();
        ["behaviour(", "behavior("].iter().any(|word| {
            line.strip_prefix(word).is_some_and(|rest| {
                rest.split_once(')').is_some_and(|(name, _)| behaviour::of_module(name).is_some())
            })
        })
    })
}
