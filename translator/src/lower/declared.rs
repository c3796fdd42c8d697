//! Results of which a type is declared.
//!
//! Behind the call the result is tested for its type, as far as that is a matter of kinds, constants and tuples; a
//! result that is none of it does not exist, as a message that no clause of a `receive` takes.

use frontend::ast::{Type, TypeKind};

use super::{Env, Lowering};
use crate::model::{Cond, Expr, Kind, NodeId};

impl Lowering<'_> {
    /// Goes on at `yes` if a value is of a type, as far as that is looked at, else at `no`.
    pub(super) fn of_type(
        &mut self,
        ty: &Type,
        value: &Expr,
        span: frontend::Span,
        [yes, no]: [NodeId; 2],
    ) -> NodeId {
        let is = |kind: Kind| Some(Cond::Is(kind, value.clone()));
        let same = |constant: Expr| Some(Cond::Same(value.clone(), constant));
        let either = |one: Cond, other: Cond| {
            Some(Cond::And(Box::new(one.negate()), Box::new(other.negate())).negate())
        };
        let list =
            || either(Cond::Is(Kind::Cons, value.clone()), Cond::Is(Kind::Nil, value.clone()));
        let cond = match &ty.kind {
            TypeKind::Union(types) => {
                return types
                    .iter()
                    .rev()
                    .fold(no, |no, ty| self.of_type(ty, value, span, [yes, no]));
            }
            TypeKind::Tuple(items) => {
                let parts = items.iter().enumerate().rev().fold(yes, |yes, (before, item)| {
                    let part = Expr::element(before + 1, value.clone());
                    self.of_type(item, &part, span, [yes, no])
                });
                let tuple = Cond::Is(Kind::TupleOf(items.len()), value.clone());
                return self.test(&tuple, span, &Env::default(), &|_, _| parts, &|_, _| no);
            }
            TypeKind::Annotated(_, inner) => return self.of_type(inner, value, span, [yes, no]),
            TypeKind::Atom(name) => same(Expr::Atom(name.clone())),
            TypeKind::Integer(number) => same(Expr::Integer(number.clone())),
            TypeKind::Nil => is(Kind::Nil),
            TypeKind::List(_) => list(),
            TypeKind::Map(_) => is(Kind::Map),
            TypeKind::Call(name, _) => match name.as_str() {
                "atom" | "module" | "node" => is(Kind::Atom),
                "integer" | "non_neg_integer" | "pos_integer" => is(Kind::Integer),
                "boolean" => {
                    let truth = |text: &str| Cond::Same(value.clone(), Expr::atom(text));
                    either(truth("true"), truth("false"))
                }
                "list" | "string" => list(),
                "tuple" => is(Kind::Tuple),
                "binary" => is(Kind::Binary),
                "map" => is(Kind::Map),
                "pid" => is(Kind::Pid),
                "port" => is(Kind::Port),
                "reference" => is(Kind::Reference),
                _ => None,
            },
            _ => None,
        };
        match cond {
            Some(cond) => self.test(&cond, span, &Env::default(), &|_, _| yes, &|_, _| no),
            None => yes,
        }
    }
}
