//! A test of a finding that is being written.
//!
//! Input: what an editor asks for, flags of `check`. Output: the file of the test, or why there is none, once `check` has written it, in a
//! process of its own: the server goes on meanwhile. What was begun goes on to its end also where the editor ends.

use std::path::{Path, PathBuf};
use std::process::{Child, Stdio};
use std::sync::mpsc::{Receiver, TryRecvError};

use serde_json::Value;

use super::address;
use super::checking::{all_of, program};

/// Bytes of what is said.
const LARGEST: u64 = 1 << 20;

/// A test that is being written.
pub(crate) struct Writing {
    child: Child,
    said: Receiver<Vec<u8>>,
    test: PathBuf,
    /// The code of the finding.
    code: String,
}

impl Writing {
    /// Begins to write the test that a command asks for; else why it cannot be.
    pub(crate) fn begin<'w>(
        arguments: &[Value],
        flags: &[String],
        mut others: impl Iterator<Item = &'w Self>,
    ) -> Result<Self, String> {
        let asked = arguments.first().ok_or("which finding is not said")?;
        let uri = asked["uri"].as_str().and_then(|uri| uri.parse().ok());
        let path = uri.as_ref().and_then(address::path).ok_or("the file is not said")?;
        let code = asked["code"].as_str().filter(|code| is_code(code));
        let code = code.ok_or("which finding is not said")?;
        let number = asked["finding"].as_u64().ok_or("which finding is not said")?;
        let test = test_path(&path, code).ok_or("the file has no name")?;
        if others.any(|other| other.test == test) {
            return Err(format!("`{}` is being written", test.display()));
        }
        if test.exists() {
            return Err(format!("`{}` is there already", test.display()));
        }
        let mut check = program().map_err(|error| error.to_string())?;
        check.arg("check").args(flags).args(["--quiet", "--messages", "short", "--emit-test"]);
        check.arg(&test).args(["--finding", &number.to_string()]).arg("--").arg(&path);
        check.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::piped());
        let mut child = check.spawn().map_err(|error| error.to_string())?;
        let said = all_of(child.stderr.take(), LARGEST);
        Ok(Self { child, said, test, code: code.to_owned() })
    }

    /// The file, or why there is none, once that is known.
    pub(crate) fn look(&mut self) -> Option<Result<PathBuf, String>> {
        let said = match self.said.try_recv() {
            Err(TryRecvError::Empty) => return None,
            Err(TryRecvError::Disconnected) => Vec::new(),
            Ok(bytes) => bytes,
        };
        let _ = self.child.wait();
        if !self.test.exists() {
            let said = String::from_utf8_lossy(&said);
            return Some(Err(said
                .lines()
                .next()
                .unwrap_or("the test could not be written")
                .to_owned()));
        }
        // Findings are numbered as the text in the editor has them, and the test is made of the file.
        let text = std::fs::read_to_string(&self.test).unwrap_or_default();
        if text.starts_with(&format!("%% {}:", self.code)) {
            return Some(Ok(self.test.clone()));
        }
        let _ = std::fs::remove_file(&self.test);
        Some(Err(format!("{} is not that in the file: save it, then write the test", self.code)))
    }
}

fn is_code(text: &str) -> bool {
    !text.is_empty() && text.len() < 8 && text.chars().all(|c| c.is_ascii_alphanumeric())
}

/// The module of a test beside the module, or in the folder of its tests.
fn test_path(path: &Path, code: &str) -> Option<PathBuf> {
    let stem = path.file_stem()?.to_str()?;
    let folder = path.parent()?;
    let tests = folder.parent().map(|above| above.join("test")).filter(|tests| tests.is_dir());
    let folder = tests.filter(|_| folder.ends_with("src")).unwrap_or_else(|| folder.to_owned());
    Some(folder.join(format!("{stem}_{}_tests.erl", code.to_lowercase())))
}
