//! The arguments of directives.
//!
//! Input: the tokens behind the name of a directive. Output: what they say, or a message.

use super::stringify::text_of;
use crate::ast::name::Name;
use crate::codes;
use crate::diagnostic::{Code, Diagnostic, Severity};
use crate::lexer::token::{Lexeme, Spanned, Token};
use crate::source::Span;

/// The message about a directive that is not well formed.
pub(super) fn bad_directive(message: impl Into<String>, span: Span) -> Box<Diagnostic> {
    Box::new(Diagnostic::error(codes::BAD_DIRECTIVE, message, span))
}

/// What stands between the parentheses.
fn enclosed(args: &[Spanned]) -> Option<&[Spanned]> {
    match args {
        [open, rest @ .., close]
            if open.token.is(Lexeme::LeftParen) && close.token.is(Lexeme::RightParen) =>
        {
            Some(rest)
        }
        _ => None,
    }
}

/// `(NAME)`
pub(super) fn single_name<'t>(
    directive: &str,
    args: &'t [Spanned],
    span: Span,
) -> Result<&'t Name, Box<Diagnostic>> {
    if let Some([Spanned { token: Token::Atom(name) | Token::Var(name), .. }]) = enclosed(args) {
        return Ok(name);
    }
    let message = format!("`-{directive}` takes the name of a macro");
    Err(Box::new(bad_directive(message, span).with_help(format!("write `-{directive}(NAME).`"))))
}

/// `("path")`, the string perhaps in several parts.
pub(super) fn path(
    directive: &str,
    args: &[Spanned],
    span: Span,
) -> Result<(String, Span), Box<Diagnostic>> {
    let wrong = || {
        let message = format!("`-{directive}` takes the name of a file as a string");
        let help = format!("write `-{directive}(\"name.hrl\").`");
        Box::new(bad_directive(message, span).with_help(help))
    };
    let parts = enclosed(args).filter(|parts| !parts.is_empty()).ok_or_else(wrong)?;
    let mut place = parts[0].span;
    let mut path = String::new();
    for part in parts {
        let Token::String(text) = &part.token else {
            return Err(wrong());
        };
        path.push_str(text);
        place = place.to(part.span);
    }
    Ok((path, place))
}

/// `("name", Line)`
pub(super) fn file(args: &[Spanned], span: Span) -> Result<(String, i64), Box<Diagnostic>> {
    let wrong = || bad_directive("`-file` takes the name of a file as a string, and a line", span);
    let parts = enclosed(args).ok_or_else(wrong)?;
    let [strings @ .., comma, Spanned { token: Token::Integer(line), .. }] = parts else {
        return Err(wrong());
    };
    let mut name = String::new();
    for part in strings {
        let Token::String(text) = &part.token else {
            return Err(wrong());
        };
        name.push_str(text);
    }
    let line = i64::try_from(line).ok().filter(|line| *line < 1 << 40);
    match line {
        Some(line) if comma.token.is(Lexeme::Comma) && !strings.is_empty() => Ok((name, line)),
        _ => Err(wrong()),
    }
}

/// `(feature, enable)`
pub(super) fn feature(args: &[Spanned], span: Span) -> Result<(&Name, bool), Box<Diagnostic>> {
    if let Some(
        [
            Spanned { token: Token::Atom(feature), .. },
            comma,
            Spanned { token: Token::Atom(switch), .. },
        ],
    ) = enclosed(args)
        && comma.token.is(Lexeme::Comma)
        && matches!(switch.as_str(), "enable" | "disable")
    {
        return Ok((feature, switch.as_str() == "enable"));
    }
    Err(bad_directive("`-feature` takes the name of a feature, and `enable` or `disable`", span))
}

/// Refuses arguments.
pub(super) fn none(name: &str, args: &[Spanned], span: Span) -> Result<(), Box<Diagnostic>> {
    if args.is_empty() {
        return Ok(());
    }
    Err(bad_directive(format!("`-{name}` takes no arguments"), span))
}

/// The message that `-error(Term)` or `-warning(Term)` asks for.
pub(super) fn message(
    code: Code,
    severity: Severity,
    args: &[Spanned],
    span: Span,
) -> Result<Box<Diagnostic>, Box<Diagnostic>> {
    let text = match enclosed(args) {
        Some([Spanned { token: Token::String(text), .. }]) => text.clone(),
        Some(term @ [_, ..]) => text_of(term),
        _ => return Err(bad_directive("`-error` and `-warning` take a term in parentheses", span)),
    };
    Ok(Box::new(Diagnostic::new(code, severity, text).with_label(span, "")))
}
