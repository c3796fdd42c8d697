//! Terms with other unknown values.
//!
//! Input: a term, and what stands in place of its unknown leaves. Output: the other term, and what each of its parts was
//! replaced by, for the other words of a path state. That is a row for each term of the store, which is made once and used by
//! one walk after another: what an earlier walk has written there does not count. Parts in which no leaf changes are passed
//! over, as each term has a bit for each of its leaves. Does not know why a leaf is replaced.

use super::{Shape, TermId, TermStore};

/// Terms that were replaced before, with what they were replaced by.
#[derive(Debug, Default)]
pub(crate) struct Memo {
    /// The walk that has written a row, and what it has written; by number of the term.
    rows: Vec<(u32, TermId)>,
    /// The walk that goes on.
    walk: u32,
    /// Bits of the leaves that were replaced by others.
    moved: u64,
}

/// Components of a tuple that take as much work as a term does.
const ITEMS_PER_WORK: usize = 8;

impl Memo {
    /// Forgets everything.
    pub(crate) fn cleared(mut self) -> Self {
        if self.walk == u32::MAX {
            self.rows.clear();
            self.walk = 0;
        }
        self.walk += 1;
        self.moved = 0;
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

    /// Whether some leaf has been replaced by another one.
    pub(crate) fn is_moving(&self) -> bool {
        self.moved != 0
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

    /// Notes what an unknown leaf is replaced by.
    pub(crate) fn replace_leaf(&self, memo: &mut Memo, leaf: TermId, to: TermId) {
        if to != leaf {
            memo.moved |= self.leaf_bits(leaf);
        }
        memo.insert(leaf, to);
    }

    /// Whether a leaf of a term may have been replaced by another one.
    pub(crate) fn is_moved(&self, id: TermId, memo: &Memo) -> bool {
        self.leaf_bits(id) & memo.moved != 0
    }

    /// Numbers the unknown leaves of a term that have not been numbered, in order of first appearance.
    pub(crate) fn number_leaves(&mut self, root: TermId, next: &mut u32, memo: &mut Memo) {
        if self.is_ground(root) || memo.has(root) {
            return;
        }
        if self.is_unknown(root) {
            return self.number_leaf(root, next, memo);
        }
        let places = self.known_leaves(root);
        let all = self.lent_leaves();
        for &leaf in all.get(places).unwrap_or_default() {
            if !memo.has(leaf) {
                self.number_leaf(leaf, next, memo);
            }
        }
        self.take_leaves_back(all);
    }

    fn number_leaf(&mut self, leaf: TermId, next: &mut u32, memo: &mut Memo) {
        let Shape::Unknown { number, kinds, source } = *self.shape(leaf) else { return };
        let to = match *next {
            same if same == number => leaf,
            number => self.intern(Shape::Unknown { number, kinds, source }),
        };
        *next += 1;
        self.replace_leaf(memo, leaf, to);
    }

    /// A term with each unknown leaf replaced by what `memo` has for it. What holds none of these is not looked at.
    ///
    /// Iterative: terms may be long and deep.
    pub(crate) fn rebuild(&mut self, root: TermId, memo: &mut Memo) -> TermId {
        if !self.is_moved(root, memo) {
            return root;
        }
        if let Some(rebuilt) = memo.get(root) {
            return rebuilt;
        }
        let mut pending = vec![root];
        while let Some(&id) = pending.last() {
            if memo.has(id) {
                self.rewritten += 1;
                pending.pop();
                continue;
            }
            let n_pending = pending.len();
            let is_open = |child: &&TermId| self.is_moved(**child, memo) && !memo.has(**child);
            match self.shape(id) {
                Shape::Cons(head, tail) => {
                    pending.extend([tail, head].into_iter().filter(is_open));
                }
                Shape::Tuple(items) => pending.extend(items.iter().rev().filter(is_open)),
                Shape::Wrap(_, content) => pending.extend(Some(content).filter(is_open)),
                _ => {}
            }
            self.rewritten += self.work_of(id);
            if pending.len() == n_pending {
                let replaced = self.replaced(id, memo);
                memo.insert(id, replaced);
            }
        }
        memo.get(root).unwrap_or(root)
    }

    /// What it takes to rewrite a term, without its parts: a wide tuple is copied whole.
    fn work_of(&self, id: TermId) -> u64 {
        match self.shape(id) {
            Shape::Tuple(items) => 1 + (items.len() / ITEMS_PER_WORK) as u64,
            _ => 1,
        }
    }

    /// A term whose parts are replaced; itself where none of them changes.
    fn replaced(&mut self, id: TermId, memo: &Memo) -> TermId {
        let new = |child: &TermId| self.new_part(*child, memo);
        let shape = match self.shape(id) {
            Shape::Cons(head, tail) => {
                let (new_head, new_tail) = (new(head), new(tail));
                if (new_head, new_tail) == (*head, *tail) {
                    return id;
                }
                Shape::Cons(new_head, new_tail)
            }
            Shape::Tuple(_) => return self.replaced_tuple(id, memo),
            Shape::Wrap(wrap, content) if new(content) != *content => {
                Shape::Wrap(*wrap, new(content))
            }
            _ => return id,
        };
        self.intern(shape)
    }

    /// A tuple whose components are replaced; they are put together in memory that is used again.
    fn replaced_tuple(&mut self, id: TermId, memo: &Memo) -> TermId {
        let mut parts = std::mem::take(&mut self.items);
        parts.clear();
        let mut is_same = true;
        if let Shape::Tuple(items) = self.shape(id) {
            parts.extend(items.iter().map(|item| self.new_part(*item, memo)));
            is_same = **items == *parts;
        }
        let to = if is_same { id } else { self.intern_tuple(&parts) };
        self.items = parts;
        to
    }

    /// What a part of a term is replaced by.
    fn new_part(&self, part: TermId, memo: &Memo) -> TermId {
        let moved = if self.is_moved(part, memo) { memo.get(part) } else { None };
        moved.unwrap_or(part)
    }

    /// Whether each unknown leaf of a term has been replaced, if only by itself.
    pub(crate) fn is_replaced(&mut self, id: TermId, memo: &Memo) -> bool {
        self.is_ground(id)
            || memo.has(id)
            || self.known_leaves(id).all(|place| memo.has(self.kept_leaf(place)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::semantics::evaluation::kinds::Kinds;
    use crate::semantics::store::Source;

    /// Unknown values with these numbers, in a tuple.
    fn tuple(store: &mut TermStore, numbers: impl IntoIterator<Item = u32>) -> TermId {
        let shape = |number| Shape::Unknown { number, kinds: Kinds::ALL, source: Source::Cut };
        let items = numbers.into_iter().map(|number| store.intern(shape(number))).collect();
        store.intern(Shape::Tuple(items))
    }

    #[test]
    fn leaves_that_share_a_bit_are_told_apart() {
        let mut store = TermStore::new(&[].into_iter().collect());
        let (whole, other) = (tuple(&mut store, 1..=200), tuple(&mut store, 65..=65));
        let nil = store.intern(Shape::Nil);
        let leaf = store.leaves(whole)[0];
        let mut memo = store.memo();
        store.replace_leaf(&mut memo, leaf, nil);
        let rebuilt = store.rebuild(whole, &mut memo);
        assert_eq!(store.rebuild(other, &mut memo), other);
        let mut items = vec![nil];
        items.extend(&store.leaves(whole)[1..]);
        assert_eq!(store.shape(rebuilt), &Shape::Tuple(items.into()));
    }

    #[test]
    fn leaves_are_numbered_by_first_appearance() {
        let mut store = TermStore::new(&[].into_iter().collect());
        let words = [tuple(&mut store, [7, 3, 7]), tuple(&mut store, [3, 9])];
        let expected = [tuple(&mut store, [1, 2, 1]), tuple(&mut store, [2, 3])];
        let (mut memo, mut next) = (store.memo(), 1);
        for word in words {
            store.number_leaves(word, &mut next, &mut memo);
        }
        assert_eq!(words.map(|word| store.rebuild(word, &mut memo)), expected);
        assert_eq!(next, 4);
        let (mut memo, mut next) = (store.memo(), 1);
        for word in expected {
            store.number_leaves(word, &mut next, &mut memo);
        }
        assert!(!memo.is_moving());
    }

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
        let mut memo = Memo { rows: Vec::new(), walk: u32::MAX, moved: 0 };
        memo.insert(TermId(3), TermId(4));
        let memo = memo.cleared();
        assert_eq!(memo.get(TermId(3)), None);
    }
}
