//! Segments of binaries: what their sizes and types say.

use frontend::ast::{BinElement, Expr as Syntax, ExprKind, Literal, Pat, PatKind};
use num_bigint::BigInt;

/// What a segment holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Holds {
    Integer,
    /// A binary, or another bit string.
    Binary,
    Utf8,
    /// A float of 64 bits.
    Float,
}

/// What stands behind the value of a segment.
#[derive(Clone, Debug)]
pub(super) struct Segment<'s> {
    pub(super) holds: Holds,
    /// Bits of a unit of its size.
    pub(super) unit: usize,
    pub(super) signed: bool,
    pub(super) little: bool,
    /// Its size; none for a binary that takes the rest, and for characters.
    pub(super) size: Option<Size<'s>>,
}

/// The size of a segment, in units.
#[derive(Clone, Copy, Debug)]
pub(super) enum Size<'s> {
    Known(usize),
    Computed(&'s Syntax),
}

impl<'s> Segment<'s> {
    /// What a segment says; `None` where that has no exact translation: floats of other sizes than 64 bits, UTF-16,
    /// UTF-32, integers with the lowest byte first that are no whole number of bytes.
    pub(super) fn of<T>(element: &'s BinElement<T>) -> Option<Self> {
        let mut segment =
            Self { holds: Holds::Integer, unit: 0, signed: false, little: false, size: None };
        let mut own_unit = None;
        for (name, argument) in &element.types {
            match name.as_str() {
                "integer" => segment.holds = Holds::Integer,
                "binary" | "bytes" => (segment.holds, segment.unit) = (Holds::Binary, 8),
                "bitstring" | "bits" => (segment.holds, segment.unit) = (Holds::Binary, 1),
                "utf8" => segment.holds = Holds::Utf8,
                "float" => segment.holds = Holds::Float,
                "signed" => segment.signed = true,
                "unsigned" => segment.signed = false,
                "big" => segment.little = false,
                "little" | "native" => segment.little = true,
                "unit" => own_unit = argument.as_ref().and_then(|unit| usize::try_from(unit).ok()),
                _ => return None,
            }
        }
        segment.unit = own_unit.unwrap_or(segment.unit.max(1));
        segment.size = element.size.as_ref().map(|size| match number(size) {
            Some(size) => Size::Known(size),
            None => Size::Computed(size),
        });
        if segment.holds == Holds::Integer && segment.size.is_none() {
            segment.size = Some(Size::Known(8));
        }
        if segment.holds == Holds::Float {
            return segment.sized_as_float(own_unit);
        }
        let whole = segment.is_whole();
        (whole || !segment.little || segment.holds != Holds::Integer).then_some(segment)
    }

    /// The same with the size that a float has, if it has that one.
    fn sized_as_float(mut self, unit: Option<usize>) -> Option<Self> {
        let is_usual = match self.size {
            Some(Size::Known(size)) => size.checked_mul(unit.unwrap_or(1)) == Some(64),
            Some(Size::Computed(_)) => false,
            None => true,
        };
        (self.unit, self.size) = (1, Some(Size::Known(64)));
        is_usual.then_some(self)
    }

    /// Whether it has a whole number of bytes, whatever its value is.
    pub(super) fn is_whole(&self) -> bool {
        match self.size {
            _ if self.unit.is_multiple_of(8) => true,
            Some(Size::Known(size)) => (size * self.unit).is_multiple_of(8),
            Some(Size::Computed(_)) => false,
            None => self.holds == Holds::Utf8 || self.holds == Holds::Binary,
        }
    }

    /// Whether it takes all bits that are left, however many these are.
    pub(super) fn takes_all(&self) -> bool {
        self.holds == Holds::Binary && self.unit == 1 && self.size.is_none()
    }

    /// The number of its bits, if that is written.
    pub(super) fn bits(&self) -> Option<usize> {
        match self.size {
            Some(Size::Known(size)) => Some(size * self.unit),
            Some(Size::Computed(_)) | None => self.is_whole().then_some(0),
        }
    }
}

/// Whether the segments have a whole number of bytes together.
pub(super) fn are_whole(segments: &[Segment<'_>]) -> bool {
    let bits: Option<usize> = segments.iter().map(Segment::bits).sum();
    bits.is_some_and(|bits| bits.is_multiple_of(8))
}

fn number(size: &Syntax) -> Option<usize> {
    match &size.kind {
        ExprKind::Literal(Literal::Integer(value)) => usize::try_from(value).ok(),
        _ => None,
    }
}

/// Whether a binary in a pattern has an exact translation.
pub(super) fn has_view(elements: &[BinElement<Pat>]) -> bool {
    elements.iter().all(|element| {
        let is_text = matches!(element.value.kind, PatKind::Literal(Literal::String(_)));
        Segment::of(element).is_some_and(|segment| {
            let is_of_codes = matches!(segment.holds, Holds::Integer | Holds::Utf8);
            !is_text || element.size.is_none() && is_of_codes && !segment.little
        })
    })
}

/// The bytes of a text in a binary.
pub(super) fn text_bytes(text: &str, utf8: bool) -> Vec<u8> {
    if utf8 {
        return text.as_bytes().to_vec();
    }
    let low = |char| u8::try_from(BigInt::from(u32::from(char)) % 256).unwrap_or(0);
    text.chars().map(low).collect()
}
