//! Other modules of a project as they should not be: what is said of them, and that the module is looked at all the same.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use crate::command_line::run;

const DOOR: &str = "-module(door).\n-behaviour(gen_server).\n-export([init/1, handle_call/3, handle_cast/2, f/1]).\n\
    init(_) -> {ok, 0}.\n\
    handle_call(ask, _, N) -> {reply, help:next(N), N}.\n\
    handle_cast(_, N) -> {noreply, N}.\n\
    f(X) -> X.\n";

/// A project with these files, below a folder of its own.
fn project(name: &str, files: &[(&str, &str)]) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("other_modules").join(name);
    let _ = fs::remove_dir_all(&folder);
    for (path, text) in
        [("rebar.config", "{deps, []}.\n"), ("src/door.erl", DOOR)].iter().chain(files)
    {
        let path = folder.join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }
    folder
}

/// What is said of the modules of a project, without its folder.
fn told(name: &str, files: &[(&str, &str)], flags: &[&str]) -> String {
    let folder = project(name, files);
    let door = folder.join("src/door.erl");
    let output =
        run(&[&["check", door.to_str().unwrap(), "--modules", "--messages", "short"], flags]
            .concat());
    let said = String::from_utf8(output.stderr).unwrap();
    let shown = said.replace(&format!("{}/", folder.display()), "");
    format!("{shown}exit {}\n", output.status.code().unwrap())
}

const HELP: &str = "-module(help).\n-export([next/1]).\nnext(N) -> N + 1.\n";

#[test]
fn modules_that_cannot_be_used() {
    let long: String = (0..20_000).fold(HELP.to_owned(), |mut text, at| {
        let _ = writeln!(text, "f{at}(X) -> {{{at}, X}}.");
        text
    });
    let other = HELP.replace("N + 1", "N + 2");
    let cases: [(&str, Vec<(&str, &str)>); 11] = [
        ("none", vec![]),
        (
            "does_not_parse",
            vec![("src/help.erl", "-module(help).\n-export([next/1]).\nnext(N -> N.\n")],
        ),
        ("two_of_one_name", vec![("apps/a/src/help.erl", HELP), ("apps/b/src/help.erl", &other)]),
        ("two_that_are_alike", vec![("apps/a/src/help.erl", HELP), ("apps/b/src/help.erl", HELP)]),
        ("nearer_goes_first", vec![("src/sub/help.erl", HELP), ("deps/b/src/help.erl", &other)]),
        (
            "another_name",
            vec![("src/help.erl", "-module(helper).\n-export([next/1]).\nnext(N) -> N.\n")],
        ),
        (
            "parse_transform",
            vec![(
                "src/help.erl",
                &*Box::leak(format!("{HELP}-compile({{parse_transform, t}}).\n").into_boxed_str()),
            )],
        ),
        (
            "no_header",
            vec![(
                "src/help.erl",
                "-module(help).\n-include(\"gone.hrl\").\n-export([next/1]).\nnext(N) -> N.\n",
            )],
        ),
        (
            "circle",
            vec![
                (
                    "src/help.erl",
                    "-module(help).\n-export([next/1]).\nnext(0) -> door:f(0);\nnext(N) -> more:next(N).\n",
                ),
                (
                    "src/more.erl",
                    "-module(more).\n-export([next/1]).\nnext(N) -> help:next(N - 1).\n",
                ),
            ],
        ),
        ("long", vec![("src/help.erl", &long)]),
        ("broken_beam", vec![("deps/x/ebin/help.beam", "FOR1")]),
    ];
    let mut all = String::new();
    for (name, files) in &cases {
        let _ = write!(all, "= {name}\n{}", told(name, files, &[]));
    }
    insta::assert_snapshot!(all);
}

/// `--path` goes before the project, a module in no project is alone, and what is to be open must be there.
#[test]
fn flags() {
    let other = HELP.replace("N + 1", "N + 2");
    let files = [("src/help.erl", HELP), ("elsewhere/help.erl", other.as_str())];
    let folder = project("flags", &files);
    let elsewhere = folder.join("elsewhere");
    let path = ["--path", elsewhere.to_str().unwrap()];
    let mut all = String::new();
    for (name, flags) in [
        ("path", &path[..]),
        ("path that is not there", &["--path", "gone"][..]),
        ("open", &["--open", "help"][..]),
        ("open that is not there", &["--open", "gone"][..]),
    ] {
        let _ = write!(all, "= {name}\n{}", told("flags", &files, flags));
    }
    // Two files beside each other are no project.
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("other_modules/no_project");
    fs::create_dir_all(&folder).unwrap();
    let door = folder.join("door.erl");
    fs::write(&door, DOOR).unwrap();
    fs::write(folder.join("help.erl"), HELP).unwrap();
    let output = run(&["check", door.to_str().unwrap(), "--modules", "--messages", "short"]);
    let _ = write!(all, "= no project\n{}", String::from_utf8(output.stderr).unwrap());
    insta::assert_snapshot!(all);
}

/// A fun of another module that is a value is called as such, whatever else of that module is a part of the model.
#[test]
fn funs_of_other_modules() {
    let door = DOOR.replace(
        "handle_call(ask, _, N) -> {reply, help:next(N), N}.",
        "handle_call(ask, _, N) -> {reply, [F(1) || F <- [fun help:next/1]], N};\n\
         handle_call(each, _, N) -> {reply, lists:map(fun help:next/1, [1, 2]), help:apply_it(fun(X) -> self() ! X end, N)}.",
    );
    let help = "-module(help).\n-export([next/1, apply_it/2]).\nnext(N) -> N + 1.\napply_it(F, X) -> F(X).\n";
    let folder = project("funs", &[("src/door.erl", &door), ("src/help.erl", help)]);
    let door = folder.join("src/door.erl");
    let output = run(&["lts", door.to_str().unwrap(), "--commands", "[{call,ask},{call,each}]"]);
    let shown = String::from_utf8(output.stdout).unwrap();
    insta::assert_snapshot!(shown);
}

/// `{open, [M]}` in a `.props` file is what `--open` is, and the flag goes before it.
#[test]
fn open_in_a_file() {
    let acting = "-module(help).\n-export([next/1]).\nnext(N) -> put(seen, N), N + 1.\n";
    let said = |open: &str, flags: &[&str]| {
        let props =
            format!("{{module, door}}.\n{{init, 0}}.\n{{commands, [{{call, ask}}]}}.\n{open}\n");
        let files = [("src/help.erl", acting), ("src/door.props", props.as_str())];
        let folder = project("open_in_a_file", &files);
        let file = folder.join("src/door.props");
        let all = [&["lts", file.to_str().unwrap(), "--modules", "--messages", "short"], flags];
        let output = run(&all.concat());
        let text = String::from_utf8(output.stderr).unwrap();
        (text.replace(&format!("{}/", folder.display()), ""), output.status.code())
    };
    let (closed, code) = said("", &[]);
    assert!(closed.contains("next/1 by what they return") && code == Some(0), "{closed}");
    let (open, code) = said("{open, [help]}.", &[]);
    assert!(open.contains("next/1 as they are") && code == Some(0), "{open}");
    let (gone, code) = said("{open, [gone]}.", &[]);
    assert!(gone.contains("error[E0540]: the open module `gone`") && code == Some(2), "{gone}");
    let (flag, code) = said("{open, [gone]}.", &["--open", "help"]);
    assert!(flag.contains("next/1 as they are") && code == Some(0), "{flag}");
    for wrong in ["{open, help}.", "{open, [\"help\"]}.", "{open, [help]}. {open, [help]}."] {
        let (text, code) = said(wrong, &[]);
        assert!(text.contains("src/door.props:4") && code == Some(2), "{wrong}: {text}");
    }
}

/// A compiled file that was made of another source is named, one that was made of this one is not.
#[test]
fn compiled_of_another_source() {
    let Some(erlc) = crate::tools::on_path("erlc") else { return };
    let help =
        "-module(help).\n-export([next/1]).\n-define(STEP, 1).\nnext(N) -> N + ?STEP. % one more\n";
    let folder = project("outdated", &[("src/help.erl", help), ("ebin/none", "")]);
    let modules = || {
        let door = folder.join("src/door.erl");
        let output = run(&["check", door.to_str().unwrap(), "--modules", "--messages", "short"]);
        String::from_utf8(output.stderr).unwrap().replace(&format!("{}/", folder.display()), "")
    };
    crate::tools::run(&folder, &erlc, &["+debug_info", "-o", "ebin", "src/help.erl"]);
    assert!(!modules().contains("compiled of"), "{}", modules());
    fs::write(folder.join("src/help.erl"), help.replace("STEP, 1", "STEP, 2")).unwrap();
    let said = modules();
    let expected =
        "note[N0540]: help is not what `ebin/help.beam` was compiled of: next/1 differs\n";
    assert!(said.contains(expected), "{said}");
}
