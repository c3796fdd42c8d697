//! Shared by the differential tests: modules to try, and this tool as a library.

#![allow(dead_code, unreachable_pub, reason = "each test binary uses a part of this")]
#![allow(clippy::unwrap_used, clippy::panic, clippy::print_stdout, reason = "tests may fail")]

pub mod bisimulation;
pub mod chosen;
pub mod comparison;
pub mod driver;
pub mod generator;
pub mod identities;
pub mod instances;
pub mod large;
pub mod otp;
pub mod stubs;
pub mod tools;
pub mod tree;

#[allow(unused_imports, reason = "each test binary uses a part of this")]
pub use chosen::{generated, generated_rich, rich_from, small, small_rich};

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use frontend::ast::{Callee, ExprKind};
use frontend::{Diagnostic, FileId, Module, parse_module};
use lts::aut::TauName;
use lts::explore::{Limits, explore};
use lts::semantics::{LabelStyle, Machine, View, constant};
use lts::term::parse::{parse_term, parse_terms};
use lts::{Lts, Term};
use translator::model::{Command, Environment, Expr, Form, Model, Time, Timing, Unhandled};
use translator::stubs::Stub;
use translator::{Options, translate};

/// Generated modules with more states, in the larger form and view, are not used.
pub const MAX_STATES: usize = 2000;

/// Those with fewer have stopped before anything happened.
const MIN_STATES: usize = 30;

/// A module under one environment.
#[derive(Clone)]
pub struct Subject {
    /// For messages.
    pub title: String,
    /// Source of the module.
    pub text: String,
    pub module: Module,
    pub init: Term,
    pub commands: Term,
    pub unhandled: Unhandled,
    /// How many clients may wait at once.
    pub clients: usize,
    /// How time passes.
    pub timing: Timing,
    /// What calls of other modules do, as in a `.props` file.
    pub stubs: Term,
    /// View, states and transitions that the direct form must have.
    pub expected: Vec<(View, usize, usize)>,
}

impl Subject {
    pub fn model(&self, form: Form) -> Model {
        self.translated(Some(constant(&self.init).unwrap()), stubs::stubs(&self.stubs), form)
    }

    /// Where nobody says what `init/1` is called with, nor what other modules do.
    pub fn open_model(&self) -> Model {
        self.translated(None, Vec::new(), Form::Direct)
    }

    fn translated(&self, init: Option<Expr>, stubs: Vec<Stub>, form: Form) -> Model {
        let environment = environment(&self.commands);
        let (unhandled, clients, timing) = (self.unhandled, self.clients, self.timing);
        let options = Options {
            init,
            clients,
            unhandled,
            timing,
            form,
            stubs,
            ..Options::under(environment)
        };
        let outcome = translate(&self.module, &options);
        let failed = outcome.has_errors();
        let messages = || messages(&self.text, &outcome.diagnostics);
        outcome.value.model.filter(|_| !failed).unwrap_or_else(|| panic!("{self}: {}", messages()))
    }

    pub fn lts(&self, form: Form, view: View, style: LabelStyle) -> Lts {
        lts(&self.model(form), view, style, usize::MAX).unwrap()
    }

    /// The forms that it has: the paper form knows one client, and untimed time only.
    pub fn forms(&self) -> &'static [Form] {
        if self.clients > 1 || self.timing.time != Time::Untimed {
            &[Form::Direct]
        } else {
            &[Form::Paper, Form::Direct]
        }
    }

    pub fn name(&self) -> String {
        self.module.name.as_ref().unwrap().0.to_string()
    }

    /// The commands without repetition.
    pub fn events(&self) -> Vec<Term> {
        let list = match &self.commands {
            Term::Tuple(items) => &items[1],
            plain => plain,
        };
        let mut distinct = Vec::new();
        if let Term::List(items, None) = list {
            for event in items {
                if !distinct.contains(event) {
                    distinct.push(event.clone());
                }
            }
        }
        distinct
    }

    /// This module where any command may come at any time.
    pub fn in_free_environment(&self) -> Self {
        let commands = Term::Tuple(vec![Term::atom("any_of"), Term::list(self.events())]);
        Self { commands, ..self.clone() }
    }

    /// Functions of other modules that the module calls: module, name, arity.
    pub fn outside(&self) -> BTreeSet<(String, String, usize)> {
        let mut calls = BTreeSet::new();
        let clauses = self.module.functions().flat_map(|function| &function.clauses);
        for expr in clauses.flat_map(|clause| &clause.body) {
            expr.for_each(&mut |expr| {
                if let ExprKind::Call(Callee::Remote(module, name, _), args) = &expr.kind
                    && module.as_str() != "gen_fsm"
                {
                    calls.insert((module.to_string(), name.to_string(), args.len()));
                }
            });
        }
        calls
    }
}

impl std::fmt::Display for Subject {
    /// All that is needed to try this subject by hand.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self { title, text, init, commands, unhandled, stubs, .. } = self;
        let unhandled = format!("{unhandled:?}").to_lowercase();
        writeln!(f, "{title}\n--init '{init}' --commands '{commands}' --unhandled {unhandled}")?;
        writeln!(f, "--stubs '{stubs}'")?;
        write!(f, "{text}")
    }
}

fn messages(text: &str, diagnostics: &[Diagnostic]) -> String {
    let describe = |diagnostic: &Diagnostic| {
        let places = diagnostic.labels.iter().map(|label| {
            text.get(label.span.start as usize..label.span.end as usize).unwrap_or("?")
        });
        format!("{}: {} {:?}", diagnostic.code.0, diagnostic.message, places.collect::<Vec<_>>())
    };
    diagnostics.iter().map(describe).collect::<Vec<_>>().join("\n")
}

fn environment(commands: &Term) -> Environment {
    let list = |term: &Term| match term {
        Term::List(items, None) => {
            items.iter().map(|item| Command::written(constant(item).unwrap())).collect::<Vec<_>>()
        }
        Term::Nil => Vec::new(),
        other => panic!("no list of commands: {other}"),
    };
    match commands {
        Term::Tuple(items) if items[0] == Term::atom("any_of") => {
            Environment::AnyOf(list(&items[1]))
        }
        Term::Tuple(items) if items[0] == Term::atom("cycle") => {
            Environment::Cycle(list(&items[1]))
        }
        Term::Tuple(items) => Environment::Sequence(list(&items[1])),
        plain => Environment::Sequence(list(plain)),
    }
}

/// Reads a term that must be one.
pub fn term(text: &str) -> Term {
    parse_term(FileId(0), text).value.unwrap_or_else(|| panic!("not a term: {text}"))
}

/// Explores a model; `None` if it has more states.
pub fn lts(model: &Model, view: View, style: LabelStyle, max_states: usize) -> Option<Lts> {
    let mut machine = Machine::new(model, view, style);
    let mut limits = Limits { max_states, interrupted: &mut |_| false };
    let exploration = explore(&mut machine, &mut limits).unwrap();
    exploration.stop.is_none().then_some(exploration.lts)
}

/// The text of an `.aut` file.
pub fn aut(lts: &Lts, tau: TauName) -> String {
    let mut text = Vec::new();
    lts::aut::write(lts, tau, &mut text).unwrap();
    String::from_utf8(text).unwrap()
}

/// Reads an `.aut` file of another tool.
pub fn read_aut(path: &Path, tau: TauName) -> Lts {
    let text = fs::read_to_string(path).unwrap();
    lts::aut::read(FileId(0), &text, Some(tau)).value.unwrap()
}

/// A file of the repository.
pub fn file(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(path)
}

fn subject(title: &str, text: String, init: Term, commands: Term, unhandled: Unhandled) -> Subject {
    let parsed = parse_module(FileId(0), &text);
    assert!(!parsed.has_errors(), "{title}: {}\n{text}", messages(&text, &parsed.diagnostics));
    let (title, module, expected) = (title.to_owned(), parsed.value, Vec::new());
    let (clients, timing, stubs) = (1, Timing::default(), Term::Nil);
    Subject { title, text, module, init, commands, unhandled, clients, timing, stubs, expected }
}

/// A module where any of these events may come at any time.
pub fn module_subject(title: &str, text: String, init: Term, events: &[Term]) -> Subject {
    let commands = Term::Tuple(vec![Term::atom("any_of"), Term::list(events.to_vec())]);
    subject(title, text, init, commands, Unhandled::Crash)
}

/// A module that receives messages without a look at them, so that it can be printed.
pub fn waiting() -> Subject {
    let text = fs::read_to_string(file("fixtures/receive/waits.erl")).unwrap();
    module_subject("waits", text, term("1"), &["any", "pause", "hang"].map(term))
}

/// The case studies, under every list of commands that their files name, and the kept modules.
pub fn fixtures() -> Vec<Subject> {
    let mut files: Vec<PathBuf> = [
        "door/door",
        "coffee/coffee",
        "coffee_faulty/coffee_faulty",
        "endings/endings",
        "heater/heater",
        "names/names",
        "scope/scope",
        "wide/wide",
        "bodies/bodies_calls",
        "bodies/bodies_frames",
        "bodies/bodies_records",
        "bodies/bodies_lists",
        "bodies/bodies_exceptions",
        "bodies/bodies_numbers",
        "bodies/bodies_library",
        "bodies/bodies_macros",
        "bodies/bodies_shadows",
        "bodies/bodies_unknowns",
        "bodies/bodies_equal",
        "bodies/bodies_sizes",
        "segments/segments",
        "simple/simple_fsm",
        "readme_payment/readme_payment_fsm",
        "payment/payment",
    ]
    .map(|name| file(&format!("fixtures/{name}.props")))
    .to_vec();
    files.extend(kept());
    files.iter().flat_map(|path| properties(path)).collect()
}

/// Modules under commands of all kinds, which callbacks of all kinds take.
pub fn entries() -> Vec<Subject> {
    let names = [
        "entries/counter_fsm",
        "entries/calls_fsm",
        "entries/watch_fsm",
        "eye_process/eye_process",
    ];
    names.iter().flat_map(|name| properties(&file(&format!("fixtures/{name}.props")))).collect()
}

/// A module with timers, under its commands, in each way in which time may pass.
pub fn timers() -> Vec<Subject> {
    let subjects = properties(&file("fixtures/timers/blinker_fsm.props"));
    let times = [Time::Untimed, Time::Progress, Time::Tick];
    let timed = |subject: Subject| {
        times.map(|time| {
            let timing = Timing { time, ..subject.timing };
            Subject { title: format!("{} {time:?}", subject.title), timing, ..subject.clone() }
        })
    };
    subjects.into_iter().flat_map(timed).collect()
}

/// A machine that sends itself events and messages, and one that gets exit signals.
pub fn queues() -> Vec<Subject> {
    let files = ["fixtures/queue/poster.props", "fixtures/queue/child.props"];
    files.iter().flat_map(|path| properties(&file(path))).collect()
}

/// The `.props` files of the generated modules that are kept.
pub fn kept() -> Vec<PathBuf> {
    props_in("fixtures/generated")
}

/// The same for those with callbacks of all kinds.
pub fn kept_rich() -> Vec<PathBuf> {
    props_in("fixtures/generated_kinds")
}

/// The kept modules with callbacks of all kinds, under their commands.
pub fn kinds() -> Vec<Subject> {
    kept_rich().iter().flat_map(|path| properties(path)).collect()
}

fn props_in(folder: &str) -> Vec<PathBuf> {
    let entries = fs::read_dir(file(folder)).into_iter().flatten();
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
    files.retain(|path| path.extension().is_some_and(|extension| extension == "props"));
    files.sort();
    files
}

/// The settings of a `.props` file, of its expectations and properties.
fn properties(path: &Path) -> Vec<Subject> {
    let terms = parse_terms(FileId(0), &fs::read_to_string(path).unwrap()).value;
    let rows: Vec<Vec<Term>> = terms
        .iter()
        .map(|row| match row.term() {
            Term::Tuple(items) => items,
            other => panic!("{}: {other}", path.display()),
        })
        .collect();
    let value =
        |key: &str| rows.iter().find(|row| row[0] == Term::atom(key)).map(|row| row[1].clone());
    let module = path.parent().unwrap().join(format!("{}.erl", value("module").unwrap()));
    let text = fs::read_to_string(module).unwrap();
    let mut subjects: Vec<Subject> = Vec::new();
    for row in &rows {
        let options: Vec<(Term, Term)> = match (row[0].to_string().as_str(), row.last()) {
            ("expect_lts", Some(Term::Map(entries))) => entries.clone(),
            ("property", Some(Term::List(items, None))) => items.iter().filter_map(pair).collect(),
            ("property", _) => Vec::new(),
            _ => continue,
        };
        let option = |key: &str| {
            options
                .iter()
                .find(|(name, _)| *name == Term::atom(key))
                .map(|(_, value)| value.clone())
        };
        let own = |key: &str| option(key).or_else(|| value(key));
        let (init, commands) = (own("init").unwrap_or(Term::Nil), own("commands").unwrap());
        let unhandled = match own("unhandled").map(|mode| mode.to_string()).as_deref() {
            None | Some("crash") => Unhandled::Crash,
            Some("disallow") => Unhandled::Disallow,
            Some("ignore") => Unhandled::Ignore,
            Some(other) => panic!("{other}"),
        };
        let stubs = own("stubs").unwrap_or(Term::Nil);
        let clients = own("clients").map_or(1, |number| number.to_string().parse().unwrap());
        let place = subjects.iter().position(|known| {
            (&known.init, &known.commands, &known.stubs) == (&init, &commands, &stubs)
                && (known.unhandled, known.clients) == (unhandled, clients)
        });
        let place = place.unwrap_or_else(|| {
            let title = format!("{} {}", path.display(), subjects.len() + 1);
            let subject = subject(&title, text.clone(), init, commands, unhandled);
            subjects.push(Subject { clients, stubs, ..subject });
            subjects.len() - 1
        });
        if let (Some(states), Some(transitions)) = (option("states"), option("transitions")) {
            let number = |term: Term| term.to_string().parse().unwrap();
            let paper = own("view") == Some(Term::atom("paper"));
            let view = if paper { View::Paper } else { View::Default };
            subjects[place].expected.push((view, number(states), number(transitions)));
        }
    }
    subjects
}

fn pair(term: &Term) -> Option<(Term, Term)> {
    match term {
        Term::Tuple(items) => Some((items.first()?.clone(), items.get(1)?.clone())),
        _ => None,
    }
}
