//! Questions for other tools: a property as mCRL2 reads it.
//!
//! Input: a formula on a system, the name of a `.mcf` file. Output: that file, and beside it the system
//! and its actions under the same name. With several properties each has its own three.

use std::path::Path;

use checker::mcf::{Question, question};
use frontend::Diagnostic;
use lts::Lts;

use crate::codes;
use crate::finding::Parsed;
use crate::output::{is_same_file, of_property, write_file};
use crate::session::Session;
use crate::settings::placeless;

/// What is wrong with a name of such a file.
pub(crate) fn contradiction(path: &Path, input: &Path) -> Option<Diagnostic> {
    if path.extension().is_none_or(|extension| extension != "mcf") {
        let message = format!("`{}` does not end in .mcf", path.display());
        return Some(
            placeless(codes::BAD_FLAGS, message)
                .with_help("`--export-mcf x.mcf` writes x.mcf, x.mcrl2 and x.aut"),
        );
    }
    let over = is_same_file(&path.with_extension("aut"), input);
    let message = || format!("the export would replace the input `{}`", input.display());
    over.then(|| placeless(codes::BAD_FLAGS, message()).with_help("name another file"))
}

/// Writes a property and its system for mCRL2.
pub(crate) fn export(
    session: &mut Session,
    parsed: &Parsed<'_>,
    lts: &Lts,
    (path, is_shared): (&Path, bool),
) {
    let Question { formula, actions, system } = match question(lts, &parsed.formula) {
        Ok(question) => question,
        Err(why) => return session.report(why),
    };
    let path = of_property(path, &parsed.property.name, is_shared);
    for (extension, text) in [("mcf", formula), ("mcrl2", actions), ("aut", system)] {
        let path = path.with_extension(extension);
        if let Err(error) = write_file(&path, &|out| out.write_all(text.as_bytes())) {
            session.unwritable(&format!("`{}`", path.display()), &error);
        }
    }
}
