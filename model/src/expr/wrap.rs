//! Values that are a constructor around one term: maps, binaries, funs.
//!
//! A map holds `{Size, Keys, Values}`, the keys in their order: what Erlang's order of maps goes by. A binary
//! holds the list of its bytes. Any other bit string holds such a list, too: its last bits are a byte that zeros fill up, and
//! how many they are is the end of the list, `[1, 160 | 3]` for `<<1, 5:3>>`; so the order of bit strings is that of these
//! lists. A fun holds `{Name, Arity, Captured}`. All that is done with such a value is done
//! with what it holds, by Erlang in the prelude.

use crate::{Expr, Kind, Operator};

/// Which constructor.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Wrap {
    /// A map.
    Map,
    /// A binary.
    Binary,
    /// A fun.
    Fun,
    /// A bit string that has no whole number of bytes.
    Bits,
}

/// What a value is that is made up where another one is not known.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Guess {
    /// Anything.
    Any,
    /// An integer.
    Integer,
    /// A float.
    Float,
    /// A list, proper or not.
    List,
    /// A map.
    Map,
    /// A binary.
    Binary,
    /// A bit string.
    BitString,
    /// A reference.
    Reference,
}

impl Wrap {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::Map, Self::Binary, Self::Fun, Self::Bits];

    /// The kind of the values that this constructor makes.
    pub fn kind(self) -> Kind {
        match self {
            Self::Map => Kind::Map,
            Self::Binary => Kind::Binary,
            Self::Fun => Kind::Fun,
            Self::Bits => Kind::Bits,
        }
    }

    /// The value around a term.
    pub fn around(self, content: Expr) -> Expr {
        Expr::Apply(Operator::Wrap(self), vec![content])
    }
}

impl Expr {
    /// The entries of a map that is written out.
    pub fn entries(&self) -> Option<Vec<(&Self, &Self)>> {
        let Self::Apply(Operator::Wrap(Wrap::Map), content) = self else { return None };
        let [Self::Tuple(parts)] = content.as_slice() else { return None };
        let [_, keys, values] = parts.as_slice() else { return None };
        Some(keys.cells()?.into_iter().zip(values.cells()?).collect())
    }

    fn cells(&self) -> Option<Vec<&Self>> {
        let (items, end) = self.spine();
        (*end == Self::Nil).then_some(items)
    }
}
