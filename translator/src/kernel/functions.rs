//! The pure functions of a model: state functions, predicates, the next round of a command list.

use frontend::{FileId, Name, Span};

use super::Kernel;
use crate::index::{Idx as _, IndexVec};
use crate::model::{
    Cond, Environment, Expr, Function, FunctionId, FunctionRole, Kind, Node, NodeId, StateIx,
    Unhandled, VarId,
};
use crate::sequences::Split;

impl Kernel<'_> {
    pub(super) fn add_functions(&mut self) {
        for function in &self.parts.locals {
            self.functions.push(function.clone());
        }
        for split in &self.parts.callbacks {
            let functions = self.add_segments(split);
            self.callback_functions.push(functions);
        }
        for (_, split) in &self.parts.procedures {
            let functions = self.add_segments(split);
            self.procedures.functions.push(functions);
        }
        if self.parts.unhandled == Unhandled::Disallow {
            let handles: Vec<FunctionId> =
                self.parts.handles.iter().map(|f| self.functions.push(f.clone())).collect();
            let allowed = Self::allowed_function(&handles);
            self.allowed = Some(self.functions.push(allowed));
        }
        if let Environment::Cycle(commands) = &self.parts.environment {
            let restart = restart_function(commands);
            self.restart = Some(self.functions.push(restart));
        }
    }

    /// The functions of the segments of a callback.
    pub(super) fn add_segments(&mut self, split: &Split) -> Vec<FunctionId> {
        let functions = split.segments.iter().map(|segment| segment.function.clone());
        functions.map(|function| self.functions.push(function)).collect()
    }

    /// Whether the state handles the event: dispatch to the predicate of the state.
    fn allowed_function(handles: &[FunctionId]) -> Function {
        let vars: IndexVec<VarId, Name> =
            ["S", "Command", "LoopData"].into_iter().map(Name::from).collect();
        let [state, command, data] = [VarId(0), VarId(1), VarId(2)];
        let mut nodes = IndexVec::default();
        let mut root = nodes.push(Node::Return(Expr::atom("false")));
        for (number, &function) in handles.iter().enumerate().rev() {
            let ix = StateIx::from_usize(number);
            let args = vec![Expr::Var(command), Expr::Var(data)];
            let yes = nodes.push(Node::Return(Expr::Call(function, args)));
            let cond = Cond::Same(Expr::Var(state), Expr::State(ix));
            root = nodes.push(Node::Test { cond, yes, no: root, at: nowhere() });
        }
        let params = vec![state, command, data];
        Function { role: FunctionRole::Allowed, params, vars, nodes, root }
    }

    /// Condition under which a command is offered; `None` where every command always is.
    pub(super) fn offered(&self, state: VarId, command: Expr, data: VarId) -> Option<Cond> {
        let function = self.allowed?;
        let call = Expr::Call(function, vec![Expr::Var(state), command, Expr::Var(data)]);
        Some(Cond::Same(call, Expr::atom("true")))
    }
}

/// The rest of the list, or the whole list where nothing is left.
fn restart_function(commands: &[Expr]) -> Function {
    let vars: IndexVec<VarId, Name> = std::iter::once(Name::from("CmdSet")).collect();
    let list = VarId(0);
    let mut nodes = IndexVec::default();
    let yes = nodes.push(Node::Return(Expr::list(commands.iter().cloned())));
    let no: NodeId = nodes.push(Node::Return(Expr::Var(list)));
    let cond = Cond::Is(Kind::Nil, Expr::Var(list));
    let root = nodes.push(Node::Test { cond, yes, no, at: nowhere() });
    Function { role: FunctionRole::Restart, params: vec![list], vars, nodes, root }
}

/// Functions of the kernel come from no source.
fn nowhere() -> Span {
    Span::new(FileId(u32::MAX), 0, 0)
}
