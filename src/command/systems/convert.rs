//! `erl2lts convert`: a transition system in another format.

use lts::format::fsm::Parameters;

use crate::cli::{ConvertArgs, LtsFormat};
use crate::command::destination::Destination;
use crate::io::segments;
use crate::session::Session;
use crate::session::exit::Exit;
use crate::system::format::write;
use crate::system::transition_system;
use crate::workers::folder;

/// Runs the command.
pub(crate) fn run(args: &ConvertArgs) -> Exit {
    let mut session = Session::new(args.system.source.messages);
    let output = args.target.output.as_deref();
    let Some(destination) = Destination::of(&mut session, output, &args.target.stored) else {
        return session.exit();
    };
    if segments::is_folder(&args.system.source.input)
        && let Some(exit) = streamed(&mut session, args, &destination)
    {
        return exit;
    }
    let replaced = destination.replaced();
    let Some(lts) = transition_system::system(&mut session, &args.system, replaced) else {
        return session.exit().and(Exit::Inconclusive);
    };
    write(&mut session, &lts, &Parameters::default(), &args.target.target(&destination));
    let exit = session.exit();
    if lts.is_complete() { exit } else { exit.and(Exit::Inconclusive) }
}

/// Writes a folder of segments as an `.aut` file, which need not be in memory for that; `None` where something else is wanted.
fn streamed(session: &mut Session, args: &ConvertArgs, destination: &Destination) -> Option<Exit> {
    let target = args.target.target(destination);
    if target.format != LtsFormat::Aut || !matches!(destination, Destination::Written(_)) {
        return None;
    }
    let input = &args.system.source.input;
    let is_complete = match folder::open(input) {
        Ok(merged) => merged.manifest().is_complete,
        Err(error) => {
            session.report(*error);
            return Some(session.exit());
        }
    };
    destination.deliver(session, &|out| folder::write_aut(input, target.tau, out));
    let exit = session.exit();
    Some(if is_complete { exit } else { exit.and(Exit::Inconclusive) })
}
