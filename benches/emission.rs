//! Time to print a module of 100 states and 1,000 clauses, in both forms and languages.

#![allow(clippy::unwrap_used, missing_docs, reason = "a benchmark")]

#[allow(unreachable_pub, reason = "tests use it, too")]
#[path = "../tests/support/large.rs"]
mod large;

use behaviour::GEN_FSM;
use std::hint::black_box;

use criterion::{Criterion, criterion_group, criterion_main};
use emit::{Provenance, emit};
use frontend::{FileId, SourceMap, parse_module};
use lts::semantics::constant;
use lts::term::parse::parse_term;
use model::names::Target;
use model::{Command, Environment, Expr, Form};
use translator::{Options, translate};

fn emission(criterion: &mut Criterion) {
    let text = large::large_module(100, 10);
    let mut sources = SourceMap::default();
    let file: FileId = sources.add("large.erl", text.clone());
    let module = parse_module(file, &text).value;
    let events = large::EVENTS.map(|event| {
        Command::event(&GEN_FSM, constant(&parse_term(FileId(0), event).value.unwrap()).unwrap())
    });
    let mut group = criterion.benchmark_group("100 states, 1000 clauses");
    for form in [Form::Paper, Form::Direct] {
        let environment = Environment::AnyOf(events.to_vec());
        let init = vec![Expr::integer(0)];
        let options = Options { init, form, ..Options::under(environment) };
        let model = translate(&module, &options).value.model.unwrap();
        for target in [Target::Mcrl, Target::Mcrl2] {
            let from =
                Provenance { command: Some("erl2lts"), chosen: &[], sources: Some(&sources) };
            group.bench_function(format!("{target:?}, {form:?}"), |bencher| {
                bencher.iter(|| emit(black_box(&model), target, &from).unwrap().len());
            });
        }
    }
    group.finish();
}

criterion_group!(benches, emission);
criterion_main!(benches);
