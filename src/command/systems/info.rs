//! `erl2lts info`: what a transition system looks like, in numbers.

use std::fmt::Write as _;

use lts::graph::facts::Facts;

use crate::cli::InfoArgs;
use crate::session::Session;
use crate::session::exit::Exit;
use crate::system::transition_system;

/// Labels that are listed at most.
const MAX_LABELS: usize = 20;

/// Runs the command.
pub(crate) fn run(args: &InfoArgs) -> Exit {
    let mut session = Session::new(args.system.source.messages);
    let Some(lts) = transition_system::system(&mut session, &args.system, None) else {
        return session.exit().and(Exit::Inconclusive);
    };
    session.print(&text(&Facts::new(&lts)));
    let exit = session.exit();
    if lts.is_complete() { exit } else { exit.and(Exit::Inconclusive) }
}

fn text(facts: &Facts) -> String {
    let mut out = String::new();
    let yes_no = |holds: bool| if holds { "yes" } else { "no" };
    let mut row = |name: &str, value: String| {
        // Writing to a string does not fail.
        let _ = writeln!(out, "{name:<24}{value}");
    };
    row("states", facts.n_states.to_string());
    if facts.n_reachable < facts.n_states {
        row("  reachable", facts.n_reachable.to_string());
    }
    if facts.n_unexpanded > 0 {
        row("  not expanded", facts.n_unexpanded.to_string());
    }
    row("  without a step", facts.n_deadlocks.to_string());
    row("transitions", facts.n_transitions.to_string());
    row("  internal", facts.n_internal.to_string());
    row("most from one state", facts.max_out.to_string());
    row("levels", facts.n_levels.to_string());
    row("deterministic", yes_no(facts.is_deterministic).to_owned());
    row("endless internal steps", yes_no(facts.diverges).to_owned());
    row("labels", facts.labels.len().to_string());
    for (label, count) in facts.labels.iter().take(MAX_LABELS) {
        let _ = writeln!(out, "{count:>12}  {label}");
    }
    if let Some(more) = facts.labels.len().checked_sub(MAX_LABELS).filter(|more| *more > 0) {
        let _ = writeln!(out, "              and {more} more");
    }
    out
}
