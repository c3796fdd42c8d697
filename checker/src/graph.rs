//! The formula as a graph: the equations that the solver solves.
//!
//! Input: a closed, monotone formula. Output: nodes that are constants, conjunctions,
//! disjunctions and single-step modalities, equal ones shared, of size linear in the formula; and
//! their blocks, each after those it depends on. Logics other than the mu-calculus become
//! formulas first. Knows labels only as conditions.

mod build;

use frontend::{Name, Span};
use petgraph::algo::kosaraju_scc;
use petgraph::graph::{DiGraph, NodeIndex};

use crate::formula::{ActionFormula, Formula, Modality, Sign, StateAtom};

/// A node of a [`Graph`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct NodeId(pub(crate) u32);

/// A condition on labels, as an index into the conditions of a [`Graph`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct ActionId(u32);

/// An atom, as an index into the atoms of a [`Graph`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct AtomId(u32);

/// What a node says of a state.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Kind {
    /// Always true.
    True,
    /// Never true.
    False,
    /// Whether an atom of the state has this value.
    Atom(AtomId, bool),
    /// All children are true here.
    And,
    /// Some child is true here.
    Or,
    /// The only child is true behind some, or every, transition that meets the condition.
    Modal(Modality, ActionId),
}

impl Kind {
    /// Whether one true child is enough; otherwise all of them have to be true.
    pub(crate) fn is_disjunctive(self) -> bool {
        matches!(self, Self::False | Self::Or | Self::Modal(Modality::Diamond, _))
    }
}

/// A fixpoint of the formula.
#[derive(Clone, Debug)]
pub(crate) struct Fixpoint {
    /// Its kind, negations around it taken into account.
    pub(crate) sign: Sign,
    /// Its variable; none for a repetition.
    pub(crate) variable: Option<Name>,
    /// Whether it is the node of `<R> @` or `[R] -|`, to which R must lead back for ever.
    pub(crate) is_looping: bool,
    /// Where it stands.
    pub(crate) span: Span,
}

/// A node: an equation whose left side is the node.
#[derive(Clone, Debug)]
pub(crate) struct GraphNode {
    pub(crate) kind: Kind,
    pub(crate) children: Vec<NodeId>,
    pub(crate) fixpoint: Option<Fixpoint>,
    /// The formula, or one of the equal ones, that it is part of.
    pub(crate) span: Span,
}

/// Nodes that depend on each other, or a single node that does not depend on itself.
#[derive(Clone, Debug)]
pub(crate) struct Block {
    pub(crate) nodes: Vec<NodeId>,
    /// Kind of its fixpoints; none for a single node that does not depend on itself.
    pub(crate) sign: Option<Sign>,
    /// The node of `<R> @` or `[R] -|`. Its sign is that of the block, whatever R repeats; all nodes
    /// of such a block are disjunctive, or all are conjunctive, but for the tests in R: these have one child in
    /// the block, and no other node of the block depends on others.
    pub(crate) looping: Option<NodeId>,
}

/// A formula as a graph.
#[derive(Clone, Debug)]
pub(crate) struct Graph {
    nodes: Vec<GraphNode>,
    actions: Vec<ActionFormula>,
    atoms: Vec<StateAtom>,
    /// Per node, whether it is what a test asks.
    is_tested: Vec<bool>,
    root: NodeId,
    blocks: Vec<Block>,
    block_of: Vec<u32>,
}

impl NodeId {
    /// The node as an index into a table.
    pub(crate) fn index(self) -> usize {
        self.0 as usize
    }
}

impl AtomId {
    /// The atom as an index into a table.
    pub(crate) fn index(self) -> usize {
        self.0 as usize
    }
}

impl ActionId {
    /// The condition as an index into a table.
    pub(crate) fn index(self) -> usize {
        self.0 as usize
    }
}

impl Graph {
    /// The graph of a closed, monotone formula.
    pub(crate) fn new(formula: &Formula) -> Self {
        build::build(formula)
    }

    /// Finishes a graph: finds its blocks.
    fn with_blocks(
        nodes: Vec<GraphNode>,
        actions: Vec<ActionFormula>,
        atoms: Vec<StateAtom>,
        is_tested: Vec<bool>,
    ) -> Self {
        let root = id(0);
        let mut dependencies = DiGraph::<(), ()>::with_capacity(nodes.len(), nodes.len());
        for _ in &nodes {
            dependencies.add_node(());
        }
        for (index, node) in nodes.iter().enumerate() {
            for child in &node.children {
                dependencies.add_edge(NodeIndex::new(index), NodeIndex::new(child.index()), ());
            }
        }
        // Components come in the order in which they can be solved.
        let mut block_of = vec![0; nodes.len()];
        let mut blocks = Vec::new();
        for component in kosaraju_scc(&dependencies) {
            let mut members: Vec<_> = component.iter().map(|node| id(node.index())).collect();
            members.sort_unstable();
            for node in &members {
                block_of[node.index()] = narrow(blocks.len());
            }
            blocks.push(block(&nodes, members));
        }
        Self { nodes, actions, atoms, is_tested, root, blocks, block_of }
    }

    /// The node of the whole formula.
    pub(crate) fn root(&self) -> NodeId {
        self.root
    }

    /// Number of nodes.
    pub(crate) fn n_nodes(&self) -> usize {
        self.nodes.len()
    }

    /// All nodes in order.
    pub(crate) fn nodes(&self) -> impl ExactSizeIterator<Item = NodeId> + use<> {
        (0..narrow(self.nodes.len())).map(NodeId)
    }

    /// A node.
    pub(crate) fn node(&self, node: NodeId) -> &GraphNode {
        &self.nodes[node.index()]
    }

    /// The conditions on labels.
    pub(crate) fn actions(&self) -> &[ActionFormula] {
        &self.actions
    }

    /// The atoms of states.
    pub(crate) fn atoms(&self) -> &[StateAtom] {
        &self.atoms
    }

    /// Whether a modality of this kind occurs.
    pub(crate) fn has(&self, modality: Modality) -> bool {
        self.nodes
            .iter()
            .any(|node| matches!(node.kind, Kind::Modal(other, _) if other == modality))
    }

    /// Whether paths have tests, as those of formulas about fair runs have.
    pub(crate) fn has_tests(&self) -> bool {
        self.is_tested.contains(&true)
    }

    /// Whether a modality of this kind occurs outside of what tests ask.
    pub(crate) fn has_beside_tests(&self, modality: Modality) -> bool {
        let mut is_seen = self.is_tested.clone();
        let mut todo = vec![self.root];
        while let Some(node) = todo.pop() {
            if std::mem::replace(&mut is_seen[node.index()], true) {
                continue;
            }
            let GraphNode { kind, children, .. } = self.node(node);
            if matches!(kind, Kind::Modal(other, _) if *other == modality) {
                return true;
            }
            todo.extend(children);
        }
        false
    }

    /// The blocks, each after all that it depends on.
    pub(crate) fn blocks(&self) -> &[Block] {
        &self.blocks
    }

    /// The block of a node.
    pub(crate) fn block_of(&self, node: NodeId) -> usize {
        self.block_of[node.index()] as usize
    }

    /// The kind of fixpoint that a node depends on itself by, if it does.
    pub(crate) fn sign_of(&self, node: NodeId) -> Option<Sign> {
        self.blocks[self.block_of(node)].sign
    }
}

/// A component as a block; where signs are mixed, the caller of `Graph::new` rejects the graph.
fn block(nodes: &[GraphNode], members: Vec<NodeId>) -> Block {
    let cyclic = match members.as_slice() {
        [only] => nodes[only.index()].children.contains(only),
        _ => true,
    };
    let fixpoint = |node: &NodeId| nodes[node.index()].fixpoint.as_ref();
    let is_looping = |node: &&NodeId| fixpoint(node).is_some_and(|f| f.is_looping);
    let looping = members.iter().find(is_looping).filter(|_| cyclic).copied();
    let sign = looping.iter().chain(&members).find_map(|node| fixpoint(node).map(|f| f.sign));
    Block { nodes: members, sign: sign.filter(|_| cyclic), looping }
}

fn id(index: usize) -> NodeId {
    NodeId(narrow(index))
}

/// Narrows an index; formulas over 4 GiB are refused where they are read.
fn narrow(index: usize) -> u32 {
    u32::try_from(index).unwrap_or(u32::MAX)
}
