//! What common functions of OTP return: a table of specifications that is part of this program.
//!
//! Input: `translator/results.erl`. Output: the type of the result of a function. A stub says otherwise, and
//! what always returns one atom stands in `answers`.

use std::collections::BTreeMap;
use std::sync::OnceLock;

use frontend::ast::{Form, Type};
use frontend::{FileId, parse_module};

/// A file that no source and no other part of the prelude has.
const FILE: FileId = FileId(u32::MAX - 101);

type Key = (String, String, usize);

fn table() -> &'static BTreeMap<Key, Type> {
    static TABLE: OnceLock<BTreeMap<Key, Type>> = OnceLock::new();
    TABLE.get_or_init(|| {
        let module = parse_module(FILE, include_str!("../results.erl")).value;
        let mut table = BTreeMap::new();
        for form in module.forms {
            if let Form::Spec(spec) = form
                && let (Some(module), Some(clause)) = (spec.module, spec.clauses.into_iter().next())
            {
                let key = (module.to_string(), spec.name.to_string(), spec.arity);
                table.insert(key, clause.ty.result);
            }
        }
        table
    })
}

/// The type of what a function returns, if it is in the table.
pub(crate) fn result_type(module: &str, function: &str, arity: usize) -> Option<&'static Type> {
    table().get(&(module.to_owned(), function.to_owned(), arity))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::answers::answer;

    #[test]
    fn the_table_is_well_formed_and_in_order() {
        let text = include_str!("../results.erl");
        let outcome = parse_module(FILE, text);
        assert!(!outcome.has_errors(), "{:?}", outcome.diagnostics);
        let specs: Vec<&str> = text.lines().filter(|line| line.starts_with("-spec")).collect();
        assert!(specs.is_sorted(), "not in order");
        assert_eq!(specs.len(), table().len());
        assert!(result_type("ets", "lookup", 2).is_some());
    }

    #[test]
    fn no_function_stands_in_both_tables() {
        for (module, function, arity) in table().keys() {
            assert_eq!(answer(module, function, *arity), None, "{module}:{function}/{arity}");
        }
    }
}
