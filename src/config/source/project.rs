//! What the files around a module say about its headers and macros.
//!
//! Input: the path of a module, flags and the environment. Output: folders in which headers may
//! lie, folders in which applications may lie, macros. Nothing is run; what cannot be read is left
//! out without a message.

use std::path::{Path, PathBuf};

use frontend::{Define, FileId};
use lts::term::parse::{SpannedKind, SpannedTerm, parse_terms};

use crate::io::asked;
use crate::io::encoding::Decoded;
use crate::io::input;

/// How many folders above a module may belong to its project.
const MAX_UP: usize = 5;

/// Where headers may be, and which macros are defined.
#[derive(Debug, Default)]
pub(crate) struct Project {
    /// Folders of headers.
    pub(crate) folders: Vec<PathBuf>,
    /// The folder above the module's, whose other folders may have headers as well.
    pub(crate) source_tree: PathBuf,
    /// Folders of applications, each named `app` or `app-version`.
    pub(crate) libraries: Vec<PathBuf>,
    /// How many of these, from the first on, belong to the project itself.
    pub(crate) n_own: usize,
    /// Applications around the module by their names, whatever their folders are called, the nearest first.
    pub(crate) applications: Vec<(String, PathBuf)>,
    /// Macros of `rebar.config`.
    pub(crate) defines: Vec<Define>,
    /// The `rebar.config` files that were found.
    pub(crate) configs: Vec<PathBuf>,
}

impl Project {
    /// Looks around a module.
    pub(crate) fn around(module: &Path, otp_root: Option<&Path>) -> Self {
        let mut project = Self::default();
        let folder = module.parent().unwrap_or(Path::new(""));
        let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
        project.source_tree = folder.join("..");
        project.folders.extend(["include", "../include", "../src"].map(|name| folder.join(name)));
        for above in ancestors(folder) {
            if project.read_rebar(&above) {
                project.folders.push(above.join("include"));
                project.configs.push(above.join("rebar.config"));
            }
            for name in ["", "apps", "deps", "lib", "_build/default/lib"] {
                project.libraries.push(above.join(name));
            }
            let named = resource(&above).map(|name| (name, above.clone()));
            project.applications.extend(named);
            // Paths such as "apps/door/include/door.hrl", and headers of sibling applications.
            project.folders.push(above);
        }
        project.n_own = project.libraries.len();
        let listed = asked::variable("ERL_LIBS").unwrap_or_default();
        project.libraries.extend(std::env::split_paths(&listed).filter(|p| p.is_absolute()));
        let root = otp_root.map(Path::to_path_buf).or_else(installed);
        project.libraries.extend(root.into_iter().flat_map(|root| [root.join("lib"), root]));
        project
    }

    /// Takes `{i,Folder}` and `{d,Name,Term}` from `erl_opts`; says whether there is the file.
    fn read_rebar(&mut self, folder: &Path) -> bool {
        let path = folder.join("rebar.config");
        if !asked::is_file(&path) {
            return false;
        }
        let Ok(Decoded { text, .. }) = input::read(&path) else {
            return true;
        };
        for term in parse_terms(FileId(0), &text).value {
            if let Some(("erl_opts", [options])) = tagged(&term)
                && let SpannedKind::List(options, None) = &options.kind
            {
                for option in options {
                    self.take_option(option, folder, &text);
                }
            }
        }
        true
    }

    fn take_option(&mut self, option: &SpannedTerm, folder: &Path, text: &str) {
        let written = |term: &SpannedTerm| {
            text.get(term.span.start as usize..term.span.end as usize).unwrap_or("true").to_owned()
        };
        match tagged(option) {
            Some(("i", [SpannedTerm { kind: SpannedKind::String(path), .. }])) => {
                self.folders.push(folder.join(path));
            }
            Some(("d", [name])) => {
                self.defines.push(Define { name: written(name), value: "true".to_owned() });
            }
            Some(("d", [name, value])) => {
                self.defines.push(Define { name: written(name), value: written(value) });
            }
            _ => {}
        }
    }
}

/// The parts of `{tag, A, B}`.
fn tagged(term: &SpannedTerm) -> Option<(&str, &[SpannedTerm])> {
    let SpannedKind::Tuple(items) = &term.kind else {
        return None;
    };
    match items.as_slice() {
        [SpannedTerm { kind: SpannedKind::Atom(tag), .. }, rest @ ..] => Some((tag.as_str(), rest)),
        _ => None,
    }
}

/// The folders above a folder, as short paths where it is a relative one.
fn ancestors(folder: &Path) -> Vec<PathBuf> {
    let depth = asked::real(folder).map_or(0, |path| path.components().count() - 1);
    let mut above = Vec::new();
    let mut path = folder.to_path_buf();
    for _ in 0..MAX_UP.min(depth) {
        above.push(path.clone());
        path.push("..");
    }
    above
}

/// The name of the application in a folder, as the resource file in its `src` says.
fn resource(folder: &Path) -> Option<String> {
    asked::entries(&folder.join("src")).iter().find_map(|path| {
        let name = path.file_name()?.to_str()?.strip_suffix(".app.src")?;
        Some(name.to_owned())
    })
}

/// The root of the Erlang/OTP whose `erl` is on the PATH.
pub(crate) fn installed() -> Option<PathBuf> {
    let path = asked::variable("PATH")?;
    let erl =
        std::env::split_paths(&path).map(|p| p.join("erl")).find(|erl| asked::is_file(erl))?;
    let erl = asked::real(&erl).ok()?;
    let is_root = |root: &&Path| !versions(&root.join("lib"), "stdlib").is_empty();
    erl.ancestors().skip(2).find(is_root).map(Path::to_path_buf)
}

/// The folders `app-1.2.3`, with their versions.
pub(crate) fn versions(library: &Path, app: &str) -> Vec<(Vec<u64>, PathBuf)> {
    let entries = asked::entries(library).into_iter();
    entries
        .filter_map(|entry| {
            let version = entry.file_name()?.to_str()?.strip_prefix(app)?.strip_prefix('-')?;
            let numbers = version.split('.').map(|part| part.parse().ok());
            Some((numbers.collect::<Option<Vec<u64>>>()?, entry))
        })
        .collect()
}
