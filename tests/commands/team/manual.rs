//! What shells and manuals know of the command line.

use std::fs;
use std::path::Path;

use crate::command_line::run;

#[test]
fn shells_know_commands_and_flags() {
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let output = run(&["completions", shell]);
        let text = String::from_utf8(output.stdout).unwrap();
        assert_eq!(output.status.code(), Some(0), "{shell}");
        assert!(text.contains("preserve") && text.contains("explain-formula"), "{shell}");
    }
    assert_eq!(run(&["completions", "cmd"]).status.code(), Some(2));
}

#[test]
fn each_command_has_a_page() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("man");
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    let output = run(&["man", "-o", folder.to_str().unwrap()]);
    assert_eq!(output.status.code(), Some(0));
    let page = |name: &str| fs::read_to_string(folder.join(name)).unwrap();
    let whole = page("erl2lts.1");
    assert!(whole.contains(".TH erl2lts 1") && whole.contains("Exit codes:"), "{whole}");
    assert!(page("erl2lts-check.1").contains("\\-\\-explain\\-formula"));
    assert!(page("erl2lts-graph.1").contains("\\-\\-quiet"));
    assert!(!folder.join("erl2lts-help.1").exists());
    let printed = run(&["man"]);
    assert_eq!(String::from_utf8(printed.stdout).unwrap(), whole);
    let nowhere = run(&["man", "-o", "/nowhere/at/all"]);
    assert_eq!(nowhere.status.code(), Some(2));
}
