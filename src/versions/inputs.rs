//! The two inputs that a command line about versions names.
//!
//! Input: arguments. Output: the arguments of the old and of the new version, or why there are no two.

use std::path::{Path, PathBuf};

use behaviour::Behaviour;
use frontend::Diagnostic;

use crate::cli::{SystemArgs, VersionArgs};
use crate::codes;
use crate::config::settings::placeless;
use crate::io::revision::is_revision;
use crate::system::pair::pair;

impl VersionArgs {
    /// The old and the new version.
    pub(crate) fn inputs(&self) -> Result<[SystemArgs; 2], Diagnostic> {
        match (&self.git, &self.second) {
            (Some(_), Some(second)) => Err(too_many(second)),
            _ => self.first_inputs(),
        }
    }

    /// The old and the new version, where with `--git` what stands behind the file is something else.
    pub(crate) fn first_inputs(&self) -> Result<[SystemArgs; 2], Diagnostic> {
        let named = &self.system.source.input;
        let (old, new) = match (&self.git, &self.second) {
            (Some(revision), _) if !is_revision(revision) => return Err(no_revision(revision)),
            (Some(revision), _) => (at(revision, named), named.clone()),
            (None, Some(second)) => (named.clone(), second.clone()),
            (None, None) => return Err(alone(named)),
        };
        if is_one_file(&old, &new) {
            return Err(alone(&old));
        }
        let mut first = self.system.clone();
        first.source.input = old;
        Ok(pair(&first, &new))
    }
}

/// A file as it was in a revision.
fn at(revision: &str, file: &Path) -> PathBuf {
    PathBuf::from(format!("{revision}:{}", file.display()))
}

fn no_revision(name: &str) -> Diagnostic {
    let message = format!("`{name}` is no revision of a repository");
    placeless(codes::NO_VERSIONS, message)
        .with_help("write one as git does: `HEAD~1`, `main`, `v1.0`")
}

fn is_one_file(one: &Path, other: &Path) -> bool {
    let real = [one, other].map(|path| path.canonicalize().ok());
    one == other || real[0].is_some() && real[0] == real[1]
}

/// Why two versions are not compared, each with its behaviour if it is a module: they are of different ones, or one is no module.
pub(crate) fn incomparable(
    versions: [(&Path, Option<&'static Behaviour>); 2],
) -> Option<Diagnostic> {
    let names = versions.map(|(path, behaviour)| match behaviour {
        Some(behaviour) => format!("`{}` is a {}", path.display(), behaviour.name()),
        None => format!("`{}` is no module", path.display()),
    });
    let [old, new] = versions.map(|(_, behaviour)| behaviour.map(Behaviour::name));
    (old != new).then(|| {
        placeless(codes::NO_VERSIONS, names.join(", and "))
            .with_help("`erl2lts compare` compares any two systems")
    })
}

/// That two modules have no state in common.
pub(crate) fn strangers(paths: [&Path; 2]) -> Diagnostic {
    let [old, new] = paths.map(Path::display);
    placeless(codes::NO_VERSIONS, format!("`{old}` and `{new}` have no state in common"))
        .with_help("two versions of a module are compared by the names of their states")
}

fn alone(path: &Path) -> Diagnostic {
    let message = format!("`{}` is one file, and no two versions", path.display());
    placeless(codes::NO_VERSIONS, message)
        .with_help("name the other one, or a revision of this one: `--git HEAD~1`")
}

fn too_many(second: &Path) -> Diagnostic {
    let message =
        format!("with --git there is one file to name, and `{}` is another", second.display());
    placeless(codes::NO_VERSIONS, message)
        .with_help("a file of a revision is named so: `erl2lts diff HEAD~1:old.erl new.erl`")
}
