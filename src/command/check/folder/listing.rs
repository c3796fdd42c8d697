//! What there is to be checked in a folder.
//!
//! Input: a folder. Output: the machines and the files of properties in it and below it, in the order of their names. Links are not followed;
//! what is neither is passed over after one look at its head.

use std::fs;
use std::io::Read as _;
use std::path::{Path, PathBuf};

use frontend::Diagnostic;

use crate::io::{asked, input};

/// Files that are looked at, at most.
const MAX_FILES: usize = 100_000;

/// Folders that are looked into, at most.
const MAX_FOLDERS: usize = 100_000;

/// Bytes of a file in which it says what it is.
const HEAD: u64 = 1 << 20;

/// What a folder holds.
#[derive(Debug, Default)]
pub(super) struct Listing {
    pub(super) machines: Vec<PathBuf>,
    /// Files of properties that name what they are about.
    pub(super) properties: Vec<PathBuf>,
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
}

impl Listing {
    /// What is in a folder.
    pub(super) fn of(folder: &Path) -> Self {
        let mut found = Found::default();
        found.collect(folder);
        let Found { mut files, is_cut, unreadable, .. } = found;
        files.sort();
        let mut listing = Self { is_cut, unreadable, n_files: files.len(), ..Self::default() };
        for path in files {
            let is_erlang = is_called(&path, "erl");
            match head(&path) {
                Ok(text) if is_erlang && is_machine(&text) => listing.machines.push(path),
                Ok(text) if !is_erlang && is_about_something(&text) => {
                    listing.properties.push(path);
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
        for entry in entries {
            let Ok(kind) = entry.file_type() else { continue };
            let path = entry.path();
            if kind.is_dir() {
                self.collect(&path);
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

/// The text of a line without blanks.
fn dense(line: &str) -> String {
    line.chars().filter(|c| !c.is_whitespace()).collect()
}

/// Whether a text says that it is the callback module of a machine.
fn is_machine(text: &str) -> bool {
    text.lines().filter_map(|line| line.trim_start().strip_prefix('-')).any(|line| {
        let line = dense(line);
        ["behaviour(", "behavior("].iter().any(|word| {
            line.strip_prefix(word).is_some_and(|rest| {
                rest.split_once(')').is_some_and(|(name, _)| behaviour::of_module(name).is_some())
            })
        })
    })
}

/// Whether a file of properties names a module or features: else it is a part of what others are asked.
fn is_about_something(text: &str) -> bool {
    let mut lines = text.lines().map(dense);
    lines.any(|line| line.starts_with("{module,") || line.starts_with("{features,"))
}
