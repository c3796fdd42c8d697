//! Modules that are linked, from texts in memory.
#![allow(clippy::unwrap_used, clippy::panic, reason = "tests may fail")]

mod linked;
mod returned;

use std::collections::BTreeMap;

use frontend::{FileId, Module, Name, parse_module};
use project::{FunctionKey, Linked, Modules, Sought, Wanted, link};

/// Modules in memory, with what was asked for.
pub(crate) struct Texts {
    texts: BTreeMap<&'static str, &'static str>,
    pub(crate) asked: Vec<String>,
}

impl Modules for Texts {
    fn find(&mut self, name: &Name) -> Sought {
        self.asked.push(name.to_string());
        match self.texts.get(name.as_str()) {
            Some(text) => Sought::Found(Box::new(parsed(text))),
            None => Sought::Missing,
        }
    }
}

fn parsed(text: &str) -> Module {
    let outcome = parse_module(FileId(0), text);
    assert!(!outcome.has_errors(), "{:?}", outcome.diagnostics);
    outcome.value
}

/// The first of these modules linked with the others.
pub(crate) fn linked(own: &str, others: &[(&'static str, &'static str)]) -> (Linked, Texts) {
    linked_with(own, others, &Wanted::default())
}

/// The same, with what is wanted besides.
pub(crate) fn linked_with(
    own: &str,
    others: &[(&'static str, &'static str)],
    wanted: &Wanted,
) -> (Linked, Texts) {
    let mut texts = Texts { texts: others.iter().copied().collect(), asked: Vec::new() };
    let linked = link(&parsed(own), wanted, &mut texts);
    (linked, texts)
}

/// The functions that have moved into a module, as Erlang text.
pub(crate) fn moved(linked: &Linked) -> Vec<String> {
    let functions = linked.taken.iter().flat_map(|(module, taken)| {
        taken.moved.iter().map(move |(name, arity)| format!("{module}:{name}/{arity}"))
    });
    functions.collect()
}

/// The text of the linked module.
pub(crate) fn text(linked: &Linked) -> String {
    frontend::output::print::module(linked.module.as_ref().unwrap())
}

/// A function by its name.
pub(crate) fn key(module: &str, name: &str, arity: usize) -> FunctionKey {
    FunctionKey { module: Name::from(module), name: Name::from(name), arity }
}
