//! The languages of properties: text to a formula.
//!
//! Input: a property in its language. Output: a formula of the mu-calculus or about the past, or messages. Libraries of
//! macros are built in, or files beside the one that the property stands in.

use std::path::{Path, PathBuf};

use checker::fair::Fairness;
use checker::formula::Dialect;
use checker::library;
use checker::{
    Formula, Libraries, Paths, parse_ctl, parse_esctl, parse_formula_with, parse_pattern,
};
use frontend::{Diagnostic, Outcome, Span};
use monitor::parse_ptltl;

use crate::cli::{FormulaArgs, Logic, PathsArg, RegexArg};
use crate::codes;
use crate::config::fairness;
use crate::config::properties::{self, Property};
use crate::config::question::Question;
use crate::config::settings::placeless;
use crate::io::input;
use crate::session::Session;

/// How formulas are read, unless they say otherwise themselves.
#[derive(Clone, Debug, Default)]
pub(crate) struct Reading {
    pub(crate) paths: Paths,
    pub(crate) dialect: Dialect,
    /// Which endless runs they speak of.
    pub(crate) fairness: Fairness,
}

impl Reading {
    /// What the flags say; `None` if one of them was reported to be wrong.
    pub(crate) fn of(session: &mut Session, args: &FormulaArgs) -> Option<Self> {
        let paths = match args.paths {
            PathsArg::Maximal => Paths::Maximal,
            PathsArg::Infinite => Paths::Infinite,
        };
        let dialect = match args.regex {
            RegexArg::Bre => Dialect::Basic,
            RegexArg::Ere => Dialect::Extended,
        };
        let fairness = fairness::of_flags(session, args, dialect)?;
        Some(Self { paths, dialect, fairness })
    }

    /// How the formula of a property is read: as the property says, else as is said here; `None` if something about it was
    /// reported to be wrong.
    pub(crate) fn of_property(&self, session: &mut Session, property: &Property) -> Option<Self> {
        let paths = property.paths.unwrap_or(self.paths);
        let dialect = property.dialect.unwrap_or(self.dialect);
        let fairness = property.fairness.or(session, &self.fairness, dialect)?;
        if property.logic == Logic::Ptltl
            && let Some(place) = property.fairness.place()
        {
            let message = "a formula about the past has no fairness";
            session.report(Diagnostic::error(checker::codes::NO_FAIRNESS, message, place).with_help(
                "it says what holds behind each step, whatever comes then: endless runs are nothing to it",
            ));
            return None;
        }
        Some(Self { paths, dialect, fairness })
    }
}

/// Adds the formula of a property as a source, and says where it is.
pub(crate) fn source(session: &mut Session, property: &Property) -> Span {
    let name = property.file.as_ref().map(|path| path.display().to_string());
    let name = name.unwrap_or_else(|| property.name.clone());
    let file = session.sources.add(name, property.formula.clone());
    if let Some(span) = property.span {
        session.place_inside(file, span);
    }
    Span::new(file, 0, u32::try_from(property.formula.len()).unwrap_or(u32::MAX))
}

/// Reads the formula of a property, which is a source; `None` if something about it was reported to be wrong.
pub(crate) fn formula(
    session: &mut Session,
    property: &Property,
    reading: &Reading,
    source: Span,
) -> Option<Question> {
    let file = source.file;
    let outcome = match property.logic {
        Logic::Esctl => parse_esctl(file, &property.formula),
        Logic::Mu => with_libraries(session, property, |load| {
            parse_formula_with(file, &property.formula, reading.dialect, load)
        }),
        Logic::Pattern => with_libraries(session, property, |load| {
            parse_pattern(file, &property.formula, reading.dialect, load)
        }),
        Logic::Ctl => parse_ctl(file, &property.formula, reading.paths),
        Logic::Ptltl => {
            let outcome = parse_ptltl(file, &property.formula);
            return session.take(outcome).flatten().map(Question::Past);
        }
    };
    session.take(outcome).flatten().map(Question::Formula)
}

/// The properties that a file behind the system has: a `.mcl` is one formula, a `.props` names several; `None` if it was reported to be
/// neither.
pub(crate) fn file(session: &mut Session, path: &Path) -> Option<Vec<Property>> {
    let has = |wanted: &str| path.extension().is_some_and(|extension| extension == wanted);
    if has("props") {
        return properties::alone(session, path);
    }
    if !has("mcl") {
        let message = format!("`{}` ends in neither .mcl nor .props", path.display());
        session.report(placeless(codes::UNKNOWN_FILE, message).with_help(
            "what stands behind the system are files of the mu-calculus, and files of properties",
        ));
        return None;
    }
    let (_, text) = session.read(path)?;
    let name =
        path.file_stem().map_or_else(String::new, |stem| stem.to_string_lossy().into_owned());
    let property = Property::named(name, Logic::Mu, text);
    Some(vec![Property { file: Some(path.to_path_buf()), ..property }])
}

fn with_libraries(
    session: &mut Session,
    property: &Property,
    parse: impl FnOnce(&mut Libraries<'_>) -> Outcome<Option<Formula>>,
) -> Outcome<Option<Formula>> {
    let of_property = property.file.as_deref().and_then(Path::parent).map(Path::to_path_buf);
    let source = property.span.and_then(|span| session.sources.get(span.file));
    let beside = source.and_then(|source| Path::new(&source.name).parent()).map(Path::to_path_buf);
    let folder = of_property.or(beside).unwrap_or_default();
    parse(&mut |name: &str| {
        if let Some(text) = library::text(name) {
            return Some((session.sources.add(name.to_owned(), text.to_owned()), text.to_owned()));
        }
        let path = folder.join(name);
        Some(session.add_text(path.display().to_string(), input::read(&path).ok()?))
    })
}

/// Properties given with `-e` and in `.mcl` files; `None` if one of them cannot be read.
pub(crate) fn given(
    session: &mut Session,
    args: &FormulaArgs,
    files: &[PathBuf],
) -> Option<Vec<Property>> {
    let numbered = args.formulas.len() > 1;
    let mut given: Vec<Property> = Vec::new();
    for (number, formula) in args.formulas.iter().enumerate() {
        let name = if numbered { format!("-e {}", number + 1) } else { "-e".to_owned() };
        given.push(Property::named(name, args.logic, formula.clone()));
    }
    for path in files {
        given.extend(file(session, path)?);
    }
    Some(given)
}
