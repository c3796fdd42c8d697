//! What a module's own declarations say of results: `-spec`, `-callback`, `-type`, headers included.
//!
//! Input: the forms of a module. Output: the type of what a call of another module returns: by a specification of that
//! function, by a callback of this name where the module is a variable, or by the specification of the function whose
//! value the call is. Types are relied on for what is unknown without them; a stub says otherwise.

use std::collections::BTreeMap;

use frontend::ast::{Callee, Expr, ExprKind, Form, Module, Type};
use frontend::{Name, Span};
use rustc_hash::FxHashMap;

use crate::library::declaration::Types;

/// Declarations of a module.
#[derive(Default)]
pub(crate) struct Specs<'a> {
    /// Results of functions of other modules.
    outside: BTreeMap<(&'a Name, &'a Name, usize), &'a Type>,
    /// Results of callbacks.
    callbacks: BTreeMap<(&'a Name, usize), &'a Type>,
    /// Results of calls whose value is that of a function with a specification, by their places.
    tails: FxHashMap<Span, &'a Type>,
    /// Types that it defines.
    pub(crate) types: Types<'a>,
}

impl<'a> Specs<'a> {
    /// The declarations of a module.
    pub(crate) fn of(module: &'a Module) -> Self {
        let mut specs = Self { types: Types::of(module), ..Self::default() };
        let mut results = BTreeMap::new();
        for form in &module.forms {
            let Form::Spec(spec) = form else { continue };
            let [clause] = spec.clauses.as_slice() else { continue };
            let (key, result) = ((&spec.name, spec.arity), &clause.ty.result);
            match (&spec.module, spec.attribute.as_str()) {
                (_, "callback") => {
                    specs.callbacks.insert(key, result);
                }
                (Some(other), _) => {
                    specs.outside.insert((other, &spec.name, spec.arity), result);
                }
                (None, _) => {
                    results.insert(key, result);
                }
            }
        }
        for function in module.functions().filter(|function| function.successor().is_none()) {
            let Some(result) = results.get(&(&function.name, function.arity)) else { continue };
            for clause in &function.clauses {
                specs.add_tail(clause.body.last(), result);
            }
        }
        specs
    }

    /// The calls whose value an expression has.
    fn add_tail(&mut self, expr: Option<&Expr>, result: &'a Type) {
        let Some(expr) = expr else { return };
        match &expr.kind {
            ExprKind::Call(Callee::Remote(..), _) => {
                self.tails.insert(expr.span, result);
            }
            ExprKind::Call(Callee::Dynamic(callee), _)
                if matches!(callee.kind, ExprKind::Remote(..)) =>
            {
                self.tails.insert(expr.span, result);
            }
            ExprKind::Block(body) => self.add_tail(body.last(), result),
            ExprKind::Case(_, clauses) => {
                for clause in clauses {
                    self.add_tail(clause.body.last(), result);
                }
            }
            ExprKind::If(clauses) => {
                for (_, body) in clauses {
                    self.add_tail(body.last(), result);
                }
            }
            _ => {}
        }
    }

    /// The type of what a call returns, as far as something is declared.
    pub(crate) fn result(
        &self,
        (module, function, arity): (&Name, &Name, usize),
        place: Span,
        is_variable: bool,
    ) -> Option<&'a Type> {
        let callback = || self.callbacks.get(&(function, arity)).filter(|_| is_variable);
        let declared = self.outside.get(&(module, function, arity));
        declared.or_else(callback).or_else(|| self.tails.get(&place)).copied()
    }
}
