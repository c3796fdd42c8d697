//! What formulas ask of the data of states: `data(Expr)`.
//!
//! Input: formulas. Output: the Erlang expressions in them, each once. The translator makes functions
//! of them, which may call those of the module; the checker knows their texts only.

use checker::Formula;
use checker::formula::StateAtom;
use frontend::ast::Expr;
use frontend::{Name, Span, parse_expr};

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
