//! Expressions that are asked of states: functions of the state's name and data.
//!
//! Input: a module and expressions over `State` and `Data`. Output: the module with a function for each
//! of them, which may use whatever the module has, such as its records. Nothing in the model calls
//! these functions: the caller that has its states does.

use std::borrow::Cow;

use frontend::ast::pat::{Pat, PatKind};
use frontend::ast::{Expr, Form, Function, FunctionClause, Guard};
use frontend::{Diagnostic, Module, Name};

use crate::codes;
use crate::lower::analysis::shared::Shared;

/// Number of arguments: the name of the state and its data.
pub(crate) const ARITY: usize = 2;

/// The module with a function for each of these expressions.
pub(crate) fn added<'m>(module: &'m Module, expressions: &[Expr]) -> Cow<'m, Module> {
    if expressions.is_empty() {
        return Cow::Borrowed(module);
    }
    // A loop of text keeps more beside the data.
    let n_kept = crate::machine::behaviour(module).and_then(|behaviour| behaviour.run_by);
    let n_kept = n_kept.map(|run_by| run_by.size);
    let mut module = module.clone();
    let functions =
        expressions.iter().enumerate().map(|(number, expr)| function(number, expr, n_kept));
    module.forms.extend(functions.map(Form::Function));
    Cow::Owned(module)
}

/// The names of these functions, and errors about those that do more than to compute.
pub(crate) fn functions(shared: &Shared<'_>, expressions: &[Expr]) -> (Vec<Name>, Vec<Diagnostic>) {
    let names: Vec<Name> = (0..expressions.len()).map(name).collect();
    let acting = names.iter().zip(expressions).filter(|(name, _)| shared.acts(name, ARITY));
    let errors = acting.map(|(_, expr)| {
        let message = "this does more than to compute: it cannot be asked of a state";
        Diagnostic::error(codes::OBSERVER_ACTS, message, expr.span).with_help(
            "`data(Expr)` may call functions of the module and of the library that are pure",
        )
    });
    let errors = errors.collect();
    (names, errors)
}

/// No function of a module has a name with a line break, unless it wants trouble.
fn name(number: usize) -> Name {
    Name::from(format!("data\n{number}").as_str())
}

/// The function for an expression; `n_kept` says of how many components the data are the first one.
fn function(number: usize, expr: &Expr, n_kept: Option<usize>) -> Function {
    let span = expr.span;
    let [state, data] = ["State", "Data"].map(|name| Pat::new(PatKind::Var(name.into()), span));
    let data = match n_kept {
        None => data,
        Some(size) => {
            let others = (1..size).map(|_| Pat::new(PatKind::Wildcard, span));
            Pat::new(PatKind::Tuple(std::iter::once(data).chain(others).collect()), span)
        }
    };
    let clause = FunctionClause {
        params: vec![state, data],
        guard: Guard::default(),
        body: vec![expr.clone()],
        span,
    };
    Function { name: name(number), arity: ARITY, clauses: vec![clause], span }
}
