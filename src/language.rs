//! The languages of properties: text to a formula.
//!
//! Input: a property in its language. Output: a formula of the mu-calculus, or messages. Libraries of
//! macros are built in, or files beside the one that the property stands in.

use std::path::Path;

use checker::{Formula, Paths, library, parse_ctl, parse_formula_with};
use frontend::{FileId, Outcome};

use crate::cli::Logic;
use crate::input;
use crate::properties::Property;
use crate::session::Session;

/// Reads the formula of a property; `None` if something about it was reported to be wrong.
pub(crate) fn formula(
    session: &mut Session,
    property: &Property,
    default: Paths,
) -> Option<Formula> {
    let file = session.sources.add(property.name.clone(), property.formula.clone());
    if let Some(span) = property.span {
        session.place_inside(file, &property.formula, span);
    }
    let outcome = match property.logic {
        Logic::Mu => mu(session, file, property),
        Logic::Ctl => parse_ctl(file, &property.formula, property.paths.unwrap_or(default)),
    };
    session.take(outcome).flatten()
}

fn mu(session: &mut Session, file: FileId, property: &Property) -> Outcome<Option<Formula>> {
    let source = property.span.and_then(|span| session.sources.get(span.file));
    let beside = source.and_then(|source| Path::new(&source.name).parent()).map(Path::to_path_buf);
    let folder = beside.unwrap_or_default();
    let mut load = |name: &str| {
        let path = folder.join(name);
        let (shown, text) = match library::text(name) {
            Some(text) => (name.to_owned(), text.to_owned()),
            None => (path.display().to_string(), input::read(&path).ok()?),
        };
        let file = session.sources.add(shown, text.clone());
        Some((file, text))
    };
    parse_formula_with(file, &property.formula, &mut load)
}
