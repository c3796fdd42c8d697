//! Segments of binaries: what their sizes and types say.

use std::borrow::Cow;

use frontend::ast::{BinElement, Expr as Syntax, ExprKind, Literal, Pat, PatKind};
use num_bigint::BigInt;

/// What a segment holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Holds {
    Integer,
    /// A binary, or another bit string.
    Binary,
    Utf8,
    /// A float.
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
    /// What a segment says; `None` where that has no exact translation: UTF-16, UTF-32.
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
        if segment.holds == Holds::Float && segment.size.is_none() {
            segment.size = Some(Size::Known(64));
        }
        Some(segment)
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

/// Whether the segments have a whole number of bytes together, where each bit string that is put in has, or not.
pub(super) fn are_whole(segments: &[Segment<'_>], has_bits: bool) -> bool {
    let is_any = |segment: &Segment<'_>| {
        segment.holds == Holds::Binary && segment.size.is_none() && !segment.unit.is_multiple_of(8)
    };
    if has_bits && segments.iter().any(is_any) {
        return false;
    }
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

/// The elements of a binary with a number for each character of a text that stands for floats.
pub(super) fn with_codes(elements: &[BinElement<Syntax>]) -> Cow<'_, [BinElement<Syntax>]> {
    let text = |element: &BinElement<Syntax>| match &element.value.kind {
        ExprKind::Literal(Literal::String(text))
            if Segment::of(element).is_some_and(|own| own.holds == Holds::Float) =>
        {
            Some(text.clone())
        }
        _ => None,
    };
    if !elements.iter().any(|element| text(element).is_some()) {
        return Cow::Borrowed(elements);
    }
    let mut all = Vec::new();
    for element in elements {
        let Some(text) = text(element) else {
            all.push(element.clone());
            continue;
        };
        all.extend(text.chars().map(|char| {
            let code = ExprKind::Literal(Literal::Integer(BigInt::from(u32::from(char))));
            BinElement { value: Syntax::new(code, element.value.span), ..element.clone() }
        }));
    }
    Cow::Owned(all)
}

/// The bytes of a text in a binary.
pub(super) fn text_bytes(text: &str, utf8: bool) -> Vec<u8> {
    if utf8 {
        return text.as_bytes().to_vec();
    }
    let low = |char| u8::try_from(BigInt::from(u32::from(char)) % 256).unwrap_or(0);
    text.chars().map(low).collect()
}
