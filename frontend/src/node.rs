//! Constructors of nodes, as the actions of the grammar call them.
//!
//! Input: parts of a construct. Output: its node. Holds what is more than a plain constructor:
//! lists, callees, matches, and clauses with patterns that have no node.

use crate::ast::{
    BinaryOp, Callee, CaseClause, Expr, ExprKind, FunctionClause, Guard, Literal, UnaryOp,
};
use crate::codes;
use crate::cover::{self, NoPat, PatResult};
use crate::diagnostic::Diagnostic;
use crate::name::Name;
use crate::nesting::MAX_LIST;
use crate::source::Span;
use crate::unsupported;

/// What a run of the grammar gives.
#[derive(Debug)]
pub(crate) enum Parsed {
    /// The clauses of a function, with their names.
    Function(Vec<(Name, FunctionClause)>),
    /// Arguments of an attribute.
    Attribute(Vec<Expr>),
    /// An expression.
    Expression(Expr),
}

/// A clause whose pattern may have no node.
pub(crate) struct RawCase {
    pub(crate) pattern: PatResult,
    pub(crate) guard: Guard,
    pub(crate) body: Vec<Expr>,
    pub(crate) span: Span,
}

/// An expression of this kind.
pub(crate) fn expr(kind: ExprKind, span: Span) -> Expr {
    Expr { kind, span }
}

/// A construct without a node.
pub(crate) fn unsupported(what: &'static str, span: Span) -> Expr {
    expr(ExprKind::Unsupported(what), span)
}

/// `Op A`, where the operator begins at `span`.
pub(crate) fn unary(op: UnaryOp, operand: Expr, span: Span) -> Expr {
    let span = span.to(operand.span);
    expr(ExprKind::Unary(op, Box::new(operand)), span)
}

/// `A Op B`
pub(crate) fn binary(op: BinaryOp, left: Expr, right: Expr) -> Expr {
    let span = left.span.to(right.span);
    expr(ExprKind::Binary(op, Box::new(left), Box::new(right)), span)
}

/// `[A, B, .. | Tail]`
pub(crate) fn list(items: Vec<Expr>, tail: Option<Expr>, span: Span) -> Expr {
    if items.len() > MAX_LIST {
        return unsupported(unsupported::LONG_LIST, span);
    }
    let bracket = Span { start: span.end.max(1) - 1, ..span };
    let tail = tail.unwrap_or_else(|| expr(ExprKind::Nil, bracket));
    let mut list = items.into_iter().rev().fold(tail, |tail, head| {
        let span = head.span.to(tail.span);
        expr(ExprKind::Cons(Box::new(head), Box::new(tail)), span)
    });
    list.span = span;
    list
}

/// `Left = Right`
pub(crate) fn matching(left: Expr, right: Expr) -> Result<Expr, Box<Diagnostic>> {
    let span = left.span.to(right.span);
    match cover::pattern(left) {
        Ok(pattern) => Ok(expr(ExprKind::Match(Box::new(pattern), Box::new(right)), span)),
        Err(NoPat::Unsupported(what, place)) => Ok(unsupported(what, place)),
        Err(NoPat::Illegal(place)) => Err(cover::illegal(place)),
    }
}

/// `Function(Args)`
pub(crate) fn call(function: Expr, args: Vec<Expr>, span: Span) -> Expr {
    let callee = match function.kind {
        ExprKind::Literal(Literal::Atom(name)) => Callee::Local(name),
        ExprKind::Tuple(_) => return unsupported(unsupported::TUPLE_CALL, span),
        kind => Callee::Dynamic(Box::new(expr(kind, function.span))),
    };
    expr(ExprKind::Call(callee, args), span)
}

/// `Module:Function(Args)`; if either is computed, the callee is the pair of both.
pub(crate) fn remote_call(module: Expr, function: Expr, args: Vec<Expr>, span: Span) -> Expr {
    let callee = match (module.kind, function.kind) {
        (ExprKind::Literal(Literal::Atom(module)), ExprKind::Literal(Literal::Atom(function))) => {
            Callee::Remote(module, function)
        }
        (m, f) => {
            let both = module.span.to(function.span);
            let pair = vec![expr(m, module.span), expr(f, function.span)];
            Callee::Dynamic(Box::new(expr(ExprKind::Tuple(pair), both)))
        }
    };
    expr(ExprKind::Call(callee, args), span)
}

/// `case Value of Clauses end`; a construct without a node if one of its patterns is.
pub(crate) fn case(
    value: Expr,
    clauses: Vec<RawCase>,
    span: Span,
) -> Result<Expr, Box<Diagnostic>> {
    let mut complete = Vec::with_capacity(clauses.len());
    for RawCase { pattern, guard, body, span } in clauses {
        match pattern {
            Ok(pattern) => complete.push(CaseClause { pattern, guard, body, span }),
            Err(NoPat::Unsupported(what, place)) => return Ok(unsupported(what, place)),
            Err(NoPat::Illegal(place)) => return Err(cover::illegal(place)),
        }
    }
    Ok(expr(ExprKind::Case(Box::new(value), complete), span))
}

/// A clause of a function; its patterns must have nodes.
pub(crate) fn function_clause(
    params: Vec<PatResult>,
    guard: Guard,
    body: Vec<Expr>,
    span: Span,
) -> Result<FunctionClause, Box<Diagnostic>> {
    let params = params.into_iter().collect::<Result<_, _>>().map_err(|reason| refused(&reason))?;
    Ok(FunctionClause { params, guard, body, span })
}

/// Checks a pattern that is not kept: it may have no node, but must be one.
pub(crate) fn discard(pattern: &PatResult) -> Result<(), Box<Diagnostic>> {
    match pattern {
        Err(NoPat::Illegal(place)) => Err(cover::illegal(*place)),
        Ok(_) | Err(NoPat::Unsupported(..)) => Ok(()),
    }
}

/// The message about a pattern that has no node.
fn refused(reason: &NoPat) -> Box<Diagnostic> {
    match *reason {
        NoPat::Illegal(place) => cover::illegal(place),
        NoPat::Unsupported(what, place) => {
            let message = format!("{what} of a function's head is not supported yet");
            Box::new(
                Diagnostic::error(codes::UNSUPPORTED, message, place)
                    .with_help("the function is left out; match in its body instead"),
            )
        }
    }
}
