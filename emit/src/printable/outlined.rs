//! Processes for what is done in several places.
//!
//! Input: a model. Output: the same model where what processes do in the same way in several places, up to the names of
//! variables and states, is a process of its own that each of them enters: the end of a machine that has links, what a
//! timer can bring, what is done for an event in all states. The text is a tree: it would hold all that follows once for
//! each way there. Left out are tests whose answers lead to the same, and alternatives that are there twice or do nothing.
//! The transitions are the same: entering a process is none.

use std::collections::hash_map::Entry;

use model::expr::change::change_point;
use model::{
    Behaviour, End, Expr, Model, Parameter, ParameterRole, PointId, Process, ProcessId,
    ProcessRole, VarId,
};
use rustc_hash::FxHashMap;

use super::shapes::{Item, Shape, Shapes, Shaping, written, written_cond};
use super::state_names::{StateNames, is_name, name_of, parameters, term_of, title};
use super::used::Used;

/// The model in which what is done in several places is a process.
pub(crate) fn outlined(mut model: Model) -> Model {
    loop {
        let mut graph = Graph::of(&model);
        let (shapes, is_decided) = decided(&mut model, &mut graph);
        let is_merged = merged(&mut model, &graph, &shapes);
        if is_decided || is_merged {
            continue;
        }
        let groups = shapes.named(&graph.items, &graph.roots, Some(&graph.alike));
        if groups.is_empty() {
            return model;
        }
        for group in groups {
            outline(&mut model, &graph, &shapes, &group);
        }
        direct(&mut model);
    }
}

/// The points of all processes.
#[derive(Default)]
struct Graph {
    items: Vec<Item<Behaviour>>,
    points: Vec<PointId>,
    /// The process that each is of.
    owners: Vec<ProcessId>,
    roots: Vec<usize>,
    processes: Vec<ProcessId>,
    /// Where processes begin that may enter one that is like them.
    alike: Vec<usize>,
}

impl Graph {
    fn of(model: &Model) -> Self {
        let mut graph = Self::default();
        let mut places: FxHashMap<PointId, usize> = FxHashMap::default();
        let used = Used::of(model);
        let states = StateNames::of(model);
        // The paper's stack has a parameter of another sort.
        let is_in =
            |id: ProcessId| used.process(id) && model.processes[id].role != ProcessRole::CallStack;
        for (process, body) in model.processes.iter_enumerated().filter(|(id, _)| is_in(*id)) {
            let mut ahead = vec![(body.body, false)];
            while let Some((point, is_left)) = ahead.pop() {
                if places.contains_key(&point) {
                    continue;
                }
                let behaviour = &model.points[point];
                let next = behaviour.successors();
                if is_left {
                    let next = next.iter().filter_map(|next| places.get(next).copied()).collect();
                    places.insert(point, graph.items.len());
                    graph.items.push(item(behaviour, next, &states));
                    graph.points.push(point);
                    graph.owners.push(process);
                } else {
                    ahead.push((point, true));
                    ahead.extend(next.into_iter().rev().map(|next| (next, false)));
                }
            }
            let root = places.get(&body.body);
            graph.roots.extend(root);
            if may_be_alike(model, process) {
                graph.alike.extend(root);
            }
            graph.processes.push(process);
        }
        graph
    }
}

/// Whether a process may be one with others that do the same in other states; the process of a state stays what it is.
fn may_be_alike(model: &Model, process: ProcessId) -> bool {
    let process = &model.processes[process];
    let may = match process.role {
        ProcessRole::Handler(handler) => !handler.kind.is_of_state(),
        ProcessRole::Segment(..) | ProcessRole::Procedure(..) | ProcessRole::Common(_) => true,
        _ => false,
    };
    may && !matches!(model.points[process.body], Behaviour::Call { .. })
}

fn item(behaviour: &Behaviour, next: Vec<usize>, states: &StateNames) -> Item<Behaviour> {
    let mut own = bare(behaviour);
    change_point(&mut own, &mut |expr| states.make_variable(expr));
    let mut reads = Vec::new();
    own.for_each_read(&mut |var| reads.push(var));
    let all = |exprs: &[Expr]| exprs.iter().map(written).fold(24, u64::saturating_add);
    let bound = match behaviour {
        Behaviour::Let { var, value, .. } => Some((*var, written(value))),
        Behaviour::Receive { var, .. } => Some((*var, 0)),
        _ => None,
    };
    let written = match behaviour {
        Behaviour::End(_) => 6,
        Behaviour::Act { args, .. } | Behaviour::Call { args, .. } => all(args),
        Behaviour::Receive { given, .. } => all(given) + 24,
        Behaviour::If { cond, .. } => written_cond(cond) + 24,
        Behaviour::Mark { .. } => 40,
        Behaviour::Choice(_) | Behaviour::Let { .. } => 0,
    };
    Item { own, reads, bound, next, written }
}

/// A behaviour without what is not written, and without what follows.
fn bare(behaviour: &Behaviour) -> Behaviour {
    let nowhere = PointId(0);
    match behaviour.clone() {
        Behaviour::End(_) => Behaviour::End(End::Nothing),
        Behaviour::Act { action, args, .. } => {
            Behaviour::Act { action, args, next: nowhere, origin: None }
        }
        Behaviour::Receive { action, given, var, when, .. } => {
            Behaviour::Receive { action, given, var, when, next: nowhere }
        }
        Behaviour::Choice(points) => Behaviour::Choice(vec![nowhere; points.len()]),
        Behaviour::If { cond, .. } => Behaviour::If { cond, yes: nowhere, no: nowhere },
        Behaviour::Let { var, value, .. } => Behaviour::Let { var, value, next: nowhere },
        Behaviour::Mark { origin, .. } => Behaviour::Mark { origin, next: nowhere },
        call @ Behaviour::Call { .. } => call,
    }
}

fn renamed(behaviour: &Behaviour, new: &dyn Fn(VarId) -> VarId) -> Behaviour {
    let mut behaviour = behaviour.clone();
    behaviour.rename(&|var| new(var));
    behaviour
}

/// The shapes of all points, and whether there were tests whose answers lead to the same, alternatives that are the same
/// as another one, or nothing: these are left out.
fn decided(model: &mut Model, graph: &mut Graph) -> (Shapes, bool) {
    let mut shaping = Shaping::new(&renamed);
    let mut is_changed = false;
    for place in 0..graph.items.len() {
        let item = &mut graph.items[place];
        let shapes = &shaping.shapes;
        match &mut item.own {
            Behaviour::If { .. } => {
                if let [yes, no] = item.next[..]
                    && shapes.of[yes] == shapes.of[no]
                {
                    item.next = vec![yes];
                }
            }
            Behaviour::Choice(points) => {
                let mut left: Vec<usize> = Vec::new();
                for &next in &item.next {
                    let is_end = matches!(model.points[graph.points[next]], Behaviour::End(_));
                    if !is_end && left.iter().all(|&other| shapes.of[other] != shapes.of[next]) {
                        left.push(next);
                    }
                }
                if left.is_empty() {
                    left.extend(item.next.first());
                }
                points.truncate(left.len());
                item.next = left;
            }
            _ => {}
        }
        let point = graph.points[place];
        match (&item.own, &item.next[..]) {
            (Behaviour::If { .. } | Behaviour::Choice(_), &[next]) => {
                model.points[point] = model.points[graph.points[next]].clone();
                shaping.repeat(next);
                is_changed = true;
            }
            (Behaviour::Choice(_), next) => {
                let left: Vec<PointId> = next.iter().map(|&next| graph.points[next]).collect();
                let choice = Behaviour::Choice(left);
                is_changed |= model.points[point] != choice;
                model.points[point] = choice;
                shaping.add(item);
            }
            _ => shaping.add(item),
        }
    }
    (shaping.shapes, is_changed)
}

/// A shape, where it needs each parameter, and the names of states in it.
type SameProcess = (usize, Vec<Option<usize>>, Vec<VarId>);

/// Lets processes behind calls that do the same be one; whether there were any.
fn merged(model: &mut Model, graph: &Graph, shapes: &Shapes) -> bool {
    let mut first: FxHashMap<SameProcess, ProcessId> = FxHashMap::default();
    let mut instead: FxHashMap<ProcessId, ProcessId> = FxHashMap::default();
    for (&process, &root) in graph.processes.iter().zip(&graph.roots) {
        let params = &model.processes[process].params;
        if !may_be_alike(model, process) {
            continue;
        }
        let Shape { id, free } = &shapes.of[root];
        let place = |param: &Parameter| free.iter().position(|var| *var == param.var);
        let names = free.iter().copied().filter(|var| is_name(*var)).collect();
        let shape = (*id, params.iter().map(place).collect(), names);
        let known = *first.entry(shape).or_insert(process);
        if known != process {
            instead.insert(process, known);
        }
    }
    for &point in &graph.points {
        if let Behaviour::Call { process, .. } = &mut model.points[point] {
            *process = instead.get(process).copied().unwrap_or(*process);
        }
    }
    !instead.is_empty()
}

/// Makes a process of what begins at these points, which are of one shape.
fn outline(model: &mut Model, graph: &Graph, shapes: &Shapes, group: &[usize]) {
    let Some(&first) = group.first() else { return };
    // What all places have in common stays where it is.
    let free: Vec<&[VarId]> = group.iter().map(|&place| &*shapes.of[place].free).collect();
    let positions = parameters(&free);
    let owner = graph.owners[first];
    let long = &model.processes[owner];
    let whole = match long.role {
        ProcessRole::Common(whole) => whole,
        _ => owner,
    };
    let mut vars = long.vars.clone();
    let (mut params, mut names) = (Vec::new(), Vec::new());
    for &position in &positions {
        let given = free[0][position];
        if let Some(name) = name_of(given, model) {
            let var = vars.push(title(&name));
            params.push(Parameter { var, role: ParameterRole::Computed });
            names.push((name, var));
        } else {
            let role = long.role_of(given).unwrap_or(ParameterRole::Computed);
            params.push(Parameter { var: given, role });
        }
    }
    let body = copied(model, graph.points[first], &names);
    let role = ProcessRole::Common(whole);
    let process = model.processes.push(Process { role, params, vars, kept: Vec::new(), body });
    for (&place, free) in group.iter().zip(&free) {
        let args = positions.iter().map(|&position| term_of(free[position], model)).collect();
        model.points[graph.points[place]] = Behaviour::Call { process, args };
    }
}

/// A copy of what begins at a point, with these variables in the place of names of states.
fn copied(model: &mut Model, start: PointId, names: &[(Expr, VarId)]) -> PointId {
    if names.is_empty() {
        return model.points.push(model.points[start].clone());
    }
    let mut copies: FxHashMap<PointId, PointId> = FxHashMap::default();
    let mut new: Vec<PointId> = Vec::new();
    let mut ahead = vec![start];
    while let Some(point) = ahead.pop() {
        if let Entry::Vacant(place) = copies.entry(point) {
            let behaviour = model.points[point].clone();
            ahead.extend(behaviour.successors());
            new.push(*place.insert(model.points.push(behaviour)));
        }
    }
    for copy in new {
        let point = &mut model.points[copy];
        point.lead_to(|next| copies.get(&next).copied().unwrap_or(next));
        let named = &mut |expr: &mut Expr| {
            if let Some((_, var)) = names.iter().find(|(name, _)| name == expr) {
                *expr = Expr::Var(*var);
            }
        };
        change_point(point, named);
    }
    copies.get(&start).copied().unwrap_or(start)
}

/// Enters what a process enters that does nothing else. A process of what several do enters newer ones only.
fn direct(model: &mut Model) {
    let mut links: FxHashMap<ProcessId, (Vec<VarId>, ProcessId, Vec<Expr>)> = FxHashMap::default();
    for (id, process) in model.processes.iter_enumerated() {
        if let Behaviour::Call { process: other, args } = &model.points[process.body]
            && matches!(model.processes[*other].role, ProcessRole::Common(_))
            && args.iter().all(|arg| matches!(arg, Expr::Var(_) | Expr::State(_) | Expr::Atom(_)))
        {
            let params = process.params.iter().map(|param| param.var).collect();
            links.insert(id, (params, *other, args.clone()));
        }
    }
    for point in &mut model.points {
        while let Behaviour::Call { process, args: given } = point
            && let Some((params, other, args)) = links.get(process)
        {
            let value = |var: VarId| {
                let place = params.iter().position(|param| *param == var)?;
                given.get(place).cloned()
            };
            let args = args.iter().map(|arg| arg.substitute(&value)).collect();
            *point = Behaviour::Call { process: *other, args };
        }
    }
}
