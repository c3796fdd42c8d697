//! What a run asks of the file system and of the environment: each question with its answer.
//!
//! Input: questions, of everything that reads what the user has not written into the arguments. Output: answers, and, where somebody wants
//! it, a list of all of them: while all answers are the same, the same arguments give the same result. So what is *not* there counts, too,
//! such as a header in a folder that is looked into first. `tests/repository/tidy.rs` sees that nobody asks past this file.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::fs::{self, Metadata};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::UNIX_EPOCH;

/// Questions of a run at most: a project has thousands of files, and more are not remembered.
const MOST: usize = 200_000;

/// What is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Kind {
    /// The bytes of a file.
    Content,
    /// A file that is read piece by piece: only its size and time are known.
    Opened,
    IsFile,
    IsFolder,
    /// Where a path leads without links.
    Real,
    /// The names in a folder.
    Names,
    Size,
    /// Which file it is.
    Number,
    /// A variable of the environment.
    Variable,
}

/// A question.
pub(crate) type Question = (Kind, PathBuf);

/// An answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Answer {
    /// What was answered, or a hash of that.
    pub(crate) text: String,
    /// Of a file that is read: its size and time when it was.
    pub(crate) stamp: String,
}

/// All that a run has asked.
#[derive(Clone, Debug, Default)]
pub(crate) struct Asked {
    pub(crate) all: BTreeMap<Question, Answer>,
    /// Whether there is more than is known here.
    pub(crate) has_more: bool,
}

static ASKED: Mutex<Option<Asked>> = Mutex::new(None);

fn asked() -> MutexGuard<'static, Option<Asked>> {
    ASKED.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Remembers all questions from now on.
pub(crate) fn remember() {
    asked().get_or_insert_default();
}

/// What has been asked since then.
pub(crate) fn remembered() -> Asked {
    asked().clone().unwrap_or_default()
}

/// Says that something was asked that cannot be asked again, such as another program.
pub(crate) fn beyond() {
    if let Some(asked) = &mut *asked() {
        asked.has_more = true;
    }
}

fn note(kind: Kind, path: &Path, answer: impl FnOnce() -> Answer) {
    let mut asked = asked();
    let Some(asked) = &mut *asked else { return };
    let answer = answer();
    let n_asked = asked.all.len();
    match asked.all.get(&(kind, path.to_owned())) {
        Some(before) => asked.has_more |= before.text != answer.text,
        None if n_asked >= MOST => asked.has_more = true,
        None => {
            asked.all.insert((kind, path.to_owned()), answer);
        }
    }
}

fn plain(text: String) -> Answer {
    Answer { text, stamp: String::new() }
}

/// Whether there is a file of this name.
pub(crate) fn is_file(path: &Path) -> bool {
    let answer = path.is_file();
    note(Kind::IsFile, path, || plain(answer.to_string()));
    answer
}

/// Whether there is a folder of this name.
pub(crate) fn is_dir(path: &Path) -> bool {
    let answer = path.is_dir();
    note(Kind::IsFolder, path, || plain(answer.to_string()));
    answer
}

/// Whether there is anything of this name.
pub(crate) fn exists(path: &Path) -> bool {
    real(path).is_ok()
}

/// Where a path leads without links.
pub(crate) fn real(path: &Path) -> io::Result<PathBuf> {
    let answer = path.canonicalize();
    note(Kind::Real, path, || plain(real_text(&answer)));
    answer
}

fn real_text(answer: &io::Result<PathBuf>) -> String {
    answer.as_ref().map_or_else(|_| String::new(), |path| path.to_string_lossy().into_owned())
}

/// What is in a folder, in order; nothing where it is none.
pub(crate) fn entries(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.path()).collect();
    paths.sort();
    note(Kind::Names, folder, || plain(names_hash(&paths)));
    paths
}

fn names_hash(paths: &[PathBuf]) -> String {
    let names = paths.iter().filter_map(|path| path.file_name());
    let mut hasher = blake3::Hasher::new();
    for name in names {
        hasher.update(name.as_encoded_bytes());
        hasher.update(b"\0");
    }
    hasher.finalize().to_hex().to_string()
}

/// The size of a file; none where it is not there.
pub(crate) fn size(path: &Path) -> Option<u64> {
    let answer = fs::metadata(path).ok().map(|metadata| metadata.len());
    note(Kind::Size, path, || plain(size_text(answer)));
    answer
}

fn size_text(size: Option<u64>) -> String {
    size.map_or_else(String::new, |size| size.to_string())
}

/// A variable of the environment.
pub(crate) fn variable(name: &str) -> Option<OsString> {
    let answer = std::env::var_os(name);
    note(Kind::Variable, Path::new(name), || plain(variable_hash(answer.as_ref())));
    answer
}

fn variable_hash(value: Option<&OsString>) -> String {
    value.map_or_else(String::new, |value| hash(value.as_encoded_bytes()))
}

/// The bytes of a file, where they are all that counts of it.
pub(crate) fn bytes(path: &Path) -> Option<Vec<u8>> {
    let stamp = stamp(fs::metadata(path).ok().as_ref());
    let bytes = fs::read(path).ok();
    content(path, bytes.as_deref(), stamp);
    bytes
}

/// Notes that a file was read, and what it held; it was so when it was opened.
pub(crate) fn content(path: &Path, bytes: Option<&[u8]>, stamp: String) {
    note(Kind::Content, path, || Answer { text: content_hash(bytes), stamp });
}

fn content_hash(bytes: Option<&[u8]>) -> String {
    bytes.map_or_else(String::new, hash)
}

/// Notes that a file was opened, or that it could not be.
pub(crate) fn opened(path: &Path, metadata: Option<&Metadata>) {
    note(Kind::Opened, path, || plain(stamp(metadata)));
}

/// Size and time of a file, and which one it is.
pub(crate) fn stamp(metadata: Option<&Metadata>) -> String {
    let Some(metadata) = metadata else { return String::new() };
    let modified = metadata.modified().ok().and_then(|time| time.duration_since(UNIX_EPOCH).ok());
    let modified = modified.map_or(0, |time| time.as_nanos());
    format!("{} {modified} {}", metadata.len(), number_of(metadata))
}

/// Notes that it was asked which file a path names.
pub(crate) fn number(path: &Path) {
    note(Kind::Number, path, || plain(number_text(path)));
}

fn number_text(path: &Path) -> String {
    fs::metadata(path).map_or_else(|_| String::new(), |metadata| number_of(&metadata).to_string())
}

#[cfg(unix)]
fn number_of(metadata: &Metadata) -> u64 {
    use std::os::unix::fs::MetadataExt as _;
    metadata.ino()
}

#[cfg(not(unix))]
fn number_of(_: &Metadata) -> u64 {
    0
}

fn hash(bytes: &[u8]) -> String {
    blake3::hash(bytes).to_hex().to_string()
}

/// Whether a question has the same answer now; files are read again, unless a look at their times is enough.
pub(crate) fn is_still_so((kind, path): &Question, before: &Answer, is_glance: bool) -> bool {
    let now = || fs::metadata(path).ok();
    match kind {
        Kind::Content if is_glance => stamp(now().as_ref()) == before.stamp,
        Kind::Content => content_hash(fs::read(path).ok().as_deref()) == before.text,
        Kind::Opened => stamp(now().as_ref()) == before.text,
        Kind::IsFile => path.is_file().to_string() == before.text,
        Kind::IsFolder => path.is_dir().to_string() == before.text,
        Kind::Real => real_text(&path.canonicalize()) == before.text,
        Kind::Names => {
            let entries = fs::read_dir(path).into_iter().flatten().flatten();
            let mut paths: Vec<PathBuf> = entries.map(|entry| entry.path()).collect();
            paths.sort();
            names_hash(&paths) == before.text
        }
        Kind::Size => size_text(now().map(|metadata| metadata.len())) == before.text,
        Kind::Number => number_text(path) == before.text,
        Kind::Variable => {
            let value = path.to_str().and_then(std::env::var_os);
            variable_hash(value.as_ref()) == before.text
        }
    }
}

impl Kind {
    const ALL: [Self; 9] = [
        Self::Content,
        Self::Opened,
        Self::IsFile,
        Self::IsFolder,
        Self::Real,
        Self::Names,
        Self::Size,
        Self::Number,
        Self::Variable,
    ];

    /// Its name in a stored list.
    fn name(self) -> &'static str {
        match self {
            Self::Content => "content",
            Self::Opened => "opened",
            Self::IsFile => "is_file",
            Self::IsFolder => "is_folder",
            Self::Real => "real",
            Self::Names => "names",
            Self::Size => "size",
            Self::Number => "number",
            Self::Variable => "variable",
        }
    }
}

impl Asked {
    /// The questions with their answers, to be stored; `None` where that is not all, or a path is no text.
    pub(crate) fn stored(&self) -> Option<serde_json::Value> {
        if self.has_more {
            return None;
        }
        let all = self.all.iter().map(|((kind, path), answer)| {
            Some(serde_json::json!([kind.name(), path.to_str()?, answer.text, answer.stamp]))
        });
        all.collect::<Option<Vec<_>>>().map(serde_json::Value::Array)
    }

    /// The questions of a stored list; `None` where it is none.
    pub(crate) fn read(stored: &serde_json::Value) -> Option<Self> {
        let one = |stored: &serde_json::Value| {
            let text = |at: usize| stored.get(at)?.as_str();
            let kind = Kind::ALL.into_iter().find(|kind| Some(kind.name()) == text(0))?;
            let (text, stamp, path) = (text(2)?.to_owned(), text(3)?.to_owned(), text(1)?);
            Some(((kind, PathBuf::from(path)), Answer { text, stamp }))
        };
        let all = stored.as_array()?.iter().map(one).collect::<Option<_>>()?;
        Some(Self { all, has_more: false })
    }

    /// Whether all answers are the same now.
    pub(crate) fn is_still_so(&self, is_glance: bool) -> bool {
        self.all.iter().all(|(question, answer)| is_still_so(question, answer, is_glance))
    }

    /// Whether some file was only opened, so that it is not known what was read of it.
    pub(crate) fn has_opened(&self) -> bool {
        self.all.keys().any(|(kind, _)| *kind == Kind::Opened)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_come_back() {
        let mut asked = Asked::default();
        for (number, kind) in Kind::ALL.into_iter().enumerate() {
            let answer = Answer { text: number.to_string(), stamp: "s".to_owned() };
            asked.all.insert((kind, PathBuf::from("/a")), answer);
        }
        let read = asked.stored().as_ref().and_then(Asked::read);
        assert_eq!(read.map(|read| read.all), Some(asked.all.clone()));
        assert!(Asked::read(&serde_json::json!([["content", "/a", "x"]])).is_none());
        assert!(Asked::read(&serde_json::json!([["other", "/a", "x", ""]])).is_none());
        asked.has_more = true;
        assert!(asked.stored().is_none());
    }
}
