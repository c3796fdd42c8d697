//! The functions that `gen_fsm` calls.
//!
//! `init/1` and the other callbacks by their names. A state function is an exported function of two or three
//! parameters whose name stands where a return tuple names the next state, or that is used as an atom and
//! itself returns such tuples: so functions of the interface, which have the names of events, are none.

use frontend::Name;
use frontend::ast::{Expr, ExprKind, Function, Literal};
use rustc_hash::FxHashSet;

use super::{Entry, Gaps};
use crate::lower::Callback;
use crate::machine::Machine;
use model::HandlerKind;

/// What `gen_fsm` calls besides `init/1` and the state functions.
const OTHERS: [HandlerKind; 4] =
    [HandlerKind::AllEvent, HandlerKind::SyncAllEvent, HandlerKind::Info, HandlerKind::Terminate];

/// The callback that an entry point is.
pub(crate) fn callback(entry: &Entry) -> Callback {
    let other = other(entry.name.as_str(), entry.arity);
    match (other, entry.arity) {
        (Some(kind), _) => Callback::Handler(kind, entry.name.clone()),
        (None, 1) => Callback::Init,
        (None, 2) => Callback::Handler(HandlerKind::Event, entry.name.clone()),
        (None, _) => Callback::Handler(HandlerKind::SyncEvent, entry.name.clone()),
    }
}

fn other(name: &str, arity: usize) -> Option<HandlerKind> {
    OTHERS.into_iter().find(|kind| kind.function() == Some(name) && kind.arity() == arity)
}

/// All entry points in textual order; they have nothing inexact yet.
pub(crate) fn entries(machine: &Machine<'_>) -> Vec<Entry> {
    let atoms = Atoms::of(machine);
    let modelled = |function: &Function| {
        let name = function.name.as_str();
        match function.arity {
            1 if name == "init" => true,
            arity if other(name, arity).is_some() => true,
            _ if !machine.exports.contains(&function.name, function.arity) => false,
            2 | 3 => atoms.name_state(function),
            _ => false,
        }
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
            atoms.next.extend(next_state(expr).and_then(atom));
        });
        atoms
    }

    /// Whether a function with parameters enough is one of a state.
    fn name_state(&self, function: &Function) -> bool {
        let mut returns = false;
        for_each_expr([function], &mut |expr| returns |= next_state(expr).is_some());
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
fn next_state(expr: &Expr) -> Option<&Expr> {
    let ExprKind::Tuple(items) = &expr.kind else { return None };
    let tag = items.first().and_then(atom)?;
    match (tag.as_str(), items.len()) {
        ("next_state" | "ok", 3 | 4) => items.get(1),
        ("reply", 4 | 5) => items.get(2),
        _ => None,
    }
}
