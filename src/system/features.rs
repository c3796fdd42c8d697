//! A base with features: files to one system.
//!
//! Input: what a `.props` file declares. Output: all features on the base, each transition with the features under which it is there; or
//! messages that point at what does not fit.

use std::path::Path;

use extension::compose::Fault;
use extension::products::MOST_PRODUCTS;
use extension::{Composed, Diagram, Feature, Part, Products, compose};
use frontend::{Diagnostic, Span};

use crate::cli::{SourceArgs, Tau};
use crate::codes;
use crate::config::features::{Change, Declared, Features, NamedFile};
use crate::config::settings::placeless;
use crate::io::asked;
use crate::io::input::{Kind, kind};
use crate::io::protected::protect;
use crate::session::Session;
use crate::system::foreign::{aut_at, refuses};

/// What a `.props` file with features stands for.
pub(crate) struct Line {
    pub(crate) composed: Composed,
    pub(crate) products: Products,
}

/// That a command asks for one system, where there are many.
pub(crate) fn not_one() -> Diagnostic {
    let message =
        "a base with features is not one system but as many as there are sets of features";
    placeless(codes::BAD_FLAGS, message).with_help("`erl2lts check` judges all of them")
}

/// Reads the systems of a base and its features, and puts them together; `None` if that was reported to be impossible.
pub(crate) fn line(
    session: &mut Session,
    features: &Features,
    args: &SourceArgs,
    tau: Option<Tau>,
    about_model: &[(&str, bool)],
) -> Option<Line> {
    let why = "a base with features takes no {flag}: they are finished systems";
    if refuses(session, args, about_model, why) {
        return None;
    }
    let base = read(session, &features.base, tau)?;
    let mut list = Vec::new();
    for declared in &features.list {
        list.push(feature(session, declared, tau)?);
    }
    let composed = match compose(&base, &list) {
        Ok(composed) => composed,
        Err(fault) => {
            session.report(said(&fault, features));
            return None;
        }
    };
    let Some(products) = Products::of(&composed) else {
        session.report(too_many(features.span));
        return None;
    };
    Some(Line { composed, products })
}

fn feature(session: &mut Session, declared: &Declared, tau: Option<Tau>) -> Option<Feature> {
    let part = match &declared.change {
        Change::Extend(file, glue) => Part::Extend(read(session, file, tau)?, glue.clone()),
        Change::Refine(gone, file, glue) => {
            Part::Refine(gone.clone(), read(session, file, tau)?, glue.clone())
        }
        Change::Remove(gone) => Part::Remove(gone.clone()),
    };
    Some(Feature { name: declared.name.clone(), part })
}

fn read(session: &mut Session, file: &NamedFile, tau: Option<Tau>) -> Option<Diagram> {
    let NamedFile { path, span } = file;
    let wrong = |message: String, help: &str| {
        Diagnostic::error(codes::BAD_FEATURES, message, *span).with_help(help)
    };
    if kind(path).ok() != Some(Kind::Aut) {
        let message = format!("`{}` is no .aut file", path.display());
        session.report(wrong(message, "`erl2lts lts module.erl -o module.aut` writes one"));
        return None;
    }
    if !asked::exists(path) {
        let message = format!("`{}` is not there", path.display());
        session.report(wrong(message, "files are named from the folder of the .props file"));
        return None;
    }
    protect(path);
    aut_at(session, Path::new(path), tau).map(|lts| Diagram::numbered(*lts))
}

fn too_many(span: Span) -> Diagnostic {
    let message = format!("these features have more than {MOST_PRODUCTS} products");
    Diagnostic::error(codes::TOO_MANY_PRODUCTS, message, span)
        .with_help("each feature that may be there or not doubles them: make some part of the base")
}

/// The message of a fault.
fn said(fault: &Fault, features: &Features) -> Diagnostic {
    let of = |number: usize| features.list.get(number);
    let (number, message, help) = match fault {
        Fault::TooMany => return too_many(features.span),
        Fault::FeatureTwice(number) => (
            *number,
            "there is a feature of this name".to_owned(),
            "each feature has a name of its own".to_owned(),
        ),
        Fault::NoOwnState(number, name) => {
            let message = format!("the feature has no state {name}");
            (*number, message, "its states are the numbers of its .aut file".to_owned())
        }
        Fault::NoState(number, name) => {
            let message = format!("there is no state {name} to glue to");
            let help = "states of the base are its numbers, those of a feature before are `'feature.Number'`";
            (*number, message, help.to_owned())
        }
        Fault::GluedTwice(number, name) => {
            let message = format!("the state {name} of the feature is glued twice");
            (*number, message, "a state of a feature is one state of the base".to_owned())
        }
        Fault::NotEntered(number, name) => {
            let message =
                format!("the feature is never entered: its first state, {name}, is glued to none");
            (
                *number,
                message,
                format!("write `{{glue, {name}, State}}` for the state from which it goes on"),
            )
        }
        Fault::NoTransition(number, _) => (
            *number,
            "there is no such transition".to_owned(),
            "labels are written as in the .aut file".to_owned(),
        ),
        Fault::NoSingleEnd(number, n_ends) => {
            let message = format!(
                "where does this path lead? It has {n_ends} states in which nothing more happens"
            );
            (*number, message, "say which state is which: `{refine, Name, Transition, File, [{glue, Own, There}]}`".to_owned())
        }
    };
    let span = of(number).map_or(features.span, |declared| place(fault, declared));
    Diagnostic::error(codes::BAD_FEATURES, message, span).with_help(help)
}

/// Where in a feature the fault is.
fn place(fault: &Fault, declared: &Declared) -> Span {
    let glue = match &declared.change {
        Change::Extend(_, glue) | Change::Refine(_, _, glue) => glue.as_slice(),
        Change::Remove(_) => &[],
    };
    let mut pairs = glue.iter().zip(&declared.places.glue);
    let found = match fault {
        Fault::NoOwnState(_, name) => {
            pairs.find(|(glue, _)| glue.own == *name).map(|(_, at)| at[0])
        }
        Fault::NoState(_, name) => pairs.find(|(glue, _)| glue.there == *name).map(|(_, at)| at[1]),
        Fault::GluedTwice(_, name) => {
            pairs.rfind(|(glue, _)| glue.own == *name).map(|(_, at)| at[0])
        }
        Fault::NoTransition(_, number) => declared.places.transitions.get(*number).copied(),
        Fault::FeatureTwice(_)
        | Fault::NotEntered(..)
        | Fault::NoSingleEnd(..)
        | Fault::TooMany => None,
    };
    found.unwrap_or(declared.span)
}
