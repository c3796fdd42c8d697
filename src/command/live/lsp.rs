//! `erl2lts lsp`: the language server, on standard input and output.
//!
//! Input: messages of an editor. Output: messages to it; exit code 0 where it was asked to end, 2 where it was not, or where what came was
//! no message.

use std::io::{self, BufReader};
use std::sync::mpsc::sync_channel;
use std::thread;

use crate::cli::{LspArgs, Messages};
use crate::codes;
use crate::config::settings::placeless;
use crate::live::editor::flags;
use crate::live::editor::pipe::{self, Framed, Outgoing};
use crate::live::editor::server::{Ended, Server};
use crate::session::Session;
use crate::session::exit::Exit;
use frontend::Diagnostic;

/// Messages that may wait.
const MOST_WAITING: usize = 64;

/// Runs the command.
pub(crate) fn run(args: &LspArgs) -> Exit {
    let mut session = Session::new(Messages::Human);
    if let Some(error) = flags::unfit(&args.flags, "lsp", true) {
        session.report(error);
        return session.exit();
    }
    let (sender, messages) = sync_channel::<Result<Framed, String>>(MOST_WAITING);
    let reader = thread::Builder::new().spawn(move || {
        let mut input = BufReader::new(io::stdin());
        loop {
            let came = pipe::read(&mut input);
            let is_last = came.is_err();
            let Some(came) = came.transpose() else { break };
            if sender.send(came).is_err() || is_last {
                break;
            }
        }
    });
    if let Err(error) = reader {
        session.report(wrong(&format!("no thread can be had: {error}")));
        return session.exit();
    }
    let mut send = |out: Outgoing| pipe::write(io::stdout().lock(), &out).map_err(drop);
    match Server::new(&mut send, args.flags.clone()).serve(&messages) {
        Ended::InOrder => {}
        Ended::Unasked => session.report(wrong("the editor has ended without `shutdown`")),
        Ended::Gone => session.report(wrong("the editor has gone")),
        Ended::Garbage(why) => {
            session.report(
                wrong(&format!("what came is no message of an editor: {why}")).with_help(
                    "`erl2lts lsp` is started by an editor, which talks to it: docs/editor.md",
                ),
            );
        }
    }
    session.exit()
}

fn wrong(message: &str) -> Diagnostic {
    placeless(codes::NO_EDITOR, message)
}
