//! The sources that Erlang brings, and how they find headers.

use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use frontend::ast::Form;
use frontend::{Module, Options, SourceMap};

use super::folder;
use super::headers::{Headers, decode};

/// Where Erlang is.
const ROOT: &str = "/usr/lib/erlang/lib";

/// All modules, sorted.
pub fn sources() -> Vec<PathBuf> {
    folder::files(Path::new(ROOT), "erl")
}

/// The name of a file without the folder of Erlang and without versions: `stdlib/src/lists.erl`.
pub fn name(file: &Path) -> String {
    let name = file.strip_prefix(ROOT).unwrap_or(file).to_string_lossy().into_owned();
    let Some((application, rest)) = name.split_once('/') else {
        return name;
    };
    let application = application.split_once('-').map_or(application, |(name, _)| name);
    format!("{application}/{rest}")
}

/// Where the headers of a file are looked for: all folders with headers, those of its application
/// first.
pub fn includes(file: &Path) -> Vec<PathBuf> {
    static FOLDERS: OnceLock<Vec<PathBuf>> = OnceLock::new();
    let all = FOLDERS.get_or_init(|| {
        let headers = folder::files(Path::new(ROOT), "hrl");
        let mut folders: Vec<PathBuf> =
            headers.iter().filter_map(|header| header.parent()).map(Path::to_path_buf).collect();
        folders.sort();
        folders.dedup();
        folders
    });
    let n_root = Path::new(ROOT).components().count();
    let application: PathBuf = file.components().take(n_root + 1).collect();
    let (near, others): (Vec<_>, Vec<_>) =
        all.iter().cloned().partition(|folder| folder.starts_with(&application));
    near.into_iter().chain(others).collect()
}

/// Reads a module with its headers from these folders.
pub fn parse(path: &Path, includes: &[PathBuf]) -> (Module, SourceMap) {
    let text = decode(std::fs::read(path).expect("sources are readable"));
    let name = path.to_string_lossy().into_owned();
    let mut headers = Headers::default();
    headers.folders.extend(path.parent().map(Path::to_path_buf));
    headers.folders.extend_from_slice(includes);
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
