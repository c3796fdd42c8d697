//! Results of which a type is declared.
//!
//! Behind the call the result is tested for its type, as far as that is a matter of kinds, constants, ranges, tuples and
//! records, types of the module included; a result that is none of it does not exist, as a message that no clause of a
//! `receive` takes.

use frontend::Span;
use frontend::ast::{Type, TypeKind, UnaryOp};
use num_bigint::BigInt;

use super::{Env, Lowering};
use crate::core::OutsideCall;
use crate::declared::result_type;
use crate::model::{Cond, Expr, Kind, NodeId};

/// Types in types that are looked through, at most: a type may name itself.
const MAX_NAMED: usize = 6;

/// A range of fewer integers is each of them.
const MAX_VALUES: u32 = 4;

impl Lowering<'_> {
    /// The type of what a call returns, as far as something is declared: first by the module, then by the table.
    pub(super) fn declared(&self, call: &OutsideCall) -> Option<&Type> {
        let OutsideCall { module, function, args, span, .. } = call;
        let key = (module, function, args.len());
        let known = (module.clone(), function.clone(), args.len());
        let is_variable = !self.shared.machine.calls.contains(&known);
        let own = self.shared.specs.result(key, *span, is_variable);
        own.or_else(|| result_type(module.as_str(), function.as_str(), args.len()))
    }

    /// Goes on at `yes` if a value is of a type, as far as that is looked at, else at `no`.
    pub(super) fn of_type(
        &mut self,
        ty: &Type,
        value: &Expr,
        span: Span,
        ends: [NodeId; 2],
    ) -> NodeId {
        self.of_named_type(ty, value, span, ends, MAX_NAMED)
    }

    fn of_named_type(
        &mut self,
        ty: &Type,
        value: &Expr,
        span: Span,
        [yes, no]: [NodeId; 2],
        depth: usize,
    ) -> NodeId {
        match &ty.kind {
            TypeKind::Union(types) => types
                .iter()
                .rev()
                .fold(no, |no, ty| self.of_named_type(ty, value, span, [yes, no], depth)),
            TypeKind::Tuple(items) => {
                let parts = items.iter().enumerate().rev().fold(yes, |yes, (before, item)| {
                    let part = Expr::element(before + 1, value.clone());
                    self.of_named_type(item, &part, span, [yes, no], depth)
                });
                let tuple = Cond::Is(Kind::TupleOf(items.len()), value.clone());
                self.either(&tuple, span, [parts, no])
            }
            TypeKind::Annotated(_, inner) => {
                self.of_named_type(inner, value, span, [yes, no], depth)
            }
            TypeKind::Record((name, _), _) => {
                let size = self.shared.records.get(name).map(|record| record.fields.len() + 1);
                let Some(size) = size else { return yes };
                let tag = Cond::Same(Expr::element(1, value.clone()), Expr::Atom(name.clone()));
                let tagged = self.either(&tag, span, [yes, no]);
                self.either(&Cond::Is(Kind::TupleOf(size), value.clone()), span, [tagged, no])
            }
            TypeKind::Range(from, to) => {
                let [from, to] = [integer(from), integer(to)];
                self.between(value, [from, to], span, [yes, no])
            }
            TypeKind::Call(name, args) => {
                match (kinds_of(name.as_str()), self.shared.specs.named(name, args.len())) {
                    // A module may define a type that has the name of a built-in one.
                    (_, Some(ty)) if depth > 0 => {
                        self.of_named_type(ty, value, span, [yes, no], depth - 1)
                    }
                    (Some(conds), None) => self.one_of_conds(conds(value), span, [yes, no]),
                    _ => yes,
                }
            }
            kind => match simple(kind, value) {
                Some(conds) => self.one_of_conds(conds, span, [yes, no]),
                None => yes,
            },
        }
    }

    /// Whether a value is one of a few integers; of others it is known only that they are integers.
    fn between(
        &mut self,
        value: &Expr,
        [from, to]: [Option<BigInt>; 2],
        span: Span,
        [yes, no]: [NodeId; 2],
    ) -> NodeId {
        if let (Some(from), Some(to)) = (from, to)
            && let Ok(number) = u32::try_from(&to - &from)
            && number < MAX_VALUES
        {
            return (0..=number).rev().fold(no, |no, above| {
                let one = Cond::Same(value.clone(), Expr::Integer(&from + above));
                self.either(&one, span, [yes, no])
            });
        }
        self.either(&Cond::Is(Kind::Integer, value.clone()), span, [yes, no])
    }

    fn one_of_conds(&mut self, conds: Vec<Cond>, span: Span, [yes, no]: [NodeId; 2]) -> NodeId {
        conds.into_iter().rev().fold(no, |no, cond| self.either(&cond, span, [yes, no]))
    }

    fn either(&mut self, cond: &Cond, span: Span, [yes, no]: [NodeId; 2]) -> NodeId {
        self.test(cond, span, &Env::default(), &|_, _| yes, &|_, _| no)
    }
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

/// The tests of which one holds for values of a type; none where any value may be of it.
fn simple(kind: &TypeKind, value: &Expr) -> Option<Vec<Cond>> {
    let is = |kind: Kind| Cond::Is(kind, value.clone());
    let same = |constant: Expr| Cond::Same(value.clone(), constant);
    Some(match kind {
        TypeKind::Atom(name) => vec![same(Expr::Atom(name.clone()))],
        TypeKind::Integer(number) => vec![same(Expr::Integer(number.clone()))],
        TypeKind::Char(code) => vec![same(Expr::Integer(BigInt::from(*code)))],
        TypeKind::Unary(UnaryOp::Minus, inner) => vec![same(Expr::Integer(-integer(inner)?))],
        TypeKind::Nil => vec![is(Kind::Nil)],
        TypeKind::List(_) => vec![is(Kind::Cons), is(Kind::Nil)],
        TypeKind::NonEmptyList(_) => vec![is(Kind::Cons)],
        TypeKind::Map(_) => vec![is(Kind::Map)],
        TypeKind::Binaries(..) => vec![is(Kind::BitString)],
        TypeKind::AnyFun | TypeKind::Fun(_) => vec![is(Kind::Fun)],
        _ => return None,
    })
}

/// The same of a built-in type, given a value.
fn kinds_of(name: &str) -> Option<fn(&Expr) -> Vec<Cond>> {
    fn kinds(kinds: &[Kind], value: &Expr) -> Vec<Cond> {
        kinds.iter().map(|kind| Cond::Is(*kind, value.clone())).collect()
    }
    Some(match name {
        "atom" | "module" | "node" => |value| kinds(&[Kind::Atom], value),
        "integer" | "non_neg_integer" | "pos_integer" | "neg_integer" | "arity" | "byte"
        | "char" => |value| kinds(&[Kind::Integer], value),
        "number" => |value| kinds(&[Kind::Number], value),
        "float" => |value| kinds(&[Kind::Float], value),
        "boolean" => |value| {
            ["true", "false"].map(|text| Cond::Same(value.clone(), Expr::atom(text))).to_vec()
        },
        "timeout" => |value| {
            let infinity = Cond::Same(value.clone(), Expr::atom("infinity"));
            vec![Cond::Is(Kind::Integer, value.clone()), infinity]
        },
        "list" | "string" => |value| kinds(&[Kind::Cons, Kind::Nil], value),
        "nonempty_list" | "nonempty_string" => |value| kinds(&[Kind::Cons], value),
        "iodata" => |value| kinds(&[Kind::Binary, Kind::Cons, Kind::Nil], value),
        "tuple" => |value| kinds(&[Kind::Tuple], value),
        "binary" => |value| kinds(&[Kind::Binary], value),
        "bitstring" => |value| kinds(&[Kind::BitString], value),
        "map" => |value| kinds(&[Kind::Map], value),
        "pid" => |value| kinds(&[Kind::Pid], value),
        "port" => |value| kinds(&[Kind::Port], value),
        "reference" => |value| kinds(&[Kind::Reference], value),
        "fun" | "function" => |value| kinds(&[Kind::Fun], value),
        _ => return None,
    })
}
