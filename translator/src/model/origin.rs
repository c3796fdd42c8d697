//! Where unknown values come from.

use frontend::Span;

/// A place in the source whose value the model does not know.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Origin {
    /// Why the value is unknown.
    pub kind: OriginKind,
    /// The construct, as a reader of the source would call it.
    pub what: String,
    /// Its place.
    pub span: Span,
}

/// Why a value is unknown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum OriginKind {
    /// The result of a call of another module.
    Result,
    /// A macro, record or function of a header that is missing.
    Header,
    /// A construct without an exact translation yet.
    Inexact,
    /// The same, and what it may do besides is not in the model either.
    Hidden,
    /// Whoever starts the machine chooses it: not uncertain, every value is possible.
    Choice,
}
