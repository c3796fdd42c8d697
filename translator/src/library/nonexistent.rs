//! Functions of OTP's library that do not exist, by their names: a call of one is `undef`.
//!
//! Input: a function of another module. Output: whether OTP has had it and has no more (`removed`), or whether it is a name
//! that its module never had: all names of some modules stand in the prelude, and what OTP has added to them since
//! version 25 stands here. A known name with another number of arguments may be one that is still to come.

use behaviour::of_module;

use crate::library::modules::whole;
use crate::library::prelude;
use crate::library::removed::is_removed;

/// Names that are newer than OTP 25.
const NEWER: [&str; 6] = ["filtermap", "is_equal", "jaro_similarity", "larger", "map", "smaller"];

/// Names that OTP exports for itself.
const INNER: [&str; 3] = ["module_info", "rmerge3", "rumerge3"];

/// Functions of `erlang` that are often called with too few arguments, with the numbers of arguments that they take.
pub const ARITIES: [(&str, &[usize]); 5] = [
    ("cancel_timer", &[1, 2]),
    ("demonitor", &[1, 2]),
    ("read_timer", &[1, 2]),
    ("send_after", &[3, 4]),
    ("start_timer", &[3, 4]),
];

/// Whether there is no such function.
pub fn is_missing(module: &str, function: &str, arity: usize) -> bool {
    is_removed(module, function, arity)
        || is_unheard_of(module, function)
        || has_other_arities(module, function, arity)
}

/// Whether a function is known, and takes another number of arguments.
fn has_other_arities(module: &str, function: &str, arity: usize) -> bool {
    if module == "erlang" {
        let row = ARITIES.iter().find(|(name, _)| *name == function);
        return row.is_some_and(|(_, arities)| !arities.contains(&arity));
    }
    // Of other behaviours the tables have what a machine may call, and not all of it.
    let Some(behaviour) = of_module(module) else { return false };
    let mut rows = behaviour.interface.named(function).peekable();
    rows.peek().is_some() && !rows.any(|row| row.takes(arity))
}

/// Whether a module never had a function of this name.
pub fn is_unheard_of(module: &str, function: &str) -> bool {
    let is_known = |names: &[&str]| names.contains(&function);
    whole().any(|name| name == module)
        && !is_known(&NEWER)
        && !is_known(&INNER)
        && !prelude::has_name(module, function)
}
