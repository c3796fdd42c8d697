//! Text to syntax trees.
//!
//! Input: the text of a module or of an expression. Output: its tree and messages. The ways in; the
//! parts of the work are done by the modules around.

pub(crate) mod form;
pub(crate) mod forms;
mod maybe;
pub(crate) mod node;
pub(crate) mod reader;
mod syntax_error;

use crate::ast::cover::Cover;
use crate::ast::{Expr, Module};
use crate::codes;
use crate::diagnostic::report::Report;
use crate::diagnostic::{Diagnostic, Outcome};
use crate::include::{IncludeLoader, NoHeaders, Options};
use crate::lexer::Lexer;
use crate::lexer::token::Goal;
use crate::parser::forms::RawForm;
use crate::parser::node::Parsed;
use crate::parser::reader::Reader;
use crate::preprocess::Preprocessor;
use crate::scan::scanned::Scanned;
use crate::source::{FileId, Span};

/// Longest text that is read, in bytes.
pub const MAX_TEXT: usize = 64 << 20;

/// Reads a module without headers.
pub fn parse_module(file: FileId, text: &str) -> Outcome<Module> {
    parse_module_with(file, "", text, &Options::default(), &mut NoHeaders)
}

/// Reads a module that is known as `name`, with headers from a loader.
pub fn parse_module_with(
    file: FileId,
    name: &str,
    text: &str,
    options: &Options,
    loader: &mut dyn IncludeLoader,
) -> Outcome<Module> {
    read(file, name, text, options, loader, None)
}

/// Reads a module; `scanned` takes its tokens, which are not parsed then.
pub(crate) fn read(
    file: FileId,
    name: &str,
    text: &str,
    options: &Options,
    loader: &mut dyn IncludeLoader,
    scanned: Option<&mut Vec<Scanned>>,
) -> Outcome<Module> {
    let module = Module { file, name: None, forms: Vec::new(), lacking: None };
    if let Some(diagnostic) = too_large(file, text) {
        return Outcome { value: module, diagnostics: vec![diagnostic] };
    }
    let mut report = Report::default();
    let preprocessor = Preprocessor::new(file, name, text, options, &mut report);
    let mut reader = Reader {
        preprocessor,
        report,
        module,
        loader,
        n_headers: 0,
        header_text: 0,
        transformed: false,
        scanned,
    };
    reader.read_text(file, text);
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
    let mut faults = Vec::new();
    let mut form = RawForm::default();
    let has_form = forms::next_form(&mut lexer, &mut form, &mut faults);
    for fault in faults {
        report.push(fault);
    }
    if let Some((rest, _)) = lexer.next() {
        let message = "only one expression is read here";
        report.push(Diagnostic::error(codes::SYNTAX, message, rest.span));
        return Outcome { value: None, diagnostics: report.finish() };
    }
    let value = if !has_form {
        let span = Span::new(file, 0, u32::try_from(text.len()).unwrap_or(u32::MAX));
        report.push(Diagnostic::error(codes::SYNTAX, "an expression is missing", span));
        None
    } else if form.is_broken() {
        None
    } else {
        expression(file, text, &form).map_err(|diagnostic| report.push(*diagnostic)).ok()
    };
    Outcome { value, diagnostics: report.finish() }
}

/// Parses the tokens of an expression.
fn expression(file: FileId, text: &str, form: &RawForm) -> Result<Expr, Box<Diagnostic>> {
    let end = form.end().unwrap_or(Span::new(file, 0, 0));
    let mut report = Report::default();
    let options = Options::default();
    let tokens =
        Preprocessor::new(file, "", text, &options, &mut report).expand(&form.tokens, None)?;
    let cover = Cover::default();
    let parsed = form::run(&cover, Goal::Expression, tokens, end)?;
    if let Some(fault) = cover.fault() {
        return Err(fault);
    }
    match parsed {
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
