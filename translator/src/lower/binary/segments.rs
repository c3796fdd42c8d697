//! Segments of a binary that is put together, as the prelude takes them.
//!
//! Input: the elements of a binary, their segments, the values of the elements and of computed sizes. Output: the list
//! of segments as a term (`prelude/data.erl` says what stands in it). Floats and characters in UTF-16 and UTF-32 are made bits and bytes
//! before, which [`turned_among`] asks for.

use frontend::ast::{BinElement, Expr as Syntax, ExprKind, Literal};

use super::bits::{Holds, Segment, Size, text_codes};
use super::coding::Coding;
use model::Expr;

/// One of the values of segments and computed sizes of which the prelude makes bits or bytes first: a float, a
/// character in UTF-16 or UTF-32.
pub(crate) struct Turned {
    /// Its place there.
    pub(crate) at: usize,
    /// The function of the prelude.
    pub(crate) by: &'static str,
    /// What it takes besides the value; the size of a float may stand behind that.
    with: Vec<Option<Expr>>,
}

impl Turned {
    /// What that function takes.
    pub(crate) fn args(&self, values: &[Expr]) -> Vec<Expr> {
        let value = |at: usize| values.get(at).cloned().unwrap_or(Expr::Nil);
        let with =
            self.with.iter().map(|given| given.clone().unwrap_or_else(|| value(self.at + 1)));
        [value(self.at)].into_iter().chain(with).collect()
    }
}

/// What is turned among the values.
pub(crate) fn turned_among(
    elements: &[BinElement<Syntax>],
    segments: &[Segment<'_>],
) -> Vec<Turned> {
    let mut at = 0;
    let mut turned = Vec::new();
    for (element, segment) in elements.iter().zip(segments) {
        let (size, parts) = match segment.size {
            Some(Size::Known(size)) => (Some(Expr::integer(size)), 1),
            Some(Size::Computed(_)) => (None, 2),
            None => (None, 1),
        };
        match segment.holds {
            Holds::Float => {
                let with = vec![size, Some(Expr::integer(segment.unit))];
                turned.push(Turned { at, by: "bits_of_float", with });
            }
            Holds::Char(coding) if text(element).is_none() => {
                let with = vec![Some(endian(segment))];
                turned.extend(coding.bytes_function().map(|by| Turned { at, by, with }));
            }
            _ => {}
        }
        at += parts;
    }
    turned
}

/// The text that an element is.
pub(crate) fn text(element: &BinElement<Syntax>) -> Option<&str> {
    match &element.value.kind {
        ExprKind::Literal(Literal::String(text)) => Some(text),
        _ => None,
    }
}

/// Which byte comes first.
pub(crate) fn endian(segment: &Segment<'_>) -> Expr {
    Expr::atom(if segment.little { "little" } else { "big" })
}

/// The segments as the prelude takes them.
pub(crate) fn written(
    elements: &[BinElement<Syntax>],
    segments: &[Segment<'_>],
    values: Vec<Expr>,
) -> Expr {
    let mut values = values.into_iter();
    let mut list = Vec::with_capacity(segments.len());
    for (element, segment) in elements.iter().zip(segments) {
        let value = values.next().unwrap_or(Expr::Nil);
        let size = match segment.size {
            Some(Size::Known(size)) => Expr::integer(size),
            Some(Size::Computed(_)) => values.next().unwrap_or(Expr::Nil),
            None => Expr::atom("all"),
        };
        let unit = Expr::integer(segment.unit);
        match text(element) {
            Some(text) if let Some(bytes) = segment.bytes_of(text) => {
                list.push(Expr::Tuple(vec![Expr::atom("bytes"), numbers(bytes)]));
            }
            Some(text) if segment.holds == Holds::Integer && segment.bits() == Some(8) => {
                let codes = text_codes(text, segment, elements).into_iter();
                let bytes = Expr::list(codes.map(|code| Expr::integer(code % 256)));
                list.push(Expr::Tuple(vec![Expr::atom("bytes"), bytes]));
            }
            Some(text) if segment.holds != Holds::Binary => {
                let codes = text_codes(text, segment, elements).into_iter();
                let part = |code| part(segment, Expr::integer(code), size.clone(), unit.clone());
                list.extend(codes.map(part));
            }
            _ => list.push(part(segment, value, size, unit)),
        }
    }
    Expr::list(list.into_iter())
}

fn part(segment: &Segment<'_>, value: Expr, size: Expr, unit: Expr) -> Expr {
    Expr::Tuple(match segment.holds {
        // Of a float its bits.
        Holds::Integer | Holds::Float => {
            vec![Expr::atom("integer"), value, size, unit, endian(segment)]
        }
        Holds::Binary => vec![Expr::atom("binary"), value, size, unit],
        Holds::Char(Coding::Utf8) => vec![Expr::atom("utf8"), value],
        // Of a character its bytes.
        Holds::Char(_) => vec![Expr::atom("bytes"), value],
    })
}

/// The list of these bytes.
pub(crate) fn numbers(bytes: Vec<u8>) -> Expr {
    Expr::list(bytes.into_iter().map(|byte| Expr::integer(byte.into())))
}
