//! `erl2lts watch`: checks again when what was read is not as it was, and as quickly as an editor saves.

use std::fs;
use std::io::{BufRead as _, BufReader};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::{Duration, Instant};

use crate::command_line::run;
use crate::tools::Folder;

/// A watch with the lines that it prints.
struct Watch {
    child: Child,
    lines: Receiver<String>,
}

impl Watch {
    fn start(folder: &Folder, args: &[&str]) -> Self {
        let mut child = Command::new(env!("CARGO_BIN_EXE_erl2lts"))
            .arg("watch")
            .args(args)
            .current_dir(folder.path())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let output = BufReader::new(child.stdout.take().unwrap());
        let (sender, lines) = channel();
        thread::spawn(move || {
            for line in output.lines().map_while(Result::ok) {
                if sender.send(line).is_err() {
                    break;
                }
            }
        });
        Self { child, lines }
    }

    fn wait_for(&self, wanted: &str) {
        loop {
            let line = self.lines.recv_timeout(Duration::from_secs(30)).expect("nothing comes");
            if line.contains(wanted) {
                return;
            }
        }
    }
}

impl Drop for Watch {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[test]
fn it_checks_again_when_something_changes() {
    let folder = Folder::new("watched");
    let door = fs::read_to_string("fixtures/door/fsm_door.erl").unwrap();
    let headed = door.replace("-behaviour", "-include(\"code.hrl\").\n-behaviour");
    folder.write("fsm_door.erl", &headed);
    folder.write("code.hrl", "-define(X, 1).\n");
    folder.write("door.props", &fs::read_to_string("fixtures/door/door.props").unwrap());
    let watch = Watch::start(&folder, &["door.props", "--", "--verbose"]);
    watch.wait_for("2 properties");
    thread::sleep(Duration::from_millis(60));
    let start = Instant::now();
    folder.write("fsm_door.erl", &headed.replace("do_unlock()", "do_lock()"));
    watch.wait_for("again     door.props");
    watch.wait_for("2 properties");
    let taken = start.elapsed();
    // Some 150 ms with a debug build on a busy machine; here it counts that it comes at all.
    assert!(taken < Duration::from_secs(10), "{taken:?}");
    thread::sleep(Duration::from_millis(60));
    folder.write("code.hrl", "-define(X, 2).\n");
    watch.wait_for("again     door.props");
    watch.wait_for("2 properties");
    fs::remove_file(folder.path().join("fsm_door.erl")).unwrap();
    watch.wait_for("again     door.props");
    folder.write("fsm_door.erl", &headed);
    watch.wait_for("2 properties");
}

#[test]
fn flags_that_do_not_go_with_it_are_refused() {
    let refused: [&[&str]; 11] = [
        &["--stdin"],
        &["--reads=x"],
        &["--cache"],
        &["--format=json=x"],
        &["--format", "json=x"],
        &["--quiet", "--evidence", "x.aut"],
        &["--export-mcf=x.mcf"],
        &["--export-bes", "x.bes"],
        &["--emit-test", "x.erl"],
        &["fixtures/coffee/coffee.props"],
        &["--no-such-flag"],
    ];
    for flags in refused {
        let output = run(&[&["watch", "fixtures/door/door.props", "--"], flags].concat());
        let said = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{flags:?} {said}");
        assert!(said.starts_with("error[E0510]"), "{flags:?} {said}");
    }
    assert_eq!(run(&["watch"]).status.code(), Some(2));
}
