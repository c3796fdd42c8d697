//! `erl2lts convert`: a transition system in another format.

use lts::format::fsm::Parameters;

use crate::cli::ConvertArgs;
use crate::command::destination::Destination;
use crate::session::Session;
use crate::session::exit::Exit;
use crate::system::format::write;
use crate::system::transition_system;

/// Runs the command.
pub(crate) fn run(args: &ConvertArgs) -> Exit {
    let mut session = Session::new(args.system.source.messages);
    let output = args.target.output.as_deref();
    let Some(destination) = Destination::of(&mut session, output, &args.target.stored) else {
        return session.exit();
    };
    let replaced = destination.replaced();
    let Some(lts) = transition_system::system(&mut session, &args.system, replaced) else {
        return session.exit().and(Exit::Inconclusive);
    };
    write(&mut session, &lts, &Parameters::default(), &args.target.target(&destination));
    let exit = session.exit();
    if lts.is_complete() { exit } else { exit.and(Exit::Inconclusive) }
}
