//! Records of functions that move into another module.
//!
//! Input: a function with its module, the module that it moves to. Output: the definitions that have to go with it; nothing where one
//! of them says something else there, or cannot be told.

use frontend::Name;
use frontend::ast::{Expr, ExprKind, Form, Function, Pat, PatKind, RecordDecl};
use frontend::output::print;

use crate::module::Unit;

/// The definitions that a function needs and a module does not have yet; `None` where they contradict each other.
pub(crate) fn needed(function: &Function, from: &Unit, there: &[Form]) -> Option<Vec<RecordDecl>> {
    let mut needed: Vec<RecordDecl> = Vec::new();
    for name in named(function, from) {
        let own = from.record(&name)?;
        let other = there.iter().find_map(|form| match form {
            Form::Record(record) if record.name == name => Some(record),
            _ => None,
        });
        match other {
            Some(other) if is_same(own, other) => {}
            Some(_) => return None,
            None if needed.iter().any(|record| record.name == name) => {}
            None => {
                // A default may call what the other module does not have.
                let calls = |expr: &Expr| matches!(expr.kind, ExprKind::Call(..));
                let mut defaults = own.fields.iter().filter_map(|field| field.default.as_ref());
                if defaults.any(|value| value.any(&mut |expr| calls(expr))) {
                    return None;
                }
                needed.push(own.clone());
            }
        }
    }
    Some(needed)
}

/// Whether two definitions say the same.
fn is_same(left: &RecordDecl, right: &RecordDecl) -> bool {
    let value = |default: Option<&Expr>| default.map(print::expr);
    left.fields.len() == right.fields.len()
        && left.fields.iter().zip(&right.fields).all(|(left, right)| {
            left.name == right.name && value(left.default.as_ref()) == value(right.default.as_ref())
        })
}

/// The records that a function names.
fn named(function: &Function, unit: &Unit) -> Vec<Name> {
    let mut names = Vec::new();
    for clause in &function.clauses {
        for pattern in &clause.params {
            in_pattern(pattern, &mut names);
        }
        for expr in clause.guard.alternatives.iter().flatten().chain(&clause.body) {
            expr.for_each(&mut |expr| {
                match &expr.kind {
                    ExprKind::Record(_, name, _)
                    | ExprKind::RecordAccess(_, name, _)
                    | ExprKind::RecordIndex(name, _) => names.push(name.clone()),
                    // `is_record(R, name)` and `record_info(fields, name)`.
                    ExprKind::Call(_, args) => names.extend(args.iter().filter_map(|arg| {
                        let ExprKind::Literal(frontend::ast::Literal::Atom(name)) = &arg.kind
                        else {
                            return None;
                        };
                        unit.record(name).map(|_| name.clone())
                    })),
                    _ => {}
                }
                for pattern in expr.patterns() {
                    in_pattern(pattern, &mut names);
                }
            });
        }
    }
    names.sort();
    names.dedup();
    names
}

fn in_pattern(pattern: &Pat, names: &mut Vec<Name>) {
    if let PatKind::Record(name, _) | PatKind::RecordIndex(name, _) = &pattern.kind {
        names.push(name.clone());
    }
    for part in pattern.children() {
        in_pattern(part, names);
    }
    for expr in pattern.expressions() {
        expr.for_each(&mut |expr| {
            if let ExprKind::RecordIndex(name, _) = &expr.kind {
                names.push(name.clone());
            }
        });
    }
}
