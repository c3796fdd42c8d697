//! `macro M (P, Q) = text end_macro` and `library f.mcl, g.mcl end_library`.

use std::collections::BTreeSet;

use frontend::{Diagnostic, Span};

use super::scan::{Lexeme, Scanned, next, scan};
use super::{Definition, Libraries, Source};
use crate::codes;
use crate::macros::library;

/// All macros that are known.
#[derive(Default)]
pub(super) struct Definitions {
    pub(super) macros: Vec<Definition>,
    libraries: BTreeSet<String>,
}

/// Whether a text starts with a definition.
pub(super) fn starts_with_item(text: &str) -> bool {
    matches!(next(text, 0).map(|scanned| scanned.lexeme), Some(Lexeme::Word("macro" | "library")))
}

impl Definitions {
    /// Reads the definitions of a text and gives what stands behind them.
    pub(super) fn read(
        &mut self,
        source: &Source,
        load: &mut Libraries<'_>,
    ) -> Result<Source, Diagnostic> {
        let mut reader = Reader { source, at: 0 };
        // Libraries that wait: they may use others, which is no recursion of ours.
        let mut open = Vec::new();
        loop {
            match reader.peek() {
                Some(Scanned { lexeme: Lexeme::Word("macro"), end, .. }) => {
                    reader.at = end;
                    let definition = reader.definition()?;
                    self.define(definition)?;
                }
                Some(Scanned { lexeme: Lexeme::Word("library"), end, .. }) => {
                    reader.at = end;
                    open.extend(reader.library()?);
                }
                _ => break,
            }
        }
        let rest = source.part(reader.at, source.text.len());
        while let Some((name, span)) = open.pop() {
            if self.libraries.insert(name.clone()) {
                let (file, text) = load(&name).ok_or_else(|| no_library(&name, span))?;
                let library = Source { file, offset: 0, text };
                let rest = self.read(&library, load)?;
                if let Some(scanned) = next(&rest.text, 0) {
                    let message = "a library holds macros and no formula";
                    let span = rest.span(scanned.start, scanned.end);
                    return Err(Diagnostic::error(codes::BAD_MACRO, message, span));
                }
            }
        }
        Ok(rest)
    }

    fn define(&mut self, definition: Definition) -> Result<(), Diagnostic> {
        let is_same = |earlier: &&Definition| {
            earlier.name == definition.name
                && earlier.parameters.len() == definition.parameters.len()
        };
        if let Some(earlier) = self.macros.iter().find(is_same) {
            let message = format!("the macro `{}` is defined twice", definition.name);
            return Err(Diagnostic::error(codes::BAD_MACRO, message, definition.span)
                .with_label(earlier.span, "first here")
                .with_help("macros of one name differ in the number of their parameters"));
        }
        self.macros.push(definition);
        Ok(())
    }
}

fn no_library(name: &str, span: Span) -> Diagnostic {
    let names: Vec<&str> = library::NAMES.to_vec();
    Diagnostic::error(codes::NO_LIBRARY, format!("there is no library `{name}`"), span)
        .with_help(format!("built in are {}; others are files beside this one", names.join(", ")))
}

struct Reader<'s> {
    source: &'s Source,
    at: usize,
}

impl<'s> Reader<'s> {
    fn peek(&self) -> Option<Scanned<'s>> {
        next(&self.source.text, self.at)
    }

    /// A definition; `macro` is taken.
    fn definition(&mut self) -> Result<Definition, Diagnostic> {
        let (name, span) = self.name("the name of the macro")?;
        let mut parameters = Vec::new();
        if self.take('(') && !self.take(')') {
            loop {
                parameters.push(self.name("the name of a parameter")?.0);
                if self.take(')') {
                    break;
                }
                if !self.take(',') {
                    return Err(self.error("expected `,` or `)` behind a parameter"));
                }
            }
        }
        if !self.take('=') {
            return Err(self.error("expected `=` before the text of the macro"));
        }
        let start = self.at;
        while let Some(scanned) = scan(&self.source.text, self.at) {
            self.at = scanned.end;
            match scanned.lexeme {
                Lexeme::Word("end_macro") => {
                    let body = self.source.part(start, scanned.start);
                    return Ok(Definition { name, parameters, span, body });
                }
                Lexeme::Word("macro") => {
                    self.at = scanned.start;
                    break;
                }
                _ => {}
            }
        }
        let message = format!("`end_macro` is missing behind the text of `{name}`");
        Err(self.error(&message).with_label(span, "defined here"))
    }

    /// The names of a list of libraries; `library` is taken.
    fn library(&mut self) -> Result<Vec<(String, Span)>, Diagnostic> {
        let mut names = Vec::new();
        loop {
            let text = &self.source.text;
            let start = self.peek().map_or(text.len(), |scanned| scanned.start);
            let ends = |c: char| c.is_whitespace() || c == ',';
            let end = text[start..].find(ends).map_or(text.len(), |length| start + length);
            let name = text[start..end].trim_matches('"');
            if name.is_empty() || name == "end_library" {
                return Err(self.error("expected the name of a library"));
            }
            names.push((name.to_owned(), self.source.span(start, end)));
            self.at = end;
            if self.take(',') {
                continue;
            }
            let Some(Scanned { lexeme: Lexeme::Word("end_library"), end, .. }) = self.peek() else {
                return Err(self.error("expected `,` or `end_library` behind a library"));
            };
            self.at = end;
            return Ok(names);
        }
    }

    fn name(&mut self, what: &str) -> Result<(String, Span), Diagnostic> {
        let Some(Scanned { lexeme: Lexeme::Word(name), start, end }) = self.peek() else {
            return Err(self.error(&format!("expected {what}")));
        };
        self.at = end;
        Ok((name.to_owned(), self.source.span(start, end)))
    }

    fn take(&mut self, symbol: char) -> bool {
        match self.peek() {
            Some(Scanned { lexeme: Lexeme::Symbol(other), end, .. }) if other == symbol => {
                self.at = end;
                true
            }
            _ => false,
        }
    }

    fn error(&self, message: &str) -> Diagnostic {
        let end = self.source.text.len();
        let (start, end) = self.peek().map_or((end, end), |scanned| (scanned.start, scanned.end));
        Diagnostic::error(codes::BAD_MACRO, message, self.source.span(start, end))
            .with_help("`macro NAME (P, Q) = text end_macro`, `library f.mcl end_library`")
    }
}
