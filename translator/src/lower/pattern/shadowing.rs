//! Variables from outside that a head or a generator hides.
//!
//! Sizes and keys in the head of a fun and in the pattern of a generator mean what is outside, even where the pattern binds
//! a variable of the same name; only what stands before a size in the same binary is nearer. Nor does one clause of a
//! fun see what the head of another one binds. Such a variable gets a second name here, and the environment its value
//! under that name:
//!
//! ```text
//! fun({N, <<P:N>>}) -> N; (_) -> N end   becomes   fun({N, <<P:N?outer>>}) -> N; (_) -> N = N?outer, N end
//! ```

use std::borrow::Cow;
use std::collections::BTreeSet;

use frontend::Name;
use frontend::ast::{
    BinElement, Callee, Expr as Syntax, ExprKind, FunClause, Generator, MapField, Pat, PatKind,
    Qualifier, RecordField,
};

use crate::lower::fun::free_variables::{free_in_clause, outer_variables};
use crate::lower::lowering::Env;

/// What such a name ends with; that of no variable of a source does.
const MARK: &str = "?outer";

/// Whether a variable is one from outside under its second name: it has a value wherever it stands.
pub(crate) fn is_outer(name: &Name) -> bool {
    name.as_str().ends_with(MARK)
}

/// The second name of a variable.
pub(crate) fn second(name: &Name) -> Name {
    Name::from(format!("{name}{MARK}"))
}

/// The environment with second names for all of these variables.
fn with_second_names<'n>(env: &Env, names: impl IntoIterator<Item = &'n Name>) -> Env {
    let mut inner = env.clone();
    for name in names {
        if let Some(value) = env.vars.get(name) {
            inner.vars.insert_mut(second(name), value.clone());
        }
        if env.unsafe_vars.contains(name) {
            inner.unsafe_vars.insert_mut(second(name));
        }
    }
    inner
}

/// The qualifiers of a comprehension, and the environment that they are read in.
pub(crate) fn opened_qualifiers<'q>(
    qualifiers: &'q [Qualifier],
    env: &Env,
) -> (Cow<'q, [Qualifier]>, Env) {
    let Some((Qualifier::Generator(generator), rest)) = qualifiers.split_first() else {
        return (Cow::Borrowed(qualifiers), env.clone());
    };
    let bound = variables_of([&generator.pattern]);
    let sizes = outer_variables(&generator.pattern);
    let hidden: BTreeSet<Name> = sizes.into_iter().filter(|name| bound.contains(name)).collect();
    let hidden = known_among(hidden, env);
    if hidden.is_empty() {
        return (Cow::Borrowed(qualifiers), env.clone());
    }
    let pattern = in_pattern(&generator.pattern, &hidden);
    let first = Qualifier::Generator(Generator { pattern, ..generator.clone() });
    let all = [first].into_iter().chain(rest.iter().cloned()).collect();
    (Cow::Owned(all), with_second_names(env, &hidden))
}

/// The clauses of a fun, which is called `fun_name` in itself, and the environment that they are read in.
pub(crate) fn opened_clauses<'c>(
    clauses: &'c [FunClause],
    fun_name: Option<&Name>,
    env: &Env,
) -> (Cow<'c, [FunClause]>, Env) {
    let hidden = variables_of(clauses.iter().flat_map(|clause| &clause.params));
    let sizes = clauses.iter().flat_map(|clause| &clause.params).flat_map(outer_variables);
    let used = clauses.iter().flat_map(|clause| {
        let heads = variables_of(&clause.params);
        free_in_clause(clause).into_iter().filter(move |name| !heads.contains(name))
    });
    let mut names: BTreeSet<Name> = used.filter(|name| hidden.contains(name)).collect();
    names.extend(sizes);
    names.retain(|name| !is_outer(name) && Some(name) != fun_name);
    let names = known_among(names, env);
    if names.is_empty() {
        return (Cow::Borrowed(clauses), env.clone());
    }
    let opened = clauses.iter().map(|clause| in_clause(clause, &names, &hidden)).collect();
    (Cow::Owned(opened), with_second_names(env, &names))
}

/// Those that have a value, or one on some ways.
fn known_among(mut names: BTreeSet<Name>, env: &Env) -> BTreeSet<Name> {
    names.retain(|name| env.vars.contains_key(name));
    names
}

fn variables_of<'p>(patterns: impl IntoIterator<Item = &'p Pat>) -> BTreeSet<Name> {
    let mut names = BTreeSet::new();
    for pattern in patterns {
        pattern.for_each_var(&mut |name| {
            names.insert(name.clone());
        });
    }
    names
}

/// A clause in which variables from outside have their second names, where they need them.
fn in_clause(clause: &FunClause, names: &BTreeSet<Name>, hidden: &BTreeSet<Name>) -> FunClause {
    let mut clause = clause.clone();
    let heads = variables_of(&clause.params);
    let free = free_in_clause(&clause);
    let from_outside: BTreeSet<Name> = names
        .iter()
        .filter(|name| hidden.contains(*name) && !heads.contains(*name) && free.contains(*name))
        .cloned()
        .collect();
    clause.params = clause.params.iter().map(|param| in_pattern(param, names)).collect();
    for test in clause.guard.alternatives.iter_mut().flatten() {
        *test = in_expression(test, &from_outside);
    }
    for name in from_outside.iter().rev() {
        let pattern = Pat::new(PatKind::Var(name.clone()), clause.span);
        let value = Syntax::new(ExprKind::Var(second(name)), clause.span);
        let made = ExprKind::Match(Box::new(pattern), Box::new(value));
        clause.body.insert(0, Syntax::new(made, clause.span));
    }
    clause
}

/// A pattern with second names in its sizes and keys.
pub(crate) fn in_pattern(pattern: &Pat, names: &BTreeSet<Name>) -> Pat {
    in_parts(pattern, names, false)
}

/// A pattern with a second name wherever a variable stands, in `all` of it or in its sizes and keys alone.
pub(crate) fn in_parts(pattern: &Pat, names: &BTreeSet<Name>, all: bool) -> Pat {
    let in_pattern = |part: &Pat, names: &BTreeSet<Name>| in_parts(part, names, all);
    let inner = |part: &Pat| Box::new(in_pattern(part, names));
    let kind = match &pattern.kind {
        PatKind::Var(name) if all && names.contains(name) => PatKind::Var(second(name)),
        PatKind::Binary(operator, left, right) => {
            PatKind::Binary(*operator, inner(left), inner(right))
        }
        PatKind::Cons(head, tail) => PatKind::Cons(inner(head), inner(tail)),
        PatKind::Alias(left, right) => PatKind::Alias(inner(left), inner(right)),
        PatKind::Tuple(items) => {
            PatKind::Tuple(items.iter().map(|item| in_pattern(item, names)).collect())
        }
        PatKind::List(items, tail) => {
            let items = items.iter().map(|item| in_pattern(item, names)).collect();
            PatKind::List(items, inner(tail))
        }
        PatKind::Map(fields) => {
            let field = |field: &MapField<Pat>| MapField {
                key: in_expression(&field.key, names),
                value: in_pattern(&field.value, names),
                ..field.clone()
            };
            PatKind::Map(fields.iter().map(field).collect())
        }
        PatKind::Record(name, fields) => {
            let field = |field: &RecordField<Pat>| RecordField {
                value: in_pattern(&field.value, names),
                ..field.clone()
            };
            PatKind::Record(name.clone(), fields.iter().map(field).collect())
        }
        PatKind::Bin(elements) => PatKind::Bin(in_binary(elements, names, all)),
        _ => return pattern.clone(),
    };
    Pat { kind, ..pattern.clone() }
}

/// What stands before a size in the same binary is nearer than what is outside.
fn in_binary(
    elements: &[BinElement<Pat>],
    names: &BTreeSet<Name>,
    all: bool,
) -> Vec<BinElement<Pat>> {
    let mut names = names.clone();
    let mut opened = Vec::with_capacity(elements.len());
    for element in elements {
        let size = element.size.as_ref().map(|size| in_expression(size, &names));
        let value = in_parts(&element.value, &names, all);
        opened.push(BinElement { value, size, ..element.clone() });
        if all {
            continue;
        }
        element.value.for_each_var(&mut |name| {
            names.remove(name);
        });
    }
    opened
}

/// An expression of a guard, a size or a key with second names.
pub(crate) fn in_expression(expr: &Syntax, names: &BTreeSet<Name>) -> Syntax {
    let inner = |part: &Syntax| Box::new(in_expression(part, names));
    let all = |parts: &[Syntax]| parts.iter().map(|part| in_expression(part, names)).collect();
    let kind = match &expr.kind {
        ExprKind::Var(name) if names.contains(name) => ExprKind::Var(second(name)),
        ExprKind::Cons(head, tail) => ExprKind::Cons(inner(head), inner(tail)),
        ExprKind::List(items, tail) => ExprKind::List(all(items), inner(tail)),
        ExprKind::Tuple(items) => ExprKind::Tuple(all(items)),
        ExprKind::Unary(operator, operand) => ExprKind::Unary(*operator, inner(operand)),
        ExprKind::Binary(operator, left, right) => {
            ExprKind::Binary(*operator, inner(left), inner(right))
        }
        ExprKind::Call(callee @ (Callee::Local(_) | Callee::Remote(..)), args) => {
            ExprKind::Call(callee.clone(), all(args))
        }
        ExprKind::RecordAccess(value, name, field) => {
            ExprKind::RecordAccess(inner(value), name.clone(), field.clone())
        }
        ExprKind::Record(base, name, fields) => {
            let field = |field: &RecordField<Syntax>| RecordField {
                value: in_expression(&field.value, names),
                ..field.clone()
            };
            let base = base.as_ref().map(|base| inner(base));
            ExprKind::Record(base, name.clone(), fields.iter().map(field).collect())
        }
        ExprKind::Map(base, fields) => {
            let field = |field: &MapField<Syntax>| MapField {
                key: in_expression(&field.key, names),
                value: in_expression(&field.value, names),
                ..field.clone()
            };
            let base = base.as_ref().map(|base| inner(base));
            ExprKind::Map(base, fields.iter().map(field).collect())
        }
        ExprKind::Bin(elements) => {
            let element = |element: &BinElement<Syntax>| BinElement {
                value: in_expression(&element.value, names),
                size: element.size.as_ref().map(|size| in_expression(size, names)),
                ..element.clone()
            };
            ExprKind::Bin(elements.iter().map(element).collect())
        }
        _ => return expr.clone(),
    };
    Syntax { kind, ..expr.clone() }
}
