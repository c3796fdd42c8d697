//! The sources that Erlang brings, and how they find headers.

use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use frontend::ast::Form;
use frontend::{Module, Options, SourceMap};

use super::headers::{Headers, decode};

/// Where Erlang is.
const ROOT: &str = "/usr/lib/erlang/lib";

/// All modules, sorted.
pub fn sources() -> Vec<PathBuf> {
    let mut found = Vec::new();
    collect(Path::new(ROOT), "erl", &mut found);
    found.sort();
    found
}

fn collect(folder: &Path, wanted: &str, found: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        if path.is_dir() {
            collect(&path, wanted, found);
        } else if path.extension().is_some_and(|extension| extension == wanted) {
            found.push(path);
        }
    }
}

/// Where the headers of a file are looked for: all folders with headers, those of its application
/// first.
pub fn includes(file: &Path) -> Vec<PathBuf> {
    static FOLDERS: OnceLock<Vec<PathBuf>> = OnceLock::new();
    let all = FOLDERS.get_or_init(|| {
        let mut found = Vec::new();
        collect(Path::new(ROOT), "hrl", &mut found);
        let mut folders: Vec<PathBuf> =
            found.iter().filter_map(|header| header.parent()).map(Path::to_path_buf).collect();
        folders.sort();
        folders.dedup();
        folders
    });
    let n_root = Path::new(ROOT).components().count();
    let application: PathBuf = file.components().take(n_root + 1).collect();
    let (own, others): (Vec<_>, Vec<_>) =
        all.iter().cloned().partition(|folder| folder.starts_with(&application));
    own.into_iter().chain(others).collect()
}

/// Reads a module with its headers.
pub fn parse(path: &Path) -> (Module, SourceMap) {
    let text = decode(std::fs::read(path).expect("sources are readable"));
    let name = path.to_string_lossy().into_owned();
    let mut headers = Headers::default();
    headers.folders.extend(path.parent().map(Path::to_path_buf));
    headers.folders.extend(includes(path));
    let file = headers.add(&name, &text);
    let options = Options::default();
    let outcome = frontend::parse_module_with(file, &name, &text, &options, &mut headers);
    (outcome.value, headers.sources)
}

/// The module without the marks of files, which the printer leaves out.
pub fn without_marks(mut module: Module) -> Module {
    module.forms.retain(|form| !matches!(form, Form::File(_)));
    module
}
