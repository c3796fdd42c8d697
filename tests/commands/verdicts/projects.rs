//! Built-in checks on small projects whose defects lie in what another module computes or returns, and on their mended twins.
//!
//! A comment `%! E0701 certain 3` stands on the line of which a finding speaks, in whichever module: its code, its rank, and how many
//! lines the way to it has. Nothing else may be found. With `--alone` none of the certain ones is.

use std::fs;
use std::path::{Path, PathBuf};

use crate::command_line::run;
use crate::transcript::transcripts_of;

/// A finding: code, rank, file and line, lines of its way.
type Found = (String, String, String, usize);

fn sources() -> Vec<Vec<PathBuf>> {
    let listed = |folder: &Path| {
        let mut paths: Vec<PathBuf> =
            fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
        paths.sort();
        paths
    };
    listed(Path::new("fixtures/projects")).iter().map(|path| listed(&path.join("src"))).collect()
}

fn expected(path: &Path) -> Vec<Found> {
    let text = fs::read_to_string(path).unwrap();
    let marks =
        text.lines().enumerate().filter_map(|(at, line)| Some((at, line.split_once("%! ")?.1)));
    let found = marks.map(|(at, mark)| {
        let words: Vec<&str> = mark.split_whitespace().collect();
        let [code, rank, length] = words[..] else { unreachable!("{mark}") };
        let place = format!("{}:{}", path.display(), at + 1);
        (code.to_owned(), rank.to_owned(), place, length.parse().unwrap())
    });
    found.collect()
}

fn found(text: &str) -> Vec<Found> {
    let mut all: Vec<Found> = Vec::new();
    for line in text.lines() {
        let words: Vec<&str> = line.split_whitespace().collect();
        match words.as_slice() {
            [rank @ ("certain" | "possible"), code, place, ..] => {
                let plain = |word: &str| word.trim_end_matches(':').to_owned();
                all.push((plain(code), (*rank).to_owned(), plain(place), 0));
            }
            ["unhandled" | "results" | "ignored", ..] => {
                all.push((line.to_owned(), String::new(), String::new(), 0));
            }
            [number, ..] if number.chars().all(|c| c.is_ascii_digit()) => {
                all.last_mut().unwrap().3 += 1;
            }
            _ => {}
        }
    }
    all
}

#[test]
fn projects_and_their_mended_twins() {
    let projects = sources();
    assert!(projects.len() >= 22);
    for sources in projects {
        let is_machine =
            |path: &&PathBuf| fs::read_to_string(path).unwrap().contains("-behaviour(");
        let machine = sources.iter().find(is_machine).unwrap();
        let mut expected: Vec<Found> = sources.iter().flat_map(|path| expected(path)).collect();
        let is_mended = machine.to_string_lossy().contains("_mended");
        assert_eq!(is_mended, expected.is_empty(), "{}", machine.display());
        let output = run(&["check", machine.to_str().unwrap()]);
        let stdout = String::from_utf8(output.stdout).unwrap();
        let mut found = found(&stdout);
        found.sort();
        expected.sort();
        assert_eq!(found, expected, "{stdout}");
        let alone = run(&["check", machine.to_str().unwrap(), "--alone"]);
        assert_eq!(alone.status.code(), Some(0), "{}", machine.display());
    }
}

/// What is said of other modules: in the report, with `--modules`, for programs, and of an open module.
#[test]
fn what_was_read_is_listed() {
    let machine = "fixtures/projects/never/src/alarm.erl";
    insta::assert_snapshot!(transcripts_of(&[
        vec!["check", machine],
        vec!["check", machine, "--alone", "--strict"],
        vec!["check", machine, "--modules", "--format", "json"],
        vec!["check", machine, "--open", "sensor"],
        vec![
            "check",
            "fixtures/projects/count/src/gate.erl",
            "--stubs",
            "[{{price,after_coin,1},[open]}]",
            "--modules"
        ],
    ]));
}

const STORE: &str = "-module(store).\n-behaviour(gen_server).\n\
    -export([start_link/0, put/1, drop/1, init/1, handle_call/3, handle_cast/2]).\n\
    start_link() -> gen_server:start_link({local, depot}, store, [], []).\n\
    drop(N) -> gen_server:cast(depot, {drop, N}).\n\
    put(What) -> gen_server:cast(depot, {put, What}).\n\
    init(_) -> {ok, 0}.\n\
    handle_call(_, _, N) -> {reply, N, N}.\n\
    handle_cast({drop, _}, N) -> {noreply, drop_of(N)};\n\
    handle_cast({put, What}, _) -> {noreply, size_of(What)}.\n\
    drop_of(N) when N > 0 -> N - 1.\n\
    size_of(small) -> 1;\n\
    size_of({box, S}) when is_integer(S) -> S.\n";

/// What `check` says of the store in a project with one more module.
fn stored(name: &str, user: &str) -> String {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("who_sends").join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(folder.join("src")).unwrap();
    fs::write(folder.join("rebar.config"), "").unwrap();
    fs::write(folder.join("src/store.erl"), STORE).unwrap();
    fs::write(folder.join("src/user.erl"), user).unwrap();
    let output = run(&["check", folder.join("src/store.erl").to_str().unwrap(), "--all"]);
    String::from_utf8(output.stdout).unwrap().replace(&format!("{}/", folder.display()), "")
}

/// Each way in which another module sends something is seen, and what is not one is not.
#[test]
fn who_sends() {
    let head = "-module(user).\n-export([f/1]).\n-import(store, [put/1]).\n";
    let crash = |call: &str| {
        let text = stored("one", &format!("{head}f(N) -> {call}.\n"));
        let is_certain =
            |line: &&str| line.starts_with("certain") && line.contains("function_clause");
        let certain = text.lines().filter(is_certain).count();
        (certain, text.contains("sent by src/user.erl:4"))
    };
    for call in [
        "store:put(large)",
        "put(large), store:start_link()",
        "rpc:call(N, store, put, [large])",
        "gen_server:cast(depot, {put, large})",
        "gen_server:cast({depot, N}, {put, large})",
        "gen_server:cast({global, depot}, {put, large})",
        "[store:put(large) || _ <- N]",
        "spawn(fun() -> store:put(large) end)",
        "What = large, case N of 1 -> store:put(What); _ -> ok end",
        "{store, put, [{box, none}]}",
    ] {
        // That of drop/1 is certain in any case.
        assert_eq!(crash(call), (2, true), "{call}");
    }
    for call in [
        "store:put(small)",
        "store:put(N)",
        "gen_server:cast(N, {put, large})",
        "{stores, put, [large]}",
        "What = large, io:put_chars(What), [store:put(What) || What <- [small]]",
        "What = large, {What, fun(What) -> store:put(What) end}",
    ] {
        assert_eq!(crash(call).0, 1, "{call}");
    }
}

/// What nobody in the project sends is told last; a module that cannot be read, or only speaks of the machine, says nothing.
#[test]
fn who_sends_nothing() {
    let used = stored("used", "-module(user).\n-export([f/0]).\nf() -> store:put(large).\n");
    let places: Vec<usize> =
        ["{put,large}", "{drop,N}"].iter().map(|event| used.find(event).unwrap()).collect();
    assert!(places[0] < places[1], "{used}");
    assert!(used.contains("read      user (src/user.erl): what it sends\n"), "{used}");
    let alone = stored(
        "speaks",
        "-module(user).\n-export([f/0]).\n% as store:put(large) does\nf() -> store.\n",
    );
    assert!(!alone.contains("sent by") && !alone.contains("what it sends"), "{alone}");
    let broken = stored("broken", "-module(user).\n-export([f/0]).\nf( -> store:put(large).\n");
    assert_eq!(alone, broken);
    let unnamed = stored("unnamed", "f() -> store:put(large).\n");
    assert_eq!(alone, unnamed);
}
