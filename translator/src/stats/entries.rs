//! The functions that the behaviour calls.
//!
//! Callbacks with fixed names by these. A state function is an exported function of two or three
//! parameters whose name stands where a return tuple names the next state, or that is used as an atom and
//! itself returns such tuples: so functions of the interface, which have the names of events, are none.

use behaviour::{Behaviour, Moment};
use frontend::Name;
use frontend::ast::{Expr, ExprKind, Function, Literal};
use rustc_hash::FxHashSet;

use super::{Entry, Gaps};
use crate::lower::lowered::Callback;
use crate::machine::Machine;
use model::HandlerKind;

/// The callbacks that an entry point is: one function may be that for several kinds of events.
pub(crate) fn callbacks(behaviour: &Behaviour, entry: &Entry) -> Vec<Callback> {
    let (name, arity) = (entry.name.as_str(), entry.arity);
    let fixed_kind = fixed(behaviour, name, arity);
    let Some(kind) = fixed_kind.or_else(|| behaviour.state_callback(arity)) else {
        return vec![Callback::Init];
    };
    if !kind.is_in_state() {
        return vec![Callback::Init];
    }
    let is_same = |other: &&HandlerKind| other.name == kind.name && other.arity() == arity;
    let kinds = behaviour.callbacks.iter().filter(is_same);
    kinds.map(|kind| Callback::Handler(*kind, entry.name.clone())).collect()
}

/// The callback with a fixed name that a function is, if models have it.
fn fixed(behaviour: &Behaviour, name: &str, arity: usize) -> Option<HandlerKind> {
    behaviour.callback(name, arity).filter(|callback| callback.moment != Moment::Aside)
}

/// All entry points in textual order; they have nothing inexact yet.
pub(crate) fn entries(machine: &Machine<'_>) -> Vec<Entry> {
    let atoms = Atoms::of(machine);
    let modelled = |function: &Function| {
        let (name, arity) = (function.name.as_str(), function.arity);
        fixed(machine.behaviour, name, arity).is_some()
            || machine.exports.contains(&function.name, arity)
                && machine.behaviour.is_state_arity(arity)
                && atoms.name_state(machine.behaviour, function)
    };
    let entry = |function: &Function| {
        modelled(function).then(|| Entry {
            name: function.name.clone(),
            arity: function.arity,
            span: function.span,
            modelled: Some(Gaps::default()),
        })
    };
    machine.module.functions().filter_map(entry).collect()
}

/// The atoms that stand in bodies.
#[derive(Default)]
struct Atoms<'a> {
    all: FxHashSet<&'a Name>,
    /// Those where a return tuple has the next state.
    next: FxHashSet<&'a Name>,
}

impl<'a> Atoms<'a> {
    fn of(machine: &Machine<'a>) -> Self {
        let mut atoms = Self::default();
        for_each_expr(machine.module.functions(), &mut |expr| {
            atoms.all.extend(atom(expr));
            atoms.next.extend(next_state(machine.behaviour, expr).and_then(atom));
        });
        atoms
    }

    /// Whether a function with parameters enough is one of a state.
    fn name_state(&self, behaviour: &Behaviour, function: &Function) -> bool {
        let mut returns = false;
        for_each_expr([function], &mut |expr| returns |= next_state(behaviour, expr).is_some());
        self.next.contains(&function.name) || returns && self.all.contains(&function.name)
    }
}

fn for_each_expr<'a>(
    functions: impl IntoIterator<Item = &'a Function>,
    visit: &mut impl FnMut(&'a Expr),
) {
    for clause in functions.into_iter().flat_map(|function| &function.clauses) {
        for expr in &clause.body {
            expr.for_each(visit);
        }
    }
}

fn atom(expr: &Expr) -> Option<&Name> {
    match &expr.kind {
        ExprKind::Literal(Literal::Atom(name)) => Some(name),
        _ => None,
    }
}

/// The next state in a return tuple.
fn next_state<'e>(behaviour: &Behaviour, expr: &'e Expr) -> Option<&'e Expr> {
    let ExprKind::Tuple(items) = &expr.kind else { return None };
    let tag = items.first().and_then(atom)?;
    items.get(behaviour.next_state(tag.as_str(), items.len())? - 1)
}
