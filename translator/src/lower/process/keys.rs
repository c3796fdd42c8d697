//! Keys of the process dictionary: those that a module writes down, and those that turn out to be used.
//!
//! Input: the text of a module, and keys as they are met. Output: which keys a machine has entries for. Does not lower calls.

use std::collections::BTreeSet;

use frontend::Name;
use frontend::ast::{Callee, Expr as Syntax, ExprKind, Module};

use crate::analysis::computed_calls::atom;
use crate::core::{FIRST_NAME, Lookup};

/// Entries of a machine at most.
const MAX_ENTRIES: usize = FIRST_NAME as usize;

/// Keys that OTP itself uses.
const OF_OTP: [&str; 6] = [
    "$ancestors",
    "$initial_call",
    "$logger_metadata$",
    "$process_label",
    "rand_seed",
    "random_seed",
];

/// Keys of a process dictionary.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Keys {
    pub(super) names: BTreeSet<Name>,
    /// Whether the module puts something under a key that is computed.
    pub(super) any_is_put: bool,
}

impl Keys {
    /// The keys that a module writes down, if it puts something there.
    pub(crate) fn of(module: &Module) -> Self {
        let (mut put, mut others, mut any_is_put) = (BTreeSet::new(), BTreeSet::new(), false);
        let clauses = module.functions().flat_map(|function| &function.clauses);
        for expr in clauses.flat_map(|clause| &clause.body) {
            expr.for_each(&mut |expr| match called(module, expr) {
                Some((Lookup::Put, key)) => match atom(key) {
                    Some(name) => _ = put.insert(name.clone()),
                    None => any_is_put = true,
                },
                Some((_, key)) => others.extend(atom(key).cloned()),
                None => {}
            });
        }
        if any_is_put {
            put.append(&mut others);
        }
        put.retain(is_own);
        Self { names: put.into_iter().take(MAX_ENTRIES).collect(), any_is_put }
    }

    /// Adds a key that turned out to be used.
    pub(super) fn meet(&mut self, name: &Name, lookup: Lookup) {
        let may_be = lookup == Lookup::Put || self.any_is_put;
        if may_be && is_own(name) && self.names.len() < MAX_ENTRIES {
            self.names.insert(name.clone());
        }
    }

    pub(super) fn number(&self, name: &Name) -> Option<u8> {
        let position = self.names.iter().position(|other| other == name)?;
        u8::try_from(position).ok()
    }
}

fn is_own(name: &Name) -> bool {
    !OF_OTP.contains(&name.as_str())
}

/// What an expression does with which key.
fn called<'e>(module: &Module, expr: &'e Syntax) -> Option<(Lookup, &'e Syntax)> {
    let ExprKind::Call(callee, args) = &expr.kind else { return None };
    let name = match callee {
        Callee::Local(name) if module.function(name.as_str(), args.len()).is_none() => name,
        Callee::Remote(module, name, _) if module.as_str() == "erlang" => name,
        _ => return None,
    };
    Some((lookup(name.as_str(), args.len())?, args.first()?))
}

/// What a function of `erlang` does with an entry.
pub(super) fn lookup(name: &str, arity: usize) -> Option<Lookup> {
    Some(match (name, arity) {
        ("get", 1) => Lookup::Get,
        ("put", 2) => Lookup::Put,
        ("erase", 1) => Lookup::Erase,
        _ => return None,
    })
}
