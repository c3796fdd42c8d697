//! Random modules and the case studies through the whole translator, in both forms.
//!
//! What must agree without any other tool: the two forms with each other, two runs with each other,
//! the kept modules with their measured figures.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::fs;

use crate::support;
use crate::support::bisimulation::{bisimilar, enabled, step};
use crate::support::comparison::for_all;
use crate::support::kernel::{crowds, queues, watches};
use crate::support::otp::otp_fixtures;
use crate::support::tools::sampled;
use crate::support::{
    Subject, aut, entries, file, fixtures, generated, kinds, rich_from, small, small_rich, tools,
};
use emit::{emit_mcrl, emit_mcrl2};
use lts::format::aut::TauName;
use lts::semantics::{LabelStyle, View};
use lts::{Lts, StateId, Term};
use model::{ActionRole, Behaviour, Form, Unhandled};

/// Number of generated modules.
fn count() -> usize {
    tools::number("ERL2LTS_MODULES", 60)
}

fn forms_agree(subject: &Subject) {
    let paper = subject.lts(Form::Paper, View::Paper, LabelStyle::Erlang);
    let direct = subject.lts(Form::Direct, View::Paper, LabelStyle::Erlang);
    assert!(bisimilar(&paper, &direct), "the forms differ: {subject}");
}

fn runs_agree(subject: &Subject) {
    for form in [Form::Paper, Form::Direct] {
        let run = || {
            let model = subject.model(form);
            let aut = aut(&subject.lts(form, View::Default, LabelStyle::Erlang), TauName::I);
            let mcrl2 = emit_mcrl2(&model).unwrap_or_else(|why| panic!("{subject}: {why:?}"));
            (aut, mcrl2, emit_mcrl(&model).unwrap())
        };
        assert!(run() == run(), "two runs differ: {subject}");
    }
}

#[test]
fn both_forms_are_bisimilar() {
    let subjects = fixtures().into_iter().chain(entries()).chain(queues()).chain(watches());
    let subjects = subjects.chain(kinds()).chain(generated(count())).chain(otp_fixtures());
    for_all(&sampled(subjects.filter(|own| own.forms().len() > 1)), forms_agree);
}

#[test]
fn two_runs_give_the_same_bytes() {
    let subjects = fixtures().into_iter().chain(queues()).chain(watches()).chain(crowds());
    let subjects = subjects.chain(kinds()).chain(generated(count()));
    for_all(&sampled(subjects), runs_agree);
}

/// Seeds 4 and 10 start timers behind tests that always fail, so that there are none in the model.
#[test]
fn values_are_taken_in_handshakes_only() {
    let seeds = [4, 10].map(rich_from);
    for subject in seeds.into_iter().chain(kinds()).chain(queues()) {
        let model = subject.model(Form::Paper);
        for point in &model.points {
            if let Behaviour::Receive { action, .. } = point {
                assert_eq!(model.actions[*action].role, ActionRole::Half, "{subject}");
            }
        }
    }
}

/// Walks through the three treatments of unknown events side by side.
///
/// Where one disallows a command, the others crash with `function_clause` and stay; else they agree.
/// A state without a function disallows all commands, and crashes with `undef`, with `badarg` if it
/// is no atom.
fn modes_agree(subject: &Subject) {
    let systems = [Unhandled::Crash, Unhandled::Disallow, Unhandled::Ignore].map(|unhandled| {
        let mut subject = subject.in_free_environment();
        subject.unhandled = unhandled;
        subject.lts(Form::Direct, View::Default, LabelStyle::Erlang)
    });
    let [crash, disallow, ignore] = &systems;
    let only = |lts: &Lts, state: StateId, label: &str| match step(lts, state, label).as_slice() {
        [next] => *next,
        other => panic!("{label} leads to {other:?}: {subject}"),
    };
    let mut pending = vec![[crash.initial(), disallow.initial(), ignore.initial()]];
    let mut seen: BTreeSet<[StateId; 3]> = BTreeSet::new();
    while let Some(states) = pending.pop() {
        if !seen.insert(states) {
            continue;
        }
        let [c, d, i] = states;
        let (labels, allowed) = (enabled(crash, c), enabled(disallow, d));
        assert_eq!(labels, enabled(ignore, i), "{subject}");
        for label in labels {
            let (after, ignored) = (only(crash, c, label), only(ignore, i, label));
            if allowed.contains(&label) {
                pending.push([after, only(disallow, d, label), ignored]);
                continue;
            }
            assert!(label.starts_with("cmd("), "{label} is not allowed: {subject}");
            let ends = enabled(crash, after);
            let missing =
                ["crash(undef)", "crash(badarg)"].map(|end| ends == [end]).contains(&true);
            if !(missing && allowed.is_empty()) {
                assert_eq!(ends, ["crash(function_clause)"], "{label}: {subject}");
            }
            assert_eq!(ignored, i, "{label} is not ignored: {subject}");
        }
        assert!(allowed.iter().all(|label| enabled(crash, c).contains(label)), "{subject}");
    }
}

#[test]
fn unhandled_events_are_treated_as_said() {
    let subjects: Vec<Subject> = fixtures().into_iter().chain(generated(count())).collect();
    for_all(&subjects, modes_agree);
}

#[test]
fn fixtures_have_their_figures() {
    for subject in fixtures().into_iter().chain(kinds()) {
        for &(view, states, transitions) in &subject.expected {
            let lts = subject.lts(Form::Direct, view, LabelStyle::Erlang);
            let found = (lts.n_states(), lts.n_transitions());
            assert_eq!(found, (states, transitions), "{view:?}: {subject}");
        }
    }
}

/// What the kept modules should show, in their text or in their labels.
const FEATURES: [&str; 45] = [
    "case ",
    "    if\n",
    "begin ",
    " andalso ",
    " orelse ",
    " and ",
    " or ",
    " xor ",
    "not ",
    " div ",
    " rem ",
    "hd(",
    "tl(",
    "element(",
    "tuple_size(",
    "is_list(",
    "is_boolean(",
    "{stop, ",
    "exit(",
    "error(",
    "throw(",
    ", infinity}",
    ", hibernate}",
    "check0(",
    "check1(",
    "finish",
    " when ",
    "; ",
    " = X",
    "X1 = ",
    " | ",
    "[]",
    "any_of",
    "cycle",
    "sequence",
    "disallow",
    "ignore",
    "crash({badmatch",
    "crash({case_clause",
    "crash(if_clause",
    "crash(badarith",
    "crash(badarg",
    "crash({badarg",
    "crash({bad_return_value",
    "tuplenil",
];

/// What the kept modules with callbacks of all kinds should show besides.
const RICH_FEATURES: [&str; 24] = [
    "cmd_sync(",
    "cmd_all(",
    "cmd_sync_all(",
    "cmd_info(",
    "cmd_stop(",
    "reply(",
    "{reply, ",
    "gen_fsm:reply(From",
    "gen_fsm:send_event(self()",
    "send_event_after(",
    "start_timer(",
    "timeout(over)",
    ", 20}",
    "timer(",
    "terminate(_",
    "handle_event(",
    "handle_sync_event(",
    "handle_info(",
    "StateName, ",
    "{stop, ",
    "crash({bad_return_value",
    "crash(function_clause",
    "cycle",
    "sequence",
];

/// Writes the kept modules anew where `ERL2LTS_KEEP` asks for it.
#[test]
fn keep_ten_modules() {
    let wanted = std::env::var("ERL2LTS_KEEP").unwrap_or_default();
    if wanted != "kinds" && wanted != "events" {
        assert_eq!(support::kept().len(), 10, "the kept modules are in fixtures/generated");
        assert_eq!(support::kept_rich().len(), 10, "they are in fixtures/generated_kinds");
    } else if wanted == "kinds" {
        keep_best(small_rich().take(150).collect(), 110, &RICH_FEATURES, "generated_kinds/k");
    } else {
        keep_best(small().take(300).collect(), 75, &FEATURES, "generated/g");
    }
}

/// Writes the ten that show most of what is wanted.
fn keep_best(subjects: Vec<Subject>, max_lines: usize, features: &[&'static str], stem: &str) {
    let mut wanted: BTreeSet<&str> = features.iter().copied().collect();
    let mut candidates: Vec<(Subject, BTreeSet<&str>)> = subjects
        .into_iter()
        .filter(|subject| subject.text.lines().count() < max_lines)
        .map(|subject| {
            let lts = subject.lts(Form::Direct, View::Default, LabelStyle::Erlang);
            let labels: String =
                lts.labels().iter().filter_map(|(_, label)| label.text()).collect();
            let shown = format!("{subject}{labels}");
            let shows = |feature: &&str| shown.contains(*feature);
            let features = features.iter().copied().filter(shows).collect();
            (subject, features)
        })
        .collect();
    for number in 1..=10 {
        candidates.sort_by_key(|(_, features)| features.intersection(&wanted).count());
        let (subject, features) = candidates.pop().unwrap();
        wanted.retain(|feature| !features.contains(feature));
        keep(&subject, &format!("{stem}{number:02}"));
    }
    println!("not shown: {wanted:?}");
}

/// Stubs without strings in place of lists.
fn written(stubs: &Term) -> String {
    let items = |term: &Term| match term {
        Term::List(items, None) | Term::Tuple(items) => items.clone(),
        _ => Vec::new(),
    };
    let stub = |stub: &Term| {
        let [key, ends] = &items(stub)[..] else { panic!("{stub}") };
        let ends: Vec<String> = items(ends).iter().map(ToString::to_string).collect();
        format!("{{{key},[{}]}}", ends.join(","))
    };
    format!("[{}]", items(stubs).iter().map(stub).collect::<Vec<_>>().join(","))
}

/// Writes a generated module and its `.props` under another name.
fn keep(subject: &Subject, path: &str) {
    let path = file("fixtures").join(path);
    let name = path.file_name().unwrap().to_str().unwrap();
    let seed = format!("%% Written by tests/support/generator.rs, {}.", subject.title);
    let module = subject.text.replace(&subject.name(), name);
    let Subject { init, commands, unhandled, stubs, .. } = subject;
    let unhandled = format!("{unhandled:?}").to_lowercase();
    let stubs = written(stubs);
    let mut expected = String::new();
    for (name, view) in [("default", View::Default), ("paper", View::Paper)] {
        let lts = subject.lts(Form::Direct, view, LabelStyle::Erlang);
        let (states, transitions) = (lts.n_states(), lts.n_transitions());
        let _ = writeln!(
            expected,
            "{{expect_lts, #{{view => {name}, states => {states}, transitions => {transitions}}}}}."
        );
    }
    let props = format!(
        "{{module, {name}}}.\n{{init, {init}}}.\n{{commands, {commands}}}.\n\
         {{unhandled, {unhandled}}}.\n{{stubs, {stubs}}}.\n{expected}"
    );
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(path.with_extension("erl"), format!("{seed}\n{module}")).unwrap();
    fs::write(path.with_extension("props"), format!("{seed}\n{props}")).unwrap();
}
