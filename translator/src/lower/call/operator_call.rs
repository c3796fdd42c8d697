//! Operators that are called as functions of module `erlang`, as in `erlang:'+'(A, B)`.
//!
//! Input: the name of a function and its arguments. Output: the expression with the operator, which does the same.

use frontend::ast::{BinaryOp, Expr as Syntax, ExprKind, UnaryOp};
use frontend::{Name, Span};

/// The expression that such a call stands for.
pub(crate) fn operation(name: &Name, args: &[Syntax], span: Span) -> Option<Syntax> {
    let kind = match args {
        [operand] => ExprKind::Unary(unary(name.as_str())?, Box::new(operand.clone())),
        [left, right] => {
            let (left, right) = (Box::new(left.clone()), Box::new(right.clone()));
            ExprKind::Binary(binary(name.as_str())?, left, right)
        }
        _ => return None,
    };
    Some(Syntax::new(kind, span))
}

fn unary(name: &str) -> Option<UnaryOp> {
    Some(match name {
        "+" => UnaryOp::Plus,
        "-" => UnaryOp::Minus,
        "not" => UnaryOp::Not,
        "bnot" => UnaryOp::BitNot,
        _ => return None,
    })
}

fn binary(name: &str) -> Option<BinaryOp> {
    Some(match name {
        "+" => BinaryOp::Add,
        "-" => BinaryOp::Sub,
        "*" => BinaryOp::Mul,
        "/" => BinaryOp::Div,
        "div" => BinaryOp::IntDiv,
        "rem" => BinaryOp::Rem,
        "band" => BinaryOp::BitAnd,
        "bor" => BinaryOp::BitOr,
        "bxor" => BinaryOp::BitXor,
        "bsl" => BinaryOp::ShiftLeft,
        "bsr" => BinaryOp::ShiftRight,
        "and" => BinaryOp::And,
        "or" => BinaryOp::Or,
        "xor" => BinaryOp::Xor,
        "==" => BinaryOp::Equal,
        "/=" => BinaryOp::NotEqual,
        "=:=" => BinaryOp::ExactEqual,
        "=/=" => BinaryOp::ExactNotEqual,
        "<" => BinaryOp::Less,
        "=<" => BinaryOp::LessEqual,
        ">" => BinaryOp::Greater,
        ">=" => BinaryOp::GreaterEqual,
        "++" => BinaryOp::Append,
        "--" => BinaryOp::Subtract,
        "!" => BinaryOp::Send,
        _ => return None,
    })
}
