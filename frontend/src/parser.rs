//! Text to syntax trees.
//!
//! Input: the text of a module or of an expression. Output: its tree and messages. Reads form by
//! form, so that a slip costs one form only; the parts of the work are done by the modules around.

pub(crate) mod form;
mod maybe;
mod syntax_error;

use crate::ast::{Expr, ExprKind, Form, Literal, Module};
use crate::codes;
use crate::diagnostic::{Diagnostic, Outcome};
use crate::forms::{self, RawForm};
use crate::lexer::Lexer;
use crate::node::Parsed;
use crate::preprocess::Preprocessor;
use crate::report::Report;
use crate::source::{FileId, Span};
use crate::token::Goal;

/// Longest text that is read, in bytes.
pub const MAX_TEXT: usize = 64 << 20;

/// Reads a module.
pub fn parse_module(file: FileId, text: &str) -> Outcome<Module> {
    let module = Module { file, name: None, forms: Vec::new() };
    if let Some(diagnostic) = too_large(file, text) {
        return Outcome { value: module, diagnostics: vec![diagnostic] };
    }
    let preprocessor = Preprocessor::new(file, text);
    let mut reader = Reader { text, preprocessor, report: Report::default(), module };
    let mut lexer = Lexer::new(file, text);
    while let Some(form) = forms::next_form(&mut lexer, &mut reader.report) {
        reader.read(&form);
        if reader.report.is_full() {
            break;
        }
    }
    reader.preprocessor.finish(&mut reader.report);
    Outcome { value: reader.module, diagnostics: reader.report.finish() }
}

/// Reads a single expression; a full stop behind it is allowed.
pub fn parse_expr(file: FileId, text: &str) -> Outcome<Option<Expr>> {
    let mut report = Report::default();
    if let Some(diagnostic) = too_large(file, text) {
        return Outcome { value: None, diagnostics: vec![diagnostic] };
    }
    let mut lexer = Lexer::new(file, text);
    let form = forms::next_form(&mut lexer, &mut report);
    if let Some((rest, _)) = lexer.next() {
        let message = "only one expression is read here";
        report.push(Diagnostic::error(codes::SYNTAX, message, rest.span));
        return Outcome { value: None, diagnostics: report.finish() };
    }
    let value = match form {
        Some(form) if !form.is_broken() => match expression(file, text, &form) {
            Ok(expr) => Some(expr),
            Err(diagnostic) => {
                report.push(*diagnostic);
                None
            }
        },
        Some(_) => None,
        None => {
            let span = Span::new(file, 0, u32::try_from(text.len()).unwrap_or(u32::MAX));
            report.push(Diagnostic::error(codes::SYNTAX, "an expression is missing", span));
            None
        }
    };
    Outcome { value, diagnostics: report.finish() }
}

/// Parses the tokens of an expression.
fn expression(file: FileId, text: &str, form: &RawForm) -> Result<Expr, Box<Diagnostic>> {
    let end = form.end().unwrap_or(Span::new(file, 0, 0));
    let tokens = Preprocessor::new(file, text).expand(&form.tokens)?;
    match form::run(file, Goal::Expression, tokens, end)? {
        Parsed::Expression(expr) => Ok(expr),
        _ => Err(Box::new(Diagnostic::error(codes::SYNTAX, "this is not an expression", end))),
    }
}

/// The message about a text beyond the bound.
fn too_large(file: FileId, text: &str) -> Option<Diagnostic> {
    let message = format!("this text has more than {} MB", MAX_TEXT >> 20);
    let span = Span::new(file, 0, 0);
    (text.len() > MAX_TEXT).then(|| Diagnostic::error(codes::TEXT_TOO_LARGE, message, span))
}

/// A module that is being read.
struct Reader<'t> {
    text: &'t str,
    preprocessor: Preprocessor<'t>,
    report: Report,
    module: Module,
}

impl Reader<'_> {
    /// Reads what lies between two full stops: one form, or several if full stops are missing.
    fn read(&mut self, form: &RawForm) {
        let attempt = if form.is_broken() { None } else { Some(self.attempt(form)) };
        if let Some(Ok(())) = attempt {
            return;
        }
        let pieces = forms::pieces(form, self.text);
        if let (Some(Err(diagnostic)), [_]) = (attempt, pieces.as_slice()) {
            self.report.push(*diagnostic);
            self.preprocessor.give_up(form);
            return;
        }
        for piece in pieces.iter().filter(|piece| !piece.is_broken()) {
            if let Err(diagnostic) = self.attempt(piece) {
                self.report.push(*diagnostic);
                self.preprocessor.give_up(piece);
            }
        }
    }

    /// Reads a form; without effect if that fails.
    fn attempt(&mut self, raw: &RawForm) -> Result<(), Box<Diagnostic>> {
        if let Some(tokens) = self.preprocessor.step(raw, &mut self.report)? {
            let form = form::parse(tokens, raw)?;
            self.add(form);
        }
        if let (None, Some(end)) = (raw.stop, raw.end()) {
            let message = "the full stop of this form is missing";
            let help = "write `.` and a line break behind this";
            let diagnostic = Diagnostic::error(codes::MISSING_STOP, message, end);
            self.report.push(diagnostic.with_help(help));
        }
        Ok(())
    }

    /// Adds a form to the module.
    fn add(&mut self, form: Form) {
        if let Form::Attribute(attribute) = &form
            && attribute.name.as_str() == "module"
            && let Some(Expr { kind: ExprKind::Literal(Literal::Atom(name)), span, .. }) =
                attribute.args.first()
        {
            self.module.name.get_or_insert_with(|| (name.clone(), *span));
        }
        self.module.forms.push(form);
    }
}
