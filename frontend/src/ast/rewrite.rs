//! Changes to expressions in place.
//!
//! Input: an expression, and what is done with each. Output: the expression as it was changed, outer ones first: what is put in the
//! place of one is looked into as well. Patterns stay as they are, with what stands in them.

use super::{
    BinElement, Callee, CaseClause, CatchClause, Expr, ExprKind, FunClause, Guard, MapField,
    Qualifier, Try,
};

impl Expr {
    /// Calls `change` for this expression and those inside it, guards included, outer ones first.
    pub fn for_each_mut(&mut self, change: &mut impl FnMut(&mut Self)) {
        change(self);
        for child in self.children_mut() {
            child.for_each_mut(change);
        }
    }

    /// The expressions directly inside, guards included.
    fn children_mut(&mut self) -> Vec<&mut Self> {
        match &mut self.kind {
            ExprKind::Var(_)
            | ExprKind::Literal(_)
            | ExprKind::Nil
            | ExprKind::RecordIndex(..)
            | ExprKind::FunLocal(..) => Vec::new(),
            ExprKind::Cons(left, right)
            | ExprKind::Binary(_, left, right)
            | ExprKind::Remote(left, right) => vec![left, right],
            ExprKind::Tuple(items) | ExprKind::Block(items) => items.iter_mut().collect(),
            ExprKind::List(items, tail) => items.iter_mut().chain([&mut **tail]).collect(),
            ExprKind::Unary(_, operand)
            | ExprKind::Match(_, operand)
            | ExprKind::MaybeMatch(_, operand)
            | ExprKind::RecordAccess(operand, ..) => vec![operand],
            ExprKind::Call(Callee::Dynamic(callee), args) => {
                std::iter::once(&mut **callee).chain(args).collect()
            }
            ExprKind::Call(Callee::Local(_) | Callee::Remote(..), args) => {
                args.iter_mut().collect()
            }
            ExprKind::Case(value, clauses) => {
                std::iter::once(&mut **value).chain(in_clauses(clauses)).collect()
            }
            ExprKind::If(clauses) => clauses
                .iter_mut()
                .flat_map(|(guard, body)| in_guard(guard).chain(body.iter_mut()))
                .collect(),
            ExprKind::Map(base, fields) => {
                let base = base.iter_mut().map(|base| &mut **base);
                base.chain(fields.iter_mut().flat_map(in_field)).collect()
            }
            ExprKind::Record(base, _, fields) => {
                let base = base.iter_mut().map(|base| &mut **base);
                base.chain(fields.iter_mut().map(|field| &mut field.value)).collect()
            }
            ExprKind::Bin(elements) => elements.iter_mut().flat_map(in_element).collect(),
            ExprKind::ListComprehension(value, qualifiers)
            | ExprKind::BinComprehension(value, qualifiers) => {
                let value = std::iter::once(&mut **value);
                value.chain(qualifiers.iter_mut().flat_map(in_qualifier)).collect()
            }
            ExprKind::MapComprehension(field, qualifiers) => in_field(field)
                .into_iter()
                .chain(qualifiers.iter_mut().flat_map(in_qualifier))
                .collect(),
            ExprKind::Fun(clauses) | ExprKind::NamedFun(_, clauses) => in_fun(clauses).collect(),
            ExprKind::FunRemote(parts) => parts.iter_mut().collect(),
            ExprKind::Try(parts) => in_try(parts).collect(),
            ExprKind::Receive(clauses, timeout) => {
                in_clauses(clauses).chain(timeout.iter_mut().flat_map(in_timeout)).collect()
            }
            ExprKind::Maybe(body, otherwise) => {
                let others = otherwise.iter_mut().flat_map(|(clauses, _)| in_clauses(clauses));
                body.iter_mut().chain(others).collect()
            }
        }
    }
}

fn in_guard(guard: &mut Guard) -> impl Iterator<Item = &mut Expr> {
    guard.alternatives.iter_mut().flatten()
}

fn in_clauses(clauses: &mut [CaseClause]) -> impl Iterator<Item = &mut Expr> {
    clauses.iter_mut().flat_map(|clause| in_guard(&mut clause.guard).chain(&mut clause.body))
}

fn in_fun(clauses: &mut [FunClause]) -> impl Iterator<Item = &mut Expr> {
    clauses.iter_mut().flat_map(|clause| in_guard(&mut clause.guard).chain(&mut clause.body))
}

fn in_catch(clauses: &mut [CatchClause]) -> impl Iterator<Item = &mut Expr> {
    clauses.iter_mut().flat_map(|clause| in_guard(&mut clause.guard).chain(&mut clause.body))
}

fn in_try(parts: &mut Try) -> impl Iterator<Item = &mut Expr> {
    let Try { body, of, catch, after } = parts;
    body.iter_mut().chain(in_clauses(of)).chain(in_catch(catch)).chain(after.iter_mut())
}

fn in_timeout((time, body): &mut (Box<Expr>, Vec<Expr>)) -> impl Iterator<Item = &mut Expr> {
    std::iter::once(&mut **time).chain(body.iter_mut())
}

fn in_field(field: &mut MapField<Expr>) -> [&mut Expr; 2] {
    [&mut field.key, &mut field.value]
}

fn in_element(element: &mut BinElement<Expr>) -> impl Iterator<Item = &mut Expr> {
    std::iter::once(&mut element.value).chain(&mut element.size)
}

fn in_qualifier(qualifier: &mut Qualifier) -> Vec<&mut Expr> {
    match qualifier {
        Qualifier::Filter(test) => vec![test],
        Qualifier::Generator(generator) => vec![&mut generator.source],
        Qualifier::Zip(generators) => generators.iter_mut().flat_map(in_qualifier).collect(),
    }
}
