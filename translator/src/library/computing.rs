//! What a function of OTP's library is to whoever reads code that calls it: one that only computes, or one that acts.
//!
//! Input: the name of a function. Output: whether a call of it is no action, whether its module is one of OTP of which something is known
//! here, and whether it can be called without its module. Does not say what it returns.

use frontend::{FileId, Span};

use crate::library::functions::is_pure;
use crate::library::modules::{is_known, only_computes};
use crate::library::prelude;
use crate::library::sources::{PRELUDE, RESULTS};
use crate::lower::call::auto_import;

/// Whether a call of a function does nothing but to compute a value, or to raise.
pub fn is_no_action(module: &str, name: &str, arity: usize) -> bool {
    match module {
        "erlang" => is_pure(name, arity),
        _ => {
            only_computes(module)
                || prelude::find(module, name, arity, Span::new(FileId(0), 0, 0)).is_some()
        }
    }
}

/// Whether something is known here of a module, so that its code is not looked for.
pub fn is_library(module: &str) -> bool {
    is_known(module)
        || behaviour::interface_of(module).is_some()
        || PRELUDE.has_module(module)
        || RESULTS.has_module(module)
}

/// Whether a call without a module means a function of `erlang`, where the module has none of this name.
pub fn is_auto_imported(name: &str, arity: usize) -> bool {
    auto_import::is_built_in(name, arity)
}
