//! Erlang sources that are part of the program, in which functions are found without reading the rest.
//!
//! Input: what `build.rs` has cut the prelude and the table of results into. Output: the text of a function or of a
//! specification. Looking one up takes a binary search over numbers that the program holds: what is not
//! used costs no time, however much there is.

#![allow(clippy::unreadable_literal, reason = "places in texts are written by the build script")]

/// Texts with the places of what is in them.
pub(crate) struct Table {
    text: &'static str,
    /// In order.
    modules: &'static [&'static str],
    /// Numbers of entries, by module, name and arity.
    order: &'static [u16],
    entries: &'static [Entry],
}

/// A function or a specification; places are those in the text.
pub(crate) struct Entry {
    module: u16,
    name: (u32, u32),
    pub(crate) arity: u8,
    /// Whether the function is exported.
    pub(crate) exported: bool,
    at: (u32, u32),
}

/// The prelude.
pub(crate) static PRELUDE: Table = include!(concat!(env!("OUT_DIR"), "/prelude.rs"));

/// What functions of OTP return.
pub(crate) static RESULTS: Table = include!(concat!(env!("OUT_DIR"), "/results.rs"));

impl Table {
    /// The number of a function.
    pub(crate) fn find(&self, module: &str, name: &str, arity: usize) -> Option<usize> {
        let module = self.modules.binary_search(&module).ok()?;
        let position = self.order.binary_search_by(|&number| {
            let entry = &self.entries[usize::from(number)];
            usize::from(entry.module)
                .cmp(&module)
                .then_with(|| self.name(entry).cmp(name))
                .then_with(|| usize::from(entry.arity).cmp(&arity))
        });
        position.ok().map(|at| usize::from(self.order[at]))
    }

    /// Whether there is something of a module.
    pub(crate) fn has_module(&self, module: &str) -> bool {
        self.modules.binary_search(&module).is_ok()
    }

    /// The number of functions.
    pub(crate) const fn len(&self) -> usize {
        self.entries.len()
    }

    pub(crate) fn entry(&self, number: usize) -> Option<&Entry> {
        self.entries.get(number)
    }

    pub(crate) fn module(&self, entry: &Entry) -> &'static str {
        self.modules[usize::from(entry.module)]
    }

    pub(crate) fn name(&self, entry: &Entry) -> &'static str {
        self.part(entry.name)
    }

    /// The source of a function.
    pub(crate) fn text(&self, entry: &Entry) -> &'static str {
        self.part(entry.at)
    }

    fn part(&self, (from, to): (u32, u32)) -> &'static str {
        self.text.get(from as usize..to as usize).unwrap_or_default()
    }
}
