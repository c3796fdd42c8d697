//! Exceptions and their handlers: `try`, `catch`.
//!
//! Every place knows where an exception goes. The clauses behind a `catch` are lowered once per
//! class, behind a fresh variable for the reason. A stack trace is an unknown value, unless `swallowed` knows its
//! beginning.

use std::cell::RefCell;

use frontend::ast::{self, CatchClause, Expr as Syntax, Literal, Pat, PatKind, Try};
use frontend::{Name, Span};

use crate::core::{Ending, Node};
use crate::lower::callback::entry::Called;
use crate::lower::context::Context;
use crate::lower::lowering::{Cont, Env, Lowering, Place, Raised};
use crate::lower::pattern::clauses::{Clause, Done, Outcomes, Selection};
use crate::lower::pattern::scope::Scope;
use model::{Class, Expr, NodeId, VarId};

/// Handlers that have been lowered, by class, the last one for errors whose stack trace is known: the variables of the reason
/// and of the trace, and where they start.
type Caught = RefCell<[Option<(VarId, Option<VarId>, NodeId)>; 4]>;

impl Lowering<'_> {
    /// `try Body of Clauses catch Clauses after Body end`.
    pub(crate) fn try_expr(&mut self, parts: &Try, context: Context<'_>, k: Cont<'_>) -> NodeId {
        self.joined(context.env, &Scope::of_try(parts), k, &|this, k| {
            if parts.after.is_empty() {
                return this.try_clauses(parts, context, k);
            }
            let leave = |this: &mut Lowering<'_>, inner: Env, value: Expr| {
                let run = |this: &mut Lowering<'_>, env: Env, _| (k.run)(this, env, value.clone());
                let env = Env { facts: inner.facts, ..context.env.clone() };
                this.body(&parts.after, context.with(&env), Cont { run: &run, copies: k.copies })
            };
            let raise = |this: &mut Lowering<'_>, raised: Raised| {
                let run =
                    |this: &mut Lowering<'_>, _, _| this.raise_all(context.place, raised.clone());
                this.body(&parts.after, context, Cont { run: &run, copies: true })
            };
            let protected = Place { handler: &raise, ..*context.place };
            this.try_clauses(
                parts,
                context.in_place(&protected),
                Cont { run: &leave, copies: true },
            )
        })
    }

    /// A `try` without `after`; `place` is where its clauses stand.
    fn try_clauses(&mut self, parts: &Try, context: Context<'_>, k: Cont<'_>) -> NodeId {
        let caught = Caught::default();
        let handler = |this: &mut Lowering<'_>, raised: Raised| {
            this.caught(&caught, raised, &|this, raised| {
                this.catch_clauses(&parts.catch, &raised, context, k)
            })
        };
        let run = |this: &mut Lowering<'_>, inner: Env, value: Expr| {
            if parts.of.is_empty() {
                return (k.run)(this, inner, value);
            }
            let done = Done::default();
            this.case_on(("try_clause", &value), &parts.of, context.with(&inner), k, &done)
        };
        let protected = Place { handler: &handler, ..*context.place };
        let body = Cont { run: &run, copies: k.copies || !parts.of.is_empty() };
        self.body(&parts.body, context.in_place(&protected), body)
    }

    /// Hands a reason to the handler of its class, which is lowered when it is first needed.
    fn caught(
        &mut self,
        caught: &Caught,
        Raised { class, reason, trace }: Raised,
        handler: &dyn Fn(&mut Lowering<'_>, Raised) -> NodeId,
    ) -> NodeId {
        let slot = if trace.is_some() { 3 } else { class as usize };
        let earlier = caught.borrow()[slot];
        let (var, trace_var, next) = earlier.unwrap_or_else(|| {
            let var = self.graph.var("Reason");
            let trace = trace.is_some().then(|| self.graph.var("Stack"));
            let raised = Raised { class, reason: Expr::Var(var), trace: trace.map(Expr::Var) };
            // Others come here, too.
            let at = self.graph.raised.take();
            let node = handler(self, raised);
            self.graph.raised = at;
            caught.borrow_mut()[slot] = Some((var, trace, node));
            (var, trace, node)
        });
        let next = match (trace_var, trace) {
            (Some(var), Some(value)) => self.graph.node(Node::Let { var, value, next }),
            _ => next,
        };
        self.graph.node(Node::Let { var, value: reason, next })
    }

    fn catch_clauses(
        &mut self,
        clauses: &[CatchClause],
        raised: &Raised,
        context: Context<'_>,
        k: Cont<'_>,
    ) -> NodeId {
        let Raised { class, reason, trace } = raised;
        let classes: Vec<Pat> = clauses.iter().map(class_pattern).collect();
        let selection = Selection {
            title: "catch".to_owned(),
            value_names: vec!["class".to_owned(), "reason".to_owned()],
            fail_name: "raised again",
            span: clauses.first().map_or(context.span, |first| first.span),
            values: vec![Expr::atom(class.name()), reason.clone()],
            clauses: clauses
                .iter()
                .zip(&classes)
                .map(|(clause, class)| Clause {
                    patterns: vec![class, &clause.pattern],
                    guard: &clause.guard,
                    span: clause.span,
                })
                .collect(),
        };
        let clause = |this: &mut Lowering<'_>, number: usize, env: Env| {
            let clause = &clauses[number];
            let body =
                |this: &mut Lowering<'_>, env: &Env| this.body(&clause.body, context.with(env), k);
            match &clause.stack {
                None => body(this, &env),
                Some((name, _)) => this.stack_trace(name, trace.as_ref(), clause.span, &env, &body),
            }
        };
        let fail = |this: &mut Lowering<'_>, _: Env| this.raise_all(context.place, raised.clone());
        self.select(&selection, context, &Outcomes { clause: &clause, fail: &fail })
    }

    /// Binds the variable of a stack trace.
    fn stack_trace(
        &mut self,
        name: &Name,
        known_trace: Option<&Expr>,
        span: Span,
        env: &Env,
        next: &dyn Fn(&mut Lowering<'_>, &Env) -> NodeId,
    ) -> NodeId {
        if name.as_str() == "_" {
            return next(self, env);
        }
        self.trace(known_trace, name.as_str(), span, &|this, value| {
            let mut env = env.clone();
            env.vars.insert_mut(name.clone(), value);
            next(this, &env)
        })
    }

    /// `catch Expr`.
    pub(crate) fn catch_expr(
        &mut self,
        expr: &Syntax,
        context: Context<'_>,
        k: Cont<'_>,
    ) -> NodeId {
        self.joined(context.env, &Scope::of([expr]).unsafely(), k, &|this, k| {
            let caught = Caught::default();
            let handler = |this: &mut Lowering<'_>, raised: Raised| {
                this.caught(&caught, raised, &|this, Raised { class, reason, trace }| {
                    let exit = |reason: Expr| Expr::Tuple(vec![Expr::atom("EXIT"), reason]);
                    match class {
                        Class::Throw => (k.run)(this, context.env.clone(), reason),
                        Class::Exit => (k.run)(this, context.env.clone(), exit(reason)),
                        Class::Error => {
                            this.trace(trace.as_ref(), "Stack", context.span, &|this, trace| {
                                let both = Expr::Tuple(vec![reason.clone(), trace]);
                                (k.run)(this, context.env.clone(), exit(both))
                            })
                        }
                    }
                })
            };
            this.expr(expr, context.in_place(&Place { handler: &handler, ..*context.place }), k)
        })
    }

    /// What an exception means that leaves a callback; `gen_fsm` takes a throw for a value.
    pub(crate) fn exception(
        &mut self,
        called: Option<&Called>,
        Raised { class, reason, trace }: Raised,
        origin: Span,
    ) -> NodeId {
        let env = Env::default();
        match (class, called) {
            (Class::Throw, _) => self.value_of(called, &reason, origin, &env),
            (_, None) => self.leaf(Ending::StartFailed(reason), origin),
            (Class::Exit, Some(called)) => {
                self.unless_swallowed(called, &reason, origin, &env, &|this| {
                    this.stop(called, reason.clone(), called.data.clone(), None, origin)
                })
            }
            (Class::Error, Some(called)) => {
                let fails = |this: &mut Lowering<'_>| this.failed(called, reason.clone(), origin);
                match trace {
                    None => fails(self),
                    Some(trace) => {
                        let both = Expr::Tuple(vec![reason.clone(), trace]);
                        self.unless_swallowed(called, &both, origin, &env, &fails)
                    }
                }
            }
        }
    }

    /// A crash of a callback by an error.
    fn failed(&mut self, called: &Called, reason: Expr, origin: Span) -> NodeId {
        let itself = called.kind.is_last();
        let resolved_reason = self.resolve(&reason).clone();
        // A loop of text hands the reason on without the stack trace.
        if self.shared.machine.behaviour.run_by.is_some() {
            return self.crash(called, reason.clone(), reason, origin);
        }
        let trace = if itself { Expr::Nil } else { self.shared.last_trace(&resolved_reason) };
        let term = Expr::Tuple(vec![reason.clone(), trace]);
        self.crash(called, reason, term, origin)
    }
}

/// The class of a clause as a pattern.
fn class_pattern(clause: &CatchClause) -> Pat {
    let kind = match &clause.class {
        None => PatKind::Literal(Literal::Atom(Name::from("throw"))),
        Some(ast::Class::Atom(name, _)) => PatKind::Literal(Literal::Atom(name.clone())),
        Some(ast::Class::Var(name, _)) if name.as_str() == "_" => PatKind::Wildcard,
        Some(ast::Class::Var(name, _)) => PatKind::Var(name.clone()),
    };
    Pat::new(kind, clause.span)
}
