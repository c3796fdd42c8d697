//! Real runs of modules in OTP's own `gen_fsm`, `gen_server` and `gen_statem` (`otp/otp_driver.erl`, `otp/otp_clock.erl`),
//! under a clock that the test drives.
//!
//! Input: subjects, and for each of them plans: what is done to the machine whenever it waits, and how
//! calls of other modules end. Output: what showed in each run, line by line. Does not compare.

pub mod follow;
mod labels;
pub mod plan;
pub mod stored;
pub mod walks;

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use lts::{Action, Term};
use model::Time;
use plan::Plan;
use stored::Kept;

use super::tools::{self, Folder};
use super::{Subject, is_call};

/// The program that plays the runs.
const PROGRAM: [(&str, &str); 2] = [
    ("otp_clock.erl", include_str!("otp/otp_clock.erl")),
    ("otp_driver.erl", include_str!("otp/otp_driver.erl")),
];

/// Modules of all behaviours of OTP.
pub fn otp_fixtures() -> Vec<Subject> {
    finite_fixtures().into_iter().chain(principles()).collect()
}

/// Those after OTP's Design Principles: what they keep grows without end where any command may come at any time.
pub fn principles() -> Vec<Subject> {
    super::props_in("fixtures/principles").iter().flat_map(|path| super::properties(path)).collect()
}

/// Those that have a last state there, too.
pub fn finite_fixtures() -> Vec<Subject> {
    let mut files = super::props_in("fixtures/otp");
    files.extend(super::props_in("fixtures/server"));
    files.extend(super::props_in("fixtures/statem"));
    files.extend(super::props_in("fixtures/successors/src"));
    let others = ["entries/counter_fsm", "timers/blinker_fsm", "timers/light_fsm"];
    files.extend(others.map(|name| super::file(&format!("fixtures/{name}.props"))));
    files.iter().flat_map(|path| super::properties(path)).collect()
}

/// What a subject's runs are made of.
pub struct Job<'s> {
    pub subject: &'s Subject,
    pub plans: Vec<Plan>,
    /// Random runs besides: how many, of how many commands, from which seed.
    pub random: (usize, usize, usize),
}

/// One thing that showed in a run.
pub enum Shown {
    /// An answer, what the machine sends itself, the end.
    Label(String),
    /// A command, a timeout, a timer.
    Move(String),
    /// A timer is started or cancelled.
    Service(Action),
    /// A call of another module.
    Call {
        /// With its end.
        shown: String,
        /// Without it.
        plain: String,
        /// With each value that it may return.
        returns: Vec<String>,
        /// With each exception.
        raises: Vec<String>,
    },
    /// The machine waits; the labels of what may happen next.
    Waits { kept: Kept, next: Vec<String> },
    /// terminate/3 is called with this pair because of a crash.
    Crashes { pair: [String; 2] },
    /// The machine is dead.
    Dead,
    /// The run could not be played.
    Wrong(String),
}

impl std::fmt::Display for Shown {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Label(text) | Self::Move(text) => write!(f, "{text}"),
            Self::Call { shown, .. } => write!(f, "{shown}"),
            Self::Service(action) => write!(f, "{action}"),
            Self::Waits { kept, .. } => write!(f, "  {kept}"),
            Self::Crashes { pair: [name, data] } => write!(f, "  {name} {data} (crash)"),
            Self::Dead => write!(f, "  dead"),
            Self::Wrong(what) => write!(f, "  {what}"),
        }
    }
}

/// Names that labels have already.
const TAKEN: [&str; 7] =
    ["crash", "stop", "start_failed", "start_ignored", "reply", "timeout", "i"];

/// Functions whose label names their module: those that share name and arity with another.
fn names(subject: &Subject) -> BTreeMap<(String, String, usize), String> {
    let outside = subject.outside();
    let shared = |one: &(String, String, usize)| {
        outside.iter().any(|other| one.0 != other.0 && one.1 == other.1 && one.2 == other.2)
    };
    let is_taken = |name: &str| TAKEN.contains(&name) || name.starts_with("cmd");
    let named = outside.iter().filter(|one| shared(one) || is_taken(&one.1));
    named.map(|one| (one.clone(), format!("{}:{}", one.0, one.1))).collect()
}

/// Plays the runs of all jobs in one virtual machine; what showed, by job, by run.
pub fn play(folder: &Folder, erl: &Path, jobs: &[Job<'_>]) -> Vec<Vec<Vec<Shown>>> {
    for (name, text) in PROGRAM {
        folder.write(name, text);
    }
    let mut text = outside(folder, jobs);
    for (number, job) in jobs.iter().enumerate() {
        folder.write(&format!("{}.erl", job.subject.name()), &job.subject.text);
        for (name, text) in &job.subject.others {
            folder.write(&format!("{name}.erl"), text);
        }
        folder.write(&format!("{number}.plans"), &plans(&job.plans));
        text += &row(number, job);
    }
    folder.write("jobs", &text);
    let program = "[{ok, _} = compile:file(File) || File <- [otp_clock, otp_driver]], \
        otp_driver:main(), halt().";
    tools::run(folder.path(), erl, &["-noshell", "-eval", program]);
    let runs = |number: usize| {
        let path = folder.path().join(format!("{number}.runs"));
        let text = fs::read_to_string(path).unwrap();
        let lines: Vec<&str> = text.lines().collect();
        let runs = lines.chunk_by(|_, next| *next != "run");
        runs.map(|run| run[1..].iter().map(|line| shown(line)).collect()).collect()
    };
    (0..jobs.len()).map(runs).collect()
}

fn plans(plans: &[Plan]) -> String {
    plans.iter().map(Plan::line).collect::<Vec<_>>().join("\n")
}

fn row(number: usize, job: &Job<'_>) -> String {
    let subject = job.subject;
    let commands = subject.events();
    let commands = commands.iter().map(|command| {
        let (kind, term) = subject.sent(command);
        let sent = Term::Tuple(vec![Term::atom(kind.tag), without_pids(&term)]);
        match command {
            Term::Tuple(parts) if is_call(command) => {
                Term::Tuple(parts.iter().cloned().chain([sent]).collect())
            }
            _ => sent,
        }
    });
    let names = names(subject).into_iter().map(|((module, function, arity), name)| {
        let key = vec![Term::atom(&module), Term::atom(&function), Term::integer(arity)];
        Term::Tuple(vec![Term::Tuple(key), Term::atom(&name)])
    });
    let (n_random, length, seed) = job.random;
    let others = subject.others.iter().map(|(name, _)| Term::atom(name));
    let modules = std::iter::once(Term::atom(&subject.name())).chain(others).collect();
    format!(
        "{{job, {number}, {}, {}, {}, {}, {}, {{{}, {}, {}, {}}}, \
         {{{n_random}, {length}, {seed}}}}}.\n",
        Term::list(modules),
        subject.init,
        subject.stubs,
        Term::list(names.collect()),
        Term::list(commands.collect()),
        subject.clients,
        subject.mailbox,
        time(subject),
        subject.timing.zero_first,
    )
}

/// A term that can be read in another virtual machine: what stands for process identifiers is known to the driver.
fn without_pids(term: &Term) -> Term {
    match term {
        Term::Pid(number) => {
            Term::Tuple(vec![Term::atom("$otp_pid"), Term::Integer(number.clone())])
        }
        Term::Tuple(parts) => Term::Tuple(parts.iter().map(without_pids).collect()),
        Term::List(items, end) => {
            let end = end.as_deref().map_or(Term::Nil, without_pids);
            Term::list_with_tail(items.iter().map(without_pids).collect(), end)
        }
        _ => term.clone(),
    }
}

/// How time passes: a number is the milliseconds of a tick.
fn time(subject: &Subject) -> String {
    match subject.timing.time {
        Time::Untimed => "untimed".to_owned(),
        Time::Progress => "progress".to_owned(),
        Time::Tick => subject.timing.quantum.unwrap().to_string(),
    }
}

/// Writes a module for each that is called; the driver leaves out those of OTP.
fn outside(folder: &Folder, jobs: &[Job<'_>]) -> String {
    let mut modules: BTreeMap<String, BTreeSet<(String, usize)>> = BTreeMap::new();
    for (module, name, arity) in jobs.iter().flat_map(|job| job.subject.outside()) {
        modules.entry(module).or_default().insert((name, arity));
    }
    let mut files = Vec::new();
    for (module, functions) in modules {
        let mut text = format!("-module({module}).\n-compile([export_all, nowarn_export_all]).\n");
        for (name, arity) in functions {
            let (name, of) = (Term::atom(&name), Term::atom(&module));
            let args: Vec<String> = (1..=arity).map(|arg| format!("X{arg}")).collect();
            let args = args.join(", ");
            let _ = writeln!(text, "{name}({args}) -> otp_clock:called({of}, {name}, [{args}]).");
        }
        let file = format!("{module}.erl");
        folder.write(&file, &text);
        files.push(format!("\"{file}\""));
    }
    format!("{{outside, [{}]}}.\n", files.join(", "))
}

fn shown(line: &str) -> Shown {
    let fields: Vec<&str> = line.split('\t').collect();
    let owned =
        |texts: &[&str]| -> Vec<String> { texts.iter().map(|text| (*text).to_owned()).collect() };
    let pair = |name: &str, data: &str| [name.to_owned(), data.to_owned()];
    match fields.as_slice() {
        ["l", label] => Shown::Label((*label).to_owned()),
        ["m", label] => Shown::Move((*label).to_owned()),
        ["s", _, function, args, result] => {
            let text = format!("{function}({args}) -> {result}");
            Action::parse(&text).map_or(Shown::Wrong(text), Shown::Service)
        }
        ["c", shown, plain, "|", ends @ ..] => {
            let bar = ends.iter().position(|field| *field == "|").unwrap();
            let (shown, plain) = ((*shown).to_owned(), (*plain).to_owned());
            let (returns, raises) = (owned(&ends[..bar]), owned(&ends[bar + 1..]));
            Shown::Call { shown, plain, returns, raises }
        }
        ["i", name, data, timeout, waits, timers, trap, queue, "|", next @ ..] => {
            let [timeout, waits, timers, trap, queue] =
                [timeout, waits, timers, trap, queue].map(|text| (*text).to_owned());
            let kept = Kept { pair: pair(name, data), timeout, waits, timers, trap, queue };
            Shown::Waits { kept, next: owned(next) }
        }
        ["t", name, data] => Shown::Crashes { pair: pair(name, data) },
        ["d", ..] => Shown::Dead,
        _ => Shown::Wrong(line.to_owned()),
    }
}
