//! Selection of a clause through its splitting tree.
//!
//! The tree is walked once per selection; tests that are decided by what is known of the values are
//! not made. Every clause is lowered once, however many ways lead to it.

use std::cell::RefCell;

use frontend::ast::Guard;
use frontend::output::print::pattern;
use frontend::{Diagnostic, Name};
use rustc_hash::FxHashMap;

use super::clauses::{Clause, Outcomes, Selection};
use super::view::View;
use crate::codes;
use crate::core::Node;
use crate::lower::context::Context;
use crate::lower::lowered::SourceTree;
use crate::lower::lowering::{Cont, Env, Lowering, Place};
use crate::lower::pattern::{Inexact, Matches};
use crate::sst::{self, Ctor, Path, PathStep, Row, Sst, Test, Tree, TreeId};
use model::{Cond, Expr, Kind, NodeId, VarId};

/// The tests of the clauses that a tree asks by them, as they are written.
fn guards(clauses: &[Clause<'_>], sst: &Sst) -> Vec<String> {
    let mut guards = vec![String::new(); clauses.len()];
    for node in &sst.nodes {
        if let Tree::Test { test: Test::Guard(clause), .. } = node {
            guards[*clause] = asked(&clauses[*clause]);
        }
    }
    guards
}

/// What a clause asks besides its patterns, as it is written; its patterns, where they say more than constructors tell.
fn asked(clause: &Clause<'_>) -> String {
    let guard = sst::written(clause.guard);
    if !guard.is_empty() {
        return guard;
    }
    clause.patterns.iter().map(|written| pattern(written)).collect::<Vec<_>>().join(", ")
}

impl Lowering<'_> {
    /// Selects a clause through its splitting tree.
    pub(crate) fn select(
        &mut self,
        selection: &Selection<'_>,
        context: Context<'_>,
        outcomes: &Outcomes<'_>,
    ) -> NodeId {
        let split = self.split_of(selection, context.env);
        if split.looks_inside {
            let patterns = selection.clauses.iter().flat_map(|clause| &clause.patterns);
            let refused: Vec<NodeId> =
                patterns.filter_map(|pat| self.refused(pat, context.env)).collect();
            if let Some(&refused) = refused.first() {
                return refused;
            }
        }
        let is_unsafe = split.has_unsafe(context.env);
        for (clause, ill_formed) in selection.clauses.iter().zip(&split.ill_formed) {
            if is_unsafe && let Some(name) = unsafe_variable(clause, context.env) {
                return self.unbound(&name, clause.span, context.env);
            }
            if let Some(error) = ill_formed {
                self.note(error.clone());
            }
        }
        let Some(sst) = &split.sst else {
            return self.report(Diagnostic::error(
                codes::TOO_LARGE,
                "these clauses split each other in too many ways",
                selection.span,
            ));
        };
        self.note_tree(selection, sst, &split.rows);
        let walk = Walk {
            selection,
            sst,
            inexact: &split.inexact,
            context: context.at(selection.span),
            outcomes,
            done: RefCell::default(),
            leaves: RefCell::default(),
            seen: RefCell::default(),
        };
        self.tree(&walk, sst.root)
    }

    fn note_tree(&mut self, selection: &Selection<'_>, sst: &Sst, rows: &[Row]) {
        // A part of a value that is looked into is no construct of its own.
        if selection.title.is_empty() || self.trees.iter().any(|tree| tree.span == selection.span) {
            return;
        }
        self.trees.push(SourceTree {
            title: selection.title.clone(),
            values: selection.value_names.clone(),
            fail: selection.fail_name,
            span: selection.span,
            sst: Sst { guards: guards(&selection.clauses, sst), ..sst.clone() },
        });
        for clause in sst.unreachable_clauses() {
            let alone = sst::build(std::slice::from_ref(&rows[clause]));
            let takes_none = alone.is_some_and(|alone| !alone.unreachable_clauses().is_empty());
            self.diagnostics.push(Diagnostic::warning(
                codes::UNREACHABLE_CLAUSE,
                if takes_none {
                    "this clause is never selected: no value matches it"
                } else {
                    "this clause is never selected: the clauses before it take every value it matches"
                },
                selection.clauses[clause].span,
            ));
        }
    }

    fn tree(&mut self, walk: &Walk<'_>, id: TreeId) -> NodeId {
        if let Some(&node) = walk.done.borrow().get(&id) {
            return node;
        }
        let node = match &walk.sst.nodes[id] {
            Tree::Fail => (walk.outcomes.fail)(self, walk.context.env.clone()),
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
                return self.ask(walk, *clause, yes, no);
            }
            Test::Same(later, first) => Cond::Same(self.at(walk, later), self.at(walk, first)),
            Test::Bound(at, name) => {
                let bound = walk.context.env.vars.get(name).cloned().unwrap_or(Expr::Nil);
                Cond::Same(self.at(walk, at), bound)
            }
        };
        self.test(
            &cond,
            walk.selection.span,
            walk.context.env,
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
            Ctor::Float(number) => Cond::Same(value, Expr::float(*number)),
            Ctor::Nil => Cond::Is(Kind::Nil, value),
            Ctor::Cons => Cond::Is(Kind::Cons, value),
            Ctor::Tuple(size) => Cond::Is(Kind::TupleOf(*size), value),
        };
        self.test(
            &cond,
            walk.selection.span,
            walk.context.env,
            &|this, _| this.tree(walk, *arm),
            &|this, _| this.tree_switch(walk, at, rest, otherwise),
        )
    }

    /// The value at a path of the matched values; what is written out is looked into where it stands.
    fn at(&self, walk: &Walk<'_>, path: &Path) -> Expr {
        let mut value = walk.selection.values.get(path.root).unwrap_or(&Expr::Nil);
        for (number, step) in path.steps.iter().enumerate() {
            value = match (step, self.resolve(value)) {
                (PathStep::Component(component), Expr::Tuple(items))
                    if *component < items.len() =>
                {
                    &items[*component]
                }
                (PathStep::Head, Expr::Cons(head, _)) => head,
                (PathStep::Tail, Expr::Cons(_, tail)) => tail,
                _ => return self.part_behind(value.clone(), &path.steps[number..]),
            };
        }
        value.clone()
    }

    /// The part of a value to which these steps lead.
    fn part_behind(&self, mut value: Expr, steps: &[PathStep]) -> Expr {
        for step in steps {
            if let Some(composite) = self.composite(&value) {
                value = composite.clone();
            }
            value = match step {
                PathStep::Component(component) => Expr::element(component + 1, value),
                PathStep::Head => Expr::head(value),
                PathStep::Tail => Expr::tail(value),
            };
        }
        value
    }

    /// What the patterns of a clause leave open, and its guard.
    fn ask(&mut self, walk: &Walk<'_>, clause: usize, yes: NodeId, no: NodeId) -> NodeId {
        let mut env = self.clause_env(walk, clause);
        let inexact = &walk.inexact[clause];
        let mut views = Vec::new();
        for part in inexact {
            if let Matches::View(pat) = &part.matches {
                views.push((&**pat, env.vars.get(&part.placeholder).cloned().unwrap_or(Expr::Nil)));
                continue;
            }
            for name in &part.vars {
                let value = self.unknown(part.kind, &part.what, part.span);
                env.vars.insert_mut(name.clone(), value);
            }
        }
        let guard = walk.selection.clauses[clause].guard;
        let view = View { context: walk.context.with(&env), no };
        let yes = self.views(&views, view, &|this, env| {
            let yes = this.keep_seen(walk, clause, &env, yes);
            match guard.alternatives.as_slice() {
                [] => yes,
                _ => this.guard(guard, walk.context.with(&env), yes, no),
            }
        });
        let others = inexact.iter().filter(|part| !matches!(part.matches, Matches::View(_)));
        others.rev().fold(yes, |yes, part| {
            let value = env.vars.get(&part.placeholder).cloned().unwrap_or(Expr::Nil);
            let may = |this: &mut Lowering<'_>, _: Env| {
                let guess = this.unknown(part.kind, &part.what, part.span);
                this.bind("Matches", guess, &|this, guess| {
                    let cond = Cond::Same(guess, Expr::atom("true"));
                    this.graph.node(Node::Test { cond, yes, no, at: walk.selection.span })
                })
            };
            let span = walk.selection.span;
            match &part.matches {
                Matches::Term(term) => {
                    let cond = Cond::Same(value, term.clone());
                    self.test(&cond, span, &env, &|_, _| yes, &|_, _| no)
                }
                Matches::Kind(kind) => {
                    self.test(&Cond::Is(*kind, value), span, &env, &may, &|_, _| no)
                }
                Matches::Any | Matches::View(_) => may(self, env.clone()),
            }
        })
    }

    /// The variables of a clause that are bound where it looks into values.
    fn seen(&mut self, walk: &Walk<'_>, clause: usize) -> Vec<(Name, VarId)> {
        if let Some(earlier) = walk.seen.borrow().get(&clause) {
            return earlier.clone();
        }
        let mut seen: Vec<(Name, VarId)> = Vec::new();
        for part in &walk.inexact[clause] {
            for name in part.vars.iter().filter(|_| matches!(part.matches, Matches::View(_))) {
                let is_bound = walk.sst.bindings[clause].iter().any(|(bound, _)| bound == name);
                if !is_bound && seen.iter().all(|(other, _)| other != name) {
                    seen.push((name.clone(), self.graph.var(name.as_str())));
                }
            }
        }
        walk.seen.borrow_mut().insert(clause, seen.clone());
        seen
    }

    /// Gives these variables their values in front of the clause.
    fn keep_seen(&mut self, walk: &Walk<'_>, clause: usize, env: &Env, yes: NodeId) -> NodeId {
        self.seen(walk, clause).into_iter().fold(yes, |next, (name, var)| {
            match env.vars.get(&name) {
                Some(value) => self.graph.node(Node::Let { var, value: value.clone(), next }),
                None => next,
            }
        })
    }

    fn clause_env(&self, walk: &Walk<'_>, clause: usize) -> Env {
        let mut env = walk.context.env.clone();
        for (name, path) in &walk.sst.bindings[clause] {
            env.vars.insert_mut(name.clone(), self.at(walk, path));
        }
        env
    }

    /// Names the unknown values of the variables in inexact patterns.
    fn name_unknown(
        &mut self,
        vars: &[(&Inexact, &Name)],
        env: Env,
        next: &dyn Fn(&mut Lowering<'_>, Env) -> NodeId,
    ) -> NodeId {
        let [(part, name), rest @ ..] = vars else {
            return next(self, env);
        };
        let value = self.unknown(part.kind, &part.what, part.span);
        self.bind(name.as_str(), value, &|this, value| {
            let mut env = env.clone();
            env.vars.insert_mut((*name).clone(), value);
            this.name_unknown(rest, env, next)
        })
    }

    /// A clause is lowered once, however many ways lead to it.
    fn leaf_clause(&mut self, walk: &Walk<'_>, clause: usize) -> NodeId {
        if let Some(&node) = walk.leaves.borrow().get(&clause) {
            return node;
        }
        let mut env = self.clause_env(walk, clause);
        for (name, var) in self.seen(walk, clause) {
            env.vars.insert_mut(name, Expr::Var(var));
        }
        let selection = walk.selection;
        env = self.with_narrowed(&selection.clauses[clause], &selection.values, env);
        let bindings = walk.sst.bindings[clause].clone();
        let inexact = &walk.inexact[clause];
        let unknown: Vec<(&Inexact, &Name)> = inexact
            .iter()
            .filter(|part| !matches!(part.matches, Matches::View(_)))
            .flat_map(|part| part.vars.iter().map(move |name| (part, name)))
            .collect();
        let node = self.name_large(&bindings, env, &|this, mut env| {
            for part in inexact {
                env.vars.remove_mut(&part.placeholder);
            }
            this.name_unknown(&unknown, env, &|this, env| (walk.outcomes.clause)(this, clause, env))
        });
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
            env.vars.insert_mut(name.clone(), value);
            this.name_large(rest, env, next)
        })
    }

    /// A guard: the first alternative whose tests are all `true`; an error fails an alternative.
    fn guard(&mut self, guard: &Guard, context: Context<'_>, yes: NodeId, no: NodeId) -> NodeId {
        guard.alternatives.iter().rev().fold(no, |otherwise, tests| {
            tests.iter().rev().fold(yes, |next, test| {
                let place = Place { guard: Some(otherwise), ..*context.place };
                let run = |this: &mut Lowering<'_>, env: Env, value: Expr| {
                    let fail = |_: &mut Lowering<'_>, _: Env| otherwise;
                    let decided = |_: &mut Lowering<'_>, _: Env, holds: bool| {
                        if holds { next } else { otherwise }
                    };
                    this.boolean(&value, test.span, &env, &decided, &fail)
                };
                let test = self.shared.modern_test(test);
                self.expr(&test, context.in_place(&place), Cont { run: &run, copies: true })
            })
        })
    }
}

/// One walk over a tree, with what was lowered so far.
struct Walk<'w> {
    selection: &'w Selection<'w>,
    sst: &'w Sst,
    /// What the patterns of each clause could not say exactly.
    inexact: &'w [Vec<Inexact>],
    context: Context<'w>,
    outcomes: &'w Outcomes<'w>,
    done: RefCell<FxHashMap<TreeId, NodeId>>,
    leaves: RefCell<FxHashMap<usize, NodeId>>,
    /// Variables that are bound where a clause looks into a value.
    seen: RefCell<FxHashMap<usize, Vec<(Name, VarId)>>>,
}

/// A variable in the patterns of a clause that is bound on some ways only.
fn unsafe_variable(clause: &Clause<'_>, env: &Env) -> Option<Name> {
    let mut unsafe_name = None;
    for pattern in &clause.patterns {
        pattern.for_each_var(&mut |name| {
            if env.unsafe_vars.contains(name) {
                unsafe_name.get_or_insert_with(|| name.clone());
            }
        });
    }
    unsafe_name
}
