//! What is written of a model: what a run may come to.
//!
//! Input: a model. Output: the processes that others enter, from those that run in parallel on, the control points of these,
//! and the functions that are called there, or by other such functions.

use model::expr::walk::{for_each_call_at, for_each_call_of_node, walk};
use model::index::Idx as _;
use model::{Behaviour, End, Expr, FunctionId, Model, Node, NodeId, PointId, ProcessId};

/// What is written of a model.
pub(crate) struct Used {
    processes: Vec<bool>,
    functions: Vec<bool>,
    points: Vec<bool>,
}

impl Used {
    /// What a run of a model may come to.
    pub(crate) fn of(model: &Model) -> Self {
        let processes = used_processes(model);
        let mut ahead: Vec<FunctionId> = Vec::new();
        for arg in model.composition.iter().flat_map(|part| &part.args) {
            walk(
                arg,
                &mut |expr| {
                    if let Expr::Call(function, _) = expr {
                        ahead.push(*function);
                    }
                },
                &mut |_| {},
            );
        }
        let mut seen = vec![false; model.points.len()];
        for (id, process) in model.processes.iter_enumerated() {
            let mut points: Vec<PointId> = vec![process.body];
            while let Some(point) = points.pop().filter(|_| processes[id.index()]) {
                if !std::mem::replace(&mut seen[point.index()], true) {
                    for_each_call_at(&model.points[point], &mut |function| ahead.push(function));
                    points.extend(model.points[point].successors());
                }
            }
        }
        let mut functions = vec![false; model.functions.len()];
        while let Some(function) = ahead.pop() {
            if !std::mem::replace(&mut functions[function.index()], true) {
                for node in &model.functions[function].nodes {
                    for_each_call_of_node(node, &mut |function| ahead.push(function));
                }
            }
        }
        Self { processes, functions, points: seen }
    }

    /// Leaves nothing of what is not written, so that its atoms are not declared.
    pub(crate) fn leave(&self, model: &mut Model) {
        for (function, _) in
            model.functions.iter_mut().zip(&self.functions).filter(|(_, used)| !**used)
        {
            function.nodes = std::iter::once(Node::Return(Expr::Nil)).collect();
            function.root = NodeId(0);
            function.origins.clear();
        }
        for (point, _) in model.points.iter_mut().zip(&self.points).filter(|(_, used)| !**used) {
            *point = Behaviour::End(End::Nothing);
        }
    }

    /// Whether a process is entered.
    pub(crate) fn process(&self, id: ProcessId) -> bool {
        self.processes[id.index()]
    }

    /// Whether a function is called.
    pub(crate) fn function(&self, id: FunctionId) -> bool {
        self.functions[id.index()]
    }
}

/// The processes that are entered, by number.
pub(super) fn used_processes(model: &Model) -> Vec<bool> {
    let mut used = vec![false; model.processes.len()];
    let mut seen = vec![false; model.points.len()];
    let mut ahead: Vec<ProcessId> = model.composition.iter().map(|part| part.process).collect();
    while let Some(process) = ahead.pop() {
        if std::mem::replace(&mut used[process.index()], true) {
            continue;
        }
        let mut points = vec![model.processes[process].body];
        while let Some(point) = points.pop() {
            if !std::mem::replace(&mut seen[point.index()], true) {
                if let Behaviour::Call { process, .. } = &model.points[point] {
                    ahead.push(*process);
                }
                points.extend(model.points[point].successors());
            }
        }
    }
    used
}
