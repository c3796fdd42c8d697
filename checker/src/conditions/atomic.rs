//! The atoms of formulas, for languages of other crates: one action, what a state shows.
//!
//! Input: a text, and where an atom starts in it. Output: the atom and where it ends, or what is wrong with it. So that an action
//! is written in one way, whatever the language around it is.

use std::ops::Range;

use frontend::{Diagnostic, FileId, Severity, Span};
use lts::Lts;
use lts::term::pattern::{action_pattern_extent, parse_action_pattern};

use crate::checks::unmatched;
use crate::checks::variables::check_guards;
use crate::codes;
use crate::conditions::atoms::StateAtoms;
use crate::formula::{ActionFormula, Dialect, Formula, Modality, Reg, Regular, State, StateAtom};
use crate::syntax::lexer::{quoted_atom_extent, state_atom};
use crate::syntax::parser::parse_path_with;
use crate::syntax::token::Token;

/// How long the action at the start of a text is: a pattern, a label or a regular expression in quotes; 0 if there is none.
pub fn action_extent(text: &str) -> usize {
    let closed =
        |quote: char| text[1..].find([quote, '\n']).filter(|at| text[1 + at..].starts_with(quote));
    match text.chars().next() {
        Some('"') => closed('"').map_or(0, |at| at + 2),
        Some('\'') => {
            let named = quoted_atom_extent(text).filter(|end| text[*end..].starts_with('('));
            let pattern = named.map_or(0, |_| action_pattern_extent(text));
            if pattern > 0 { pattern } else { closed('\'').map_or(0, |at| at + 2) }
        }
        _ => action_pattern_extent(text),
    }
}

/// Reads one action, which starts at an offset of a file.
pub fn parse_action(file: FileId, base: u32, text: &str) -> Result<ActionFormula, Diagnostic> {
    parse_action_with(file, base, text, Dialect::default())
}

/// Reads one action like [`parse_action`], with regular expressions of the given dialect.
pub fn parse_action_with(
    file: FileId,
    base: u32,
    text: &str,
    dialect: Dialect,
) -> Result<ActionFormula, Diagnostic> {
    // What is wrong with a pattern is said of the pattern, and not of what is put around it.
    let path = parse_path_with(file, base, text, dialect).map_err(|error| {
        let errors = parse_action_pattern(file, base, text).diagnostics.into_iter();
        let mut errors = errors.filter(|error| error.severity == Severity::Error);
        errors.next().filter(|_| !text.starts_with(['"', '\''])).unwrap_or(error)
    })?;
    let span = path.span;
    let Reg::Action(action) = path.kind.clone() else {
        let message = "one action is needed here, and this is none";
        return Err(Diagnostic::error(codes::NOT_ONE_ACTION, message, span));
    };
    let holds = Box::new(Formula::new(State::True, span));
    let asked = Formula::new(State::Modal(Modality::Diamond, path, holds), span);
    match check_guards(&asked).into_iter().next() {
        Some(error) => Err(error),
        None => Ok(action),
    }
}

/// What a formula says of a state where this word stands, its place and where it ends; none if the word says no such thing.
pub fn parse_state_atom(
    file: FileId,
    text: &str,
    word: Range<usize>,
) -> Result<Option<(StateAtom, Span, usize)>, Diagnostic> {
    let offset = |at: usize| u32::try_from(at).unwrap_or(u32::MAX);
    let whole = |end: usize| Span::new(file, offset(word.start), offset(end));
    Ok(state_atom(file, text, word.clone())?.and_then(|(token, end)| match token {
        Token::Data(start, inside) => {
            let place = Span::new(file, start, start + offset(inside.len()));
            Some((StateAtom::Data(inside.into()), place, end))
        }
        Token::State(name) => Some((StateAtom::Name(name.into()), whole(end), end)),
        _ => None,
    }))
}

/// What is said of atoms that nothing in a system meets: labels that no transition has, names that no state has.
pub fn unmet(asked: &[(Asked<'_>, Span)], lts: &Lts, atoms: &dyn StateAtoms) -> Vec<Diagnostic> {
    let mut items = Vec::new();
    for (atom, span) in asked {
        let kind = match *atom {
            Asked::Action(action) => {
                let path = Regular::new(Reg::Action(action.clone()), *span);
                let holds = Box::new(Formula::new(State::True, *span));
                State::Modal(Modality::Diamond, path, holds)
            }
            Asked::State(atom) => State::Atom(atom.clone()),
        };
        items.push(Formula::new(kind, *span));
    }
    let Some(span) = items.first().map(|item| item.span) else { return Vec::new() };
    let all = Formula::new(State::And(items), span);
    let mut warnings = unmatched::warnings(&all, (lts.labels(), lts.is_complete()), atoms);
    warnings.extend(unmatched::atom_warnings(&all, atoms, lts.labels()));
    for warning in &mut warnings {
        warning.help = warning.help.take().and_then(|help| without_modalities(&help));
    }
    warnings
}

/// A help without what it says of modalities, which other languages do not have.
fn without_modalities(help: &str) -> Option<String> {
    let own = help.split("as it stands").next().unwrap_or(help);
    let own = own.trim_end_matches([' ', ';']);
    (!own.is_empty()).then(|| own.to_owned())
}

/// An atom, as [`unmet`] takes it.
#[derive(Clone, Copy, Debug)]
pub enum Asked<'a> {
    /// A condition on an action.
    Action(&'a ActionFormula),
    /// What a state shows.
    State(&'a StateAtom),
}
