//! Walks over patterns and expressions.

use super::{
    BinElement, Callee, CaseClause, CatchClause, Expr, ExprKind, Guard, Literal, MapField, Pat,
    PatKind, Qualifier, Try,
};
use crate::ast::name::Name;

impl Pat {
    /// Calls `visit` for every variable of the pattern, left to right; `_` is none. An undefined macro may bind those of its arguments.
    pub fn for_each_var<'p>(&'p self, visit: &mut impl FnMut(&'p Name)) {
        match &self.kind {
            PatKind::Var(name) => visit(name),
            PatKind::Illegal(expr) => expr.for_each(&mut |part| match &part.kind {
                ExprKind::Var(name) if name.as_str() != "_" => visit(name),
                _ => {}
            }),
            _ => {}
        }
        for child in self.children() {
            child.for_each_var(visit);
        }
    }

    /// The patterns directly inside, in textual order.
    pub fn children(&self) -> Vec<&Self> {
        match &self.kind {
            PatKind::Wildcard
            | PatKind::Var(_)
            | PatKind::Literal(_)
            | PatKind::Nil
            | PatKind::RecordIndex(..)
            | PatKind::Illegal(_) => Vec::new(),
            PatKind::Cons(left, right)
            | PatKind::Alias(left, right)
            | PatKind::Binary(_, left, right) => vec![left, right],
            PatKind::Unary(_, operand) => vec![operand],
            PatKind::Tuple(items) => items.iter().collect(),
            PatKind::List(items, tail) => items.iter().chain([&**tail]).collect(),
            PatKind::Map(fields) => fields.iter().map(|field| &field.value).collect(),
            PatKind::Record(_, fields) => fields.iter().map(|field| &field.value).collect(),
            PatKind::Bin(elements) => elements.iter().map(|element| &element.value).collect(),
        }
    }

    /// The expressions directly inside: keys of maps, sizes of binary elements, what is illegal.
    pub fn expressions(&self) -> Vec<&Expr> {
        match &self.kind {
            PatKind::Map(fields) => fields.iter().map(|field| &field.key).collect(),
            PatKind::Bin(elements) => elements.iter().filter_map(|e| e.size.as_ref()).collect(),
            PatKind::Illegal(expr) => vec![expr],
            _ => Vec::new(),
        }
    }

    /// The greatest offset of a part of the pattern, as Erlang's `last_anno` finds it.
    pub fn last_at(&self) -> u32 {
        let at = match &self.kind {
            PatKind::RecordIndex(_, (_, at)) => *at,
            PatKind::Map(fields) => fields.iter().map(|field| field.at).max().unwrap_or(0),
            PatKind::Record(_, fields) => fields.iter().map(|field| field.at).max().unwrap_or(0),
            _ => 0,
        };
        let inner = self.children().into_iter().map(Self::last_at).max().unwrap_or(0);
        let sizes = self.expressions().into_iter().map(Expr::last_at).max().unwrap_or(0);
        at.max(inner).max(sizes).max(self.at)
    }
}

impl Expr {
    /// Whether `holds` says so of this expression or of one inside it.
    pub fn any(&self, holds: &mut impl FnMut(&Self) -> bool) -> bool {
        holds(self) || self.children().into_iter().any(|child| child.any(holds))
    }

    /// Whether this is the atom with this text.
    pub fn is_atom(&self, text: &str) -> bool {
        matches!(&self.kind, ExprKind::Literal(Literal::Atom(name)) if name.as_str() == text)
    }

    /// Calls `visit` for this expression and those inside it, outer ones first.
    pub fn for_each<'e>(&'e self, visit: &mut impl FnMut(&'e Self)) {
        visit(self);
        for child in self.children() {
            child.for_each(visit);
        }
    }

    /// The patterns directly inside, in textual order: of matches, of clauses, of generators.
    pub fn patterns(&self) -> Vec<&Pat> {
        match &self.kind {
            ExprKind::Match(pattern, _) | ExprKind::MaybeMatch(pattern, _) => vec![pattern],
            ExprKind::Case(_, clauses)
            | ExprKind::Receive(clauses, _)
            | ExprKind::Maybe(_, Some((clauses, _))) => patterns_of(clauses).collect(),
            ExprKind::Fun(clauses) | ExprKind::NamedFun(_, clauses) => {
                clauses.iter().flat_map(|clause| &clause.params).collect()
            }
            ExprKind::ListComprehension(_, qualifiers)
            | ExprKind::BinComprehension(_, qualifiers)
            | ExprKind::MapComprehension(_, qualifiers) => {
                qualifiers.iter().flat_map(patterns_in_qualifier).collect()
            }
            ExprKind::Try(parts) => {
                let caught = parts.catch.iter().map(|clause| &clause.pattern);
                patterns_of(&parts.of).chain(caught).collect()
            }
            _ => Vec::new(),
        }
    }

    /// The greatest offset of a part of the expression.
    fn last_at(&self) -> u32 {
        self.children().into_iter().map(Self::last_at).fold(self.at, u32::max)
    }

    /// The expressions directly inside, in textual order; those of guards included.
    pub fn children(&self) -> Vec<&Self> {
        match &self.kind {
            ExprKind::Var(_)
            | ExprKind::Literal(_)
            | ExprKind::Nil
            | ExprKind::RecordIndex(..)
            | ExprKind::FunLocal(..) => Vec::new(),
            ExprKind::Cons(left, right)
            | ExprKind::Binary(_, left, right)
            | ExprKind::Remote(left, right) => vec![left, right],
            ExprKind::Tuple(items) | ExprKind::Block(items) => items.iter().collect(),
            ExprKind::List(items, tail) => items.iter().chain([&**tail]).collect(),
            ExprKind::Unary(_, operand)
            | ExprKind::Match(_, operand)
            | ExprKind::MaybeMatch(_, operand)
            | ExprKind::RecordAccess(operand, ..) => vec![operand],
            ExprKind::Call(Callee::Dynamic(callee), args) => {
                std::iter::once(&**callee).chain(args).collect()
            }
            ExprKind::Call(Callee::Local(_) | Callee::Remote(..), args) => args.iter().collect(),
            ExprKind::Case(value, clauses) => {
                std::iter::once(&**value).chain(in_clauses(clauses)).collect()
            }
            ExprKind::If(clauses) => {
                clauses.iter().flat_map(|(guard, body)| in_guard(guard).chain(body)).collect()
            }
            ExprKind::Map(base, fields) => {
                base.iter().map(|base| &**base).chain(fields.iter().flat_map(in_field)).collect()
            }
            ExprKind::Record(base, _, fields) => {
                let values = fields.iter().map(|field| &field.value);
                base.iter().map(|base| &**base).chain(values).collect()
            }
            ExprKind::Bin(elements) => elements.iter().flat_map(in_element).collect(),
            ExprKind::ListComprehension(value, qualifiers)
            | ExprKind::BinComprehension(value, qualifiers) => {
                std::iter::once(&**value).chain(qualifiers.iter().flat_map(in_qualifier)).collect()
            }
            ExprKind::MapComprehension(field, qualifiers) => in_field(field)
                .into_iter()
                .chain(qualifiers.iter().flat_map(in_qualifier))
                .collect(),
            ExprKind::Fun(clauses) | ExprKind::NamedFun(_, clauses) => clauses
                .iter()
                .flat_map(|clause| in_guard(&clause.guard).chain(&clause.body))
                .collect(),
            ExprKind::FunRemote(parts) => parts.iter().collect(),
            ExprKind::Try(parts) => in_try(parts).collect(),
            ExprKind::Receive(clauses, timeout) => in_clauses(clauses)
                .chain(timeout.iter().flat_map(|(time, body)| [&**time].into_iter().chain(body)))
                .collect(),
            ExprKind::Maybe(body, otherwise) => body
                .iter()
                .chain(otherwise.iter().flat_map(|(clauses, _)| in_clauses(clauses)))
                .collect(),
        }
    }
}

fn in_try(parts: &Try) -> impl Iterator<Item = &Expr> {
    let caught = parts.catch.iter().flat_map(in_catch);
    parts.body.iter().chain(in_clauses(&parts.of)).chain(caught).chain(&parts.after)
}

fn in_guard(guard: &Guard) -> impl Iterator<Item = &Expr> {
    guard.alternatives.iter().flatten()
}

fn in_clauses(clauses: &[CaseClause]) -> impl Iterator<Item = &Expr> {
    clauses.iter().flat_map(|clause| in_guard(&clause.guard).chain(&clause.body))
}

fn in_catch(clause: &CatchClause) -> impl Iterator<Item = &Expr> {
    in_guard(&clause.guard).chain(&clause.body)
}

fn in_field(field: &MapField<Expr>) -> [&Expr; 2] {
    [&field.key, &field.value]
}

fn in_element(element: &BinElement<Expr>) -> impl Iterator<Item = &Expr> {
    std::iter::once(&element.value).chain(&element.size)
}

fn in_qualifier(qualifier: &Qualifier) -> Vec<&Expr> {
    match qualifier {
        Qualifier::Filter(test) => vec![test],
        Qualifier::Generator(generator) => vec![&generator.source],
        Qualifier::Zip(generators) => generators.iter().flat_map(in_qualifier).collect(),
    }
}

fn patterns_of(clauses: &[CaseClause]) -> impl Iterator<Item = &Pat> {
    clauses.iter().map(|clause| &clause.pattern)
}

fn patterns_in_qualifier(qualifier: &Qualifier) -> Vec<&Pat> {
    match qualifier {
        Qualifier::Filter(_) => Vec::new(),
        Qualifier::Generator(generator) => {
            generator.key.iter().map(|(key, _)| key).chain([&generator.pattern]).collect()
        }
        Qualifier::Zip(generators) => generators.iter().flat_map(patterns_in_qualifier).collect(),
    }
}
