//! Sets of kinds of terms: what is known of an unknown value.

use model::{Expr, Kind, Wrap};

use crate::semantics::store::Shape;

/// A set of kinds, one bit each, in Erlang's order of terms.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Kinds(u16);

impl Kinds {
    pub(crate) const INTEGER: Self = Self(1);
    pub(crate) const FLOAT: Self = Self(1 << 1);
    pub(crate) const ATOM: Self = Self(1 << 2);
    pub(crate) const REFERENCE: Self = Self(1 << 3);
    pub(crate) const FUN: Self = Self(1 << 4);
    const PORT: Self = Self(1 << 5);
    pub(crate) const PID: Self = Self(1 << 6);
    pub(crate) const TUPLE: Self = Self(1 << 7);
    pub(crate) const MAP: Self = Self(1 << 8);
    pub(crate) const NIL: Self = Self(1 << 9);
    const CONS: Self = Self(1 << 10);
    /// Proper or not.
    pub(crate) const LIST: Self = Self(Self::NIL.0 | Self::CONS.0);
    pub(crate) const BINARY: Self = Self(1 << 11);
    /// Bit strings that are no binaries.
    const BITS: Self = Self(1 << 12);
    /// Constants of the model for states that have a function: no value of the module is one.
    const STATE: Self = Self(1 << 13);

    /// Kinds of values that may hold numbers.
    pub(crate) const NESTED: Self = Self(Self::FUN.0 | Self::TUPLE.0 | Self::MAP.0 | Self::CONS.0);

    /// No kind: no value.
    pub(crate) const NONE: Self = Self(0);
    /// Every kind of values.
    pub(crate) const ALL: Self = Self((1 << 13) - 1);

    /// The kinds of which a test speaks; those of all tuples where it speaks of a size.
    pub(crate) fn of_test(kind: Kind) -> Self {
        match kind {
            Kind::Integer => Self::INTEGER,
            Kind::Number => Self::NUMBER,
            Kind::Float => Self::FLOAT,
            Kind::Atom => Self(Self::ATOM.0 | Self::STATE.0),
            Kind::Nil => Self::NIL,
            Kind::Cons => Self::CONS,
            Kind::Tuple | Kind::TupleOf(_) => Self::TUPLE,
            Kind::Map => Self::MAP,
            Kind::Binary => Self::BINARY,
            Kind::BitString => Self::BIT_STRING,
            Kind::Bits => Self::BITS,
            Kind::Fun => Self::FUN,
            Kind::Pid => Self::PID,
            Kind::Port => Self::PORT,
            Kind::Reference => Self::REFERENCE,
        }
    }

    /// The kinds of an unknown value, where it is made.
    pub(crate) fn of_unknown(expr: &Expr) -> Self {
        let Expr::Chosen(_, kinds) = expr else { return Self::ALL };
        let kinds = kinds.iter().map(|&kind| Self::of_test(kind));
        kinds.fold(Self::NONE, Self::or).and(Self::ALL)
    }

    /// Binaries and others.
    pub(crate) const BIT_STRING: Self = Self(Self::BINARY.0 | Self::BITS.0);

    /// Integers and floats.
    pub(crate) const NUMBER: Self = Self(Self::INTEGER.0 | Self::FLOAT.0);

    /// The kinds that a term may have.
    pub(crate) fn of_shape(shape: &Shape) -> Self {
        match shape {
            Shape::Empty => Self::NONE,
            Shape::Integer(_) => Self::INTEGER,
            Shape::Float(_) => Self::FLOAT,
            Shape::Atom(_) => Self::ATOM,
            Shape::State(_) => Self::STATE,
            Shape::Nil => Self::NIL,
            Shape::Cons(..) => Self::CONS,
            Shape::Tuple(_) => Self::TUPLE,
            Shape::Reference(_) => Self::REFERENCE,
            Shape::Pid(_) => Self::PID,
            Shape::Wrap(Wrap::Map, _) => Self::MAP,
            Shape::Wrap(Wrap::Binary, _) => Self::BINARY,
            Shape::Wrap(Wrap::Bits, _) => Self::BITS,
            Shape::Wrap(Wrap::Fun, _) => Self::FUN,
            Shape::Unknown { kinds, .. } => *kinds,
        }
    }

    /// A number that no other set has.
    pub(crate) fn number(self) -> u32 {
        u32::from(self.0)
    }

    /// The set with this number, if there is one.
    pub(crate) fn of_number(number: u32) -> Option<Self> {
        u16::try_from(number).ok().map(Self).filter(|kinds| kinds.0 >> 14 == 0)
    }

    /// The kinds in both sets.
    pub(crate) fn and(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    /// The kinds in one of both sets.
    pub(crate) fn or(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// The kinds of this set that are not in the other.
    pub(crate) fn without(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    /// Whether every kind of this set is in the other.
    pub(crate) fn is_within(self, other: Self) -> bool {
        self.without(other) == Self::NONE
    }

    /// Places of the first and the last kind in Erlang's order; kinds that mix have one place.
    pub(crate) fn range(self) -> (u32, u32) {
        let place = |bit: u32| match bit {
            1 => 0,
            12 => 11,
            // A state is an atom.
            13 => 2,
            other => other,
        };
        (place(self.0.trailing_zeros()), place(u16::BITS - 1 - self.0.leading_zeros().min(15)))
    }

    /// What arithmetic on operands of these kinds gives.
    pub(crate) fn arithmetic(left: Self, right: Self) -> Self {
        let both = Self(left.0 | right.0);
        match (left == Self::FLOAT || right == Self::FLOAT, both.is_within(Self::INTEGER)) {
            (true, _) => Self::FLOAT,
            (false, true) => Self::INTEGER,
            (false, false) => Self::NUMBER,
        }
    }

    /// Whether some state of the model that has a function is among them.
    pub(crate) fn has_states(self) -> bool {
        self.and(Self::STATE) != Self::NONE
    }

    /// Whether the only value is `[]`.
    pub(crate) fn is_nil(self) -> bool {
        self == Self::NIL
    }

    /// Whether the value is a list cell.
    pub(crate) fn is_cons(self) -> bool {
        self == Self::CONS
    }
}
