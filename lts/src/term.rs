//! Erlang terms, ground but for unknown values.
//!
//! The one type for events, data and label arguments outside the engine. Its order is Erlang's,
//! its text is Erlang's. Lists are flat, so that long ones do not nest. References and process
//! identifiers are those of a model, which have a number: `#Ref<1>`, `<1>`. Unknown values are written
//! `?1`; they come from the engine alone, no text is read as one.

pub(crate) mod bits;
pub(crate) mod chars;
pub(crate) mod grammar;
pub mod guard;
pub(crate) mod lexer;
pub mod order;
pub mod parse;
pub mod pattern;
pub mod print;

use frontend::{Float, Name};
use num_bigint::BigInt;

/// A term.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Term {
    /// An integer of any size.
    Integer(BigInt),
    /// A float.
    Float(Float),
    /// An atom.
    Atom(Name),
    /// `[]`
    Nil,
    /// `[A,B|Tail]`: at least one element; no tail means a proper list. A tail is never a list.
    List(Vec<Term>, Option<Box<Term>>),
    /// `{A,B}`, also `{}`.
    Tuple(Vec<Term>),
    /// `#{Key => Value}`, sorted by key, keys distinct.
    Map(Vec<(Term, Term)>),
    /// `#Ref<1>`: a reference.
    Reference(BigInt),
    /// `<1>`: a process identifier.
    Pid(BigInt),
    /// `<<1,2>>`: a bit string; an element that is no byte is an unknown one, the last one may be the unknown rest, or
    /// fewer than eight bits, a pair `{Value, Size}`.
    Binary(Vec<Term>),
    /// `#Fun<name/arity>`: a fun of a model, as `{Name, Arity, Captured}`.
    Fun(Box<Term>),
    /// `?1`: an unknown value; the same number is the same value within one label or state.
    Unknown(u32),
}

impl Term {
    /// The atom with this text.
    pub fn atom(text: &str) -> Self {
        Self::Atom(Name::from(text))
    }

    /// The proper list of these elements.
    pub fn list(items: Vec<Self>) -> Self {
        if items.is_empty() { Self::Nil } else { Self::List(items, None) }
    }

    /// `[head|tail]`, keeping the list flat.
    pub fn cons(head: Self, tail: Self) -> Self {
        match tail {
            Self::Nil => Self::List(vec![head], None),
            Self::List(mut items, end) => {
                items.insert(0, head);
                Self::List(items, end)
            }
            other => Self::List(vec![head], Some(Box::new(other))),
        }
    }

    /// Whether some part of the term is not known.
    pub fn has_unknown(&self) -> bool {
        match self {
            Self::Unknown(_) => true,
            Self::Integer(_)
            | Self::Float(_)
            | Self::Atom(_)
            | Self::Nil
            | Self::Reference(_)
            | Self::Pid(_) => false,
            Self::Tuple(items) | Self::Binary(items) => items.iter().any(Self::has_unknown),
            Self::Fun(content) => content.has_unknown(),
            Self::List(items, tail) => {
                items.iter().any(Self::has_unknown)
                    || tail.as_deref().is_some_and(Self::has_unknown)
            }
            Self::Map(entries) => {
                entries.iter().any(|(key, value)| key.has_unknown() || value.has_unknown())
            }
        }
    }

    /// Whether there is a float in the term.
    pub(crate) fn has_float(&self) -> bool {
        match self {
            Self::Float(_) => true,
            Self::Integer(_)
            | Self::Atom(_)
            | Self::Nil
            | Self::Reference(_)
            | Self::Pid(_)
            | Self::Binary(_)
            | Self::Unknown(_) => false,
            Self::Tuple(items) => items.iter().any(Self::has_float),
            Self::Fun(content) => content.has_float(),
            Self::List(items, tail) => {
                items.iter().any(Self::has_float) || tail.as_deref().is_some_and(Self::has_float)
            }
            Self::Map(entries) => {
                entries.iter().any(|(key, value)| key.has_float() || value.has_float())
            }
        }
    }

    /// The integer with this value.
    pub fn integer(value: impl Into<BigInt>) -> Self {
        Self::Integer(value.into())
    }

    /// The list of the characters of a text.
    pub fn string(text: &str) -> Self {
        Self::list(text.chars().map(|c| Self::integer(u32::from(c))).collect())
    }

    /// The list of these elements with this end, keeping the list flat.
    pub fn list_with_tail(mut items: Vec<Self>, tail: Self) -> Self {
        if items.is_empty() {
            return tail;
        }
        match tail {
            Self::Nil => Self::List(items, None),
            Self::List(more, end) => {
                items.extend(more);
                Self::List(items, end)
            }
            other => Self::List(items, Some(Box::new(other))),
        }
    }

    /// The map of these entries in any order; of equal keys the last one counts.
    pub fn map(mut entries: Vec<(Self, Self)>) -> Self {
        entries.sort_by(|(a, _), (b, _)| a.cmp(b));
        entries.dedup_by(|later, kept| {
            let repeated = later.0 == kept.0;
            if repeated {
                std::mem::swap(&mut later.1, &mut kept.1);
            }
            repeated
        });
        Self::Map(entries)
    }
}
