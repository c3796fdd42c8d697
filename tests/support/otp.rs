//! Real runs of modules in OTP's own `gen_fsm` (`otp/otp_driver.erl`), under a clock that the test drives.
//!
//! Input: subjects, and for each of them plans: what is done to the machine whenever it waits, and how
//! calls of other modules end. Output: what showed in each run, line by line. Does not compare.

pub mod follow;
pub mod walks;

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use lts::{Action, Term};
use translator::model::CommandKind;

use super::Subject;
use super::tools::{self, Folder};

/// The program that plays the runs.
const DRIVER: &str = include_str!("otp/otp_driver.erl");

/// The modules that are compared with OTP's own `gen_fsm`.
pub fn otp_fixtures() -> Vec<Subject> {
    let mut files = super::props_in("fixtures/otp");
    files.push(super::file("fixtures/entries/counter_fsm.props"));
    files.iter().flat_map(|path| super::properties(path)).collect()
}

/// What a subject's runs are made of.
pub struct Job<'s> {
    pub subject: &'s Subject,
    pub plans: Vec<Plan>,
    /// Random runs besides: how many, of how many commands, from which seed.
    pub random: (usize, usize, usize),
}

/// What happens in one run.
#[derive(Clone, Default)]
pub struct Plan {
    /// Numbers of commands, from 1, and 0 for the event timeout.
    moves: Vec<usize>,
    /// Numbers of the ends of calls, from 1.
    ends: Vec<usize>,
}

/// One thing that showed in a run.
pub enum Shown {
    /// A command, `timeout`, an answer, the end.
    Label(String),
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
    /// The machine waits with this pair; the event timeout is `armed`, `none`, or `bad`.
    Waits { pair: [String; 2], timer: String, has_client: bool },
    /// terminate/3 is called with this pair because of a crash.
    Crashes { pair: [String; 2] },
    /// The machine is dead.
    Dead,
    /// The run could not be played.
    Wrong(String),
}

/// A command with its kind.
fn tagged(command: &Term) -> (CommandKind, Term) {
    if let Term::Tuple(items) = command
        && let [tag, term] = items.as_slice()
        && let Some(kind) = CommandKind::ALL.into_iter().find(|k| *tag == Term::atom(k.tag()))
    {
        return (kind, term.clone());
    }
    (CommandKind::Event, command.clone())
}

/// The label of a command.
pub fn label_of(command: &Term) -> String {
    let (kind, term) = tagged(command);
    let name = match kind {
        CommandKind::Event => "cmd".to_owned(),
        other => format!("cmd_{}", other.tag()),
    };
    Action { name, args: vec![term], result: None }.to_string()
}

/// Whether somebody waits for the answer to the command with this label.
pub fn is_sync(label: &str) -> bool {
    label.starts_with("cmd_sync(") || label.starts_with("cmd_sync_all(")
}

/// Turns labels of the model into a plan.
pub struct Planner {
    commands: BTreeMap<String, usize>,
    stubs: Vec<(String, usize, Vec<Term>)>,
}

impl Planner {
    pub fn new(subject: &Subject) -> Self {
        let events = subject.events();
        let commands = events.iter().zip(1..).map(|(event, number)| (label_of(event), number));
        let names = names(subject);
        let stubs = rows(&subject.stubs).iter().map(|row| {
            let Term::Tuple(parts) = row else { panic!("{row}") };
            let Term::Tuple(key) = &parts[0] else { panic!("{row}") };
            let [Term::Atom(module), Term::Atom(function), arity] = key.as_slice() else {
                panic!("{row}")
            };
            let arity: usize = arity.to_string().parse().unwrap();
            let key = (module.to_string(), function.to_string(), arity);
            (names.get(&key).unwrap_or(&key.1).clone(), arity, rows(&parts[1]).to_vec())
        });
        Self { commands: commands.collect(), stubs: stubs.collect() }
    }

    /// Adds what has to happen so that a label shows.
    pub fn add(&self, plan: &mut Plan, label: &str, action: &Action) {
        if label == "timeout" {
            plan.moves.push(0);
        } else if let Some(number) = self.commands.get(label) {
            plan.moves.push(*number);
        } else if let Some(end) = self.end(action) {
            plan.ends.push(end + 1);
        }
    }

    fn end(&self, action: &Action) -> Option<usize> {
        let (name, class) = match action.name.split_once(" raises ") {
            Some((name, class)) => (name, Some(class)),
            None => (action.name.as_str(), None),
        };
        let arity = action.args.len() - usize::from(class.is_some());
        let (_, _, ends) = self.stubs.iter().find(|(n, a, _)| n == name && *a == arity)?;
        let wanted = |end: &Term| match (raised(end), class, &action.result) {
            (Some((own, reason)), Some(class), _) => {
                own.to_string() == class && Some(reason) == action.args.last()
            }
            (None, None, Some(value)) => end == value,
            (None, None, None) => true,
            _ => false,
        };
        ends.iter().position(wanted)
    }
}

/// Class and reason of the exception that ends a call.
fn raised(end: &Term) -> Option<(&Term, &Term)> {
    match end {
        Term::Tuple(parts) if parts.len() == 3 && parts[0] == Term::atom("raise") => {
            Some((&parts[1], &parts[2]))
        }
        _ => None,
    }
}

fn rows(list: &Term) -> &[Term] {
    match list {
        Term::Nil => &[],
        Term::List(items, None) => items,
        other => panic!("no list: {other}"),
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
    folder.write("otp_driver.erl", DRIVER);
    let mut text = outside(folder, jobs);
    for (number, job) in jobs.iter().enumerate() {
        folder.write(&format!("{}.erl", job.subject.name()), &job.subject.text);
        folder.write(&format!("{number}.plans"), &plans(&job.plans));
        text += &row(number, job);
    }
    folder.write("jobs", &text);
    let program = "{ok, otp_driver} = compile:file(\"otp_driver.erl\"), otp_driver:main(), halt().";
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
    let words = |numbers: &[usize]| {
        let words: Vec<String> = numbers.iter().map(usize::to_string).collect();
        words.join(" ")
    };
    let lines = plans.iter().map(|plan| [words(&plan.moves), words(&plan.ends)].join("|"));
    lines.collect::<Vec<_>>().join("\n")
}

fn row(number: usize, job: &Job<'_>) -> String {
    let subject = job.subject;
    let commands: Vec<Term> = subject
        .events()
        .iter()
        .map(tagged)
        .map(|(kind, term)| Term::Tuple(vec![Term::atom(kind.tag()), term]))
        .collect();
    let names = names(subject).into_iter().map(|((module, function, arity), name)| {
        let key = vec![Term::atom(&module), Term::atom(&function), Term::integer(arity)];
        Term::Tuple(vec![Term::Tuple(key), Term::atom(&name)])
    });
    let (n_random, length, seed) = job.random;
    format!(
        "{{job, {number}, {}, {}, {}, {}, {}, {{{n_random}, {length}, {seed}}}}}.\n",
        Term::atom(&subject.name()),
        subject.init,
        subject.stubs,
        Term::list(names.collect()),
        Term::list(commands),
    )
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
            let _ = writeln!(text, "{name}({args}) -> otp_driver:called({of}, {name}, [{args}]).");
        }
        let file = format!("{module}.erl");
        folder.write(&file, &text);
        files.push(format!("\"{file}\""));
    }
    format!("{{outside, [{}]}}.\n", files.join(", "))
}

fn shown(line: &str) -> Shown {
    let fields: Vec<&str> = line.split('\t').collect();
    let owned = |texts: &[&str]| texts.iter().map(|text| (*text).to_owned()).collect();
    let pair = |name: &str, data: &str| [name.to_owned(), data.to_owned()];
    match fields.as_slice() {
        ["l", label] => Shown::Label((*label).to_owned()),
        ["c", shown, plain, "|", ends @ ..] => {
            let bar = ends.iter().position(|field| *field == "|").unwrap();
            let (shown, plain) = ((*shown).to_owned(), (*plain).to_owned());
            let (returns, raises) = (owned(&ends[..bar]), owned(&ends[bar + 1..]));
            Shown::Call { shown, plain, returns, raises }
        }
        ["i", name, data, timer, client] => Shown::Waits {
            pair: pair(name, data),
            timer: (*timer).to_owned(),
            has_client: *client == "waits",
        },
        ["t", name, data] => Shown::Crashes { pair: pair(name, data) },
        ["d", ..] => Shown::Dead,
        _ => Shown::Wrong(line.to_owned()),
    }
}
