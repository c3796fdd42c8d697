//! Segments of binaries: what their sizes and types say.

use std::borrow::Cow;

use frontend::ast::{BinElement, Expr as Syntax, ExprKind, Literal, Pat};
use num_bigint::BigInt;

use super::coding::Coding;

/// What a segment holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Holds {
    Integer,
    /// A binary, or another bit string.
    Binary,
    /// A character.
    Char(Coding),
    /// A float.
    Float,
}

/// What stands behind the value of a segment.
#[derive(Clone, Debug)]
pub(crate) struct Segment<'s> {
    pub(crate) holds: Holds,
    /// Bits of a unit of its size.
    pub(crate) unit: usize,
    pub(crate) signed: bool,
    pub(crate) little: bool,
    /// Its size; none for a binary that takes the rest, and for characters.
    pub(crate) size: Option<Size<'s>>,
}

/// The size of a segment, in units.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Size<'s> {
    Known(usize),
    Computed(&'s Syntax),
}

impl<'s> Segment<'s> {
    /// What a segment says; `None` where the compiler refuses that.
    pub(crate) fn of<T>(element: &'s BinElement<T>) -> Option<Self> {
        let mut segment =
            Self { holds: Holds::Integer, unit: 1, signed: false, little: false, size: None };
        let mut own_unit = None;
        for (name, argument) in &element.types {
            match name.as_str() {
                "integer" => segment.holds = Holds::Integer,
                "binary" => segment.holds = Holds::Binary,
                "bytes" => (segment.holds, own_unit) = (Holds::Binary, Some(8)),
                "bitstring" | "bits" => (segment.holds, own_unit) = (Holds::Binary, Some(1)),
                "float" => segment.holds = Holds::Float,
                "signed" => segment.signed = true,
                "unsigned" => segment.signed = false,
                "big" => segment.little = false,
                "little" | "native" => segment.little = true,
                "unit" => own_unit = argument.as_ref().and_then(|unit| usize::try_from(unit).ok()),
                name => segment.holds = Holds::Char(Coding::of(name)?),
            }
        }
        // Whatever the order in which they stand: `bits-binary` are bits.
        segment.unit = own_unit.unwrap_or(if segment.holds == Holds::Binary { 8 } else { 1 });
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
    pub(crate) fn is_whole(&self) -> bool {
        match self.size {
            _ if self.unit.is_multiple_of(8) => true,
            Some(Size::Known(size)) => (size * self.unit).is_multiple_of(8),
            Some(Size::Computed(_)) => false,
            None => matches!(self.holds, Holds::Char(_) | Holds::Binary),
        }
    }

    /// Whether it takes all bits that are left, however many these are.
    pub(crate) fn takes_all(&self) -> bool {
        self.holds == Holds::Binary && self.unit == 1 && self.size.is_none()
    }

    /// The bytes of a text whose characters are encoded.
    pub(crate) fn bytes_of(&self, text: &str) -> Option<Vec<u8>> {
        match self.holds {
            Holds::Char(coding) => Some(coding.bytes(text, self.little)),
            _ => None,
        }
    }

    /// The number of its bits, if that is written.
    pub(crate) fn bits(&self) -> Option<usize> {
        match self.size {
            Some(Size::Known(size)) => Some(size * self.unit),
            Some(Size::Computed(_)) | None => self.is_whole().then_some(0),
        }
    }
}

/// Whether the segments have a whole number of bytes together, where each bit string that is put in has, or not.
pub(crate) fn are_whole(segments: &[Segment<'_>], has_bits: bool) -> bool {
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
pub(crate) fn has_view(elements: &[BinElement<Pat>]) -> bool {
    elements.iter().all(|element| Segment::of(element).is_some())
}

/// The elements of a binary with a number for each character of a text that stands for floats.
pub(crate) fn with_codes(elements: &[BinElement<Syntax>]) -> Cow<'_, [BinElement<Syntax>]> {
    let text = |element: &BinElement<Syntax>| match &element.value.kind {
        ExprKind::Literal(Literal::String(text))
            if Segment::of(element).is_some_and(|segment| segment.holds == Holds::Float) =>
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

/// How many characters of a text the compiler makes one number of.
const MAX_JOINED: usize = 128;

/// The bytes of a text that stands for integers of 8 bits, as the compiler puts them together: a character above 255
/// reaches into those in front of it. `Err` where one reaches beyond the text: what is left of it there.
pub(crate) fn joined_bytes(text: &str) -> Result<Vec<u8>, Vec<u8>> {
    let codes: Vec<u32> = text.chars().map(u32::from).collect();
    let (mut bytes, mut beyond) = (Vec::with_capacity(codes.len()), 0);
    for part in codes.chunks(MAX_JOINED) {
        let at = bytes.len();
        let mut over = 0;
        for code in part.iter().rev() {
            let value = code | over;
            bytes.insert(at, value.to_le_bytes()[0]);
            over = value >> 8;
        }
        beyond |= over;
    }
    if beyond == 0 { Ok(bytes) } else { Err(bytes) }
}

/// The numbers that stand for a text in a binary that is put together of these elements: where one of them is not
/// constant, characters above 255 are [`joined_bytes`].
pub(crate) fn text_codes(
    text: &str,
    segment: &Segment<'_>,
    elements: &[BinElement<Syntax>],
) -> Vec<usize> {
    let is_constant = |element: &BinElement<Syntax>| {
        let is_known = |size: &Syntax| number(size).is_some();
        matches!(element.value.kind, ExprKind::Literal(_))
            && element.size.as_ref().is_none_or(is_known)
    };
    let is_plain = segment.holds == Holds::Integer && segment.bits() == Some(8);
    if is_plain && !elements.iter().all(is_constant) {
        let (Ok(bytes) | Err(bytes)) = joined_bytes(text);
        return bytes.into_iter().map(usize::from).collect();
    }
    text.chars().map(|char| u32::from(char) as usize).collect()
}
