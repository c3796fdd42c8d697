//! OTP's own `gen_fsm` does the same with modules about processes, names, clients and funs as values.
//!
//! Random modules (`support/whole`) run in a copy of OTP's `gen_fsm.erl` whose clock the test drives (`support/otp`).
//! Walks of the LTS (default view, direct form) are played there and must show the same actions; random real
//! runs must be paths of the LTS. Whenever the machine waits, what it keeps and what may come next are the same. Where
//! processes that the machine starts send it something all runs are random: the driver chooses when that comes. A
//! module that differs is made as small as it stays different.
//!
//! `ERL2LTS_LONG=1` plays 20,000 runs. `ERL2LTS_SEED` names the first seed, `ERL2LTS_RUNS` the number of runs,
//! `ERL2LTS_FEATURES` what the modules make use of (`support/whole/feature.rs`).

use std::fmt::Write as _;
use std::path::Path;
use std::time::Instant;

use crate::support::Subject;
use crate::support::comparison::in_parallel;
use crate::support::generator::Random;
use crate::support::otp::follow::Explored;
use crate::support::otp::plan::Planner;
use crate::support::otp::walks::{Walk, all_traces, random_walks, spread, tour};
use crate::support::otp::{Job, Shown, play};
use crate::support::tools::{self, Folder, number};
use crate::support::whole::feature::Features;
use crate::support::whole::{Whole, whole};

/// Modules that are played together.
const BATCH: usize = 100;

/// States of a module at most.
const MAX_STATES: usize = 400;

/// Parts that are cut off a module that has more.
const MAX_CUTS: usize = 12;

/// Planned runs and random runs of a module.
const RUNS: [usize; 2] = [24, 8];

/// Commands of a random run.
const LENGTH: usize = 12;

/// Differences that are shown, each made small.
const MAX_SHOWN: usize = 4;

/// A module with its system and the walks that are played.
struct Tried {
    whole: Whole,
    subject: Subject,
    system: Explored,
    walks: Vec<Walk>,
    /// Random runs besides.
    random: usize,
}

/// Why a module is not played.
enum Skipped {
    /// The translator says that something is left out.
    LeftOut,
    /// It has too many states.
    Large,
}

impl Tried {
    /// The module, or what is left of it when it has become small enough.
    fn small(mut whole: Whole, seed: u64) -> Result<Self, Skipped> {
        let mut random = Random(seed);
        for _ in 0..MAX_CUTS {
            match Self::new(&whole, 1) {
                Err(Skipped::Large) => {}
                done => return done,
            }
            whole = whole.smaller(&mut random).ok_or(Skipped::Large)?;
        }
        Self::new(&whole, 1)
    }

    fn new(whole: &Whole, seed: u64) -> Result<Self, Skipped> {
        let subject = whole.subject();
        if subject.is_left_out() {
            return Err(Skipped::LeftOut);
        }
        let system = Explored::within(&subject, MAX_STATES).ok_or(Skipped::Large)?;
        if has_processes(&system) {
            // A plan does not say of which process a message is: these runs are all random.
            let (walks, random) = (Vec::new(), RUNS.iter().sum());
            return Ok(Self { whole: whole.clone(), subject, system, walks, random });
        }
        let mut walks = tour(&system.lts);
        walks.extend(all_traces(&system, 5, RUNS[0]));
        walks.extend(random_walks(&system, RUNS[0], LENGTH, seed));
        let walks = spread(walks, RUNS[0]);
        Ok(Self { whole: whole.clone(), subject, system, walks, random: RUNS[1] })
    }

    /// The first run that differs.
    fn difference(&self, runs: &[Vec<Shown>]) -> Option<String> {
        assert_eq!(runs.len(), self.walks.len() + self.random, "{}", self.subject);
        let mut walks = self.walks.iter().map(|walk| Some(walk.as_slice()));
        runs.iter().find_map(|run| self.system.follow(run, walks.next().flatten()).err())
    }
}

/// Whether processes that the machine starts send it something.
fn has_processes(system: &Explored) -> bool {
    let mut names = system.lts.labels().iter().filter_map(|(_, label)| label.action());
    names.any(|action| action.name.ends_with(" later"))
}

/// Those of these modules that can be played, with their systems, and why the others cannot; large ones are cut.
fn tried(wholes: Vec<Whole>) -> (Vec<Tried>, Vec<Skipped>) {
    let slots: Vec<_> =
        wholes.into_iter().map(|whole| std::sync::Mutex::new((Some(whole), None))).collect();
    in_parallel(&slots, |slot| {
        let mut slot = slot.lock().unwrap();
        let whole = slot.0.take().unwrap();
        let seed = whole.name.bytes().fold(1, |seed, byte| seed * 31 % 65_521 + u64::from(byte));
        slot.1 = Some(Tried::small(whole, seed));
    });
    let (mut all, mut skipped) = (Vec::new(), Vec::new());
    for slot in slots {
        match slot.into_inner().unwrap().1.unwrap() {
            Ok(own) => all.push(own),
            Err(why) => skipped.push(why),
        }
    }
    (all, skipped)
}

/// Plays all of these; how many runs that were, and what differs, by module.
fn played(erl: &Path, all: &[Tried]) -> (usize, Vec<Option<String>>) {
    let jobs = all.iter().enumerate().map(|(seed, own)| {
        let planner = Planner::new(&own.subject);
        let plans = own.walks.iter().map(|walk| planner.plan(&own.system, walk)).collect();
        Job { subject: &own.subject, plans, random: (own.random, LENGTH, seed) }
    });
    let jobs: Vec<Job<'_>> = jobs.collect();
    let folder = Folder::new("values");
    let runs = play(&folder, erl, &jobs);
    let n_runs = runs.iter().map(Vec::len).sum();
    let differences = all.iter().zip(&runs).map(|(own, runs)| own.difference(runs)).collect();
    (n_runs, differences)
}

/// A module that is as small as possible and still differs.
fn smallest(erl: &Path, mut whole: Whole, mut difference: String) -> (Whole, String) {
    loop {
        let (all, _) = tried(whole.reduced());
        let (_, differences) = played(erl, &all);
        let mut found = all.into_iter().zip(differences);
        let Some((smaller, Some(what))) = found.find(|(_, what)| what.is_some()) else {
            return (whole, difference);
        };
        (whole, difference) = (smaller.whole, what);
    }
}

#[test]
fn values_go_where_otp_sends_them() {
    let Some(erl) = tools::on_path("erl") else { return };
    let begin = Instant::now();
    let is_long = number("ERL2LTS_LONG", 0) == 1;
    let wanted = number("ERL2LTS_RUNS", if is_long { 20_000 } else { 300 });
    let mut seed = number("ERL2LTS_SEED", 1);
    let features = Features::wanted();
    let (mut n_runs, mut n_modules, mut n_spawning) = (0, 0, 0);
    let (mut n_left_out, mut n_large) = (0, 0);
    let mut wrong = Vec::new();
    while n_runs < wanted {
        let seeds = seed..seed + BATCH.min(1 + (wanted - n_runs) / (RUNS[0] + RUNS[1]));
        seed = seeds.end;
        let of = |seed| whole(&format!("v{seed}"), seed as u64, features);
        let wholes: Vec<Whole> = seeds.map(of).collect();
        let (all, skipped) = tried(wholes);
        let left_out = skipped.iter().filter(|why| matches!(why, Skipped::LeftOut)).count();
        n_left_out += left_out;
        n_large += skipped.len() - left_out;
        n_modules += all.len();
        n_spawning += all.iter().filter(|own| has_processes(&own.system)).count();
        let (n_played, differences) = played(&erl, &all);
        n_runs += n_played;
        let found = all.into_iter().zip(differences);
        wrong.extend(found.filter_map(|(own, what)| Some((own.whole, what?))));
    }
    println!(
        "values: {n_modules} modules, {n_spawning} of them with messages of processes ({n_large} too large, {n_left_out} with W0206 not tried), {n_runs} runs, {} modules differ; {:.1} s",
        wrong.len(),
        begin.elapsed().as_secs_f64()
    );
    for (whole, what) in &wrong {
        let lines: Vec<&str> = what.lines().take(2).collect();
        println!("{}: {}", whole.name, lines.join("; "));
    }
    let mut text = String::new();
    let n_wrong = wrong.len();
    for (whole, what) in wrong.into_iter().take(number("ERL2LTS_SHOWN", MAX_SHOWN)) {
        let (whole, what) = smallest(&erl, whole, what);
        let _ = writeln!(text, "%% {:?}\n{}\n{what}", whole.commands, whole.text());
    }
    assert!(n_wrong == 0, "{n_wrong} modules differ:\n{text}");
}
