//! Clause selection: heads, case, if, match, guards.

use std::cell::RefCell;
use std::collections::BTreeSet;

use frontend::ast::{CaseClause, Expr as Syntax, ExprKind, Function, Guard, Pat};
use frontend::{Diagnostic, Name, Span};
use rustc_hash::FxHashMap;

use super::scope::{binds, bound_by_case, bound_by_if};
use super::{Cont, Env, Lowering, Place, SourceTree};
use crate::codes;
use crate::model::{Cond, Expr, Kind, NodeId};
use crate::sst::{self, Ctor, Path, Pattern, Row, Sst, Step, Test, Tree, TreeId};

/// One clause of any construct.
pub(super) struct Clause<'a> {
    pub patterns: Vec<&'a Pat>,
    pub guard: &'a Guard,
    pub span: Span,
}

/// A selection among clauses.
pub(super) struct Selection<'a> {
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
pub(super) struct Outcomes<'k> {
    /// The clause with this number, with its variables bound.
    pub clause: &'k dyn Fn(&mut Lowering<'_>, usize, Env) -> NodeId,
    /// No clause.
    pub fail: &'k dyn Fn(&mut Lowering<'_>, Env) -> NodeId,
}

impl Lowering<'_> {
    /// The clauses of a function on these arguments; `function_clause` where none matches.
    pub(super) fn function_clauses(
        &mut self,
        function: &Function,
        args: Vec<Expr>,
        env: &Env,
        place: &Place<'_>,
        k: Cont<'_>,
    ) -> NodeId {
        let selection = head_selection(function, args);
        let clause = |this: &mut Lowering<'_>, number: usize, env: Env| {
            this.body(&function.clauses[number].body, &env, place, k)
        };
        let fail =
            |this: &mut Lowering<'_>, _: Env| this.raise(place, Expr::atom("function_clause"));
        self.select(&selection, env, place, &Outcomes { clause: &clause, fail: &fail })
    }

    /// `case Value of Clauses end`.
    pub(super) fn case(
        &mut self,
        value: &Syntax,
        clauses: &[CaseClause],
        span: Span,
        env: &Env,
        place: &Place<'_>,
        k: Cont<'_>,
    ) -> NodeId {
        let mut bound = env.bound();
        binds(value, &mut bound);
        let names = bound_by_case(clauses);
        let mut names: BTreeSet<Name> = names.difference(&bound).cloned().collect();
        binds(value, &mut names);
        self.joined(env, &names, k, &|this, k| {
            let run = |this: &mut Lowering<'_>, env: Env, value: Expr| {
                this.case_on(&value, clauses, span, &env, place, k)
            };
            this.expr(value, env, place, Cont { run: &run, copies: true })
        })
    }

    fn case_on(
        &mut self,
        value: &Expr,
        clauses: &[CaseClause],
        span: Span,
        env: &Env,
        place: &Place<'_>,
        k: Cont<'_>,
    ) -> NodeId {
        let selection = Selection {
            title: "case".to_owned(),
            value_names: vec!["value".to_owned()],
            fail_name: "case_clause",
            span,
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
            this.body(&clauses[number].body, &env, place, k)
        };
        let fail = |this: &mut Lowering<'_>, _: Env| {
            this.raise(place, Expr::Tuple(vec![Expr::atom("case_clause"), value.clone()]))
        };
        self.select(&selection, env, place, &Outcomes { clause: &clause, fail: &fail })
    }

    /// `if Guards end`.
    pub(super) fn if_expr(
        &mut self,
        clauses: &[(Guard, Vec<Syntax>)],
        span: Span,
        env: &Env,
        place: &Place<'_>,
        k: Cont<'_>,
    ) -> NodeId {
        let names = bound_by_if(clauses);
        let names = names.difference(&env.bound()).cloned().collect();
        let selection = Selection {
            title: "if".to_owned(),
            value_names: Vec::new(),
            fail_name: "if_clause",
            span,
            values: Vec::new(),
            clauses: clauses
                .iter()
                .map(|(guard, body)| Clause {
                    patterns: Vec::new(),
                    guard,
                    span: body.first().map_or(span, |first| first.span),
                })
                .collect(),
        };
        self.joined(env, &names, k, &|this, k| {
            let clause = |this: &mut Lowering<'_>, number: usize, env: Env| {
                this.body(&clauses[number].1, &env, place, k)
            };
            let fail = |this: &mut Lowering<'_>, _: Env| this.raise(place, Expr::atom("if_clause"));
            this.select(&selection, env, place, &Outcomes { clause: &clause, fail: &fail })
        })
    }

    /// `Pattern = Value`.
    pub(super) fn match_expr(
        &mut self,
        pattern: &Pat,
        value: &Syntax,
        span: Span,
        env: &Env,
        place: &Place<'_>,
        k: Cont<'_>,
    ) -> NodeId {
        let run = |this: &mut Lowering<'_>, env: Env, value: Expr| {
            let guard = Guard::default();
            let selection = Selection {
                title: "match".to_owned(),
                value_names: vec!["value".to_owned()],
                fail_name: "badmatch",
                span,
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
                this.raise(place, Expr::Tuple(vec![Expr::atom("badmatch"), value.clone()]))
            };
            this.select(&selection, &env, place, &Outcomes { clause: &clause, fail: &fail })
        };
        self.expr(value, env, place, Cont { run: &run, copies: false })
    }

    /// Selects a clause through its splitting tree.
    pub(super) fn select(
        &mut self,
        selection: &Selection<'_>,
        env: &Env,
        place: &Place<'_>,
        outcomes: &Outcomes<'_>,
    ) -> NodeId {
        let bound = env.bound();
        let mut rows = Vec::with_capacity(selection.clauses.len());
        for clause in &selection.clauses {
            let patterns: Result<Vec<_>, _> =
                clause.patterns.iter().map(|pat| Pattern::from_ast(pat, &bound)).collect();
            match patterns {
                Ok(patterns) => {
                    let guarded = !is_trivial(clause.guard);
                    rows.push(Row { patterns, guarded });
                }
                Err(what) => return self.unsupported(what, clause.span),
            }
        }
        let sst = sst::build(&rows);
        self.note_tree(selection, &sst);
        let walk = Walk {
            selection,
            sst: &sst,
            env,
            place,
            outcomes,
            done: RefCell::default(),
            leaves: RefCell::default(),
        };
        self.tree(&walk, sst.root)
    }

    fn note_tree(&mut self, selection: &Selection<'_>, sst: &Sst) {
        if self.trees.iter().any(|tree| tree.span == selection.span) {
            return;
        }
        self.trees.push(SourceTree {
            title: selection.title.clone(),
            values: selection.value_names.clone(),
            fail: selection.fail_name,
            span: selection.span,
            sst: sst.clone(),
        });
        for clause in sst.unreachable_clauses() {
            self.diagnostics.push(Diagnostic::warning(
                codes::UNREACHABLE_CLAUSE,
                "this clause is never selected: the clauses before it take every value it matches",
                selection.clauses[clause].span,
            ));
        }
    }

    fn tree(&mut self, walk: &Walk<'_>, id: TreeId) -> NodeId {
        if let Some(&node) = walk.done.borrow().get(&id) {
            return node;
        }
        let node = match &walk.sst.nodes[id] {
            Tree::Fail => (walk.outcomes.fail)(self, walk.env.clone()),
            Tree::Leaf(clause) => self.leaf_clause(walk, *clause),
            Tree::Test { test, yes, no } => self.tree_test(walk, test, *yes, *no),
            Tree::Switch { at, arms, otherwise } => self.tree_switch(walk, at, arms, *otherwise),
        };
        walk.done.borrow_mut().insert(id, node);
        node
    }

    fn tree_test(&mut self, walk: &Walk<'_>, test: &Test, yes: TreeId, no: TreeId) -> NodeId {
        let cond = match test {
            Test::Guard(clause) => {
                let yes = self.tree(walk, yes);
                let no = self.tree(walk, no);
                let env = self.clause_env(walk, *clause);
                return self.guard(
                    walk.selection.clauses[*clause].guard,
                    &env,
                    walk.place,
                    yes,
                    no,
                );
            }
            Test::Same(later, first) => Cond::Same(self.at(walk, later), self.at(walk, first)),
            Test::Bound(at, name) => {
                let bound = walk.env.vars.get(name).cloned().unwrap_or(Expr::Nil);
                Cond::Same(self.at(walk, at), bound)
            }
        };
        self.test(
            &cond,
            walk.selection.span,
            walk.env,
            &|this, _| this.tree(walk, yes),
            &|this, _| this.tree(walk, no),
        )
    }

    fn tree_switch(
        &mut self,
        walk: &Walk<'_>,
        at: &Path,
        arms: &[(Ctor, TreeId)],
        otherwise: TreeId,
    ) -> NodeId {
        let [(ctor, arm), rest @ ..] = arms else {
            return self.tree(walk, otherwise);
        };
        let value = self.at(walk, at);
        let cond = match ctor {
            Ctor::Atom(name) => Cond::Same(value, Expr::Atom(name.clone())),
            Ctor::Integer(number) => Cond::Same(value, Expr::Integer(number.clone())),
            Ctor::Nil => Cond::Is(Kind::Nil, value),
            Ctor::Cons => Cond::Is(Kind::Cons, value),
            Ctor::Tuple(size) => Cond::Is(Kind::TupleOf(*size), value),
        };
        self.test(
            &cond,
            walk.selection.span,
            walk.env,
            &|this, _| this.tree(walk, *arm),
            &|this, _| this.tree_switch(walk, at, rest, otherwise),
        )
    }

    /// The value at a path of the matched values.
    fn at(&self, walk: &Walk<'_>, path: &Path) -> Expr {
        let mut value = walk.selection.values.get(path.root).cloned().unwrap_or(Expr::Nil);
        for step in &path.steps {
            let known = self.resolve(&value);
            let base = if matches!(known, Expr::Tuple(_) | Expr::Cons(..)) { known } else { value };
            value = match step {
                Step::Component(component) => Expr::element(component + 1, base),
                Step::Head => Expr::head(base),
                Step::Tail => Expr::tail(base),
            };
        }
        value
    }

    fn clause_env(&self, walk: &Walk<'_>, clause: usize) -> Env {
        let mut env = walk.env.clone();
        for (name, path) in &walk.sst.bindings[clause] {
            env.vars.insert(name.clone(), self.at(walk, path));
        }
        env
    }

    /// A clause is lowered once, however many ways lead to it.
    fn leaf_clause(&mut self, walk: &Walk<'_>, clause: usize) -> NodeId {
        if let Some(&node) = walk.leaves.borrow().get(&clause) {
            return node;
        }
        let env = self.clause_env(walk, clause);
        let bindings = walk.sst.bindings[clause].clone();
        let node =
            self.name_large(&bindings, env, &|this, env| (walk.outcomes.clause)(this, clause, env));
        walk.leaves.borrow_mut().insert(clause, node);
        node
    }

    /// Names the large values among new variables.
    fn name_large(
        &mut self,
        bindings: &[(Name, Path)],
        env: Env,
        next: &dyn Fn(&mut Lowering<'_>, Env) -> NodeId,
    ) -> NodeId {
        let [(name, _), rest @ ..] = bindings else {
            return next(self, env);
        };
        let value = env.vars.get(name).cloned().unwrap_or(Expr::Nil);
        self.named(name, value, &|this, value| {
            let mut env = env.clone();
            env.vars.insert(name.clone(), value);
            this.name_large(rest, env, next)
        })
    }

    /// A guard: the first alternative whose tests are all `true`; an error fails an alternative.
    fn guard(
        &mut self,
        guard: &Guard,
        env: &Env,
        place: &Place<'_>,
        yes: NodeId,
        no: NodeId,
    ) -> NodeId {
        guard.alternatives.iter().rev().fold(no, |otherwise, tests| {
            tests.iter().rev().fold(yes, |next, test| {
                let place = Place { guard: Some(otherwise), ..*place };
                let run = |this: &mut Lowering<'_>, env: Env, value: Expr| {
                    let fail = |_: &mut Lowering<'_>, _: Env| otherwise;
                    let decided = |_: &mut Lowering<'_>, _: Env, holds: bool| {
                        if holds { next } else { otherwise }
                    };
                    this.boolean(&value, test.span, &env, &decided, &fail)
                };
                self.expr(test, env, &place, Cont { run: &run, copies: true })
            })
        })
    }
}

/// One walk over a tree, with what was lowered so far.
struct Walk<'w> {
    selection: &'w Selection<'w>,
    sst: &'w Sst,
    env: &'w Env,
    place: &'w Place<'w>,
    outcomes: &'w Outcomes<'w>,
    done: RefCell<FxHashMap<TreeId, NodeId>>,
    leaves: RefCell<FxHashMap<usize, NodeId>>,
}

/// The head of a function as a selection.
pub(super) fn head_selection(function: &Function, args: Vec<Expr>) -> Selection<'_> {
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

/// Whether a guard is absent or the atom `true`.
fn is_trivial(guard: &Guard) -> bool {
    guard.alternatives.is_empty()
        || guard.alternatives.iter().any(|tests| {
            tests.iter().all(|test| {
                matches!(&test.kind, ExprKind::Literal(frontend::ast::Literal::Atom(name))
                    if name.as_str() == "true")
            })
        })
}
