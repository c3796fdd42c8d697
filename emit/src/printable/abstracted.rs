//! Functions for what functions compute in several places.
//!
//! Input: a model. Output: the same model where what functions compute in the same way, up to the names of variables and
//! states, is a function of its own that each of them calls: the callback that all states have, a function of the module
//! that is written out behind several calls. Its rules have the comments of all of them. A function that only calls
//! another one is left out.

use frontend::{FileId, Span};
use model::expr::change::{change_node, replace_each};
use model::index::Idx as _;
use model::{Expr, Function, FunctionId, FunctionRole, Model, Node, NodeId, VarId};
use rustc_hash::{FxHashMap, FxHashSet};

use super::shapes::{Item, Shapes, written, written_cond};
use super::state_names::{StateNames, name_of, parameters, term_of, title};

/// Characters of the name of a test or a binding in all places, about.
const NAMED: u64 = 110;

/// The model in which what is computed in several places is a function.
pub(crate) fn abstracted(mut model: Model) -> Model {
    loop {
        let graph = Graph::of(&model);
        let shapes = Shapes::new(&graph.items, &renamed);
        let groups = shapes.named(&graph.items, &graph.roots, None);
        if groups.is_empty() {
            break;
        }
        for group in groups {
            abstract_out(&mut model, &graph, &shapes, &group);
        }
        for function in &mut model.functions {
            *function = function.pruned();
        }
    }
    direct(&mut model);
    model
}

/// A node, with the function of the module or the library in which alone it is shared: what another one computes as well
/// is no part of it, so that no edit of the other renames anything there.
pub(super) type Own = (Option<FunctionId>, Node);

/// The nodes of all functions.
pub(super) struct Graph {
    /// The nodes.
    pub(super) items: Vec<Item<Own>>,
    /// What each of them is.
    nodes: Vec<(FunctionId, NodeId)>,
    roots: Vec<usize>,
}

impl Graph {
    /// The nodes of the functions of a model, one function behind the other.
    pub(super) fn of(model: &Model) -> Self {
        let mut graph = Self { items: Vec::new(), nodes: Vec::new(), roots: Vec::new() };
        let states = StateNames::of(model);
        for (id, function) in model.functions.iter_enumerated() {
            let start = graph.items.len();
            let whole = match function.role {
                FunctionRole::Common(whole) => whole,
                _ => id,
            };
            let alone = matches!(model.functions[whole].role, FunctionRole::Local(..));
            let alone = alone.then_some(whole);
            for (node, own) in function.nodes.iter_enumerated() {
                let next = own.successors().into_iter().map(|next| start + next.index()).collect();
                graph.items.push(item((alone, own), next, &states));
                graph.nodes.push((id, node));
            }
            graph.roots.push(start + function.root.index());
        }
        graph
    }
}

fn item(
    (alone, node): (Option<FunctionId>, &Node),
    next: Vec<usize>,
    states: &StateNames,
) -> Item<Own> {
    let mut own = bare(node);
    change_node(&mut own, &mut |expr| states.make_variable(expr));
    let mut reads = Vec::new();
    let mut read = |var: VarId| reads.push(var);
    let (bound, written) = match &own {
        Node::Test { cond, .. } => {
            cond.for_each_var(&mut read);
            (None, written_cond(cond) + NAMED)
        }
        Node::Let { var, value, .. } => {
            value.for_each_var(&mut read);
            (Some((*var, written(value))), 0)
        }
        Node::Return(value) => {
            value.for_each_var(&mut read);
            (None, written(value))
        }
    };
    Item { own: (alone, own), reads, bound, next, written }
}

/// A node without what follows, and without what is not written.
fn bare(node: &Node) -> Node {
    let nowhere = NodeId(0);
    match node {
        Node::Test { cond, .. } => {
            let at = Span::new(FileId(0), 0, 0);
            Node::Test { cond: cond.clone(), yes: nowhere, no: nowhere, at }
        }
        Node::Let { var, value, .. } => {
            Node::Let { var: *var, value: value.clone(), next: nowhere }
        }
        end @ Node::Return(_) => end.clone(),
    }
}

/// A node with other variables.
pub(super) fn renamed((alone, node): &Own, new: &dyn Fn(VarId) -> VarId) -> Own {
    let mut node = node.clone();
    node.rename(&|var| new(var));
    (*alone, node)
}

/// Makes a function of what begins at these nodes, which are of one shape.
fn abstract_out(model: &mut Model, graph: &Graph, shapes: &Shapes, group: &[usize]) {
    let Some(&first) = group.first() else { return };
    // What all places have in common stays where it is.
    let free: Vec<&[VarId]> = group.iter().map(|&place| &*shapes.of[place].free).collect();
    let params = parameters(&free);
    let (owner, root) = graph.nodes[first];
    let mut part = model.functions[owner].clone();
    part.role = FunctionRole::Common(match part.role {
        FunctionRole::Common(whole) => whole,
        _ => owner,
    });
    part.root = root;
    part.params = Vec::new();
    for &param in &params {
        let given = shapes.of[first].free[param];
        let var = match name_of(given, model) {
            Some(name) => variable_for(&mut part, &name),
            None => given,
        };
        part.params.push(var);
    }
    for &place in group {
        let (function, node) = graph.nodes[place];
        part.origins = origins_of_both(&part, root, &model.functions[function], node);
    }
    let id = model.functions.push(part.pruned());
    for &place in group {
        let (function, node) = graph.nodes[place];
        let arg = |&param: &usize| term_of(shapes.of[place].free[param], model);
        let args = params.iter().map(arg).collect();
        let function = &mut model.functions[function];
        let below = origins(function, node);
        function.origins.retain(|(other, _)| *other != node);
        function.origins.extend(below.into_iter().map(|span| (node, span)));
        function.nodes[node] = Node::Return(Expr::Call(id, args));
    }
}

/// A variable in the place of the name of a state, wherever that stands in a function.
fn variable_for(function: &mut Function, name: &Expr) -> VarId {
    let var = function.vars.push(title(name));
    for node in &mut function.nodes {
        change_node(node, &mut |expr| {
            if expr == name {
                *expr = Expr::Var(var);
            }
        });
    }
    var
}

/// Where what a node leads to comes from, and what a node of the same shape leads to.
pub(super) fn origins_of_both(
    function: &Function,
    node: NodeId,
    other: &Function,
    place: NodeId,
) -> Vec<(NodeId, Span)> {
    let mut origins = function.origins.clone();
    let mut seen: FxHashSet<(NodeId, NodeId)> = FxHashSet::default();
    let mut ahead = vec![(node, place)];
    while let Some((one, same)) = ahead.pop() {
        if seen.insert((one, same)) {
            let spans = other.origins.iter().filter(|(node, _)| *node == same);
            let new: Vec<(NodeId, Span)> = spans
                .map(|(_, span)| (one, *span))
                .filter(|origin| !origins.contains(origin))
                .collect();
            origins.extend(new);
            let next = function.nodes[one].successors();
            ahead.extend(next.into_iter().zip(other.nodes[same].successors()));
        }
    }
    origins
}

/// Where all comes from that a node leads to.
fn origins(function: &Function, node: NodeId) -> Vec<Span> {
    let reached = function.reached(node);
    let mut spans: Vec<Span> = Vec::new();
    for (node, span) in &function.origins {
        if reached[node.index()] && !spans.contains(span) {
            spans.push(*span);
        }
    }
    spans
}

/// Calls what a function calls that does nothing else.
pub(super) fn direct(model: &mut Model) {
    let mut links: FxHashMap<FunctionId, (Vec<VarId>, Expr)> = FxHashMap::default();
    for (id, function) in model.functions.iter_enumerated() {
        if let Node::Return(call @ Expr::Call(other, args)) = &function.nodes[function.root]
            && matches!(model.functions[*other].role, FunctionRole::Common(_))
            && args.iter().all(|arg| matches!(arg, Expr::Var(_) | Expr::State(_) | Expr::Atom(_)))
        {
            links.insert(id, (function.params.clone(), call.clone()));
        }
    }
    // A call may stand in an argument of another one, and a link lead to a link: always to a newer function.
    loop {
        let mut is_changed = false;
        replace_each(model, &mut |expr| {
            let Expr::Call(id, given) = expr else { return None };
            let (params, call) = links.get(id)?;
            is_changed = true;
            let value = |var: VarId| {
                let place = params.iter().position(|param| *param == var)?;
                given.get(place).cloned()
            };
            Some(call.substitute(&value))
        });
        if !is_changed {
            return;
        }
    }
}
