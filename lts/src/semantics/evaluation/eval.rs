//! Evaluation of terms and conditions.
//!
//! Evaluation is single-valued. Where it meets something that an unknown value leaves open it stops
//! with a request; the caller answers it, in every way that there is, and starts again: what
//! has been decided shows in the terms, other answers are handed in, by the place that needs them.

use frontend::Span;
use model::index::Idx as _;
use model::{Cond, Expr, FunctionId, Kind, Operator, ProcessId, VarId, Wrap};

use super::kinds::Kinds;
use super::operate::guessed_kinds;
use super::part::Part;
use crate::semantics::path_state::question::{Fact, Question};
use crate::semantics::store::{Shape, Source, TermId, TermStore};
use crate::semantics::{Cycle, Machine, StepError};

/// Calls inside expressions that may be under way at once on the stack of this program; others are
/// requests.
const MAX_DEPTH: usize = 50;

/// Values of the variables in scope.
#[derive(Clone, Copy)]
pub(crate) enum Scope<'a> {
    /// Variables of a process, in their slots.
    Process(ProcessId, &'a [u32]),
    /// No variables: the term is a constant, which may be as large as it is written.
    Ground,
    /// Variables of a function, by number.
    Function(&'a [u32]),
}

/// A place where an answer is needed: the expression, and which of its evaluations it is, where an
/// attempt makes several.
pub(crate) type Site = (usize, usize);

/// One evaluation: what it may use and what it knows.
pub(crate) struct Turn<'a> {
    /// Expressions and tests that it may still pass.
    pub(crate) budget: usize,
    /// Calls inside expressions that are under way.
    pub(crate) depth: usize,
    /// What was found out of unknown values.
    pub(crate) facts: &'a [Fact],
    /// Answers to requests.
    pub(crate) answers: &'a [u32],
    /// The places where the answers are needed.
    pub(crate) sites: &'a [Site],
    /// Number of the evaluation in its attempt.
    pub(crate) number: usize,
    /// Where pure code has come by.
    pub(crate) trail: Trail,
}

/// Where pure code has come by last; decides nothing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Trail {
    /// The source construct that was decided last.
    pub(crate) at: Option<Span>,
    /// The source construct that made a function or a callback of the module end with an exception: what was decided last, or what raises it.
    pub(crate) raised: Option<Span>,
    /// The construct of a callback itself, not of what it calls, that was decided last in one of its clauses.
    pub(crate) within: Option<Span>,
    /// The clause of a callback that has ended last, where it is known which one that is.
    pub(crate) clause: Option<Span>,
}

impl<'a> Turn<'a> {
    /// An evaluation that knows nothing.
    pub(crate) fn new(budget: usize) -> Self {
        Self::knowing(budget, &[], &[], &[])
    }

    /// An evaluation with facts and answers.
    pub(crate) fn knowing(
        budget: usize,
        facts: &'a [Fact],
        answers: &'a [u32],
        sites: &'a [Site],
    ) -> Self {
        Self { budget, depth: 0, facts, answers, sites, number: 0, trail: Trail::default() }
    }

    /// Takes one step.
    pub(crate) fn step(&mut self) -> Result<(), Halt> {
        self.steps(1)
    }

    /// Takes some steps at once; what is left is used up where these are too many.
    pub(crate) fn steps(&mut self, steps: usize) -> Result<(), Halt> {
        let is_enough = self.budget >= steps;
        self.budget = self.budget.saturating_sub(steps);
        if is_enough { Ok(()) } else { Err(Halt::Error(StepError::Budget(Cycle::default()))) }
    }

    /// The answer that an expression needs, or the request for it.
    ///
    /// An answer is found by its place and not by its order: what another answer has refined may
    /// need none any more.
    pub(crate) fn answer(
        &self,
        expr: &Expr,
        request: impl FnOnce(Site) -> Request,
    ) -> Result<TermId, Halt> {
        let site = (std::ptr::from_ref(expr).addr(), self.number);
        match self.sites.iter().position(|other| *other == site) {
            Some(position) => Ok(TermId(self.answers[position])),
            None => Err(Halt::Open(Box::new(request(site)))),
        }
    }
}

/// Why an evaluation stops before its end.
#[derive(Debug)]
pub(crate) enum Halt {
    /// There is no value.
    Error(StepError),
    /// Something must be answered first.
    Open(Box<Request>),
}

/// What an evaluation cannot do by itself.
#[derive(Debug)]
pub(crate) enum Request {
    /// Decide on unknown values.
    Decide(Question),
    /// Take it for true: it has been tested.
    Assume(Question),
    /// Make a new unknown value, the part of another one.
    Make(Site, Kinds, Source, Option<(TermId, Part)>),
    /// Run a function, which may have several outcomes.
    Run(Site, FunctionId, Vec<TermId>),
}

impl From<StepError> for Halt {
    fn from(error: StepError) -> Self {
        Self::Error(error)
    }
}

impl Machine<'_> {
    fn variable(&self, var: VarId, scope: Scope<'_>) -> TermId {
        match scope {
            Scope::Process(process, slots) => TermId(slots[self.layout.slot(process, var)]),
            Scope::Function(values) => TermId(values[var.index()]),
            Scope::Ground => TermId(0),
        }
    }

    /// The value of an expression.
    pub(crate) fn eval(
        &mut self,
        expr: &Expr,
        scope: Scope<'_>,
        turn: &mut Turn<'_>,
    ) -> Result<TermId, Halt> {
        turn.step()?;
        let shape = match expr {
            Expr::Var(var) => return Ok(self.variable(*var, scope)),
            Expr::Atom(_) | Expr::State(_) | Expr::Integer(_) | Expr::Nil | Expr::EmptyStack => {
                return self.literal(expr, scope);
            }
            Expr::Unknown(origin) | Expr::Chosen(origin, _) => {
                let (source, kinds) = (Source::Origin(*origin), Kinds::of_unknown(expr));
                if let Some(constant) = self.constants[*origin] {
                    let part = (TermStore::NOTHING, Part::Constant(constant));
                    return turn.part(expr, part, kinds, source);
                }
                return turn.answer(expr, |site| Request::Make(site, kinds, source, None));
            }
            Expr::Tuple(_) | Expr::Cons(..) | Expr::List(_) | Expr::Push(..) | Expr::Apply(..) => {
                return self.eval_parts(expr, scope, turn);
            }
            Expr::Element(position, tuple) => {
                let tuple = self.eval(tuple, scope, turn)?;
                if let Some(source) = self.unknown_tuple(&[tuple]) {
                    let part = (tuple, Part::Element(*position));
                    return turn.part(expr, part, Kinds::ALL, source);
                }
                return self.component(tuple, *position);
            }
            Expr::Head(list) | Expr::Top(list) => {
                let list = self.eval(list, scope, turn)?;
                return Ok(self.cell(list)?.0);
            }
            Expr::Tail(list) | Expr::Pop(list) => {
                let list = self.eval(list, scope, turn)?;
                return Ok(self.cell(list)?.1);
            }
            Expr::Bool(cond) => {
                let holds = self.holds(cond, scope, turn)?;
                Shape::Atom(if holds { "true".into() } else { "false".into() })
            }
            Expr::Call(function, args) => {
                let args = self.eval_all(args, scope, turn)?;
                // What a start that is sampled skips has no value here.
                let may_nest = turn.depth < MAX_DEPTH && !self.sampling.is_on;
                if may_nest && self.is_plain(*function, &args) {
                    return self.run_nested(*function, &args, turn);
                }
                return turn.answer(expr, |site| Request::Run(site, *function, args));
            }
        };
        self.intern(shape, scope)
    }

    /// The value of a tuple, a list cell or an operation.
    pub(crate) fn eval_anew(
        &mut self,
        expr: &Expr,
        scope: Scope<'_>,
        turn: &mut Turn<'_>,
    ) -> Result<TermId, Halt> {
        match expr {
            Expr::Tuple(items) => self.eval_tuple(items, scope, turn),
            Expr::Apply(operator, operands) => match operands.as_slice() {
                [one] => {
                    let operands = [self.eval(one, scope, turn)?];
                    self.eval_operation(expr, *operator, &operands, scope, turn)
                }
                [left, right] => {
                    let left = self.eval(left, scope, turn)?;
                    let operands = [left, self.eval(right, scope, turn)?];
                    self.eval_operation(expr, *operator, &operands, scope, turn)
                }
                operands => {
                    let operands = self.eval_all(operands, scope, turn)?;
                    self.eval_operation(expr, *operator, &operands, scope, turn)
                }
            },
            _ => self.eval_cells(expr, scope, turn),
        }
    }

    /// A tuple; its components are put together in memory that is used again.
    fn eval_tuple(
        &mut self,
        items: &[Expr],
        scope: Scope<'_>,
        turn: &mut Turn<'_>,
    ) -> Result<TermId, Halt> {
        let from = self.components.len();
        for item in items {
            match self.eval(item, scope, turn) {
                Ok(value) => self.components.push(value),
                Err(halt) => {
                    self.components.truncate(from);
                    return Err(halt);
                }
            }
        }
        let id = self.store.intern_tuple(self.components.get(from..).unwrap_or_default());
        self.components.truncate(from);
        self.bounded(id, scope)
    }

    /// The value of an operation, of which the operands are known.
    fn eval_operation(
        &mut self,
        expr: &Expr,
        operator: Operator,
        operands: &[TermId],
        scope: Scope<'_>,
        turn: &mut Turn<'_>,
    ) -> Result<TermId, Halt> {
        let shape = match operator {
            Operator::TupleToList => {
                if let Some(source) = self.unknown_tuple(operands) {
                    let part = (operands[0], Part::Of(operator));
                    return turn.part(expr, part, Kinds::LIST, source);
                }
                return self.tuple_to_list(operands, scope);
            }
            Operator::ListToTuple => match self.elements(operands)? {
                Ok(items) => Shape::Tuple(items.into()),
                Err(source) => {
                    return turn
                        .answer(expr, |site| Request::Make(site, Kinds::TUPLE, source, None));
                }
            },
            Operator::Guess(guess) => {
                let whole = operands.first().copied().unwrap_or(TermStore::NOTHING);
                let (kinds, source) = (guessed_kinds(guess), self.computed(self.source_in(whole)));
                return turn.answer(expr, |site| Request::Make(site, kinds, source, None));
            }
            _ => {
                if let Some((kinds, source)) = self.unknown_result(operator, operands)? {
                    return match *operands {
                        [whole] => turn.part(expr, (whole, Part::Of(operator)), kinds, source),
                        _ => turn.answer(expr, |site| Request::Make(site, kinds, source, None)),
                    };
                }
                self.apply(operator, operands)?
            }
        };
        self.intern(shape, scope)
    }

    /// The id of a term; one too large to be written out is an error.
    pub(crate) fn intern(&mut self, shape: Shape, scope: Scope<'_>) -> Result<TermId, Halt> {
        let id = self.store.intern(shape);
        self.bounded(id, scope)
    }

    /// A term; one too large to be written out is an error.
    fn bounded(&self, id: TermId, scope: Scope<'_>) -> Result<TermId, Halt> {
        let bounded = !matches!(scope, Scope::Ground);
        if bounded && self.store.is_too_large(id) {
            return Err(StepError::TooLarge(Cycle::default()).into());
        }
        Ok(id)
    }

    /// The values of expressions, from left to right.
    pub(crate) fn eval_all(
        &mut self,
        exprs: &[Expr],
        scope: Scope<'_>,
        turn: &mut Turn<'_>,
    ) -> Result<Vec<TermId>, Halt> {
        let mut values = Vec::with_capacity(exprs.len());
        for expr in exprs {
            values.push(self.eval(expr, scope, turn)?);
        }
        Ok(values)
    }

    /// A list cell; along the tails without recursion, since lists are long.
    fn eval_cells(
        &mut self,
        expr: &Expr,
        scope: Scope<'_>,
        turn: &mut Turn<'_>,
    ) -> Result<TermId, Halt> {
        let (items, end) = expr.spine();
        let items: Vec<TermId> =
            items.into_iter().map(|item| self.eval(item, scope, turn)).collect::<Result<_, _>>()?;
        let end = self.eval(end, scope, turn)?;
        items
            .into_iter()
            .rev()
            .try_fold(end, |tail, head| self.intern(Shape::Cons(head, tail), scope))
    }

    /// What is done where a term is not of the kind that the model relies on. The model tests before it
    /// projects: an unknown value has been of this kind before it was joined with others (`widen`); any
    /// other term is a fault of the translator, as a stuck term is in mCRL2.
    pub(crate) fn unfit(&self, kind: Kind, value: TermId) -> Halt {
        match self.store.shape(value) {
            Shape::Unknown { kinds, .. } if kinds.and(Kinds::of_test(kind)) != Kinds::NONE => {
                Halt::Open(Box::new(Request::Assume(Question::Is(kind, value))))
            }
            _ => Halt::Error(StepError::Stuck),
        }
    }

    /// A component of a tuple.
    fn component(&self, tuple: TermId, position: usize) -> Result<TermId, Halt> {
        match self.store.shape(tuple) {
            Shape::Tuple(items) => {
                items.get(position - 1).copied().ok_or(Halt::Error(StepError::Stuck))
            }
            _ => Err(self.unfit(Kind::Tuple, tuple)),
        }
    }

    fn cell(&self, list: TermId) -> Result<(TermId, TermId), Halt> {
        match self.store.shape(list) {
            Shape::Cons(head, tail) => Ok((*head, *tail)),
            _ => Err(self.unfit(Kind::Cons, list)),
        }
    }

    /// Whether a condition holds.
    pub(crate) fn holds(
        &mut self,
        cond: &Cond,
        scope: Scope<'_>,
        turn: &mut Turn<'_>,
    ) -> Result<bool, Halt> {
        Ok(match cond {
            Cond::Is(kind, value) => {
                let value = self.eval(value, scope, turn)?;
                self.answer(Question::Is(*kind, value), turn)?
            }
            Cond::Same(left, right) => {
                let left = self.eval(left, scope, turn)?;
                let right = self.eval(right, scope, turn)?;
                left == right || self.answer(Question::Same(left, right), turn)?
            }
            Cond::Equal(left, right) => {
                let left = self.eval(left, scope, turn)?;
                let right = self.eval(right, scope, turn)?;
                left == right || self.answer(Question::Equal(left, right), turn)?
            }
            Cond::Less(left, right) => {
                let left = self.eval(left, scope, turn)?;
                let right = self.eval(right, scope, turn)?;
                self.answer(Question::Less(left, right), turn)?
            }
            Cond::Not(inner) => !self.holds(inner, scope, turn)?,
            Cond::And(left, right) => {
                self.holds(left, scope, turn)? && self.holds(right, scope, turn)?
            }
            Cond::Holds(wrap, value) => {
                let value = self.eval(value, scope, turn)?;
                matches!(self.store.shape(value), Shape::Wrap(other, _) if other == wrap)
            }
            Cond::Known(value) => {
                let value = self.eval(value, scope, turn)?;
                self.is_exact || self.store.is_ground(value)
            }
            Cond::IsEmptyStack(stack) => {
                let stack = self.eval(stack, scope, turn)?;
                *self.store.shape(stack) == Shape::Nil
            }
        })
    }

    /// The answer to a test; what it leaves open is a request.
    fn answer(&self, question: Question, turn: &Turn<'_>) -> Result<bool, Halt> {
        let is_ground = |id| self.is_exact || self.store.is_ground(id);
        match question {
            Question::Is(kind, value) if is_ground(value) => {
                Ok(is_kind(kind, self.store.shape(value)))
            }
            Question::Same(left, right) if is_ground(left) && is_ground(right) => {
                Ok(self.store.known_same(left, right))
            }
            Question::Equal(left, right) if is_ground(left) && is_ground(right) => {
                Ok(self.store.known_equal(left, right))
            }
            Question::Less(left, right) if is_ground(left) && is_ground(right) => {
                Ok(self.store.less(left, right))
            }
            _ => self
                .store
                .decide(question, turn.facts)
                .map_err(|open| Halt::Open(Box::new(Request::Decide(open)))),
        }
    }
}

/// Whether a known term is of a kind.
pub(crate) fn is_kind(kind: Kind, shape: &Shape) -> bool {
    match (kind, shape) {
        (Kind::Integer | Kind::Number, Shape::Integer(_))
        | (Kind::Float | Kind::Number, Shape::Float(_))
        | (Kind::Atom, Shape::Atom(_) | Shape::State(_))
        | (Kind::Nil, Shape::Nil)
        | (Kind::Cons, Shape::Cons(..))
        | (Kind::Tuple, Shape::Tuple(_))
        | (Kind::Reference, Shape::Reference(_))
        | (Kind::Pid, Shape::Pid(_))
        | (Kind::Map, Shape::Wrap(Wrap::Map, _))
        | (Kind::Binary | Kind::BitString, Shape::Wrap(Wrap::Binary, _))
        | (Kind::Bits | Kind::BitString, Shape::Wrap(Wrap::Bits, _))
        | (Kind::Fun, Shape::Wrap(Wrap::Fun, _)) => true,
        (Kind::TupleOf(size), Shape::Tuple(items)) => items.len() == size,
        _ => false,
    }
}
