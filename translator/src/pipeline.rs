//! The passes of the translator, in order, on one page.
//!
//! | pass | takes | gives | what no longer occurs |
//! |---|---|---|---|
//! | `machine` | module, prelude | callbacks by name | modules that are no machine |
//! | `lower` | one callback or recursive function | core graph | patterns, guards, overlapping clauses, records, exceptions, comprehensions |
//! | `sequences` | core graph | segments: pure functions, action sequences | actions inside decisions |
//! | `kernel` | all callbacks, environment | model in one form | Erlang |
//!
//! `dump_after` shows what a pass gives. What has no exact meaning is an unknown value from `lower` on; `unknowns` says which are in the model.

mod reach;

use std::collections::BTreeSet;

use frontend::ast::{Expr as Syntax, Function, Module};
use frontend::{Code, Diagnostic, Name, Outcome, Severity};
use rustc_hash::FxHashMap;

use crate::clock::{clock, watch};
use crate::codes;
use crate::dump::{self, Tables};
use crate::index::{Idx as _, IndexVec};
use crate::kept::keeps_from;
use crate::kernel::{self, Parts};
use crate::lower::{Callback, Lowered, Shared, SourceTree, Values, lower_callback, lower_local};
use crate::machine::{Machine, recognise};
use crate::model::source::functions_of;
use crate::model::{
    CommandKind, Environment, Expr, Form, Function as ModelFunction, FunctionId, FunctionRole,
    Handler, HandlerKind, Model, Procedure, ProcedureIx, SegmentIx, StateIx, Timing, Unhandled,
};
use crate::sequences::{Split, split};
use crate::stubs::Stub;
use crate::{observers, prelude, terminate, unknowns};

/// Warnings of what is not in the model at all.
const LEAVES_OUT: [Code; 3] = [codes::TIMEOUT, codes::HIDDEN, codes::REWRITTEN];

/// A pass of the translator.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pass {
    /// Recognises the callback module.
    Machine,
    /// Gives core graphs.
    Lower,
    /// Gives segments with their action sequences.
    Sequences,
    /// Gives the model.
    Kernel,
}

/// What is translated besides the module.
#[derive(Clone, Debug)]
pub struct Options {
    /// Ground argument of `init/1`; without one any term that the head of a single clause takes, else any term.
    pub init: Option<Expr>,
    /// The commands.
    pub environment: Environment,
    /// How many clients may wait for an answer at once, where commands come at any time.
    pub clients: usize,
    /// How many messages that the machine sends to itself may wait in its queue.
    pub self_posts: usize,
    /// How many commands may wait there; with 0 they are handed over when the machine is idle.
    pub mailbox: usize,
    /// Whether a command may come before a message that the machine has sent to itself, as long as that is
    /// the only one.
    pub overtakes: bool,
    /// What an event without a clause does.
    pub unhandled: Unhandled,
    /// How timers and event timeouts are modelled.
    pub timing: Timing,
    /// Which composition to build.
    pub form: Form,
    /// Whether action names carry their module.
    pub qualify: bool,
    /// Why other processes end; any reason where there are none.
    pub reasons: Vec<Expr>,
    /// What calls of other modules do, each function once.
    pub stubs: Vec<Stub>,
    /// Expressions over `State` and `Data` that somebody wants to ask of states.
    pub observers: Vec<Syntax>,
}

/// A translated module.
#[derive(Clone, Debug)]
pub struct Translation {
    /// The model; absent where there are errors.
    pub model: Option<Model>,
    /// The splitting trees of all callbacks, in textual order.
    pub trees: Vec<SourceTree>,
}

/// Translates a module under an environment.
pub fn translate(module: &Module, options: &Options) -> Outcome<Translation> {
    let module = observers::added(module, &options.observers);
    let machine = match recognise(&module) {
        Ok(machine) => machine,
        Err(diagnostics) => {
            let value = Translation { model: None, trees: Vec::new() };
            return Outcome { value, diagnostics };
        }
    };
    let Run { model, mut diagnostics, mut trees, .. } = run(&machine, options, None);
    diagnostics.sort_by_key(|found| found.labels.first().map(|label| label.span));
    let failed = diagnostics.iter().any(|found| found.severity == Severity::Error);
    trees.sort_by_key(|tree| tree.span);
    trees.dedup_by_key(|tree| tree.span);
    let value = Translation { model: model.filter(|_| !failed), trees };
    Outcome { value, diagnostics }
}

/// What a pass gives for a module, as text; what is there if a pass fails.
pub fn dump_after(pass: Pass, module: &Module, options: &Options) -> Outcome<String> {
    let machine = match recognise(module) {
        Ok(machine) => machine,
        Err(diagnostics) => return Outcome { value: String::new(), diagnostics },
    };
    if pass == Pass::Machine {
        return Outcome { value: dump::machine(&machine), diagnostics: Vec::new() };
    }
    let Run { model, mut diagnostics, dump: mut text, .. } = run(&machine, options, Some(pass));
    if let Some(model) = model.filter(|_| pass == Pass::Kernel) {
        text = dump::model(&model);
    }
    diagnostics.sort_by_key(|found| found.labels.first().map(|label| label.span));
    Outcome { value: text, diagnostics }
}

/// What the passes give.
struct Run {
    model: Option<Model>,
    trees: Vec<SourceTree>,
    diagnostics: Vec<Diagnostic>,
    dump: String,
}

/// All passes; once more where nothing has turned out to be unknown, for then there are no floats, no
/// binaries, no maps.
fn run(machine: &Machine<'_>, options: &Options, shown: Option<Pass>) -> Run {
    let run = run_with(machine, options, shown, Values::Any);
    if run.model.as_ref().is_some_and(|model| model.unknowns().is_empty()) {
        return run_with(machine, options, shown, Values::Known);
    }
    run
}

fn run_with(machine: &Machine<'_>, options: &Options, shown: Option<Pass>, values: Values) -> Run {
    let (mut posts, mut keeps, mut kept) = (BTreeSet::new(), false, Vec::new());
    loop {
        let shared = Shared::new(machine, options, values).posting(posts.clone()).keeping(keeps);
        let shared = shared.keeping_funs(kept.clone());
        let mut passes = Passes::new(machine, &shared, options, shown);
        let model = passes.run();
        let Passes { trees, diagnostics, dump, keeps: found, .. } = passes;
        // What the machine sends to itself may reach callbacks that send it more, and funs may keep others.
        let found_kept = shared.called_kept();
        if shared.posts() == posts && found == keeps && found_kept == kept {
            return Run { model, trees, diagnostics, dump };
        }
        (posts, keeps, kept) = (shared.posts(), found, found_kept);
    }
}

struct Passes<'a> {
    machine: &'a Machine<'a>,
    shared: &'a Shared<'a>,
    options: &'a Options,
    trees: Vec<SourceTree>,
    diagnostics: Vec<Diagnostic>,
    /// Whether a From may outlive its event.
    keeps: bool,
    /// The pass whose results are shown, and what they are so far.
    shown: Option<Pass>,
    dump: String,
}

impl<'a> Passes<'a> {
    fn new(
        machine: &'a Machine<'a>,
        shared: &'a Shared<'a>,
        options: &'a Options,
        shown: Option<Pass>,
    ) -> Self {
        let (trees, diagnostics, dump) = (Vec::new(), Vec::new(), String::new());
        let keeps = shared.keeps_from();
        Self { machine, shared, options, trees, diagnostics, keeps, shown, dump }
    }

    fn run(&mut self) -> Option<Model> {
        self.look_at_terminate();
        let init = self.lower(&Callback::Init, self.machine.init);
        let reached = self.reach(&init);
        let states: IndexVec<StateIx, Name> =
            reached.iter().map(|(name, _)| name.clone()).collect();
        let numbers: FxHashMap<Name, StateIx> =
            states.iter_enumerated().map(|(ix, name)| (name.clone(), ix)).collect();
        let argument = init.argument.clone();
        let init = self.split(&init, &FunctionRole::Init, &numbers, self.machine.init)?;
        let mut handlers = IndexVec::default();
        let mut handles = Vec::new();
        for (number, (name, lowered)) in reached.iter().enumerate() {
            for (kind, lowered) in lowered {
                let handler = Handler { state: StateIx::from_usize(number), kind: *kind };
                let function = self.machine.handler(*kind, name);
                let role = FunctionRole::Handler(handler);
                handlers.push((handler, self.split(lowered, &role, &numbers, &function)?));
                if self.options.unhandled.asks_first(*kind) {
                    let head = self.lower(&Callback::Handles(*kind, name.clone()), &function);
                    let role = FunctionRole::Handles(handler);
                    let split = self.split(&head, &role, &numbers, &function)?;
                    handles.push((handler, split.entry().function.clone()));
                }
            }
        }
        let procedures = self.procedures()?;
        let clock = clock(self.shared);
        let watch = watch(self.shared);
        let waits = prelude::qualified("erlang", "client_waits");
        let waits = self.keeps.then(|| self.shared.local(&waits, 2));
        let observers = self.observers();
        let locals = self.locals()?;
        self.warn_of_rewriting();
        let parts = Parts {
            module: self.machine.name.clone(),
            source: functions_of(self.machine.module),
            states,
            locals,
            observers,
            procedures,
            origins: self.shared.origins(),
            argument,
            is_partial: self.diagnostics.iter().any(|found| LEAVES_OUT.contains(&found.code)),
            handlers,
            handles,
            init,
            terminates: self.shared.terminates(),
            environment: self.options.environment.clone(),
            clients: self.options.clients,
            waits,
            posts: self.shared.posts(),
            self_posts: self.options.self_posts,
            mailbox: self.options.mailbox,
            overtakes: self.options.overtakes,
            unhandled: self.options.unhandled,
            timing: self.options.timing,
            clock,
            watch,
            qualify: self.options.qualify,
        };
        let model = kernel::compose(&parts, self.options.form);
        for found in unknowns::warnings(&model) {
            self.report(found);
        }
        Some(model)
    }

    /// Finds out whether terminate/3 acts or may fail.
    fn look_at_terminate(&mut self) {
        if let Some(found) = terminate::look_at(self.machine, self.shared) {
            self.report(found);
        }
    }

    /// Which callbacks may be called in a state.
    fn kinds(&self) -> BTreeSet<HandlerKind> {
        let kinds = self.options.environment.kinds().into_iter().chain(self.shared.posts());
        let kinds = kinds.map(CommandKind::handler);
        let kinds: BTreeSet<HandlerKind> =
            kinds.filter(|kind| *kind != HandlerKind::Terminate).collect();
        let terminate = self.shared.terminates().then_some(HandlerKind::Terminate);
        kinds.into_iter().chain(terminate).collect()
    }

    fn lower(&mut self, callback: &Callback, function: &Function) -> Lowered {
        let mut lowered = lower_callback(self.shared, callback, function);
        self.show_core(&dump::callback(callback, function), &lowered);
        if matches!(callback, Callback::Handler(kind, _) if kind.is_sync()) && !self.keeps {
            self.keeps = keeps_from(&lowered, self.shared.clients() > 1);
        }
        self.collect(&mut lowered);
        lowered
    }

    /// The local functions that act and are called, in the order of their numbers.
    fn procedures(&mut self) -> Option<IndexVec<ProcedureIx, (Procedure, Split)>> {
        let mut procedures = IndexVec::default();
        while let Some(procedure) = self.shared.procedure_at(procedures.len()) {
            let ix = ProcedureIx::from_usize(procedures.len());
            let role = FunctionRole::Procedure(ix, SegmentIx(0));
            let split = self.called(&procedure.name, procedure.arity, &role)?;
            procedures.push((procedure, split));
        }
        Some(procedures)
    }

    /// The functions that observers became.
    fn observers(&mut self) -> Vec<FunctionId> {
        let (names, errors) = observers::functions(self.shared, &self.options.observers);
        for found in errors {
            self.report(found);
        }
        names.iter().map(|name| self.shared.local(name, observers::ARITY)).collect()
    }

    /// The local functions that are called instead of standing in line, in the order of their ids.
    fn locals(&mut self) -> Option<Vec<ModelFunction>> {
        let mut locals = Vec::new();
        while let Some((name, arity)) = self.shared.local_at(locals.len()) {
            let split = self.called(&name, arity, &FunctionRole::Local(name.clone(), arity))?;
            locals.push(split.entry().function.clone());
        }
        Some(locals)
    }

    /// A function that is called instead of standing in line.
    fn called(&mut self, name: &Name, arity: usize, role: &FunctionRole) -> Option<Split> {
        let generated = self.shared.generated(name, arity);
        let known = self.machine.function(name, arity);
        let function = generated.as_deref().or(known)?;
        let mut lowered = lower_local(self.shared, function);
        self.show_core(&dump::key(name, arity), &lowered);
        self.collect(&mut lowered);
        self.split(&lowered, role, &FxHashMap::default(), function)
    }

    fn collect(&mut self, lowered: &mut Lowered) {
        for found in lowered.diagnostics.drain(..) {
            self.report(found);
        }
        self.trees.append(&mut lowered.trees);
    }

    fn split(
        &mut self,
        lowered: &Lowered,
        role: &FunctionRole,
        states: &FxHashMap<Name, StateIx>,
        function: &Function,
    ) -> Option<Split> {
        match split(lowered, role, states, function.span) {
            Ok(split) => {
                self.show_sequences(role, &split, states);
                Some(split)
            }
            Err(found) => {
                self.report(found);
                None
            }
        }
    }

    fn show_core(&mut self, title: &str, lowered: &Lowered) {
        if self.shown == Some(Pass::Lower) {
            let tables = Tables::of(self.shared, IndexVec::default());
            self.dump.push_str(&dump::core(title, lowered, &tables));
        }
    }

    fn show_sequences(
        &mut self,
        role: &FunctionRole,
        split: &Split,
        states: &FxHashMap<Name, StateIx>,
    ) {
        if self.shown == Some(Pass::Sequences) {
            let mut names: Vec<(StateIx, Name)> =
                states.iter().map(|(name, ix)| (*ix, name.clone())).collect();
            names.sort();
            let states = names.into_iter().map(|(_, name)| name).collect();
            let tables = Tables::of(self.shared, states);
            self.dump.push_str(&dump::sequences(role, split, &tables));
        }
    }

    fn report(&mut self, found: Diagnostic) {
        if !self.diagnostics.contains(&found) {
            self.diagnostics.push(found);
        }
    }

    /// What happens at compile time and at load time is not in the model.
    fn warn_of_rewriting(&mut self) {
        let machine = self.machine;
        for attribute in machine.module.attributes() {
            let transform =
                attribute.args.iter().any(|arg| arg.any(&mut |e| e.is_atom("parse_transform")));
            let what = match attribute.name.as_str() {
                "compile" if transform => "a parse transform may rewrite this module",
                "on_load" => "the function that runs on loading",
                _ => continue,
            };
            self.report(Diagnostic::warning(
                codes::REWRITTEN,
                format!("{what}: it is not part of the model"),
                attribute.span,
            ));
        }
    }
}
