//! Action sequences: the paper's split of a state function into decisions and indexed actions.
//!
//! Input: a core graph. Output: a pure function that returns `{NextState, NewData, {Index, Args..}}`
//! and, for each index, the actions to perform with these arguments and how the callback ends
//! (Guo, FORTE 2007, section 5.2). Sound because no decision depends on the result of an action.
//! After this point no pure function contains an action.
//!
//! Index 0 is the crash without a preceding action; the others count the branches from 1.

use frontend::{Diagnostic, Name, Span};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::codes;
use crate::core::{Ending, Graph, Node as Core, OutsideCall};
use crate::index::IndexVec;
use crate::lower::Lowered;
use crate::model::{Expr, Function, FunctionRole, Node, NodeId, StateIx, VarId};

/// Sequences of one callback at most.
const MAX_SEQUENCES: usize = 4096;

/// The actions of one branch.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Sequence {
    /// Its index in the result of the state function.
    pub index: usize,
    /// Actions in order; their arguments follow the index in the result tuple, in this order too.
    pub steps: Vec<Step>,
    /// What comes after them.
    pub end: SequenceEnd,
    /// The source clause.
    pub origin: Span,
}

/// An action of a sequence.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Step {
    /// Module of the called function.
    pub module: Name,
    /// The called function.
    pub function: Name,
    /// Number of arguments.
    pub arity: usize,
    /// The call.
    pub span: Span,
}

/// How a sequence ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) enum SequenceEnd {
    /// In the state and with the data of the result.
    Next,
    /// Stopped; the reason is the last argument.
    Stop,
    /// Crashed; the reason is the last argument.
    Crash,
    /// Not started; the reason is the last argument.
    StartFailed,
    /// Not started, without a reason.
    StartIgnored,
}

/// Pairs of a node and the actions before it at most.
const MAX_WAYS: usize = 200_000;

/// A callback after the split.
pub(crate) struct Split {
    /// The decisions.
    pub function: Function,
    /// The branches, by index.
    pub sequences: Vec<Sequence>,
}

/// What tells sequences apart.
type Key = (Vec<Step>, SequenceEnd, Span);

struct Splitter<'a> {
    graph: &'a Graph,
    states: &'a FxHashMap<Name, StateIx>,
    used: FxHashSet<VarId>,
    nodes: IndexVec<NodeId, Node>,
    ids: FxHashMap<Node, NodeId>,
    /// Actions so far, as chains that share their beginnings.
    chains: Chains<'a>,
    /// Results by core node and actions so far.
    done: FxHashMap<(NodeId, ChainId), NodeId>,
    /// Numbers known from an earlier walk.
    numbers: FxHashMap<Key, usize>,
    indices: FxHashMap<Key, usize>,
    sequences: Vec<Sequence>,
}

/// Splits a lowered callback; `states` are the states of the model.
pub(crate) fn split(
    lowered: &Lowered,
    role: FunctionRole,
    states: &FxHashMap<Name, StateIx>,
    span: Span,
) -> Result<Split, Diagnostic> {
    let too_many = || {
        Diagnostic::error(
            codes::TOO_LARGE,
            format!("there are more than {MAX_SEQUENCES} action sequences in this callback"),
            span,
        )
    };
    // The first walk finds the sequences, the second one knows their numbers.
    let mut scout = Splitter::new(lowered, states, FxHashMap::default());
    scout.node(lowered.root, ChainId::EMPTY).ok_or_else(too_many)?;
    let mut splitter = Splitter::new(lowered, states, in_textual_order(scout.sequences));
    let root = splitter.node(lowered.root, ChainId::EMPTY).ok_or_else(too_many)?;
    let mut sequences = splitter.sequences;
    sequences.sort_by_key(|sequence| sequence.index);
    let function = Function {
        role,
        params: lowered.params.clone(),
        vars: lowered.graph.vars.clone(),
        nodes: splitter.nodes,
        root,
    };
    Ok(Split { function, sequences })
}

/// Numbers for sequences found in some order: clause by clause, 0 for the silent crash.
fn in_textual_order(mut sequences: Vec<Sequence>) -> FxHashMap<Key, usize> {
    sequences.sort_by_key(|sequence| (sequence.index > 0, sequence.origin));
    let first = usize::from(sequences.first().is_none_or(|first| first.index != 0));
    let numbered = sequences.into_iter().enumerate();
    numbered.map(|(number, sequence)| (sequence.key(), number + first)).collect()
}

/// Variables that a test, an action, an ending or a used binding needs.
fn used_variables(graph: &Graph, root: NodeId) -> FxHashSet<VarId> {
    let mut used = FxHashSet::default();
    let mut order = graph.reachable(root);
    order.reverse();
    for id in order {
        match &graph.nodes[id] {
            Core::Test { cond, .. } => cond.for_each_var(&mut |var| {
                used.insert(var);
            }),
            Core::Act { call, .. } => {
                for arg in &call.args {
                    arg.for_each_var(&mut |var| {
                        used.insert(var);
                    });
                }
            }
            Core::Leaf(leaf) => {
                for value in leaf.ending.values() {
                    value.for_each_var(&mut |var| {
                        used.insert(var);
                    });
                }
            }
            Core::Let { var, value, .. } => {
                if used.contains(var) {
                    value.for_each_var(&mut |var| {
                        used.insert(var);
                    });
                }
            }
        }
    }
    used
}

impl Sequence {
    fn is_silent_crash(&self) -> bool {
        self.steps.is_empty() && self.end == SequenceEnd::Crash
    }

    fn key(&self) -> Key {
        // All silent crashes are one, wherever they come from.
        let origin =
            if self.is_silent_crash() { Span::new(self.origin.file, 0, 0) } else { self.origin };
        (self.steps.clone(), self.end, origin)
    }
}

impl<'a> Splitter<'a> {
    fn new(
        lowered: &'a Lowered,
        states: &'a FxHashMap<Name, StateIx>,
        numbers: FxHashMap<Key, usize>,
    ) -> Self {
        Self {
            graph: &lowered.graph,
            states,
            used: used_variables(&lowered.graph, lowered.root),
            nodes: IndexVec::default(),
            ids: FxHashMap::default(),
            chains: Chains::default(),
            done: FxHashMap::default(),
            numbers,
            indices: FxHashMap::default(),
            sequences: Vec::new(),
        }
    }

    fn push(&mut self, node: Node) -> NodeId {
        if let Node::Test { yes, no, .. } = &node
            && yes == no
        {
            return *yes;
        }
        if let Some(&id) = self.ids.get(&node) {
            return id;
        }
        let id = self.nodes.push(node.clone());
        self.ids.insert(node, id);
        id
    }

    /// `None` where there are too many ways through the callback.
    fn node(&mut self, id: NodeId, calls: ChainId) -> Option<NodeId> {
        if let Some(&done) = self.done.get(&(id, calls)) {
            return Some(done);
        }
        if self.done.len() > MAX_WAYS {
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
                if self.used.contains(var) {
                    self.push(Node::Let { var: *var, value: value.clone(), next })
                } else {
                    next
                }
            }
            Core::Act { call, next } => {
                let calls = self.chains.extend(calls, call);
                self.node(*next, calls)?
            }
            Core::Leaf(leaf) => {
                let calls = self.chains.calls(calls);
                let result = self.result(&leaf.ending, leaf.origin, &calls)?;
                self.push(Node::Return(result))
            }
        };
        self.done.insert((id, calls), result);
        Some(result)
    }

    /// `{NextState, NewData, {Index, Args..}}`
    fn result(&mut self, ending: &Ending, origin: Span, calls: &[&OutsideCall]) -> Option<Expr> {
        let mut args: Vec<Expr> = calls.iter().flat_map(|call| call.args.clone()).collect();
        let (state, data, end) = match ending {
            Ending::Truth(holds) => {
                return Some(Expr::atom(if *holds { "true" } else { "false" }));
            }
            Ending::Value(value) => return Some(value.clone()),
            Ending::Next { state, data } => {
                let state = self.states.get(state).map_or(Expr::Nil, |&state| Expr::State(state));
                (state, data.clone(), SequenceEnd::Next)
            }
            Ending::Stop(reason) => (Expr::Nil, with(&mut args, reason), SequenceEnd::Stop),
            Ending::Crash(reason) => (Expr::Nil, with(&mut args, reason), SequenceEnd::Crash),
            Ending::StartFailed(reason) => {
                (Expr::Nil, with(&mut args, reason), SequenceEnd::StartFailed)
            }
            Ending::StartIgnored => (Expr::Nil, Expr::Nil, SequenceEnd::StartIgnored),
        };
        let index = self.index(calls, end, origin)?;
        let mut result = vec![Expr::integer(index)];
        result.extend(args);
        Some(Expr::Tuple(vec![state, data, Expr::Tuple(result)]))
    }

    fn index(&mut self, calls: &[&OutsideCall], end: SequenceEnd, origin: Span) -> Option<usize> {
        let steps: Vec<Step> = calls
            .iter()
            .map(|call| Step {
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
        let counted = self.sequences.iter().filter(|sequence| sequence.index > 0).count();
        if counted >= MAX_SEQUENCES {
            return None;
        }
        let provisional = if sequence.is_silent_crash() { 0 } else { counted + 1 };
        sequence.index = self.numbers.get(&key).copied().unwrap_or(provisional);
        let index = sequence.index;
        self.indices.insert(key, index);
        self.sequences.push(sequence);
        Some(index)
    }
}

/// Appends the reason to the arguments; the data of a machine that does not go on is nothing.
fn with(args: &mut Vec<Expr>, reason: &Expr) -> Expr {
    args.push(reason.clone());
    Expr::Nil
}

/// A chain of calls.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct ChainId(usize);

impl ChainId {
    /// No call.
    const EMPTY: Self = Self(0);
}

/// Chains of calls by their last call; equal chains have equal ids.
#[derive(Default)]
struct Chains<'g> {
    links: Vec<(ChainId, &'g OutsideCall)>,
    ids: FxHashMap<(ChainId, &'g OutsideCall), ChainId>,
}

impl<'g> Chains<'g> {
    fn extend(&mut self, chain: ChainId, call: &'g OutsideCall) -> ChainId {
        let fresh = ChainId(self.links.len() + 1);
        let id = *self.ids.entry((chain, call)).or_insert(fresh);
        if id == fresh {
            self.links.push((chain, call));
        }
        id
    }

    /// The calls in order.
    fn calls(&self, mut chain: ChainId) -> Vec<&'g OutsideCall> {
        let mut calls = Vec::new();
        while let Some((before, call)) = chain.0.checked_sub(1).and_then(|at| self.links.get(at)) {
            calls.push(*call);
            chain = *before;
        }
        calls.reverse();
        calls
    }
}
