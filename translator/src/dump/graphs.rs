//! Functions and whole models: what `kernel` gives.

use std::fmt::Write as _;

use super::terms::Terms;
use super::{Tables, key, numbers};
use model::expr::atom::quoted;
use model::index::IndexVec;
use model::{
    ActionId, Behaviour, Function, FunctionRole, Handler, Model, Node, NodeId, PointId, Process,
    ProcessRole, SegmentIx, Sender, VarId,
};

/// The nodes of a function that its root leads to.
pub(crate) fn function(function: &Function, tables: &Tables) -> String {
    let terms = Terms::new(tables, &function.vars);
    let mut ids: Vec<NodeId> = reachable(function);
    ids.reverse();
    let numbers = numbers(&ids);
    let number = |id: &NodeId| numbers.get(id).copied().unwrap_or(0);
    let mut text = format!("({})\n", terms.vars(&function.params));
    for id in &ids {
        let _ = write!(text, "  {}: ", number(id));
        let _ = match &function.nodes[*id] {
            Node::Test { cond, yes, no, .. } => {
                let [yes, no] = [yes, no].map(number);
                writeln!(text, "if {} then {yes} else {no}", terms.cond(cond))
            }
            Node::Let { var, value, next } => {
                let (var, value) = (terms.var(*var), terms.expr(value));
                writeln!(text, "{var} = {value}; {}", number(next))
            }
            Node::Return(value) => writeln!(text, "return {}", terms.expr(value)),
        };
    }
    text
}

/// Ids of the nodes that the root leads to, in ascending order.
fn reachable(function: &Function) -> Vec<NodeId> {
    let mut seen = std::collections::BTreeSet::new();
    let mut pending = vec![function.root];
    while let Some(id) = pending.pop() {
        if seen.insert(id) {
            match &function.nodes[id] {
                Node::Test { yes, no, .. } => pending.extend([*yes, *no]),
                Node::Let { next, .. } => pending.push(*next),
                Node::Return(_) => {}
            }
        }
    }
    seen.into_iter().collect()
}

/// A whole model.
pub(crate) fn model(model: &Model) -> String {
    let mut tables = Tables {
        states: model.states.clone(),
        functions: IndexVec::default(),
        procedures: model.procedures.iter().map(|p| key(&p.name, p.arity)).collect(),
        origins: model.origins.clone(),
    };
    tables.functions = model.functions.iter().map(|f| function_name(&f.role, &tables)).collect();
    let states: Vec<String> = model.states.iter().map(|name| quoted(name.as_str())).collect();
    let mut text = format!(
        "model {} in {} form\nstates {}\n",
        quoted(model.module.as_str()),
        format!("{:?}", model.form).to_lowercase(),
        states.join(", ")
    );
    for (id, definition) in model.functions.iter_enumerated() {
        let _ = write!(text, "function {} ", tables.function(id));
        text.push_str(&function(definition, &tables));
    }
    let action = |id: ActionId| quoted(model.actions[id].name.as_str());
    for (id, definition) in model.actions.iter_enumerated() {
        let result = if definition.has_result { ", with a result" } else { "" };
        let _ = writeln!(
            text,
            "action {}/{}: {:?}{result}",
            action(id),
            definition.arity,
            definition.role
        );
    }
    for communication in &model.communications {
        let [send, receive, result] =
            [communication.send, communication.receive, communication.result].map(action);
        let _ = writeln!(text, "communication {send} | {receive} = {result}");
    }
    for definition in &model.processes {
        process(&mut text, definition, model, &tables);
    }
    let terms = Terms::closed(&tables);
    for component in &model.composition {
        let name = process_name(model.processes[component.process].role, &tables);
        let _ = writeln!(text, "run {name} ({})", terms.exprs(&component.args));
    }
    text
}

pub(crate) fn function_name(role: &FunctionRole, tables: &Tables) -> String {
    let callback = |handler: &Option<Handler>| {
        handler.map_or("init/1".to_owned(), |handler| handler_name(handler, tables))
    };
    match role {
        FunctionRole::Handler(handler) => callback(&Some(*handler)),
        FunctionRole::Local(name, arity) => key(name, *arity),
        FunctionRole::Init => callback(&None),
        FunctionRole::Segment(handler, segment) => {
            format!("segment {} of {}", segment.0, callback(handler))
        }
        FunctionRole::Procedure(procedure, SegmentIx(0)) => tables.procedure(*procedure),
        FunctionRole::Procedure(procedure, segment) => {
            format!("segment {} of {}", segment.0, tables.procedure(*procedure))
        }
        FunctionRole::Handles(handler) => format!("handles {}", callback(&Some(*handler))),
        FunctionRole::Allowed(kind) if kind.suffix.is_none() => "allowed".to_owned(),
        FunctionRole::Allowed(kind) => format!("allowed {kind:?}"),
        FunctionRole::Restart => "restart".to_owned(),
        FunctionRole::Starting => "starting".to_owned(),
        FunctionRole::Common(whole) => format!("common part {}", whole.0),
        FunctionRole::Text(letters) => format!("text {letters}"),
        FunctionRole::With(place, size) => format!("with component {place} of {size}"),
        FunctionRole::Append => "append".to_owned(),
        FunctionRole::Pick(behind) => format!("pick for {}", function_name(behind, tables)),
        FunctionRole::Room(most) => format!("room {most}"),
    }
}

/// `locked`; `handle_event/3 in locked`.
fn handler_stem(handler: Handler, tables: &Tables) -> String {
    match handler.kind {
        kind if kind.suffix.is_none() => tables.state(handler.state),
        _ => handler_name(handler, tables),
    }
}

/// `locked/2`; `handle_event/3 in locked`.
fn handler_name(handler: Handler, tables: &Tables) -> String {
    let (state, arity) = (tables.state(handler.state), handler.kind.arity());
    match handler.kind.function() {
        None => format!("{state}/{arity}"),
        Some(function) => format!("{function}/{arity} in {state}"),
    }
}

fn process_name(role: ProcessRole, tables: &Tables) -> String {
    match role {
        ProcessRole::Handler(handler) => {
            format!("State {}", handler_stem(handler, tables))
        }
        ProcessRole::Segment(Some(handler), segment) => {
            format!("Segment {} of {}", segment.0, handler_stem(handler, tables))
        }
        ProcessRole::Read(kind, Sender::Anyone) if kind.is_untagged => "Read".to_owned(),
        ProcessRole::Event(kind, _) if kind.is_untagged => "Event".to_owned(),
        ProcessRole::Read(kind, Sender::Anyone) => format!("Read({kind:?})"),
        ProcessRole::Event(kind, Sender::Anyone) => format!("Event({kind:?})"),
        ProcessRole::Procedure(procedure, segment) => {
            format!("Segment {} of {}", segment.0, tables.procedure(procedure))
        }
        ProcessRole::Segment(None, segment) => format!("Segment {} of init", segment.0),
        other => format!("{other:?}"),
    }
}

fn process(text: &mut String, process: &Process, model: &Model, tables: &Tables) {
    let terms = Terms::new(tables, &process.vars);
    let params: Vec<VarId> = process.params.iter().map(|param| param.var).collect();
    let params = terms.vars(&params);
    let _ = writeln!(text, "process {} ({params})", process_name(process.role, tables));
    let points = points(model, process.body);
    let numbers = numbers(&points);
    let number = |id: &PointId| numbers.get(id).copied().unwrap_or(0).to_string();
    for id in &points {
        let written = point(&model.points[*id], model, tables, &terms, &number);
        let _ = writeln!(text, "  {}: {written}", number(id));
    }
}

/// The control points of a process in the order in which they are met.
fn points(model: &Model, body: PointId) -> Vec<PointId> {
    let mut points = Vec::new();
    let mut seen = rustc_hash::FxHashSet::default();
    let mut pending = vec![body];
    while let Some(id) = pending.pop() {
        if !seen.insert(id) {
            continue;
        }
        points.push(id);
        match &model.points[id] {
            Behaviour::End(_) | Behaviour::Call { .. } => {}
            Behaviour::Act { next, .. }
            | Behaviour::Receive { next, .. }
            | Behaviour::Let { next, .. }
            | Behaviour::Mark { next, .. } => pending.push(*next),
            Behaviour::Choice(points) => pending.extend(points.iter().rev()),
            Behaviour::If { yes, no, .. } => pending.extend([*no, *yes]),
        }
    }
    points
}

fn point(
    point: &Behaviour,
    model: &Model,
    tables: &Tables,
    terms: &Terms<'_>,
    number: &dyn Fn(&PointId) -> String,
) -> String {
    let action = |id: ActionId| quoted(model.actions[id].name.as_str());
    match point {
        Behaviour::End(end) => format!("end: {end:?}"),
        Behaviour::Act { action: id, args, next, .. } => {
            format!("{}({}); {}", action(*id), terms.exprs(args), number(next))
        }
        Behaviour::Receive { action: id, given, var, when, next } => {
            let given = if given.is_empty() { String::new() } else { terms.exprs(given) + ", " };
            let when =
                when.as_ref().map_or(String::new(), |cond| format!(" when {}", terms.cond(cond)));
            format!("{}({given}any {}){when}; {}", action(*id), terms.var(*var), number(next))
        }
        Behaviour::Choice(points) => {
            format!("any of {}", points.iter().map(number).collect::<Vec<_>>().join(", "))
        }
        Behaviour::If { cond, yes, no } => {
            format!("if {} then {} else {}", terms.cond(cond), number(yes), number(no))
        }
        Behaviour::Let { var, value, next } => {
            format!("{} = {}; {}", terms.var(*var), terms.expr(value), number(next))
        }
        Behaviour::Mark { next, .. } => format!("clause taken; {}", number(next)),
        Behaviour::Call { process, args } => {
            let name = process_name(model.processes[*process].role, tables);
            format!("go on as {name} ({})", terms.exprs(args))
        }
    }
}
