//! What the parameters of a function may be when a client calls it: its guards say so, and its specification.
//!
//! Input: a clause, its arguments as far as they are known, a specification. Output: the bindings of its variables,
//! once for each way in which a constant or a tuple may be chosen. That a guard holds is certain; a specification is
//! relied on where nothing else is known of a parameter.

use frontend::Name;
use frontend::ast::{Form, FunctionClause, Module, Pat, SpecDecl};
use rustc_hash::FxHashMap;

use super::guards::limits;
use super::shape::{Known, Shapes, bind, covers, fits};
use crate::analysis::domain::{Domain, combined};
use crate::library::declaration::Types;
use model::Expr;

/// Ways to choose values for the parameters of one clause, at most.
const MAX_WAYS: usize = 4;

/// Specifications of a module's functions.
pub(crate) struct Parameters<'a> {
    types: Types<'a>,
    specs: FxHashMap<(&'a Name, usize), &'a SpecDecl>,
}

impl<'a> Parameters<'a> {
    /// Those of a module.
    pub(crate) fn of(module: &'a Module) -> Self {
        let specs = module.forms.iter().filter_map(|form| match form {
            Form::Spec(spec) if spec.module.is_none() && spec.attribute.as_str() == "spec" => {
                Some(((&spec.name, spec.arity), spec))
            }
            _ => None,
        });
        Self { types: Types::of(module), specs: specs.collect() }
    }

    /// The arguments of a function: what is not known of them is as its specification says.
    pub(crate) fn declared(&self, name: &Name, args: &[Expr]) -> Vec<Vec<Expr>> {
        let Some(spec) = self.specs.get(&(name, args.len())) else { return vec![args.to_vec()] };
        let of = |shapes: &dyn Fn(Domain) -> Vec<Expr>| {
            let parts = args.iter().enumerate().map(|(position, arg)| match arg {
                Expr::Unknown(_) => shapes(self.domain(spec, position)),
                argument => vec![argument.clone()],
            });
            parts.collect::<Vec<_>>()
        };
        let plain = || combined(&of(&|domain| vec![domain.shape()]));
        ways(&of(&|domain| domain.shapes())).unwrap_or_else(plain)
    }

    /// What a parameter may be, by one of the clauses of a specification.
    fn domain(&self, spec: &SpecDecl, position: usize) -> Domain {
        let of = spec.clauses.iter().map(|clause| {
            let param = clause.ty.params.as_ref().and_then(|params| params.get(position));
            param.map_or(Domain::Any, |ty| self.types.domain_under(ty, &clause.constraints))
        });
        Domain::OneOf(of.collect())
    }
}

/// The bindings of a clause whose head and guard take the arguments.
pub(crate) fn bindings(clause: &FunctionClause, args: &[Expr], shapes: &Shapes<'_>) -> Vec<Known> {
    let params = || clause.params.iter().zip(args);
    if !params().all(|(param, arg): (&Pat, &Expr)| fits(&shapes.pattern(param), arg)) {
        return Vec::new();
    }
    let mut bindings = Known::default();
    for (param, arg) in params() {
        bind(param, arg, shapes, &mut bindings);
    }
    let limits: Vec<(Name, Vec<Expr>)> = limits(&clause.guard)
        .into_iter()
        .filter_map(|(name, domain)| {
            let values = narrowed(bindings.get(&name)?, &domain);
            Some((name, values))
        })
        .collect();
    let parts: Vec<Vec<Expr>> = limits.iter().map(|(_, values)| values.clone()).collect();
    let Some(ways) = ways(&parts) else { return vec![bindings] };
    let with = |way: Vec<Expr>| {
        let names = limits.iter().map(|(name, _)| name.clone());
        let mut bindings = bindings.clone();
        bindings.extend(names.zip(way));
        bindings
    };
    ways.into_iter().map(with).collect()
}

/// The shapes of a domain that a value may have, or the value where the domain says no more of it.
fn narrowed(value: &Expr, domain: &Domain) -> Vec<Expr> {
    let shapes = domain.shapes();
    let fitting = shapes.into_iter().filter(|shape| fits(shape, value)).collect::<Vec<_>>();
    match value {
        Expr::Unknown(_) => fitting,
        Expr::Chosen(..) if !fitting.is_empty() => {
            let is_narrower = fitting.iter().all(|shape| covers(value, shape));
            if is_narrower { fitting } else { vec![value.clone()] }
        }
        _ if fitting.is_empty() => Vec::new(),
        _ => vec![value.clone()],
    }
}

/// All ways to take one of each, unless they are too many.
fn ways(parts: &[Vec<Expr>]) -> Option<Vec<Vec<Expr>>> {
    let count = parts.iter().fold(1_usize, |n, alternatives| n.saturating_mul(alternatives.len()));
    (count <= MAX_WAYS).then(|| combined(parts))
}
