//! The words `maybe` and `else`.
//!
//! Input: tokens of a form. Output: the same, with `maybe` and `else` turned from atoms into
//! keywords where only keywords can stand. Older programs use both as atoms.

use crate::lexer::token::{Lexeme, Spanned, Token};

/// Marks the keywords.
pub(super) fn mark(tokens: &mut [Spanned]) {
    let mut has_maybe = false;
    for at in 0..tokens.len() {
        let Token::Atom(name) = &tokens[at].token else {
            continue;
        };
        let before = at.checked_sub(1).map(|before| &tokens[before].token);
        let named = before.is_some_and(|t| t.is(Lexeme::Hash) || t.is(Lexeme::Dot));
        if named {
            continue;
        }
        match name.as_str() {
            "maybe" if tokens.get(at + 1).is_some_and(|next| begins_expression(&next.token)) => {
                tokens[at].token = Token::Maybe;
                has_maybe = true;
            }
            "else" if has_maybe && before.is_some_and(ends_expression) => {
                tokens[at].token = Token::Else;
            }
            _ => {}
        }
    }
}

/// Whether an expression begins here that cannot follow an atom.
fn begins_expression(token: &Token) -> bool {
    use Lexeme as L;
    match token {
        Token::Symbol(symbol) => {
            // `maybe#{..}` would update an atom, which never works.
            let brackets =
                matches!(symbol, L::LeftBrace | L::LeftBracket | L::LeftBinary | L::Hash);
            let keywords = matches!(
                symbol,
                L::Begin
                    | L::Case
                    | L::If
                    | L::Fun
                    | L::Receive
                    | L::Try
                    | L::Catch
                    | L::Not
                    | L::BitNot
            );
            brackets || keywords
        }
        Token::Atom(_)
        | Token::Var(_)
        | Token::Integer(_)
        | Token::Char(_)
        | Token::Float(_)
        | Token::String(_)
        | Token::Bytes(_) => true,
        _ => false,
    }
}

/// Whether an expression ends here.
fn ends_expression(token: &Token) -> bool {
    use Lexeme as L;
    match token {
        Token::Symbol(symbol) => matches!(
            symbol,
            L::RightParen | L::RightBracket | L::RightBrace | L::RightBinary | L::End
        ),
        Token::Atom(_)
        | Token::Var(_)
        | Token::Integer(_)
        | Token::Char(_)
        | Token::Float(_)
        | Token::String(_)
        | Token::Bytes(_) => true,
        _ => false,
    }
}
