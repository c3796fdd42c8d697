//! Files as they were in a revision of their repository: `HEAD~1:src/door.erl`.
//!
//! Input: a path that is no file, with a colon; the file is named as it is today, from where one is. Output: the bytes that git has, the
//! path of the file. Asks `git` in the folder of the file, changes nothing, and names no other programs.

use std::path::Path;
use std::process::{Command, Stdio};

/// A file in a revision.
pub(crate) struct Revised<'p> {
    revision: &'p str,
    /// Where it is today, if it is still there.
    pub(crate) file: &'p Path,
}

/// The file in a revision that a path names, if it is not a file itself.
pub(crate) fn revised(path: &Path) -> Option<Revised<'_>> {
    if path.exists() {
        return None;
    }
    let (revision, file) = path.to_str()?.split_once(':')?;
    // What begins with a dash would be an option of git.
    let is_revision = !revision.is_empty() && !revision.starts_with('-') && !file.is_empty();
    is_revision.then(|| Revised { revision, file: Path::new(file) })
}

/// The place of a file today, whatever revision a path names.
pub(crate) fn today(path: &Path) -> &Path {
    revised(path).map_or(path, |revised| revised.file)
}

impl Revised<'_> {
    /// The bytes of the file, at most so many; else why there are none.
    pub(crate) fn bytes(&self, limit: u64) -> Result<Vec<u8>, String> {
        let folder = match self.file.parent() {
            Some(folder) if !folder.as_os_str().is_empty() => folder,
            _ => Path::new("."),
        };
        let name = self.file.file_name().unwrap_or_default().to_string_lossy();
        let object = format!("{}:./{name}", self.revision);
        let output = Command::new("git")
            .arg("-C")
            .arg(folder)
            .args(["cat-file", "blob", &object])
            .stdin(Stdio::null())
            .output()
            .map_err(|error| format!("git does not run: {error}"))?;
        if !output.status.success() {
            let said = String::from_utf8_lossy(&output.stderr);
            let line = said.lines().next().unwrap_or_default();
            return Err(format!("git says: {}", line.trim_start_matches("fatal: ")));
        }
        if u64::try_from(output.stdout.len()).unwrap_or(u64::MAX) > limit {
            return Err(format!("it is larger than {} MB", limit >> 20));
        }
        Ok(output.stdout)
    }
}
