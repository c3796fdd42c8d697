//! Name and arity of the function that a form defines, for `?FUNCTION_NAME`, `?FUNCTION_ARITY`.
//!
//! Input: the tokens of a form without other macros. Output: its function, counted as epp does it:
//! commas between the first parentheses.

use crate::ast::name::Name;
use crate::lexer::token::{Lexeme, Spanned, Token};

/// Name and number of parameters, if the form begins like a function.
///
/// As in OTP 25 a first parameter such as `{}` or `[]` does not count: its brackets are no tokens
/// that begin a parameter. Wrong, but the oracle says so.
pub(super) fn head(form: &[Spanned]) -> Option<(Name, usize)> {
    use Lexeme as L;
    let [Spanned { token: Token::Atom(name), .. }, open, rest @ ..] = form else {
        return None;
    };
    if !open.token.is(L::LeftParen) {
        return None;
    }
    let (mut depth, mut arity) = (1_usize, 0);
    for spanned in rest {
        match spanned.token {
            Token::Symbol(L::Comma) if depth == 1 => arity += 1,
            Token::Symbol(L::Comma) => {}
            Token::Symbol(L::LeftParen | L::LeftBrace | L::LeftBracket | L::LeftBinary) => {
                depth += 1;
            }
            Token::Symbol(L::RightParen | L::RightBrace | L::RightBracket | L::RightBinary) => {
                depth -= 1;
                if depth == 0 {
                    break;
                }
            }
            _ => arity = arity.max(1),
        }
    }
    Some((name.clone(), arity))
}

/// Whether the head is free of macros, so that it is known before they are expanded.
pub(super) fn is_plain(form: &[Spanned]) -> bool {
    let [Spanned { token: Token::Atom(_), .. }, open, rest @ ..] = form else {
        return false;
    };
    let mut depth = 1_usize;
    for spanned in rest {
        match spanned.token {
            Token::Symbol(Lexeme::Macro | Lexeme::Stringify) => return false,
            Token::Symbol(Lexeme::LeftParen) => depth += 1,
            Token::Symbol(Lexeme::RightParen) if depth == 1 => break,
            Token::Symbol(Lexeme::RightParen) => depth -= 1,
            _ => {}
        }
    }
    open.token.is(Lexeme::LeftParen)
}
