//! Values of expressions, in the BEAM's evaluation order.

pub(crate) mod arithmetic;
pub(crate) mod atoms;
pub(crate) mod boolean;
pub(crate) mod constant_folding;
pub(crate) mod literal;
pub(crate) mod map;
pub(crate) mod maybe;
pub(crate) mod operands;
pub(crate) mod record;
pub(crate) mod size;
pub(crate) mod term_order;
pub(crate) mod type_test;
pub(crate) mod unknown;

use frontend::ast::{BinaryOp, Callee, Expr as Syntax, ExprKind, Literal, PatKind, UnaryOp};
use frontend::output::print::binary_op;
use frontend::{Diagnostic, Name, Span};

use crate::codes;
use crate::lower::context::Context;
use crate::lower::expression::literal::literal_term;
use crate::lower::expression::operands::two;
use crate::lower::expression::record::{RecordExpr, is_record_info};
use crate::lower::lowering::{Cont, Env, Lowering};
use crate::lower::message::receive::Receive;
use crate::lower::pattern::guard::may_stand;
use model::{Expr, NodeId, OriginKind};

/// Size from which a value is named when a variable is bound to it.
const NAMED_SIZE: usize = 12;

impl Lowering<'_> {
    /// A body: every expression, the value of the last one.
    pub(crate) fn body(&mut self, body: &[Syntax], context: Context<'_>, k: Cont<'_>) -> NodeId {
        match body {
            [] => (k.run)(self, context.env.clone(), Expr::Nil),
            [last] => self.expr(last, context, k),
            [first, rest @ ..] => {
                let run =
                    |this: &mut Lowering<'_>, env: Env, _| this.body(rest, context.with(&env), k);
                self.statement(first, context, Cont { run: &run, copies: false })
            }
        }
    }

    /// An expression whose value is unused.
    pub(crate) fn statement(&mut self, expr: &Syntax, context: Context<'_>, k: Cont<'_>) -> NodeId {
        self.shared.meet(expr);
        match &expr.kind {
            ExprKind::ListComprehension(value, qualifiers) if context.place.guard.is_none() => {
                self.shared.meet(expr);
                self.list_comprehension(value, qualifiers, false, context.at(expr.span), k)
            }
            ExprKind::Match(pattern, value) if pattern.kind == PatKind::Wildcard => {
                self.shared.meet(expr);
                self.statement(value, context, k)
            }
            _ => self.expr(expr, context, k),
        }
    }

    /// One expression.
    pub(crate) fn expr(&mut self, expr: &Syntax, context: Context<'_>, k: Cont<'_>) -> NodeId {
        let context = context.at(expr.span);
        if let Some(refused) = self.too_large(expr.span) {
            return refused;
        }
        self.shared.meet(expr);
        self.depth += 1;
        let node = self.placed_expr(expr, context, k);
        self.depth -= 1;
        node
    }

    fn placed_expr(&mut self, expr: &Syntax, context: Context<'_>, k: Cont<'_>) -> NodeId {
        let misplaced = context.place.guard.is_some() && !may_stand(&expr.kind);
        if misplaced && !model::library::contains(expr.span) {
            if matches!(expr.kind, ExprKind::Match(..)) {
                return self.match_in_guard(expr.span);
            }
            let what = "this expression cannot stand in a guard".to_owned();
            return self.ill_formed(what, expr.span);
        }
        match &expr.kind {
            ExprKind::Var(name) => self.variable(name, expr.span, context.env, k),
            ExprKind::Literal(literal) => self.literal(literal, expr.span, context.env, k),
            ExprKind::Nil => (k.run)(self, context.env.clone(), Expr::Nil),
            ExprKind::Cons(head, tail) => {
                self.sequence(&[head, tail], context, &|this, env, items| {
                    let [head, tail] = two(items);
                    (k.run)(this, env, Expr::Cons(Box::new(head), Box::new(tail)))
                })
            }
            ExprKind::Tuple(items) => {
                let items: Vec<&Syntax> = items.iter().collect();
                self.sequence(&items, context, &|this, env, items| {
                    (k.run)(this, env, Expr::Tuple(items))
                })
            }
            ExprKind::Unary(operator, operand) => self.unary(*operator, operand, context, k),
            ExprKind::Binary(operator, left, right) => {
                self.binary(*operator, [left, right], context, k)
            }
            ExprKind::Match(pattern, value) => self.match_expr(pattern, value, context, k),
            ExprKind::Call(Callee::Local(name), args) if is_record_info(name, args) => {
                self.record_info(args, context, k)
            }
            ExprKind::Call(callee, args) => self.call(callee, args, context, k),
            ExprKind::Case(value, clauses) => self.case(value, clauses, context, k),
            ExprKind::If(clauses) => self.if_expr(clauses, context, k),
            ExprKind::Block(body) => self.body(body, context, k),
            ExprKind::Record(..) | ExprKind::RecordAccess(..) | ExprKind::RecordIndex(..) => {
                self.record_expr(expr, context, k)
            }
            ExprKind::Try(parts) => self.try_expr(parts, context, k),
            ExprKind::Maybe(body, other) => self.maybe_expr(body, other.as_ref(), context, k),
            ExprKind::Receive(clauses, after) => {
                let after = after.as_ref().map(|(time, body)| (&**time, body.as_slice()));
                self.receive(expr, &Receive { clauses, after }, context, k)
            }
            ExprKind::ListComprehension(value, qualifiers) => {
                self.list_comprehension(value, qualifiers, true, context, k)
            }
            ExprKind::BinComprehension(value, qualifiers) => {
                self.binary_comprehension(value, qualifiers, context, k)
            }
            ExprKind::List(items, tail) => self.long_list(items, tail, context, k),
            ExprKind::Fun(_)
            | ExprKind::NamedFun(..)
            | ExprKind::FunLocal(..)
            | ExprKind::FunRemote(_) => self.fun_expr(expr, context, k),
            ExprKind::Map(base, fields) => self.map_expr(base.as_deref(), fields, context, k),
            ExprKind::Bin(elements) => self.binary_expr(elements, context, k),
            _ => self.inexact_expr(expr, context, k),
        }
    }

    /// A record, or a part of one.
    fn record_expr(&mut self, expr: &Syntax, context: Context<'_>, k: Cont<'_>) -> NodeId {
        let record = |name| RecordExpr { name, span: expr.span };
        match &expr.kind {
            ExprKind::Record(None, name, fields) => {
                self.construct(&record(name), fields, context, k)
            }
            ExprKind::Record(Some(old), name, fields) => {
                self.update(&record(name), old, fields, context, k)
            }
            ExprKind::RecordAccess(value, name, (field, _)) => {
                self.access(&record(name), value, field, context, k)
            }
            ExprKind::RecordIndex(name, (field, _)) => {
                self.record_index(&record(name), field, context, k)
            }
            _ => self.inexact_expr(expr, context, k),
        }
    }

    /// An expression without an exact translation.
    fn inexact_expr(&mut self, expr: &Syntax, context: Context<'_>, k: Cont<'_>) -> NodeId {
        let (what, parts) = inexact(expr, &expr.kind);
        if may_fail(&expr.kind) {
            return self.guess_or_fail(what, None, &parts, context, k);
        }
        // What is not evaluated part by part may act.
        let hides = !matches!(expr.kind, ExprKind::Map(..) | ExprKind::Bin(_));
        let kind = if hides { OriginKind::Hidden } else { OriginKind::Inexact };
        self.guess(kind, what, &parts, context, k)
    }

    fn variable(&mut self, name: &Name, span: Span, env: &Env, k: Cont<'_>) -> NodeId {
        if let Some(value) = env.vars.get(name) {
            return (k.run)(self, env.clone(), value.clone());
        }
        if self.shared.is_in_macro(name, span) {
            let what = format!("`{name}`, which an undefined macro may bind,");
            let value = self.unknown(OriginKind::Header, &what, span);
            return self.bind("Unknown", value, &|this, value| (k.run)(this, env.clone(), value));
        }
        if name.as_str() == "_" && self.shared.habits.is_rewritten {
            let what = "`_`, which a parse transform may replace,";
            let value = self.unknown(OriginKind::Inexact, what, span);
            return self.bind("Unknown", value, &|this, value| (k.run)(this, env.clone(), value));
        }
        self.unbound(name, span, env)
    }

    /// A variable without a value, or with one on some ways only.
    pub(crate) fn unbound(&mut self, name: &Name, span: Span, env: &Env) -> NodeId {
        let what = if env.unsafe_vars.contains(name) {
            "is bound on some of the ways that lead here only"
        } else {
            "has no value here"
        };
        self.report(Diagnostic::error(codes::UNBOUND, format!("variable `{name}` {what}"), span))
    }

    fn literal(&mut self, literal: &Literal, span: Span, env: &Env, k: Cont<'_>) -> NodeId {
        if let Some(value) = literal_term(literal) {
            return (k.run)(self, env.clone(), value);
        }
        // An undefined macro is read on as an atom, but its value is unknown.
        let name = match literal {
            Literal::Atom(name) => name.undefined_macro().unwrap_or_else(|| name.as_str()),
            _ => "",
        };
        let what = format!("the undefined macro `?{name}`");
        self.opaque(OriginKind::Header, &what, span, env, k)
    }

    fn unary(
        &mut self,
        operator: UnaryOp,
        operand: &Syntax,
        context: Context<'_>,
        k: Cont<'_>,
    ) -> NodeId {
        match operator {
            UnaryOp::Minus => self.negate(operand, context, k),
            UnaryOp::Plus => self.plus(operand, context, k),
            UnaryOp::Not => self.not(operand, context, k),
            UnaryOp::BitNot => self.library_operator("bnot", &[operand], context, k),
            UnaryOp::Catch => self.catch_expr(operand, context, k),
        }
    }

    fn binary(
        &mut self,
        operator: BinaryOp,
        [left, right]: [&Syntax; 2],
        context: Context<'_>,
        k: Cont<'_>,
    ) -> NodeId {
        match operator {
            BinaryOp::Add
            | BinaryOp::Sub
            | BinaryOp::Mul
            | BinaryOp::Div
            | BinaryOp::IntDiv
            | BinaryOp::Rem => self.arithmetic(operator, [left, right], context, k),
            BinaryOp::Equal
            | BinaryOp::NotEqual
            | BinaryOp::ExactEqual
            | BinaryOp::ExactNotEqual
            | BinaryOp::Less
            | BinaryOp::LessEqual
            | BinaryOp::Greater
            | BinaryOp::GreaterEqual => self.comparison(operator, [left, right], context, k),
            BinaryOp::And | BinaryOp::Or | BinaryOp::Xor => {
                self.strict_boolean(operator, [left, right], context, k)
            }
            BinaryOp::AndAlso => self.short_circuit(false, [left, right], context, k),
            BinaryOp::OrElse => self.short_circuit(true, [left, right], context, k),
            BinaryOp::Send => self.send([left, right], context, k),
            _ => self.library_operator(binary_op(operator), &[left, right], context, k),
        }
    }

    /// Binds a source variable; a large value gets a name of its own, so that it is written once.
    pub(crate) fn named(
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

/// Erlang's guards have no binding and no branching expressions.
/// What a construct without an exact translation is called, and its parts that are evaluated.
fn inexact<'e>(expr: &'e Syntax, kind: &ExprKind) -> (&'static str, Vec<&'e Syntax>) {
    match kind {
        ExprKind::Map(..) => ("a map", expr.children()),
        ExprKind::Bin(_) => ("a binary", expr.children()),
        ExprKind::MapComprehension(..) => ("a map comprehension (which needs OTP 26)", Vec::new()),
        ExprKind::MaybeMatch(..) => ("a `?=` outside of a `maybe`", Vec::new()),
        _ => ("this expression", expr.children()),
    }
}

fn size(expr: &Expr) -> usize {
    1 + expr.operands().map(size).sum::<usize>()
}

/// Whether a literal is a segment of a binary, where no type is given.
fn is_segment(literal: &Literal) -> bool {
    matches!(literal, Literal::Integer(_) | Literal::Char(_) | Literal::String(_))
}

/// Whether a construct may fail, for an unknown reason.
fn may_fail(kind: &ExprKind) -> bool {
    match kind {
        ExprKind::Map(base, _) => base.is_some(),
        ExprKind::Bin(elements) => !elements.iter().all(|element| {
            let is_plain = element.size.is_none() && element.types.is_empty();
            is_plain
                && matches!(&element.value.kind, ExprKind::Literal(literal) if is_segment(literal))
        }),
        _ => false,
    }
}
