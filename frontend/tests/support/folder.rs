//! Source trees outside of OTP, and how their modules find headers.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// Folders beside or above a module whose headers it may use, and which hold applications.
const NEAR: [&str; 5] = ["include", "src", "deps", "apps", "lib"];

/// Folders of applications.
const APPLICATIONS: [&str; 4] = ["deps", "apps", "lib", "src"];

/// All files below a folder with this extension, sorted.
pub fn files(root: &Path, extension: &str) -> Vec<PathBuf> {
    let mut files = Vec::new();
    collect(root, extension, &mut files);
    files.sort();
    files
}

fn collect(folder: &Path, wanted: &str, files: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        if path.is_dir() && !path.is_symlink() {
            collect(&path, wanted, files);
        } else if path.is_file() && path.extension().is_some_and(|extension| extension == wanted) {
            files.push(path);
        }
    }
}

/// Where the headers of a module are looked for: from its own folder up to the root each folder
/// itself (for `-include_lib` of an application in it), its `include` and so on, and `include` of
/// the applications in it.
pub fn includes(root: &Path, file: &Path) -> Vec<PathBuf> {
    let mut folders = Vec::new();
    for above in file.ancestors().skip(1).take_while(|above| above.starts_with(root)) {
        folders.push(above.to_path_buf());
        folders.extend(NEAR.iter().map(|name| above.join(name)));
        for applications in APPLICATIONS {
            let mut beside: Vec<PathBuf> = std::fs::read_dir(above.join(applications))
                .into_iter()
                .flatten()
                .flatten()
                .map(|entry| entry.path().join("include"))
                .collect();
            beside.sort();
            folders.extend(beside);
        }
    }
    // Projects that stand beside this one.
    folders.extend(root.parent().map(Path::to_path_buf));
    let mut seen = BTreeSet::new();
    folders.retain(|folder| folder.is_dir() && seen.insert(folder.clone()));
    folders
}
