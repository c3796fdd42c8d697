//! Decision graphs to register programs.
//!
//! Input: a machine and the functions that its step program calls. Output: their programs, and those of all functions that
//! they call. A function that makes unknown values, or names a constant that is large, has none. Nodes are written from the
//! root on: each stands before those that it leads to, so that a program has no loop but by calls.

use model::index::Idx as _;
use model::{Cond, Expr, FunctionId, Kind, Node, NodeId};
use rustc_hash::FxHashMap;

use super::code::{CONSTANT, Callee, Code, Codes, Op, Operand, Place, Several};
use super::cost::{calls_in, cost, reachable};
use super::native::Native;
use super::tags::Tags;
use crate::semantics::Machine;
use crate::semantics::engine::word::Word;
use crate::semantics::store::{Shape, TermId};

/// A jump to a place that is not known yet.
const NOWHERE: Place = Place::MAX;

/// The programs of functions, and of those that they call.
pub(crate) fn assemble(
    machine: &mut Machine<'_>,
    functions: impl Iterator<Item = FunctionId>,
) -> Codes {
    let mut codes = Codes::default();
    let mut word = |shape| {
        let term = machine.store.intern(shape);
        machine.store.word(term).0
    };
    codes.nil = word(Shape::Nil);
    codes.ok = word(Shape::Atom("ok".into()));
    codes.truth = [word(Shape::Atom("false".into())), word(Shape::Atom("true".into()))];
    codes.functions = vec![None; machine.model.functions.len()];
    let tags = Tags::of(machine.model);
    let mut assembler = Assembler {
        machine,
        codes,
        numbers: FxHashMap::default(),
        called: functions.collect(),
        tags,
        function: FunctionId::from_usize(0),
        n_variables: 0,
        next: 0,
        n_registers: 0,
    };
    let mut seen = vec![false; assembler.codes.functions.len()];
    while let Some(function) = assembler.called.pop() {
        if !std::mem::replace(&mut seen[function.index()], true) {
            assembler.codes.functions[function.index()] = assembler.function(function);
        }
    }
    assembler.add_costs_of_natives();
    assembler.codes
}

struct Assembler<'a, 'm> {
    machine: &'a mut Machine<'m>,
    codes: Codes,
    /// Operands of constants, by word.
    numbers: FxHashMap<u32, Operand>,
    /// Functions that are called.
    called: Vec<FunctionId>,
    tags: Tags<'m>,
    /// The function that is written.
    function: FunctionId,
    n_variables: u32,
    /// The next register of a value of an expression.
    next: u32,
    n_registers: u32,
}

impl Assembler<'_, '_> {
    fn function(&mut self, id: FunctionId) -> Option<Code> {
        let model = self.machine.model;
        let function = &model.functions[id];
        if self.machine.makers[id.index()] {
            return None;
        }
        self.function = id;
        self.n_variables = u32::try_from(function.vars.len()).ok()?;
        self.n_registers = self.n_variables;
        let start = self.here();
        let mut places: FxHashMap<NodeId, Place> = FxHashMap::default();
        let mut jumps: Vec<(Place, NodeId)> = Vec::new();
        let order = reachable(function);
        for (number, &node) in order.iter().enumerate() {
            places.insert(node, self.here());
            self.next = self.n_variables;
            self.node(&function.nodes[node], order.get(number + 1).copied(), &mut jumps)?;
        }
        for (jump, node) in jumps {
            let to = *places.get(&node)?;
            self.lead(jump, to);
        }
        let cost = cost(function);
        let param = |param: &model::VarId| u32::try_from(param.index()).unwrap_or(0);
        Some(Code {
            start,
            params: function.params.iter().map(param).collect(),
            n_registers: self.n_registers as usize,
            cost,
            native: Native::of(function).map(|native| (native, cost)),
        })
    }

    /// The instructions of a node; `following` is the node behind it.
    fn node(
        &mut self,
        node: &Node,
        following: Option<NodeId>,
        jumps: &mut Vec<(Place, NodeId)>,
    ) -> Option<()> {
        match node {
            Node::Test { cond, yes, no, .. } => {
                let mut others = Vec::new();
                self.cond(cond, true, &mut others)?;
                jumps.extend(others.into_iter().map(|place| (place, *no)));
                self.go_on(*yes, following, jumps);
            }
            Node::Let { var, value: value @ Expr::Call(callee, args), next }
                if self.tags.hands_on(self.function, *var, value, *next) =>
            {
                self.tail_call(*callee, args)?;
            }
            Node::Let { var, value, next } => {
                let to = u32::try_from(var.index()).ok()?;
                self.expr(value, Some(to))?;
                self.go_on(*next, following, jumps);
            }
            Node::Return(Expr::Call(callee, args)) => self.tail_call(*callee, args)?,
            Node::Return(value) => {
                let from = self.expr(value, None)?;
                self.push(Op::Return { from });
            }
        }
        Some(())
    }

    fn tail_call(&mut self, function: FunctionId, args: &[Expr]) -> Option<()> {
        let args = self.operands(args)?;
        let callee = self.callee(function);
        self.push(Op::TailCall { callee, args });
        Some(())
    }

    fn callee(&mut self, function: FunctionId) -> Callee {
        self.called.push(function);
        Callee { function, is_itself: function == self.function }
    }

    fn go_on(&mut self, next: NodeId, following: Option<NodeId>, jumps: &mut Vec<(Place, NodeId)>) {
        if following != Some(next) {
            let jump = self.push(Op::Jump { to: NOWHERE });
            jumps.push((jump, next));
        }
    }

    /// Instructions that go on where a condition is as expected; the places of those that jump otherwise.
    fn cond(&mut self, cond: &Cond, expected: bool, others: &mut Vec<Place>) -> Option<()> {
        let otherwise = NOWHERE;
        let op = match cond {
            Cond::Not(inner) => return self.cond(inner, !expected, others),
            Cond::And(left, right) if expected => {
                self.cond(left, true, others)?;
                return self.cond(right, true, others);
            }
            Cond::And(left, right) => {
                let mut ends = Vec::new();
                self.cond(left, true, &mut ends)?;
                self.cond(right, false, others)?;
                self.lead_here(&ends);
                return Some(());
            }
            Cond::Known(value) => {
                self.expr(value, None)?;
                if !expected {
                    others.push(self.push(Op::Jump { to: NOWHERE }));
                }
                return Some(());
            }
            Cond::Is(kind, value) => self.is(*kind, value, expected)?,
            Cond::IsEmptyStack(stack) => self.is(Kind::Nil, stack, expected)?,
            Cond::Holds(wrap, value) => self.is(wrap.kind(), value, expected)?,
            Cond::Same(left, right) | Cond::Equal(left, right) | Cond::Less(left, right) => {
                let (left, right) = (self.expr(left, None)?, self.expr(right, None)?);
                match cond {
                    Cond::Same(..) if self.is_leaf(left) || self.is_leaf(right) => {
                        Op::SameWord { left, right, expected, otherwise }
                    }
                    Cond::Same(..) => Op::Same { left, right, expected, otherwise },
                    Cond::Equal(..) => Op::Equal { left, right, expected, otherwise },
                    _ => Op::Less { left, right, expected, otherwise },
                }
            }
        };
        others.push(self.push(op));
        Some(())
    }

    fn is(&mut self, kind: Kind, value: &Expr, expected: bool) -> Option<Op> {
        let value = self.expr(value, None)?;
        Some(Op::Is { kind, value, expected, otherwise: NOWHERE })
    }

    /// Whether an operand is a constant that is no compound, and no zero with another sign.
    fn is_leaf(&self, operand: Operand) -> bool {
        let Some(word) = self.constant_word(operand) else { return false };
        let store = &self.machine.store;
        Word(word).is_small()
            || !store.holds_zero(TermId(word))
                && !matches!(
                    store.shape(TermId(word)),
                    Shape::Cons(..) | Shape::Tuple(_) | Shape::Wrap(..)
                )
    }

    fn constant_word(&self, operand: Operand) -> Option<u32> {
        let number = operand & !CONSTANT;
        (operand & CONSTANT != 0).then(|| self.codes.constants[number as usize])
    }

    /// The operand that holds the value of an expression; the register `to`, where one is given.
    fn expr(&mut self, expr: &Expr, to: Option<u32>) -> Option<Operand> {
        let operand = match expr {
            Expr::Var(var) => u32::try_from(var.index()).ok()?,
            Expr::Atom(name) => self.constant(Shape::Atom(name.clone()))?,
            Expr::State(state) => self.constant(Shape::State(*state))?,
            Expr::Integer(value) => self.constant(Shape::Integer(value.clone()))?,
            Expr::Nil | Expr::EmptyStack => self.constant(Shape::Nil)?,
            Expr::Unknown(_) | Expr::Chosen(..) => return None,
            Expr::Cons(..) | Expr::List(_) | Expr::Push(..) => self.cells(expr, to)?,
            Expr::Tuple(items) => self.tuple(items, to)?,
            Expr::Element(position, tuple) => {
                let position = u32::try_from(*position).ok()?;
                let from = self.expr(tuple, None)?;
                self.set(to, |to| Op::Element { to, position, from })?
            }
            Expr::Head(list) | Expr::Top(list) => {
                let from = self.expr(list, None)?;
                self.set(to, |to| Op::Head { to, from })?
            }
            Expr::Tail(list) | Expr::Pop(list) => {
                let from = self.expr(list, None)?;
                self.set(to, |to| Op::Tail { to, from })?
            }
            Expr::Apply(operator, operands) => {
                let operands = self.operands(operands)?;
                self.set(to, |to| Op::Apply { to, operator: *operator, operands })?
            }
            Expr::Call(function, args) => {
                let args = self.operands(args)?;
                let callee = self.callee(*function);
                self.set(to, |to| Op::Call { to, callee, args })?
            }
            Expr::Bool(cond) => self.truth(cond, to)?,
        };
        match to {
            Some(to) if operand != to => {
                self.push(Op::Copy { to, from: operand });
                Some(to)
            }
            _ => Some(operand),
        }
    }

    fn truth(&mut self, cond: &Cond, to: Option<u32>) -> Option<Operand> {
        let to = self.register(to)?;
        let [no, yes] = self.codes.truth.map(|word| self.constant_of(word));
        let (no, yes) = (no?, yes?);
        let mut others = Vec::new();
        self.cond(cond, true, &mut others)?;
        self.push(Op::Copy { to, from: yes });
        let end = self.push(Op::Jump { to: NOWHERE });
        self.lead_here(&others);
        self.push(Op::Copy { to, from: no });
        self.lead_here(&[end]);
        Some(to)
    }

    /// List cells, along the tails without recursion: lists are long.
    fn cells(&mut self, expr: &Expr, to: Option<u32>) -> Option<Operand> {
        let (items, end) = expr.spine();
        let mut heads = Vec::with_capacity(items.len());
        for item in items {
            heads.push(self.expr(item, None)?);
        }
        let mut list = self.expr(end, None)?;
        let mut rest = heads.len();
        for head in heads.into_iter().rev() {
            rest -= 1;
            let to = if rest == 0 { to } else { None };
            list = match (self.constant_word(head), self.constant_word(list)) {
                (Some(head), Some(tail)) => {
                    let [head, tail] =
                        [head, tail].map(|word| self.machine.store.term_of(Word(word)));
                    self.constant(Shape::Cons(head, tail))?
                }
                _ => self.set(to, |to| Op::Cons { to, head, tail: list })?,
            };
        }
        Some(list)
    }

    fn tuple(&mut self, items: &[Expr], to: Option<u32>) -> Option<Operand> {
        let items = self.operands(items)?;
        let words: Option<Vec<u32>> =
            self.codes.several(items).iter().map(|&item| self.constant_word(item)).collect();
        let Some(words) = words else { return self.set(to, |to| Op::Tuple { to, items }) };
        let terms = words.into_iter().map(|word| self.machine.store.term_of(Word(word))).collect();
        self.constant(Shape::Tuple(terms))
    }

    fn operands(&mut self, exprs: &[Expr]) -> Option<Several> {
        let mut operands = Vec::with_capacity(exprs.len());
        for expr in exprs {
            operands.push(self.expr(expr, None)?);
        }
        let all = &mut self.codes.operands;
        let first = u32::try_from(all.len()).ok()?;
        all.extend(&operands);
        Some((first, u32::try_from(operands.len()).ok()?))
    }

    fn constant(&mut self, shape: Shape) -> Option<Operand> {
        let term = self.machine.store.intern(shape);
        self.constant_of(self.machine.store.word(term).0)
    }

    fn constant_of(&mut self, word: u32) -> Option<Operand> {
        if !Word(word).is_small() && !self.machine.store.is_plain(TermId(word)) {
            return None;
        }
        let constants = &mut self.codes.constants;
        let number = u32::try_from(constants.len()).ok()?;
        Some(*self.numbers.entry(word).or_insert_with(|| {
            constants.push(word);
            CONSTANT | number
        }))
    }

    /// An instruction that puts a value into a register.
    fn set(&mut self, to: Option<u32>, op: impl FnOnce(u32) -> Op) -> Option<Operand> {
        let to = self.register(to)?;
        self.push(op(to));
        Some(to)
    }

    fn register(&mut self, to: Option<u32>) -> Option<u32> {
        if let Some(to) = to {
            return Some(to);
        }
        self.next = self.next.checked_add(1).filter(|&next| next < CONSTANT)?;
        self.n_registers = self.n_registers.max(self.next);
        Some(self.next - 1)
    }

    fn here(&self) -> Place {
        Place::try_from(self.codes.ops.len()).unwrap_or(NOWHERE)
    }

    fn push(&mut self, op: Op) -> Place {
        self.codes.ops.push(op);
        self.here() - 1
    }

    fn lead_here(&mut self, jumps: &[Place]) {
        let here = self.here();
        for &jump in jumps {
            self.lead(jump, here);
        }
    }

    /// Lets an instruction jump to a place.
    fn lead(&mut self, jump: Place, place: Place) {
        match self.codes.ops.get_mut(jump as usize) {
            Some(
                Op::Is { otherwise, .. }
                | Op::SameWord { otherwise, .. }
                | Op::Same { otherwise, .. }
                | Op::Equal { otherwise, .. }
                | Op::Less { otherwise, .. },
            ) => *otherwise = place,
            Some(Op::Jump { to }) => *to = place,
            _ => {}
        }
    }

    /// What a function that is done at once does for each element may be more than one run of it: it calls others.
    fn add_costs_of_natives(&mut self) {
        let costs: Vec<usize> = self
            .codes
            .functions
            .iter()
            .map(|code| code.as_ref().map_or(0, |code| code.cost))
            .collect();
        for (number, function) in self.machine.model.functions.iter().enumerate() {
            let Some(Code { native: Some((_, steps)), .. }) = &mut self.codes.functions[number]
            else {
                continue;
            };
            for node in &function.nodes {
                calls_in(node, &mut |callee| *steps += costs[callee.index()]);
            }
        }
    }
}
