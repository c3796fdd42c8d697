//! The pure functions of a model: state functions, predicates, the next round of a command list.

use frontend::{FileId, Name, Span};

use crate::kernel::Kernel;
use crate::sequences::Split;
use model::index::IndexVec;
use model::state::Computed;
use model::{
    Cond, Environment, Expr, Function, FunctionId, FunctionRole, Handler, HandlerKind, Kind, Node,
    NodeId, StateIx, Unhandled, VarId, client,
};

impl Kernel<'_> {
    pub(crate) fn add_functions(&mut self) {
        for function in &self.parts.locals {
            self.functions.push(function.clone());
        }
        for (_, split) in &self.parts.handlers {
            let functions = self.add_segments(split);
            self.handler_functions.push(functions);
        }
        for (_, split) in &self.parts.procedures {
            let functions = self.add_segments(split);
            self.procedures.functions.push(functions);
        }
        if self.parts.unhandled != Unhandled::Crash {
            let handles: Vec<(Handler, FunctionId)> = self
                .parts
                .handles
                .iter()
                .map(|(handler, function)| (*handler, self.functions.push(function.clone())))
                .collect();
            let mut kinds: Vec<HandlerKind> =
                handles.iter().map(|(handler, _)| handler.kind).collect();
            kinds.sort();
            kinds.dedup();
            for kind in kinds {
                let (states, has_from) = (&self.parts.states, self.has_from(kind));
                let allowed = allowed_function(kind, &handles, has_from, states);
                self.allowed.push((kind, self.functions.push(allowed)));
            }
        }
        self.add_queue();
        if let Environment::Cycle(commands) = &self.parts.environment {
            let restart = restart_function(self.command_terms(commands));
            self.restart = Some(self.functions.push(restart));
        }
    }

    /// The functions of the segments of a callback.
    pub(crate) fn add_segments(&mut self, split: &Split) -> Vec<FunctionId> {
        let functions = split.segments.iter().map(|segment| segment.function.clone());
        functions.map(|function| self.functions.push(function)).collect()
    }

    /// Condition under which a command is offered; `None` where every command always is.
    pub(crate) fn offered(
        &self,
        kind: HandlerKind,
        state: Expr,
        command: Expr,
        data: Expr,
    ) -> Option<Cond> {
        let disallowed = self.parts.unhandled == Unhandled::Disallow;
        disallowed.then(|| self.handled(kind, state, command, data)).flatten()
    }

    /// Condition under which the state's callback takes a message; `None` where that is not asked for.
    pub(crate) fn handled(
        &self,
        kind: HandlerKind,
        state: Expr,
        message: Expr,
        data: Expr,
    ) -> Option<Cond> {
        let (_, function) = self.allowed.iter().find(|(other, _)| *other == kind)?;
        let call = Expr::Call(*function, vec![state, message, data]);
        Some(Cond::Same(call, Expr::atom("true")))
    }
}

/// Whether the state's callback takes the event: dispatch to the predicate of the state.
fn allowed_function(
    kind: HandlerKind,
    handles: &[(Handler, FunctionId)],
    has_from: bool,
    states: &IndexVec<StateIx, Name>,
) -> Function {
    let vars: IndexVec<VarId, Name> =
        ["S", "Command", "LoopData"].into_iter().map(Name::from).collect();
    let [state, command, data] = [VarId(0), VarId(1), VarId(2)];
    let mut nodes = IndexVec::default();
    let mut root = nodes.push(Node::Return(Expr::atom("false")));
    for (handler, function) in handles.iter().filter(|(handler, _)| handler.kind == kind).rev() {
        // Which client asks decides nothing: any one is taken.
        let from = has_from.then(|| client(0));
        let args = std::iter::once(Expr::Var(command)).chain(from).chain([Expr::Var(data)]);
        let name = &states[handler.state];
        let args = handed(name, &Expr::Var(state), args.collect());
        let yes = nodes.push(Node::Return(Expr::Call(*function, args)));
        let cond = is_in(name, handler.state, &Expr::Var(state));
        root = nodes.push(Node::Test { cond, yes, no: root, at: nowhere() });
    }
    let params = vec![state, command, data];
    Function {
        role: FunctionRole::Allowed(kind),
        params,
        vars,
        nodes,
        root,
        origins: Vec::new(),
        raises: Vec::new(),
    }
}

/// Whether the machine is in a state; in one that is computed if it is in none of those before.
pub(crate) fn is_in(name: &Name, ix: StateIx, state: &Expr) -> Cond {
    let is_atom = Cond::Is(Kind::Atom, state.clone());
    match Computed::of(name) {
        Some(Computed::Atom) => is_atom,
        Some(Computed::Term) => Cond::Not(Box::new(is_atom)),
        None => Cond::Same(state.clone(), Expr::State(ix)),
    }
}

/// What a callback is called with, the data last: in a computed state with its name beside them.
pub(crate) fn handed(name: &Name, state: &Expr, mut args: Vec<Expr>) -> Vec<Expr> {
    if Computed::of(name).is_some()
        && let Some(data) = args.pop()
    {
        args.push(Expr::Tuple(vec![state.clone(), data]));
    }
    args
}

/// The rest of the list, or the whole list where nothing is left.
fn restart_function(commands: Vec<Expr>) -> Function {
    let vars: IndexVec<VarId, Name> = std::iter::once(Name::from("CmdSet")).collect();
    let list = VarId(0);
    let mut nodes = IndexVec::default();
    let yes = nodes.push(Node::Return(Expr::list(commands.into_iter())));
    let no: NodeId = nodes.push(Node::Return(Expr::Var(list)));
    let cond = Cond::Is(Kind::Nil, Expr::Var(list));
    let root = nodes.push(Node::Test { cond, yes, no, at: nowhere() });
    Function {
        role: FunctionRole::Restart,
        params: vec![list],
        vars,
        nodes,
        root,
        origins: Vec::new(),
        raises: Vec::new(),
    }
}

/// Functions of the kernel come from no source.
pub(crate) fn nowhere() -> Span {
    Span::new(FileId(u32::MAX), 0, 0)
}
