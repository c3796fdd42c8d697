//! Headers from the disk.
//!
//! Input: what a directive names, flags, and what the files around the module say. Output: texts.
//! Looks where epp would look, then at the places where build tools would have told it to look.

use std::collections::HashMap;
use std::path::{Component, Path, PathBuf};

use frontend::{
    Define, Diagnostic, IncludeLoader, IncludeRequest, Included, Module, NotIncluded, Options,
    Outcome, Severity, SourceMap, parse_module_with,
};
use lts::term::parse::parse_term;

use crate::cli::HeaderArgs;
use crate::codes;
use crate::config::source::compiled;
use crate::config::source::project::{Project, versions};
use crate::io::revision::today;
use crate::io::{asked, input};
use crate::session::Session;

/// Folders that are named in the message about a missing header.
const MAX_PLACES: usize = 6;

/// The folder above, in a path.
const PARENT: Component<'_> = Component::ParentDir;

/// Whether the flags can be meant: values of `-D` are terms, the OTP root is a folder.
pub(crate) fn check_flags(session: &mut Session, args: &HeaderArgs) -> bool {
    let mut correct = true;
    for define in &args.defines {
        let Some((_, value)) = define.split_once('=') else { continue };
        let file = session.sources.add(format!("-D {define}"), value);
        correct &= session.take(parse_term(file, value)).is_some();
    }
    if let Some(root) = args.otp_root.as_ref().filter(|root| !asked::is_dir(root)) {
        let message = format!("`{}` of --otp-root is not a folder", root.display());
        session.report(Diagnostic::new(codes::UNREADABLE, Severity::Error, message));
        correct = false;
    }
    correct
}

/// Finds headers for one module.
struct DiskLoader<'s> {
    sources: &'s mut SourceMap,
    /// Folders of `-I`.
    flags: &'s [PathBuf],
    project: Project,
    /// What has been read, by canonical path.
    loaded: HashMap<PathBuf, Included>,
    /// What is to be said of them.
    doubts: Vec<Diagnostic>,
}

/// Reads a module with its headers; `None` if it was reported that the file cannot be read.
///
/// What a tolerant reader cannot expand has no meaning, but is no error.
pub(crate) fn module(
    session: &mut Session,
    path: &Path,
    args: &HeaderArgs,
    tolerant: bool,
) -> Option<Outcome<Module>> {
    if input::is_compiled(path) {
        return compiled::module(session, path);
    }
    let (file, text) = session.read(path)?;
    let (mut loader, options) = DiskLoader::new(&mut session.sources, path, args, tolerant);
    let name = path.display().to_string();
    let outcome = parse_module_with(file, &name, &text, &options, &mut loader);
    for doubt in loader.doubts {
        session.report(doubt);
    }
    Some(outcome)
}

/// Reads a module that another one calls, with its headers; the error says why it cannot be read.
pub(crate) fn other(
    sources: &mut SourceMap,
    path: &Path,
    args: &HeaderArgs,
) -> Result<Outcome<Module>, String> {
    let text = input::read(path).map_err(|error| error.message)?.text;
    let name = path.display().to_string();
    let file = sources.add(name.clone(), text.clone());
    let (mut loader, options) = DiskLoader::new(sources, path, args, true);
    Ok(parse_module_with(file, &name, &text, &options, &mut loader))
}

impl<'s> DiskLoader<'s> {
    /// A loader for a module, and how the module is to be read.
    fn new(
        sources: &'s mut SourceMap,
        module: &Path,
        args: &'s HeaderArgs,
        tolerant: bool,
    ) -> (Self, Options) {
        let mut project = Project::around(today(module), args.otp_root.as_deref());
        let mut defines: Vec<Define> =
            args.defines.iter().map(|text| Define::parse(text)).collect();
        for define in std::mem::take(&mut project.defines) {
            // Flags are stronger, and the first of several definitions counts.
            if !defines.iter().any(|earlier| earlier.name == define.name) {
                defines.push(define);
            }
        }
        let flags = &args.include;
        (
            Self { sources, flags, project, loaded: HashMap::new(), doubts: Vec::new() },
            Options { defines, tolerant },
        )
    }

    /// The file that a request means.
    fn find(&self, request: &IncludeRequest<'_>) -> Option<PathBuf> {
        let path = expanded(request.path);
        let folder = today(Path::new(request.from)).parent().unwrap_or(Path::new(""));
        let near = std::iter::once(folder).chain(self.flags.iter().map(PathBuf::as_path));
        let project = self.project.folders.iter().map(PathBuf::as_path);
        let in_folders = |path: &Path| {
            near.chain(project).map(|folder| folder.join(path)).find(|place| asked::is_file(place))
        };
        in_folders(&path).or_else(|| {
            if request.library {
                return self.in_application(&path);
            }
            // Sources of OTP name each other's folders without versions: "../../app/src/x.hrl".
            let below: PathBuf = path.components().skip_while(|part| *part == PARENT).collect();
            if below == path { self.in_sibling(&path) } else { self.in_application(&below) }
        })
    }

    /// `app/rest`, in the application around the module that has this name, or in the newest version of another one.
    fn in_application(&self, path: &Path) -> Option<PathBuf> {
        let mut parts = path.components();
        let app = parts.next()?.as_os_str().to_str()?;
        let rest = parts.as_path();
        let named = self.project.applications.iter().filter(|(name, _)| name == app);
        let mut own = named.map(|(_, folder)| folder.join(rest));
        if let Some(header) = own.find(|header| asked::is_file(header)) {
            return Some(header);
        }
        self.project.libraries.iter().enumerate().find_map(|(at, library)| {
            let header = library.join(app).join(rest);
            if asked::is_file(&header) {
                return Some(header);
            }
            // Build tools leave out versions; where a project has them, it is OTP itself.
            if at < self.project.n_own {
                return None;
            }
            let newest = versions(library, app).into_iter().max()?.1;
            Some(newest.join(rest)).filter(|place| asked::is_file(place))
        })
    }

    /// A header beside the module's folder, or in `headers` of another application of the project.
    fn in_sibling(&self, path: &Path) -> Option<PathBuf> {
        if path.components().count() != 1 {
            return None;
        }
        let first = |folder: &Path, inside: &str| {
            let entries = asked::entries(folder).into_iter();
            entries.map(|entry| entry.join(inside).join(path)).filter(|p| asked::is_file(p)).min()
        };
        let libraries = self.project.libraries.iter().take(self.project.n_own);
        first(&self.project.source_tree, "")
            .or_else(|| libraries.into_iter().find_map(|library| first(library, "include")))
    }
}

impl IncludeLoader for DiskLoader<'_> {
    fn load(&mut self, request: &IncludeRequest<'_>) -> Result<Included, NotIncluded> {
        let place = self.find(request).ok_or(NotIncluded::Missing)?;
        let place = place.strip_prefix("./").map(Path::to_path_buf).unwrap_or(place);
        let key = asked::real(&place).unwrap_or_else(|_| place.clone());
        if let Some(included) = self.loaded.get(&key) {
            return Ok(included.clone());
        }
        let read = input::read(&place).map_err(|error| NotIncluded::Refused(error.message))?;
        let name = place.display().to_string();
        let file = self.sources.add(name.clone(), read.text.clone());
        self.doubts.extend(input::doubtful(&read, file));
        let included = Included { file, name, text: read.text.into() };
        self.loaded.insert(key, included.clone());
        Ok(included)
    }

    fn places(&self, request: &IncludeRequest<'_>) -> Vec<String> {
        let folder = today(Path::new(request.from)).parent().unwrap_or(Path::new(""));
        let beside = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
        let project = self.project.folders.iter().map(PathBuf::as_path);
        let project = project.filter(|folder| !folder.ends_with("..") && asked::is_dir(folder));
        let mut places: Vec<String> = Vec::new();
        let flags = self.flags.iter().map(PathBuf::as_path);
        for folder in std::iter::once(beside).chain(flags).chain(project) {
            let name = format!("`{}`", folder.display());
            if places.len() < MAX_PLACES && !places.contains(&name) {
                places.push(name);
            }
        }
        places.push("the folders above".to_owned());
        if request.library {
            places.push("the applications of the project".to_owned());
            let has_otp = self.project.libraries.len() > self.project.n_own;
            let libraries = "the libraries of Erlang/OTP and ERL_LIBS";
            let missing = "no Erlang/OTP (name it with --otp-root)";
            places.push(if has_otp { libraries } else { missing }.to_owned());
        }
        places
    }
}

/// Replaces `$NAME` in front, as epp does.
fn expanded(path: &str) -> PathBuf {
    let variable = path.strip_prefix('$').and_then(|rest| {
        let (name, rest) = rest.split_once('/').unwrap_or((rest, ""));
        Some(Path::new(&asked::variable(name)?).join(rest))
    });
    variable.unwrap_or_else(|| PathBuf::from(path))
}
