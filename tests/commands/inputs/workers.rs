//! Several processes: what they write is what one process writes; what they say where one is lost, or nothing fits.
//!
//! With `ERL2LTS_LONG=1` all `.props` files of the fixtures, on one to four processes; else some of them on two.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use crate::command_line::run;
use crate::transcript::transcripts;

/// A folder of this test alone, which is not there.
pub(crate) fn scratch(name: &str) -> String {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("workers_{name}"));
    let _ = fs::remove_dir_all(&path);
    let _ = fs::remove_file(&path);
    path.to_str().unwrap().to_owned()
}

/// All `.props` and `.mcrl` files under a folder.
fn inputs(folder: &Path, found: &mut Vec<PathBuf>) {
    let mut entries: Vec<PathBuf> =
        fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    entries.sort();
    for path in entries {
        if path.is_dir() {
            inputs(&path, found);
        } else if path.extension().is_some_and(|kind| kind == "props" || kind == "mcrl") {
            found.push(path);
        }
    }
}

/// Compares what so many processes write with what one writes.
fn compare(name: &str, args: &[&str], n_workers: &str) {
    let [alone, folder, merged] =
        ["alone.aut", "folder", "merged.aut"].map(|kind| scratch(&format!("{name}_{kind}")));
    let one = run(&[&["lts"], args, &["-o", &alone]].concat());
    if one.status.code() != Some(0) {
        return;
    }
    let several = run(&[&["lts"], args, &["--workers", n_workers, "-o", &folder]].concat());
    let said = String::from_utf8_lossy(&several.stderr).into_owned();
    assert_eq!(several.status.code(), Some(0), "{args:?} {said}");
    assert_eq!(
        String::from_utf8_lossy(&several.stdout),
        String::from_utf8_lossy(&one.stdout),
        "{args:?}"
    );
    assert!(run(&["convert", &folder, "-o", &merged]).status.success(), "{args:?}");
    assert!(fs::read(&merged).unwrap() == fs::read(&alone).unwrap(), "{args:?} {n_workers}");
    // Texts in labels are lists in a file, and texts in a folder, as they are where one process explores.
    let info = |of: &[&str]| String::from_utf8(run(&[&["info"], of].concat()).stdout).unwrap();
    let whole = info(args);
    assert_eq!(info(&[&folder]), whole, "{args:?}");
    let counted = run(&[&["lts"], args, &["--workers", n_workers, "--count"]].concat());
    let counted = String::from_utf8(counted.stdout).unwrap();
    // Labels that are equally frequent come in the order of their texts, as nobody knows which was the first: where only some are
    // shown, they may be others.
    let rows = |text: &str| -> Vec<String> {
        let said = ["most from", "determ", "endless"];
        let are_some = text.contains(" more\n");
        let is_left_out = |line: &str| {
            said.iter().any(|start| line.starts_with(start)) || are_some && line.starts_with("    ")
        };
        let kept = |line: &&str| !is_left_out(line);
        let mut rows: Vec<String> = text.lines().filter(kept).map(str::to_owned).collect();
        rows.sort();
        rows
    };
    assert_eq!(rows(&counted), rows(&whole), "{args:?}");
}

/// Several processes write the file that one writes, where its name is that of a file.
fn one_file(path: &str) {
    let [alone, several] = ["one.aut", "several.aut"].map(scratch);
    assert!(run(&["lts", path, "-o", &alone]).status.success());
    assert!(run(&["lts", path, "--workers", "2", "-o", &several]).status.success());
    assert!(fs::read(&alone).unwrap() == fs::read(&several).unwrap());
}

#[test]
fn fixtures_are_the_same_by_several_processes() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    if std::env::var_os("ERL2LTS_LONG").is_some() {
        let mut found = Vec::new();
        inputs(&root.join("fixtures"), &mut found);
        for (number, path) in found.iter().enumerate() {
            for n_workers in ["1", "2", "3", "4"] {
                compare(&number.to_string(), &[path.to_str().unwrap()], n_workers);
            }
        }
        return;
    }
    one_file("fixtures/door/door.props");
    for (name, path) in [
        ("door", "fixtures/door/door.props"),
        ("mcrl", "fixtures/mcrl/coffee.mcrl"),
        ("late", "fixtures/defects/late_cancel.erl"),
    ] {
        compare(name, &[path], "2");
    }
    let ring = ["fixtures/references/ring.erl", "--init", "30", "--commands"];
    let events = ["{any_of,[put,get,extend]}", "--unhandled", "disallow"];
    compare("ring", &[&ring[..], &events[..]].concat(), "2");
}

/// A system that takes a while.
const LARGE: [&str; 9] = [
    "lts",
    "fixtures/observed/buffer_naive_fsm.erl",
    "--init",
    "670",
    "--commands",
    "{any_of,[put,get,extend]}",
    "--unhandled",
    "disallow",
    "--max-states=50000000",
];

fn start(more: &[&str]) -> Child {
    Command::new(env!("CARGO_BIN_EXE_erl2lts"))
        .args(LARGE)
        .args(more)
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap()
}

/// The processes that a process has started.
pub(crate) fn children(parent: u32) -> Vec<u32> {
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

pub(crate) fn signal(name: &str, process: u32) {
    assert!(Command::new("kill").args([name, &process.to_string()]).status().unwrap().success());
}

/// Does something to one of three processes, and sees how the others end.
fn lose(name: &str, lost: &str) -> String {
    let folder = scratch(name);
    let first = start(&["--workers", "3", "-o", &folder]);
    let until = Instant::now() + Duration::from_secs(30);
    while children(first.id()).len() < 2 || !Path::new(&folder).join("segment-0.rows.part").exists()
    {
        assert!(Instant::now() < until, "they do not begin");
        thread::sleep(Duration::from_millis(20));
    }
    let others = children(first.id());
    thread::sleep(Duration::from_millis(300));
    signal(lost, others[0]);
    let began = Instant::now();
    let output = first.wait_with_output().unwrap();
    assert!(began.elapsed() < Duration::from_secs(12), "{:?}", began.elapsed());
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(3), "{said}");
    assert!(!Path::new(&folder).join("manifest.json").exists());
    for other in others {
        assert!(!Path::new(&format!("/proc/{other}")).exists(), "{other} is left");
    }
    said
}

#[test]
fn a_process_that_is_killed_ends_the_others() {
    let said = lose("killed", "-KILL");
    // How it is noticed first, and what all had by then, is not the same each time.
    insta::assert_snapshot!(said.split(": ").take(2).collect::<Vec<_>>().join(": "));
}

#[test]
fn a_process_that_is_stopped_ends_the_others() {
    // It takes six seconds to be sure.
    if std::env::var_os("ERL2LTS_LONG").is_none() {
        return;
    }
    let said = lose("stopped", "-STOP");
    assert!(said.contains("worker 1 is lost: it does not answer"), "{said}");
}

/// Counts of a buffer that takes some seconds.
const MIDDLE: &str = "150";

/// Killed at a random moment and taken up again, twenty times.
#[test]
fn a_run_that_is_killed_at_any_moment_is_taken_up() {
    if std::env::var_os("ERL2LTS_LONG").is_none() {
        return;
    }
    let mut args: Vec<&str> = LARGE.to_vec();
    args[3] = MIDDLE;
    let whole = run(&[&args[..], &["--workers", "3", "--count"]].concat());
    let counts = String::from_utf8_lossy(&whole.stdout).into_owned();
    let mut random = 7_u64;
    let mut n_resumed = 0;
    for round in 0..20 {
        let folder = scratch("again");
        random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        let first = Command::new(env!("CARGO_BIN_EXE_erl2lts"))
            .args(&args)
            .args(["--workers", "3", "--checkpoint", "0.2", "-o", &folder])
            .current_dir(env!("CARGO_MANIFEST_DIR"))
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
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

#[test]
fn what_does_not_fit_is_said() {
    let folder = scratch("nothing");
    fs::create_dir_all(&folder).unwrap();
    let hosts = scratch("hosts.txt");
    fs::write(&hosts, "10.1.2.3:7700\n10.1.2.4:7700\n").unwrap();
    let door = "fixtures/door/door.props";
    let drawn = scratch("drawn.dot");
    let text = transcripts(&[
        &["lts", door, "--workers", "2"],
        &["lts", door, "--workers", "2", "-o", &drawn],
        &["lts", door, "--workers", "2", "-o", "x.aut", "--checkpoint", "1"],
        &["lts", door, "--count"],
        &["lts", door, "--workers", "2", "-o", door],
        &["lts", door, "--workers", "1000", "--count"],
        &["lts", door, "--workers", "2", "--resume", &folder],
        &["lts", door, "--hosts", &hosts, "--index", "0", "--count"],
        &["lts", door, "--hosts", &hosts, "--index", "2", "--count"],
        &["lts", "fixtures/systems/late.aut", "--workers", "2", "--count"],
        &["info", &folder],
    ]);
    let text = text.replace(env!("CARGO_TARGET_TMPDIR"), "TMP");
    insta::assert_snapshot!(text);
}
