//! `erl2lts check src/`: every file of properties and every callback module in a folder, and a line for each.
//!
//! Input: a folder. Output: the verdicts of each `.props` file that names what it is about, one after the other, as each is explored
//! on all processors; the findings of each module that says of itself to be a machine, some at a time; then a table, and all of it in the
//! formats that are asked for. What
//! is neither is passed over after one look at its head; one that cannot be read is said and counts as wrong input. Folders, files,
//! and what is checked are looked at up to a bound each: what is left out is said first.

mod abreast;
mod listing;

use std::fmt::Write as _;
use std::num::NonZeroUsize;
use std::path::Path;
use std::thread;

use behaviour::{BEHAVIOURS, Behaviour, either};
use frontend::{Diagnostic, Severity};

use super::check;
use crate::check::written::artifacts::flag_of_properties;
use crate::cli::CheckArgs;
use crate::codes;
use crate::config::settings::placeless;
use crate::io::output;
use crate::io::visible::on_one_line;
use crate::report::{self, FolderReport, Format, Keeps, Part, Reporter, Target};
use crate::session::exit::Exit;
use crate::session::watch::clock;
use crate::session::{Said, Session, voice};
use listing::Listing;

/// Machines that are checked, at most: some minutes of work; and as many files of properties.
const MAX_CHECKED: usize = 1_000;

/// Checks what is in a folder.
pub(super) fn run(args: &CheckArgs) -> Exit {
    let mut session = Session::new(args.source.messages);
    if let Some(error) = unfit(args) {
        session.report(error);
        return Exit::Input;
    }
    let listing = Listing::of(&args.source.input);
    let Listing { mut machines, mut properties, parts, foreign, n_files, is_cut, unreadable } =
        listing;
    let mut exit = if unreadable.is_empty() { Exit::Success } else { Exit::Input };
    for error in unreadable {
        session.report(error);
    }
    let left_out = [&mut machines, &mut properties].map(|files| {
        let left_out = files.len().saturating_sub(MAX_CHECKED);
        files.truncate(MAX_CHECKED);
        left_out
    });
    if machines.is_empty() && properties.is_empty() && exit == Exit::Success {
        session.report(nothing(&args.source.input));
        if !Keeps::of(&args.format).whole {
            return Exit::Input;
        }
        // Whoever reads a report is told by it, too.
        exit = Exit::Input;
    }
    let left_out: usize = left_out.iter().sum();
    if is_cut || left_out > 0 {
        session.report(cut(&args.source.input, (is_cut, n_files), left_out));
        exit = exit.and(Exit::Inconclusive);
    }
    let mut told = Told::new(args, exit);
    for path in &properties {
        told.add(path, of_properties(args, path));
    }
    for path in &parts {
        told.pass_over(path, "names no module");
    }
    let n_threads = n_threads(args);
    clock::share(n_threads);
    abreast::abreast(&machines, n_threads, &|path| of_machine(args, path), &mut |path, checked| {
        session.show(checked.said);
        told.add(path, checked.came);
    });
    for path in &foreign {
        told.pass_over(path, "not looked into, code of others");
    }
    told.end(&mut session, args, (properties.len(), machines.len()))
}

/// What was found out so far.
struct Told {
    exit: Exit,
    table: String,
    report: FolderReport,
}

/// What came of a file.
struct Came {
    exit: Exit,
    /// In words.
    tally: String,
    part: Part,
}

impl Told {
    fn new(args: &CheckArgs, exit: Exit) -> Self {
        let name = args.source.input.display().to_string();
        Self { exit, table: String::new(), report: FolderReport::new(name) }
    }

    fn add(&mut self, path: &Path, came: Came) {
        let Came { exit, tally, part } = came;
        let name = path.display().to_string();
        if !(voice::is_quiet() && exit == Exit::Success) {
            let _ = writeln!(self.table, "          {}: {tally}", on_one_line(&name));
        }
        self.exit = self.exit.and(exit);
        self.report.add(&name, (&tally, exit), part);
    }

    /// Says why something is not checked.
    fn pass_over(&mut self, path: &Path, why: &str) {
        if !voice::is_quiet() {
            let name = path.display().to_string();
            let _ = writeln!(self.table, "          {}: {why}", on_one_line(&name));
        }
    }

    /// Writes the table, and what is written of the folder as a whole.
    fn end(mut self, session: &mut Session, args: &CheckArgs, counts: (usize, usize)) -> Exit {
        let (keeps, checked) = (Keeps::of(&args.format), counted(counts));
        let is_silent = voice::is_quiet() && self.exit == Exit::Success;
        if keeps.shown && !is_silent {
            let line = self.report.line().unwrap_or_default();
            session.print(&format!("checked   {checked}\n{}{line}", self.table));
        }
        let name = args.source.input.display().to_string();
        let own = Reporter::of_part(name, Keeps { shown: false, ..keeps }, false);
        self.report.add_own(own.finish_part(session, self.exit), self.exit);
        for Target { format, file } in &args.format {
            let whole = || self.report.text(*format, &checked, self.exit);
            match file {
                // That went there as it came.
                None if *format == Format::Human => {}
                None if is_silent && *format == Format::Short => {}
                None => session.print_data(&whole()),
                Some(path) => write(session, path, &whole()),
            }
        }
        self.exit.and(session.exit())
    }
}

fn write(session: &mut Session, path: &Path, text: &str) {
    let written = output::write_file(path, &|out| out.write_all(text.as_bytes()));
    if let Err(error) = written {
        session.unwritable(&format!("`{}`", path.display()), &error);
    }
}

/// How many files were checked, in words.
fn counted((properties, machines): (usize, usize)) -> String {
    let of = |count: usize, one: &str, many: &str| match count {
        0 => None,
        1 => Some(format!("1 {one}")),
        count => Some(format!("{count} {many}")),
    };
    let properties = of(properties, "file of properties", "files of properties");
    let machines = of(machines, "module", "modules");
    let words: Vec<String> = properties.into_iter().chain(machines).collect();
    if words.is_empty() { "0 modules".to_owned() } else { words.join(", ") }
}

/// How many machines are checked at once.
fn n_threads(args: &CheckArgs) -> usize {
    let given = args.limits.threads.or_else(|| thread::available_parallelism().ok());
    given.map_or(1, NonZeroUsize::get)
}

/// The report of a file of the folder.
fn reporter(args: &CheckArgs, path: &Path) -> Reporter {
    let name = path.display().to_string();
    Reporter::of_part(name, Keeps::of(&args.format), args.explain_formula)
}

/// The arguments for one file of the folder.
fn alone(args: &CheckArgs, path: &Path) -> CheckArgs {
    let mut args = args.clone();
    path.clone_into(&mut args.source.input);
    args.format.clear();
    args
}

/// Checks a file of properties.
fn of_properties(args: &CheckArgs, path: &Path) -> Came {
    let mut session = Session::new(args.source.messages);
    let mut report = reporter(args, path);
    if Keeps::of(&args.format).shown && !voice::is_quiet() {
        let name = path.display().to_string();
        session.print(&format!("file      {}\n", on_one_line(&name)));
    }
    let exit = check(&mut session, &mut report, &alone(args, path)).and(session.exit());
    let part = report.finish_part(&mut session, exit);
    let word = match exit {
        Exit::Success => "as expected",
        Exit::Violated => "not as expected",
        Exit::Inconclusive => "inconclusive",
        Exit::Input | Exit::Bug => "not checked",
    };
    Came { exit, tally: with_counts(word, &part.words()), part }
}

/// What came of one machine, and what was said of it.
struct Checked {
    said: Vec<Said>,
    came: Came,
}

/// Checks one machine of a folder.
fn of_machine(args: &CheckArgs, path: &Path) -> Checked {
    let mut session = Session::held(args.source.messages);
    let mut report = reporter(args, path);
    let mut own = alone(args, path);
    // Others are under way on the other processors.
    own.limits.threads = Some(NonZeroUsize::MIN);
    let exit = check(&mut session, &mut report, &own).and(session.exit());
    let part = report.finish_part(&mut session, exit);
    let word = match exit {
        Exit::Success => "nothing certain",
        Exit::Violated => "findings",
        Exit::Inconclusive => "inconclusive",
        Exit::Input | Exit::Bug => "not checked",
    };
    let (certain, possible) = part.findings;
    let counts = [(certain, "certain"), (possible, "possible")];
    let counts: Vec<String> = counts
        .into_iter()
        .filter(|(count, _)| *count > 0)
        .map(|(count, rank)| format!("{count} {rank}"))
        .collect();
    let tally = with_counts(word, &counts.join(", "));
    Checked { said: session.said(), came: Came { exit, tally, part } }
}

fn with_counts(word: &str, counts: &str) -> String {
    if counts.is_empty() { word.to_owned() } else { format!("{word} ({counts})") }
}

/// What is wrong with the flags.
fn unfit(args: &CheckArgs) -> Option<Diagnostic> {
    let of_one = flag_of_one(args).map(|flag| {
        let message = format!("{flag} is for one file, not for a folder");
        let help = "name a file of the folder, one at a time";
        placeless(codes::BAD_FLAGS, message).with_help(help)
    });
    let targets = || report::contradiction(&args.format, &args.source.input);
    of_one.or_else(targets).or_else(|| flag_of_properties(args))
}

/// A flag that says what is done with one file.
fn flag_of_one(args: &CheckArgs) -> Option<&'static str> {
    let flags = [
        ("`--emit-test`", args.emit_test.is_some()),
        ("`--stdin`", args.stdin),
        ("`-e`", !args.asked.formulas.is_empty()),
        ("a file of formulas", !args.files.is_empty()),
    ];
    flags.into_iter().find_map(|(flag, is_given)| is_given.then_some(flag))
}

/// A message that there is nothing to be checked.
fn nothing(folder: &Path) -> Diagnostic {
    let message = format!(
        "there is no callback module of a {}, and no .props file, in `{}`",
        either(&BEHAVIOURS.map(Behaviour::name)),
        folder.display()
    );
    placeless(codes::UNKNOWN_FILE, message)
}

/// A message that not all of a folder is looked at.
fn cut(folder: &Path, (is_cut, n_files): (bool, usize), left_out: usize) -> Diagnostic {
    let folder = folder.display();
    let message = if is_cut {
        format!("`{folder}` is too large: of what is in it, {n_files} files were looked at")
    } else {
        format!(
            "only the first {MAX_CHECKED} machines and files of properties in `{folder}` are checked, {left_out} are left out"
        )
    };
    Diagnostic::new(codes::LIMIT, Severity::Warning, message).with_help("name a folder within it")
}
