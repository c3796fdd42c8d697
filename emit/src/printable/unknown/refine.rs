//! Unknown results as choices between finitely many values.
//!
//! Input: a model. Output: the same model where each unknown result of a call, that is only matched
//! against patterns of constants, and of which nothing is kept, is a choice between one value for each way in
//! which the tests can go: `{ok,?1}`, `error`, `?1`. The call's own label shows the value, as the explorer's
//! does; conditions on other values stand before the call. What is not of this kind stays as it is.

use rustc_hash::FxHashMap;

use super::refusal::{branch, is_refused};
use super::representative::{Refinement, has_stranger, is_decided, mentions, representative};
use model::names::strangers::Strangers;
use model::{
    ActionId, Behaviour, Cond, Expr, FunctionId, Model, Node, NodeId, OriginKind, PointId,
    ProcessId, VarId,
};

/// Nodes that the walk through one decision visits at most.
const MAX_NODES: usize = 2_000;

/// Nodes that all walks through a model visit at most: what is left then stays as it is.
const MAX_ALL_NODES: usize = 60_000;

/// The model with choices in place of the unknown results for which that is possible.
pub fn refined(model: &Model) -> Model {
    let mut refined = model.clone();
    let strangers = Strangers::to(model);
    let mut n_left = MAX_ALL_NODES;
    for (id, point) in model.points.iter_enumerated() {
        let Behaviour::Let { var, value: Expr::Unknown(origin), next } = point else { continue };
        let from = &model.origins[*origin];
        // A value that is the same wherever it comes from is no choice that is made anew.
        let is_result = matches!(from.kind, OriginKind::Result | OriginKind::Inexact);
        if !is_result || from.is_constant {
            continue;
        }
        let mut walk = Walk {
            model,
            strangers: &strangers,
            var: *var,
            new: Vec::new(),
            n_points: refined.points.len(),
            n_nodes: 0,
            most: n_left.min(MAX_NODES),
        };
        let offers = walk.offers(*next);
        n_left = n_left.saturating_sub(walk.n_nodes);
        if let Some(behaviour) = offers {
            for point in walk.new {
                refined.points.push(point);
            }
            refined.points[id] = behaviour;
        }
    }
    refined
}

/// What has been found out about the value on the way to a node.
type Path = Vec<(Cond, bool)>;

/// The call whose result is refined, and what follows it.
struct Site<'m> {
    action: ActionId,
    args: &'m [Expr],
    origin: Option<frontend::Span>,
    process: ProcessId,
    /// Arguments of the process.
    passed: &'m [Expr],
}

/// The replacement of one point.
struct Walk<'m> {
    model: &'m Model,
    strangers: &'m Strangers,
    var: VarId,
    /// New points; the first gets number `n_points`.
    new: Vec<Behaviour>,
    n_points: usize,
    n_nodes: usize,
    /// How many nodes may be visited.
    most: usize,
}

impl<'m> Walk<'m> {
    fn point(&mut self, behaviour: Behaviour) -> PointId {
        use model::index::Idx as _;
        self.new.push(behaviour);
        PointId::from_usize(self.n_points + self.new.len() - 1)
    }

    /// What stands in place of a point behind the binding of the result; `None` where there is no such thing.
    fn offers(&mut self, at: PointId) -> Option<Behaviour> {
        match &self.model.points[at] {
            Behaviour::Choice(points) => {
                let mut offers = Vec::new();
                for &point in points {
                    let offer = self.offers(point)?;
                    offers.push(self.point(offer));
                }
                Some(Behaviour::Choice(offers))
            }
            Behaviour::If { cond, yes, no } => {
                let mut mentioned = false;
                cond.for_each_var(&mut |var| mentioned |= var == self.var);
                if mentioned {
                    return None;
                }
                let [yes, no] = [self.offers(*yes)?, self.offers(*no)?];
                let [yes, no] = [self.point(yes), self.point(no)];
                Some(Behaviour::If { cond: cond.clone(), yes, no })
            }
            Behaviour::Act { action, args, next, origin } => {
                if !args.iter().any(|arg| mentions(arg, self.var)) {
                    return Some(self.model.points[at].clone());
                }
                let Behaviour::Call { process, args: passed } = &self.model.points[*next] else {
                    return None;
                };
                let site =
                    Site { action: *action, args, origin: *origin, process: *process, passed };
                self.site(&site)
            }
            _ => None,
        }
    }

    fn site(&mut self, site: &Site<'m>) -> Option<Behaviour> {
        let mut deciding = site.passed.iter().filter(|arg| mentions(arg, self.var));
        let (Some(Expr::Call(function, args)), None) = (deciding.next(), deciding.next()) else {
            return None;
        };
        let function_ = &self.model.functions[*function];
        let mut values: FxHashMap<VarId, Expr> =
            function_.params.iter().copied().zip(args.iter().cloned()).collect();
        self.node(*function, function_.root, &mut values, &mut Vec::new(), site)
    }

    /// The ways from a node on; where there are some, `values` and `path` are afterwards what they were before.
    fn node(
        &mut self,
        function: FunctionId,
        id: NodeId,
        values: &mut FxHashMap<VarId, Expr>,
        path: &mut Path,
        site: &Site<'m>,
    ) -> Option<Behaviour> {
        self.n_nodes += 1;
        if self.n_nodes > self.most {
            return None;
        }
        match &self.model.functions[function].nodes[id] {
            Node::Let { var, value, next } => {
                let value = value.substitute(&|var| values.get(&var).cloned());
                let before = values.insert(*var, value);
                let node = self.node(function, *next, values, path, site);
                match before {
                    Some(before) => values.insert(*var, before),
                    None => values.remove(var),
                };
                node
            }
            Node::Test { cond, yes, no, .. } => {
                let cond = cond.substitute(&|var| values.get(&var).cloned());
                let mut mentioned = false;
                cond.for_each_var(&mut |var| mentioned |= var == self.var);
                if !mentioned {
                    let yes = self.node(function, *yes, values, path, site)?;
                    let no = self.node(function, *no, values, path, site)?;
                    let [yes, no] = [self.point(yes), self.point(no)];
                    return Some(Behaviour::If { cond, yes, no });
                }
                if !is_decided(&cond, self.var) {
                    return None;
                }
                path.push((cond, true));
                let yes = self.node(function, *yes, values, path, site)?;
                if let Some((_, holds)) = path.last_mut() {
                    *holds = false;
                }
                let no = self.node(function, *no, values, path, site)?;
                path.pop();
                let [yes, no] = [self.point(yes), self.point(no)];
                Some(Behaviour::Choice(vec![yes, no]))
            }
            Node::Return(value) => {
                let value = value.substitute(&|var| values.get(&var).cloned());
                self.leaf(&value, path, site)
            }
        }
    }

    /// The call with a value that goes this way; nothing where no value does.
    fn leaf(&mut self, result: &Expr, path: &Path, site: &Site<'m>) -> Option<Behaviour> {
        if is_refused(self.model, result, site.process) {
            return Some(Behaviour::Choice(Vec::new()));
        }
        let value = match representative(self.var, path, self.strangers) {
            Refinement::Value(value) => value,
            Refinement::Impossible => return Some(Behaviour::Choice(Vec::new())),
            Refinement::Open => return None,
        };
        let put = |expr: &Expr| expr.substitute(&|var| (var == self.var).then(|| value.clone()));
        let replaced = put(result);
        if is_refused(self.model, &replaced, site.process) {
            return Some(Behaviour::Choice(Vec::new()));
        }
        if self.is_kept(&replaced, site.process) {
            return None;
        }
        let args: Vec<Expr> = site.args.iter().map(put).collect();
        let passed = site.passed.iter().map(put).collect();
        let next = self.point(Behaviour::Call { process: site.process, args: passed });
        Some(Behaviour::Act { action: site.action, args, next, origin: site.origin })
    }

    fn has_stranger(&self, expr: &Expr) -> bool {
        has_stranger(expr, self.strangers)
    }

    /// Whether a part of the value that nothing is known of lives on behind the result of a decision.
    fn is_kept(&self, result: &Expr, process: ProcessId) -> bool {
        if !self.has_stranger(result) {
            return false;
        }
        let Expr::Tuple(items) = result else { return true };
        let [state, data, _] = items.as_slice() else { return true };
        self.has_stranger(state)
            || self.has_stranger(data)
            || !branch(self.model, result, process).is_some_and(|branch| self.never_goes_on(branch))
    }

    fn never_goes_on(&self, at: PointId) -> bool {
        match &self.model.points[at] {
            Behaviour::End(_) => true,
            Behaviour::Act { next, .. }
            | Behaviour::Let { next, .. }
            | Behaviour::Mark { next, .. } => self.never_goes_on(*next),
            _ => false,
        }
    }
}
