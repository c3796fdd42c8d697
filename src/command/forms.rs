//! `erl2lts forms`: the forms of a module, as epp returns them.

use frontend::output::{abstract_format, print, sexp};

use crate::cli::{FormsArgs, FormsFormat};
use crate::config::source::headers::{self, check_flags};
use crate::session::Session;
use crate::session::exit::Exit;

/// Runs the command.
pub(crate) fn run(args: &FormsArgs) -> Exit {
    let mut session = Session::new(args.messages);
    if check_flags(&mut session, &args.headers)
        && let Some(outcome) = headers::module(&mut session, &args.file, &args.headers, false)
    {
        let module = outcome.value;
        for diagnostic in outcome.diagnostics {
            session.report(diagnostic);
        }
        let text = match args.format {
            FormsFormat::Erlang => abstract_format::module(&module, &session.sources, args.columns),
            FormsFormat::Tree => sexp::module(&module),
            FormsFormat::Source => print::module(&module),
        };
        session.print_data(&text);
    }
    session.exit()
}
