//! The message of the queue that a `receive` takes.
//!
//! Input: a `receive` that may take what waits in the queue. Output: a function that goes through the queue and says
//! which message is the first that some clause takes. It is a function, and not a process for every place in the queue,
//! since what follows is the same for all of them.

use super::mail::{Receive, either, refused};
use crate::kernel::Kernel;
use crate::kernel::state::functions::nowhere;
use model::index::IndexVec;
use model::{
    Component as _, Cond, Expr, Function, FunctionId, FunctionRole, Kind, Node, NodeId, Operator,
    PickedPart, ProcessId, QueuedPart, VarId,
};

impl Kernel<'_> {
    /// A variable of the process, and what it holds: `{Number, Message, Rest}` of the first message of the queue that
    /// some clause takes, with its number from 0 and the messages that stay; `[]` where there is none. Absent where the
    /// queue does not count.
    pub(crate) fn picked(
        &mut self,
        receive: &Receive<'_>,
        process: ProcessId,
    ) -> Option<(VarId, Expr)> {
        let position = self.carried.queue().filter(|_| receive.own_messages.queue)?;
        let first = receive.context.len() - self.carried.len();
        let function = self.pick_function(receive);
        let mut args = receive.needed();
        args.extend(self.shows_signals().then(|| receive.used()));
        args.extend([receive.context[first + position].clone(), Expr::integer(0)]);
        let var = self.processes[process].vars.push("Picked".into());
        Some((var, Expr::Call(function, args)))
    }

    /// What is live behind the `receive`, all values in use where those count, queue and number of its first message to
    /// what is picked.
    fn pick_function(&mut self, receive: &Receive<'_>) -> FunctionId {
        let itself = FunctionId(u32::try_from(self.functions.len()).unwrap_or(u32::MAX));
        let n_live = receive.needed().len();
        let mut vars: IndexVec<VarId, _> = IndexVec::default();
        let live: Vec<Expr> = (0..n_live).map(|_| Expr::Var(vars.push("Live".into()))).collect();
        let used = self.shows_signals().then(|| Expr::Var(vars.push("Used".into())));
        let [queue, number] = ["Queue", "Number"].map(|name| Expr::Var(vars.push(name.into())));
        let params: Vec<VarId> = vars.iter_enumerated().map(|(var, _)| var).collect();
        let entry = Expr::head(queue.clone());
        let mut nodes = IndexVec::default();
        let none = nodes.push(Node::Return(Expr::Nil));
        let picked = PickedPart::tuple(|part| match part {
            PickedPart::Number => number.clone(),
            PickedPart::Message => entry.clone(),
            PickedPart::Rest => Expr::tail(queue.clone()),
        });
        let mut root = nodes.push(Node::Return(picked));
        if let Some(cond) = self.stays(receive, &live, &entry, used.as_ref()) {
            let next = Expr::Apply(Operator::Add, vec![number, Expr::integer(1)]);
            let rest = [Expr::tail(queue.clone()), next];
            let args = live.into_iter().chain(used).chain(rest).collect();
            let later = vars.push("Later".into());
            let behind = behind(&mut nodes, none, (later, Expr::Call(itself, args)), &entry);
            root = nodes.push(Node::Test { cond, yes: behind, no: root, at: nowhere() });
        }
        let cond = Cond::Is(Kind::Cons, queue);
        let root = nodes.push(Node::Test { cond, yes: root, no: none, at: nowhere() });
        let role = FunctionRole::Pick(Box::new(self.functions[receive.function()].role.clone()));
        self.functions.push(Function {
            role,
            params,
            vars,
            nodes,
            root,
            origins: Vec::new(),
            raises: Vec::new(),
        })
    }

    /// Whether a message stays where it is: what no `receive` of the module takes, for the queue keeps its content only;
    /// and what no clause takes.
    fn stays(
        &self,
        receive: &Receive<'_>,
        live: &[Expr],
        entry: &Expr,
        used: Option<&Expr>,
    ) -> Option<Cond> {
        let kinds = self
            .parts
            .environment
            .kinds(self.parts.behaviour)
            .into_iter()
            .filter(|_| self.parts.mailbox > 0);
        let strange = kinds
            .filter(|kind| !self.is_seen(*kind))
            .map(|kind| Cond::Same(QueuedPart::Kind.of(entry), Expr::atom(kind.tag)));
        strange.chain(refused(receive, live, &self.in_mailbox(entry, used))).reduce(either)
    }
}

/// What is picked of the rest of the queue, with the message before it.
fn behind(
    nodes: &mut IndexVec<NodeId, Node>,
    none: NodeId,
    (later, value): (VarId, Expr),
    entry: &Expr,
) -> NodeId {
    let later_pick = Expr::Var(later);
    let picked = PickedPart::tuple(|part| match part {
        PickedPart::Number | PickedPart::Message => part.of(&later_pick),
        PickedPart::Rest => Expr::Cons(Box::new(entry.clone()), Box::new(part.of(&later_pick))),
    });
    let picked = nodes.push(Node::Return(picked));
    let cond = Cond::Is(Kind::Nil, Expr::Var(later));
    let next = nodes.push(Node::Test { cond, yes: none, no: picked, at: nowhere() });
    nodes.push(Node::Let { var: later, value, next })
}
