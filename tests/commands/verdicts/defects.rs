//! Built-in checks on a gallery of small modules with one defect each, and on their mended twins.
//!
//! A comment `%! E0703 certain 3` stands on the line of which a finding speaks: its code, its rank, and how many
//! lines the way to it has. Nothing else may be found; nothing at all in a module without such a comment.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use crate::command_line::run;
use crate::transcript::transcripts_of;

/// A finding: code, rank, line, lines of its way.
type Found = (String, String, usize, usize);

fn modules() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/defects");
    let mut found: Vec<PathBuf> =
        fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    found.retain(|path| path.extension().is_some_and(|extension| extension == "erl"));
    found.sort();
    found
}

fn expected(text: &str) -> Vec<Found> {
    let lines = text.lines().enumerate();
    let marks = lines.filter_map(|(number, line)| Some((number, line.split_once("%! ")?.1)));
    let found = marks.map(|(number, mark)| {
        let words: Vec<&str> = mark.split_whitespace().collect();
        let [code, rank, length] = words[..] else { unreachable!("{mark}") };
        (code.to_owned(), rank.to_owned(), number + 1, length.parse().unwrap())
    });
    found.collect()
}

fn found(text: &str) -> Vec<Found> {
    let mut all: Vec<Found> = Vec::new();
    for line in text.lines() {
        let mut words = line.split_whitespace();
        match words.next() {
            Some(rank @ ("certain" | "possible")) => {
                let code = words.next().unwrap().trim_end_matches(':').to_owned();
                let place = words.next().unwrap().trim_end_matches(':');
                let number = place.rsplit(':').next().unwrap().parse().unwrap();
                all.push((code, rank.to_owned(), number, 0));
            }
            Some("unhandled" | "results" | "ignored") => {
                all.push((line.to_owned(), String::new(), 0, 0));
            }
            Some(word) if word.chars().all(|c| c.is_ascii_digit()) => {
                all.last_mut().unwrap().3 += 1;
            }
            _ => {}
        }
    }
    all
}

/// Each defect is found, with its place and the shortest way to it; in the mended twin there is nothing.
#[test]
fn defects_and_their_mended_twins() {
    let modules = modules();
    assert!(modules.len() >= 60, "{} modules", modules.len());
    let mut complaints = String::new();
    for path in &modules {
        let text = fs::read_to_string(path).unwrap();
        let expected = expected(&text);
        let is_mended = path.to_string_lossy().ends_with("_mended.erl");
        assert_eq!(is_mended, expected.is_empty(), "{}", path.display());
        let output = run(&["check", path.to_str().unwrap()]);
        let stdout = String::from_utf8(output.stdout).unwrap();
        let is_certain = expected.iter().any(|(_, rank, ..)| rank == "certain");
        let mut found = found(&stdout);
        found.sort_by_key(|(.., line, _)| *line);
        if found != expected || output.status.code() != Some(i32::from(is_certain)) {
            let _ = write!(complaints, "{}:\n{stdout}", path.display());
        }
    }
    assert!(complaints.is_empty(), "{complaints}");
}

/// Every kind of finding has a module in the gallery.
#[test]
fn every_code_has_a_defect() {
    let all: String = modules().iter().map(|path| fs::read_to_string(path).unwrap()).collect();
    let missing: Vec<&str> = hunter::codes::TABLE
        .iter()
        .map(|info| info.code.0)
        .filter(|code| !all.contains(&format!("%! {code} ")))
        .collect();
    assert_eq!(missing, Vec::<&str>::new());
}

/// Reports as they are read.
#[test]
fn reports() {
    insta::assert_snapshot!(transcripts_of(&[
        vec!["check", "fixtures/defects/deferred_forgotten.erl"],
        vec!["check", "fixtures/defects/timeout_lost_info.erl", "--strict"],
        vec!["check", "fixtures/defects/late_cancel_mended.erl", "--coverage"],
        vec!["check", "fixtures/door/fsm_door.erl", "--commands", "derived"],
        vec!["check", "fixtures/coffee/coffee.erl", "--commands", "derived"],
        vec!["check", "fixtures/payment/payment_fsm.erl", "--commands", "derived"],
    ]));
}

/// What a team accepts is counted, and no error any more.
#[test]
fn accepted_findings() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("accepted");
    fs::create_dir_all(&folder).unwrap();
    let path = folder.join("divide.erl");
    let text = fs::read_to_string("fixtures/defects/divide.erl").unwrap();
    let check = |text: &str| {
        fs::write(&path, text).unwrap();
        let output = run(&["check", path.to_str().unwrap()]);
        (output.status.code(), String::from_utf8(output.stdout).unwrap())
    };
    assert_eq!(check(&text).0, Some(1));
    let (code, out) = check(&text.replace("%! E0701 certain 3", "% erl2lts:ignore E0701"));
    assert_eq!(code, Some(0), "{out}");
    assert!(out.contains("ignored   1 finding"), "{out}");
    let (code, _) = check(&format!("% erl2lts:ignore E0701\n{text}"));
    assert_eq!(code, Some(0));
    let (code, _) = check(&text.replace("%! E0701 certain 3", "% erl2lts:ignore E0702"));
    assert_eq!(code, Some(1));
    let wrong = ["E701", "e0701, as said", "E0701 E9999", "all of it", "", "E0702: not here"];
    let told = wrong.map(|named| {
        let comment = format!("% erl2lts:ignore {named}");
        fs::write(&path, text.replace("%! E0701 certain 3", &comment)).unwrap();
        let output = run(&["check", path.to_str().unwrap(), "--messages", "short"]);
        let told = String::from_utf8(output.stderr).unwrap();
        format!("{comment}\n{}", told.replace(path.to_str().unwrap(), "divide.erl"))
    });
    insta::assert_snapshot!(told.concat());
    fs::write(&path, &text).unwrap();
    let props = "{module, divide}.\n{ignore, ['E0701']}.\n{commands, derived}.\n";
    fs::write(folder.join("divide.props"), props).unwrap();
    let output = run(&["check", path.to_str().unwrap()]);
    assert_eq!(output.status.code(), Some(0));
    fs::remove_file(folder.join("divide.props")).unwrap();
}

/// The state of a server is its data: what its interface sends when a clause is not ready for it ends it. That an argument of the interface
/// is a wrong one is another matter.
#[test]
fn servers_leave_out_events_for_some_data() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("servers");
    fs::create_dir_all(&folder).unwrap();
    let found = |clauses: &str| {
        let path = folder.join("shelf.erl");
        let text = format!(
            "-module(shelf).\n-behaviour(gen_server).\n\
             -export([start_link/0, init/1, handle_call/3, handle_cast/2, store/1, fetch/0]).\n\
             start_link() -> gen_server:start_link({{local, shelf}}, shelf, [], []).\n\
             init([]) -> {{ok, empty}}.\n\
             store(Item) -> gen_server:cast(shelf, {{store, Item}}).\n\
             fetch() -> gen_server:call(shelf, fetch).\n{clauses}\n"
        );
        fs::write(&path, text).unwrap();
        let output = run(&["check", path.to_str().unwrap(), "--format", "short"]);
        let text = String::from_utf8(output.stdout).unwrap();
        let path = path.to_str().unwrap();
        let found: Vec<String> = text.lines().map(|line| line.replace(path, "shelf.erl")).collect();
        found.into_iter().filter(|line| line.contains("E0703")).collect::<Vec<_>>().join("\n")
    };
    let never_empty = "handle_call(fetch, _, {full, Item}) -> {reply, Item, empty}.\n\
                       handle_cast({store, Item}, empty) -> {noreply, {full, Item}};\n\
                       handle_cast({store, _}, Full) -> {noreply, Full}.";
    insta::assert_snapshot!(found(never_empty));
    let mended = never_empty
        .replace("empty}.", "empty};\nhandle_call(fetch, _, empty) -> {reply, none, empty}.");
    assert_eq!(found(&mended), "");
    let atoms = mended
        .replace("({store, Item}, empty)", "({store, Item}, empty) when is_atom(Item)")
        .replace("({store, _}, Full)", "({store, Item}, Full) when is_atom(Item)");
    assert_eq!(found(&atoms), "");
}

/// A folder is all of its machines.
#[test]
fn folders() {
    insta::assert_snapshot!(transcripts_of(&[
        vec!["check", "fixtures/door"],
        vec!["check", "fixtures/certain"],
        vec!["check", "fixtures/sst"],
    ]));
}

/// What is no machine costs one look at its head, links lead nowhere, and too many machines are not all checked.
#[test]
fn large_folders() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("large_folder");
    let _ = fs::remove_dir_all(&folder);
    let (plain, many) = (folder.join("plain"), folder.join("many"));
    fs::create_dir_all(plain.join("inner")).unwrap();
    fs::create_dir_all(&many).unwrap();
    for number in 0..5000 {
        let module = format!("-module(m{number}).\n-export([f/0]).\nf() -> {number}.\n");
        fs::write(plain.join(format!("m{number}.erl")), module).unwrap();
    }
    fs::copy("fixtures/defects/own_post_mended.erl", plain.join("inner/own_post_mended.erl"))
        .unwrap();
    #[cfg(unix)]
    std::os::unix::fs::symlink(&plain, plain.join("inner/again")).unwrap();
    let output = run(&["check", plain.to_str().unwrap()]);
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(text.contains("checked   1 module\n"), "{text}");
    assert_eq!(output.status.code(), Some(0), "{text}");

    // They say what they are, and are nothing.
    for number in 0..1001 {
        let module = format!("-module(m{number}).\n-behaviour(gen_fsm).\n");
        fs::write(many.join(format!("m{number}.erl")), module).unwrap();
    }
    let output = run(&["check", many.to_str().unwrap(), "--messages", "short"]);
    let text = String::from_utf8(output.stdout).unwrap();
    let messages = String::from_utf8(output.stderr).unwrap();
    assert!(text.contains("checked   1000 modules\n"), "{text}");
    assert!(messages.contains("W0501"), "{messages}");
    fs::remove_dir_all(folder).unwrap();
}

/// What is no machine is named.
#[test]
fn other_modules() {
    insta::assert_snapshot!(transcripts_of(&[
        vec!["check", "fixtures/bad/a_supervisor.erl", "--messages", "short"],
        vec!["check", "fixtures/bad/an_event_handler.erl", "--messages", "short"],
        vec!["check", "fixtures/bad/not_a_machine.erl", "--messages", "short"],
        vec!["check", "fixtures/bad/elixir.ex", "--messages", "short"],
        vec!["check", "fixtures/bad/compiled.beam", "--messages", "short"],
        vec!["check", "fixtures/bad/always_stops.erl", "--messages", "short"],
        vec!["check", "fixtures/mcrl"],
        vec!["info", "fixtures/mcrl"],
    ]));
}

/// The documentation of OTP shows a lock for codes: what is certain of it is true, and all else of it may be.
#[test]
fn code_locks() {
    let codes = |name: &str| {
        let output = run(&["check", &format!("fixtures/code_lock/{name}.erl")]);
        let text = String::from_utf8(output.stdout).unwrap();
        let all = found(&text).into_iter().map(|(code, rank, ..)| format!("{rank} {code}"));
        all.collect::<std::collections::BTreeSet<String>>().into_iter().collect::<Vec<_>>()
    };
    // A message that no process is known to send ends the timeout of the open lock.
    assert_eq!(codes("code_lock"), ["possible E0711"]);
    // A code that is no list has no length.
    assert_eq!(codes("code_lock_calls"), ["possible E0702"]);
    // The shortened one has no clause for a button in the open lock, and its interface sends that.
    assert_eq!(codes("code_lock_short"), ["certain E0703"]);
}

/// A cut of what `benches/same_bytes.sh` asks of whole folders.
#[test]
fn threads_and_runs_agree() {
    let modules = [
        "code_lock/code_lock",
        "defects/stale_timer",
        "payment/payment_fsm",
        "defects/statem_postponed_everywhere",
        "defects/server_kept_callers",
    ];
    for name in modules.map(|name| format!("fixtures/{name}.erl")) {
        let check = |threads| {
            run(&["check", &name, "--commands", "derived", "--coverage", "--threads", threads])
        };
        let first = check("1");
        for threads in ["1", "2", "4", "2", "4"] {
            let other = check(threads);
            assert_eq!((&first.stdout, &first.stderr), (&other.stdout, &other.stderr), "{name}");
        }
    }
}

/// A module gives the same bytes each time it is checked.
#[test]
fn reports_are_the_same_each_time() {
    for name in ["fixtures/derived/lift.erl", "fixtures/certain/choices.erl"] {
        let first = run(&["check", name, "--coverage"]);
        let second = run(&["check", name, "--coverage"]);
        assert_eq!(first.stdout, second.stdout, "{name}");
        assert!(!first.stdout.is_empty());
    }
}

/// What a file beside the module says of events without a clause is said, as it hides findings.
#[test]
fn settings_beside_the_module_are_said() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("beside");
    fs::create_dir_all(&folder).unwrap();
    fs::copy("fixtures/defects/late_cancel.erl", folder.join("late_cancel.erl")).unwrap();
    fs::write(folder.join("own.props"), "{module, late_cancel}.\n{unhandled, disallow}.\n")
        .unwrap();
    let output = run(&["check", folder.join("late_cancel.erl").to_str().unwrap()]);
    let report = String::from_utf8(output.stdout).unwrap();
    assert!(report.contains(", if no event comes for which there is no clause;"), "{report}");
    let messages = String::from_utf8(output.stderr).unwrap();
    assert!(messages.contains("W0502"), "{messages}");
}

/// A name under which the module starts another one is none under which it is started itself.
#[test]
fn the_name_of_a_child_is_not_the_machine_s() {
    let output = run(&["check", "fixtures/defects/handed_on.erl"]);
    let report = String::from_utf8(output.stdout).unwrap();
    assert!(report.contains("{ok, M} = gen_fsm:start_link(handed_on, [], [])."), "{report}");
}

/// A function that is not there has no clauses either.
#[test]
fn a_missing_function_is_said_to_be_missing() {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join("gone.erl");
    let text = "-module(gone).\n-behaviour(gen_fsm).\n-export([start/0, ask/1, go/1, init/1, idle/2, busy/3]).\n\
                start() -> gen_fsm:start(?MODULE, [], []).\n\
                ask(P) -> gen_fsm:sync_send_event(P, ask).\ngo(P) -> gen_fsm:send_event(P, go).\n\
                init([]) -> {ok, idle, 0}.\nidle(go, D) -> {next_state, busy, D, 10}.\n\
                busy(ask, _, D) -> {reply, ok, busy, D}.\n";
    fs::write(&path, text).unwrap();
    let output = run(&["check", path.to_str().unwrap(), "--messages", "short"]);
    let report = String::from_utf8(output.stdout).unwrap();
    assert!(report.contains("gone.erl:9: there is no `busy/2` for `go`"), "{report}");
    assert!(report.contains("gone.erl:9: there is no `busy/2` for the event timeout"), "{report}");
}

/// A report has its line, too, where the time was over before there was a model.
#[test]
fn a_module_that_is_not_translated_is_said_so() {
    let module = "fixtures/complete/exact.erl";
    let output = run(&["check", module, "--timeout", "0.000001"]);
    assert_eq!(output.status.code(), Some(3));
    let report = String::from_utf8(output.stdout).unwrap();
    let line = "inconclusive: the module was not translated to its end, so nothing was looked at\n";
    assert!(report.starts_with("hunt      exact: 0 states, 0 moves: "), "{report}");
    assert!(report.ends_with(line), "{report}");
    let messages = String::from_utf8(output.stderr).unwrap();
    assert!(messages.contains("W0501"), "{messages}");
    let output = run(&["check", module, "--timeout", "0.000001", "--format", "json"]);
    let report: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(report["hunt"]["blind"], true);
}
