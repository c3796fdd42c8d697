//! Sets of values as they are put together: bounded, so that whatever repeats comes to an end.
//!
//! Input: domains. Output: their union, where constants that are too many become kinds, and tuples of one size and tag are one; what of a
//! domain is worth a test of a result. The empty set is that of a function that never returns.

use frontend::Name;
use model::{Expr, Kind};
use translator::Domain;

/// Tuples in tuples that are told.
const MAX_DEPTH: usize = 3;

/// Atoms that are told from each other; integers.
const MAX_ATOMS: usize = 8;
const MAX_INTEGERS: usize = 3;

/// Tuples of different sizes or tags.
const MAX_TUPLES: usize = 8;

/// Tests of a result that a domain is worth, at most.
const MAX_TESTS: usize = 12;

/// Kinds that a domain is worth to be told by.
const MAX_KINDS: usize = 3;

/// No value at all.
pub(crate) fn nothing() -> Domain {
    Domain::OneOf(Vec::new())
}

/// Whether there is no value in it.
pub(crate) fn is_nothing(domain: &Domain) -> bool {
    match domain {
        Domain::OneOf(parts) => parts.iter().all(is_nothing),
        Domain::Tuple(parts) => parts.iter().any(is_nothing),
        _ => false,
    }
}

/// One atom.
pub(crate) fn atom(name: &Name) -> Domain {
    Domain::Same(Expr::Atom(name.clone()))
}

/// A tuple, as deep as is told.
pub(crate) fn tuple(items: Vec<Domain>) -> Domain {
    if items.iter().any(is_nothing) {
        return nothing();
    }
    trimmed(&Domain::Tuple(items), MAX_DEPTH)
}

fn trimmed(domain: &Domain, depth: usize) -> Domain {
    match domain {
        Domain::Tuple(items) if depth == 0 => Domain::Is(Kind::TupleOf(items.len())),
        Domain::Tuple(items) => {
            Domain::Tuple(items.iter().map(|item| trimmed(item, depth - 1)).collect())
        }
        Domain::OneOf(parts) => {
            Domain::OneOf(parts.iter().map(|part| trimmed(part, depth)).collect())
        }
        other => other.clone(),
    }
}

/// What is in one of two domains.
pub(crate) fn join(left: &Domain, right: &Domain) -> Domain {
    let mut parts = Parts::default();
    parts.add(left);
    parts.add(right);
    parts.domain()
}

/// A union while it is put together.
#[derive(Default)]
struct Parts {
    is_any: bool,
    constants: Vec<Expr>,
    kinds: Vec<Kind>,
    tuples: Vec<Vec<Domain>>,
}

impl Parts {
    fn add(&mut self, domain: &Domain) {
        match domain {
            Domain::Any => self.is_any = true,
            Domain::Is(kind) => self.add_kind(*kind),
            Domain::Same(value) => {
                if !self.constants.contains(value) {
                    self.constants.push(value.clone());
                }
            }
            Domain::Tuple(items) => self.add_tuple(items),
            Domain::OneOf(parts) => parts.iter().for_each(|part| self.add(part)),
        }
    }

    fn add_kind(&mut self, kind: Kind) {
        if !self.kinds.iter().any(|known| kind.tells(*known) == Some(true)) {
            self.kinds.retain(|known| known.tells(kind) != Some(true));
            self.kinds.push(kind);
        }
    }

    fn add_tuple(&mut self, items: &[Domain]) {
        let alike = self.tuples.iter_mut().find(|other| {
            other.len() == items.len()
                && (other.first() == items.first() || !are_tagged(other, items))
        });
        match alike {
            Some(other) => {
                for (part, item) in other.iter_mut().zip(items) {
                    *part = join(part, item);
                }
            }
            None => self.tuples.push(items.to_vec()),
        }
    }

    fn domain(mut self) -> Domain {
        if self.is_any {
            return Domain::Any;
        }
        let count = |kind: Kind, constants: &[Expr]| {
            constants.iter().filter(|value| value.kind() == Some(kind)).count()
        };
        for (kind, most) in [(Kind::Atom, MAX_ATOMS), (Kind::Integer, MAX_INTEGERS)] {
            if count(kind, &self.constants) > most {
                self.add_kind(kind);
            }
        }
        if self.tuples.len() > MAX_TUPLES {
            self.add_kind(Kind::Tuple);
        }
        let kinds = self.kinds.clone();
        let is_in = |kind: Kind| kinds.iter().any(|known| kind.tells(*known) == Some(true));
        self.constants.retain(|value| !value.kind().is_some_and(is_in));
        self.tuples.retain(|items| !is_in(Kind::TupleOf(items.len())));
        let constants = self.constants.into_iter().map(Domain::Same);
        let tuples = self.tuples.into_iter().map(Domain::Tuple);
        let kinds = self.kinds.into_iter().map(Domain::Is);
        let mut all: Vec<Domain> = constants.chain(tuples).chain(kinds).collect();
        if all.len() == 1 { all.remove(0) } else { Domain::OneOf(all) }
    }
}

/// Whether two tuples have tags in front, which differ then.
fn are_tagged(left: &[Domain], right: &[Domain]) -> bool {
    let is_tagged = |items: &[Domain]| matches!(items.first(), Some(Domain::Same(Expr::Atom(_))));
    is_tagged(left) && is_tagged(right)
}

/// What of a domain is worth a test of a result: a domain that is larger, and told by less; nothing where that is any value.
pub(crate) fn worth(domain: &Domain) -> Option<Domain> {
    let shorter = [domain.clone(), trimmed_parts(domain, 1), trimmed_parts(domain, 0)];
    if let Some(domain) = shorter.into_iter().find(|domain| n_tests(domain) <= MAX_TESTS) {
        return (domain != Domain::Any).then_some(domain);
    }
    let mut parts = Parts::default();
    domain.all_kinds()?.into_iter().for_each(|kind| parts.add_kind(kind));
    (parts.kinds.len() <= MAX_KINDS).then(|| parts.domain())
}

/// The domain with tuples of which only what stands in front is told, so deep.
fn trimmed_parts(domain: &Domain, depth: usize) -> Domain {
    let part = |(at, item): (usize, &Domain)| match item {
        Domain::Same(_) if at == 0 => item.clone(),
        _ if depth > 0 => trimmed_parts(item, depth - 1),
        _ => Domain::Any,
    };
    match domain {
        Domain::Tuple(items) => Domain::Tuple(items.iter().enumerate().map(part).collect()),
        Domain::OneOf(parts) => {
            let parts = parts.iter().map(|part| trimmed_parts(part, depth));
            parts.fold(nothing(), |all, part| join(&all, &part))
        }
        other => other.clone(),
    }
}

/// How many tests tell whether a value is in it.
fn n_tests(domain: &Domain) -> usize {
    match domain {
        Domain::Any => 0,
        Domain::Is(_) | Domain::Same(_) => 1,
        Domain::Tuple(items) => 1 + items.iter().map(n_tests).sum::<usize>(),
        Domain::OneOf(parts) => parts.iter().map(n_tests).sum(),
    }
}
