//! Source trees outside of OTP, and how their modules find headers.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// Folders beside or above a module whose headers it may use, and which hold applications.
const NEAR: [&str; 5] = ["include", "src", "deps", "apps", "lib"];

/// Folders of applications.
const APPLICATIONS: [&str; 4] = ["deps", "apps", "lib", "src"];

/// All files below a folder with this extension, sorted.
pub fn files(root: &Path, extension: &str) -> Vec<PathBuf> {
    let mut found = Vec::new();
    collect(root, extension, &mut found);
    found.sort();
    found
}

fn collect(folder: &Path, wanted: &str, found: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        if path.is_dir() && !path.is_symlink() {
            collect(&path, wanted, found);
        } else if path.is_file() && path.extension().is_some_and(|extension| extension == wanted) {
            found.push(path);
        }
    }
}

/// Where the headers of a module are looked for: from its own folder up to the root each folder
/// itself (for `-include_lib` of an application in it), its `include` and so on, and `include` of
/// the applications in it.
pub fn includes(root: &Path, file: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for above in file.ancestors().skip(1).take_while(|above| above.starts_with(root)) {
        found.push(above.to_path_buf());
        found.extend(NEAR.iter().map(|name| above.join(name)));
        for applications in APPLICATIONS {
            let mut own: Vec<PathBuf> = std::fs::read_dir(above.join(applications))
                .into_iter()
                .flatten()
                .flatten()
                .map(|entry| entry.path().join("include"))
                .collect();
            own.sort();
            found.extend(own);
        }
    }
    // Projects that stand beside this one.
    found.extend(root.parent().map(Path::to_path_buf));
    let mut seen = BTreeSet::new();
    found.retain(|folder| folder.is_dir() && seen.insert(folder.clone()));
    found
}
