//! Expressions that fail whenever they are evaluated, or for a value that a function of the module is seen to return.
//!
//! Input: a module. Output: faults, each at its expression: calls of functions that OTP does not have, matches that no result
//! of a function of OTP fits, records that are taken for another one, values of functions of the module that a `case` or a
//! match does not take. Looks at every function of the module: one of the interface crashes its caller. What fails for values
//! of events or other modules is left to hunts.

use std::collections::BTreeMap;
use std::rc::Rc;

use behaviour::of_module;
use frontend::ast::{
    Callee, CaseClause, Expr, ExprKind, Function, FunctionClause, Literal, Pat, PatKind, Qualifier,
};
use frontend::output::print;
use frontend::{Module, Name};
use model::Kind;
use translator::library::functions::{Results, results};
use translator::library::nonexistent::is_missing;
use translator::library::removed::is_removed;
use translator::outcomes::{Scope, Value, Walk};

use super::Fault;
use super::returns::short;
use crate::codes;
use crate::source::atom;
use crate::spelling::nearest;

/// What is said of a call of a function that OTP once had.
pub(crate) const OLD: &str = "whether it runs on an OTP that has no such function any more";

/// What is said of a value that a function of the module returns in some branch.
const IF_RETURNED: &str = "whether the function returns that there";

/// What is said of such a value where a match does not take it.
pub(crate) const IF_MATCHED: &str = "whether the function returns that here";

/// The faults of a function.
pub(crate) fn faults(module: &Module, function: &Function) -> Vec<(Fault, bool)> {
    let (records, scope) = (BTreeMap::new(), Rc::default());
    let mut look = Look { module, records, scope, faults: Vec::new() };
    for clause in &function.clauses {
        look.records = self::records(clause);
        look.scope = Rc::new(Scope::of_callback(clause, None));
        for expr in &clause.body {
            look.expr(expr, false);
        }
    }
    look.faults
}

/// A look at one clause.
struct Look<'m> {
    module: &'m Module,
    /// The records that variables are, by a pattern with the variable beside.
    records: BTreeMap<&'m Name, &'m Name>,
    /// What its variables stand for.
    scope: Rc<Scope<'m>>,
    /// What was found, and whether it hangs on a branch.
    faults: Vec<(Fault, bool)>,
}

impl<'m> Look<'m> {
    fn expr(&mut self, expr: &'m Expr, is_chosen: bool) {
        match &expr.kind {
            ExprKind::Call(Callee::Remote(module, name, _), args) => {
                self.call(expr, (module.as_str(), name.as_str(), args.len()), is_chosen);
            }
            ExprKind::Match(pattern, value) => self.matched(pattern, value, expr, is_chosen),
            ExprKind::Case(value, clauses) => self.uncovered(value, clauses),
            ExprKind::Record(Some(base), name, _) | ExprKind::RecordAccess(base, name, _) => {
                self.record(base, name, expr, is_chosen);
            }
            _ => {}
        }
        let decides = matches!(
            &expr.kind,
            ExprKind::Case(..)
                | ExprKind::If(_)
                | ExprKind::Receive(..)
                | ExprKind::Try(_)
                | ExprKind::Fun(_)
                | ExprKind::NamedFun(..)
                | ExprKind::ListComprehension(..)
                | ExprKind::Binary(..)
                | ExprKind::Unary(..)
                | ExprKind::Maybe(..)
        );
        let records = self.records.clone();
        for name in hidden(expr) {
            self.records.remove(name);
        }
        for child in expr.children() {
            self.expr(child, is_chosen || decides);
        }
        self.records = records;
    }

    fn call(&mut self, expr: &Expr, (module, name, arity): (&str, &str, usize), is_chosen: bool) {
        let meant = meant(module, name);
        if meant.is_none() && !is_missing(module, name, arity) {
            return;
        }
        let what = meant.map_or_else(
            || "the call fails with `undef`".to_owned(),
            |near| format!("is `{near}` meant?"),
        );
        let message = format!("there is no function `{module}:{name}/{arity}`: {what}");
        let doubt = is_removed(module, name, arity).then_some(OLD);
        self.push(expr, message, doubt, is_chosen);
    }

    /// Values of a function of the module for which a `case` has no clause.
    fn uncovered(&mut self, value: &'m Expr, clauses: &'m [CaseClause]) {
        let Some(called) = self.called(value) else { return };
        for result in Walk::values(self.module, value, &self.scope) {
            let is_taken = clauses.iter().any(|clause| result.fits(&clause.pattern));
            if let Some(shown) = written(&result).filter(|_| !is_taken) {
                let message =
                    format!("`{called}` may return `{shown}`, for which this `case` has no clause");
                self.push(value, message, Some(IF_RETURNED), false);
            }
        }
    }

    /// Values of a function of the module that a match does not take; failures are often meant to crash there.
    fn unmatched(&mut self, pattern: &Pat, value: &'m Expr) {
        let Some(called) = self.called(value) else { return };
        for result in Walk::values(self.module, value, &self.scope) {
            if let Some(shown) = written(&result)
                && !result.fits(pattern)
                && !is_failure(&result)
            {
                let message = format!("`{called}` may return `{shown}`, which this does not match");
                self.push(value, message, Some(IF_MATCHED), false);
            }
        }
    }

    /// The function of the module that an expression calls, as Erlang writes it.
    fn called(&self, expr: &Expr) -> Option<String> {
        let ExprKind::Call(Callee::Local(name), args) = &expr.kind else { return None };
        let arity = args.len();
        self.module.function(name.as_str(), arity).map(|_| format!("{name}/{arity}"))
    }

    fn matched(&mut self, pattern: &'m Pat, value: &'m Expr, expr: &Expr, is_chosen: bool) {
        self.unmatched(pattern, value);
        let ExprKind::Call(Callee::Remote(module, name, _), args) = &value.kind else { return };
        let is_own = self.module.name.as_ref().is_some_and(|(own, _)| own == module);
        let results = results(module.as_str(), name.as_str(), args.len());
        let Some(results) = results.filter(|_| !is_own) else { return };
        if may_take(pattern, &results) {
            return;
        }
        let arity = args.len();
        let message = format!(
            "`{module}:{name}/{arity}` never returns what this matches: it fails with `badmatch`"
        );
        self.push(expr, message, None, is_chosen);
    }

    fn record(&mut self, base: &Expr, name: &Name, expr: &Expr, is_chosen: bool) {
        let ExprKind::Var(variable) = &base.kind else { return };
        let Some(record) = self.records.get(variable).filter(|record| **record != name) else {
            return;
        };
        let message = format!(
            "`{variable}` is a record `{record}`, and no `{name}`: it fails with `badrecord`"
        );
        self.push(expr, message, None, is_chosen);
    }

    fn push(&mut self, expr: &Expr, message: String, doubt: Option<&'static str>, is_chosen: bool) {
        let fault = Fault { code: codes::CRASH, message, place: expr.span, doubt };
        self.faults.push((fault, is_chosen));
    }
}

/// The function of a behaviour that was meant by a name that none of its functions has, where one has nearly that name. What
/// a machine does not call stands in no table: it has other names.
fn meant(module: &str, name: &str) -> Option<&'static str> {
    let interface = of_module(module)?.interface;
    let names: Vec<&'static str> = interface.functions.iter().map(|row| row.name).collect();
    nearest(name, &names).filter(|near| *near != name && !names.contains(&name))
}

/// The variables that an expression binds anew, whatever they stand for outside: those in heads of funs and in generators.
fn hidden(expr: &Expr) -> Vec<&Name> {
    let mut names = Vec::new();
    match &expr.kind {
        ExprKind::Fun(clauses) | ExprKind::NamedFun(_, clauses) => {
            for param in clauses.iter().flat_map(|clause| &clause.params) {
                param.for_each_var(&mut |name| names.push(name));
            }
        }
        ExprKind::ListComprehension(_, qualifiers)
        | ExprKind::BinComprehension(_, qualifiers)
        | ExprKind::MapComprehension(_, qualifiers) => add_generated(qualifiers, &mut names),
        _ => {}
    }
    names
}

fn add_generated<'m>(qualifiers: &'m [Qualifier], names: &mut Vec<&'m Name>) {
    for qualifier in qualifiers {
        match qualifier {
            Qualifier::Filter(_) => {}
            Qualifier::Zip(generators) => add_generated(generators, names),
            Qualifier::Generator(generator) => {
                let key = generator.key.as_ref().map(|(key, _)| key);
                for pattern in key.into_iter().chain([&generator.pattern]) {
                    pattern.for_each_var(&mut |name| names.push(name));
                }
            }
        }
    }
}

/// A value that is written out, as Erlang text on one line.
fn written(value: &Value<'_>) -> Option<String> {
    match value {
        Value::Written(expr, _) => Some(short(&print::expr(expr))),
        Value::Atom(name) => Some((*name).to_owned()),
        Value::Open | Value::Parameter(_) => None,
    }
}

/// Whether a value says that something has failed, or that there is nothing.
fn is_failure(value: &Value<'_>) -> bool {
    const FAILURES: [&str; 6] = ["error", "EXIT", "false", "undefined", "badrpc", "not_found"];
    let tag = value.tuple().and_then(|(items, _)| items.first().and_then(atom));
    value.atom().or(tag).is_some_and(|name| FAILURES.contains(&name))
}

/// The records that the variables of a head are.
fn records(clause: &FunctionClause) -> BTreeMap<&Name, &Name> {
    let mut records = BTreeMap::new();
    for param in &clause.params {
        add_records(param, &mut records);
    }
    records
}

fn add_records<'m>(pat: &'m Pat, records: &mut BTreeMap<&'m Name, &'m Name>) {
    if let PatKind::Alias(left, right) = &pat.kind
        && let (PatKind::Record(record, _), PatKind::Var(variable))
        | (PatKind::Var(variable), PatKind::Record(record, _)) = (&left.kind, &right.kind)
    {
        records.insert(variable, record);
    }
    for child in pat.children() {
        add_records(child, records);
    }
}

/// Whether a pattern may take something that a function returns, as far as atoms and kinds tell.
fn may_take(pat: &Pat, results: &Results) -> bool {
    let Some(wanted) = kind(pat) else { return true };
    let takes = |atom: &&str| match &pat.kind {
        PatKind::Literal(Literal::Atom(name)) => name.as_str() == *atom,
        _ => false,
    };
    results.atoms.iter().any(takes) || results.kinds.iter().any(|kind| includes(*kind, wanted))
}

/// The kind of what a pattern takes, if that is one.
fn kind(pat: &Pat) -> Option<Kind> {
    match &pat.kind {
        PatKind::Literal(Literal::Atom(_)) => Some(Kind::Atom),
        PatKind::Literal(Literal::Integer(_) | Literal::Char(_)) => Some(Kind::Integer),
        PatKind::Tuple(_) | PatKind::Record(..) => Some(Kind::Tuple),
        PatKind::Nil => Some(Kind::Nil),
        PatKind::Cons(..) => Some(Kind::Cons),
        PatKind::Map(_) => Some(Kind::Map),
        _ => None,
    }
}

/// Whether some value of a kind is one of a simple kind.
fn includes(kind: Kind, simple: Kind) -> bool {
    kind == simple
        || match kind {
            Kind::Number => simple == Kind::Integer,
            Kind::TupleOf(_) => simple == Kind::Tuple,
            _ => false,
        }
}
