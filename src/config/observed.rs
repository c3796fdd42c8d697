//! What formulas ask of the data of states: `data(Expr)`.
//!
//! Input: formulas. Output: the Erlang expressions in them, each once. The translator makes functions
//! of them, which may call those of the module; the checker knows their texts only.

use checker::ENDED;
use checker::formula::StateAtom;
use frontend::ast::Expr;
use frontend::{Diagnostic, Name, Span, parse_expr};

use crate::codes;
use crate::config::question::Question;
use crate::session::Session;

/// An expression over `State` and `Data`.
#[derive(Clone, Debug)]
pub(crate) struct Observer {
    /// As it stands in the formula.
    pub(crate) text: Name,
    /// The expression as a tree.
    pub(crate) expr: Expr,
}

/// The expressions of these formulas; `None` if one was reported to be wrong.
pub(crate) fn observers<'f>(
    session: &mut Session,
    formulas: impl Iterator<Item = &'f Question>,
) -> Option<Vec<Observer>> {
    let mut texts: Vec<(Name, Span)> = Vec::new();
    for formula in formulas {
        formula.for_each_atom(&mut |atom, span| {
            if let StateAtom::Data(text) = atom
                && !texts.iter().any(|(other, _)| other == text)
            {
                texts.push((text.clone(), span));
            }
        });
    }
    let read = |(text, span): (Name, Span)| {
        let file = session.part(span, text.as_str());
        let outcome = parse_expr(file, text.as_str());
        let expr = session.take(outcome).flatten()?;
        Some(Observer { text, expr })
    };
    // All are read, so that all that is wrong is said at once.
    texts.into_iter().map(read).collect::<Vec<_>>().into_iter().collect()
}

/// Whether these formulas ask nothing of states, where these have neither names nor data; else what is
/// wrong is reported.
pub(crate) fn asks_no_state<'f>(
    session: &mut Session,
    formulas: impl Iterator<Item = &'f Question> + Clone,
) -> bool {
    // What is wrong with the question itself is said first.
    let asked = observers(session, formulas.clone());
    let mut errors: Vec<_> =
        asked.iter().flatten().map(|observer| no_data(observer.expr.span)).collect();
    for formula in formulas {
        formula.for_each_atom(&mut |atom, span| {
            // A machine ends, a system of transitions does not: a deadlock is a state without any.
            if let StateAtom::Name(name) = atom
                && name.as_str() != ENDED
            {
                errors.push(no_name(name, span));
            }
        });
    }
    let asks_nothing = asked.is_some() && errors.is_empty();
    for error in errors {
        session.report(error);
    }
    asks_nothing
}

fn no_data(span: Span) -> Diagnostic {
    let message = "these states have no data, so that nobody knows whether this holds";
    Diagnostic::error(codes::NO_DATA, message, span).with_help(
        "`data(Expr)` speaks of the machine of an Erlang module: check the module itself",
    )
}

fn no_name(name: &Name, span: Span) -> Diagnostic {
    let message =
        format!("these states have no names, so that nobody knows which of them is `{name}`");
    Diagnostic::error(codes::NO_DATA, message, span).with_help(
        "an .aut file says nothing of states but their transitions: `deadlock`, `enabled(A)`",
    )
}
