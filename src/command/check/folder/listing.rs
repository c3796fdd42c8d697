//! What there is to be checked in a folder.
//!
//! Input: a folder. Output: the machines and the files of properties in it and below it, in the order of their names. Links are not followed;
//! what is neither is passed over after a look at its first megabyte, folders with a dot in front without one. Properties of no module are for calls
//! that name both; what build tools have fetched is checked where it is named.

use std::fs;
use std::io::Read as _;
use std::path::{Path, PathBuf};

use frontend::{Diagnostic, FileId, parse_module};
use lts::term::parse::{SpannedKind, SpannedTerm, parse_terms};

use crate::io::{asked, input};

/// Files that are looked at, at most.
const MAX_FILES: usize = 100_000;

/// Folders that are looked into, at most.
const MAX_FOLDERS: usize = 100_000;

/// Bytes of a file in which it says what it is.
const HEAD: u64 = 1 << 20;

/// The folder into which rebar3 and Mix put what they build, with the sources of what they fetch.
const BUILT: &str = "_build";

/// Folders of a project that hold what was fetched for it.
const FETCHED: [&str; 2] = ["deps", "_checkouts"];

/// Files by which a folder is known as one of a project.
const PROJECTS: [&str; 4] = ["rebar.config", "mix.exs", "erlang.mk", "Makefile"];

/// What a folder holds.
#[derive(Debug, Default)]
pub(super) struct Listing {
    pub(super) machines: Vec<PathBuf>,
    /// Files of properties.
    pub(super) properties: Vec<PathBuf>,
    /// Files that have properties, and do not say of what.
    pub(super) parts: Vec<PathBuf>,
    /// Folders that were not looked into: they hold code of others.
    pub(super) foreign: Vec<PathBuf>,
    /// Files that were looked at.
    pub(super) n_files: usize,
    /// Whether there is more than was looked at.
    pub(super) is_cut: bool,
    /// What could not be opened, and why.
    pub(super) unreadable: Vec<Diagnostic>,
}

/// Files and folders under way.
#[derive(Debug, Default)]
struct Found {
    files: Vec<PathBuf>,
    n_folders: usize,
    is_cut: bool,
    unreadable: Vec<Diagnostic>,
    foreign: Vec<PathBuf>,
}

impl Listing {
    /// What is in a folder.
    pub(super) fn of(folder: &Path) -> Self {
        let mut found = Found::default();
        found.collect(folder);
        let Found { mut files, is_cut, unreadable, foreign, .. } = found;
        files.sort();
        let n_files = files.len();
        let mut listing = Self { foreign, n_files, is_cut, unreadable, ..Self::default() };
        for path in files {
            let is_erlang = is_called(&path, "erl");
            match head(&path) {
                Ok(text) if is_erlang && is_machine(&text) => listing.machines.push(path),
                Ok(text) if !is_erlang && holds_terms(&text) => {
                    let is_part = is_part(&text);
                    let list = if is_part { &mut listing.parts } else { &mut listing.properties };
                    list.push(path);
                }
                Ok(_) => {}
                Err(error) => listing.unreadable.push(error),
            }
        }
        listing
    }
}

impl Found {
    fn collect(&mut self, folder: &Path) {
        if self.n_folders == MAX_FOLDERS {
            self.is_cut = true;
            return;
        }
        self.n_folders += 1;
        // That there is one more is a change, too.
        asked::entries(folder);
        let entries = match fs::read_dir(folder) {
            Ok(entries) => entries,
            Err(error) => {
                self.unreadable.push(input::failed(folder, &error));
                return;
            }
        };
        let mut entries: Vec<_> = entries.filter_map(Result::ok).collect();
        entries.sort_by_key(fs::DirEntry::file_name);
        let is_project =
            entries.iter().any(|entry| PROJECTS.iter().any(|name| entry.file_name() == *name));
        for entry in entries {
            let Ok(kind) = entry.file_type() else { continue };
            let path = entry.path();
            if kind.is_dir() {
                let name = entry.file_name();
                let is_foreign =
                    name == BUILT || is_project && FETCHED.iter().any(|other| name == *other);
                if is_foreign {
                    self.foreign.push(path);
                } else if !name.as_encoded_bytes().starts_with(b".") {
                    self.collect(&path);
                }
            } else if kind.is_file() && ["erl", "props"].iter().any(|end| is_called(&path, end)) {
                if self.files.len() == MAX_FILES {
                    self.is_cut = true;
                    return;
                }
                self.files.push(path);
            }
        }
    }
}

fn is_called(path: &Path, ending: &str) -> bool {
    path.extension().is_some_and(|extension| extension == ending)
}

/// The text at the head of a file, as far as it is read; attributes are ASCII.
fn head(path: &Path) -> Result<String, Diagnostic> {
    let mut bytes = Vec::new();
    let mut file = input::open(path)?.take(HEAD);
    file.read_to_end(&mut bytes).map_err(|error| input::failed(path, &error))?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

/// Whether a text is the callback module of a machine; what its headers may say is not read for that.
fn is_machine(text: &str) -> bool {
    // Most modules do not have the word, and need not be read.
    text.contains("behavio")
        && translator::behaviour(&parse_module(FileId(0), text).value).is_some()
}

/// Whether a file holds terms of Erlang; others, too, call files of theirs `.props`.
fn holds_terms(text: &str) -> bool {
    let mut rest = text.trim_start_matches('\u{FEFF}').trim_start();
    while let Some(comment) = rest.strip_prefix('%') {
        rest = comment.split_once('\n').map_or("", |(_, behind)| behind.trim_start());
    }
    rest.starts_with('{')
}

/// Whether terms are properties, and nothing else.
fn is_part(text: &str) -> bool {
    let read = parse_terms(FileId(0), text.trim_start_matches('\u{FEFF}'));
    let is_property = |term: &SpannedTerm| match &term.kind {
        SpannedKind::Tuple(items) => items.first().is_some_and(
            |tag| matches!(&tag.kind, SpannedKind::Atom(tag) if tag.as_str() == "property"),
        ),
        _ => false,
    };
    read.diagnostics.is_empty() && !read.value.is_empty() && read.value.iter().all(is_property)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn machines_say_what_they_are() {
        let machines = [
            "-module(a). -behaviour(gen_server).",
            "%% '\n-behavior ( 'gen_statem' ) .",
            "-module(a).\n-behaviour(gen_fsm % a machine\n).",
            "-vsn(\"a\\\"\"). -define(C, $\").\n-behaviour(gen_server).",
            "-define(Q, $\\\"). -behaviour(gen_server).",
            "-ifndef(TEST).\n-behaviour(gen_server).\n-endif.",
            "f( -> .\n-behaviour(gen_server).\nand so on",
        ];
        assert!(machines.iter().all(|text| is_machine(text)));
        let others = [
            "%% -behaviour(gen_server).",
            "-vsn(\".\n-behaviour(gen_server).\").",
            "-behaviour(supervisor).",
            "-behaviour(gen_server",
            "f() -> 1 -behaviour(gen_server).",
            "-ifdef(TEST).\n-behaviour(gen_server).\n-endif.",
            "",
        ];
        assert!(!others.iter().any(|text| is_machine(text)));
    }

    #[test]
    fn properties_are_terms() {
        assert!(holds_terms("\u{FEFF}% a\r\n { module, a}."));
        assert!(!holds_terms("<Project>\n{module, a}</Project>"));
        assert!(!holds_terms("% {module, a}.\n"));
        assert!(is_part("{property, p, mu, \"true\", []}."));
        let others =
            ["{module, a}. {property, p, mu, \"true\", []}.", "{modul, a}.", "{property, "];
        assert!(!others.iter().any(|text| is_part(text)));
    }
}
