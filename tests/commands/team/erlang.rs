//! Properties as tests in Erlang: the macros, the generator and the hook, in real `EUnit` and Common Test.

use std::fs;
use std::path::Path;
use std::process::Command;

use crate::tools::{Folder, on_path};

const TESTS: &str = r#"
-module(door_tests).
-include_lib("eunit/include/eunit.hrl").
-include_lib("erl2lts/include/erl2lts.hrl").
door_props_test_() -> erl2lts:eunit("door.props").
holds_test() -> ?assertSatisfies("door.props", "[(not cmd({button,abc}))* . do_unlock] false").
violated_test() -> ?assertViolates("door.props", "[true* . do_unlock] false", [{button,abb},{button,abc}]).
of_a_module_test() ->
    ?assertSatisfies(fsm_door, {ctl, "AG (locked or open or ended)"}, ["--init", "abc", "--commands", "{any_of,[{button,abc}]}"]).
is_not_so_test() ->
    ?assertError({assertSatisfies, [{module, ?MODULE}, {line, _}, {expression, _}, {formula, "[true* . do_unlock] false"},
                                    {expected, holds}, {value, violated}, {counterexample, [{button,abb},{button,abc}]}, {comment, _}]},
                 ?assertSatisfies("door.props", "[true* . do_unlock] false")).
other_events_test() ->
    ?assertError({assertViolates, [_, _, _, _, {expected, [{button,abc}]}, {value, [{button,abb},{button,abc}]} | _]},
                 ?assertViolates("door.props", "[true* . do_unlock] false", [{button,abc}])).
not_understood_test() ->
    ?assertError({erl2lts, [{message, "E0402", #{severity := error}}]}, ?assertSatisfies("door.props", "[true")).
nothing_there_test() ->
    ?assertError({erl2lts, _}, ?assertSatisfies("nothing.props", "true")).
"#;

const SUITE: &str = r#"
-module(door_SUITE).
-export([suite/0, all/0, properties/1]).
suite() -> [{ct_hooks, [{erl2lts_cth, ["FILE"]}]}].
all() -> [properties].
properties(_) -> erl2lts:assert("PATH").
"#;

/// A folder with the library compiled, the door, and tests.
fn project() -> Option<Folder> {
    let compiler = on_path("erlc")?;
    let folder = Folder::new("team-erlang");
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let ebin = folder.path().join("lib/erl2lts/ebin");
    fs::create_dir_all(&ebin).unwrap();
    let library = root.join("integrations/erlang");
    let include = folder.path().join("lib/erl2lts/include");
    fs::create_dir_all(&include).unwrap();
    fs::copy(library.join("include/erl2lts.hrl"), include.join("erl2lts.hrl")).unwrap();
    for name in ["fsm_door.erl", "door.props"] {
        fs::copy(root.join("fixtures/door").join(name), folder.path().join(name)).unwrap();
    }
    let erlc = |arguments: &[&str], files: &[std::path::PathBuf]| {
        let mut command = Command::new(&compiler);
        command.args(arguments).args(files).current_dir(folder.path());
        let output = command.env("ERL_LIBS", folder.path().join("lib")).output().unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stdout));
    };
    let sources = ["erl2lts.erl", "erl2lts_cth.erl"].map(|name| library.join("src").join(name));
    erlc(&["-Werror", "-o", ebin.to_str().unwrap()], &sources);
    let tests = folder.write("door_tests.erl", TESTS);
    erlc(&["-Werror"], &[tests]);
    erlc(&["+debug_info"], &[folder.path().join("fsm_door.erl")]);
    Some(folder)
}

/// What a call of Erlang prints in the folder, and whether it ends well.
fn erl(folder: &Folder, program: &str, arguments: &[&str]) -> (String, bool) {
    let mut command = Command::new(on_path(program).unwrap());
    command.args(arguments).current_dir(folder.path());
    command.env("ERL_LIBS", folder.path().join("lib"));
    let output = command.env("ERL2LTS", env!("CARGO_BIN_EXE_erl2lts")).output().unwrap();
    let text = [output.stdout, output.stderr].concat();
    (String::from_utf8_lossy(&text).into_owned(), output.status.success())
}

#[test]
fn properties_are_tests_of_eunit() {
    let Some(folder) = project() else { return };
    let run = "case code:which(eunit) of non_existing -> io:format(\"no eunit\"); \
               _ -> R = eunit:test(door_tests, [verbose]), io:format(\"~n~p~n\", [R]) end, halt().";
    let (text, _) = erl(&folder, "erl", &["-noshell", "-pa", ".", "-eval", run]);
    if text.contains("no eunit") {
        assert!(std::env::var("ERL2LTS_REQUIRE_ERLANG").is_err(), "EUnit is not installed");
        return;
    }
    assert!(text.contains("\nok\n"), "{text}");
    assert!(text.contains("All 10 tests passed"), "{text}");
    assert!(
        text.contains("(no_unlock_without_code: [(not cmd({button,abc}))* . do_unlock] false)"),
        "{text}"
    );
}

#[test]
fn properties_are_tests_of_common_test() {
    let Some(folder) = project() else { return };
    if on_path("ct_run").is_none() {
        return;
    }
    let violated = "{property, never, mu, \"[true* . do_unlock] false\", []}.\n";
    let props = fs::read_to_string(folder.path().join("door.props")).unwrap();
    let wrong = folder.write("wrong.props", &format!("{props}{violated}"));
    let door = folder.path().join("door.props");
    for (file, is_good) in [(&door, true), (&wrong, false)] {
        let name = file.file_name().unwrap().to_str().unwrap();
        let suite = SUITE.replace("FILE", name).replace("PATH", file.to_str().unwrap());
        folder.write("door_SUITE.erl", &suite);
        let logs = folder.path().join("logs");
        let _ = fs::create_dir(&logs);
        let (text, ended) =
            erl(&folder, "ct_run", &["-suite", "door_SUITE", "-logdir", "logs", "-noshell"]);
        assert_eq!(ended, is_good, "{text}");
        assert!(text.contains(if is_good { "1 ok, 0 failed" } else { "0 ok" }), "{text}");
        if !is_good {
            assert!(text.contains("violated  never: [true* . do_unlock] false"), "{text}");
        }
    }
}
