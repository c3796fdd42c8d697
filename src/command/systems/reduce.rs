//! `erl2lts reduce`: the smallest system that is equivalent.

use frontend::{Diagnostic, Severity};
use lts::Lts;
use lts::format::fsm::Parameters;
use lts::reduce::{Equivalence, ReduceError, reduce};

use crate::cli::ReduceArgs;
use crate::codes;
use crate::command::destination::Destination;
use crate::session::Session;
use crate::session::exit::Exit;
use crate::system::format::{Target, write};
use crate::system::transition_system;
use crate::workers::reducing;

/// What may be computed on the way for weak and trace equivalences: transitions, members of sets.
pub(crate) const MAX_WORK: usize = 50_000_000;

/// Runs the command.
pub(crate) fn run(args: &ReduceArgs) -> Exit {
    if args.workers.is_asked() {
        return reducing::run(args);
    }
    let mut session = Session::new(args.system.source.messages);
    let output = args.target.output.as_deref();
    let Some(destination) = Destination::of(&mut session, output, &args.target.stored) else {
        return session.exit();
    };
    let replaced = destination.replaced();
    let Some(lts) = transition_system::system(&mut session, &args.system, replaced) else {
        return session.exit().and(Exit::Inconclusive);
    };
    let equivalence = Equivalence::from(args.equivalence);
    match reduce(&lts, equivalence, MAX_WORK) {
        Ok(reduced) => {
            let target = args.target.target(&destination);
            let before = (lts.n_states() as u64, lts.n_transitions() as u64);
            written(&mut session, &reduced, before, &target);
            session.exit()
        }
        Err(error) => {
            session.report(impossible(error, equivalence));
            Exit::Inconclusive
        }
    }
}

/// Writes what is left of so many states and transitions, and says how much that is.
pub(crate) fn written(
    session: &mut Session,
    reduced: &Lts,
    before: (u64, u64),
    target: &Target<'_>,
) {
    if write(session, reduced, &Parameters::default(), target) {
        let size = |(states, transitions): (u64, u64)| {
            format!("{states} states, {transitions} transitions")
        };
        let now = (reduced.n_states() as u64, reduced.n_transitions() as u64);
        session.print(&format!("{} (before: {})\n", size(now), size(before)));
    }
}

/// Why there is no answer.
pub(crate) fn impossible(error: ReduceError, equivalence: Equivalence) -> Diagnostic {
    let (message, help) = match error {
        ReduceError::Incomplete => (
            "the system is not complete: equivalences speak of all of it".to_owned(),
            "raise the limit that was met, `--max-states N` for one",
        ),
        ReduceError::TooLarge => (
            format!("what {} equivalence needs on the way is too large", equivalence.name()),
            "take `strong` or `branching`, whose cost grows with the system only",
        ),
    };
    Diagnostic::new(codes::NO_EQUIVALENCE, Severity::Warning, message).with_help(help)
}
