//! What the grammar would have accepted, in the user's words.

use frontend::{Diagnostic, Span};

use crate::codes;
use crate::syntax::token::{Raw, Token};

/// The error for a token, or the end of the text, that does not fit.
///
/// `last` is the last token of the formula where its end was met; `expected` holds the grammar's
/// names of the tokens that would have fitted.
pub(crate) fn unexpected(
    token: Option<&Token<'_>>,
    last: Option<&Token<'_>>,
    expected: &[String],
    span: Span,
) -> Diagnostic {
    let found_text = token.map_or_else(|| "the end of the formula".to_owned(), describe);
    let categories = categories(expected);
    let message = match categories.as_slice() {
        [] => format!("unexpected {found_text}"),
        [only] => format!("expected {only}, found {found_text}"),
        [first @ .., last] => {
            format!("expected {} or {last}, found {found_text}", first.join(", "))
        }
    };
    let error = Diagnostic::error(codes::SYNTAX, message, span);
    match help(token, last, expected) {
        Some(help) => error.with_help(help),
        None => error,
    }
}

/// The error for a macro of a library that is not named.
pub(crate) fn macro_of(name: &str, library: &str, span: Span) -> Diagnostic {
    let message = format!("`{name}` is a macro of a library that this formula does not use");
    Diagnostic::error(codes::SYNTAX, message, span)
        .with_help(format!("write `library {library} end_library` before the formula"))
}

/// The tokens that would have fitted, as at most five kinds of things.
fn categories(expected: &[String]) -> Vec<&'static str> {
    let has = |name: &str| expected.iter().any(|token| token == name);
    let in_action = has("Literal") || has("\"*\"") || has("\"]\"") || has("\">\"");
    let mut categories = Vec::new();
    if has("Literal") {
        categories.push("an action");
    } else if has("\"mu\"") {
        categories.push("a state formula");
    } else if has("Variable") && !has("StateName") {
        categories.push("a variable");
    }
    if has("Number") {
        categories.push("a number");
    }
    if has("\"...\"") {
        categories.push("`...`");
    }
    if has("\"|\"") {
        categories.push("`.`, `|`, `*`, `+`, `?`, `{`");
    } else if has("\".\"") {
        categories.push("`.`");
    }
    if has("\"and\"") {
        categories.push("`and`, `or`, `implies`, `xor`, `equ`");
    }
    for (name, text) in [("\"}\"", "`}`"), ("\")\"", "`)`"), ("\"]\"", "`]`"), ("\">\"", "`>`")] {
        if has(name) {
            categories.push(text);
        }
    }
    if categories.is_empty() && has("\"(\"") {
        categories.push("`(`");
    }
    if categories.is_empty() && !in_action && !has("\"}\"") {
        categories.push("the end of the formula");
    }
    categories
}

fn help(
    token: Option<&Token<'_>>,
    last: Option<&Token<'_>>,
    expected: &[String],
) -> Option<&'static str> {
    let has = |name: &str| expected.iter().any(|token| token == name);
    let behind_modality = matches!(last, Some(Token::Plain(Raw::Greater | Raw::CloseSquare)));
    match token {
        _ if expected == ["\"(\""] => {
            Some("`<R> @` says that R goes on for ever, `[R] -|` that it does not")
        }
        None if has("\"mu\"") && behind_modality => {
            Some("`[R] false` says that R never happens, `<R> true` that R can happen")
        }
        Some(Token::Plain(raw)) if raw.is_keyword() && has("Literal") => {
            Some("keywords name actions only in quotes: `'and'(…)`")
        }
        Some(Token::Plain(Raw::And | Raw::Or | Raw::Implies | Raw::Equ | Raw::Xor))
            if has("\"|\"") =>
        {
            Some("such an operator combines single actions; a choice is written `R | S`")
        }
        Some(Token::Plain(Raw::Bar)) if has("\"and\"") => {
            Some("formulas are joined by `or`; `R | S` is a choice between sequences of actions")
        }
        Some(Token::Plain(Raw::OpenCurly)) if has("Literal") => {
            Some("an action is written as an Erlang term with its name: `cmd({button,_})`")
        }
        Some(Token::Literal(_) | Token::Regexp(_) | Token::Pattern(_)) if has("\".\"") => {
            Some("actions one after the other are joined by `.`")
        }
        Some(Token::Variable(_) | Token::Plain(Raw::OpenRound)) if has("\"and\"") => {
            Some("actions stand between `<` and `>` or `[` and `]`; elsewhere a name is a variable")
        }
        _ => None,
    }
}

fn describe(token: &Token<'_>) -> String {
    match token {
        Token::Variable(name) => format!("`{name}`"),
        Token::Literal(text) => format!("`\"{text}\"`"),
        Token::Regexp(text) => format!("`'{text}'`"),
        Token::Pattern(text) | Token::Number(text) => format!("`{text}`"),
        Token::Data(_, text) => format!("`data({text})`"),
        Token::State(name) => format!("`state({name})`"),
        Token::Plain(raw) => format!("`{}`", raw.text()),
    }
}

impl Raw {
    /// The token as text; empty for those that stand for many texts.
    fn text(self) -> &'static str {
        match self {
            Self::Dot => ".",
            Self::Bar => "|",
            Self::Star => "*",
            Self::Plus => "+",
            Self::Question => "?",
            Self::True => "true",
            Self::False => "false",
            Self::Not => "not",
            Self::And => "and",
            Self::Or => "or",
            Self::Implies => "implies",
            Self::Equ => "equ",
            Self::Xor => "xor",
            Self::At => "@",
            Self::Saturated => "-|",
            Self::Dots => "...",
            Self::Mu => "mu",
            Self::Nu => "nu",
            Self::Nil => "nil",
            Self::Tau => "tau",
            other => other.bracket(),
        }
    }
}
