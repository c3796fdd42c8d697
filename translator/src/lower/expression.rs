//! Values of expressions, in the BEAM's evaluation order.

use frontend::ast::{BinaryOp, Expr as Syntax, ExprKind, Literal, UnaryOp};
use frontend::{Diagnostic, Name, Span};
use num_bigint::BigInt;

use super::{Cont, Env, Lowering, Place};
use crate::codes;
use crate::model::{Expr, NodeId};

/// Size from which a value is named when a variable is bound to it.
const NAMED_SIZE: usize = 12;

impl Lowering<'_> {
    /// A body: every expression, the value of the last one.
    pub(super) fn body(
        &mut self,
        body: &[Syntax],
        env: &Env,
        place: &Place<'_>,
        k: Cont<'_>,
    ) -> NodeId {
        match body {
            [] => (k.run)(self, env.clone(), Expr::Nil),
            [last] => self.expr(last, env, place, k),
            [first, rest @ ..] => self.expr(
                first,
                env,
                place,
                Cont { run: &|this, env, _value| this.body(rest, &env, place, k), copies: false },
            ),
        }
    }

    /// One expression.
    pub(super) fn expr(
        &mut self,
        expr: &Syntax,
        env: &Env,
        place: &Place<'_>,
        k: Cont<'_>,
    ) -> NodeId {
        if let Some(refused) = self.too_large(expr.span) {
            return refused;
        }
        if place.guard.is_some() && matches!(expr.kind, ExprKind::Match(..)) {
            return self.match_in_guard(expr.span);
        }
        if place.guard.is_some() && !may_stand_in_guard(&expr.kind) {
            return self.unsupported("this expression in a guard", expr.span);
        }
        match &expr.kind {
            ExprKind::Var(name) => self.variable(name, expr.span, env, k),
            ExprKind::Literal(literal) => self.literal(literal, expr.span, env, k),
            ExprKind::Nil => (k.run)(self, env.clone(), Expr::Nil),
            ExprKind::Cons(head, tail) => {
                self.sequence(&[head, tail], env, place, &|this, env, items| {
                    let [head, tail] = two(items);
                    (k.run)(this, env, Expr::Cons(Box::new(head), Box::new(tail)))
                })
            }
            ExprKind::Tuple(items) => {
                let items: Vec<&Syntax> = items.iter().collect();
                self.sequence(&items, env, place, &|this, env, items| {
                    (k.run)(this, env, Expr::Tuple(items))
                })
            }
            ExprKind::Unary(operator, operand) => {
                self.unary(*operator, operand, expr.span, env, place, k)
            }
            ExprKind::Binary(operator, left, right) => {
                self.binary(*operator, [left, right], expr.span, env, place, k)
            }
            ExprKind::Match(pattern, value) => {
                self.match_expr(pattern, value, expr.span, env, place, k)
            }
            ExprKind::Call(callee, args) => self.call(callee, args, expr.span, env, place, k),
            ExprKind::Case(value, clauses) => self.case(value, clauses, expr.span, env, place, k),
            ExprKind::If(clauses) => self.if_expr(clauses, expr.span, env, place, k),
            ExprKind::Block(body) => self.body(body, env, place, k),
            kind => self.unsupported(construct(kind), expr.span),
        }
    }

    /// Several expressions side by side, evaluated from left to right.
    ///
    /// None sees the variables that another one binds; what follows sees them all, and all values.
    pub(super) fn sequence(
        &mut self,
        exprs: &[&Syntax],
        env: &Env,
        place: &Place<'_>,
        next: &dyn Fn(&mut Lowering<'_>, Env, Vec<Expr>) -> NodeId,
    ) -> NodeId {
        self.sequence_from(
            exprs,
            &Side { outer: env, so_far: env.clone(), done: Vec::new() },
            place,
            next,
        )
    }

    fn sequence_from(
        &mut self,
        exprs: &[&Syntax],
        side: &Side<'_>,
        place: &Place<'_>,
        next: &dyn Fn(&mut Lowering<'_>, Env, Vec<Expr>) -> NodeId,
    ) -> NodeId {
        let [first, rest @ ..] = exprs else {
            return next(self, side.so_far.clone(), side.done.clone());
        };
        let run = |this: &mut Lowering<'_>, inner: Env, value: Expr| {
            let mut so_far = side.so_far.clone();
            for (name, own) in &inner.vars {
                if side.outer.vars.contains_key(name) {
                    continue;
                }
                if so_far.vars.insert(name.clone(), own.clone()).is_some() {
                    let what = format!("binding `{name}` in two operands of one expression");
                    return this.unsupported(&what, first.span);
                }
            }
            so_far.unsafe_vars.extend(inner.unsafe_vars);
            so_far.facts = inner.facts;
            let mut done = side.done.clone();
            done.push(value);
            this.sequence_from(rest, &Side { outer: side.outer, so_far, done }, place, next)
        };
        let start = Env { facts: side.so_far.facts.clone(), ..side.outer.clone() };
        self.expr(first, &start, place, Cont { run: &run, copies: false })
    }

    fn variable(&mut self, name: &Name, span: Span, env: &Env, k: Cont<'_>) -> NodeId {
        if let Some(value) = env.vars.get(name) {
            return (k.run)(self, env.clone(), value.clone());
        }
        self.unbound(name, span, env)
    }

    /// A variable without a value, or with one on some ways only.
    pub(super) fn unbound(&mut self, name: &Name, span: Span, env: &Env) -> NodeId {
        let what = if env.unsafe_vars.contains(name) {
            "is bound on some of the ways that lead here only"
        } else {
            "has no value here"
        };
        self.report(Diagnostic::error(codes::UNBOUND, format!("variable `{name}` {what}"), span))
    }

    fn literal(&mut self, literal: &Literal, span: Span, env: &Env, k: Cont<'_>) -> NodeId {
        let value = match literal {
            Literal::Atom(name) => {
                // Read on as an atom, but its value is anybody's guess.
                if let Some(name) = name.undefined_macro() {
                    return self.unsupported(&format!("the undefined macro `?{name}`"), span);
                }
                Expr::Atom(name.clone())
            }
            Literal::Integer(value) => Expr::Integer(value.clone()),
            Literal::Char(value) => Expr::Integer(BigInt::from(*value)),
            Literal::String(text) => {
                let chars: Vec<u32> = text.chars().map(u32::from).collect();
                Expr::list(chars.into_iter().map(|char| Expr::Integer(BigInt::from(char))))
            }
            Literal::Float(_) => return self.unsupported("a floating-point number", span),
        };
        (k.run)(self, env.clone(), value)
    }

    fn unary(
        &mut self,
        operator: UnaryOp,
        operand: &Syntax,
        span: Span,
        env: &Env,
        place: &Place<'_>,
        k: Cont<'_>,
    ) -> NodeId {
        match operator {
            UnaryOp::Minus => self.negate(operand, span, env, place, k),
            UnaryOp::Plus => self.sequence(&[operand], env, place, &|this, env, items| {
                this.integer_operands(&items, span, &env, place, &|this, env| {
                    (k.run)(this, env, items[0].clone())
                })
            }),
            UnaryOp::Not => self.not(operand, span, env, place, k),
            UnaryOp::BitNot => self.unsupported("the operator `bnot`", span),
            UnaryOp::Catch => self.unsupported("`catch`", span),
        }
    }

    fn binary(
        &mut self,
        operator: BinaryOp,
        [left, right]: [&Syntax; 2],
        span: Span,
        env: &Env,
        place: &Place<'_>,
        k: Cont<'_>,
    ) -> NodeId {
        match operator {
            BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul | BinaryOp::IntDiv | BinaryOp::Rem => {
                self.arithmetic(operator, [left, right], span, env, place, k)
            }
            BinaryOp::Equal
            | BinaryOp::NotEqual
            | BinaryOp::ExactEqual
            | BinaryOp::ExactNotEqual
            | BinaryOp::Less
            | BinaryOp::LessEqual
            | BinaryOp::Greater
            | BinaryOp::GreaterEqual => {
                self.comparison(operator, [left, right], span, env, place, k)
            }
            BinaryOp::And | BinaryOp::Or | BinaryOp::Xor => {
                self.strict_boolean(operator, [left, right], span, env, place, k)
            }
            BinaryOp::AndAlso => self.short_circuit(false, [left, right], span, env, place, k),
            BinaryOp::OrElse => self.short_circuit(true, [left, right], span, env, place, k),
            BinaryOp::Div => self.unsupported("the operator `/`", span),
            BinaryOp::BitAnd
            | BinaryOp::BitOr
            | BinaryOp::BitXor
            | BinaryOp::ShiftLeft
            | BinaryOp::ShiftRight => self.unsupported("a bit operator", span),
            BinaryOp::Append => self.unsupported("the operator `++`", span),
            BinaryOp::Subtract => self.unsupported("the operator `--`", span),
            BinaryOp::Send => self.unsupported("sending a message with `!`", span),
        }
    }

    /// Binds a source variable; a large value gets a name of its own, so that it is written once.
    pub(super) fn named(
        &mut self,
        name: &Name,
        value: Expr,
        next: &dyn Fn(&mut Lowering<'_>, Expr) -> NodeId,
    ) -> NodeId {
        if size(&value) < NAMED_SIZE {
            next(self, value)
        } else {
            self.bind(name.as_str(), value, next)
        }
    }
}

/// Expressions side by side, some of them lowered.
struct Side<'e> {
    /// What each of them sees.
    outer: &'e Env,
    /// What follows them sees so far.
    so_far: Env,
    /// Values so far.
    done: Vec<Expr>,
}

/// Erlang's guards have no binding and no branching expressions.
fn may_stand_in_guard(kind: &ExprKind) -> bool {
    !matches!(kind, ExprKind::Match(..) | ExprKind::Case(..) | ExprKind::If(_) | ExprKind::Block(_))
}

/// What a construct without a translation is called.
fn construct(kind: &ExprKind) -> &'static str {
    match kind {
        ExprKind::List(..) => "a list of more than 250 elements",
        ExprKind::Fun(_)
        | ExprKind::NamedFun(..)
        | ExprKind::FunLocal(..)
        | ExprKind::FunRemote(_) => "a fun",
        ExprKind::Map(..) => "a map",
        ExprKind::Record(..) | ExprKind::RecordAccess(..) | ExprKind::RecordIndex(..) => "a record",
        ExprKind::Bin(_) => "a binary",
        ExprKind::ListComprehension(..) => "a list comprehension",
        ExprKind::BinComprehension(..) => "a binary comprehension",
        ExprKind::MapComprehension(..) => "a map comprehension",
        ExprKind::Try(_) => "a try",
        ExprKind::Receive(..) => "a receive",
        ExprKind::Maybe(..) | ExprKind::MaybeMatch(..) => "a maybe",
        _ => "this expression",
    }
}

/// The two values of two expressions.
pub(super) fn two(items: Vec<Expr>) -> [Expr; 2] {
    let mut items = items.into_iter();
    [items.next().unwrap_or(Expr::Nil), items.next().unwrap_or(Expr::Nil)]
}

fn size(expr: &Expr) -> usize {
    1 + expr.operands().into_iter().map(size).sum::<usize>()
}
