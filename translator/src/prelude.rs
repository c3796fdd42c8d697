//! Library functions that are translated like the module itself.
//!
//! Output: functions of OTP's `erlang`, `lists`, `proplists` and other modules of its library, and those on the
//! timers of a machine, written in Erlang in `translator/prelude`, named `module:function`, so that each has one
//! meaning in the explorer and in every printed specification. They name each other with their module. A
//! parameter called `Fun` is a fun that must be known where the function is called. Functions that are not here
//! have unknown results. A module is read only where a machine names it, or one that does. What only they can
//! call: `erlang:'$list_to_tuple'/1` of a proper list;
//! `erlang:'$reference'/1` and `erlang:'$pid'/1` of an integer that is not negative, the reference
//! and the process identifier with this number; `erlang:'$fresh_reference'/1` of `{First, Step, Term}`,
//! the first reference with one of these numbers that is not in the term.

use std::collections::BTreeSet;
use std::sync::OnceLock;

use frontend::ast::{Callee, Expr, ExprKind, Form, Function, Literal, Module, PatKind};
use frontend::{FileId, Name, Span, parse_module};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::machine::exported_by;

/// The files that spans of the prelude name begin here, one for each source; the reader has no such files.
const FIRST_FILE: u32 = u32::MAX - 100;

/// The parameter of library functions that is a fun.
const FUN: &str = "Fun";

/// The modules, each in one source or more.
const MODULES: [(&str, &[&str]); 13] = [
    ("erlang", &[include_str!("../prelude/erlang.erl"), include_str!("../prelude/data.erl")]),
    (
        "lists",
        &[include_str!("../prelude/lists.erl"), include_str!("../prelude/lists_with_funs.erl")],
    ),
    ("proplists", &[include_str!("../prelude/proplists.erl")]),
    ("binary", &[include_str!("../prelude/binary.erl")]),
    ("dict", &[include_str!("../prelude/dict.erl")]),
    ("gb_sets", &[include_str!("../prelude/gb_sets.erl")]),
    ("gb_trees", &[include_str!("../prelude/gb_trees.erl")]),
    ("maps", &[include_str!("../prelude/maps.erl")]),
    ("orddict", &[include_str!("../prelude/orddict.erl")]),
    ("ordsets", &[include_str!("../prelude/ordsets.erl")]),
    ("queue", &[include_str!("../prelude/queue.erl")]),
    ("sets", &[include_str!("../prelude/sets.erl")]),
    ("string", &[include_str!("../prelude/string.erl")]),
];

/// The module whose functions operators and timers call.
const ERLANG: usize = 0;

/// What a module of the library says.
#[derive(Default)]
struct Library {
    functions: Vec<Function>,
    /// Where a function is among them.
    places: FxHashMap<(Name, usize), usize>,
    /// The functions that are OTP's; the others help them.
    exports: FxHashSet<(Name, usize)>,
    /// The modules that it names.
    named: BTreeSet<usize>,
}

/// A module of the library, read when it is first asked for.
fn library(number: usize) -> &'static Library {
    static LIBRARIES: [OnceLock<Library>; MODULES.len()] =
        [const { OnceLock::new() }; MODULES.len()];
    LIBRARIES[number].get_or_init(|| {
        let (name, texts) = MODULES[number];
        let mut library = Library::default();
        for (source, text) in texts.iter().enumerate() {
            library.add(name, parse_module(file(number, source), text).value);
        }
        library
    })
}

/// The file of a source, of which a module has two at most.
fn file(number: usize, source: usize) -> FileId {
    FileId(u32::try_from(2 * number + source).map_or(FIRST_FILE, |own| FIRST_FILE + own))
}

/// The number of a module of the library.
fn number(module: &str) -> Option<usize> {
    MODULES.iter().position(|(name, _)| *name == module)
}

impl Library {
    fn add(&mut self, name: &str, module: Module) {
        self.named.extend(named(&module));
        let exports = exported_by(&module);
        let qualify = |function: &Name| qualified(name, function.as_str());
        self.exports
            .extend(exports.into_iter().map(|(function, arity)| (qualify(&function), arity)));
        for form in module.forms {
            if let Form::Function(function) = form {
                let function = Function { name: qualify(&function.name), ..function };
                let key = (function.name.clone(), function.arity);
                self.places.insert(key, self.functions.len());
                self.functions.push(function);
            }
        }
    }
}

/// The modules of the library that a module names: in its functions, defaults of its records, and imports.
fn named(module: &Module) -> BTreeSet<usize> {
    let mut found = BTreeSet::new();
    let mut see = |name: &Name| found.extend(number(name.as_str()));
    let mut look = |expr: &Expr| match &expr.kind {
        ExprKind::Call(Callee::Remote(module, ..), _) => see(module),
        ExprKind::FunRemote(parts) => atom(&parts[0]).into_iter().for_each(&mut see),
        _ => {}
    };
    for form in &module.forms {
        match form {
            Form::Function(function) => {
                let bodies = function.clauses.iter().flat_map(|clause| &clause.body);
                bodies.for_each(|expr| expr.for_each(&mut look));
            }
            Form::Record(record) => {
                let defaults = record.fields.iter().filter_map(|field| field.default.as_ref());
                defaults.for_each(|expr| expr.for_each(&mut look));
            }
            _ => {}
        }
    }
    for import in module.attributes().filter(|attribute| attribute.name.as_str() == "import") {
        import.args.first().and_then(atom).into_iter().for_each(&mut see);
    }
    found
}

/// The atom that an expression is.
fn atom(expr: &Expr) -> Option<&Name> {
    match &expr.kind {
        ExprKind::Literal(Literal::Atom(name)) => Some(name),
        _ => None,
    }
}

/// The functions of the modules that a module names, of those that these name, and so on.
pub(crate) fn used_by(module: &Module) -> Vec<&'static Function> {
    let mut pending = named(module);
    pending.insert(ERLANG);
    let mut used = BTreeSet::new();
    while let Some(number) = pending.pop_first() {
        if used.insert(number) {
            pending.extend(&library(number).named);
        }
    }
    used.into_iter().flat_map(|number| &library(number).functions).collect()
}

/// A place in the prelude, for calls of what only it can call.
pub(crate) fn place() -> Span {
    Span::new(file(ERLANG, 1), 0, 0)
}

/// Whether a place is in the prelude.
pub fn contains(span: Span) -> bool {
    (FIRST_FILE..u32::MAX).contains(&span.file.0)
}

/// The function of the library that is called at a place; only the prelude itself calls those that
/// OTP does not have.
pub(crate) fn find(
    module: &str,
    name: &str,
    arity: usize,
    place: Span,
) -> Option<&'static Function> {
    let Library { functions, places, exports, .. } = library(number(module)?);
    let key = (qualified(module, name), arity);
    let function = functions.get(*places.get(&key)?)?;
    (contains(place) || exports.contains(&key)).then_some(function)
}

/// A function of the prelude's `erlang` that stands for syntax.
pub(crate) fn helper(name: &str, arity: usize) -> Option<&'static Function> {
    let Library { functions, places, .. } = library(ERLANG);
    functions.get(*places.get(&(qualified("erlang", name), arity))?)
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
mod tests {
    use super::*;

    #[test]
    fn sources_are_well_formed() {
        for (number, (name, texts)) in MODULES.iter().enumerate() {
            for text in *texts {
                let outcome = parse_module(file(number, 0), text);
                assert!(!outcome.has_errors(), "{name}: {:?}", outcome.diagnostics);
            }
        }
        assert!(find("lists", "reverse", 1, Span::new(FileId(0), 0, 0)).is_some());
    }

    #[test]
    fn no_function_is_there_twice() {
        for number in 0..MODULES.len() {
            assert_eq!(library(number).places.len(), library(number).functions.len());
        }
    }

    #[test]
    fn only_what_a_module_names_is_used() {
        let text = "-module(m).\nf(L) -> orddict:from_list(L).\n";
        let used = used_by(&parse_module(FileId(0), text).value);
        let has = |name: &str| used.iter().any(|function| function.name.as_str() == name);
        assert!(has("orddict:store") && has("lists:ukeysort") && has("erlang:++"));
        assert!(!has("queue:in") && !has("proplists:lookup"));
    }

    #[test]
    fn all_that_it_calls_is_there() {
        let functions = (0..MODULES.len()).flat_map(|number| &library(number).functions);
        let mut missing = Vec::new();
        for function in functions {
            for expr in function.clauses.iter().flat_map(|clause| &clause.body) {
                expr.for_each(&mut |expr| {
                    let ExprKind::Call(Callee::Remote(module, name, _), args) = &expr.kind else {
                        return;
                    };
                    if find(module.as_str(), name.as_str(), args.len(), expr.span).is_none() {
                        missing.push(format!("{}: {module}:{name}/{}", function.name, args.len()));
                    }
                });
            }
        }
        assert!(missing.is_empty(), "{missing:?}");
    }
}
