//! What the grammar calls to make trees.
//!
//! Keeps the nodes of terms in one table, and bounds the height of processes before anything recurses
//! over them.

use frontend::{Diagnostic, FileId, Span};
use lalrpop_util::ParseError;

use crate::ast::{Name, Node, Process, ProcessKind, Term};
use crate::codes;
use crate::token::Token;

/// Greatest height of a process term; long sums, sequences and compositions count as one level.
pub(crate) const MAX_HEIGHT: usize = 500;

/// Errors of the grammar's actions.
pub(crate) type SyntaxError = Box<Diagnostic>;

/// A process term, or why there is none.
pub(crate) type Made<'t> = Result<Process<'t>, ParseError<u32, Token<'t>, SyntaxError>>;

/// The tables that grow while a text is parsed.
pub(crate) struct Builder<'t> {
    file: FileId,
    pub(crate) nodes: Vec<Node<'t>>,
}

impl<'t> Builder<'t> {
    pub(crate) fn new(file: FileId) -> Self {
        Self { file, nodes: Vec::new() }
    }

    pub(crate) fn span(&self, start: u32, end: u32) -> Span {
        Span::new(self.file, start, end)
    }

    pub(crate) fn name(&self, start: u32, text: &'t str, end: u32) -> Name<'t> {
        Name { text, span: self.span(start, end) }
    }

    /// A symbol whose arguments have just been made.
    pub(crate) fn term(&mut self, name: Name<'t>, args: &[Term], end: u32) -> Term {
        let span = self.span(name.span.start, end);
        let start = args.first().map_or(self.nodes.len(), |first| first.start);
        self.nodes.push(Node { name, n_args: args.len(), span });
        Term { start, end: self.nodes.len(), span }
    }

    /// A process term, unless it is too high.
    pub(crate) fn process(&self, kind: ProcessKind<'t>, start: u32, end: u32) -> Made<'t> {
        let span = self.span(start, end);
        let height = 1 + match &kind {
            ProcessKind::Choice(all) | ProcessKind::Sequence(all) | ProcessKind::Parallel(all) => {
                highest(all)
            }
            ProcessKind::If(_, both) => highest(&both[..]),
            ProcessKind::Sum(.., body)
            | ProcessKind::Encap(_, body)
            | ProcessKind::Hide(_, body)
            | ProcessKind::Rename(_, body) => body.height,
            ProcessKind::Delta
            | ProcessKind::Tau
            | ProcessKind::Name(..)
            | ProcessKind::Foreign(_) => 0,
        };
        if height > MAX_HEIGHT {
            let message = format!("this process is nested more than {MAX_HEIGHT} levels deep");
            let error = Diagnostic::error(codes::TOO_DEEP, message, span);
            let error = Box::new(error.with_help("give inner parts a name under `proc`"));
            return Err(ParseError::User { error });
        }
        Ok(Process { kind, span, height })
    }

    /// One process, or a chain of them under one operator.
    pub(crate) fn chain(
        &self,
        operator: fn(Vec<Process<'t>>) -> ProcessKind<'t>,
        mut items: Vec<Process<'t>>,
        start: u32,
        end: u32,
    ) -> Made<'t> {
        match (items.len(), items.pop()) {
            (1, Some(only)) => Ok(only),
            (_, last) => {
                items.extend(last);
                self.process(operator(items), start, end)
            }
        }
    }
}

fn highest(all: &[Process<'_>]) -> usize {
    all.iter().map(|process| process.height).max().unwrap_or(0)
}
