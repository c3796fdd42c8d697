//! Kinds of states, of a machine whose states may be any terms.
//!
//! Input: a state that was met, or the pattern or expression of one in the source. Output: what it has in common with others: atoms,
//! tuples and maps as they are, all else left open. `{busy,3}` and `{busy,4}` are of the kind `{busy,_}`.

use std::fmt;

use frontend::Module;
use frontend::ast::{Expr, ExprKind, Literal, Pat, PatKind};
use frontend::output::print::quote_atom;
use lts::Term;
use lts::semantics::Idle;
use translator::outcomes::{Value, Walk};

use crate::clauses::Read;
use crate::clauses::timed::state_head;
use crate::coverage::Coverage;
use crate::moves::{Move, Moves};
use crate::source::atom;

/// What states have in common.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Kind {
    /// Any term.
    Any,
    /// An atom.
    Atom(String),
    /// A tuple of so many parts.
    Tuple(Vec<Self>),
    /// A map with at least these keys.
    Map(Vec<(String, Self)>),
}

impl Kind {
    /// The kind of a state that was met.
    pub(crate) fn of(idle: &Idle) -> Option<Self> {
        let name = || idle.state.clone().map(Self::Atom);
        idle.value.as_ref().map(Self::of_term).or_else(name)
    }

    pub(crate) fn of_term(term: &Term) -> Self {
        match term {
            Term::Atom(name) => Self::of_name(name.as_str()),
            Term::Tuple(items) => Self::Tuple(items.iter().map(Self::of_term).collect()),
            Term::Map(entries) => {
                let fields =
                    entries.iter().map(|(key, part)| (key.to_string(), Self::of_term(part)));
                Self::Map(fields.collect())
            }
            _ => Self::Any,
        }
    }

    /// The kind of a state that has a name.
    pub(crate) fn of_name(name: &str) -> Self {
        Self::Atom(quote_atom(name))
    }

    /// The kind of the states that a pattern takes.
    pub(crate) fn of_pattern(pat: &Pat) -> Self {
        match &pat.kind {
            PatKind::Literal(Literal::Atom(name)) if name.undefined_macro().is_none() => {
                Self::of_name(name.as_str())
            }
            PatKind::Tuple(items) => Self::Tuple(items.iter().map(Self::of_pattern).collect()),
            PatKind::Map(fields) => {
                let fields = fields.iter().map(|field| {
                    Some((quote_atom(atom(&field.key)?), Self::of_pattern(&field.value)))
                });
                fields.collect::<Option<_>>().map_or(Self::Any, Self::Map)
            }
            PatKind::Alias(left, right) => match Self::of_pattern(left) {
                Self::Any => Self::of_pattern(right),
                kind => kind,
            },
            _ => Self::Any,
        }
    }

    /// The kind of the states that an expression gives.
    pub(crate) fn of_expr(expr: &Expr) -> Self {
        match &expr.kind {
            ExprKind::Tuple(items) => Self::Tuple(items.iter().map(Self::of_expr).collect()),
            ExprKind::Map(None, fields) => {
                let fields = fields.iter().map(|field| {
                    Some((quote_atom(atom(&field.key)?), Self::of_expr(&field.value)))
                });
                fields.collect::<Option<_>>().map_or(Self::Any, Self::Map)
            }
            ExprKind::Match(_, right) => Self::of_expr(right),
            _ => atom(expr).map_or(Self::Any, Self::of_name),
        }
    }

    /// Whether a state of this kind may be one of another kind.
    pub(crate) fn fits(&self, other: &Self) -> bool {
        match (self, other) {
            (_, Self::Any) | (Self::Any, _) => true,
            (Self::Atom(own), Self::Atom(other)) => own == other,
            (Self::Tuple(own), Self::Tuple(others)) => {
                own.len() == others.len()
                    && own.iter().zip(others).all(|(own, other)| own.fits(other))
            }
            (Self::Map(own), Self::Map(others)) => others
                .iter()
                .all(|(key, other)| own.iter().all(|(name, part)| name != key || part.fits(other))),
            _ => false,
        }
    }

    /// Whether more states than one may be of this kind.
    pub(crate) fn is_open(&self) -> bool {
        match self {
            Self::Any => true,
            Self::Atom(_) => false,
            Self::Tuple(items) => items.iter().any(Self::is_open),
            Self::Map(fields) => fields.iter().any(|(_, part)| part.is_open()),
        }
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Any => f.write_str("_"),
            Self::Atom(name) => f.write_str(name),
            Self::Tuple(items) => {
                let items: Vec<String> = items.iter().map(Self::to_string).collect();
                write!(f, "{{{}}}", items.join(","))
            }
            Self::Map(fields) => {
                let fields: Vec<String> =
                    fields.iter().map(|(key, part)| format!("{key} => {part}")).collect();
                write!(f, "#{{{}}}", fields.join(","))
            }
        }
    }
}

impl Moves<'_, '_> {
    /// The kind of the state before a move.
    pub(crate) fn state_kind(&self, this_move: &Move) -> Option<Kind> {
        Kind::of(self.idle[this_move.source].as_ref()?)
    }
}

/// What was reached, with kinds of states where any term may be one.
pub(crate) fn counted(moves: &Moves<'_, '_>, reads: &[Read<'_>], reached: Coverage) -> Coverage {
    if moves.model.behaviour.has_any_states() {
        Coverage { states: all(moves, reads), ..reached }
    } else {
        reached
    }
}

/// The kinds of states that were met, and those that the text names besides: each with whether it was met.
fn all(moves: &Moves<'_, '_>, reads: &[Read<'_>]) -> Vec<(String, bool)> {
    let mut met: Vec<Kind> = moves.idle.iter().flatten().filter_map(Kind::of).collect();
    met.sort();
    met.dedup();
    let mut named: Vec<Kind> = reads.iter().flat_map(|read| named(moves.module, read)).collect();
    named.sort();
    named.dedup();
    let unmet: Vec<Kind> = named
        .iter()
        .filter(|kind| !met.iter().any(|met| met.fits(kind)))
        .filter(|kind| !named.iter().any(|other| other != *kind && is_part(other, kind)))
        .cloned()
        .collect();
    let met = met.iter().map(|kind| (kind.to_string(), true));
    met.chain(unmet.iter().map(|kind| (kind.to_string(), false))).collect()
}

/// Whether states of one kind are among those of another one, which says less.
fn is_part(one: &Kind, other: &Kind) -> bool {
    one.fits(other) && other.is_open()
}

/// The kinds of states that the head of a clause and what it returns name.
fn named(module: &Module, read: &Read<'_>) -> Vec<Kind> {
    let mut kinds: Vec<Kind> = state_head(read).map(Kind::of_pattern).into_iter().collect();
    for outcome in &read.outcomes {
        let place = read.shape(outcome).and_then(behaviour::Shape::state);
        let next = place.and_then(|place| outcome.value.component(place - 1));
        let values = next.map(|(expr, scope)| Walk::values(module, expr, scope));
        kinds.extend(values.into_iter().flatten().map(|value| match value {
            Value::Written(expr, _) => Kind::of_expr(expr),
            value => value.atom().map_or(Kind::Any, Kind::of_name),
        }));
    }
    kinds.retain(|kind| *kind != Kind::Any);
    kinds
}
