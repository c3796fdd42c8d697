//! Pure functions with one outcome: known arguments, nothing unknown made on the way.
//!
//! Also the steps through a decision graph, shared with runs that have several outcomes
//! (`outcomes`). Functions that wait for calls stand on a stack of their own, so that deep recursion needs
//! memory only.

use frontend::Span;
use model::index::Idx as _;
use model::library;
use model::{Expr, Function, FunctionId, FunctionRole, Model, Node, NodeId, VarId};

use super::eval::{Halt, Request, Scope, Site, Trail, Turn};
use crate::semantics::store::{Shape, TermId};
use crate::semantics::{Machine, StepError};

/// How far a run through a decision graph has come.
pub(crate) enum Progress {
    /// To its end.
    Value(TermId),
    /// To a node where others are to be waited for.
    Meeting,
    /// To a call of a function.
    Call { function: FunctionId, args: Vec<TermId>, back: Back },
}

/// What to do with the value of a call.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Back {
    /// Bind it and go on.
    Bind { var: VarId, next: NodeId },
    /// Return it: it is the result of the caller too.
    Return,
    /// Evaluate what stands at the node again, with as many answers as before and this one.
    Answer { node: NodeId, given: usize, site: Site },
}

/// A function that runs.
struct Frame {
    function: FunctionId,
    node: NodeId,
    values: Vec<u32>,
    /// Values of calls inside the expression that stands at the node, and where they are needed.
    answers: Vec<u32>,
    sites: Vec<Site>,
}

impl Frame {
    fn new(model: &Model, function: FunctionId, args: &[TermId]) -> Self {
        let callee = &model.functions[function];
        let values = variables(callee, args);
        Self { function, node: callee.root, values, answers: Vec::new(), sites: Vec::new() }
    }
}

/// A function that waits for the value of a call.
struct Caller {
    frame: Frame,
    back: Back,
}

impl Caller {
    /// Goes on with the value.
    fn resume(self, value: TermId) -> Frame {
        let Self { mut frame, back } = self;
        match back {
            Back::Bind { var, next } => {
                frame.values[var.index()] = value.0;
                frame.node = next;
            }
            Back::Answer { site, .. } => {
                frame.answers.push(value.0);
                frame.sites.push(site);
            }
            Back::Return => {}
        }
        frame
    }
}

impl Machine<'_> {
    /// Whether a call has one outcome for sure. Where a start is sampled only recursions are run as one, so that no more
    /// than these is skipped.
    pub(crate) fn is_plain(&self, function: FunctionId, args: &[TermId]) -> bool {
        let is_plain = self.is_exact
            || (!self.makers[function.index()]
                && args.iter().all(|&arg| self.store.is_ground(arg)));
        is_plain && (!self.sampling.is_on || self.recursion[function.index()].is_some())
    }

    /// The value of a call inside an expression.
    pub(crate) fn run_nested(
        &mut self,
        function: FunctionId,
        args: &[TermId],
        turn: &mut Turn<'_>,
    ) -> Result<TermId, Halt> {
        turn.depth += 1;
        let value = self.run(function, args, turn);
        turn.depth -= 1;
        value
    }

    /// Whether a call is skipped that has met a limit.
    pub(crate) fn skips(&mut self, error: &StepError) -> bool {
        let skips = self.sampling.is_on && self.refuel(error);
        self.sampling.has_skipped |= skips;
        skips
    }

    /// The value of a plain call.
    pub(crate) fn run(
        &mut self,
        function: FunctionId,
        args: &[TermId],
        turn: &mut Turn<'_>,
    ) -> Result<TermId, Halt> {
        let model = self.model;
        let mut callers: Vec<Caller> = Vec::new();
        let mut here = Frame::new(model, function, args);
        loop {
            let Frame { function, node, values, answers, sites } = &mut here;
            let start = *node;
            let mut inner_turn = Turn::knowing(turn.budget, turn.facts, answers, sites);
            (inner_turn.depth, inner_turn.trail) = (turn.depth, turn.trail);
            let progress = self.advance(*function, node, values, None, &mut inner_turn);
            (turn.budget, turn.trail) = (inner_turn.budget, inner_turn.trail);
            if *node != start {
                answers.clear();
                sites.clear();
            }
            let (callee, args, back) = match progress {
                Ok(Progress::Meeting) => continue,
                Ok(Progress::Value(value)) => {
                    let Some(caller) = callers.pop() else { return Ok(value) };
                    here = caller.resume(value);
                    continue;
                }
                Ok(Progress::Call { function, args, back }) => (function, args, back),
                Err(Halt::Open(request)) => match *request {
                    Request::Run(site, function, args) => {
                        let (node, given) = (here.node, here.answers.len());
                        (function, args, Back::Answer { node, given, site })
                    }
                    other => return Err(Halt::Open(Box::new(other))),
                },
                Err(Halt::Error(error)) => {
                    let callers = callers.iter().rev().map(|caller| caller.frame.function);
                    let under_way = std::iter::once(here.function).chain(callers);
                    return Err(Halt::Error(self.blame(error, under_way)));
                }
            };
            let frame = std::mem::replace(&mut here, Frame::new(model, callee, &args));
            if !matches!(back, Back::Return) {
                callers.push(Caller { frame, back });
            }
        }
    }

    /// Goes through a decision graph from `node`, to its end, to a call, or to the first node that
    /// is not before `meeting`.
    pub(crate) fn advance(
        &mut self,
        function: FunctionId,
        node: &mut NodeId,
        values: &mut [u32],
        meeting: Option<NodeId>,
        turn: &mut Turn<'_>,
    ) -> Result<Progress, Halt> {
        let model = self.model;
        let number = function.index();
        let function = &model.functions[function];
        loop {
            turn.step()?;
            self.beat(1)?;
            *node = match &function.nodes[*node] {
                Node::Test { cond, yes, no, at } => {
                    if !library::contains(*at) {
                        turn.trail.at = Some(*at);
                    }
                    if self.hunts && self.extents[number].iter().any(|all| is_inside(*at, *all)) {
                        turn.trail.within = Some(*at);
                    }
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
                    let value = self.eval(result, Scope::Function(values), turn)?;
                    let clause = if matches!(function.role, FunctionRole::Local(..)) {
                        self.note_end(value, &mut turn.trail);
                        None
                    } else {
                        turn.trail.clause = ended(function, *node, &turn.trail);
                        turn.trail.clause
                    };
                    let raised = raised(function, *node, clause, turn.trail.at);
                    turn.trail.raised = raised.or(turn.trail.raised);
                    return Ok(Progress::Value(value));
                }
            };
            turn.sites = &[];
            if meeting.is_some_and(|meeting| *node <= meeting) {
                return Ok(Progress::Meeting);
            }
        }
    }
}

impl Machine<'_> {
    /// Notes where an exception comes from that leaves a function of the module; what returns has caught it.
    fn note_end(&self, value: TermId, trail: &mut Trail) {
        let Shape::Tuple(items) = self.store.shape(value) else { return };
        let returns = items.first().is_some_and(
            |&tag| matches!(self.store.shape(tag), Shape::Atom(name) if name.as_str() == "ok"),
        );
        trail.raised = if returns { None } else { trail.raised.or(trail.at) };
    }
}

/// The clause that ends in a node: the only one, or else the one in which something was decided last; where no clause was taken the
/// function of which that was decided.
fn ended(function: &Function, node: NodeId, trail: &Trail) -> Option<Span> {
    let from = function.origins.partition_point(|&(other, _)| other < node);
    let all = || {
        function.origins[from..]
            .iter()
            .take_while(|(other, _)| *other == node)
            .map(|(_, clause)| *clause)
    };
    let mut decided = all().filter(|&clause| trail.within.is_some_and(|at| is_inside(at, clause)));
    let mut clauses = all();
    match (clauses.next(), clauses.next(), decided.next()) {
        (only, None, _) => only,
        (_, Some(_), clause) => clause.or_else(|| all().find(|&whole| trail.at == Some(whole))),
    }
}

/// The construct whose exception ends a clause of a function in a node: what was decided last, where that is a part of the construct, as
/// it says more; else the construct itself, for which nothing had to be decided.
fn raised(
    function: &Function,
    node: NodeId,
    clause: Option<Span>,
    decided: Option<Span>,
) -> Option<Span> {
    let from = function.raises.partition_point(|raise| raise.node < node);
    let here = function.raises[from..].iter().take_while(|raise| raise.node == node);
    let mut places = here
        .filter(|raise| clause.is_none_or(|clause| clause == raise.clause))
        .map(|raise| raise.at);
    let first = places.next()?;
    if decided.is_some_and(|at| at == first || is_inside(at, first)) {
        return decided;
    }
    places.all(|other| other == first).then_some(first)
}

/// Whether a construct stands inside another one.
fn is_inside(at: Span, whole: Span) -> bool {
    at != whole && at.file == whole.file && whole.start <= at.start && at.end <= whole.end
}

/// The variables of a function that has been called.
pub(crate) fn variables(function: &Function, args: &[TermId]) -> Vec<u32> {
    let mut values = vec![0; function.vars.len()];
    for (&param, &arg) in function.params.iter().zip(args) {
        values[param.index()] = arg.0;
    }
    values
}
