//! `size/1` and its like: how large a value is of which only the kind is known.
//!
//! Tests the kind first, with OTP's reason where it is another one. The size itself is exact for tuples
//! that are known; the explorer makes any other up, one for each value.

use frontend::Span;
use frontend::ast::Expr as Syntax;

use super::scope::Scope;
use super::shared::Values;
use super::{Cont, Env, Lowering, Place};
use crate::model::{Cond, Expr, Kind, NodeId, Operator};

impl Lowering<'_> {
    /// `size/1`, `byte_size/1`, `bit_size/1`, `map_size/1`.
    pub(super) fn size(
        &mut self,
        name: &str,
        operand: &Syntax,
        span: Span,
        env: &Env,
        place: &Place<'_>,
        k: Cont<'_>,
    ) -> NodeId {
        let sizes: &[(Kind, Operator)] = match name {
            "size" => &[
                (Kind::Tuple, Operator::TupleSize),
                (Kind::Binary, Operator::ByteSize),
                (Kind::BitString, Operator::WholeBytes),
            ],
            "byte_size" => &[(Kind::BitString, Operator::ByteSize)],
            "bit_size" => &[(Kind::BitString, Operator::BitSize)],
            _ => &[(Kind::Map, Operator::MapSize)],
        };
        self.joined(env, &Scope::of([operand]), k, &|this, k| {
            this.sequence(&[operand], env, place, &|this, env, values| {
                let value = values.into_iter().next().unwrap_or(Expr::Nil);
                let reason = match name {
                    "map_size" => Expr::Tuple(vec![Expr::atom("badmap"), value.clone()]),
                    _ => Expr::atom("badarg"),
                };
                this.size_of(&value, sizes, &reason, span, &env, place, k)
            })
        })
    }

    #[allow(clippy::too_many_arguments, reason = "the parts of one construct and its place")]
    fn size_of(
        &mut self,
        value: &Expr,
        sizes: &[(Kind, Operator)],
        reason: &Expr,
        span: Span,
        env: &Env,
        place: &Place<'_>,
        k: Cont<'_>,
    ) -> NodeId {
        let [(kind, operator), rest @ ..] = sizes else {
            return self.raise(place, reason.clone());
        };
        if !self.may_be(*kind) {
            return self.size_of(value, rest, reason, span, env, place, k);
        }
        let size = Expr::Apply(*operator, vec![value.clone()]);
        self.test(
            &Cond::Is(*kind, value.clone()),
            span,
            env,
            &|this, env| (k.run)(this, env, size.clone()),
            &|this, env| this.size_of(value, rest, reason, span, &env, place, k),
        )
    }

    /// Whether there are values of a kind: where nothing is unknown no term is a binary or a map.
    fn may_be(&self, kind: Kind) -> bool {
        kind == Kind::Tuple || self.shared.values == Values::Any
    }
}
