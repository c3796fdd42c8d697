//! One of several processes is lost while they explore or reduce, its disk is full, its port is taken, it differs: all end in
//! time, say who it was, and leave nothing behind.

use std::fs;
use std::net::TcpListener;
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use super::workers::scratch;
use crate::command_line::run;

/// The commands of a buffer.
const COMMANDS: [&str; 4] = ["--commands", "{any_of,[put,get,extend]}", "--unhandled", "disallow"];

/// A buffer of so many places.
pub(crate) fn buffer(n_places: &str) -> [&str; 8] {
    let [commands, events, unhandled, disallow] = COMMANDS;
    let path = "fixtures/observed/buffer_naive_fsm.erl";
    [path, "--init", n_places, commands, events, unhandled, disallow, "--max-states=50000000"]
}

/// Starts the program, with a folder for temporary files of its own.
fn start(temporary: &str, args: &[&str]) -> Child {
    fs::create_dir_all(temporary).unwrap();
    Command::new(env!("CARGO_BIN_EXE_erl2lts"))
        .args(args)
        .env("TMPDIR", temporary)
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap()
}

/// The processes that a process has started.
fn children(parent: u32) -> Vec<u32> {
    let mut found = Vec::new();
    for entry in fs::read_dir("/proc").unwrap().flatten() {
        let stat = fs::read_to_string(entry.path().join("stat")).unwrap_or_default();
        let behind = stat.rsplit(')').next().unwrap_or("");
        if behind.split_whitespace().nth(1) == Some(parent.to_string().as_str()) {
            found.extend(entry.file_name().to_string_lossy().parse::<u32>());
        }
    }
    found
}

fn signal(name: &str, process: u32) {
    assert!(Command::new("kill").args([name, &process.to_string()]).status().unwrap().success());
}

/// Hundredths of a second that a process has computed.
fn computed(process: u32) -> u64 {
    let stat = fs::read_to_string(format!("/proc/{process}/stat")).unwrap_or_default();
    let behind = stat.rsplit(')').next().unwrap_or("");
    behind.split_whitespace().skip(11).take(2).filter_map(|part| part.parse::<u64>().ok()).sum()
}

/// Does something to the second of three processes as soon as they are at work, and sees how all end; what is said.
fn lose(name: &str, lost: &str, args: &[&str]) -> String {
    let temporary = scratch(&format!("{name}_tmp"));
    let (first, mut others) = at_work(&temporary, args);
    others.sort_unstable();
    signal(lost, others[0]);
    let began = Instant::now();
    let output = first.wait_with_output().unwrap();
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(3), "{name}: {said}");
    // Ten seconds, and what this machine has to do besides.
    assert!(began.elapsed() < Duration::from_secs(12), "{name}: {:?}", began.elapsed());
    for other in others {
        assert!(!Path::new(&format!("/proc/{other}")).exists(), "{name}: {other} is left");
    }
    let left: Vec<_> = fs::read_dir(&temporary).unwrap().flatten().collect();
    assert!(left.is_empty(), "{name}: {left:?}");
    assert!(said.contains("warning[W0550]: worker 1 is lost: "), "{name}: {said}");
    said
}

/// While states are counted, while a system that goes to a folder or to one file is explored, and while a folder is reduced.
#[test]
fn whoever_is_killed_or_stopped_is_named_and_nothing_is_left() {
    let [small, large, part, folder] = ["small.aut", "large.aut", "part", "of_three"].map(scratch);
    let written = run(&[&["lts"], &buffer("120")[..], &["--workers", "3", "-o", &folder]].concat());
    assert_eq!(written.status.code(), Some(0));
    let counting = [&["lts"], &buffer("400")[..], &["--count"]].concat();
    let exploring = [&["lts"], &buffer("400")[..], &["-o", &large]].concat();
    let writing = [&["lts"], &buffer("400")[..], &["-o", &part]].concat();
    let reducing = ["reduce", &folder, "-e", "branching", "-o", &small];
    let said: Vec<String> = thread::scope(|scope| {
        let lost = [
            ("count_killed", "-KILL", &counting[..]),
            ("count_stopped", "-STOP", &counting),
            ("file_killed", "-KILL", &exploring),
            ("folder_killed", "-KILL", &writing),
            ("reduce_killed", "-KILL", &reducing),
            ("reduce_stopped", "-STOP", &reducing),
        ];
        let lost = lost.map(|(name, lost, args)| {
            scope.spawn(move || {
                let said = lose(name, lost, args);
                assert!(lost == "-KILL" || said.contains("it does not answer"), "{name}: {said}");
                said
            })
        });
        lost.into_iter().map(|one| one.join().unwrap()).collect()
    });
    // How it is noticed first, and what all had by then, is not the same each time.
    insta::assert_snapshot!(said[0].split(": ").take(2).collect::<Vec<_>>().join(": "));
    assert!(!Path::new(&small).exists() && !Path::new(&large).exists());
    assert!(!Path::new(&part).join("manifest.json").exists());
}

/// Processes that are there and have this folder for temporary files.
fn running_with(temporary: &str) -> Vec<String> {
    let is_one = |path: &Path| {
        let environment = fs::read(path.join("environ")).unwrap_or_default();
        let mut variables = environment.split(|byte| *byte == 0);
        variables.any(|variable| variable == format!("TMPDIR={temporary}").as_bytes())
    };
    let all = fs::read_dir("/proc").unwrap().flatten().map(|entry| entry.path());
    all.filter(|path| is_one(path)).map(|path| path.display().to_string()).collect()
}

/// Waits until no process is left that has this folder for temporary files.
fn wait_for_the_end(temporary: &str) {
    let until = Instant::now() + Duration::from_secs(12);
    while !running_with(temporary).is_empty() {
        assert!(Instant::now() < until, "{:?} are left", running_with(temporary));
        thread::sleep(Duration::from_millis(50));
    }
}

/// Starts three processes, and waits until they are at work.
#[allow(clippy::zombie_processes, reason = "the caller waits for them")]
fn at_work(temporary: &str, args: &[&str]) -> (Child, Vec<u32>) {
    let mut first = start(temporary, &[args, &["--workers", "3"]].concat());
    let until = Instant::now() + Duration::from_secs(40);
    loop {
        assert!(Instant::now() < until, "they do not begin");
        assert!(first.try_wait().unwrap().is_none(), "they end before they are seen at work");
        let others = children(first.id());
        if others.len() == 2 && others.iter().all(|id| computed(*id) > 40) {
            return (first, others);
        }
        thread::sleep(Duration::from_millis(20));
    }
}

/// Killed at a random moment and taken up again, twenty times.
#[test]
fn a_run_that_is_killed_at_any_moment_is_taken_up() {
    if std::env::var_os("ERL2LTS_LONG").is_none() {
        return;
    }
    let args = [&["lts"], &buffer("150")[..]].concat();
    let whole = run(&[&args[..], &["--workers", "3", "--count"]].concat());
    let counts = String::from_utf8_lossy(&whole.stdout).into_owned();
    let mut random = 7_u64;
    let mut n_resumed = 0;
    for round in 0..20 {
        let folder = scratch("again");
        random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        let more = ["--workers", "3", "--checkpoint", "0.2", "-o", &folder];
        let first = start(&scratch("again_tmp"), &[&args[..], &more].concat());
        thread::sleep(Duration::from_millis(700 + (random >> 33) % 6_000));
        let others = children(first.id());
        let place = usize::try_from((random >> 20) % 3).unwrap();
        signal("-KILL", others.get(place).copied().unwrap_or(first.id()));
        let _ = first.wait_with_output();
        if Path::new(&folder).join("manifest.json").exists() {
            continue;
        }
        let again: &[&str] = if Path::new(&folder).join("checkpoint-0.json").exists() {
            n_resumed += 1;
            &["--resume"]
        } else {
            &["-o"]
        };
        let rest = run(&[&args[..], &["--workers", "3"], again, &[&folder]].concat());
        let said = String::from_utf8_lossy(&rest.stderr).into_owned();
        assert_eq!(rest.status.code(), Some(0), "{round}: {said}");
        let found = String::from_utf8_lossy(&rest.stdout).into_owned();
        let n_states = found.split(' ').next().unwrap();
        assert!(counts.lines().next().unwrap().ends_with(n_states), "{round}: {found} {counts}");
        let read = run(&["info", &folder]);
        assert!(read.status.success(), "{round}");
    }
    assert!(n_resumed > 2, "only {n_resumed} of 20 were taken up from a checkpoint");
}

/// The first process is told to end: nothing is left of what it has begun.
#[test]
fn whoever_is_told_to_end_leaves_nothing() {
    let [temporary, file, folder] = ["told_tmp", "told.aut", "told"].map(scratch);
    for output in [&file, &folder] {
        let exploring = [&["lts"], &buffer("400")[..], &["-o", output]].concat();
        let (first, _) = at_work(&temporary, &exploring);
        signal("-TERM", first.id());
        assert!(!first.wait_with_output().unwrap().status.success());
        wait_for_the_end(&temporary);
        let left: Vec<_> = fs::read_dir(&temporary).unwrap().flatten().collect();
        assert!(left.is_empty(), "{left:?}");
    }
    assert!(!Path::new(&file).exists());
    assert_eq!(fs::read_dir(&folder).unwrap().count(), 0);
}

/// Nobody was silent while nobody listened.
#[test]
fn all_that_are_stopped_go_on_together() {
    let temporary = scratch("pause_tmp");
    let counting = [&["lts"], &buffer("200")[..], &["--count"]].concat();
    let (first, others) = at_work(&temporary, &counting);
    let all = [&[first.id()], &others[..]].concat();
    for process in &all {
        signal("-STOP", *process);
    }
    thread::sleep(Duration::from_secs(8));
    for process in &all {
        signal("-CONT", *process);
    }
    let output = first.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
}

/// Explores into a folder until its time ends that, as soon as there is something in the folder: how long that takes depends on what else the machine
/// has to do.
pub(crate) fn ended_by_its_time(exploring: &[&str], folder: &str) {
    let has_begun = ["1", "2", "4", "8", "16"].iter().any(|seconds| {
        let ended = run(&[exploring, &["-o", folder, "--timeout", seconds]].concat());
        let said = String::from_utf8_lossy(&ended.stderr).into_owned();
        assert!(ended.status.code() == Some(3) && said.contains("W0501"), "{said}");
        Path::new(folder).join("manifest.json").exists()
    });
    assert!(has_begun);
}

/// What its time has ended in order is taken up, as what was killed is; until then its folder is that of a part.
#[test]
fn a_run_that_has_no_more_time_is_taken_up() {
    let folder = scratch("in_time");
    let exploring = [&["lts"], &buffer("200")[..], &["--workers", "2"]].concat();
    ended_by_its_time(&exploring, &folder);
    let part = run(&["info", &folder]);
    assert_eq!(part.status.code(), Some(3), "{}", String::from_utf8_lossy(&part.stderr));
    let rest = run(&[&exploring[..], &["--resume", &folder]].concat());
    assert_eq!(rest.status.code(), Some(0), "{}", String::from_utf8_lossy(&rest.stderr));
    let counted = run(&[&exploring[..], &["--count"]].concat());
    let counts = String::from_utf8_lossy(&counted.stdout).into_owned();
    let said = String::from_utf8_lossy(&rest.stdout).into_owned();
    let n_states = said.split(' ').next().unwrap();
    assert!(counts.lines().next().unwrap().ends_with(n_states), "{said} {counts}");
    let again = run(&[&exploring[..], &["--resume", &folder]].concat());
    assert!(String::from_utf8_lossy(&again.stderr).contains("it is whole already"));
}

/// Files that cannot be had are no reason to wait, nor to leave processes behind.
#[test]
fn too_few_files_are_said_at_once() {
    for n_files in ["14", "22"] {
        let temporary = scratch(&format!("files_{n_files}_tmp"));
        fs::create_dir_all(&temporary).unwrap();
        let began = Instant::now();
        let limits = format!("ulimit -n {n_files}; TMPDIR={temporary}; export TMPDIR");
        let args = ["lts", "fixtures/door/door.props", "--workers", "12", "--count"];
        let output = limited(&limits, &args);
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(matches!(output.status.code(), Some(2 | 3)), "{said}");
        assert!(said.contains("Too many open files"), "{said}");
        assert!(began.elapsed() < Duration::from_secs(20), "{:?}", began.elapsed());
        wait_for_the_end(&temporary);
    }
}

/// Runs the program by way of a shell that sets a limit before.
fn limited(limit: &str, args: &[&str]) -> Output {
    Command::new("sh")
        .args(["-c", &format!("{limit}; exec \"$0\" \"$@\""), env!("CARGO_BIN_EXE_erl2lts")])
        .args(args)
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .stdin(Stdio::null())
        .output()
        .unwrap()
}

/// A disk is full, as far as a process can tell, where its file may not become longer.
#[test]
fn a_disk_that_is_full_is_named() {
    let folder = scratch("full");
    let args = [&["lts"], &buffer("60")[..], &["--workers", "2", "-o", &folder]].concat();
    let output = limited("ulimit -f 300", &args);
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(3), "{said}");
    assert!(said.contains("warning[W0550]: worker "), "{said}");
    assert!(said.contains("cannot write its segment"), "{said}");
    assert!(said.contains(" states and ") && said.contains("so far"), "{said}");
    assert_eq!(fs::read_dir(&folder).unwrap().count(), 0, "{said}");
}

/// Each process has the addresses that it may have for itself: of these, threads that do little take little.
#[cfg(target_os = "linux")]
#[test]
fn few_addresses_are_enough_for_each_of_four() {
    let args = [&["lts"], &buffer("20")[..], &["--workers", "4", "--count"]].concat();
    let output = limited("ulimit -v 1000000", &args);
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    assert!(output.stdout == run(&args).stdout);
    if std::env::var_os("ERL2LTS_LONG").is_none() {
        return;
    }
    // What one process of 1.5 GB cannot hold, four can.
    let large = [&["lts"], &buffer("560")[..], &["--max-states=2000000000", "--count"]].concat();
    let large: Vec<&str> =
        large.into_iter().filter(|arg| *arg != "--max-states=50000000").collect();
    let of = |n| limited("ulimit -v 1500000", &[&large[..], &["--workers", n]].concat());
    let (one, four) = (of("1"), of("4"));
    let said = String::from_utf8_lossy(&one.stderr).into_owned();
    assert!(one.status.code() == Some(3) && said.contains("W0501"), "{said}");
    assert_eq!(four.status.code(), Some(0), "{}", String::from_utf8_lossy(&four.stderr));
}

/// Two lines of a file of hosts.
fn hosts(name: &str, lines: [std::net::SocketAddr; 2]) -> String {
    let path = scratch(name);
    fs::write(&path, format!("{}\n{}\n", lines[0], lines[1])).unwrap();
    path
}

fn listener() -> TcpListener {
    TcpListener::bind("127.0.0.1:0").unwrap()
}

#[test]
fn a_port_that_is_taken_is_named() {
    let (taken, other) = (listener(), listener());
    let addresses = [&taken, &other].map(|one| one.local_addr().unwrap());
    drop(other);
    let path = hosts("taken.txt", addresses);
    let door = "fixtures/door/door.props";
    let output = run(&["lts", door, "--hosts", &path, "--index", "0", "--count"]);
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(2), "{said}");
    let expected = format!("error[E0550]: cannot listen at {}", addresses[0]);
    assert!(said.contains(&expected), "{said}");
}

/// What differs between two machines is said on both, before anything is explored.
#[test]
fn machines_that_differ_say_in_what() {
    let addresses = [listener(), listener()].map(|one| one.local_addr().unwrap());
    let path = hosts("differ.txt", addresses);
    let of = |index: &str, most: &str| {
        let door = ["lts", "fixtures/door/door.props", "--hosts", &path, "--count"];
        start(
            &scratch("differ_tmp"),
            &[&door[..], &["--index", index, "--max-states", most]].concat(),
        )
    };
    let both = [of("0", "700"), of("1", "800")];
    for (index, (process, most)) in
        both.into_iter().zip([["700", "800"], ["800", "700"]]).enumerate()
    {
        let output = process.wait_with_output().unwrap();
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(2), "{said}");
        let [here, there] = most;
        let other = 1 - index;
        let expected = format!(
            "error[E0550]: worker {other} differs in its --max-states: `{here}` here, `{there}` there"
        );
        assert!(said.contains(&expected), "{said}");
    }
}

/// What a process has cut is said, though nobody knows how often all of them have.
#[test]
fn what_is_cut_is_said_by_several_processes() {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join("cut.erl");
    let text = "-module(cut).\n-behaviour(gen_fsm).\n-export([init/1, s/2]).\ninit(_) -> {ok, s, x}.\n\
        s(go, D) -> out:result(qs(sensor:read())), {next_state, s, D}.\nqs([]) -> [];\n\
        qs([P | T]) -> qs([X || X <- T, X < P]) ++ [P] ++ qs([X || X <- T, X >= P]).\n";
    fs::write(&path, text).unwrap();
    let path = path.to_str().unwrap();
    let args =
        ["lts", path, "--init", "0", "--commands", "{any_of,[go]}", "--workers", "2", "--count"];
    let output = run(&args);
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(0), "{said}");
    let expected =
        "note[W0505]: some recursive calls were not followed to the end on unknown values";
    assert_eq!(said.matches(expected).count(), 1, "{said}");
}
