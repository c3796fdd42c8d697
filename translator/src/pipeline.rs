//! The passes of the translator, in order, on one page.
//!
//! | pass | takes | gives | what no longer occurs |
//! |---|---|---|---|
//! | `machine` | module | callbacks by name | modules that are no machine |
//! | `lower` | one callback | core graph | patterns, guards, overlapping clauses, local calls |
//! | `sequences` | core graph | segments: pure functions, action sequences | actions inside decisions |
//! | `kernel` | all callbacks, environment | model in one form | Erlang |

use frontend::ast::{Callee, ExprKind, Function, Module};
use frontend::{Diagnostic, Name, Outcome, Severity};
use rustc_hash::FxHashMap;

use crate::atom::quoted;
use crate::codes;
use crate::core::{Ending, Node};
use crate::index::{Idx as _, IndexVec};
use crate::kernel::{self, Parts};
use crate::lower::{Callback, Lowered, SourceTree, lower_callback};
use crate::machine::{Machine, recognise};
use crate::model::{Environment, Expr, Form, FunctionRole, Model, StateIx, Unhandled};
use crate::sequences::{Shown, Split, Step, split};
use crate::stubs::Stub;

/// What is translated besides the module.
#[derive(Clone, Debug)]
pub struct Options {
    /// Ground argument of `init/1`.
    pub init: Expr,
    /// The commands.
    pub environment: Environment,
    /// What an event without a clause does.
    pub unhandled: Unhandled,
    /// Which composition to build.
    pub form: Form,
    /// Whether action names carry their module.
    pub qualify: bool,
    /// What calls of other modules do, each function once.
    pub stubs: Vec<Stub>,
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
    let machine = match recognise(module) {
        Ok(machine) => machine,
        Err(diagnostics) => {
            let value = Translation { model: None, trees: Vec::new() };
            return Outcome { value, diagnostics };
        }
    };
    let mut passes =
        Passes { machine: &machine, options, trees: Vec::new(), diagnostics: Vec::new() };
    let model = passes.run();
    passes.diagnostics.sort_by_key(|found| found.labels.first().map(|label| label.span));
    let failed = passes.diagnostics.iter().any(|found| found.severity == Severity::Error);
    let mut trees = passes.trees;
    trees.sort_by_key(|tree| tree.span);
    trees.dedup_by_key(|tree| tree.span);
    let value = Translation { model: model.filter(|_| !failed), trees };
    Outcome { value, diagnostics: passes.diagnostics }
}

struct Passes<'a> {
    machine: &'a Machine<'a>,
    options: &'a Options,
    trees: Vec<SourceTree>,
    diagnostics: Vec<Diagnostic>,
}

impl<'a> Passes<'a> {
    fn run(&mut self) -> Option<Model> {
        let init = self.lower(&Callback::Init, self.machine.init);
        let reached = self.reach(&init);
        let states: IndexVec<StateIx, Name> =
            reached.iter().map(|(name, _)| name.clone()).collect();
        let numbers: FxHashMap<Name, StateIx> =
            states.iter_enumerated().map(|(ix, name)| (name.clone(), ix)).collect();
        let init = self.split(&init, FunctionRole::Init, &numbers, self.machine.init)?;
        let mut callbacks = Vec::new();
        let mut handles = Vec::new();
        for (number, (name, lowered)) in reached.iter().enumerate() {
            let ix = StateIx::from_usize(number);
            let function = self.function(name)?;
            callbacks.push(self.split(lowered, FunctionRole::State(ix), &numbers, function)?);
            if self.options.unhandled == Unhandled::Disallow {
                let head = self.lower(&Callback::Handles(name.clone()), function);
                let role = FunctionRole::Handles(ix);
                let split = self.split(&head, role, &numbers, function)?;
                handles.push(split.entry().function.clone());
            }
        }
        self.warn_of_terminate();
        self.warn_of_rewriting();
        let parts = Parts {
            module: self.machine.name.clone(),
            states,
            callbacks,
            handles,
            init,
            environment: self.options.environment.clone(),
            unhandled: self.options.unhandled,
            qualify: self.options.qualify,
            origins: IndexVec::default(),
        };
        self.warn_of_unknown_results(&parts);
        Some(kernel::compose(&parts, self.options.form))
    }

    /// The states that the machine can enter, with their lowered functions, in textual order.
    fn reach(&mut self, init: &Lowered) -> Vec<(Name, Lowered)> {
        let mut pending = next_states(init);
        let mut reached: Vec<(Name, Lowered)> = Vec::new();
        while let Some(state) = pending.pop() {
            if reached.iter().any(|(known, _)| *known == state) {
                continue;
            }
            let Some(function) = self.function(&state) else {
                continue;
            };
            let lowered = self.lower(&Callback::State(state.clone()), function);
            pending.extend(next_states(&lowered));
            reached.push((state, lowered));
        }
        reached.sort_by_key(|(state, _)| self.function(state).map(|function| function.span));
        reached
    }

    fn function(&self, state: &Name) -> Option<&'a Function> {
        self.machine.functions.get(&(state.clone(), 2)).copied()
    }

    fn lower(&mut self, callback: &Callback, function: &'a Function) -> Lowered {
        let machine = self.machine;
        let mut lowered = lower_callback(machine, self.options, callback, function);
        for found in lowered.diagnostics.drain(..) {
            self.report(found);
        }
        self.trees.append(&mut lowered.trees);
        lowered
    }

    fn split(
        &mut self,
        lowered: &Lowered,
        role: FunctionRole,
        states: &FxHashMap<Name, StateIx>,
        function: &Function,
    ) -> Option<Split> {
        match split(lowered, role, states, function.span) {
            Ok(split) => Some(split),
            Err(found) => {
                self.report(found);
                None
            }
        }
    }

    /// Where a result is used and no stub says what it is.
    fn warn_of_unknown_results(&mut self, parts: &Parts) {
        for (step, shown) in
            std::iter::once(&parts.init).chain(&parts.callbacks).flat_map(Split::calls)
        {
            if let Shown::Unknown = shown {
                let Step { module, function, arity, span } = step;
                let [module, function] = [module, function].map(|name| quoted(name.as_str()));
                let message = format!("{} is unknown: it may be anything", kernel::result_of(step));
                self.report(Diagnostic::warning(codes::UNKNOWN_RESULT, message, *span).with_help(
                    format!(
                        "say what it returns: `{{stubs, [{{{{{module},{function},{arity}}}, \
                         [Value1, Value2]}}]}}.`, or `--stubs` with the list"
                    ),
                ));
            }
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

    /// The actions of `terminate/3` are not in the model: said, never dropped.
    fn warn_of_terminate(&mut self) {
        let key = (Name::from("terminate"), 3);
        let Some(&function) = self.machine.functions.get(&key) else {
            return;
        };
        let acts = function.clauses.iter().flat_map(|clause| &clause.body).any(|expr| {
            expr.any(&mut |expr| match &expr.kind {
                ExprKind::Call(Callee::Remote(module, ..), _) => module.as_str() != "erlang",
                ExprKind::Call(..) => true,
                _ => false,
            })
        });
        if acts {
            self.report(
                Diagnostic::warning(
                    codes::TERMINATE_ACTS,
                    "the calls in terminate/3 are not part of the model yet",
                    function.span,
                )
                .with_help("after `stop(Reason)` and `crash(Reason)` the model ends"),
            );
        }
    }
}

/// The states that a callback's endings name.
fn next_states(lowered: &Lowered) -> Vec<Name> {
    let mut names = Vec::new();
    for id in lowered.graph.reachable(lowered.root) {
        if let Node::Leaf(leaf) = &lowered.graph.nodes[id]
            && let Ending::Next { state, .. } = &leaf.ending
        {
            names.push(state.clone());
        }
    }
    names
}
