//! Type tests by the names that they had before `is_list/1` and its like.
//!
//! Input: a test of a guard, or a filter of a comprehension. Output: the same with today's name, `list(X)` as
//! `is_list(X)`. Erlang knows the old names at the top of a test only, and but for `record/2` only where the module
//! has no function of that name. Elsewhere `float/1` is the number, and the others are functions like any.

use std::borrow::Cow;

use frontend::Name;
use frontend::ast::{Callee, Expr as Syntax, ExprKind, Qualifier};

use crate::lower::analysis::shared::Shared;
use crate::machine::Machine;

impl Shared<'_> {
    /// A test of a guard under its name of today.
    pub(crate) fn modern_test<'t>(&self, test: &'t Syntax) -> Cow<'t, Syntax> {
        modern(self.machine, test).map_or(Cow::Borrowed(test), Cow::Owned)
    }

    /// The filters of a comprehension with their tests under the names of today; generators stay as they are.
    pub(crate) fn modern_filters<'q>(&self, qualifiers: &'q [Qualifier]) -> Cow<'q, [Qualifier]> {
        let mut all = Cow::Borrowed(qualifiers);
        for (number, qualifier) in qualifiers.iter().enumerate() {
            if let Qualifier::Filter(test) = qualifier
                && let Some(test) = modern(self.machine, test)
            {
                all.to_mut()[number] = Qualifier::Filter(test);
            }
        }
        all
    }
}

/// An old test under its name of today.
fn modern(machine: &Machine<'_>, test: &Syntax) -> Option<Syntax> {
    let ExprKind::Call(Callee::Local(name), args) = &test.kind else { return None };
    let today = Name::from(today(name.as_str(), args.len())?);
    let key = (name.clone(), args.len());
    let is_own = machine.functions.contains_key(&key) || machine.imported(name, key.1).is_some();
    if is_own && name.as_str() != "record" {
        return None;
    }
    Some(Syntax::new(ExprKind::Call(Callee::Local(today), args.clone()), test.span))
}

/// Today's name of an old test (`erl_internal:old_type_test/2`).
fn today(name: &str, arity: usize) -> Option<&'static str> {
    Some(match (name, arity) {
        ("atom", 1) => "is_atom",
        ("binary", 1) => "is_binary",
        ("float", 1) => "is_float",
        ("function", 1) => "is_function",
        ("integer", 1) => "is_integer",
        ("list", 1) => "is_list",
        ("number", 1) => "is_number",
        ("pid", 1) => "is_pid",
        ("port", 1) => "is_port",
        ("record", 2) => "is_record",
        ("reference", 1) => "is_reference",
        ("tuple", 1) => "is_tuple",
        _ => return None,
    })
}
