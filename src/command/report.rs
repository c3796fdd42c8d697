//! `erl2lts report`: what `check` finds out, as a page for browsers.
//!
//! Input: whatever `check` takes. Output: one HTML file; the exit code is that of `check`. It is `check` with one more format.

use crate::cli::ReportArgs;
use crate::command::check;
use crate::report::{Format, Target};
use crate::session::exit::Exit;

/// Runs the command.
pub(crate) fn run(args: &ReportArgs) -> Exit {
    let mut check = args.check.clone();
    check.format.push(Target { format: Format::Html, file: args.output.clone() });
    check::run(&check)
}
