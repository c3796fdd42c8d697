//! Flags of `check` that are handed to it each time that it is run: by the language server, by `watch`.
//!
//! Input: flags, as they stand behind `--`. Output: whether `check` takes them, and they go together with being run again and again: what
//! is written to a file, or read from standard input, does not. Who asks says whether the report is its own, too.

use std::path::Path;

use clap::Parser as _;
use frontend::Diagnostic;

use crate::cli::{CheckArgs, Cli, Command};
use crate::codes;
use crate::config::settings::placeless;

/// Spellings of the flag that leaves out what is as expected.
const QUIET: [&str; 2] = ["--quiet", "-q"];

/// A name that no flag has.
const FILE: &str = "a.erl";

/// Why flags cannot be handed on for a command of this name; `has_report` says that the report has a format already.
pub(crate) fn unfit(flags: &[String], command: &str, has_report: bool) -> Option<Diagnostic> {
    let args = match read(flags, has_report) {
        Ok(args) => args,
        Err(why) => {
            let message = format!("`check` does not take these flags: {why}");
            return Some(
                placeless(codes::BAD_FLAGS, message)
                    .with_help("`erl2lts check --help` lists its flags"),
            );
        }
    };
    if args.source.input != Path::new(FILE) || !args.files.is_empty() {
        let named = args.source.input.display();
        let message = format!("`{named}` is no flag of `check`");
        return Some(
            placeless(codes::BAD_FLAGS, message).with_help("only flags stand behind `--`"),
        );
    }
    let given = of_files(&args).or_else(|| of_report(&args).filter(|_| has_report))?;
    let message = format!("`{given}` does not go with `{command}`");
    let help = if has_report {
        "the editor shows the report"
    } else {
        "the report goes to standard output, and nothing is written to files"
    };
    Some(placeless(codes::BAD_FLAGS, message).with_help(help))
}

/// The flags with those of a report that is read by this program: what is said besides is not asked for.
pub(super) fn for_report(flags: &[String]) -> Vec<&str> {
    let given = flags.iter().map(String::as_str).filter(|flag| !QUIET.contains(flag));
    given.chain(["--quiet", "--format", "json"]).collect()
}

/// The flags as `check` reads them, or what it says of them.
fn read(flags: &[String], has_report: bool) -> Result<CheckArgs, String> {
    let flags =
        if has_report { for_report(flags) } else { flags.iter().map(String::as_str).collect() };
    let all = ["erl2lts", "check"].into_iter().chain(flags).chain(["--", FILE]);
    let first = |text: String| {
        text.lines().next().unwrap_or_default().trim_start_matches("error: ").to_owned()
    };
    match Cli::try_parse_from(all).map_err(|error| first(error.to_string()))?.command {
        Command::Check(args) => Ok(args),
        _ => Err("another command".to_owned()),
    }
}

/// A flag for another report than the one that is read.
fn of_report(args: &CheckArgs) -> Option<&'static str> {
    let flags =
        [("--format", args.format.len() > 1), ("--all", args.all), ("--coverage", args.coverage)];
    flags.into_iter().find_map(|(flag, is_given)| is_given.then_some(flag))
}

/// A flag for what is written to a file, or read once only.
fn of_files(args: &CheckArgs) -> Option<&'static str> {
    let flags = [
        ("--format", args.format.iter().any(|target| target.file.is_some())),
        ("--evidence", args.evidence.is_some()),
        ("--emit-test", args.emit_test.is_some()),
        ("--export-mcf", args.export_mcf.is_some()),
        ("--export-bes", args.export_bes.is_some()),
        ("--stdin", args.stdin),
        ("--reads", args.reads.is_some()),
        ("--cache", args.cache.is_some()),
    ];
    flags.into_iter().find_map(|(flag, is_given)| is_given.then_some(flag))
}
