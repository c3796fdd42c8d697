//! Shapes of events: what an expression or a pattern shows of its value.
//!
//! Input: expressions and patterns. Output: terms with holes, and which of them covers which.

use std::collections::BTreeMap;

use frontend::ast::{
    Callee, Expr as Syntax, ExprKind, FieldName, Literal, MapField, Module, Pat, PatKind,
    RecordDecl, RecordField, UnaryOp,
};
use frontend::{Name, ast};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::analysis::domain::{chosen, kind_of};
use model::{Expr, HOLE, Kind};

/// Characters of a string that is written out.
const MAX_STRING: usize = 64;

/// Nesting of a term that is looked at.
const MAX_DEPTH: usize = 32;

/// Variables with what is known of them.
pub(crate) type Known = FxHashMap<Name, Expr>;

/// The records of a module.
pub(crate) struct Shapes<'a> {
    records: FxHashMap<Name, &'a RecordDecl>,
    /// Functions of the module without parameters, which may have the name of one of Erlang's.
    nullary: FxHashSet<Name>,
}

/// A part that is not known.
pub(crate) fn hole() -> Expr {
    Expr::Unknown(HOLE)
}

impl<'a> Shapes<'a> {
    /// The records and functions of a module.
    pub(crate) fn of(module: &'a Module) -> Self {
        let records = module.forms.iter().filter_map(|form| match form {
            ast::Form::Record(record) => Some((record.name.clone(), record)),
            _ => None,
        });
        let functions = module.functions().filter(|function| function.arity == 0);
        Self {
            records: records.collect(),
            nullary: functions.map(|function| function.name.clone()).collect(),
        }
    }

    /// What an expression shows of its value.
    pub(crate) fn value(&self, expr: &Syntax, bindings: &Known) -> Expr {
        self.value_at(expr, bindings, 0)
    }

    fn value_at(&self, expr: &Syntax, bindings: &Known, depth: usize) -> Expr {
        if depth > MAX_DEPTH {
            return hole();
        }
        let inner = |expr: &Syntax| self.value_at(expr, bindings, depth + 1);
        match &expr.kind {
            ExprKind::Var(name) => bindings.get(name).cloned().unwrap_or_else(hole),
            ExprKind::Literal(literal) => constant(literal),
            ExprKind::Nil => Expr::Nil,
            ExprKind::Cons(head, tail) => Expr::Cons(Box::new(inner(head)), Box::new(inner(tail))),
            ExprKind::Tuple(items) => Expr::Tuple(items.iter().map(inner).collect()),
            ExprKind::Match(_, value) => inner(value),
            ExprKind::Block(body) => body.last().map_or_else(hole, inner),
            ExprKind::Unary(UnaryOp::Minus, operand) => match inner(operand) {
                Expr::Integer(value) => Expr::Integer(-value),
                _ => hole(),
            },
            ExprKind::Record(None, name, fields) => self.record(name, fields, &inner, &|default| {
                default.map_or_else(|| Expr::atom("undefined"), &inner)
            }),
            ExprKind::Map(None, fields) => {
                let entries = keyed(fields, &inner);
                entries.unwrap_or_else(|| chosen(Some(vec![Kind::Map])))
            }
            ExprKind::Call(Callee::Local(name), _) if self.nullary.contains(name) => hole(),
            other => made(other).map_or_else(hole, |kind| chosen(Some(vec![kind]))),
        }
    }

    /// What a pattern shows of the values that it takes.
    pub(crate) fn pattern(&self, pat: &Pat) -> Expr {
        self.pattern_with(pat, &Known::default())
    }

    /// What a pattern shows of the values that it takes, where this is known of its variables.
    fn pattern_with(&self, pat: &Pat, known: &Known) -> Expr {
        let inner = |pat: &Pat| self.pattern_with(pat, known);
        match &pat.kind {
            PatKind::Var(name) => known.get(name).cloned().unwrap_or_else(hole),
            PatKind::Literal(literal) => constant(literal),
            PatKind::Nil => Expr::Nil,
            PatKind::Cons(head, tail) => Expr::Cons(Box::new(inner(head)), Box::new(inner(tail))),
            PatKind::Tuple(items) => Expr::Tuple(items.iter().map(inner).collect()),
            PatKind::Alias(left, right) => match inner(left) {
                Expr::Unknown(_) => inner(right),
                left => left,
            },
            PatKind::Record(name, fields) => self.record(name, fields, &inner, &|_| hole()),
            PatKind::Unary(..) | PatKind::Binary(..) => {
                pat.simplified().map_or_else(hole, |pat| inner(&pat))
            }
            _ => hole(),
        }
    }

    /// What the pattern of an event shows of it as a whole: of a map its keys, of other values at least their kind.
    pub(crate) fn event(&self, pat: &Pat) -> Expr {
        self.event_with(pat, &Known::default())
    }

    /// The event that a pattern takes, with what a guard says of the variables in it.
    pub(crate) fn event_with(&self, pat: &Pat, known: &Known) -> Expr {
        let inner = |pat: &Pat| self.pattern_with(pat, known);
        let of_kind = |kind| chosen(Some(vec![kind]));
        match &pat.kind {
            PatKind::Map(fields) => {
                let entries = keyed(fields, &inner);
                entries.unwrap_or_else(|| of_kind(Kind::Map))
            }
            PatKind::Bin(_) => of_kind(Kind::BitString),
            PatKind::List(..) | PatKind::Literal(Literal::String(_)) => match inner(pat) {
                Expr::Unknown(_) => of_kind(Kind::Cons),
                shape => shape,
            },
            PatKind::Literal(Literal::Float(_)) => of_kind(Kind::Float),
            PatKind::Alias(left, right) => match self.event_with(left, known) {
                Expr::Unknown(_) => self.event_with(right, known),
                left => left,
            },
            _ => inner(pat),
        }
    }

    fn record<T>(
        &self,
        name: &Name,
        fields: &[RecordField<T>],
        value: &dyn Fn(&T) -> Expr,
        missing: &dyn Fn(Option<&Syntax>) -> Expr,
    ) -> Expr {
        let Some(record) = self.records.get(name) else { return hole() };
        let named = |name: &FieldName| fields.iter().find(|field| field.name == *name);
        let parts = record.fields.iter().map(|field| {
            let given = named(&FieldName::Atom(field.name.clone()))
                .or_else(|| named(&FieldName::Var(Name::from("_"))));
            given.map_or_else(|| missing(field.default.as_ref()), |given| value(&given.value))
        });
        Expr::Tuple(std::iter::once(Expr::Atom(name.clone())).chain(parts).collect())
    }
}

/// The map of the keys that are named, where these are atoms.
fn keyed<T>(fields: &[MapField<T>], value: &dyn Fn(&T) -> Expr) -> Option<Expr> {
    let mut entries: BTreeMap<String, (Expr, Expr)> = BTreeMap::new();
    for field in fields {
        let ExprKind::Literal(Literal::Atom(name)) = &field.key.kind else { return None };
        let entry = (Expr::Atom(name.clone()), value(&field.value));
        entries.insert(name.to_string(), entry);
    }
    Some(Expr::map(entries.into_values().collect()))
}

/// The kind of what an expression makes, whatever its operands are.
fn made(kind: &ExprKind) -> Option<Kind> {
    Some(match kind {
        ExprKind::Map(..) => Kind::Map,
        ExprKind::Bin(_) | ExprKind::BinComprehension(..) => Kind::BitString,
        ExprKind::Fun(_)
        | ExprKind::NamedFun(..)
        | ExprKind::FunLocal(..)
        | ExprKind::FunRemote(_) => Kind::Fun,
        ExprKind::Call(Callee::Local(name), args) if args.is_empty() => match name.as_str() {
            "self" => Kind::Pid,
            "make_ref" => Kind::Reference,
            "node" => Kind::Atom,
            _ => return None,
        },
        _ => return None,
    })
}

fn constant(literal: &Literal) -> Expr {
    match literal {
        Literal::Atom(name) => Expr::Atom(name.clone()),
        Literal::Integer(value) => Expr::Integer(value.clone()),
        Literal::Char(value) => Expr::Integer((*value).into()),
        Literal::String(text) if text.chars().count() <= MAX_STRING => {
            let items: Vec<Expr> =
                text.chars().map(|c| Expr::Integer(u32::from(c).into())).collect();
            Expr::list(items.into_iter())
        }
        Literal::String(_) | Literal::Float(_) => hole(),
    }
}

/// Whether every value of the second shape is one of the first.
pub(crate) fn covers(general: &Expr, special: &Expr) -> bool {
    match (general, special) {
        (Expr::Unknown(_), _) => true,
        (Expr::Chosen(_, kinds), Expr::Chosen(_, others)) => {
            others.iter().all(|other| includes(kinds, *other))
        }
        (Expr::Chosen(_, kinds), special) => {
            kind_of(special).is_some_and(|kind| includes(kinds, kind))
        }
        (Expr::Cons(a, b), Expr::Cons(c, d)) => covers(a, c) && covers(b, d),
        (Expr::Tuple(a), Expr::Tuple(b)) => {
            a.len() == b.len() && a.iter().zip(b).all(|(a, b)| covers(a, b))
        }
        (a, b) => a == b || of_keys(a, b).is_some_and(|all| all.iter().all(|(a, b)| covers(a, b))),
    }
}

/// What two maps with the same keys have under each.
fn of_keys<'e>(a: &'e Expr, b: &'e Expr) -> Option<Vec<(&'e Expr, &'e Expr)>> {
    let (own, others) = (a.entries()?, b.entries()?);
    let has_same_keys =
        own.len() == others.len() && own.iter().zip(&others).all(|(a, b)| a.0 == b.0);
    has_same_keys.then(|| own.into_iter().zip(others).map(|((_, a), (_, b))| (a, b)).collect())
}

/// Whether two shapes have the same tag and arity, or are the same constant.
pub(crate) fn is_same_message(a: &Expr, b: &Expr) -> bool {
    match (a, b) {
        (Expr::Tuple(a), Expr::Tuple(b)) => {
            let tags = a.first().zip(b.first());
            a.len() == b.len() && tags.is_none_or(|(a, b)| a == b || *a == hole() || *b == hole())
        }
        (a, b) => a == b,
    }
}

/// The most special shape that covers both.
pub(crate) fn common(a: &Expr, b: &Expr) -> Expr {
    match (a, b) {
        (Expr::Cons(a, b), Expr::Cons(c, d)) => {
            Expr::Cons(Box::new(common(a, c)), Box::new(common(b, d)))
        }
        (Expr::Tuple(a), Expr::Tuple(b)) if a.len() == b.len() => {
            Expr::Tuple(a.iter().zip(b).map(|(a, b)| common(a, b)).collect())
        }
        (a, b) if a == b => a.clone(),
        (a, b) => common_map(a, b).unwrap_or_else(|| match (kinds_of(a), kinds_of(b)) {
            (Some(a), Some(b)) => chosen(Some([a, b].concat())),
            _ => hole(),
        }),
    }
}

/// The most special shape that covers two maps, if they have the same keys.
fn common_map(a: &Expr, b: &Expr) -> Option<Expr> {
    let (entries, others) = (a.entries()?, b.entries()?);
    let has_same_keys =
        entries.len() == others.len() && entries.iter().zip(&others).all(|(a, b)| a.0 == b.0);
    let both =
        entries.into_iter().zip(others).map(|((key, a), (_, b))| (key.clone(), common(a, b)));
    has_same_keys.then(|| Expr::map(both.collect()))
}

/// The shape of the values of both, if it has no others: they differ in one part, of which kinds are known.
pub(crate) fn joined(a: &Expr, b: &Expr) -> Option<Expr> {
    let both = |a: (&Expr, &Expr), b: (&Expr, &Expr)| {
        let same = [a.0 == b.0, a.1 == b.1];
        match same {
            [true, _] => Some((a.0.clone(), joined(a.1, b.1)?)),
            [_, true] => Some((joined(a.0, b.0)?, a.1.clone())),
            _ => None,
        }
    };
    match (a, b) {
        (Expr::Chosen(_, kinds), Expr::Chosen(_, others)) => {
            Some(chosen(Some([kinds.as_slice(), others].concat())))
        }
        (Expr::Cons(a, b), Expr::Cons(c, d)) => {
            let (head, tail) = both((a, b), (c, d))?;
            Some(Expr::Cons(Box::new(head), Box::new(tail)))
        }
        (Expr::Tuple(a), Expr::Tuple(b)) if a.len() == b.len() => {
            let mut differ = (0..a.len()).filter(|&at| a[at] != b[at]);
            let (Some(at), None) = (differ.next(), differ.next()) else { return None };
            let mut items = a.clone();
            items[at] = joined(&a[at], &b[at])?;
            Some(Expr::Tuple(items))
        }
        _ => None,
    }
}

/// The kinds of the values of a shape; nothing where they are all.
fn kinds_of(shape: &Expr) -> Option<Vec<Kind>> {
    match shape {
        Expr::Chosen(_, kinds) => Some(kinds.clone()),
        other => kind_of(other).map(|kind| vec![kind]),
    }
}

/// Whether values of a kind are among those of others.
fn includes(kinds: &[Kind], kind: Kind) -> bool {
    let general = match kind {
        Kind::Integer | Kind::Float => Kind::Number,
        Kind::Binary => Kind::BitString,
        Kind::TupleOf(_) => Kind::Tuple,
        other => other,
    };
    kinds.contains(&kind) || kinds.contains(&general)
}

/// Whether a value may have both shapes.
pub(crate) fn fits(a: &Expr, b: &Expr) -> bool {
    match (a, b) {
        (Expr::Unknown(_), _) | (_, Expr::Unknown(_)) => true,
        (Expr::Cons(a, b), Expr::Cons(c, d)) => fits(a, c) && fits(b, d),
        (Expr::Tuple(a), Expr::Tuple(b)) => {
            a.len() == b.len() && a.iter().zip(b).all(|(a, b)| fits(a, b))
        }
        (Expr::Chosen(_, a), Expr::Chosen(_, b)) => {
            let meet = |a: &[Kind], b: &[Kind]| a.iter().any(|kind| includes(b, *kind));
            meet(a, b) || meet(b, a)
        }
        (Expr::Chosen(..), other) => kind_of(other).is_none() || covers(a, other),
        (other, Expr::Chosen(..)) => kind_of(other).is_none() || covers(b, other),
        (a, b) => a == b || of_keys(a, b).is_some_and(|all| all.iter().all(|(a, b)| fits(a, b))),
    }
}

/// What a pattern finds out of a value.
pub(crate) fn bind(pat: &Pat, value: &Expr, shapes: &Shapes<'_>, bindings: &mut Known) {
    match (&pat.kind, value) {
        (PatKind::Var(name), value) => {
            bindings.entry(name.clone()).or_insert_with(|| value.clone());
        }
        (PatKind::Alias(left, right), value) => {
            let shown = if *value == hole() { shapes.pattern(pat) } else { value.clone() };
            bind(left, &shown, shapes, bindings);
            bind(right, &shown, shapes, bindings);
        }
        (PatKind::Tuple(pats), Expr::Tuple(values)) if pats.len() == values.len() => {
            for (pat, value) in pats.iter().zip(values) {
                bind(pat, value, shapes, bindings);
            }
        }
        _ => {}
    }
}
