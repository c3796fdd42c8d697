//! What the source of a module says of its callbacks.

pub(crate) mod clients;
pub(crate) mod event_type;

use behaviour::{Argument, Behaviour, Callback, Failure, INTERFACES, NextState, Row};
use frontend::ast::{
    BinaryOp, Callee, Expr, ExprKind, Function, FunctionClause, Literal, Pat, PatKind,
};
use frontend::{Module, Name, Span};
use lts::Term;
use translator::library::modules::writes_log;
use translator::library::nonexistent::is_missing;

/// A function of a module, or else a callback of one that may take its place.
pub(crate) fn function<'m>(module: &'m Module, name: &str, arity: usize) -> Option<&'m Function> {
    functions(module, name, arity).next()
}

/// The functions of a name: that of the module, and the callbacks of those that may take its place.
pub(crate) fn functions<'m>(
    module: &'m Module,
    name: &str,
    arity: usize,
) -> impl Iterator<Item = &'m Function> {
    let is_named =
        move |function: &&Function| function.name.as_str() == name && function.arity == arity;
    module.functions().filter(is_named)
}

/// Whether a clause may take a message out of the mailbox, or go on without one.
pub(crate) fn receives(clause: &FunctionClause) -> bool {
    let mut receives = false;
    for expr in &clause.body {
        expr.for_each(&mut |expr| {
            receives |=
                matches!(&expr.kind, ExprKind::Receive(clauses, Some(_)) if !clauses.is_empty());
        });
    }
    receives
}

/// Whether a module has a state function for a state.
pub(crate) fn has_state(behaviour: &Behaviour, module: &Module, name: &str) -> bool {
    behaviour.has_any_states()
        || behaviour.only_state == Some(name)
        || module.functions().any(|function| {
            function.name.as_str() == name && behaviour.is_state_arity(function.arity)
        })
}

/// Whether some return of a callback in a state enters this state by its name.
pub(crate) fn is_entered(behaviour: &Behaviour, module: &Module, name: &str) -> bool {
    let enters = |expr: &Expr| {
        let ExprKind::Tuple(items) = &expr.kind else { return false };
        let Some(tag) = items.first().and_then(atom) else { return false };
        let mut places = behaviour.shapes_in_state(tag).filter(|shape| shape.size == items.len());
        places.any(|shape| shape.state().is_some_and(|place| atom(&items[place - 1]) == Some(name)))
    };
    let mut clauses = module.functions().flat_map(|function| &function.clauses);
    clauses.any(|clause| clause.body.iter().any(|expr| expr.any(&mut |expr| enters(expr))))
}

/// The clause at a place.
pub(crate) fn clause_at(module: &Module, span: Span) -> Option<&FunctionClause> {
    module.functions().flat_map(|function| &function.clauses).find(|clause| clause.span == span)
}

/// The event in the head of a clause.
pub(crate) fn event_head<'c>(behaviour: &Behaviour, clause: &'c FunctionClause) -> Option<&'c Pat> {
    clause.params.get(behaviour.event_place())
}

/// Whether a clause takes every event of its kind, without a look at it.
pub(crate) fn takes_all(behaviour: &Behaviour, clause: &FunctionClause) -> bool {
    let Some(head) =
        event_head(behaviour, clause).filter(|_| !event_type::is_own(behaviour, clause))
    else {
        return false;
    };
    let name = match &head.kind {
        PatKind::Wildcard => None,
        PatKind::Var(name) => Some(name),
        _ => return false,
    };
    let looks = clause.body.iter().any(|expr| {
        expr.any(&mut |expr| {
            matches!(&expr.kind, ExprKind::Case(value, _)
                if matches!(&value.kind, ExprKind::Var(other) if Some(other) == name))
        })
    });
    clause.guard.alternatives.is_empty() && !looks
}

/// Whether a clause may be there for an event, as far as its head tells, or hands on whatever comes.
pub(crate) fn may_be_for(
    behaviour: &Behaviour,
    clause: &FunctionClause,
    (callback, event): (Row<Callback>, &Term),
) -> bool {
    if !event_type::may_be(behaviour, clause, (callback, event)) {
        return false;
    }
    if takes_all(behaviour, clause) {
        return uses(clause, behaviour.event_place());
    }
    let is_own = behaviour.type_place().is_some() && behaviour.is_continued(callback);
    let content = event_type::typed(event).filter(|_| is_own).map_or(event, |[_, content]| content);
    event_head(behaviour, clause).is_none_or(|head| fits(head, content))
}

/// Whether a pattern may take a term, as far as atoms, sizes of tuples and keys of maps tell.
fn fits(pat: &Pat, term: &Term) -> bool {
    match (&pat.kind, term) {
        (PatKind::Literal(Literal::Atom(own)), _) if own.undefined_macro().is_some() => true,
        (PatKind::Alias(left, right), term) => fits(left, term) && fits(right, term),
        (PatKind::Literal(Literal::Atom(own)), Term::Atom(name)) => own == name,
        (PatKind::Literal(Literal::Atom(_)), Term::Tuple(_))
        | (PatKind::Tuple(_), Term::Atom(_)) => false,
        (PatKind::Tuple(pats), Term::Tuple(items)) => {
            pats.len() == items.len() && pats.iter().zip(items).all(|(pat, item)| fits(pat, item))
        }
        (PatKind::Map(fields), Term::Map(entries)) => fields.iter().all(|field| {
            let Some(key) = atom(&field.key) else { return true };
            entries.iter().any(|(own, _)| !matches!(own, Term::Atom(own) if own.as_str() != key))
        }),
        _ => true,
    }
}

/// Whether a clause looks at an argument.
pub(crate) fn uses(clause: &FunctionClause, number: usize) -> bool {
    let Some(argument) = clause.params.get(number) else { return true };
    match &argument.kind {
        PatKind::Wildcard => false,
        PatKind::Var(name) => clause.body.iter().any(|expr| {
            expr.any(&mut |expr| matches!(&expr.kind, ExprKind::Var(variable) if variable == name))
        }),
        _ => true,
    }
}

/// Whether some clause tells a state from others by its name, besides events that are called so. Where every event comes to the
/// function of the state that makes no difference.
pub(crate) fn is_told(behaviour: &Behaviour, module: &Module, state: &str) -> bool {
    if behaviour.tells_type() {
        return false;
    }
    let is_name = |pat: &Pat| matches!(&pat.kind, PatKind::Literal(Literal::Atom(atom)) if atom.as_str() == state);
    let in_case = |expr: &Expr| match &expr.kind {
        ExprKind::Case(_, clauses) => clauses.iter().any(|clause| is_name(&clause.pattern)),
        _ => false,
    };
    module.functions().any(|function| {
        let is_callback = behaviour.takes_events(function.name.as_str());
        function.clauses.iter().any(|clause| {
            clause.params.iter().skip(usize::from(is_callback)).any(is_name)
                || clause.body.iter().any(|expr| expr.any(&mut |expr| in_case(expr)))
        })
    })
}

/// Whether some function of a module calls this one by its name, or may do so by a computed one.
pub(crate) fn calls(module: &Module, called: &Function) -> bool {
    let is_own = |name: &str| module.name.as_ref().is_some_and(|(own, _)| own.as_str() == name);
    let is_call = |expr: &Expr| match &expr.kind {
        ExprKind::Call(Callee::Local(name), args) => {
            *name == called.name && args.len() == called.arity
        }
        ExprKind::Call(Callee::Remote(module, name, _), args) => {
            is_own(module.as_str()) && *name == called.name && args.len() == called.arity
        }
        _ => false,
    };
    calls_computed(module, called.arity) || any_expr(module, is_call)
}

/// Whether some function of a module calls one of its functions of so many arguments by a computed name:
/// `?MODULE:StateName(A, B, C)`, or `apply(?MODULE, StateName, Args)` where that may be as many.
pub(crate) fn calls_computed(module: &Module, arity: usize) -> bool {
    let own = module.name.as_ref().map_or("", |(own, _)| own.as_str());
    let is_computed = |module: &Expr, name: &Expr| {
        module.is_atom(own) && !matches!(&name.kind, ExprKind::Literal(Literal::Atom(_)))
    };
    any_expr(module, |expr| {
        let ExprKind::Call(callee, args) = &expr.kind else { return false };
        match (callee, args.as_slice()) {
            (Callee::Dynamic(callee), args) => match &callee.kind {
                ExprKind::Remote(module, name) => is_computed(module, name) && args.len() == arity,
                _ => false,
            },
            (Callee::Local(called) | Callee::Remote(_, called, _), [module, name, args]) => {
                let is_apply = called.as_str() == "apply" && is_computed(module, name);
                is_apply && length(args).is_none_or(|length| length == arity)
            }
            _ => false,
        }
    })
}

/// How long a list is that is written out.
fn length(list: &Expr) -> Option<usize> {
    let (mut rest, mut length) = (list, 0);
    while let ExprKind::Cons(_, tail) = &rest.kind {
        (rest, length) = (tail, length + 1);
    }
    matches!(rest.kind, ExprKind::Nil).then_some(length)
}

/// Whether a module has such an expression somewhere in the bodies of its functions.
fn any_expr(module: &Module, is_meant: impl Fn(&Expr) -> bool) -> bool {
    let mut clauses = module.functions().flat_map(|function| &function.clauses);
    clauses.any(|clause| clause.body.iter().any(|expr| expr.any(&mut |expr| is_meant(expr))))
}

/// Whether a module exports a function.
pub(crate) fn is_exported(module: &Module, name: &Name, arity: usize) -> bool {
    let is_this = |expr: &Expr| match &expr.kind {
        ExprKind::Binary(BinaryOp::Div, left, count) => {
            left.is_atom(name.as_str())
                && matches!(&count.kind, ExprKind::Literal(Literal::Integer(count)) if *count == arity.into())
        }
        _ => false,
    };
    module.attributes().any(|attribute| {
        let mut named: Box<dyn FnMut(&Expr) -> bool> = match attribute.name.as_str() {
            "export" => Box::new(is_this),
            "compile" => Box::new(|expr| expr.is_atom("export_all")),
            _ => return false,
        };
        attribute.args.iter().any(|arg| arg.any(&mut named))
    })
}

/// Whether a clause may do something that is seen outside, as far as its text tells.
pub(crate) fn acts(clause: &FunctionClause) -> bool {
    clause.body.iter().any(|expr| {
        expr.any(&mut |expr| match &expr.kind {
            ExprKind::Call(Callee::Remote(module, ..), _) => !writes_log(module.as_str()),
            ExprKind::Call(..) | ExprKind::Receive(..) => true,
            ExprKind::Binary(op, ..) => *op == BinaryOp::Send,
            _ => false,
        })
    })
}

/// The clauses that are called in a state alone, for events; those of its functions, or those that name it.
pub(crate) fn clauses_in<'m>(
    behaviour: &Behaviour,
    module: &'m Module,
    state: &str,
) -> Vec<&'m FunctionClause> {
    if behaviour.has_state_functions() {
        let is_of_state = |function: &&Function| {
            function.name.as_str() == state && behaviour.is_state_arity(function.arity)
        };
        let functions = module.functions().filter(is_of_state);
        return functions.flat_map(|function| &function.clauses).collect();
    }
    let callback = behaviour.untagged.callback;
    let Some(place) = callback.place(Argument::State) else { return Vec::new() };
    let is_named = |clause: &&FunctionClause| {
        matches!(clause.params.get(place).map(|head| &head.kind),
            Some(PatKind::Literal(Literal::Atom(own))) if own.as_str() == state)
    };
    let is_for_all =
        |function: &&Function| callback.is_named(function.name.as_str(), function.arity);
    let functions = module.functions().filter(is_for_all);
    functions.flat_map(|function| &function.clauses).filter(is_named).collect()
}

/// Whether a state can be left, as far as the text of its clauses tells: they name another one, or stop.
pub(crate) fn has_exit(behaviour: &Behaviour, clauses: &[&FunctionClause], state: &str) -> bool {
    let bodies = clauses.iter().flat_map(|clause| &clause.body);
    bodies.into_iter().any(|expr| expr.any(&mut |expr| is_exit(behaviour, expr, state)))
}

fn is_exit(behaviour: &Behaviour, expr: &Expr, state: &str) -> bool {
    let ExprKind::Tuple(items) = &expr.kind else { return is_end(behaviour, expr) };
    let Some(tag) = items.first().and_then(atom) else { return false };
    behaviour.shapes_in_state(tag).any(|shape| match shape.next {
        NextState::Named(place) => {
            shape.size <= items.len() && atom(&items[place - 1]) != Some(state)
        }
        NextState::Only | NextState::Kept => false,
        NextState::Ended => shape.stop().is_some(),
    })
}

/// Whether an expression is an atom by which a callback ends the machine.
fn is_end(behaviour: &Behaviour, expr: &Expr) -> bool {
    let mut ends = behaviour.values.iter().filter(|value| !value.goes_on());
    atom(expr).is_some_and(|name| ends.any(|value| value.tag == name))
}

/// An expression that is an atom; an undefined macro is none.
pub(crate) fn atom(expr: &Expr) -> Option<&str> {
    match &expr.kind {
        ExprKind::Literal(Literal::Atom(name)) if name.undefined_macro().is_none() => {
            Some(name.as_str())
        }
        _ => None,
    }
}

/// Whether a function of this name fails with `badarg` where a message cannot be sent.
fn is_sender(name: &str) -> bool {
    let fails = |function: &behaviour::Function| {
        function.fails.is_some_and(|(failure, _)| failure == Failure::Badarg)
    };
    matches!(name, "send" | "send_nosuspend")
        || INTERFACES.iter().any(|interface| interface.named(name).any(fails))
}

/// Whether a message is sent at a place: it fails there only if it goes to `undefined` for certain.
pub(crate) fn is_send(module: &Module, at: Span) -> bool {
    let clauses = module.functions().flat_map(|function| &function.clauses);
    let sends = |expr: &Expr| match &expr.kind {
        ExprKind::Binary(BinaryOp::Send, ..) => true,
        ExprKind::Call(Callee::Remote(_, name, _) | Callee::Local(name), _) => {
            is_sender(name.as_str())
        }
        _ => false,
    };
    let mut around = clauses.filter(|clause| {
        clause.span.file == at.file && clause.span.start <= at.start && at.end <= clause.span.end
    });
    around.any(|clause| {
        clause.body.iter().any(|expr| expr.any(&mut |expr| expr.span == at && sends(expr)))
    })
}

/// The call of a function that OTP does not have: the first one in a clause, or else the only one of the module.
pub(crate) fn missing_call(module: &Module, clause: Option<Span>) -> Option<Span> {
    let mut all: Vec<Span> = Vec::new();
    for function_clause in module.functions().flat_map(|function| &function.clauses) {
        let before = all.len();
        for expr in &function_clause.body {
            expr.for_each(&mut |expr| {
                if let ExprKind::Call(Callee::Remote(module, name, _), args) = &expr.kind
                    && is_missing(module.as_str(), name.as_str(), args.len())
                {
                    all.push(expr.span);
                }
            });
        }
        if Some(function_clause.span) == clause && before < all.len() {
            return Some(all[before]);
        }
    }
    if let [only] = all[..] { Some(only) } else { None }
}

#[cfg(test)]
mod tests {
    use frontend::{FileId, parse_module};

    use super::*;

    #[test]
    fn calls_by_computed_names() {
        let calls = |call: &str| {
            let text = format!("-module(m).\nf(M, S, D, As) -> {call}.\n");
            let module = parse_module(FileId(0), &text).value;
            [2, 3].map(|arity| calls_computed(&module, arity))
        };
        assert_eq!(calls("m:S(gate, a, D)"), [false, true]);
        assert_eq!(calls("apply(m, S, [gate, a, D])"), [false, true]);
        assert_eq!(calls("erlang:apply(m, S, [gate | As])"), [true, true]);
        assert_eq!(calls("apply(m, open, As)"), [false, false]);
        assert_eq!(calls("M:S(gate, a, D), m:open(gate, a, D)"), [false, false]);
    }
}
