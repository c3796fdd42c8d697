//! Functions of OTP's library that do not exist, by their names: a call of one is `undef`.
//!
//! Input: a function of another module. Output: whether OTP has had it and has no more (`removed`), or whether it is a name
//! that its module never had: all names of some modules stand in the prelude, and what OTP has added to them since
//! version 25 stands here. A known name with another number of arguments may be one that is still to come.

use crate::library::modules::whole;
use crate::library::prelude;
use crate::library::removed::is_removed;

/// Names that are newer than OTP 25.
const NEWER: [&str; 6] = ["filtermap", "is_equal", "jaro_similarity", "larger", "map", "smaller"];

/// Names that OTP exports for itself.
const INNER: [&str; 3] = ["module_info", "rmerge3", "rumerge3"];

/// Whether there is no such function.
pub fn is_missing(module: &str, function: &str, arity: usize) -> bool {
    is_removed(module, function, arity) || is_unheard_of(module, function)
}

/// Whether a module never had a function of this name.
pub fn is_unheard_of(module: &str, function: &str) -> bool {
    let is_known = |names: &[&str]| names.contains(&function);
    whole().any(|name| name == module)
        && !is_known(&NEWER)
        && !is_known(&INNER)
        && !prelude::has_name(module, function)
}
