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
        // What is over behind the last whole byte so far: its value, and fewer than eight bits.
        let (mut bytes, mut over, mut n_over) = (Vec::new(), BigInt::ZERO, 0);
        for segment in segments.into_iter().flatten() {
            let (value, size) = match segment {
                Segment::Byte(byte) if n_over == 0 => {
                    bytes.push(byte);
                    continue;
                }
                Segment::Byte(byte) => match byte.ground() {
                    Some(Term::Integer(value)) => (value, 8),
                    _ => return Err(unplaced(span)),
                },
                Segment::Bits(value, size) => (value, size),
            };
            let bits = (over << size) + low(&value, size);
            let n_bytes = (n_over + size) / 8;
            n_over = (n_over + size) % 8;
            let made = whole(&(&bits >> n_over), n_bytes as usize);
            bytes.extend(made.into_iter().map(|byte| T::integer(span, BigInt::from(byte))));
            over = low(&bits, n_over);
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
            let bytes: Vec<Segment<T>> =
                text.chars().map(|char| byte(&BigInt::from(u32::from(char)))).collect();
            self.lengthen(bytes.len(), span)?;
            self.advance();
            return if self.lexer.has('/', self.next.start) { Err(typed(span)) } else { Ok(bytes) };
        }
        let segment: T = self.term()?;
        let is_sized = self.take(":");
        self.lengthen(1, span)?;
        let part = match segment.ground() {
            Some(Term::Integer(value)) if is_sized => Segment::Bits(value, self.size::<T>(span)?),
            Some(Term::Integer(value)) => byte(&value),
            Some(Term::Unknown(_)) if !is_sized => Segment::Byte(segment),
            None if open && !is_sized => Segment::Byte(segment),
            Some(Term::Float(_)) => return Err(float(span)),
            _ => return Err(no_number(span)),
        };
        if self.lexer.has('/', self.next.start) {
            return Err(typed(self.since(span)));
        }
        Ok(vec![part])
    }

    /// The number of the bits of a value.
    fn size<T: Tree>(&mut self, value: Span) -> Parsed<u32> {
        let size: T = self.term()?;
        let span = self.since(value);
        let wrong = |message| Diagnostic::error(codes::SYNTAX, message, span);
        let Some(Term::Integer(size)) = size.ground() else {
            return Err(wrong("the number of bits behind `:` is not an integer"));
        };
        if size < BigInt::ZERO {
            return Err(wrong("the number of bits behind `:` is negative"));
        }
        let size = u32::try_from(size).ok().filter(|size| *size <= MAX_BITS);
        let size = size.ok_or_else(|| wrong("a value has 65,536 bits at most here"))?;
        self.lengthen((size as usize).div_ceil(8), span)?;
        Ok(size)
    }
}

/// The lowest bits of a number.
fn low(value: &BigInt, size: u32) -> BigInt {
    value & ((BigInt::from(1) << size) - 1)
}

/// The bytes of a number that is not negative and has room in so many, the highest first.
fn whole(value: &BigInt, n_bytes: usize) -> Vec<u8> {
    let (_, bytes) = value.to_bytes_le();
    let zeros = std::iter::repeat(0);
    let mut bytes: Vec<u8> = bytes.into_iter().chain(zeros).take(n_bytes).collect();
    bytes.reverse();
    bytes
}

fn no_number(span: Span) -> Diagnostic {
    let message =
        "in a binary stand integers, with a number of bits (`5:3`) or without, and strings";
    Diagnostic::error(codes::SYNTAX, message, span)
}

/// The error about an unknown value behind parts of a byte: it is a whole byte, and has no place there.
fn unplaced(span: Span) -> Diagnostic {
    let message = "what is open stands for a whole byte, and the bits before it are none";
    Diagnostic::error(codes::SYNTAX, message, span)
}

fn float(span: Span) -> Diagnostic {
    let message = "a float has no place in a binary here";
    Diagnostic::error(codes::SYNTAX, message, span)
        .with_help("write its bytes: `<<63,240,0,0,0,0,0,0>>` is `<<1.0/float>>`")
}

fn typed(span: Span) -> Diagnostic {
    let message = "a value has no type in a binary here";
    Diagnostic::error(codes::SYNTAX, message, span)
        .with_help("write its bytes: `<<195,169>>` is `<<\"é\"/utf8>>`")
}
