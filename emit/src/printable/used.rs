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
        let mut used = Self {
            processes: vec![false; model.processes.len()],
            functions: vec![false; model.functions.len()],
            points: vec![false; model.points.len()],
        };
        let mut called: Vec<FunctionId> = Vec::new();
        for arg in model.composition.iter().flat_map(|part| &part.args) {
            let calls = &mut |expr: &Expr| {
                if let Expr::Call(function, _) = expr {
                    called.push(*function);
                }
            };
            walk(arg, calls, &mut |_| {});
        }
        used.enter(model, &mut called);
        while let Some(function) = called.pop() {
            if !std::mem::replace(&mut used.functions[function.index()], true) {
                for node in &model.functions[function].nodes {
                    for_each_call_of_node(node, &mut |function| called.push(function));
                }
            }
        }
        used
    }

    /// Goes through the processes that are entered; what is called there.
    fn enter(&mut self, model: &Model, called: &mut Vec<FunctionId>) {
        let mut ahead: Vec<ProcessId> = model.composition.iter().map(|part| part.process).collect();
        while let Some(process) = ahead.pop() {
            if std::mem::replace(&mut self.processes[process.index()], true) {
                continue;
            }
            let mut points: Vec<PointId> = vec![model.processes[process].body];
            while let Some(point) = points.pop() {
                if std::mem::replace(&mut self.points[point.index()], true) {
                    continue;
                }
                let behaviour = &model.points[point];
                if let Behaviour::Call { process, .. } = behaviour {
                    ahead.push(*process);
                }
                for_each_call_at(behaviour, &mut |function| called.push(function));
                points.extend(behaviour.successors());
            }
        }
    }

    /// Leaves nothing of what is not written, so that its atoms are not declared.
    pub(crate) fn leave(&self, model: &mut Model) {
        for (function, _) in
            model.functions.iter_mut().zip(&self.functions).filter(|(_, used)| !**used)
        {
            function.nodes = std::iter::once(Node::Return(Expr::Nil)).collect();
            function.root = NodeId(0);
            function.origins.clear();
            function.raises.clear();
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
