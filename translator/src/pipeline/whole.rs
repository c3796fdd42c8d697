//! A machine as a whole: all that is lowered of it, and the model that becomes of that.
//!
//! Lowering a machine tells how it has to be lowered: what it sends to itself, which funs it keeps. It is lowered
//! until that is known; then, once, it is split and composed.

use frontend::{Name, Span};
use rustc_hash::FxHashMap;

use super::{Composed, LEAVES_OUT, Passes};
use crate::dump;
use crate::kernel::state::prelude_functions::{clock, mail, timeouts, watch};
use crate::kernel::{self, Clock, Mail, Parts, Timeouts, Watch};
use crate::library::prelude;
use crate::lower::lower_local;
use crate::lower::lowered::{Callback, Lowered};
use crate::machine::beside_its_behaviour;
use crate::pipeline::observers;
use crate::sequences::Split;
use crate::stats::unknowns;
use model::index::{Idx as _, IndexVec};
use model::source::functions_of;
use model::{
    Expr, Function as ModelFunction, FunctionId, FunctionRole, Handler, HandlerIx, HandlerKind,
    Model, Procedure, ProcedureIx, SegmentIx, StateIx,
};

/// All that is lowered of a machine.
pub(crate) struct Whole {
    init: Lowered,
    /// The states that it can enter, with their callbacks.
    states: Vec<(Name, Vec<Handling>)>,
    /// The functions that act and are called, in the order of their numbers.
    procedures: Vec<(Procedure, Called)>,
    /// Those that are called and do not act.
    locals: Vec<Called>,
    clock: Option<Clock>,
    timeouts: Option<Timeouts>,
    watch: Option<Watch>,
    mail: Option<Mail>,
    waits: Option<FunctionId>,
    gives: Option<FunctionId>,
    observers: Vec<FunctionId>,
    naming: Option<FunctionId>,
}

impl Whole {
    /// Whether something that was lowered has such an expression.
    pub(crate) fn has(&self, is_meant: fn(&Expr) -> bool) -> bool {
        let handlings = self.states.iter().flat_map(|(_, handlings)| handlings);
        let callbacks = handlings.flat_map(|one| std::iter::once(&one.lowered).chain(&one.head));
        let procedures = self.procedures.iter().map(|(_, called)| &called.lowered);
        let locals = self.locals.iter().map(|called| &called.lowered);
        let mut all = locals.chain(procedures).chain([&self.init]).chain(callbacks);
        all.any(|Lowered { graph, root, .. }| {
            let mut has_one = false;
            for node in graph.reachable(*root) {
                graph.nodes[node].for_each_expr(&mut |expr| has_one |= is_meant(expr));
            }
            has_one
        })
    }
}

/// A callback in a state.
struct Handling {
    kind: HandlerKind,
    lowered: Lowered,
    /// Its head alone, where the model asks first whether it takes an event.
    head: Option<Lowered>,
}

/// A function that is called instead of standing in line.
struct Called {
    name: Name,
    arity: usize,
    span: Span,
    lowered: Lowered,
}

/// What callbacks are after the split: all, and the heads of those that are asked first.
type Handlers = (IndexVec<HandlerIx, (Handler, Split)>, Vec<(Handler, ModelFunction)>);

impl Passes<'_> {
    /// Lowers everything that the machine can reach; `None` where a function is not there, or time is over.
    pub(crate) fn lower_all(&mut self) -> Option<Whole> {
        self.look_at_terminate();
        let init = self.lower(&Callback::Init, self.machine.init);
        let reached = self.reach(&init);
        let mut states = Vec::new();
        for (name, handlers) in reached {
            let handlings = handlers.into_iter().map(|(kind, lowered)| {
                let asks = !self.is_draft && self.options.unhandled.asks_first(kind);
                let head = asks.then(|| {
                    let function = self.machine.handler(kind, &name);
                    self.lower(&Callback::Handles(kind, name.clone()), &function)
                });
                Handling { kind, lowered, head }
            });
            let handlings = handlings.collect();
            states.push((name, handlings));
        }
        let mut procedures: Vec<(Procedure, Called)> = Vec::new();
        while let Some(procedure) = self.shared.procedure_at(procedures.len()) {
            let called = self.called(procedure.name.clone(), procedure.arity)?;
            procedures.push((procedure, called));
        }
        let clock = clock(self.shared);
        let timeouts = timeouts(self.shared);
        let watch = watch(self.shared);
        let mail = mail(self.shared);
        self.keeps |= self.shared.takes_mail().calls;
        let waits = prelude::qualified("erlang", "client_waits");
        let waits = self.keeps.then(|| self.shared.local(&waits, 2));
        let gives = prelude::qualified("erlang", "client_given");
        let gives = self.shared.gives().then(|| self.shared.local(&gives, 3));
        let (observers, naming) = self.observers();
        let mut locals: Vec<Called> = Vec::new();
        while let Some((name, arity)) = self.shared.local_at(locals.len()) {
            locals.push(self.called(name, arity)?);
        }
        Some(Whole {
            init,
            states,
            procedures,
            locals,
            clock,
            timeouts,
            watch,
            mail,
            waits,
            gives,
            observers,
            naming,
        })
    }

    /// A function that is called instead of standing in line.
    fn called(&mut self, name: Name, arity: usize) -> Option<Called> {
        if self.options.until.is_over() {
            return None;
        }
        let generated = self.shared.generated(&name, arity);
        let of_module = self.machine.function(&name, arity);
        let function = generated.as_deref().or(of_module)?;
        let mut lowered = lower_local(self.shared, function);
        self.show_core(&dump::key(&name, arity), &lowered);
        self.collect(&mut lowered);
        Some(Called { name, arity, span: function.span, lowered })
    }

    /// The functions that observers became, and the one that says what a state is called.
    fn observers(&mut self) -> (Vec<FunctionId>, Option<FunctionId>) {
        for diagnostic in observers::acting(self.shared, self.options) {
            self.report(diagnostic);
        }
        let function = |name: &Name| self.shared.local(name, observers::ARITY);
        let names = observers::names(self.options);
        (
            names.iter().map(function).collect(),
            observers::naming(self.options).as_ref().map(function),
        )
    }

    /// The model of what is lowered.
    pub(crate) fn compose(&mut self, whole: Whole) -> Option<Model> {
        let states: IndexVec<StateIx, Name> =
            whole.states.iter().map(|(name, _)| name.clone()).collect();
        let numbers: FxHashMap<Name, StateIx> =
            states.iter_enumerated().map(|(ix, name)| (name.clone(), ix)).collect();
        let init =
            self.split(&whole.init, &FunctionRole::Init, &numbers, self.machine.init.span)?;
        let (handlers, handles) = self.handlers(&whole, &numbers)?;
        let mut procedures = IndexVec::default();
        for (position, (procedure, called)) in whole.procedures.iter().enumerate() {
            let ix = ProcedureIx::from_usize(position);
            let role = FunctionRole::Procedure(ix, SegmentIx(0));
            procedures.push((procedure.clone(), self.split_called(called, &role)?));
        }
        let mut locals = Vec::new();
        for called in &whole.locals {
            let role = FunctionRole::Local(called.name.clone(), called.arity);
            locals.push(self.split_called(called, &role)?.entry().function.clone());
        }
        self.warn_of_rewriting();
        self.diagnostics.extend(beside_its_behaviour(self.machine.module));
        let parts = Parts {
            module: self.machine.name.clone(),
            behaviour: self.machine.behaviour,
            behaviour_name: self.machine.behaviour_name.clone(),
            source: functions_of(self.machine.module),
            states,
            locals,
            observers: whole.observers,
            naming: whole.naming,
            procedures,
            origins: self.shared.origins(),
            argument: whole.init.argument,
            is_partial: self.diagnostics.iter().any(|said| LEAVES_OUT.contains(&said.code)),
            to_others: self.shared.to_others(),
            handlers,
            handles,
            init,
            terminates: self.shared.terminates(),
            environment: self.options.environment.clone(),
            clients: self.options.clients,
            waits: whole.waits,
            gives: whole.gives,
            posts: self.shared.posts(),
            self_posts: self.options.self_posts,
            mailbox: self.options.mailbox,
            overtakes: self.options.overtakes,
            unhandled: self.options.unhandled,
            timing: self.options.timing,
            clock: whole.clock,
            timeouts: whole.timeouts,
            watch: whole.watch,
            mail: whole.mail,
            qualify: self.options.qualify,
        };
        if self.options.until.is_over() {
            return None;
        }
        Some(self.model(&parts))
    }

    /// The model, and the one in the other form that is wanted, with what is to be said of both.
    fn model(&mut self, parts: &Parts) -> Model {
        let model = kernel::compose(parts, self.options.form);
        self.twin = self.wanted.twin.map(|form| {
            let twin = kernel::compose(parts, form);
            let mut diagnostics = self.diagnostics.clone();
            for warning in unknowns::warnings(&twin, &twin.unknowns()) {
                if !diagnostics.contains(&warning) {
                    diagnostics.push(warning);
                }
            }
            Composed { model: twin, diagnostics }
        });
        for warning in unknowns::warnings(&model, &model.unknowns()) {
            self.report(warning);
        }
        model
    }

    /// The callbacks in all states, split, and the heads of those that are asked first.
    fn handlers(&mut self, whole: &Whole, numbers: &FxHashMap<Name, StateIx>) -> Option<Handlers> {
        let (mut handlers, mut handles) = (IndexVec::default(), Vec::new());
        for (position, (name, handlings)) in whole.states.iter().enumerate() {
            for Handling { kind, lowered, head } in handlings {
                let handler = Handler { state: StateIx::from_usize(position), kind: *kind };
                let function = self.machine.handler(*kind, name);
                let role = FunctionRole::Handler(handler);
                handlers.push((handler, self.split(lowered, &role, numbers, function.span)?));
                if let Some(head) = head {
                    let role = FunctionRole::Handles(handler);
                    let split = self.split(head, &role, numbers, function.span)?;
                    handles.push((handler, split.entry().function.clone()));
                }
            }
        }
        Some((handlers, handles))
    }

    fn split_called(&mut self, called: &Called, role: &FunctionRole) -> Option<Split> {
        self.split(&called.lowered, role, &FxHashMap::default(), called.span)
    }
}
