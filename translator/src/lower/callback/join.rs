//! Joins: what follows the values of a callback, lowered once for all values that are alike.
//!
//! Input: a value with which a callback has ended, and what follows it. Output: the node where that starts. A [`Mould`] is
//! what is known of a value in front of what follows: what of it is written out, with variables for the rest, and the tests
//! that were made on that. Values of one mould are bound to the variables, and go on at one node:
//!
//! ```text
//! {keep_state, f(X)}  and  {keep_state, Y}   are   {keep_state, V} behind  V = f(X)  and  V = Y
//! ```
//!
//! So a loop of text is lowered for each mould in a clause, and not for each value. Nothing is known behind a join that was not
//! known of each of these values, and nothing is lost that what follows could ask for; so the tests that are left are the same. Small
//! callbacks are lowered without joins ([`Options::joins_from`](crate::Options::joins_from)): their text is shorter so. Where functions are
//! called as the module is large (`Shared::meet_many`) no callback is small.

use std::cell::RefCell;

use frontend::Span;
use num_bigint::BigInt;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::core::Node;
use crate::lower::lowering::{Env, Lowering};
use model::index::Idx as _;
use model::{Cond, Expr, NodeId, Operator, VarId};

/// Tuples and lists inside one another that a mould shows.
const MAX_DEPTH: usize = 4;

/// Numbers of variables from which on they stand for what a mould leaves open.
const FIRST_OPEN: usize = 1 << 30;

/// What has been lowered behind values of one construct: the variables of each mould, and where they go on.
pub(crate) type Joins = RefCell<FxHashMap<Mould, (Vec<VarId>, NodeId)>>;

/// What several values have in common.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Mould {
    /// The clause in the text of a loop, and the construct.
    places: (Option<Span>, Span),
    /// The value, with variables from [`FIRST_OPEN`] on for what is left open.
    value: Expr,
    /// What is known of these variables.
    facts: Vec<(Cond, bool)>,
    /// Of each variable, what it stands for.
    natures: Vec<Nature>,
}

/// What is known of a value, besides what has been tested.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct Nature {
    /// Nothing is known of it, as it comes from elsewhere.
    pub(crate) is_open: bool,
    /// As a time it is of unknown length.
    pub(crate) is_long: bool,
    /// As a time it is as many milliseconds behind that of now.
    pub(crate) from_now: Option<BigInt>,
}

/// A value that is to be joined with others.
#[derive(Clone, Copy)]
pub(crate) struct Joined<'j> {
    /// The value.
    pub(crate) value: &'j Expr,
    /// Which of its components, from 1, is handed on and never looked at.
    pub(crate) handed_on: Option<usize>,
    /// Which one is never looked at either, and goes on as one value, also where it is written out.
    pub(crate) whole: Option<usize>,
    /// The construct that it is a value of.
    pub(crate) at: Span,
}

impl Lowering<'_> {
    /// Goes on behind a value, at one node for all values of its mould. `known` is what is known in front of all of these, `env`
    /// what is known here.
    pub(crate) fn join(
        &mut self,
        joins: &Joins,
        joined: Joined<'_>,
        [known, env]: [&Env; 2],
        then: &dyn Fn(&mut Lowering<'_>, Env, Expr) -> NodeId,
    ) -> NodeId {
        let Some((mould, values)) = self.mould(joined, [known, env]) else {
            return then(self, env.clone(), joined.value.clone());
        };
        let earlier = joins.borrow().get(&mould).cloned();
        let (vars, node) = earlier.unwrap_or_else(|| {
            let vars: Vec<VarId> = values.iter().map(|_| self.graph.var("Value")).collect();
            self.natures.extend(vars.iter().copied().zip(mould.natures.iter().cloned()));
            let open = |var: VarId| {
                let number = var.index().checked_sub(FIRST_OPEN)?;
                vars.get(number).map(|&var| Expr::Var(var))
            };
            let mut behind = known.clone();
            for (fact, holds) in mould.facts.iter().rev() {
                behind.facts.push_front_mut((fact.substitute(&open), *holds));
            }
            let node = then(self, behind, mould.value.substitute(&open));
            joins.borrow_mut().insert(mould, (vars.clone(), node));
            (vars, node)
        });
        let bound = vars.into_iter().zip(values).rev();
        bound.fold(node, |next, (var, value)| self.graph.node(Node::Let { var, value, next }))
    }

    /// The mould of a value, and the values of its variables; none where it is not to be joined with others.
    fn mould(
        &self,
        Joined { value, handed_on, whole, at }: Joined<'_>,
        [known, env]: [&Env; 2],
    ) -> Option<(Mould, Vec<Expr>)> {
        let is_small =
            self.graph.nodes.len() < self.shared.options.joins_from && !self.shared.is_large();
        // What is said of a next state hangs on all tests of results that are listed; statistics are about values as they are.
        if is_small || self.process.is_some() || !self.stubbed.is_empty() || self.shared.measures()
        {
            return None;
        }
        let n_new = env.facts.len().checked_sub(known.facts.len())?;
        let mut cast = Cast { lowering: self, handed_on: Vec::new(), values: Vec::new() };
        let value = match self.resolve(value) {
            Expr::Tuple(items) => {
                let items = items.iter().enumerate().map(|(place, item)| {
                    let is_it = |part: Option<usize>| part == Some(place + 1);
                    if is_it(whole) && !cast.holds_from(item)
                        || is_it(handed_on) && !is_constant(item)
                    {
                        cast.handed_on(item)
                    } else if is_it(handed_on) {
                        item.clone()
                    } else {
                        cast.part(item, 1)
                    }
                });
                Expr::Tuple(items.collect())
            }
            _ => cast.part(value, 0),
        };
        if cast.has_fun() {
            return None;
        }
        let facts = env.facts.iter().take(n_new);
        let tested = facts.filter_map(|(fact, holds)| Some((cast.fact(fact)?, *holds)));
        let facts = cast.kinds().into_iter().chain(tested).collect();
        let natures = cast.natures();
        let places = (self.graph.within, at);
        Some((Mould { places, value, facts, natures }, cast.values))
    }
}

/// A mould while it is made.
struct Cast<'l, 'a> {
    lowering: &'l Lowering<'a>,
    /// The variables that stand for what is never looked at.
    handed_on: Vec<usize>,
    /// What the variables stand for.
    values: Vec<Expr>,
}

impl Cast<'_, '_> {
    /// A part of the value.
    fn part(&mut self, part: &Expr, depth: usize) -> Expr {
        let lowering = self.lowering;
        match lowering.resolve(part) {
            value if is_constant(value) => value.clone(),
            value if self.names_from(value) => value.clone(),
            Expr::Tuple(items) if depth < MAX_DEPTH => {
                Expr::Tuple(items.iter().map(|item| self.part(item, depth + 1)).collect())
            }
            Expr::Cons(head, tail) if depth < MAX_DEPTH => {
                let (head, tail) = (self.part(head, depth + 1), self.part(tail, depth));
                Expr::Cons(Box::new(head), Box::new(tail))
            }
            _ => {
                let is_it = |(number, value): &(usize, &Expr)| {
                    *value == part && !self.handed_on.contains(number)
                };
                let known = self.values.iter().enumerate().find(is_it).map(|(number, _)| number);
                open(known.unwrap_or_else(|| self.variable(part)))
            }
        }
    }

    /// A part that is never looked at.
    fn handed_on(&mut self, part: &Expr) -> Expr {
        let number = self.variable(part);
        self.handed_on.push(number);
        open(number)
    }

    fn variable(&mut self, value: &Expr) -> usize {
        self.values.push(value.clone());
        self.values.len() - 1
    }

    /// Whether it is the From of the event, or a part of that: who that is has to be known.
    fn names_from(&self, value: &Expr) -> bool {
        let mut whole = value;
        while let Expr::Element(_, inner) | Expr::Head(inner) | Expr::Tail(inner) = whole {
            whole = inner;
        }
        matches!(whole, Expr::Var(var) if self.lowering.from == Some(*var))
    }

    /// Whether the From of the event stands in it.
    fn holds_from(&self, value: &Expr) -> bool {
        let value = self.lowering.resolve(value);
        self.names_from(value) || value.operands().any(|part| self.holds_from(part))
    }

    /// Those variables that are looked at.
    fn looked_at(&self) -> impl Iterator<Item = (usize, &Expr)> {
        let is_looked_at = |(number, _): &(usize, &Expr)| !self.handed_on.contains(number);
        self.values.iter().enumerate().filter(is_looked_at)
    }

    /// Whether a variable stands for something with a fun inside that is known where it is written out.
    fn has_fun(&self) -> bool {
        let mut seen = FxHashSet::default();
        self.looked_at().any(|(_, value)| self.lowering.has_known_fun(value, &mut seen))
    }

    /// What is known of the kinds of the variables.
    fn kinds(&self) -> Vec<(Cond, bool)> {
        let kind = |value: &Expr| self.lowering.kind_of(self.lowering.resolve(value));
        self.looked_at()
            .filter_map(|(number, value)| Some((Cond::Is(kind(value)?, open(number)), true)))
            .collect()
    }

    fn natures(&self) -> Vec<Nature> {
        let mut natures = vec![Nature::default(); self.values.len()];
        for (number, value) in self.looked_at() {
            natures[number] = self.lowering.nature(value);
        }
        natures
    }

    /// What a test says of the variables, or of the From of the event.
    fn fact(&self, fact: &Cond) -> Option<Cond> {
        let mut is_told = false;
        let mut part = |value: &Expr| match self.in_fact(value) {
            Some(value) => {
                is_told = true;
                value
            }
            None => value.clone(),
        };
        let told = match fact {
            Cond::Is(kind, value) => Cond::Is(*kind, part(value)),
            Cond::Same(left, right) => Cond::Same(part(left), part(right)),
            Cond::Equal(left, right) => Cond::Equal(part(left), part(right)),
            Cond::Less(left, right) => Cond::Less(part(left), part(right)),
            Cond::Holds(wrap, value) => Cond::Holds(*wrap, part(value)),
            Cond::Known(value) => Cond::Known(part(value)),
            Cond::Not(_) | Cond::And(..) | Cond::IsEmptyStack(_) => return None,
        };
        is_told.then_some(told)
    }

    /// A value that is tested, if it is a variable or a part of one.
    fn in_fact(&self, value: &Expr) -> Option<Expr> {
        if let Some((number, _)) = self.looked_at().find(|(_, own)| *own == value) {
            return Some(open(number));
        }
        let inner = |whole: &Expr| self.in_fact(whole).map(Box::new);
        match value {
            value if self.names_from(value) => Some(value.clone()),
            Expr::Element(place, whole) => Some(Expr::Element(*place, inner(whole)?)),
            Expr::Head(whole) => Some(Expr::Head(inner(whole)?)),
            Expr::Tail(whole) => Some(Expr::Tail(inner(whole)?)),
            _ => None,
        }
    }
}

impl Lowering<'_> {
    /// Whether a value has a fun inside that is known, also behind variables.
    fn has_known_fun(&self, value: &Expr, seen: &mut FxHashSet<VarId>) -> bool {
        if self.closures.is_empty() {
            return false;
        }
        let mut vars = Vec::new();
        value.for_each_var(&mut |var| vars.push(var));
        vars.into_iter().any(|var| {
            let is_new = seen.insert(var);
            let inside = self.definitions.get(&var).filter(|_| is_new);
            self.closures.contains_key(&var)
                || inside.is_some_and(|inside| self.has_known_fun(inside, seen))
        })
    }
}

/// The variable with this number that a mould leaves open.
fn open(number: usize) -> Expr {
    Expr::Var(VarId::from_usize(FIRST_OPEN + number))
}

/// Whether an expression is a term that is written out.
pub(super) fn is_constant(expr: &Expr) -> bool {
    match expr {
        Expr::Atom(_) | Expr::State(_) | Expr::Integer(_) | Expr::Nil => true,
        Expr::List(cells) if cells.is_plain() => true,
        Expr::Tuple(_)
        | Expr::Cons(..)
        | Expr::List(_)
        | Expr::Apply(
            Operator::Reference | Operator::Pid | Operator::Wrap(_) | Operator::Float(_),
            _,
        ) => expr.operands().all(is_constant),
        _ => false,
    }
}
