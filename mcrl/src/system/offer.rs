//! What one component offers in a state of its own.

use std::cell::OnceCell;
use std::rc::Rc;

use frontend::Span;
use lts::next_state::StepError;
use rustc_hash::FxHashSet;

use super::{CONDITION, System};
use crate::specification::{ActionId, Expr, Op, PointId, ProcessStep, SortId};
use crate::store::{Head, TermId};

/// States of components whose offers are kept at most; then all are forgotten.
const MAX_KEPT: usize = 1 << 18;

/// A step that a component can make, perhaps only with others.
pub(super) struct Offer {
    /// What it does; nothing that others see if absent.
    pub(super) action: Option<ActionId>,
    /// May have variables.
    pub(super) args: Vec<TermId>,
    pub(super) span: Span,
    /// The variables of sums, by number.
    pub(super) variables: Vec<Variable>,
    /// What must hold, or must not, with its place; may have variables.
    pub(super) conditions: Vec<Condition>,
    /// Where it leads, with values that may have variables.
    pub(super) next: PointId,
    pub(super) env: Rc<Vec<TermId>>,
    /// The words of the component behind the step, where there are no variables.
    pub(super) target: OnceCell<Box<[u32]>>,
}

/// A variable of a sum.
#[derive(Clone)]
pub(super) struct Variable {
    pub(super) sort: SortId,
    pub(super) span: Span,
    /// Whether anything depends on it.
    pub(super) is_needed: bool,
}

/// A condition with the value that it must have.
#[derive(Clone)]
pub(super) struct Condition {
    pub(super) term: TermId,
    pub(super) expected: bool,
    pub(super) span: Span,
}

/// A way through the points in front of an action.
#[derive(Clone)]
struct Path {
    point: PointId,
    env: Rc<Vec<TermId>>,
    variables: Vec<Variable>,
    conditions: Vec<Condition>,
}

impl System<'_> {
    /// The offers of a component in the state with these words.
    pub(super) fn offers_of(&mut self, words: &[u32]) -> Result<Rc<[Offer]>, StepError> {
        if let Some(offers) = self.offers.get(words) {
            return Ok(Rc::clone(offers));
        }
        let (point, env) = self.env(words);
        let (variables, conditions) = (Vec::new(), Vec::new());
        let mut pending = vec![Path { point, env: Rc::new(env), variables, conditions }];
        let mut offers = Vec::new();
        while let Some(path) = pending.pop() {
            self.rewriter.charge(self.spec, 1)?;
            self.follow(path, &mut pending, &mut offers)?;
        }
        let offers: Rc<[Offer]> = offers.into();
        if self.offers.len() >= MAX_KEPT {
            self.offers.clear();
        }
        self.offers.insert(words.into(), Rc::clone(&offers));
        Ok(offers)
    }

    /// Goes one point further; the ways are taken up in the order of the text.
    fn follow(
        &mut self,
        mut path: Path,
        pending: &mut Vec<Path>,
        offers: &mut Vec<Offer>,
    ) -> Result<(), StepError> {
        let spec = self.spec;
        let at = &spec.points[path.point.index()];
        match &at.step {
            ProcessStep::Delta => {}
            ProcessStep::Tau(next) => offers.push(self.offer(path, None, Vec::new(), *next)),
            ProcessStep::Act(action, args, next) => {
                let args = self.values(args, &path.env)?;
                offers.push(self.offer(path, Some(*action), args, *next));
            }
            ProcessStep::Choice(points) => {
                let ways = points.iter().rev();
                pending.extend(ways.map(|point| Path { point: *point, ..path.clone() }));
            }
            ProcessStep::If(condition, yes, no) => {
                let term = self.value(*condition, &path.env)?;
                if !self.rewriter.store.is_open(term) {
                    path.point = if self.holds(term, CONDITION, at.span)? { *yes } else { *no };
                    pending.push(path);
                    return Ok(());
                }
                for (point, expected) in [(*no, false), (*yes, true)] {
                    let mut way = Path { point, ..path.clone() };
                    way.conditions.push(Condition { term, expected, span: at.span });
                    pending.push(way);
                }
            }
            ProcessStep::Sum(slot, sort, body) => {
                let number = u32::try_from(path.variables.len()).unwrap_or(u32::MAX);
                let variable = self.rewriter.store.variable(number);
                Rc::make_mut(&mut path.env)[slot.index()] = variable;
                path.variables.push(Variable { sort: *sort, span: at.span, is_needed: false });
                path.point = *body;
                pending.push(path);
            }
            ProcessStep::Call(process, args) => {
                let callee = &spec.processes[process.index()];
                let mut env = self.values(args, &path.env)?;
                env.resize(callee.n_slots, TermId::default());
                path.env = Rc::new(env);
                path.point = callee.body;
                pending.push(path);
            }
        }
        Ok(())
    }

    fn offer(
        &self,
        path: Path,
        action: Option<ActionId>,
        args: Vec<TermId>,
        next: PointId,
    ) -> Offer {
        let Path { point, env, mut variables, conditions } = path;
        let span = self.spec.points[point.index()].span;
        if !variables.is_empty() {
            let live = &self.spec.points[next.index()].live;
            let kept = live.iter().map(|slot| env[slot.index()]);
            let tested = conditions.iter().map(|condition| condition.term);
            for number in self.variables_of(args.iter().copied().chain(tested).chain(kept)) {
                if let Some(variable) = variables.get_mut(number as usize) {
                    variable.is_needed = true;
                }
            }
        }
        Offer { action, args, span, variables, conditions, next, env, target: OnceCell::new() }
    }

    /// The numbers of the variables in some terms.
    fn variables_of(&self, terms: impl Iterator<Item = TermId>) -> Vec<u32> {
        let store = &self.rewriter.store;
        let mut pending: Vec<TermId> = terms.filter(|term| store.is_open(*term)).collect();
        let mut seen: FxHashSet<TermId> = FxHashSet::default();
        let mut variables = Vec::new();
        while let Some(term) = pending.pop() {
            if !seen.insert(term) {
                continue;
            }
            if let Head::Variable(number) = store.head(term) {
                variables.push(number);
            }
            pending.extend(store.args(term).iter().filter(|arg| store.is_open(**arg)));
        }
        variables
    }

    fn values(&mut self, exprs: &[Expr], env: &[TermId]) -> Result<Vec<TermId>, StepError> {
        exprs.iter().map(|expr| self.value(*expr, env)).collect()
    }

    /// The normal form of a term; what has a variable in it is not rewritten, for a rule that does not
    /// match now may be the one that matches when the variable has a value.
    fn value(&mut self, expr: Expr, env: &[TermId]) -> Result<TermId, StepError> {
        let spec = self.spec;
        let ops = spec.ops(expr);
        let store = &self.rewriter.store;
        let is_open = |op: &Op| matches!(op, Op::Slot(slot) if store.is_open(env[slot.index()]));
        if !ops.iter().any(is_open) {
            return self.rewriter.normalise(spec, expr, env);
        }
        let mut values: Vec<TermId> = Vec::new();
        for op in ops {
            match *op {
                Op::Slot(slot) => values.push(env[slot.index()]),
                Op::Call(function) => {
                    let n_args = spec.functions[function.index()].args.len();
                    let args = values.split_off(values.len() - n_args);
                    values.push(self.rewriter.apply_open(spec, function, &args)?);
                }
            }
        }
        values.pop().ok_or(StepError::Stuck)
    }
}
