//! Library functions that are translated like the module itself.
//!
//! Output: functions of OTP's `erlang`, `lists` and `proplists`, written in Erlang in
//! `translator/prelude`, named `module:function`, so that each has one meaning in the explorer and in
//! every printed specification. They name each other with their module. Functions that are not here
//! have unknown results.

use std::sync::OnceLock;

use frontend::ast::{Form, Function};
use frontend::{FileId, Name, Span, parse_module};

/// The file that spans of the prelude name; the reader has no such file.
const FILE: FileId = FileId(u32::MAX - 1);

/// The sources.
const MODULES: [(&str, &str); 3] = [
    ("erlang", include_str!("../prelude/erlang.erl")),
    ("lists", include_str!("../prelude/lists.erl")),
    ("proplists", include_str!("../prelude/proplists.erl")),
];

/// All functions of the prelude, read once.
pub(crate) fn functions() -> &'static [Function] {
    static FUNCTIONS: OnceLock<Vec<Function>> = OnceLock::new();
    FUNCTIONS.get_or_init(|| MODULES.iter().flat_map(|(name, text)| read(name, text)).collect())
}

/// Whether a place is in the prelude.
pub(crate) fn contains(span: Span) -> bool {
    span.file == FILE
}

/// The function of the library with this name.
pub(crate) fn find(module: &str, name: &str, arity: usize) -> Option<&'static Function> {
    let name = qualified(module, name);
    functions().iter().find(|function| function.name == name && function.arity == arity)
}

/// The name of a library function among the functions of a machine.
pub(crate) fn qualified(module: &str, function: &str) -> Name {
    Name::from(format!("{module}:{function}"))
}

fn read(name: &str, text: &str) -> Vec<Function> {
    let forms = parse_module(FILE, text).value.forms;
    let functions = forms.into_iter().filter_map(|form| match form {
        Form::Function(function) => Some(function),
        _ => None,
    });
    functions
        .map(|function| Function { name: qualified(name, function.name.as_str()), ..function })
        .collect()
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
