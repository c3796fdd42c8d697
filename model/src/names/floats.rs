//! Floating-point numbers in a specification: constants, one for each that the model names.
//!
//! Input: a float. Output: the stem of its constructor: `float_2_5` of `2.5`, `float_m1_0em5` of `-1.0e-5`. What a
//! specification computes with them, arithmetic, is nothing.

use frontend::Float;

/// What the stem of a constructor begins with.
pub(super) const PREFIX: &str = "float_";

/// The rest of the stem, another one for each float.
pub(super) fn stem(float: Float) -> String {
    float.to_string().replace('.', "_").replace('-', "m")
}

/// What the library of a specification with floats defines besides.
pub const NAMES: [&str; 17] = [
    "is_float",
    "is_number",
    "floor_of",
    "ceiling_of",
    "number_of_float",
    "by_value",
    "equal",
    "less_float",
    "less_map",
    "key_less",
    "key_less_1",
    "key_less_same",
    "key_less_tuple",
    "key_less_items",
    "key_less_float",
    "key_order",
    "key_order_of",
];
