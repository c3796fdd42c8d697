//! Clause selection: heads, case, if, match, guards.

use std::cell::RefCell;

use frontend::ast::{CaseClause, Expr as Syntax, Function, Guard, Pat};
use frontend::{Name, Span};
use rpds::RedBlackTreeMap;
use rustc_hash::FxHashMap;

use super::scope::Scope;
use crate::lower::context::Context;
use crate::lower::lowering::{Cont, Env, Lowering};
use model::{Expr, NodeId};

/// One clause of any construct.
pub(crate) struct Clause<'a> {
    pub patterns: Vec<&'a Pat>,
    pub guard: &'a Guard,
    pub span: Span,
}

/// Clauses of one case that have been lowered: by number and variables.
pub(crate) type Done = RefCell<FxHashMap<(usize, RedBlackTreeMap<Name, Expr>), NodeId>>;

/// A selection among clauses.
pub(crate) struct Selection<'a> {
    /// For drawings and messages.
    pub title: String,
    pub value_names: Vec<String>,
    pub fail_name: &'static str,
    pub span: Span,
    /// Values to match.
    pub values: Vec<Expr>,
    pub clauses: Vec<Clause<'a>>,
}

/// What to do with a clause, or without one.
pub(crate) struct Outcomes<'k> {
    /// The clause with this number, with its variables bound.
    pub clause: &'k dyn Fn(&mut Lowering<'_>, usize, Env) -> NodeId,
    /// No clause.
    pub fail: &'k dyn Fn(&mut Lowering<'_>, Env) -> NodeId,
}

impl Lowering<'_> {
    /// The clauses of a function on these arguments; `function_clause` where none matches.
    pub(crate) fn function_clauses(
        &mut self,
        function: &Function,
        args: Vec<Expr>,
        context: Context<'_>,
        k: Cont<'_>,
    ) -> NodeId {
        let selection = head_selection(function, args);
        let clause = |this: &mut Lowering<'_>, number: usize, env: Env| {
            this.body(&function.clauses[number].body, context.with(&env), k)
        };
        let fail = |this: &mut Lowering<'_>, _: Env| {
            this.raise(context.at(function.span), Expr::atom("function_clause"))
        };
        self.select(&selection, context, &Outcomes { clause: &clause, fail: &fail })
    }

    /// `case Value of Clauses end`.
    pub(crate) fn case(
        &mut self,
        value: &Syntax,
        clauses: &[CaseClause],
        context: Context<'_>,
        k: Cont<'_>,
    ) -> NodeId {
        let mut scope = Scope::of([value]);
        scope.join(Scope::of_case(clauses));
        // A value that is known by one branch only must not be known behind the case: the facts of
        // its branches are forgotten, so that a clause is lowered once for all of them.
        let done = Done::default();
        self.joined(context.env, &scope, k, &|this, k| {
            let facts = &context.env.facts;
            let run = |this: &mut Lowering<'_>, inner: Env, value: Expr| {
                let env = Env { facts: facts.clone(), ..inner };
                this.case_on(("case_clause", &value), clauses, context.with(&env), k, &done)
            };
            this.expr(value, context, Cont { run: &run, copies: true })
        })
    }

    /// Clauses on a value, and the name of the error where none matches.
    pub(crate) fn case_on(
        &mut self,
        (error, value): (&'static str, &Expr),
        clauses: &[CaseClause],
        context: Context<'_>,
        k: Cont<'_>,
        done: &Done,
    ) -> NodeId {
        let selection = Selection {
            title: "case".to_owned(),
            value_names: vec!["value".to_owned()],
            fail_name: error,
            span: context.span,
            values: vec![value.clone()],
            clauses: clauses
                .iter()
                .map(|clause| Clause {
                    patterns: vec![&clause.pattern],
                    guard: &clause.guard,
                    span: clause.span,
                })
                .collect(),
        };
        let clause = |this: &mut Lowering<'_>, number: usize, env: Env| {
            let key = (number, env.vars.clone());
            if let Some(&node) = done.borrow().get(&key) {
                return node;
            }
            let node = this.body(&clauses[number].body, context.with(&env), k);
            done.borrow_mut().insert(key, node);
            node
        };
        let fail = |this: &mut Lowering<'_>, _: Env| {
            this.raise(context, Expr::Tuple(vec![Expr::atom(error), value.clone()]))
        };
        self.select(&selection, context, &Outcomes { clause: &clause, fail: &fail })
    }

    /// `if Guards end`.
    pub(crate) fn if_expr(
        &mut self,
        clauses: &[(Guard, Vec<Syntax>)],
        context: Context<'_>,
        k: Cont<'_>,
    ) -> NodeId {
        let scope = Scope::of_if(clauses);
        let selection = Selection {
            title: "if".to_owned(),
            value_names: Vec::new(),
            fail_name: "if_clause",
            span: context.span,
            values: Vec::new(),
            clauses: clauses
                .iter()
                .map(|(guard, body)| Clause {
                    patterns: Vec::new(),
                    guard,
                    span: body.first().map_or(context.span, |first| first.span),
                })
                .collect(),
        };
        self.joined(context.env, &scope, k, &|this, k| {
            let clause = |this: &mut Lowering<'_>, number: usize, env: Env| {
                this.body(&clauses[number].1, context.with(&env), k)
            };
            let fail =
                |this: &mut Lowering<'_>, _: Env| this.raise(context, Expr::atom("if_clause"));
            this.select(&selection, context, &Outcomes { clause: &clause, fail: &fail })
        })
    }

    /// `Pattern = Value`.
    pub(crate) fn match_expr(
        &mut self,
        pattern: &Pat,
        value: &Syntax,
        context: Context<'_>,
        k: Cont<'_>,
    ) -> NodeId {
        let run = |this: &mut Lowering<'_>, env: Env, value: Expr| {
            let guard = Guard::default();
            let selection = Selection {
                title: "match".to_owned(),
                value_names: vec!["value".to_owned()],
                fail_name: "badmatch",
                span: context.span,
                values: vec![value.clone()],
                clauses: vec![Clause {
                    patterns: vec![pattern],
                    guard: &guard,
                    span: pattern.span,
                }],
            };
            let clause =
                |this: &mut Lowering<'_>, _: usize, env: Env| (k.run)(this, env, value.clone());
            let fail = |this: &mut Lowering<'_>, _: Env| {
                this.raise(context, Expr::Tuple(vec![Expr::atom("badmatch"), value.clone()]))
            };
            this.select(&selection, context.with(&env), &Outcomes { clause: &clause, fail: &fail })
        };
        self.expr(value, context, Cont { run: &run, copies: k.copies })
    }
}

/// The head of a function as a selection.
pub(crate) fn head_selection(function: &Function, args: Vec<Expr>) -> Selection<'_> {
    Selection {
        title: format!("{}/{}", function.name, function.arity),
        value_names: match args.len() {
            2 => vec!["Event".to_owned(), "Data".to_owned()],
            n => (1..=n).map(|position| format!("Arg{position}")).collect(),
        },
        fail_name: "function_clause",
        span: function.span,
        values: args,
        clauses: function
            .clauses
            .iter()
            .map(|clause| Clause {
                patterns: clause.params.iter().collect(),
                guard: &clause.guard,
                span: clause.span,
            })
            .collect(),
    }
}
