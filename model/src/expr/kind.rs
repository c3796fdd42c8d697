//! Kinds of terms that a model tells apart, and of which kind an expression is.

use crate::{Expr, FloatOp, Operator, Wrap};

/// Kinds of terms that a test tells apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Kind {
    /// Any integer.
    Integer,
    /// An integer or a floating-point number.
    Number,
    /// A floating-point number.
    Float,
    /// Any atom.
    Atom,
    /// `[]`
    Nil,
    /// A non-empty list, proper or not.
    Cons,
    /// Any tuple.
    Tuple,
    /// A tuple of this size.
    TupleOf(usize),
    /// A map.
    Map,
    /// A bit string whose length is a number of bytes.
    Binary,
    /// A bit string.
    BitString,
    /// A bit string that is no binary.
    Bits,
    /// A fun.
    Fun,
    /// A process identifier.
    Pid,
    /// A port.
    Port,
    /// A reference.
    Reference,
}

impl Kind {
    /// Whether a value of this kind is of another one, where that is told.
    pub fn tells(self, asked: Self) -> Option<bool> {
        match (self, asked) {
            _ if self == asked => Some(true),
            (Self::TupleOf(_), Self::Tuple)
            | (Self::Integer | Self::Float, Self::Number)
            | (Self::Binary | Self::Bits, Self::BitString) => Some(true),
            (Self::Tuple, Self::TupleOf(_))
            | (Self::Number, Self::Integer | Self::Float)
            | (Self::BitString, Self::Binary | Self::Bits) => None,
            _ => Some(false),
        }
    }
}

impl Expr {
    /// The outermost kind of an expression of integers, if it shows.
    pub fn kind(&self) -> Option<Kind> {
        match self {
            Self::Atom(_) | Self::Bool(_) => Some(Kind::Atom),
            Self::Integer(_) => Some(Kind::Integer),
            Self::Nil => Some(Kind::Nil),
            Self::Cons(..) | Self::List(_) => Some(Kind::Cons),
            Self::Tuple(items) => Some(Kind::TupleOf(items.len())),
            Self::Apply(operator, _) => match operator {
                Operator::Add
                | Operator::Sub
                | Operator::Mul
                | Operator::Div
                | Operator::Rem
                | Operator::Neg
                | Operator::TupleSize
                | Operator::ByteSize
                | Operator::WholeBytes
                | Operator::BitSize
                | Operator::MapSize => Some(Kind::Integer),
                Operator::Reference | Operator::FreshReference => Some(Kind::Reference),
                Operator::Pid | Operator::FreshPid => Some(Kind::Pid),
                Operator::Wrap(wrap) => Some(wrap.kind()),
                Operator::Unwrap(Wrap::Map) => Some(Kind::TupleOf(3)),
                Operator::Float(operator) => match operator {
                    FloatOp::OfBits => Some(Kind::Float),
                    FloatOp::Bits
                    | FloatOp::Trunc
                    | FloatOp::Round
                    | FloatOp::Floor
                    | FloatOp::Ceil
                    | FloatOp::Text
                    | FloatOp::LongText
                    | FloatOp::KeyLess => Some(Kind::Integer),
                    _ => None,
                },
                Operator::TupleToList
                | Operator::ListToTuple
                | Operator::Unwrap(_)
                | Operator::Unordered
                | Operator::Guess(_) => None,
            },
            _ => None,
        }
    }
}
