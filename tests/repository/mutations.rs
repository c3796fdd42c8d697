//! The faults of `tests/mutations/run.sh` are still faults of the files as they are: one that no longer applies would
//! never be noticed. Running them takes hours and is left to people.

use std::process::Command;

#[test]
fn all_faults_apply() {
    let root = env!("CARGO_MANIFEST_DIR");
    let output = Command::new("bash")
        .args(["tests/mutations/run.sh", "--applies"])
        .current_dir(root)
        .output()
        .unwrap();
    let said = String::from_utf8(output.stdout).unwrap();
    assert!(output.status.success(), "{said}");
    assert!(said.ends_with(" faults, 0 no longer apply\n"), "{said}");
}
