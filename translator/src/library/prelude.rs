//! Library functions that are translated like the module itself.
//!
//! Output: functions of OTP's `erlang`, `lists`, `proplists` and other modules of its library, and those on the
//! timers of a machine, written in Erlang in `translator/prelude`, and the loops of behaviours that are text
//! (`behaviour/src/tables`; what only these can call is in `lower/callback/looped.rs`), named `module:function`, so that each has one
//! meaning in the explorer and in every printed specification. They name each other with their module. A
//! parameter called `Fun` is a fun that must be known where the function is called. Functions that are not here
//! have unknown results. A function is read when it is first asked for. What only they can
//! call: `erlang:'$list_to_tuple'/1` of a proper list;
//! `erlang:'$reference'/1` and `erlang:'$pid'/1` of an integer that is not negative, the reference
//! and the process identifier with this number; `erlang:'$fresh_reference'/1` of `{First, Step, Term}`,
//! the first reference with one of these numbers that is not in the term; `'$known'/1`, whether nothing in a term is
//! unknown, `'$floats'/1`, whether a model has floats, and `'$open'/1`, for what they do not say of a known one;
//! `'$unordered'/1` and the like, for what hangs on an order that is not known; `'$atom_text'/1` and other tables of atoms.

use std::sync::OnceLock;

use frontend::ast::{Form, Function, PatKind};
use frontend::{FileId, Name, Span, parse_module};
use model::library::{contains, file};

use crate::library::sources::PRELUDE;

/// The parameter of library functions that is a fun.
const FUN: &str = "Fun";

/// A function of the library, read when it is first asked for.
fn function(number: usize) -> Option<&'static Function> {
    const COUNT: usize = PRELUDE.len();
    static READ: [OnceLock<Option<Function>>; COUNT] = [const { OnceLock::new() }; COUNT];
    READ.get(number)?.get_or_init(|| read(number)).as_ref()
}

fn read(number: usize) -> Option<Function> {
    let entry = PRELUDE.entry(number)?;
    let forms = parse_module(file(number), PRELUDE.text(entry)).value.forms;
    let name = qualified(PRELUDE.module(entry), PRELUDE.name(entry));
    forms.into_iter().find_map(|form| match form {
        Form::Function(function) => Some(Function { name: name.clone(), ..function }),
        _ => None,
    })
}

/// The function of the library that is called at a place; only the prelude itself calls those that
/// OTP does not have.
pub(crate) fn find(
    module: &str,
    name: &str,
    arity: usize,
    place: Span,
) -> Option<&'static Function> {
    let number = PRELUDE.find(module, name, arity)?;
    let exported = PRELUDE.entry(number)?.exported;
    if exported || contains(place) { function(number) } else { None }
}

/// Whether the library computes all calls of a function, whatever they are given.
pub fn computes(module: &str, name: &str, arity: usize) -> bool {
    let prelude_function = find(module, name, arity, Span::new(FileId(0), 0, 0));
    prelude_function
        .is_some_and(|function| (0..arity).all(|position| !takes_fun(function, position)))
}

/// Whether a module of the library has a function of this name for others.
pub(crate) fn has_name(module: &str, name: &str) -> bool {
    let mut entries = (0..PRELUDE.len()).filter_map(|number| PRELUDE.entry(number));
    entries.any(|entry| {
        entry.exported && PRELUDE.module(entry) == module && PRELUDE.name(entry) == name
    })
}

/// The function of the library with a qualified name.
pub(crate) fn named(name: &Name, arity: usize) -> Option<&'static Function> {
    let (module, name) = name.as_str().split_once(':')?;
    function(PRELUDE.find(module, name, arity)?)
}

/// A function of the prelude's `erlang` that stands for syntax.
pub(crate) fn helper(name: &str, arity: usize) -> Option<&'static Function> {
    function(PRELUDE.find("erlang", name, arity)?)
}

/// Whether a parameter of a library function, counted from 0, is a fun.
pub(crate) fn takes_fun(function: &Function, position: usize) -> bool {
    let is_fun = |kind: &PatKind| matches!(kind, PatKind::Var(name) if name.as_str() == FUN);
    function
        .clauses
        .iter()
        .any(|clause| clause.params.get(position).is_some_and(|param| is_fun(&param.kind)))
}

/// The name of a library function among the functions of a machine.
pub(crate) fn qualified(module: &str, function: &str) -> Name {
    Name::from(format!("{module}:{function}"))
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests may fail")]
mod tests {
    use frontend::ast::{Callee, ExprKind};

    use super::*;

    #[test]
    fn every_function_is_read_as_it_is_found() {
        for number in 0..PRELUDE.len() {
            let entry = PRELUDE.entry(number).unwrap();
            let text = PRELUDE.text(entry);
            let outcome = parse_module(file(number), text);
            assert!(!outcome.has_errors(), "{text}: {:?}", outcome.diagnostics);
            let function = function(number).unwrap();
            let name = qualified(PRELUDE.module(entry), PRELUDE.name(entry));
            assert_eq!((&function.name, function.arity), (&name, usize::from(entry.arity)));
            assert_eq!(
                PRELUDE.find(PRELUDE.module(entry), PRELUDE.name(entry), function.arity),
                Some(number)
            );
        }
    }

    #[test]
    fn no_function_of_a_source_is_left_out() {
        let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
        let folders = ["prelude", "../behaviour/src/tables"].map(|folder| root.join(folder));
        let files = folders.iter().flat_map(|folder| std::fs::read_dir(folder).unwrap());
        let paths = files.map(|file| file.unwrap().path());
        let mut count = 0;
        for path in paths.filter(|path| path.extension().is_some_and(|ext| ext == "erl")) {
            let text = std::fs::read_to_string(path).unwrap();
            let outcome = parse_module(FileId(0), &text);
            assert!(!outcome.has_errors(), "{:?}", outcome.diagnostics);
            let module = outcome.value.name.clone().unwrap().0;
            let exported = crate::machine::exported_by(&outcome.value);
            for function in outcome.value.functions() {
                count += 1;
                let (name, arity) = (function.name.as_str(), function.arity);
                let number = PRELUDE.find(module.as_str(), name, arity).unwrap();
                let key = (function.name.clone(), arity);
                assert_eq!(
                    PRELUDE.entry(number).unwrap().exported,
                    exported.contains(&key),
                    "{name}"
                );
            }
            assert!(exported.iter().all(|(name, arity)| {
                PRELUDE.find(module.as_str(), name.as_str(), *arity).is_some()
            }));
        }
        assert_eq!(count, PRELUDE.len());
    }

    #[test]
    fn all_that_it_calls_is_there() {
        let functions = (0..PRELUDE.len()).filter_map(function);
        let mut missing = Vec::new();
        for function in functions {
            for expr in function.clauses.iter().flat_map(|clause| &clause.body) {
                expr.for_each(&mut |expr| {
                    let ExprKind::Call(Callee::Remote(module, name, _), args) = &expr.kind else {
                        return;
                    };
                    // The loop of a behaviour answers as its modules do.
                    let interface = behaviour::interface_of(module.as_str());
                    let is_own = interface.is_some_and(|interface| {
                        interface.function(name.as_str(), args.len()).is_some()
                    });
                    let found = find(module.as_str(), name.as_str(), args.len(), expr.span);
                    if found.is_none() && !is_own {
                        missing.push(format!("{}: {module}:{name}/{}", function.name, args.len()));
                    }
                });
            }
        }
        assert!(missing.is_empty(), "{missing:?}");
    }
}
