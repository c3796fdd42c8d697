//! Ground terms as constants of a model.

use model::{Expr, Operator, Wrap};
use num_bigint::BigInt;

use crate::term::{Term, bits};

/// The expression of a ground term; `None` where a model has no such values (funs of a text), and for
/// unknown values.
pub fn constant(term: &Term) -> Option<Expr> {
    Some(match term {
        Term::Integer(value) => Expr::Integer(value.clone()),
        Term::Float(value) => Expr::float(*value),
        Term::Atom(name) => Expr::Atom(name.clone()),
        Term::Nil => Expr::Nil,
        Term::List(items, tail) => {
            let end = tail.as_deref().map_or(Some(Expr::Nil), constant)?;
            let items = items.iter().map(constant).collect::<Option<Vec<_>>>()?;
            Expr::list_with_end(items, end)
        }
        Term::Tuple(items) => Expr::Tuple(items.iter().map(constant).collect::<Option<_>>()?),
        Term::Reference(number) => identity(Operator::Reference, number),
        Term::Pid(number) => identity(Operator::Pid, number),
        Term::Map(entries) => Expr::map(
            entries
                .iter()
                .map(|(key, value)| Some((constant(key)?, constant(value)?)))
                .collect::<Option<_>>()?,
        ),
        Term::Binary(parts) => {
            if let Some((bytes, size)) = bits::filled(parts) {
                let list = Term::list_with_tail(bytes, Term::integer(size));
                return Some(Wrap::Bits.around(constant(&list)?));
            }
            let bytes = parts.iter().map(constant).collect::<Option<Vec<_>>>()?;
            Wrap::Binary.around(Expr::list(bytes.into_iter()))
        }
        Term::Fun(_) | Term::Unknown(_) => return None,
    })
}

fn identity(operator: Operator, number: &BigInt) -> Expr {
    Expr::Apply(operator, vec![Expr::Integer(number.clone())])
}

/// Whether a model has values of this kind.
pub fn is_constant(term: &Term) -> bool {
    constant(term).is_some()
}
