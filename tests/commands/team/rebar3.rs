//! A project of rebar3 with the plugin and the library: checked, tested, and with a bug.

use std::fs;
use std::path::Path;
use std::process::Command;

use crate::tools::{Folder, on_path};

const CONFIG: &str = r#"
{erl_opts, [debug_info, {d, 'LIMIT', 3}]}.
{plugins, [rebar3_erl2lts]}.
{erl2lts, [{formats, [github, {junit, "_build/~s.xml"}]}]}.
{profiles, [{test, [{deps, [erl2lts]}, {erl_opts, [{d, 'SLOW'}]}]}]}.
"#;

const TESTS: &str = r#"
-module(door_tests).
-include_lib("eunit/include/eunit.hrl").
-include_lib("erl2lts/include/erl2lts.hrl").
door_props_test_() -> erl2lts:eunit("test/door.props").
holds_test() ->
    ?assertSatisfies(fsm_door, "[(not cmd({button,abc}))* . do_unlock] false",
                     ["--init", "abc", "--commands", "{any_of,[{button,abb},{button,abc}]}"]).
"#;

const SUITE: &str = r#"
-module(door_SUITE).
-export([suite/0, all/0, properties/1]).
suite() -> [{ct_hooks, [{erl2lts_cth, ["door.props"]}]}].
all() -> [properties].
properties(_) -> ok.
"#;

const APP: &str =
    "{application, door, [{description, \"\"}, {vsn, \"1\"}, {applications, [kernel, stdlib]}]}.\n";

/// A project that has the door, its properties, and tests of them.
fn project() -> Folder {
    let folder = Folder::new("team-rebar3");
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    for name in ["src", "test", "_checkouts", "home"] {
        fs::create_dir(folder.path().join(name)).unwrap();
    }
    for (from, to) in [("rebar3_erl2lts", "rebar3_erl2lts"), ("erlang", "erl2lts")] {
        let to = folder.path().join("_checkouts").join(to);
        let mut copied = Command::new("cp");
        copied.arg("-r").arg(root.join("integrations").join(from)).arg(to);
        assert!(copied.status().unwrap().success());
    }
    let door = root.join("fixtures/door");
    fs::copy(door.join("fsm_door.erl"), folder.path().join("src/fsm_door.erl")).unwrap();
    let props = fs::read_to_string(door.join("door.props")).unwrap();
    let props = props.replace("{module, fsm_door}", "{module, \"../src/fsm_door.erl\"}");
    folder.write("test/door.props", &props);
    folder.write("src/door.app.src", APP);
    folder.write("rebar.config", CONFIG);
    folder.write("test/door_tests.erl", TESTS);
    folder.write("test/door_SUITE.erl", SUITE);
    folder
}

#[test]
fn a_project_is_checked_and_tested() {
    let Some(program) = on_path("rebar3") else { return };
    let folder = project();
    let rebar3 = |arguments: &[&str]| {
        let mut command = Command::new(&program);
        command.args(arguments).current_dir(folder.path()).env("HOME", folder.path().join("home"));
        let output = command.env("ERL2LTS", env!("CARGO_BIN_EXE_erl2lts")).output().unwrap();
        let text = String::from_utf8_lossy(&[output.stdout, output.stderr].concat()).into_owned();
        (output.status.code(), text)
    };
    let (code, text) = rebar3(&["erl2lts", "check"]);
    assert_eq!(code, Some(0), "{text}");
    assert!(!text.contains("::error"), "{text}");
    let junit = fs::read_to_string(folder.path().join("_build/door.xml")).unwrap();
    assert!(junit.contains("failures=\"0\" errors=\"0\""), "{junit}");
    let (code, text) = rebar3(&["as", "test", "do", "eunit", "-v,", "ct,", "erl2lts", "check"]);
    assert_eq!(code, Some(0), "{text}");
    assert!(text.contains("All 4 tests passed") && text.contains("All 1 tests passed"), "{text}");
    let module = fs::read_to_string(folder.path().join("src/fsm_door.erl")).unwrap();
    let module = module.replace("action:display_message()", "action:do_unlock()");
    folder.write("src/fsm_door.erl", &module);
    let (code, text) = rebar3(&["erl2lts", "check"]);
    assert_eq!(code, Some(1), "{text}");
    let annotation =
        "::error file=test/door.props,line=7,col=40,title=violated no_unlock_without_code::";
    assert!(text.contains(annotation), "{text}");
    assert!(text.contains("src/fsm_door.erl:13") && !text.contains("../"), "{text}");
    assert!(text.contains("`[…] F` over it"), "{text}");
    assert!(text.contains("erl2lts: door.props: not as expected"), "{text}");
    let (code, text) = rebar3(&["eunit"]);
    assert_eq!(code, Some(1), "{text}");
    assert!(text.contains("counterexample"), "{text}");
}
