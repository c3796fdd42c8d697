//! Violations of a run as text, and what is said of a whole run.

use std::fmt::Write as _;

use checker::formula::StateAtom;
use monitor::{Atom, Specification};

use crate::check::changes;
use crate::live::monitored::run::{Run, Violation};
use crate::session::Session;

/// A violation: where the step stands, the property, what changed.
pub(crate) fn violation(
    session: &Session,
    (log, names): (&str, &[String]),
    specification: &Specification,
    violation: &Violation,
) -> String {
    let Violation { formula, line, step, report } = violation;
    let mut out = format!("{log}:{line}: violated: {}, in step {step}\n", names[*formula]);
    for told in changes::told(session, &specification.formulas()[*formula], report) {
        // Writing to a string does not fail.
        let _ = writeln!(out, "    {told}");
    }
    out
}

/// How many steps there were, and how often each property was violated.
pub(crate) fn summary(run: &Run<'_>, names: &[String]) -> String {
    let n = run.n_steps();
    let mut out = format!("{n} {}\n", if n == 1 { "step" } else { "steps" });
    for (name, n) in names.iter().zip(&run.n_violations) {
        let _ = match n {
            0 => writeln!(out, "holds so far: {name}"),
            1 => writeln!(out, "violated: {name}"),
            n => writeln!(out, "violated: {name}, {n} times"),
        };
    }
    out
}

/// The actions that no step was, and the names of states that no state behind a step had, where lines told these; as the formulas
/// have them, with their places.
pub(crate) fn unmet<'s>(
    run: &Run<'_>,
    specification: &'s Specification,
) -> Vec<(String, &'s Atom, frontend::Span)> {
    let mut unmet: Vec<(String, &Atom, frontend::Span)> = Vec::new();
    for formula in specification.formulas() {
        for (number, subformula) in formula.subformulas.iter().enumerate() {
            let monitor::Operator::Atom(atom) = &subformula.operator else { continue };
            let own = specification.atoms().iter().position(|other| other == atom);
            let is_met = own.is_none_or(|own| run.met.contains(own));
            let is_known = unmet.iter().any(|(_, other, _)| *other == atom);
            let is_told = match atom {
                Atom::Action(_) => true,
                Atom::State(StateAtom::Name(_)) => run.told_stored[0],
                Atom::State(StateAtom::Data(_)) => false,
            };
            if is_told && !is_met && !is_known {
                unmet.push((formula.text(number), atom, subformula.span));
            }
        }
    }
    unmet
}
