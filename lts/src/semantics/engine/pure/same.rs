//! Whether two terms are the same (`=:=`), where one may stand in the heap.

use super::heap::Heap;
use super::view::{Items, Terms, View};
use crate::semantics::engine::word::Word;
use crate::semantics::store::TermId;

impl Terms<'_> {
    /// Whether two terms are the same: zeros with a sign and without are.
    #[inline]
    pub(crate) fn same(self, left: u32, right: u32) -> bool {
        left == right
            || !Word(left).is_small() && !Word(right).is_small() && self.alike(left, right).0
    }

    /// Whether two words of other terms than small integers are, and how many parts were looked at to know that.
    pub(crate) fn alike(self, left: u32, right: u32) -> (bool, usize) {
        match (Heap::is_in(left), Heap::is_in(right)) {
            (false, false) => (self.same_in_store(left, right), 0),
            _ => self.same_compounds(left, right),
        }
    }

    fn same_in_store(self, left: u32, right: u32) -> bool {
        !Word(left).is_small()
            && !Word(right).is_small()
            && self.store.known_same(TermId(left), TermId(right))
    }

    /// Whether a term of the heap and another one are the same; along lists, with a stack for what else is open.
    fn same_compounds(self, left: u32, right: u32) -> (bool, usize) {
        let (mut pending, mut steps) = (vec![(left, right)], 0);
        while let Some((left, right)) = pending.pop() {
            steps += 1;
            if left == right {
                continue;
            }
            if !Heap::is_in(left) && !Heap::is_in(right) {
                if !self.same_in_store(left, right) {
                    return (false, steps);
                }
                continue;
            }
            match (self.view(left), self.view(right)) {
                (View::Cons(a, b), View::Cons(c, d)) => pending.extend([(b, d), (a, c)]),
                (View::Tuple(a), View::Tuple(b)) if a.len() == b.len() => push(a, b, &mut pending),
                (View::Wrap(a, inner), View::Wrap(b, other)) if a == b => {
                    pending.push((inner, other));
                }
                _ => return (false, steps),
            }
        }
        (true, steps)
    }
}

fn push(a: Items<'_>, b: Items<'_>, pending: &mut Vec<(u32, u32)>) {
    pending.extend((0..a.len()).rev().filter_map(|place| a.get(place).zip(b.get(place))));
}
