//! Where a result goes: to stdout, to a file, or nowhere, as a file is to hold it already.
//!
//! Input: the arguments, then what writes the result. Output: the result, or how the file differs from it: a unified diff
//! on stdout, exit code 1. What does not hold the result is not touched.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use frontend::{Diagnostic, Severity};

use crate::cli::StoredArgs;
use crate::cli::typed;
use crate::codes;
use crate::io::{input, output};
use crate::report::difference::{Difference, difference};
use crate::session::Session;

/// Where the result of a run goes.
#[derive(Debug)]
pub(crate) enum Destination {
    /// To stdout.
    Printed,
    /// To a file.
    Written(PathBuf),
    /// Nowhere: it is compared with the bytes that a file holds.
    Compared(PathBuf, Vec<u8>),
}

impl Destination {
    /// What the arguments say; `None` if the file to compare with cannot be read, which is reported.
    pub(crate) fn of(
        session: &mut Session,
        output: Option<&Path>,
        stored: &StoredArgs,
    ) -> Option<Self> {
        match (output, &stored.check) {
            (None, None) => Some(Self::Printed),
            (Some(path), _) => Some(Self::Written(path.to_path_buf())),
            (None, Some(path)) if stored.update => Some(Self::Written(path.clone())),
            (None, Some(path)) => match input::stored(path) {
                Ok(bytes) => Some(Self::Compared(path.clone(), bytes)),
                Err(error) => {
                    let help = (!path.exists()).then(update);
                    session.report(Diagnostic { help, ..error });
                    None
                }
            },
        }
    }

    /// The file whose name says what format is meant.
    pub(crate) fn path(&self) -> Option<&Path> {
        match self {
            Self::Printed => None,
            Self::Written(path) | Self::Compared(path, _) => Some(path),
        }
    }

    /// The file that will be replaced.
    pub(crate) fn replaced(&self) -> Option<&Path> {
        match self {
            Self::Written(path) => Some(path),
            Self::Printed | Self::Compared(..) => None,
        }
    }

    /// Sends the result there; tells whether a file holds it now that did not.
    pub(crate) fn deliver(
        &self,
        session: &mut Session,
        render: &dyn Fn(&mut dyn Write) -> io::Result<()>,
    ) -> bool {
        let in_memory = || {
            let mut bytes = Vec::new();
            render(&mut bytes).map(|()| bytes)
        };
        let (name, result) = match self {
            Self::Printed => {
                let printed = in_memory().and_then(|bytes| output::print_bytes(&bytes));
                ("standard output".to_owned(), printed)
            }
            Self::Written(path) => {
                (format!("`{}`", path.display()), output::write_file(path, render))
            }
            Self::Compared(path, stored) => {
                let compared = in_memory().map(|bytes| compare(session, path, stored, &bytes));
                (format!("`{}`", path.display()), compared)
            }
        };
        if let Err(error) = &result {
            session.unwritable(&name, error);
        }
        result.is_ok() && matches!(self, Self::Written(_))
    }
}

/// Shows how a file differs from what would be written.
fn compare(session: &mut Session, path: &Path, stored: &[u8], now: &[u8]) {
    let name = path.display().to_string();
    let Some(Difference { text, message, help }) =
        difference((&name, stored), (&typed::shaping(), now))
    else {
        return;
    };
    session.print(&text);
    let warning = Diagnostic::new(codes::NOT_AS_STORED, Severity::Warning, message);
    session.report(warning.with_help(help.map_or_else(update, str::to_owned)));
    session.differs();
}

/// How the file is written.
fn update() -> String {
    format!("`{}` writes it", typed::with(&["--update"]))
}
