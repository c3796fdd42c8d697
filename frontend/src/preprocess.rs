//! Directives and macros, on tokens.
//!
//! Input: raw forms in textual order. Output: forms without macros; directives and forms in
//! branches that are switched off are swallowed. Headers are not read: there is a warning instead.

mod branch;
mod condition;
mod define;
mod expand;

use crate::codes;
use crate::diagnostic::{Diagnostic, Severity};
use crate::forms::RawForm;
use crate::name::Name;
use crate::report::Report;
use crate::source::{FileId, Span};
use crate::token::{Lexeme, Spanned, Token};

use branch::Branches;
use define::Macros;
use expand::{Budget, Expander, Place};

/// The name of the attribute or directive that these tokens are.
pub(crate) fn attribute_name(tokens: &[Spanned]) -> Option<(&str, Span)> {
    let [minus, name, ..] = tokens else {
        return None;
    };
    let text = match &name.token {
        Token::Atom(name) => name.as_str(),
        Token::Symbol(Lexeme::If) => "if",
        _ => return None,
    };
    minus.token.is(Lexeme::Minus).then_some((text, name.span))
}

/// The state of the preprocessor between two forms.
pub(crate) struct Preprocessor<'t> {
    file: FileId,
    macros: Macros,
    branches: Branches,
    module: Option<Name>,
    lines: expand::Lines<'t>,
    budget: Budget,
    includes: bool,
}

impl<'t> Preprocessor<'t> {
    /// The state at the start of a file.
    pub(crate) fn new(file: FileId, text: &'t str) -> Self {
        Self {
            file,
            macros: Macros::default(),
            branches: Branches::default(),
            module: None,
            lines: expand::Lines::new(text),
            budget: Budget::default(),
            includes: false,
        }
    }

    /// Handles a form: nothing remains of directives and of what is switched off.
    pub(crate) fn step(
        &mut self,
        form: &RawForm,
        report: &mut Report,
    ) -> Result<Option<Vec<Spanned>>, Box<Diagnostic>> {
        let tokens = &form.tokens;
        let Some((name, span)) = attribute_name(tokens) else {
            return if self.branches.active() { self.expand(tokens).map(Some) } else { Ok(None) };
        };
        let args = &tokens[2..];
        if self.conditional(name, args, span)? {
            return Ok(None);
        }
        if !self.branches.active() {
            return Ok(None);
        }
        match name {
            "define" => self.macros.define(args, span)?,
            "undef" => self.macros.undefine(single_name(args, span)?),
            "include" | "include_lib" => {
                self.includes = true;
                report.push(include(name, args, span));
            }
            "error" => return Err(message(codes::ERROR_DIRECTIVE, Severity::Error, args, span)),
            "warning" => {
                report.push(*message(codes::WARNING_DIRECTIVE, Severity::Warning, args, span));
            }
            "module" => {
                if let [_, Spanned { token: Token::Atom(module), .. }, ..] = args {
                    self.module = Some(module.clone());
                }
                return self.expand(tokens).map(Some);
            }
            _ => return self.expand(tokens).map(Some),
        }
        Ok(None)
    }

    /// Handles the directives that switch branches; says whether this was one.
    fn conditional(
        &mut self,
        name: &str,
        args: &[Spanned],
        span: Span,
    ) -> Result<bool, Box<Diagnostic>> {
        match name {
            "ifdef" | "ifndef" => {
                let defined = self.macros.is_defined(single_name(args, span)?);
                self.branches.open(defined == (name == "ifdef"), span);
            }
            "if" => {
                let taken = self.branches.active() && self.condition(args, span)?;
                self.branches.open(taken, span);
            }
            "elif" => {
                let taken = self.branches.wants_condition() && self.condition(args, span)?;
                self.branches.next(taken, false, span)?;
            }
            "else" if args.is_empty() => self.branches.next(true, true, span)?,
            "endif" if args.is_empty() => self.branches.close(span)?,
            _ => return Ok(false),
        }
        Ok(true)
    }

    /// Keeps conditionals balanced after a directive that [`Self::step`] has refused.
    pub(crate) fn give_up(&mut self, form: &RawForm) {
        let Some((name, span)) = attribute_name(&form.tokens) else {
            return;
        };
        match name {
            "ifdef" | "ifndef" | "if" => self.branches.open(false, span),
            // A refused `-elif` without partner has been reported already.
            "elif" => drop(self.branches.next(false, false, span)),
            _ => {}
        }
    }

    /// Decides the condition of `-if` or `-elif`.
    fn condition(&mut self, args: &[Spanned], span: Span) -> Result<bool, Box<Diagnostic>> {
        let tokens = condition::without_defined(args, |name| self.macros.is_defined(name));
        let tokens = self.expand(&tokens)?;
        condition::decide(self.file, tokens, span)
    }

    /// Expands all macros.
    pub(crate) fn expand(&mut self, tokens: &[Spanned]) -> Result<Vec<Spanned>, Box<Diagnostic>> {
        if !tokens.iter().any(|spanned| spanned.token.is(Lexeme::Macro)) {
            return Ok(tokens.to_vec());
        }
        let place = Place { module: self.module.as_ref(), form: tokens };
        let mut expander = Expander::new(&self.macros, place, &mut self.lines, &mut self.budget);
        expander.run(tokens).map_err(|diagnostic| match diagnostic.code {
            codes::UNDEFINED_MACRO if self.includes && diagnostic.help.is_none() => {
                Box::new(diagnostic.with_help("headers are not read yet: define it in this file"))
            }
            _ => diagnostic,
        })
    }

    /// Reports branches that are still open at the end of the file.
    pub(crate) fn finish(self, report: &mut Report) {
        self.branches.finish(report);
    }
}

/// `(NAME)`
fn single_name(args: &[Spanned], span: Span) -> Result<&Name, Box<Diagnostic>> {
    match args {
        [open, Spanned { token: Token::Atom(name) | Token::Var(name), .. }, close]
            if open.token.is(Lexeme::LeftParen) && close.token.is(Lexeme::RightParen) =>
        {
            Ok(name)
        }
        _ => Err(bad_directive("this directive takes the name of a macro in parentheses", span)),
    }
}

/// The message about a directive that is not well formed.
fn bad_directive(message: impl Into<String>, span: Span) -> Box<Diagnostic> {
    Box::new(Diagnostic::error(codes::BAD_DIRECTIVE, message, span))
}

/// The warning about a header.
fn include(name: &str, args: &[Spanned], span: Span) -> Diagnostic {
    let file = match args {
        [_, Spanned { token: Token::String(file), .. }, ..] => format!(" \"{file}\""),
        _ => String::new(),
    };
    let message = format!("the header{file} is not read: `-{name}` is not supported yet");
    Diagnostic::warning(codes::INCLUDE, message, span)
        .with_help("macros and records of the header are unknown")
}

/// The message that `-error(Term)` or `-warning(Term)` asks for.
fn message(
    code: crate::diagnostic::Code,
    severity: Severity,
    args: &[Spanned],
    span: Span,
) -> Box<Diagnostic> {
    let text = match args {
        [_, Spanned { token: Token::String(text), .. }, _] => text.clone(),
        _ => "a directive of the module".to_owned(),
    };
    Box::new(Diagnostic::new(code, severity, text).with_label(span, ""))
}
