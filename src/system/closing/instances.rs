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
use num_bigint::BigInt;

use super::MAX_VALUES;
use super::stand_ins::StandIns;
use crate::command::commands;
use crate::config::environment::environment;

/// Instances with numbers that are tried, at most.
const MAX_TRIED: usize = 64;

/// The environment with instances in the place of open commands, and with more of them, as a value of `--commands`.
pub(super) fn written(
    open: &Environment,
    met: &Representatives,
    stand_ins: StandIns,
    more: &[Command],
) -> String {
    let mut all: Vec<String> = Vec::new();
    let known = open.commands().iter().flat_map(|command| instances(command, met, stand_ins));
    for instance in known.chain(more.iter().cloned()) {
        let text = commands::written(&instance);
        if !all.contains(&text) && is_command(&text) {
            all.push(text);
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

/// Instances of the commands of an environment with numbers where any value would do: each of them in all parts at once, and
/// one after another in these parts. They are looked for where a module computes with a part of a command, which says
/// nothing of the values that lead to one case or another.
pub(super) fn with_numbers(
    open: &Environment,
    met: &Representatives,
    stand_ins: StandIns,
    numbers: &[BigInt],
) -> Vec<Command> {
    let mut filled: Vec<Command> = Vec::new();
    for command in open.commands() {
        let terms = terms(command, met, stand_ins);
        let ways = (0..numbers.len()).flat_map(|first| [(first, 0), (first, 1)]);
        for (term, (first, step)) in
            terms.iter().flat_map(|term| ways.clone().map(move |way| (term, way)))
        {
            let number =
                |part: usize| Term::Integer(numbers[(first + part * step) % numbers.len()].clone());
            let instance = stand_ins.replaced(term, &number);
            let instance =
                Some(instance).filter(|instance| instance != term).as_ref().and_then(constant);
            let instance = instance.map(|term| Command { kind: command.kind, term });
            filled.extend(instance.filter(|instance| !filled.contains(instance)));
        }
    }
    filled.truncate(MAX_TRIED);
    filled
}

fn instances(command: &Command, met: &Representatives, stand_ins: StandIns) -> Vec<Command> {
    if !command.term.has_hole() {
        return vec![command.clone()];
    }
    let terms = terms(command, met, stand_ins);
    terms.iter().filter_map(constant).map(|term| Command { kind: command.kind, term }).collect()
}

fn terms(command: &Command, met: &Representatives, stand_ins: StandIns) -> Vec<Term> {
    if !command.term.has_hole() {
        return Vec::new();
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
    terms
}

/// Whether a text is a command: messages of OTP itself are none.
fn is_command(text: &str) -> bool {
    let list = format!("[{text}]");
    let term = parse_spanned_term(frontend::FileId(0), &list).value;
    term.is_some_and(|term| environment(&term).is_ok())
}
