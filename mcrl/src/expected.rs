//! What the grammar would have accepted, in the user's words.

use frontend::{Diagnostic, Span};

use crate::codes;
use crate::token::{Lexeme, Token};

/// The error for a token, or the end of the text, that does not fit.
///
/// `before` is the token in front of it; `expected` holds the grammar's names of the tokens that would
/// have fitted.
pub(crate) fn unexpected(
    token: Option<Token<'_>>,
    before: Option<Token<'_>>,
    expected: &[String],
    span: Span,
) -> Box<Diagnostic> {
    let found_text =
        token.map_or_else(|| "the end of the text".to_owned(), |token| describe(&token));
    let categories = categories(expected);
    let message = match categories.as_slice() {
        [] => format!("unexpected {found_text}"),
        [only] => format!("expected {only}, found {found_text}"),
        [first @ .., last] => {
            format!("expected {} or {last}, found {found_text}", first.join(", "))
        }
    };
    let error = Diagnostic::error(codes::SYNTAX, message, span);
    Box::new(match help(token, before, expected) {
        Some(help) => error.with_help(help),
        None => error,
    })
}

fn describe(token: &Token<'_>) -> String {
    match token.lexeme {
        lexeme if lexeme.is_keyword() => format!("the keyword `{}`", token.text),
        Lexeme::Name => format!("the name `{}`", token.text),
        _ => format!("`{}`", token.text),
    }
}

/// The tokens that would have fitted, as a few kinds of things.
fn categories(expected: &[String]) -> Vec<String> {
    let has = |name: &str| expected.iter().any(|token| token == name);
    let mut categories = Vec::new();
    if has("\"delta\"") {
        categories.push("a process".to_owned());
    } else if has("\"name\"") {
        categories.push("a name".to_owned());
    }
    for operator in ["->", "|>", ":", "=", "#", ",", "(", ")", "{", "}", "rew", "."] {
        // Behind rules, `rew` is one section of many.
        let is_section = operator == "rew" && has("\"sort\"");
        if has(&format!("\"{operator}\"")) && !is_section {
            categories.push(format!("`{operator}`"));
        }
    }
    if has("\"+\"") {
        categories.push("an operator".to_owned());
    }
    if has("\"sort\"") {
        categories.push("a section".to_owned());
    }
    categories
}

fn help(
    token: Option<Token<'_>>,
    before: Option<Token<'_>>,
    expected: &[String],
) -> Option<&'static str> {
    let has = |name: &str| expected.iter().any(|token| token == name);
    let is = |token: Option<Token<'_>>, lexeme| token.is_some_and(|token| token.lexeme == lexeme);
    let starts_section = token.is_some_and(|token| token.lexeme.starts_section());
    if is(token, Lexeme::Comma) && has("\"sort\"") || starts_section && has("\":\"") {
        return Some("sorts, and actions without parameters, stand side by side without commas");
    }
    if is(token, Lexeme::Comma) && has("\":\"") {
        return Some("each parameter has its own sort: (x:D,y:D)");
    }
    if is(token, Lexeme::Colon) && has("\")\"") {
        return Some("a sum binds one variable: sum(x:D,sum(y:D,..))");
    }
    if is(token, Lexeme::Plus) && has("\",\"") {
        return Some("data have functions and no operators: plus(x,y)");
    }
    if is(token, Lexeme::Then) {
        return Some("put a conditional inside of another one in parentheses: (p <| c |> q)");
    }
    if matches!(token.map(|token| token.lexeme), Some(Lexeme::Bar | Lexeme::Parallel))
        && has("\"+\"")
    {
        return Some("`||`, `|` and `||_` do not mix without parentheses");
    }
    if token.is_some_and(|token| token.lexeme.is_keyword()) && has("\"name\"") {
        return Some("a keyword is no name, and a section is not empty");
    }
    if is(token, Lexeme::Close) && is(before, Lexeme::Open) {
        return Some("without arguments there are no parentheses");
    }
    if is(token, Lexeme::CloseSet) && is(before, Lexeme::OpenSet) {
        return Some("a set of actions is not empty");
    }
    None
}
