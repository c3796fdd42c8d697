//! Terms of states as other processes understand them.
//!
//! Input: the number of a term. Output: its outermost constructor as bytes, and the numbers of the terms in it; and back.
//! A place in the source is its number in the model, which is the same in each process.

use frontend::Name;
use model::index::Idx as _;
use model::{OriginId, StateIx, Wrap};
use num_bigint::BigInt;

use super::Engine;
use super::word::Word;
use crate::portable::Portable;
use crate::semantics::evaluation::kinds::Kinds;
use crate::semantics::step::start::is_start;
use crate::semantics::store::{Shape, Source, TermId};

/// What the bytes of a term begin with.
mod tag {
    pub(super) const EMPTY: u8 = 0;
    pub(super) const INTEGER: u8 = 1;
    pub(super) const FLOAT: u8 = 2;
    pub(super) const ATOM: u8 = 3;
    pub(super) const STATE: u8 = 4;
    pub(super) const NIL: u8 = 5;
    pub(super) const CONS: u8 = 6;
    pub(super) const TUPLE: u8 = 7;
    pub(super) const REFERENCE: u8 = 8;
    pub(super) const PID: u8 = 9;
    pub(super) const WRAP: u8 = 10;
    pub(super) const UNKNOWN: u8 = 11;
    /// An atom in the place of an undefined macro.
    pub(super) const MACRO: u8 = 12;
}

impl Portable for Engine<'_> {
    fn n_symbols(&self) -> usize {
        self.machine.store.len()
    }

    fn is_symbol(&self, place: usize, word: u32) -> bool {
        if self.compiled.is_some() {
            place > 0 && !Word(word).is_small()
        } else {
            !self.machine.layout.is_control(place)
        }
    }

    fn describe(&self, symbol: u32, bytes: &mut Vec<u8>, parts: &mut Vec<u32>) {
        let integer = |tag, value: &BigInt, bytes: &mut Vec<u8>| {
            bytes.push(tag);
            bytes.extend(value.to_signed_bytes_le());
        };
        match self.machine.store.shape(TermId(symbol)) {
            Shape::Empty => bytes.push(tag::EMPTY),
            Shape::Integer(value) => integer(tag::INTEGER, value, bytes),
            Shape::Reference(value) => integer(tag::REFERENCE, value, bytes),
            Shape::Pid(value) => integer(tag::PID, value, bytes),
            Shape::Float(bits) => {
                bytes.push(tag::FLOAT);
                bytes.extend(bits.to_le_bytes());
            }
            Shape::Atom(name) => {
                let (tag, text) = match name.undefined_macro() {
                    Some(name) => (tag::MACRO, name),
                    None => (tag::ATOM, name.as_str()),
                };
                bytes.push(tag);
                bytes.extend(text.as_bytes());
            }
            Shape::State(state) => {
                bytes.push(tag::STATE);
                bytes.extend(state.0.to_le_bytes());
            }
            Shape::Nil => bytes.push(tag::NIL),
            Shape::Cons(head, tail) => {
                bytes.push(tag::CONS);
                parts.extend([head.0, tail.0]);
            }
            Shape::Tuple(items) => {
                bytes.push(tag::TUPLE);
                parts.extend(items.iter().map(|item| item.0));
            }
            Shape::Wrap(wrap, content) => {
                bytes.extend([tag::WRAP, wrap_number(*wrap)]);
                parts.push(content.0);
            }
            Shape::Unknown { number, kinds, source } => {
                bytes.push(tag::UNKNOWN);
                bytes.extend(number.to_le_bytes());
                bytes.extend(kinds.number().to_le_bytes());
                let (kind, origin) = match source {
                    Source::Origin(origin) => (0, origin.0),
                    Source::Computed(origin) => (1, origin.0),
                    Source::Cut => (2, 0),
                };
                bytes.push(kind);
                bytes.extend(origin.to_le_bytes());
            }
        }
    }

    fn learn(&mut self, bytes: &[u8], parts: &[u32]) -> Option<u32> {
        let n_terms = self.machine.store.len();
        if parts.iter().any(|part| *part as usize >= n_terms) {
            return None;
        }
        let shape = self.shape(bytes, parts)?;
        Some(self.machine.store.intern(shape).0)
    }

    fn may_be_state(&self, words: &[u32]) -> bool {
        let (n_terms, n_points) = (self.machine.store.len(), self.machine.model.points.len());
        let n_places = self.compiled.as_ref().map_or(n_points, |own| own.codec.n_places(n_points));
        let exists = |place, word| {
            if self.is_symbol(place, word) {
                (word as usize) < n_terms
            } else {
                // Small integers are all there.
                let is_integer = self.compiled.is_some() && place > 0;
                is_integer || (word as usize) < n_places
            }
        };
        let is_known = |(place, &word): (usize, &u32)| exists(place, word);
        words.iter().enumerate().skip(usize::from(is_start(words))).all(is_known)
    }
}

impl Engine<'_> {
    /// The term with this outermost constructor.
    fn shape(&self, bytes: &[u8], parts: &[u32]) -> Option<Shape> {
        let (tag, rest) = bytes.split_first()?;
        let term = |place: usize| parts.get(place).copied().map(TermId);
        let shape = match *tag {
            tag::EMPTY => Shape::Empty,
            tag::INTEGER => Shape::Integer(BigInt::from_signed_bytes_le(rest)),
            tag::REFERENCE => Shape::Reference(BigInt::from_signed_bytes_le(rest)),
            tag::PID => Shape::Pid(BigInt::from_signed_bytes_le(rest)),
            tag::FLOAT => Shape::Float(u64::from_le_bytes(rest.try_into().ok()?)),
            tag::ATOM => Shape::Atom(Name::from(str::from_utf8(rest).ok()?)),
            tag::MACRO => {
                Shape::Atom(Name::of_undefined_macro(&Name::from(str::from_utf8(rest).ok()?)))
            }
            tag::STATE => {
                let state = StateIx(u32::from_le_bytes(rest.try_into().ok()?));
                (state.index() < self.machine.model.states.len()).then_some(Shape::State(state))?
            }
            tag::NIL => Shape::Nil,
            tag::CONS => Shape::Cons(term(0)?, term(1)?),
            tag::TUPLE => Shape::Tuple(parts.iter().map(|part| TermId(*part)).collect()),
            tag::WRAP => Shape::Wrap(wrap(*rest.first()?)?, term(0)?),
            tag::UNKNOWN => self.unknown(rest)?,
            _ => return None,
        };
        Some(shape)
    }

    fn unknown(&self, bytes: &[u8]) -> Option<Shape> {
        let word = |place: usize| -> Option<u32> {
            Some(u32::from_le_bytes(bytes.get(place..place + 4)?.try_into().ok()?))
        };
        let origin = OriginId(word(9)?);
        let source = match bytes.get(8)? {
            2 => Source::Cut,
            _ if origin.index() >= self.machine.model.origins.len() => return None,
            0 => Source::Origin(origin),
            1 => Source::Computed(origin),
            _ => return None,
        };
        let kinds = Kinds::of_number(word(4)?)?;
        Some(Shape::Unknown { number: word(0)?, kinds, source })
    }
}

fn wrap_number(wrap: Wrap) -> u8 {
    match wrap {
        Wrap::Map => 0,
        Wrap::Binary => 1,
        Wrap::Fun => 2,
        Wrap::Bits => 3,
    }
}

fn wrap(number: u8) -> Option<Wrap> {
    match number {
        0 => Some(Wrap::Map),
        1 => Some(Wrap::Binary),
        2 => Some(Wrap::Fun),
        3 => Some(Wrap::Bits),
        _ => None,
    }
}
