//! Real Erlang says the same: random runs of the compiled modules are paths of their LTS.
//!
//! A driver (`support/driver.rs`) runs the callbacks as OTP's `gen_fsm` does. Each run must
//! be a path of the LTS (default view, direct form), which must be deterministic, offer every
//! command when idle, exactly one action while a callback runs, or each end of a stubbed call, and
//! nothing after the end.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;

use crate::support;
use crate::support::bisimulation::{enabled, step};
use crate::support::driver;
use crate::support::generator::Random;
use crate::support::instances::follow_instance;
use crate::support::tools::{self, Folder};
use crate::support::{Subject, fixtures, generated, large_bodies};
use frontend::Float;
use lts::semantics::{LabelStyle, View};
use lts::{Action, Lts, Term};
use model::{Form, Unhandled};

/// Random runs per module, besides one for each event.
fn n_runs_each() -> usize {
    tools::number("ERL2LTS_ORACLE_RUNS", 50)
}

/// States of a model with unknown results at most.
const MAX_UNKNOWN: usize = 20_000;

/// Commands per run.
const LENGTH: usize = 6;

/// A subject in the free environment of its commands, with OTP's treatment of unknown events.
fn in_erlang(subject: &Subject) -> Subject {
    Subject { unhandled: Unhandled::Crash, ..subject.in_free_environment() }
}

fn job(number: usize, subject: &Subject) -> String {
    let events = subject.events();
    let mut random = Random(number as u64);
    let random = (0..n_runs_each()).map(|_| {
        let pick = |_| events[random.below(events.len())].clone();
        Term::list((0..LENGTH).map(pick).collect())
    });
    // Every event once at the start, then at random.
    let runs = events.iter().map(|event| Term::list(vec![event.clone()])).chain(random).collect();
    let Subject { init, stubs, .. } = subject;
    format!("{{{}, {init}, {stubs}, {}}}.\n", subject.name(), Term::list(runs))
}

/// The action that a line of a run stands for, and all that are possible there.
fn meaning<'r>(line: &'r str, offered: &[&str]) -> (&'r str, Vec<&'r str>) {
    let fields: Vec<&str> = line.split('\t').collect();
    let [shown, plain, "|", ends @ ..] = fields.as_slice() else { return (line, vec![line]) };
    let bar = ends.iter().position(|field| *field == "|").unwrap();
    let (returns, raises) = (&ends[..bar], &ends[bar + 1..]);
    let unused = offered.contains(plain);
    let mut expected =
        [if unused { std::slice::from_ref(plain) } else { returns }, raises].concat();
    expected.sort_unstable();
    (if unused && !raises.contains(shown) { plain } else { shown }, expected)
}

/// Follows one run; `None` if it is a path of the LTS, else what is wrong.
fn follow(lts: &Lts, offered: &[&str], run: &[&str]) -> Option<String> {
    let mut state = lts.initial();
    for (number, &label) in run.iter().enumerate() {
        let labels = enabled(lts, state);
        let wrong = |what: &str| Some(format!("{what} at {number} of {run:#?}\nmodel: {labels:?}"));
        if label == "idle" || label.starts_with("cmd(") {
            if labels != offered {
                return wrong("not all commands are offered");
            }
            if label == "idle" {
                return None;
            }
        }
        let (label, expected) = meaning(label, &labels);
        if label != "idle" && !label.starts_with("cmd(") && labels != expected {
            return wrong(&format!("not the actions {expected:?}"));
        }
        match step(lts, state, label).as_slice() {
            [next] => state = *next,
            [] => return wrong("no such transition"),
            _ => return wrong("several transitions"),
        }
    }
    (!lts.out(state).is_empty()).then(|| format!("goes on after {run:#?}"))
}

/// How the model of a subject is made.
#[derive(Clone, Copy, PartialEq)]
enum Results {
    /// Calls end as the subject's stubs say, in Erlang as in the model.
    Listed,
    /// In Erlang calls also return random terms; the model knows nothing of their results.
    Unknown,
}

/// Results in which integers and floats are equal, and some that terms here cannot hold.
const RESULTS: [&str; 14] = [
    "1",
    "1.0",
    "{ok,1.0}",
    "[1.0,2]",
    "{1,1.0}",
    "[{1.0,x}]",
    "[2,1.0,1]",
    "<<>>",
    "<<1,2>>",
    "<<3:3>>",
    "#{}",
    "#{a => 1.0}",
    "{ok,<<7>>}",
    "{ok,1,#{}}",
];

/// Terms have no binaries or maps of this kind: an atom with its text stands for one until Erlang reads it.
fn marked(text: &str) -> Term {
    Action::parse(&format!("x({})", as_atoms(text))).unwrap().args.remove(0)
}

/// The term with some integers made floats.
fn with_floats(term: &Term, random: &mut Random) -> Term {
    let mut all = |items: &[Term]| items.iter().map(|item| with_floats(item, random)).collect();
    match term {
        Term::Tuple(items) => Term::Tuple(all(items)),
        Term::List(items, None) => Term::list(all(items)),
        Term::Integer(value) if random.chance(60) => {
            Float::from_integer(value).map_or(Term::Nil, Term::Float)
        }
        other => other.clone(),
    }
}

/// Whether a word is what stands quoted for a value.
fn is_marked(word: &str) -> bool {
    let is_float = word.contains('.') && word.parse::<f64>().is_ok();
    is_float || word.starts_with("<<") || word.starts_with("#{")
}

/// Where a map ends that a text begins with.
fn end_of_map(text: &str) -> Option<usize> {
    let mut depth = 0_usize;
    text.char_indices().find_map(|(at, c)| {
        match c {
            '{' => depth += 1,
            '}' => depth -= 1,
            _ => {}
        }
        (c == '}' && depth == 0).then_some(at + 1)
    })
}

/// Text of terms with every float, and every binary and map that terms here cannot hold, quoted, as an atom is.
fn as_atoms(text: &str) -> String {
    let is_part = |c: char| c.is_ascii_alphanumeric() || "._@+-".contains(c);
    let mut quoted = String::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let end = match first {
            '<' if rest.starts_with("<<") => rest.find(">>").map(|end| end + 2),
            '#' => end_of_map(rest),
            _ => rest.find(|c| !is_part(c)),
        };
        let (word, behind) = rest.split_at(end.unwrap_or(rest.len()).max(first.len_utf8()));
        let is_term = || Action::parse(&format!("x({word})")).is_some();
        let mark = if is_marked(word) && !is_term() { "'" } else { "" };
        quoted.extend([mark, word, mark]);
        rest = behind;
    }
    quoted
}

/// Text of terms with these values among its quoted atoms as they are.
fn as_values(text: &str) -> String {
    let mut plain = String::new();
    let mut rest = text;
    while let Some((before, behind)) = rest.split_once('\'') {
        plain += before;
        let quoted = behind.split('\'').next().unwrap_or_default();
        if is_marked(quoted) {
            plain += quoted;
            rest = &behind[quoted.len() + 1..];
        } else {
            plain.push('\'');
            rest = behind;
        }
    }
    plain + rest
}

/// The stubs with random values added.
fn with_random_values(subject: &Subject, seed: usize) -> Term {
    let mut random = Random(seed as u64);
    let Term::List(rows, None) = &subject.stubs else { return subject.stubs.clone() };
    let rows = rows.iter().map(|row| {
        let Term::Tuple(parts) = row else { panic!("{row}") };
        let Term::List(values, None) = &parts[1] else { panic!("{row}") };
        let mut values = values.clone();
        values.extend((0..6).map(|_| random.term(2)));
        values.extend(RESULTS.map(marked));
        values.extend((0..6).map(|_| with_floats(&random.term(2), &mut random)));
        Term::Tuple(vec![parts[0].clone(), Term::list(values)])
    });
    Term::list(rows.collect())
}

/// The system of a subject; nothing where a model with unknown results is too large.
fn system(subject: &Subject, results: Results) -> Option<Lts> {
    if results == Results::Listed {
        return Some(subject.lts(Form::Direct, View::Default, LabelStyle::Erlang));
    }
    let subject = Subject { stubs: Term::Nil, ..subject.clone() };
    support::lts(&subject.model(Form::Direct), View::Default, LabelStyle::Erlang, MAX_UNKNOWN)
}

/// Compares all runs of some subjects; module names are distinct.
fn compare(title: &str, subjects: Vec<Subject>, results: Results) {
    let Some(erl) = tools::on_path("erl") else { return };
    let subjects: BTreeMap<String, Subject> =
        subjects.into_iter().map(|subject| (subject.name(), in_erlang(&subject))).collect();
    let folder = Folder::new(title);
    driver::write(&folder, subjects.values());
    let mut jobs = String::new();
    for (number, (name, subject)) in subjects.iter().enumerate() {
        folder.write(&format!("{name}.erl"), &subject.text);
        let mut subject = subject.clone();
        if results == Results::Unknown {
            subject.stubs = with_random_values(&subject, number);
        }
        jobs += &as_values(&job(number, &subject));
    }
    folder.write("jobs", &jobs);
    let output = driver::run(&folder, &erl);
    let output = if results == Results::Unknown { as_atoms(&output) } else { output };
    let lines: Vec<&str> = output.lines().collect();
    let first = lines.iter().position(|line| line.starts_with("run ")).unwrap();
    let mut systems: BTreeMap<&str, Option<Lts>> = BTreeMap::new();
    let mut wrong = Vec::new();
    let (mut n_runs, mut n_steps, mut n_ends) = (0, 0, 0);
    for run in lines[first..].chunk_by(|_, next| !next.starts_with("run ")) {
        let name = run[0].trim_start_matches("run ");
        let subject = &subjects[name];
        let lts = match systems.entry(name) {
            Entry::Occupied(known) => known.into_mut(),
            Entry::Vacant(place) => place.insert(system(subject, results)),
        };
        let Some(lts) = lts else { continue };
        let mut offered: Vec<String> =
            subject.events().iter().map(|event| format!("cmd({event})")).collect();
        offered.sort_unstable();
        let offered: Vec<&str> = offered.iter().map(String::as_str).collect();
        n_runs += 1;
        n_steps += run.len() - 1;
        n_ends += usize::from(run.last() != Some(&"idle"));
        let wrong_in = match results {
            Results::Listed => follow(lts, &offered, &run[1..]),
            Results::Unknown => follow_instance(lts, &run[1..]),
        };
        if let Some(what) = wrong_in {
            wrong.push(format!("{what}\n{subject}"));
        }
    }
    let n_systems = systems.values().flatten().count();
    println!(
        "{title}: {n_systems} of {} modules, {n_runs} runs, {n_steps} steps, {n_ends} runs end, {} differ",
        subjects.len(),
        wrong.len()
    );
    let n_events: usize = subjects.values().map(|subject| subject.events().len()).sum();
    assert!(n_runs == subjects.len() * n_runs_each() + n_events || results == Results::Unknown);
    assert!(n_runs > 0 && n_systems * 2 >= subjects.len());
    assert!(wrong.is_empty(), "{} runs differ; the first: {}", wrong.len(), wrong[0]);
}

#[test]
fn runs_of_fixtures_are_in_their_lts() {
    let mut widest: BTreeMap<String, Subject> = BTreeMap::new();
    for subject in fixtures().into_iter().chain(large_bodies()) {
        let n_events = subject.events().len();
        match widest.entry(subject.name()) {
            Entry::Occupied(known) if known.get().events().len() >= n_events => {}
            Entry::Occupied(mut known) => {
                known.insert(subject);
            }
            Entry::Vacant(place) => {
                place.insert(subject);
            }
        }
    }
    compare("fixtures", widest.clone().into_values().collect(), Results::Listed);
    let acting = widest.into_values().filter(|subject| subject.stubs != Term::Nil).collect();
    compare("fixtures-unknown", acting, Results::Unknown);
}

#[test]
fn runs_of_generated_modules_are_in_their_lts() {
    let subjects = generated(tools::number("ERL2LTS_ORACLE_MODULES", 40));
    compare("erlang", subjects.clone(), Results::Listed);
    let acting = subjects.into_iter().filter(|subject| subject.stubs != Term::Nil).collect();
    compare("erlang-unknown", acting, Results::Unknown);
}
