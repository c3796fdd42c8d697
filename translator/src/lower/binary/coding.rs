//! Segments of binaries that are characters: UTF-8, UTF-16, UTF-32.
//!
//! Input: the name of a type, a text. Output: which encoding it is, the bytes of the text, the names of the prelude's
//! functions for it (`prelude/unicode_bits.erl`). Which byte of a unit comes first is said by the segment.

/// An encoding of characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Coding {
    Utf8,
    Utf16,
    Utf32,
}

impl Coding {
    /// The encoding that a type of a segment names.
    pub(crate) fn of(name: &str) -> Option<Self> {
        Some(match name {
            "utf8" => Self::Utf8,
            "utf16" => Self::Utf16,
            "utf32" => Self::Utf32,
            _ => return None,
        })
    }

    /// The bytes of a text.
    pub(crate) fn bytes(self, text: &str, little: bool) -> Vec<u8> {
        let unit = |unit: u16| if little { unit.to_le_bytes() } else { unit.to_be_bytes() };
        let whole = |code: u32| if little { code.to_le_bytes() } else { code.to_be_bytes() };
        match self {
            Self::Utf8 => text.as_bytes().to_vec(),
            Self::Utf16 => text.encode_utf16().flat_map(unit).collect(),
            Self::Utf32 => text.chars().flat_map(|char| whole(u32::from(char))).collect(),
        }
    }

    /// The function that gives the bytes of a character; for UTF-8 that is part of how binaries are put together.
    pub(crate) fn bytes_function(self) -> Option<&'static str> {
        match self {
            Self::Utf8 => None,
            Self::Utf16 => Some("utf16_bytes"),
            Self::Utf32 => Some("utf32_bytes"),
        }
    }

    /// The function that takes a character from the front of what is left.
    pub(crate) fn take_function(self) -> &'static str {
        match self {
            Self::Utf8 => "bits_utf8",
            Self::Utf16 => "bits_utf16",
            Self::Utf32 => "bits_utf32",
        }
    }

    /// The function that says how many bits a character has; none where all have 32.
    pub(crate) fn size_function(self) -> Option<&'static str> {
        match self {
            Self::Utf8 => Some("utf8_size"),
            Self::Utf16 => Some("utf16_size"),
            Self::Utf32 => None,
        }
    }
}
