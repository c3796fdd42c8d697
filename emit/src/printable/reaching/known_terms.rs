//! Terms as far as the text of a model tells them.
//!
//! Input: the terms that a model writes, and what is known of variables. Output: a number for each of these terms and their
//! parts, what a term is where variables have such numbers, whether a condition holds there. What is not written out is open.
//! A list that is put together of known parts and is written nowhere is known as far as it is where it is put together, a
//! tuple to some depth, so that there are finitely many terms. Says nothing of floats and of maps but their kind.

use std::collections::BTreeSet;

use frontend::Name;
use model::expr::walk::{Root, root_of_node, roots_of_point};
use model::index::{Distinct, Idx as _, IndexVec};
use model::{Cond, Expr, Kind, Model, Operator, StateIx, VarId, Wrap};
use num_bigint::BigInt;
use rustc_hash::FxHashMap;

use super::env::Value;
use crate::printable::used::Used;

model::index_types! {
    /// A term as far as it is known.
    TermId;
}

/// Tuples inside each other that are written nowhere, at most.
const MAX_DEPTH: usize = 3;

/// Terms that are written nowhere of which a value is one, at most.
const MAX_NEW: usize = 40;

/// A term of which nothing is known.
pub(super) const OPEN: TermId = TermId(0);
const TRUE: TermId = TermId(1);
const FALSE: TermId = TermId(2);

/// A term as far as it is known.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Term {
    /// Any of this kind.
    Open(Option<Kind>),
    Atom(Name),
    State(StateIx),
    Integer(BigInt),
    Nil,
    Cons(TermId, TermId),
    Tuple(Vec<TermId>),
    Wrapped(Wrap, TermId),
}

/// The terms that a model writes.
pub(super) struct Terms {
    rows: Distinct<TermId, Term>,
    /// Whether nothing in them is open, nor the name of a state.
    is_whole: IndexVec<TermId, bool>,
    /// How many tuples are inside each other in them that are written nowhere.
    depth: IndexVec<TermId, usize>,
    /// Kinds that operators make.
    made: BTreeSet<Kind>,
    /// What two tuples have in common.
    commons: FxHashMap<(TermId, TermId), TermId>,
}

impl Terms {
    /// What stands in that part of a model that is written.
    pub(super) fn of(model: &Model, used: &Used) -> Self {
        let (is_whole, depth) = (IndexVec::default(), IndexVec::default());
        let (made, commons) = (BTreeSet::new(), FxHashMap::default());
        let mut terms = Self { rows: Distinct::default(), is_whole, depth, made, commons };
        for first in [Term::Open(None), Term::Atom("true".into()), Term::Atom("false".into())] {
            terms.insert(first);
        }
        let mut root = |root: Root<'_>| match root {
            Root::Expr(expr) => {
                terms.write(expr);
            }
            Root::Cond(cond) => terms.write_cond(cond),
        };
        let functions = model.functions.iter_enumerated().filter(|(id, _)| used.function(*id));
        for node in functions.flat_map(|(_, function)| &function.nodes) {
            root_of_node(node, &mut root);
        }
        for point in &model.points {
            roots_of_point(point, &mut root);
        }
        for arg in model.composition.iter().flat_map(|part| &part.args) {
            root(Root::Expr(arg));
        }
        terms
    }

    fn insert(&mut self, term: Term) -> TermId {
        let is_whole = match &term {
            Term::Open(_) | Term::State(_) => false,
            Term::Atom(_) | Term::Integer(_) | Term::Nil => true,
            Term::Cons(head, tail) => self.is_whole[*head] && self.is_whole[*tail],
            Term::Tuple(items) => items.iter().all(|item| self.is_whole[*item]),
            Term::Wrapped(_, content) => self.is_whole[*content],
        };
        let id = self.rows.insert(term);
        if id.index() == self.is_whole.len() {
            self.is_whole.push(is_whole);
            self.depth.push(0);
        }
        id
    }

    /// A term that is put together; `None` where it is not numbered.
    fn put_together(&mut self, term: Term) -> Option<TermId> {
        if let Some(id) = self.rows.find(&term) {
            return Some(id);
        }
        let depth = match &term {
            Term::Open(_) => 0,
            Term::Tuple(items) => 1 + items.iter().map(|item| self.depth[*item]).max().unwrap_or(0),
            _ => return None,
        };
        if depth > MAX_DEPTH {
            return None;
        }
        let id = self.insert(term);
        self.depth[id] = depth;
        Some(id)
    }

    /// What terms have in common.
    pub(super) fn common<'t>(&mut self, terms: impl IntoIterator<Item = &'t TermId>) -> TermId {
        let common = terms.into_iter().copied().reduce(|one, other| self.common_of(one, other));
        common.unwrap_or(OPEN)
    }

    fn common_of(&mut self, one: TermId, other: TermId) -> TermId {
        if one == other || one == OPEN {
            return one;
        }
        if let (Term::Tuple(a), Term::Tuple(b)) = (&self.rows[one], &self.rows[other])
            && a.len() == b.len()
        {
            if let Some(common) = self.commons.get(&(one, other)) {
                return *common;
            }
            let pairs: Vec<(TermId, TermId)> = a.iter().copied().zip(b.iter().copied()).collect();
            let items = pairs.into_iter().map(|(a, b)| self.common_of(a, b)).collect();
            let tuple = self.put_together(Term::Tuple(items));
            let common = tuple.unwrap_or_else(|| self.common_kind(one, other));
            self.commons.insert((one, other), common);
            return common;
        }
        self.common_kind(one, other)
    }

    /// What is known of terms that have no parts in common.
    fn common_kind(&mut self, one: TermId, other: TermId) -> TermId {
        let kind = match (self.kind(one), self.kind(other)) {
            (Some(one), Some(other)) if one == other => one,
            (Some(Kind::TupleOf(_) | Kind::Tuple), Some(Kind::TupleOf(_) | Kind::Tuple)) => {
                Kind::Tuple
            }
            _ => return OPEN,
        };
        self.insert(Term::Open(Some(kind)))
    }

    /// A value that is one of these terms: what they have in common, where many of them are written nowhere.
    pub(super) fn value(&mut self, terms: BTreeSet<TermId>) -> Value {
        let n_new = terms.iter().filter(|term| self.depth[**term] > 0).count();
        if n_new > MAX_NEW {
            let common = self.common(&terms);
            return Value::of(BTreeSet::from([common]));
        }
        Value::of(terms)
    }

    /// Numbers what stands in a condition.
    fn write_cond(&mut self, cond: &Cond) {
        match cond {
            Cond::Not(inner) => self.write_cond(inner),
            Cond::And(left, right) => {
                self.write_cond(left);
                self.write_cond(right);
            }
            cond => {
                for operand in cond.operands() {
                    self.write(operand);
                }
            }
        }
    }

    /// Numbers a term where nothing is known of variables, and what stands in it.
    fn write(&mut self, expr: &Expr) -> TermId {
        let term = match expr {
            Expr::Atom(name) => Term::Atom(name.clone()),
            Expr::State(state) => Term::State(*state),
            Expr::Integer(value) => Term::Integer(value.clone()),
            Expr::Nil => Term::Nil,
            Expr::Cons(..) | Expr::List(_) => {
                let (items, end) = expr.spine();
                let mut list = self.write(end);
                for item in items.into_iter().rev() {
                    let head = self.write(item);
                    list = self.insert(Term::Cons(head, list));
                }
                return list;
            }
            Expr::Tuple(items) => Term::Tuple(items.iter().map(|item| self.write(item)).collect()),
            Expr::Apply(Operator::Wrap(wrap), content) if content.len() == 1 => {
                self.made.insert(wrap.kind());
                Term::Wrapped(*wrap, self.write(&content[0]))
            }
            other => {
                if let Expr::Bool(cond) = other {
                    self.write_cond(cond);
                }
                if let Expr::Apply(operator, _) = other {
                    self.made.extend(made(*operator));
                }
                for operand in other.operands() {
                    self.write(operand);
                }
                Term::Open(other.kind())
            }
        };
        self.insert(term)
    }

    /// The number of a term where variables have these.
    pub(super) fn term(&mut self, expr: &Expr, value: &dyn Fn(VarId) -> TermId) -> TermId {
        let term = match expr {
            Expr::Var(var) => return value(*var),
            Expr::Head(list) => {
                let list = self.term(list, value);
                return self.part(list, 1);
            }
            Expr::Tail(list) => {
                let list = self.term(list, value);
                return self.part(list, 2);
            }
            Expr::Element(position, tuple) => {
                let tuple = self.term(tuple, value);
                return self.part(tuple, *position);
            }
            Expr::Bool(cond) => match self.holds(cond, value) {
                Some(true) => return TRUE,
                Some(false) => return FALSE,
                None => Term::Open(Some(Kind::Atom)),
            },
            Expr::Apply(Operator::Unwrap(wrap), content) if content.len() == 1 => {
                let content = self.term(&content[0], value);
                match &self.rows[content] {
                    Term::Wrapped(of, content) if of == wrap => return *content,
                    _ => Term::Open(expr.kind()),
                }
            }
            Expr::Atom(name) => Term::Atom(name.clone()),
            Expr::State(state) => Term::State(*state),
            Expr::Integer(value) => Term::Integer(value.clone()),
            Expr::Nil => Term::Nil,
            Expr::Cons(..) | Expr::List(_) => return self.list(expr, value),
            Expr::Tuple(items) => {
                Term::Tuple(items.iter().map(|item| self.term(item, value)).collect())
            }
            Expr::Apply(Operator::Wrap(wrap), content) if content.len() == 1 => {
                Term::Wrapped(*wrap, self.term(&content[0], value))
            }
            other => Term::Open(other.kind()),
        };
        self.put_together(term).unwrap_or_else(|| self.as_written(expr))
    }

    fn list(&mut self, expr: &Expr, value: &dyn Fn(VarId) -> TermId) -> TermId {
        let (items, end) = expr.spine();
        let mut list = self.term(end, value);
        for item in items.into_iter().rev() {
            let head = self.term(item, value);
            let Some(longer) = self.rows.find(&Term::Cons(head, list)) else {
                return self.as_written(expr);
            };
            list = longer;
        }
        list
    }

    /// The number of a term where nothing is known of variables.
    fn as_written(&self, expr: &Expr) -> TermId {
        let written = |expr: &Expr| self.as_written(expr);
        let term = match expr {
            Expr::Cons(..) | Expr::List(_) => {
                let (items, end) = expr.spine();
                let longer = |list: Option<TermId>, item: &&Expr| {
                    self.rows.find(&Term::Cons(written(item), list?))
                };
                return items.iter().rev().fold(Some(written(end)), longer).unwrap_or(OPEN);
            }
            Expr::Tuple(items) => Term::Tuple(items.iter().map(written).collect()),
            Expr::Apply(Operator::Wrap(wrap), content) if content.len() == 1 => {
                Term::Wrapped(*wrap, written(&content[0]))
            }
            Expr::Atom(name) => Term::Atom(name.clone()),
            Expr::State(state) => Term::State(*state),
            Expr::Integer(value) => Term::Integer(value.clone()),
            Expr::Nil => Term::Nil,
            other => Term::Open(other.kind()),
        };
        self.rows.find(&term).unwrap_or(OPEN)
    }

    /// A component of a tuple, or the head and the tail of a list.
    fn part(&self, whole: TermId, position: usize) -> TermId {
        match &self.rows[whole] {
            Term::Tuple(items) => {
                position.checked_sub(1).and_then(|at| items.get(at)).copied().unwrap_or(OPEN)
            }
            Term::Cons(head, _) if position == 1 => *head,
            Term::Cons(_, tail) if position == 2 => *tail,
            _ => OPEN,
        }
    }

    fn kind(&self, id: TermId) -> Option<Kind> {
        Some(match &self.rows[id] {
            Term::Open(kind) => return *kind,
            Term::Atom(_) | Term::State(_) => Kind::Atom,
            Term::Integer(_) => Kind::Integer,
            Term::Nil => Kind::Nil,
            Term::Cons(..) => Kind::Cons,
            Term::Tuple(items) => Kind::TupleOf(items.len()),
            Term::Wrapped(wrap, _) => wrap.kind(),
        })
    }

    /// Whether there are values of a kind.
    fn occurs(&self, kind: Kind) -> bool {
        match kind {
            Kind::Integer
            | Kind::Number
            | Kind::Atom
            | Kind::Nil
            | Kind::Cons
            | Kind::Tuple
            | Kind::TupleOf(_) => true,
            Kind::BitString => self.made.contains(&Kind::Binary) || self.made.contains(&Kind::Bits),
            Kind::Float
            | Kind::Map
            | Kind::Binary
            | Kind::Bits
            | Kind::Fun
            | Kind::Pid
            | Kind::Port
            | Kind::Reference => self.made.contains(&kind),
        }
    }

    /// Whether a condition holds where variables have these numbers, if that is known.
    pub(super) fn holds(&mut self, cond: &Cond, value: &dyn Fn(VarId) -> TermId) -> Option<bool> {
        match cond {
            Cond::Is(kind, _) if !self.occurs(*kind) => Some(false),
            Cond::Is(kind, of) => {
                let of = self.term(of, value);
                self.kind(of)?.tells(*kind)
            }
            Cond::Same(left, right) => {
                let (left, right) = (self.term(left, value), self.term(right, value));
                self.same(left, right)
            }
            Cond::Equal(left, right) => {
                let (left, right) = (self.term(left, value), self.term(right, value));
                let are_whole = self.is_whole[left] && self.is_whole[right];
                are_whole.then_some(left == right)
            }
            Cond::Less(left, right) => {
                let (left, right) = (self.term(left, value), self.term(right, value));
                match (&self.rows[left], &self.rows[right]) {
                    (Term::Integer(left), Term::Integer(right)) => Some(left < right),
                    _ => None,
                }
            }
            Cond::Not(inner) => self.holds(inner, value).map(|holds| !holds),
            Cond::And(left, right) => match (self.holds(left, value), self.holds(right, value)) {
                (Some(false), _) | (_, Some(false)) => Some(false),
                (Some(true), Some(true)) => Some(true),
                _ => None,
            },
            Cond::Holds(wrap, of) => {
                let of = self.term(of, value);
                match &self.rows[of] {
                    Term::Wrapped(of, _) => Some(of == wrap),
                    _ => None,
                }
            }
            // Printed models have no unknown values.
            Cond::Known(_) => Some(true),
            Cond::IsEmptyStack(_) => None,
        }
    }

    /// Whether two terms are the same one, if that is known.
    fn same(&self, left: TermId, right: TermId) -> Option<bool> {
        let both = |parts: &mut dyn Iterator<Item = Option<bool>>| {
            let mut are_same = Some(true);
            for part in parts {
                match part {
                    Some(false) => return Some(false),
                    Some(true) => {}
                    None => are_same = None,
                }
            }
            are_same
        };
        if self.is_whole[left] && self.is_whole[right] {
            return Some(left == right);
        }
        match (&self.rows[left], &self.rows[right]) {
            (Term::State(left), Term::State(right)) => Some(left == right),
            (Term::Cons(a, b), Term::Cons(c, d)) => {
                both(&mut [(a, c), (b, d)].into_iter().map(|(a, b)| self.same(*a, *b)))
            }
            (Term::Tuple(a), Term::Tuple(b)) if a.len() == b.len() => {
                both(&mut a.iter().zip(b).map(|(a, b)| self.same(*a, *b)))
            }
            _ => {
                let (left, right) = (self.kind(left)?, self.kind(right)?);
                let differ = left.tells(right) == Some(false) && right.tells(left) == Some(false);
                differ.then_some(false)
            }
        }
    }
}

/// The kind of the values that an operator makes, where there are no others of this kind.
fn made(operator: Operator) -> Option<Kind> {
    match operator {
        Operator::Reference | Operator::FreshReference => Some(Kind::Reference),
        Operator::Pid | Operator::FreshPid => Some(Kind::Pid),
        Operator::Wrap(wrap) => Some(wrap.kind()),
        Operator::Float(_) => Some(Kind::Float),
        _ => None,
    }
}
