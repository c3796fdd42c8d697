//! Identifiers of maps, binaries, other bit strings and funs in a specification, each a constructor around one term.
//!
//! Input: the kind of a value. Output: its constructor, the map that gives back what it holds, and its test, in both
//! languages alike.

use crate::Wrap;

/// The constructor of maps, binaries, funs or other bit strings in both languages.
pub fn wrap_constructor(wrap: Wrap) -> &'static str {
    match wrap {
        Wrap::Map => "map_of",
        Wrap::Binary => "binary_of",
        Wrap::Fun => "fun_of",
        Wrap::Bits => "bits_of",
    }
}

/// The map that gives back what a map, binary, fun or other bit string holds.
pub fn content(wrap: Wrap) -> &'static str {
    match wrap {
        Wrap::Map => "map_content",
        Wrap::Binary => "binary_content",
        Wrap::Fun => "fun_content",
        Wrap::Bits => "bits_content",
    }
}

/// The test for maps, binaries, funs or other bit strings.
pub fn test(wrap: Wrap) -> &'static str {
    match wrap {
        Wrap::Map => "is_map",
        Wrap::Binary => "is_binary",
        Wrap::Fun => "is_fun",
        Wrap::Bits => "is_bits",
    }
}

/// What stands for that which hangs on the order of a large map: there are no rules for it, so whatever explores the
/// specification cannot go on where it is looked at.
pub const UNORDERED: &str = "unordered";

/// What the library of a specification with maps, binaries or funs defines besides.
pub const NAMES: [&str; 11] = [
    UNORDERED,
    "map_of",
    "binary_of",
    "fun_of",
    "map_content",
    "binary_content",
    "fun_content",
    "is_map",
    "is_binary",
    "is_fun",
    "place_of_kind",
];

/// The test for bit strings of both kinds, where there are others than binaries.
pub const BIT_STRING: &str = "is_bitstring";

/// What the library defines where there are bit strings that are no binaries.
pub const NAMES_OF_BITS: [&str; 4] = ["bits_of", "bits_content", "is_bits", BIT_STRING];
