//! `erl2lts explain CODE`.

use std::fmt::Write as _;

use crate::cli::ExplainArgs;
use crate::codes;
use crate::io::output;
use crate::session::exit::Exit;

/// Prints the page of a code, or the list of all codes.
pub(crate) fn run(args: &ExplainArgs) -> Exit {
    let all = codes::all();
    let mut text = String::new();
    match &args.code {
        None => {
            for info in all {
                let _ = writeln!(text, "{}  {}", info.code.0, info.title);
            }
        }
        Some(code) => {
            let wanted = code.to_ascii_uppercase();
            let Some(info) = all.iter().find(|info| info.code.0 == wanted) else {
                output::warn(&format!(
                    "error: there is no message `{code}`; `erl2lts explain` lists all"
                ));
                return Exit::Input;
            };
            let _ = writeln!(
                text,
                "{}: {}\n\n{}",
                info.code.0,
                info.title,
                info.explanation.trim_end()
            );
        }
    }
    match output::print(&text) {
        Ok(()) => Exit::Success,
        Err(error) => {
            output::warn(&format!("error: cannot write standard output: {error}"));
            Exit::Input
        }
    }
}
