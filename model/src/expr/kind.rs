//! Kinds of terms that a model tells apart.

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
