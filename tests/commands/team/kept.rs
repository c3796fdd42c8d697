//! `check --cache`: the same bytes with and without, and never what is not so any more.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use crate::tools::Folder;

fn check(folder: &Folder, cache: &Path, args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_erl2lts"))
        .arg("check")
        .args(args)
        .arg(format!("--cache={}", cache.display()))
        .current_dir(folder.path())
        .env("ERL_LIBS", folder.path().join("libs"))
        .output()
        .unwrap()
}

fn same(left: &Output, right: &Output) {
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    assert_eq!(text(&left.stdout), text(&right.stdout));
    assert_eq!(text(&left.stderr), text(&right.stderr));
    assert_eq!(left.status.code(), right.status.code());
}

fn files(cache: &Path) -> Vec<std::path::PathBuf> {
    let mut all: Vec<_> = fs::read_dir(cache).unwrap().map(|entry| entry.unwrap().path()).collect();
    all.sort();
    all
}

const DOOR: &str = "-module(door).
-behaviour(gen_statem).
-include(\"codes.hrl\").
-export([init/1, callback_mode/0, locked/3, open/3]).
callback_mode() -> state_functions.
init(_) -> {ok, locked, ?CODE}.
locked(cast, Code, Code) -> {next_state, open, Code};
locked(cast, _, _) -> keep_state_and_data.
open(cast, X, Code) -> {next_state, lock:behind(X), Code}.
";

/// A module with a header and another module.
fn project() -> Folder {
    let folder = Folder::new("kept");
    for name in ["src", "include"] {
        fs::create_dir(folder.path().join(name)).unwrap();
    }
    folder.write("rebar.config", "{erl_opts, []}.\n");
    folder.write("src/door.erl", DOOR);
    folder.write("include/codes.hrl", "-define(CODE, abc).\n");
    folder.write("src/lock.erl", "-module(lock).\n-export([behind/1]).\nbehind(_) -> locked.\n");
    folder
}

#[test]
fn nothing_that_is_read_changes_unseen() {
    let (folder, kept) = (project(), Folder::new("kept-cache"));
    let cache = kept.path();
    let args = ["src/door.erl"];
    let without = || {
        Command::new(env!("CARGO_BIN_EXE_erl2lts"))
            .args(["check", "src/door.erl"])
            .current_dir(folder.path())
            .env("ERL_LIBS", folder.path().join("libs"))
            .output()
            .unwrap()
    };
    let mut n_kept = 0;
    let mut both = |what: &str| {
        // Once to be kept, once again.
        let before = files(cache).first().map(|file| fs::read(file).unwrap());
        same(&check(&folder, cache, &args), &without());
        same(&check(&folder, cache, &args), &without());
        let now = files(cache).first().map(|file| fs::read(file).unwrap());
        n_kept += usize::from(before != now);
        assert_ne!(before, now, "nothing new is kept after: {what}");
    };
    both("the first time");
    folder.write("src/door.erl", &DOOR.replace("open, Code}", "opened, Code}"));
    both("another module");
    folder.write("src/lock.erl", "-module(lock).\n-export([behind/1]).\nbehind(_) -> nowhere.\n");
    both("another module that is called");
    folder.write("include/codes.hrl", "-define(CODE, ab).\n");
    both("another header");
    // A header that is found first, where none was.
    folder.write("src/codes.hrl", "-define(CODE, other).\n");
    both("a header that was not there");
    folder.write("src/door.props", "{module, door}.\n{commands, [{cast, abc}]}.\n");
    both("a file of properties beside it");
    folder.write("rebar.config", "{erl_opts, [{d, 'X'}]}.\n");
    both("other options");
    fs::remove_file(folder.path().join("src/lock.erl")).unwrap();
    both("a module that is gone");
    assert_eq!(n_kept, 8);
    assert_eq!(files(cache).len(), 1);
}

#[test]
fn damaged_and_foreign_files_are_no_answers() {
    let (folder, kept) = (project(), Folder::new("kept-damaged"));
    let cache = kept.path();
    let fresh = check(&folder, cache, &["src/door.erl"]);
    let [file] = &files(cache)[..] else { panic!("{:?}", files(cache)) };
    let good = fs::read_to_string(file).unwrap();
    let others = [
        String::new(),
        "x".to_owned(),
        good.replace("kept 1", "kept 2"),
        good.replacen("exit", "exis", 1),
        good[..good.len() / 2].to_owned(),
        format!("{good}x"),
    ];
    for other in others {
        fs::write(file, other).unwrap();
        same(&check(&folder, cache, &["src/door.erl"]), &fresh);
        assert_eq!(fs::read_to_string(file).unwrap(), good, "it is not made anew");
    }
    // A folder in its place, and a folder that cannot be one.
    fs::remove_file(file).unwrap();
    fs::create_dir(file).unwrap();
    same(&check(&folder, cache, &["src/door.erl"]), &fresh);
    let refused = check(&folder, &folder.path().join("rebar.config"), &["src/door.erl"]);
    assert_eq!(refused.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&refused.stderr).contains("E0502"));
}

#[test]
fn what_is_no_answer_is_not_kept() {
    let (folder, kept) = (project(), Folder::new("kept-not"));
    let cache = kept.path();
    for args in [
        &["src/none.erl"][..],
        &["src/door.erl", "--flag"],
        &["src/door.erl", "--format", "json=out.json"],
        &["src/door.erl", "--emit-test", "door_tests.erl"],
        &["src/door.erl", "-e", "[", "--commands", "[{cast, abc}]"],
        &["src"],
    ] {
        check(&folder, cache, args);
        assert_eq!(files(cache), Vec::<std::path::PathBuf>::new(), "{args:?}");
    }
    let many: Vec<_> = (0..4)
        .map(|_| {
            Command::new(env!("CARGO_BIN_EXE_erl2lts"))
                .args(["check", "src/door.erl", "--quiet"])
                .env("ERL2LTS_CACHE", cache)
                .current_dir(folder.path())
                .spawn()
                .unwrap()
        })
        .collect();
    for mut child in many {
        assert!(child.wait().unwrap().code().is_some_and(|code| code < 2));
    }
    assert_eq!(files(cache).len(), 1);
}

/// Without a name it is the folder of the user.
#[test]
fn a_user_has_a_cache() {
    let (folder, home) = (project(), Folder::new("kept-home"));
    let check = || {
        let mut command = Command::new(env!("CARGO_BIN_EXE_erl2lts"));
        command.args(["check", "--cache", "src/door.erl"]).current_dir(folder.path());
        command.env("XDG_CACHE_HOME", home.path()).output().unwrap()
    };
    let said = check();
    assert_eq!(files(&home.path().join("erl2lts")).len(), 1, "{said:?}");
    same(&check(), &said);
}

/// What cannot be said again is an error, as it is where it is said first.
#[cfg(unix)]
#[test]
fn a_full_disk_is_said_each_time() {
    let folder = project();
    let full = || {
        let full = fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
        let mut command = Command::new(env!("CARGO_BIN_EXE_erl2lts"));
        command.args(["check", "src/door.erl", "--cache=kept"]);
        command.current_dir(folder.path()).stdout(full).output().unwrap()
    };
    let cache = Path::new("kept");
    assert_eq!(full().status.code(), Some(2));
    let said = check(&folder, cache, &["src/door.erl"]);
    assert_eq!(files(&folder.path().join(cache)).len(), 1, "{said:?}");
    let again = full();
    let message = String::from_utf8(again.stderr).unwrap();
    assert!(message.contains("cannot write standard output"), "{message}");
    assert_eq!(again.status.code(), Some(2));
    same(&check(&folder, cache, &["src/door.erl"]), &said);
}

#[test]
fn there_is_room_for_so_many_only() {
    let (folder, kept) = (project(), Folder::new("kept-room"));
    let cache = kept.path();
    let old = std::time::SystemTime::UNIX_EPOCH + std::time::Duration::from_secs(1_000);
    for number in 0..1_010 {
        let file = cache.join(format!("{number:064x}.kept"));
        fs::write(&file, "x").unwrap();
        fs::File::options().append(true).open(&file).unwrap().set_modified(old).unwrap();
    }
    kept.write("notes.txt", "of somebody else");
    check(&folder, cache, &["src/door.erl"]);
    assert_eq!(files(cache).len(), 1_001);
    assert!(cache.join("notes.txt").exists());
}
