//! Arguments of macros.
//!
//! Input: tokens from an opening parenthesis on. Output: where the arguments are. As in epp,
//! brackets and `begin`, `if`, `case`, `receive`, `try`, `cond`, `fun` hide commas, a closing one
//! that fits nothing is a token like others, and no argument may be missing.

use std::ops::Range;

use crate::lexer::token::{Lexeme, Spanned, Token};

/// The arguments behind the name of a macro.
#[derive(Debug, PartialEq)]
pub(super) struct Arguments {
    /// Their places, counted from the opening parenthesis, which is 0.
    pub(super) ranges: Vec<Range<usize>>,
    /// Behind the closing parenthesis.
    pub(super) end: usize,
}

/// Why there are no arguments.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum BadArguments {
    /// The closing parenthesis is missing.
    Unclosed,
    /// There is nothing before the first comma or behind the last one.
    Empty,
}

/// Cuts the arguments; `None` if there is no opening parenthesis.
pub(super) fn arguments<'t>(
    token: impl Fn(usize) -> Option<&'t Spanned>,
) -> Result<Option<Arguments>, BadArguments> {
    let is = |at: usize, symbol: Lexeme| token(at).is_some_and(|spanned| spanned.token.is(symbol));
    if !is(0, Lexeme::LeftParen) {
        return Ok(None);
    }
    if is(1, Lexeme::RightParen) {
        return Ok(Some(Arguments { ranges: Vec::new(), end: 2 }));
    }
    if is(1, Lexeme::Comma) {
        return Err(BadArguments::Empty);
    }
    let mut ranges = Vec::new();
    let mut start = 1;
    loop {
        let end = argument_end(&token, start).ok_or(BadArguments::Unclosed)?;
        ranges.push(start..end);
        start = end + 1;
        if is(end, Lexeme::RightParen) {
            return Ok(Some(Arguments { ranges, end: start }));
        }
        if is(start, Lexeme::RightParen) {
            return Err(BadArguments::Empty);
        }
    }
}

/// The index of the comma or parenthesis that ends an argument.
fn argument_end<'t>(token: impl Fn(usize) -> Option<&'t Spanned>, start: usize) -> Option<usize> {
    use Lexeme as L;
    let mut closers = Vec::new();
    let mut at = start;
    while let Some(spanned) = token(at) {
        if let Token::Symbol(symbol) = spanned.token {
            match symbol {
                L::Comma | L::RightParen if closers.is_empty() => return Some(at),
                symbol if closers.last() == Some(&symbol) => {
                    closers.pop();
                }
                _ => closers.extend(closer(&token, symbol, at)),
            }
        }
        at += 1;
    }
    None
}

/// What closes the symbol with this index, if anything does.
fn closer<'t>(
    token: impl Fn(usize) -> Option<&'t Spanned>,
    symbol: Lexeme,
    at: usize,
) -> Option<Lexeme> {
    use Lexeme as L;
    let is_paren = |at: usize| token(at).is_some_and(|spanned| spanned.token.is(L::LeftParen));
    let is_var = |at: usize| matches!(token(at), Some(Spanned { token: Token::Var(_), .. }));
    match symbol {
        L::LeftParen => Some(L::RightParen),
        L::LeftBracket => Some(L::RightBracket),
        L::LeftBrace => Some(L::RightBrace),
        L::LeftBinary => Some(L::RightBinary),
        L::Begin | L::If | L::Case | L::Receive | L::Try | L::Cond => Some(L::End),
        L::Fun if is_paren(at + 1) || is_var(at + 1) && is_paren(at + 2) => Some(L::End),
        _ => None,
    }
}
