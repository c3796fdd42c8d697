//! Operators.

/// Operators with one operand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum UnaryOp {
    /// `+`
    Plus,
    /// `-`
    Minus,
    /// `not`
    Not,
    /// `bnot`
    BitNot,
    /// `catch`
    Catch,
}

/// Operators with two operands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum BinaryOp {
    /// `+`
    Add,
    /// `-`
    Sub,
    /// `*`
    Mul,
    /// `/`
    Div,
    /// `div`
    IntDiv,
    /// `rem`
    Rem,
    /// `band`
    BitAnd,
    /// `bor`
    BitOr,
    /// `bxor`
    BitXor,
    /// `bsl`
    ShiftLeft,
    /// `bsr`
    ShiftRight,
    /// `==`
    Equal,
    /// `/=`
    NotEqual,
    /// `=:=`
    ExactEqual,
    /// `=/=`
    ExactNotEqual,
    /// `<`
    Less,
    /// `=<`
    LessEqual,
    /// `>`
    Greater,
    /// `>=`
    GreaterEqual,
    /// `and`
    And,
    /// `or`
    Or,
    /// `xor`
    Xor,
    /// `andalso`
    AndAlso,
    /// `orelse`
    OrElse,
    /// `++`
    Append,
    /// `--`
    Subtract,
    /// `!`
    Send,
}
