//! Projects of Mix with the task: checked, with a bug, and of several applications.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::tools::{Folder, on_path};

/// A project that uses the task, with these options.
fn project_file(name: &str, options: &str) -> String {
    let task = Path::new(env!("CARGO_MANIFEST_DIR")).join("integrations/mix_erl2lts");
    let task = task.display();
    format!(
        "defmodule {name}.MixProject do\n  use Mix.Project\n  def project do\n    [{options}\n     \
         version: \"0.1.0\", deps: [{{:mix_erl2lts, path: \"{task}\", runtime: false}}]]\n  end\nend\n"
    )
}

/// The door with its properties, in a folder of the project.
fn door(folder: &Folder, below: &str) {
    let from = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/door");
    let text = |name: &str| fs::read_to_string(from.join(name)).unwrap();
    for name in ["src", "test"] {
        fs::create_dir_all(folder.path().join(below).join(name)).unwrap();
    }
    folder.write(&format!("{below}src/fsm_door.erl"), &text("fsm_door.erl"));
    let props =
        text("door.props").replace("{module, fsm_door}", "{module, \"../src/fsm_door.erl\"}");
    folder.write(&format!("{below}test/door.props"), &props);
}

/// Runs Mix in a folder: its exit code, and all that was printed. What it builds does not go into the task's own folder.
fn mix(program: &PathBuf, folder: &Folder, arguments: &[&str]) -> (Option<i32>, String) {
    let mut command = Command::new(program);
    command.args(arguments).current_dir(folder.path()).env("HOME", folder.path().join("home"));
    command.env("LC_ALL", "C.UTF-8").env("ERL2LTS", env!("CARGO_BIN_EXE_erl2lts"));
    let output = command.output().unwrap();
    let text = String::from_utf8_lossy(&[output.stdout, output.stderr].concat()).into_owned();
    (output.status.code(), text)
}

#[test]
fn a_project_is_checked() {
    let Some(program) = on_path("mix") else { return };
    let folder = Folder::new("team-mix");
    door(&folder, "");
    let options = "app: :door, erlc_options: [{:d, :LIMIT, 3}],\n     \
                   erl2lts: [formats: [\"github\", {\"junit\", \"%s.xml\"}]],";
    folder.write("mix.exs", &project_file("Door", options));
    let (code, text) = mix(&program, &folder, &["erl2lts.check"]);
    assert_eq!(code, Some(0), "{text}");
    let junit = fs::read_to_string(folder.path().join("door.xml")).unwrap();
    assert!(junit.contains("failures=\"0\" errors=\"0\""), "{junit}");
    let module = fs::read_to_string(folder.path().join("src/fsm_door.erl")).unwrap();
    let module = module.replace("action:display_message()", "action:do_unlock()");
    folder.write("src/fsm_door.erl", &module);
    let (code, text) = mix(&program, &folder, &["erl2lts.check"]);
    assert_eq!(code, Some(1), "{text}");
    let annotation =
        "::error file=test/door.props,line=7,col=40,title=violated no_unlock_without_code::";
    assert!(text.contains(annotation), "{text}");
    // Without properties the machines are looked at; what is named is asked for alone.
    fs::remove_file(folder.path().join("test/door.props")).unwrap();
    let (code, text) = mix(&program, &folder, &["erl2lts.check"]);
    assert_eq!(code, Some(0), "{text}");
    let junit = fs::read_to_string(folder.path().join("door.xml")).unwrap();
    assert!(junit.contains("<testsuite name=\"src/fsm_door.erl\" tests=\"1\""), "{junit}");
    let (code, text) = mix(&program, &folder, &["erl2lts.check", "src/fsm_lift.erl"]);
    assert!(code == Some(2) && text.contains("E0501"), "{code:?} {text}");
}

#[test]
fn applications_are_checked_together() {
    let Some(program) = on_path("mix") else { return };
    let folder = Folder::new("team-mix-apps");
    let options = "apps_path: \"apps\",";
    folder.write("mix.exs", &project_file("House", options));
    for (name, module) in [("back", "Back"), ("front", "Front")] {
        let below = format!("apps/{name}/");
        door(&folder, &below);
        folder.write(&format!("{below}mix.exs"), &project_file(module, &format!("app: :{name},")));
    }
    let path = "apps/back/src/fsm_door.erl";
    let module = fs::read_to_string(folder.path().join(path)).unwrap();
    folder.write(path, &module.replace("action:display_message()", "action:do_unlock()"));
    let (code, text) = mix(&program, &folder, &["erl2lts.check"]);
    assert_eq!(code, Some(1), "{text}");
    let summaries: Vec<&str> = text.lines().filter(|line| line.contains("properties:")).collect();
    assert_eq!(summaries.len(), 2, "{text}");
    assert!(summaries[0].contains("2 violated") && summaries[1].contains("0 violated"), "{text}");
    assert!(text.contains("apps/back/src/fsm_door.erl:13"), "{text}");
}

#[test]
fn a_program_that_is_missing_is_named() {
    let Some(program) = on_path("mix") else { return };
    let folder = Folder::new("team-mix-missing");
    folder.write("mix.exs", &project_file("Door", "app: :door,"));
    let mut command = Command::new(&program);
    command.arg("erl2lts.check").current_dir(folder.path()).env("ERL2LTS", "/nowhere/erl2lts");
    let output = command.env("HOME", folder.path().join("home")).output().unwrap();
    let text = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(1), "{text}");
    assert!(text.contains("erl2lts is not found: put `/nowhere/erl2lts` on the PATH"), "{text}");
}
