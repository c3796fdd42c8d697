//! OTP does the same with processes that the machine itself starts: random real runs are paths of the LTS.
//!
//! Machines of `fixtures/spawned` run under OTP with its own scheduler and timers. Each run must be a path of the LTS
//! (default view, direct form), and each message that the LTS lets come must have come in some run.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::fs;

use crate::support::bisimulation::label;
use crate::support::tools::{self, Folder, number};
use crate::support::{Subject, file, module_subject, term};
use lts::semantics::{LabelStyle, View};
use lts::{Lts, StateId};
use model::Form;

const DRIVER: &str = include_str!("../../support/otp/spawned_driver.erl");

/// Commands of a run, at most.
const LENGTH: usize = 8;

/// The machines, with the commands that they get.
const PLAYED: [(&str, &[&str]); 5] = [
    ("errand_fsm", &["fetch", "deliver"]),
    ("errand_fsm", &["first", "ask", "tell"]),
    ("poll_fsm", &["poll", "stop", "once"]),
    ("poll_fsm", &["ring", "stop"]),
    ("letter_fsm", &["write"]),
];

fn subjects() -> Vec<Subject> {
    let subject = |(name, commands): &(&str, &[&str])| {
        let text = fs::read_to_string(file(&format!("fixtures/spawned/{name}.erl"))).unwrap();
        let events: Vec<_> = commands.iter().map(|own| term(own)).collect();
        module_subject(name, text, term("[]"), &events)
    };
    PLAYED.iter().map(subject).collect()
}

#[test]
fn random_runs_are_paths() {
    let Some(erl) = tools::on_path("erl") else { return };
    let (folder, subjects) = (Folder::new("spawned"), subjects());
    folder.write("spawned_driver.erl", DRIVER);
    let mut jobs = String::new();
    for (job, (subject, (name, commands))) in subjects.iter().zip(PLAYED).enumerate() {
        folder.write(&format!("{name}.erl"), &subject.text);
        let (runs, commands) = (number("ERL2LTS_SPAWNED_RUNS", 60), commands.join(","));
        let _ = writeln!(jobs, "{{{job}, {name}, [], [{commands}], {runs}, {LENGTH}}}.");
    }
    folder.write("jobs", &jobs);
    let program = "{ok, spawned_driver} = compile:file(\"spawned_driver.erl\"), spawned_driver:main(), halt().";
    tools::run(folder.path(), &erl, &["-noshell", "-eval", program]);
    for (job, subject) in subjects.iter().enumerate() {
        let lts = subject.lts(Form::Direct, View::Default, LabelStyle::Erlang);
        let text = fs::read_to_string(folder.path().join(format!("{job}.runs"))).unwrap();
        let lines: Vec<&str> = text.lines().collect();
        let mut seen = BTreeSet::new();
        let (mut n_runs, mut n_whole) = (0, 0);
        for run in lines.chunk_by(|_, next| *next != "run") {
            n_runs += 1;
            n_whole +=
                usize::from(follow(&lts, &run[1..], &mut seen).unwrap_or_else(|wrong| {
                    panic!("{}: {wrong}\n{}", subject.title, run.join("\n"))
                }));
        }
        println!("spawned: {}: {n_runs} runs, {n_whole} of them to the end", subject.title);
        let missing: Vec<String> = brought(&lts).difference(&seen).cloned().collect();
        assert!(missing.is_empty(), "{}: never came: {missing:?}", subject.title);
    }
}

/// Follows a run; whether that was possible up to its end, and not only as far as the model has room.
fn follow(lts: &Lts, run: &[&str], seen: &mut BTreeSet<String>) -> Result<bool, String> {
    let mut states = closed(lts, BTreeSet::from([lts.initial()]));
    for (count, line) in run.iter().enumerate() {
        let edges = || states.iter().flat_map(|state| lts.out(*state));
        let (kind, text) = line.split_once('\t').unwrap();
        let names: &[&str] = match kind {
            "event" => &["cmd", "sent", "send_event"],
            "all" => &["sent_all"],
            _ => &["info", "send_info"],
        };
        let text = plain(text);
        let fits = |own: &String| names.iter().any(|name| *own == format!("{name}({text})"));
        let own: Vec<_> = edges().filter(|edge| fits(&plain(label(lts, edge.label)))).collect();
        if own.is_empty() {
            if edges().any(|edge| label(lts, edge.label).starts_with("overflow(")) {
                return Ok(false);
            }
            return Err(format!("line {count}: {line}"));
        }
        seen.extend(own.iter().map(|edge| plain(label(lts, edge.label))));
        states = closed(lts, own.into_iter().map(|edge| edge.target).collect());
    }
    Ok(true)
}

/// The messages that other processes send.
fn brought(lts: &Lts) -> BTreeSet<String> {
    let edges = lts.states().flat_map(|state| lts.out(state));
    let labels = edges.map(|edge| plain(label(lts, edge.label)));
    labels.filter(|own| own.starts_with("sent") || own.starts_with("info(")).collect()
}

/// With the states behind what the machine does until it waits again.
fn closed(lts: &Lts, mut states: BTreeSet<StateId>) -> BTreeSet<StateId> {
    let comes = ["cmd(", "sent(", "sent_all(", "info(", "send_event(", "send_info("];
    let mut pending: Vec<StateId> = states.iter().copied().collect();
    while let Some(state) = pending.pop() {
        for edge in lts.out(state) {
            let own = label(lts, edge.label);
            let is_inside = !comes.iter().any(|name| own.starts_with(name));
            if is_inside && states.insert(edge.target) {
                pending.push(edge.target);
            }
        }
    }
    states
}

/// A text without blanks and the numbers of processes.
fn plain(text: &str) -> String {
    let mut out = String::new();
    let mut is_number = false;
    for char in text.chars().filter(|char| *char != ' ') {
        is_number = match char {
            '<' => true,
            '>' => false,
            _ => is_number,
        };
        if !is_number || char == '<' {
            out.push(char);
        }
    }
    out
}
