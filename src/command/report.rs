//! `erl2lts report`: what `check` finds out, as a page for browsers.
//!
//! Input: whatever `check` takes but a folder. Output: one HTML file; the exit code is that of `check`. It is `check` with one more format.

use crate::cli::ReportArgs;
use crate::codes;
use crate::command::check;
use crate::config::settings::placeless;
use crate::io::{asked, input};
use crate::report::{Format, Target};
use crate::session::Session;
use crate::session::exit::Exit;

/// Runs the command.
pub(crate) fn run(args: &ReportArgs) -> Exit {
    let input = &args.check.source.input;
    if asked::is_dir(input) && input::kind(input).is_err() {
        let message =
            format!("`{}` is a folder, and a report is about one module", input.display());
        let help = "one by one: `for f in src/*.erl; do erl2lts report \"$f\" -o \"${f%.erl}.html\"; done`";
        let mut session = Session::new(args.check.source.messages);
        session.report(placeless(codes::BAD_FLAGS, message).with_help(help));
        return Exit::Input;
    }
    let mut check = args.check.clone();
    check.format.push(Target { format: Format::Html, file: args.output.clone() });
    check::run(&check)
}
