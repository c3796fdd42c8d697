//! What calls of other modules do, where the user says so.
//!
//! A call without a stub may return anything. One with a stub returns one of the listed values, or
//! raises one of the listed exceptions, another one at each call. A stub for some calls of a function only goes before
//! the one for all of them.

use frontend::{Name, Span};

use model::{Class, Expr};

/// A function of another module and what calls of it may do.
#[derive(Clone, Debug, PartialEq)]
pub struct Stub {
    /// Its module.
    pub module: Name,
    /// Its name.
    pub function: Name,
    /// Number of its arguments.
    pub arity: usize,
    /// The calls that are meant; all of them if nothing is said.
    pub site: Option<Site>,
    /// How a call may end; at least one way, each once.
    pub ends: Vec<CallEnd>,
}

/// Calls of a function at some places only.
#[derive(Clone, Debug, PartialEq)]
pub enum Site {
    /// On this line of the module, counted from 1: means no call until the caller makes a place of it.
    Line(usize),
    /// In this function of the module: means no call until the caller makes a place of it.
    Function(Name, usize),
    /// In this part of the source.
    Place(Span),
}

impl Stub {
    /// Whether it is meant for a call that stands here alone.
    pub(crate) fn is_for(&self, call: Span) -> bool {
        match self.site {
            Some(Site::Place(place)) => {
                place.file == call.file && (place.start..place.end).contains(&call.start)
            }
            _ => false,
        }
    }
}

/// How a call ends.
#[derive(Clone, Debug, PartialEq)]
pub enum CallEnd {
    /// It returns this ground value.
    Return(Expr),
    /// It raises an exception with this ground reason.
    Raise(Class, Expr),
}
