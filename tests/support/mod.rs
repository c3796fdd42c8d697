//! Shared by the differential tests: modules to try, and this tool as a library.

pub mod bisimulation;
pub mod chosen;
pub mod comparison;
pub mod driver;
pub mod generator;
pub mod identities;
pub mod instances;
pub mod kernel;
pub mod large;
pub mod machines;
pub mod otp;
pub mod stubs;
pub mod subject;
pub mod tools;
pub mod toolset;
pub mod tree;
pub mod vectors;
pub mod whole;

pub use chosen::{generated, generated_rich, rich_from, small, small_rich};
pub use subject::{Subject, is_call};

use std::fs;
use std::path::{Path, PathBuf};

use frontend::{Diagnostic, FileId, parse_module};
use lts::explore::{Limits, explore};
use lts::format::aut::TauName;
use lts::semantics::{LabelStyle, Machine, View};
use lts::term::parse::{parse_term, parse_terms};
use lts::{Lts, Term};
use model::{Model, Time, Timing, Unhandled};
use translator::Options;

/// Generated modules with more states, in the larger form and view, are not used.
pub const MAX_STATES: usize = 2000;

/// Those with fewer have stopped before anything happened.
const MIN_STATES: usize = 30;

fn messages(text: &str, diagnostics: &[Diagnostic]) -> String {
    let describe = |diagnostic: &Diagnostic| {
        let places = diagnostic.labels.iter().map(|label| {
            text.get(label.span.start as usize..label.span.end as usize).unwrap_or("?")
        });
        format!("{}: {} {:?}", diagnostic.code.0, diagnostic.message, places.collect::<Vec<_>>())
    };
    diagnostics.iter().map(describe).collect::<Vec<_>>().join("\n")
}

/// The elements of a list.
pub fn items(list: &Term) -> &[Term] {
    match list {
        Term::Nil => &[],
        Term::List(items, None) => items,
        other => panic!("no list: {other}"),
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
    lts::format::aut::write(lts, tau, &mut text).unwrap();
    String::from_utf8(text).unwrap()
}

/// Reads an `.aut` file of another tool.
pub fn read_aut(path: &Path, tau: TauName) -> Lts {
    let text = fs::read_to_string(path).unwrap();
    lts::format::aut::read(FileId(0), &text, Some(tau)).value.unwrap()
}

/// A file of the repository.
pub fn file(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(path)
}

fn subject(title: &str, text: String, init: Term, commands: Term, unhandled: Unhandled) -> Subject {
    let parsed = parse_module(FileId(0), &text);
    assert!(!parsed.has_errors(), "{title}: {}\n{text}", messages(&text, &parsed.diagnostics));
    let (title, module, expected) = (title.to_owned(), parsed.value, Vec::new());
    let (clients, mailbox, timing) = (1, 0, Timing::default());
    let (stubs, reasons) = (Term::Nil, Vec::new());
    Subject {
        title,
        text,
        module,
        others: Vec::new(),
        init,
        commands,
        unhandled,
        clients,
        timing,
        mailbox,
        reasons,
        stubs,
        joins_from: Options::JOINS_FROM,
        calls_from: Options::CALLS_FROM,
        calls_large: Options::CALLS_LARGE,
        expected,
    }
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
        "references/ring",
        "scope/scope",
        "wide/wide",
        "bodies/bodies_calls",
        "bodies/bodies_frames",
        "bodies/bodies_records",
        "bodies/bodies_lists",
        "bodies/bodies_exceptions",
        "bodies/bodies_numbers",
        "bodies/bodies_library",
        "bodies/bodies_funs",
        "bodies/bodies_data",
        "bodies/bodies_macros",
        "bodies/bodies_shadows",
        "bodies/bodies_unknowns",
        "bodies/bodies_equal",
        "bodies/bodies_sizes",
        "bodies/bodies_computed",
        "bodies/bodies_applied",
        "bodies/bodies_maybe",
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

/// Modules that muCRL cannot print, or not before they are explored: their maps are too large, or they have floats.
pub fn large_bodies() -> Vec<Subject> {
    let names = [
        "bodies_maps",
        "bodies_large",
        "bodies_binaries",
        "bodies_generators",
        "bodies_bits",
        "bodies_hidden",
        "bodies_text",
        "bodies_float_bits",
        "bodies_floats",
        "bodies_float_texts",
        "bodies_named_floats",
        "bodies_hashes",
        "bodies_names",
        "bodies_order",
        "bodies_signs",
        "bodies_unicode",
        "bodies_counted",
    ];
    let path = |name| file(&format!("fixtures/bodies/{name}.props"));
    let of = |name| {
        let subjects = properties(&path(name));
        assert!(!subjects.is_empty(), "{name} says nothing of what is expected");
        subjects
    };
    names.into_iter().flat_map(of).collect()
}

/// Modules under commands of all kinds, which callbacks of all kinds take.
pub fn entries() -> Vec<Subject> {
    let names = [
        "entries/counter_fsm",
        "entries/calls_fsm",
        "entries/keep_fsm",
        "entries/watch_fsm",
        "eye_process/eye_process",
    ];
    names.iter().flat_map(|name| properties(&file(&format!("fixtures/{name}.props")))).collect()
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

pub fn props_in(folder: &str) -> Vec<PathBuf> {
    let entries = fs::read_dir(file(folder)).into_iter().flatten();
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
    files.retain(|path| path.extension().is_some_and(|extension| extension == "props"));
    files.sort();
    files
}

/// The settings of a `.props` file, of its expectations and properties.
pub fn properties(path: &Path) -> Vec<Subject> {
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
        let unhandled = unhandled(own("unhandled"));
        let stubs = own("stubs").unwrap_or(Term::Nil);
        let reasons = stubs::reasons(own("reasons"));
        let number = |key: &str| own(key).map(|number| number.to_string().parse().unwrap());
        let (clients, mailbox) = (number("clients").unwrap_or(1), number("mailbox").unwrap_or(0));
        let timers = number("timers").unwrap_or(Timing::default().timers);
        let time = time(own("time"));
        let zero_first = own("zero") == Some(Term::atom("first"));
        let timing = Timing { time, quantum: number("quantum"), zero_first, timers };
        let place = subjects.iter().position(|known| {
            (&known.init, &known.commands, &known.stubs) == (&init, &commands, &stubs)
                && (known.unhandled, known.clients, known.mailbox) == (unhandled, clients, mailbox)
                && known.timing == timing
        });
        let place = place.unwrap_or_else(|| {
            let title = format!("{} {}", path.display(), subjects.len() + 1);
            let subject = subject(&title, text.clone(), init, commands, unhandled);
            let subject = with_successors(subject, path.parent().unwrap());
            subjects.push(Subject { clients, timing, mailbox, reasons, stubs, ..subject });
            subjects.len() - 1
        });
        let is_direct = option("form") != Some(Term::atom("paper"));
        let figures = (option("states"), option("transitions"));
        if let ((Some(states), Some(transitions)), true) = (figures, is_direct) {
            let number = |term: Term| term.to_string().parse().unwrap();
            let paper = own("view") == Some(Term::atom("paper"));
            let view = if paper { View::Paper } else { View::Default };
            subjects[place].expected.push((view, number(states), number(transitions)));
        }
    }
    subjects
}

/// A module of a folder of sources with the callbacks of those there that may take its place.
fn with_successors(subject: Subject, folder: &Path) -> Subject {
    if !folder.ends_with("src") {
        return subject;
    }
    let mut sources = Sources { folder, texts: Vec::new() };
    let linked = project::link(&subject.module, &project::Wanted::default(), &mut sources);
    let module = linked.module.map_or(subject.module, |module| *module);
    Subject { module, others: sources.texts, ..subject }
}

/// The modules of a folder.
struct Sources<'f> {
    folder: &'f Path,
    /// Those that were asked for, with their texts.
    texts: Vec<(String, String)>,
}

impl project::Modules for Sources<'_> {
    fn find(&mut self, name: &frontend::Name) -> project::Sought {
        let Ok(text) = fs::read_to_string(self.folder.join(format!("{name}.erl"))) else {
            return project::Sought::Missing;
        };
        let file = FileId(u32::try_from(self.texts.len()).unwrap() + 1);
        let parsed = parse_module(file, &text);
        assert!(!parsed.has_errors(), "{name}: {}", messages(&text, &parsed.diagnostics));
        self.texts.push((name.to_string(), text));
        project::Sought::Found(Box::new(parsed.value))
    }
}

fn unhandled(mode: Option<Term>) -> Unhandled {
    match mode.map(|mode| mode.to_string()).as_deref() {
        None | Some("crash") => Unhandled::Crash,
        Some("disallow") => Unhandled::Disallow,
        Some("ignore") => Unhandled::Ignore,
        Some(other) => panic!("{other}"),
    }
}

fn time(mode: Option<Term>) -> Time {
    match mode.map(|mode| mode.to_string()).as_deref() {
        None | Some("untimed") => Time::Untimed,
        Some("progress") => Time::Progress,
        Some("tick") => Time::Tick,
        Some(other) => panic!("{other}"),
    }
}

fn pair(term: &Term) -> Option<(Term, Term)> {
    match term {
        Term::Tuple(items) => Some((items.first()?.clone(), items.get(1)?.clone())),
        _ => None,
    }
}
