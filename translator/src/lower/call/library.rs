//! Which functions of the library call a fun that they are given.
//!
//! Input: the name of a function that the prelude does not have. Output: whether it may do what a fun does. Which modules are
//! libraries says `library/modules.rs`.

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
