//! Operators of other languages.
//!
//! Input: where reading could not go on. Output: a message with Erlang's operator, if the tokens
//! there are one that another language has.

use super::{Slip, ends_operand};
use crate::codes;
use crate::diagnostic::Diagnostic;
use crate::lexer::token::{Lexeme, Token};
use crate::source::Span;

/// Operators of two tokens without a blank between them, and what Erlang has instead.
const PAIRS: &[(Lexeme, Lexeme, &str, &str)] = {
    use Lexeme as L;
    &[
        (L::Send, L::Match, "!=", "not equal is written `/=`, or `=/=` without conversion"),
        (L::Send, L::Equal, "!==", "not exactly equal is written `=/=`"),
        (L::Equal, L::Match, "===", "exactly equal is written `=:=`"),
        (L::Less, L::Greater, "<>", "not equal is written `/=`, or `=/=` without conversion"),
        (L::Match, L::Send, "=!", "not exactly equal is written `=/=`"),
        (L::Match, L::Colon, "=:", "exactly equal is written `=:=`"),
        (L::Match, L::Slash, "=/", "not exactly equal is written `=/=`"),
        (L::Equal, L::Send, "==!", "not equal is written `/=`, or `=/=` without conversion"),
        (L::Plus, L::Match, "+=", BOUND_ONCE),
        (L::Minus, L::Match, "-=", BOUND_ONCE),
        (L::Star, L::Match, "*=", BOUND_ONCE),
    ]
};

const BOUND_ONCE: &str = "a variable has one value: give the new value a name of its own";

/// The message about such an operator.
pub(super) fn foreign(slip: &Slip<'_>) -> Option<Diagnostic> {
    let (span, text, help) = pair(slip).or_else(|| step(slip)).or_else(|| single(slip))?;
    let message = format!("`{text}` is no operator here");
    Some(Diagnostic::error(codes::FOREIGN_OPERATOR, message, span).with_help(help))
}

/// Where the operator is, its text, and what Erlang has instead.
type ForeignOperator = (Span, &'static str, &'static str);

/// An operator of two tokens.
fn pair(slip: &Slip<'_>) -> Option<ForeignOperator> {
    let first = slip.before(1)?;
    let second = slip.tokens.get(slip.at)?;
    let (.., text, help) =
        PAIRS.iter().find(|(left, right, ..)| first.token.is(*left) && second.token.is(*right))?;
    (first.span.end == second.span.start).then(|| (first.span.to(second.span), *text, *help))
}

/// `X++`
fn step(slip: &Slip<'_>) -> Option<ForeignOperator> {
    let operator = slip.before(1)?;
    let ends = slip.found().is_none_or(|token| {
        [Lexeme::Comma, Lexeme::Semicolon, Lexeme::RightParen, Lexeme::End]
            .into_iter()
            .any(|lexeme| token.is(lexeme))
    });
    let text = [Lexeme::Append, Lexeme::Subtract].into_iter().find(|op| operator.token.is(*op))?;
    let operand = slip.before(2)?;
    let variable = matches!(operand.token, Token::Var(_));
    let adjacent = operand.span.end == operator.span.start;
    (ends && variable && adjacent).then_some((operator.span, text.spelling()?, BOUND_ONCE))
}

/// A token that Erlang has for something else.
fn single(slip: &Slip<'_>) -> Option<ForeignOperator> {
    use Lexeme as L;
    let Some(Token::Symbol(symbol)) = slip.found() else {
        return None;
    };
    let behind_operand = slip.before(1).is_some_and(|before| ends_operand(&before.token));
    let help = match symbol {
        L::Send if !behind_operand => "negation is written `not`",
        _ if !behind_operand => return None,
        L::MapArrow if slip.expects("->") && slip.expects("when") => "write `->` before the body",
        L::MapArrow if !in_map(slip) => "greater than or equal is written `>=`",
        L::BinGenerator if !in_comprehension(slip) => "less than or equal is written `=<`",
        L::DoubleAmp => "`andalso` joins conditions",
        L::DoubleBar if !in_comprehension(slip) => "`orelse` joins conditions",
        L::MapExact if !in_map(slip) => "`=` matches and binds; `:=` stands in maps only",
        L::MaybeMatch => "`?=` stands directly in `maybe .. end` only; elsewhere write `=`",
        L::Bar if slip.expects("*") && slip.open.last().is_none_or(|open| open.text != "[") => {
            "`bor` joins the bits of numbers, `orelse` conditions"
        }
        L::RightBinary if slip.open.is_empty() => "a shift to the right is written `bsr`",
        _ => return None,
    };
    Some((slip.span(), symbol.spelling()?, help))
}

/// Whether `=>` and `:=` have a meaning here.
fn in_map(slip: &Slip<'_>) -> bool {
    slip.open.last().is_some_and(|open| {
        let hash = open.at.checked_sub(1).and_then(|at| slip.token(at));
        open.text == "{" && hash.is_some_and(|token| token.is(Lexeme::Hash))
    })
}

/// Whether `||` and `<=` have a meaning here.
fn in_comprehension(slip: &Slip<'_>) -> bool {
    in_map(slip) || slip.open.last().is_some_and(|open| matches!(open.text, "[" | "<<"))
}
