//! Whether callbacks tell events apart that nothing suggests.
//!
//! Input: a module, and the events that it suggests. Output: whether a clause that takes every event looks at what it has
//! taken in a way that names none: hands it to a function that tells values apart, tests or compares it, takes a part of it
//! (`heads` reads what names some). What is only kept, sent, or handed to functions whose results are unknown tells
//! nothing apart.

use behaviour::Behaviour;
use std::cell::RefCell;
use std::collections::BTreeSet;

use frontend::Name;
use frontend::ast::{
    BinaryOp, Callee, Expr as Syntax, ExprKind, Function, FunctionClause, Guard, Module, Pat,
    PatKind, Qualifier,
};

use super::Derived;
use super::guards::guarded::guarded;
use super::guards::limits;
use super::heads::{compared, taken};
use super::shape::{Shapes, hole};
use super::states::state_names;
use super::takers::{Room, Taker, takers};
use crate::library::functions::tells;
use model::CommandKind;

/// Whether some callback takes any event, and tells apart what it has taken in a way that names no event.
pub fn tells_apart(behaviour: &'static Behaviour, module: &Module, derived: &Derived) -> bool {
    let (states, shapes) = (state_names(behaviour, module), Shapes::of(module));
    let takers = takers(Room { behaviour, module, shapes: &shapes }, &states);
    let suggested = |kind| derived.events.iter().filter(move |event| event.command.kind == kind);
    let is_open = |kind: &CommandKind| suggested(*kind).all(|event| event.command.term != hole());
    let seen = RefCell::new(BTreeSet::new());
    takers.iter().any(|taker| {
        taker.clauses(&shapes).into_iter().any(|(clause, kinds)| {
            let head = clause.params.get(taker.event).map(|head| &head.kind);
            let Some(PatKind::Var(event)) = head else { return false };
            let (shapes, takers, seen) = (&shapes, &takers, &seen);
            kinds.iter().any(is_open)
                && Look { module, takers, shapes, taker, event, seen }.is_in(clause)
        })
    })
}

/// A look for ways in which a clause tells events apart.
#[derive(Clone, Copy)]
struct Look<'l> {
    module: &'l Module,
    takers: &'l [Taker<'l>],
    shapes: &'l Shapes<'l>,
    /// The function that takes the events.
    taker: &'l Taker<'l>,
    /// The variable for the event.
    event: &'l Name,
    /// Functions that have been looked into, with the place in which they get it.
    seen: &'l RefCell<BTreeSet<(Name, usize, usize)>>,
}

impl<'l> Look<'l> {
    fn is_in(&self, clause: &FunctionClause) -> bool {
        // All values of the kinds that the guard tests are suggested.
        if limits(&clause.guard).contains_key(self.event) {
            return false;
        }
        let tests = clause.guard.alternatives.iter().flatten();
        tests.chain(&clause.body).any(|expr| expr.any(&mut |expr| self.is_look(expr)))
    }

    fn is_event(&self, expr: &Syntax) -> bool {
        matches!(&expr.kind, ExprKind::Var(name) if name == self.event)
    }

    /// Whether an expression tells events apart, and names none.
    fn is_look(&self, expr: &Syntax) -> bool {
        match &expr.kind {
            ExprKind::Call(callee, args) => {
                let place = args.iter().position(|arg| self.is_event(arg));
                !self.is_compared(expr)
                    && place.is_some_and(|place| self.is_told_by(callee, args.len(), place))
            }
            ExprKind::RecordAccess(value, ..)
            | ExprKind::Map(Some(value), _)
            | ExprKind::Record(Some(value), ..)
            | ExprKind::Unary(_, value) => self.is_event(value),
            ExprKind::Binary(BinaryOp::Send, ..) => false,
            ExprKind::Binary(_, left, right) => {
                (self.is_event(left) || self.is_event(right)) && !self.is_compared(expr)
            }
            ExprKind::Bin(elements) => elements.iter().any(|element| self.is_event(&element.value)),
            ExprKind::ListComprehension(_, qualifiers)
            | ExprKind::BinComprehension(_, qualifiers)
            | ExprKind::MapComprehension(_, qualifiers) => {
                qualifiers.iter().any(|qualifier| self.is_taken_from(qualifier))
            }
            ExprKind::Case(_, clauses) => {
                let tested = clauses.iter().filter(|clause| !clause.guard.alternatives.is_empty());
                let tested: Vec<&Pat> = tested.map(|clause| &clause.pattern).collect();
                let taken = taken(expr, &|expr| self.is_event(expr));
                taken.into_iter().any(|(pattern, guard)| {
                    tested.contains(&pattern) && self.is_free(pattern, guard)
                })
            }
            _ => false,
        }
    }

    /// Whether it compares the event with constants, which are named by that.
    fn is_compared(&self, expr: &Syntax) -> bool {
        let with = compared(expr, &|expr| self.is_event(expr), self.shapes);
        !with.is_empty() && with.iter().all(|(value, _)| *value != hole())
    }

    /// Whether a pattern names nothing in some way in which its guard may hold.
    fn is_free(&self, pattern: &Pat, guard: Option<&Guard>) -> bool {
        let none = Guard::default();
        guarded(pattern, guard.unwrap_or(&none), self.shapes).contains(&hole())
    }

    fn is_taken_from(&self, qualifier: &Qualifier) -> bool {
        match qualifier {
            Qualifier::Filter(test) => self.is_event(test),
            Qualifier::Generator(generator) => self.is_event(&generator.source),
            Qualifier::Zip(all) => all.iter().any(|qualifier| self.is_taken_from(qualifier)),
        }
    }

    /// Whether a function tells apart what it gets in this place.
    fn is_told_by(&self, callee: &Callee, arity: usize, place: usize) -> bool {
        let module_name = self.module.name.as_ref().map(|(name, _)| name);
        match callee {
            Callee::Local(name) => match self.module.function(name.as_str(), arity) {
                Some(callee) => self.is_told_in(callee, place),
                None => tells("erlang", name.as_str()),
            },
            Callee::Remote(module, name, _) if Some(module) == module_name => {
                let callee = self.module.function(name.as_str(), arity);
                callee.is_some_and(|callee| self.is_told_in(callee, place))
            }
            Callee::Remote(module, name, _) => tells(module.as_str(), name.as_str()),
            // A function of a computed module may return anything.
            Callee::Dynamic(called) => !matches!(called.kind, ExprKind::Remote(..)),
        }
    }

    /// Whether a function of the module tells apart what it gets in this place. What another state names is among the
    /// events, and so is what is named where they are handed on to.
    fn is_told_in(&self, callee: &'l Function, place: usize) -> bool {
        let is_of_state =
            |taker: &Taker<'_>| taker.callback.is_none_or(|callback| callback.is_of_state());
        let is_alike = |taker: &Taker<'_>| {
            let is_handed = taker.callback.is_none() || self.taker.callback.is_none();
            is_handed || callee.arity == self.taker.function.arity
        };
        let is_named = is_of_state(self.taker)
            && self.takers.iter().any(|taker| {
                taker.is_function(callee)
                    && taker.event == place
                    && is_of_state(taker)
                    && is_alike(taker)
            });
        let key = (callee.name.clone(), callee.arity, place);
        if is_named || !self.seen.borrow_mut().insert(key) {
            return false;
        }
        callee.clauses.iter().any(|clause| match clause.params.get(place).map(|pat| &pat.kind) {
            None | Some(PatKind::Wildcard) => false,
            Some(PatKind::Var(event)) => Self { event, ..*self }.is_any_in(clause),
            Some(_) => true,
        })
    }

    /// Whether a clause of such a function tells it apart in whatever way.
    fn is_any_in(&self, clause: &FunctionClause) -> bool {
        let tests = clause.guard.alternatives.iter().flatten();
        tests.chain(&clause.body).any(|expr| {
            expr.any(&mut |expr| {
                let taken = taken(expr, &|expr| self.is_event(expr));
                self.is_look(expr)
                    || self.is_compared(expr)
                    || taken.into_iter().any(|(pattern, guard)| !self.is_free(pattern, guard))
            })
        })
    }
}
