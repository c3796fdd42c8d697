//! Sets of values that a type or a guard describes, as far as kinds, constants and tuples tell.
//!
//! Output: what a sender may choose for a part of an event, one shape for each constant and tuple there is. Does not
//! read types (`declaration`) or guards (`derive::guards`).

use model::{Expr, HOLE, Kind};

/// Shapes that a domain is written out to, at most: of more constants only their kinds count.
const MAX_SHAPES: usize = 4;

/// A set of values.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Domain {
    /// Any value.
    Any,
    /// Values of a kind.
    Is(Kind),
    /// An atom or an integer.
    Same(Expr),
    /// Tuples with components of these domains.
    Tuple(Vec<Self>),
    /// What is in one of these; nothing if there is none.
    OneOf(Vec<Self>),
}

impl Domain {
    /// Values of one of several kinds.
    pub(crate) fn kinds(kinds: &[Kind]) -> Self {
        Self::OneOf(kinds.iter().map(|&kind| Self::Is(kind)).collect())
    }

    /// One of some atoms.
    pub fn atoms(texts: &[&str]) -> Self {
        Self::OneOf(texts.iter().map(|text| Self::Same(Expr::atom(text))).collect())
    }

    /// The union with another one, flat however many there are.
    pub(crate) fn or(self, other: Self) -> Self {
        match self {
            Self::OneOf(mut parts) => {
                parts.push(other);
                Self::OneOf(parts)
            }
            domain => Self::OneOf(vec![domain, other]),
        }
    }

    /// Calls `visit` for all constants in it.
    pub(crate) fn for_each_constant<'d>(&'d self, visit: &mut impl FnMut(&'d Expr)) {
        match self {
            Self::Any | Self::Is(_) => {}
            Self::Same(value) => visit(value),
            Self::Tuple(parts) | Self::OneOf(parts) => {
                for part in parts {
                    part.for_each_constant(visit);
                }
            }
        }
    }

    /// What a sender may choose out of it: one shape of events' parts for each constant and tuple, one for all kinds.
    pub(crate) fn shapes(&self) -> Vec<Expr> {
        let mut shapes = Vec::new();
        if self.add_shapes(&mut shapes) { shapes } else { vec![self.shape()] }
    }

    /// The one shape of all its values.
    pub(crate) fn shape(&self) -> Expr {
        chosen(self.all_kinds())
    }

    /// Adds the shapes, unless they become too many.
    fn add_shapes(&self, shapes: &mut Vec<Expr>) -> bool {
        match self {
            Self::Any => add(shapes, Expr::Unknown(HOLE)),
            Self::Same(value) => add(shapes, value.clone()),
            Self::Is(Kind::Nil) => add(shapes, Expr::Nil),
            Self::Is(Kind::TupleOf(size)) => {
                add(shapes, Expr::Tuple(vec![Expr::Unknown(HOLE); *size]))
            }
            Self::Is(kind) => add(shapes, chosen(Some(vec![*kind]))),
            Self::Tuple(parts) => {
                let parts: Vec<Vec<Expr>> = parts.iter().map(Self::shapes).collect();
                let n_ways = parts
                    .iter()
                    .fold(1, |n: usize, alternatives| n.saturating_mul(alternatives.len()));
                n_ways <= MAX_SHAPES
                    && combined(&parts).into_iter().all(|items| add(shapes, Expr::Tuple(items)))
            }
            Self::OneOf(_) => {
                let (kinds, others) = self.alternatives();
                let kinds: Vec<Kind> =
                    kinds.into_iter().filter_map(Self::all_kinds).flatten().collect();
                // `ok | atom()`: what is of a kind that is there as a whole is in it.
                let is_covered = |part: &Self| {
                    part.all_kinds().is_some_and(|part_kinds| {
                        part_kinds.iter().all(|kind| kinds.contains(kind))
                    })
                };
                (kinds.is_empty() || add(shapes, chosen(Some(kinds.clone()))))
                    && others.into_iter().all(|part| is_covered(part) || part.add_shapes(shapes))
            }
        }
    }

    /// What it is the union of: kinds, and all else.
    fn alternatives(&self) -> (Vec<&Self>, Vec<&Self>) {
        let (mut kinds, mut others) = (Vec::new(), Vec::new());
        let mut rest = vec![self];
        while let Some(part) = rest.pop() {
            match part {
                Self::OneOf(parts) => rest.extend(parts.iter().rev()),
                Self::Is(_) => kinds.push(part),
                _ => others.push(part),
            }
        }
        (kinds, others)
    }

    /// The kinds of its values; nothing where these are all.
    pub fn all_kinds(&self) -> Option<Vec<Kind>> {
        Some(match self {
            Self::Any => return None,
            Self::Is(Kind::TupleOf(_)) | Self::Tuple(_) => vec![Kind::Tuple],
            Self::Is(kind) => vec![*kind],
            Self::Same(value) => vec![kind_of(value)?],
            Self::OneOf(parts) => {
                let mut kinds = Vec::new();
                for part in parts {
                    kinds.extend(part.all_kinds()?);
                }
                kinds
            }
        })
    }
}

/// Adds a shape, unless there are too many; whether it could be added.
fn add(shapes: &mut Vec<Expr>, shape: Expr) -> bool {
    if !shapes.contains(&shape) {
        shapes.push(shape);
    }
    shapes.len() <= MAX_SHAPES
}

/// All ways to take one of each, in order.
pub(crate) fn combined(parts: &[Vec<Expr>]) -> Vec<Vec<Expr>> {
    parts.iter().fold(vec![Vec::new()], |ways, alternatives| {
        let with = |way: &Vec<Expr>| {
            let way = way.clone();
            alternatives
                .iter()
                .map(move |part| [way.as_slice(), std::slice::from_ref(part)].concat())
        };
        ways.iter().flat_map(with).collect()
    })
}

/// A part that its sender chooses among values of these kinds; among all, where nothing is said.
pub(crate) fn chosen(kinds: Option<Vec<Kind>>) -> Expr {
    let Some(mut kinds) = kinds else { return Expr::Unknown(HOLE) };
    kinds.sort_unstable();
    kinds.dedup();
    match kinds.as_slice() {
        [] => Expr::Unknown(HOLE),
        [Kind::Nil] => Expr::Nil,
        _ => Expr::Chosen(HOLE, kinds),
    }
}

/// The kind of a shape; nothing of what is not known.
pub(crate) fn kind_of(shape: &Expr) -> Option<Kind> {
    Some(match shape {
        Expr::Atom(_) | Expr::State(_) => Kind::Atom,
        Expr::Integer(_) => Kind::Integer,
        Expr::Nil => Kind::Nil,
        Expr::Cons(..) | Expr::List(_) => Kind::Cons,
        Expr::Tuple(_) => Kind::Tuple,
        _ if shape.entries().is_some() => Kind::Map,
        _ if shape.as_float().is_some() => Kind::Float,
        _ => return None,
    })
}
