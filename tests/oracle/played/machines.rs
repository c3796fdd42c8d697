//! OTP's own `gen_statem` and `gen_server` do the same with random modules.
//!
//! Random modules (`support/machines`) run in copies of OTP's `gen_statem.erl` and `gen_server.erl` whose clock the test drives
//! (`support/otp`). Walks of the LTS (default view, direct form) are played there and must show the same actions;
//! random real runs must be paths of the LTS. A module that differs is made as small as it stays different.
//!
//! `ERL2LTS_LONG=1` plays 20,000 runs of each behaviour. `ERL2LTS_SEED` names the first seed, `ERL2LTS_RUNS` the number of runs.

use std::fmt::Write as _;
use std::path::Path;
use std::sync::Mutex;
use std::time::Instant;

use crate::support::Subject;
use crate::support::comparison::in_parallel;
use crate::support::machines::Machine;
use crate::support::machines::server::Server;
use crate::support::machines::statem::Statem;
use crate::support::otp::follow::Explored;
use crate::support::otp::plan::Planner;
use crate::support::otp::walks::{Walk, all_traces, random_walks, spread, tour};
use crate::support::otp::{Job, play};
use crate::support::tools::{self, Folder, number};

/// Modules that are played together.
const BATCH: usize = 100;

/// States of a module at most.
const MAX_STATES: usize = 1000;

/// Planned runs and random runs of a module.
const RUNS: [usize; 2] = [24, 8];

/// Commands of a random run.
const LENGTH: usize = 12;

/// Differences that are shown, each made small.
const MAX_SHOWN: usize = 4;

/// A module with its system and the walks that are played.
struct Tried<M> {
    machine: M,
    subject: Subject,
    system: Explored,
    walks: Vec<Walk>,
}

impl<M: Machine> Tried<M> {
    /// `None` where it has too many states.
    fn new(machine: &M) -> Option<Self> {
        let subject = machine.subject();
        let system = Explored::within(&subject, MAX_STATES)?;
        let mut walks = tour(&system.lts);
        walks.extend(all_traces(&system, 5, RUNS[0]));
        walks.extend(random_walks(&system, RUNS[0], LENGTH, 1));
        let walks = spread(walks, RUNS[0]);
        Some(Self { machine: machine.clone(), subject, system, walks })
    }
}

/// Those of these that are not too large.
fn tried<M: Machine>(machines: &[M]) -> Vec<Tried<M>> {
    let slots: Vec<_> = machines.iter().map(|machine| (machine, Mutex::new(None))).collect();
    in_parallel(&slots, |(machine, slot)| *slot.lock().unwrap() = Tried::new(*machine));
    slots.into_iter().filter_map(|(_, slot)| slot.into_inner().unwrap()).collect()
}

/// Plays all of these; how many runs and lines that were, and what differs, by module.
fn played<M: Machine>(erl: &Path, all: &[Tried<M>]) -> ([usize; 2], Vec<Option<String>>) {
    let jobs = all.iter().enumerate().map(|(seed, own)| {
        let planner = Planner::new(&own.subject);
        let plans = own.walks.iter().map(|walk| planner.plan(&own.system, walk)).collect();
        Job { subject: &own.subject, plans, random: (RUNS[1], LENGTH, seed) }
    });
    let jobs: Vec<Job<'_>> = jobs.collect();
    let folder = Folder::new("machines");
    let runs = play(&folder, erl, &jobs);
    let n_runs = runs.iter().map(Vec::len).sum();
    let n_lines = runs.iter().flatten().map(Vec::len).sum();
    let differences = all.iter().zip(&runs).map(|(own, runs)| {
        let mut walks = own.walks.iter().map(|walk| Some(walk.as_slice()));
        runs.iter().find_map(|run| own.system.follow(run, walks.next().flatten()).err())
    });
    ([n_runs, n_lines], differences.collect())
}

/// A machine that is as small as possible and still differs.
fn smallest<M: Machine>(erl: &Path, mut machine: M, mut difference: String) -> (M, String) {
    loop {
        let all = tried(&machine.reduced());
        let (_, differences) = played(erl, &all);
        let mut found = all.into_iter().zip(differences);
        let Some((smaller, Some(what))) = found.find(|(_, what)| what.is_some()) else {
            return (machine, difference);
        };
        (machine, difference) = (smaller.machine, what);
    }
}

#[test]
fn machines_do_what_otp_does() {
    all_do_what_otp_does::<Statem>("machine");
}

#[test]
fn servers_do_what_otp_does() {
    all_do_what_otp_does::<Server>("server");
}

/// Plays the modules of the seeds.
fn all_do_what_otp_does<M: Machine>(what: &str) {
    let Some(erl) = tools::on_path("erl") else { return };
    let begin = Instant::now();
    let is_long = number("ERL2LTS_LONG", 0) == 1;
    let wanted = number("ERL2LTS_RUNS", if is_long { 20_000 } else { 300 });
    let mut seed = number("ERL2LTS_SEED", 1);
    let (mut n_runs, mut n_lines, mut n_modules, mut n_large) = (0, 0, 0, 0);
    let mut wrong = Vec::new();
    while n_runs < wanted {
        let seeds = seed..seed + BATCH.min(1 + (wanted - n_runs) / (RUNS[0] + RUNS[1]));
        seed = seeds.end;
        let machines = seeds.map(|seed| M::of_seed(&format!("{what}{seed}"), seed as u64));
        let machines: Vec<M> = machines.collect();
        let all = tried(&machines);
        n_modules += all.len();
        n_large += machines.len() - all.len();
        let ([runs, lines], differences) = played(&erl, &all);
        n_runs += runs;
        n_lines += lines;
        let found = all.into_iter().zip(differences);
        wrong.extend(found.filter_map(|(own, what)| Some((own.machine, what?))));
    }
    println!(
        "{what}s: {n_modules} modules ({n_large} too large), {n_runs} runs, {n_lines} lines, {} differ; {:.1} s",
        wrong.len(),
        begin.elapsed().as_secs_f64()
    );
    for (machine, what) in &wrong {
        let lines: Vec<&str> = what.lines().take(2).collect();
        println!("{}: {}", machine.name(), lines.join("; "));
    }
    let mut text = String::new();
    let n_wrong = wrong.len();
    for (machine, what) in wrong.into_iter().take(number("ERL2LTS_SHOWN", MAX_SHOWN)) {
        let (machine, what) = smallest(&erl, machine, what);
        let _ = writeln!(text, "{}\n{what}", machine.text());
    }
    assert!(n_wrong == 0, "{n_wrong} modules differ:\n{text}");
}
