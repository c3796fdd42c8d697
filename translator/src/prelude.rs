//! Library functions that are translated like the module itself.
//!
//! Output: functions of OTP's `erlang`, `lists` and `proplists`, and those on the timers of a machine, written in
//! Erlang in `translator/prelude`, named `module:function`, so that each has one meaning in the explorer and in
//! every printed specification. They name each other with their module. Functions that are not here
//! have unknown results. What only they can call: `erlang:'$list_to_tuple'/1` of a proper list;
//! `erlang:'$reference'/1` and `erlang:'$pid'/1` of an integer that is not negative, the reference
//! and the process identifier with this number; `erlang:'$fresh_reference'/1` of `{First, Step, Term}`,
//! the first reference with one of these numbers that is not in the term.

use std::sync::OnceLock;

use frontend::ast::{Form, Function, Module};
use frontend::{FileId, Name, Span, parse_module};
use rustc_hash::FxHashSet;

use crate::machine::exported_by;

/// The file that spans of the prelude name; the reader has no such file.
const FILE: FileId = FileId(u32::MAX - 1);

/// The sources.
const MODULES: [(&str, &str); 3] = [
    ("erlang", include_str!("../prelude/erlang.erl")),
    ("lists", include_str!("../prelude/lists.erl")),
    ("proplists", include_str!("../prelude/proplists.erl")),
];

/// What the sources say.
#[derive(Default)]
struct Library {
    functions: Vec<Function>,
    /// The functions that are OTP's; the others help them.
    exports: FxHashSet<(Name, usize)>,
}

/// The prelude, read once.
fn library() -> &'static Library {
    static LIBRARY: OnceLock<Library> = OnceLock::new();
    LIBRARY.get_or_init(|| {
        let mut library = Library::default();
        for (name, text) in MODULES {
            library.add(name, parse_module(FILE, text).value);
        }
        library
    })
}

impl Library {
    fn add(&mut self, name: &str, module: Module) {
        let exports = exported_by(&module);
        let qualify = |function: &Name| qualified(name, function.as_str());
        self.exports
            .extend(exports.into_iter().map(|(function, arity)| (qualify(&function), arity)));
        self.functions.extend(module.forms.into_iter().filter_map(|form| match form {
            Form::Function(function) => {
                Some(Function { name: qualify(&function.name), ..function })
            }
            _ => None,
        }));
    }
}

/// All functions of the prelude.
pub(crate) fn functions() -> &'static [Function] {
    &library().functions
}

/// Whether a place is in the prelude.
pub(crate) fn contains(span: Span) -> bool {
    span.file == FILE
}

/// The function of the library that is called at a place; only the prelude itself calls those that
/// OTP does not have.
pub(crate) fn find(
    module: &str,
    name: &str,
    arity: usize,
    place: Span,
) -> Option<&'static Function> {
    let Library { functions, exports } = library();
    let key = (qualified(module, name), arity);
    let function =
        functions.iter().find(|function| (&function.name, function.arity) == (&key.0, arity))?;
    (contains(place) || exports.contains(&key)).then_some(function)
}

/// The name of a library function among the functions of a machine.
pub(crate) fn qualified(module: &str, function: &str) -> Name {
    Name::from(format!("{module}:{function}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sources_are_well_formed() {
        for (name, text) in MODULES {
            let outcome = parse_module(FILE, text);
            assert!(!outcome.has_errors(), "{name}: {:?}", outcome.diagnostics);
        }
        assert!(functions().iter().any(|function| function.name.as_str() == "lists:reverse"));
    }
}
