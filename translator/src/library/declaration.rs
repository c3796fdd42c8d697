//! What types say of values, those that a module defines included.
//!
//! Input: types as they are written. Output: the domain of their values, as far as that is a matter of kinds,
//! constants, short ranges, tuples and records; all else may be any value.

use std::collections::BTreeMap;

use frontend::Name;
use frontend::ast::{Form, Module, Type, TypeDecl, TypeKind, UnaryOp};
use num_bigint::BigInt;
use rustc_hash::FxHashMap;

use crate::analysis::domain::Domain;
use model::{Expr, Kind};

/// Types in types that are looked through, at most: a type may name itself.
const MAX_NAMED: usize = 6;

/// A range of fewer integers is each of them.
const MAX_VALUES: u32 = 4;

/// Parts of one type that are looked at.
const MAX_PARTS: usize = 1_000;

/// The types of a module.
#[derive(Default)]
pub(crate) struct Types<'a> {
    types: BTreeMap<(&'a Name, usize), &'a TypeDecl>,
    /// Numbers of components of the tuples that its records are.
    records: FxHashMap<&'a Name, usize>,
}

/// A look at one type.
struct Look<'l> {
    /// Types of its variables, by a `when`.
    vars: &'l [(Name, u32, Type)],
    /// Parts that may still be looked at.
    left: usize,
}

impl<'a> Types<'a> {
    /// The types that a module defines; the first definition of a name counts.
    pub(crate) fn of(module: &'a Module) -> Self {
        let mut declarations = Self::default();
        for form in &module.forms {
            match form {
                Form::Type(decl) => {
                    declarations.types.entry((&decl.name, decl.params.len())).or_insert(decl);
                }
                Form::Record(decl) => {
                    declarations.records.entry(&decl.name).or_insert(decl.fields.len() + 1);
                }
                _ => {}
            }
        }
        declarations
    }

    /// What values of a type are.
    pub(crate) fn domain(&self, ty: &Type) -> Domain {
        self.domain_under(ty, &[])
    }

    /// What values of a type with variables are, of which a `when` says more.
    pub(crate) fn domain_under(&self, ty: &Type, vars: &[(Name, u32, Type)]) -> Domain {
        self.look(ty, &mut Look { vars, left: MAX_PARTS }, MAX_NAMED)
    }

    fn look(&self, ty: &Type, look: &mut Look<'_>, depth: usize) -> Domain {
        if look.left == 0 {
            return Domain::Any;
        }
        look.left -= 1;
        match &ty.kind {
            TypeKind::Union(types) => {
                Domain::OneOf(types.iter().map(|ty| self.look(ty, look, depth)).collect())
            }
            TypeKind::Tuple(items) => {
                Domain::Tuple(items.iter().map(|item| self.look(item, look, depth)).collect())
            }
            TypeKind::Annotated(_, inner) => self.look(inner, look, depth),
            TypeKind::Var(name) if depth > 0 => {
                let bound = look.vars.iter().find(|(var, _, _)| var == name);
                bound.map_or(Domain::Any, |(_, _, ty)| self.look(ty, look, depth - 1))
            }
            TypeKind::Record((name, _), _) => self.records.get(name).map_or(Domain::Any, |&size| {
                let tag = Domain::Same(Expr::Atom(name.clone()));
                let rest = std::iter::repeat_n(Domain::Any, size - 1);
                Domain::Tuple(std::iter::once(tag).chain(rest).collect())
            }),
            TypeKind::Range(from, to) => between(integer(from), integer(to)),
            // A module may define a type that has the name of a built-in one.
            TypeKind::Call(name, args) => match self.types.get(&(name, args.len())) {
                Some(decl) if depth > 0 => {
                    // Its variables are its own.
                    let mut inner = Look { vars: &[], left: look.left };
                    let domain = self.look(&decl.ty, &mut inner, depth - 1);
                    look.left = inner.left;
                    domain
                }
                Some(_) => Domain::Any,
                None => built_in(name.as_str()),
            },
            kind => simple(kind),
        }
    }
}

/// A few integers; of more it is said only that they are integers.
fn between(from: Option<BigInt>, to: Option<BigInt>) -> Domain {
    if let (Some(from), Some(to)) = (from, to)
        && let Ok(number) = u32::try_from(&to - &from)
        && number < MAX_VALUES
    {
        let values = (0..=number).map(|above| Domain::Same(Expr::Integer(&from + above)));
        return Domain::OneOf(values.collect());
    }
    Domain::Is(Kind::Integer)
}

/// The integer that a type is.
fn integer(ty: &Type) -> Option<BigInt> {
    match &ty.kind {
        TypeKind::Integer(number) => Some(number.clone()),
        TypeKind::Char(code) => Some(BigInt::from(*code)),
        TypeKind::Unary(UnaryOp::Minus, inner) => integer(inner).map(|number| -number),
        _ => None,
    }
}

fn simple(kind: &TypeKind) -> Domain {
    match kind {
        TypeKind::Atom(name) => Domain::Same(Expr::Atom(name.clone())),
        TypeKind::Integer(number) => Domain::Same(Expr::Integer(number.clone())),
        TypeKind::Char(code) => Domain::Same(Expr::Integer(BigInt::from(*code))),
        TypeKind::Unary(UnaryOp::Minus, inner) => {
            integer(inner).map_or(Domain::Any, |number| Domain::Same(Expr::Integer(-number)))
        }
        TypeKind::Nil => Domain::Is(Kind::Nil),
        TypeKind::List(_) => Domain::kinds(&[Kind::Cons, Kind::Nil]),
        TypeKind::NonEmptyList(_) => Domain::Is(Kind::Cons),
        TypeKind::Map(_) => Domain::Is(Kind::Map),
        TypeKind::Binaries(..) => Domain::Is(Kind::BitString),
        TypeKind::AnyFun | TypeKind::Fun(_) => Domain::Is(Kind::Fun),
        _ => Domain::Any,
    }
}

/// Values of a built-in type.
fn built_in(name: &str) -> Domain {
    Domain::Is(match name {
        "atom" | "module" | "node" => Kind::Atom,
        "integer" | "non_neg_integer" | "pos_integer" | "neg_integer" | "arity" | "byte"
        | "char" => Kind::Integer,
        "number" => Kind::Number,
        "float" => Kind::Float,
        "boolean" => return Domain::atoms(&["true", "false"]),
        "timeout" => {
            let infinity = Domain::Same(Expr::atom("infinity"));
            return Domain::OneOf(vec![Domain::Is(Kind::Integer), infinity]);
        }
        "list" | "string" => return Domain::kinds(&[Kind::Cons, Kind::Nil]),
        "nonempty_list" | "nonempty_string" => Kind::Cons,
        "iodata" => return Domain::kinds(&[Kind::Binary, Kind::Cons, Kind::Nil]),
        "tuple" => Kind::Tuple,
        "binary" => Kind::Binary,
        "bitstring" => Kind::BitString,
        "map" => Kind::Map,
        "pid" => Kind::Pid,
        "port" => Kind::Port,
        "reference" => Kind::Reference,
        "fun" | "function" => Kind::Fun,
        _ => return Domain::Any,
    })
}
