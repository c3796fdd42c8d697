//! Bit strings that have no whole number of bytes, as terms.
//!
//! Such a term is a [`Term::Binary`] whose last part is no byte, but a pair `{Value, Size}` of fewer than eight bits, written
//! `5:3`. Models have these bits in front of zeros, as a byte, and their number behind it; in this form both kinds of bit strings
//! have one order.

use std::cmp::Ordering;

use num_bigint::BigInt;

use super::Term;

/// The value and the size of a part that is no whole byte.
pub(crate) fn odd(part: &Term) -> Option<(&BigInt, u32)> {
    let Term::Tuple(pair) = part else { return None };
    let [Term::Integer(value), Term::Integer(size)] = pair.as_slice() else { return None };
    u32::try_from(size).ok().filter(|size| (1..8).contains(size)).map(|size| (value, size))
}

/// The part that is no whole byte.
pub(crate) fn odd_part(value: BigInt, size: u32) -> Term {
    Term::Tuple(vec![Term::Integer(value), Term::integer(size)])
}

/// The bit string of these bytes, of the last of which only so many bits count.
pub(crate) fn cut(mut bytes: Vec<Term>, size: &Term) -> Term {
    let size = match size {
        Term::Integer(size) => u32::try_from(size).ok().filter(|size| *size < 8),
        _ => None,
    };
    if let (Some(size), Some(Term::Integer(last))) = (size, bytes.last()) {
        let part = odd_part(last >> (8 - size), size);
        bytes.pop();
        bytes.push(part);
    }
    Term::Binary(bytes)
}

/// The bytes of a bit string, the last one filled up, and how many bits of that count; none for a binary.
pub(crate) fn filled(parts: &[Term]) -> Option<(Vec<Term>, u32)> {
    let (last, bytes) = parts.split_last()?;
    let (value, size) = odd(last)?;
    let mut bytes = bytes.to_vec();
    bytes.push(Term::Integer(value << (8 - size)));
    Some((bytes, size))
}

/// How two bit strings stand to each other, of which one is no binary: bit by bit, a part comes before the whole.
pub(super) fn compare(left: &[Term], right: &[Term]) -> Option<Ordering> {
    let is_odd = |parts: &[Term]| parts.last().is_some_and(|last| odd(last).is_some());
    if !is_odd(left) && !is_odd(right) {
        return None;
    }
    let key = |part: &Term| match (odd(part), part) {
        (Some((value, size)), _) => (Term::Integer(value << (8 - size)), size),
        (None, part) => (part.clone(), 8),
    };
    Some(left.iter().map(key).cmp(right.iter().map(key)))
}
