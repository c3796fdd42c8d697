//! A formula on a system as boolean equations, for other tools.
//!
//! Input: a system, what its states show, a formula. Output: the equations that decide the formula in the
//! initial state, as a text that mCRL2's `txt2pbes` reads. Each equation stands for a part of the formula
//! in a state; comments say which part. What the initial state does not need is left out. Solves nothing.

use std::fmt::{self, Display, Formatter};

use fixedbitset::FixedBitSet;
use frontend::Diagnostic;
use lts::{Lts, StateId};

use crate::checks::variables::instantiate;
use crate::codes;
use crate::conditions::action::{Meeting, labels_of};
use crate::conditions::atoms::{AtomStates, StateAtoms, states_of};
use crate::formula::{Formula, Sign};
use crate::graph::{Block, Graph, Kind, NodeId};

/// Boolean equations; their text is their `Display`.
///
/// `txt2pbes x.bes x.pbes && pbessolve x.pbes` says whether the formula holds.
#[derive(Debug)]
pub struct Equations<'l> {
    lts: &'l Lts,
    graph: Graph,
    conditions: Vec<Meeting>,
    atoms: Vec<AtomStates>,
    /// Per node, the states in which its value is needed.
    needed: Vec<FixedBitSet>,
}

/// The equations that say whether a formula holds in the initial state of a system.
pub fn equations<'l>(
    lts: &'l Lts,
    atoms: &dyn StateAtoms,
    formula: &Formula,
) -> Result<Equations<'l>, Diagnostic> {
    let refused = |message: &str, help: &str| {
        Err(Diagnostic::error(codes::NOT_FOR_MCRL2, message, formula.span).with_help(help))
    };
    if !lts.is_complete() {
        return refused("this system is not complete", "raise --max-states or --timeout");
    }
    let graph = Graph::new(instantiate(formula, lts.labels())?.as_ref());
    let conditions: Vec<_> =
        graph.actions().iter().map(|action| labels_of(action, lts.labels())).collect();
    let atoms: Vec<_> = graph.atoms().iter().map(|atom| states_of(atom, lts, atoms)).collect();
    if conditions.iter().any(|labels| labels.surely != labels.possibly)
        || atoms.iter().any(|states| states.surely != states.possibly)
    {
        let message = "labels or states have unknown values, which may be meant or not";
        return refused(message, "say what is unknown: `{stubs, ..}`, `--init`");
    }
    let needed = vec![FixedBitSet::with_capacity(lts.n_states()); graph.n_nodes()];
    let mut equations = Equations { lts, graph, conditions, atoms, needed };
    equations.find_needed();
    Ok(equations)
}

/// What an equation says of other variables.
enum Side {
    Known(bool),
    Some,
    All,
}

impl Equations<'_> {
    /// Finds the variables that the value of the formula in the initial state needs.
    fn find_needed(&mut self) {
        let mut todo = Vec::new();
        self.need((self.graph.root(), self.lts.initial()), &mut todo);
        let mut used = Vec::new();
        while let Some((node, state)) = todo.pop() {
            self.right_side(node, state, &mut used);
            for variable in used.drain(..) {
                self.need(variable, &mut todo);
            }
        }
    }

    fn need(&mut self, (node, state): (NodeId, StateId), todo: &mut Vec<(NodeId, StateId)>) {
        if !self.needed[node.index()].put(state.index()) {
            todo.push((node, state));
        }
    }

    /// The right side of an equation; `used` gets the variables in it, in order and without repetition.
    fn right_side(&self, node: NodeId, state: StateId, used: &mut Vec<(NodeId, StateId)>) -> Side {
        used.clear();
        let graph_node = self.graph.node(node);
        match graph_node.kind {
            Kind::True => return Side::Known(true),
            Kind::False => return Side::Known(false),
            Kind::Atom(atom, value) => {
                let holds = self.atoms[atom.index()].surely.contains(state.index());
                return Side::Known(holds == value);
            }
            Kind::And | Kind::Or => {
                used.extend(graph_node.children.iter().map(|&child| (child, state)));
            }
            Kind::Modal(_, action) => {
                let set = &self.conditions[action.index()].surely;
                let edges = self.lts.out(state).iter();
                let steps = edges.filter(|edge| set.contains(edge.label.index()));
                let behind = |target| graph_node.children.iter().map(move |&child| (child, target));
                used.extend(steps.flat_map(|edge| behind(edge.target)));
                used.sort_unstable();
                used.dedup();
            }
        }
        if graph_node.kind.is_disjunctive() { Side::Some } else { Side::All }
    }

    /// Writes the equations of a block; what starts it anew comes first, since it stands outside of the rest.
    fn block(&self, block: &Block, f: &mut Formatter<'_>) -> fmt::Result {
        let sign = block.sign.unwrap_or(Sign::Mu);
        let inner = match (block.looping, sign) {
            (Some(_), Sign::Mu) => Sign::Nu,
            (Some(_), Sign::Nu) => Sign::Mu,
            (None, sign) => sign,
        };
        if let Some(node) = block.looping {
            self.node(node, sign, f)?;
        }
        for &node in block.nodes.iter().filter(|node| Some(**node) != block.looping) {
            self.node(node, inner, f)?;
        }
        Ok(())
    }

    fn node(&self, node: NodeId, sign: Sign, f: &mut Formatter<'_>) -> fmt::Result {
        let states = &self.needed[node.index()];
        if states.is_clear() {
            return Ok(());
        }
        writeln!(f, "% X{}: {}", node.index(), ascii(&self.meaning(node)))?;
        let mut used = Vec::new();
        for state in states.ones() {
            let state = StateId(u32::try_from(state).unwrap_or(u32::MAX));
            let side = self.right_side(node, state, &mut used);
            write!(f, "{sign} X{}_{} = ", node.index(), state.0)?;
            let operator = match side {
                Side::Known(value) => {
                    writeln!(f, "{value};")?;
                    continue;
                }
                Side::Some => "||",
                Side::All => "&&",
            };
            if used.is_empty() {
                write!(f, "{}", operator == "&&")?;
            }
            for (number, (child, state)) in used.iter().enumerate() {
                if number > 0 {
                    write!(f, " {operator} ")?;
                }
                write!(f, "X{}_{}", child.index(), state.0)?;
            }
            writeln!(f, ";")?;
        }
        Ok(())
    }

    /// What a node says of a state, by other nodes.
    fn meaning(&self, node: NodeId) -> String {
        let graph_node = self.graph.node(node);
        let children: Vec<_> =
            graph_node.children.iter().map(|child| format!("X{}", child.index())).collect();
        match graph_node.kind {
            Kind::True => "true".to_owned(),
            Kind::False => "false".to_owned(),
            Kind::Atom(atom, value) => {
                let atom = &self.graph.atoms()[atom.index()];
                format!("{}{atom}", if value { "" } else { "not " })
            }
            Kind::And => children.join(" and "),
            Kind::Or => children.join(" or "),
            Kind::Modal(modality, action) => {
                let (open, close) = modality.brackets();
                let action = &self.graph.actions()[action.index()];
                format!("{open}{action}{close} {}", children.join(" and "))
            }
        }
    }
}

impl Display for Equations<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let initial = self.lts.initial();
        writeln!(f, "% X3_7 is whether X3 holds in state 7")?;
        writeln!(f, "pbes")?;
        // Each block comes before those that it depends on.
        for block in self.graph.blocks().iter().rev() {
            self.block(block, f)?;
        }
        writeln!(f, "init X{}_{};", self.graph.root().index(), initial.0)
    }
}

/// A text for a comment: one line of printable ASCII.
fn ascii(text: &str) -> String {
    let plain = |c: char| c == ' ' || c.is_ascii_graphic();
    text.chars()
        .flat_map(|c| if plain(c) { vec![c] } else { c.escape_default().collect() })
        .collect()
}
