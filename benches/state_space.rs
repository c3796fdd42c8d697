//! Exploration of whole systems: states a second as systems grow, and the loop that one would write by hand.
//!
//! `cargo bench --bench state_space [-- LARGEST]`. Prints a table: from the module's text to the last state, without
//! a file, wall time and processor time of all threads; rates are by the processor time, which means
//! something on a busy machine too. Peers: `benches/peers`.

#![allow(
    clippy::unwrap_used,
    clippy::print_stdout,
    clippy::cast_precision_loss,
    reason = "a bench"
)]

use behaviour::GEN_FSM;
use std::time::Instant;

use frontend::{FileId, parse_module};
use lts::explore::{Exploration, Limits, explore_on};
use lts::semantics::constant;
use lts::semantics::{Engine, LabelStyle, Machine, View};
use lts::term::parse::parse_term;
use model::{Command, Environment, Expr, Form, Unhandled};
use rustc_hash::FxHashMap;
use translator::{Options, translate};

const BUFFER: &str = include_str!("../fixtures/observed/buffer_naive_fsm.erl");
const COFFEE: &str = include_str!("../fixtures/coffee/coffee.erl");
const RING: &str = include_str!("models/ring_fsm.erl");

fn term(text: &str) -> Expr {
    constant(&parse_term(FileId(0), text).value.unwrap()).unwrap()
}

/// A module in an environment where any of these commands may come.
struct System {
    text: &'static str,
    init: String,
    commands: Vec<String>,
    unhandled: Unhandled,
}

fn buffer(max: usize) -> System {
    let commands = ["put", "get", "extend"].map(str::to_owned).to_vec();
    let unhandled = Unhandled::Disallow;
    System { text: BUFFER, init: max.to_string(), commands, unhandled }
}

fn coffee(prices: usize) -> System {
    let mut commands: Vec<String> =
        (1..=prices).map(|price| format!("{{selection,tea,{price}}}")).collect();
    commands.extend((1..=3).map(|coin| format!("{{pay,{coin}}}")));
    commands.extend(["{cancel}", "{cup_remove}"].map(str::to_owned));
    System { text: COFFEE, init: "[]".to_owned(), commands, unhandled: Unhandled::Crash }
}

fn ring(size: usize) -> System {
    let unhandled = Unhandled::Crash;
    System { text: RING, init: size.to_string(), commands: vec!["go".to_owned()], unhandled }
}

/// Seconds of processor time of this process so far, on Linux.
fn processor() -> f64 {
    let text = std::fs::read_to_string("/proc/self/stat").unwrap_or_default();
    let fields: Vec<&str> = text.rsplit(") ").next().unwrap_or("").split(' ').collect();
    let ticks = |place: usize| fields.get(place).and_then(|field| field.parse::<f64>().ok());
    (ticks(11).unwrap_or(0.0) + ticks(12).unwrap_or(0.0)) / 100.0
}

fn explored(system: &System, threads: usize) -> ([f64; 2], Exploration) {
    let (start, used) = (Instant::now(), processor());
    let module = parse_module(FileId(0), system.text).value;
    let commands =
        system.commands.iter().map(|text| Command::written(&GEN_FSM, term(text))).collect();
    let options = Options {
        init: vec![term(&system.init)],
        unhandled: system.unhandled,
        form: Form::Direct,
        ..Options::under(Environment::AnyOf(commands))
    };
    let model = translate(&module, &options).value.model.unwrap();
    let mut engine = Engine::new(Machine::new(&model, View::Default, LabelStyle::Erlang));
    let mut limits = Limits { max_states: usize::MAX, interrupted: &mut |_| false };
    let exploration = explore_on(&mut engine, &mut limits, threads).unwrap();
    ([start.elapsed().as_secs_f64(), processor() - used], exploration)
}

/// The buffer as one would write it by hand: three numbers, a hash table, a list of edges.
fn by_hand(max: u32) -> ([f64; 2], usize, usize) {
    let (start, used) = (Instant::now(), processor());
    let mut states: Vec<[u32; 3]> = vec![[3, 0, 0]];
    let mut numbers: FxHashMap<[u32; 3], u32> = FxHashMap::default();
    numbers.insert([3, 0, 0], 0);
    let mut edges: Vec<(u32, u32)> = Vec::new();
    let mut next = 0;
    while let Some(&[cap, first, fill]) = states.get(next) {
        let steps = [
            (fill < cap).then(|| [cap, first, fill + 1]),
            (fill > 0).then(|| [cap, (first + 1) % cap, fill - 1]),
            (cap < max).then_some([cap + 1, first, fill]),
        ];
        for (label, state) in (0..).zip(steps) {
            let Some(state) = state else { continue };
            let target = *numbers.entry(state).or_insert_with(|| {
                states.push(state);
                u32::try_from(states.len() - 1).unwrap()
            });
            edges.push((label, target));
        }
        next += 1;
    }
    ([start.elapsed().as_secs_f64(), processor() - used], states.len(), edges.len())
}

fn row(name: &str, system: &System, threads: usize) {
    let ([wall, used], found) = explored(system, threads);
    let (states, transitions) = (found.lts.n_states(), found.lts.n_transitions());
    let (rate, bytes) =
        (states as f64 / used.max(0.01), found.states.bytes() as f64 / states as f64);
    println!(
        "{name:<12} {threads:>2} {states:>11} {transitions:>11} {wall:>8.2} {used:>8.2} {rate:>11.0} {bytes:>6.1}"
    );
}

fn main() {
    let largest = std::env::args().skip(1).find_map(|arg| arg.parse().ok()).unwrap_or(310);
    println!("system  threads      states transitions     wall processor    states/s  bytes");
    for max in [30, 66, 143, 200, largest] {
        row(&format!("buffer {max}"), &buffer(max), 1);
    }
    let ([wall, used], states, edges) = by_hand(200);
    println!("by hand 200   1 {states:>11} {edges:>11} {wall:>8.2} {used:>8.2}");
    row("buffer 200", &buffer(200), 2);
    for threads in [1, 2] {
        row("coffee 150", &coffee(150), threads);
        row("coffee 600", &coffee(600), threads);
        row("ring 20000", &ring(20_000), threads);
        row("ring 100000", &ring(100_000), threads);
    }
}
