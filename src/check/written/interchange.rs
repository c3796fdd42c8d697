//! Questions for other tools: a property as mCRL2 reads it.
//!
//! Input: a formula on a system, the name of a file. Output: for a `.mcf` that file, and beside it the system
//! and its actions under the same name; for a `.bes` the boolean equations that decide the formula. With
//! several properties each has files of its own.

use std::fmt::Display;
use std::path::Path;

use checker::export::bes::equations;
use checker::export::mcf::{Question, question};
use checker::{NoAtoms, StateAtoms};
use frontend::{Diagnostic, Severity};

use crate::check::evidence::Stage;
use crate::check::finding::Parsed;
use crate::check::written::artifacts::Files;
use crate::codes;
use crate::config::settings::placeless;
use crate::io::output::{of_property, write_file};
use crate::io::protected::is_same_file;
use crate::report::Word;
use crate::session::Session;

/// What is wrong with the name of a file for mCRL2.
pub(crate) fn contradiction(path: &Path, extension: &str, input: &Path) -> Option<Diagnostic> {
    if path.extension().is_none_or(|other| other != extension) {
        let message = format!("`{}` does not end in .{extension}", path.display());
        let help = match extension {
            "mcf" => "`--export-mcf x.mcf` writes x.mcf, x.mcrl2 and x.aut",
            _ => "`--export-bes x.bes` writes equations, which `txt2pbes x.bes x.pbes` reads",
        };
        return Some(placeless(codes::BAD_FLAGS, message).with_help(help));
    }
    let over = extension == "mcf" && is_same_file(&path.with_extension("aut"), input);
    let message = || format!("the export would replace the input `{}`", input.display());
    over.then(|| placeless(codes::BAD_FLAGS, message()).with_help("name another file"))
}

/// Writes a property for mCRL2, as the flags ask for it; its verdict is this word.
pub(crate) fn export(
    session: &mut Session,
    (parsed, word): (&Parsed<'_>, Word),
    stage: &Stage<'_, '_>,
    files: &Files<'_>,
) {
    let is_possible = matches!(word, Word::PossiblyHolds | Word::PossiblyViolated);
    let possible = |path: &Path| {
        let (path, word) = (path.display(), word.text());
        let message = format!("the answer to `{path}` is as uncertain as the verdict: {word}");
        Diagnostic::new(codes::POSSIBLE_EXPORT, Severity::Note, message)
            .with_help("what the verdict rests on stands beside it; stubs settle unknown values")
    };
    let asked = (files.mcf.is_some() || files.bes.is_some()).then(|| parsed.formula.formula());
    let formula = match asked {
        None => return,
        Some(Some(formula)) => formula,
        Some(None) => return session.report(about_past(parsed)),
    };
    let named = |path| of_property(path, &parsed.property.name, files.are_shared);
    if let Some(path) = files.mcf.map(named) {
        match question(stage.lts, formula) {
            Ok(question) => {
                write_question(session, &path, &question);
                is_possible.then(|| session.report(possible(&path)));
            }
            Err(why) => session.report(why),
        }
    }
    if let Some(path) = files.bes.map(named) {
        let atoms: &dyn StateAtoms = match stage.atoms {
            Some(atoms) => atoms,
            None => &NoAtoms,
        };
        match equations(stage.lts, atoms, formula) {
            Ok(equations) => {
                write(session, &path, &equations);
                is_possible.then(|| session.report(possible(&path)));
            }
            Err(why) => session.report(why),
        }
    }
}

/// That other tools have no words for a formula about the past.
fn about_past(parsed: &Parsed<'_>) -> Diagnostic {
    let message =
        format!("`{}` speaks of the past, for which mCRL2 has no words", parsed.property.name);
    placeless(checker::codes::NOT_FOR_MCRL2, message)
        .with_help("as a property of the mu-calculus it may be `[true* . A . (not B)* . C] false`")
}

fn write_question(session: &mut Session, path: &Path, question: &Question) {
    let Question { formula, actions, system } = question;
    for (extension, text) in [("mcf", formula), ("mcrl2", actions), ("aut", system)] {
        write(session, &path.with_extension(extension), text);
    }
}

fn write(session: &mut Session, path: &Path, text: &dyn Display) {
    if let Err(error) = write_file(path, &|out| write!(out, "{text}")) {
        session.unwritable(&format!("`{}`", path.display()), &error);
    }
}
