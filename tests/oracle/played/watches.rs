//! OTP's own `gen_fsm` does the same with other processes: random real runs are paths of the LTS.
//!
//! Machines of `fixtures/watches` run under OTP, where the processes that they monitor or to which they are linked
//! end at random, also in the moment in which they are let go. Each run must be a path of the LTS (default view, direct
//! form), and whenever the machine waits, the model must have just as many ends to offer as OTP says that there are
//! monitors and links.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::fs;

use crate::support;
use crate::support::Subject;
use crate::support::bisimulation::{enabled, label};
use crate::support::kernel::watches;
use crate::support::tools::{self, Folder, number};
use lts::semantics::{LabelStyle, View};
use lts::{Label, Lts, StateId, Term};
use model::{Expr, Form};

const DRIVER: &str = include_str!("../../support/otp/watch_driver.erl");

/// Commands and ends of a run.
const LENGTH: usize = 25;

/// Why processes end: the driver lets them, and a process that has ended before is not there.
const REASONS: [&str; 3] = ["normal", "killed", "noproc"];

/// The machines, each with an argument and commands that show all that it does. A child that is linked again has 914,965
/// states beside monitors: those are explored with `ERL2LTS_LONG=1`.
fn subjects() -> Vec<Subject> {
    let family = if number("ERL2LTS_LONG", 0) == 1 {
        "{any_of,[start,watch,again,leave,{trap,true}]}"
    } else {
        "{any_of,[start,watch,leave,{trap,true}]}"
    };
    let played = [
        ("desk_fsm", "[]", "{any_of,[work,leave,forget,ask,{sync,hold}]}"),
        ("family_fsm", "false", "{any_of,[start,again,leave,{trap,true},{trap,false}]}"),
        ("family_fsm", "true", family),
        ("raft_fsm", "false", "{any_of,[go,again,watch,{trap,true},stop]}"),
        ("raft_fsm", "true", "{any_of,[go,again,watch,{trap,true},{trap,false},leave]}"),
        ("warden_fsm", "true", "{any_of,[send,watch,look,forget]}"),
        ("warden_fsm", "true", "{any_of,[link,look,{trap,true},{trap,false}]}"),
        ("warden_fsm", "false", "{any_of,[link,watch,look,{trap,true}]}"),
    ];
    let subject = |(name, init, commands): (&str, &str, &str)| {
        let of_module = |own: &Subject| own.name() == name;
        let subject = watches().into_iter().find(of_module).unwrap();
        let title = format!("{name} {init} {commands}");
        let [init, commands] = [init, commands].map(support::term);
        let reasons = REASONS.map(Expr::atom).to_vec();
        Subject { title, init, commands, reasons, ..subject }
    };
    played.into_iter().map(subject).collect()
}

#[test]
fn random_runs_are_paths() {
    let Some(erl) = tools::on_path("erl") else { return };
    let (folder, subjects) = (Folder::new("watches"), subjects());
    folder.write("watch_driver.erl", DRIVER);
    let mut jobs = String::new();
    for (job, subject) in subjects.iter().enumerate() {
        folder.write(&format!("{}.erl", subject.name()), &subject.text);
        let commands: Vec<String> = subject.events().iter().map(tagged).collect();
        let (name, runs) = (subject.name(), number("ERL2LTS_WATCH_RUNS", 20));
        let commands = commands.join(",");
        let _ = writeln!(
            jobs,
            "{{{job}, {name}, {}, [{commands}], {runs}, {LENGTH}, {job}}}.",
            subject.init
        );
    }
    folder.write("jobs", &jobs);
    let program =
        "{ok, watch_driver} = compile:file(\"watch_driver.erl\"), watch_driver:main(), halt().";
    tools::run(folder.path(), &erl, &["-noshell", "-eval", program]);
    for (job, subject) in subjects.iter().enumerate() {
        let lts = subject.lts(Form::Direct, View::Default, LabelStyle::Erlang);
        let text = fs::read_to_string(folder.path().join(format!("{job}.runs"))).unwrap();
        let lines: Vec<&str> = text.lines().collect();
        let has_client = subject.commands.to_string().contains("{sync,");
        let (mut n_runs, mut n_lines) = (0, 0);
        for run in lines.chunk_by(|_, next| *next != "run") {
            n_runs += 1;
            n_lines += follow(&lts, has_client, &run[1..])
                .unwrap_or_else(|wrong| panic!("{}: {wrong}\n{}", subject.title, run.join("\n")));
        }
        println!("watches: {}: {n_runs} runs, {n_lines} lines", subject.title);
    }
}

/// A command as the driver takes it.
fn tagged(command: &Term) -> String {
    match command {
        Term::Tuple(items) if items[0] == Term::atom("sync") => command.to_string(),
        event => format!("{{event,{event}}}"),
    }
}

/// Follows a run; the number of its lines that were followed.
fn follow(lts: &Lts, has_client: bool, run: &[&str]) -> Result<usize, String> {
    let mut states = closed(lts, BTreeSet::from([lts.initial()]));
    for (count, line) in run.iter().enumerate() {
        let fields: Vec<&str> = line.split('\t').collect();
        let is_overflow = |state: &StateId| {
            enabled(lts, *state).iter().any(|label| label.starts_with("overflow("))
        };
        if states.iter().any(is_overflow) {
            return Ok(count);
        }
        states = match fields.as_slice() {
            ["i", number] => {
                let live = number.parse::<usize>().unwrap() * REASONS.len();
                states.into_iter().filter(|state| ends(lts, *state) == live).collect()
            }
            ["d", ..] => states.into_iter().filter(|state| lts.out(*state).is_empty()).collect(),
            [_, texts @ ..] => closed(lts, after(lts, has_client, &states, texts)),
            [] => states,
        };
        if states.is_empty() {
            return Err(format!("line {count}: {line}"));
        }
    }
    Ok(run.len())
}

/// How many ends of processes a state offers.
fn ends(lts: &Lts, state: StateId) -> usize {
    let starts = ["info({'DOWN',", "info({'EXIT',", "exit_signal("];
    let edges = lts.out(state).iter().map(|edge| label(lts, edge.label));
    let ends = edges.filter(|label| starts.iter().any(|start| label.starts_with(start)));
    // The end of a process may be a message or a signal, if exits were trapped before.
    let ends: BTreeSet<String> =
        ends.map(|end| end.replace("exit_signal(", "info({'EXIT',").replace('}', "")).collect();
    ends.len()
}

/// The states behind one of these labels.
fn after(lts: &Lts, client: bool, states: &BTreeSet<StateId>, texts: &[&str]) -> BTreeSet<StateId> {
    let texts: Vec<String> = texts.iter().map(|text| numbered(text, client)).collect();
    let edges = states.iter().flat_map(|state| lts.out(*state));
    // The driver shows every message that handle_info/3 gets, also one of the machine itself.
    let shown = |text: &str| text.strip_prefix("send_").unwrap_or(text).to_owned();
    let fits =
        edges.filter(|edge| texts.contains(&numbered(&shown(label(lts, edge.label)), client)));
    fits.map(|edge| edge.target).collect()
}

/// With the states behind internal steps, and behind those that take what the machine has sent itself: the driver
/// does not see them.
fn closed(lts: &Lts, mut states: BTreeSet<StateId>) -> BTreeSet<StateId> {
    let mut pending: Vec<StateId> = states.iter().copied().collect();
    while let Some(state) = pending.pop() {
        for edge in lts.out(state) {
            let is_own = label(lts, edge.label).starts_with("send_event(");
            let is_silent = *lts.labels().get(edge.label) == Label::Tau || is_own;
            if is_silent && states.insert(edge.target) {
                pending.push(edge.target);
            }
        }
    }
    states
}

/// A text with its references and process identifiers numbered by first appearance, but for the machine and its
/// client.
fn numbered(text: &str, client: bool) -> String {
    let mut known: Vec<String> = Vec::new();
    let mut out = String::new();
    let mut rest = text;
    while let Some(start) = rest.find('<') {
        out.push_str(&rest[..=start]);
        let kind = if rest[..start].ends_with("#Ref") { "r" } else { "p" };
        let end = start + rest[start..].find('>').unwrap();
        let number = &rest[start + 1..end];
        rest = &rest[end..];
        if kind == "p" && (number == "0" || client && number == "1") {
            out.push_str(number);
            continue;
        }
        let own = format!("{kind}{number}");
        let place = known.iter().position(|other| *other == own).unwrap_or_else(|| {
            known.push(own);
            known.len() - 1
        });
        let _ = write!(out, "{kind}{place}");
    }
    out + rest
}
