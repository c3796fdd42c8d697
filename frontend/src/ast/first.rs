//! Where a construct begins, as Erlang's own parser finds it.
//!
//! Input: an expression or a pattern. Output: the offset that `erl_parse:first_anno/1` gives: places
//! of the parts are looked at in the order of the abstract format, as long as they do not grow. In
//! text without macros that is the leftmost token; with macros it depends on all parts.

use std::ops::ControlFlow;

use super::{
    BinElement, Callee, CaseClause, CatchClause, Class, Expr, ExprKind, FunClause, FunType, Guard,
    MapField, Pat, PatKind, Qualifier, RecordField, Type, TypeKind,
};

/// Whether to go on.
pub(crate) type GoOn = ControlFlow<()>;

impl Expr {
    /// The place of the expression's beginning.
    pub fn first_at(&self) -> u32 {
        least(self.at, |see| self.each_place(see))
    }

    /// Shows all places in the expression, in the order of the abstract format, until `see` says that it has seen enough.
    pub(crate) fn each_place(&self, see: &mut dyn FnMut(u32) -> GoOn) {
        let _ = Search { see }.expr(self);
    }
}

impl Pat {
    /// The place of the pattern's beginning.
    pub fn first_at(&self) -> u32 {
        least(self.at, |see| self.each_place(see))
    }

    /// Shows all places in the pattern, in the order of the abstract format, until `see` says that it has seen enough.
    pub(crate) fn each_place(&self, see: &mut dyn FnMut(u32) -> GoOn) {
        let _ = Search { see }.pattern(self);
    }
}

impl Type {
    /// The place of the type's beginning.
    pub fn first_at(&self) -> u32 {
        least(self.at, |see| self.each_place(see))
    }

    /// Shows all places in the type, in the order of the abstract format, until `see` says that it has seen enough.
    pub(crate) fn each_place(&self, see: &mut dyn FnMut(u32) -> GoOn) {
        let _ = Search { see }.ty(self);
    }
}

/// The last of `start` and the places that `show` shows before one is greater than the place before it.
fn least(start: u32, show: impl FnOnce(&mut dyn FnMut(u32) -> GoOn)) -> u32 {
    let mut least = start;
    show(&mut |at| {
        if at > least {
            return GoOn::Break(());
        }
        least = at;
        GoOn::Continue(())
    });
    least
}

/// A walk over places.
struct Search<'s> {
    see: &'s mut dyn FnMut(u32) -> GoOn,
}

impl Search<'_> {
    fn see(&mut self, at: u32) -> GoOn {
        (self.see)(at)
    }

    fn exprs<'e>(&mut self, exprs: impl IntoIterator<Item = &'e Expr>) -> GoOn {
        exprs.into_iter().try_for_each(|expr| self.expr(expr))
    }

    fn patterns<'p>(&mut self, patterns: impl IntoIterator<Item = &'p Pat>) -> GoOn {
        patterns.into_iter().try_for_each(|pattern| self.pattern(pattern))
    }

    fn expr(&mut self, expr: &Expr) -> GoOn {
        self.see(expr.at)?;
        match &expr.kind {
            ExprKind::Call(callee, args) => {
                match callee {
                    Callee::Local(_) => {}
                    Callee::Remote(_, _, place) => {
                        self.see(place.colon)?;
                        self.see(place.module)?;
                        self.see(place.function)?;
                    }
                    Callee::Dynamic(callee) => self.expr(callee)?,
                }
                self.exprs(args)
            }
            ExprKind::Match(pattern, value) | ExprKind::MaybeMatch(pattern, value) => {
                self.pattern(pattern)?;
                self.expr(value)
            }
            ExprKind::List(items, tail) => {
                for (index, item) in items.iter().enumerate() {
                    self.see(if index == 0 { expr.at } else { item.first_at() })?;
                    self.expr(item)?;
                }
                self.expr(tail)
            }
            ExprKind::Case(value, clauses) => {
                self.expr(value)?;
                self.cases(clauses)
            }
            ExprKind::If(clauses) => clauses.iter().try_for_each(|(guard, body)| {
                let first = guard.alternatives.iter().flatten().next();
                self.see(first.map_or(0, Expr::first_at))?;
                self.rest(guard, body)
            }),
            ExprKind::Fun(clauses) | ExprKind::NamedFun(_, clauses) => {
                clauses.iter().try_for_each(|clause| self.fun_clause(clause))
            }
            ExprKind::Try(parts) => {
                self.exprs(&parts.body)?;
                self.cases(&parts.of)?;
                parts.catch.iter().try_for_each(|clause| self.catch_clause(clause))?;
                self.exprs(&parts.after)
            }
            ExprKind::Receive(clauses, timeout) => {
                self.cases(clauses)?;
                timeout.iter().try_for_each(|(time, body)| {
                    self.expr(time)?;
                    self.exprs(body)
                })
            }
            ExprKind::Maybe(body, otherwise) => {
                self.exprs(body)?;
                otherwise.iter().try_for_each(|(clauses, at)| {
                    self.see(*at)?;
                    self.cases(clauses)
                })
            }
            _ => self.flat(expr),
        }
    }

    /// Constructs without clauses.
    fn flat(&mut self, expr: &Expr) -> GoOn {
        match &expr.kind {
            ExprKind::Map(base, fields) => {
                self.exprs(base.as_deref())?;
                self.map_fields(fields, Self::expr)
            }
            ExprKind::Record(base, _, fields) => {
                self.exprs(base.as_deref())?;
                self.record_fields(fields, Self::expr)
            }
            ExprKind::RecordAccess(base, _, (_, at)) => {
                self.expr(base)?;
                self.see(*at)
            }
            ExprKind::RecordIndex(_, (_, at)) => self.see(*at),
            ExprKind::Bin(elements) => self.elements(elements, Expr::first_at, Self::expr),
            ExprKind::ListComprehension(value, qualifiers)
            | ExprKind::BinComprehension(value, qualifiers) => {
                self.expr(value)?;
                self.qualifiers(qualifiers)
            }
            ExprKind::MapComprehension(field, qualifiers) => {
                self.map_fields(std::slice::from_ref(&**field), Self::expr)?;
                self.qualifiers(qualifiers)
            }
            _ => self.exprs(expr.children()),
        }
    }

    fn pattern(&mut self, pattern: &Pat) -> GoOn {
        self.see(pattern.at)?;
        match &pattern.kind {
            PatKind::Map(fields) => self.map_fields(fields, Self::pattern),
            PatKind::Record(_, fields) => self.record_fields(fields, Self::pattern),
            PatKind::RecordIndex(_, (_, at)) => self.see(*at),
            PatKind::Illegal(expr) => self.expr(expr),
            PatKind::Bin(elements) => self.elements(elements, Pat::first_at, Self::pattern),
            PatKind::List(items, tail) => {
                for (index, item) in items.iter().enumerate() {
                    self.see(if index == 0 { pattern.at } else { item.first_at() })?;
                    self.pattern(item)?;
                }
                self.pattern(tail)
            }
            _ => self.patterns(pattern.children()),
        }
    }

    fn rest(&mut self, guard: &Guard, body: &[Expr]) -> GoOn {
        self.exprs(guard.alternatives.iter().flatten())?;
        self.exprs(body)
    }

    fn cases(&mut self, clauses: &[CaseClause]) -> GoOn {
        clauses.iter().try_for_each(|clause| {
            self.see(clause.pattern.first_at())?;
            self.pattern(&clause.pattern)?;
            self.rest(&clause.guard, &clause.body)
        })
    }

    fn fun_clause(&mut self, clause: &FunClause) -> GoOn {
        self.see(clause.span.start)?;
        self.patterns(&clause.params)?;
        self.rest(&clause.guard, &clause.body)
    }

    fn catch_clause(&mut self, clause: &CatchClause) -> GoOn {
        self.see(match &clause.class {
            Some(Class::Atom(_, at) | Class::Var(_, at)) => *at,
            None => clause.pattern.first_at(),
        })?;
        self.pattern(&clause.pattern)?;
        self.see(clause.stack.as_ref().map_or_else(|| clause.pattern.last_at(), |(_, at)| *at))?;
        self.rest(&clause.guard, &clause.body)
    }

    fn map_fields<T>(
        &mut self,
        fields: &[MapField<T>],
        value: impl Fn(&mut Self, &T) -> GoOn,
    ) -> GoOn {
        fields.iter().try_for_each(|field| {
            self.see(field.at)?;
            self.expr(&field.key)?;
            value(self, &field.value)
        })
    }

    fn record_fields<T>(
        &mut self,
        fields: &[RecordField<T>],
        value: impl Fn(&mut Self, &T) -> GoOn,
    ) -> GoOn {
        fields.iter().try_for_each(|field| {
            self.see(field.at)?;
            value(self, &field.value)
        })
    }

    fn elements<T>(
        &mut self,
        elements: &[BinElement<T>],
        first: impl Fn(&T) -> u32,
        value: impl Fn(&mut Self, &T) -> GoOn,
    ) -> GoOn {
        elements.iter().try_for_each(|element| {
            self.see(first(&element.value))?;
            value(self, &element.value)?;
            self.exprs(&element.size)
        })
    }

    fn ty(&mut self, ty: &Type) -> GoOn {
        self.see(ty.at)?;
        match &ty.kind {
            TypeKind::Annotated((_, at), inner) => {
                self.see(*at)?;
                self.ty(inner)
            }
            TypeKind::Union(items) | TypeKind::Tuple(items) | TypeKind::Call(_, items) => {
                self.types(items)
            }
            TypeKind::Range(left, right) | TypeKind::Binary(_, left, right) => {
                self.ty(left)?;
                self.ty(right)
            }
            TypeKind::Unary(_, inner) | TypeKind::List(inner) | TypeKind::NonEmptyList(inner) => {
                self.ty(inner)
            }
            TypeKind::Remote((_, module), (_, name), args) => {
                self.see(*module)?;
                self.see(*name)?;
                self.types(args)
            }
            TypeKind::Map(pairs) => pairs.iter().try_for_each(|pair| {
                self.see(pair.at)?;
                self.ty(&pair.key)?;
                self.ty(&pair.value)
            }),
            TypeKind::Record((_, name), fields) => {
                self.see(*name)?;
                fields.iter().try_for_each(|field| {
                    self.see(field.at)?;
                    self.ty(&field.ty)
                })
            }
            TypeKind::Binaries(base, unit) => {
                self.types(base.as_deref())?;
                self.types(unit.as_deref())
            }
            TypeKind::Fun(ty) => self.fun_type(ty),
            _ => GoOn::Continue(()),
        }
    }

    fn types<'t>(&mut self, types: impl IntoIterator<Item = &'t Type>) -> GoOn {
        types.into_iter().try_for_each(|ty| self.ty(ty))
    }

    fn fun_type(&mut self, ty: &FunType) -> GoOn {
        self.see(ty.at)?;
        self.types(ty.params.iter().flatten())?;
        self.ty(&ty.result)
    }

    fn qualifiers(&mut self, qualifiers: &[Qualifier]) -> GoOn {
        qualifiers.iter().try_for_each(|qualifier| match qualifier {
            Qualifier::Filter(test) => self.expr(test),
            Qualifier::Zip(generators) => self.qualifiers(generators),
            Qualifier::Generator(generator) => {
                self.see(generator.at)?;
                if let Some((key, at)) = &generator.key {
                    self.see(*at)?;
                    self.pattern(key)?;
                }
                self.pattern(&generator.pattern)?;
                self.expr(&generator.source)
            }
        })
    }
}
