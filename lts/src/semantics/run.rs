//! Pure functions with one outcome: known arguments, nothing unknown made on the way.
//!
//! Also the steps through a decision graph, shared with runs that have several outcomes
//! (`outcomes`). A call that is the whole of a binding or of a result does not nest.

use translator::index::Idx as _;
use translator::model::{Expr, Function, FunctionId, Node, NodeId, VarId};

use super::eval::{Halt, Scope, Site, Turn};
use super::store::TermId;
use super::{Machine, StepError};

/// Calls inside expressions that may be under way at once.
const MAX_DEPTH: usize = 200;

/// How far a run through a decision graph has come.
pub(super) enum Progress {
    /// To its end.
    Value(TermId),
    /// To a node where others are to be waited for.
    Meeting,
    /// To a call of a function.
    Call { function: FunctionId, args: Vec<TermId>, back: Back },
}

/// What to do with the value of a call.
#[derive(Clone, Copy, Debug)]
pub(super) enum Back {
    /// Bind it and go on.
    Bind { var: VarId, next: NodeId },
    /// It is the result of the caller too.
    Return,
    /// Evaluate what stands at the node again, with as many answers as before and this one.
    Answer { node: NodeId, given: usize, site: Site },
}

/// A function that waits for the value of a call.
struct Caller {
    function: FunctionId,
    values: Vec<u32>,
    var: VarId,
    next: NodeId,
}

impl Machine<'_> {
    /// Whether a call has one outcome for sure.
    pub(super) fn is_plain(&self, function: FunctionId, args: &[TermId]) -> bool {
        self.is_exact
            || (!self.makers[function.index()] && args.iter().all(|&arg| self.store.is_ground(arg)))
    }

    /// The value of a call inside an expression.
    pub(super) fn run_nested(
        &mut self,
        function: FunctionId,
        args: &[TermId],
        turn: &mut Turn<'_>,
    ) -> Result<TermId, Halt> {
        if turn.depth == MAX_DEPTH {
            return Err(StepError::Budget.into());
        }
        turn.depth += 1;
        // The answers are for what stands beside the call.
        let sites = std::mem::take(&mut turn.sites);
        let value = self.run(function, args, turn)?;
        turn.sites = sites;
        turn.depth -= 1;
        Ok(value)
    }

    /// The value of a plain call.
    pub(super) fn run(
        &mut self,
        mut function: FunctionId,
        args: &[TermId],
        turn: &mut Turn<'_>,
    ) -> Result<TermId, Halt> {
        let model = self.model;
        let mut callers: Vec<Caller> = Vec::new();
        let mut values = variables(&model.functions[function], args);
        let mut node = model.functions[function].root;
        loop {
            match self.advance(function, &mut node, &mut values, None, turn)? {
                Progress::Value(value) => {
                    let Some(caller) = callers.pop() else { return Ok(value) };
                    function = caller.function;
                    values = caller.values;
                    values[caller.var.index()] = value.0;
                    node = caller.next;
                }
                Progress::Call { function: callee, args, back } => {
                    let new = variables(&model.functions[callee], &args);
                    let values = std::mem::replace(&mut values, new);
                    if let Back::Bind { var, next } = back {
                        callers.push(Caller { function, values, var, next });
                    }
                    function = callee;
                    node = model.functions[callee].root;
                }
                Progress::Meeting => {}
            }
        }
    }

    /// Goes through a decision graph from `node`, to its end, to a call, or to the first node that
    /// is not before `meeting`.
    pub(super) fn advance(
        &mut self,
        function: FunctionId,
        node: &mut NodeId,
        values: &mut [u32],
        meeting: Option<NodeId>,
        turn: &mut Turn<'_>,
    ) -> Result<Progress, Halt> {
        let model = self.model;
        let function = &model.functions[function];
        loop {
            turn.step()?;
            *node = match &function.nodes[*node] {
                Node::Test { cond, yes, no, .. } => {
                    if self.holds(cond, Scope::Function(values), turn)? { *yes } else { *no }
                }
                Node::Let { var, value: Expr::Call(function, args), next } => {
                    let args = self.eval_all(args, Scope::Function(values), turn)?;
                    let back = Back::Bind { var: *var, next: *next };
                    return Ok(Progress::Call { function: *function, args, back });
                }
                Node::Let { var, value, next } => {
                    values[var.index()] = self.eval(value, Scope::Function(values), turn)?.0;
                    *next
                }
                Node::Return(Expr::Call(function, args)) => {
                    let args = self.eval_all(args, Scope::Function(values), turn)?;
                    return Ok(Progress::Call { function: *function, args, back: Back::Return });
                }
                Node::Return(result) => {
                    return self.eval(result, Scope::Function(values), turn).map(Progress::Value);
                }
            };
            turn.sites = &[];
            if meeting.is_some_and(|meeting| *node <= meeting) {
                return Ok(Progress::Meeting);
            }
        }
    }
}

/// The variables of a function that has been called.
pub(super) fn variables(function: &Function, args: &[TermId]) -> Vec<u32> {
    let mut values = vec![0; function.vars.len()];
    for (&param, &arg) in function.params.iter().zip(args) {
        values[param.index()] = arg.0;
    }
    values
}
