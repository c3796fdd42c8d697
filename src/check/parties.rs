//! Who has to do with a step: who sends what the machine takes, whom it calls.
//!
//! Input: a label of a system, the model that it is a label of. Output: a party for a sequence chart. A label of a foreign system tells
//! of a sender if it is a command as the models here have them, and of nobody else.

use behaviour::BEHAVIOURS;
use model::{Action, ActionRole, Model};

use crate::report::Party;

/// Who has to do with a step besides the machine.
pub(crate) fn party(model: Option<&Model>, label: &str) -> Party {
    let name = name(label);
    let Some(model) = model else { return of_foreign(name) };
    let action = model.actions.iter().find(|action| action.name.as_str() == name);
    action.map_or(Party::Nobody, of_action)
}

fn of_action(action: &Action) -> Party {
    match action.role {
        ActionRole::Command(_) | ActionRole::Init | ActionRole::ExitSignal => Party::Sender,
        ActionRole::Fires(_) | ActionRole::Timeout | ActionRole::Continue(_) => Party::Timer,
        ActionRole::Reply | ActionRole::Unheard => Party::Client,
        ActionRole::Call | ActionRole::Logging => {
            let callee = action.callee.as_ref().map(|callee| callee.module.as_str());
            Party::Called(match callee {
                // What is sent goes to a process, and not to the module that has the function for it.
                Some("erlang") | None => "others".to_owned(),
                Some(module) => module.to_owned(),
            })
        }
        _ => Party::Nobody,
    }
}

fn of_foreign(name: &str) -> Party {
    let mut kinds = BEHAVIOURS.iter().flat_map(|behaviour| behaviour.messages);
    if kinds.any(|kind| kind.command == name) { Party::Sender } else { Party::Nobody }
}

/// The name of an action, without the quotes that it may have.
fn name(label: &str) -> &str {
    match label.strip_prefix('\'') {
        Some(quoted) => quoted.split_once('\'').map_or(quoted, |(name, _)| name),
        None => label.split(['(', ' ']).next().unwrap_or(label),
    }
}
