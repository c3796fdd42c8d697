//! Funs that are kept: which there are, and calls of a fun that comes out of data.
//!
//! A fun that something needs as a value is noted, by its place and by the variables that it takes along. A call of
//! a fun that is not known goes to a function of the model that compares the value with all that have been noted
//! and does what that one does. What is noted while a module is lowered is known when it is lowered once more.

use std::rc::Rc;

use frontend::ast::{
    Callee, Expr as Syntax, ExprKind, FunClause, Function, FunctionClause, Guard, Literal, Pat,
    PatKind, RemoteAt,
};
use frontend::{Diagnostic, Name, Span};
use num_bigint::BigInt;

use crate::codes;
use crate::lower::analysis::shared::Shared;
use crate::lower::analysis::values::Values;
use crate::lower::context::Context;
use crate::lower::expression::map::with_values;
use crate::lower::fun::code::{Closure, Code, Kept, name_of};
use crate::lower::lowering::{Cont, Env, Lowering};
use model::{Cond, Expr, Guess, Kind, NodeId, Operator, Wrap};

impl Shared<'_> {
    /// The name of the values of a fun, which is noted as kept.
    fn note_kept(&self, closure: &Closure) -> Name {
        let captured: Vec<Name> = closure.captured.iter().map(|(name, _)| name.clone()).collect();
        let base_name = name_of(&closure.code);
        let mut kept = self.kept.borrow_mut();
        let mut number = 1;
        loop {
            // All funs of one macro have one place.
            let name = if number == 1 {
                base_name.clone()
            } else {
                Name::from(format!("{base_name}_no_{number}"))
            };
            match kept.iter().find(|other| other.name == name) {
                Some(other) if other.code == closure.code && other.captured == captured => {
                    return name;
                }
                Some(_) => number += 1,
                None => {
                    let (code, span) = (Rc::clone(&closure.code), closure.span);
                    kept.push(Kept { name: name.clone(), code, captured, span });
                    return name;
                }
            }
        }
    }

    /// Notes a call of a fun that is not known, and with how many arguments.
    pub(crate) fn note_call_of_kept(&self, arity: Option<usize>) {
        self.calls_kept.borrow_mut().insert(arity);
    }

    /// The funs that are kept, as far as they have been met and may be called where they are not known.
    pub(crate) fn called_kept(&self) -> Vec<Kept> {
        let called = self.calls_kept.borrow();
        let is_called = |kept: &&Kept| {
            called.contains(&None)
                || called.contains(&Some(kept.code.arity()))
                || self.discovered.funs.contains(*kept)
        };
        self.kept.borrow().iter().filter(is_called).cloned().collect()
    }

    /// The function that calls a kept fun of so many arguments, given what the fun holds.
    fn caller(&self, arity: usize) -> Rc<Function> {
        let fitting = self.discovered.funs.iter().filter(|kept| kept.code.arity() == arity);
        let clauses: Vec<FunctionClause> = fitting.map(called).collect();
        let span = self.machine.init.span;
        let traits = self.calls.traits_of_kept(arity);
        self.generate(&format!("fun:call_{arity}"), traits, &|name| Function {
            name: name.clone(),
            arity: arity + 1,
            clauses: clauses.clone(),
            span,
            moved: None,
        })
    }
}

impl Lowering<'_> {
    /// A fun as a value.
    pub(crate) fn fun_value(&mut self, closure: &Closure) -> Expr {
        let name = self.shared.note_kept(closure);
        if !self.shared.habits.calls_funs(closure.code.arity()) {
            self.note_handed_out(closure.span);
        }
        let mut content = vec![Expr::Atom(name), Expr::integer(closure.code.arity())];
        content.extend(closure.captured.iter().map(|(_, value)| value.clone()));
        Wrap::Fun.around(Expr::Tuple(content))
    }

    /// What a fun does is not in the model where another module calls it.
    fn note_handed_out(&mut self, span: Span) {
        let message = "this fun is kept or handed out: what it does where it is called then is left out of the model";
        self.note(Diagnostic::warning(codes::HIDDEN, message, span));
    }

    /// Notes the funs in what another module or process gets.
    pub(crate) fn note_funs(&mut self, values: &[Expr]) {
        if self.closures.is_empty() {
            return;
        }
        let mut places = Vec::new();
        for value in values {
            self.places_of_funs(value, &mut places);
        }
        for place in places {
            self.note_handed_out(place);
        }
    }

    /// Where the funs in a value stand in the source, in the order in which they stand in the value.
    fn places_of_funs(&self, value: &Expr, places: &mut Vec<Span>) {
        if let Some(closure) = self.known_fun(value) {
            places.push(closure.span);
        }
        for part in self.resolve(value).operands() {
            self.places_of_funs(part, places);
        }
    }

    /// A call of a fun that is not known, on these values.
    pub(crate) fn call_kept(
        &mut self,
        fun: &Expr,
        args: &[Expr],
        context: Context<'_>,
        k: Cont<'_>,
    ) -> NodeId {
        let bad = |tag: &str, value: Expr| Expr::Tuple(vec![Expr::atom(tag), value]);
        let call = Expr::Tuple(vec![fun.clone(), Expr::list(args.iter().cloned())]);
        let content = Expr::Apply(Operator::Unwrap(Wrap::Fun), vec![fun.clone()]);
        let fits = Cond::Same(Expr::element(2, content.clone()), Expr::integer(args.len()));
        let function = self.shared.caller(args.len());
        let badarity =
            |this: &mut Lowering<'_>, _: Env| this.raise(context, bad("badarity", call.clone()));
        let calls_content = |this: &mut Lowering<'_>, env: Env| {
            if function.clauses.is_empty() {
                return badarity(this, env);
            }
            this.test(
                &fits,
                context.span,
                &env,
                &|this, env| this.call_content(&function, &content, args, context.with(&env), k),
                &badarity,
            )
        };
        // It may do anything; nothing is said where no value is unknown.
        let any = |this: &mut Lowering<'_>, env: Env| {
            if this.shared.values != Values::Known {
                this.note_hidden(COMPUTED, context.span);
            }
            let value = Expr::Apply(Operator::Guess(Guess::Any), vec![fun.clone()]);
            this.bind("Unknown", value, &|this, value| (k.run)(this, env.clone(), value))
        };
        let holds = Cond::Holds(Wrap::Fun, fun.clone());
        self.test(
            &Cond::Is(Kind::Fun, fun.clone()),
            context.span,
            context.env,
            &|this, env| this.test(&holds, context.span, &env, &calls_content, &any),
            &|this, _| this.raise(context, bad("badfun", fun.clone())),
        )
    }

    /// A call of a fun that holds this, and takes so many arguments.
    fn call_content(
        &mut self,
        function: &Function,
        content: &Expr,
        args: &[Expr],
        context: Context<'_>,
        k: Cont<'_>,
    ) -> NodeId {
        let values = [content].into_iter().chain(args).cloned().collect();
        let (inner, vars) = with_values(values, context.span, context.env);
        let parts: Vec<&Syntax> = vars.iter().collect();
        let run = |this: &mut Lowering<'_>, inner: Env, value: Expr| {
            (k.run)(this, Env { facts: inner.facts, ..context.env.clone() }, value)
        };
        let k = Cont { run: &run, copies: k.copies };
        self.call_function(function, &parts, context.with(&inner), k)
    }
}

/// What such a call is called.
pub(crate) const COMPUTED: &str = "a call of a computed function";

/// The clause that calls a kept fun: `({Name, Arity, Captured..}, Args..) -> (fun .. end)(Args..)`.
fn called(kept: &Kept) -> FunctionClause {
    let Kept { name, code, captured, span } = kept;
    let span = *span;
    let pattern = |kind| Pat::new(kind, span);
    let variables: Vec<Name> =
        (0..code.arity()).map(|number| Name::from(format!("Given{number}?"))).collect();
    let mut content = vec![
        pattern(PatKind::Literal(Literal::Atom(name.clone()))),
        pattern(PatKind::Literal(Literal::Integer(BigInt::from(code.arity())))),
    ];
    content.extend(captured.iter().map(|name| pattern(PatKind::Var(name.clone()))));
    let mut params = vec![pattern(PatKind::Tuple(content))];
    params.extend(variables.iter().map(|name| pattern(PatKind::Var(name.clone()))));
    let args = variables.into_iter().map(|name| Syntax::new(ExprKind::Var(name), span)).collect();
    let callee = match &**code {
        Code::Clauses(function) => {
            let fun = ExprKind::Fun(fun_clauses(function));
            Callee::Dynamic(Box::new(Syntax::new(fun, span)))
        }
        Code::Named(fun_name, function) => {
            let fun = ExprKind::NamedFun(fun_name.clone(), fun_clauses(function));
            Callee::Dynamic(Box::new(Syntax::new(fun, span)))
        }
        Code::Local(name, _) => Callee::Local(name.clone()),
        Code::Remote(module, name, _) => {
            Callee::Remote(module.clone(), name.clone(), RemoteAt::default())
        }
    };
    let body = vec![Syntax::new(ExprKind::Call(callee, args), span)];
    FunctionClause { params, guard: Guard::default(), body, span }
}

/// The clauses of a fun as they stand in the source.
pub(crate) fn fun_clauses(function: &Function) -> Vec<FunClause> {
    let clause = |clause: &FunctionClause| {
        let FunctionClause { params, guard, body, span } = clause.clone();
        FunClause { params, guard, body, span }
    };
    function.clauses.iter().map(clause).collect()
}
