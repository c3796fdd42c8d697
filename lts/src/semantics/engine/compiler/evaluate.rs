//! Expressions and functions on symbols.

use model::index::Idx as _;
use model::{Cond, Expr, FloatOp, FunctionId, Kind, Node, Operator, ProcessId};

use super::facts::{Fact, Question};
use super::path::{Attempt, Halt, Path};
use super::symbol::{Symbol, SymbolId};
use super::{Compiler, Functions};
use crate::semantics::Machine;
use crate::semantics::engine::program::{FIRST_VALUE, MAX_VALUES, Register, Value};
use crate::semantics::evaluation::eval::Turn;
use crate::semantics::store::{Shape, TermId};

/// Calls that are put in line in each other.
const MAX_DEPTH: usize = 40;

/// Steps on symbols for a recursive function that is put in line.
const MAX_DECIDED: usize = 1_000;

/// Steps of a function that is run while compiling.
fn max_call(machine: &Machine<'_>) -> usize {
    if machine.is_exact { 20_000 } else { 500 }
}

/// Where variables have their values.
#[derive(Clone, Copy)]
pub(crate) enum Scope<'s> {
    /// In the slots of the component.
    Process(ProcessId),
    Function(&'s [SymbolId]),
}

impl Compiler<'_, '_> {
    /// The value of an expression.
    pub(crate) fn eval(
        &mut self,
        expr: &Expr,
        scope: Scope<'_>,
        path: &mut Path,
        attempt: &mut Attempt,
    ) -> Result<SymbolId, Halt> {
        self.spend()?;
        match expr {
            Expr::Var(var) => Ok(match scope {
                Scope::Process(process) => path.slots[self.machine.layout.slot(process, *var)],
                Scope::Function(values) => values[var.index()],
            }),
            Expr::Atom(name) => self.constant(Shape::Atom(name.clone())),
            Expr::State(state) => self.constant(Shape::State(*state)),
            Expr::Integer(value) => self.constant(Shape::Integer(value.clone())),
            Expr::Nil | Expr::EmptyStack => self.constant(Shape::Nil),
            Expr::Cons(..) | Expr::List(_) | Expr::Push(..) => {
                self.cells(expr, scope, path, attempt)
            }
            Expr::Tuple(items) => {
                let items = self.eval_all(items, scope, path, attempt)?;
                self.symbols.tuple(&items, &mut self.machine.store).ok_or(Halt::GiveUp)
            }
            Expr::Element(position, tuple) => {
                let tuple = self.eval(tuple, scope, path, attempt)?;
                let part = self.symbols.component(tuple, *position, &self.machine.store);
                self.project(part, tuple, |of| Value::Element(*position, of), path, attempt)
            }
            Expr::Head(list) | Expr::Top(list) => {
                let list = self.eval(list, scope, path, attempt)?;
                let part = self.symbols.cell(list, &self.machine.store).map(|(head, _)| head);
                self.project(part, list, Value::Head, path, attempt)
            }
            Expr::Tail(list) | Expr::Pop(list) => {
                let list = self.eval(list, scope, path, attempt)?;
                let part = self.symbols.cell(list, &self.machine.store).map(|(_, tail)| tail);
                self.project(part, list, Value::Tail, path, attempt)
            }
            Expr::Apply(operator, operands) => {
                let operands = self.eval_all(operands, scope, path, attempt)?;
                self.apply(*operator, &operands, path, attempt)
            }
            Expr::Bool(cond) => {
                let holds = self.holds(cond, scope, path, attempt)?;
                self.constant(Shape::Atom(if holds { "true".into() } else { "false".into() }))
            }
            Expr::Call(function, args) => {
                let args = self.eval_all(args, scope, path, attempt)?;
                self.call(*function, &args, path, attempt)
            }
            Expr::Unknown(_) | Expr::Chosen(..) => self.unknown(path),
        }
    }

    pub(crate) fn eval_all(
        &mut self,
        exprs: &[Expr],
        scope: Scope<'_>,
        path: &mut Path,
        attempt: &mut Attempt,
    ) -> Result<Vec<SymbolId>, Halt> {
        exprs.iter().map(|expr| self.eval(expr, scope, path, attempt)).collect()
    }

    fn constant(&mut self, shape: Shape) -> Result<SymbolId, Halt> {
        let term = self.machine.store.intern(shape);
        self.constant_of(term)
    }

    fn constant_of(&mut self, term: TermId) -> Result<SymbolId, Halt> {
        if self.machine.store.is_plain(term) {
            Ok(self.symbols.constant(term))
        } else {
            Err(Halt::GiveUp)
        }
    }

    /// List cells, along the tails without recursion: lists are long.
    fn cells(
        &mut self,
        expr: &Expr,
        scope: Scope<'_>,
        path: &mut Path,
        attempt: &mut Attempt,
    ) -> Result<SymbolId, Halt> {
        let (items, end) = expr.spine();
        let mut heads = Vec::with_capacity(items.len());
        for item in items {
            heads.push(self.eval(item, scope, path, attempt)?);
        }
        let mut list = self.eval(end, scope, path, attempt)?;
        for head in heads.into_iter().rev() {
            let cell = self.symbols.cons(head, list, &mut self.machine.store);
            list = cell.ok_or(Halt::GiveUp)?;
        }
        Ok(list)
    }

    /// A part of a value: the known one, or what will be computed.
    fn project(
        &mut self,
        part: Option<SymbolId>,
        whole: SymbolId,
        value: impl FnOnce(Register) -> Value,
        path: &mut Path,
        attempt: &mut Attempt,
    ) -> Result<SymbolId, Halt> {
        if let Some(part) = part {
            return Ok(part);
        }
        match *self.symbols.get(whole) {
            Symbol::Register(register, _) => self.set(value(register), false, path, attempt),
            _ => Err(Halt::GiveUp),
        }
    }

    fn apply(
        &mut self,
        operator: Operator,
        operands: &[SymbolId],
        path: &mut Path,
        attempt: &mut Attempt,
    ) -> Result<SymbolId, Halt> {
        if let (Operator::TupleSize, [tuple]) = (operator, operands)
            && let Symbol::Tuple(items) = self.symbols.get(*tuple)
        {
            let size = items.len().into();
            return self.constant(Shape::Integer(size));
        }
        if let &[operand] = operands
            && let Some(value) = self.converted(operator, operand)
        {
            return value;
        }
        let terms: Option<Vec<TermId>> =
            operands.iter().map(|&operand| self.symbols.term(operand)).collect();
        if let Some(terms) = terms {
            let shape = self.machine.apply(operator, &terms).map_err(|_| Halt::GiveUp)?;
            return self.constant(shape);
        }
        let is_integer = match operator {
            Operator::Add
            | Operator::Sub
            | Operator::Mul
            | Operator::Neg
            | Operator::Float(FloatOp::Add | FloatOp::Sub | FloatOp::Mul | FloatOp::Neg) => {
                operands
                    .iter()
                    .all(|&operand| self.symbols.is_integer(operand, &self.machine.store))
            }
            Operator::Div | Operator::Rem | Operator::TupleSize => true,
            _ => false,
        };
        let registers = self.materialise_all(operands, path, attempt)?;
        self.set(Value::Apply(operator, registers), is_integer, path, attempt)
    }

    /// A tuple as a list or a list as a tuple, where its parts are known.
    fn converted(
        &mut self,
        operator: Operator,
        operand: SymbolId,
    ) -> Option<Result<SymbolId, Halt>> {
        match operator {
            Operator::TupleToList => {
                let items = self.symbols.items(operand, &self.machine.store)?;
                let store = &mut self.machine.store;
                let nil = self.symbols.constant(store.intern(Shape::Nil));
                let cell = |tail, head| self.symbols.cons(head, tail, store);
                Some(items.into_iter().rev().try_fold(nil, cell).ok_or(Halt::GiveUp))
            }
            Operator::ListToTuple => {
                let items = self.symbols.elements(operand, &self.machine.store)?;
                let tuple = self.symbols.tuple(&items, &mut self.machine.store);
                Some(tuple.ok_or(Halt::GiveUp))
            }
            _ => None,
        }
    }

    /// The value of a call: in line, or computed by a call.
    fn call(
        &mut self,
        function: FunctionId,
        args: &[SymbolId],
        path: &mut Path,
        attempt: &mut Attempt,
    ) -> Result<SymbolId, Halt> {
        let is_in_line = self.machine.recursion[function.index()].is_none()
            && self.functions == Functions::InLine;
        if is_in_line {
            if attempt.depth >= MAX_DEPTH {
                return Err(Halt::GiveUp);
            }
            attempt.depth += 1;
            let value = self.run_in_line(function, args, path, attempt);
            attempt.depth -= 1;
            return value;
        }
        let terms: Option<Vec<TermId>> = args.iter().map(|&arg| self.symbols.term(arg)).collect();
        if let Some(terms) = terms
            && self.machine.is_plain(function, &terms)
        {
            let most = max_call(self.machine);
            let mut turn = Turn::new(most);
            let value = self.machine.run(function, &terms, &mut turn);
            self.effort = self.effort.saturating_sub(most - turn.budget);
            if let Ok(value) = value {
                return self.constant_of(value);
            }
        }
        if self.machine.makers[function.index()] {
            return self.unknown(path);
        }
        if let Some(value) = self.run_decided(function, args, path, attempt) {
            return Ok(value);
        }
        let registers = self.materialise_all(args, path, attempt)?;
        self.set(Value::Call(function, registers), false, path, attempt)
    }

    /// The value of a recursive function where what is known of its arguments decides which way it takes, as
    /// the length of a list does.
    fn run_decided(
        &mut self,
        function: FunctionId,
        args: &[SymbolId],
        path: &mut Path,
        attempt: &mut Attempt,
    ) -> Option<SymbolId> {
        if attempt.depth >= MAX_DEPTH {
            return None;
        }
        let (before, n_sets) = (path.clone(), attempt.sets.len());
        let effort = self.effort.min(MAX_DECIDED);
        let rest = self.effort - effort;
        self.effort = effort;
        let was_closed = std::mem::replace(&mut attempt.is_closed, true);
        attempt.depth += 1;
        let value = self.run_in_line(function, args, path, attempt);
        attempt.depth -= 1;
        attempt.is_closed = was_closed;
        self.effort += rest;
        if path.is_ghost == before.is_ghost && value.is_ok() {
            return value.ok();
        }
        *path = before;
        attempt.sets.truncate(n_sets);
        None
    }

    fn run_in_line(
        &mut self,
        function: FunctionId,
        args: &[SymbolId],
        path: &mut Path,
        attempt: &mut Attempt,
    ) -> Result<SymbolId, Halt> {
        let model = self.machine.model;
        let function = &model.functions[function];
        let nothing = self.nothing();
        let mut values = vec![nothing; function.vars.len()];
        for (param, &arg) in function.params.iter().zip(args) {
            values[param.index()] = arg;
        }
        let mut node = function.root;
        loop {
            self.spend()?;
            let scope = Scope::Function(&values);
            node = match &function.nodes[node] {
                Node::Test { cond, yes, no, .. } => {
                    if self.holds(cond, scope, path, attempt)? {
                        *yes
                    } else {
                        *no
                    }
                }
                Node::Let { var, value, next } => {
                    values[var.index()] = self.eval(value, scope, path, attempt)?;
                    *next
                }
                Node::Return(result) => return self.eval(result, scope, path, attempt),
            };
        }
    }

    /// An unknown value: where it leads to is of interest, but it is not compiled.
    pub(crate) fn unknown(&mut self, path: &mut Path) -> Result<SymbolId, Halt> {
        path.is_ghost = true;
        self.fresh(false, path)
    }

    fn fresh(&mut self, is_integer: bool, path: &mut Path) -> Result<SymbolId, Halt> {
        if path.n_values >= MAX_VALUES {
            return Err(Halt::GiveUp);
        }
        path.n_values += 1;
        Ok(self.symbols.register(FIRST_VALUE + path.n_values - 1, is_integer))
    }

    /// Whether a condition holds.
    pub(crate) fn holds(
        &mut self,
        cond: &Cond,
        scope: Scope<'_>,
        path: &mut Path,
        attempt: &mut Attempt,
    ) -> Result<bool, Halt> {
        let question = match cond {
            Cond::Not(inner) => return Ok(!self.holds(inner, scope, path, attempt)?),
            Cond::And(left, right) => {
                return Ok(self.holds(left, scope, path, attempt)?
                    && self.holds(right, scope, path, attempt)?);
            }
            Cond::Is(kind, value) => Question::Is(*kind, self.eval(value, scope, path, attempt)?),
            Cond::IsEmptyStack(stack) => {
                Question::Is(Kind::Nil, self.eval(stack, scope, path, attempt)?)
            }
            Cond::Known(value) => {
                self.eval(value, scope, path, attempt)?;
                return Ok(true);
            }
            // Known terms are of such a kind if and only if it is known what they hold.
            Cond::Holds(wrap, value) => {
                Question::Is(wrap.kind(), self.eval(value, scope, path, attempt)?)
            }
            Cond::Same(left, right) | Cond::Equal(left, right) | Cond::Less(left, right) => {
                let left = self.eval(left, scope, path, attempt)?;
                let right = self.eval(right, scope, path, attempt)?;
                match cond {
                    Cond::Same(..) => Question::Same(left, right),
                    Cond::Equal(..) => Question::Equal(left, right),
                    _ => Question::Less(left, right),
                }
            }
        };
        self.ask(question, path, attempt)
    }

    /// The register that holds a value.
    pub(crate) fn materialise(
        &mut self,
        value: SymbolId,
        path: &mut Path,
        attempt: &mut Attempt,
    ) -> Result<Register, Halt> {
        let value = match self.symbols.get(value).clone() {
            Symbol::Register(register, _) => return Ok(register),
            Symbol::Constant(term) => return Ok(self.constant_register(term)),
            Symbol::Tuple(items) => Value::Tuple(self.materialise_all(&items, path, attempt)?),
            Symbol::Cons(head, tail) => {
                let head = self.materialise(head, path, attempt)?;
                Value::Cons(head, self.materialise(tail, path, attempt)?)
            }
        };
        let set = self.set(value, false, path, attempt)?;
        match *self.symbols.get(set) {
            Symbol::Register(register, _) => Ok(register),
            _ => Err(Halt::GiveUp),
        }
    }

    fn materialise_all(
        &mut self,
        values: &[SymbolId],
        path: &mut Path,
        attempt: &mut Attempt,
    ) -> Result<Box<[Register]>, Halt> {
        values.iter().map(|&value| self.materialise(value, path, attempt)).collect()
    }

    /// A value that is computed, unless it has been before.
    fn set(
        &mut self,
        value: Value,
        is_integer: bool,
        path: &mut Path,
        attempt: &mut Attempt,
    ) -> Result<SymbolId, Halt> {
        self.look_through(&path.facts)?;
        let symbol = path.facts.find(|fact| match fact {
            Fact::Known(stored, symbol) if *stored == value => Some(*symbol),
            _ => None,
        });
        if let Some(symbol) = symbol {
            return Ok(symbol);
        }
        let register = FIRST_VALUE + path.n_values;
        let symbol = self.fresh(is_integer, path)?;
        attempt.sets.push((register, value.clone()));
        path.facts.add(Fact::Known(value, symbol));
        Ok(symbol)
    }
}
