//! Commands with values in the place of their unknown parts.
//!
//! Input: the commands of an environment, those that a hunt has met. Output: for each command that is open the ones that
//! were met and fit it, and one more with other values where any would do: `{button,'_'}` becomes `{button,v1}` and
//! `{button,v2}`. Does not say whether these are all that a module tells apart.

use behaviour::Behaviour;
use hunter::{Representatives, covers};
use lts::Term;
use lts::semantics::constant;
use lts::term::parse::parse_spanned_term;
use model::{Command, Environment};

use super::MAX_VALUES;
use super::stand_ins::StandIns;
use crate::command::commands;
use crate::config::environment::environment;

/// Instances with numbers that are tried, at most.
const MAX_TRIED: usize = 64;

/// The environment with instances in the place of open commands, and with more of them, as a value of `--commands`.
pub(super) fn written(
    behaviour: &Behaviour,
    open: &Environment,
    met: &Representatives,
    stand_ins: StandIns,
    more: &[Command],
) -> String {
    let mut all: Vec<String> = Vec::new();
    let known = open.commands().iter().flat_map(|command| instances(command, met, stand_ins));
    for instance in known.chain(more.iter().cloned()) {
        let text = commands::written(behaviour, &instance);
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
    numbers: &[Term],
) -> Vec<Command> {
    let open: Vec<&Command> =
        open.commands().iter().filter(|command| command.term.has_hole()).collect();
    // Each command has its share; where there are more than may be tried, the first ones have.
    let share = (MAX_TRIED / open.len().max(1)).max(1);
    let mut tried: Vec<Command> = Vec::new();
    for command in open.into_iter().take(MAX_TRIED) {
        let mut distinct: Vec<Term> = Vec::new();
        let mut terms = terms(command, met, stand_ins);
        // What was met may have values in all parts.
        terms.push(stand_ins.of_term(&command.term));
        for term in filled(&terms, stand_ins, numbers) {
            if distinct.len() == share {
                break;
            }
            if !distinct.contains(&term) {
                distinct.push(term);
            }
        }
        let command = |term| Command { kind: command.kind, term };
        tried.extend(distinct.iter().filter_map(constant).map(command));
    }
    tried
}

/// Terms with numbers in the place of what any value would do for, the same one everywhere or one after another.
fn filled(terms: &[Term], stand_ins: StandIns, numbers: &[Term]) -> impl Iterator<Item = Term> {
    let n_numbers = numbers.len();
    let ways = (0..n_numbers).flat_map(|first| [(first, 0), (first, 1)]);
    ways.flat_map(move |(first, step)| {
        let number =
            move |part: usize| numbers[(first + part % n_numbers * step) % n_numbers].clone();
        terms.iter().filter_map(move |term| {
            Some(stand_ins.replaced(term, &number)).filter(|filled| filled != term)
        })
    })
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
