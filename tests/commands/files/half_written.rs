//! Whatever ends the program, no half of a file is left behind.

use std::fmt::Write as _;
use std::fs::{self, File};
use std::os::unix::fs::symlink;
use std::os::unix::process::ExitStatusExt as _;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::thread;
use std::time::{Duration, Instant};

/// Transitions of a system that takes a while to be written.
const TRANSITIONS: usize = 300_000;

/// What is longer than any test takes.
const PATIENCE: Duration = Duration::from_mins(2);

/// A folder with a large system.
fn scratch(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    let mut text = format!("des (0,{TRANSITIONS},{})\n", TRANSITIONS + 1);
    for number in 0..TRANSITIONS {
        writeln!(text, "({number},\"cmd(go,{number})\",{})", number + 1).unwrap();
    }
    fs::write(folder.join("large.aut"), text).unwrap();
    folder
}

/// The names in a folder, but for the large system.
fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name());
    let mut names: Vec<String> = entries.map(|name| name.into_string().unwrap()).collect();
    names.retain(|name| name != "large.aut");
    names.sort();
    names
}

/// The program, started by a shell that does something before.
fn converting(folder: &Path, before: &str) -> Child {
    let mut shell = Command::new("sh");
    let script = format!("{before} exec $0 convert large.aut -o out.jsonl");
    shell.args(["-c", &script, env!("CARGO_BIN_EXE_erl2lts")]).current_dir(folder);
    shell.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap()
}

/// Sends a signal as soon as something is half written.
fn signalled(folder: &Path, before: &str, signal: &str) -> ExitStatus {
    let mut child = converting(folder, before);
    let start = Instant::now();
    while !names(folder).iter().any(|name| name.ends_with(".erl2lts.tmp")) {
        assert!(child.try_wait().unwrap().is_none(), "it ended before it wrote anything");
        assert!(start.elapsed() < PATIENCE, "it never wrote anything");
        thread::sleep(Duration::from_millis(1));
    }
    let id = child.id().to_string();
    assert!(Command::new("kill").args(["-s", signal, &id]).status().unwrap().success());
    child.wait().unwrap()
}

#[test]
fn signals_end_it_in_order() {
    let folder = scratch("half_written_signals");
    for (signal, number) in [("TERM", 15), ("HUP", 1), ("INT", 2), ("QUIT", 3), ("USR1", 10)] {
        let status = signalled(&folder, "ulimit -c 0;", signal);
        assert_eq!(status.signal(), Some(number), "{signal}: {status}");
        assert_eq!(names(&folder), Vec::<String>::new(), "{signal}");
    }
    // As under `nohup`.
    let status = signalled(&folder, "trap '' HUP;", "HUP");
    assert_eq!((status.code(), names(&folder)), (Some(0), vec!["out.jsonl".to_owned()]));
}

#[test]
fn a_file_that_gets_too_large_is_an_error() {
    let folder = scratch("half_written_size");
    let status = converting(&folder, "ulimit -f 100;").wait().unwrap();
    assert_eq!((status.code(), names(&folder)), (Some(2), Vec::new()));
}

/// A run that the system kills, or that aborts, leaves a file behind; the next run takes it away.
#[test]
fn what_dead_processes_have_left_goes() {
    let folder = scratch("half_written_left");
    let killed = signalled(&folder, "", "KILL");
    assert_eq!((killed.signal(), names(&folder).len()), (Some(9), 1));
    // No process has the number 1999999999; what is locked belongs to one that is not seen.
    let left = ".1999999999-1.erl2lts.tmp".to_owned();
    let seen = format!(".{}-1.erl2lts.tmp", std::process::id());
    let held = ".1999999999-2.erl2lts.tmp".to_owned();
    let link = ".1999999999-3.erl2lts.tmp".to_owned();
    let other = ".1999999999-1.tmp".to_owned();
    for name in [&left, &seen, &held, &other] {
        fs::write(folder.join(name), "half").unwrap();
    }
    symlink("large.aut", folder.join(&link)).unwrap();
    let lock = File::open(folder.join(&held)).unwrap();
    lock.lock().unwrap();
    assert_eq!(converting(&folder, "").wait().unwrap().code(), Some(0));
    let mut kept = vec![seen, held, link, other, "out.jsonl".to_owned()];
    kept.sort();
    assert_eq!(names(&folder), kept);
}
