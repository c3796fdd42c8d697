//! Which functions of OTP tell apart what they are given.
//!
//! Input: a function. Output: whether what it does hangs on the kind, the size or the parts of its arguments, and not only on
//! whether it gets them: that of `erlang` and of modules whose functions the model computes. Of all others that is not known.

use crate::library::modules;

/// Whether what a function does hangs on what its arguments are.
pub(crate) fn tells(module: &str, function: &str) -> bool {
    match module {
        "erlang" => built_in(function),
        _ => modules::tells(module) && !KEEPS.contains(&function),
    }
}

fn built_in(function: &str) -> bool {
    let makes = ["atom_to_", "binary_", "float_to_", "integer_to_", "is_", "list_to_", "tuple_"];
    makes.iter().any(|start| function.starts_with(start)) || TELLS.contains(&function)
}

/// Other built-in functions that do something else for values of another kind or size.
const TELLS: [&str; 19] = [
    "abs",
    "bit_size",
    "byte_size",
    "ceil",
    "element",
    "floor",
    "hd",
    "iolist_size",
    "iolist_to_binary",
    "length",
    "map_get",
    "map_size",
    "max",
    "min",
    "round",
    "setelement",
    "size",
    "tl",
    "trunc",
];

/// Functions of modules that tell values apart which only keep one.
const KEEPS: [&str; 9] = [
    "add_element",
    "append",
    "duplicate",
    "enter",
    "from_elem",
    "insert",
    "put",
    "reverse",
    "store",
];
