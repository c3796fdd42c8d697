//! The events that a new version is sent: those that the old one is sent, and those that it alone suggests.
//!
//! Input: both versions. Output: settings for the new one, and a note about events that came. A list of commands stays as it is.

use frontend::{Diagnostic, Severity};
use model::{Command, Environment};
use translator::derive::derive;

use crate::codes;
use crate::command::commands::written;
use crate::config::settings::{Derivation, Settings};
use crate::system::Subject;

/// The settings of the new version: its own if it has commands, else those of the old one with its new events; and what is to be said.
pub(crate) fn settings(old: &Subject, new: &Subject) -> (Settings, Option<Diagnostic>) {
    let is_assumed = new.settings.derived == Derivation::Assumed;
    let own = if is_assumed {
        Settings { derived: Derivation::None, ..new.settings.clone() }
    } else {
        new.settings.clone()
    };
    let mut settings = own.or(&old.settings);
    // What stands beside both versions, as beside a file and a revision of it, speaks of the old one, too.
    let is_of_both = new.has_found_commands() && own.environment == old.settings.environment;
    if own.has_commands() && !is_of_both {
        return (settings, None);
    }
    let Some(Environment::AnyOf(commands)) = &mut settings.environment else {
        return (settings, None);
    };
    let added = added(old, new);
    let added: Vec<Command> =
        added.into_iter().filter(|command| !commands.contains(command)).collect();
    if added.is_empty() {
        return (settings, None);
    }
    let texts: Vec<String> =
        added.iter().map(|command| written(new.behaviour(), command)).collect();
    commands.extend(added);
    let message =
        format!("the new version is sent what it alone suggests, too: {}", texts.join(", "));
    let note = Diagnostic::new(codes::NEW_EVENTS, Severity::Note, message)
        .with_help("give a .props file for it, or --commands, to have other commands");
    (settings, Some(note))
}

/// The commands that the new version suggests and the old one does not.
fn added(old: &Subject, new: &Subject) -> Vec<Command> {
    let suggested = |subject: &Subject| {
        let derived = derive(&subject.module).unwrap_or_default();
        derived.events.into_iter().map(|event| event.command).collect::<Vec<Command>>()
    };
    let known = suggested(old);
    suggested(new).into_iter().filter(|command| !known.contains(command)).collect()
}
