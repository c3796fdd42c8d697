//! Functions by which other processes, and the machine itself, reach a behaviour.

use crate::{Act, Failure};

/// A function of a behaviour's interface.
#[derive(Clone, Copy, Debug)]
pub struct Function {
    /// Its name.
    pub name: &'static str,
    /// Numbers of its arguments.
    pub arities: &'static [usize],
    /// What it does.
    pub act: Act,
    /// The atom that it always returns, if it returns.
    pub returns: Option<&'static str>,
    /// How it fails where the process is `undefined`, if it does, with the numbers of arguments for which that is known.
    pub fails: Option<(Failure, &'static [usize])>,
    /// The number of arguments with which the last one is a time limit.
    pub limited: Option<usize>,
    /// Whether another process asks in the place of the one that calls it, unless the time limit is `infinity`.
    pub by_proxy: bool,
}

impl Function {
    /// A function that does this; nothing more is known of it.
    pub(crate) const fn new(name: &'static str, arities: &'static [usize], act: Act) -> Self {
        Self { name, arities, act, returns: None, fails: None, limited: None, by_proxy: false }
    }

    /// It always returns this atom.
    pub(crate) const fn returning(self, atom: &'static str) -> Self {
        Self { returns: Some(atom), ..self }
    }

    /// It fails so where the process is `undefined`.
    pub(crate) const fn failing(self, failure: Failure, arities: &'static [usize]) -> Self {
        Self { fails: Some((failure, arities)), ..self }
    }

    /// With so many arguments the last one is a time limit.
    pub(crate) const fn limited(self, arity: usize) -> Self {
        Self { limited: Some(arity), ..self }
    }

    /// Another process may ask in the place of the one that calls it.
    pub(crate) const fn by_proxy(self) -> Self {
        Self { by_proxy: true, ..self }
    }

    /// Whether it takes so many arguments.
    pub fn takes(&self, arity: usize) -> bool {
        self.arities.contains(&arity)
    }

    /// Whether another process waits for it, or is asked by it, for an answer or an end.
    pub fn waits(&self) -> bool {
        matches!(self.act, Act::Call(_) | Act::CallAll(_) | Act::Stop)
    }
}
