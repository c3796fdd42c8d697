//! Expressions that are asked of states: functions of the state's name and data.
//!
//! Input: a module and expressions over `State` and `Data`; one over `Data` that says what states are called, where they
//! have no names. Output: the module with a function for each
//! of them, which may use whatever the module has, such as its records. Nothing in the model calls
//! these functions: the caller that has its states does.

use std::borrow::Cow;

use frontend::ast::pat::{Pat, PatKind};
use frontend::ast::{Callee, Expr, ExprKind, Form, Function, FunctionClause, Guard};
use frontend::{Diagnostic, Module, Name, Span};

use crate::codes;
use crate::lower::analysis::shared::Shared;
use crate::options::Options;

/// Number of arguments: the name of the state and its data.
pub(crate) const ARITY: usize = 2;

/// The module with a function for each of these expressions.
pub(crate) fn added<'m>(module: &'m Module, options: &Options) -> Cow<'m, Module> {
    let Options { observers, naming, .. } = options;
    if observers.is_empty() && naming.is_none() {
        return Cow::Borrowed(module);
    }
    // A loop of text keeps more beside the data.
    let n_kept = crate::machine::behaviour(module).and_then(|behaviour| behaviour.run_by);
    let n_kept = n_kept.map(|run_by| run_by.size);
    let mut module = module.clone();
    let functions = observers.iter().zip(0..).map(|(expr, number)| {
        // What does not ask for the name is answered where there is none, too.
        let asked = naming.as_ref().filter(|_| reads_state(expr)).map(|_| state_of_data(expr.span));
        let state = if asked.is_some() { PatKind::Wildcard } else { PatKind::Var(STATE.into()) };
        let body = asked.into_iter().chain([expr.clone()]).collect();
        function(
            name(number),
            vec![Pat::new(state, expr.span), data(n_kept, expr.span)],
            body,
            expr.span,
        )
    });
    module.forms.extend(functions.map(Form::Function));
    if let Some(expr) = naming {
        let span = expr.span;
        let stored = vec![Pat::new(PatKind::Wildcard, span), data(n_kept, span)];
        let functions = [
            function(naming_name(), stored, vec![name_of_data(span)], span),
            function(naming_name(), vec![data(None, span)], vec![expr.clone()], span),
        ];
        module.forms.extend(functions.map(Form::Function));
    }
    Cow::Owned(module)
}

/// Whether an expression has the variable for the name of the state.
fn reads_state(expr: &Expr) -> bool {
    let is_state = |name: &Name| name.as_str() == STATE;
    expr.any(&mut |expr| {
        let mut is_read = matches!(&expr.kind, ExprKind::Var(name) if is_state(name));
        for pattern in expr.patterns() {
            pattern.for_each_var(&mut |name| is_read |= is_state(name));
        }
        is_read
    })
}

/// `State = Name`: what the state is called, for an expression that may ask for it.
fn state_of_data(span: Span) -> Expr {
    let state = Box::new(Pat::new(PatKind::Var(STATE.into()), span));
    Expr::new(ExprKind::Match(state, Box::new(name_of_data(span))), span)
}

/// What a state with these data is called.
fn name_of_data(span: Span) -> Expr {
    let data = Expr::new(ExprKind::Var(DATA.into()), span);
    Expr::new(ExprKind::Call(Callee::Local(naming_name()), vec![data]), span)
}

/// Errors about those of these functions that do more than to compute.
pub(crate) fn acting(shared: &Shared<'_>, options: &Options) -> Vec<Diagnostic> {
    let names = names(options).into_iter().chain(naming(options));
    let all = names.zip(options.observers.iter().chain(&options.naming));
    let acting = all.filter(|(name, _)| shared.acts(name, ARITY));
    let errors = acting.map(|(_, expr)| {
        let message = "this does more than to compute: it cannot be asked of a state";
        Diagnostic::error(codes::OBSERVER_ACTS, message, expr.span).with_help(
            "what is asked of states may call functions of the module and of the library that are pure",
        )
    });
    errors.collect()
}

/// The names of the functions that are asked of states.
pub(crate) fn names(options: &Options) -> Vec<Name> {
    (0..options.observers.len()).map(name).collect()
}

/// The name of the function that says what a state is called.
pub(crate) fn naming(options: &Options) -> Option<Name> {
    options.naming.as_ref().map(|_| naming_name())
}

/// No function of a module has a name with a line break, unless it wants trouble.
fn name(number: usize) -> Name {
    Name::from(format!("data\n{number}").as_str())
}

fn naming_name() -> Name {
    Name::from("state\n")
}

/// The variables that an expression may use.
const STATE: &str = "State";
const DATA: &str = "Data";

/// The pattern of what is stored; `n_kept` says of how many components the data are the first one.
fn data(n_kept: Option<usize>, span: Span) -> Pat {
    let data = Pat::new(PatKind::Var(DATA.into()), span);
    let Some(size) = n_kept else { return data };
    let others = (1..size).map(|_| Pat::new(PatKind::Wildcard, span));
    Pat::new(PatKind::Tuple(std::iter::once(data).chain(others).collect()), span)
}

/// A function of one clause.
fn function(name: Name, params: Vec<Pat>, body: Vec<Expr>, span: Span) -> Function {
    let (arity, guard) = (params.len(), Guard::default());
    Function {
        name,
        arity,
        clauses: vec![FunctionClause { params, guard, body, span }],
        span,
        moved: None,
    }
}
