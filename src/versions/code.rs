//! What the clauses of a module do, as text without layout, to tell whether two versions of a clause do the same.
//!
//! Input: a module. Output: the text of each clause, and of each function with all that it calls in the module. Comments, blanks and lines
//! make no difference; names of variables do.

use std::collections::{BTreeMap, BTreeSet};

use frontend::Span;
use frontend::ast::{Callee, Expr, ExprKind, Function, FunctionClause, Module};
use frontend::output::print;

/// A function by its name and the number of its arguments.
type Key = (String, usize);

/// The texts of the clauses and functions of a module.
pub(crate) struct Code {
    /// Of each function its text, the functions of the module that it calls, and where it stands.
    functions: BTreeMap<Key, (String, BTreeSet<Key>, Span)>,
    /// Of each clause its text, and the functions of the module that it calls.
    clauses: BTreeMap<Span, (String, BTreeSet<Key>)>,
}

/// How two versions of something that is done differ.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Edit {
    /// The clauses themselves do.
    Clauses,
    /// The clauses do not, but functions that they call, as `f/1`.
    Functions(Vec<String>),
}

impl Code {
    pub(crate) fn of(module: &Module) -> Self {
        let known: BTreeSet<Key> = module.functions().map(key).collect();
        let mut code = Self { functions: BTreeMap::new(), clauses: BTreeMap::new() };
        for function in module.functions() {
            let mut called = BTreeSet::new();
            for clause in &function.clauses {
                let own = calls(clause, &known);
                called.extend(own.iter().cloned());
                let alone = Function { clauses: vec![clause.clone()], ..function.clone() };
                code.clauses.insert(clause.span, (print::function(&alone), own));
            }
            let text = print::function(function);
            code.functions.insert(key(function), (text, called, function.span));
        }
        code
    }

    /// How what is done by some clauses here differs from what is done by some clauses there, if it does.
    pub(crate) fn edit(&self, own: &[Span], other: &Self, others: &[Span]) -> Option<Edit> {
        let texts = |code: &Self, spans: &[Span]| -> BTreeSet<String> {
            let known = spans.iter().filter_map(|span| code.clauses.get(span));
            known.map(|(text, _)| text.clone()).collect()
        };
        if texts(self, own) != texts(other, others) {
            return Some(Edit::Clauses);
        }
        let called: BTreeSet<Key> = &self.called(own) | &other.called(others);
        let text = |code: &Self, key: &Key| code.functions.get(key).map(|(text, ..)| text.clone());
        let edited = called.iter().filter(|key| text(self, key) != text(other, key));
        let names: Vec<String> = edited.map(|(name, arity)| format!("{name}/{arity}")).collect();
        (!names.is_empty()).then_some(Edit::Functions(names))
    }

    /// Whether some clauses, or what they call, are not in another version. What no clause takes is no code.
    pub(crate) fn is_own(&self, clauses: &[Span], other: &Self) -> bool {
        let texts = clauses.iter().filter_map(|span| self.clauses.get(span));
        let mut twins = Vec::new();
        for (text, _) in texts {
            let twin = other.clauses.iter().find(|(_, (others, _))| others == text);
            match twin {
                Some((span, _)) => twins.push(*span),
                None => return true,
            }
        }
        self.edit(clauses, other, &twins).is_some()
    }

    /// The functions that are not the same there, by name and number of arguments, each with its places here and there.
    pub(crate) fn changed(&self, other: &Self) -> BTreeMap<String, [Option<Span>; 2]> {
        let keys: BTreeSet<&Key> = self.functions.keys().chain(other.functions.keys()).collect();
        let mut changed = BTreeMap::new();
        for key in keys {
            let both = [self, other].map(|code| code.functions.get(key));
            let [own, others] = both.map(|known| known.map(|(text, ..)| text));
            if own != others {
                let places = both.map(|known| known.map(|(.., span)| *span));
                changed.insert(format!("{}/{}", key.0, key.1), places);
            }
        }
        changed
    }

    /// Whether there is a function of this name.
    pub(crate) fn has_function(&self, name: &str) -> bool {
        self.functions.keys().any(|(own, _)| own == name)
    }

    /// The functions of the module that some clauses call, or that these call in turn.
    fn called(&self, clauses: &[Span]) -> BTreeSet<Key> {
        let mut called = BTreeSet::new();
        let first = clauses.iter().filter_map(|span| self.clauses.get(span));
        let mut open: Vec<&Key> = first.flat_map(|(_, keys)| keys).collect();
        while let Some(key) = open.pop() {
            if called.insert(key.clone())
                && let Some((_, keys, _)) = self.functions.get(key)
            {
                open.extend(keys);
            }
        }
        called
    }
}

fn key(function: &Function) -> Key {
    (function.name.to_string(), function.arity)
}

/// The functions of the module that a clause calls or makes funs of.
fn calls(clause: &FunctionClause, known: &BTreeSet<Key>) -> BTreeSet<Key> {
    let mut called = BTreeSet::new();
    let mut note = |expr: &Expr| {
        let key = match &expr.kind {
            ExprKind::Call(Callee::Local(name), args) => Some((name.to_string(), args.len())),
            ExprKind::FunLocal(name, arity) => {
                usize::try_from(arity).ok().map(|arity| (name.to_string(), arity))
            }
            _ => None,
        };
        called.extend(key.filter(|key| known.contains(key)));
    };
    for expr in &clause.body {
        expr.for_each(&mut note);
    }
    called
}
