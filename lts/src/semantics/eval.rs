//! Evaluation of terms, conditions and pure functions.

use num_bigint::BigInt;
use translator::index::Idx as _;
use translator::model::{Cond, Expr, Function, FunctionId, Kind, Node, Operator, ProcessId, VarId};

use super::store::{Shape, TermId};
use super::{Machine, StepError};

/// Expressions and tests that one evaluation may pass.
const BUDGET: usize = 1_000_000;

/// Values of the variables in scope.
#[derive(Clone, Copy)]
pub(super) enum Scope<'a> {
    /// Variables of a process, in their slots.
    Process(ProcessId, &'a [u32]),
    /// None: the term is a constant, which may be as large as it is written.
    Ground,
    /// Variables of a function, by number.
    Function(&'a [TermId]),
}

impl Machine<'_> {
    /// The value of an expression without variables.
    pub(super) fn eval_ground(&mut self, expr: &Expr) -> Result<TermId, StepError> {
        self.eval(expr, Scope::Ground, &mut usize::MAX.clone())
    }

    /// The value of an expression of a process.
    pub(super) fn eval_in(
        &mut self,
        expr: &Expr,
        process: ProcessId,
        slots: &[u32],
    ) -> Result<TermId, StepError> {
        self.eval(expr, Scope::Process(process, slots), &mut BUDGET.clone())
    }

    /// Whether a condition of a process holds.
    pub(super) fn holds_in(
        &mut self,
        cond: &Cond,
        process: ProcessId,
        slots: &[u32],
    ) -> Result<bool, StepError> {
        self.holds(cond, Scope::Process(process, slots), &mut BUDGET.clone())
    }

    fn variable(&self, var: VarId, scope: Scope<'_>) -> TermId {
        match scope {
            Scope::Process(process, slots) => TermId(slots[self.layout.slot(process, var)]),
            Scope::Function(values) => values[var.index()],
            Scope::Ground => TermId(0),
        }
    }

    fn eval(
        &mut self,
        expr: &Expr,
        scope: Scope<'_>,
        budget: &mut usize,
    ) -> Result<TermId, StepError> {
        *budget = budget.checked_sub(1).ok_or(StepError::Budget)?;
        let shape = match expr {
            Expr::Var(var) => return Ok(self.variable(*var, scope)),
            Expr::Atom(name) => Shape::Atom(name.clone()),
            Expr::State(state) => Shape::State(*state),
            Expr::Integer(value) => Shape::Integer(value.clone()),
            Expr::Nil | Expr::EmptyStack => Shape::Nil,
            Expr::Unknown(_) => return Err(StepError::Stuck),
            Expr::Cons(..) | Expr::Push(..) => return self.eval_cells(expr, scope, budget),
            Expr::Tuple(items) => Shape::Tuple(self.eval_all(items, scope, budget)?.into()),
            Expr::Element(position, tuple) => {
                let tuple = self.eval(tuple, scope, budget)?;
                return self.component(tuple, *position);
            }
            Expr::Head(list) | Expr::Top(list) => {
                let list = self.eval(list, scope, budget)?;
                return Ok(self.cell(list)?.0);
            }
            Expr::Tail(list) | Expr::Pop(list) => {
                let list = self.eval(list, scope, budget)?;
                return Ok(self.cell(list)?.1);
            }
            Expr::Apply(Operator::TupleToList, operands) => {
                let operands = self.eval_all(operands, scope, budget)?;
                return self.tuple_to_list(&operands, scope);
            }
            Expr::Apply(Operator::ListToTuple, operands) => {
                let operands = self.eval_all(operands, scope, budget)?;
                Shape::Tuple(self.elements(&operands)?.into())
            }
            Expr::Apply(operator, operands) => {
                let operands = self.eval_all(operands, scope, budget)?;
                Shape::Integer(self.apply(*operator, &operands)?)
            }
            Expr::Bool(cond) => {
                let holds = self.holds(cond, scope, budget)?;
                Shape::Atom(if holds { "true".into() } else { "false".into() })
            }
            Expr::Call(function, args) => {
                let args = self.eval_all(args, scope, budget)?;
                return self.run(*function, &args, budget);
            }
        };
        self.intern(shape, scope)
    }

    /// The id of a term; a term too large to be written out uses up the budget.
    fn intern(&mut self, shape: Shape, scope: Scope<'_>) -> Result<TermId, StepError> {
        let id = self.store.intern(shape);
        let bounded = !matches!(scope, Scope::Ground);
        if bounded && self.store.is_too_large(id) { Err(StepError::Budget) } else { Ok(id) }
    }

    fn eval_all(
        &mut self,
        exprs: &[Expr],
        scope: Scope<'_>,
        budget: &mut usize,
    ) -> Result<Vec<TermId>, StepError> {
        exprs.iter().map(|expr| self.eval(expr, scope, budget)).collect()
    }

    /// A list cell; along the tails without recursion, since lists are long.
    fn eval_cells(
        &mut self,
        mut expr: &Expr,
        scope: Scope<'_>,
        budget: &mut usize,
    ) -> Result<TermId, StepError> {
        let mut heads = Vec::new();
        while let Expr::Cons(head, tail) | Expr::Push(head, tail) = expr {
            heads.push(self.eval(head, scope, budget)?);
            expr = tail;
        }
        let end = self.eval(expr, scope, budget)?;
        heads
            .into_iter()
            .rev()
            .try_fold(end, |tail, head| self.intern(Shape::Cons(head, tail), scope))
    }

    /// A component of a tuple. The model tests before it projects: one that does not fit is a fault
    /// of the translator, as a stuck term is in mCRL2.
    fn component(&self, tuple: TermId, position: usize) -> Result<TermId, StepError> {
        match self.store.shape(tuple) {
            Shape::Tuple(items) => items.get(position - 1).copied().ok_or(StepError::Stuck),
            _ => Err(StepError::Stuck),
        }
    }

    fn cell(&self, list: TermId) -> Result<(TermId, TermId), StepError> {
        match self.store.shape(list) {
            Shape::Cons(head, tail) => Ok((*head, *tail)),
            _ => Err(StepError::Stuck),
        }
    }

    fn tuple_to_list(
        &mut self,
        operands: &[TermId],
        scope: Scope<'_>,
    ) -> Result<TermId, StepError> {
        let items = match operands.first().map(|&tuple| self.store.shape(tuple)) {
            Some(Shape::Tuple(items)) => items.clone(),
            _ => return Err(StepError::Stuck),
        };
        let end = self.intern(Shape::Nil, scope)?;
        items.iter().rev().try_fold(end, |tail, &head| self.intern(Shape::Cons(head, tail), scope))
    }

    /// The elements of a proper list.
    fn elements(&self, operands: &[TermId]) -> Result<Vec<TermId>, StepError> {
        let mut list = *operands.first().ok_or(StepError::Stuck)?;
        let mut items = Vec::new();
        while let Shape::Cons(head, tail) = self.store.shape(list) {
            items.push(*head);
            list = *tail;
        }
        if *self.store.shape(list) == Shape::Nil { Ok(items) } else { Err(StepError::Stuck) }
    }

    fn apply(&self, operator: Operator, operands: &[TermId]) -> Result<BigInt, StepError> {
        let shape = |position: usize| operands.get(position).map(|&id| self.store.shape(id));
        let number = |position: usize| match shape(position) {
            Some(Shape::Integer(value)) => Ok(value),
            _ => Err(StepError::Stuck),
        };
        Ok(match operator {
            Operator::Add => number(0)? + number(1)?,
            Operator::Sub => number(0)? - number(1)?,
            Operator::Mul => number(0)? * number(1)?,
            Operator::Div => number(0)?.checked_div(number(1)?).ok_or(StepError::Stuck)?,
            Operator::Rem if *number(1)? == BigInt::ZERO => return Err(StepError::Stuck),
            Operator::Rem => number(0)? % number(1)?,
            Operator::Neg => -number(0)?.clone(),
            Operator::TupleToList | Operator::ListToTuple => return Err(StepError::Stuck),
            Operator::TupleSize => match shape(0) {
                Some(Shape::Tuple(items)) => BigInt::from(items.len()),
                _ => return Err(StepError::Stuck),
            },
        })
    }

    fn holds(
        &mut self,
        cond: &Cond,
        scope: Scope<'_>,
        budget: &mut usize,
    ) -> Result<bool, StepError> {
        Ok(match cond {
            Cond::Is(kind, value) => {
                let value = self.eval(value, scope, budget)?;
                is_kind(*kind, self.store.shape(value))
            }
            Cond::Same(left, right) => {
                self.eval(left, scope, budget)? == self.eval(right, scope, budget)?
            }
            Cond::Less(left, right) => {
                let left = self.eval(left, scope, budget)?;
                let right = self.eval(right, scope, budget)?;
                self.store.less(left, right)
            }
            Cond::Not(inner) => !self.holds(inner, scope, budget)?,
            Cond::And(left, right) => {
                self.holds(left, scope, budget)? && self.holds(right, scope, budget)?
            }
            Cond::IsEmptyStack(stack) => {
                let stack = self.eval(stack, scope, budget)?;
                *self.store.shape(stack) == Shape::Nil
            }
        })
    }

    /// The value of a function on these arguments.
    fn run(
        &mut self,
        function: FunctionId,
        args: &[TermId],
        budget: &mut usize,
    ) -> Result<TermId, StepError> {
        let model = self.model;
        let function: &Function = &model.functions[function];
        let mut values = vec![TermId(0); function.vars.len()];
        for (&param, &arg) in function.params.iter().zip(args) {
            values[param.index()] = arg;
        }
        let mut node = function.root;
        loop {
            *budget = budget.checked_sub(1).ok_or(StepError::Budget)?;
            match &function.nodes[node] {
                Node::Test { cond, yes, no, .. } => {
                    let holds = self.holds(cond, Scope::Function(&values), budget)?;
                    node = if holds { *yes } else { *no };
                }
                Node::Let { var, value, next } => {
                    values[var.index()] = self.eval(value, Scope::Function(&values), budget)?;
                    node = *next;
                }
                Node::Return(result) => {
                    return self.eval(result, Scope::Function(&values), budget);
                }
            }
        }
    }
}

fn is_kind(kind: Kind, shape: &Shape) -> bool {
    match (kind, shape) {
        (Kind::Integer | Kind::Number, Shape::Integer(_))
        | (Kind::Atom, Shape::Atom(_) | Shape::State(_))
        | (Kind::Nil, Shape::Nil)
        | (Kind::Cons, Shape::Cons(..))
        | (Kind::Tuple, Shape::Tuple(_)) => true,
        (Kind::TupleOf(size), Shape::Tuple(items)) => items.len() == size,
        _ => false,
    }
}
