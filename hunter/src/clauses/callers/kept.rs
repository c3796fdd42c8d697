//! Callers that are kept where another one may be kept already, or where nothing looks for them.
//!
//! Input: a clause for a call that puts the caller's From into a field of its record, and goes on without an answer. Output:
//! the fault that it does so in a state in which it may do so again, without a look at what is there; or that no function of
//! the module reads the field.
//!
//! ```erlang
//! busy(get, From, D) -> {next_state, busy, D#d{from = From}}.      % a second `get` takes the place of the first
//! ```
//!
//! Nothing is said where the clause, or one before it, looks at the field, or hands its data on.

use behaviour::Argument;
use frontend::ast::{Callee, Expr, ExprKind, FieldName, FunctionClause, Pat, PatKind, Qualifier};
use frontend::{Module, Name};
use translator::library::modules::writes_log;
use translator::outcomes::{Outcome, Scope, Value, Walk};

use super::super::timed::stays;
use super::super::{Fault, Read};
use crate::codes;
use crate::moves::Moves;

/// What is said of a caller whose place another one takes.
const IF_ANOTHER: &str = "whether another caller comes before the first one has its answer";

/// What is said of a caller that nothing looks for.
const IF_READ: &str = "whether something else reads the record";

/// What is wrong with an outcome that keeps a caller.
pub(crate) fn fault<'m>(
    moves: &Moves<'m, '_>,
    states: &[&'m str],
    (read, outcome): (&Read<'m>, &Outcome<'m>),
) -> Option<Fault> {
    let shape = read.shape(outcome)?;
    if !read.callback.is_sync() || !shape.goes_on() || shape.reply().is_some() {
        return None;
    }
    let from = read.callback.arguments.iter().position(|own| *own == Argument::From)?;
    let (data, scope) = outcome.value.component(shape.data? - 1)?;
    let values = Walk::values(moves.module, data, scope);
    let [value] = values.as_slice() else { return None };
    let (record, field) = kept(value, from)?;
    if is_used(read.clause, from) {
        return None;
    }
    let (name, arity) = (&read.function.name, read.function.arity);
    let (message, doubt) = if !is_read(moves.module, field) {
        let message = format!(
            "`{name}/{arity}` keeps the caller in `#{record}.{field}`, which nothing reads"
        );
        (message, IF_READ)
    } else if stays(moves.module, states, (read, outcome)) && !looks(read, field) {
        let message = format!(
            "`{name}/{arity}` keeps a caller in `#{record}.{field}`, where another one may wait for its answer"
        );
        (message, IF_ANOTHER)
    } else {
        return None;
    };
    Some(Fault { code: codes::CALLER_FORGOTTEN, message, place: outcome.place, doubt: Some(doubt) })
}

/// The record and the field into which a value puts the caller's From.
fn kept<'m>(value: &Value<'m>, from: usize) -> Option<(&'m Name, &'m Name)> {
    let Value::Written(expr, scope) = value else { return None };
    in_update(expr, scope, from)
}

fn in_update<'m>(expr: &'m Expr, scope: &Scope<'m>, from: usize) -> Option<(&'m Name, &'m Name)> {
    let ExprKind::Record(base, record, fields) = &expr.kind else { return None };
    let own = fields.iter().find_map(|field| match &field.name {
        FieldName::Atom(name) if scope.is_parameter(&field.value, from) => Some((record, name)),
        _ => None,
    });
    own.or_else(|| in_update(base.as_deref()?, scope, from))
}

/// Whether a clause does something else with the caller's From than to put it into a field.
fn is_used(clause: &FunctionClause, from: usize) -> bool {
    let mut names = Vec::new();
    if let Some(pat) = clause.params.get(from) {
        pat.for_each_var(&mut |name| names.push(name));
    }
    let (mut n_uses, mut n_kept) = (0, 0);
    let is_from = |expr: &Expr| matches!(&expr.kind, ExprKind::Var(name) if names.contains(&name));
    for expr in &clause.body {
        expr.for_each(&mut |expr| {
            n_uses += usize::from(is_from(expr));
            if let ExprKind::Record(_, _, fields) = &expr.kind {
                n_kept += fields.iter().filter(|field| is_from(&field.value)).count();
            }
        });
    }
    n_uses > n_kept
}

/// Whether some function of a module reads a field of this name.
fn is_read(module: &Module, field: &Name) -> bool {
    let mut clauses = module.functions().flat_map(|function| &function.clauses);
    clauses.any(|clause| reads(clause, field))
}

/// Whether a clause, or one before it, looks at a field, or hands its data on.
fn looks(read: &Read<'_>, field: &Name) -> bool {
    let clauses = read.function.clauses.iter();
    let mut before = clauses.take_while(|clause| clause.span != read.clause.span);
    before.any(|clause| reads(clause, field))
        || reads(read.clause, field)
        || hands_on(read.clause, &data_names(read))
}

/// Whether a clause reads a field of this name.
fn reads(clause: &FunctionClause, field: &Name) -> bool {
    let guards = clause.guard.alternatives.iter().flatten();
    clause.params.iter().any(|param| in_pattern(param, field))
        || guards.chain(&clause.body).any(|expr| expr.any(&mut |expr| in_expr(expr, field)))
}

fn in_expr(expr: &Expr, field: &Name) -> bool {
    match &expr.kind {
        ExprKind::RecordAccess(_, _, (name, _)) | ExprKind::RecordIndex(_, (name, _)) => {
            name == field
        }
        ExprKind::Match(pattern, _) => in_pattern(pattern, field),
        ExprKind::Case(_, clauses) | ExprKind::Receive(clauses, _) => {
            clauses.iter().any(|clause| in_pattern(&clause.pattern, field))
        }
        ExprKind::Fun(clauses) | ExprKind::NamedFun(_, clauses) => {
            clauses.iter().flat_map(|clause| &clause.params).any(|param| in_pattern(param, field))
        }
        ExprKind::ListComprehension(_, qualifiers)
        | ExprKind::BinComprehension(_, qualifiers)
        | ExprKind::MapComprehension(_, qualifiers) => qualifiers.iter().any(|own| match own {
            Qualifier::Generator(generator) => in_pattern(&generator.pattern, field),
            Qualifier::Filter(_) => false,
            Qualifier::Zip(_) => true,
        }),
        ExprKind::Try(_) | ExprKind::Maybe(..) => true,
        _ => false,
    }
}

fn in_pattern(pat: &Pat, field: &Name) -> bool {
    let own = match &pat.kind {
        PatKind::Record(_, fields) => fields.iter().any(|own| {
            !matches!(own.value.kind, PatKind::Wildcard)
                && matches!(&own.name, FieldName::Atom(name) if name == field)
        }),
        PatKind::RecordIndex(_, (name, _)) => name == field,
        _ => false,
    };
    own || pat.children().into_iter().any(|child| in_pattern(child, field))
}

/// The variables that are the data of a callback.
fn data_names<'m>(read: &Read<'m>) -> Vec<&'m Name> {
    let place = read.callback.arguments.iter().position(|own| *own == Argument::Data);
    let mut names = Vec::new();
    if let Some(pat) = place.and_then(|place| read.clause.params.get(place)) {
        add_whole(pat, &mut names);
    }
    names
}

fn add_whole<'m>(pat: &'m Pat, names: &mut Vec<&'m Name>) {
    match &pat.kind {
        PatKind::Var(name) => names.push(name),
        PatKind::Alias(left, right) => {
            add_whole(left, names);
            add_whole(right, names);
        }
        _ => {}
    }
}

/// Whether a clause gives one of these variables to a function, other than to write a log.
fn hands_on(clause: &FunctionClause, names: &[&Name]) -> bool {
    let has = |expr: &Expr| {
        expr.any(&mut |part| matches!(&part.kind, ExprKind::Var(name) if names.contains(&name)))
    };
    let hands = |expr: &Expr| match &expr.kind {
        ExprKind::Call(Callee::Remote(module, ..), _) if writes_log(module.as_str()) => false,
        ExprKind::Call(_, args) => args.iter().any(has),
        _ => false,
    };
    clause.body.iter().any(|expr| expr.any(&mut |expr| hands(expr)))
}
