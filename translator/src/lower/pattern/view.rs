//! Patterns that look into a value through functions of the prelude: maps, binaries.
//!
//! The splitting tree has a placeholder for such a pattern. Where it asks for the guard of the clause, the value
//! there is looked into, part by part, and each part is matched by a selection of its own. What the patterns bind
//! is in variables of the graph, so that the clause is lowered once, however many ways lead to it.

use frontend::ast::{Guard, MapField, Pat, PatKind};

use super::clauses::{Clause, Outcomes, Selection};
use crate::lower::context::Context;
use crate::lower::lowering::{Cont, Env, Lowering, Place};
use crate::lower::pattern::scope::Scope;
use model::{Cond, Expr, Kind, NodeId, Wrap};

/// What follows a match: with the variables that it binds.
pub(crate) type Matched<'k> = &'k dyn Fn(&mut Lowering<'_>, Env) -> NodeId;

/// Where such a match stands, and where it goes on if the value does not match.
#[derive(Clone, Copy)]
pub(crate) struct View<'v> {
    pub(crate) context: Context<'v>,
    pub(crate) no: NodeId,
}

impl<'v> View<'v> {
    /// For what comes later, where more is known.
    pub(crate) fn with<'n>(self, env: &'n Env) -> View<'n>
    where
        'v: 'n,
    {
        View { context: self.context.with(env), ..self }
    }
}

/// Whether a pattern is looked into in this way.
pub(crate) fn has_view(pat: &Pat) -> bool {
    match &pat.kind {
        PatKind::Map(_) => true,
        PatKind::Bin(elements) => crate::lower::binary::bits::has_view(elements),
        _ => false,
    }
}

impl Lowering<'_> {
    /// Matches a value with such a pattern.
    pub(crate) fn view(
        &mut self,
        pat: &Pat,
        value: &Expr,
        view: View<'_>,
        yes: Matched<'_>,
    ) -> NodeId {
        match &pat.kind {
            PatKind::Map(fields) => {
                let is_map = Cond::Is(Kind::Map, value.clone());
                self.test(
                    &is_map,
                    view.context.span,
                    view.context.env,
                    &|this, env| this.view_fields(fields, value, view.with(&env), yes),
                    &|_, _| view.no,
                )
            }
            PatKind::Bin(elements) => {
                let is_bits = Cond::Is(Kind::BitString, value.clone());
                self.test(
                    &is_bits,
                    view.context.span,
                    view.context.env,
                    &|this, env| this.view_binary(elements, value, view.with(&env), yes),
                    &|_, _| view.no,
                )
            }
            _ => view.no,
        }
    }

    fn view_fields(
        &mut self,
        fields: &[MapField<Pat>],
        map: &Expr,
        view: View<'_>,
        yes: Matched<'_>,
    ) -> NodeId {
        let [field, rest @ ..] = fields else { return yes(self, view.context.env.clone()) };
        // An error in a key is a value that does not match.
        let place = Place { guard: Some(view.no), ..*view.context.place };
        let matched =
            |this: &mut Lowering<'_>, env: Env| this.view_fields(rest, map, view.with(&env), yes);
        let found = |this: &mut Lowering<'_>, env: Env, value: Expr| {
            this.view_part(&field.value, &value, view.with(&env), &matched)
        };
        let keyed = |this: &mut Lowering<'_>, env: Env, key: Expr| {
            // What follows a field is lowered once, whether or not it is known what the map holds: else each field doubles it. A way
            // on which the field is not there does not come so far.
            let holds = Cond::Holds(Wrap::Map, map.clone());
            let k = Cont { run: &found, copies: this.decide(&holds, &env).is_some() };
            this.joined(&env, &Scope::default(), k, &|this, k| {
                this.map_value(map, key.clone(), view.with(&env), k)
            })
        };
        self.expr(&field.key, view.context.in_place(&place), Cont { run: &keyed, copies: true })
    }

    /// The value of a key, where the map has it.
    fn map_value(&mut self, map: &Expr, key: Expr, view: View<'_>, k: Cont<'_>) -> NodeId {
        let looked_up = |this: &mut Lowering<'_>, env: Env, entry: Expr| {
            let is_there = Cond::Is(Kind::Cons, entry.clone());
            let there =
                |this: &mut Lowering<'_>, env: Env| (k.run)(this, env, Expr::head(entry.clone()));
            this.test(&is_there, view.context.span, &env, &there, &|_, _| view.no)
        };
        // An error is a value that does not match.
        let place = Place { guard: Some(view.no), ..*view.context.place };
        let looked_up = Cont { run: &looked_up, copies: true };
        self.prelude_call(
            "map_find",
            vec![key, map.clone()],
            view.context.in_place(&place),
            looked_up,
        )
    }

    /// Matches a part of such a value with any pattern.
    pub(crate) fn view_part(
        &mut self,
        pat: &Pat,
        value: &Expr,
        view: View<'_>,
        yes: Matched<'_>,
    ) -> NodeId {
        let env = view.context.env;
        match &pat.kind {
            PatKind::Wildcard => return yes(self, env.clone()),
            PatKind::Var(name) if !env.vars.contains_key(name) => {
                return self.named(name, value.clone(), &|this, value| {
                    let mut env = env.clone();
                    env.vars.insert_mut(name.clone(), value);
                    yes(this, env)
                });
            }
            _ => {}
        }
        let guard = Guard::default();
        let selection = Selection {
            title: String::new(),
            value_names: Vec::new(),
            fail_name: "",
            span: view.context.span,
            values: vec![value.clone()],
            clauses: vec![Clause { patterns: vec![pat], guard: &guard, span: pat.span }],
        };
        let clause = |this: &mut Lowering<'_>, _: usize, env: Env| yes(this, env);
        let fail = |_: &mut Lowering<'_>, _: Env| view.no;
        let outcomes = Outcomes { clause: &clause, fail: &fail };
        self.select(&selection, view.context, &outcomes)
    }

    /// Matches the values of placeholders with their patterns, one after another.
    pub(crate) fn views(
        &mut self,
        parts: &[(&Pat, Expr)],
        view: View<'_>,
        yes: Matched<'_>,
    ) -> NodeId {
        let [(pat, value), rest @ ..] = parts else { return yes(self, view.context.env.clone()) };
        self.view(pat, value, view, &|this, env| this.views(rest, view.with(&env), yes))
    }
}
