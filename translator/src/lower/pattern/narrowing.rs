//! Values of which patterns and guards have found that they are some atom: modules that are chosen by a `case`.
//!
//! Input: a clause that has been taken. Output: for a value that it matches with an atom, or that all alternatives of its guard
//! compare with one, these atoms. They choose what a call `M:F(..)` means; no test is left out for them.

use frontend::Name;
use frontend::ast::{BinaryOp, Expr as Syntax, ExprKind, Guard, Literal, Pat, PatKind};

use super::clauses::Clause;
use crate::lower::call::dynamic::Call;
use crate::lower::context::Context;
use crate::lower::lowering::{Cont, Env, Lowering};
use model::{Cond, Expr, NodeId};

impl Lowering<'_> {
    /// What is known behind a clause that takes these values and has bound its variables.
    pub(crate) fn with_narrowed(&self, clause: &Clause<'_>, values: &[Expr], mut env: Env) -> Env {
        for (pattern, value) in clause.patterns.iter().zip(values) {
            self.narrowed_in(pattern, value, &mut env);
        }
        for (name, atoms) in compared(clause.guard) {
            if let Some(value) = env.vars.get(&name).filter(|_| self.are_values(&atoms)) {
                env.atom_domains.push_front_mut((value.clone(), atoms));
            }
        }
        env
    }

    /// Whether the call graph knows these atoms as values: it asks that of the name of the module itself.
    fn are_values(&self, atoms: &[Name]) -> bool {
        let machine = self.shared.machine;
        !atoms.contains(&machine.name) || machine.data_atoms.contains(&machine.name)
    }

    fn narrowed_in(&self, pattern: &Pat, value: &Expr, env: &mut Env) {
        let base = || match self.resolve(value) {
            resolved if resolved.is_composite() => resolved,
            _ => value,
        };
        match &pattern.kind {
            PatKind::Literal(Literal::Atom(name)) => {
                env.atom_domains.push_front_mut((value.clone(), vec![name.clone()]));
            }
            PatKind::Alias(left, right) => {
                self.narrowed_in(left, value, env);
                self.narrowed_in(right, value, env);
            }
            PatKind::Tuple(parts) => {
                for (number, part) in parts.iter().enumerate() {
                    self.narrowed_in(part, &Expr::element_of(number + 1, base()), env);
                }
            }
            _ => {}
        }
    }

    /// One of these functions of these modules, and no other one.
    pub(crate) fn one_of_named(
        &mut self,
        pairs: &[(&Name, &Name)],
        call: &Call,
        context: Context<'_>,
        k: Cont<'_>,
    ) -> NodeId {
        let [(module, function), rest @ ..] = pairs else {
            return self.raise(context, Expr::atom("badarg"));
        };
        let machine = self.shared.machine;
        let key = (Name::clone(function), call.args.len());
        let is_missing = machine.name == **module && !machine.functions.contains_key(&key);
        let yes = |this: &mut Lowering<'_>, env: Env| {
            if is_missing {
                let function = Expr::Atom(Name::clone(function));
                return this.raise_undef(&function, call.args.clone(), call.span, context.place);
            }
            this.call_named(Name::clone(module), Name::clone(function), call, context.with(&env), k)
        };
        if rest.is_empty() {
            return yes(self, context.env.clone());
        }
        let no = |this: &mut Lowering<'_>, _: Env| this.one_of_named(rest, call, context, k);
        let is = |value: &Expr, name: &Name| Cond::Same(value.clone(), Expr::Atom(name.clone()));
        let fits = |this: &mut Lowering<'_>, env: Env| {
            this.test(&is(&call.function, function), call.span, &env, &yes, &no)
        };
        self.test(&is(&call.module, module), call.span, context.env, &fits, &no)
    }

    /// The atoms one of which a value is, if that has been found on the way here.
    pub(crate) fn atoms_of(&self, value: &Expr, env: &Env) -> Option<Vec<Name>> {
        let resolved = self.resolve(value);
        if let Expr::Atom(name) = resolved {
            return Some(vec![name.clone()]);
        }
        let is_it = |narrowed: &Expr| narrowed == value || self.resolve(narrowed) == resolved;
        env.atom_domains
            .iter()
            .find(|(narrowed, _)| is_it(narrowed))
            .map(|(_, atoms)| atoms.clone())
    }
}

/// Variables that every alternative of a guard compares with an atom.
fn compared(guard: &Guard) -> Vec<(Name, Vec<Name>)> {
    let [first, others @ ..] = guard.alternatives.as_slice() else { return Vec::new() };
    let atom_of = |tests: &[Syntax], var: &Name| {
        tests.iter().filter_map(comparison).find(|(name, _)| name == var).map(|(_, atom)| atom)
    };
    let compared = first.iter().filter_map(comparison).filter_map(|(var, atom)| {
        let rest: Option<Vec<Name>> = others.iter().map(|tests| atom_of(tests, &var)).collect();
        let mut atoms = vec![atom];
        atoms.extend(rest?);
        Some((var, atoms))
    });
    compared.collect()
}

/// `M =:= atom`, either way round.
fn comparison(test: &Syntax) -> Option<(Name, Name)> {
    let ExprKind::Binary(BinaryOp::ExactEqual | BinaryOp::Equal, left, right) = &test.kind else {
        return None;
    };
    match (&left.kind, &right.kind) {
        (ExprKind::Var(var), ExprKind::Literal(Literal::Atom(atom)))
        | (ExprKind::Literal(Literal::Atom(atom)), ExprKind::Var(var)) => {
            Some((var.clone(), atom.clone()))
        }
        _ => None,
    }
}
