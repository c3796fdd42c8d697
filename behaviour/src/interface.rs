//! The functions of a behaviour's module.

pub(crate) mod act;
pub(crate) mod failure;
pub(crate) mod function;

use crate::{Act, Function, Wire};

/// The functions by which processes of a behaviour are reached.
#[derive(Debug)]
pub struct Interface {
    /// The module.
    pub module: &'static str,
    /// Modules with the same functions that take its place.
    pub copies: &'static [&'static str],
    /// The functions; one name has several rows where the number of arguments decides what it does.
    pub functions: &'static [Function],
}

impl Interface {
    /// Whether a module is it, or a copy of it.
    pub fn is_module(&self, module: &str) -> bool {
        self.module == module || self.copies.contains(&module)
    }

    /// Its module and the copies.
    pub fn modules(&self) -> impl Iterator<Item = &'static str> {
        std::iter::once(self.module).chain(self.copies.iter().copied())
    }

    /// The rows of a name.
    pub fn named(&self, name: &str) -> impl Iterator<Item = &'static Function> {
        self.functions.iter().filter(move |function| function.name == name)
    }

    /// A function by its name and number of arguments.
    pub fn function(&self, name: &str, arity: usize) -> Option<&'static Function> {
        self.functions.iter().find(|function| function.name == name && function.takes(arity))
    }

    /// The function that sends a message of this form, or asks with one.
    pub fn sender(&self, wire: Wire) -> Option<&'static Function> {
        self.functions.iter().find(|function| match function.act {
            Act::Send(sent) | Act::Call(sent) => sent == wire,
            Act::Stop => matches!(wire, Wire::System(_)),
            _ => false,
        })
    }
}
