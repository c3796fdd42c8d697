//! What a check has said, kept for when the same is asked again.
//!
//! Input: the arguments; what the run asks of the file system (`io::asked`); what it says. Output: the same bytes and the same exit code
//! without any work, while everything that was asked has the same answer, files by their content. What was cut by the clock, by memory or by
//! Ctrl-C, what ends as wrong input, and what writes files is never kept. Bounded: the oldest go first.
//!
//! ```text
//! DIR/HASH.kept     erl2lts kept 1 CHECKSUM        HASH is of the program, the arguments, the folder, terminal or not
//!                   {"asked": [["content","door.erl","9af..","..."], ..], "said": [[1,"holds ..\n"], ..], "exit": 0}
//! ```
//!
//! Only `check` keeps anything, and only where it is told to (`--cache`, `ERL2LTS_CACHE`).

use std::ffi::OsStr;
use std::fs::{self, File};
use std::io::{self, IsTerminal as _};
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use serde_json::{Value, json};

use crate::cli::CheckArgs;
use crate::io::asked::{self, Asked};
use crate::io::segments;
use crate::io::{output, temporary};
use crate::session::exit::Exit;
use crate::session::watch;

/// The first word of a file; another version of the format has another one.
const HEAD: &str = "erl2lts kept 1 ";

/// How names of files end.
const ENDING: &str = ".kept";

/// Bytes of a file.
const LARGEST: usize = 8 << 20;

/// Bytes of all files.
const MOST_BYTES: u64 = 64 << 20;

/// Files.
const MOST_FILES: usize = 1_000;

/// The place for what a check says.
pub(crate) struct Kept {
    folder: PathBuf,
    file: PathBuf,
}

/// Why nothing can be kept: the folder, and what the system says.
pub(crate) type Unkept = (PathBuf, io::Error);

impl Kept {
    /// The place for what these arguments come to, where it is to be kept.
    pub(crate) fn of(args: &CheckArgs) -> Result<Option<Self>, Unkept> {
        let Some(folder) = folder(args).filter(|_| !writes(args)) else { return Ok(None) };
        let Some(key) = key() else { return Ok(None) };
        fs::create_dir_all(&folder).map_err(|error| (folder.clone(), error))?;
        let file = folder.join(format!("{key}{ENDING}"));
        Ok(Some(Self { folder, file }))
    }

    /// Says again what was said before, if all is as it was, or why that cannot be written; else everything is remembered from now on.
    pub(crate) fn again(&self) -> Option<io::Result<Exit>> {
        let stored = self.stored();
        if let Some((exit, said)) = stored {
            // What is used stays.
            let _ = File::options()
                .append(true)
                .open(&self.file)
                .and_then(|file| file.set_modified(SystemTime::now()));
            return Some(output::say_again(&said).map(|()| exit));
        }
        asked::remember();
        output::record();
        None
    }

    /// What is stored, if it is whole and still so.
    fn stored(&self) -> Option<(Exit, output::Said)> {
        let metadata = fs::metadata(&self.file).ok()?;
        if !metadata.is_file() || usize::try_from(metadata.len()).ok()? > LARGEST {
            return None;
        }
        let text = fs::read_to_string(&self.file).ok()?;
        let (checksum, body) = text.strip_prefix(HEAD)?.split_once('\n')?;
        if checksum != blake3::hash(body.as_bytes()).to_hex().as_str() {
            return None;
        }
        let whole: Value = serde_json::from_str(body).ok()?;
        if !Asked::read(&whole["asked"])?.is_still_so(false) {
            return None;
        }
        let exit = match whole["exit"].as_u64()? {
            0 => Exit::Success,
            1 => Exit::Violated,
            _ => return None,
        };
        let piece = |piece: &Value| {
            let is_error = piece.get(0)?.as_u64()? == 2;
            Some((is_error, piece.get(1)?.as_str()?.as_bytes().to_vec()))
        };
        let said = whole["said"].as_array()?.iter().map(piece).collect::<Option<_>>()?;
        Some((exit, said))
    }

    /// Keeps what was said, if it is worth that; where it cannot be written, it is not kept.
    pub(crate) fn keep(&self, exit: Exit) {
        let Some(body) = body(exit) else { return };
        let checksum = blake3::hash(body.as_bytes()).to_hex();
        let text = format!("{HEAD}{checksum}\n{body}");
        if text.len() <= LARGEST {
            let _ = temporary::write(&self.file, &|out| out.write_all(text.as_bytes()));
            self.make_room();
        }
    }

    /// Takes away the oldest files while there are too many.
    fn make_room(&self) {
        let mut files: Vec<(SystemTime, u64, PathBuf)> = Vec::new();
        for entry in fs::read_dir(&self.folder).into_iter().flatten().flatten() {
            let Ok(metadata) = entry.metadata() else { continue };
            if is_ours(&entry.file_name()) && metadata.is_file() {
                let time = metadata.modified().unwrap_or(SystemTime::UNIX_EPOCH);
                files.push((time, metadata.len(), entry.path()));
            }
        }
        files.sort();
        let mut bytes: u64 = files.iter().map(|(_, size, _)| size).sum();
        let mut n_files = files.len();
        for (_, size, path) in files {
            if bytes <= MOST_BYTES && n_files <= MOST_FILES {
                break;
            }
            // Another process may have been faster.
            let _ = fs::remove_file(path);
            (bytes, n_files) = (bytes - size, n_files - 1);
        }
    }
}

/// What is written of a run that is worth it.
fn body(exit: Exit) -> Option<String> {
    let is_answer = matches!(exit, Exit::Success | Exit::Violated);
    let asked = asked::remembered();
    if !is_answer || watch::was_cut() || asked.has_opened() {
        return None;
    }
    let said = output::recorded()?.into_iter().map(|(is_error, bytes)| {
        let text = String::from_utf8(bytes).ok()?;
        Some(json!([if is_error { 2 } else { 1 }, text]))
    });
    let said = said.collect::<Option<Vec<Value>>>()?;
    Some(json!({ "asked": asked.stored()?, "said": said, "exit": exit.code() }).to_string())
}

/// Where things are kept; nowhere unless somebody says so.
fn folder(args: &CheckArgs) -> Option<PathBuf> {
    if args.no_cache {
        return None;
    }
    let named = |text: &OsStr| match text.to_str() {
        Some("" | "0") => None,
        Some("1") => usual(),
        _ => Some(PathBuf::from(text)),
    };
    match &args.cache {
        Some(folder) if folder.as_os_str().is_empty() => usual(),
        Some(folder) => Some(folder.clone()),
        None => named(&std::env::var_os("ERL2LTS_CACHE")?),
    }
}

/// The folder for what can be made again.
fn usual() -> Option<PathBuf> {
    let given = std::env::var_os("XDG_CACHE_HOME").map(PathBuf::from).filter(|p| p.is_absolute());
    let home = || Some(Path::new(&std::env::var_os("HOME")?).join(".cache"));
    Some(given.or_else(home)?.join("erl2lts"))
}

/// Whether a run writes files, or reads what can be read once only, or a folder of segments, which is too large to be looked at twice.
fn writes(args: &CheckArgs) -> bool {
    args.stdin
        || segments::is_folder(&args.source.input)
        || args.reads.is_some()
        || args.evidence.is_some()
        || args.export_mcf.is_some()
        || args.export_bes.is_some()
        || args.emit_test.is_some()
        || args.format.iter().any(|target| target.file.is_some())
}

/// What the answer hangs on before anything is read: this very program, its arguments, the folder in which it runs, and what shows that.
fn key() -> Option<String> {
    let program = fs::metadata(std::env::current_exe().ok()?).ok()?;
    let mut hasher = blake3::Hasher::new();
    let mut add = |bytes: &[u8]| {
        hasher.update(&u64::try_from(bytes.len()).unwrap_or(u64::MAX).to_le_bytes());
        hasher.update(bytes);
    };
    add(env!("CARGO_PKG_VERSION").as_bytes());
    add(asked::stamp(Some(&program)).as_bytes());
    add(std::env::current_dir().ok()?.as_os_str().as_encoded_bytes());
    for argument in std::env::args_os().skip(1) {
        add(argument.as_encoded_bytes());
    }
    add(&[u8::from(io::stdout().is_terminal()), u8::from(io::stderr().is_terminal())]);
    let colours = std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty());
    add(&[u8::from(colours)]);
    Some(hasher.finalize().to_hex().to_string())
}

/// Whether a file in the folder is one that was kept.
fn is_ours(name: &OsStr) -> bool {
    let stem = name.to_str().and_then(|name| name.strip_suffix(ENDING));
    stem.is_some_and(|stem| stem.len() == 64 && stem.bytes().all(|b| b.is_ascii_hexdigit()))
}
