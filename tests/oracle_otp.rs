//! OTP's own `gen_fsm` does the same: paths of the LTS are runs of the modules, and the other way round.
//!
//! Each module of `fixtures/otp` runs in a copy of OTP's `gen_fsm.erl` whose clock the test drives
//! (`support/otp`). Traces, a tour of all transitions and long random walks of its LTS (default view, direct
//! form) are played there and must show the same actions; random real runs must be paths of the LTS. Whenever
//! the machine waits, its state name and data are those of the model, and what may come next is what the
//! model offers; when it is dead, the model has come to its end.

#![allow(clippy::unwrap_used, clippy::panic, clippy::print_stdout, reason = "tests may fail")]

mod support;

use std::time::Instant;

use lts::semantics::{LabelStyle, View};
use support::Subject;
use support::otp::follow::Explored;
use support::otp::plan::Planner;
use support::otp::walks::{Walk, all_traces, random_walks, tour};
use support::otp::{Job, otp_fixtures, play};
use support::tools::{self, Folder, number};
use translator::model::Form;

/// Visible actions of a trace, of all of which there are no more than this.
const TRACE: usize = 6;

/// Commands of a long run.
const LONG: usize = 30;

/// Differences that are shown.
const MAX_SHOWN: usize = 5;

/// The walks of a system that are played.
fn walks(system: &Explored, seed: usize) -> Vec<Walk> {
    let mut walks = tour(&system.lts);
    walks.extend(all_traces(system, TRACE, number("ERL2LTS_OTP_TRACES", 400)));
    walks.extend(random_walks(system, number("ERL2LTS_OTP_RUNS", 30), LONG, seed as u64));
    walks
}

/// The subjects; those of one module if `ERL2LTS_OTP_MODULE` names it.
fn subjects() -> Vec<Subject> {
    let wanted = std::env::var("ERL2LTS_OTP_MODULE").ok();
    let mut subjects = otp_fixtures();
    subjects.retain(|subject| wanted.as_ref().is_none_or(|wanted| *wanted == subject.name()));
    subjects
}

#[test]
fn otp_does_what_the_model_does() {
    let Some(erl) = tools::on_path("erl") else { return };
    let begin = Instant::now();
    let subjects = subjects();
    let systems: Vec<Explored> = subjects.iter().map(Explored::new).collect();
    let all: Vec<Vec<Walk>> =
        systems.iter().enumerate().map(|(seed, system)| walks(system, seed)).collect();
    let random = number("ERL2LTS_OTP_RUNS", 30);
    let jobs = subjects.iter().zip(&systems).zip(&all).enumerate().map(|(seed, own)| {
        let ((subject, system), walks) = own;
        let planner = Planner::new(subject);
        let plans = walks.iter().map(|walk| planner.plan(system, walk)).collect();
        Job { subject, plans, random: (random, LONG, seed) }
    });
    let jobs: Vec<Job<'_>> = jobs.collect();
    let folder = Folder::new("otp");
    let prepared = begin.elapsed();
    let played = play(&folder, &erl, &jobs);
    let (mut n_runs, mut n_steps) = (0, 0);
    let mut wrong = Vec::new();
    for (((job, system), walks), runs) in jobs.iter().zip(&systems).zip(&all).zip(&played) {
        assert_eq!(runs.len(), walks.len() + random, "{}", job.subject.name());
        n_runs += runs.len();
        for (number, run) in runs.iter().enumerate() {
            n_steps += run.len();
            let walk = walks.get(number).map(Vec::as_slice);
            if let Err(what) = system.follow(run, walk) {
                wrong.push(format!("{}, run {number}: {what}", job.subject.title));
            }
        }
    }
    println!(
        "otp: {} subjects, {n_runs} runs, {n_steps} lines, {} differ; {:.1} s, {:.1} s before the runs",
        jobs.len(),
        wrong.len(),
        begin.elapsed().as_secs_f64(),
        prepared.as_secs_f64(),
    );
    let n_wrong = wrong.len();
    wrong.truncate(MAX_SHOWN);
    assert!(n_wrong == 0, "{n_wrong} runs differ:\n{}", wrong.join("\n"));
}

#[test]
fn figures_are_as_expected() {
    for subject in otp_fixtures() {
        let lts = subject.lts(Form::Direct, View::Default, LabelStyle::Erlang);
        let figures = (View::Default, lts.n_states(), lts.n_transitions());
        assert!(subject.expected == [figures], "{}: {figures:?}", subject.title);
    }
}
