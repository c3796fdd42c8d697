//! What a branch does not give back, where another branch does.
//!
//! Input: a function. Output: faults: in a clause something is taken (`file:open/2`, `gen_tcp:connect/3`), one branch behind
//! that gives it back (`file:close/1`), and another one goes on and does not speak of it any more, nor does what follows.
//!
//! ```erlang
//! {ok, F} = file:open(Name, [read]),
//! case file:read(F, 10) of
//!     {ok, Bytes} -> file:close(F), {next_state, next, Bytes};
//!     eof -> {next_state, idle, D}                                % F stays open
//! end
//! ```
//!
//! What is handed on, or kept in between, is given back elsewhere; what ends the process gives all of it back.

use behaviour::Behaviour;
use frontend::ast::{Callee, CaseClause, Expr, ExprKind, Function, Literal, Pat, PatKind};
use frontend::{Module, Name, Span};
use translator::library::functions::{given_back_by, never_returns};
use translator::library::modules::writes_log;

use super::Fault;
use super::returns::bodies;
use crate::codes;
use crate::source::atom;

/// What such a fault rests on.
const IF_HELD: &str = "whether it is still held there";

/// Something that is taken.
#[derive(Clone, Copy)]
struct Held<'m> {
    /// The variable that it is.
    name: &'m Name,
    /// The function that has returned it, and its module.
    by: (&'m str, &'m str),
}

/// The faults of a function.
pub(crate) fn faults(behaviour: &Behaviour, module: &Module, function: &Function) -> Vec<Fault> {
    let mut look = Look { behaviour, module, faults: Vec::new() };
    for clause in &function.clauses {
        look.body(&clause.body);
        for expr in &clause.body {
            expr.for_each(&mut |expr| {
                for body in bodies(expr) {
                    look.body(body);
                }
            });
        }
    }
    look.faults
}

struct Look<'m> {
    behaviour: &'m Behaviour,
    module: &'m Module,
    faults: Vec<Fault>,
}

impl Look<'_> {
    /// Expressions one behind another.
    fn body(&mut self, body: &[Expr]) {
        for (number, expr) in body.iter().enumerate() {
            match &expr.kind {
                ExprKind::Match(pattern, value) => {
                    if let Some(held) = taken(pattern, value) {
                        self.held(held, &body[number + 1..]);
                    }
                }
                ExprKind::Case(value, clauses) => {
                    for clause in clauses {
                        let held = taken(&clause.pattern, value);
                        let is_used_behind = |held: &Held<'_>| {
                            body[number + 1..].iter().any(|expr| mentions(expr, held.name))
                        };
                        if let Some(held) = held.filter(|held| !is_used_behind(held)) {
                            self.held(held, &clause.body);
                        }
                    }
                }
                _ => {}
            }
        }
    }

    /// What follows where something is held, up to the first branches.
    fn held(&mut self, held: Held<'_>, rest: &[Expr]) {
        for (number, expr) in rest.iter().enumerate() {
            let inner = match &expr.kind {
                ExprKind::Match(_, value) => value,
                _ => expr,
            };
            if let ExprKind::Case(value, clauses) = &inner.kind {
                let behind = &rest[number + 1..];
                let is_over = behind.iter().all(|expr| !mentions(expr, held.name));
                if is_over && !hands_on(value, held) {
                    self.branches(held, clauses);
                }
                return;
            }
            if hands_on(expr, held) || gives_back(expr, held) {
                return;
            }
        }
    }

    fn branches(&mut self, held: Held<'_>, clauses: &[CaseClause]) {
        let gives = |clause: &CaseClause| clause.body.iter().any(|expr| gives_back(expr, held));
        if !clauses.iter().any(gives) {
            return;
        }
        for clause in clauses {
            let is_silent = clause.body.iter().all(|expr| !mentions(expr, held.name));
            let goes_on = clause.body.iter().all(|expr| !self.ends(expr));
            if let Some(last) = clause.body.last()
                && is_silent
                && goes_on
                && !says_closed(&clause.pattern)
            {
                self.push(held, last.span);
            }
        }
    }

    fn push(&mut self, held: Held<'_>, place: Span) {
        let Held { name, by: (module, function) } = held;
        let back = given_back_by(module, function).first().unwrap_or(&"");
        let message = format!(
            "`{name}` of `{module}:{function}` is given back by `{module}:{back}` in another branch, but not here"
        );
        self.faults.push(Fault {
            code: codes::NOT_GIVEN_BACK,
            message,
            place,
            doubt: Some(IF_HELD),
        });
    }

    /// Whether the process ends: it raises, or the machine stops.
    fn ends(&self, expr: &Expr) -> bool {
        expr.any(&mut |part| match &part.kind {
            ExprKind::Tuple(items) => {
                let tag = items.first().and_then(atom);
                tag.is_some_and(|tag| {
                    let mut shapes = self.behaviour.shapes(tag);
                    shapes.any(|shape| shape.ending().is_some() && shape.size == items.len())
                })
            }
            ExprKind::Call(Callee::Local(name), args) => {
                let (name, arity) = (name.as_str(), args.len());
                self.module.function(name, arity).is_none() && never_returns("erlang", name, arity)
            }
            ExprKind::Call(Callee::Remote(module, name, _), args) => {
                never_returns(module.as_str(), name.as_str(), args.len())
            }
            _ => false,
        })
    }
}

/// What a pattern takes of the value of a call that gives something.
fn taken<'m>(pattern: &'m Pat, value: &'m Expr) -> Option<Held<'m>> {
    let by =
        called(value).filter(|(module, function)| !given_back_by(module, function).is_empty())?;
    let name = match &pattern.kind {
        PatKind::Var(name) => name,
        PatKind::Tuple(items) => match items.as_slice() {
            [tag, Pat { kind: PatKind::Var(name), .. }] if is_named(tag, "ok") => name,
            _ => return None,
        },
        _ => return None,
    };
    Some(Held { name, by })
}

/// The function that an expression calls, and its module.
fn called(expr: &Expr) -> Option<(&str, &str)> {
    match &expr.kind {
        ExprKind::Call(Callee::Remote(module, name, _), _) => {
            Some((module.as_str(), name.as_str()))
        }
        ExprKind::Call(Callee::Local(name), _) => Some(("erlang", name.as_str())),
        _ => None,
    }
}

fn is_named(pat: &Pat, name: &str) -> bool {
    matches!(&pat.kind, PatKind::Literal(Literal::Atom(atom)) if atom.as_str() == name)
}

/// Whether a pattern says that what is held is none any more.
fn says_closed(pat: &Pat) -> bool {
    ["closed", "EXIT", "terminated"].iter().any(|name| is_named(pat, name))
        || pat.children().into_iter().any(says_closed)
}

fn mentions(expr: &Expr, name: &Name) -> bool {
    expr.any(&mut |part| matches!(&part.kind, ExprKind::Var(own) if own == name))
}

/// Whether something held is given back in an expression.
fn gives_back(expr: &Expr, held: Held<'_>) -> bool {
    let (own, function) = held.by;
    let back = given_back_by(own, function);
    expr.any(&mut |part| {
        let is_back =
            called(part).is_some_and(|(module, name)| module == own && back.contains(&name));
        is_back && part.children().into_iter().any(|arg| mentions(arg, held.name))
    })
}

/// Whether an expression does more with something held than to give it to functions of its own module, or to write a log.
fn hands_on(expr: &Expr, held: Held<'_>) -> bool {
    let is_it = |arg: &Expr| matches!(&arg.kind, ExprKind::Var(name) if name == held.name);
    match (&expr.kind, called(expr)) {
        (ExprKind::Var(_), _) => is_it(expr),
        (ExprKind::Call(_, args), Some((module, name))) => {
            let is_own = module == held.by.0 && !name.starts_with("controlling");
            let keeps = is_own || writes_log(module);
            args.iter().filter(|arg| !keeps || !is_it(arg)).any(|arg| hands_on(arg, held))
        }
        _ => expr.children().into_iter().any(|child| hands_on(child, held)),
    }
}
