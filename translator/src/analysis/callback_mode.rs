//! How a `gen_statem` wants its callbacks to be called, as `callback_mode/0` says it.
//!
//! Input: the functions of a module. Output: the table for that mode, and whether there are enter calls; else a diagnostic.
//! OTP calls the function as the machine starts; here it has to return an atom, or a list of atoms, as it is written.

use behaviour::{Behaviour, Modes, modes_of};
use frontend::ast::{Expr, ExprKind, Function, Literal};
use frontend::{Diagnostic, Span};

use crate::codes;

/// How callbacks are called.
pub(crate) struct Mode {
    /// The table of the behaviour.
    pub(crate) behaviour: &'static Behaviour,
    /// Whether they are called when a state is entered, too.
    pub(crate) enters: bool,
}

/// The mode of a module that says at a place what it is, and has these functions without parameters.
pub(crate) fn read<'f>(
    behaviour: &'static Behaviour,
    function: impl FnOnce(&str) -> Option<&'f Function>,
    place: Span,
) -> Result<Mode, Diagnostic> {
    let Some(modes) = modes_of(behaviour) else {
        return Ok(Mode { behaviour, enters: false });
    };
    let name = modes.function();
    let function = function(name);
    let Some(function) = function else {
        let message = format!("the module has no function `{name}/0`");
        return Err(Diagnostic::error(codes::NO_MODE, message, place).with_help(help(modes)));
    };
    let value = match function.clauses.as_slice() {
        [clause] if clause.body.len() == 1 => clause.body.first(),
        _ => None,
    };
    let mut atoms = Vec::new();
    let is_literal = value.is_some_and(|value| listed(value, &mut atoms));
    let mode = is_literal.then(|| mode(modes, &atoms)).flatten();
    mode.ok_or_else(|| {
        let message = if is_literal {
            format!("`{name}/0` returns no callback mode")
        } else {
            format!("`{name}/0` computes what it returns, which is not supported yet")
        };
        Diagnostic::error(codes::NO_MODE, message, value.map_or(function.span, |value| value.span))
            .with_help(help(modes))
    })
}

fn help(modes: &Modes) -> String {
    let name = modes.function();
    let written: Vec<String> =
        modes.tables.iter().map(|(mode, _)| format!("`{name}() -> {mode}.`")).collect();
    format!("{}, or a list of one of these and `{}`", written.join(" or "), modes.enters)
}

/// The atoms of an atom, or of a list of atoms; `false` if it is something else.
fn listed(value: &Expr, atoms: &mut Vec<String>) -> bool {
    match &value.kind {
        ExprKind::Nil => true,
        ExprKind::Cons(head, tail) => atom(head, atoms) && is_list(tail) && listed(tail, atoms),
        ExprKind::List(items, tail) => {
            let all = items.iter().all(|item| atom(item, atoms));
            all && is_list(tail) && listed(tail, atoms)
        }
        _ => atom(value, atoms),
    }
}

fn is_list(tail: &Expr) -> bool {
    matches!(tail.kind, ExprKind::Nil | ExprKind::Cons(..) | ExprKind::List(..))
}

fn atom(value: &Expr, atoms: &mut Vec<String>) -> bool {
    let ExprKind::Literal(Literal::Atom(name)) = &value.kind else { return false };
    atoms.push(name.as_str().to_owned());
    true
}

/// What these atoms say, as `gen_statem:callback_mode_result/4` reads them: of several modes the last one counts.
fn mode(modes: &Modes, atoms: &[String]) -> Option<Mode> {
    let mut behaviour = None;
    for atom in atoms.iter().filter(|atom| *atom != modes.enters) {
        let (_, table) = modes.tables.iter().find(|(mode, _)| mode == atom)?;
        behaviour = Some(*table);
    }
    let enters = atoms.iter().any(|atom| atom == modes.enters);
    behaviour.map(|behaviour| Mode { behaviour, enters })
}
