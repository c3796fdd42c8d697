//! What formulas ask of the data of states: `data(Expr)`.
//!
//! Input: formulas. Output: the Erlang expressions in them, each once. The translator makes functions
//! of them, which may call those of the module; the checker knows their texts only.

use checker::Formula;
use checker::formula::StateAtom;
use frontend::ast::Expr;
use frontend::{Diagnostic, Name, Span, parse_expr};

use crate::codes;
use crate::session::Session;

/// An expression over `State` and `Data`.
#[derive(Clone, Debug)]
pub(crate) struct Observer {
    /// As it stands in the formula.
    pub(crate) text: Name,
    /// The same as a tree.
    pub(crate) expr: Expr,
}

/// The expressions of these formulas; `None` if one was reported to be wrong.
pub(crate) fn observers<'f>(
    session: &mut Session,
    formulas: impl Iterator<Item = &'f Formula>,
) -> Option<Vec<Observer>> {
    let mut texts: Vec<(Name, Span)> = Vec::new();
    for formula in formulas {
        formula.for_each_atom(&mut |atom, span| {
            if let StateAtom::Data(text) = atom
                && !texts.iter().any(|(known, _)| known == text)
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

/// Whether these formulas ask nothing of data, where states have none; else what is wrong is reported.
pub(crate) fn needs_no_data<'f>(
    session: &mut Session,
    formulas: impl Iterator<Item = &'f Formula>,
) -> bool {
    // What is wrong with the question itself is said first.
    let asked = observers(session, formulas);
    for Observer { expr, .. } in asked.iter().flatten() {
        let message = "these states have no data, so that nobody knows whether this holds";
        let error = Diagnostic::error(codes::NO_DATA, message, expr.span);
        let help =
            "`data(Expr)` speaks of the machine of an Erlang module: check the module itself";
        session.report(error.with_help(help));
    }
    asked.is_some_and(|asked| asked.is_empty())
}
