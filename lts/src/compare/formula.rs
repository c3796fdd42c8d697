//! A formula that holds in one state and not in another.
//!
//! Input: two systems side by side that are not bisimilar. Output: a formula of the least depth, as Cleaveland
//! (1990) and Korver (1991) build them from rounds of refinement. It is written in the
//! language of the checker (`docs` there); a caller that shows it has the checker check it.

mod search;

use std::fmt;
use std::rc::Rc;

use super::Both;
use super::rounds::{Rounds, Steps};
use crate::graph::Lts;
use crate::graph::ids::StateId;
use crate::reduce::{Equivalence, saturation, silent};

use search::Search;

/// A formula of Hennessy and Milner's logic, with an operator for internal steps that do not matter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Formula {
    /// All of these hold; always true if there are none.
    All(Vec<Rc<Formula>>),
    /// This formula does not hold.
    Not(Rc<Formula>),
    /// There is a step with this label behind which it holds.
    Step {
        /// The label; nothing for the internal action.
        label: Option<String>,
        /// Whether internal steps around it are not seen; for the internal action: whether there may be none.
        is_weak: bool,
        /// What holds behind it.
        then: Rc<Formula>,
    },
    /// Internal steps between states in which the one holds lead to a step with this label behind which the other
    /// holds; without a label to a state in which it holds.
    Until {
        /// What holds up to the step.
        along: Rc<Formula>,
        /// Its label.
        label: Option<String>,
        /// What holds behind it.
        then: Rc<Formula>,
    },
}

/// Parts of a formula that may be looked for.
const MAX_PARTS: usize = 2_000;

/// A formula that holds where the first system starts and not where the second does; nothing if it would be
/// too large, or has to speak of endless internal steps.
pub(super) fn difference(both: &Both, equivalence: Equivalence, max: usize) -> Option<Formula> {
    match equivalence {
        Equivalence::Strong | Equivalence::Trace => {
            between(&both.lts, Steps::Own, false, (both.first, both.second), max)
        }
        Equivalence::Branching | Equivalence::BranchingDivergence => {
            let system = silent::acyclic(&both.lts);
            let apart = starts(both, &system.state_of);
            between(&system.lts, Steps::Stuttering, false, apart, max)
        }
        Equivalence::Weak | Equivalence::WeakTrace => {
            let system = silent::acyclic(&both.lts);
            let apart = starts(both, &system.state_of);
            let saturated = saturation::saturated(&system, max)?;
            between(&saturated, Steps::Own, true, apart, max)
        }
    }
}

fn starts(both: &Both, state_of: &[u32]) -> (StateId, StateId) {
    let state = |state: StateId| StateId(state_of[state.index()]);
    (state(both.first), state(both.second))
}

fn between(
    lts: &Lts,
    steps: Steps,
    is_weak: bool,
    apart: (StateId, StateId),
    max: usize,
) -> Option<Formula> {
    let rounds = Rounds::new(lts, steps, apart, max)?;
    let mut search = Search::new(lts, &rounds, steps, is_weak, MAX_PARTS);
    search.between(apart.0, apart.1).map(|formula| Formula::clone(&formula))
}

impl Formula {
    /// What always holds.
    pub(super) fn truth() -> Rc<Self> {
        Rc::new(Self::All(Vec::new()))
    }

    /// The negation of a formula.
    pub(super) fn negated(formula: &Rc<Self>) -> Rc<Self> {
        match &**formula {
            Self::Not(inner) => inner.clone(),
            _ => Rc::new(Self::Not(formula.clone())),
        }
    }

    /// How many operators it has when it is written out; not counted further than one above `max`.
    pub(super) fn size_up_to(&self, max: usize) -> usize {
        let parts: Vec<&Rc<Self>> = match self {
            Self::All(parts) => parts.iter().collect(),
            Self::Not(inner) => vec![inner],
            Self::Step { then, .. } => vec![then],
            Self::Until { along, then, .. } => vec![along, then],
        };
        let mut size = 1;
        for part in parts {
            if size > max {
                break;
            }
            size += part.size_up_to(max - size);
        }
        size
    }

    /// Writes the formula, or its opposite; `depth` numbers the variables.
    fn write(&self, f: &mut fmt::Formatter<'_>, holds: bool, depth: usize) -> fmt::Result {
        match self {
            Self::All(parts) => match &parts[..] {
                [] => f.write_str(if holds { "true" } else { "false" }),
                [part] => part.write(f, holds, depth),
                _ => {
                    for (index, part) in parts.iter().enumerate() {
                        let operator = if holds { " and " } else { " or " };
                        f.write_str(if index == 0 { "(" } else { operator })?;
                        part.write(f, holds, depth)?;
                    }
                    f.write_str(")")
                }
            },
            Self::Not(inner) => inner.write(f, !holds, depth),
            Self::Step { label, is_weak, then } => {
                f.write_str(if holds { "<" } else { "[" })?;
                write_step(f, label.as_deref(), *is_weak)?;
                f.write_str(if holds { "> " } else { "] " })?;
                then.write(f, holds, depth)
            }
            Self::Until { along, label, then } => {
                f.write_str(if holds { "(mu" } else { "not (mu" })?;
                write!(f, " X{depth} . (")?;
                let Some(label) = label else {
                    then.write(f, true, depth + 1)?;
                    f.write_str(" or (")?;
                    along.write(f, true, depth + 1)?;
                    return write!(f, " and <tau> X{depth})))");
                };
                let is_anywhere = **along == Self::All(Vec::new());
                if !is_anywhere {
                    along.write(f, true, depth + 1)?;
                    f.write_str(" and (")?;
                }
                f.write_str("<")?;
                write_label(f, label)?;
                f.write_str("> ")?;
                then.write(f, true, depth + 1)?;
                write!(f, " or <tau> X{depth}{}", if is_anywhere { "))" } else { ")))" })
            }
        }
    }
}

fn write_step(f: &mut fmt::Formatter<'_>, label: Option<&str>, is_weak: bool) -> fmt::Result {
    match (label, is_weak) {
        (None, false) => f.write_str("tau"),
        (None, true) => f.write_str("tau*"),
        (Some(label), false) => write_label(f, label),
        (Some(label), true) => {
            f.write_str("tau* . ")?;
            write_label(f, label)?;
            f.write_str(" . tau*")
        }
    }
}

/// A label as a literal, which has no escapes; one that cannot be one as a regular expression.
fn write_label(f: &mut fmt::Formatter<'_>, label: &str) -> fmt::Result {
    let is_plain = |c: char| !c.is_control() && c != '"';
    if label.chars().all(is_plain) {
        return write!(f, "\"{label}\"");
    }
    f.write_str("'")?;
    for c in label.chars() {
        match c {
            c if c.is_control() || c == '\'' => f.write_str(".")?,
            '.' | '*' | '[' | ']' | '\\' | '^' | '$' => write!(f, "[{c}]")?,
            c => write!(f, "{c}")?,
        }
    }
    f.write_str("'")
}

impl fmt::Display for Formula {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write(f, true, 1)
    }
}
