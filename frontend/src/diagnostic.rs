//! What went wrong, as data.
//!
//! Libraries return diagnostics inside an [`Outcome`]; only the command line renders them. Each
//! code stands in one table per crate (`codes.rs`), with the text that `erl2lts explain` prints.

pub(crate) mod report;

use crate::source::Span;

/// A stable name of a kind of message, for example `E0101`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Code(pub &'static str);

/// A row of a table of codes.
#[derive(Clone, Copy, Debug)]
pub struct CodeInfo {
    /// The code itself.
    pub code: Code,
    /// One line: what the message is about.
    pub title: &'static str,
    /// A page: what it means, an example, what to do.
    pub explanation: &'static str,
}

/// How much a message weighs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Severity {
    /// Nothing can be built from the input.
    Error,
    /// The result stands, but probably not as meant.
    Warning,
    /// For information.
    Note,
}

/// A place in a source with a few words about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Label {
    /// Where.
    pub span: Span,
    /// What is there; may be empty.
    pub text: String,
}

/// One message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// Kind of the message.
    pub code: Code,
    /// Its weight.
    pub severity: Severity,
    /// One sentence without a full stop, in lower case, with the user's own terms.
    pub message: String,
    /// Places, the most important one first; empty where the input has no text.
    pub labels: Vec<Label>,
    /// A way out, if one is known.
    pub help: Option<String>,
}

impl Diagnostic {
    /// An error with one place.
    pub fn error(code: Code, message: impl Into<String>, span: Span) -> Self {
        Self::new(code, Severity::Error, message).with_label(span, "")
    }

    /// A warning with one place.
    pub fn warning(code: Code, message: impl Into<String>, span: Span) -> Self {
        Self::new(code, Severity::Warning, message).with_label(span, "")
    }

    /// A message without a place.
    pub fn new(code: Code, severity: Severity, message: impl Into<String>) -> Self {
        Self { code, severity, message: message.into(), labels: Vec::new(), help: None }
    }

    /// Adds a place.
    #[must_use]
    pub fn with_label(mut self, span: Span, text: impl Into<String>) -> Self {
        self.labels.push(Label { span, text: text.into() });
        self
    }

    /// Adds a way out.
    #[must_use]
    pub fn with_help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }
}

/// A value together with what was found on the way to it.
///
/// Reading never fails as a whole: the value holds what could be read.
#[derive(Clone, Debug)]
#[must_use]
pub struct Outcome<T> {
    /// The result, as complete as the input allows.
    pub value: T,
    /// Messages in order of discovery.
    pub diagnostics: Vec<Diagnostic>,
}

impl<T> Outcome<T> {
    /// A result without messages.
    pub fn clean(value: T) -> Self {
        Self { value, diagnostics: Vec::new() }
    }

    /// With so many messages as a file gets at most, errors first where there are more, and a note that says so.
    pub fn bounded(mut self) -> Self {
        self.diagnostics = report::bounded(self.diagnostics);
        self
    }

    /// Whether any message is an error.
    pub fn has_errors(&self) -> bool {
        self.diagnostics.iter().any(|diagnostic| diagnostic.severity == Severity::Error)
    }
}
