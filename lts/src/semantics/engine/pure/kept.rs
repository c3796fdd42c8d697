//! Terms of the heap that are kept: they become terms of the store.
//!
//! Input: a word. Output: the number of the term, or nothing where the store does not have it and must not change. Goes along
//! lists in a loop, and into what they hold by recursion: what is in a heap is not deeper than `PLAIN_DEPTH`.

use super::heap::{Heap, Object};
use crate::semantics::engine::run::PathState;
use crate::semantics::engine::word::Word;
use crate::semantics::store::{Shape, TermId};

/// The term of a word.
pub(crate) fn keep(world: &mut impl PathState, heap: &Heap, word: u32) -> Option<TermId> {
    if !Heap::is_in(word) {
        return match world.store().found(Word(word)) {
            Some(term) => Some(term),
            None => world.intern(Shape::Integer(Word(word).value()?.into())),
        };
    }
    match heap.object(word) {
        Object::Cons(..) => keep_list(world, heap, word),
        Object::Tuple(items) => {
            let mut terms = Vec::with_capacity(items.len());
            for &item in items {
                terms.push(keep(world, heap, item)?);
            }
            world.intern(Shape::Tuple(terms.into()))
        }
        Object::Wrap(wrap, content) => {
            let content = keep(world, heap, content)?;
            world.intern(Shape::Wrap(wrap, content))
        }
    }
}

fn keep_list(world: &mut impl PathState, heap: &Heap, mut list: u32) -> Option<TermId> {
    let mut heads = Vec::new();
    while Heap::is_cell(list) {
        let (head, tail) = heap.head_and_tail(list);
        heads.push(head);
        list = tail;
    }
    let mut term = keep(world, heap, list)?;
    for head in heads.into_iter().rev() {
        let head = keep(world, heap, head)?;
        term = world.intern(Shape::Cons(head, term))?;
    }
    Some(term)
}
