//! `erl2lts check src/`: every callback module in a folder, and a line for each.
//!
//! Input: a folder. Output: the findings of each module that says of itself to be a machine, then a table. What is
//! no such module is passed over; one that cannot be read is said and counts as wrong input.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use crate::cli::CheckArgs;
use crate::codes;
use crate::exit::Exit;
use crate::hunting;
use crate::input;
use crate::session::Session;
use crate::settings::placeless;
use crate::system::{Input, load};
use crate::watch;

/// Files that are looked at, at most.
const MAX_FILES: usize = 100_000;

/// Checks the machines of a folder.
pub(crate) fn run(args: &CheckArgs) -> Exit {
    let mut session = Session::new(args.source.messages);
    let mut files = Vec::new();
    collect(&args.source.input, &mut files);
    files.sort();
    if args.emit_test.is_some() {
        let message = "`--emit-test` is for one module, not for a folder".to_owned();
        session.report(placeless(codes::BAD_FLAGS, message));
        return Exit::Input;
    }
    files.retain(|path| input::read(path).is_ok_and(|text| is_machine(&text)));
    if files.is_empty() {
        let message = format!(
            "there is no callback module of a gen_fsm in `{}`",
            args.source.input.display()
        );
        session.report(placeless(codes::UNKNOWN_FILE, message));
        return Exit::Input;
    }
    let (mut exit, mut table) = (Exit::Success, String::new());
    for path in &files {
        let mut own = args.clone();
        own.source.input.clone_from(path);
        let mut session = Session::new(args.source.messages);
        watch::begin();
        let found = match load(&mut session, &own.source, None, &[], None) {
            Some(Input::Module(subject)) => hunting::run(&mut session, None, &own, &subject),
            _ => Exit::Input,
        };
        let found = found.and(session.exit());
        let word = match found {
            Exit::Success => "nothing certain",
            Exit::Violated => "findings",
            Exit::Inconclusive => "inconclusive",
            Exit::Input | Exit::Bug => "not checked",
        };
        let _ = writeln!(table, "          {}: {word}", path.display());
        exit = exit.and(found);
    }
    let modules = if files.len() == 1 { "module" } else { "modules" };
    session.print(&format!("checked   {} {modules}\n{table}", files.len()));
    exit
}

/// The Erlang sources under a folder; links are not followed.
fn collect(folder: &Path, files: &mut Vec<PathBuf>) {
    let Ok(entries) = fs::read_dir(folder) else { return };
    let mut entries: Vec<_> = entries.filter_map(Result::ok).collect();
    entries.sort_by_key(fs::DirEntry::file_name);
    for entry in entries {
        let Ok(kind) = entry.file_type() else { continue };
        let path = entry.path();
        if kind.is_dir() {
            collect(&path, files);
        } else if kind.is_file()
            && path.extension().is_some_and(|own| own == "erl")
            && files.len() < MAX_FILES
        {
            files.push(path);
        }
    }
}

/// Whether a text says that it is the callback module of a machine.
fn is_machine(text: &str) -> bool {
    text.lines().filter_map(|line| line.trim_start().strip_prefix('-')).any(|line| {
        let line: String = line.chars().filter(|c| !c.is_whitespace()).collect();
        ["behaviour(", "behavior("].iter().any(|word| {
            line.strip_prefix(word).is_some_and(|rest| {
                ["gen_fsm)", "p1_fsm)", "gen_fsm_compat)"].iter().any(|own| rest.starts_with(own))
            })
        })
    })
}
