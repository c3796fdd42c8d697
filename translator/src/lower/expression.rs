//! Values of expressions, in the BEAM's evaluation order.

pub(crate) mod arithmetic;
pub(crate) mod atoms;
pub(crate) mod boolean;
pub(crate) mod constant_folding;
pub(crate) mod literal;
pub(crate) mod map;
pub(crate) mod operands;
pub(crate) mod record;
pub(crate) mod size;
pub(crate) mod term_order;
pub(crate) mod type_test;
pub(crate) mod unknown;

use frontend::ast::{BinaryOp, Callee, Expr as Syntax, ExprKind, Literal, PatKind, UnaryOp};
use frontend::print::binary_op;
use frontend::{Diagnostic, Name, Span};

use super::{Cont, Env, Lowering, Place};
use crate::codes;
use crate::lower::expression::literal::literal_term;
use crate::lower::expression::operands::two;
use crate::lower::expression::record::{RecordExpr, is_record_info};
use crate::lower::message::receive::Receive;
use crate::lower::pattern::guard::may_stand;
use model::{Expr, NodeId, OriginKind};

/// Size from which a value is named when a variable is bound to it.
const NAMED_SIZE: usize = 12;

impl Lowering<'_> {
    /// A body: every expression, the value of the last one.
    pub(crate) fn body(
        &mut self,
        body: &[Syntax],
        env: &Env,
        place: &Place<'_>,
        k: Cont<'_>,
    ) -> NodeId {
        match body {
            [] => (k.run)(self, env.clone(), Expr::Nil),
            [last] => self.expr(last, env, place, k),
            [first, rest @ ..] => {
                let run = |this: &mut Lowering<'_>, env: Env, _| this.body(rest, &env, place, k);
                self.statement(first, env, place, Cont { run: &run, copies: false })
            }
        }
    }

    /// An expression whose value is unused.
    fn statement(&mut self, expr: &Syntax, env: &Env, place: &Place<'_>, k: Cont<'_>) -> NodeId {
        self.shared.meet(expr);
        match &expr.kind {
            ExprKind::ListComprehension(value, qualifiers) if place.guard.is_none() => {
                self.shared.meet(expr);
                self.list_comprehension(value, qualifiers, false, expr.span, env, place, k)
            }
            ExprKind::Match(pattern, value) if pattern.kind == PatKind::Wildcard => {
                self.shared.meet(expr);
                self.statement(value, env, place, k)
            }
            _ => self.expr(expr, env, place, k),
        }
    }

    /// One expression.
    pub(crate) fn expr(
        &mut self,
        expr: &Syntax,
        env: &Env,
        place: &Place<'_>,
        k: Cont<'_>,
    ) -> NodeId {
        if let Some(refused) = self.too_large(expr.span) {
            return refused;
        }
        self.shared.meet(expr);
        self.depth += 1;
        let node = self.placed_expr(expr, env, place, k);
        self.depth -= 1;
        node
    }

    fn placed_expr(&mut self, expr: &Syntax, env: &Env, place: &Place<'_>, k: Cont<'_>) -> NodeId {
        let misplaced = place.guard.is_some() && !may_stand(&expr.kind);
        if misplaced && !model::library::contains(expr.span) {
            if matches!(expr.kind, ExprKind::Match(..)) {
                return self.match_in_guard(expr.span);
            }
            let what = "this expression cannot stand in a guard".to_owned();
            return self.ill_formed(what, expr.span);
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
            ExprKind::Call(Callee::Local(name), args) if is_record_info(name, args) => {
                self.record_info(args, expr.span, env, place, k)
            }
            ExprKind::Call(callee, args) => self.call(callee, args, expr.span, env, place, k),
            ExprKind::Case(value, clauses) => self.case(value, clauses, expr.span, env, place, k),
            ExprKind::If(clauses) => self.if_expr(clauses, expr.span, env, place, k),
            ExprKind::Block(body) => self.body(body, env, place, k),
            ExprKind::Record(None, name, fields) => {
                let record = RecordExpr { name, span: expr.span };
                self.construct(&record, fields, env, place, k)
            }
            ExprKind::Record(Some(old), name, fields) => {
                let record = RecordExpr { name, span: expr.span };
                self.update(&record, old, fields, env, place, k)
            }
            ExprKind::RecordAccess(value, name, (field, _)) => {
                let record = RecordExpr { name, span: expr.span };
                self.access(&record, value, field, env, place, k)
            }
            ExprKind::RecordIndex(name, (field, _)) => {
                let record = RecordExpr { name, span: expr.span };
                self.record_index(&record, field, env, place, k)
            }
            ExprKind::Try(parts) => self.try_expr(parts, expr.span, env, place, k),
            ExprKind::Receive(clauses, after) => {
                let after = after.as_ref().map(|(time, body)| (&**time, body.as_slice()));
                self.receive(expr, &Receive { clauses, after }, env, place, k)
            }
            ExprKind::ListComprehension(value, qualifiers) => {
                self.list_comprehension(value, qualifiers, true, expr.span, env, place, k)
            }
            ExprKind::BinComprehension(value, qualifiers) => {
                self.binary_comprehension(value, qualifiers, expr.span, env, place, k)
            }
            ExprKind::List(items, tail) => self.long_list(items, tail, expr.span, env, place, k),
            ExprKind::Fun(_)
            | ExprKind::NamedFun(..)
            | ExprKind::FunLocal(..)
            | ExprKind::FunRemote(_) => self.fun_expr(expr, env, place, k),
            ExprKind::Map(base, fields) => {
                self.map_expr(base.as_deref(), fields, expr.span, env, place, k)
            }
            ExprKind::Bin(elements) => self.binary_expr(elements, expr.span, env, place, k),
            kind => {
                let (what, parts) = inexact(expr, kind);
                if may_fail(kind) {
                    return self.guess_or_fail(what, None, &parts, expr.span, env, place, k);
                }
                // What is not evaluated part by part may act.
                let hides = !matches!(kind, ExprKind::Map(..) | ExprKind::Bin(_));
                let kind = if hides { OriginKind::Hidden } else { OriginKind::Inexact };
                self.guess(kind, what, &parts, expr.span, env, place, k)
            }
        }
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
        span: Span,
        env: &Env,
        place: &Place<'_>,
        k: Cont<'_>,
    ) -> NodeId {
        match operator {
            UnaryOp::Minus => self.negate(operand, span, env, place, k),
            UnaryOp::Plus => self.plus(operand, span, env, place, k),
            UnaryOp::Not => self.not(operand, span, env, place, k),
            UnaryOp::BitNot => self.library_operator("bnot", &[operand], span, env, place, k),
            UnaryOp::Catch => self.catch_expr(operand, span, env, place, k),
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
            BinaryOp::Add
            | BinaryOp::Sub
            | BinaryOp::Mul
            | BinaryOp::Div
            | BinaryOp::IntDiv
            | BinaryOp::Rem => self.arithmetic(operator, [left, right], span, env, place, k),
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
            BinaryOp::Send => self.send([left, right], span, env, place, k),
            _ => self.library_operator(binary_op(operator), &[left, right], span, env, place, k),
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
        ExprKind::Maybe(..) | ExprKind::MaybeMatch(..) => ("a maybe", Vec::new()),
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
