//! Clauses of `init/1` for which the module has no start.
//!
//! Input: a clause of `init/1`. Output: whether no start that the module writes hands over what its head takes: a call of
//! `gen_fsm:start_link/3`, or the same as data, as in the specification of a child.
//!
//! ```erlang
//! start_link(Client) -> gen_fsm:start_link(?MODULE, [Client], []).
//! init([]) -> {ok, undefined};                                  % no start of the module hands over []
//! ```
//!
//! Where the module writes no start, every clause may be started.

use std::rc::Rc;

use behaviour::{Act, Behaviour};
use frontend::ast::{Callee, Expr, ExprKind};
use translator::outcomes::{Scope, Walk};

pub(super) mod starter;

use super::Read;
use crate::moves::Moves;
use crate::source::atom;

/// What is said of a clause that no start of the module selects.
pub(crate) const IF_STARTED_SO: &str = "whether it is started so: no start in the module is";

/// Whether a clause is one of `init/1` that no start of the module selects.
pub(crate) fn is_unstarted(moves: &Moves<'_, '_>, read: &Read<'_>) -> bool {
    let behaviour = moves.model.behaviour;
    let head = read.clause.params.first().filter(|_| read.callback == behaviour.first);
    let Some(head) = head else { return false };
    let (mut n_starts, mut is_selected) = (0, false);
    for clause in moves.module.functions().flat_map(|function| &function.clauses) {
        let mut handed: Vec<&Expr> = Vec::new();
        for expr in &clause.body {
            expr.for_each(&mut |expr| handed.extend(handed_over(behaviour, expr)));
        }
        if handed.is_empty() {
            continue;
        }
        n_starts += handed.len();
        let scope = Rc::new(Scope::of_callback(clause, None));
        is_selected |= handed.into_iter().any(|argument| {
            let values = Walk::values(moves.module, argument, &scope);
            values.is_empty() || values.iter().any(|value| value.fits(head))
        });
    }
    n_starts > 0 && !is_selected
}

/// Whether a clause is the one of `init/1` that a process of another behaviour starts with: the module is its callback module,
/// too, as that of a supervisor of what it runs.
pub(crate) fn is_of_another(moves: &Moves<'_, '_>, read: &Read<'_>) -> bool {
    let behaviour = moves.model.behaviour;
    let head = read.clause.params.first().filter(|_| read.callback == behaviour.first);
    let (Some(head), Some((own, _))) = (head, moves.module.name.as_ref()) else { return false };
    moves.module.functions().flat_map(|function| &function.clauses).any(|clause| {
        let mut handed: Vec<&Expr> = Vec::new();
        for expr in &clause.body {
            expr.for_each(&mut |expr| {
                if let ExprKind::Call(Callee::Remote(module, _, _), args) = &expr.kind
                    && !behaviour.interface.is_module(module.as_str())
                    && module != own
                {
                    let place = args.iter().position(|arg| arg.is_atom(own.as_str()));
                    handed.extend(place.and_then(|place| args.get(place + 1)));
                }
            });
        }
        let scope = Rc::new(Scope::of_callback(clause, None));
        handed.into_iter().any(|argument| {
            let values = Walk::values(moves.module, argument, &scope);
            values.iter().any(|value| value.is_known() && value.fits(head))
        })
    })
}

/// The argument of `init/1` in a start.
fn handed_over<'e>(behaviour: &Behaviour, expr: &'e Expr) -> Option<&'e Expr> {
    let is_start = |module: &str, name: &str| {
        behaviour.interface.is_module(module)
            && behaviour.interface.named(name).any(|function| function.act == Act::Start)
    };
    let (items, args) = match &expr.kind {
        ExprKind::Call(Callee::Remote(module, name, _), args)
            if is_start(module.as_str(), name.as_str()) =>
        {
            return argument(&args.iter().collect::<Vec<_>>());
        }
        ExprKind::Tuple(items) | ExprKind::Call(_, items) => {
            let at = items.windows(3).position(|window| {
                let names = atom(&window[0]).zip(atom(&window[1]));
                names.is_some_and(|(module, name)| is_start(module, name))
            })?;
            (items, at + 2)
        }
        _ => return None,
    };
    argument(&elements(&items[args])?)
}

/// The last argument of a start but one.
fn argument<'e>(args: &[&'e Expr]) -> Option<&'e Expr> {
    let place = args.len().checked_sub(2)?;
    args.get(place).copied()
}

/// The elements of a list that is written out.
fn elements(list: &Expr) -> Option<Vec<&Expr>> {
    let (mut elements, mut rest) = (Vec::new(), list);
    loop {
        match &rest.kind {
            ExprKind::Nil => return Some(elements),
            ExprKind::Cons(first, tail) => {
                elements.push(first.as_ref());
                rest = tail;
            }
            _ => return None,
        }
    }
}
