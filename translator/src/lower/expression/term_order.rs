//! The order in which OTP goes through maps, dictionaries and sets.
//!
//! Up to 32 entries of a map come in the order of their keys, more of them in one that hangs on hashes, of which OTP promises
//! nothing. Dictionaries and sets go by a hash that is known of most terms. Output: what stands for that which the
//! library makes of such an order, where the module may come upon it, and which funs only compute, so that the order in
//! which they are called is not seen.

use frontend::Span;
use frontend::ast::{Callee, Expr as Syntax, ExprKind};

use crate::lower::analysis::facts::Facts;
use crate::lower::analysis::shared::Shared;
use crate::lower::analysis::values::Values;
use crate::lower::fun::code::Closure;
use crate::lower::lowering::{Cont, Env, Lowering};
use crate::stats::unknowns::HASHED;
use model::{Cond, Expr, FloatOp, Guess, NodeId, Operator, OriginKind};

/// What is not known of large maps.
const ORDER: &str = "the order of a map of more than 32 entries";

/// Modules of dictionaries and sets, and functions that go through them in their order.
const HASHING: [&str; 3] = ["dict", "proplists", "sets"];
const IN_SLOTS: [&str; 7] = ["fetch_keys", "filter", "fold", "get_keys", "map", "merge", "to_list"];

/// Functions that go through a map in its order.
const IN_ORDER: [&str; 11] = [
    "filter",
    "filtermap",
    "fold",
    "foreach",
    "intersect_with",
    "keys",
    "map",
    "merge_with",
    "next",
    "to_list",
    "values",
];

impl Lowering<'_> {
    /// What hangs on the order of a map: nothing that has a value, or if that is asked for an unknown one.
    pub(crate) fn unordered(&mut self, name: &str, map: &Expr) -> Expr {
        if !self.shared.options.opens_maps {
            return Expr::Apply(Operator::Unordered, vec![map.clone()]);
        }
        let (what, place) = match name {
            "$unordered_hash" => (HASHED, self.shared.find_call(&HASHING, &IN_SLOTS)),
            _ => (ORDER, self.shared.maps_place()),
        };
        let value = self.unknown(OriginKind::Order, what, place);
        match name {
            "$unordered_map" => Expr::Apply(Operator::Guess(Guess::Map), vec![value]),
            _ => value,
        }
    }

    /// Whether a fun is known that does no more than to compute or to fail.
    pub(crate) fn is_quiet(&self, fun: &Syntax, env: &Env) -> bool {
        let ExprKind::Var(name) = &fun.kind else { return false };
        let fun = env.vars.get(name).and_then(|value| self.known_fun(value));
        fun.is_some_and(|closure| self.only_computes(&closure))
    }

    /// Whether a fun and the funs that it takes along do no more than to compute or to fail.
    fn only_computes(&self, closure: &Closure) -> bool {
        let facts: &Facts<'_> = self.shared;
        let stubs = &facts.options.stubs;
        let traits = facts.calls.traits_of_fun(facts.machine, stubs, &closure.code);
        let mut taken = closure.captured.iter().filter_map(|(_, value)| self.known_fun(value));
        !(traits.acts || traits.exits || traits.throws) && taken.all(|fun| self.only_computes(&fun))
    }
}

impl Shared<'_> {
    /// The first call that may go through a map in its order.
    pub(crate) fn maps_place(&self) -> Span {
        *self.first_in_order.get_or_init(|| self.find_call(&["maps"], &IN_ORDER))
    }

    /// The first call of one of these functions of these modules.
    fn find_call(&self, modules: &[&str], names: &[&str]) -> Span {
        let goes_through = |expr: &Syntax| match &expr.kind {
            ExprKind::Call(Callee::Remote(module, name, _), _) => {
                modules.contains(&module.as_str()) && names.contains(&name.as_str())
            }
            _ => false,
        };
        let clauses = self.machine.module.functions().flat_map(|function| &function.clauses);
        let mut place = None;
        for expr in clauses.flat_map(|clause| &clause.body) {
            expr.for_each(&mut |expr| {
                if place.is_none() && goes_through(expr) {
                    place = Some(expr.span);
                }
            });
        }
        place.unwrap_or(self.machine.init.span)
    }
}

impl Lowering<'_> {
    /// Whether the first of two terms comes before the second among the keys of a map.
    pub(crate) fn key_less(&mut self, pair: &Expr, span: Span, env: &Env, k: Cont<'_>) -> NodeId {
        let part = |position| Expr::element(position, pair.clone());
        let less = Cond::Less(part(1), part(2));
        if self.shared.values != Values::Floats {
            return self.truth(&less, span, env, k);
        }
        let is_less = FloatOp::KeyLess.of(vec![pair.clone()]);
        let less_by_key = Cond::Same(is_less, Expr::integer(1));
        self.test(
            &Cond::Known(pair.clone()),
            span,
            env,
            &|this, env| this.truth(&less_by_key, span, &env, k),
            &|this, env| this.truth(&less, span, &env, k),
        )
    }
}
