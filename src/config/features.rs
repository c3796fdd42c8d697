//! `{features, [..]}` of a `.props` file: a base, and what can be added to it.
//!
//! Input: the value of the key. Output: what it says, each part with its place; nothing is read yet that it names.
//!
//! ```text
//! [{base, "ticket.aut"},
//!  {extend, voucher, "voucher.aut", [{glue, 0, 1}, {glue, 2, 3}]},
//!  {refine, card, {1, "credit", 2}, "card.aut"},
//!  {remove, nocash, [{1, "cash", 2}]}]
//! ```

use std::path::{Path, PathBuf};

use extension::{Glue, Named};
use frontend::{Diagnostic, Name, Span};
use lts::term::parse::{SpannedKind, SpannedTerm};

use crate::config::settings::bad_value;

/// A file that is named somewhere.
#[derive(Debug)]
pub(crate) struct NamedFile {
    pub(crate) path: PathBuf,
    pub(crate) span: Span,
}

/// A base with features.
#[derive(Debug)]
pub(crate) struct Features {
    pub(crate) base: NamedFile,
    pub(crate) list: Vec<Declared>,
    /// Where all of it stands.
    pub(crate) span: Span,
}

/// A feature as it is declared.
#[derive(Debug)]
pub(crate) struct Declared {
    pub(crate) name: Name,
    pub(crate) span: Span,
    pub(crate) change: Change,
    /// Where the glue stands, and the transitions.
    pub(crate) places: Places,
}

/// Where the parts of a feature stand.
#[derive(Debug, Default)]
pub(crate) struct Places {
    /// Each pair of glue: the state of the feature, the state that it is.
    pub(crate) glue: Vec<[Span; 2]>,
    /// Each transition.
    pub(crate) transitions: Vec<Span>,
}

/// What a feature changes.
#[derive(Debug)]
pub(crate) enum Change {
    Extend(NamedFile, Vec<Glue>),
    Refine(Named, NamedFile, Vec<Glue>),
    Remove(Vec<Named>),
}

const EXPECTED: &str = "expected `{extend, Name, File, [{glue, Own, There}]}`, `{refine, Name, {From, Label, To}, File}` or \
                        `{remove, Name, [{From, Label, To}]}`";

/// Reads a list of features; files are named from the folder of the `.props` file.
pub(crate) fn features(value: &SpannedTerm, path: &Path) -> Result<Features, Diagnostic> {
    let items = list(value, "expected a list: `{base, File}`, then features")?;
    let Some((first, rest)) = items.split_first() else {
        return Err(bad_value(value, "expected `{base, File}` first"));
    };
    let base = match tagged(first) {
        Some(("base", [file])) => named_file(file, path)?,
        _ => return Err(bad_value(first, "expected `{base, File}` first")),
    };
    let list = rest.iter().map(|item| declared(item, path)).collect::<Result<_, _>>()?;
    Ok(Features { base, list, span: value.span })
}

fn declared(item: &SpannedTerm, path: &Path) -> Result<Declared, Diagnostic> {
    let mut places = Places::default();
    let (name, change) = match tagged(item) {
        Some(("extend", [name, file, glue])) => {
            let file = named_file(file, path)?;
            (name, Change::Extend(file, glued(glue, &mut places)?))
        }
        Some(("refine", [name, transition, file])) => {
            let gone = transition_of(transition, &mut places)?;
            (name, Change::Refine(gone, named_file(file, path)?, Vec::new()))
        }
        Some(("refine", [name, transition, file, glue])) => {
            let gone = transition_of(transition, &mut places)?;
            let file = named_file(file, path)?;
            (name, Change::Refine(gone, file, glued(glue, &mut places)?))
        }
        Some(("remove", [name, transitions])) => {
            let items = list(transitions, "expected a list of transitions `{From, Label, To}`")?;
            let gone = items.iter().map(|item| transition_of(item, &mut places));
            (name, Change::Remove(gone.collect::<Result<_, _>>()?))
        }
        _ => return Err(bad_value(item, EXPECTED)),
    };
    let SpannedKind::Atom(title) = &name.kind else {
        return Err(bad_value(name, "expected the name of the feature, an atom"));
    };
    Ok(Declared { name: title.clone(), span: name.span, change, places })
}

/// The tag of a tuple, and what stands behind it.
fn tagged(item: &SpannedTerm) -> Option<(&str, &[SpannedTerm])> {
    let SpannedKind::Tuple(parts) = &item.kind else { return None };
    let (SpannedTerm { kind: SpannedKind::Atom(tag), .. }, rest) = parts.split_first()? else {
        return None;
    };
    Some((tag.as_str(), rest))
}

fn list<'t>(value: &'t SpannedTerm, expected: &str) -> Result<&'t [SpannedTerm], Diagnostic> {
    match &value.kind {
        SpannedKind::List(items, None) => Ok(items),
        _ => Err(bad_value(value, expected)),
    }
}

fn named_file(value: &SpannedTerm, path: &Path) -> Result<NamedFile, Diagnostic> {
    let folder = path.parent().unwrap_or(Path::new(""));
    match &value.kind {
        SpannedKind::String(file) => Ok(NamedFile { path: folder.join(file), span: value.span }),
        _ => Err(bad_value(value, "expected the path of an .aut file, a string")),
    }
}

fn glued(value: &SpannedTerm, places: &mut Places) -> Result<Vec<Glue>, Diagnostic> {
    let expected =
        "expected a list of `{glue, Own, There}`: a state of the feature, and the state that it is";
    let pair = |item: &SpannedTerm| match tagged(item) {
        Some(("glue", [own, there])) => {
            places.glue.push([own.span, there.span]);
            Ok(Glue { own: state(own)?, there: state(there)? })
        }
        _ => Err(bad_value(item, expected)),
    };
    list(value, expected)?.iter().map(pair).collect()
}

fn transition_of(value: &SpannedTerm, places: &mut Places) -> Result<Named, Diagnostic> {
    let expected = "expected a transition `{From, Label, To}`, the label a string";
    let SpannedKind::Tuple(parts) = &value.kind else { return Err(bad_value(value, expected)) };
    let [source, SpannedTerm { kind: SpannedKind::String(label), .. }, target] = parts.as_slice()
    else {
        return Err(bad_value(value, expected));
    };
    places.transitions.push(value.span);
    Ok(Named { source: state(source)?, label: label.clone(), target: state(target)? })
}

/// The name of a state: `1`, or `'voucher.1'` of a feature.
fn state(value: &SpannedTerm) -> Result<Name, Diagnostic> {
    match &value.kind {
        SpannedKind::Integer(number) => Ok(number.to_string().into()),
        SpannedKind::Atom(name) => Ok(name.clone()),
        SpannedKind::String(name) => Ok(name.as_str().into()),
        _ => Err(bad_value(value, "expected a state: its number, or `'feature.Number'`")),
    }
}

/// The sets of features of `{broken_by, [[discount], [card, declined]]}`, in their order: none is part of another, as the smallest ones are
/// meant.
pub(crate) fn sets(value: &SpannedTerm) -> Result<Vec<Vec<Name>>, Diagnostic> {
    let expected = "expected a list of lists of features";
    let feature = |item: &SpannedTerm| match &item.kind {
        SpannedKind::Atom(name) => Ok(name.clone()),
        _ => Err(bad_value(item, "expected the name of a feature, an atom")),
    };
    let set = |item: &SpannedTerm| list(item, expected)?.iter().map(feature).collect();
    let items = list(value, expected)?;
    let sets: Vec<Vec<Name>> = items.iter().map(set).collect::<Result<_, _>>()?;
    for (number, (item, own)) in items.iter().zip(&sets).enumerate() {
        let mut others = sets.iter().enumerate().filter(|(other, _)| *other != number);
        let has_another = others.any(|(_, set)| set.iter().all(|name| own.contains(name)));
        let mut names = own.iter().enumerate();
        if has_another || names.any(|(at, name)| own[..at].contains(name)) {
            let wrong = "expected the smallest sets: no feature twice, and none with all features of another";
            return Err(bad_value(item, wrong));
        }
    }
    Ok(sets)
}
