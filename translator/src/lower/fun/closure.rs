//! Funs that are known where they are called.
//!
//! A fun expression stands for a fresh variable, and what the fun does is kept beside it. A call through that
//! variable, whichever name it has by then, has the clauses in line, with the values that its free variables had.
//! Only where something else is done with the fun does the variable get a value: a constructor around the name of
//! the fun, the number of its arguments and the values that it has taken along (`defunctionalise`).

use std::rc::Rc;

use frontend::ast::{Callee, Expr as Syntax, ExprKind, Function, RemoteAt};
use frontend::{Name, Span};

use crate::core::Node;
use crate::lower::context::Context;
use crate::lower::expression::operands::two;
use crate::lower::fun::code::{Closure, Code, name_of};
use crate::lower::fun::defunctionalise::COMPUTED;
use crate::lower::lowering::{Cont, Env, Lowering, MAX_INLINE_DEPTH, Place, Raised};
use crate::lower::pattern::scope::Scope;
use model::{Cond, Expr, Kind, NodeId, OriginKind, VarId, Wrap};

/// What a fun is called where it is unknown.
const WHAT: &str = "a fun";

impl Lowering<'_> {
    /// A fun expression.
    pub(crate) fn fun_expr(&mut self, fun: &Syntax, context: Context<'_>, k: Cont<'_>) -> NodeId {
        let Some(closure) =
            self.shared.closure(fun, context.env).filter(|_| context.place.guard.is_none())
        else {
            return self.guess(OriginKind::Hidden, WHAT, &[], context, k);
        };
        let var = self.known_as(closure);
        let next = (k.run)(self, context.env.clone(), Expr::Var(var));
        self.in_front(&[var], next)
    }

    /// A variable that stands for a fun.
    pub(crate) fn known_as(&mut self, closure: Closure) -> VarId {
        let var = self.graph.var("Unknown");
        self.closures.insert(var, Rc::new(closure));
        var
    }

    /// Gives such variables a value if something needs one.
    pub(crate) fn in_front(&mut self, funs: &[VarId], next: NodeId) -> NodeId {
        let mut node = next;
        for &var in funs {
            if let Some(closure) = self.closures.get(&var).map(Rc::clone)
                && self.graph.uses(var)
            {
                let value = self.fun_value(&closure);
                node = self.graph.node(Node::Let { var, value, next: node });
            }
        }
        node
    }

    /// Arguments of a call that starts a process: what a fun does there is not the machine's.
    pub(crate) fn for_another_process(&self, args: Vec<Expr>) -> Vec<Expr> {
        let value = |arg: Expr| self.known_fun(&arg).map_or(arg, |closure| handed_out(&closure));
        args.into_iter().map(value).collect()
    }

    /// The fun that a value is, if that is known.
    pub(crate) fn known_fun(&self, value: &Expr) -> Option<Rc<Closure>> {
        match self.resolve(value) {
            Expr::Var(var) => self.closures.get(var).map(Rc::clone),
            _ => None,
        }
    }

    /// Whether an argument is a fun that will be known.
    pub(crate) fn will_be_known(&self, arg: &Syntax, env: &Env) -> bool {
        let fun = match &arg.kind {
            ExprKind::Var(name) => env.vars.get(name).and_then(|value| self.known_fun(value)),
            _ => self.shared.closure(arg, env).map(Rc::new),
        };
        fun.is_some_and(|closure| !self.is_nested(&closure))
    }

    /// Whether a function of the library can call an argument: a fun that will be known, or one from data.
    pub(crate) fn may_be_called(&self, arg: &Syntax, env: &Env) -> bool {
        if self.will_be_known(arg, env) {
            return true;
        }
        self.shared.note_call_of_kept(None);
        self.shared.keeps_funs()
    }

    /// `is_function(Fun, Arity)` of a known fun.
    pub(crate) fn is_known_fun(
        &mut self,
        args: [&Syntax; 2],
        context: Context<'_>,
        k: Cont<'_>,
    ) -> NodeId {
        self.joined(context.env, &Scope::of(args), k, &|this, k| {
            this.sequence(&args, context, &|this, env, values| {
                let [fun, arity] = two(values);
                let Some(closure) = this.known_fun(&fun) else {
                    return this.raise(context, Expr::atom("badarg"));
                };
                let fun_arity = Expr::integer(closure.code.arity());
                let is_integer = Cond::Is(Kind::Integer, arity.clone());
                let is_negative = Cond::Less(arity.clone(), Expr::integer(0));
                let badarg = |this: &mut Lowering<'_>, _| this.raise(context, Expr::atom("badarg"));
                this.test(
                    &is_integer,
                    context.span,
                    &env,
                    &|this, env| {
                        this.test(&is_negative, context.span, &env, &badarg, &|this, env| {
                            this.truth(
                                &Cond::Same(arity.clone(), fun_arity.clone()),
                                context.span,
                                &env,
                                k,
                            )
                        })
                    },
                    &badarg,
                )
            })
        })
    }

    /// A call of a function that is computed.
    pub(crate) fn computed_call(
        &mut self,
        callee: &Syntax,
        args: &[Syntax],
        context: Context<'_>,
        k: Cont<'_>,
    ) -> NodeId {
        if let ExprKind::Remote(module, function) = &callee.kind {
            return self.computed_remote([module, function], args, context, k);
        }
        if !self.will_be_known(callee, context.env) && !self.shared.keeps_funs() {
            self.shared.note_call_of_kept(Some(args.len()));
            // What is called is worked out first, which may be a call itself.
            let inner = match &callee.kind {
                ExprKind::Call(..) => vec![callee],
                _ => callee.children(),
            };
            let parts: Vec<&Syntax> = inner.into_iter().chain(args).collect();
            return self.guess(OriginKind::Hidden, COMPUTED, &parts, context, k);
        }
        let parts: Vec<&Syntax> = std::iter::once(callee).chain(args).collect();
        self.joined(context.env, &Scope::of(parts.iter().copied()), k, &|this, k| {
            this.sequence(&parts, context, &|this, env, mut values| {
                let args = values.split_off(1);
                this.call_value(&values[0], args, context.with(&env), k)
            })
        })
    }

    /// A call of a known fun on these values.
    pub(crate) fn call_known(
        &mut self,
        fun: &Expr,
        args: Vec<Expr>,
        context: Context<'_>,
        k: Cont<'_>,
    ) -> NodeId {
        let Some(closure) = self.known_fun(fun) else {
            return self.raise(context, Expr::atom("badarg"));
        };
        if closure.code.arity() == args.len() {
            self.call_closure(&closure, args, context, k)
        } else {
            let args = Expr::list(args.into_iter());
            let call = Expr::Tuple(vec![fun.clone(), args]);
            self.raise(context, Expr::Tuple(vec![Expr::atom("badarity"), call]))
        }
    }

    /// A call of a fun on so many values as it takes.
    pub(crate) fn call_closure(
        &mut self,
        closure: &Closure,
        args: Vec<Expr>,
        context: Context<'_>,
        k: Cont<'_>,
    ) -> NodeId {
        match &*closure.code {
            Code::Clauses(function) => self.call_clauses(closure, function, &args, context, k),
            Code::Named(fun_name, function) => {
                self.call_itself(closure, (fun_name, function), args, context, k)
            }
            Code::Local(name, _) => {
                let callee = Callee::Local(name.clone());
                self.call_on_values(&callee, args, closure.span, context, k)
            }
            Code::Remote(module, name, _) => {
                let callee = Callee::Remote(module.clone(), name.clone(), RemoteAt::default());
                self.call_on_values(&callee, args, closure.span, context, k)
            }
        }
    }

    /// The clauses of a fun in line.
    fn call_clauses(
        &mut self,
        closure: &Closure,
        function: &Function,
        args: &[Expr],
        context: Context<'_>,
        k: Cont<'_>,
    ) -> NodeId {
        let key = (function.name.clone(), function.arity);
        if self.inlined.len() >= MAX_INLINE_DEPTH || self.inlined.contains(&key) {
            let what = "a call of a fun in itself";
            return self.guess(OriginKind::Hidden, what, &[], context, k);
        }
        let start = Env {
            vars: closure.captured.iter().cloned().collect(),
            facts: context.env.facts.clone(),
            ..Env::default()
        };
        self.in_line(key, context.env, context.place, k, &|this, place, k| {
            this.function_clauses(function, args.to_vec(), context.with(&start).in_place(place), k)
        })
    }

    /// What is lowered in the place of a call: what follows, and handlers, are outside of it.
    pub(crate) fn in_line(
        &mut self,
        key: (Name, usize),
        caller: &Env,
        place: &Place<'_>,
        k: Cont<'_>,
        body: &dyn Fn(&mut Lowering<'_>, &Place<'_>, Cont<'_>) -> NodeId,
    ) -> NodeId {
        let back = |this: &mut Lowering<'_>, inner: Env, value: Expr| {
            let mut env = caller.clone();
            env.facts = inner.facts;
            // What follows the call may call the same function again.
            let innermost = this.inlined.pop();
            let node = (k.run)(this, env, value);
            this.inlined.extend(innermost);
            node
        };
        // So may the handler of an exception that leaves it.
        let raise = |this: &mut Lowering<'_>, raised: Raised| {
            let innermost = this.inlined.pop();
            let node = (place.handler)(this, raised);
            this.inlined.extend(innermost);
            node
        };
        self.inlined.push(key);
        let inner = Place { handler: &raise, ..*place };
        let node = body(self, &inner, Cont { run: &back, copies: true });
        self.inlined.pop();
        node
    }

    /// A call of a function that a fun names; `at` are the places of the call and of the fun.
    pub(crate) fn call_on_values(
        &mut self,
        callee: &Callee,
        args: Vec<Expr>,
        fun: Span,
        context: Context<'_>,
        k: Cont<'_>,
    ) -> NodeId {
        let mut inner = context.env.clone();
        let mut vars = Vec::new();
        for (number, value) in args.into_iter().enumerate() {
            // No variable of a source is called so.
            let name = Name::from(format!("Arg{number}?"));
            inner.vars.insert_mut(name.clone(), value);
            vars.push(Syntax::new(ExprKind::Var(name), context.span));
        }
        let run = |this: &mut Lowering<'_>, inner: Env, value: Expr| {
            (k.run)(this, Env { facts: inner.facts, ..context.env.clone() }, value)
        };
        // The module that writes the fun is the one whose functions it means.
        self.call(callee, &vars, context.at(fun).with(&inner), Cont { run: &run, copies: k.copies })
    }
}

/// The value of a fun that another process gets: it is not called here.
fn handed_out(closure: &Closure) -> Expr {
    let content = vec![Expr::Atom(name_of(&closure.code)), Expr::integer(closure.code.arity())];
    let captured = closure.captured.iter().map(|(_, value)| value.clone());
    Wrap::Fun.around(Expr::Tuple(content.into_iter().chain(captured).collect()))
}
