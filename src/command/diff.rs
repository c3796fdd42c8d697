//! `erl2lts diff OLD NEW`: what was added and removed between two versions of a system, and what kind of change that is.

use extension::{Change, Difference};
use frontend::{Diagnostic, Severity};

use crate::cli::{DiffArgs, DiffFormat};
use crate::codes;
use crate::command::destination::Destination;
use crate::session::Session;
use crate::session::exit::Exit;
use crate::system::drawing;
use crate::versions::inputs::{incomparable, strangers};
use crate::versions::row::{Pair, rows, untold};
use crate::versions::version::{Version, settled};
use crate::versions::{self, text};

/// Runs the command.
pub(crate) fn run(args: &DiffArgs) -> Exit {
    let mut session = Session::new(args.versions.system.source.messages);
    let destination = Destination::of(&mut session, args.output.as_deref(), &args.stored);
    let Some(destination) = destination else { return session.exit() };
    let [old, new] = match args.versions.inputs() {
        Ok(pair) => pair,
        Err(error) => {
            session.report(error);
            return session.exit();
        }
    };
    let versions = [old, new].map(|input| Version::read(&mut session, &input));
    let [Some(old), Some(new)] = versions else {
        return session.exit().and(Exit::Inconclusive);
    };
    if let Some(error) = incomparable([&old, &new].map(|one| (one.path.as_path(), one.behaviour))) {
        session.report(error);
        return session.exit();
    }
    let ([old, new], n_left_out) = settled([old, new]);
    let change = Change::between(&old.diagram, &new.diagram);
    if are_strangers(&old, &new, &change.difference) {
        session.report(strangers([&old, &new].map(|version| version.path.as_path())));
        return session.exit();
    }
    let pair = Pair { old: &old, new: &new, difference: &change.difference };
    let rows = rows(&pair);
    let text = match args.format {
        DiffFormat::Text => text::lines(&session, &pair, &change.extensions, &rows),
        DiffFormat::Markdown => text::markdown(&session, &pair, &change.extensions, &rows),
        DiffFormat::Mermaid => drawing::mermaid(&versions::drawing::drawing(&rows)),
        DiffFormat::Dot => drawing::dot(&versions::drawing::drawing(&rows)),
    };
    destination.deliver(&mut session, &|out| out.write_all(text.as_bytes()));
    if let Some(warning) = cut(&old, &new, n_left_out) {
        session.report(warning);
    }
    let is_same = rows.iter().all(|row| row.sign() == ' ') && untold(&pair, &rows).is_empty();
    let is_same = is_same && change.difference.is_empty();
    let exit = if is_same { Exit::Success } else { Exit::Violated };
    session.exit().and(exit)
}

/// Whether two modules have no state in common, so that they are hardly versions of one.
fn are_strangers(old: &Version, new: &Version, difference: &Difference) -> bool {
    let has_common = difference.states.iter().any(|(state, _)| *state != old.diagram.lts.initial());
    let has_states = [old, new].iter().all(|version| version.diagram.lts.n_states() > 1);
    old.behaviour.is_some() && has_states && !has_common
}

/// That there may be more than was met, if so, and how many steps are left out for that.
fn cut(old: &Version, new: &Version, n_left_out: usize) -> Option<Diagnostic> {
    let cut: Vec<String> = [old, new]
        .iter()
        .filter(|version| version.is_cut)
        .map(|version| format!("`{}`", version.path.display()))
        .collect();
    (!cut.is_empty()).then(|| {
        let left_out = match n_left_out {
            0 => String::new(),
            n => format!("; {n} steps of code that has not changed, met in one version only, are not told"),
        };
        let files = cut.join(" and ");
        let message = format!("not all of {files} was looked at: more may have changed{left_out}");
        Diagnostic::new(codes::PARTLY_COMPARED, Severity::Warning, message)
            .with_help("commands, an argument of init/1 or stubs make less of it; --timeout SECONDS gives it more time")
    })
}
