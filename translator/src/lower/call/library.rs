//! Which modules are libraries of pure functions, and which of these call funs.
//!
//! What their functions mean is written in the prelude, as far as it goes.

/// Modules of pure functions: a call of one is no action, and has no meaning here yet.
const LIBRARY: [&str; 20] = [
    "array",
    "base64",
    "binary",
    "dict",
    "gb_sets",
    "gb_trees",
    "lists",
    "maps",
    "math",
    "orddict",
    "ordsets",
    "proplists",
    "queue",
    "re",
    "sets",
    "string",
    "unicode",
    "uri_string",
    "io_lib",
    "filename",
];

/// Whether a library function calls a fun that it is given, which may do anything.
pub(crate) fn calls_back(name: &str, arity: usize) -> bool {
    const WORDS: [&str; 14] = [
        "map",
        "fold",
        "each",
        "filter",
        "any",
        "all",
        "while",
        "search",
        "partition",
        "splitwith",
        "zipwith",
        "update",
        "walk",
        "uniq",
    ];
    WORDS.iter().any(|word| name.contains(word))
        || matches!((name, arity), ("sort" | "usort", 2) | ("merge" | "umerge", 3))
}

/// Whether a module is a library of pure functions.
pub(crate) fn is_library(module: &str) -> bool {
    LIBRARY.contains(&module)
}
