//! Calls of functions of the module that do not stand in line: functions of the model, or procedures if they act.
//!
//! Input: the function and its arguments. Output: a call whose value is a tag and a value, and what follows each tag: `ok`, the class of an
//! exception, or `open` where a procedure returns what a call of another module gave, of which nothing is said. That is told only of
//! procedures whose callers ask for it (`is_given`), as those who take it apart do: that other modules return means that they return
//! no caught exit, and no wrong action. Does not say which functions these are (`lower/call.rs`).

use frontend::ast::{Expr as Syntax, Function};
use frontend::{Name, Span};

use crate::core::{Node, OPEN};
use crate::lower::analysis::effects::Traits;
use crate::lower::context::Context;
use crate::lower::lowering::{Cont, Env, Lowering, Raised};
use crate::lower::pattern::scope::Scope;
use model::{Class, Cond, Expr, NodeId, VarId};

impl Lowering<'_> {
    /// A function of the module that does not stand in line, but is a function of the model, or a
    /// procedure if it acts: its result says whether it returned or raised an exception.
    pub(crate) fn call_function(
        &mut self,
        function: &Function,
        args: &[&Syntax],
        context: Context<'_>,
        k: Cont<'_>,
    ) -> NodeId {
        let scope = Scope::of(args.iter().copied());
        self.joined(context.env, &scope, k, &|this, k| {
            this.sequence(args, context, &|this, env, args| {
                this.call_with(function, args, context.with(&env), k)
            })
        })
    }

    /// Such a call, with the values of its arguments.
    pub(crate) fn call_with(
        &mut self,
        function: &Function,
        args: Vec<Expr>,
        context: Context<'_>,
        k: Cont<'_>,
    ) -> NodeId {
        let (form, args, traits) = self.specialised(function, args);
        let function = form.as_deref().unwrap_or(function);
        // An exception comes from where the function has decided it, and not from where the caller finds it.
        let is_own = !model::library::contains(function.span);
        let at = if is_own { model::library::place() } else { context.span };
        if let Some(node) = self.lost_in(function, traits, context.span) {
            return node;
        }
        if traits.acts {
            let procedure = self.shared.procedure(function);
            let returned = self.graph.var("Returned");
            self.returned.insert(returned, (function.name.clone(), function.arity));
            let next = self.returned((traits, at), &Expr::Var(returned), context, k);
            let (raises, clause) = (traits.raises(), context.place.origin);
            let entry = Node::Enter { procedure, args, raises, returned, next, clause };
            return self.graph.node(entry);
        }
        let id = self.shared.local(&function.name, function.arity);
        self.bind("Returned", Expr::Call(id, args), &|this, returned| {
            this.returned((traits, at), &returned, context, k)
        })
    }

    /// Goes on with what such a function returned; its traits say which exceptions there can be, `at` where these are told apart.
    fn returned(
        &mut self,
        (traits, at): (Traits, Span),
        returned: &Expr,
        context: Context<'_>,
        k: Cont<'_>,
    ) -> NodeId {
        let value = Expr::element(2, returned.clone());
        let is = |tag: &str| Cond::Same(Expr::element(1, returned.clone()), Expr::atom(tag));
        let again = |this: &mut Lowering<'_>, class: Class| {
            let raised = Raised { class, reason: value.clone(), trace: None };
            this.raise_all(context.place, raised)
        };
        let throw = |this: &mut Lowering<'_>, _: Env| again(this, Class::Throw);
        let exit = |this: &mut Lowering<'_>, env: Env| {
            let raise = |this: &mut Lowering<'_>, _: Env| again(this, Class::Exit);
            match (traits.exits, traits.throws) {
                (true, true) => this.test(&is("exit"), at, &env, &raise, &throw),
                (true, false) => raise(this, env),
                (false, _) => throw(this, env),
            }
        };
        let fails = |this: &mut Lowering<'_>, env: Env| {
            let error = |this: &mut Lowering<'_>, _: Env| again(this, Class::Error);
            if traits.exits || traits.throws {
                this.test(&is("error"), at, &env, &error, &exit)
            } else {
                error(this, env)
            }
        };
        let ok = |this: &mut Lowering<'_>, env: Env| (k.run)(this, env, value.clone());
        let Some(var) = self.tells_open(returned) else {
            return self.test(&is("ok"), at, context.env, &ok, &fails);
        };
        let next = ok(self, context.env.with_fact(&is("ok"), true));
        let given = self.goes_on_open(var, next, context.env, k);
        let other = |this: &mut Lowering<'_>, env: Env| {
            this.test(&is(OPEN), at, &env, &|_, _| given, &fails)
        };
        self.test(&is("ok"), at, context.env, &|_, _| next, &other)
    }

    /// The variable for what a procedure returned that tells where this is what a call of another module gave.
    fn tells_open(&self, returned: &Expr) -> Option<VarId> {
        let Expr::Var(var) = returned else { return None };
        let procedure = self.returned.get(var)?;
        self.shared.discovered.open.contains(procedure).then_some(*var)
    }

    /// What follows where a procedure returns what a call of another module gave; `next` follows its other results. That is the same where
    /// nothing asks for it.
    fn goes_on_open(&mut self, returned: VarId, next: NodeId, env: &Env, k: Cont<'_>) -> NodeId {
        if !self.asked.borrow().contains(&returned) {
            return next;
        }
        let result = self.graph.var("Result");
        self.freely.insert(result);
        let next = (k.run)(self, env.clone(), Expr::Var(result));
        let value = Expr::element(2, Expr::Var(returned));
        self.graph.node(Node::Let { var: result, value, next })
    }

    /// Whether a value is what a call of another module gave, of which nothing is said. Where it is what a procedure returned, that this makes a
    /// difference is noted.
    pub(crate) fn is_given(&self, value: &Expr) -> bool {
        if let Expr::Var(var) = self.resolve(value) {
            return self.freely.contains(var);
        }
        if let Some((var, procedure)) = self.result_of_procedure(value) {
            self.shared.open.borrow_mut().asks(procedure.clone());
            self.asked.borrow_mut().insert(var);
        }
        false
    }

    /// The procedure that has returned a value, and the variable for what it returned.
    fn result_of_procedure(&self, value: &Expr) -> Option<(VarId, &(Name, usize))> {
        let Expr::Element(2, returned) = self.resolve(value) else { return None };
        let Expr::Var(var) = &**returned else { return None };
        Some((*var, self.returned.get(var)?))
    }

    /// The tag with which a function that is called returns a value.
    pub(crate) fn tag_of_result(&self, function: &(Name, usize), value: &Expr) -> &'static str {
        if let Some((_, procedure)) = self.result_of_procedure(value) {
            self.shared.open.borrow_mut().passes_on(function.clone(), procedure.clone());
        }
        if !self.is_given(value) {
            return "ok";
        }
        self.shared.open.borrow_mut().returns(function.clone());
        if self.shared.discovered.open.contains(function) { OPEN } else { "ok" }
    }
}
