//! Errors of the generated parser as messages.
//!
//! Input: where the parser stopped and which tokens it could have read. Output: a message that
//! names the token, and what was expected in at most five words of the trade.

use lalrpop_util::ParseError;

use crate::codes;
use crate::diagnostic::Diagnostic;
use crate::source::Span;
use crate::token::{Lexeme, Spanned, Token};

/// Most things that a message says were expected.
const MAX_EXPECTED: usize = 5;

/// Tokens that begin expressions or patterns.
const STARTERS: &[&str] = &[
    "atom",
    "variable",
    "integer",
    "character",
    "float",
    "string",
    "sigil",
    "maybe",
    "begin",
    "case",
    "if",
    "fun",
    "receive",
    "try",
    "catch",
    "not",
    "bnot",
    "(",
    "[",
    "{",
    "<<",
    "#",
    "+",
    "-",
];

/// Tokens that continue an expression.
const OPERATORS: &[&str] = &[
    "+", "-", "*", "/", "div", "rem", "band", "and", "bor", "bxor", "bsl", "bsr", "or", "xor",
    "++", "--", "==", "/=", "=<", "<", ">=", ">", "=:=", "=/=", "andalso", "orelse", "!", "=",
];

/// Tokens that continue an expression and are not worth a word.
const CLUTTER: &[&str] = &["#", ":", "string", "("];

/// The message about an error.
pub(super) fn describe(
    error: ParseError<u32, Token, Box<Diagnostic>>,
    tokens: &[Spanned],
    end: Span,
) -> Box<Diagnostic> {
    let (what, span, expected) = match error {
        ParseError::User { error } => return error,
        ParseError::UnrecognizedToken { token: (start, token, stop), expected } => {
            (format!("unexpected {}", token.describe()), Span::new(end.file, start, stop), expected)
        }
        ParseError::ExtraToken { token: (start, token, stop) } => {
            (format!("unexpected {}", token.describe()), Span::new(end.file, start, stop), vec![])
        }
        ParseError::UnrecognizedEof { expected, .. } => {
            ("this ends too early".to_owned(), end, expected)
        }
        ParseError::InvalidToken { .. } => ("unexpected token".to_owned(), end, vec![]),
    };
    let words = in_words(&expected);
    let message = if words.is_empty() { what } else { format!("{what}: expected {words}") };
    let diagnostic = Diagnostic::error(codes::SYNTAX, message, span);
    Box::new(match advice(tokens, span) {
        Some(help) => diagnostic.with_help(help),
        None => diagnostic,
    })
}

/// What was expected, as a phrase; empty if that would not help.
fn in_words(expected: &[String]) -> String {
    let mut names: Vec<&str> = expected.iter().map(|name| name.trim_matches('"')).collect();
    let has = |names: &[&str], name: &str| names.contains(&name);
    let mut words: Vec<String> = Vec::new();
    let operator = has(&names, "*");
    names.retain(|name| !matches!(*name, "||" | "&&"));
    if has(&names, "variable") && has(&names, "[") {
        words.push(if has(&names, "case") { "an expression" } else { "a pattern" }.to_owned());
        names.retain(|name| !STARTERS.contains(name));
    } else if operator {
        names.retain(|name| !OPERATORS.contains(name) && !CLUTTER.contains(name));
    }
    words.extend(names.iter().map(|&name| match name {
        "atom" => "an atom".to_owned(),
        "variable" => "a variable".to_owned(),
        "integer" => "an integer".to_owned(),
        "character" => "a character".to_owned(),
        "string" => "a string".to_owned(),
        "sigil" => "a sigil".to_owned(),
        "float" => "a float".to_owned(),
        symbol => format!("`{symbol}`"),
    }));
    if operator {
        words.push("an operator".to_owned());
    }
    if words.len() > MAX_EXPECTED {
        return String::new();
    }
    enumerate(&words)
}

/// `a`, `a or b`, `a, b or c`
fn enumerate(words: &[String]) -> String {
    match words {
        [] => String::new(),
        [word] => word.clone(),
        [first @ .., last] => format!("{} or {last}", first.join(", ")),
    }
}

/// A way out of some frequent slips.
fn advice(tokens: &[Spanned], span: Span) -> Option<&'static str> {
    use Lexeme as L;
    let at = tokens.iter().position(|spanned| spanned.span == span);
    let before = match at {
        Some(at) => tokens.get(at.checked_sub(1)?),
        None => tokens.last(),
    };
    let found = at.map(|at| &tokens[at].token);
    let is = |lexeme: L| found.is_some_and(|token| token.is(lexeme));
    let closes = found.is_none()
        || [L::RightParen, L::RightBracket, L::RightBrace, L::End].into_iter().any(is);
    if is(L::Dot) {
        return Some("a full stop is followed by white space");
    }
    let comparisons = [
        L::Equal,
        L::NotEqual,
        L::LessEqual,
        L::Less,
        L::GreaterEqual,
        L::Greater,
        L::ExactEqual,
        L::ExactNotEqual,
    ];
    if comparisons.into_iter().any(is) && before.is_some_and(|before| ends_operand(&before.token)) {
        return Some("comparisons do not chain: join them with `andalso` or a comma");
    }
    if is(L::Cond) || is(L::Let) {
        return Some("this word is reserved: to use it as an atom, put it in single quotes");
    }
    match before.map(|spanned| &spanned.token) {
        Some(token) if closes && token.is(L::Comma) => Some("remove the comma before it"),
        Some(token) if closes && token.is(L::Semicolon) => Some("remove the semicolon before it"),
        _ => None,
    }
}

/// Whether a token can end an operand.
fn ends_operand(token: &Token) -> bool {
    use Lexeme as L;
    let closing = [L::RightParen, L::RightBracket, L::RightBrace, L::RightBinary, L::End];
    !matches!(token, Token::Symbol(_)) || closing.into_iter().any(|lexeme| token.is(lexeme))
}
