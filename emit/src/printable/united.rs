//! One function for functions that are the same, also where they call themselves or each other.
//!
//! Input: a model. Output: the same model where functions of one callback that differ in nothing but names of variables are
//! one in all states, and those that call themselves and differ in names of states, too, are one with these as arguments: what
//! looks for a message in the queue is the same in all states. What goes in circles has no shape of its own (`shapes`); here all is taken
//! to be the same until it is seen to differ. The comments are those of all of them.

use std::collections::BTreeMap;

use frontend::{FileId, Span};
use model::expr::change::{change_each, change_node};
use model::index::{Idx as _, IndexVec};
use model::{
    Expr, Function, FunctionId, FunctionRole, Handler, Model, Node, NodeId, StateIx, VarId,
};
use rustc_hash::{FxHashMap, FxHashSet};

use super::abstracted::{direct, origins_of_both};
use super::state_names::{StateNames, is_name, parameters, term_of, title};

/// Stands for the function itself in what it calls.
const SELF: FunctionId = FunctionId(u32::MAX);

/// Stands for what a function calls.
const CALLED: FunctionId = FunctionId(u32::MAX - 1);

/// The model in which functions of callbacks that are the same are one.
pub(crate) fn united(mut model: Model) -> Model {
    while unite(&mut model) || lift(&mut model) {}
    model
}

/// What a function is but for its variables and what it calls: those are numbered in the order in which they occur.
#[derive(PartialEq, Eq, Hash)]
struct Skeleton {
    /// What it computes, whatever the state is.
    role: Option<FunctionRole>,
    n_params: usize,
    root: NodeId,
    nodes: Vec<Node>,
}

/// A function without its own names.
struct Bare {
    skeleton: Skeleton,
    /// What it calls, in order.
    calls: Vec<FunctionId>,
    /// The names of states in it, in order, as variables; empty where they are a part of the skeleton.
    states: Vec<VarId>,
}

/// What a function of a callback computes, whatever the state is; `None` for those of the module and the library, which stay
/// what they are, so that no edit of another one renames anything there, and for all others.
fn in_any_state(model: &Model, role: &FunctionRole) -> Option<FunctionRole> {
    let any = |handler: Handler| {
        let state = if handler.kind.is_of_state() { handler.state } else { StateIx(0) };
        Handler { state, ..handler }
    };
    match role {
        FunctionRole::Handler(handler) => Some(FunctionRole::Handler(any(*handler))),
        FunctionRole::Segment(handler, ix) => Some(FunctionRole::Segment(handler.map(any), *ix)),
        FunctionRole::Handles(handler) => Some(FunctionRole::Handles(any(*handler))),
        FunctionRole::Pick(behind) => {
            Some(FunctionRole::Pick(Box::new(in_any_state(model, behind)?)))
        }
        FunctionRole::Common(whole) => in_any_state(model, &model.functions[*whole].role),
        _ => None,
    }
}

/// A function without its own names; with `states`, also without those of states, and as one that calls itself.
fn bare(model: &Model, own: FunctionId, states: Option<&StateNames>) -> Bare {
    let function = &model.functions[own];
    let mut order: Vec<VarId> = function.params.clone();
    let mut seen: FxHashSet<VarId> = order.iter().copied().collect();
    let mut calls = Vec::new();
    let mut nodes = Vec::with_capacity(function.nodes.len());
    let nowhere = Span::new(FileId(0), 0, 0);
    for node in &function.nodes {
        let mut node = node.clone();
        if let Node::Test { at, .. } = &mut node {
            *at = nowhere;
        }
        change_node(&mut node, &mut |expr| {
            if let Some(states) = states {
                states.make_variable(expr);
            }
            if let Expr::Call(callee, _) = expr {
                if states.is_some() && *callee == own {
                    *callee = SELF;
                } else {
                    calls.push(std::mem::replace(callee, CALLED));
                }
            }
        });
        node.for_each_var(&mut |var| {
            if seen.insert(var) {
                order.push(var);
            }
        });
        nodes.push(node);
    }
    let number: FxHashMap<VarId, VarId> =
        order.iter().enumerate().map(|(number, &var)| (var, VarId::from_usize(number))).collect();
    for node in &mut nodes {
        node.rename(&|var| number.get(&var).copied().unwrap_or(var));
    }
    let states = order.into_iter().filter(|var| is_name(*var)).collect();
    let role = in_any_state(model, &function.role);
    let skeleton = Skeleton { role, n_params: function.params.len(), root: function.root, nodes };
    Bare { skeleton, calls, states }
}

/// Lets functions that are the same be one; whether there were any.
fn unite(model: &mut Model) -> bool {
    let mut skeletons: FxHashMap<Skeleton, usize> = FxHashMap::default();
    let mut calls: Vec<Vec<FunctionId>> = Vec::new();
    let mut classes: Vec<usize> = Vec::new();
    for (id, function) in model.functions.iter_enumerated() {
        if in_any_state(model, &function.role).is_some() {
            let Bare { skeleton, calls: called, .. } = bare(model, id, None);
            let next = model.functions.len() + skeletons.len();
            classes.push(*skeletons.entry(skeleton).or_insert(next));
            calls.push(called);
        } else {
            classes.push(id.index());
            calls.push(Vec::new());
        }
    }
    let mut n_classes = 0;
    loop {
        let mut refined: FxHashMap<(usize, Vec<usize>), usize> = FxHashMap::default();
        let split: Vec<usize> = classes
            .iter()
            .zip(&calls)
            .map(|(&class, calls)| {
                let called = calls.iter().map(|callee| classes[callee.index()]).collect();
                let next = refined.len();
                *refined.entry((class, called)).or_insert(next)
            })
            .collect();
        let is_done = refined.len() == n_classes;
        n_classes = refined.len();
        classes = split;
        if is_done {
            break;
        }
    }
    replace(model, &classes)
}

/// Calls the first function of each class in the place of all others of it; whether there are others.
fn replace(model: &mut Model, classes: &[usize]) -> bool {
    let mut first: FxHashMap<usize, FunctionId> = FxHashMap::default();
    let mut instead: FxHashMap<FunctionId, FunctionId> = FxHashMap::default();
    for (number, class) in classes.iter().enumerate() {
        let id = FunctionId::from_usize(number);
        let known = *first.entry(*class).or_insert(id);
        if known != id {
            instead.insert(id, known);
            let (one, other) = (&model.functions[known], &model.functions[id]);
            let origins = origins_of_both(one, one.root, other, other.root);
            model.functions[known].origins = origins;
        }
    }
    let mut is_changed = false;
    let mut call = |expr: &mut Expr| {
        if let Expr::Call(id, _) = expr
            && let Some(known) = instead.get(id)
        {
            *id = *known;
            is_changed = true;
        }
    };
    change_each(model, &mut call, &mut |_| {});
    is_changed
}

/// Makes functions that call themselves, and differ in names of states only, calls of one that gets these; whether there were
/// any.
fn lift(model: &mut Model) -> bool {
    let states = StateNames::of(model);
    let mut groups: BTreeMap<usize, Vec<(FunctionId, Vec<VarId>)>> = BTreeMap::new();
    let mut known: FxHashMap<(Skeleton, Vec<FunctionId>), usize> = FxHashMap::default();
    for (id, function) in model.functions.iter_enumerated() {
        if in_any_state(model, &function.role).is_some() && calls_itself(function, id) {
            let Bare { skeleton, calls, states } = bare(model, id, Some(&states));
            let next = known.len();
            let group = *known.entry((skeleton, calls)).or_insert(next);
            groups.entry(group).or_default().push((id, states));
        }
    }
    let mut is_changed = false;
    for group in groups.into_values().filter(|group| group.len() > 1) {
        let names: Vec<&[VarId]> = group.iter().map(|(_, states)| &**states).collect();
        let differing = parameters(&names);
        if !differing.is_empty() {
            lift_one(model, &group, &differing);
            is_changed = true;
        }
    }
    if is_changed {
        direct(model);
    }
    is_changed
}

fn calls_itself(function: &Function, id: FunctionId) -> bool {
    let mut calls = false;
    for node in &function.nodes {
        model::expr::walk::for_each_call_of_node(node, &mut |callee| calls |= callee == id);
    }
    calls
}

/// One function for those of a group, with the names of states at these positions as arguments.
fn lift_one(model: &mut Model, group: &[(FunctionId, Vec<VarId>)], differing: &[usize]) {
    let Some((first, names)) = group.first() else { return };
    let new = FunctionId::from_usize(model.functions.len());
    let mut lifted = model.functions[*first].clone();
    lifted.role = FunctionRole::Common(match lifted.role {
        FunctionRole::Common(whole) => whole,
        _ => *first,
    });
    let mut vars: Vec<(Expr, VarId)> = Vec::new();
    for &position in differing {
        let name = term_of(names[position], model);
        let var = lifted.vars.push(title(&name));
        lifted.params.push(var);
        vars.push((name, var));
    }
    for node in &mut lifted.nodes {
        change_node(node, &mut |expr| {
            if let Some((_, var)) = vars.iter().find(|(name, _)| name == expr) {
                *expr = Expr::Var(*var);
            }
            if let Expr::Call(callee, args) = expr
                && callee == first
            {
                *callee = new;
                args.extend(vars.iter().map(|(_, var)| Expr::Var(*var)));
            }
        });
    }
    for (id, _) in group {
        let other = &model.functions[*id];
        lifted.origins = origins_of_both(&lifted, lifted.root, other, other.root);
    }
    model.functions.push(lifted);
    for (id, names) in group {
        let names: Vec<Expr> =
            differing.iter().map(|position| term_of(names[*position], model)).collect();
        let function = &mut model.functions[*id];
        let args = function.params.iter().map(|param| Expr::Var(*param)).chain(names).collect();
        let nodes: IndexVec<NodeId, Node> =
            std::iter::once(Node::Return(Expr::Call(new, args))).collect();
        (function.nodes, function.root) = (nodes, NodeId(0));
        function.origins.clear();
        function.raises.clear();
    }
}
