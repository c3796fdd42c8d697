//! What is printed is what is explored: emitted muCRL, read back and explored by its own rules, is
//! strongly bisimilar to the system that the engine makes from the same model.
//!
//! The reader knows nothing of the model, so an error of the emitters shows here, without any other tool. `ERL2LTS_LONG=1`
//! reads back all `.props` files in both forms, where else every seventh is read, in either form.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Mutex;

use crate::support::bisimulation::bisimilar;
use crate::support::comparison::for_all;
use crate::support::identities::identities;
use crate::support::kernel::{crowds, queues, timers, watches};
use crate::support::tools::{Folder, sampled};
use crate::support::{
    Subject, aut, entries, file, fixtures, generated, kinds, lts, module_subject, props_in,
    read_aut, term, waiting,
};
use emit::emit_mcrl;
use frontend::FileId;
use lts::Lts;
use lts::explore::{Limits, explore};
use lts::format::aut::TauName;
use lts::semantics::{LabelStyle, View};
use mcrl::{Specification, System};
use model::names::strangers::Strangers;
use model::{Behaviour, Expr, Form};

/// The system of a specification.
fn read(text: &str) -> Lts {
    let outcome = mcrl::read(FileId(0), text);
    assert!(outcome.diagnostics.is_empty(), "{:?}", outcome.diagnostics);
    explored(&outcome.value.unwrap()).unwrap()
}

/// The system of a specification, if every state of it says what follows.
fn explored(specification: &Specification) -> Option<Lts> {
    let mut system = System::new(specification, 10_000_000, None);
    let mut limits = Limits { max_states: 1_000_000, interrupted: &mut |_| false };
    let exploration = explore(&mut system, &mut limits).ok()?;
    exploration.stop.is_none().then_some(exploration.lts)
}

fn compare(title: &str, subjects: &[Subject]) {
    let sizes = Mutex::new((0, 0));
    for_all(subjects, |subject| {
        for &form in subject.forms() {
            let theirs = read(&emit_mcrl(&subject.model(form)).unwrap());
            let ours = subject.lts(form, View::Paper, LabelStyle::Mcrl);
            assert!(bisimilar(&theirs, &ours), "the text says otherwise, {form:?}: {subject}");
            let mut sizes = sizes.lock().unwrap();
            sizes.0 += 1;
            sizes.1 += theirs.n_states();
        }
    });
    let (systems, states) = sizes.into_inner().unwrap();
    println!("{title}: {systems} systems, {states} states, all bisimilar");
}

#[test]
fn fixtures_are_read_back() {
    compare("fixtures", &fixtures());
}

/// Sixty seconds are more milliseconds than a label shows as successors of 0.
#[test]
fn products_are_read_back() {
    let text = "-module(seconds).\n-behaviour(gen_fsm).\n-export([init/1, idle/2]).\n\
        init(N) -> {ok, idle, N}.\n\
        idle({wait, Seconds}, _) -> {next_state, idle, Seconds * 1000}.\n";
    let waits = [term("{wait,60}"), term("{wait,-60}")];
    compare("products", &[module_subject("seconds", text.to_owned(), term("0"), &waits)]);
}

#[test]
fn entries_are_read_back() {
    compare("entries", &entries());
}

#[test]
fn identities_are_read_back() {
    compare("identities", &identities());
}

#[test]
fn timers_are_read_back() {
    compare("timers", &timers());
}

#[test]
fn queues_are_read_back() {
    compare("queues", &queues());
}

#[test]
fn crowds_are_read_back() {
    compare("crowds", &crowds());
}

#[test]
fn watches_are_read_back() {
    compare("watches", &watches());
}

#[test]
fn callbacks_of_all_kinds_are_read_back() {
    compare("kinds", &kinds());
}

#[test]
fn receive_is_read_back() {
    compare("receive", &[waiting()]);
}

#[test]
fn generated_modules_are_read_back() {
    compare("generated", &generated(60));
}

/// Reads back what the command line prints of a `.props` file, which is then what it explores; whether it prints it.
fn is_read_back(folder: &Folder, path: &Path, form: &str) -> bool {
    let name = format!("{}_{form}", path.file_stem().unwrap().to_str().unwrap());
    let [text, ours, theirs] = ["mcrl", "own.aut", "aut"]
        .map(|extension| folder.path().join(format!("{name}.{extension}")));
    if !erl2lts("translate", path, &text, &["--form", form]) {
        return false;
    }
    let engine = ["--close", "--form", form, "--view", "paper", "--labels", "mcrl"];
    assert!(erl2lts("lts", path, &ours, &engine), "{name}");
    assert!(erl2lts("lts", &text, &theirs, &[]), "{name}");
    let [ours, theirs] = [ours, theirs].map(|path| read_aut(&path, TauName::I));
    assert!(bisimilar(&theirs, &ours), "the text says otherwise: {name}");
    true
}

/// Floats that are stored, matched, compared and keys of maps, the order of terms with them, and `==`.
#[test]
fn floats_are_read_back() {
    let folder = Folder::new("floats");
    for form in ["paper", "direct"] {
        let path = file("fixtures/bodies/bodies_named_floats.props");
        assert!(is_read_back(&folder, &path, form), "{form}");
    }
}

/// The command line reads back what it prints of `.props` files that the other tests leave out: their settings hold.
#[test]
fn files_of_properties_are_read_back() {
    let folders =
        ["bodies", "circular_buffer", "formulas", "languages", "otp", "results", "timers"];
    let mut files: Vec<PathBuf> = folders
        .iter()
        .map(|folder| format!("fixtures/{folder}"))
        .flat_map(|folder| fs::read_dir(file(&folder)).unwrap())
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "props"))
        .collect();
    files.sort();
    let folder = Folder::new("read-back");
    let cases = sampled(files.iter().flat_map(|path| [(path, "paper"), (path, "direct")]));
    // What computes with floats cannot be printed.
    let n_read = cases.iter().filter(|(path, form)| is_read_back(&folder, path, form)).count();
    println!("files: {n_read} systems, all bisimilar");
    assert!(n_read * 10 > cases.len() * 9, "only {n_read} of {}", cases.len());
}

/// Servers have the direct form alone; what they leave open is chosen.
#[test]
fn servers_are_read_back() {
    let folder = Folder::new("servers");
    let files = props_in("fixtures/server");
    assert!(files.iter().all(|path| is_read_back(&folder, path, "direct")));
    assert!(!is_read_back(&folder, &files[0], "paper"));
}

/// State machines have the direct form alone, too.
#[test]
fn state_machines_are_read_back() {
    let folder = Folder::new("machines");
    let files = props_in("fixtures/statem");
    let cases = sampled(&files);
    assert!(cases.iter().all(|path| is_read_back(&folder, path, "direct")));
    println!("state machines: {} systems, all bisimilar", cases.len());
    assert!(!is_read_back(&folder, &files[0], "paper"));
}

/// Runs the command on a file, with its output in another; whether that succeeded.
fn erl2lts(command: &str, input: &Path, output: &Path, flags: &[&str]) -> bool {
    let output = Command::new(env!("CARGO_BIN_EXE_erl2lts"))
        .arg(command)
        .arg(input)
        .args(flags)
        .arg("-o")
        .arg(output)
        .stderr(Stdio::null())
        .output()
        .unwrap();
    output.status.success()
}

/// A text that says something else is noticed.
#[test]
fn harmed_texts_are_noticed() {
    let door = fixtures().into_iter().find(|subject| subject.name() == "fsm_door").unwrap();
    let text = emit_mcrl(&door.model(Form::Paper)).unwrap();
    let ours = door.lts(Form::Paper, View::Paper, LabelStyle::Mcrl);
    assert!(bisimilar(&read(&text), &ours));
    for (from, to) in [
        ("eq(0,0) = T", "eq(0,0) = F"),
        ("is_empty(push(X,S1)) = F", "is_empty(push(X,S1)) = T"),
        ("s_event | r_event", "s_event | r_command"),
        ("push(Value,Stack)", "Stack"),
    ] {
        let harmed = text.replacen(from, to, 1);
        assert_ne!(harmed, text, "{from}");
        let outcome = mcrl::read(FileId(0), &harmed);
        let same = outcome.value.is_some_and(|specification| {
            explored(&specification).is_some_and(|theirs| bisimilar(&theirs, &ours))
        });
        assert!(!same, "{from}");
    }
}

/// A module whose callback says what it returns, `{level,high}` and `v1` not among that.
const LEVEL: &str = "-module(level).\n-behaviour(gen_fsm).\n-export([init/1, a/2]).\n\
    -callback level(any()) -> {level, integer()} | none.\n\
    init(M) -> {ok, a, M}.\n\
    a(ask, M) -> R = M:level(1), out:show(R), {next_state, a, M}.\n";

/// A call does not happen with a value of which the machine finds out that the call cannot give it, in the text as in the
/// system: whether some of the values are of that kind or all.
#[test]
fn values_that_no_call_gives_are_not_printed() {
    let subject = module_subject("level", LEVEL.to_owned(), term("m"), &[term("ask")]);
    let level = |number: Expr| Expr::Tuple(vec![Expr::atom("level"), number]);
    let high = || level(Expr::atom("high"));
    let bad = vec![Expr::atom("v1"), high()];
    let mixed = vec![high(), level(Expr::integer(7)), Expr::atom("none")];
    for (values, n_shown) in [(vec![high()], 0), (bad, 0), (mixed, 2)] {
        for &form in subject.forms() {
            let model = subject.model(form);
            let values = model.unknown_origins().into_iter().map(|id| (id, values.clone()));
            let closed = emit::closed(&model, &values.collect(), &|_| Expr::atom("v1"));
            let ours = lts(&closed, View::Paper, LabelStyle::Mcrl, usize::MAX).unwrap();
            let theirs = read(&emit_mcrl(&closed).unwrap());
            assert!(bisimilar(&theirs, &ours), "the text says otherwise, {form:?}");
            let ours = aut(&ours, TauName::Tau);
            let shown = ours.lines().filter_map(|line| line.split('"').nth(1));
            let levels: BTreeSet<&str> =
                shown.filter(|label| label.starts_with("level(")).collect();
            assert_eq!(levels.len(), n_shown, "{form:?} {levels:?}");
        }
    }
}

/// A value is made that the call can have given, where none is known: one of the declared type.
#[test]
fn values_are_made_that_a_call_gives() {
    let subject = module_subject("level", LEVEL.to_owned(), term("m"), &[term("ask")]);
    for &form in subject.forms() {
        let model = subject.model(form);
        let strangers = Strangers::to(&model);
        let made = model.points.iter().find_map(|point| {
            let Behaviour::Let { var, value, next } = point else { return None };
            value.unknown_origin()?;
            let call = *emit::calls(&model, *next, *var).first()?;
            let made = emit::taken(&model, call, *var, &strangers)?;
            emit::takes(&model, call, *var, &made).then_some(made)
        });
        let Some(Expr::Tuple(parts)) = made else { panic!("{form:?}: {made:?}") };
        assert_eq!(parts[0], Expr::atom("level"), "{form:?}");
        assert!(matches!(&parts[1], Expr::Integer(_)), "{form:?}");
    }
}
