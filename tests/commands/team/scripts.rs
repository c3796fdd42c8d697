//! The shell parts of integrations: the step of a job on GitHub, the hook of pre-commit.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

fn script(name: &str, files: &[&str], variables: &[(&str, &str)]) -> Output {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut command = Command::new("bash");
    command.arg(root.join("integrations").join(name)).args(files).current_dir(root);
    command.env("ERL2LTS", env!("CARGO_BIN_EXE_erl2lts")).envs(variables.iter().copied());
    command.output().unwrap()
}

#[test]
fn a_job_on_github_has_annotations_a_summary_and_reports() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("github");
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    let (summary, sarif) = (folder.join("summary.md"), folder.join("sarif"));
    let variables = [
        ("GITHUB_STEP_SUMMARY", summary.to_str().unwrap()),
        ("ERL2LTS_SARIF", sarif.to_str().unwrap()),
        ("ERL2LTS_ARGS", "--max-states 100000"),
    ];
    let files = ["fixtures/door/door.props", "fixtures/defects/late_cancel.erl"];
    let output = script("github/check.sh", &files, &variables);
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    assert_eq!(output.status.code(), Some(1), "{text}");
    assert!(text.starts_with("::error file=fixtures/defects/late_cancel.erl,line=13,"), "{text}");
    let told = fs::read_to_string(&summary).unwrap();
    assert!(told.contains("## erl2lts: `fixtures/door/door.props`"), "{told}");
    assert!(told.contains("## erl2lts: `fixtures/defects/late_cancel.erl`"), "{told}");
    assert!(told.contains("```mermaid\nflowchart TD"), "{told}");
    assert_eq!(fs::read_dir(&sarif).unwrap().count(), 2);
    let wrong = script("github/check.sh", &["nothing.props", files[1]], &[]);
    assert_eq!(wrong.status.code(), Some(2));
    assert_eq!(script("github/check.sh", &files[..1], &[]).status.code(), Some(0));
}

#[test]
fn a_commit_is_checked_as_far_as_it_changes_machines() {
    let good = ["fixtures/door/door.props", "README.md", "fixtures/door/fsm_door.erl"];
    let output = script("pre-commit.sh", &good, &[]);
    assert_eq!((output.status.code(), output.stdout.len()), (Some(0), 0));
    let bad = script("pre-commit.sh", &["fixtures/defects/late_cancel.erl", good[0]], &[]);
    assert_eq!(bad.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&bad.stdout).contains("E0703"));
}
