//! `erl2lts sim` on a screen, through a pseudo terminal: panes, keys, sizes, and the terminal as it was behind all of it.

use std::io::{Read as _, Write};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use portable_pty::{Child, CommandBuilder, MasterPty, PtySize, native_pty_system};

/// How long is waited for what must come.
const PATIENCE: Duration = Duration::from_secs(20);

/// A program in a terminal.
struct Terminal {
    master: Box<dyn MasterPty + Send>,
    keys: Box<dyn Write + Send>,
    child: Box<dyn Child + Send + Sync>,
    screen: Arc<Mutex<vt100::Parser>>,
}

impl Terminal {
    fn new(args: &[&str], (rows, cols): (u16, u16)) -> Self {
        let size = PtySize { rows, cols, pixel_width: 0, pixel_height: 0 };
        let pair = native_pty_system().openpty(size).unwrap();
        let mut command = CommandBuilder::new(env!("CARGO_BIN_EXE_erl2lts"));
        command.args(args);
        command.cwd(env!("CARGO_MANIFEST_DIR"));
        command.env("TERM", "xterm-256color");
        let child = pair.slave.spawn_command(command).unwrap();
        drop(pair.slave);
        let screen = Arc::new(Mutex::new(vt100::Parser::new(rows, cols, 0)));
        let mut reader = pair.master.try_clone_reader().unwrap();
        let seen = Arc::clone(&screen);
        thread::spawn(move || {
            let mut bytes = [0; 4096];
            while let Ok(n) = reader.read(&mut bytes) {
                if n == 0 {
                    break;
                }
                seen.lock().unwrap().process(&bytes[..n]);
            }
        });
        let keys = pair.master.take_writer().unwrap();
        Self { master: pair.master, keys, child, screen }
    }

    fn text(&self) -> String {
        self.screen.lock().unwrap().screen().contents()
    }

    fn press(&mut self, keys: &str) {
        self.keys.write_all(keys.as_bytes()).unwrap();
        self.keys.flush().unwrap();
    }

    fn wait_for(&self, wanted: &str) -> String {
        let start = Instant::now();
        while !self.text().contains(wanted) {
            assert!(start.elapsed() < PATIENCE, "no `{wanted}` in\n{}", self.text());
            thread::sleep(Duration::from_millis(10));
        }
        self.text()
    }

    fn resize(&mut self, (rows, cols): (u16, u16)) {
        self.screen.lock().unwrap().screen_mut().set_size(rows, cols);
        let size = PtySize { rows, cols, pixel_width: 0, pixel_height: 0 };
        self.master.resize(size).unwrap();
    }

    fn is_alternate(&self) -> bool {
        self.screen.lock().unwrap().screen().alternate_screen()
    }

    /// Waits for the end: the exit code, with the terminal as it was.
    fn end(&mut self) -> u32 {
        let start = Instant::now();
        loop {
            if let Some(status) = self.child.try_wait().unwrap() {
                while self.is_alternate() || self.screen.lock().unwrap().screen().hide_cursor() {
                    assert!(start.elapsed() < PATIENCE, "the screen is not given back");
                    thread::sleep(Duration::from_millis(10));
                }
                return status.exit_code();
            }
            assert!(start.elapsed() < PATIENCE, "it does not end:\n{}", self.text());
            thread::sleep(Duration::from_millis(10));
        }
    }
}

#[test]
fn panes_show_a_walk() {
    let mut terminal = Terminal::new(&["sim", "fixtures/door/door.props"], (30, 110));
    terminal.wait_for("cmd({button,abb})");
    terminal.wait_for("locked({button, Password}, Code) ->");
    assert!(terminal.is_alternate());
    terminal.press("\r");
    terminal.wait_for("1 display_message");
    terminal.press("\u{1b}[C");
    terminal.wait_for("1 cmd({button,abc})");
    terminal.wait_for("2 display_message");
    terminal.wait_for("? help");
    insta::assert_snapshot!("door", terminal.text());
    terminal.press("\u{1b}[D");
    terminal.wait_for("1 display_message");
    terminal.press("w");
    terminal.wait_for(":watch _");
    terminal.press("State\r");
    terminal.wait_for("State: locked");
    terminal.press("r");
    terminal.press("[true* . do_unlock] false\r");
    terminal.wait_for("violated");
    terminal.press(":jump\r");
    terminal.wait_for("`jump` is no command");
    terminal.press("?");
    terminal.wait_for("choose an event");
    terminal.press("x");
    terminal.press("q");
    assert_eq!(terminal.end(), 0);
}

#[test]
fn small_terminals_and_new_sizes_are_drawn() {
    let mut terminal = Terminal::new(&["sim", "fixtures/door/door.props"], (8, 20));
    terminal.wait_for("cmd({button,abb");
    let small = terminal.wait_for("? help");
    insta::assert_snapshot!("small", small);
    terminal.resize((30, 110));
    terminal.wait_for("locked({button, Password}, Code) ->");
    terminal.resize((1, 1));
    terminal.resize((3, 10));
    terminal.resize((24, 40));
    terminal.wait_for("events");
    // Ctrl-C.
    terminal.press("\u{3}");
    assert_eq!(terminal.end(), 0);
}

#[cfg(unix)]
#[test]
fn signals_give_the_terminal_back() {
    let mut terminal = Terminal::new(&["sim", "fixtures/door/door.props"], (24, 80));
    terminal.wait_for("cmd({button,abb})");
    let id = terminal.child.process_id().unwrap().to_string();
    let killed = std::process::Command::new("kill").args(["-TERM", &id]).status().unwrap();
    assert!(killed.success());
    assert_ne!(terminal.end(), 0);
}

#[test]
fn lines_can_be_typed_in_a_terminal() {
    let mut terminal = Terminal::new(&["sim", "fixtures/door/door.props", "--lines"], (24, 80));
    terminal.wait_for("> ");
    assert!(!terminal.is_alternate());
    terminal.press("1\n");
    terminal.wait_for("1  display_message");
    terminal.press("jump\n");
    terminal.wait_for("?  ");
    // The end of all input.
    terminal.press("\u{4}");
    assert_eq!(terminal.end(), 0);
}

/// A server with so many requests that looking at them takes seconds.
fn many() -> String {
    let clause = |number| {
        format!(
            "handle_call({{put, {number}, X}}, _, S) -> {{reply, lists:member(X, S), lists:delete({number}, [X | S])}}"
        )
    };
    let clauses: Vec<String> = (0..1500).map(clause).collect();
    format!(
        "-module(many).\n-behaviour(gen_server).\n-export([init/1, handle_call/3, handle_cast/2]).\n\
         init(_) -> {{ok, []}}.\n{}.\nhandle_cast(_, S) -> {{noreply, S}}.\n",
        clauses.join(";\n")
    )
}

#[test]
fn a_terminal_is_told_what_takes_long() {
    let folder = crate::tools::Folder::new("progress");
    let path = folder.write("many.erl", &many());
    let mut terminal = Terminal::new(&["check", path.to_str().unwrap()], (24, 100));
    terminal.wait_for("looking for what can go wrong, ");
    terminal.child.kill().unwrap();
    let mut quiet = Terminal::new(&["check", "-q", "fixtures/door/door.props"], (24, 100));
    assert_eq!((quiet.end(), quiet.text().as_str()), (0, ""));
}
