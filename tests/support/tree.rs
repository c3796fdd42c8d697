//! All files of `fixtures` that the command line takes, with what it says of them.
//!
//! Input: the folder. Output: each `.props` file, and each module that no such file names, in both forms; the
//! specification of each, or why there is none. All through the binary: what is compared is what users get.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use super::file;

/// A fixture in one form.
#[derive(Clone, Debug)]
pub struct Case {
    /// Its path below `fixtures`.
    pub name: String,
    /// `paper` or `direct`.
    pub form: &'static str,
}

/// Languages, as `--format` and `--labels` name them.
pub const LANGUAGES: [&str; 2] = ["mcrl", "mcrl2"];

/// All cases, in order. Folder `bad` holds what no command takes, `defects` and `projects` what runs under the events that
/// it suggests, with unknown payloads.
pub fn cases() -> Vec<Case> {
    let root = file("fixtures");
    let mut files = Vec::new();
    collect(&root, &mut files);
    let named: BTreeSet<PathBuf> = files.iter().filter_map(|path| module_of(path)).collect();
    let is_other = |path: &PathBuf| {
        ["bad", "defects", "projects"].iter().any(|folder| path.starts_with(root.join(folder)))
    };
    files.retain(|path| !is_other(path) && !named.contains(path));
    files.sort();
    let names = files.iter().map(|path| path.strip_prefix(&root).unwrap().display().to_string());
    let cases =
        names.flat_map(|name| ["paper", "direct"].map(|form| Case { name: name.clone(), form }));
    cases.collect()
}

fn collect(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let extension = path.extension().map(|extension| extension.to_string_lossy().into_owned());
        if path.is_dir() {
            collect(&path, files);
        } else if matches!(extension.as_deref(), Some("erl" | "props")) {
            files.push(path);
        }
    }
}

/// The module that a `.props` file names.
fn module_of(path: &Path) -> Option<PathBuf> {
    path.extension().filter(|extension| *extension == "props")?;
    let text = std::fs::read_to_string(path).unwrap();
    let (_, rest) = text.split_once("{module,")?;
    let (name, _) = rest.split_once('}')?;
    let name = name.trim().trim_matches(['"', '\'']).trim_end_matches(".erl");
    Some(path.parent()?.join(format!("{name}.erl")))
}

impl Case {
    /// The specification in a language, or the codes of the errors.
    pub fn translated(&self, language: &str) -> Result<String, String> {
        let args = ["translate", "--messages", "short", "--format", language];
        let output = self.run(&args);
        if output.status.success() {
            return Ok(String::from_utf8(output.stdout).unwrap());
        }
        let errors = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(2), "{self:?}: {errors}");
        assert!(output.stdout.is_empty(), "{self:?}: a partial text");
        let codes = errors.lines().filter_map(|line| {
            let (_, code) = line.split_once("error[")?;
            code.split(']').next()
        });
        let codes: BTreeSet<&str> = codes.collect();
        Err(codes.into_iter().collect::<Vec<_>>().join(" "))
    }

    /// Writes its LTS with the labels of a language; tells whether that is all of it, which it is not where a machine without
    /// commands counts without end.
    pub fn explored(&self, language: &str, target: &Path) -> bool {
        let tau = if language == "mcrl" { "i" } else { "tau" };
        let target = target.to_str().unwrap();
        let labels = ["--view", "paper", "--labels", language, "--tau", tau];
        let output = self
            .run(&[&["lts", "--close", "-o", target, "--timeout", "120"], &labels[..]].concat());
        let errors = String::from_utf8_lossy(&output.stderr);
        let is_cut = output.status.code() == Some(3) && self.is_module();
        assert!(output.status.success() || is_cut, "{self:?}: {errors}");
        output.status.success()
    }

    /// Whether it is a module that no `.props` file names.
    pub fn is_module(&self) -> bool {
        Path::new(&self.name).extension().is_some_and(|end| end == "erl")
    }

    fn run(&self, args: &[&str]) -> Output {
        let fixture = format!("fixtures/{}", self.name);
        Command::new(env!("CARGO_BIN_EXE_erl2lts"))
            .args(args)
            .args(["--form", self.form, &fixture])
            .current_dir(env!("CARGO_MANIFEST_DIR"))
            .output()
            .unwrap()
    }
}
