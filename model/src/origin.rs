//! Where unknown values come from.

use std::fmt;

/// Places that are listed at most, so that the messages of a large module stay readable.
pub const MAX_LISTED: usize = 50;

use frontend::{Name, Span};

use crate::expr::atom::quoted;

/// A place in the source whose value the model does not know.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Origin {
    /// Why the value is unknown.
    pub kind: OriginKind,
    /// The construct, as a reader of the source would call it.
    pub what: String,
    /// Its place.
    pub span: Span,
    /// Whether the value is not known, but always the same one wherever a construct is called so.
    pub is_constant: bool,
    /// The function whose result it is, where a stub can say what that is.
    pub call: Option<Outside>,
}

/// A function of another module.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Outside {
    /// Its module.
    pub module: Name,
    /// Its name.
    pub function: Name,
    /// Number of its arguments.
    pub arity: usize,
}

impl Outside {
    /// What a stub of it starts with: `{sensor,read,1}`.
    pub fn key(&self) -> String {
        let [module, function] = [&self.module, &self.function].map(|name| quoted(name.as_str()));
        format!("{{{module},{function},{}}}", self.arity)
    }
}

impl fmt::Display for Outside {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}/{}", self.module, self.function, self.arity)
    }
}

/// Why a value is unknown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum OriginKind {
    /// The result of a call of another module.
    Result,
    /// The message that a `receive` takes.
    Message,
    /// A macro, record or function of a header that is missing.
    Header,
    /// A construct without an exact translation yet.
    Inexact,
    /// A construct without an exact translation yet, of which what it may do besides is not in the model either.
    Hidden,
    /// A large map is gone through, in an order that OTP does not promise. It is no approximation as long as there
    /// is no large map.
    Order,
    /// The process that starts the machine chooses the value: not uncertain, every value is possible.
    Choice,
    /// What ends another process chooses the value: not uncertain, every value is possible.
    End,
    /// The sender of a command chooses the value: not uncertain, every value is possible.
    Part,
}
