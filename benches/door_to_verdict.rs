//! Time from a module to its LTS and to a verdict, on the coffee machine with many prices.

#![allow(clippy::unwrap_used, missing_docs, reason = "a benchmark")]

use behaviour::GEN_FSM;
use std::hint::black_box;
use std::path::Path;

use checker::parse_formula;
use criterion::{Criterion, criterion_group, criterion_main};
use frontend::{FileId, Module, parse_module};
use lts::explore::{Exploration, Limits, explore};
use lts::semantics::{LabelStyle, Machine, View};
use model::{Command, Environment, Expr, Form, Model, Unhandled};
use translator::{Options, translate};

/// Prices that the environment may select.
const PRICES: usize = 20;

fn source() -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/coffee/coffee.erl");
    std::fs::read_to_string(path).unwrap()
}

fn parse(text: &str) -> Module {
    parse_module(FileId(0), text).value
}

fn options() -> Options {
    let event = |items: Vec<Expr>| Expr::Tuple(items);
    let mut commands: Vec<Expr> = (1..=PRICES)
        .map(|price| event(vec![Expr::atom("selection"), Expr::atom("tea"), Expr::integer(price)]))
        .collect();
    commands.extend((1..=3).map(|coin| event(vec![Expr::atom("pay"), Expr::integer(coin)])));
    commands.push(event(vec![Expr::atom("cancel")]));
    commands.push(event(vec![Expr::atom("cup_remove")]));
    Options {
        init: vec![Expr::Nil],
        clients: 1,
        timing: model::Timing::default(),
        self_posts: 8,
        mailbox: 0,
        overtakes: false,
        environment: Environment::AnyOf(
            commands.into_iter().map(|term| Command::event(&GEN_FSM, term)).collect(),
        ),
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
    }
}

fn generate(model: &Model) -> Exploration {
    let mut machine = Machine::new(model, View::Default, LabelStyle::Erlang);
    let mut limits = Limits { max_states: usize::MAX, interrupted: &mut |_| false };
    explore(&mut machine, &mut limits).unwrap()
}

fn benchmarks(criterion: &mut Criterion) {
    let text = source();
    criterion.bench_function("parse", |bencher| bencher.iter(|| parse(black_box(&text))));
    let module = parse(&text);
    let options = options();
    criterion.bench_function("translate", |bencher| {
        bencher.iter(|| translate(black_box(&module), &options));
    });
    let model = translate(&module, &options).value.model.unwrap();
    criterion.bench_function("explore", |bencher| bencher.iter(|| generate(black_box(&model))));
    let system = generate(&model).lts;
    let formula = parse_formula(FileId(0), "[true* . cmd({cancel})] <true* . remove_cup> true");
    let formula = formula.value.unwrap();
    criterion.bench_function("check", |bencher| {
        bencher.iter(|| checker::check(black_box(&system), &formula));
    });
}

criterion_group!(benches, benchmarks);
criterion_main!(benches);
