//! Declarations and types.

use super::construct::name_of;
use super::{Sexp, expr_of, leaf, list};
use crate::ast::{FunType, RecordDecl, SpecDecl, Type, TypeDecl, TypeKind};
use crate::output::print::{binary_op, quote_atom, quote_char, unary_op};

/// A record.
pub(crate) fn record_of(record: &RecordDecl) -> Sexp {
    let fields = record.fields.iter().map(|field| {
        let default = field.default.as_ref().map(|default| list("=", [expr_of(default)]));
        let ty = field.ty.as_ref().map(|ty| list("::", [type_of(ty)]));
        let parts: Vec<Sexp> = default.into_iter().chain(ty).collect();
        list(quote_atom(field.name.as_str()), parts)
    });
    list("record", std::iter::once(name_of(&record.name)).chain(fields))
}

/// A type declaration.
pub(crate) fn type_decl_of(decl: &TypeDecl) -> Sexp {
    let params = Sexp::List(decl.params.iter().map(|(name, _)| leaf(name.as_str())).collect());
    list(decl.attribute.as_str(), [name_of(&decl.name), params, type_of(&decl.ty)])
}

/// A specification.
pub(crate) fn spec_of(spec: &SpecDecl) -> Sexp {
    let module = spec.module.as_ref().map(name_of);
    let name = leaf(format!("{}/{}", quote_atom(spec.name.as_str()), spec.arity));
    let clauses = spec.clauses.iter().map(|clause| {
        let constraints = clause
            .constraints
            .iter()
            .map(|(name, _, ty)| list("::", [leaf(name.as_str()), type_of(ty)]));
        let ty = fun_of(&clause.ty);
        if clause.constraints.is_empty() {
            ty
        } else {
            list("when", std::iter::once(ty).chain(constraints))
        }
    });
    list(spec.attribute.as_str(), module.into_iter().chain([name]).chain(clauses))
}

fn fun_of(ty: &FunType) -> Sexp {
    let params = match &ty.params {
        Some(params) => Sexp::List(params.iter().map(type_of).collect()),
        None => leaf("..."),
    };
    list("->", [params, type_of(&ty.result)])
}

fn type_of(ty: &Type) -> Sexp {
    match &ty.kind {
        TypeKind::Annotated((name, _), ty) => list("::", [leaf(name.as_str()), type_of(ty)]),
        TypeKind::Union(members) => list("|", members.iter().map(type_of)),
        TypeKind::Range(from, to) => list("..", [type_of(from), type_of(to)]),
        TypeKind::Unary(op, operand) => list(unary_op(*op), [type_of(operand)]),
        TypeKind::Binary(op, left, right) => list(binary_op(*op), [type_of(left), type_of(right)]),
        TypeKind::Var(name) => leaf(name.as_str()),
        TypeKind::Atom(name) => name_of(name),
        TypeKind::Integer(value) => leaf(value.to_string()),
        TypeKind::Char(value) => leaf(quote_char(*value)),
        TypeKind::Call(name, args) => {
            list("type", std::iter::once(name_of(name)).chain(args.iter().map(type_of)))
        }
        TypeKind::Remote((module, _), (name, _), args) => list(
            "type",
            [name_of(module), name_of(name)].into_iter().chain(args.iter().map(type_of)),
        ),
        TypeKind::Nil => leaf("[]"),
        TypeKind::List(element) => list("list", [type_of(element)]),
        TypeKind::NonEmptyList(element) => list("list", [type_of(element), leaf("...")]),
        TypeKind::Map(pairs) => list(
            "map",
            pairs.iter().map(|pair| {
                let arrow = if pair.exact { ":=" } else { "=>" };
                list(arrow, [type_of(&pair.key), type_of(&pair.value)])
            }),
        ),
        TypeKind::Tuple(items) => list("tuple", items.iter().map(type_of)),
        TypeKind::Record((name, _), fields) => {
            let fields =
                fields.iter().map(|field| list("::", [name_of(&field.name), type_of(&field.ty)]));
            list("record", std::iter::once(name_of(name)).chain(fields))
        }
        TypeKind::Binaries(base, unit) => {
            let part =
                |word, ty: &Option<Box<Type>>| ty.as_ref().map(|ty| list(word, [type_of(ty)]));
            list("binary", part("base", base).into_iter().chain(part("unit", unit)))
        }
        TypeKind::AnyFun => leaf("fun"),
        TypeKind::Fun(ty) => list("fun", [fun_of(ty)]),
    }
}
