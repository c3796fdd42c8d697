//! Whether a module was compiled of another source than the one that is read.
//!
//! Input: a module as its source says, and as its compiled file does. Output: a function that differs, if one does. Comments and
//! layout make no difference. What a parse transform may have rewritten is not compared, nor what the compiled file has besides.

use std::collections::BTreeMap;

use frontend::Module;
use frontend::ast::Function;
use frontend::output::print;

/// The first function of a source, by name, that its compiled file does not have alike.
pub(super) fn differing(source: &Module, compiled: &Module) -> Option<String> {
    if source.attributes().any(frontend::ast::Attribute::rewrites) {
        return None;
    }
    let key = |function: &Function| (function.name.to_string(), function.arity);
    let others: BTreeMap<(String, usize), String> =
        compiled.functions().map(|function| (key(function), print::function(function))).collect();
    let is_other =
        |function: &&Function| others.get(&key(function)) != Some(&print::function(function));
    let (name, arity) = source.functions().filter(is_other).map(key).min()?;
    Some(format!("{name}/{arity}"))
}
