//! CTL: text to a formula of the mu-calculus over the same core.
//!
//! Input: `AG (completed => EX void)`. Output: a checked formula in which state names and the like are
//! atoms. A path is a run that cannot be continued, finite ones included: in a state without
//! transitions `EX F` is false, `AX F` true and `EG F` the same as F. With [`Paths::Infinite`] only
//! endless runs count. Written by recursive descent; chains are flat, nesting is bounded.
//!
//! ESCTL has the same operators with events: `AG{start} AF{issue} true`, `E [p {a} U {b} q]`.

mod events;
mod lexer;
mod operators;
mod parser;

use frontend::{FileId, Outcome};

use crate::checks::{alternation, normal};
use crate::formula::Formula;

pub(crate) use lexer::balanced;

/// Which runs `A` and `E` speak of.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Paths {
    /// All that cannot be continued: endless ones, and those that end where nothing more happens.
    #[default]
    Maximal,
    /// Endless ones only.
    Infinite,
}

/// Parses a formula of CTL.
pub fn parse_ctl(file: FileId, text: &str, paths: Paths) -> Outcome<Option<Formula>> {
    parse(file, text, paths, false)
}

/// Parses a formula of ESCTL; its runs may end.
pub fn parse_esctl(file: FileId, text: &str) -> Outcome<Option<Formula>> {
    parse(file, text, Paths::Maximal, true)
}

fn parse(file: FileId, text: &str, paths: Paths, has_events: bool) -> Outcome<Option<Formula>> {
    let parsed = lexer::tokens(file, text)
        .and_then(|tokens| parser::Parser::new(file, text, tokens, (paths, has_events)).formula());
    match parsed {
        Ok((formula, mut warnings)) => {
            let mut errors = normal::check_variables(&formula);
            errors.extend(alternation::check_formula(&formula, text));
            let value = errors.is_empty().then_some(formula);
            warnings.extend(errors);
            Outcome { value, diagnostics: warnings }.bounded()
        }
        Err(error) => Outcome { value: None, diagnostics: vec![error] },
    }
}
