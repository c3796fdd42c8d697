//! Loops that are Erlang text: functions that run in the place of a callback, and call the one of the module.

use crate::{Argument, Shape};

/// The loop of a behaviour, as a module of functions in Erlang (`tables/NAME.erl`), which the translator translates like the
/// module: a callback with an [`Entry`] is such a function, and calls the function of the module itself.
///
/// Beside the state such a machine keeps a tuple, of which the first component is the data of the module.
#[derive(Debug)]
pub struct Loop {
    /// Its module.
    pub module: &'static str,
    /// Number of components of the tuple.
    pub size: usize,
}

/// A function of a loop.
#[derive(Debug)]
pub struct Entry {
    /// Its name.
    pub function: &'static str,
    /// Its arguments, in order.
    pub arguments: &'static [Argument],
    /// The tuples that it returns.
    pub shapes: &'static [Shape],
}
