//! Erlang's order of terms.
//!
//! Input: two ground terms of a store. Output: whether the first comes before the second. Says nothing about
//! unknown values.

use frontend::Name;
use translator::model::Wrap;

use super::{Shape, TermId, TermStore};

impl TermStore {
    /// Whether `left` comes before `right` in Erlang's term order; both are ground.
    ///
    /// Iterative along lists and tuples through an explicit stack: terms may be long and deep.
    pub(in crate::semantics) fn less(&self, left: TermId, right: TermId) -> bool {
        let mut pending = vec![(left, right)];
        while let Some((left, right)) = pending.pop() {
            if left == right {
                continue;
            }
            match (self.shape(left), self.shape(right)) {
                (Shape::Integer(a), Shape::Integer(b))
                | (Shape::Reference(a), Shape::Reference(b))
                | (Shape::Pid(a), Shape::Pid(b)) => return a < b,
                (Shape::Tuple(a), Shape::Tuple(b)) if a.len() == b.len() => {
                    pending.extend(a.iter().copied().zip(b.iter().copied()).rev());
                }
                (Shape::Tuple(a), Shape::Tuple(b)) => return a.len() < b.len(),
                (Shape::Wrap(a, inner), Shape::Wrap(b, other)) if a == b => {
                    pending.push((*inner, *other));
                }
                (Shape::Cons(a, b), Shape::Cons(c, d)) => {
                    pending.push((*b, *d));
                    pending.push((*a, *c));
                }
                (a, b) => match (self.atom_text(a), self.atom_text(b)) {
                    (Some(a), Some(b)) if a != b => return a < b,
                    (Some(_), Some(_)) => {}
                    _ => return rank(a) < rank(b),
                },
            }
        }
        false
    }

    fn atom_text(&self, shape: &Shape) -> Option<Name> {
        match shape {
            Shape::Atom(name) => Some(name.clone()),
            Shape::State(state) => Some(self.state_name(*state)),
            _ => None,
        }
    }
}

/// Place of a kind of ground terms in Erlang's order: number < atom < reference < fun < pid < tuple
/// < map < `[]` < list < binary.
fn rank(shape: &Shape) -> u8 {
    match shape {
        Shape::Empty | Shape::Unknown { .. } => 0,
        Shape::Integer(_) => 1,
        Shape::Atom(_) | Shape::State(_) => 2,
        Shape::Reference(_) => 3,
        Shape::Wrap(Wrap::Fun, _) => 4,
        Shape::Pid(_) => 5,
        Shape::Tuple(_) => 6,
        Shape::Wrap(Wrap::Map, _) => 7,
        Shape::Nil => 8,
        Shape::Cons(..) => 9,
        Shape::Wrap(Wrap::Binary, _) => 10,
    }
}
