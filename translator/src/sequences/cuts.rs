//! Where a callback is cut, and the segments that go on behind the cuts.
//!
//! Input: a core graph, and the cuts that the splitter meets in it. Output: the start of each
//! segment, numbered in the order in which the sequences lead to them. Segments that start at the
//! same node are one.

use std::collections::BTreeSet;
use std::rc::Rc;

use rustc_hash::FxHashMap;

use super::{Cut, CutIx, Outcome, SegmentArg, Shown, Where};
use crate::core::{Graph, Node, Others, OwnMessages, Returns};
use crate::lower::lowered::Lowered;
use model::index::IndexVec;
use model::{Expr, NodeId, ProcedureIx, SegmentIx, VarId};

/// Calls of a sequence at most: a process holds the arguments of all of them at once.
const MAX_STEPS: usize = 128;

/// Where a segment starts.
#[derive(Clone)]
pub(crate) struct Start {
    /// Its number.
    pub(crate) segment: SegmentIx,
    /// Its first node.
    pub(crate) node: NodeId,
    /// The parameters of its function.
    pub(crate) params: Vec<VarId>,
}

/// The cuts of one callback.
pub(crate) struct Cuts<'a> {
    graph: &'a Graph,
    place: Where,
    /// Variables that each node needs from before; empty where the callback has no cuts.
    free: IndexVec<NodeId, Rc<[VarId]>>,
    ids: FxHashMap<NodeId, CutIx>,
    /// Each cut with the node of its call.
    table: IndexVec<CutIx, (NodeId, Cut)>,
    segments: FxHashMap<(NodeId, Option<VarId>), SegmentIx>,
    starts: IndexVec<SegmentIx, Start>,
}

impl<'a> Cuts<'a> {
    /// The first segment is the callback itself.
    pub(crate) fn new(lowered: &'a Lowered, place: Where) -> Self {
        let graph = &lowered.graph;
        let mut starts = IndexVec::default();
        let params = lowered.params.clone();
        starts.push(Start { segment: SegmentIx(0), node: lowered.root, params });
        Self {
            graph,
            place,
            free: free_variables(graph, place),
            ids: FxHashMap::default(),
            table: IndexVec::default(),
            segments: FxHashMap::default(),
            starts,
        }
    }

    /// The segment with this number, if there is one so far.
    pub(crate) fn segment(&self, number: SegmentIx) -> Option<Start> {
        self.starts.iter().nth(number.0 as usize).cloned()
    }

    /// The cut at a call with so many calls before it in its sequence, if its end decides how the
    /// callback goes on, if the sequence is long enough, or if all calls are cuts.
    pub(crate) fn at(&mut self, act: NodeId, n_before: usize) -> Option<CutIx> {
        let Node::Act { result, returns, raises, after, next, .. } = &self.graph.nodes[act] else {
            return None;
        };
        let used = |var: VarId| !self.free.is_empty() && self.needs(*next, var);
        let result = result.filter(|&result| used(result));
        let is_long = n_before + 1 >= MAX_STEPS;
        let decides = result.is_some() || returns.decide() || !raises.is_empty();
        if !decides && after.is_none() && self.place == Where::Needed && !is_long {
            return None;
        }
        if let Some(&cut) = self.ids.get(&act) {
            return Some(cut);
        }
        let mut live = BTreeSet::new();
        for next in self.graph.nodes[act].successors() {
            live.extend(self.free[next].iter().copied());
        }
        if let Some(result) = result {
            live.remove(&result);
        }
        Some(self.push(act, live, None))
    }

    /// The cut at the call of a procedure.
    pub(crate) fn at_entry(&mut self, entry: NodeId) -> Option<CutIx> {
        let Node::Enter { procedure, returned, next, .. } = &self.graph.nodes[entry] else {
            return None;
        };
        if let Some(&cut) = self.ids.get(&entry) {
            return Some(cut);
        }
        let mut live: BTreeSet<VarId> = self.free[*next].iter().copied().collect();
        live.remove(returned);
        Some(self.push(entry, live, Some(*procedure)))
    }

    /// Whether what starts at a node needs a variable from before.
    fn needs(&self, node: NodeId, var: VarId) -> bool {
        self.free[node].binary_search(&var).is_ok()
    }

    fn push(
        &mut self,
        node: NodeId,
        live: BTreeSet<VarId>,
        procedure: Option<ProcedureIx>,
    ) -> CutIx {
        let cut = Cut { procedure, live: live.into_iter().collect(), outcomes: Vec::new() };
        let id = self.table.push((node, cut));
        self.ids.insert(node, id);
        id
    }

    /// The variables that are live behind a cut.
    pub(crate) fn live(&self, cut: CutIx) -> &[VarId] {
        &self.table[cut].1.live
    }

    /// Values the segments behind a cut.
    pub(crate) fn resolve(&mut self, cut: CutIx) {
        let (node, Cut { live, outcomes, .. }) = self.table[cut].clone();
        if !outcomes.is_empty() {
            return;
        }
        let outcomes = self.ends(node).into_iter().map(|(shown, node, result)| {
            let segment = self.start(node, result);
            let args = self.starts[segment].params.iter().map(|&param| {
                let place = live.iter().position(|&var| var == param);
                place.map_or(SegmentArg::Result, SegmentArg::Live)
            });
            Outcome { shown, segment, args: args.collect() }
        });
        self.table[cut].1.outcomes = outcomes.collect();
    }

    /// The ways in which a call may end: what it shows, what follows, and the variable that takes
    /// the result.
    fn ends(&self, node: NodeId) -> Vec<(Shown, NodeId, Option<VarId>)> {
        let (result, returns, raises, after, next) = match &self.graph.nodes[node] {
            Node::Act { result, returns, raises, after, next, .. } => {
                (result, returns, raises, after, next)
            }
            Node::Enter { returned, next, .. } => {
                let returned = Some(*returned).filter(|&var| self.needs(*next, var));
                return vec![(Shown::Nothing, *next, returned)];
            }
            Node::Test { .. } | Node::Let { .. } | Node::Leaf(_) => return Vec::new(),
        };
        let result = result.filter(|&result| self.needs(*next, result));
        let returns = match (returns, result) {
            (Returns::Values(values), _) if values.is_empty() => Vec::new(),
            (Returns::Mail(own_messages, others), result) => mailed(*own_messages, others, result),
            (Returns::Shown(values), _) => values.iter().cloned().map(Shown::Value).collect(),
            (Returns::One, _) | (_, None) => vec![Shown::Nothing],
            (Returns::Values(values), Some(_)) => {
                values.iter().cloned().map(Shown::Value).collect()
            }
            (Returns::Unknown(origin), Some(_)) => vec![Shown::Unknown(*origin)],
            (Returns::Timer(None), Some(_)) => vec![Shown::Timer],
            (Returns::Timer(Some(_)), Some(_)) => vec![Shown::Value(Expr::atom("false"))],
        };
        let returns = returns.into_iter().map(|shown| (shown, *next, result));
        let raises = raises
            .iter()
            .map(|raise| (Shown::Raise(raise.class, raise.reason.clone()), raise.next, None));
        let after = after.map(|after| match &self.graph.nodes[node] {
            Node::Act { returns: Returns::Timer(Some(left)), .. } => {
                (Shown::Unknown(*left), after, result)
            }
            _ => (Shown::After, after, None),
        });
        returns.chain(raises).chain(after).collect()
    }

    /// The segment that starts at a node and binds a result.
    fn start(&mut self, node: NodeId, result: Option<VarId>) -> SegmentIx {
        if let Some(&segment) = self.segments.get(&(node, result)) {
            return segment;
        }
        let is_result = |var: &VarId| Some(*var) == result;
        let mut params: Vec<VarId> =
            self.free[node].iter().copied().filter(|var| !is_result(var)).collect();
        params.extend(result);
        let segment = SegmentIx(u32::try_from(self.starts.len()).unwrap_or(u32::MAX));
        self.segments.insert((node, result), segment);
        self.starts.push(Start { segment, node, params })
    }

    /// The cuts, resolved.
    pub(crate) fn finish(self) -> IndexVec<CutIx, Cut> {
        self.table.iter().map(|(_, cut)| cut.clone()).collect()
    }
}

/// What a `receive` shows: a message of the machine's own, and those of others, or nothing of unknown, unread ones.
fn mailed(own_messages: OwnMessages, others: &Others, result: Option<VarId>) -> Vec<Shown> {
    let others = match (others, result) {
        (Others::Unknown(origin), Some(_)) => vec![Shown::Unknown(*origin)],
        (Others::Unknown(_), None) => vec![Shown::Nothing],
        (Others::Known(values), _) => values.iter().cloned().map(Shown::Value).collect(),
    };
    std::iter::once(Shown::Mail(own_messages)).chain(others).collect()
}

/// Variables that each node needs from before, sorted; nothing where no call can be a cut.
fn free_variables(graph: &Graph, place: Where) -> IndexVec<NodeId, Rc<[VarId]>> {
    let may_cut = |node: &Node| match node {
        Node::Act { result, returns, raises, after, .. } => {
            let decides = result.is_some() || returns.decide() || !raises.is_empty();
            place == Where::EveryCall || decides || after.is_some()
        }
        Node::Enter { .. } => true,
        Node::Test { .. } | Node::Let { .. } | Node::Leaf(_) => false,
    };
    let n_acts = graph.nodes.iter().filter(|node| matches!(node, Node::Act { .. })).count();
    let mut free: IndexVec<NodeId, Rc<[VarId]>> = IndexVec::default();
    if n_acts < MAX_STEPS && !graph.nodes.iter().any(may_cut) {
        return free;
    }
    for node in graph.nodes.iter() {
        let behind = node.successors().into_iter().map(|next| Rc::clone(&free[next]));
        let behind = behind.reduce(|left, right| united(&left, &right)).unwrap_or_default();
        let free_here = own_variables(node, behind);
        free.push(free_here);
    }
    free
}

/// What a node needs in front of what is needed behind it.
fn own_variables(node: &Node, behind: Rc<[VarId]>) -> Rc<[VarId]> {
    let mut read = Vec::new();
    node.for_each_read(|var| behind.binary_search(&var).is_ok(), &mut |var| read.push(var));
    let bound = match node {
        Node::Let { var, .. }
        | Node::Act { result: Some(var), .. }
        | Node::Enter { returned: var, .. } => Some(*var),
        Node::Test { .. } | Node::Act { .. } | Node::Leaf(_) => None,
    };
    let drops = bound.filter(|bound| behind.binary_search(bound).is_ok());
    read.sort_unstable();
    read.dedup();
    let rest = match drops {
        Some(bound) => behind.iter().copied().filter(|var| *var != bound).collect(),
        None => behind,
    };
    united(&rest, &Rc::from(read))
}

/// The variables of two sorted lists; one of them itself where the other has none besides.
fn united(left: &Rc<[VarId]>, right: &Rc<[VarId]>) -> Rc<[VarId]> {
    let within = |few: &[VarId], many: &[VarId]| {
        few.len() <= many.len() && few.iter().all(|var| many.binary_search(var).is_ok())
    };
    if Rc::ptr_eq(left, right) || within(right, left) {
        return Rc::clone(left);
    }
    if within(left, right) {
        return Rc::clone(right);
    }
    let mut all: Vec<VarId> = left.iter().chain(right.iter()).copied().collect();
    all.sort_unstable();
    all.dedup();
    all.into()
}
