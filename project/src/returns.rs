//! What functions return, themselves and through each other.
//!
//! Input: functions of a project. Output: for each that is asked for a domain that its values are in. All functions that it reaches start
//! with no value at all, and are looked at again until nothing changes: that is the least answer that fits. What takes too long, and
//! what would be told by too many tests, may be anything.

use std::collections::BTreeMap;

use translator::Domain;

use crate::code::{Code, FunctionKey, function};
use crate::evaluation::{Values, value};
use crate::values::{is_nothing, join, nothing, worth};

/// Functions that one reaches, at most.
const MAX_FUNCTIONS: usize = 200;

/// Rounds through them, at most.
const MAX_ROUNDS: usize = 30;

/// Expressions that are looked at for one function, at most, and for all of a module.
const MAX_STEPS: usize = 60_000;
const MAX_ALL_STEPS: usize = 1_000_000;

/// What is known of functions.
#[derive(Default)]
pub(crate) struct Returns {
    settled: BTreeMap<FunctionKey, Domain>,
    n_steps: usize,
}

/// A search for what one function returns.
struct Search<'s, 'm> {
    code: &'s mut Code<'m>,
    settled: &'s BTreeMap<FunctionKey, Domain>,
    found: BTreeMap<FunctionKey, Domain>,
    /// In the order in which they were met.
    order: Vec<FunctionKey>,
    n_steps: usize,
}

impl Values for Search<'_, '_> {
    fn of(&mut self, key: FunctionKey) -> Domain {
        if let Some(known) = self.settled.get(&key).or_else(|| self.found.get(&key)) {
            return known.clone();
        }
        if self.order.len() >= MAX_FUNCTIONS || self.code.defining(&key).is_none() {
            return Domain::Any;
        }
        self.order.push(key.clone());
        self.found.insert(key, nothing());
        nothing()
    }

    fn is_over(&mut self) -> bool {
        self.n_steps += 1;
        self.n_steps > MAX_STEPS
    }
}

impl Returns {
    /// Where the value of a function is; nothing where that is not worth to be told, or it never returns.
    pub(crate) fn of(&mut self, code: &mut Code<'_>, key: &FunctionKey) -> Option<Domain> {
        if !self.settled.contains_key(key) {
            if self.n_steps > MAX_ALL_STEPS {
                return None;
            }
            self.search(code, key);
        }
        // One that never returns is taken for one of which nothing is known: calls are assumed to return.
        self.settled.get(key).filter(|domain| !is_nothing(domain)).and_then(worth)
    }

    fn search(&mut self, code: &mut Code<'_>, key: &FunctionKey) {
        let (found, order) = (BTreeMap::new(), Vec::new());
        let mut search = Search { code, settled: &self.settled, found, order, n_steps: 0 };
        search.of(key.clone());
        let is_done = (0..MAX_ROUNDS).any(|_| !search.round());
        let is_over = search.n_steps > MAX_STEPS;
        let Search { found, n_steps, .. } = search;
        self.n_steps += n_steps;
        if is_done && !is_over {
            self.settled.extend(found);
        } else {
            self.settled.insert(key.clone(), Domain::Any);
        }
    }
}

impl Search<'_, '_> {
    /// Looks at all functions once more; tells whether something has changed.
    fn round(&mut self) -> bool {
        let (mut changed, mut at) = (false, 0);
        while let Some(key) = self.order.get(at).cloned() {
            at += 1;
            let Some(unit) = self.code.defining(&key) else { continue };
            let Some(function) = function(&unit, &key) else { continue };
            let new = value(&unit, function, self);
            let old = self.found.get(&key).cloned().unwrap_or_else(nothing);
            let both = join(&old, &new);
            if both != old {
                changed = true;
                self.found.insert(key, both);
            }
        }
        changed
    }
}
