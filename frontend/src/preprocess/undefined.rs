//! Macros that are used and not defined, in modules whose headers are missing.
//!
//! Input: a use. Output: the tokens of an unknown value with a warning, or an error. Does not decide
//! which of the two is wanted.

use super::argument::Arguments;
use super::expand::{Expander, Result, fault};
use super::stream::Stream;
use crate::ast::cover::Cover;
use crate::ast::name::Name;
use crate::codes;
use crate::diagnostic::Diagnostic;
use crate::lexer::token::{Goal, Lexeme, Spanned, Token};
use crate::parser::form;
use crate::source::Span;

impl Expander<'_> {
    /// What stands for an undefined macro, if it is tolerated.
    ///
    /// It is a name, and its arguments stay where they are, so that what they do is seen; of those that
    /// are no expressions the variables stay, which it may bind. Before fields it is the name of a record.
    pub(super) fn undefined(
        &mut self,
        name: &Name,
        arguments: Option<&Arguments>,
        (head, span): (Span, Span),
        stream: &mut Stream<'_>,
        out: &mut Vec<Spanned>,
    ) -> Result<()> {
        if !self.place.tolerant {
            return Err(Box::new(self.undefined_macro(name, arguments, head)));
        }
        // The message is costly, and a macro may be used very often.
        if self.common.is_news(name) {
            let diagnostic = self.undefined_macro(name, arguments, head);
            self.common.report_unknown(diagnostic);
        }
        let symbol = |lexeme| Spanned { token: Token::Symbol(lexeme), span };
        if arguments.is_none() && is_record(stream, out) {
            out.push(symbol(Lexeme::Hash));
        }
        out.push(Spanned { token: Token::Atom(Name::of_undefined_macro(name)), span });
        if let Some(arguments) =
            arguments.filter(|arguments| !are_expressions(stream, arguments, head))
        {
            if self.common.is_news(&Name::from(format!("{name}()"))) {
                let message = format!("the arguments of the undefined macro {name} are left out");
                let help = "one of them is no expression by itself; -I and -D bring definitions";
                let diagnostic = Diagnostic::warning(codes::UNKNOWN_MACRO, message, head);
                self.common.warnings.push(diagnostic.with_help(help));
            }
            let variables = variables(stream, arguments);
            stream.skip(arguments.end);
            out.push(symbol(Lexeme::LeftParen));
            for (number, variable) in variables.into_iter().enumerate() {
                out.extend((number > 0).then(|| symbol(Lexeme::Comma)));
                out.push(variable);
            }
            out.push(symbol(Lexeme::RightParen));
        }
        Ok(())
    }

    /// The message about an undefined macro: which one may be meant, where it may be defined.
    fn undefined_macro(
        &mut self,
        name: &Name,
        arguments: Option<&Arguments>,
        head: Span,
    ) -> Diagnostic {
        let arity =
            arguments.map_or(String::new(), |arguments| format!("/{}", arguments.ranges.len()));
        let message = match name.as_str() {
            "MODULE" | "MODULE_STRING" | "FILE" => {
                format!("?{name} is used, but the module has no name yet")
            }
            _ => format!("the macro {name}{arity} is not defined"),
        };
        let diagnostic = *fault(codes::UNDEFINED_MACRO, message, head);
        if self.common.may_compare(self.macros.entries().len())
            && let Some(near) = self.macros.nearest(name)
        {
            return diagnostic.with_help(format!("is `?{near}` meant?"));
        }
        match self.common.lacking {
            Some(header) => {
                diagnostic.with_label(header, "this header, which is not read, may have it")
            }
            None => diagnostic,
        }
    }
}

/// Whether a use can only be that of a macro that stands for `#name`: fields follow, or the name of one behind a value.
fn is_record(stream: &Stream<'_>, before: &[Spanned]) -> bool {
    let next = |ahead| stream.peek(ahead).map(|spanned| &spanned.token);
    let is = |ahead, lexeme| next(ahead).is_some_and(|token| token.is(lexeme));
    let is_behind = |lexeme| before.last().is_some_and(|spanned| spanned.token.is(lexeme));
    if is_behind(Lexeme::Hash) {
        return false;
    }
    if is(0, Lexeme::LeftBrace) {
        // The name of a field, which may be a macro itself.
        let behind = if is(1, Lexeme::Macro) { 3 } else { 2 };
        return is(1, Lexeme::RightBrace) || is(behind, Lexeme::Match);
    }
    let is_value = matches!(before.last().map(|spanned| &spanned.token), Some(Token::Var(_)))
        || is_behind(Lexeme::RightParen)
        || is_behind(Lexeme::RightBrace);
    is_value && is(0, Lexeme::Dot) && matches!(next(1), Some(Token::Atom(_)))
}

/// The variables in arguments, each once, where it comes first.
fn variables(stream: &Stream<'_>, arguments: &Arguments) -> Vec<Spanned> {
    let mut all: Vec<Spanned> = Vec::new();
    for spanned in arguments.ranges.iter().cloned().flatten().filter_map(|ahead| stream.peek(ahead))
    {
        let is_named = matches!(&spanned.token, Token::Var(name) if name.as_str() != "_");
        if is_named && !all.iter().any(|other| other.token == spanned.token) {
            all.push(spanned.clone());
        }
    }
    all
}

/// Whether all arguments are expressions as they stand, macros in them being taken for names.
fn are_expressions(stream: &Stream<'_>, arguments: &Arguments, end: Span) -> bool {
    arguments.ranges.iter().all(|range| {
        let tokens = range.clone().filter_map(|ahead| stream.peek(ahead));
        let is_mark = |spanned: &&Spanned| {
            spanned.token.is(Lexeme::Macro) || spanned.token.is(Lexeme::Stringify)
        };
        let tokens = tokens.filter(|spanned| !is_mark(spanned)).cloned().collect();
        form::run(&Cover::default(), Goal::Expression, tokens, end).is_ok()
    })
}
