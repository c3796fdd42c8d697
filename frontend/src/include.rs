//! How the caller supplies headers, and what else it says about reading a module.
//!
//! Input: what `-include` and `-include_lib` name. Output: the texts of headers, from the caller:
//! this crate does no IO.

use std::sync::Arc;

use crate::source::FileId;

/// What the caller knows about a module beforehand.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// Macros that are defined in front of the first line.
    pub defines: Vec<Define>,
    /// Whether an undefined macro becomes an unknown value with a warning, not an error.
    ///
    /// Its place is taken by the atom `'?NAME'`: see [`crate::Name::undefined_macro`].
    pub tolerant: bool,
}

/// A macro without parameters: `-D NAME=TERM`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Define {
    /// Its name.
    pub name: String,
    /// What it stands for, as Erlang text.
    pub value: String,
}

impl Define {
    /// Reads `NAME=TERM`, or `NAME`, which stands for `true`.
    pub fn parse(text: &str) -> Self {
        let (name, value) = text.split_once('=').unwrap_or((text, "true"));
        Self { name: name.trim().to_owned(), value: value.trim().to_owned() }
    }
}

/// A header that is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct IncludeRequest<'a> {
    /// The text in the directive.
    pub path: &'a str,
    /// Whether the first part of the path may be an application: `-include_lib`.
    pub library: bool,
    /// Name of the file with the directive, as its loader named it.
    pub from: &'a str,
}

/// A header that was found.
#[derive(Clone, Debug)]
pub struct Included {
    /// Its index in the source map; the same one whenever it is found again.
    pub file: FileId,
    /// Its name, as in messages and in `?FILE`.
    pub name: String,
    /// Its text.
    pub text: Arc<str>,
}

/// Why a header is not read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NotIncluded {
    /// There is none at any of the places where it could be.
    Missing,
    /// It is there but cannot be used: the reason, to stand behind a colon.
    Refused(String),
}

/// Supplies headers.
pub trait IncludeLoader {
    /// Finds and reads a header.
    fn load(&mut self, request: &IncludeRequest<'_>) -> Result<Included, NotIncluded>;

    /// Where it looks for a header, in words, for the message that there is none.
    fn places(&self, _request: &IncludeRequest<'_>) -> Vec<String> {
        Vec::new()
    }
}

/// Has no headers at all.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoHeaders;

impl IncludeLoader for NoHeaders {
    fn load(&mut self, _: &IncludeRequest<'_>) -> Result<Included, NotIncluded> {
        Err(NotIncluded::Missing)
    }
}

#[cfg(test)]
mod tests {
    use super::Define;

    #[test]
    fn flags() {
        let define = |name: &str, value: &str| Define { name: name.into(), value: value.into() };
        assert_eq!(Define::parse("TEST"), define("TEST", "true"));
        assert_eq!(Define::parse("LIMIT={a, 1}"), define("LIMIT", "{a, 1}"));
        assert_eq!(Define::parse("EQ=a=b"), define("EQ", "a=b"));
    }
}
