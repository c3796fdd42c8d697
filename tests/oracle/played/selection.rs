//! Clause selection agrees with real Erlang: random clause lists on random terms.
//!
//! Modules of functions with every kind of pattern (repeated and bound variables included) and guards
//! are run by Erlang, and explored here under one event per pair of function and term. Which clause
//! was taken, and what its variables were, must be the same. `ERL2LTS_SELECTIONS` is the number of
//! evaluations (a million in the long run), `ERL2LTS_SEED` the start.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use crate::support::generator::Random;
use crate::support::generator::clauses::Clauses;
use crate::support::tools::{self, Folder};
use crate::support::{Subject, module_subject};
use lts::semantics::{LabelStyle, View};
use lts::{Lts, Term};
use model::Form;

/// Functions of one module.
const FUNCTIONS: usize = 20;

/// Terms that each function is asked about.
const TERMS: usize = 100;

/// Asks every function of a module about its terms, as the module's commands say.
const DRIVER: &str = r#"
-module(selection).
-export([main/0]).

main() ->
    {ok, Jobs} = file:consult("jobs"),
    %% OTP 25's optimiser of types fails on some of these modules.
    Options = [nowarn_deprecated_function, no_type_opt],
    lists:foreach(fun({Module, Events}) ->
        {ok, _} = compile:file(atom_to_list(Module) ++ ".erl", Options),
        io:format("module ~s~n", [Module]),
        [io:format("~0p~n", [Module:answer(Event)]) || Event <- Events]
    end, Jobs).
"#;

/// A module with a state that answers every event, and what it is asked.
fn subject(name: &str, seed: u64) -> (Subject, Vec<Term>) {
    let mut random = Random(seed);
    let mut functions = String::new();
    let mut answers = String::new();
    let mut events: Vec<Term> = Vec::new();
    for number in 0..FUNCTIONS {
        let clauses = Clauses::random(&mut random);
        let _ = writeln!(functions, "{}", clauses.function(&format!("f{number}")));
        let _ = writeln!(
            answers,
            "answer({{{number}, A, B}}) -> try f{number}(A, B) catch error:E -> E end;"
        );
        for _ in 0..TERMS {
            let [bound, term] = clauses.arguments(&mut random);
            events.push(Term::Tuple(vec![
                Term::integer(i32::try_from(number).unwrap()),
                bound,
                term,
            ]));
        }
    }
    let mut seen = BTreeSet::new();
    events.retain(|event| seen.insert(event.to_string()));
    let text = format!(
        "-module({name}).\n-behaviour(gen_fsm).\n-export([init/1, s/2, answer/1]).\n\
         init(_) -> {{ok, s, none}}.\n\
         s(Event, Data) -> out:answer(answer(Event)), {{next_state, s, Data}}.\n\
         {answers}answer(_) -> none.\n{functions}"
    );
    (module_subject(name, text, Term::atom("none"), &events), events)
}

/// The answer that the LTS has for each event.
fn answers(lts: &Lts) -> BTreeMap<String, String> {
    let text = |label| lts.labels().get(label).text().unwrap_or("tau").to_owned();
    let mut answers = BTreeMap::new();
    for out in lts.out(lts.initial()) {
        let event = text(out.label);
        let [answer] = lts.out(out.target) else { panic!("not one answer to {event}") };
        answers.insert(event, text(answer.label));
    }
    answers
}

#[test]
fn clauses_are_selected_as_in_erlang() {
    let Some(erl) = tools::on_path("erl") else { return };
    let wanted = tools::number("ERL2LTS_SELECTIONS", 10_000);
    let seed = tools::number("ERL2LTS_SEED", 1) as u64;
    let modules = wanted.div_ceil(FUNCTIONS * TERMS);
    let (mut n_evaluations, mut differ) = (0, Vec::new());
    for number in 0..modules {
        let name = format!("sel_{number}");
        let (subject, events) =
            subject(&name, seed.wrapping_mul(1_000_003).wrapping_add(number as u64));
        let folder = Folder::new("selection");
        folder.write("selection.erl", DRIVER);
        folder.write(&format!("{name}.erl"), &subject.text);
        folder.write("jobs", &format!("{{{name}, {}}}.\n", Term::list(events.clone())));
        let program =
            "{ok, selection} = compile:file(\"selection.erl\"), selection:main(), halt().";
        let output = tools::run(folder.path(), &erl, &["-noshell", "-eval", program]);
        let mut lines = output.lines().skip_while(|line| !line.starts_with("module ")).skip(1);
        let answers = answers(&subject.lts(Form::Direct, View::Default, LabelStyle::Erlang));
        for event in &events {
            let theirs = format!("answer({})", lines.next().unwrap());
            let ours = &answers[&format!("cmd({event})")];
            n_evaluations += 1;
            if *ours != theirs {
                differ.push(format!("{event}: Erlang {theirs}, here {ours}\n{}", subject.text));
            }
        }
    }
    println!("selection: {n_evaluations} evaluations, {} differ", differ.len());
    assert!(n_evaluations >= wanted * 9 / 10, "{n_evaluations}");
    assert!(differ.is_empty(), "{} differ; the first: {}", differ.len(), differ[0]);
}
