//! The engine against the interpreter: every state of the case studies and of random modules.
//!
//! For each state of the engine: it decodes and encodes to itself, and has the successors that the
//! interpreter finds, with the same labels in the same order. The whole systems have the same text.

use std::sync::atomic::{AtomicUsize, Ordering};

use crate::support;
use crate::support::comparison::for_all;
use crate::support::kernel::{queues, timers, watches};
use crate::support::otp::otp_fixtures;
use crate::support::tools::sampled;
use crate::support::{Subject, aut, entries, fixtures, kinds, tools};
use lts::explore::{Exploration, Limits, explore, explore_on};
use lts::format::aut::TauName;
use lts::next_state::{NextState, Successors};
use lts::semantics::{Engine, LabelStyle, Machine, View};
use model::{Form, Model};

/// States of each system that are looked at.
const MAX_STATES: usize = 600;

/// States that are looked at of each system where nothing is known of arguments and of other modules.
const MAX_OPEN_STATES: usize = 60;

pub(super) fn explored(
    subject: &Subject,
    system: &mut dyn NextState,
    max_states: usize,
) -> Exploration {
    let mut limits = Limits { max_states, interrupted: &mut |_| false };
    explore(system, &mut limits).unwrap_or_else(|error| panic!("{subject}: {error:?}"))
}

/// Labels and targets, each once.
fn steps(found: &Successors, width: usize) -> Vec<(lts::LabelId, Vec<u32>)> {
    let mut steps = Vec::new();
    for (label, state) in found.iter(width) {
        let step = (label, state.to_vec());
        if !steps.contains(&step) {
            steps.push(step);
        }
    }
    steps
}

/// States of which the program knew what follows, and all.
static COMPILED: AtomicUsize = AtomicUsize::new(0);
static ALL: AtomicUsize = AtomicUsize::new(0);

pub(super) fn agrees(subject: &Subject, model: &Model, view: View, max_states: usize) {
    let style = LabelStyle::Erlang;
    let slow = explored(subject, &mut Machine::new(model, view, style), max_states);
    let mut engine = Engine::eager(Machine::new(model, view, style));
    let fast = explored(subject, &mut engine, max_states);
    assert_eq!(fast.stop, slow.stop, "{subject}");
    let text = |exploration: &Exploration| aut(&exploration.lts, TauName::I);
    assert!(text(&fast) == text(&slow), "{subject}\n{}\n{}", text(&fast), text(&slow));
    let width = engine.width();
    let (mut own, mut interpreted) = (Successors::default(), Successors::default());
    for state in fast.states.iter() {
        let decoded = engine.decoded(state);
        assert_eq!(engine.encoded(&decoded), state, "{subject}: {decoded:?}");
        own.clear();
        interpreted.clear();
        if engine.successors(state, &mut own).is_ok() {
            engine.interpret(state, &mut interpreted).unwrap();
            assert_eq!(steps(&own, width), steps(&interpreted, width), "{subject}: {state:?}");
            ALL.fetch_add(1, Ordering::Relaxed);
            COMPILED.fetch_add(usize::from(engine.has_program(state)), Ordering::Relaxed);
        }
    }
}

fn agrees_in_all_views(subject: &Subject) {
    for view in [View::Default, View::Paper] {
        agrees(subject, &subject.model(Form::Direct), view, MAX_STATES);
    }
    agrees(subject, &subject.open_model(), View::Default, MAX_OPEN_STATES);
}

#[test]
fn case_studies_have_the_same_steps() {
    let subjects = fixtures().into_iter().chain(entries()).chain(queues()).chain(watches());
    let subjects = sampled(subjects.chain(timers()).chain(kinds()).chain(otp_fixtures()));
    for_all(&subjects, agrees_in_all_views);
    let (all, compiled) = (ALL.load(Ordering::Relaxed), COMPILED.load(Ordering::Relaxed));
    println!("{} subjects, {compiled} of {all} states by step programs", subjects.len());
    assert!(compiled > all / 3, "{compiled} of {all}");
}

/// The circular buffer of the given capacity, in each behaviour, and vending with many prices: large enough for several
/// batches of states on several threads, and for an engine that is compiled late.
fn large() -> [Subject; 4] {
    let range = |from: usize, to: usize, tag: &str| {
        (from..=to).map(|n| format!("{{{tag},{n}}}")).collect::<Vec<_>>().join(",")
    };
    let subject = |name: &str, path: &str, init: &str, commands: &str| {
        let text = std::fs::read_to_string(support::file(path)).unwrap();
        let commands = support::items(&support::term(commands)).to_vec();
        support::module_subject(name, text, support::term(init), &commands)
    };
    let prices = range(1, 25, "selection,tea");
    let coins = range(1, 3, "pay");
    let extensions: Vec<String> = (1..=59).map(|n| format!("{{cast,{{extend,{n}}}}}")).collect();
    let casts = format!("[{{cast,put}},{{cast,get}},{}]", extensions.join(","));
    [
        subject("buffer", "fixtures/observed/buffer_naive_fsm.erl", "30", "[put,get,extend]"),
        subject("statem", "benches/models/circular_buffer_statem.erl", "{60,true}", &casts),
        subject("server", "benches/models/circular_buffer_server.erl", "{60,true}", &casts),
        subject(
            "coffee",
            "fixtures/coffee/coffee.erl",
            "[]",
            &format!("[{prices},{coins},{{cancel}},{{cup_remove}}]"),
        ),
    ]
}

#[test]
fn any_number_of_threads_finds_the_same() {
    for subject in large() {
        let model = subject.model(Form::Direct);
        let machine = || Machine::new(&model, View::Default, LabelStyle::Erlang);
        for max_states in [2_500, usize::MAX] {
            let run = |mut engine: Engine<'_>, threads: usize| {
                let mut limits = Limits { max_states, interrupted: &mut |_| false };
                let found = explore_on(&mut engine, &mut limits, threads).unwrap();
                let n_states = found.lts.n_states();
                assert!(n_states > 1_600, "{subject}: {n_states}");
                (aut(&found.lts, TauName::I), found.stop)
            };
            let slow = run(Engine::interpreting(machine()), 1);
            for threads in [1, 2, 3] {
                assert!(run(Engine::new(machine()), threads) == slow, "{subject}: {threads}");
                assert!(run(Engine::eager(machine()), threads) == slow, "{subject}: {threads}");
            }
        }
    }
}

const WIDE: &str =
    "-module(wide). -behaviour(gen_fsm). -export([init/1, s/2]). init(D) -> {ok, s, D}.
    s({a, N}, {_, B, C}) -> {next_state, s, {N, B, C}};
    s({b, N}, {A, _, C}) -> {next_state, s, {A, N, C}};
    s({c, N}, {A, B, _}) -> {next_state, s, {A, B, N}}.";

/// Three numbers that are set independently: 2,700 states two steps from the first, most of whose
/// successors are new and come from several of them.
#[test]
fn threads_that_find_the_same_states_agree() {
    let numbers = |field| (1..=30).map(move |n| support::term(&format!("{{{field},{n}}}")));
    let commands: Vec<_> = ["a", "b", "c"].into_iter().flat_map(numbers).collect();
    let subject =
        support::module_subject("wide", WIDE.to_owned(), support::term("{0,0,0}"), &commands);
    let model = subject.model(Form::Direct);
    let run = |threads: usize| {
        let machine = Machine::new(&model, View::Default, LabelStyle::Erlang);
        let mut limits = Limits { max_states: usize::MAX, interrupted: &mut |_| false };
        explore_on(&mut Engine::new(machine), &mut limits, threads).unwrap().lts
    };
    let alone = run(1);
    assert_eq!(alone.n_states(), 31 * 31 * 31);
    for threads in [2, 3] {
        let together = run(threads);
        assert_eq!(together.n_states(), alone.n_states());
        assert!(alone.states().all(|state| alone.out(state) == together.out(state)));
        assert!(alone.labels().iter().eq(together.labels().iter()));
    }
}

/// Data that is compared with many constants, and lists of several lengths, which are data too: all states but the
/// first come from step programs.
#[test]
fn tables_and_short_lists_have_the_same_steps() {
    let rows = |kind: &str, of: &dyn Fn(usize) -> String| -> String {
        let row = |n| format!("{kind}({}) -> {};\n", of(n), (n * 7 + 3) % 30);
        (0..30).map(row).collect::<Vec<String>>().concat()
    };
    let text = format!(
        "-module(table). -behaviour(gen_fsm). -export([init/1, s/2]).
        init(_) -> {{ok, s, {{0, a0, []}}}}.
        s(next, {{N, A, L}}) -> {{next_state, s, {{number(N), A, L}}}};
        s(name, {{N, _, L}}) -> {{next_state, s, {{N, name(N), L}}}};
        s(back, {{_, A, L}}) -> {{next_state, s, {{atom(A), A, L}}}};
        s(push, {{N, A, L}}) when length(L) < 6 -> {{next_state, s, {{N, A, L ++ [N rem 2]}}}};
        s(post, {{N, A, [H | T]}}) -> gen_fsm:send_event(self(), {{took, H}}), {{next_state, s, {{N, A, T}}}};
        s({{took, H}}, {{N, A, L}}) -> m:took(H, lists:reverse(L)), {{next_state, s, {{N, A, L}}}};
        s(_, Data) -> {{next_state, s, Data}}.
        {}number(_) -> 100.\n{}atom(_) -> 0.\nname(N) -> case N of {} _ -> none end.\n",
        rows("number", &|n| n.to_string()),
        rows("atom", &|n| format!("a{n}")),
        (0..30).map(|n| format!("{n} -> a{};", (n * 11) % 30)).collect::<Vec<String>>().concat(),
    );
    let commands = support::term("[next,name,back,push,post]");
    let commands = support::items(&commands).to_vec();
    let init = support::term("[]");
    let subject = support::module_subject("table", text, init, &commands);
    let model = subject.model(Form::Direct);
    for view in [View::Default, View::Paper] {
        agrees(&subject, &model, view, 3_000);
    }
    let mut engine = Engine::eager(Machine::new(&model, View::Default, LabelStyle::Erlang));
    let found = explored(&subject, &mut engine, 3_000);
    let compiled = found.states.iter().filter(|state| engine.has_program(state)).count();
    assert!(compiled + 1 >= found.states.len(), "{compiled} of {}", found.states.len());
}

#[test]
fn random_modules_have_the_same_steps() {
    let count = tools::number("ERL2LTS_MODULES", 60);
    let subjects = support::generated(count).into_iter().chain(support::generated_rich(count));
    for_all(&subjects.collect::<Vec<_>>(), agrees_in_all_views);
}
