//! The classic muCRL toolset says the same: the emitted muCRL has the LTS that this tool explores.
//!
//! `MCRL_PATH` names the folder with `mcrl` and `instantiator`. Both forms, paper view, labels byte
//! for byte, compared by the naive twin. The toolset counts in unary and compiles a rewriter for each
//! model: what takes longer than `ERL2LTS_ORACLE_SECONDS` (300) is left out, and said. What the toolset
//! says of the coffee machine and the door of Guo's paper is kept in `tests/golden`, so that it is compared
//! everywhere.
//!
//! How to build muCRL 2.18.5: `ac_objext=o ./configure --prefix=P --with-32bit CC="gcc -m32 -O1 -std=gnu89
//! -fcommon -fgnu89-inline -fno-strict-aliasing -fwrapv -fsigned-char -w -include stdint.h"`, then `gmake
//! libmcrlunix.a` and `gmake` in `aterm2`, `svc`, `lin`, `data` and `src`, and `gmake install`:
//! the instantiator looks for files below `P`. With `-O2` and without
//! `-fwrapv` the instantiator hangs in its hash tables.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::time::{Duration, Instant};

use crate::support::bisimulation::bisimilar;
use crate::support::comparison::compare_forms;
use crate::support::identities::identities;
use crate::support::kernel::{queues, timers, watches};
use crate::support::tools::{self, Folder};
use crate::support::{Subject, aut, entries, file, fixtures, generated, read_aut, term, waiting};
use emit::emit_mcrl;
use lts::format::aut::TauName;
use lts::semantics::{LabelStyle, View};
use model::Form;

/// Compares one form of one subject; the number of states that the toolset found in time.
fn compare(tools: &Path, name: &str, subject: &Subject, form: Form) -> Option<usize> {
    let seconds = tools::number("ERL2LTS_ORACLE_SECONDS", 300);
    let deadline = Instant::now() + Duration::from_secs(seconds as u64);
    // The toolset writes into the current folder.
    let folder = Folder::new(name);
    let run = |tool: &str, args: &[&str]| {
        tools::run_until(deadline, folder.path(), &tools.join(tool), args).then_some(())
    };
    folder.write("x.mcrl", &emit_mcrl(&subject.model(form)).unwrap());
    run("mcrl", &["-tbfile", "-regular", "x.mcrl"])?;
    run("instantiator", &["x"])?;
    let theirs = read_aut(&folder.path().join("x.aut"), TauName::I);
    let ours = subject.lts(form, View::Paper, LabelStyle::Mcrl);
    assert!(bisimilar(&theirs, &ours), "the toolset says otherwise, {form:?}: {subject}");
    Some(theirs.n_states())
}

fn compare_all(title: &str, subjects: impl FnOnce() -> Vec<Subject>) {
    if let Some(tools) = tools::folder_of("MCRL_PATH", &["mcrl", "instantiator"]) {
        compare_forms(title, &subjects(), |name, subject, form| {
            compare(&tools, name, subject, form)
        });
    }
}

#[test]
fn fixtures_agree() {
    compare_all("mcrl-fixtures", fixtures);
}

#[test]
fn entries_agree() {
    compare_all("mcrl-entries", entries);
}

#[test]
fn timers_agree() {
    compare_all("mcrl-timers", timers);
}

#[test]
fn identities_agree() {
    compare_all("mcrl-identities", identities);
}

#[test]
fn receive_agrees() {
    compare_all("mcrl-receive", || vec![waiting()]);
}

#[test]
fn watches_agree() {
    compare_all("mcrl-watches", watches);
}

#[test]
fn queues_agree() {
    compare_all("mcrl-queues", queues);
}

#[test]
fn generated_modules_agree() {
    let count = tools::number("ERL2LTS_ORACLE_MODULES", 30);
    compare_all("mcrl-generated", || generated(count));
}

/// The transitions of an `.aut` file, and its header without padding.
fn lines(text: &str) -> BTreeSet<String> {
    text.lines().map(|line| line.trim().replace("des (0, ", "des (0,").replace(", ", ",")).collect()
}

/// The specification `door.mcrl` of Guo's paper differs from the module in three things: events are `P` for
/// `{button,P}`, the stored data are `{Code}` for `Code`, and the action `display_message` is called
/// `warning_message`. In all else it is the same system, under the same numbers.
#[test]
fn the_door_is_that_of_the_classic_toolset() {
    let golden = fs::read_to_string(file("tests/golden/door.aut")).unwrap();
    let subject = fixtures().into_iter().find(|subject| subject.name() == "fsm_door").unwrap();
    for form in [Form::Paper, Form::Direct] {
        let ours = aut(&subject.lts(form, View::Paper, LabelStyle::Mcrl), TauName::I);
        let ours = ["abb", "abc"].iter().fold(ours, |ours, password| {
            ours.replace(&format!("tuple(button,tuplenil({password}))"), password)
        });
        let ours = ours.replace("tuplenil(abc)))", "tuplenil(tuplenil(abc))))");
        let ours = ours.replace("display_message", "warning_message");
        assert_eq!(lines(&ours), lines(&golden), "{form:?}");
    }
}

#[test]
fn coffee_machines_are_those_of_the_classic_toolset() {
    let runs = [
        ("A", "coffee", "[{selection,cappuccino,5},{pay,4},{cup_remove}]"),
        ("B", "coffee", "[{selection,tea,4},{pay,5},{cup_remove}]"),
        ("C", "coffee", "[{selection,cappuccino,5},{pay,5},{cup_remove}]"),
        ("D", "coffee_faulty", "[{selection,cappuccino,5},{pay,5},{cup_remove}]"),
    ];
    let subjects = fixtures();
    for (letter, module, commands) in runs {
        let golden =
            fs::read_to_string(file(&format!("tests/golden/coffee_{letter}.aut"))).unwrap();
        let subject = subjects
            .iter()
            .find(|subject| subject.name() == module && subject.commands == term(commands))
            .unwrap();
        for form in [Form::Paper, Form::Direct] {
            let ours = aut(&subject.lts(form, View::Paper, LabelStyle::Mcrl), TauName::I);
            assert_eq!(lines(&ours), lines(&golden), "{letter}, {form:?}");
        }
    }
}
