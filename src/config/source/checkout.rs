//! The other modules of a project, found where build tools lay them out.
//!
//! Input: the path of a module, folders that the user names. Output: modules by their names, read when they are asked for; where each came
//! from. Folders are listed once, when the first module is asked for. What lies nearer is taken: folders of `--path`, the sources of
//! the module's own application, `_checkouts`, the applications beside it, dependencies, what `_build` holds; sources before compiled modules.
//!
//! ```text
//! apps/door/src/door.erl      asks for `lock`: apps/door/src/**, _checkouts/*/src, apps/*/src, deps/*/src, _build/*/lib/*/src, .. ebin
//! ```
//!
//! A module that lies in no project is alone: nothing above it is called `src` or has a file of a build tool.

mod mentions;
mod outdated;
mod places;

use std::collections::BTreeMap;
use std::path::{Component, Path, PathBuf};

use frontend::{Diagnostic, Module, Name, Outcome, Severity, SourceMap};
use project::{Modules, Sought};

use crate::cli::HeaderArgs;
use crate::config::source::checkout::places::{Listed, listed};
use crate::config::source::{compiled, headers};
use crate::io::{asked, input};

/// Bytes of a module that is read for another one.
const MAX_SIZE: u64 = 4 << 20;

/// Modules whose text is searched for the name of a machine, at most.
const MAX_SEARCHED: usize = 4_000;

/// Modules that are read for what they send, at most.
const MAX_USERS: usize = 40;

/// The modules around one.
pub(crate) struct Checkout<'s> {
    sources: &'s mut SourceMap,
    headers: &'s HeaderArgs,
    module: &'s Path,
    paths: &'s [PathBuf],
    /// Where modules are, once that was asked for.
    listed: Option<Listed>,
    /// What became of the modules that were asked for, for whoever asks again.
    sought: BTreeMap<Name, Sought>,
    /// Where those came from that were read.
    pub(crate) read: BTreeMap<Name, PathBuf>,
}

impl<'s> Checkout<'s> {
    /// The modules around the one at a path, of which nothing is read yet.
    pub(crate) fn around(
        sources: &'s mut SourceMap,
        module: &'s Path,
        (headers, paths): (&'s HeaderArgs, &'s [PathBuf]),
    ) -> Self {
        let (sought, read) = (BTreeMap::new(), BTreeMap::new());
        Self { sources, headers, module, paths, listed: None, sought, read }
    }

    /// The one file that holds a module; why there is none that counts.
    fn file(&mut self, name: &Name) -> Result<Option<PathBuf>, String> {
        let listed = self.listed.get_or_insert_with(|| listed(self.module, self.paths));
        let Some(nearest) = listed.nearest(name.as_str()) else { return Ok(None) };
        match nearest.as_slice() {
            [] => Ok(None),
            [file] => Ok(Some(file.clone())),
            [first, others @ ..] => {
                let text = |path: &PathBuf| asked::bytes(path);
                if others.iter().all(|other| text(other) == text(first)) {
                    return Ok(Some(first.clone()));
                }
                let paths: Vec<String> =
                    nearest.iter().take(3).map(|path| format!("`{}`", path.display())).collect();
                Err(format!("there are several of this name: {}", paths.join(", ")))
            }
        }
    }

    fn module_at(&mut self, name: &Name, path: &Path) -> Result<Module, String> {
        let size = asked::size(path).unwrap_or_default();
        if size > MAX_SIZE {
            return Err(format!("it is larger than {} MB", MAX_SIZE >> 20));
        }
        let outcome: Outcome<Module> = if input::is_compiled(path) {
            compiled::other(self.sources, path)?
        } else {
            headers::other(self.sources, path, self.headers)?
        };
        if let Some(error) = outcome.diagnostics.iter().find(|own| own.severity == Severity::Error)
        {
            return Err(self.broken(error));
        }
        match &outcome.value.name {
            Some((own, _)) if own == name => Ok(outcome.value),
            Some((own, _)) => Err(format!("`{}` is the module `{own}`", path.display())),
            None => Err(format!("`{}` has no `-module` attribute", path.display())),
        }
    }

    fn broken(&self, error: &Diagnostic) -> String {
        let place = error.labels.first().map(|label| self.sources.line_of(label.span));
        match place {
            Some(place) => format!("it does not parse ({place}: {})", error.message),
            None => format!("it does not parse ({})", error.message),
        }
    }
}

impl Checkout<'_> {
    /// The modules of the project, but for its dependencies, that call one of a module or send something to one of its names.
    pub(crate) fn users(&mut self, own: &Name, names: &[&str]) -> Vec<Module> {
        let listed = self.listed.get_or_insert_with(|| listed(self.module, self.paths));
        let mut users = Vec::new();
        let others = listed.own_sources().filter(|(name, _)| *name != own.as_str());
        for (name, path) in others.take(MAX_SEARCHED) {
            if users.len() < MAX_USERS && mentions::mentions(path, names, MAX_SIZE) {
                users.push(Name::from(name));
            }
        }
        let found = users.iter().filter_map(|name| match self.find(name) {
            Sought::Found(module) => Some(*module),
            Sought::Refused(_) | Sought::Missing => None,
        });
        found.collect()
    }
}

impl Checkout<'_> {
    /// The modules read whose compiled files say something else: where such a file is, and a function that differs.
    pub(crate) fn outdated(&mut self) -> Vec<(Name, PathBuf, String)> {
        let listed = self.listed.get_or_insert_with(|| listed(self.module, self.paths));
        let mut outdated = Vec::new();
        for (name, own) in &self.read {
            let Some(Sought::Found(module)) = self.sought.get(name) else { continue };
            for path in listed.compiled(name.as_str()).filter(|path| *path != own) {
                let Ok(compiled) = compiled::other(self.sources, path) else { continue };
                if let Some(function) = outdated::differing(module, &compiled.value) {
                    outdated.push((name.clone(), shortened(path.clone()), function));
                    break;
                }
            }
        }
        outdated
    }
}

impl Modules for Checkout<'_> {
    fn find(&mut self, name: &Name) -> Sought {
        if let Some(sought) = self.sought.get(name) {
            return sought.clone();
        }
        let sought = self.seek(name);
        self.sought.insert(name.clone(), sought.clone());
        sought
    }
}

impl Checkout<'_> {
    /// Looks for a module for the first time.
    fn seek(&mut self, name: &Name) -> Sought {
        let found = self.file(name).and_then(|file| match file {
            None => Ok(None),
            Some(path) => {
                let path = shortened(path);
                let module = self.module_at(name, &path)?;
                self.read.insert(name.clone(), path);
                Ok(Some(module))
            }
        });
        match found {
            Ok(Some(module)) => Sought::Found(Box::new(module)),
            Ok(None) => Sought::Missing,
            Err(why) => Sought::Refused(why),
        }
    }
}

/// A path without `folder/..`, where that leads to the same file.
fn shortened(path: PathBuf) -> PathBuf {
    let mut short = PathBuf::new();
    for part in path.components() {
        let is_up = part == Component::ParentDir;
        let is_named = matches!(short.components().next_back(), Some(Component::Normal(_)));
        if is_up && is_named {
            short.pop();
        } else if part != Component::CurDir {
            short.push(part);
        }
    }
    let is_same = |other: &Path| {
        asked::real(other).is_ok_and(|real| asked::real(&path).is_ok_and(|own| own == real))
    };
    if is_same(&short) { short } else { path }
}
