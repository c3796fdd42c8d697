//! The richer constructs: maps, records, binaries, comprehensions, funs, exceptions.

use super::{Sexp, cases_of, clause_of, leaf, list, pattern_of};
use crate::ast::name::Name;
use crate::ast::{
    BinElement, CatchClause, Class, Expr, ExprKind, FieldName, FunClause, Generator, GeneratorKind,
    MapField, Qualifier, RecordField,
};
use crate::output::print::quote_atom;

/// Expressions that [`super::expr_of`] leaves to this file.
pub(crate) fn expr_of(kind: &ExprKind) -> Sexp {
    let one = |expr: &Expr| super::expr_of(expr);
    match kind {
        ExprKind::Map(base, fields) => {
            let base = base.as_ref().map(|base| list("update", [one(base)]));
            list("map", base.into_iter().chain(map_fields_of(fields, one)))
        }
        ExprKind::Record(base, name, fields) => {
            let base = base.as_ref().map(|base| list("update", [one(base)]));
            let fields = std::iter::once(name_of(name)).chain(fields_of(fields, one));
            list("record", base.into_iter().chain(fields))
        }
        ExprKind::RecordAccess(base, name, (field, _)) => {
            list("record-field", [one(base), name_of(name), name_of(field)])
        }
        ExprKind::RecordIndex(name, (field, _)) => {
            list("record-index", [name_of(name), name_of(field)])
        }
        ExprKind::Bin(elements) => list("binary", bin_of(elements, one)),
        ExprKind::ListComprehension(value, qualifiers) => {
            list("lc", std::iter::once(one(value)).chain(qualifiers.iter().map(qualifier_of)))
        }
        ExprKind::BinComprehension(value, qualifiers) => {
            list("bc", std::iter::once(one(value)).chain(qualifiers.iter().map(qualifier_of)))
        }
        ExprKind::MapComprehension(field, qualifiers) => {
            let field = list("=>", [one(&field.key), one(&field.value)]);
            list("mc", std::iter::once(field).chain(qualifiers.iter().map(qualifier_of)))
        }
        ExprKind::Fun(clauses) => list("fun", clauses.iter().map(fun_clause_of)),
        ExprKind::NamedFun(name, clauses) => {
            let name = leaf(name.as_str());
            list("named-fun", std::iter::once(name).chain(clauses.iter().map(fun_clause_of)))
        }
        ExprKind::FunLocal(name, arity) => {
            list("fun", [leaf(format!("{}/{arity}", quote_atom(name.as_str())))])
        }
        ExprKind::FunRemote(parts) => list("fun-remote", parts.iter().map(one)),
        ExprKind::Try(parts) => {
            let section = |word, items: Vec<Sexp>| (!items.is_empty()).then(|| list(word, items));
            let of = section("of", cases_of(&parts.of).collect());
            let catch = section("catch", parts.catch.iter().map(catch_of).collect());
            let after = section("after", parts.after.iter().map(one).collect());
            let rest = [of, catch, after].into_iter().flatten();
            list("try", parts.body.iter().map(one).chain(rest))
        }
        ExprKind::Receive(clauses, timeout) => {
            let timeout = timeout.as_ref().map(|(time, body)| {
                list("after", std::iter::once(one(time)).chain(body.iter().map(one)))
            });
            list("receive", cases_of(clauses).chain(timeout))
        }
        ExprKind::Maybe(body, otherwise) => {
            let otherwise = otherwise.as_ref().map(|(clauses, _)| list("else", cases_of(clauses)));
            list("maybe", body.iter().map(one).chain(otherwise))
        }
        ExprKind::MaybeMatch(left, right) => list("?=", [pattern_of(left), one(right)]),
        _ => leaf("?"),
    }
}

/// A name as an atom.
pub(crate) fn name_of(name: &Name) -> Sexp {
    leaf(quote_atom(name.as_str()))
}

/// The fields of a map.
pub(crate) fn map_fields_of<T>(
    fields: &[MapField<T>],
    value: impl Fn(&T) -> Sexp,
) -> impl Iterator<Item = Sexp> {
    fields.iter().map(move |field| {
        list(
            if field.exact { ":=" } else { "=>" },
            [super::expr_of(&field.key), value(&field.value)],
        )
    })
}

/// The fields of a record.
pub(crate) fn fields_of<T>(
    fields: &[RecordField<T>],
    value: impl Fn(&T) -> Sexp,
) -> impl Iterator<Item = Sexp> {
    fields.iter().map(move |field| {
        let name = match &field.name {
            FieldName::Atom(name) => name_of(name),
            FieldName::Var(name) => leaf(name.as_str()),
        };
        list("=", [name, value(&field.value)])
    })
}

/// The elements of a binary.
pub(crate) fn bin_of<T>(
    elements: &[BinElement<T>],
    value: impl Fn(&T) -> Sexp,
) -> impl Iterator<Item = Sexp> {
    elements.iter().map(move |element| {
        let value = value(&element.value);
        let size = element.size.as_ref().map(|size| list("size", [super::expr_of(size)]));
        let types = element.types.iter().map(|(name, unit)| match unit {
            Some(unit) => leaf(format!("{}:{unit}", quote_atom(name.as_str()))),
            None => name_of(name),
        });
        let parts: Vec<Sexp> = size.into_iter().chain(types).collect();
        if parts.is_empty() { value } else { list("element", std::iter::once(value).chain(parts)) }
    })
}

fn qualifier_of(qualifier: &Qualifier) -> Sexp {
    match qualifier {
        Qualifier::Filter(test) => super::expr_of(test),
        Qualifier::Generator(generator) => generator_of(generator),
        Qualifier::Zip(generators) => list("&&", generators.iter().map(qualifier_of)),
    }
}

fn generator_of(generator: &Generator) -> Sexp {
    let arrow = match (generator.kind, generator.strict) {
        (GeneratorKind::Binary, false) => "<=",
        (GeneratorKind::Binary, true) => "<:=",
        (_, false) => "<-",
        (_, true) => "<:-",
    };
    let pattern = pattern_of(&generator.pattern);
    let pattern = match &generator.key {
        Some((key, _)) => list(":=", [pattern_of(key), pattern]),
        None => pattern,
    };
    list(arrow, [pattern, super::expr_of(&generator.source)])
}

fn fun_clause_of(clause: &FunClause) -> Sexp {
    let head = Sexp::List(clause.params.iter().map(pattern_of).collect());
    clause_of(head, &clause.guard, &clause.body)
}

fn catch_of(clause: &CatchClause) -> Sexp {
    let class = match &clause.class {
        Some(Class::Atom(name, _)) => Some(name_of(name)),
        Some(Class::Var(name, _)) => Some(leaf(name.as_str())),
        None => None,
    };
    let stack = clause.stack.as_ref().map(|(name, _)| leaf(name.as_str()));
    let head = class.into_iter().chain([pattern_of(&clause.pattern)]).chain(stack);
    clause_of(Sexp::List(head.collect()), &clause.guard, &clause.body)
}
