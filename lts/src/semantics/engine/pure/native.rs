//! Functions of the library that are done at once.
//!
//! Input: which one, and its arguments. Output: its value where it has one; nothing where it does not, where it takes too
//! long, or where the arguments are not what is expected: then its text in `translator/prelude` is run, which says the
//! same (`tests/oracle/own/pure.rs`). All of them go along a list.

use model::{Function, FunctionRole, Node, library};

use super::operate::{Bench, small};
use crate::semantics::engine::run::PathState;
use crate::semantics::engine::word::Word;

/// A function that is done at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Native {
    Append,
    IsProper,
    Length,
    Nth,
    NthTail,
    Replace,
    Reverse,
    Split,
    Member,
    Without,
    Last,
    Found,
    KeyReplaced,
    KeyStored,
    KeyRemoved,
    MapAt,
    MapReplaced,
    Copies,
}

/// Names, arities, and what they are.
const NATIVES: &[(&str, usize, Native)] = &[
    ("erlang:++", 2, Native::Append),
    ("erlang:is_proper", 1, Native::IsProper),
    ("erlang:length", 2, Native::Length),
    ("erlang:nth", 2, Native::Nth),
    ("lists:nth", 2, Native::Nth),
    ("lists:nthtail", 2, Native::NthTail),
    ("erlang:replace", 3, Native::Replace),
    ("lists:reverse", 2, Native::Reverse),
    ("lists:split", 3, Native::Split),
    ("lists:member", 2, Native::Member),
    ("lists:delete", 2, Native::Without),
    ("erlang:without", 2, Native::Without),
    ("lists:last", 1, Native::Last),
    ("lists:found", 3, Native::Found),
    ("lists:replaced", 4, Native::KeyReplaced),
    ("lists:stored", 4, Native::KeyStored),
    ("lists:removed", 3, Native::KeyRemoved),
    ("erlang:map_at", 3, Native::MapAt),
    ("erlang:map_replaced", 4, Native::MapReplaced),
    ("lists:copies", 3, Native::Copies),
];

/// The outcome of a search in a proper list.
#[derive(Clone, Copy)]
enum Search {
    /// The element, and what stands behind it.
    Found(u32, u32),
    Missing,
}

impl Native {
    /// What a function is, if it is one of the library that is done at once.
    pub(crate) fn of(function: &Function) -> Option<Self> {
        let FunctionRole::Local(name, arity) = &function.role else { return None };
        let is_library =
            |node: &Node| matches!(node, Node::Test { at, .. } if library::contains(*at));
        let known = NATIVES.iter().find(|(other, n, _)| name.as_str() == *other && n == arity);
        let (.., native) = known.filter(|_| function.params.len() == *arity)?;
        function.nodes.iter().any(is_library).then_some(*native)
    }
}

impl<W: PathState> Bench<'_, W> {
    /// The value of a function; for each element that it passes these steps are taken.
    pub(crate) fn native(&mut self, native: Native, args: &[u32], steps: usize) -> Option<u32> {
        let mut items = std::mem::take(&mut self.work.scratch);
        items.clear();
        let (value, n_items) = match (native, args) {
            (Native::IsProper, &[list]) => {
                let (length, end) = self.terms().length(list);
                (Some(self.codes.truth[usize::from(end == self.codes.nil)]), length)
            }
            (Native::Length, &[list, from]) => {
                let (length, end) = self.terms().length(list);
                (longer(from, length).filter(|_| end == self.codes.nil), length)
            }
            _ => (self.native_with(native, args, &mut items), items.len()),
        };
        self.work.scratch = items;
        self.take((n_items + 2).checked_mul(steps)?)?;
        value
    }

    /// The value; `items` are the elements that were passed, or more.
    fn native_with(&mut self, native: Native, args: &[u32], items: &mut Vec<u32>) -> Option<u32> {
        match (native, args) {
            (Native::Append, &[list, behind]) => {
                self.elements(list, items)?;
                self.list_before(items, behind)
            }
            (Native::Reverse, &[list, behind]) => {
                self.elements(list, items)?;
                self.work.heap.list(items.iter().rev().copied(), behind, self.world.store())
            }
            (Native::Last, &[list]) => {
                self.elements(list, items)?;
                items.last().copied()
            }
            (Native::Nth, &[number, list]) => {
                let rest = self.skip(index(number)?, list, items)?;
                self.terms().cell(rest).map(|(head, _)| head)
            }
            (Native::NthTail, &[number, list]) => self.skip(index(number)? + 1, list, items),
            (Native::Replace, &[number, list, new]) => {
                let rest = self.skip(index(number)?, list, items)?;
                let (_, tail) = self.terms().cell(rest)?;
                let list = self.cons(new, tail)?;
                self.list_before(items, list)
            }
            (Native::Split, &[number, list, before]) => {
                let number = usize::try_from(Word(number).value()?).ok()?;
                self.split(number, list, before, items)
            }
            (Native::Copies, &[number, item, behind]) => {
                let number = usize::try_from(Word(number).value()?).ok()?;
                // No list is longer.
                let number = (number <= 1 << 16).then_some(number)?;
                items.resize(number, item);
                self.list_before(items, behind)
            }
            (Native::Member, &[item, list]) => {
                let found = self.search(list, items, |bench, head| bench.same(item, head))?;
                Some(self.codes.truth[usize::from(matches!(found, Search::Found(..)))])
            }
            (Native::Without, &[item, list]) => {
                let found = self.search(list, items, |bench, head| bench.same(item, head))?;
                match found {
                    Search::Found(_, tail) => self.list_before(items, tail),
                    Search::Missing => Some(list),
                }
            }
            (Native::MapAt | Native::MapReplaced, _) => self.map(native, args, items),
            _ => self.keyed(native, args, items),
        }
    }

    /// What is done with lists of tuples by one of their components.
    fn keyed(&mut self, native: Native, args: &[u32], items: &mut Vec<u32>) -> Option<u32> {
        let &[key, number, list, ref new @ ..] = args else { return None };
        let position = index(number)? + 1;
        let found =
            self.search(list, items, |bench, head| match bench.terms().element(head, position) {
                Some(other) => bench.equal(other, key),
                None => Some(false),
            })?;
        match (native, new, found) {
            (Native::Found, [], Search::Found(head, _)) => Some(head),
            (Native::Found, [], Search::Missing) => Some(self.codes.truth[0]),
            (Native::KeyRemoved, [], Search::Found(_, tail)) => self.list_before(items, tail),
            (Native::KeyRemoved, [], Search::Missing)
            | (Native::KeyReplaced, [_], Search::Missing) => Some(list),
            (Native::KeyReplaced | Native::KeyStored, &[new], Search::Found(_, tail)) => {
                let list = self.cons(new, tail)?;
                self.list_before(items, list)
            }
            (Native::KeyStored, &[new], Search::Missing) => {
                items.push(new);
                self.list(items)
            }
            _ => None,
        }
    }

    /// What is done with the keys and the values of a map.
    fn map(&mut self, native: Native, args: &[u32], items: &mut Vec<u32>) -> Option<u32> {
        let (key, new, mut keys, mut values) = match (native, args) {
            (Native::MapAt, &[key, keys, values]) => (key, None, keys, values),
            (Native::MapReplaced, &[key, new, keys, values]) => (key, Some(new), keys, values),
            _ => return None,
        };
        loop {
            let cells = self.terms().cell(keys).zip(self.terms().cell(values));
            let Some(((first, other_keys), (value, other_values))) = cells else {
                // Only what looks for a key may come to the end.
                return new.is_none().then_some(self.codes.nil);
            };
            if self.same(key, first)? {
                return match new {
                    None => self.list(&[value]),
                    Some(new) => {
                        let list = self.cons(new, other_values)?;
                        self.list_before(items, list)
                    }
                };
            }
            items.push(value);
            (keys, values) = (other_keys, other_values);
        }
    }

    /// The first part of a list behind the reverse of another one, and the rest.
    fn split(
        &mut self,
        number: usize,
        list: u32,
        before: u32,
        items: &mut Vec<u32>,
    ) -> Option<u32> {
        self.elements(before, items)?;
        items.reverse();
        let rest = self.skip(number, list, items)?;
        let first = self.list(items)?;
        self.pair(first, rest)
    }

    fn list_before(&mut self, items: &[u32], behind: u32) -> Option<u32> {
        self.work.heap.list(items.iter().copied(), behind, self.world.store())
    }

    /// What stands behind so many elements, which are put down.
    fn skip(&self, number: usize, mut list: u32, items: &mut Vec<u32>) -> Option<u32> {
        let terms = self.terms();
        for _ in 0..number {
            let (head, tail) = terms.cell(list)?;
            items.push(head);
            list = tail;
        }
        Some(list)
    }

    /// The first element that is wanted; those before it are put down. Nothing where a list that is not proper has none.
    fn search(
        &mut self,
        mut list: u32,
        items: &mut Vec<u32>,
        mut is_wanted: impl FnMut(&mut Self, u32) -> Option<bool>,
    ) -> Option<Search> {
        while let Some((head, tail)) = self.terms().cell(list) {
            if is_wanted(self, head)? {
                return Some(Search::Found(head, tail));
            }
            items.push(head);
            list = tail;
        }
        (list == self.codes.nil).then_some(Search::Missing)
    }
}

/// A length with so many elements more.
fn longer(from: u32, length: usize) -> Option<u32> {
    small(usize::try_from(Word(from).value()?).ok()?.checked_add(length)?)
}

/// How many elements stand before number `number`, from 1.
fn index(number: u32) -> Option<usize> {
    usize::try_from(Word(number).value()?.checked_sub(1)?).ok()
}
