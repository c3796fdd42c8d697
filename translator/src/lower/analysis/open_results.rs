//! Which procedures return what a call of another module gave, of which nothing is said.
//!
//! Input: what is met where procedures and their callers are lowered. Output: those that are to tell their callers where they return that
//! (`Discoveries::open`): the ones that do, themselves or by another one, and whose callers ask. Does not say who asks: that is in
//! `lower/call/procedure_call.rs`.

use std::collections::{BTreeMap, BTreeSet};

use frontend::Name;

/// A function of the module.
type Key = (Name, usize);

/// What has been met of the results of procedures.
#[derive(Default)]
pub(crate) struct Open {
    /// Those that may return what a call of another module gave.
    returns: BTreeSet<Key>,
    /// Those that may return what another one returns, with that one.
    passes_on: BTreeSet<(Key, Key)>,
    /// Those where it makes a difference to a caller.
    asked: BTreeSet<Key>,
}

impl Open {
    /// Where these are known to be told from other results.
    pub(crate) fn known(open: BTreeSet<Key>) -> Self {
        Self { returns: open.clone(), asked: open, ..Self::default() }
    }

    /// Notes that a procedure may return what a call of another module gave.
    pub(crate) fn returns(&mut self, procedure: Key) {
        self.returns.insert(procedure);
    }

    /// Notes that a procedure may return what another one returns.
    pub(crate) fn passes_on(&mut self, procedure: Key, of: Key) {
        self.passes_on.insert((procedure, of));
    }

    /// Notes that what a procedure returns makes a difference to a caller.
    pub(crate) fn asks(&mut self, procedure: Key) {
        self.asked.insert(procedure);
    }

    /// The procedures that are to tell it, where callers are taken to ask these.
    pub(crate) fn told(&self, asked: &BTreeSet<Key>) -> BTreeSet<Key> {
        let open = self.handing_on(self.returns.iter());
        let is_asked = |key: &&Key| self.asked.contains(key) || asked.contains(key);
        // Where one of them is called last its result is handed on as it is.
        self.handing_on(open.iter().filter(is_asked))
    }

    /// These procedures, and all that return what one of them does.
    fn handing_on<'k>(&'k self, keys: impl Iterator<Item = &'k Key>) -> BTreeSet<Key> {
        let mut callers: BTreeMap<&Key, Vec<&Key>> = BTreeMap::new();
        for (procedure, of) in &self.passes_on {
            callers.entry(of).or_default().push(procedure);
        }
        let (mut pending, mut found) = (keys.collect::<Vec<_>>(), BTreeSet::new());
        while let Some(key) = pending.pop() {
            if found.insert(key.clone()) {
                pending.extend(callers.get(key).into_iter().flatten());
            }
        }
        found
    }
}
