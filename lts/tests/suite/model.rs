//! Small models built by hand: pure functions, and a process that shows what they compute.

#![allow(clippy::unwrap_used, clippy::panic, reason = "tests")]

use frontend::{FileId, Name, Span};
use lts::explore::{Exploration, Limits, explore};
use lts::next_state::NextState;
use lts::semantics::{Engine, LabelStyle, Machine, View};
use lts::{Action, Label};
use model::index::IndexVec;
use model::{
    Action as ModelAction, ActionId, ActionRole, Behaviour, Cond, End, Expr, Form, Function,
    FunctionId, FunctionRole, Instance, Model, Node, NodeId, Origin, OriginId, OriginKind,
    Parameter, ParameterRole, PointId, Process, ProcessId, ProcessRole, VarId,
};

pub(crate) fn nowhere() -> Span {
    Span::new(FileId(0), 0, 0)
}

/// A function under construction, from its ends to its root.
#[derive(Default)]
pub(crate) struct Builder {
    pub(crate) n_vars: u32,
    nodes: IndexVec<NodeId, Node>,
}

impl Builder {
    pub(crate) fn var(&mut self) -> VarId {
        self.n_vars += 1;
        VarId(self.n_vars - 1)
    }

    pub(crate) fn node(&mut self, node: Node) -> NodeId {
        self.nodes.push(node)
    }

    pub(crate) fn ret(&mut self, value: Expr) -> NodeId {
        self.node(Node::Return(value))
    }

    pub(crate) fn bind(&mut self, var: VarId, value: Expr, next: NodeId) -> NodeId {
        self.node(Node::Let { var, value, next })
    }

    pub(crate) fn test(&mut self, cond: Cond, yes: NodeId, no: NodeId) -> NodeId {
        self.node(Node::Test { cond, yes, no, at: nowhere() })
    }

    pub(crate) fn finish(self, params: Vec<VarId>, root: NodeId) -> Function {
        let vars = (0..self.n_vars).map(|number| Name::from(format!("V{number}").as_str()));
        let role = FunctionRole::Restart;
        Function {
            role,
            params,
            vars: vars.collect(),
            nodes: self.nodes,
            root,
            origins: Vec::new(),
            raises: Vec::new(),
        }
    }
}

/// A model of one process that has no points yet.
pub(crate) fn model(functions: Vec<Function>, actions: &[(&str, usize)]) -> Model {
    let action = |&(name, arity): &(&str, usize)| ModelAction {
        name: Name::from(name),
        arity,
        has_result: false,
        raises: None,
        role: ActionRole::Call,
        callee: None,
    };
    let origin = |n: u32| Origin {
        kind: OriginKind::Result,
        what: format!("call {n}"),
        span: nowhere(),
        is_constant: false,
        call: None,
    };
    Model {
        source: Vec::new(),
        procedures: IndexVec::default(),
        module: Name::from("m"),
        behaviour: &behaviour::GEN_FSM,
        behaviour_name: Name::from("gen_fsm"),
        form: Form::Direct,
        states: IndexVec::default(),
        functions: functions.into_iter().collect(),
        observers: Vec::new(),
        naming: None,
        origins: (0..3).map(origin).collect(),
        floats: None,
        argument: None,
        is_partial: false,
        fresh: model::Fresh::default(),
        to_others: Vec::new(),
        actions: actions.iter().map(action).collect(),
        communications: Vec::new(),
        points: IndexVec::default(),
        processes: IndexVec::default(),
        composition: Vec::new(),
    }
}

/// Adds a process that starts at its last point and runs.
pub(crate) fn run_process(model: &mut Model, params: Vec<VarId>, n_vars: u32, args: Vec<Expr>) {
    let vars = (0..n_vars).map(|number| Name::from(format!("X{number}").as_str())).collect();
    let body = PointId(u32::try_from(model.points.len()).unwrap() - 1);
    let parameter = |var| Parameter { var, role: ParameterRole::Computed };
    let params = params.into_iter().map(parameter).collect();
    let role = ProcessRole::Start;
    let process = model.processes.push(Process { role, params, vars, kept: Vec::new(), body });
    model.composition.push(Instance { process, args });
}

/// A process that calls the last function on these values and shows arguments and result:
/// `result(A1,..,An,R)`.
pub(crate) fn call_once(functions: Vec<Function>, args: &[Expr]) -> Model {
    let callee = FunctionId(u32::try_from(functions.len()).unwrap() - 1);
    let mut model = model(functions, &[("result", args.len() + 1)]);
    let n_args = u32::try_from(args.len()).unwrap();
    let vars: Vec<Expr> = (0..n_args).map(|var| Expr::Var(VarId(var))).collect();
    let result = VarId(n_args);
    let end = model.points.push(Behaviour::End(End::Stopped));
    let shown = [vars.clone(), vec![Expr::Var(result)]].concat();
    let act = Behaviour::Act { action: ActionId(0), args: shown, next: end, origin: None };
    let mut next = model.points.push(act);
    let value = Expr::Call(callee, vars);
    next = model.points.push(Behaviour::Let { var: result, value, next });
    for (var, value) in (0..n_args).zip(args).rev() {
        next = model.points.push(Behaviour::Let { var: VarId(var), value: value.clone(), next });
    }
    run_process(&mut model, Vec::new(), n_args + 1, Vec::new());
    model
}

/// Explores a model, of which at most 10,000 states.
pub(crate) fn explored(machine: &mut dyn NextState) -> Exploration {
    let mut limits = Limits { max_states: 10_000, interrupted: &mut |_| false };
    explore(machine, &mut limits).unwrap()
}

pub(crate) fn machine(model: &Model) -> Machine<'_> {
    Machine::new(model, View::Default, LabelStyle::Erlang)
}

/// The actions of a model that ends, in order of discovery; the engine finds the same.
pub(crate) fn actions(model: &Model) -> Vec<Action> {
    let actions = actions_of(&mut machine(model));
    assert_eq!(actions_of(&mut Engine::eager(machine(model))), actions);
    actions
}

/// The actions of a machine that ends, in order of discovery; the caller may have given it limits of its own.
pub(crate) fn actions_of(machine: &mut dyn NextState) -> Vec<Action> {
    let exploration = explored(machine);
    assert_eq!(exploration.stop, None);
    let labels = exploration.lts.labels().clone();
    labels.iter().filter_map(|(_, label): (_, &Label)| label.action().cloned()).collect()
}

/// The labels of a model that ends, in order of discovery.
pub(crate) fn labels(model: &Model) -> Vec<String> {
    actions(model).iter().map(ToString::to_string).collect()
}

pub(crate) fn unknown() -> Expr {
    Expr::Unknown(OriginId(0))
}

pub(crate) fn var(number: u32) -> Expr {
    Expr::Var(VarId(number))
}

pub(crate) fn process(number: u32) -> ProcessId {
    ProcessId(number)
}
