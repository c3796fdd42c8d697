//! Terms and conditions of a model.
//!
//! Expressions are total where they stand: the code that builds one has tested its operands before.

pub mod atom;
pub mod cells;
pub mod change;
pub mod float;
pub mod kind;
pub mod walk;
pub mod wrap;

use frontend::Name;
use num_bigint::BigInt;

use super::{Cells, FloatOp, FunctionId, Guess, Kind, OriginId, StateIx, VarId, Wrap};

/// A term-valued expression.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Expr {
    /// A variable.
    Var(VarId),
    /// An atom.
    Atom(Name),
    /// The name of a state where it stands for the state itself: the paper's `s_S`.
    State(StateIx),
    /// An integer.
    Integer(BigInt),
    /// `[]`
    Nil,
    /// `[Head|Tail]`
    Cons(Box<Expr>, Box<Expr>),
    /// `[A,B,..|End]` with more elements than a chain of cells has.
    List(Cells),
    /// `{A,B,..}`, also `{}`.
    Tuple(Vec<Expr>),
    /// Component number n (from 1) of a tuple that has one.
    Element(usize, Box<Expr>),
    /// Head of a non-empty list.
    Head(Box<Expr>),
    /// Tail of a non-empty list.
    Tail(Box<Expr>),
    /// An operator on operands of its sort.
    Apply(Operator, Vec<Expr>),
    /// The atom `true` or `false`.
    Bool(Box<Cond>),
    /// A function of the model.
    Call(FunctionId, Vec<Expr>),
    /// An unknown value: another one at each evaluation.
    Unknown(OriginId),
    /// An unknown value of one of these kinds: a part of a command or of the argument of `init/1`, not known further.
    Chosen(OriginId, Vec<Kind>),
    /// The empty call stack.
    EmptyStack,
    /// A value on top of a call stack.
    Push(Box<Expr>, Box<Expr>),
    /// Topmost value of a call stack that is not empty.
    Top(Box<Expr>),
    /// What is below the topmost value.
    Pop(Box<Expr>),
}

/// Native operators; each has a definition in the engine, in mCRL2 and in muCRL.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Operator {
    /// Sum of two integers.
    Add,
    /// Difference of two integers.
    Sub,
    /// Product of two integers.
    Mul,
    /// Quotient, truncated towards zero; the divisor is not 0.
    Div,
    /// Remainder with the sign of the dividend; the divisor is not 0.
    Rem,
    /// An integer with the opposite sign.
    Neg,
    /// Number of components of a tuple.
    TupleSize,
    /// Number of bytes that hold a bit string.
    ByteSize,
    /// Number of whole bytes of a bit string: for `size/1` the last bits do not count.
    WholeBytes,
    /// Number of bits of a bit string.
    BitSize,
    /// Number of entries of a map.
    MapSize,
    /// The components of a tuple as a list.
    TupleToList,
    /// The tuple of the elements of a proper list.
    ListToTuple,
    /// The reference with this number, an integer that is not negative.
    Reference,
    /// The process identifier with this number, an integer that is not negative.
    Pid,
    /// Of `{First, Step, Term}`: the reference with the first of the numbers `First`, `First + Step`, .. that none
    /// in the term has; unknown values have none.
    FreshReference,
    /// Of `{First, Step, Term}`: the process identifier with the first of the numbers `First`, `First + Step`, .. that
    /// none in the term has; unknown values have none.
    FreshPid,
    /// The map, binary or fun that holds the operand.
    Wrap(Wrap),
    /// What a map, binary or fun holds.
    Unwrap(Wrap),
    /// What hangs on the order in which OTP goes through a large map, where nothing else is unknown: it has no
    /// value, and exploration ends there.
    Unordered,
    /// Something that depends on the operand, of which not enough is known to say what: never evaluated where
    /// nothing is unknown.
    Guess(Guess),
    /// Something with floating-point numbers.
    Float(FloatOp),
}

/// A test.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Cond {
    /// The value is of this kind.
    Is(Kind, Expr),
    /// Both values are the same term (`=:=`).
    Same(Expr, Expr),
    /// Both values are equal (`==`): where there are no floats, the same term.
    Equal(Expr, Expr),
    /// The first comes before the second in Erlang's term order.
    Less(Expr, Expr),
    /// The condition does not hold.
    Not(Box<Cond>),
    /// Both conditions hold.
    And(Box<Cond>, Box<Cond>),
    /// The call stack holds nothing.
    IsEmptyStack(Expr),
    /// The value is a map, binary or fun of which it is known what it holds.
    Holds(Wrap, Expr),
    /// Nothing in the value is unknown.
    Known(Expr),
}

impl Expr {
    /// The atom with this text.
    pub fn atom(text: &str) -> Self {
        Self::Atom(Name::from(text))
    }

    /// A small integer.
    pub fn integer(value: usize) -> Self {
        Self::Integer(BigInt::from(value))
    }

    /// The reference with this number.
    pub fn reference(number: usize) -> Self {
        Self::Apply(Operator::Reference, vec![Self::integer(number)])
    }

    /// The process identifier with this number.
    pub fn pid(number: usize) -> Self {
        Self::Apply(Operator::Pid, vec![Self::integer(number)])
    }

    /// The map of these entries, which are sorted by key.
    pub fn map(entries: Vec<(Self, Self)>) -> Self {
        let size = Self::integer(entries.len());
        let (keys, values): (Vec<Self>, Vec<Self>) = entries.into_iter().unzip();
        let content = vec![size, Self::list(keys.into_iter()), Self::list(values.into_iter())];
        Wrap::Map.around(Self::Tuple(content))
    }

    /// The binary of these bytes.
    pub fn binary(bytes: &[u8]) -> Self {
        Wrap::Binary.around(Self::list(bytes.iter().map(|&byte| Self::integer(byte.into()))))
    }

    /// Component number `position` (from 1), taken at once where the tuple is written out.
    #[must_use]
    pub fn element(position: usize, tuple: Self) -> Self {
        match tuple {
            Self::Tuple(mut items) if position >= 1 && position <= items.len() => {
                items.swap_remove(position - 1)
            }
            other => Self::Element(position, Box::new(other)),
        }
    }

    /// The component of a tuple that is only borrowed, as [`Expr::element`] takes it: only the component is copied.
    #[must_use]
    pub fn element_of(position: usize, tuple: &Self) -> Self {
        match tuple {
            Self::Tuple(items) if position >= 1 && position <= items.len() => {
                items[position - 1].clone()
            }
            other => Self::Element(position, Box::new(other.clone())),
        }
    }

    /// The direct operands, in order; the conditions inside `Bool` are not among them.
    pub fn operands(&self) -> impl DoubleEndedIterator<Item = &Self> {
        let (one, two, several, end): (Option<&Self>, Option<&Self>, &[Self], _) = match self {
            Self::Var(_)
            | Self::Atom(_)
            | Self::State(_)
            | Self::Integer(_)
            | Self::Nil
            | Self::Unknown(_)
            | Self::Chosen(..)
            | Self::EmptyStack
            | Self::Bool(_) => (None, None, &[], None),
            Self::Cons(a, b) | Self::Push(a, b) => (Some(a), Some(b), &[], None),
            Self::List(cells) => (None, None, cells.items(), Some(cells.end())),
            Self::Element(_, a) | Self::Head(a) | Self::Tail(a) | Self::Top(a) | Self::Pop(a) => {
                (Some(a), None, &[], None)
            }
            Self::Tuple(items) | Self::Apply(_, items) | Self::Call(_, items) => {
                (None, None, items, None)
            }
        };
        one.into_iter().chain(two).chain(several).chain(end)
    }

    /// Whether it is a tuple or a list that is written out.
    pub fn is_composite(&self) -> bool {
        matches!(self, Self::Tuple(_) | Self::Cons(..) | Self::List(_))
    }

    /// Where it comes from, if it is an unknown value.
    pub fn unknown_origin(&self) -> Option<OriginId> {
        match self {
            Self::Unknown(origin) | Self::Chosen(origin, _) => Some(*origin),
            _ => None,
        }
    }

    /// Whether a part of it is an unknown value that stands there itself.
    pub fn has_hole(&self) -> bool {
        match self {
            Self::Unknown(_) | Self::Chosen(..) => true,
            Self::List(cells) if cells.is_plain() => false,
            _ => self.operands().any(Self::has_hole),
        }
    }

    /// Calls `visit` for every variable in the expression, left to right, repeatedly where it
    /// stands repeatedly.
    pub fn for_each_var(&self, visit: &mut impl FnMut(VarId)) {
        match self {
            Self::Var(var) => visit(*var),
            Self::Bool(cond) => cond.for_each_var(visit),
            Self::List(cells) if cells.is_plain() => return,
            _ => {}
        }
        for operand in self.operands() {
            operand.for_each_var(visit);
        }
    }

    /// Puts other variables in the place of its own.
    pub fn rename(&mut self, new: &impl Fn(VarId) -> VarId) {
        match self {
            Self::Var(var) => *var = new(*var),
            Self::Atom(_)
            | Self::State(_)
            | Self::Integer(_)
            | Self::Nil
            | Self::Unknown(_)
            | Self::Chosen(..)
            | Self::EmptyStack => {}
            Self::Bool(cond) => cond.rename(new),
            Self::List(cells) => cells.rename(new),
            Self::Cons(a, b) | Self::Push(a, b) => {
                a.rename(new);
                b.rename(new);
            }
            Self::Element(_, a) | Self::Head(a) | Self::Tail(a) | Self::Top(a) | Self::Pop(a) => {
                a.rename(new);
            }
            Self::Tuple(items) | Self::Apply(_, items) | Self::Call(_, items) => {
                for item in items {
                    item.rename(new);
                }
            }
        }
    }

    /// The expression with every variable replaced by what `replace` says.
    #[must_use]
    pub fn substitute(&self, replace: &impl Fn(VarId) -> Option<Self>) -> Self {
        let sub = |expr: &Self| expr.substitute(replace);
        let boxed = |expr: &Self| Box::new(expr.substitute(replace));
        match self {
            Self::Var(var) => replace(*var).unwrap_or_else(|| self.clone()),
            Self::Atom(_)
            | Self::State(_)
            | Self::Integer(_)
            | Self::Nil
            | Self::Unknown(_)
            | Self::Chosen(..)
            | Self::EmptyStack => self.clone(),
            Self::Cons(a, b) => Self::Cons(boxed(a), boxed(b)),
            Self::List(cells) => cells.map(sub),
            Self::Push(a, b) => Self::Push(boxed(a), boxed(b)),
            Self::Tuple(items) => Self::Tuple(items.iter().map(sub).collect()),
            Self::Element(position, a) => Self::element(*position, sub(a)),
            Self::Head(a) => Self::head(sub(a)),
            Self::Tail(a) => Self::tail(sub(a)),
            Self::Top(a) => Self::Top(boxed(a)),
            Self::Pop(a) => Self::Pop(boxed(a)),
            Self::Apply(operator, items) => Self::Apply(*operator, items.iter().map(sub).collect()),
            Self::Call(function, items) => Self::Call(*function, items.iter().map(sub).collect()),
            Self::Bool(cond) => Self::Bool(Box::new(cond.substitute(replace))),
        }
    }
}

impl Cond {
    /// The opposite condition.
    #[must_use]
    pub fn negate(self) -> Self {
        match self {
            Self::Not(inner) => *inner,
            other => Self::Not(Box::new(other)),
        }
    }

    /// The terms that the condition speaks of, in order.
    pub fn operands(&self) -> Vec<&Expr> {
        match self {
            Self::Is(_, a) | Self::IsEmptyStack(a) | Self::Holds(_, a) | Self::Known(a) => {
                vec![a]
            }
            Self::Same(a, b) | Self::Equal(a, b) | Self::Less(a, b) => vec![a, b],
            Self::Not(inner) => inner.operands(),
            Self::And(a, b) => {
                let mut operands = a.operands();
                operands.extend(b.operands());
                operands
            }
        }
    }

    /// Calls `visit` for every variable in the condition.
    pub fn for_each_var(&self, visit: &mut impl FnMut(VarId)) {
        match self {
            Self::Is(_, a) | Self::IsEmptyStack(a) | Self::Holds(_, a) | Self::Known(a) => {
                a.for_each_var(visit);
            }
            Self::Same(a, b) | Self::Equal(a, b) | Self::Less(a, b) => {
                a.for_each_var(visit);
                b.for_each_var(visit);
            }
            Self::Not(inner) => inner.for_each_var(visit),
            Self::And(a, b) => {
                a.for_each_var(visit);
                b.for_each_var(visit);
            }
        }
    }

    /// Puts other variables in the place of its own.
    pub fn rename(&mut self, new: &impl Fn(VarId) -> VarId) {
        match self {
            Self::Is(_, a) | Self::IsEmptyStack(a) | Self::Holds(_, a) | Self::Known(a) => {
                a.rename(new);
            }
            Self::Same(a, b) | Self::Equal(a, b) | Self::Less(a, b) => {
                a.rename(new);
                b.rename(new);
            }
            Self::Not(inner) => inner.rename(new),
            Self::And(a, b) => {
                a.rename(new);
                b.rename(new);
            }
        }
    }

    /// The condition with every variable replaced by what `replace` says.
    #[must_use]
    pub fn substitute(&self, replace: &impl Fn(VarId) -> Option<Expr>) -> Self {
        let sub = |cond: &Self| Box::new(cond.substitute(replace));
        match self {
            Self::Is(kind, a) => Self::Is(*kind, a.substitute(replace)),
            Self::IsEmptyStack(a) => Self::IsEmptyStack(a.substitute(replace)),
            Self::Holds(wrap, a) => Self::Holds(*wrap, a.substitute(replace)),
            Self::Known(a) => Self::Known(a.substitute(replace)),
            Self::Same(a, b) => Self::Same(a.substitute(replace), b.substitute(replace)),
            Self::Equal(a, b) => Self::Equal(a.substitute(replace), b.substitute(replace)),
            Self::Less(a, b) => Self::Less(a.substitute(replace), b.substitute(replace)),
            Self::Not(inner) => Self::Not(sub(inner)),
            Self::And(a, b) => Self::And(sub(a), sub(b)),
        }
    }
}
