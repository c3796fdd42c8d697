//! A system whose actions have other names.
//!
//! Input: a system, and pairs of names. Output: the system in which each action of the first name of a pair has the second one: two
//! behaviours call the same event `cmd(E)` and `cmd_cast(E)`. Arguments stay as they are.

use super::spelt;
use crate::graph::Lts;
use crate::graph::ids::LabelId;
use crate::label::{Action, Label};

/// The name of an action before, and behind.
pub type Renaming = (String, String);

/// A complete system with other names of actions; of a label that stands for no action the text is its name.
#[must_use]
pub fn renamed(lts: &Lts, renamings: &[Renaming]) -> Lts {
    let new =
        |name: &str| renamings.iter().find(|(old, _)| old == name).map(|(_, new)| new.clone());
    spelt(lts, |labels, label| match label {
        Label::Tau => LabelId::TAU,
        Label::Visible { text, action: Some(action) } => match new(&action.name) {
            None => labels.intern(text, || Some(action.clone())),
            Some(name) => {
                let action = Action { name, ..action.clone() };
                labels.intern(&action.to_string(), || Some(action.clone()))
            }
        },
        Label::Visible { text, action: None } => {
            labels.intern(&new(text).unwrap_or_else(|| text.clone()), || None)
        }
    })
}

/// Whether some action of a system has a name.
#[must_use]
pub fn has_action(lts: &Lts, name: &str) -> bool {
    lts.labels().iter().any(|(_, label)| match label {
        Label::Tau => false,
        Label::Visible { action: Some(action), .. } => action.name == name,
        Label::Visible { text, action: None } => text == name,
    })
}
