//! Binaries and other bit strings in terms: bytes, strings, and values with a number of bits between commas.

use frontend::diagnostic::Diagnostic;
use frontend::source::Span;
use num_bigint::BigInt;

use super::{Parsed, Parser, Tree};
use crate::codes;
use crate::term::Term;
use crate::term::lexer::Token;

/// The bits of one value, at most.
const MAX_BITS: u32 = 1 << 16;

/// What stands between two commas.
enum Segment<T> {
    /// A byte, or what stands for one.
    Byte(T),
    /// A value and the number of its bits.
    Bits(BigInt, u32),
}

impl Parser<'_> {
    /// Segments between commas; a number is taken modulo what its bits can hold, as Erlang does. What is over behind the last
    /// whole byte is a pair of its value and its size.
    pub(super) fn binary<T: Tree>(&mut self, opened: Span) -> Parsed<T> {
        if self.take(">>") {
            return Ok(T::binary(self.since(opened), Vec::new()));
        }
        let segments = self.items(Self::segment::<T>)?;
        self.close(">>", opened, "`,` or `>>`")?;
        let span = self.since(opened);
        let (mut bytes, mut over, mut n_over) = (Vec::new(), BigInt::ZERO, 0);
        for segment in segments.into_iter().flatten() {
            let (value, size) = match segment {
                Segment::Byte(byte) if n_over == 0 => {
                    bytes.push(byte);
                    continue;
                }
                Segment::Byte(byte) => match byte.ground() {
                    Some(Term::Integer(value)) => (value, 8),
                    _ => return Err(only_numbers(span)),
                },
                Segment::Bits(value, size) => (value, size),
            };
            (over, n_over) = ((over << size) + low(&value, size), n_over + size);
            while n_over >= 8 {
                n_over -= 8;
                bytes.push(T::integer(span, &over >> n_over));
                over = low(&over, n_over);
            }
        }
        if n_over > 0 {
            let pair = vec![T::integer(span, over), T::integer(span, BigInt::from(n_over))];
            bytes.push(T::tuple(span, pair));
        }
        Ok(T::binary(span, bytes))
    }

    fn segment<T: Tree>(&mut self) -> Parsed<Vec<Segment<T>>> {
        let span = self.lexer.span(self.next.start, self.next.end);
        let byte = |value: &BigInt| Segment::Byte(T::integer(span, low(value, 8)));
        let open: bool = T::OPEN && matches!(self.next.token, Token::Variable(_));
        if let Token::String(text) = &self.next.token {
            let bytes = text.chars().map(|char| byte(&BigInt::from(u32::from(char)))).collect();
            self.advance();
            return Ok(bytes);
        }
        let segment: T = self.term()?;
        match segment.ground() {
            Some(Term::Integer(value)) if self.take(":") => {
                Ok(vec![Segment::Bits(value, self.size::<T>(span)?)])
            }
            Some(Term::Integer(value)) => Ok(vec![byte(&value)]),
            Some(Term::Unknown(_)) => Ok(vec![Segment::Byte(segment)]),
            None if open => Ok(vec![Segment::Byte(segment)]),
            _ => Err(only_numbers(span)),
        }
    }

    /// The number of the bits of a value.
    fn size<T: Tree>(&mut self, value: Span) -> Parsed<u32> {
        let size: T = self.term()?;
        let size = match size.ground() {
            Some(Term::Integer(size)) => u32::try_from(size).ok(),
            _ => None,
        };
        size.filter(|size| *size <= MAX_BITS).ok_or_else(|| {
            let message = "the number of bits of a value is 65,536 at most here";
            Diagnostic::error(codes::SYNTAX, message, self.since(value))
        })
    }
}

/// The lowest bits of a number.
fn low(value: &BigInt, size: u32) -> BigInt {
    value & ((BigInt::from(1) << size) - 1)
}

fn only_numbers(span: Span) -> Diagnostic {
    let message = "only bytes and strings can stand in a binary here";
    Diagnostic::error(codes::SYNTAX, message, span)
}
