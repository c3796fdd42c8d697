//! Guards to text that is read back as the same guard: every operation in parentheses.

use std::fmt;

use super::{Binary, Expression, Function, Guard, Unary};

impl fmt::Display for Guard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (number, conditions) in self.0.iter().enumerate() {
            f.write_str(if number > 0 { "; " } else { "" })?;
            for (number, condition) in conditions.iter().enumerate() {
                f.write_str(if number > 0 { ", " } else { "" })?;
                write!(f, "{condition}")?;
            }
        }
        Ok(())
    }
}

impl fmt::Display for Expression {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Term(term) => write!(f, "{term}"),
            Self::Unary(operator, operand) => write!(f, "({} {operand})", operator.text()),
            Self::Binary(operator, left, right) => {
                write!(f, "({left} {} {right})", operator.text())
            }
            Self::Call(function, arguments) => {
                let row = Function::TABLE.iter().find(|(_, _, other)| other == function);
                write!(f, "{}(", row.map_or("", |(name, _, _)| name))?;
                for (number, argument) in arguments.iter().enumerate() {
                    f.write_str(if number > 0 { "," } else { "" })?;
                    write!(f, "{argument}")?;
                }
                f.write_str(")")
            }
        }
    }
}

impl Unary {
    fn text(self) -> &'static str {
        match self {
            Self::Not => "not",
            Self::Minus => "-",
            Self::Plus => "+",
        }
    }
}

impl Binary {
    /// The operator as written.
    pub(super) fn text(self) -> &'static str {
        match self {
            Self::OrElse => "orelse",
            Self::AndAlso => "andalso",
            Self::Or => "or",
            Self::Xor => "xor",
            Self::And => "and",
            Self::Same => "=:=",
            Self::NotSame => "=/=",
            Self::Equal => "==",
            Self::NotEqual => "/=",
            Self::Less => "<",
            Self::AtMost => "=<",
            Self::Greater => ">",
            Self::AtLeast => ">=",
            Self::Add => "+",
            Self::Subtract => "-",
            Self::Multiply => "*",
            Self::Quotient => "/",
            Self::Divide => "div",
            Self::Remainder => "rem",
        }
    }
}
