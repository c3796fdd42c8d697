//! Commands with values in the place of their unknown parts.
//!
//! Input: the commands of an environment, those that a hunt has met. Output: for each command that is open the ones that
//! were met and fit it, and one more with other values where any would do: `{button,'_'}` becomes `{button,v1}` and
//! `{button,v2}`. Does not say whether these are all that a module tells apart.

use hunter::{Representatives, covers};
use lts::Term;
use lts::semantics::constant;
use lts::term::parse::parse_spanned_term;
use model::{Command, Environment};

use super::MAX_VALUES;
use super::stand_ins::StandIns;
use crate::command::commands;
use crate::config::environment::environment;

/// The environment with instances in the place of open commands, as a value of `--commands`.
pub(super) fn written(open: &Environment, met: &Representatives, stand_ins: StandIns) -> String {
    let mut all: Vec<String> = Vec::new();
    for command in open.commands() {
        for instance in instances(command, met, stand_ins) {
            let text = commands::written(&instance);
            if !all.contains(&text) && is_command(&text) {
                all.push(text);
            }
        }
    }
    let list = all.join(",");
    match open {
        Environment::Sequence(_) => format!("[{list}]"),
        Environment::AnyOf(_) | Environment::Cycle(_) if all.is_empty() => "[]".to_owned(),
        Environment::Cycle(_) => format!("{{cycle,[{list}]}}"),
        Environment::AnyOf(_) => format!("{{any_of,[{list}]}}"),
    }
}

fn instances(command: &Command, met: &Representatives, stand_ins: StandIns) -> Vec<Command> {
    if !command.term.has_hole() {
        return vec![command.clone()];
    }
    let fitting = met
        .commands
        .iter()
        .filter(|(kind, term)| *kind == command.kind && covers(&command.term, term));
    let mut terms: Vec<Term> = fitting.map(|(_, term)| term.clone()).take(MAX_VALUES).collect();
    if terms.is_empty() {
        terms.push(stand_ins.of_term(&command.term));
    }
    terms.extend(terms.iter().find_map(|term| stand_ins.other(term)));
    let kind = command.kind;
    terms.iter().filter_map(constant).map(|term| Command { kind, term }).collect()
}

/// Whether a text is a command: messages of OTP itself are none.
fn is_command(text: &str) -> bool {
    let list = format!("[{text}]");
    let term = parse_spanned_term(frontend::FileId(0), &list).value;
    term.is_some_and(|term| environment(&term).is_ok())
}
