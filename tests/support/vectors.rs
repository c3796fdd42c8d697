//! Snippets on unknown values against real runs on values of all kinds.
//!
//! Input: snippets of Erlang that get their operands from `ext:x()` and `ext:y()`, of which the model knows nothing.
//! Output: how many vectors were compared, and which are missing. A vector is a snippet with values put for the unknown
//! ones; what real Erlang does then must be a path of the model. Engine and interpreter must have the same system.

pub mod calls;
pub mod snippets;

use std::fmt::Write as _;
use std::path::Path;

use lts::explore::{Limits, explore};
use lts::format::aut::TauName;
use lts::next_state::NextState;
use lts::semantics::{Engine, LabelStyle, Machine, View};
use lts::{Lts, Term};
use model::Form;

use super::instances::follow_instance;
use super::tools::{self, Folder};
use super::{aut, module_subject};

/// Compiles the modules of a folder, runs their snippets, prints the lines.
const DRIVER: &str = include_str!("vectors/driver.erl");

/// What hands values to the snippets, and takes what they find.
const EXT: &str =
    "-module(ext).\n-export([x/0, y/0]).\nx() -> driver:next(x).\ny() -> driver:next(y).\n";

/// Snippets of one module: few, so that one with too many outcomes costs few others.
const PER_MODULE: usize = 20;

/// States of a module with outcomes of so many snippets at most.
const MAX_STATES: usize = 60_000;

/// One event: what it does, and the values for which it is run.
#[derive(Clone, Debug)]
pub struct Snippet {
    /// Expressions behind one another, which bind `X` (and `Y`) first.
    pub body: String,
    /// The vectors, each `[{pool, N}]` or `[{term, T}]` with one value for each unknown, as text.
    pub vectors: Vec<String>,
}

/// What was compared.
#[derive(Default)]
pub struct Figures {
    pub n_snippets: usize,
    pub n_vectors: usize,
    /// Snippets whose models are too large, and runs that need too much.
    pub n_large: usize,
    pub n_limited: usize,
    /// Snippets with what a real run does that their models do not.
    pub missing: Vec<(String, String)>,
}

/// One module of snippets, with their numbers as events.
struct Batch {
    name: String,
    snippets: Vec<Snippet>,
}

impl Batch {
    fn text(&self) -> String {
        let name = &self.name;
        let mut text = format!(
            "-module({name}).\n-behaviour(gen_fsm).\n-export([init/1, s/2]).\n\
             -record(a, {{f, g = 1.5}}).\n-record(b, {{f}}).\n\
             init(_) -> {{ok, s, 0}}.\n"
        );
        for (number, Snippet { body, .. }) in self.snippets.iter().enumerate() {
            let end = if number + 1 == self.snippets.len() { "." } else { ";" };
            let _ =
                writeln!(text, "s({{s,{number}}}, D) ->\n{body},\n    {{next_state, s, D}}{end}");
        }
        text
    }

    /// The system of the module where these events may come, as the engine and as the interpreter find it; nothing
    /// where it is too large.
    fn system(&self, events: &[usize]) -> Option<Lts> {
        let event =
            |number: &usize| Term::Tuple(vec![Term::atom("s"), Term::integer(*number as u64)]);
        let events: Vec<Term> = events.iter().map(event).collect();
        let subject = module_subject(&self.name, self.text(), Term::Nil, &events);
        let model = subject.model(Form::Direct);
        let machine = || Machine::new(&model, View::Default, LabelStyle::Erlang);
        let fast = explored(&mut Engine::eager(machine()))?;
        let slow = explored(&mut machine())?;
        let text = |lts: &Lts| aut(lts, TauName::I);
        assert!(text(&fast) == text(&slow), "engine and interpreter differ\n{}", self.text());
        Some(fast)
    }
}

fn explored(system: &mut dyn NextState) -> Option<Lts> {
    let mut limits = Limits { max_states: MAX_STATES, interrupted: &mut |_| false };
    let exploration = explore(system, &mut limits).ok()?;
    exploration.stop.is_none().then_some(exploration.lts)
}

/// Compares all vectors of some snippets; `None` where there is no Erlang.
pub fn compare(title: &str, snippets: &[Snippet]) -> Option<Figures> {
    let erl = tools::on_path("erl")?;
    let n_snippets = snippets.len();
    let batches: Vec<Batch> = snippets
        .chunks(PER_MODULE)
        .enumerate()
        .map(|(number, some)| Batch { name: format!("v{number}"), snippets: some.to_vec() })
        .collect();
    let output = real_runs(title, &batches, &erl);
    let runs: Vec<&str> = output.split("vector ").skip(1).collect();
    let mut figures = Figures { n_snippets, ..Figures::default() };
    for of_module in runs.chunk_by(|one, next| module_of(one) == module_of(next)) {
        let batch = batches.iter().find(|batch| batch.name == module_of(of_module[0]));
        let batch = batch.unwrap_or_else(|| panic!("{}", of_module[0]));
        follow(batch, of_module, &mut figures);
    }
    Some(figures)
}

fn module_of(run: &str) -> &str {
    run.lines().next().unwrap_or_default()
}

/// What the snippets do in real Erlang.
fn real_runs(title: &str, batches: &[Batch], erl: &Path) -> String {
    let folder = Folder::new(title);
    folder.write("driver.erl", DRIVER);
    folder.write("ext.erl", EXT);
    folder.write("out.erl", &out());
    let mut jobs = String::new();
    for batch in batches {
        folder.write(&format!("{}.erl", batch.name), &batch.text());
        for (number, Snippet { vectors, .. }) in batch.snippets.iter().enumerate() {
            let _ = writeln!(jobs, "{{{},{number},[{}]}}.", batch.name, vectors.join(","));
        }
    }
    folder.write("jobs", &jobs);
    super::driver::run(&folder, erl)
}

/// The module whose function `put` shows its arguments, any number of them.
fn out() -> String {
    let mut text = "-module(out).\n-compile([export_all, nowarn_export_all]).\n".to_owned();
    for arity in 1..9 {
        let args: Vec<String> = (0..arity).map(|arg| format!("X{arg}")).collect();
        let args = args.join(", ");
        let _ = writeln!(text, "put({args}) -> driver:put_out([{args}]).");
    }
    text
}

/// Follows the runs of a module; where the model of all snippets is too large, each has one of its own.
fn follow(batch: &Batch, runs: &[&str], figures: &mut Figures) {
    let all: Vec<usize> = (0..batch.snippets.len()).collect();
    if let Some(lts) = batch.system(&all) {
        return runs.iter().for_each(|run| follow_run(batch, &lts, run, figures));
    }
    for of_snippet in runs.chunk_by(|one, next| number_of(one) == number_of(next)) {
        match batch.system(&[number_of(of_snippet[0])]) {
            Some(lts) => of_snippet.iter().for_each(|run| follow_run(batch, &lts, run, figures)),
            None => figures.n_large += 1,
        }
    }
}

/// The snippet of a run.
fn number_of(run: &str) -> usize {
    let command = run.lines().nth(1).unwrap_or_default();
    command.trim_start_matches("cmd({s,").trim_end_matches("})").parse().unwrap()
}

fn follow_run(batch: &Batch, lts: &Lts, run: &str, figures: &mut Figures) {
    let lines: Vec<&str> = run.lines().skip(1).collect();
    if lines.contains(&"limit") {
        figures.n_limited += 1;
        return;
    }
    figures.n_vectors += 1;
    if let Some(what) = follow_instance(lts, &lines) {
        figures.missing.push((batch.snippets[number_of(run)].body.clone(), what));
    }
}
