//! Operators: how they are written and how strongly they bind.
//!
//! Input: an operator. Output: its text, or its level in the grammar and those of its operands.

use crate::ast::{BinaryOp, UnaryOp};

/// Levels of the grammar; a construct of a lower level than wanted needs parentheses.
pub(crate) type Level = u16;

/// Everything.
pub(crate) const ANY: Level = 0;
/// `=` and `!`.
pub(crate) const MATCH: Level = 100;
/// Operators with one operand, `catch` aside.
pub(crate) const PREFIX: Level = 600;
/// Calls, maps, records.
pub(crate) const CALL: Level = 700;
/// What never needs parentheses.
pub(crate) const MAX: Level = 800;

/// An operator with two operands as it is written.
pub fn binary_op(op: BinaryOp) -> &'static str {
    use BinaryOp as B;
    match op {
        B::Add => "+",
        B::Sub => "-",
        B::Mul => "*",
        B::Div => "/",
        B::IntDiv => "div",
        B::Rem => "rem",
        B::BitAnd => "band",
        B::BitOr => "bor",
        B::BitXor => "bxor",
        B::ShiftLeft => "bsl",
        B::ShiftRight => "bsr",
        B::Equal => "==",
        B::NotEqual => "/=",
        B::ExactEqual => "=:=",
        B::ExactNotEqual => "=/=",
        B::Less => "<",
        B::LessEqual => "=<",
        B::Greater => ">",
        B::GreaterEqual => ">=",
        B::And => "and",
        B::Or => "or",
        B::Xor => "xor",
        B::AndAlso => "andalso",
        B::OrElse => "orelse",
        B::Append => "++",
        B::Subtract => "--",
        B::Send => "!",
    }
}

/// An operator with one operand as it is written.
pub fn unary_op(op: UnaryOp) -> &'static str {
    match op {
        UnaryOp::Plus => "+",
        UnaryOp::Minus => "-",
        UnaryOp::Not => "not",
        UnaryOp::BitNot => "bnot",
        UnaryOp::Catch => "catch",
    }
}

/// Level of an operator, of its left and of its right operand.
pub(crate) fn levels(op: BinaryOp) -> (Level, Level, Level) {
    use BinaryOp as B;
    match op {
        B::Send => (100, 150, 100),
        B::OrElse => (150, 160, 150),
        B::AndAlso => (160, 200, 160),
        B::Equal
        | B::NotEqual
        | B::ExactEqual
        | B::ExactNotEqual
        | B::Less
        | B::LessEqual
        | B::Greater
        | B::GreaterEqual => (200, 300, 300),
        B::Append | B::Subtract => (300, 400, 300),
        B::Add | B::Sub | B::BitOr | B::BitXor | B::ShiftLeft | B::ShiftRight | B::Or | B::Xor => {
            (400, 400, 500)
        }
        B::Mul | B::Div | B::IntDiv | B::Rem | B::BitAnd | B::And => (500, 500, 600),
    }
}

/// All operators with two operands.
const BINARY: [BinaryOp; 27] = {
    use BinaryOp as B;
    [
        B::Add,
        B::Sub,
        B::Mul,
        B::Div,
        B::IntDiv,
        B::Rem,
        B::BitAnd,
        B::BitOr,
        B::BitXor,
        B::ShiftLeft,
        B::ShiftRight,
        B::Equal,
        B::NotEqual,
        B::ExactEqual,
        B::ExactNotEqual,
        B::Less,
        B::LessEqual,
        B::Greater,
        B::GreaterEqual,
        B::And,
        B::Or,
        B::Xor,
        B::AndAlso,
        B::OrElse,
        B::Append,
        B::Subtract,
        B::Send,
    ]
};

/// The levels of an operator with two operands by its text.
pub(crate) fn levels_of(text: &str) -> Option<(Level, Level, Level)> {
    BINARY.into_iter().find(|&op| binary_op(op) == text).map(levels)
}
