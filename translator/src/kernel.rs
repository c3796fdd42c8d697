//! The OTP side of the machine: processes around the state functions.
//!
//! Input: split callbacks and an environment. Output: the whole [`Model`] in one of its two forms.
//! The action sequences become process steps; the stored pair, the event cycle and the endings are
//! those of Guo's paper, section 5.1, corrected. Does not look at Erlang.

mod answers;
mod call_outcomes;
mod callback;
mod ending;
pub(crate) mod form;
pub(crate) mod mailbox;
mod procedures;
mod sites;
pub(crate) mod state;
mod timers;
mod watches;

use std::collections::BTreeSet;

use frontend::{Name, Span};
use num_bigint::BigInt;

use crate::kernel::state::identities;
use crate::sequences::{Segment, Split};
use model::index::IndexVec;
use model::{
    ActionId, Behaviour, CommandKind, Communication, Environment, Expr, Form, Function, FunctionId,
    Handler, HandlerIx, HandlerKind, Instance, Model, Origin, OriginId, Parameter, ParameterRole,
    PointId, Procedure, ProcedureIx, Process, ProcessId, ProcessRole, Sender, SourceFunction,
    StateIx, Timing, Unhandled, VarId,
};

pub(crate) use crate::kernel::mailbox::mail::Mail;
use crate::kernel::state::process_parameters::Carried;
pub(crate) use crate::kernel::timers::functions::{Clock, TimerFunctions};
use procedures::Procedures;
use sites::Sites;
pub(crate) use watches::Watch;

/// All that the kernel is built around.
#[allow(clippy::struct_excessive_bools, reason = "facts that do not depend on each other")]
pub(crate) struct Parts {
    /// Name of the module.
    pub module: Name,
    /// Its behaviour.
    pub behaviour: &'static behaviour::Behaviour,
    /// What it calls that.
    pub behaviour_name: Name,
    /// Its functions in the source.
    pub source: Vec<SourceFunction>,
    /// State names.
    pub states: IndexVec<StateIx, Name>,
    /// Local functions that are functions of the model, first of all functions.
    pub locals: Vec<Function>,
    /// Those of them that are asked of states.
    pub observers: Vec<FunctionId>,
    /// The one that says what a state is called.
    pub naming: Option<FunctionId>,
    /// Local functions that act and are called, with their segments.
    pub procedures: IndexVec<ProcedureIx, (Procedure, Split)>,
    /// Where unknown values come from.
    pub origins: IndexVec<OriginId, Origin>,
    /// The argument of `init/1`, where it is a choice.
    pub argument: Option<Expr>,
    /// Whether something that the module may do is left out.
    pub is_partial: bool,
    /// Calls that go to a process of which nothing may be known.
    pub to_others: Vec<Span>,
    /// The callbacks in all states, by state.
    pub handlers: IndexVec<HandlerIx, (Handler, Split)>,
    /// Predicates of their heads; empty unless commands can be disallowed.
    pub handles: Vec<(Handler, Function)>,
    /// `init/1` on its argument.
    pub init: Split,
    /// Whether terminate/3 acts or may fail.
    pub terminates: bool,
    /// The commands.
    pub environment: Environment,
    /// How many clients may wait for an answer at once, where commands come at any time.
    pub clients: usize,
    /// What is known of a client behind an answer, where a From may outlive its event.
    pub waits: Option<FunctionId>,
    /// What is known of a client behind a message, where that may be an answer.
    pub gives: Option<FunctionId>,
    /// The kinds of the messages that the machine sends to itself.
    pub posts: BTreeSet<CommandKind>,
    /// How many of them may wait at once.
    pub self_posts: usize,
    /// How many commands may wait; with 0 they are handed over when the machine is idle.
    pub mailbox: usize,
    /// Whether a command may come before a message to itself that waits alone.
    pub overtakes: bool,
    /// What an event without a clause does.
    pub unhandled: Unhandled,
    /// How timers and event timeouts are modelled.
    pub timing: Timing,
    /// The functions for that, where there is anything of the kind.
    pub clock: Option<Clock>,
    /// The time-outs that the loop of the behaviour keeps, where there may be any.
    pub timeouts: Option<Timeouts>,
    /// What is needed for other processes, where the machine has to do with any.
    pub watch: Option<Watch>,
    /// What is needed for the mailbox, where a `receive` may take what the model knows to be there.
    pub mail: Option<Mail>,
    /// Whether action names carry their module.
    pub qualify: bool,
}

/// Time-outs that a loop of text keeps beside the data.
#[derive(Clone)]
pub(crate) struct Timeouts {
    /// The event of one that fires, with the loop behind that.
    pub(crate) fired: FunctionId,
    /// How many may run at once.
    pub(crate) most: usize,
    /// Where time is counted.
    pub(crate) counted: Option<Counted>,
    /// Where messages may wait, and time is not counted: the loop behind a callback with what waits then, and the loop
    /// when a message is taken.
    pub(crate) waits: Option<[FunctionId; 2]>,
}

/// How the time-outs of a loop are counted.
#[derive(Clone)]
pub(crate) struct Counted {
    /// The loop one unit of time later.
    pub(crate) ticked: FunctionId,
    /// Whether some time-out is over.
    pub(crate) due: FunctionId,
    /// Milliseconds in a unit of time.
    pub(crate) quantum: BigInt,
}

impl Parts {
    /// The kinds of the messages that may wait.
    pub(crate) fn queued(&self) -> BTreeSet<CommandKind> {
        let commands =
            self.environment.kinds(self.behaviour).into_iter().filter(|_| self.mailbox > 0);
        commands.chain(self.posts.iter().copied()).collect()
    }

    /// From whom messages of a kind come to the process that reads the stored pair, but for the queue: where commands
    /// wait only an event timeout does, and an exit signal that is not trapped.
    pub(crate) fn senders(&self, kind: CommandKind) -> Vec<Sender> {
        let clients = self.environment.clients(self.clients);
        let directly = match kind {
            _ if self.mailbox == 0 => true,
            kind if kind.is_untagged => Carried::of(self).timeout().is_some(),
            kind => kind.is_exit(),
        };
        match directly {
            false => Vec::new(),
            true if clients > 1 && kind.is_sync() => (0..clients).map(Sender::Client).collect(),
            true => vec![Sender::Anyone],
        }
    }

    /// All that acts: `init/1`, the callbacks in all states, the procedures.
    pub(crate) fn splits(&self) -> impl Iterator<Item = &Split> + Clone {
        let procedures = self.procedures.iter().map(|(_, split)| split);
        let handlers = self.handlers.iter().map(|(_, split)| split);
        std::iter::once(&self.init).chain(handlers).chain(procedures)
    }
}

/// Composes the model.
pub(crate) fn compose(parts: &Parts, form: Form) -> Model {
    let [monitors, links] = watches::makes(parts);
    let mut kernel = Kernel {
        watches: [monitors, links, crate::kernel::watches::signals::links_in_init(parts)],
        parts,
        functions: IndexVec::default(),
        handler_functions: IndexVec::default(),
        handler_processes: IndexVec::default(),
        procedures: Procedures::default(),
        carried: Carried::of(parts),
        kinds: parts.environment.kinds(parts.behaviour).into_iter().collect(),
        queue: None,
        next_state: ProcessId(0),
        allowed: Vec::new(),
        restart: None,
        sites: Sites::of(parts),
        makes_references: identities::makes_references(parts),
        answers_last: ending::answers_last(parts),
        actions: crate::kernel::state::actions::Actions::new(parts, form),
        points: IndexVec::default(),
        processes: IndexVec::default(),
    };
    kernel.add_functions();
    let composition = match form {
        Form::Paper => kernel.paper(),
        Form::Direct => kernel.direct(),
    };
    let fresh = kernel.fresh();
    let (actions, communications) = kernel.actions.finish();
    Model {
        module: parts.module.clone(),
        behaviour: parts.behaviour,
        behaviour_name: parts.behaviour_name.clone(),
        form,
        source: parts.source.clone(),
        states: parts.states.clone(),
        procedures: parts.procedures.iter().map(|(procedure, _)| procedure.clone()).collect(),
        functions: kernel.functions,
        observers: parts.observers.clone(),
        naming: parts.naming,
        origins: parts.origins.clone(),
        floats: None,
        argument: parts.argument.clone(),
        is_partial: parts.is_partial,
        fresh,
        to_others: parts.to_others.clone(),
        actions,
        communications,
        points: kernel.points,
        processes: kernel.processes,
        composition,
    }
}

/// The model under construction.
pub(crate) struct Kernel<'a> {
    parts: &'a Parts,
    functions: IndexVec<FunctionId, Function>,
    /// Functions of the segments of the callbacks.
    handler_functions: IndexVec<HandlerIx, Vec<FunctionId>>,
    /// Processes of the segments of the callbacks.
    handler_processes: IndexVec<HandlerIx, Vec<ProcessId>>,
    procedures: Procedures,
    /// What all processes carry besides the stored pair.
    carried: Carried,
    /// Which commands there are.
    kinds: Vec<CommandKind>,
    /// The process that stores the pair.
    next_state: ProcessId,
    /// What the machine sends to itself waits here, if it does so.
    queue: Option<crate::kernel::mailbox::queue::Queue>,
    /// Whether a callback takes an event, by callback.
    allowed: Vec<(HandlerKind, FunctionId)>,
    restart: Option<FunctionId>,
    /// Calls that start something.
    sites: Sites,
    /// Whether `make_ref/0` is called.
    makes_references: bool,
    /// Whether some callback stops the machine with an answer.
    answers_last: bool,
    /// Whether the model makes monitors, whether it makes links, and whether `init/1` makes links: asked at every step.
    watches: [bool; 3],
    actions: crate::kernel::state::actions::Actions,
    points: IndexVec<PointId, Behaviour>,
    processes: IndexVec<ProcessId, Process>,
}

impl Kernel<'_> {
    fn point(&mut self, behaviour: Behaviour) -> PointId {
        self.points.push(behaviour)
    }

    fn act(&mut self, action: ActionId, args: Vec<Expr>, next: PointId) -> PointId {
        self.point(Behaviour::Act { action, args, next, origin: None })
    }

    fn call(&mut self, process: ProcessId, args: Vec<Expr>) -> PointId {
        self.point(Behaviour::Call { process, args })
    }

    /// Reserves a process, so that others can call it before its body is there.
    fn declare(&mut self, role: ProcessRole, params: &[ParameterRole]) -> (ProcessId, Vec<VarId>) {
        let vars: IndexVec<VarId, Name> = params.iter().map(|role| role.name()).collect();
        let param_vars: Vec<VarId> = vars.iter_enumerated().map(|(var, _)| var).collect();
        let params =
            param_vars.iter().zip(params).map(|(&var, &role)| Parameter { var, role }).collect();
        let process = Process { role, params, vars, kept: Vec::new(), body: PointId(0) };
        (self.processes.push(process), param_vars)
    }

    /// The parameters of a process, as values.
    fn params(&self, process: ProcessId) -> Vec<Expr> {
        self.processes[process].params.iter().map(|param| Expr::Var(param.var)).collect()
    }

    fn define(&mut self, process: ProcessId, body: PointId) {
        self.processes[process].body = body;
    }

    /// What the store holds: `{State, Data}`, and what else is carried.
    fn stored(&self, pair: &[Expr], carried: &[Expr]) -> Expr {
        let others = self.carried.stored().map(|position| carried[position].clone());
        Expr::Tuple(pair.iter().cloned().chain(others).collect())
    }
}

/// The first state and its data, if `init/1` does nothing else than to return them.
fn first_state(init: &Split) -> Option<[Expr; 2]> {
    use crate::sequences::SequenceEnd;
    use model::Node;
    let Segment { function, sequences } = init.entry();
    let Node::Return(Expr::Tuple(result)) = &function.nodes[function.root] else {
        return None;
    };
    let [sequence] = sequences.as_slice() else {
        return None;
    };
    match result.as_slice() {
        [state, data, _] if sequence.steps.is_empty() && sequence.end == SequenceEnd::Next => {
            Some([state.clone(), data.clone()])
        }
        _ => None,
    }
}

/// A process that is started with these ground arguments.
fn instance(process: ProcessId, args: Vec<Expr>) -> Instance {
    Instance { process, args }
}

/// Handshakes as they end up in a model.
type Communications = Vec<Communication>;
