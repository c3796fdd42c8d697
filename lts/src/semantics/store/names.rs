//! Names that may be exchanged for each other: references and process identifiers of which nothing counts but which one each
//! of them is, and which of two is greater.
//!
//! Input: terms that are looked at together. Output: the same terms with the first numbers for their names, either in the order
//! of the names, for states, or in that of their first appearance, for labels. Does not know which terms make up a state.

use model::{Fresh, Series};
use rustc_hash::{FxHashMap, FxHashSet};

use super::{Shape, TermId, TermStore};

/// Terms that are there, and that can be made.
pub(crate) trait Shapes {
    /// Those that are there.
    fn store(&self) -> &TermStore;

    /// The term of a shape, if it is known or can be made.
    fn intern(&mut self, shape: Shape) -> Option<TermId>;
}

impl Shapes for TermStore {
    fn store(&self) -> &TermStore {
        self
    }

    fn intern(&mut self, shape: Shape) -> Option<TermId> {
        Some(TermStore::intern(self, shape))
    }
}

/// Which name gets which number.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Numbering {
    /// A smaller name gets a smaller number.
    InOrder,
    /// The name that comes first gets the first number.
    ByAppearance,
}

/// A name: whether it is a process identifier, and its place among those of its kind.
type Name = (bool, u64);

impl TermStore {
    /// Takes these names for exchangeable.
    pub(crate) fn exchange(&mut self, names: Fresh) {
        self.exchangeable = names;
    }

    /// The names that may be exchanged.
    pub(crate) fn exchangeable(&self) -> Fresh {
        self.exchangeable
    }

    /// Whether any names may be exchanged.
    pub(crate) fn exchanges(&self) -> bool {
        self.exchangeable != Fresh::default()
    }

    fn series(&self, is_pid: bool) -> Option<Series> {
        if is_pid { self.exchangeable.pids } else { self.exchangeable.references }
    }

    /// The name that a term is, if it is one that may be exchanged.
    pub(crate) fn exchangeable_name(&self, shape: &Shape) -> Option<Name> {
        let (is_pid, number) = match shape {
            Shape::Reference(number) => (false, number),
            Shape::Pid(number) => (true, number),
            _ => return None,
        };
        Some((is_pid, self.series(is_pid)?.position(number)?))
    }

    /// The exchangeable names in terms, each once, in the order of their first appearance.
    fn names_in(&self, terms: &[TermId]) -> Vec<Name> {
        let (mut names, mut met) = (Vec::new(), FxHashSet::default());
        let mut seen = FxHashSet::default();
        let mut pending: Vec<TermId> = terms.iter().rev().copied().collect();
        while let Some(id) = pending.pop() {
            if !self.holds_names(id) || !seen.insert(id) {
                continue;
            }
            match self.shape(id) {
                Shape::Cons(head, tail) => pending.extend([*tail, *head]),
                Shape::Tuple(items) => pending.extend(items.iter().rev()),
                Shape::Wrap(_, content) => pending.push(*content),
                leaf => {
                    if let Some(name) = self.exchangeable_name(leaf)
                        && met.insert(name)
                    {
                        names.push(name);
                    }
                }
            }
        }
        names
    }
}

/// Gives the names in terms the first numbers; `None` where a term cannot be made.
pub(crate) fn renumber(
    shapes: &mut impl Shapes,
    terms: &mut [TermId],
    numbering: Numbering,
) -> Option<()> {
    let store = shapes.store();
    if !store.exchanges() || !terms.iter().any(|&term| store.holds_names(term)) {
        return Some(());
    }
    let mut names = store.names_in(terms);
    if numbering == Numbering::InOrder {
        names.sort_unstable();
    }
    let mut next = [0; 2];
    let mut numbers = FxHashMap::default();
    for name in names {
        let next = &mut next[usize::from(name.0)];
        numbers.insert(name, *next);
        *next += 1;
    }
    if numbers.iter().all(|((_, old), new)| old == new) {
        return Some(());
    }
    let mut replaced = FxHashMap::default();
    for term in terms {
        *term = with_numbers(shapes, *term, &numbers, &mut replaced)?;
    }
    Some(())
}

/// A term with other numbers of its names.
///
/// Iterative: terms may be long and deep.
fn with_numbers(
    shapes: &mut impl Shapes,
    root: TermId,
    numbers: &FxHashMap<Name, u64>,
    replaced: &mut FxHashMap<TermId, TermId>,
) -> Option<TermId> {
    let mut pending = vec![root];
    while let Some(&id) = pending.last() {
        let store = shapes.store();
        if !store.holds_names(id) || replaced.contains_key(&id) {
            pending.pop();
            continue;
        }
        let n_pending = pending.len();
        let is_open =
            |child: &&TermId| store.holds_names(**child) && !replaced.contains_key(*child);
        match store.shape(id) {
            Shape::Cons(head, tail) => pending.extend([tail, head].into_iter().filter(is_open)),
            Shape::Tuple(items) => pending.extend(items.iter().filter(is_open)),
            Shape::Wrap(_, content) => pending.extend(Some(content).filter(is_open)),
            _ => {}
        }
        if pending.len() == n_pending {
            let shape = shape_with(store, id, numbers, replaced);
            let new = match shape {
                Some(shape) => shapes.intern(shape)?,
                None => id,
            };
            replaced.insert(id, new);
        }
    }
    Some(replaced.get(&root).copied().unwrap_or(root))
}

/// The shape of a term whose parts have been replaced; `None` where it stays.
fn shape_with(
    store: &TermStore,
    id: TermId,
    numbers: &FxHashMap<Name, u64>,
    replaced: &FxHashMap<TermId, TermId>,
) -> Option<Shape> {
    let new = |child: &TermId| replaced.get(child).copied().unwrap_or(*child);
    Some(match store.shape(id) {
        Shape::Cons(head, tail) => Shape::Cons(new(head), new(tail)),
        Shape::Tuple(items) => Shape::Tuple(items.iter().map(new).collect()),
        Shape::Wrap(wrap, content) => Shape::Wrap(*wrap, new(content)),
        leaf => {
            let name = store.exchangeable_name(leaf)?;
            let number = store.series(name.0)?.number(*numbers.get(&name)?);
            if name.0 { Shape::Pid(number) } else { Shape::Reference(number) }
        }
    })
}

#[cfg(test)]
mod tests {
    use model::index::IndexVec;

    use super::*;

    /// A store whose references 1, 4, 7, .. and process identifiers 2, 3, .. may be exchanged.
    fn store() -> TermStore {
        let mut store = TermStore::new(&IndexVec::default());
        let references = Some(Series { first: 1, step: 3 });
        store.exchange(Fresh { references, pids: Some(Series { first: 2, step: 1 }) });
        store
    }

    /// A term with these names at its leaves: references above 0, processes below.
    fn term(store: &mut TermStore, names: &[i32], form: usize) -> TermId {
        let leaf = |store: &mut TermStore, name: i32| {
            let number = name.unsigned_abs().into();
            store.intern(if name < 0 { Shape::Pid(number) } else { Shape::Reference(number) })
        };
        let items: Vec<TermId> = names.iter().map(|&name| leaf(store, name)).collect();
        let mut list = store.intern(Shape::Nil);
        for &item in items.iter().skip(form).rev() {
            list = store.intern(Shape::Cons(item, list));
        }
        let first = items.iter().take(form).copied();
        store.intern(Shape::Tuple(first.chain([list]).collect()))
    }

    /// Whether one sequence becomes the other where names are exchanged for others of their kind that stand in the same order
    /// to each other, or in any order.
    fn is_renamed(left: &[i32], right: &[i32], keeps_order: bool) -> bool {
        let is_name = |name: i32| if name < 0 { name < -1 } else { name % 3 == 1 };
        let fits = |a: i32, b: i32| (a < 0) == (b < 0) && is_name(a) == is_name(b);
        let pairs: Vec<(i32, i32)> = left.iter().copied().zip(right.iter().copied()).collect();
        pairs.iter().all(|&(a, b)| fits(a, b) && (is_name(a) || a == b))
            && pairs.iter().all(|&(a, b)| {
                let same = |&(c, d): &(i32, i32)| {
                    let are_alike = (a < 0) == (c < 0) && is_name(a) && is_name(c);
                    let in_order = !keeps_order || !are_alike || (a < c) == (b < d);
                    (a == c) == (b == d) && in_order
                };
                pairs.iter().all(same)
            })
    }

    #[test]
    fn terms_are_one_if_and_only_if_a_renaming_makes_them_one() {
        let names = [1, 3, 4, 7, -1, -2, -5];
        let mut all = Vec::new();
        for a in names {
            for b in names {
                for c in names {
                    all.push([a, b, c]);
                }
            }
        }
        for (numbering, keeps_order) in
            [(Numbering::InOrder, true), (Numbering::ByAppearance, false)]
        {
            let mut store = store();
            let mut numbered = Vec::new();
            for names in &all {
                let mut terms = [term(&mut store, names, 1)];
                assert_eq!(renumber(&mut store, &mut terms, numbering), Some(()));
                numbered.push(terms[0]);
            }
            for (left, first) in all.iter().zip(&numbered) {
                for (right, second) in all.iter().zip(&numbered) {
                    let is_one = is_renamed(left, right, keeps_order);
                    assert_eq!(first == second, is_one, "{left:?} {right:?}");
                }
            }
        }
    }

    #[test]
    fn names_come_behind_all_others() {
        let mut store = store();
        let [fixed, name, other] = [9_u32, 1, 4].map(|n| store.intern(Shape::Reference(n.into())));
        assert!(store.less(fixed, name) && !store.less(name, fixed) && store.less(name, other));
        assert!(store.orders_names());
    }
}
