//! Values that a call cannot have given.
//!
//! Input: a call in a process with a value, or with what the function behind it makes of the value. Output: whether the
//! machine finds out that the call does not give such a value, and the call has not happened: a message that is not taken,
//! a time that there is not, a value that is not of the declared type. In print the call would stand there all the same,
//! unless conditions in front of it say when that is so.

use super::representative::{Refinement, is_decided, mentions, representative};
use model::names::strangers::Strangers;
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
pub fn takes(model: &Model, at: PointId, var: VarId, value: &Expr) -> bool {
    Decision::behind(model, at, var).is_none_or(|decision| decision.ways(model, var, value).goes_on)
}

/// A value with which a process goes on from a call that gives it to a variable, made for the tests behind the call; parts
/// that may be anything are strangers to the model.
pub fn taken(model: &Model, at: PointId, var: VarId, strangers: &Strangers) -> Option<Expr> {
    let decision = Decision::behind(model, at, var)?;
    let called = &model.functions[decision.function];
    let values = called.params.iter().copied().zip(decision.args.iter().cloned()).collect();
    let mut making = Making { model, decision: &decision, var, strangers, n_nodes: 0 };
    making.node(called.root, values, &[])
}

/// The conditions under each of which a call does not happen that gives a variable this value; `None` where it never does.
pub(super) fn refusals(model: &Model, at: PointId, var: VarId, value: &Expr) -> Option<Vec<Cond>> {
    let Some(decision) = Decision::behind(model, at, var) else { return Some(Vec::new()) };
    match decision.ways(model, var, value) {
        Ways { goes_on: false, .. } => None,
        Ways { refuses: false, .. } => Some(Vec::new()),
        _ => {
            let result = Expr::Call(decision.function, decision.args);
            let index = Expr::element(1, Expr::element(3, result));
            let refusing = refusing(model, decision.process).into_iter();
            Some(refusing.map(|number| Cond::Same(index.clone(), number)).collect())
        }
    }
}

/// What decides how a process goes on behind a call: a function of the value that the call gives.
struct Decision {
    function: FunctionId,
    /// Its arguments, as they stand in front of the call.
    args: Vec<Expr>,
    /// The process that goes by its result.
    process: ProcessId,
}

/// How a process may go on behind a call with some value.
#[derive(Clone, Copy, Default)]
struct Ways {
    goes_on: bool,
    refuses: bool,
}

impl Decision {
    /// What decides behind a call; `None` where nothing does that is known.
    fn behind(model: &Model, mut at: PointId, var: VarId) -> Option<Self> {
        let mut values: FxHashMap<VarId, Expr> = FxHashMap::default();
        let is_about = |expr: &Expr| mentions(expr, var);
        // The process in which a result of a function decides, once it is entered.
        let mut entered = None;
        loop {
            let put = |expr: &Expr| expr.substitute(&|var| values.get(&var).cloned());
            at = match &model.points[at] {
                Behaviour::Act { next, .. } if entered.is_none() => *next,
                Behaviour::Mark { next, .. } => *next,
                Behaviour::Call { process, args } if entered.is_none() => {
                    let args: Vec<Expr> = args.iter().map(put).collect();
                    if let Some(Expr::Call(function, args)) = args.iter().find(|arg| is_about(arg))
                    {
                        let (function, args) = (*function, args.clone());
                        return Some(Self { function, args, process: *process });
                    }
                    let callee = &model.processes[*process];
                    values = callee.params.iter().map(|param| param.var).zip(args).collect();
                    entered = Some(*process);
                    callee.body
                }
                Behaviour::Let { var, value, next } => {
                    let value = put(value);
                    if let (Some(process), Expr::Call(function, args)) = (entered, &value)
                        && args.iter().any(is_about)
                    {
                        return Some(Self { function: *function, args: args.clone(), process });
                    }
                    values.insert(*var, value);
                    *next
                }
                _ => return None,
            }
        }
    }

    /// The ways that there are with a value of the variable, and others that cannot be told to be none.
    fn ways(&self, model: &Model, var: VarId, value: &Expr) -> Ways {
        let put = |arg: &Expr| arg.substitute(&|other| (other == var).then(|| value.clone()));
        let called = &model.functions[self.function];
        let args = self.args.iter().map(put);
        let mut values = called.params.iter().copied().zip(args).collect();
        let mut search = Search { model, decision: self, n_nodes: 0, ways: Ways::default() };
        search.node(called.root, &mut values);
        search.ways
    }
}

/// A search for results of a function.
struct Search<'m> {
    model: &'m Model,
    decision: &'m Decision,
    n_nodes: usize,
    ways: Ways,
}

impl Search<'_> {
    fn node(&mut self, node: NodeId, values: &mut FxHashMap<VarId, Expr>) {
        self.n_nodes += 1;
        let known = |var: VarId| values.get(&var).cloned();
        match &self.model.functions[self.decision.function].nodes[node] {
            _ if self.n_nodes > MAX_NODES => self.ways = Ways { goes_on: true, refuses: true },
            Node::Let { var, value, next } => {
                let value = value.substitute(&known);
                values.insert(*var, value);
                self.node(*next, values);
            }
            Node::Test { cond, yes, no, .. } => {
                let truth = truth(&cond.substitute(&known));
                if truth != Some(false) {
                    self.node(*yes, values);
                }
                if truth != Some(true) {
                    self.node(*no, values);
                }
            }
            Node::Return(result) => {
                let result = result.substitute(&known);
                let is_refused = is_refused(self.model, &result, self.decision.process);
                self.ways.refuses |= is_refused;
                self.ways.goes_on |= !is_refused;
            }
        }
    }
}

/// A search for a value with which a process goes on.
struct Making<'m> {
    model: &'m Model,
    decision: &'m Decision,
    var: VarId,
    strangers: &'m Strangers,
    n_nodes: usize,
}

impl Making<'_> {
    /// A value for which all tests on the way to a node, and some behind it, come out so that the process goes on.
    fn node(
        &mut self,
        node: NodeId,
        mut values: FxHashMap<VarId, Expr>,
        path: &[(Cond, bool)],
    ) -> Option<Expr> {
        self.n_nodes += 1;
        let known = |var: VarId| values.get(&var).cloned();
        match &self.model.functions[self.decision.function].nodes[node] {
            _ if self.n_nodes > MAX_NODES => None,
            Node::Let { var, value, next } => {
                let value = value.substitute(&known);
                values.insert(*var, value);
                self.node(*next, values, path)
            }
            Node::Test { cond, yes, no, .. } => {
                let cond = cond.substitute(&known);
                [(*yes, true), (*no, false)].into_iter().find_map(|(next, holds)| {
                    let ways = alternatives(&cond, holds, self.var);
                    ways.into_iter().find_map(|way| {
                        self.node(next, values.clone(), &[path, way.as_slice()].concat())
                    })
                })
            }
            Node::Return(_) => {
                let made = representative(self.var, path, self.strangers);
                let Refinement::Value(value) = made else { return None };
                let goes_on = self.decision.ways(self.model, self.var, &value).goes_on;
                goes_on.then_some(value)
            }
        }
    }
}

/// What single tests on a variable say in each of the ways in which a condition comes out like this.
fn alternatives(cond: &Cond, holds: bool, var: VarId) -> Vec<Vec<(Cond, bool)>> {
    match cond {
        Cond::Not(inner) => alternatives(inner, !holds, var),
        Cond::And(left, right) if holds => {
            let right = alternatives(right, true, var);
            let both = |left: Vec<_>| {
                right.iter().map(move |right| [left.as_slice(), right.as_slice()].concat())
            };
            alternatives(left, true, var).into_iter().flat_map(both).collect()
        }
        Cond::And(left, right) => {
            let mut either = alternatives(left, false, var);
            either.extend(alternatives(right, false, var));
            either
        }
        _ if is_decided(cond, var) => vec![vec![(cond.clone(), holds)]],
        _ => vec![Vec::new()],
    }
}

/// The results of its function with which a process does not go on, as their numbers.
fn refusing(model: &Model, process: ProcessId) -> Vec<Expr> {
    let (mut refusing, mut at) = (Vec::new(), model.processes[process].body);
    loop {
        match &model.points[at] {
            Behaviour::If { cond: Cond::Same(_, number @ Expr::Integer(_)), yes, no } => {
                if is_end_of_refusal(model, *yes) {
                    refusing.push(number.clone());
                }
                at = *no;
            }
            Behaviour::Let { next, .. } | Behaviour::Mark { next, .. } => at = *next,
            _ => return refusing,
        }
    }
}

/// Whether a process does not go on with this result of its function.
pub(super) fn is_refused(model: &Model, result: &Expr, process: ProcessId) -> bool {
    branch(model, result, process).is_some_and(|branch| is_end_of_refusal(model, branch))
}

/// Whether nothing happens from a point on, as the call that led there has not happened.
fn is_end_of_refusal(model: &Model, mut at: PointId) -> bool {
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
        Cond::Same(left, right) => same(left, right),
        _ => None,
    }
}

/// Whether two values are the same; `None` where their texts do not show that.
fn same(left: &Expr, right: &Expr) -> Option<bool> {
    let different = |plain: &Expr, other: &Expr| {
        let kind = match plain {
            Expr::Atom(_) => Kind::Atom,
            Expr::Integer(_) => Kind::Integer,
            _ => Kind::Nil,
        };
        is_of(kind, other).filter(|is_alike| !is_alike)
    };
    match (left, right) {
        (left, right) if is_plain(left) && is_plain(right) => Some(left == right),
        (plain, other) | (other, plain) if is_plain(plain) => different(plain, other),
        (Expr::Tuple(left), Expr::Tuple(right)) if left.len() != right.len() => Some(false),
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
