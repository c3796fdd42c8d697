//! Directives and macros, on tokens.
//!
//! Input: raw forms in textual order, and where headers begin and end. Output: forms without
//! macros, and headers to be read; directives and forms in branches that are switched off are
//! swallowed. Follows epp of OTP 25 down to the place of each token. Does not read headers.

mod argument;
mod branch;
mod condition;
mod define;
mod directive;
mod expand;
mod file;
mod function;
mod ledger;
mod lines;
mod nearest;
mod stream;
pub(crate) mod stringify;
mod undefined;
mod uses;

use crate::ast::FileMark;
use crate::ast::name::Name;
use crate::codes;
use crate::diagnostic::report::Report;
use crate::diagnostic::{Diagnostic, Severity};
use crate::include::{Define, Options};
use crate::lexer::Lexer;
use crate::lexer::token::{Lexeme, Spanned, Token, attribute_name};
use crate::parser::forms::RawForm;
use crate::source::{FileId, Span};

use define::{Macro, Macros};
use directive::bad_directive;
use expand::{Expander, ExpansionPlace};
use file::OpenFile;
use ledger::{Common, Site};

type Result<T> = std::result::Result<T, Box<Diagnostic>>;

/// Features of the language that `-feature` can switch.
const FEATURES: &[&str] = &["maybe_expr"];

/// The tokens of a form with more than this are not copied.
const LARGE: usize = 1 << 16;

/// What a raw form turns out to be.
#[derive(Debug)]
pub(crate) enum Preprocessed {
    /// A directive, or switched off.
    Nothing,
    /// A form without macros.
    Form(Vec<Spanned>),
    /// A header is to be read here.
    Include(Include),
    /// Lines count in another way from here on.
    File(FileMark),
}

/// A header that is asked for.
#[derive(Debug)]
pub(crate) struct Include {
    /// The text of the directive.
    pub(crate) path: String,
    /// `-include_lib`
    pub(crate) library: bool,
    /// The path in the directive.
    pub(crate) span: Span,
}

/// The state of the preprocessor between two forms.
pub(crate) struct Preprocessor {
    macros: Macros,
    common: Common,
    /// The module's own file.
    root: OpenFile,
    /// Headers inside each other; the last one is read.
    files: Vec<OpenFile>,
    /// Macros in the last form.
    sites: Vec<Site>,
    tolerant: bool,
    /// Whether `?FILE` is to be made from the name of the module.
    nameless: bool,
}

impl Preprocessor {
    /// The state at the start of a module; faults of `options` go to `report`.
    pub(crate) fn new(
        file: FileId,
        name: &str,
        text: &str,
        options: &Options,
        report: &mut Report,
    ) -> Self {
        let mut macros = Macros::default();
        for define in &options.defines {
            if let Err(diagnostic) = predefine(&mut macros, file, define) {
                report.push(*diagnostic);
            }
        }
        if !name.is_empty() {
            macros.predefine("FILE", Token::String(name.to_owned()));
        }
        let mut preprocessor = Self {
            macros,
            common: Common::default(),
            root: OpenFile::new(file, name.to_owned(), text),
            files: Vec::new(),
            sites: Vec::new(),
            tolerant: options.tolerant,
            nameless: name.is_empty(),
        };
        preprocessor.define_features("FEATURE_AVAILABLE", FEATURES);
        preprocessor.define_features("FEATURE_ENABLED", &[]);
        preprocessor
    }

    /// Takes down that a header was not read.
    pub(crate) fn lacks(&mut self, header: Span) {
        self.common.lacking.get_or_insert(header);
    }

    /// Whether the forms at this place count.
    pub(crate) fn active(&self) -> bool {
        self.file().branches.active()
    }

    /// Handles a form; may take its tokens.
    pub(crate) fn step(&mut self, form: &mut RawForm, report: &mut Report) -> Result<Preprocessed> {
        self.sites.clear();
        let step = self.dispatch(&mut form.tokens, report);
        for warning in self.common.warnings.drain(..) {
            report.push(warning);
        }
        step
    }

    fn dispatch(&mut self, tokens: &mut Vec<Spanned>, report: &mut Report) -> Result<Preprocessed> {
        let Some((name, span)) = attribute_name(tokens) else {
            return self.form(tokens);
        };
        let args = &tokens[2..];
        if self.conditional(name, args, span)? || !self.active() {
            return Ok(Preprocessed::Nothing);
        }
        match name {
            "define" => {
                self.common.harmless.clear();
                self.macros.define(args, span)?;
            }
            "undef" => {
                self.common.harmless.clear();
                self.macros.undefine(directive::single_name(name, args, span)?);
            }
            "include" | "include_lib" => {
                let (path, span) = directive::path(name, args, span)?;
                return Ok(Preprocessed::Include(Include {
                    path,
                    library: name == "include_lib",
                    span,
                }));
            }
            "file" => return self.file_directive(args, span).map(Preprocessed::File),
            "feature" => {
                let (feature, on) = directive::feature(args, span)?;
                let enabled = if on { vec![feature.as_str()] } else { Vec::new() };
                self.define_features("FEATURE_ENABLED", &enabled);
            }
            "error" | "warning" => {
                let args = self.expand(args, None)?;
                if name == "error" {
                    let severity = Severity::Error;
                    return Err(directive::message(codes::ERROR_DIRECTIVE, severity, &args, span)?);
                }
                let code = codes::WARNING_DIRECTIVE;
                report.push(*directive::message(code, Severity::Warning, &args, span)?);
            }
            _ => return self.form(tokens),
        }
        Ok(Preprocessed::Nothing)
    }

    /// Expands a form that is no directive.
    fn form(&mut self, tokens: &mut Vec<Spanned>) -> Result<Preprocessed> {
        if !self.active() {
            return Ok(Preprocessed::Nothing);
        }
        let tokens = if tokens.len() > LARGE && !has_macros(tokens) {
            std::mem::take(tokens)
        } else {
            self.expand(tokens, Some(tokens))?
        };
        if let [_, Spanned { token: Token::Atom(name), .. }, open, module, behind, ..] =
            tokens.as_slice()
            && let Token::Atom(module) = &module.token
            && tokens[0].token.is(Lexeme::Minus)
            && open.token.is(Lexeme::LeftParen)
            && (behind.token.is(Lexeme::RightParen) || behind.token.is(Lexeme::Comma))
        {
            match name.as_str() {
                "module" => self.name_module("MODULE", module),
                "extends" => self.name_module("BASE_MODULE", module),
                _ => {}
            }
        }
        Ok(Preprocessed::Form(tokens))
    }

    /// Sets the macros that name the module.
    fn name_module(&mut self, prefix: &str, module: &Name) {
        self.macros.predefine(prefix, Token::Atom(module.clone()));
        self.macros.predefine(&format!("{prefix}_STRING"), Token::String(module.to_string()));
        if self.nameless && prefix == "MODULE" {
            self.macros.predefine("FILE", Token::String(format!("{module}.erl")));
        }
    }

    /// Handles the directives that switch branches; says whether this was one.
    fn conditional(&mut self, name: &str, args: &[Spanned], span: Span) -> Result<bool> {
        let active = self.active();
        match name {
            "ifdef" | "ifndef" => {
                let taken = active
                    && self.macros.is_defined(directive::single_name(name, args, span)?)
                        == (name == "ifdef");
                self.branches().open(taken, span);
            }
            "if" => {
                let taken = active && self.condition(args, span)?;
                self.branches().open(taken, span);
            }
            "elif" => {
                let taken = self.branches().wants_condition() && self.condition(args, span)?;
                self.branches().next(taken, false, span)?;
            }
            "else" => {
                if active {
                    directive::none(name, args, span)?;
                }
                self.branches().next(true, true, span)?;
            }
            "endif" => {
                if active {
                    directive::none(name, args, span)?;
                }
                self.branches().close(span)?;
            }
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
            "ifdef" | "ifndef" | "if" => self.branches().open(false, span),
            // A refused `-elif` without partner has been reported already.
            "elif" => drop(self.branches().next(false, false, span)),
            _ => {}
        }
    }

    /// Decides the condition of `-if` or `-elif`; undefined macros are never tolerated here.
    fn condition(&mut self, args: &[Spanned], span: Span) -> Result<bool> {
        let tolerant = std::mem::take(&mut self.tolerant);
        let tokens = self.expand(args, None);
        self.tolerant = tolerant;
        let tokens = match tokens {
            Err(mut diagnostic) if tolerant && diagnostic.code == codes::UNDEFINED_MACRO => {
                diagnostic.code = codes::UNKNOWN_MACRO;
                diagnostic.severity = Severity::Warning;
                diagnostic.message += ": this condition counts as false";
                self.common.warnings.push(*diagnostic);
                return Ok(false);
            }
            tokens => tokens?,
        };
        let tokens = condition::without_defined(&tokens, |name| self.macros.is_known(name));
        condition::decide(tokens, span)
    }

    /// Expands all macros; `form` is the form around that may be a function.
    pub(crate) fn expand(
        &mut self,
        tokens: &[Spanned],
        form: Option<&[Spanned]>,
    ) -> Result<Vec<Spanned>> {
        if !has_macros(tokens) {
            return Ok(tokens.to_vec());
        }
        // Not `self.file()`: other fields are borrowed at the same time.
        let OpenFile { lines, delta, .. } = self.files.last().unwrap_or(&self.root);
        let place = ExpansionPlace { form, lines, delta: *delta, tolerant: self.tolerant };
        let mut expander = Expander::new(&self.macros, &mut self.common, place);
        let expanded = expander.run(tokens);
        self.sites = expander.sites;
        expanded
    }

    /// Says of a message about the last form which macro the place comes from.
    pub(crate) fn explain(&self, diagnostic: Diagnostic) -> Diagnostic {
        let Some(place) = diagnostic.labels.first().map(|label| label.span) else {
            return diagnostic;
        };
        match self.sites.iter().find(|site| site.covers(place)) {
            Some(site) => {
                let text = format!("in the macro {}, defined here", site.name);
                diagnostic.with_label(site.definition, text)
            }
            None => diagnostic,
        }
    }

    /// Defines `?FEATURE_AVAILABLE(X)` or `?FEATURE_ENABLED(X)`.
    fn define_features(&mut self, name: &str, features: &[&str]) {
        let mut text = String::from("false");
        for (at, feature) in features.iter().enumerate() {
            let test = format!("(X) == {feature}");
            text = if at == 0 { format!("({test})") } else { format!("{test} orelse {text}") };
        }
        let body = lex(self.file().file, &text).unwrap_or_default();
        self.macros.redefine(name, &["X"], body);
        self.common.harmless.clear();
    }
}

/// Whether there is something to expand.
fn has_macros(tokens: &[Spanned]) -> bool {
    let is_macro = |token: &Token| token.is(Lexeme::Macro) || token.is(Lexeme::Stringify);
    tokens.iter().any(|spanned| is_macro(&spanned.token))
}

/// `-D NAME=TERM`
fn predefine(macros: &mut Macros, file: FileId, define: &Define) -> Result<()> {
    let nowhere = Span::new(file, 0, 0);
    let wrong = |mut diagnostic: Box<Diagnostic>| {
        diagnostic.labels.clear();
        diagnostic
    };
    let tokens = lex(file, &define.name).unwrap_or_default();
    let [Spanned { token: Token::Atom(name) | Token::Var(name), .. }] = tokens.as_slice() else {
        let message = format!("`{}` cannot be the name of a macro", define.name);
        return Err(wrong(bad_directive(message, nowhere)));
    };
    let Some(body) = lex(file, &define.value).filter(|body| !body.is_empty()) else {
        let message = format!("`{}` cannot be the value of the macro {name}", define.value);
        return Err(wrong(bad_directive(message, nowhere)));
    };
    let definition = Macro { params: None, body, uses: Vec::new(), place: None };
    macros.add(name, definition, nowhere).map_err(wrong)
}

/// The tokens of a text of ours, or of the command line.
fn lex(file: FileId, text: &str) -> Option<Vec<Spanned>> {
    let mut lexer = Lexer::new(file, text);
    let mut tokens = Vec::new();
    while let Some((spanned, fault)) = lexer.next() {
        if fault.is_some() {
            return None;
        }
        if spanned.token != Token::FullStop {
            tokens.push(spanned);
        }
    }
    Some(tokens)
}
