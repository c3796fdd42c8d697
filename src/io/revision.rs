//! Files as they were in a revision of their repository: `HEAD~1:src/door.erl`.
//!
//! Input: a path that is no file, with a colon; the file is named as it is today, from where one is. Output: the bytes that git has, the
//! path of the file. Asks `git` in the folder of the file, changes nothing, and names no other programs.

use crate::io::asked;
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
    if asked::exists(path) {
        return None;
    }
    let (revision, file) = path.to_str()?.split_once(':')?;
    (is_revision(revision) && !file.is_empty()).then(|| Revised { revision, file: Path::new(file) })
}

/// Whether a text may name a revision: what begins with a dash would be an option of git.
pub(crate) fn is_revision(text: &str) -> bool {
    !text.is_empty() && !text.starts_with('-') && !text.contains(':')
}

/// The place of a file today, whatever revision a path names.
pub(crate) fn today(path: &Path) -> &Path {
    revised(path).map_or(path, |revised| revised.file)
}

impl Revised<'_> {
    /// The nearest folder of the file that is there today, and the file as it is named from there.
    fn seen_from(&self) -> (&Path, &Path) {
        let mut above =
            self.file.ancestors().skip(1).filter(|folder| !folder.as_os_str().is_empty());
        let folder = above.find(|folder| asked::is_dir(folder)).unwrap_or(Path::new("."));
        (folder, self.file.strip_prefix(folder).unwrap_or(self.file))
    }

    /// The bytes of the file, at most so many; else why there are none.
    pub(crate) fn bytes(&self, limit: u64) -> Result<Vec<u8>, String> {
        let (folder, name) = self.seen_from();
        let object = format!("{}:./{}", self.revision, name.display());
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
