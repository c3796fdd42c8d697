//! `size/1` and its like: how large a value is of which only the kind is known.
//!
//! Tests the kind first, with OTP's reason where it is another one. The size itself is exact for what is
//! known; the explorer makes any other up, one for each value.

use frontend::ast::Expr as Syntax;

use crate::lower::context::Context;
use crate::lower::lowering::{Cont, Env, Lowering};
use crate::lower::pattern::scope::Scope;
use model::{Cond, Expr, Kind, NodeId, Operator, Wrap};

impl Lowering<'_> {
    /// `size/1`, `byte_size/1`, `bit_size/1`, `map_size/1`.
    pub(crate) fn size(
        &mut self,
        name: &str,
        operand: &Syntax,
        context: Context<'_>,
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
        self.joined(context.env, &Scope::of([operand]), k, &|this, k| {
            this.sequence(&[operand], context, &|this, env, values| {
                let value = values.into_iter().next().unwrap_or(Expr::Nil);
                let reason = match name {
                    "map_size" => Expr::Tuple(vec![Expr::atom("badmap"), value.clone()]),
                    _ => Expr::atom("badarg"),
                };
                this.size_of(&value, sizes, &reason, context.with(&env), k)
            })
        })
    }

    fn size_of(
        &mut self,
        value: &Expr,
        sizes: &[(Kind, Operator)],
        reason: &Expr,
        context: Context<'_>,
        k: Cont<'_>,
    ) -> NodeId {
        let [(kind, operator), rest @ ..] = sizes else {
            return self.raise(context, reason.clone());
        };
        self.test(
            &Cond::Is(*kind, value.clone()),
            context.span,
            context.env,
            &|this, env| this.size_by(*operator, value, context.with(&env), k),
            &|this, env| this.size_of(value, rest, reason, context.with(&env), k),
        )
    }

    /// The size of a value of the right kind: counted where it is known what it holds.
    fn size_by(
        &mut self,
        operator: Operator,
        value: &Expr,
        context: Context<'_>,
        k: Cont<'_>,
    ) -> NodeId {
        let size = Expr::Apply(operator, vec![value.clone()]);
        let wrap = match operator {
            Operator::MapSize => Wrap::Map,
            Operator::ByteSize | Operator::WholeBytes | Operator::BitSize => Wrap::Binary,
            _ => return (k.run)(self, context.env.clone(), size),
        };
        let content = Expr::Apply(Operator::Unwrap(wrap), vec![value.clone()]);
        let by_content = |this: &mut Lowering<'_>, env: Env| {
            if wrap == Wrap::Map {
                return (k.run)(this, env, Expr::element(1, content.clone()));
            }
            let run = |this: &mut Lowering<'_>, env: Env, bytes: Expr| {
                let eight = Expr::integer(8);
                let size = match operator {
                    Operator::BitSize => Expr::Apply(Operator::Mul, vec![bytes, eight]),
                    _ => bytes,
                };
                (k.run)(this, env, size)
            };
            let k = Cont { run: &run, copies: true };
            this.prelude_call("bytes_count", vec![content.clone()], context.with(&env), k)
        };
        let guess = |this: &mut Lowering<'_>, env: Env| (k.run)(this, env, size.clone());
        let whole = |this: &mut Lowering<'_>, env: Env| {
            this.test(&Cond::Holds(wrap, value.clone()), context.span, &env, &by_content, &guess)
        };
        if wrap == Wrap::Map {
            return whole(self, context.env.clone());
        }
        let odd = |this: &mut Lowering<'_>, env: Env| {
            let content = Expr::Apply(Operator::Unwrap(Wrap::Bits), vec![value.clone()]);
            let count = match operator {
                Operator::ByteSize => "bytes_count",
                Operator::WholeBytes => "bits_whole",
                _ => "bits_count",
            };
            this.prelude_call(count, vec![content], context.with(&env), k)
        };
        self.test(&Cond::Holds(Wrap::Bits, value.clone()), context.span, context.env, &odd, &whole)
    }
}
