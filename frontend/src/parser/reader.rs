//! A module, form by form, with its headers.
//!
//! Input: the texts of the module and, from a loader, of its headers. Output: the tree and messages.
//! A slip costs one form only; what stands in branches that are switched off costs nothing.

use crate::ast::cover::Cover;
use crate::ast::{Expr, ExprKind, FileMark, Form, Literal, Module};
use crate::codes;
use crate::diagnostic::Diagnostic;
use crate::diagnostic::report::Report;
use crate::include::{IncludeLoader, IncludeRequest, Included, NotIncluded};
use crate::lexer::Lexer;
use crate::lexer::token::{Spanned, Token, attribute_name};
use crate::parser::form;
use crate::parser::forms::{self, RawForm};
use crate::preprocess::{Include, Preprocessed, Preprocessor};
use crate::scan::scanned::Scanned;
use crate::source::{FileId, Span};

/// Headers inside each other at most, as in epp.
const MAX_DEPTH: usize = 8;
/// Headers of one module at most, each counted as often as it is included.
const MAX_HEADERS: usize = 10_000;
/// Text of one header at most, in bytes.
const MAX_HEADER: usize = 32 << 20;
/// Text of all headers at most, in bytes.
const MAX_HEADER_TEXT: usize = 64 << 20;

/// A module that is being read.
pub(crate) struct Reader<'l> {
    pub(crate) preprocessor: Preprocessor,
    pub(crate) report: Report,
    pub(crate) module: Module,
    pub(crate) loader: &'l mut dyn IncludeLoader,
    /// Headers that have been read.
    pub(crate) n_headers: usize,
    /// The text of the headers that have been read, in bytes.
    pub(crate) header_text: usize,
    /// Whether a parse transform may make sense of what Erlang refuses otherwise.
    pub(crate) transformed: bool,
    /// Takes the tokens of forms, which are not parsed then.
    pub(crate) scanned: Option<&'l mut Vec<Scanned>>,
}

impl Reader<'_> {
    /// Reads the text of the module or of a header.
    pub(crate) fn read_text(&mut self, file: FileId, text: &str) {
        let mut lexer = Lexer::new(file, text);
        let mut faults = Vec::new();
        let mut form = RawForm::default();
        while forms::next_form(&mut lexer, &mut form, &mut faults) {
            self.read(&mut form, &lexer, text, &mut faults);
            if self.report.is_hopeless() {
                break;
            }
        }
        self.report_faults(&mut faults, u32::MAX);
    }

    /// Reports what was found up to an offset, unless it is switched off.
    fn report_faults(&mut self, faults: &mut Vec<Diagnostic>, end: u32) {
        let behind = |fault: &Diagnostic| fault.labels.first().is_some_and(|l| l.span.start >= end);
        let n_before = faults.iter().position(behind).unwrap_or(faults.len());
        let active = self.preprocessor.active();
        for fault in faults.drain(..n_before).filter(|_| active) {
            self.report.push(fault);
        }
    }

    /// Warns of a `-define` that swallows the directives behind it, which epp lets pass.
    fn warn_of_swallowed(&mut self, form: &RawForm, text: &str) {
        let Some((span, ("define", _))) = form.span().zip(attribute_name(&form.tokens)) else {
            return;
        };
        let lines = text.get(span.start as usize..span.end as usize).unwrap_or("");
        if !self.preprocessor.active() || !lines.contains("\n-") {
            return;
        }
        let cuts = forms::cuts(form, text);
        let swallowed = cuts.iter().find_map(|&cut| {
            let (name, _) = attribute_name(&form.tokens[cut..])?;
            form.tokens.get(cut).map(|first| first.span).filter(|_| is_common(name))
        });
        let end = cuts.first().and_then(|cut| form.tokens.get(cut - 1)).map(|last| last.span);
        if let (Some(end), Some(next)) = (end, swallowed) {
            let message = "the full stop of this `-define` seems to be missing";
            let warning = Diagnostic::warning(codes::SWALLOWED, message, end);
            self.report.push(
                warning
                    .with_label(next, "this is read as a part of the macro")
                    .with_help("write `.` behind this"),
            );
        }
    }

    /// Reads what lies between two full stops: one form, or several if full stops are missing.
    fn read(
        &mut self,
        form: &mut RawForm,
        lexer: &Lexer<'_>,
        text: &str,
        faults: &mut Vec<Diagnostic>,
    ) {
        let end = |form: &RawForm| form.end().map_or(u32::MAX, |span| span.end);
        let start = form.tokens.first().map_or(0, |first| first.span.start);
        let attempt = if form.is_broken() {
            None
        } else {
            self.report_faults(faults, end(form));
            Some(self.attempt(form, text))
        };
        if let Some(Ok(())) = attempt {
            self.warn_of_swallowed(form, text);
            return;
        }
        if form.tokens.is_empty() {
            *form = forms::again(lexer, start);
        }
        let mut pieces = forms::pieces(std::mem::take(form), text);
        if let (Some(Err(diagnostic)), [only]) = (attempt, pieces.as_slice()) {
            self.report.push(*diagnostic);
            self.preprocessor.give_up(only);
            return;
        }
        for piece in &mut pieces {
            self.report_faults(faults, end(piece));
            if piece.is_broken() {
                continue;
            }
            if let Err(diagnostic) = self.attempt(piece, text) {
                self.report.push(*diagnostic);
                self.preprocessor.give_up(piece);
            }
        }
    }

    /// Reads a form; without effect if that fails. The tokens of a large one are used up.
    fn attempt(&mut self, raw: &mut RawForm, text: &str) -> Result<(), Box<Diagnostic>> {
        let was_active = self.preprocessor.active();
        let (span, end) = (raw.span(), raw.end());
        let first = raw.tokens.first().filter(|_| raw.stop.is_none()).cloned();
        match self.preprocessor.step(raw, &mut self.report)? {
            Preprocessed::Nothing => {}
            Preprocessed::Form(tokens) if self.scanned.is_some() => {
                self.scan(Scanned::form(&tokens));
            }
            Preprocessed::Form(tokens) => {
                let cover = Cover::default();
                let parsed = form::parse(tokens, span, end, &cover);
                self.add(
                    parsed
                        .map_err(|diagnostic| Box::new(self.preprocessor.explain(*diagnostic)))?,
                );
                if let Some(fault) = cover.fault().filter(|_| !self.transformed) {
                    self.report.push(self.preprocessor.explain(*fault));
                }
            }
            Preprocessed::File(mark) => self.mark(mark),
            Preprocessed::Include(include) => self.include(&include, after(raw, text))?,
        }
        if let (None, Some(end)) = (raw.stop, end)
            && (was_active || self.preprocessor.active())
        {
            self.report.push(missing_stop(raw, first, end, text));
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
        if let Form::Attribute(attribute) = &form {
            self.transformed |= attribute.is_transform();
        }
        self.module.forms.push(form);
    }

    /// Reads a header; `after` is where the file around goes on.
    fn include(&mut self, include: &Include, after: u32) -> Result<(), Box<Diagnostic>> {
        let Some(header) = self.load(include)? else {
            return Ok(());
        };
        let mark = self.preprocessor.enter(header.file, &header.name, &header.text);
        self.mark(mark);
        self.read_text(header.file, &header.text);
        for mark in self.preprocessor.leave(after, &mut self.report) {
            self.mark(mark);
        }
        Ok(())
    }

    /// Adds a change of files.
    fn mark(&mut self, mark: FileMark) {
        self.scan(Scanned::File(mark.clone()));
        self.module.forms.push(Form::File(mark));
    }

    fn scan(&mut self, scanned: Scanned) {
        if let Some(out) = &mut self.scanned {
            out.push(scanned);
        }
    }

    /// Finds a header; one that cannot be read is a warning, one too many an error.
    fn load(&mut self, include: &Include) -> Result<Option<Included>, Box<Diagnostic>> {
        let fault = |message: String| {
            Box::new(Diagnostic::error(codes::INCLUDE_DEPTH, message, include.span))
        };
        let Include { path, library, span } = include;
        let from = self.preprocessor.file_name();
        let loaded = self.loader.load(&IncludeRequest { path, library: *library, from });
        let unknown = "its macros and records are unknown";
        let mut help = unknown.to_owned();
        let (path, reason) = match loaded {
            Ok(header) if header.text.len() > MAX_HEADER => {
                (path, format!("is not read: it has more than {} MB", MAX_HEADER >> 20))
            }
            Ok(header) => {
                if self.preprocessor.depth() >= MAX_DEPTH {
                    let circle = self.preprocessor.is_open(header.file);
                    let why = if circle { ": this one includes itself" } else { "" };
                    return Err(fault(format!(
                        "headers are more than {MAX_DEPTH} levels deep{why}"
                    )));
                }
                self.n_headers += 1;
                self.header_text += header.text.len();
                if self.n_headers > MAX_HEADERS {
                    return Err(fault(format!("this module has more than {MAX_HEADERS} headers")));
                }
                if self.header_text > MAX_HEADER_TEXT {
                    let limit = MAX_HEADER_TEXT >> 20;
                    return Err(fault(format!("the headers have more than {limit} MB in all")));
                }
                return Ok(Some(header));
            }
            Err(NotIncluded::Missing) => {
                let places = self.loader.places(&IncludeRequest { path, library: *library, from });
                if let Some((last, places)) = places.split_last() {
                    let places = places.join(", ");
                    help = format!("{unknown}; looked in {places} and {last}");
                }
                (path, "is not found".to_owned())
            }
            Err(NotIncluded::Refused(reason)) => (path, format!("is not read: {reason}")),
        };
        let message = format!("the header \"{path}\" {reason}");
        let warning = Diagnostic::warning(codes::INCLUDE, message, *span);
        self.report.push(warning.with_help(help));
        self.preprocessor.lacks(*span);
        self.module.lacking.get_or_insert(*span);
        Ok(None)
    }
}

/// Whether an attribute has a name that is hardly a function's.
fn is_common(name: &str) -> bool {
    let directives = ["define", "undef", "ifdef", "ifndef", "if", "elif", "else", "endif"];
    let others = ["include", "include_lib", "export", "record", "type", "spec", "module"];
    directives.contains(&name) || others.contains(&name)
}

/// The message about a form that the next one, or the end of the text, cuts off.
///
/// It begins with the token `first`, which may be gone from the form itself.
fn missing_stop(raw: &RawForm, first: Option<Spanned>, end: Span, text: &str) -> Diagnostic {
    let message = "the full stop of this form is missing";
    let diagnostic = Diagnostic::error(codes::MISSING_STOP, message, end);
    let line = text.get(end.end as usize..).and_then(|rest| rest.lines().next()).unwrap_or("");
    if line.trim_start().starts_with('%') && line.trim_end().ends_with('.') {
        let help = "`%` begins a comment, here with the full stop; the remainder of a division \
                    is written `rem`";
        return diagnostic.with_help(help);
    }
    let Some(next) = &raw.next else {
        return diagnostic.with_help("write `.` and a line break behind this");
    };
    let same = first.filter(|first| first.token == next.token);
    if let Some(Token::Atom(name)) = same.map(|first| first.token) {
        let help = "write `;` behind this if the function goes on";
        return diagnostic.with_label(next.span, format!("`{name}` again")).with_help(help);
    }
    diagnostic.with_label(next.span, "the next form begins here").with_help("write `.` behind this")
}

/// Where the text goes on behind a form, as epp counts: one white space ends the full stop.
fn after(raw: &RawForm, text: &str) -> u32 {
    let end = raw.end().map_or(0, |span| span.end);
    let next = text.as_bytes().get(end as usize);
    end + u32::from(raw.stop.is_some() && next.is_some_and(u8::is_ascii_whitespace))
}
