//! The walk through one segment of a core graph.
//!
//! Input: where it starts. Output: its function and its sequences, numbered clause by clause.

use frontend::{Name, Span};
use rustc_hash::{FxHashMap, FxHashSet};

use super::chains::{ChainId, Chains};
use super::cuts::{Cuts, Start};
use super::{MAX_SEQUENCES, OF_CLAUSE, Segment, Sequence, SequenceEnd, SequenceStep};
use crate::core::{Ending, Graph, Leaf, Node as Core, OutsideCall, Recipient};
use crate::lower::lowered::Lowered;
use crate::pipeline::cancellation::Until;
use model::index::Distinct;
use model::{Expr, Function, FunctionRole, Node, NodeId, Raise, StateIx, VarId};

/// Pairs of a node and the actions before it at most, besides those for each clause.
const MAX_WAYS: usize = 200_000;
const WAYS_OF_CLAUSE: usize = 200;

/// Ways between two looks at the time.
const PULSE: usize = 64;

/// Variables of a callback up to which all its segments number them alike.
const MAX_SHARED_VARS: usize = 256;

/// What tells sequences apart.
type SequenceKey = (Vec<SequenceStep>, SequenceEnd, Span);

/// What the walks through one callback have in common.
pub(crate) struct Callback<'a> {
    lowered: &'a Lowered,
    states: &'a FxHashMap<Name, StateIx>,
    until: &'a Until,
    used: FxHashSet<VarId>,
    /// Whether its value goes back to a caller.
    is_procedure: bool,
    /// Ways found in earlier segments.
    n_ways: usize,
}

impl<'a> Callback<'a> {
    pub(crate) fn new(
        lowered: &'a Lowered,
        (states, until): (&'a FxHashMap<Name, StateIx>, &'a Until),
        is_procedure: bool,
    ) -> Self {
        let used = used_variables(&lowered.graph, lowered.root);
        Self { lowered, states, until, used, is_procedure, n_ways: 0 }
    }

    /// Walks through a segment; `None` where there are too many ways through it.
    pub(crate) fn segment(
        &mut self,
        start: &Start,
        role: FunctionRole,
        cuts: &mut Cuts<'_>,
    ) -> Option<Segment> {
        let mut splitter = Splitter::new(self, cuts);
        let root = splitter.node(start.node, ChainId::EMPTY)?;
        let Splitter { nodes, mut sequences, counted, mut origins, mut raises, done, .. } =
            splitter;
        self.n_ways += done.len();
        origins.sort();
        origins.dedup();
        raises.sort();
        raises.dedup();
        // Which number a sequence has is known when all have been found.
        let numbers = in_textual_order(&sequences);
        for sequence in &mut sequences {
            sequence.index = numbers[sequence.index];
        }
        sequences.sort_by_key(|sequence| sequence.index);
        let nodes = nodes.into_rows().map(|(id, (node, _))| {
            if counted.contains(&id) { numbered(node, &numbers) } else { node }
        });
        let (nodes, params) = (nodes.collect(), start.params.clone());
        let vars = &self.lowered.graph.vars;
        let function = if vars.len() > MAX_SHARED_VARS {
            Function::with_used_vars(role, params, vars, (nodes, root, origins), raises)
        } else {
            Function { role, params, vars: vars.clone(), nodes, root, origins, raises }
        };
        Some(Segment { function, sequences })
    }
}

struct Splitter<'w, 'a, 'c> {
    graph: &'a Graph,
    callback: &'w Callback<'a>,
    cuts: &'w mut Cuts<'c>,
    /// What they are. The values of ends at which no clause was taken are all alike: they are told apart by the construct that has none.
    nodes: Distinct<NodeId, (Node, Option<Span>)>,
    /// Those that return the number of a sequence.
    counted: FxHashSet<NodeId>,
    /// Actions so far, as chains that share their beginnings.
    chains: Chains<'a>,
    /// Results by core node and actions so far.
    done: FxHashMap<(NodeId, ChainId), NodeId>,
    indices: FxHashMap<SequenceKey, usize>,
    sequences: Vec<Sequence>,
    /// The number of those with an index above 0.
    n_counted: usize,
    /// Their clauses.
    clauses: FxHashSet<Span>,
    /// Which clause ends in a node.
    origins: Vec<(NodeId, Span)>,
    /// Which exceptions end in a node.
    raises: Vec<Raise>,
    /// The construct of which no clause was taken at the end that is made.
    without_clause: Option<Span>,
}

/// Numbers for sequences by those that they were found with: clause by clause, 0 for the silent crash.
fn in_textual_order(sequences: &[Sequence]) -> Vec<usize> {
    let mut order: Vec<&Sequence> = sequences.iter().collect();
    order.sort_by_key(|sequence| (sequence.index > 0, sequence.origin));
    let first = usize::from(order.first().is_none_or(|first| first.index != 0));
    let mut numbers = vec![0; sequences.len() + 1];
    for (number, sequence) in order.iter().enumerate() {
        numbers[sequence.index] = number + first;
    }
    numbers
}

/// A node that returns the number of a sequence, with another number.
fn numbered(node: Node, numbers: &[usize]) -> Node {
    let Node::Return(Expr::Tuple(mut triple)) = node else { return node };
    if let Some(Expr::Tuple(result)) = triple.last_mut()
        && let Some(Expr::Integer(index)) = result.first_mut()
        && let Some(number) = usize::try_from(&*index).ok().and_then(|index| numbers.get(index))
    {
        *index = (*number).into();
    }
    Node::Return(Expr::Tuple(triple))
}

/// Variables that a test, an action, an ending or a used binding needs.
fn used_variables(graph: &Graph, root: NodeId) -> FxHashSet<VarId> {
    let mut used = FxHashSet::default();
    let mut order = graph.reachable(root);
    order.reverse();
    for id in order {
        let mut read = Vec::new();
        graph.nodes[id].for_each_read(|var| used.contains(&var), &mut |var| read.push(var));
        used.extend(read);
    }
    used
}

impl Sequence {
    fn is_silent_crash(&self) -> bool {
        self.steps.is_empty() && self.end == SequenceEnd::Crash
    }

    fn key(&self) -> SequenceKey {
        // All silent crashes are one, wherever they come from.
        let origin =
            if self.is_silent_crash() { Span::new(self.origin.file, 0, 0) } else { self.origin };
        (self.steps.clone(), self.end, origin)
    }
}

impl<'w, 'a, 'c> Splitter<'w, 'a, 'c> {
    fn new(callback: &'w Callback<'a>, cuts: &'w mut Cuts<'c>) -> Self {
        Self {
            graph: &callback.lowered.graph,
            callback,
            cuts,
            nodes: Distinct::default(),
            counted: FxHashSet::default(),
            chains: Chains::default(),
            done: FxHashMap::default(),
            indices: FxHashMap::default(),
            sequences: Vec::new(),
            n_counted: 0,
            clauses: FxHashSet::default(),
            origins: Vec::new(),
            raises: Vec::new(),
            without_clause: None,
        }
    }

    fn push(&mut self, node: Node) -> NodeId {
        if let Node::Test { yes, no, .. } = &node
            && yes == no
        {
            return *yes;
        }
        self.nodes.insert((node, None))
    }

    /// Where a clause ends with a value.
    fn end(&mut self, result: Expr, origin: Span) -> NodeId {
        let node = self.nodes.insert((Node::Return(result), self.without_clause));
        self.origins.push((node, origin));
        node
    }

    /// Where a clause ends with a sequence.
    fn counted_end(&mut self, result: Expr, origin: Span) -> NodeId {
        let node = self.end(result, origin);
        self.counted.insert(node);
        node
    }

    /// `None` where there are too many ways through the callback, or the time is over.
    fn node(&mut self, id: NodeId, calls: ChainId) -> Option<NodeId> {
        if let Some(&done) = self.done.get(&(id, calls)) {
            return Some(done);
        }
        let n_ways = self.callback.n_ways + self.done.len();
        if n_ways > MAX_WAYS + WAYS_OF_CLAUSE * self.clauses.len()
            || n_ways.is_multiple_of(PULSE) && self.callback.until.is_over()
        {
            return None;
        }
        let graph = self.graph;
        let result = match &graph.nodes[id] {
            Core::Test { cond, yes, no, at } => {
                let yes = self.node(*yes, calls)?;
                let no = self.node(*no, calls)?;
                self.push(Node::Test { cond: cond.clone(), yes, no, at: *at })
            }
            Core::Let { var, value, next } => {
                let next = self.node(*next, calls)?;
                if self.callback.used.contains(var) {
                    self.push(Node::Let { var: *var, value: value.clone(), next })
                } else {
                    next
                }
            }
            Core::Act { call, next, clause, .. } => {
                let n_before = self.chains.length(calls);
                let calls = self.chains.extend(calls, call);
                match self.cuts.at(id, n_before) {
                    None => self.node(*next, calls)?,
                    Some(cut) => {
                        let calls = self.chains.calls(calls);
                        let live = self.cuts.live(cut).iter().map(|&var| Expr::Var(var)).collect();
                        let end = SequenceEnd::Continue(cut);
                        let result =
                            self.triple(&calls, live, end, *clause, [Expr::Nil, Expr::Nil])?;
                        self.counted_end(result, *clause)
                    }
                }
            }
            Core::Enter { procedure, args, raises, returned, next, clause } => {
                let calls = self.chains.calls(calls);
                let mut rest = args.clone();
                let end = if self.callback.is_procedure && graph.hands_on(*next, *returned, raises)
                {
                    SequenceEnd::Become(*procedure)
                } else {
                    let cut = self.cuts.at_entry(id)?;
                    rest.extend(self.cuts.live(cut).iter().map(|&var| Expr::Var(var)));
                    SequenceEnd::Enter(cut)
                };
                let result = self.triple(&calls, rest, end, *clause, [Expr::Nil, Expr::Nil])?;
                self.counted_end(result, *clause)
            }
            Core::Leaf(leaf) => {
                let calls = self.chains.calls(calls);
                self.raised(leaf, &calls)?
            }
        };
        self.done.insert((id, calls), result);
        Some(result)
    }

    /// What the function returns where the callback ends, perhaps by an exception.
    fn raised(&mut self, leaf: &Leaf, calls: &[&OutsideCall]) -> Option<NodeId> {
        self.without_clause = leaf.raised.filter(|_| leaf.ending.is_without_clause());
        let node = self.leaf(&leaf.ending, leaf.origin, calls);
        self.without_clause = None;
        let (node, clause) = (node?, leaf.origin);
        self.raises.extend(leaf.raised.map(|at| Raise { node, clause, at }));
        Some(node)
    }

    /// What the function returns where the callback ends.
    fn leaf(&mut self, ending: &Ending, origin: Span, calls: &[&OutsideCall]) -> Option<NodeId> {
        let nothing = [Expr::Nil, Expr::Nil];
        let (end, pair, rest) = match ending {
            Ending::Truth(holds) => {
                let value = Expr::atom(if *holds { "true" } else { "false" });
                return Some(self.end(value, origin));
            }
            Ending::Value(value) if self.callback.is_procedure => {
                (SequenceEnd::Return, nothing, vec![value])
            }
            Ending::Value(value) => return Some(self.end(value.clone(), origin)),
            Ending::Next { state, name, data, timeout } => {
                let states = self.callback.states;
                let static_state =
                    || states.get(state).map_or(Expr::Nil, |&state| Expr::State(state));
                let state = name.clone().unwrap_or_else(static_state);
                let end = timeout.as_ref().map_or(SequenceEnd::Next, |_| SequenceEnd::NextTimeout);
                (end, [state, data.clone()], timeout.iter().collect())
            }
            Ending::Stop { reply, .. } => {
                let end = match reply {
                    None => SequenceEnd::Stop,
                    Some((Recipient::Client(number), _)) => SequenceEnd::StopReply(*number),
                    Some((Recipient::From(_), _)) => SequenceEnd::StopAnswer,
                };
                (end, nothing, ending.values())
            }
            Ending::Crash { reason, terminate } => {
                let rest = std::iter::once(reason).chain(terminate.iter().flatten());
                (SequenceEnd::Crash, nothing, rest.collect())
            }
            Ending::Break(reason) => (SequenceEnd::Break, nothing, vec![reason]),
            Ending::Done => (SequenceEnd::Done, nothing, Vec::new()),
            Ending::StartFailed(reason) => (SequenceEnd::StartFailed, nothing, vec![reason]),
            Ending::StartIgnored => (SequenceEnd::StartIgnored, nothing, Vec::new()),
            Ending::Refused(_) => (SequenceEnd::Refused, nothing, Vec::new()),
        };
        let result = self.triple(calls, rest.into_iter().cloned().collect(), end, origin, pair)?;
        Some(self.counted_end(result, origin))
    }

    /// `{NextState, NewData, {Index, Args.., Rest..}}`
    fn triple(
        &mut self,
        calls: &[&OutsideCall],
        rest: Vec<Expr>,
        end: SequenceEnd,
        origin: Span,
        [state, data]: [Expr; 2],
    ) -> Option<Expr> {
        let index = self.index(calls, end, origin)?;
        let mut result = vec![Expr::integer(index)];
        result.extend(calls.iter().flat_map(|call| call.args.clone()));
        result.extend(rest);
        Some(Expr::Tuple(vec![state, data, Expr::Tuple(result)]))
    }

    fn index(&mut self, calls: &[&OutsideCall], end: SequenceEnd, origin: Span) -> Option<usize> {
        let steps: Vec<SequenceStep> = calls
            .iter()
            .map(|call| SequenceStep {
                service: call.service,
                module: call.module.clone(),
                function: call.function.clone(),
                arity: call.args.len(),
                span: call.span,
            })
            .collect();
        let mut sequence = Sequence { index: 0, steps, end, origin };
        let key = sequence.key();
        if let Some(&index) = self.indices.get(&key) {
            return Some(index);
        }
        sequence.index = if sequence.is_silent_crash() { 0 } else { self.n_counted + 1 };
        let index = sequence.index;
        self.clauses.insert(origin);
        if index > 0 {
            self.n_counted += 1;
        }
        // A long list of clauses is no reason to give up.
        if self.n_counted > MAX_SEQUENCES + OF_CLAUSE * self.clauses.len() {
            return None;
        }
        self.indices.insert(key, index);
        self.sequences.push(sequence);
        Some(index)
    }
}
