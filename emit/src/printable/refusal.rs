//! Values that a call cannot have given.
//!
//! Input: a call in a process with a value, or with what the function behind it makes of the value. Output: whether the
//! machine finds out that the call does not give such a value, and the call has not happened: a message that is not taken,
//! a time that there is not, a value that is not of the declared type. In print the call would stand there all the same.

use model::{
    Behaviour, Cond, End, Expr, FunctionId, Kind, Model, Node, NodeId, Operator, PointId,
    ProcessId, VarId, Wrap,
};
use rustc_hash::{FxHashMap, FxHashSet};

/// Nodes that are looked at for one value, at most.
const MAX_NODES: usize = 500;

/// The calls behind a point that give a variable its value, as their last argument, whatever is tested before.
pub fn calls(model: &Model, at: PointId, var: VarId) -> Vec<PointId> {
    let (mut calls, mut seen, mut ahead) = (Vec::new(), FxHashSet::default(), vec![at]);
    while let Some(point) = ahead.pop() {
        if !seen.insert(point) {
            continue;
        }
        match &model.points[point] {
            Behaviour::Act { args, .. } => {
                if args.last() == Some(&Expr::Var(var)) {
                    calls.push(point);
                }
            }
            other => ahead.extend(other.successors()),
        }
    }
    calls
}

/// Whether a process goes on from a call that gives this value of a variable, in some way.
pub fn takes(model: &Model, mut at: PointId, var: VarId, value: &Expr) -> bool {
    let mut values: FxHashMap<VarId, Expr> = FxHashMap::default();
    values.insert(var, value.clone());
    // The process in which a result of a function decides, once it is entered.
    let mut entered = None;
    loop {
        let put = |expr: &Expr| expr.substitute(&|var| values.get(&var).cloned());
        at = match &model.points[at] {
            Behaviour::Act { next, .. } if entered.is_none() => *next,
            Behaviour::Mark { next, .. } => *next,
            Behaviour::End(end) => return *end != End::Refused,
            Behaviour::Call { process, args } if entered.is_none() => {
                let changed = |arg: &&Expr| put(arg) != **arg;
                if let Some(Expr::Call(function, args)) = args.iter().find(changed).map(put) {
                    return Search { model, process: *process, n_nodes: 0 }.takes(function, args);
                }
                let callee = &model.processes[*process];
                let args: Vec<Expr> = args.iter().map(put).collect();
                values = callee.params.iter().map(|param| param.var).zip(args).collect();
                entered = Some(*process);
                callee.body
            }
            Behaviour::Let { var, value, next } => {
                let new = put(value);
                if let (Some(process), Expr::Call(function, args)) = (entered, &new)
                    && args.iter().any(is_plain)
                {
                    let mut search = Search { model, process, n_nodes: 0 };
                    return search.takes(*function, args.clone());
                }
                values.insert(*var, new);
                *next
            }
            _ => return true,
        }
    }
}

/// A search for a result with which a process goes on.
struct Search<'m> {
    model: &'m Model,
    process: ProcessId,
    n_nodes: usize,
}

impl Search<'_> {
    fn takes(&mut self, function: FunctionId, args: Vec<Expr>) -> bool {
        let called = &self.model.functions[function];
        let mut values = called.params.iter().copied().zip(args).collect();
        self.node(function, called.root, &mut values)
    }

    fn node(
        &mut self,
        function: FunctionId,
        node: NodeId,
        values: &mut FxHashMap<VarId, Expr>,
    ) -> bool {
        self.n_nodes += 1;
        let known = |var: VarId| values.get(&var).cloned();
        match &self.model.functions[function].nodes[node] {
            _ if self.n_nodes > MAX_NODES => true,
            Node::Let { var, value, next } => {
                let value = value.substitute(&known);
                values.insert(*var, value);
                self.node(function, *next, values)
            }
            Node::Test { cond, yes, no, .. } => match truth(&cond.substitute(&known)) {
                Some(true) => self.node(function, *yes, values),
                Some(false) => self.node(function, *no, values),
                None => self.node(function, *yes, values) || self.node(function, *no, values),
            },
            Node::Return(result) => {
                !is_refused(self.model, &result.substitute(&known), self.process)
            }
        }
    }
}

/// Whether a process does not go on with this result of its function.
pub(super) fn is_refused(model: &Model, result: &Expr, process: ProcessId) -> bool {
    let Some(mut at) = branch(model, result, process) else { return false };
    loop {
        match &model.points[at] {
            Behaviour::Let { next, .. } | Behaviour::Mark { next, .. } => at = *next,
            other => return *other == Behaviour::End(End::Refused),
        }
    }
}

/// The branch of a process that a result of its function chooses.
pub(super) fn branch(model: &Model, result: &Expr, process: ProcessId) -> Option<PointId> {
    let Expr::Tuple(items) = result else { return None };
    let [_, _, Expr::Tuple(rest)] = items.as_slice() else { return None };
    let Some(Expr::Integer(index)) = rest.first() else { return None };
    let mut at = model.processes[process].body;
    loop {
        match &model.points[at] {
            Behaviour::If { cond: Cond::Same(_, Expr::Integer(number)), yes, no } => {
                if number == index {
                    return Some(*yes);
                }
                at = *no;
            }
            Behaviour::Let { next, .. } | Behaviour::Mark { next, .. } => at = *next,
            _ => return None,
        }
    }
}

/// How a test comes out; `None` where it is not about constants, or about some that are not looked into.
fn truth(cond: &Cond) -> Option<bool> {
    match cond {
        Cond::Not(inner) => truth(inner).map(|truth| !truth),
        Cond::And(left, right) => match (truth(left), truth(right)) {
            (Some(false), _) | (_, Some(false)) => Some(false),
            (Some(true), Some(true)) => Some(true),
            _ => None,
        },
        Cond::Is(kind, value) => is_of(*kind, value),
        Cond::Same(left, right) if is_plain(left) && is_plain(right) => Some(left == right),
        _ => None,
    }
}

fn is_plain(value: &Expr) -> bool {
    matches!(value, Expr::Atom(_) | Expr::Integer(_) | Expr::Nil)
}

/// Whether a value is of a kind; `None` where its text does not show that.
fn is_of(kind: Kind, value: &Expr) -> Option<bool> {
    let own = match value {
        Expr::Integer(_) => &[Kind::Integer, Kind::Number][..],
        Expr::Atom(_) => &[Kind::Atom],
        Expr::Nil => &[Kind::Nil],
        Expr::Cons(..) | Expr::List(_) => &[Kind::Cons],
        Expr::Tuple(items) => {
            return Some(kind == Kind::Tuple || kind == Kind::TupleOf(items.len()));
        }
        Expr::Apply(Operator::Pid, _) => &[Kind::Pid],
        Expr::Apply(Operator::Reference, _) => &[Kind::Reference],
        Expr::Apply(Operator::Wrap(Wrap::Map), _) => &[Kind::Map],
        Expr::Apply(Operator::Wrap(Wrap::Binary), _) => &[Kind::Binary, Kind::BitString],
        Expr::Apply(Operator::Wrap(Wrap::Fun), _) => &[Kind::Fun],
        _ => return None,
    };
    Some(own.contains(&kind))
}
