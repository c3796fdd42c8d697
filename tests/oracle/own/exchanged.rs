//! Names that only tell themselves from others: states that differ in nothing but which ones they hold are one.
//!
//! Input: random small modules that make, keep, compare, show and forget references and processes, and the modules of
//! `fixtures/references`. The system of their states is bisimilar to that in which each name stays as it was made, once the names
//! in each label are numbered by themselves; it has not more states; and the engine finds the same as the interpreter, on any
//! number of threads.

use std::fmt::Write as _;

use super::engine::agrees;
use crate::support::bisimulation::{bisimilar, label};
use crate::support::comparison::for_all;
use crate::support::{Subject, aut, file, module_subject, properties, term, tools};
use frontend::FileId;
use lts::explore::{Limits, explore, explore_on};
use lts::format::aut::TauName;
use lts::semantics::{Engine, LabelStyle, Machine, View};
use lts::{Label, Lts, Term};
use model::{Form, Model};

/// States of a system in which names stay as they were made, at most.
const MAX_STATES: usize = 3_000;

/// A sequence of numbers that look random.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: u64) -> u64 {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % bound
    }
}

/// What a clause holds by now: two values, a list, a map.
struct Held([String; 4]);

impl Held {
    /// One more thing that a clause does, with a number for its variables.
    fn statement(&mut self, random: &mut Random, k: usize) -> String {
        let [a, b, list, map] = self.0.clone();
        let (what, place, text) = match random.below(12) {
            0 | 1 => ("R", 0, "make_ref()".to_owned()),
            2 => ("P", 1, "spawn(fun() -> ok end)".to_owned()),
            3 => {
                self.0.swap(0, 1);
                return String::new();
            }
            4 => {
                let longer = format!(
                    "case length({list}) < 2 of true -> [{a} | {list}]; false -> {list} end"
                );
                ("L", 2, longer)
            }
            5 => {
                self.0[0] = format!("A{k}");
                self.0[2] = format!("T{k}");
                return format!(
                    "{{A{k}, T{k}}} = case {list} of [H{k} | F{k}] -> {{H{k}, F{k}}}; [] -> {{none, []}} end, "
                );
            }
            6 => return format!("out:show({a}, {b}, {a}), "),
            7 => return format!("out:same({a} =:= {b}, lists:member({a}, {list})), "),
            8 => {
                let put = format!("{map}#{{{a} => {b}}}");
                let room = format!("map_size({map}) < 2 orelse is_map_key({a}, {map})");
                ("M", 3, format!("case {room} of true -> {put}; false -> #{{}} end"))
            }
            9 => ("G", 1, format!("maps:get({a}, {map}, none)")),
            10 => ("N", 0, "none".to_owned()),
            _ => ("V", 2, format!("lists:reverse({list})")),
        };
        self.0[place] = format!("{what}{k}");
        format!("{what}{k} = {text}, ")
    }
}

/// A module whose clauses do random things with names.
fn random_module(seed: u64) -> Subject {
    let mut random = Random(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15).wrapping_add(1));
    let mut text = "-module(m).\n-behaviour(gen_fsm).\n-export([init/1, s/2]).\n\
        init(_) -> {ok, s, {none, none, [], #{}}}.\n"
        .to_owned();
    for event in 1..=3 {
        let mut held = Held(["A", "B", "L", "M"].map(str::to_owned));
        write!(text, "s(e{event}, {{A, B, L, M}}) -> ").unwrap();
        for k in 1..=2 + random.below(3) {
            let k = usize::try_from(k).unwrap();
            text.push_str(&held.statement(&mut random, k));
        }
        let Held([a, b, list, map]) = held;
        let end = if event == 3 { "." } else { ";" };
        writeln!(text, "{{next_state, s, {{{a}, {b}, {list}, {map}}}}}{end}").unwrap();
    }
    let events = ["e1", "e2", "e3"].map(term);
    module_subject(&format!("module {seed}"), text, term("0"), &events)
}

/// The modules of the folder.
fn kept() -> Vec<Subject> {
    let tickets = file("fixtures/references/tickets.erl");
    let text = std::fs::read_to_string(tickets).unwrap();
    let events = ["draw", "serve", "both", "all"].map(term);
    let mut subjects = properties(&file("fixtures/references/ring.props"));
    subjects.push(module_subject("tickets", text, term("[]"), &events));
    subjects
}

/// Numbers names by first appearance.
fn numbered(term: &Term, met: &mut Vec<Term>) -> Term {
    let mut all = |items: &[Term]| items.iter().map(|item| numbered(item, met)).collect();
    match term {
        Term::Reference(_) | Term::Pid(_) => {
            let place = met.iter().position(|other| other == term).unwrap_or_else(|| {
                met.push(term.clone());
                met.len() - 1
            });
            if matches!(term, Term::Pid(_)) {
                Term::Pid(place.into())
            } else {
                Term::Reference(place.into())
            }
        }
        Term::Tuple(items) => Term::Tuple(all(items)),
        Term::List(items, tail) => {
            let items = all(items);
            let tail = tail.as_ref().map(|tail| Box::new(numbered(tail, met)));
            Term::List(items, tail)
        }
        other => other.clone(),
    }
}

/// A system whose labels number the names in them by themselves.
fn with_own_numbers(lts: &Lts) -> Lts {
    let mut text = format!("des (0,{},{})\n", lts.n_transitions(), lts.n_states());
    for state in lts.states() {
        for edge in lts.out(state) {
            let shown = match lts.labels().get(edge.label) {
                Label::Tau => "i".to_owned(),
                Label::Visible { action, .. } => {
                    let action = action.as_ref().unwrap();
                    let mut met = Vec::new();
                    let parts = action.args.iter().chain(&action.result);
                    let args: Vec<String> =
                        parts.map(|part| numbered(part, &mut met).to_string()).collect();
                    format!("{}({})", action.name, args.join(","))
                }
            };
            writeln!(text, "({},\"{shown}\",{})", state.index(), edge.target.index()).unwrap();
        }
    }
    lts::format::aut::read(FileId(0), &text, Some(TauName::I)).value.unwrap()
}

fn explored(machine: &mut Machine<'_>) -> Option<Lts> {
    let mut limits = Limits { max_states: MAX_STATES, interrupted: &mut |_| false };
    let exploration = explore(machine, &mut limits).unwrap();
    exploration.stop.is_none().then_some(exploration.lts)
}

/// The states up to renaming, and those with the names that were made, where these are not too many.
fn systems(model: &Model) -> Option<[Lts; 2]> {
    let machine = || Machine::new(model, View::Default, LabelStyle::Erlang);
    Some([explored(&mut machine())?, explored(&mut machine().keeping_names())?])
}

/// How many states both systems have, where they are not too large.
fn compared(subject: &Subject, form: Form) -> Option<[usize; 2]> {
    let [merged, kept] = systems(&subject.model(form))?;
    let [left, right] = [&merged, &kept].map(with_own_numbers);
    assert!(bisimilar(&left, &right), "{subject} {form:?}\n{}", subject.text);
    assert!(merged.n_states() <= kept.n_states(), "{subject}");
    Some([merged.n_states(), kept.n_states()])
}

fn threads_agree(subject: &Subject) {
    let model = subject.model(Form::Direct);
    let text = |threads: usize| {
        let mut engine = Engine::eager(Machine::new(&model, View::Default, LabelStyle::Erlang));
        let mut limits = Limits { max_states: 10_000, interrupted: &mut |_| false };
        aut(&explore_on(&mut engine, &mut limits, threads).unwrap().lts, TauName::I)
    };
    let one = text(1);
    assert!(one == text(3), "{subject}");
}

#[test]
fn states_are_those_up_to_renaming() {
    let n_modules = u64::try_from(tools::number("ERL2LTS_MODULES", 60)).unwrap();
    let subjects: Vec<Subject> = (1..=n_modules).map(random_module).chain(kept()).collect();
    let figures = std::sync::Mutex::new(Vec::new());
    for_all(&subjects, |subject| {
        for form in [Form::Direct, Form::Paper] {
            if let Some(both) = compared(subject, form) {
                figures.lock().unwrap().push(both);
            }
        }
        agrees(subject, &subject.model(Form::Direct), View::Default, 600);
        threads_agree(subject);
    });
    let figures = figures.into_inner().unwrap();
    assert!(figures.len() > subjects.len(), "{} of {}", figures.len(), subjects.len());
    let fewer = figures.iter().filter(|[merged, kept]| merged < kept).count();
    assert!(fewer * 3 > figures.len(), "{fewer} of {}", figures.len());
}

#[test]
fn a_ring_of_references_has_the_states_of_groove() {
    for subject in properties(&file("fixtures/references/larger.props")) {
        let lts = subject.lts(Form::Direct, View::Default, LabelStyle::Erlang);
        for (_, n_states, _) in &subject.expected {
            assert_eq!(lts.n_states(), *n_states, "{subject}");
        }
        let shown = lts.labels().iter().map(|(id, _)| label(&lts, id));
        assert!(shown.filter(|text| *text != "tau").all(|text| text.starts_with("cmd(")));
    }
}
