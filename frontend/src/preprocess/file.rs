//! The files that a module is made of.
//!
//! Input: where headers begin and end, and `-file` directives. Output: the marks that epp leaves
//! there, the value of `?FILE`, line numbers. Conditionals do not reach beyond their file.

use super::branch::Branches;
use super::lines::Lines;
use super::{Preprocessor, Result, directive};
use crate::ast::FileMark;
use crate::diagnostic::report::Report;
use crate::lexer::token::{Spanned, Token};
use crate::source::{FileId, Span};

/// A file that is being read.
#[derive(Debug)]
pub(super) struct OpenFile {
    pub(super) file: FileId,
    /// Its name.
    name: String,
    /// Its name as `-file` has changed it.
    shown: String,
    pub(super) lines: Lines,
    /// What `-file` adds to line numbers.
    pub(super) delta: i64,
    /// Conditionals that are open.
    pub(super) branches: Branches,
}

impl OpenFile {
    /// The start of a file.
    pub(super) fn new(file: FileId, name: String, text: &str) -> Self {
        let shown = name.clone();
        let lines = Lines::new(text);
        Self { file, name, shown, lines, delta: 0, branches: Branches::default() }
    }
}

impl Preprocessor {
    /// The file that is read.
    pub(super) fn file(&self) -> &OpenFile {
        self.files.last().unwrap_or(&self.root)
    }

    /// The conditionals of the file that is read.
    pub(super) fn branches(&mut self) -> &mut Branches {
        &mut self.files.last_mut().unwrap_or(&mut self.root).branches
    }

    /// How many headers are open.
    pub(crate) fn depth(&self) -> usize {
        self.files.len()
    }

    /// Whether this file is being read already.
    pub(crate) fn is_open(&self, file: FileId) -> bool {
        self.root.file == file || self.files.iter().any(|open| open.file == file)
    }

    /// The name of the file that is read.
    pub(crate) fn file_name(&self) -> &str {
        &self.file().name
    }

    /// Begins a header.
    pub(crate) fn enter(&mut self, file: FileId, name: &str, text: &str) -> FileMark {
        self.macros.predefine("FILE", Token::String(name.to_owned()));
        self.files.push(OpenFile::new(file, name.to_owned(), text));
        let span = Span::new(file, 0, 0);
        FileMark { name: name.to_owned(), line: 1, span, delta: 0, generated: false }
    }

    /// Ends a header; `offset` is where reading goes on in the file around.
    pub(crate) fn leave(&mut self, offset: u32, report: &mut Report) -> Vec<FileMark> {
        if let Some(header) = self.files.pop() {
            header.branches.finish(report);
        }
        let OpenFile { file, name, shown, lines, delta, .. } = self.file();
        let (line, delta, name, shown) = (lines.line(offset), *delta, name.clone(), shown.clone());
        let span = Span::new(*file, offset, offset);
        self.macros.predefine("FILE", Token::String(shown.clone()));
        if name == shown {
            return vec![FileMark { name, line, span, delta, generated: false }];
        }
        vec![
            FileMark { name, line, span, delta: 0, generated: false },
            FileMark { name: shown, line: line + delta, span, delta, generated: true },
        ]
    }

    /// `-file(Name, Line).`
    pub(super) fn file_directive(&mut self, args: &[Spanned], span: Span) -> Result<FileMark> {
        let args = self.expand(args, None)?;
        let (name, line) = directive::file(&args, span)?;
        self.macros.predefine("FILE", Token::String(name.clone()));
        let open = self.files.last_mut().unwrap_or(&mut self.root);
        open.shown.clone_from(&name);
        open.delta = line - open.lines.line(span.start);
        Ok(FileMark { name, line, span, delta: open.delta, generated: true })
    }

    /// Reports what is left over at the end of the module: open branches, undefined macros.
    pub(crate) fn finish(self, report: &mut Report) {
        self.root.branches.finish(report);
        if let Some(warning) = self.common.rest() {
            report.push(warning);
        }
    }
}
