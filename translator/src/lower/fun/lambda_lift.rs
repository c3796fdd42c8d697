//! What a fun expression is: its code and the values that it takes from outside; calls of named funs.
//!
//! A named fun becomes a function that gets the values of its free variables behind its arguments, and makes itself again
//! in front of its bodies. Where a head or a guard names the fun, a `case` takes the place of the heads, so that the fun is made
//! before them, under its second name (`shadowing`):
//!
//! ```text
//! f(Given0?) -> F?outer = fun F.., case Given0? of <<_:F?outer>> -> F = fun F.., B; _ -> error(function_clause) end
//! ```
//!
//! A variable of a head that is called like the fun is the fun, too, as in OTP 25: where it has no value outside of the
//! fun. Else it is a new one, which hides both.

use std::borrow::Cow;
use std::collections::BTreeSet;
use std::rc::Rc;

use frontend::ast::{
    Callee, CaseClause, Expr as Syntax, ExprKind, FunClause, Function, FunctionClause, Guard,
    Literal, Pat, PatKind, RemoteAt,
};
use frontend::{Name, Span};

use crate::lower::analysis::effects::Traits;
use crate::lower::analysis::shared::Shared;
use crate::lower::context::Context;
use crate::lower::expression::map::with_values;
use crate::lower::fun::code::{Closure, Code, named_fun};
use crate::lower::fun::defunctionalise::fun_clauses;
use crate::lower::fun::free_variables::{free_in_clauses, outer_variables, variables_in};
use crate::lower::lowering::{Cont, Env, Lowering};
use crate::lower::pattern::shadowing::{
    in_expression, in_parts, in_pattern, opened_clauses, second,
};
use model::{Expr, NodeId};

/// Variables that a fun takes along, with their values.
type Captured = Vec<(Name, Expr)>;

impl Lowering<'_> {
    /// A call of a named fun: a function that gets the values of its free variables behind its arguments.
    pub(crate) fn call_itself(
        &mut self,
        closure: &Closure,
        (fun_name, function): (&Name, &Function),
        args: Vec<Expr>,
        context: Context<'_>,
        k: Cont<'_>,
    ) -> NodeId {
        self.shared.note_named(closure);
        let names: Vec<&str> = closure.captured.iter().map(|(name, _)| name.as_str()).collect();
        let stubs = &self.shared.options.stubs;
        let traits = self.shared.calls.traits_of_fun(self.shared.machine, stubs, &closure.code);
        let traits = Traits { recursive: true, ..traits };
        let title = format!("{}_{}", function.name, names.join("_"));
        let called = self
            .shared
            .generate(&title, traits, &|name| itself(name, fun_name, function, &closure.captured));
        let captured = closure.captured.iter().map(|(_, value)| value.clone());
        let (inner, vars) =
            with_values(args.into_iter().chain(captured).collect(), context.span, context.env);
        let parts: Vec<&Syntax> = vars.iter().collect();
        let run = |this: &mut Lowering<'_>, inner: Env, value: Expr| {
            (k.run)(this, Env { facts: inner.facts, ..context.env.clone() }, value)
        };
        let k = Cont { run: &run, copies: k.copies };
        self.call_function(&called, &parts, context.with(&inner), k)
    }
}

/// The function that a named fun is: it makes itself in front of each body that can name it.
fn itself(
    name: &Name,
    fun_name: &Name,
    function: &Function,
    captured: &[(Name, Expr)],
) -> Function {
    let is_early = function.clauses.iter().any(|clause| names_itself_early(clause, fun_name));
    let clause = |clause: &FunctionClause| {
        let mut clause = clause.clone();
        if !binds(&clause.params, fun_name) {
            clause.body.insert(0, making(fun_name, fun_name, function));
        }
        clause
    };
    let clauses = function.clauses.iter().map(clause).collect();
    let mut clauses =
        if is_early { vec![made_first(fun_name, function, clauses)] } else { clauses };
    for clause in &mut clauses {
        clause.params.extend(captured.iter().map(|(name, _)| pattern(name, function.span)));
    }
    let arity = function.arity + captured.len();
    Function { name: name.clone(), arity, clauses, span: function.span, moved: None }
}

/// The clauses of a fun with its second name where a head names it.
fn naming_itself<'c>(clauses: &'c [FunClause], fun_name: &Name, env: &Env) -> Cow<'c, [FunClause]> {
    let is_named = clauses.iter().any(|clause| binds(&clause.params, fun_name));
    if env.vars.contains_key(fun_name) || !is_named {
        return Cow::Borrowed(clauses);
    }
    let names = BTreeSet::from([fun_name.clone()]);
    let named = |clause: &FunClause| {
        let params = clause.params.iter().map(|param| in_parts(param, &names, true)).collect();
        FunClause { params, ..clause.clone() }
    };
    Cow::Owned(clauses.iter().map(named).collect())
}

/// Whether a head binds a variable.
pub(crate) fn binds(params: &[Pat], fun_name: &Name) -> bool {
    let mut binds = false;
    for param in params {
        param.for_each_var(&mut |name| binds |= name == fun_name);
    }
    binds
}

/// Whether something in the head, or the guard, means the fun.
fn names_itself_early(clause: &FunctionClause, fun_name: &Name) -> bool {
    let FunctionClause { params, guard, .. } = clause;
    let mut tests = guard.alternatives.iter().flatten();
    let mut sizes = params.iter().flat_map(outer_variables);
    let second = second(fun_name);
    sizes.any(|name| name == *fun_name || name == second)
        || binds(params, &second)
        || !binds(params, fun_name) && tests.any(|test| variables_in(test).contains(fun_name))
}

/// `Name = fun Own(..) -> .. end`
fn making(name: &Name, fun_name: &Name, function: &Function) -> Syntax {
    let fun = ExprKind::NamedFun(fun_name.clone(), fun_clauses(function));
    let fun = Box::new(Syntax::new(fun, function.span));
    let made = ExprKind::Match(Box::new(pattern(name, function.span)), fun);
    Syntax::new(made, function.span)
}

fn pattern(name: &Name, span: Span) -> Pat {
    Pat::new(PatKind::Var(name.clone()), span)
}

/// One clause that makes the fun and then chooses among these.
fn made_first(
    fun_name: &Name,
    function: &Function,
    clauses: Vec<FunctionClause>,
) -> FunctionClause {
    let span = function.span;
    let names: Vec<Name> = (0..function.arity).map(|at| format!("Given{at}?").into()).collect();
    let values = names.iter().map(|name| Syntax::new(ExprKind::Var(name.clone()), span)).collect();
    let mut ways: Vec<CaseClause> =
        clauses.into_iter().map(|clause| as_way(clause, fun_name)).collect();
    let reason = Syntax::new(ExprKind::Literal(Literal::Atom("function_clause".into())), span);
    let error = Callee::Remote("erlang".into(), "error".into(), RemoteAt::default());
    ways.push(CaseClause {
        pattern: Pat::new(PatKind::Wildcard, span),
        guard: Guard::default(),
        body: vec![Syntax::new(ExprKind::Call(error, vec![reason]), span)],
        span,
    });
    let all = Box::new(Syntax::new(ExprKind::Tuple(values), span));
    FunctionClause {
        params: names.iter().map(|name| pattern(name, span)).collect(),
        guard: Guard::default(),
        body: vec![
            making(&second(fun_name), fun_name, function),
            Syntax::new(ExprKind::Case(all, ways), span),
        ],
        span,
    }
}

/// A clause of a fun as one of a `case`, in whose head and guard the fun has its second name.
fn as_way(clause: FunctionClause, fun_name: &Name) -> CaseClause {
    let names = BTreeSet::from([fun_name.clone()]);
    let is_hidden = binds(&clause.params, fun_name);
    let FunctionClause { params, mut guard, body, span } = clause;
    let params = params.iter().map(|param| in_pattern(param, &names)).collect();
    if !is_hidden {
        for test in guard.alternatives.iter_mut().flatten() {
            *test = in_expression(test, &names);
        }
    }
    CaseClause { pattern: Pat::new(PatKind::Tuple(params), span), guard, body, span }
}

impl Shared<'_> {
    /// What a fun expression stands for, if that can be said.
    pub(crate) fn closure(&self, fun: &Syntax, env: &Env) -> Option<Closure> {
        let span = fun.span;
        let name = self.places.fun(span);
        let (code, captured) = match &fun.kind {
            ExprKind::Fun(clauses) => {
                let (clauses, env) = opened_clauses(clauses, None, env);
                let captured = captured(free_in_clauses(&clauses), &clauses, &env)?;
                (Code::Clauses(function(&name, &clauses, span)), captured)
            }
            ExprKind::NamedFun(fun_name, clauses) => {
                let code = Code::Named(fun_name.clone(), function(&name, clauses, span));
                if let Some(names) = self.takes(&code) {
                    (code, with_values_in(env, names))
                } else {
                    let clauses = naming_itself(clauses, fun_name, env);
                    let (clauses, env) = opened_clauses(&clauses, Some(fun_name), env);
                    let code = Code::Named(fun_name.clone(), function(&name, &clauses, span));
                    let mut free = free_in_clauses(&clauses);
                    free.remove(fun_name);
                    (code, captured(free, &clauses, &env)?)
                }
            }
            ExprKind::FunLocal(name, arity) => {
                (Code::Local(name.clone(), usize::try_from(arity).ok()?), Vec::new())
            }
            ExprKind::FunRemote(parts) => {
                let (module, name, arity) = named_fun(parts).or_else(|| known_parts(parts, env))?;
                (Code::Remote(module, name, arity), Vec::new())
            }
            _ => return None,
        };
        Some(Closure { code: Rc::new(code), span, captured })
    }

    /// The variables that a named fun takes along, if it has been called: in itself there are others.
    fn takes(&self, code: &Code) -> Option<Vec<Name>> {
        let named = self.named_funs.borrow();
        named.iter().find(|(other, _)| **other == *code).map(|(_, names)| names.clone())
    }

    fn note_named(&self, closure: &Closure) {
        if self.takes(&closure.code).is_none() {
            let names = closure.captured.iter().map(|(name, _)| name.clone()).collect();
            self.named_funs.borrow_mut().push((Rc::clone(&closure.code), names));
        }
    }
}

/// The clauses of a fun as a function.
fn function(name: &Name, clauses: &[FunClause], span: Span) -> Function {
    let arity = clauses.first().map_or(0, |clause| clause.params.len());
    let clause = |clause: &FunClause| {
        let FunClause { params, guard, body, span } = clause.clone();
        FunctionClause { params, guard, body, span }
    };
    let clauses = clauses.iter().map(clause).collect();
    Function { name: name.clone(), arity, clauses, span, moved: None }
}

/// The variables that a fun takes from outside, with their values; those that a head binds have a second name (`shadowing`).
fn captured(mut free: BTreeSet<Name>, clauses: &[FunClause], env: &Env) -> Option<Captured> {
    for param in clauses.iter().flat_map(|clause| &clause.params) {
        param.for_each_var(&mut |name| {
            free.remove(name);
        });
    }
    let free: Vec<Name> = free.into_iter().filter(|name| env.vars.contains_key(name)).collect();
    let is_unsafe = free.iter().any(|name| env.unsafe_vars.contains(name));
    (!is_unsafe).then(|| with_values_in(env, free))
}

/// Variables with the values that they have.
fn with_values_in(env: &Env, names: Vec<Name>) -> Captured {
    let value = |name: Name| env.vars.get(&name).cloned().map(|value| (name, value));
    names.into_iter().filter_map(value).collect()
}

/// Module, name and arity of `fun M:F/N`, each of them a constant or a variable whose value is known.
fn known_parts(parts: &[Syntax; 3], env: &Env) -> Option<(Name, Name, usize)> {
    let value = |part: &Syntax| match &part.kind {
        ExprKind::Var(name) => env.vars.get(name).cloned(),
        ExprKind::Literal(Literal::Atom(name)) => Some(Expr::Atom(name.clone())),
        ExprKind::Literal(Literal::Integer(number)) => Some(Expr::Integer(number.clone())),
        _ => None,
    };
    match [value(&parts[0])?, value(&parts[1])?, value(&parts[2])?] {
        [Expr::Atom(module), Expr::Atom(name), Expr::Integer(arity)] => {
            Some((module, name, usize::try_from(arity).ok()?))
        }
        _ => None,
    }
}
