//! Where the value of a function is, whatever it is called with.
//!
//! Input: a function, and where values of the functions are that it calls. Output: a domain that its value is in whenever it returns; the
//! empty one, where nothing returns. Follows branches, variables, tuples and records; arguments, guards, lists, and what stands in maps
//! may be anything.

use frontend::Name;
use frontend::ast::{
    BinaryOp, CaseClause, Expr, ExprKind, FieldName, Function, Pat, RecordField, UnaryOp,
};
use model::Kind;
use translator::Domain;
use translator::library::functions::{always_returns, never_returns, results};

use crate::code::FunctionKey;
use crate::module::{Called, Unit};
use crate::patterns::{Scope, bind, component, constant, meet, rest};
use crate::values::{is_nothing, join, nothing, tuple};

/// Expressions one in another, at most.
const MAX_NESTED: usize = 200;

/// Says where values of functions are.
pub(crate) trait Values {
    /// Where the value of a function is, as far as that is known by now.
    fn of(&mut self, key: FunctionKey) -> Domain;

    /// Counts one more expression; tells whether there were too many.
    fn is_over(&mut self) -> bool;
}

/// A walk through one function.
struct Walk<'w> {
    unit: &'w Unit,
    values: &'w mut dyn Values,
    depth: usize,
}

/// Where the value of a function is.
pub(crate) fn value(unit: &Unit, function: &Function, values: &mut dyn Values) -> Domain {
    let mut walk = Walk { unit, values, depth: 0 };
    let mut all = nothing();
    for clause in &function.clauses {
        let mut scope = Scope::new();
        for param in &clause.params {
            let domain = meet(unit, &Domain::Any, param, &scope);
            bind(unit, &domain, param, &mut scope);
        }
        all = join(&all, &walk.body(&clause.body, &mut scope));
    }
    all
}

impl Walk<'_> {
    fn body(&mut self, body: &[Expr], scope: &mut Scope) -> Domain {
        let Some((last, before)) = body.split_last() else { return Domain::Any };
        for expr in before {
            if is_nothing(&self.statement(expr, scope)) {
                return nothing();
            }
            bind_any(expr, scope);
        }
        self.expr(last, scope)
    }

    /// An expression whose value counts only as far as it is matched.
    fn statement(&mut self, expr: &Expr, scope: &mut Scope) -> Domain {
        match &expr.kind {
            ExprKind::Match(..) | ExprKind::Case(..) | ExprKind::If(_) | ExprKind::Block(_) => {
                self.expr(expr, scope)
            }
            ExprKind::Call(callee, args) => match self.unit.called(callee, args.len()) {
                Called::BuiltIn(name, arity) if never_returns("erlang", name.as_str(), arity) => {
                    nothing()
                }
                Called::Own(..) => self.expr(expr, scope),
                _ => Domain::Any,
            },
            _ => Domain::Any,
        }
    }

    fn expr(&mut self, expr: &Expr, scope: &mut Scope) -> Domain {
        if self.values.is_over() || self.depth > MAX_NESTED {
            return Domain::Any;
        }
        self.depth += 1;
        let domain = self.branching(expr, scope);
        self.depth -= 1;
        domain
    }

    fn branching(&mut self, expr: &Expr, scope: &mut Scope) -> Domain {
        match &expr.kind {
            ExprKind::Block(body) => self.body(body, scope),
            ExprKind::Match(pattern, value) => {
                let domain = self.expr(value, scope);
                let domain = meet(self.unit, &domain, pattern, scope);
                bind(self.unit, &domain, pattern, scope);
                domain
            }
            ExprKind::Case(value, clauses) => {
                let domain = self.expr(value, scope);
                bind_any(value, scope);
                let named = match &value.kind {
                    ExprKind::Var(name) => Some(name),
                    _ => None,
                };
                self.clauses(&domain, named, clauses, scope)
            }
            ExprKind::If(clauses) => {
                let mut all = nothing();
                for (_, body) in clauses {
                    all = join(&all, &self.body(body, &mut scope.clone()));
                }
                all
            }
            ExprKind::Receive(clauses, after) => {
                let mut all = self.clauses(&Domain::Any, None, clauses, scope);
                if let Some((_, body)) = after {
                    all = join(&all, &self.body(body, &mut scope.clone()));
                }
                all
            }
            ExprKind::Try(parts) => {
                let mut all = self.body(&parts.body, &mut scope.clone());
                if !parts.of.is_empty() {
                    let mut inner = scope.clone();
                    parts.body.iter().for_each(|expr| bind_any(expr, &mut inner));
                    all = self.clauses(&all, None, &parts.of, &inner);
                }
                for clause in &parts.catch {
                    let mut inner = scope.clone();
                    let reason = meet(self.unit, &Domain::Any, &clause.pattern, scope);
                    bind(self.unit, &reason, &clause.pattern, &mut inner);
                    all = join(&all, &self.body(&clause.body, &mut inner));
                }
                all
            }
            _ => self.plain(expr, scope),
        }
    }

    /// The value of clauses of which one takes a value; a variable that the value is of is known better in each.
    fn clauses(
        &mut self,
        domain: &Domain,
        named: Option<&Name>,
        clauses: &[CaseClause],
        scope: &Scope,
    ) -> Domain {
        let (mut all, mut left) = (nothing(), domain.clone());
        for CaseClause { pattern, guard, body, .. } in clauses {
            let taken = self.taken(&left, pattern, scope);
            if guard.alternatives.is_empty() {
                left = rest(&left, pattern, scope);
            }
            if is_nothing(&taken) {
                continue;
            }
            let mut inner = scope.clone();
            bind(self.unit, &taken, pattern, &mut inner);
            if let Some(name) = named {
                inner.insert(name.clone(), taken);
            }
            all = join(&all, &self.body(body, &mut inner));
        }
        all
    }

    fn taken(&self, domain: &Domain, pattern: &Pat, scope: &Scope) -> Domain {
        if is_nothing(domain) { nothing() } else { meet(self.unit, domain, pattern, scope) }
    }

    /// An expression without branches.
    fn plain(&mut self, expr: &Expr, scope: &mut Scope) -> Domain {
        let lists = || Domain::OneOf(vec![Domain::Is(Kind::Cons), Domain::Is(Kind::Nil)]);
        match &expr.kind {
            ExprKind::Var(name) => scope.get(name).cloned().unwrap_or(Domain::Any),
            ExprKind::Literal(literal) => constant(literal),
            ExprKind::Nil => Domain::Is(Kind::Nil),
            ExprKind::Cons(..) => Domain::Is(Kind::Cons),
            ExprKind::List(items, _) if !items.is_empty() => Domain::Is(Kind::Cons),
            ExprKind::Tuple(items) => {
                let items = items.iter().map(|item| self.expr(item, scope)).collect();
                tuple(items)
            }
            ExprKind::Unary(operator, _) => unary(*operator),
            ExprKind::Binary(operator, _, right) => self.binary(*operator, right, scope),
            ExprKind::Map(..) | ExprKind::MapComprehension(..) => Domain::Is(Kind::Map),
            ExprKind::Bin(_) | ExprKind::BinComprehension(..) => Domain::Is(Kind::BitString),
            ExprKind::ListComprehension(..) => lists(),
            ExprKind::Fun(_)
            | ExprKind::NamedFun(..)
            | ExprKind::FunLocal(..)
            | ExprKind::FunRemote(_) => Domain::Is(Kind::Fun),
            ExprKind::Record(base, name, fields) => {
                self.record(base.as_deref(), name, fields, scope)
            }
            ExprKind::RecordAccess(value, name, (field, _)) => {
                let domain = self.expr(value, scope);
                let Some(record) = self.unit.record(name) else { return Domain::Any };
                let place = record.fields.iter().position(|declared| declared.name == *field);
                place.map_or(Domain::Any, |at| component(&domain, record.fields.len() + 1, at + 1))
            }
            ExprKind::Call(callee, args) => self.call(self.unit.called(callee, args.len())),
            _ => Domain::Any,
        }
    }

    fn binary(&mut self, operator: BinaryOp, right: &Expr, scope: &mut Scope) -> Domain {
        use BinaryOp as Op;
        match operator {
            Op::Equal
            | Op::NotEqual
            | Op::ExactEqual
            | Op::ExactNotEqual
            | Op::Less
            | Op::LessEqual
            | Op::Greater
            | Op::GreaterEqual
            | Op::And
            | Op::Or
            | Op::Xor => booleans(),
            Op::AndAlso => join(&Domain::atoms(&["false"]), &self.expr(right, scope)),
            Op::OrElse => join(&Domain::atoms(&["true"]), &self.expr(right, scope)),
            Op::Send => self.expr(right, scope),
            Op::Add | Op::Sub | Op::Mul => Domain::Is(Kind::Number),
            Op::IntDiv | Op::Rem => Domain::Is(Kind::Integer),
            Op::Div => Domain::Is(Kind::Float),
            _ => Domain::Any,
        }
    }

    fn record(
        &mut self,
        base: Option<&Expr>,
        name: &Name,
        fields: &[RecordField<Expr>],
        scope: &mut Scope,
    ) -> Domain {
        let Some(record) = self.unit.record(name) else { return Domain::Any };
        let old = base.map(|base| self.expr(base, scope));
        let size = record.fields.len() + 1;
        let declared: Vec<(Name, Option<Expr>)> =
            record.fields.iter().map(|field| (field.name.clone(), field.default.clone())).collect();
        let mut items = vec![crate::values::atom(name)];
        for (at, (own, default)) in declared.into_iter().enumerate() {
            // `_ = Value` is for all fields that are not named, wherever it stands.
            let named = |field: &&RecordField<Expr>| match &field.name {
                FieldName::Atom(name) => *name == own,
                FieldName::Var(_) => false,
            };
            let others = |field: &&RecordField<Expr>| matches!(field.name, FieldName::Var(_));
            let given = fields.iter().find(named).or_else(|| fields.iter().find(others));
            items.push(match (given, &old, default) {
                (Some(field), _, _) => self.expr(&field.value, scope),
                (None, Some(old), _) => component(old, size, at + 1),
                (None, None, Some(default)) => self.expr(&default, &mut Scope::new()),
                (None, None, None) => Domain::atoms(&["undefined"]),
            });
        }
        tuple(items)
    }

    fn call(&mut self, called: Called) -> Domain {
        match called {
            Called::Own(name, arity) => {
                self.values.of(FunctionKey { module: self.unit.name.clone(), name, arity })
            }
            Called::BuiltIn(name, arity) => built_in(name.as_str(), arity),
            Called::Outside(key) => {
                let (module, name) = (key.module.as_str(), key.name.as_str());
                match of_library(module, name, key.arity) {
                    Some(domain) => domain,
                    None => self.values.of(key),
                }
            }
            Called::Unknown | Called::Fun => Domain::Any,
        }
    }
}

/// Takes all variables for bound that stand in patterns of an expression and of which nothing is known, such as those that branches
/// export and those of arguments: a later pattern that names one of them takes some values only.
fn bind_any(expr: &Expr, scope: &mut Scope) {
    expr.for_each(&mut |expr| {
        for pattern in expr.patterns() {
            pattern.for_each_var(&mut |name| {
                scope.entry(name.clone()).or_insert(Domain::Any);
            });
        }
    });
}

fn booleans() -> Domain {
    Domain::atoms(&["true", "false"])
}

fn unary(operator: UnaryOp) -> Domain {
    match operator {
        UnaryOp::Not => booleans(),
        UnaryOp::Plus | UnaryOp::Minus => Domain::Is(Kind::Number),
        UnaryOp::BitNot => Domain::Is(Kind::Integer),
        UnaryOp::Catch => Domain::Any,
    }
}

/// Where the value of a function of `erlang` is.
fn built_in(name: &str, arity: usize) -> Domain {
    if never_returns("erlang", name, arity) {
        return nothing();
    }
    if let Some(domain) = of_library("erlang", name, arity) {
        return domain;
    }
    match (name, arity) {
        _ if name.starts_with("is_") && name != "is_alive" => booleans(),
        ("self", 0) => Domain::Is(Kind::Pid),
        (
            "length" | "size" | "byte_size" | "bit_size" | "tuple_size" | "map_size" | "round"
            | "trunc" | "ceil" | "floor" | "list_to_integer" | "binary_to_integer",
            1,
        ) => Domain::Is(Kind::Integer),
        ("make_ref", 0) => Domain::Is(Kind::Reference),
        ("list_to_atom" | "list_to_existing_atom", 1) => Domain::Is(Kind::Atom),
        ("list_to_binary" | "iolist_to_binary" | "term_to_binary" | "integer_to_binary", 1) => {
            Domain::Is(Kind::Binary)
        }
        ("list_to_tuple", 1) => Domain::Is(Kind::Tuple),
        _ => Domain::Any,
    }
}

/// Where the value of a function of OTP is, as far as the translator knows that.
fn of_library(module: &str, name: &str, arity: usize) -> Option<Domain> {
    if let Some(atom) = always_returns(module, name, arity) {
        return Some(Domain::atoms(&[atom]));
    }
    let known = results(module, name, arity)?;
    let atoms = known.atoms.iter().map(|atom| Domain::atoms(&[*atom]));
    let kinds = known.kinds.iter().map(|kind| Domain::Is(*kind));
    Some(atoms.chain(kinds).fold(nothing(), |all, part| join(&all, &part)))
}
