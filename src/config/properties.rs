//! `.props` files: a module, its commands, expectations and properties.
//!
//! Input: the text of the file. Output: [`Properties`], or messages that point at the wrong key.

use std::collections::BTreeSet;
use std::path::{Component, Path, PathBuf};

use checker::Paths;
use checker::formula::Dialect;
use frontend::{Diagnostic, FileId, Name, Outcome, Span};
use lts::Term;
use lts::term::parse::{SpannedKind, SpannedTerm, parse_terms};

use crate::cli::Logic;
use crate::codes;
use crate::config::fairness::OfProperty;
use crate::config::features::{self, Features};
use crate::config::settings::{Settings, bad_value};
use crate::io::asked;
use crate::io::protected::{is_same_file, protect};
use crate::session::Session;

/// The contents of a file.
#[derive(Debug, Default)]
pub(crate) struct Properties {
    /// Path of the module's source.
    pub(crate) module: Option<PathBuf>,
    /// A base with features, in place of a module.
    pub(crate) features: Option<Features>,
    /// Settings for everything in the file.
    pub(crate) settings: Settings,
    /// Sizes that transition systems are expected to have.
    pub(crate) expected: Vec<ExpectedLts>,
    /// Properties in order.
    pub(crate) list: Vec<Property>,
    /// Keys seen so far that must stand once.
    given: BTreeSet<String>,
}

/// `{expect_lts, Map}`
#[derive(Debug)]
pub(crate) struct ExpectedLts {
    pub(crate) states: Option<usize>,
    pub(crate) transitions: Option<usize>,
    pub(crate) settings: Settings,
}

/// `{property, Name, Logic, Formula, Options}`
#[derive(Debug)]
pub(crate) struct Property {
    pub(crate) name: String,
    /// The language of the formula.
    pub(crate) logic: Logic,
    pub(crate) formula: String,
    /// Which runs A and E of CTL speak of.
    pub(crate) paths: Option<Paths>,
    /// What is special in regular expressions over labels.
    pub(crate) dialect: Option<Dialect>,
    /// Which endless runs it speaks of.
    pub(crate) fairness: OfProperty,
    /// The `.mcl` file that the formula is.
    pub(crate) file: Option<PathBuf>,
    /// The formula in the file.
    pub(crate) span: Option<Span>,
    pub(crate) expect: bool,
    /// In how many states it is expected to be false.
    pub(crate) false_in: Option<usize>,
    /// The smallest sets of features that are expected to break it, and where that is said.
    pub(crate) broken_by: Option<(Vec<Vec<Name>>, Span)>,
    /// Command events of the shortest evidence.
    pub(crate) counterexample: Option<Vec<Term>>,
    pub(crate) settings: Settings,
}

/// Reads a file, which need not name a module; `None` if something in it was reported to be wrong.
pub(crate) fn listed(session: &mut Session, path: &Path) -> Option<Properties> {
    let (file, text) = session.read(path)?;
    let read = terms_of(file, &text, path);
    session.take(read)
}

/// Reads a file; `None` if something in it was reported to be wrong.
pub(crate) fn read(session: &mut Session, path: &Path) -> Option<Properties> {
    let (file, text) = session.read(path)?;
    let read = of_text(file, &text, path);
    // It may not be read when something else is wrong, but it is no place to write to.
    if let Some(module) = &read.value.module {
        protect(module);
    }
    session.take(read)
}

/// The properties of a file that has nothing else, and is about no module of its own; `None` if something in it was reported
/// to be wrong.
pub(crate) fn alone(session: &mut Session, path: &Path) -> Option<Vec<Property>> {
    let (file, text) = session.read(path)?;
    let mut read = terms_of(file, &text, path);
    let has_more = !read.value.given.is_empty() || !read.value.expected.is_empty();
    if has_more && !read.has_errors() {
        let message = "a file of properties alone has `{property, ..}` and nothing else";
        let start = Span::new(file, 0, 0);
        read.diagnostics.push(
            Diagnostic::error(codes::BAD_VALUE, message, start)
                .with_help("what the system is and how it is run says the first argument"),
        );
    }
    session.take(read).map(|properties| properties.list)
}

/// What the text of the file at a path says, as far as it can be read.
pub(crate) fn of_text(file: FileId, text: &str, path: &Path) -> Outcome<Properties> {
    let mut read = terms_of(file, text, path);
    if read.has_errors() {
        return read;
    }
    read.diagnostics.extend(unfit(&read.value));
    if read.value.module.is_none() && read.value.features.is_none() {
        let start = Span::new(file, 0, 0);
        read.diagnostics.push(
            Diagnostic::error(codes::NO_MODULE, "the file names no module", start)
                .with_help("add `{module, name}.` for name.erl in the same folder"),
        );
    }
    read
}

/// What does not fit to what the file is about, a module or a base with features.
fn unfit(properties: &Properties) -> Option<Diagnostic> {
    let broken_by = || properties.list.iter().filter_map(|property| property.broken_by.as_ref());
    let Some(features) = &properties.features else {
        let (_, span) = broken_by().next()?;
        let message = "the file has no features that could break a property";
        return Some(Diagnostic::error(codes::BAD_VALUE, message, *span));
    };
    let settings = properties.list.iter().map(|property| &property.settings);
    let mut given = settings.chain([&properties.settings]).flat_map(Settings::given);
    let key = match (&properties.module, properties.expected.is_empty()) {
        (Some(_), _) => Some("module"),
        (None, false) => Some("expect_lts"),
        (None, true) => given.next().map(|(key, _)| key),
    };
    if let Some(key) = key {
        let message =
            format!("a base with features is a finished system: `{key}` has no meaning for it");
        return Some(Diagnostic::error(codes::BAD_VALUE, message, features.span));
    }
    let is_known = |name: &Name| features.list.iter().any(|declared| declared.name == *name);
    broken_by().find_map(|(sets, span)| {
        let name = sets.iter().flatten().find(|name| !is_known(name))?;
        let message = format!("there is no feature `{name}`");
        Some(Diagnostic::error(codes::BAD_VALUE, message, *span))
    })
}

/// What the terms of a text say, whether they name a module or not.
fn terms_of(file: FileId, text: &str, path: &Path) -> Outcome<Properties> {
    let terms = parse_terms(file, text);
    let mut read = Outcome { value: Properties::default(), diagnostics: terms.diagnostics };
    if read.has_errors() {
        return read;
    }
    for term in &terms.value {
        read.diagnostics.extend(read.value.add(term, path).err());
    }
    read
}

impl Properties {
    fn add(&mut self, term: &SpannedTerm, path: &Path) -> Result<(), Diagnostic> {
        let SpannedKind::Tuple(items) = &term.kind else {
            return Err(not_a_key(term));
        };
        let Some((SpannedTerm { kind: SpannedKind::Atom(key), span }, values)) =
            items.split_first()
        else {
            return Err(not_a_key(term));
        };
        let single =
            matches!(key.as_str(), "module" | "features" | "open") || is_setting(key.as_str());
        // Each `init` is one more term that it may be.
        if single && key.as_str() != "init" && !self.given.insert(key.to_string()) {
            return Err(twice(&format!("`{key}`"), *span));
        }
        match (key.as_str(), values) {
            ("module", [value]) => self.module = Some(module(value, path)?),
            ("features", [value]) => self.features = Some(features::features(value, path)?),
            (setting, [value]) if setting == "open" || is_setting(setting) => {
                self.settings.set(setting, value)?;
            }
            ("expect_lts", [value]) => self.expected.push(expected_lts(value)?),
            ("property", [name, logic, formula, options]) => {
                let property = property(name, logic, formula, options)?;
                if self.list.iter().any(|other| other.name == property.name) {
                    return Err(twice(&format!("property `{}`", property.name), name.span));
                }
                self.list.push(property);
            }
            (other, _) if single || matches!(other, "expect_lts" | "property") => {
                let message = format!("`{key}` has another number of values");
                return Err(Diagnostic::error(codes::BAD_VALUE, message, term.span)
                    .with_help("see `erl2lts explain E0506`"));
            }
            (other, _) => return Err(unknown_key(other, *span)),
        }
        Ok(())
    }
}

/// Whether a key says what everything in the file, or one property, is run under.
fn is_setting(key: &str) -> bool {
    matches!(
        key,
        "init"
            | "commands"
            | "unhandled"
            | "clients"
            | "mailbox"
            | "selfposts"
            | "time"
            | "quantum"
            | "zero"
            | "timers"
            | "reasons"
            | "stubs"
            | "state"
            | "view"
            | "ignore"
    )
}

/// A text as a string of Erlang.
pub(crate) fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n"))
}

fn not_a_key(term: &SpannedTerm) -> Diagnostic {
    Diagnostic::error(codes::UNKNOWN_KEY, "expected `{Key, Value}.`", term.span)
        .with_help("see `erl2lts explain E0506` for the keys")
}

fn twice(what: &str, span: Span) -> Diagnostic {
    Diagnostic::error(codes::BAD_VALUE, format!("{what} is given twice"), span)
}

fn unknown_key(key: &str, span: Span) -> Diagnostic {
    let message = format!("unknown key `{key}`");
    Diagnostic::error(codes::UNKNOWN_KEY, message, span)
        .with_help("see `erl2lts explain E0506` for the keys")
}

/// The source of a module, or its compiled file where that alone is there.
fn source_or_compiled(folder: &Path, name: &str) -> PathBuf {
    let [source, compiled] = ["erl", "beam"].map(|end| folder.join(format!("{name}.{end}")));
    if !asked::exists(&source) && asked::exists(&compiled) { compiled } else { source }
}

/// A path without `..` behind a folder, as those want it who read reports, if it is one of the same file.
fn straight(path: PathBuf) -> PathBuf {
    let mut straight = PathBuf::new();
    for part in path.components() {
        let is_folder = matches!(straight.components().next_back(), Some(Component::Normal(_)));
        if part == Component::ParentDir && is_folder {
            straight.pop();
        } else {
            straight.push(part);
        }
    }
    if straight != path && is_same_file(&straight, &path) { straight } else { path }
}

/// The path of the module, beside the file.
fn module(value: &SpannedTerm, path: &Path) -> Result<PathBuf, Diagnostic> {
    let folder = path.parent().unwrap_or(Path::new(""));
    match &value.kind {
        SpannedKind::Atom(name) => Ok(source_or_compiled(folder, name.as_str())),
        SpannedKind::String(file) => Ok(straight(folder.join(file))),
        _ => Err(bad_value(value, "expected the name of a module or a path as a string")),
    }
}

fn expected_lts(value: &SpannedTerm) -> Result<ExpectedLts, Diagnostic> {
    let SpannedKind::Map(entries) = &value.kind else {
        return Err(bad_value(value, "expected `#{states => N, transitions => M}`"));
    };
    let mut expected =
        ExpectedLts { states: None, transitions: None, settings: Settings::default() };
    for (key, value) in entries {
        let name = match &key.kind {
            SpannedKind::Atom(name) => name.as_str(),
            _ => "",
        };
        match name {
            "states" => expected.states = Some(count(value)?),
            "transitions" => expected.transitions = Some(count(value)?),
            setting if setting == "form" || is_setting(setting) => {
                expected.settings.set(setting, value)?;
            }
            _ => return Err(unknown_key(&key.term().to_string(), key.span)),
        }
    }
    if expected.states.is_none() && expected.transitions.is_none() {
        return Err(bad_value(value, "expected `states` or `transitions`, or both"));
    }
    Ok(expected)
}

fn count(value: &SpannedTerm) -> Result<usize, Diagnostic> {
    match &value.kind {
        SpannedKind::Integer(number) => {
            usize::try_from(number).map_err(|_| bad_value(value, "expected a count"))
        }
        _ => Err(bad_value(value, "expected a count")),
    }
}

fn property(
    name: &SpannedTerm,
    logic: &SpannedTerm,
    formula: &SpannedTerm,
    options: &SpannedTerm,
) -> Result<Property, Diagnostic> {
    let SpannedKind::Atom(title) = &name.kind else {
        return Err(bad_value(name, "expected the name of the property, an atom"));
    };
    let language = match &logic.kind {
        SpannedKind::Atom(language) if language.as_str() == "mu" => Logic::Mu,
        SpannedKind::Atom(language) if language.as_str() == "ctl" => Logic::Ctl,
        SpannedKind::Atom(language) if language.as_str() == "esctl" => Logic::Esctl,
        SpannedKind::Atom(language) if language.as_str() == "pattern" => Logic::Pattern,
        SpannedKind::Atom(language) if language.as_str() == "ptltl" => Logic::Ptltl,
        _ => {
            let message = format!("the property language `{}` is not supported yet", logic.term());
            return Err(Diagnostic::error(codes::UNKNOWN_LOGIC, message, logic.span).with_help(
                "the languages are `mu`, the mu-calculus, `ctl`, `esctl`, `pattern` and `ptltl`",
            ));
        }
    };
    let text = match &formula.kind {
        SpannedKind::String(text) => text.clone(),
        _ => return Err(bad_value(formula, "expected the formula as a string")),
    };
    let mut property = Property::named(title.to_string(), language, text);
    property.span = Some(formula.span);
    let SpannedKind::List(items, None) = &options.kind else {
        return Err(bad_value(options, "expected a list of options"));
    };
    let mut given = BTreeSet::new();
    for item in items {
        let key = property.option(item)?;
        if !given.insert(key.clone()) {
            return Err(twice(&format!("`{key}`"), item.span));
        }
    }
    Ok(property)
}

impl Property {
    /// A property that stands in no `.props` file.
    pub(crate) fn named(name: String, logic: Logic, formula: String) -> Self {
        Self {
            name,
            logic,
            formula,
            paths: None,
            dialect: None,
            fairness: OfProperty::default(),
            file: None,
            span: None,
            expect: true,
            false_in: None,
            broken_by: None,
            counterexample: None,
            settings: Settings::default(),
        }
    }

    /// Sets an option and returns its key.
    fn option(&mut self, item: &SpannedTerm) -> Result<String, Diagnostic> {
        let wrong = || bad_value(item, "expected an option `{Key, Value}`");
        let SpannedKind::Tuple(parts) = &item.kind else {
            return Err(wrong());
        };
        let [key, value] = parts.as_slice() else {
            return Err(wrong());
        };
        let SpannedKind::Atom(name) = &key.kind else {
            return Err(wrong());
        };
        match name.as_str() {
            "expect" => {
                self.expect = match &value.kind {
                    SpannedKind::Atom(truth) if truth.as_str() == "true" => true,
                    SpannedKind::Atom(truth) if truth.as_str() == "false" => false,
                    _ => return Err(bad_value(value, "expected `true` or `false`")),
                };
            }
            "paths" => {
                self.paths = match &value.kind {
                    SpannedKind::Atom(paths) if paths.as_str() == "maximal" => Some(Paths::Maximal),
                    SpannedKind::Atom(paths) if paths.as_str() == "infinite" => {
                        Some(Paths::Infinite)
                    }
                    _ => return Err(bad_value(value, "expected `maximal` or `infinite`")),
                };
            }
            "regex" => {
                self.dialect = match &value.kind {
                    SpannedKind::Atom(dialect) if dialect.as_str() == "bre" => Some(Dialect::Basic),
                    SpannedKind::Atom(dialect) if dialect.as_str() == "ere" => {
                        Some(Dialect::Extended)
                    }
                    _ => return Err(bad_value(value, "expected `bre` or `ere`")),
                };
            }
            "broken_by" => {
                let sets = features::sets(value)?;
                self.expect = sets.is_empty();
                self.broken_by = Some((sets, value.span));
            }
            "fair" => self.fairness.set_conditions(value)?,
            "fairness" => self.fairness.set_strength(value)?,
            "false_in" => self.false_in = Some(count(value)?),
            "counterexample" => {
                let SpannedKind::List(events, None) = &value.kind else {
                    return Err(bad_value(value, "expected a list of events"));
                };
                self.counterexample = Some(events.iter().map(SpannedTerm::term).collect());
            }
            setting if is_setting(setting) => self.settings.set(setting, value)?,
            other => return Err(unknown_key(other, key.span)),
        }
        Ok(name.to_string())
    }
}
