//! What has been found out on one way through a program.

use std::rc::Rc;

use model::Kind;

use super::symbol::SymbolId;
use crate::semantics::engine::program::Value;

/// Something that holds from here on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Fact {
    /// The answer to a test.
    Answer(Question, bool),
    /// A value that is in a register already.
    Known(Value, SymbolId),
}

/// A test of symbols.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Question {
    Is(Kind, SymbolId),
    Same(SymbolId, SymbolId),
    Equal(SymbolId, SymbolId),
    Less(SymbolId, SymbolId),
}

/// Facts, the last one first; ways that part share what they have in common.
#[derive(Clone, Debug, Default)]
pub(crate) struct Facts {
    last: Option<Rc<(Fact, Facts)>>,
    n_facts: usize,
}

impl Facts {
    pub(crate) fn add(&mut self, fact: Fact) {
        let rest = std::mem::take(self);
        self.n_facts = rest.n_facts + 1;
        self.last = Some(Rc::new((fact, rest)));
    }

    pub(crate) fn len(&self) -> usize {
        self.n_facts
    }

    /// The first answer that `of` finds in a fact.
    pub(crate) fn find<T>(&self, of: impl Fn(&Fact) -> Option<T>) -> Option<T> {
        let mut rest = self;
        while let Some(node) = &rest.last {
            if let Some(result) = of(&node.0) {
                return Some(result);
            }
            rest = &node.1;
        }
        None
    }
}
