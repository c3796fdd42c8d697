//! `erl2lts doctor`: what is found of Erlang and of the project around a module.
//!
//! Input: a module, or a folder of modules. Output: lines for people: where OTP is, which folders of headers and of applications there are,
//! which macros, which files of build tools say so; headers that a module includes and that are not found as warnings. Nothing is run.
//! Exit code 2 where headers of OTP cannot be found.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use crate::cli::{DoctorArgs, HeaderArgs, Messages};
use crate::codes;
use crate::config::settings::placeless;
use crate::config::source::headers;
use crate::config::source::project::{self, Project};
use crate::session::Session;
use crate::session::exit::Exit;

/// Runs the command.
pub(crate) fn run(args: &DoctorArgs) -> Exit {
    let mut session = Session::new(Messages::Human);
    let module = if args.path.is_dir() { args.path.join("module.erl") } else { args.path.clone() };
    if !args.path.exists() {
        let message = format!("there is no `{}`", args.path.display());
        session.report(placeless(codes::UNREADABLE, message));
        return session.exit();
    }
    let project = Project::around(&module, args.otp_root.as_deref());
    let root = args.otp_root.clone().or_else(project::installed);
    let mut out = format!("erl2lts   {}\n", env!("CARGO_PKG_VERSION"));
    let _ = writeln!(out, "otp       {}", root.as_deref().map_or("not found".to_owned(), otp));
    for config in project.configs.iter().filter_map(|path| fs::canonicalize(path).ok()) {
        let _ = writeln!(out, "project   {}", config.display());
    }
    // Folders that may hold both are told once.
    let mut seen = Vec::new();
    listed(&mut out, "headers", &project.folders, &mut seen);
    listed(&mut out, "libraries", &project.libraries, &mut seen);
    let macros = project.defines.iter().map(|define| define.name.trim_matches('\''));
    let macros: Vec<&str> = macros.collect();
    let macros = if macros.is_empty() { "none".to_owned() } else { macros.join(", ") };
    let _ = writeln!(out, "macros    {macros}");
    session.print(&out);
    if args.path.is_file() {
        report_missing(&mut session, args);
    }
    if root.is_none() {
        let message =
            "Erlang/OTP is not found: its headers are missing, and what they define is unknown";
        session.report(
            placeless(codes::UNREADABLE, message)
                .with_help("put `erl` on the PATH, or name its folder by `--otp-root DIR`"),
        );
    }
    session.exit()
}

/// Reports which headers of a module are not found.
fn report_missing(session: &mut Session, args: &DoctorArgs) {
    let otp_root = args.otp_root.clone();
    let headers = HeaderArgs { include: Vec::new(), defines: Vec::new(), otp_root };
    let read = headers::module(session, &args.path, &headers, true);
    let told = read.map(|read| read.diagnostics).unwrap_or_default();
    for warning in told.into_iter().filter(|told| told.code == frontend::codes::INCLUDE) {
        session.report(warning);
    }
}

/// Where OTP is, and which.
fn otp(root: &Path) -> String {
    let newest = project::versions(&root.join("lib"), "stdlib").into_iter().max();
    let version =
        newest.and_then(|(_, path)| Some(path.file_name()?.to_string_lossy().into_owned()));
    format!("{}, {}", root.display(), version.unwrap_or_else(|| "without stdlib".to_owned()))
}

/// Lists the folders of these that are there and were not listed before.
fn listed(out: &mut String, title: &str, folders: &[PathBuf], seen: &mut Vec<PathBuf>) {
    let n_before = seen.len();
    for folder in folders.iter().filter_map(|folder| fs::canonicalize(folder).ok()) {
        if folder.is_dir() && !seen.contains(&folder) {
            let title = if seen.len() == n_before { title } else { "" };
            let _ = writeln!(out, "{title:<9} {}", folder.display());
            seen.push(folder);
        }
    }
    if seen.len() == n_before {
        let _ = writeln!(out, "{title:<9} none");
    }
}
