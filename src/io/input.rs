//! Reading files, as text but for compiled modules. All files are opened here, so that nothing that is written replaces one of them;
//! those of a revision git hands out (`revision`).

use std::fs;
use std::io::{self, Read as _};
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use frontend::{Diagnostic, FileId, Severity, Span};

use crate::codes;
use crate::io::asked;
use crate::io::encoding::Decoded;
use crate::io::protected::protect_opened;
use crate::io::revision::revised;
use crate::io::segments;

/// A file whose text is another one than is stored, and that text.
static UNSAVED: OnceLock<(PathBuf, Vec<u8>)> = OnceLock::new();

/// Files above this size are refused.
const MAX_SIZE: u64 = 64 << 20;

/// LTSs of which something is to be said may be larger than sources.
const MAX_LTS_SIZE: u64 = 3 << 30;

/// What kind of file a path names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// An Erlang module, its source or compiled.
    Module,
    /// Commands and properties.
    Properties,
    /// A transition system.
    Aut,
    /// A muCRL specification.
    Mcrl,
    /// A folder of segments that several processes have written.
    Segments,
}

/// The kind of a file by its extension.
pub(crate) fn kind(path: &Path) -> Result<Kind, Diagnostic> {
    let extension = path.extension().and_then(|extension| extension.to_str()).unwrap_or("");
    match extension {
        "erl" | "beam" => return Ok(Kind::Module),
        "props" => return Ok(Kind::Properties),
        "aut" => return Ok(Kind::Aut),
        "mcrl" => return Ok(Kind::Mcrl),
        _ => {}
    }
    if segments::is_folder(path) {
        return Ok(Kind::Segments);
    }
    if asked::is_dir(path) {
        return Err(folder(path));
    }
    if !asked::exists(path) {
        return Err(unreadable(path, "it does not exist"));
    }
    let help = match extension {
        "ex" | "exs" => "Elixir sources cannot be read; only Erlang modules can",
        "mcrl2" => "mCRL2 cannot be read, only classic muCRL in a .mcrl file",
        _ => "expected a .erl, .beam, .props, .mcrl or .aut file",
    };
    let message = format!("`{}` is of an unknown kind", path.display());
    Err(Diagnostic::new(codes::UNKNOWN_FILE, Severity::Error, message).with_help(help))
}

/// That a file is wanted, and not a folder.
fn folder(path: &Path) -> Diagnostic {
    let help = format!(
        "name one file of it; `erl2lts check {}` checks all callback modules there",
        path.display()
    );
    unreadable(path, "it is a directory").with_help(help)
}

/// Lets the text of a file be what standard input brings, for all of this run.
pub(crate) fn take_unsaved(path: &Path) -> Result<(), Diagnostic> {
    let mut bytes = Vec::new();
    let mut input = io::stdin().lock().take(MAX_SIZE + 1);
    input.read_to_end(&mut bytes).map_err(|error| failed(path, &error))?;
    if u64::try_from(bytes.len()).is_ok_and(|size| size > MAX_SIZE) {
        return Err(unreadable(path, &format!("it is larger than {} MB", MAX_SIZE >> 20)));
    }
    UNSAVED.get_or_init(|| (path.to_owned(), bytes));
    Ok(())
}

/// The text of a file that is not stored.
fn unsaved(path: &Path) -> Option<&'static [u8]> {
    let (unsaved, bytes) = UNSAVED.get()?;
    (unsaved == path).then_some(bytes)
}

/// Opens a regular file that is read piece by piece, over which nothing is written from now on.
pub(crate) fn open(path: &Path) -> Result<fs::File, Diagnostic> {
    asked::opened(path, fs::metadata(path).ok().as_ref());
    opened(path)
}

fn opened(path: &Path) -> Result<fs::File, Diagnostic> {
    let metadata = fs::metadata(path).map_err(|error| failed(path, &error))?;
    if metadata.is_dir() {
        return Err(folder(path));
    }
    if !metadata.is_file() {
        return Err(unreadable(path, "it is not a regular file"));
    }
    let file = fs::File::open(path).map_err(|error| failed(path, &error))?;
    protect_opened(path, file.metadata().ok().as_ref());
    Ok(file)
}

/// The text of a file, and where it is not written as it should be.
pub(crate) fn read(path: &Path) -> Result<Decoded, Diagnostic> {
    let is_aut = kind(path) == Ok(Kind::Aut);
    let limit = if is_aut { MAX_LTS_SIZE } else { MAX_SIZE };
    let bytes = bytes(path, limit)?;
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").map(<[u8]>::to_vec).unwrap_or(bytes);
    // Labels come back byte for byte: it does not matter in which encoding they are.
    if is_aut {
        return Ok(Decoded { doubt: None, ..Decoded::of_any(bytes) });
    }
    Ok(Decoded::of_source(bytes))
}

/// What an earlier run has written.
pub(crate) fn stored(path: &Path) -> Result<Vec<u8>, Diagnostic> {
    bytes(path, MAX_SIZE)
}

/// Whether a path names a compiled module.
pub(crate) fn is_compiled(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension == "beam")
}

/// A compiled module.
pub(crate) fn compiled(path: &Path) -> Result<Vec<u8>, Diagnostic> {
    any_bytes(path, MAX_SIZE)
}

/// The bytes of a text of so many at most.
fn bytes(path: &Path, limit: u64) -> Result<Vec<u8>, Diagnostic> {
    let bytes = any_bytes(path, limit)?;
    if bytes.contains(&0) {
        return Err(unreadable(path, "it is not a text file"));
    }
    Ok(bytes)
}

/// The bytes of a file of so many at most.
fn any_bytes(path: &Path, limit: u64) -> Result<Vec<u8>, Diagnostic> {
    if let Some(bytes) = unsaved(path) {
        return Ok(bytes.to_vec());
    }
    if let Some(revised) = revised(path) {
        asked::beyond();
        return revised.bytes(limit).map_err(|why| unreadable(path, &why));
    }
    let stamp = asked::stamp(fs::metadata(path).ok().as_ref());
    let read = opened_bytes(path, limit);
    asked::content(path, read.as_deref().ok(), stamp);
    read
}

fn opened_bytes(path: &Path, limit: u64) -> Result<Vec<u8>, Diagnostic> {
    let file = opened(path)?;
    if file.metadata().is_ok_and(|metadata| metadata.len() > limit) {
        return Err(unreadable(path, &format!("it is larger than {} MB", limit >> 20)));
    }
    let mut bytes = Vec::new();
    // A file may grow while it is read.
    let mut file = file.take(limit);
    file.read_to_end(&mut bytes).map_err(|error| failed(path, &error))?;
    Ok(bytes)
}

/// A warning that a text is not written as it should be, if it is not.
pub(crate) fn doubtful(text: &Decoded, file: FileId) -> Option<Diagnostic> {
    let at = u32::try_from(text.doubt?).ok()?;
    let end = text.text.get(at as usize..)?.chars().next().map_or(1, char::len_utf8);
    let span = Span::new(file, at, at.saturating_add(u32::try_from(end).ok()?));
    let message =
        "this is not UTF-8: the file is read as Latin-1, while Erlang's compiler refuses it";
    Some(
        Diagnostic::warning(codes::LATIN1, message, span)
            .with_help("write `%% coding: latin-1` on its first line, or convert it to UTF-8"),
    )
}

/// That a file cannot be read.
pub(crate) fn unreadable(path: &Path, why: &str) -> Diagnostic {
    let message = format!("cannot read `{}`: {why}", path.display());
    Diagnostic::new(codes::UNREADABLE, Severity::Error, message)
}

/// A message that a file or folder cannot be read, for what the system says.
pub(crate) fn failed(path: &Path, error: &std::io::Error) -> Diagnostic {
    unreadable(path, &reason(error))
}

fn reason(error: &std::io::Error) -> String {
    match error.kind() {
        std::io::ErrorKind::NotFound => "it does not exist".to_owned(),
        std::io::ErrorKind::PermissionDenied => "permission denied".to_owned(),
        _ => error.to_string(),
    }
}
