//! The files that `check` writes: none of them twice, none over a file that is read.
//!
//! Input: the arguments. Output: what is wrong, before anything is written; asked again when more files have been read.

use std::path::{Path, PathBuf};

use frontend::Diagnostic;

use crate::cli::CheckArgs;
use crate::codes;
use crate::config::settings::placeless;
use crate::io::protected::{is_protected, is_same_file};

/// What is wrong with the files that these arguments name, by what is read so far.
pub(crate) fn contradiction(args: &CheckArgs) -> Option<Diagnostic> {
    let files = files(args);
    if let Some(file) = files.iter().find(|file| is_protected(file)) {
        return Some(over_input(file));
    }
    let is_twice =
        |(at, file): &(usize, &PathBuf)| files[..*at].iter().any(|other| same(other, file));
    let (_, file) = files.iter().enumerate().find(is_twice)?;
    let message = format!("two results go to the same file `{}`", file.display());
    Some(placeless(codes::BAD_FLAGS, message).with_help("name another file"))
}

/// That what is written would replace a file that is read.
pub(crate) fn over_input(file: &Path) -> Diagnostic {
    let message = format!("`{}` is read, and would be replaced", file.display());
    placeless(codes::BAD_FLAGS, message).with_help("name another file")
}

fn files(args: &CheckArgs) -> Vec<PathBuf> {
    let reports = args.format.iter().filter_map(|target| target.file.clone());
    let others = [&args.emit_test, &args.evidence];
    reports.chain(exports(args)).chain(others.into_iter().flatten().cloned()).collect()
}

/// The files for other tools, of a single property.
pub(crate) fn exports(args: &CheckArgs) -> impl Iterator<Item = PathBuf> {
    let question = args
        .export_mcf
        .iter()
        .flat_map(|path| ["mcf", "mcrl2", "aut"].map(|extension| path.with_extension(extension)));
    question.chain(args.export_bes.clone())
}

/// Whether two paths name one file, which need not exist.
pub(crate) fn same(left: &Path, right: &Path) -> bool {
    is_same_file(left, right) || resolved(left) == resolved(right)
}

fn resolved(path: &Path) -> PathBuf {
    if let Ok(path) = path.canonicalize() {
        return path;
    }
    let folder = match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    };
    let name = path.file_name().unwrap_or_default();
    folder.canonicalize().unwrap_or_else(|_| folder.to_path_buf()).join(name)
}
