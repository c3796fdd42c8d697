//! How far a verdict on a model can be trusted.
//!
//! A model with unknown values can do everything that the module can, and perhaps more: what it cannot do
//! the module cannot do either. So a property that only forbids holds where it holds in the model; any
//! other verdict may rest on a value that never occurs. Where a label shows an unknown value nobody can
//! say which patterns it matches, and where something is left out it may be what the property is about:
//! then no verdict is certain.

use checker::formula::{Formula, Modality, State};
use lts::{Label, Lts};
use translator::model::Model;

/// What is known of a model.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Trust {
    /// It does what the module does.
    Exact,
    /// It does that, and may do more.
    Unknowns,
    /// It may do more or less.
    Partial,
}

impl Trust {
    /// What is known of this model.
    pub(crate) fn of(model: &Model) -> Self {
        match () {
            () if model.is_partial => Self::Partial,
            () if model.unknowns().is_empty() => Self::Exact,
            () => Self::Unknowns,
        }
    }

    /// Whether a verdict speaks of the module, and not of its model only.
    pub(crate) fn is_certain(self, formula: &Formula, holds: bool, lts: &Lts) -> bool {
        let shows_unknown = |label: &Label| {
            label.action().is_some_and(|action| {
                action.args.iter().chain(&action.result).any(lts::Term::has_unknown)
            })
        };
        match self {
            Self::Exact => true,
            Self::Partial => false,
            Self::Unknowns => {
                holds
                    && only_forbids(formula)
                    && !lts.labels().iter().any(|(_, label)| shows_unknown(label))
            }
        }
    }
}

/// Whether a formula asks for no run that must exist.
fn only_forbids(formula: &Formula) -> bool {
    match &formula.kind {
        State::True | State::False | State::Variable(_) => true,
        State::And(parts) | State::Or(parts) => parts.iter().all(only_forbids),
        State::Modal(Modality::Box, _, inner) | State::Fixpoint(_, _, inner) => only_forbids(inner),
        State::Modal(Modality::Diamond, ..) | State::Not(_) | State::Implies(_) | State::Equ(_) => {
            false
        }
    }
}
