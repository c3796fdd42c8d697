//! What patterns say of values.
//!
//! Input: a pattern, where the value is. Output: where it is if the pattern takes it, and where the variables of the pattern are then.
//! More values than the pattern takes, never fewer.

use std::collections::BTreeMap;

use frontend::Name;
use frontend::ast::{FieldName, Literal, Pat, PatKind};
use model::{Expr, Kind};
use translator::Domain;

use crate::module::Unit;
use crate::values::{atom, is_nothing, join, nothing, tuple};

/// Where variables are; of others nothing is known.
pub(crate) type Scope = BTreeMap<Name, Domain>;

/// Where a value is that is in a domain and that a pattern takes.
pub(crate) fn meet(unit: &Unit, domain: &Domain, pattern: &Pat, scope: &Scope) -> Domain {
    match (&pattern.kind, domain) {
        (PatKind::Var(name), _) => match scope.get(name) {
            // It is bound before, to what is known of it.
            Some(known) if *domain == Domain::Any => known.clone(),
            _ => domain.clone(),
        },
        (PatKind::Alias(left, right), _) => {
            meet(unit, &meet(unit, domain, left, scope), right, scope)
        }
        (_, Domain::OneOf(parts)) => {
            let taken = parts.iter().map(|part| meet(unit, part, pattern, scope));
            taken.fold(nothing(), |all, part| join(&all, &part))
        }
        (_, Domain::Any) => shape(unit, pattern, scope),
        (PatKind::Tuple(items), Domain::Tuple(parts)) => {
            if items.len() != parts.len() {
                return nothing();
            }
            let both = items.iter().zip(parts);
            tuple(both.map(|(item, part)| meet(unit, part, item, scope)).collect())
        }
        (PatKind::Record(name, _), Domain::Tuple(parts)) => {
            let is_it = parts.first().is_none_or(|tag| fits(&atom(name), tag));
            let size = unit.record(name).map(|record| record.fields.len() + 1);
            let has_size = size.is_none_or(|size| size == parts.len());
            if is_it && has_size { domain.clone() } else { nothing() }
        }
        _ => {
            let shape = shape(unit, pattern, scope);
            if fits(&shape, domain) { domain.clone() } else { nothing() }
        }
    }
}

/// What is left of a domain behind a pattern without a guard: parts that it takes as a whole are gone.
pub(crate) fn rest(domain: &Domain, pattern: &Pat, scope: &Scope) -> Domain {
    match domain {
        Domain::OneOf(parts) => {
            let left = parts.iter().filter(|part| !takes_all(part, pattern, scope));
            left.fold(nothing(), |all, part| join(&all, part))
        }
        part if takes_all(part, pattern, scope) => nothing(),
        part => part.clone(),
    }
}

/// Whether a pattern takes all values of a domain.
fn takes_all(domain: &Domain, pattern: &Pat, scope: &Scope) -> bool {
    let mut seen = Vec::new();
    pattern.for_each_var(&mut |name| seen.push(name));
    seen.sort();
    // A variable that is there before, or twice, takes some values only.
    let is_plain = seen.windows(2).all(|pair| pair[0] != pair[1])
        && !seen.iter().any(|name| scope.contains_key(*name));
    is_plain && covers(domain, pattern)
}

fn covers(domain: &Domain, pattern: &Pat) -> bool {
    match (&pattern.kind, domain) {
        (PatKind::Wildcard | PatKind::Var(_), _) | (PatKind::Nil, Domain::Is(Kind::Nil)) => true,
        (PatKind::Alias(left, right), _) => covers(domain, left) && covers(domain, right),
        (PatKind::Literal(literal), Domain::Same(_)) => constant(literal) == *domain,
        (PatKind::Tuple(items), Domain::Tuple(parts)) => {
            items.len() == parts.len()
                && items.iter().zip(parts).all(|(item, part)| covers(part, item))
        }
        _ => false,
    }
}

/// Whether there may be a value that is in both.
fn fits(left: &Domain, right: &Domain) -> bool {
    match (left, right) {
        (Domain::Any, other) | (other, Domain::Any) => !is_nothing(other),
        (Domain::OneOf(parts), other) | (other, Domain::OneOf(parts)) => {
            parts.iter().any(|part| fits(part, other))
        }
        (Domain::Same(left), Domain::Same(right)) => left == right,
        (Domain::Tuple(left), Domain::Tuple(right)) => {
            left.len() == right.len() && left.iter().zip(right).all(|(l, r)| fits(l, r))
        }
        (Domain::Is(left), Domain::Is(right)) => are_kin(*left, *right),
        (Domain::Is(kind), Domain::Same(value)) | (Domain::Same(value), Domain::Is(kind)) => {
            value.kind().is_none_or(|own| are_kin(own, *kind))
        }
        (Domain::Is(kind), Domain::Tuple(items)) | (Domain::Tuple(items), Domain::Is(kind)) => {
            are_kin(Kind::TupleOf(items.len()), *kind)
        }
        (Domain::Same(_), Domain::Tuple(_)) | (Domain::Tuple(_), Domain::Same(_)) => false,
    }
}

/// Whether a value may be of both kinds.
fn are_kin(left: Kind, right: Kind) -> bool {
    left.tells(right) != Some(false) || right.tells(left) != Some(false)
}

/// Where values are that a pattern takes.
fn shape(unit: &Unit, pattern: &Pat, scope: &Scope) -> Domain {
    match &pattern.kind {
        PatKind::Var(name) => scope.get(name).cloned().unwrap_or(Domain::Any),
        PatKind::Literal(literal) => constant(literal),
        PatKind::Nil => Domain::Is(Kind::Nil),
        PatKind::Cons(..) => Domain::Is(Kind::Cons),
        PatKind::Tuple(items) => tuple(items.iter().map(|item| shape(unit, item, scope)).collect()),
        PatKind::Map(_) => Domain::Is(Kind::Map),
        PatKind::Bin(_) => Domain::Is(Kind::BitString),
        PatKind::Alias(left, right) => meet(unit, &shape(unit, left, scope), right, scope),
        PatKind::Record(name, fields) => match unit.record(name) {
            Some(record) => {
                let mut items = vec![atom(name)];
                items.extend(record.fields.iter().map(|declared| {
                    let given = fields.iter().find(|field| {
                        matches!(&field.name, FieldName::Atom(name) if *name == declared.name)
                    });
                    given.map_or(Domain::Any, |field| shape(unit, &field.value, scope))
                }));
                tuple(items)
            }
            None => Domain::Is(Kind::Tuple),
        },
        _ => Domain::Any,
    }
}

/// Where a constant is.
pub(crate) fn constant(literal: &Literal) -> Domain {
    match literal {
        Literal::Atom(name) if name.undefined_macro().is_some() => Domain::Any,
        Literal::Atom(name) => atom(name),
        Literal::Integer(value) => Domain::Same(Expr::Integer(value.clone())),
        Literal::Char(code) => Domain::Same(Expr::Integer((*code).into())),
        Literal::String(text) if text.is_empty() => Domain::Is(Kind::Nil),
        Literal::String(_) => Domain::Is(Kind::Cons),
        Literal::Float(_) => Domain::Is(Kind::Float),
    }
}

/// Says where the variables of a pattern are that takes a value in a domain.
pub(crate) fn bind(unit: &Unit, domain: &Domain, pattern: &Pat, scope: &mut Scope) {
    match &pattern.kind {
        PatKind::Var(name) => {
            // What is bound before stays what it is.
            scope.entry(name.clone()).or_insert_with(|| domain.clone());
        }
        PatKind::Alias(left, right) => {
            bind(unit, domain, left, scope);
            bind(unit, domain, right, scope);
        }
        PatKind::Tuple(items) => {
            for (at, item) in items.iter().enumerate() {
                bind(unit, &component(domain, items.len(), at), item, scope);
            }
        }
        PatKind::Record(name, fields) => {
            let Some(record) = unit.record(name) else { return };
            let size = record.fields.len() + 1;
            for field in fields {
                let FieldName::Atom(own) = &field.name else { continue };
                let place = record.fields.iter().position(|declared| declared.name == *own);
                let part = place.map_or(Domain::Any, |at| component(domain, size, at + 1));
                bind(unit, &part, &field.value, scope);
            }
        }
        _ => {}
    }
}

/// Where a component of a tuple of this size is.
pub(crate) fn component(domain: &Domain, size: usize, at: usize) -> Domain {
    match domain {
        Domain::Tuple(parts) if parts.len() == size => {
            parts.get(at).cloned().unwrap_or(Domain::Any)
        }
        Domain::OneOf(parts) => {
            let is_tuple = |part: &&Domain| match part {
                Domain::Tuple(items) => items.len() == size,
                Domain::Is(kind) => are_kin(Kind::TupleOf(size), *kind),
                Domain::Same(_) => false,
                Domain::Any | Domain::OneOf(_) => true,
            };
            let taken = parts.iter().filter(is_tuple).map(|part| component(part, size, at));
            taken.fold(nothing(), |all, part| join(&all, &part))
        }
        _ => Domain::Any,
    }
}
