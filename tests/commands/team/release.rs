//! The archive of the program, as somebody gets it who does not build it.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use crate::tools::Folder;

/// Packs the program of these tests into a folder.
fn packed(folder: &Path) -> Output {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut command = Command::new("bash");
    command.arg(root.join("integrations/release.sh")).arg(folder).env("SOURCE_DATE_EPOCH", "0");
    command.env("ERL2LTS_BINARY", env!("CARGO_BIN_EXE_erl2lts")).output().unwrap()
}

fn shell(folder: &Path, script: &str) -> (bool, String) {
    let output = Command::new("bash").args(["-c", script]).current_dir(folder).output().unwrap();
    (output.status.success(), String::from_utf8_lossy(&output.stdout).into_owned())
}

#[test]
fn an_archive_holds_a_program_that_runs() {
    let folder = Folder::new("team-release");
    let output = packed(folder.path());
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let archive = String::from_utf8_lossy(&output.stdout).trim().to_owned();
    let sums = fs::read_to_string(folder.path().join("SHA256SUMS")).unwrap();
    let (is_whole, said) = shell(folder.path(), "sha256sum -c SHA256SUMS && tar xzf *.tar.gz");
    assert!(is_whole, "{said}");
    let name = Path::new(&archive).file_name().unwrap().to_string_lossy().replace(".tar.gz", "");
    let inside = folder.path().join(&name);
    for file in ["README.md", "LICENSE-MIT", "man/man1/erl2lts-check.1", "completions/erl2lts.zsh"]
    {
        assert!(fs::metadata(inside.join(file)).is_ok_and(|file| file.len() > 500), "{file}");
    }
    let (is_checked, said) = shell(
        &inside,
        &format!("./erl2lts check {}/fixtures/door/door.props", env!("CARGO_MANIFEST_DIR")),
    );
    assert!(is_checked && said.contains("2 as expected"), "{said}");
    // Whoever packs the same program again gets the same bytes.
    fs::remove_file(&archive).unwrap();
    assert!(packed(folder.path()).status.success());
    assert_eq!(fs::read_to_string(folder.path().join("SHA256SUMS")).unwrap(), sums);
}

#[test]
fn a_folder_that_is_missing_is_named() {
    let output = packed(Path::new("/nowhere/at/all"));
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(2), "{said}");
    assert!(said.contains("`/nowhere/at/all` is no folder"), "{said}");
}
