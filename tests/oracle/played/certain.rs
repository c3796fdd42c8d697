//! Certain runs are runs of the real module.
//!
//! Random runs of models in which the argument of `init/1` and all results of outside calls are unknown.
//! Those that are called certain are tried with real Erlang: started with the example of the argument, given
//! the same commands, answered with random results, the module must show the same actions each time.

use std::fmt::Write as _;
use std::fs;

use crate::support::generator::Random;
use crate::support::instances::follow_instance;
use crate::support::tools::{self, Folder};
use crate::support::{Subject, driver, file, fixtures, generated, module_subject, term};
use lts::next_state::{NextState as _, Successors};
use lts::semantics::{LabelStyle, Machine, Run, View};
use lts::{Edge, Label, LabelId, Lts, StateId, Term};
use model::Unhandled;

/// Random runs of each model.
const RUNS: usize = 60;

/// Steps of a run at most.
const LENGTH: usize = 12;

/// Times that each certain run is tried.
const TRIES: usize = 4;

/// A run of a model that is called certain.
struct Certain {
    module: String,
    /// The argument of `init/1`.
    init: Term,
    events: Vec<Term>,
    /// The system that has this run only.
    alone: Lts,
}

/// A random run: states, and the labels between them.
fn walk(machine: &mut Machine<'_>, random: &mut Random) -> (Vec<Vec<u32>>, Vec<LabelId>) {
    let mut state = Vec::new();
    machine.initial(&mut state).unwrap();
    let (mut states, mut labels) = (vec![state], Vec::new());
    let length = 1 + random.below(LENGTH);
    let mut successors = Successors::default();
    while labels.len() < length {
        successors.clear();
        if machine.successors(states.last().unwrap(), &mut successors).is_err() {
            break;
        }
        let all: Vec<_> = successors.iter(machine.width()).collect();
        if all.is_empty() {
            break;
        }
        let (label, next) = all[random.below(all.len())];
        labels.push(label);
        states.push(next.to_vec());
    }
    (states, labels)
}

/// The certain ones of some random runs, and how many there were.
fn certain_runs(subject: &Subject, seed: usize) -> (usize, Vec<Certain>) {
    let model = subject.open_model();
    let mut machine = Machine::new(&model, View::Default, LabelStyle::Erlang);
    let mut random = Random(seed as u64);
    let mut found = Vec::new();
    let mut n_runs = 0;
    for _ in 0..RUNS {
        let (states, labels) = walk(&mut machine, &mut random);
        let steps = states.windows(2).zip(&labels);
        let steps = steps.map(|(ends, &label)| (&ends[0][..], label, &ends[1][..])).collect();
        let Ok(grounds) = machine.grounds(&Run { first: &states[0], steps, loop_start: None })
        else {
            continue;
        };
        n_runs += 1;
        let ground = grounds.argument.clone().filter(|argument| !argument.has_unknown());
        let Some(init) = ground.filter(|_| grounds.is_certain()) else { continue };
        let number = |n: usize| StateId(u32::try_from(n).unwrap());
        let edge =
            |(n, &label): (usize, &LabelId)| (number(n), Edge { label, target: number(n + 1) });
        let edges = labels.iter().enumerate().map(edge).collect();
        let table = machine.labels().clone();
        let alone = Lts::new(number(0), labels.len() + 1, edges, table);
        let events = labels.iter().filter_map(|&label| command(alone.labels().get(label)));
        let (events, module) = (events.collect(), subject.name());
        found.push(Certain { module, init, events, alone });
    }
    (n_runs, found)
}

fn command(label: &Label) -> Option<Term> {
    let action = label.action().filter(|action| action.name == "cmd")?;
    action.args.first().cloned()
}

/// Any results for the functions of other modules.
fn random_stubs(subject: &Subject, random: &mut Random) -> Term {
    let row = |(module, name, arity): (String, String, usize)| {
        let key = vec![Term::atom(&module), Term::atom(&name), Term::integer(arity)];
        let values = (0..4).map(|_| random.term(2)).collect();
        Term::Tuple(vec![Term::Tuple(key), Term::list(values)])
    };
    Term::list(subject.outside().into_iter().map(row).collect())
}

/// Why real runs are not as the model says, if they are not.
fn compare(run: &Certain, lines: &[&str]) -> Option<String> {
    let visible = run.alone.states().flat_map(|state| run.alone.out(state));
    let n_visible =
        visible.filter(|edge| *run.alone.labels().get(edge.label) != Label::Tau).count();
    let shown = &lines[..n_visible.min(lines.len())];
    if shown.len() < n_visible || shown.contains(&"idle") {
        return Some(format!("the real run is shorter: {lines:#?}"));
    }
    follow_instance(&run.alone, shown)
}

fn try_all(title: &str, subjects: &[Subject]) {
    let Some(erl) = tools::on_path("erl") else { return };
    let folder = Folder::new(title);
    driver::write(&folder, subjects.iter());
    let (mut jobs, mut tried, mut n_runs) = (String::new(), Vec::new(), 0);
    for (number, subject) in subjects.iter().enumerate() {
        folder.write(&format!("{}.erl", subject.name()), &subject.text);
        let (n_all, certain) = certain_runs(subject, number);
        n_runs += n_all;
        let mut random = Random(number as u64);
        for run in certain {
            for _ in 0..TRIES {
                let Certain { module, init, events, .. } = &run;
                let events = Term::list(events.clone());
                let stubs = random_stubs(subject, &mut random);
                let _ = writeln!(jobs, "{{{module}, {init}, {stubs}, [{events}]}}.");
            }
            tried.push((run, subject));
        }
    }
    folder.write("jobs", &jobs);
    let output = driver::run(&folder, &erl);
    let lines: Vec<&str> = output.lines().collect();
    let first = lines.iter().position(|line| line.starts_with("run ")).unwrap();
    let runs: Vec<_> = lines[first..].chunk_by(|_, next| !next.starts_with("run ")).collect();
    assert_eq!(runs.len(), tried.len() * TRIES);
    let mut wrong = Vec::new();
    for (number, run) in runs.into_iter().enumerate() {
        let (certain, subject) = &tried[number / TRIES];
        if let Some(what) = compare(certain, &run[1..]) {
            wrong.push(format!("init({}): {what}\n{subject}", certain.init));
        }
    }
    let n_modules = subjects.len();
    println!(
        "{title}: {n_modules} modules, {n_runs} runs, {} certain, {} differ",
        tried.len(),
        wrong.len()
    );
    assert!(wrong.is_empty(), "{} runs differ; the first: {}", wrong.len(), wrong[0]);
    assert!(tried.len() * 10 > n_runs, "hardly any run is certain");
}

/// Each fixture once, in the environment of all its commands.
fn distinct(subjects: Vec<Subject>) -> Vec<Subject> {
    let mut found: Vec<Subject> = Vec::new();
    for subject in subjects {
        let subject = Subject { unhandled: Unhandled::Crash, ..subject.in_free_environment() };
        if !subject.events().is_empty() && !found.iter().any(|known| known.name() == subject.name())
        {
            found.push(subject);
        }
    }
    found
}

fn own(name: &str, events: &[&str]) -> Subject {
    let text = fs::read_to_string(file(&format!("fixtures/certain/{name}.erl"))).unwrap();
    let events: Vec<Term> = events.iter().map(|event| term(event)).collect();
    module_subject(name, text, Term::Nil, &events)
}

#[test]
fn certain_runs_of_fixtures_are_real() {
    let mut subjects = distinct(fixtures());
    subjects.push(own("gate", &["push", "coin", "count"]));
    subjects.push(own("choices", &["same", "limit", "next", "shape", "first", "ask"]));
    try_all("certain", &subjects);
}

#[test]
fn certain_runs_of_generated_modules_are_real() {
    let modules = generated(tools::number("ERL2LTS_ORACLE_MODULES", 40));
    try_all("certain-generated", &distinct(modules));
}
