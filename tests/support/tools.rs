//! Tools outside the repository: where they are, how they are run.

pub use super::toolset::folder_of;

use super::toolset::missing;
use std::env;
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Output};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

/// A folder for the files of one test, removed at the end unless the test fails.
pub struct Folder(PathBuf);

impl Folder {
    /// Makes an empty folder, another one at each call.
    pub fn new(name: &str) -> Self {
        static MADE: AtomicUsize = AtomicUsize::new(0);
        let number = MADE.fetch_add(1, Ordering::Relaxed);
        let name = format!("erl2lts-{name}-{}-{number}", std::process::id());
        let path = env::temp_dir().join(name);
        let _ = fs::remove_dir_all(&path);
        fs::create_dir_all(&path).unwrap();
        Self(path)
    }

    /// The folder.
    pub fn path(&self) -> &Path {
        &self.0
    }

    /// Writes a file.
    pub fn write(&self, name: &str, text: &str) -> PathBuf {
        let path = self.0.join(name);
        fs::write(&path, text).unwrap();
        path
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        if !std::thread::panicking() {
            let _ = fs::remove_dir_all(&self.0);
        }
    }
}

/// A tool of Erlang found on the search path.
pub fn on_path(tool: &str) -> Option<PathBuf> {
    let paths = env::var_os("PATH").unwrap_or_default();
    match env::split_paths(&paths).map(|folder| folder.join(tool)).find(|path| path.is_file()) {
        Some(path) => Some(path),
        None if env::var("ERL2LTS_REQUIRE_ERLANG").is_ok_and(|value| value == "1") => {
            panic!("`{tool}` is not installed, and ERL2LTS_REQUIRE_ERLANG=1")
        }
        None => missing(&format!("`{tool}` is not installed")),
    }
}

/// Runs a command in a folder and returns its standard output; it must succeed.
pub fn run(folder: &Path, program: &Path, args: &[&str]) -> String {
    String::from_utf8_lossy(&output(folder, program, args).stdout).into_owned()
}

/// Runs a command in a folder and returns what it says on stderr; it must succeed.
pub fn messages(folder: &Path, program: &Path, args: &[&str]) -> String {
    String::from_utf8_lossy(&output(folder, program, args).stderr).into_owned()
}

/// Runs a command that must succeed, until the deadline: whether it came to its end.
pub fn run_until(deadline: Instant, folder: &Path, program: &Path, args: &[&str]) -> bool {
    // A file takes any amount of text without a reader.
    let path = folder.join("messages");
    let file = || File::options().append(true).create(true).open(&path).unwrap();
    let mut command = Command::new(program);
    command.args(args).current_dir(folder).stdout(file()).stderr(file());
    let Some(status) = wait_until(deadline, command.spawn().unwrap()) else {
        return false;
    };
    assert!(
        status.success(),
        "{} {args:?} in {}: {status}\n{}",
        program.display(),
        folder.display(),
        String::from_utf8_lossy(&fs::read(&path).unwrap())
    );
    true
}

/// `None` where it had to be killed.
fn wait_until(deadline: Instant, mut child: Child) -> Option<ExitStatus> {
    loop {
        if let Some(status) = child.try_wait().unwrap() {
            return Some(status);
        }
        if Instant::now() >= deadline {
            child.kill().unwrap();
            child.wait().unwrap();
            return None;
        }
        std::thread::sleep(Duration::from_millis(10));
    }
}

/// Lets OTP 25 and 26 load modules with `maybe`, which is no atom then without quotes; later ones take it, too.
const FEATURES: (&str, &str) = ("ERL_FLAGS", "-enable-feature maybe_expr");

fn output(folder: &Path, program: &Path, args: &[&str]) -> Output {
    let (variable, flags) = FEATURES;
    let mut command = Command::new(program);
    let output = command.args(args).current_dir(folder).env(variable, flags).output().unwrap();
    assert!(
        output.status.success(),
        "{} {args:?} in {}: {}\n{}{}",
        program.display(),
        folder.display(),
        output.status,
        String::from_utf8_lossy(&output.stdout),
        String::from_utf8_lossy(&output.stderr)
    );
    output
}

/// A number from an environment variable.
pub fn number(variable: &str, default: usize) -> usize {
    env::var(variable).map_or(default, |text| text.parse().unwrap())
}

/// All of these where `ERL2LTS_LONG=1`, else every tenth one.
pub fn sampled<T>(all: impl IntoIterator<Item = T>) -> Vec<T> {
    let step = if number("ERL2LTS_LONG", 0) == 1 { 1 } else { 10 };
    all.into_iter().step_by(step).collect()
}
