//! Real Erlang receives the same: random runs of a module that waits for messages are paths of its LTS.
//!
//! Before each event random messages are sent to the real process. Whichever it takes, or if it takes none,
//! gives up or hangs, the model must be able to do that too.

use std::fs;

use crate::support;
use crate::support::generator::Random;
use crate::support::instances::follow_instance;
use crate::support::tools::{self, Folder};
use crate::support::{Subject, driver, file, module_subject, term};
use lts::Term;
use lts::semantics::{LabelStyle, View};
use model::Form;

/// Random runs.
const RUNS: usize = 200;

/// Commands per run.
const LENGTH: usize = 6;

/// Messages before a command at most.
const MESSAGES: usize = 6;

/// States of the model at most.
const MAX_STATES: usize = 20_000;

/// What the clauses of the module are made for, and something else.
const KNOWN: [&str; 8] = [
    "{answer,1}",
    "{answer,5}",
    "{answer,none}",
    "{failed,why}",
    "{stop,why}",
    "none",
    "go",
    "{answer,0}",
];

const EVENTS: [&str; 14] = [
    "ask",
    "poll",
    "tried",
    "{wait,0}",
    "{wait,1}",
    "{wait,infinity}",
    "{wait,foo}",
    "{wait,-1}",
    "sleep",
    "collect",
    "collect",
    "flush",
    "hang",
    "other",
];

/// Ways in which the outside call of the module may end.
const TIMES: &str = "[{{port,time,0},[0,1,2,3,4,never,4294967296]}]";

fn message(random: &mut Random) -> Term {
    match random.below(KNOWN.len() + 2) {
        number if number < KNOWN.len() => term(KNOWN[number]),
        _ => random.term(2),
    }
}

/// `{'$sent', Messages, Event}`
fn event(random: &mut Random) -> Term {
    let messages = (0..random.below(MESSAGES + 1)).map(|_| message(random)).collect();
    let event = term(EVENTS[random.below(EVENTS.len())]);
    Term::Tuple(vec![Term::atom("$sent"), Term::list(messages), event])
}

fn subject() -> Subject {
    let text = fs::read_to_string(file("fixtures/receive/asker.erl")).unwrap();
    module_subject("receive", text, term("1"), &EVENTS.map(term))
}

#[test]
fn runs_with_messages_are_in_the_system() {
    let Some(erl) = tools::on_path("erl") else { return };
    let subject = subject();
    let model = subject.model(Form::Direct);
    let lts = support::lts(&model, View::Default, LabelStyle::Erlang, MAX_STATES).unwrap();
    let mut random = Random(1);
    let mut run = |_| Term::list((0..LENGTH).map(|_| event(&mut random)).collect());
    let runs = Term::list((0..RUNS).map(&mut run).collect());
    let folder = Folder::new("receive");
    driver::write(&folder, [&subject].into_iter());
    let name = subject.name();
    folder.write(&format!("{name}.erl"), &subject.text);
    folder.write("jobs", &format!("{{waits, {name}, {}, {TIMES}, {runs}}}.\n", subject.init));
    let output = driver::run(&folder, &erl);
    let lines: Vec<&str> = output.lines().collect();
    let first = lines.iter().position(|line| line.starts_with("run ")).unwrap();
    let runs: Vec<&[&str]> = lines[first..].chunk_by(|_, next| !next.starts_with("run ")).collect();
    let wrong: Vec<String> =
        runs.iter().filter_map(|run| follow_instance(&lts, &run[1..])).collect();
    let n_with = |start: &str| lines.iter().filter(|line| line.starts_with(start)).count();
    println!(
        "receive: {} states, {} runs, {} commands, {} messages received, {} hang, {} crash, {} differ",
        lts.n_states(),
        runs.len(),
        n_with("cmd("),
        n_with("'receive'"),
        n_with("hangs"),
        n_with("crash("),
        wrong.len()
    );
    assert_eq!(runs.len(), RUNS);
    assert!(wrong.is_empty(), "{} runs differ; the first: {}", wrong.len(), wrong[0]);
    assert!(n_with("'receive'") * 2 > RUNS && n_with("hangs") > 0 && n_with("crash(") > 0);
}
