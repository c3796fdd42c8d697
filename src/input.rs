//! Reading files as text.

use std::fs;
use std::io::Read as _;
use std::path::Path;

use frontend::{Diagnostic, Severity};
use lts::Encoding;

use crate::codes;

/// Files above this size are refused.
const MAX_SIZE: u64 = 64 << 20;

/// LTSs of which something is to be said may be larger than sources.
const MAX_LTS_SIZE: u64 = 3 << 30;

/// What kind of file a path names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// An Erlang module.
    Module,
    /// Commands and properties.
    Properties,
    /// A transition system.
    Aut,
    /// A muCRL specification.
    Mcrl,
}

/// The kind of a file by its extension.
pub(crate) fn kind(path: &Path) -> Result<Kind, Diagnostic> {
    let extension = path.extension().and_then(|extension| extension.to_str()).unwrap_or("");
    match extension {
        "erl" => return Ok(Kind::Module),
        "props" => return Ok(Kind::Properties),
        "aut" => return Ok(Kind::Aut),
        "mcrl" => return Ok(Kind::Mcrl),
        _ => {}
    }
    if path.is_dir() {
        return Err(folder(path));
    }
    if !path.exists() {
        return Err(unreadable(path, "it does not exist"));
    }
    let help = match extension {
        "beam" => "a compiled module cannot be read; name its .erl source",
        "ex" | "exs" => "Elixir sources cannot be read; only Erlang modules can",
        "mcrl2" => "mCRL2 cannot be read, only classic muCRL in a .mcrl file",
        _ => "expected a .erl, .props, .mcrl or .aut file",
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

/// Opens a regular file.
pub(crate) fn open(path: &Path) -> Result<fs::File, Diagnostic> {
    let metadata = fs::metadata(path).map_err(|error| unreadable(path, &reason(&error)))?;
    if metadata.is_dir() {
        return Err(folder(path));
    }
    if !metadata.is_file() {
        return Err(unreadable(path, "it is not a regular file"));
    }
    fs::File::open(path).map_err(|error| unreadable(path, &reason(&error)))
}

/// The text of a file: UTF-8, or else Latin-1 as old Erlang sources are.
pub(crate) fn read(path: &Path) -> Result<String, Diagnostic> {
    read_encoded(path).map(|(text, _)| text)
}

/// The same, and which of them it is.
pub(crate) fn read_encoded(path: &Path) -> Result<(String, Encoding), Diagnostic> {
    let limit = if kind(path) == Ok(Kind::Aut) { MAX_LTS_SIZE } else { MAX_SIZE };
    let file = open(path)?;
    if file.metadata().is_ok_and(|metadata| metadata.len() > limit) {
        return Err(unreadable(path, &format!("it is larger than {} MB", limit >> 20)));
    }
    let mut bytes = Vec::new();
    // A file may grow while it is read.
    let mut file = file.take(limit);
    file.read_to_end(&mut bytes).map_err(|error| unreadable(path, &reason(&error)))?;
    if bytes.contains(&0) {
        return Err(unreadable(path, "it is not a text file"));
    }
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").map(<[u8]>::to_vec).unwrap_or(bytes);
    Ok(match String::from_utf8(bytes) {
        Ok(text) => (text, Encoding::Utf8),
        Err(error) => (error.into_bytes().into_iter().map(char::from).collect(), Encoding::Latin1),
    })
}

/// That a file cannot be read.
pub(crate) fn unreadable(path: &Path, why: &str) -> Diagnostic {
    let message = format!("cannot read `{}`: {why}", path.display());
    Diagnostic::new(codes::UNREADABLE, Severity::Error, message)
}

fn reason(error: &std::io::Error) -> String {
    match error.kind() {
        std::io::ErrorKind::NotFound => "it does not exist".to_owned(),
        std::io::ErrorKind::PermissionDenied => "permission denied".to_owned(),
        _ => error.to_string(),
    }
}
