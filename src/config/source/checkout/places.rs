//! Where the modules of a project are.
//!
//! Input: the path of a module, folders that the user names. Output: all modules that lie around it by their names, nearer ones first.
//! Nothing is read but the names of files; links to folders are followed once.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use crate::io::asked::{self, entries};
use crate::io::revision::today;

/// How many folders above a module may belong to its project.
const MAX_UP: usize = 6;

/// Folders inside a folder of sources that are looked into.
const MAX_DOWN: usize = 5;

/// Files that are listed, at most.
const MAX_FILES: usize = 50_000;

/// What says that a folder is the root of a project or of an application.
const MARKS: [&str; 7] = [
    "rebar.config",
    "rebar.config.script",
    "erlang.mk",
    "mix.exs",
    "Emakefile",
    "rebar.lock",
    "relx.config",
];

/// Folders of build tools, in which the projects of the tools stand.
const BUILT: [&str; 4] = ["default", "prod", "dev", "test"];

/// The group of dependencies; those of what was built come behind it.
const DEPENDENCIES: usize = 5;

/// How near a module is: smaller is nearer.
type Rank = (usize, usize);

/// Modules by their names.
#[derive(Debug, Default)]
pub(crate) struct Listed {
    modules: BTreeMap<String, BTreeMap<Rank, Vec<PathBuf>>>,
    /// Folders that have been listed, as they are without links.
    seen: BTreeSet<PathBuf>,
    n_files: usize,
}

impl Listed {
    /// The files of a module that lie nearest.
    pub(crate) fn nearest(&self, name: &str) -> Option<&Vec<PathBuf>> {
        self.modules.get(name)?.values().next()
    }

    /// The sources of the project itself, each module once, in the order of their names.
    pub(crate) fn own_sources(&self) -> impl Iterator<Item = (&str, &PathBuf)> {
        self.modules.iter().filter_map(|(name, files)| {
            let ((above, group), paths) = files.iter().next()?;
            let is_own = *above == 0 || *above != usize::MAX && *group < DEPENDENCIES;
            Some((name.as_str(), paths.first().filter(|_| is_own)?))
        })
    }

    /// The compiled files of a module.
    pub(crate) fn compiled(&self, name: &str) -> impl Iterator<Item = &PathBuf> {
        let files = self.modules.get(name).into_iter().flatten();
        let compiled = files.filter(|((above, _), _)| *above == usize::MAX);
        compiled.flat_map(|(_, paths)| paths)
    }

    /// Lists a folder and those in it.
    fn add(&mut self, folder: &Path, rank: Rank, depth: usize) {
        let Ok(real) = asked::real(folder) else { return };
        if !asked::is_dir(&real) || !self.seen.insert(real) {
            return;
        }
        for path in entries(folder) {
            let extension = path.extension().and_then(|extension| extension.to_str());
            match (extension, path.file_stem().and_then(|stem| stem.to_str())) {
                (Some("erl"), Some(stem)) => self.insert(stem, rank, &path),
                // A compiled module counts where there is no source.
                (Some("beam"), Some(stem)) => self.insert(stem, (usize::MAX, rank.1), &path),
                _ if depth > 0 && asked::is_dir(&path) => self.add(&path, rank, depth - 1),
                _ => {}
            }
        }
    }

    fn insert(&mut self, stem: &str, rank: Rank, path: &Path) {
        if self.n_files < MAX_FILES {
            self.n_files += 1;
            let of_name = self.modules.entry(stem.to_owned()).or_default();
            of_name.entry(rank).or_default().push(path.to_owned());
        }
    }

    /// The sources of an application, and what was compiled of them.
    fn add_application(&mut self, folder: &Path, rank: Rank) {
        self.add(&folder.join("src"), rank, MAX_DOWN);
        self.add(&folder.join("ebin"), rank, 0);
    }

    /// All applications in a folder.
    fn add_applications(&mut self, folder: &Path, rank: Rank) {
        for application in entries(folder).iter().filter(|path| is_application(path)) {
            self.add_application(application, rank);
        }
    }
}

/// The modules around one, and those of folders that the user names.
pub(crate) fn listed(module: &Path, paths: &[PathBuf]) -> Listed {
    let mut listed = Listed::default();
    for (number, path) in paths.iter().enumerate() {
        listed.add(path, (0, number), MAX_DOWN);
    }
    let folder = today(module).parent().unwrap_or(Path::new(""));
    let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
    let above = ancestors(folder);
    let own_sources = above.iter().take(MAX_DOWN).position(|path| is_sources(path));
    for (number, above) in above.iter().enumerate() {
        let is_own = own_sources == Some(number);
        if !is_own && !is_root(above) {
            continue;
        }
        let rank = |group: usize| (number + 1, group);
        if is_own {
            listed.add(above, rank(0), MAX_DOWN);
            continue;
        }
        if number == 0 {
            listed.add(above, rank(0), 0);
        }
        listed.add_application(above, rank(1));
        listed.add_applications(&above.join("_checkouts"), rank(2));
        let inside: Vec<PathBuf> =
            entries(above).into_iter().filter(|path| is_inside(path)).collect();
        for application in inside.iter().filter(|path| is_application(path)) {
            listed.add_application(application, rank(3));
        }
        for group in &inside {
            let is_deps = group.ends_with("deps");
            listed.add_applications(group, rank(if is_deps { DEPENDENCIES } else { 4 }));
        }
        for (at, profile) in BUILT.iter().enumerate() {
            let built = above.join("_build").join(profile).join("lib");
            listed.add_applications(&built, rank(DEPENDENCIES + 1 + at));
        }
    }
    listed
}

/// Whether a folder may hold applications of the project.
fn is_inside(path: &Path) -> bool {
    let name = path.file_name().and_then(|name| name.to_str()).unwrap_or(".");
    let is_other = name.starts_with(['.', '_'])
        || matches!(name, "src" | "ebin" | "include" | "test" | "priv" | "doc" | "node_modules");
    !is_other && asked::is_dir(path)
}

fn is_application(path: &Path) -> bool {
    asked::is_dir(&path.join("src")) || asked::is_dir(&path.join("ebin"))
}

/// Whether a folder is the root of a project or of an application.
fn is_root(folder: &Path) -> bool {
    let has_resource = |inside: &str, ending: &str| {
        entries(&folder.join(inside)).iter().any(|path| {
            path.file_name()
                .and_then(|name| name.to_str())
                .is_some_and(|name| name.ends_with(ending))
        })
    };
    MARKS.iter().any(|mark| asked::is_file(&folder.join(mark)))
        || has_resource("src", ".app.src")
        || has_resource("ebin", ".app")
}

/// Whether a folder is that of the sources of an application.
fn is_sources(folder: &Path) -> bool {
    let real = asked::real(folder).unwrap_or_else(|_| folder.to_owned());
    real.file_name().is_some_and(|name| name == "src")
}

/// The folder of a module and those above it, as short paths where it is a relative one.
fn ancestors(folder: &Path) -> Vec<PathBuf> {
    let depth = asked::real(folder).map_or(0, |path| path.components().count() - 1);
    let mut above = Vec::new();
    let mut path = folder.to_path_buf();
    for _ in 0..MAX_UP.min(depth) {
        above.push(path.clone());
        path = match path.parent() {
            Some(parent)
                if !parent.as_os_str().is_empty()
                    && !path.ends_with("..")
                    && path != Path::new(".") =>
            {
                parent.to_path_buf()
            }
            _ => path.join(".."),
        };
    }
    above
}
