//! Maps: `#{K => V}`, `M#{K => V, K := V}`.
//!
//! All keys and values are evaluated first, as the compiler does; then the map is looked at. A map whose keys are
//! different atoms and integers is written down, others are put together by the prelude.

use frontend::ast::{Expr as Syntax, ExprKind, MapField};
use frontend::{Name, Span};

use crate::library::prelude;
use crate::lower::context::Context;
use crate::lower::lowering::{Cont, Env, Lowering};
use crate::lower::pattern::scope::Scope;
use model::{Cond, Expr, Kind, NodeId};

impl Lowering<'_> {
    /// A map that is built, or changed.
    pub(crate) fn map_expr(
        &mut self,
        base: Option<&Syntax>,
        fields: &[MapField<Syntax>],
        context: Context<'_>,
        k: Cont<'_>,
    ) -> NodeId {
        let entries = fields.iter().flat_map(|field| [&field.key, &field.value]);
        let parts: Vec<&Syntax> = base.into_iter().chain(entries).collect();
        self.joined(context.env, &Scope::of(parts.iter().copied()), k, &|this, k| {
            this.sequence(&parts, context, &|this, env, values| {
                let mut values = values.into_iter();
                let old = base.and_then(|_| values.next());
                let mut entries = Vec::with_capacity(fields.len());
                for field in fields {
                    if let (Some(key), Some(value)) = (values.next(), values.next()) {
                        entries.push((field.exact, key, value));
                    }
                }
                let Some(old) = old else {
                    return match written(&entries) {
                        Some(map) => {
                            this.bind("Map", map, &|this, map| (k.run)(this, env.clone(), map))
                        }
                        None => {
                            this.entries(&entries, Expr::map(Vec::new()), context.with(&env), k)
                        }
                    };
                };
                let bad = Expr::Tuple(vec![Expr::atom("badmap"), old.clone()]);
                this.test(
                    &Cond::Is(Kind::Map, old.clone()),
                    context.span,
                    &env,
                    &|this, env| this.entries(&entries, old.clone(), context.with(&env), k),
                    &|this, _| this.raise(context, bad.clone()),
                )
            })
        })
    }

    /// A map with these entries put into it, one after another.
    fn entries(
        &mut self,
        entries: &[(bool, Expr, Expr)],
        map: Expr,
        context: Context<'_>,
        k: Cont<'_>,
    ) -> NodeId {
        let [(exact, key, value), rest @ ..] = entries else {
            return (k.run)(self, context.env.clone(), map);
        };
        let name = if *exact { "map_update" } else { "map_put" };
        let args = vec![key.clone(), value.clone(), map];
        let run = |this: &mut Lowering<'_>, env: Env, map: Expr| {
            this.entries(rest, map, context.with(&env), k)
        };
        self.prelude_call(name, args, context, Cont { run: &run, copies: false })
    }

    /// A call on values of a function of the prelude's `erlang` that is not lowered in line.
    pub(crate) fn prelude_function(
        &mut self,
        name: &str,
        args: Vec<Expr>,
        context: Context<'_>,
        k: Cont<'_>,
    ) -> NodeId {
        let Some(function) = prelude::helper(name, args.len()) else {
            return self.ill_formed(format!("`{name}` is not in the prelude"), context.span);
        };
        let (inner, vars) = with_values(args, context.span, context.env);
        let args: Vec<&Syntax> = vars.iter().collect();
        let run = |this: &mut Lowering<'_>, inner: Env, value: Expr| {
            (k.run)(this, Env { facts: inner.facts, ..context.env.clone() }, value)
        };
        let k = Cont { run: &run, copies: k.copies };
        self.call_function(function, &args, context.with(&inner), k)
    }

    /// A call of a function of the prelude's `erlang` on values.
    pub(crate) fn prelude_call(
        &mut self,
        name: &str,
        args: Vec<Expr>,
        context: Context<'_>,
        k: Cont<'_>,
    ) -> NodeId {
        let Some(function) = prelude::helper(name, args.len()) else {
            return self.ill_formed(format!("`{name}` is not in the prelude"), context.span);
        };
        let (inner, vars) = with_values(args, context.span, context.env);
        let args: Vec<&Syntax> = vars.iter().collect();
        let run = |this: &mut Lowering<'_>, inner: Env, value: Expr| {
            (k.run)(this, Env { facts: inner.facts, ..context.env.clone() }, value)
        };
        self.local(function, &args, context.with(&inner), Cont { run: &run, copies: k.copies })
    }
}

/// Values as variables, and what sees them.
pub(crate) fn with_values(args: Vec<Expr>, span: Span, env: &Env) -> (Env, Vec<Syntax>) {
    let mut inner = env.clone();
    let mut vars = Vec::new();
    for (number, value) in args.into_iter().enumerate() {
        // No variable of a source is called so.
        let part = Name::from(format!("Part{number}?"));
        inner.vars.insert_mut(part.clone(), value);
        vars.push(Syntax::new(ExprKind::Var(part), span));
    }
    (inner, vars)
}

/// The map of these entries, if its keys are different atoms and integers.
fn written(entries: &[(bool, Expr, Expr)]) -> Option<Expr> {
    let mut sorted = Vec::with_capacity(entries.len());
    for (_, key, value) in entries {
        let place = match key {
            Expr::Integer(number) => (0, Some(number.clone()), String::new()),
            Expr::Atom(name) => (1, None, name.as_str().to_owned()),
            _ => return None,
        };
        sorted.push((place, (key.clone(), value.clone())));
    }
    sorted.sort_by(|(a, _), (b, _)| a.cmp(b));
    let is_repeated = sorted.windows(2).any(|pair| pair[0].0 == pair[1].0);
    (!is_repeated).then(|| Expr::map(sorted.into_iter().map(|(_, entry)| entry).collect()))
}
