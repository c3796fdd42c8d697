//! `erl2lts watch`: `check` again whenever something that it has read is not as it was.
//!
//! Input: files, flags of `check`. Output: what `check` prints, again and again, until Ctrl-C. What is waited for is what each check has
//! asked of the file system, headers that are not there included (`io::asked`). A check whose file changes meanwhile is ended. What ends
//! an exploration that takes too long is another thing of this name, `src/session/watch/`.

use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::thread::sleep;
use std::time::Duration;

use crate::cli::{Messages, WatchArgs};
use crate::codes;
use crate::config::settings::placeless;
use crate::io::asked::{self, Asked};
use crate::io::output;
use crate::live::editor::checking::program;
use crate::live::editor::flags;
use crate::session::Session;
use crate::session::exit::Exit;

/// Between two looks.
const PACE: Duration = Duration::from_millis(20);

/// How long an editor may take to write all that it writes.
const PAUSE: Duration = Duration::from_millis(30);

/// A file with what its last check has asked.
struct Watched<'a> {
    path: &'a Path,
    asked: Asked,
}

/// Runs the command.
pub(crate) fn run(args: &WatchArgs) -> Exit {
    let mut session = Session::new(Messages::Human);
    if let Some(error) = flags::unfit(&args.flags, "watch", false) {
        session.report(error);
        return session.exit();
    }
    let list = std::env::temp_dir().join(format!("erl2lts-{}.reads", std::process::id()));
    let mut all: Vec<Watched<'_>> =
        args.files.iter().map(|path| Watched { path, asked: Asked::default() }).collect();
    let mut is_first = true;
    loop {
        for watched in &mut all {
            if is_first || !watched.asked.is_still_so(true) {
                if !is_first {
                    sleep(PAUSE);
                    session.print(&format!("again     {}\n", watched.path.display()));
                    // Nobody reads it any more.
                    if session.n_errors() > 0 || output::is_unread() {
                        return session.exit();
                    }
                }
                let checked = watched.check(&args.flags, &list);
                let _ = std::fs::remove_file(&list);
                if let Err(error) = checked {
                    let message = format!("`check` cannot be started: {error}");
                    session.report(placeless(codes::UNREADABLE, message));
                    return session.exit();
                }
            }
        }
        is_first = false;
        sleep(PACE);
    }
}

impl Watched<'_> {
    /// Checks the file, from the start again if it changes meanwhile.
    fn check(&mut self, flags: &[String], list: &PathBuf) -> std::io::Result<()> {
        loop {
            let before = stamp(self.path);
            let mut check = program()?;
            check.arg("check").args(flags).arg("--reads").arg(list).arg("--").arg(self.path);
            let mut child = check.stdin(Stdio::null()).spawn()?;
            let is_over = loop {
                if child.try_wait()?.is_some() {
                    break true;
                }
                if stamp(self.path) != before {
                    break false;
                }
                sleep(PACE);
            };
            if is_over {
                self.asked = asked_of(list).unwrap_or_else(|| alone(self.path, before));
                return Ok(());
            }
            child.kill()?;
            child.wait()?;
            sleep(PAUSE);
        }
    }
}

/// What a check has asked.
fn asked_of(list: &Path) -> Option<Asked> {
    let text = std::fs::read_to_string(list).ok()?;
    let asked = Asked::read(&serde_json::from_str(&text).ok()?)?;
    Some(asked).filter(|asked| !asked.all.is_empty())
}

/// The file alone, where it is not known what was asked.
fn alone(path: &Path, stamp: String) -> Asked {
    let answer = asked::Answer { text: stamp, stamp: String::new() };
    let mut asked = Asked::default();
    asked.all.insert((asked::Kind::Opened, path.to_owned()), answer);
    asked
}

fn stamp(path: &Path) -> String {
    asked::stamp(std::fs::metadata(path).ok().as_ref())
}
