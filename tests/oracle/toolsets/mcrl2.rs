//! Real mCRL2 says the same: the emitted mCRL2 has the LTS that this tool explores.
//!
//! `MCRL2_PATH` names the folder with `mcrl22lps`, `lps2lts` and `ltscompare`. Both forms, paper
//! view, labels byte for byte: strongly bisimilar says mCRL2, and so says the naive twin.

use std::fs;
use std::path::Path;

use crate::support::bisimulation::bisimilar;
use crate::support::comparison::compare_forms;
use crate::support::identities::identities;
use crate::support::kernel::{queues, timers, watches};
use crate::support::large::{EVENTS, large_module};
use crate::support::tools::{self, Folder};
use crate::support::{
    Subject, aut, entries, fixtures, generated, generated_rich, module_subject, read_aut, term,
    waiting,
};
use emit::emit_mcrl2;
use lts::format::aut::TauName;
use lts::semantics::{LabelStyle, View};
use model::Form;

/// Compares one form of one subject; the number of states that mCRL2 found.
fn compare(tools: &Path, name: &str, subject: &Subject, form: Form) -> usize {
    let folder = Folder::new(name);
    let run = |tool: &str, args: &[&str]| tools::run(folder.path(), &tools.join(tool), args);
    folder.write("x.mcrl2", &emit_mcrl2(&subject.model(form)).unwrap());
    let said = tools::messages(
        folder.path(),
        &tools.join("mcrl22lps"),
        &["-b", "-lregular2", "x.mcrl2", "x.lps"],
    );
    assert!(!said.contains("overlap"), "{said}, {form:?}: {subject}");
    run("lps2lts", &["-q", "x.lps", "theirs.aut"]);
    let ours = subject.lts(form, View::Paper, LabelStyle::Mcrl2);
    folder.write("ours.aut", &aut(&ours, TauName::Tau));
    let verdict = run("ltscompare", &["-q", "-ebisim", "theirs.aut", "ours.aut"]);
    assert_eq!(verdict.trim(), "true", "mCRL2 says otherwise, {form:?}: {subject}");
    let theirs = read_aut(&folder.path().join("theirs.aut"), TauName::Tau);
    assert!(bisimilar(&theirs, &ours), "the naive twin says otherwise, {form:?}: {subject}");
    theirs.n_states()
}

fn compare_all(title: &str, subjects: impl FnOnce() -> Vec<Subject>) {
    if let Some(tools) = tools::folder_of("MCRL2_PATH", &["mcrl22lps", "lps2lts", "ltscompare"]) {
        compare_forms(title, &subjects(), |name, subject, form| {
            Some(compare(&tools, name, subject, form))
        });
    }
}

#[test]
fn fixtures_agree() {
    compare_all("mcrl2-fixtures", fixtures);
}

#[test]
fn entries_agree() {
    compare_all("mcrl2-entries", entries);
}

#[test]
fn timers_agree() {
    compare_all("mcrl2-timers", timers);
}

#[test]
fn identities_agree() {
    compare_all("mcrl2-identities", identities);
}

#[test]
fn receive_agrees() {
    compare_all("mcrl2-receive", || vec![waiting()]);
}

#[test]
fn queues_agree() {
    compare_all("mcrl2-queues", queues);
}

#[test]
fn watches_agree() {
    compare_all("mcrl2-watches", watches);
}

#[test]
fn generated_modules_agree() {
    let count = tools::number("ERL2LTS_ORACLE_MODULES", 20);
    compare_all("mcrl2-generated", || generated(count));
}

/// Callbacks and commands of all kinds; `ERL2LTS_MODULES` says how many, `ERL2LTS_SEED` names one.
#[test]
fn modules_of_all_kinds_agree() {
    let count = tools::number("ERL2LTS_MODULES", 20);
    compare_all("mcrl2-kinds", || generated_rich(count));
}

/// A module of 100 states and 1,000 clauses.
#[test]
fn a_large_module_is_linearized_within_a_minute() {
    let Some(tools) = tools::folder_of("MCRL2_PATH", &["mcrl22lps"]) else { return };
    let subject = module_subject("large", large_module(100, 10), term("0"), &EVENTS.map(term));
    for form in [Form::Paper, Form::Direct] {
        let folder = Folder::new(&format!("large-{form:?}"));
        let text = emit_mcrl2(&subject.model(form)).unwrap();
        folder.write("x.mcrl2", &text);
        let linearizer = tools.join("mcrl22lps");
        let args = ["-q", "-lregular2", "--timings=timings", "x.mcrl2", "x.lps"];
        tools::run(folder.path(), &linearizer, &args);
        // Time of the processor, whatever else the machine does.
        let timings = fs::read_to_string(folder.path().join("timings")).unwrap();
        let (_, user) = timings.split_once("user: ").unwrap();
        let time: f64 = user.split('s').next().unwrap().parse().unwrap();
        println!("{form:?}: {} lines, linearized in {time:.1} s", text.lines().count());
        assert!(time < 60.0, "{form:?}: {time} s");
    }
}
