//! Terms with other unknown values.
//!
//! Input: a term, and what stands in place of its unknown leaves. Output: the other term, and what each of its parts was
//! replaced by, for the other words of a path state. That is a row for each term of the store, which is made once and used by
//! one walk after another: what an earlier walk has written there does not count. Does not know why a leaf is replaced.

use super::{Shape, TermId, TermStore};

/// Terms that were replaced before, with what they were replaced by.
#[derive(Debug, Default)]
pub(crate) struct Memo {
    /// The walk that has written a row, and what it has written; by number of the term.
    rows: Vec<(u32, TermId)>,
    /// The walk that goes on.
    walk: u32,
}

impl Memo {
    /// Forgets everything.
    pub(crate) fn cleared(mut self) -> Self {
        if self.walk == u32::MAX {
            self.rows.clear();
            self.walk = 0;
        }
        self.walk += 1;
        self
    }

    /// Notes what a term is replaced by.
    pub(crate) fn insert(&mut self, id: TermId, to: TermId) {
        let place = id.0 as usize;
        if place >= self.rows.len() {
            self.rows.resize((place + 1).next_power_of_two(), (0, id));
        }
        if let Some(row) = self.rows.get_mut(place) {
            *row = (self.walk, to);
        }
    }

    /// What a term is replaced by.
    pub(crate) fn get(&self, id: TermId) -> Option<TermId> {
        let (walk, to) = self.rows.get(id.0 as usize)?;
        (*walk == self.walk).then_some(*to)
    }

    /// Whether a term has been replaced.
    pub(crate) fn has(&self, id: TermId) -> bool {
        self.rows.get(id.0 as usize).is_some_and(|(walk, _)| *walk == self.walk)
    }

    /// Bytes for a row.
    pub(crate) const ROW: usize = size_of::<(u32, TermId)>();
}

impl TermStore {
    /// An empty memo for a walk; the caller gives it back when the walk is done.
    pub(crate) fn memo(&mut self) -> Memo {
        self.spare.take().unwrap_or_default().cleared()
    }

    /// Takes the memory of a memo back.
    pub(crate) fn give_back(&mut self, memo: Memo) {
        self.spare = Some(memo);
    }

    /// A term with each unknown leaf replaced by what `leaf` says, called in order of first
    /// appearance; `memo` has what was replaced before.
    ///
    /// Iterative: terms may be long and deep.
    pub(crate) fn rebuild(
        &mut self,
        root: TermId,
        leaf: &mut dyn FnMut(&mut Self, TermId) -> TermId,
        memo: &mut Memo,
    ) -> TermId {
        if self.is_ground(root) {
            return root;
        }
        if let Some(rebuilt) = memo.get(root) {
            return rebuilt;
        }
        let mut pending = vec![root];
        while let Some(&id) = pending.last() {
            self.rewritten += 1;
            if self.is_ground(id) || memo.has(id) {
                pending.pop();
                continue;
            }
            let n_pending = pending.len();
            let is_open = |child: &&TermId| !self.is_ground(**child) && !memo.has(**child);
            match self.shape(id) {
                Shape::Cons(head, tail) => {
                    pending.extend([tail, head].into_iter().filter(is_open));
                }
                Shape::Tuple(items) => pending.extend(items.iter().rev().filter(is_open)),
                Shape::Wrap(_, content) => pending.extend(Some(content).filter(is_open)),
                _ => {
                    let replaced = leaf(self, id);
                    memo.insert(id, replaced);
                    continue;
                }
            }
            if pending.len() == n_pending {
                let replaced = self.replaced(id, memo);
                memo.insert(id, replaced);
            }
        }
        memo.get(root).unwrap_or(root)
    }

    /// A term whose parts are replaced; itself where none of them changes.
    fn replaced(&mut self, id: TermId, memo: &Memo) -> TermId {
        let new = |child: &TermId| {
            if self.is_ground(*child) { *child } else { memo.get(*child).unwrap_or(*child) }
        };
        let shape = match self.shape(id) {
            Shape::Cons(head, tail) => {
                let (new_head, new_tail) = (new(head), new(tail));
                if (new_head, new_tail) == (*head, *tail) {
                    return id;
                }
                Shape::Cons(new_head, new_tail)
            }
            Shape::Tuple(items) => {
                let Some(first) = items.iter().position(|item| new(item) != *item) else {
                    return id;
                };
                let (same, others) = items.split_at(first);
                Shape::Tuple(same.iter().copied().chain(others.iter().map(new)).collect())
            }
            Shape::Wrap(wrap, content) if new(content) != *content => {
                Shape::Wrap(*wrap, new(content))
            }
            _ => return id,
        };
        self.intern(shape)
    }

    /// Whether each unknown leaf of a term has been replaced.
    pub(crate) fn is_replaced(&self, id: TermId, memo: &Memo) -> bool {
        self.is_ground(id) || memo.has(id) || self.leaves(id).iter().all(|leaf| memo.has(*leaf))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_walk_sees_what_it_has_written_itself() {
        let (first, second, third) = (TermId(1), TermId(700), TermId(2));
        let mut memo = Memo::default().cleared();
        memo.insert(first, second);
        assert_eq!(
            (memo.get(first), memo.get(second), memo.has(third)),
            (Some(second), None, false)
        );
        memo.insert(second, third);
        let mut memo = memo.cleared();
        assert_eq!((memo.get(first), memo.has(second)), (None, false));
        memo.insert(first, third);
        assert_eq!(memo.get(first), Some(third));
    }

    #[test]
    fn walks_may_be_more_than_there_are_numbers() {
        let mut memo = Memo { rows: Vec::new(), walk: u32::MAX };
        memo.insert(TermId(3), TermId(4));
        let memo = memo.cleared();
        assert_eq!(memo.get(TermId(3)), None);
    }
}
