//! Processes for values that are computed once.
//!
//! Input: a model. Output: the same model where what follows a value that takes long to write, and that is used often,
//! is a process of its own with that value as a parameter. The text names no values, so that a value stands wherever it
//! is used: the text of a `receive` that looks through timers would be long, and a tool that reads it would compute the
//! value again for every alternative. The transitions are the same: entering a process is none.

use rustc_hash::{FxHashMap, FxHashSet};

use model::index::Idx as _;
use model::{
    Behaviour, Expr, Model, Operator, Parameter, ParameterRole, PointId, Process, ProcessId,
    ProcessRole, VarId,
};

/// How many parts of terms a value may be in all places where it stands.
const MAX_WRITTEN: u64 = 400;

/// The model in which values that take long to write, and are used often, are handed to processes of their own.
pub(crate) fn shared(model: Model) -> Model {
    let mut sharing = Sharing {
        model,
        seen: FxHashSet::default(),
        done: FxHashSet::default(),
        uses: FxHashMap::default(),
    };
    let n_processes = sharing.model.processes.len();
    for process in (0..n_processes).map(ProcessId::from_usize) {
        for point in sharing.points_of(process) {
            sharing.share(process, point);
        }
    }
    sharing.model
}

struct Sharing {
    model: Model,
    /// Points of the processes before.
    seen: FxHashSet<PointId>,
    /// Values that have been looked at.
    done: FxHashSet<PointId>,
    /// How often a variable is written behind a point.
    uses: FxHashMap<(PointId, VarId), u64>,
}

impl Sharing {
    /// The points of a process that are of no other one, the first ones first.
    fn points_of(&mut self, process: ProcessId) -> Vec<PointId> {
        let mut points = Vec::new();
        let mut ahead = vec![self.model.processes[process].body];
        while let Some(point) = ahead.pop() {
            if self.seen.insert(point) {
                points.push(point);
                ahead.extend(self.model.points[point].successors().into_iter().rev());
            }
        }
        points
    }

    /// Makes a process of what follows values, where that is shorter. All values that follow each other are parameters
    /// then: one process entered from the next would be written out by a linearizer.
    fn share(&mut self, process: ProcessId, point: PointId) {
        if self.done.contains(&point) {
            return;
        }
        let (mut values, mut at) = (Vec::new(), point);
        let mut is_long = false;
        while let Behaviour::Let { var, value, next } = &self.model.points[at] {
            let (var, next) = (*var, *next);
            let value_of = |other: VarId| values.iter().find(|(bound, _)| *bound == other);
            let value = value
                .substitute(&|other| value_of(other).map(|(_, value): &(_, Expr)| value.clone()));
            let uses = self.uses(next, var);
            is_long |= uses > 1
                && is_computed(&value)
                && uses.saturating_mul(weight(&value)) > MAX_WRITTEN;
            values.push((var, value));
            self.done.insert(at);
            at = next;
        }
        if !is_long {
            return;
        }
        let free = self.free(at);
        let arg = |param: &VarId| {
            let value = values.iter().find(|(bound, _)| bound == param);
            value.map_or(Expr::Var(*param), |(_, value)| value.clone())
        };
        let args = free.iter().map(arg).collect();
        let long = &self.model.processes[process];
        let role = |var| long.role_of(var).unwrap_or(ParameterRole::Computed);
        let params = free.into_iter().map(|var| Parameter { var, role: role(var) }).collect();
        let vars = long.vars.clone();
        let role = ProcessRole::Part(process);
        let part = Process { role, params, vars, kept: Vec::new(), body: at };
        let process = self.model.processes.push(part);
        self.model.points[point] = Behaviour::Call { process, args };
    }

    /// How often a variable is written behind a point.
    fn uses(&mut self, point: PointId, var: VarId) -> u64 {
        if let Some(&uses) = self.uses.get(&(point, var)) {
            return uses;
        }
        let behaviour = &self.model.points[point];
        let (mut uses, ahead) = (occurrences(behaviour, var), behaviour.successors());
        if let Behaviour::Let { var: bound, next, .. } = behaviour {
            let (bound, next) = (*bound, *next);
            uses = uses.saturating_mul(self.uses(next, bound));
        }
        for next in ahead {
            uses = uses.saturating_add(self.uses(next, var));
        }
        self.uses.insert((point, var), uses);
        uses
    }

    /// The variables that are needed behind a point, and are not bound there.
    fn free(&self, point: PointId) -> Vec<VarId> {
        let (mut used, mut bound) = (FxHashSet::default(), FxHashSet::default());
        let (mut seen, mut ahead) = (FxHashSet::default(), vec![point]);
        while let Some(point) = ahead.pop() {
            if !seen.insert(point) {
                continue;
            }
            let behaviour = &self.model.points[point];
            behaviour.for_each_read(&mut |var| {
                used.insert(var);
            });
            bound.extend(behaviour.bound());
            ahead.extend(behaviour.successors());
        }
        let mut free: Vec<VarId> = used.difference(&bound).copied().collect();
        free.sort_unstable();
        free
    }
}

/// How often a point itself mentions a variable.
fn occurrences(behaviour: &Behaviour, var: VarId) -> u64 {
    let mut uses = 0;
    behaviour.for_each_read(&mut |read| uses += u64::from(read == var));
    uses
}

/// The parts of a term.
fn weight(expr: &Expr) -> u64 {
    expr.operands().map(weight).fold(1, u64::saturating_add)
}

/// Whether a value is more than a part of another one, or a term around such.
fn is_computed(expr: &Expr) -> bool {
    matches!(expr, Expr::Call(..) | Expr::Apply(Operator::FreshReference | Operator::FreshPid, _))
        || expr.operands().any(is_computed)
}
