//! Commands about transition systems as a user runs them: convert, info, reduce, compare.

use std::fs;

use crate::command_line::run;
use crate::transcript::transcripts;

const DOOR: &str = "fixtures/door/door.props";
const LATE: &str = "fixtures/systems/late.aut";
const EARLY: &str = "fixtures/systems/early.aut";
const CIRCLE: &str = "fixtures/systems/circle.aut";

#[test]
fn formats() {
    insta::assert_snapshot!(transcripts(&[
        &["convert", CIRCLE],
        &["convert", CIRCLE, "--tau", "tau"],
        &["convert", CIRCLE, "--to", "fsm"],
        &["convert", CIRCLE, "--to", "dot"],
        &["convert", CIRCLE, "--to", "mermaid"],
        &["convert", DOOR, "--to", "json"],
        &["convert", "fixtures/mcrl/door.mcrl", "--to", "mermaid"],
    ]));
}

#[test]
fn numbers() {
    insta::assert_snapshot!(transcripts(&[
        &["info", CIRCLE],
        &["info", DOOR, "--view", "paper"],
        &["info", "fixtures/coffee/coffee.props", "--max-states", "3"],
    ]));
}

#[test]
fn the_smallest_systems() {
    insta::assert_snapshot!(transcripts(&[
        &["reduce", EARLY],
        &["reduce", EARLY, "--equivalence", "trace"],
        &["reduce", CIRCLE, "-e", "branching"],
        &["reduce", CIRCLE, "-e", "branching-divergence"],
        &["reduce", CIRCLE, "-e", "weak"],
        &["reduce", CIRCLE, "-e", "weak-trace", "--to", "json"],
        &["reduce", DOOR, "--max-states", "2"],
    ]));
}

#[test]
fn what_tells_systems_apart() {
    let commands = "[{button,abb},{button,abd}]";
    let module = "fixtures/door/fsm_door.erl";
    insta::assert_snapshot!(transcripts(&[
        &["compare", LATE, EARLY],
        &["compare", LATE, EARLY, "-e", "branching"],
        &["compare", EARLY, LATE, "-e", "weak"],
        &["compare", LATE, EARLY, "-e", "trace"],
        &["compare", CIRCLE, LATE, "-e", "weak-trace"],
        &["compare", CIRCLE, CIRCLE, "-e", "branching-divergence"],
        &["compare", DOOR, "fixtures/mcrl/door.mcrl"],
        &["compare", LATE, module, "--init", "abc", "--commands", commands],
        &["compare", DOOR, LATE, "--max-states", "2"],
        &["compare", LATE, "fixtures/nowhere.aut"],
    ]));
}

/// One machine as a `gen_fsm` and as a `gen_statem`: the names of their events are all that differs.
#[test]
fn a_comparison_with_other_names() {
    let files = ["fixtures/door/door.props", "fixtures/statem/statem_door.props"];
    let compare = |flags: &[&str]| {
        let output = run(&[&["compare"], &files[..], flags].concat());
        let texts = [output.stdout, output.stderr].map(|text| String::from_utf8(text).unwrap());
        (output.status.code(), texts)
    };
    let (code, [text, _]) = compare(&["--rename", "cmd=cmd_cast"]);
    assert_eq!((code, text.as_str()), (Some(0), "equivalent (strong)\n"));
    let (code, [text, _]) = compare(&["--rename", "do_unlock=do_lock"]);
    assert_eq!(code, Some(1), "{text}");
    let refused: [&[&str]; 4] = [
        &["--rename", "cmd_cast=cmd"],
        &["--rename", "cmd=tau"],
        &["--rename", "cmd=cmd_cast", "--rename", "cmd=cmd_call"],
        &["--rename", "cmd=cmd_cast", "--labels", "mcrl2"],
    ];
    for flags in refused {
        let (code, [_, text]) = compare(flags);
        assert_eq!((code, text.contains("E0510")), (Some(2), true), "{text}");
    }
    for wrong in ["cmd", "=cmd", "cmd="] {
        let (code, [_, text]) = compare(&["--rename", wrong]);
        assert_eq!((code, text.contains("two names of actions")), (Some(2), true), "{text}");
    }
}

/// The shortest difference of two versions of one module.
#[test]
fn two_versions_of_a_module() {
    let folder = std::env::temp_dir().join(format!("erl2lts-versions-{}", std::process::id()));
    fs::create_dir_all(&folder).unwrap();
    let old = fs::read_to_string("fixtures/door/fsm_door.erl").unwrap();
    let new = old.replace("action:do_unlock()", "action:do_lock()");
    assert_ne!(old, new, "the module has changed");
    let path = folder.join("fsm_door.erl");
    fs::write(&path, new).unwrap();
    let flags = ["--init", "abc", "--commands", "{any_of,[{button,abb},{button,abc}]}"];
    let files = ["fixtures/door/fsm_door.erl", path.to_str().unwrap()];
    let output = run(&[&["compare"], &files[..], &flags[..]].concat());
    let text = String::from_utf8(output.stdout).unwrap();
    let expected = format!(
        "not equivalent (strong)\nonly {} can do this, {} cannot do the last step:\n       1  \
         cmd({{button,abc}})\n       2  do_unlock\n",
        files[0], files[1]
    );
    assert_eq!((text, output.status.code()), (expected, Some(1)));
    fs::remove_dir_all(&folder).unwrap();
}

/// Each format by the name of the file, whole or not at all; what states hold in `.fsm` files of modules.
#[test]
fn files_by_their_names() {
    let folder = std::env::temp_dir().join(format!("erl2lts-formats-{}", std::process::id()));
    fs::create_dir_all(&folder).unwrap();
    for (name, start) in [
        ("x.aut", "des (0,4,5)\n"),
        ("x.fsm", "state(2) Term \"locked\" \"open\"\ndata(1) Term \"abc\"\n"),
        ("x.dot", "digraph lts {"),
        ("x.mmd", "stateDiagram-v2\n"),
        ("x.jsonl", "{\"initial\":0,\"states\":5,\"transitions\":4}\n"),
    ] {
        let path = folder.join(name);
        let output = run(&["lts", DOOR, "-o", path.to_str().unwrap()]);
        assert_eq!(String::from_utf8_lossy(&output.stdout), "5 states, 4 transitions\n");
        let text = fs::read_to_string(&path).unwrap();
        assert!(text.starts_with(start), "{name}: {text}");
    }
    assert_eq!(fs::read_dir(&folder).unwrap().count(), 5, "nothing else is left");
    fs::remove_dir_all(&folder).unwrap();
}

/// What is read is not replaced.
#[test]
fn an_input_stays() {
    let folder = std::env::temp_dir().join(format!("erl2lts-stays-{}", std::process::id()));
    fs::create_dir_all(&folder).unwrap();
    let path = folder.join("late.aut");
    fs::copy(LATE, &path).unwrap();
    let file = path.to_str().unwrap();
    for command in ["convert", "reduce"] {
        let output = run(&[command, file, "-o", file, "--to", "json"]);
        let text = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{command}: {text}");
        assert!(text.contains("E0510"), "{command}: {text}");
        assert_eq!(fs::read(&path).unwrap(), fs::read(LATE).unwrap());
    }
    fs::remove_dir_all(&folder).unwrap();
}

/// A module and its own file are equivalent in every style of labels, if the module gets that style, too.
#[test]
fn files_in_other_styles() {
    let folder = std::env::temp_dir().join(format!("erl2lts-styles-{}", std::process::id()));
    fs::create_dir_all(&folder).unwrap();
    let module = "fixtures/door/fsm_door.erl";
    let flags = ["--init", "abc", "--commands", "[{button,abc},{button,[1,2]}]"];
    for style in ["erlang", "mcrl", "mcrl2"] {
        let path = folder.join(format!("{style}.aut"));
        let file = path.to_str().unwrap();
        let written = run(&[&["lts", module, "--labels", style, "-o", file], &flags[..]].concat());
        assert!(written.status.success(), "{style}");
        let compare = |style: &[&str]| {
            let compared = run(&[&["compare", module, file], &flags[..], style].concat());
            (compared.status.code(), String::from_utf8(compared.stdout).unwrap())
        };
        let (code, text) = compare(&["--labels", style]);
        assert_eq!((code, text.as_str()), (Some(0), "equivalent (strong)\n"), "{style}");
        let (code, text) = compare(&[]);
        let is_told = text.contains("`lts --labels mcrl`");
        assert_eq!(
            (code, is_told),
            (Some(i32::from(style != "erlang")), style != "erlang"),
            "{text}"
        );
    }
    fs::remove_dir_all(folder).unwrap();
}
