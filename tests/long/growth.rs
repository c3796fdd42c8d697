//! Modules that grow: a module of 16 times the size is translated and explored in about 16 times the time.
//!
//! Time is compared with time of the same machine in the same minute: the best of some runs, one test at a
//! time, and a bound half-way between linear and quadratic growth (16 times and 256 times). The sizes are that
//! far apart because a large module leaves the caches, and may be several times slower for that alone.

use std::fmt::Write as _;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use behaviour::GEN_FSM;
use frontend::{FileId, parse_module};
use lts::explore::{Limits, explore};
use lts::semantics::{LabelStyle, Machine, View};
use model::{Command, Environment, Expr, Form, Unhandled};
use translator::{Options, translate};

/// Size of the large module, in sizes of the small one.
const FACTOR: usize = 16;

/// Growth of time that is accepted; quadratic growth is by 256.
const BOUND: f64 = 64.0;

/// Attempts before growth counts as too fast: another process may have had the machine.
const ATTEMPTS: usize = 4;

/// One measurement at a time: two share the memory of the machine, and its caches.
static MEASURING: Mutex<()> = Mutex::new(());

/// Parses, translates and explores a module; gives the number of states, without the time for parsing.
fn explored(body: &str, exports: &str, event: &str) -> (usize, Duration) {
    let text = format!(
        "-module(grow).\n-behaviour(gen_fsm).\n-export([init/1, s/2{exports}]).\n\
         init(D) -> {{ok, s, D}}.\n{body}\n"
    );
    let parsed = parse_module(FileId(0), &text);
    assert!(!parsed.has_errors(), "{:?}", parsed.diagnostics);
    let options = Options {
        init: vec![Expr::integer(0)],
        clients: 1,
        timing: model::Timing::default(),
        self_posts: 8,
        mailbox: 0,
        overtakes: false,
        environment: Environment::AnyOf(vec![Command::event(&GEN_FSM, Expr::atom(event))]),
        unhandled: Unhandled::Crash,
        form: Form::Direct,
        qualify: false,
        reasons: Vec::new(),
        stubs: Vec::new(),
        shapes: Vec::new(),
        observers: Vec::new(),
        naming: None,
        opens_maps: false,
        places_calls: false,
        others_only: false,
        joins_from: Options::JOINS_FROM,
        calls_from: Options::CALLS_FROM,
        calls_large: Options::CALLS_LARGE,
        until: translator::Until::default(),
    };
    let start = Instant::now();
    let translation = translate(&parsed.value, &options);
    let Some(model) = translation.value.model else { panic!("{:?}", translation.diagnostics) };
    let mut machine = Machine::new(&model, View::Default, LabelStyle::Erlang);
    let mut limits = Limits { max_states: usize::MAX, interrupted: &mut |_| false };
    let exploration = explore(&mut machine, &mut limits).unwrap();
    assert!(exploration.stop.is_none());
    (exploration.lts.n_states(), start.elapsed())
}

/// Runs on a stack as large as that of the command line.
fn with_stack(run: impl FnOnce() + Send + 'static) {
    let thread = std::thread::Builder::new().stack_size(512 << 20);
    thread.spawn(run).unwrap().join().unwrap();
}

/// The best time of some runs of a module.
fn best(make: &dyn Fn(usize) -> (String, String), size: usize, runs: usize, event: &str) -> f64 {
    let (body, exports) = make(size);
    let times = (0..runs).map(|_| explored(&body, &exports, event).1.as_secs_f64());
    times.fold(f64::MAX, f64::min)
}

/// Checks that a module of size `large_size` takes about `FACTOR` times the time of one of size `large_size / FACTOR`.
fn grows_linearly(
    large_size: usize,
    event: &'static str,
    make: impl Fn(usize) -> (String, String) + Send + 'static,
) {
    let measuring = MEASURING.lock().unwrap_or_else(PoisonError::into_inner);
    with_stack(move || {
        let small_size = large_size / FACTOR;
        let (mut small, mut large) = (f64::MAX, f64::MAX);
        for _ in 0..ATTEMPTS {
            small = small.min(best(&make, small_size, 5, event));
            large = large.min(best(&make, large_size, 1, event));
            if large < BOUND * small {
                return;
            }
        }
        panic!("size {small_size}: {small} s; size {large_size}: {large} s");
    });
    drop(measuring);
}

fn plain(body: String) -> (String, String) {
    (body, String::new())
}

/// `make` for each number below `n`, with `between` between them.
fn joined(n: usize, between: &str, make: impl Fn(usize) -> String) -> String {
    (0..n).map(make).collect::<Vec<_>>().join(between)
}

#[test]
fn long_lists() {
    grows_linearly(100_000, "e", |n| {
        plain(format!("s(_, _) -> {{next_state, s, [{}]}}.", joined(n, ",", |i| i.to_string())))
    });
}

#[test]
fn long_lists_with_variables() {
    grows_linearly(100_000, "e", |n| {
        let items = joined(n, ",", |i| if i % 2 == 0 { "E".to_owned() } else { i.to_string() });
        plain(format!("s(E, _) -> {{next_state, s, [{items}]}}."))
    });
}

#[test]
fn large_tuples() {
    grows_linearly(100_000, "e", |n| {
        plain(format!(
            "s(E, _) -> {{next_state, s, {{E, {}}}}}.",
            joined(n, ",", |i| i.to_string())
        ))
    });
}

#[test]
fn long_strings() {
    grows_linearly(100_000, "e", |n| {
        let text = "abcdefghij".repeat(n / 10);
        plain(format!("s(_, _) -> {{next_state, s, \"{text}\"}}."))
    });
}

#[test]
fn large_constants_in_patterns() {
    grows_linearly(100_000, "e", |n| {
        let items = joined(n, ",", |i| i.to_string());
        let text = "abcdefghij".repeat(n / 10);
        plain(format!(
            "s(_, [{items}]) -> {{next_state, s, {{{items}}}}};\n\
             s(_, {{{items}}}) -> {{next_state, s, \"{text}\"}};\n\
             s(_, \"{text}\") -> {{next_state, s, [{items}]}};\n\
             s(_, 0) -> {{next_state, s, [{items}]}}."
        ))
    });
}

/// The longest integer that a source may hold.
#[test]
fn an_integer_of_ten_thousand_digits() {
    with_stack(|| {
        let digits = "1234567890".repeat(1_000);
        let body = format!("s(_, D) -> {{next_state, s, {digits} - D}}.");
        assert_eq!(explored(&body, "", "e").0, 2);
    });
}

#[test]
fn functions_of_many_clauses() {
    grows_linearly(10_000, "k7", |n| {
        plain(
            format!(
                "{}.",
                joined(n, ";\n", |i| format!("s(k{i}, D) -> {{next_state, s, {{{i}, D}}}}"))
            )
            .replace("{7, D}", "7"),
        )
    });
}

#[test]
fn functions_of_many_clauses_with_calls() {
    grows_linearly(10_000, "k7", |n| {
        let clause = |i| format!("s(k{i}, D) when D >= 0 -> m:f{i}(), {{next_state, s, D}}");
        plain(format!("{}.", joined(n, ";\n", clause)))
    });
}

#[test]
fn functions_of_many_guarded_clauses() {
    grows_linearly(10_000, "e", |n| {
        plain(
            format!(
                "{}.",
                joined(n, ";\n", |i| format!(
                    "s(X, _) when X =:= {i}; X =:= k{i} -> {{next_state, s, {i}}}"
                ))
            )
            .replace("X =:= k7", "X =:= e"),
        )
    });
}

#[test]
fn cases_of_many_clauses() {
    grows_linearly(10_000, "k7", |n| {
        let clauses = joined(n, ";\n", |i| format!("k{i} -> {i}"));
        plain(format!("s(E, _) -> V = case E of {clauses} end, {{next_state, s, V}}."))
    });
}

#[test]
fn cases_of_many_guarded_clauses() {
    grows_linearly(10_000, "e", |n| {
        let clauses = joined(n, ";\n", |i| format!("X when X < {i} -> {i}"));
        plain(format!(
            "s(_, D) -> case D + {n} of {clauses}; X when X > 0 -> {{next_state, s, 0}} end."
        ))
    });
}

#[test]
fn modules_of_many_states() {
    grows_linearly(1_000, "e", |n| {
        let mut body = "s(_, D) -> {next_state, t0, D}.\n".to_owned();
        let mut exports = String::new();
        for i in 0..n {
            let next = (i + 1) % n;
            let _ = writeln!(body, "t{i}(_, D) -> m:go({i}), {{next_state, t{next}, D}}.");
            let _ = write!(exports, ", t{i}/2");
        }
        (body, exports)
    });
}

/// Each call is a state of its own, so that the vectors must not grow with the body.
#[test]
fn long_bodies() {
    grows_linearly(8_000, "e", |n| {
        plain(format!(
            "s(_, D) -> {}, {{next_state, s, D}}.",
            joined(n, ", ", |i| format!("m:f({i})"))
        ))
    });
}

/// A signal of a link may come before each call: one way through the body for each, and not two for each.
#[test]
fn long_bodies_behind_a_link() {
    grows_linearly(1_600, "e", |n| {
        plain(format!(
            "s(_, D) -> spawn_link(m, f, []), {}, {{stop, normal, D}}.",
            joined(n, ", ", |i| format!("m:f({i})"))
        ))
    });
}

/// The values of all variables are at hand behind each binding.
#[test]
fn many_variables() {
    grows_linearly(2_000, "e", |n| {
        let bindings = joined(n, ", ", |i| format!("X{} = m:f(X{i})", i + 1));
        plain(format!("s(X0, D) -> {bindings}, {{next_state, s, D}}."))
    });
}
