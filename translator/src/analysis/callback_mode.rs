//! How a `gen_statem` wants its callbacks to be called, as `callback_mode/0` says it.
//!
//! Input: the functions of a module. Output: the table for that mode, and whether there are enter calls; else a diagnostic.
//! OTP calls the function as the machine starts; here what it returns or throws has to follow from the text (`constants`).

use behaviour::{Behaviour, Modes, modes_of};
use frontend::ast::ExprKind;
use frontend::{Diagnostic, Name, Span};

use crate::analysis::constants::{Constant, Functions, value_of};
use crate::codes;

/// How callbacks are called.
pub(crate) struct Mode {
    /// The table of the behaviour.
    pub(crate) behaviour: &'static Behaviour,
    /// Whether they are called when a state is entered, too.
    pub(crate) enters: bool,
}

/// The mode of a module that says at a place what it is, and has these functions.
pub(crate) fn read(
    behaviour: &'static Behaviour,
    functions: Functions<'_, '_>,
    (module, place): (&Name, Span),
) -> Result<Mode, Diagnostic> {
    let Some(modes) = modes_of(behaviour) else {
        return Ok(Mode { behaviour, enters: false });
    };
    let name = modes.function();
    let Some(function) = functions(name, 0) else {
        let message = format!("the module has no function `{name}/0`");
        let error = Diagnostic::error(codes::NO_MODE, message, place).with_help(help(modes));
        let former = former(behaviour, functions, modes);
        return Err(former
            .into_iter()
            .fold(error, |error, span| error.with_label(span, modes.former)));
    };
    let value = value_of(functions, module, name);
    let mode = value.as_ref().and_then(listed).and_then(|atoms| mode(modes, &atoms));
    mode.ok_or_else(|| {
        let message = if value.is_some() {
            format!("`{name}/0` returns no callback mode")
        } else {
            format!("what `{name}/0` returns does not follow from its text")
        };
        let body = function.clauses.iter().find_map(|clause| clause.body.first());
        Diagnostic::error(codes::NO_MODE, message, body.map_or(function.span, |body| body.span))
            .with_help(help(modes))
    })
}

/// Where the first callback returns a mode in front of all else, as it once did.
fn former(behaviour: &Behaviour, functions: Functions<'_, '_>, modes: &Modes) -> Option<Span> {
    let first = functions(behaviour.first.function()?, behaviour.first.arity())?;
    let mut found = None;
    for expr in first.clauses.iter().flat_map(|clause| &clause.body) {
        expr.for_each(&mut |expr| {
            if let ExprKind::Tuple(items) = &expr.kind
                && items.len() >= 3
                && modes.tables.iter().any(|(mode, _)| items[0].is_atom(mode))
            {
                found.get_or_insert(items[0].span);
            }
        });
    }
    found
}

fn help(modes: &Modes) -> String {
    let name = modes.function();
    let written: Vec<String> =
        modes.tables.iter().map(|(mode, _)| format!("`{name}() -> {mode}.`")).collect();
    format!("{}, or a list of one of these and `{}`", written.join(" or "), modes.enters)
}

/// The atoms of an atom, or of a list of atoms.
fn listed(value: &Constant) -> Option<Vec<Name>> {
    let atom = |value: &Constant| match value {
        Constant::Atom(name) => Some(name.clone()),
        _ => None,
    };
    match value {
        Constant::List(items) => items.iter().map(atom).collect(),
        _ => atom(value).map(|name| vec![name]),
    }
}

/// What these atoms say, as `gen_statem:callback_mode_result/4` reads them: of several modes the last one counts.
fn mode(modes: &Modes, atoms: &[Name]) -> Option<Mode> {
    let mut behaviour = None;
    for atom in atoms.iter().filter(|atom| atom.as_str() != modes.enters) {
        let (_, table) = modes.tables.iter().find(|(mode, _)| *mode == atom.as_str())?;
        behaviour = Some(*table);
    }
    let enters = atoms.iter().any(|atom| atom.as_str() == modes.enters);
    behaviour.map(|behaviour| Mode { behaviour, enters })
}
