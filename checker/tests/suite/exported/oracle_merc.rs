//! Our verdicts against those of merc (crates.io), on what its translation to parity games takes.
//!
//! Runs where `MERC_PATH` names the directory of a program `merc-check SYSTEM.aut FORMULA.mcf`, which prints
//! `true` or `false`: `merc_lts::read_mcrl2_aut`, `merc_syntax::UntypedStateFrmSpec::parse`,
//! `merc_vpg::translate`, `merc_vpg::solve_zielonka`, the initial vertex. merc 2.0.0 has no negation of state
//! formulas and not all regular formulas (its `[R | S] F` is a disjunction), so that both are written out
//! here; formulas with `equ`, `xor`, counters and endless repetition are left out.

use std::fmt::Write as _;
use std::path::PathBuf;
use std::process::Command;

use crate::support;
use crate::support::naive;
use crate::support::random::{self, Random, n_cases};
use checker::formula::{ActionFormula, Formula, Modality, Reg, Regular, Repeat, Sign, State};
use checker::{Truth, check, parse_formula};
use frontend::{FileId, Name};
use lts::Lts;

#[test]
fn merc_agrees() {
    let Some(tools) = std::env::var_os("MERC_PATH").map(PathBuf::from) else { return };
    let directory = std::env::temp_dir().join(format!("erl2lts-merc-{}", std::process::id()));
    std::fs::create_dir_all(&directory).expect("a directory");
    let mut random = Random::new(11);
    let (mut done, mut true_ones) = (0, 0);
    while done < n_cases(200, 5_000) {
        let system = random::lts(&mut random);
        let formula = random::formula(&mut random, 5);
        let mut printer = Printer { system: &system, bound: Vec::new(), n_names: 0 };
        let text = printer.state(&formula, true);
        let (Some(text), true) =
            (text, parse_formula(FileId(0), &formula.to_string()).value.is_some())
        else {
            continue;
        };
        std::fs::write(directory.join("formula.mcf"), text).expect("a file");
        std::fs::write(directory.join("system.aut"), aut(&system)).expect("a file");
        let mut command = Command::new(tools.join("merc-check"));
        let command = command.args(["system.aut", "formula.mcf"]).current_dir(&directory);
        let output = command.output().expect("merc-check");
        let errors = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{formula}: {errors}");
        let expected = String::from_utf8_lossy(&output.stdout).trim() == "true";
        let holds = check(&system, &formula).value.holds == Truth::True;
        assert_eq!(holds, expected, "{formula} on {system:?}");
        done += 1;
        true_ones += usize::from(expected);
    }
    assert!(true_ones > done / 10 && true_ones < done, "{true_ones} of {done} true");
    std::fs::remove_dir_all(&directory).expect("the directory");
}

fn name(label: usize) -> String {
    if label == 0 { "tau".to_owned() } else { format!("a{label}") }
}

fn aut(system: &Lts) -> String {
    let edges = support::edges(system);
    let mut text = format!("des (0,{},{})\n", edges.len(), system.n_states());
    for (source, edge) in edges {
        let label = name(edge.label.index());
        writeln!(text, "({},\"{label}\",{})", source.0, edge.target.0).expect("a string");
    }
    text
}

/// Formulas without negation, fully parenthesised; nothing where merc has no words.
struct Printer<'l> {
    system: &'l Lts,
    bound: Vec<(Name, String)>,
    n_names: usize,
}

impl Printer<'_> {
    fn state(&mut self, formula: &Formula, positive: bool) -> Option<String> {
        Some(match &formula.kind {
            State::True => positive.to_string(),
            State::False => (!positive).to_string(),
            State::Variable(name) => {
                self.bound.iter().rev().find(|(bound, _)| bound == name)?.1.clone()
            }
            State::Not(body) => self.state(body, !positive)?,
            State::And(items) => self.chain(items, positive, positive)?,
            State::Or(items) => self.chain(items, positive, !positive)?,
            State::Implies(items) => {
                let [premises @ .., last] = items.as_slice() else { return None };
                let mut parts = Vec::new();
                for premise in premises {
                    parts.push(self.state(premise, !positive)?);
                }
                parts.push(self.state(last, positive)?);
                joined(&parts, !positive)
            }
            State::Modal(modality, path, body) => {
                let is_diamond = (*modality == Modality::Diamond) == positive;
                let body = self.state(body, positive)?;
                self.modal(is_diamond, path, body)?
            }
            State::Fixpoint(sign, name, body) => {
                let sign = if (*sign == Sign::Mu) == positive { "mu" } else { "nu" };
                let unique = format!("X{}", self.n_names);
                self.n_names += 1;
                self.bound.push((name.clone(), unique.clone()));
                let body = self.state(body, positive);
                self.bound.pop();
                format!("({sign} {unique} . {})", body?)
            }
            State::Equ(_) | State::Xor(_) | State::Looping(..) | State::Atom(_) => return None,
        })
    }

    fn chain(&mut self, items: &[Formula], positive: bool, all: bool) -> Option<String> {
        let parts: Option<Vec<_>> = items.iter().map(|item| self.state(item, positive)).collect();
        Some(joined(&parts?, all))
    }

    /// `<path> body` or `[path] body` without regular formulas, of which merc reads some only.
    fn modal(&mut self, is_diamond: bool, path: &Regular, body: String) -> Option<String> {
        Some(match &path.kind {
            Reg::Nil | Reg::Test(_) => body,
            Reg::Action(action) => {
                let (open, close) = if is_diamond { ('<', '>') } else { ('[', ']') };
                format!("({open}{}{close}{body})", self.action(action))
            }
            Reg::Sequence(items) => items
                .iter()
                .rev()
                .try_fold(body, |body, item| self.modal(is_diamond, item, body))?,
            Reg::Choice(items) => {
                let mut ways = Vec::new();
                for item in items {
                    let body = self.copy(&body);
                    ways.push(self.modal(is_diamond, item, body)?);
                }
                joined(&ways, !is_diamond)
            }
            Reg::Repeat(Repeat::Optional, once) => {
                let copy = self.copy(&body);
                let once = self.modal(is_diamond, once, copy)?;
                joined(&[body, once], !is_diamond)
            }
            Reg::Repeat(repeat, once) => {
                let name = format!("X{}", self.n_names);
                self.n_names += 1;
                let again = self.modal(is_diamond, once, name.clone())?;
                let sign = if is_diamond { "mu" } else { "nu" };
                let many = format!("({sign} {name} . {})", joined(&[body, again], !is_diamond));
                match repeat {
                    Repeat::Star => many,
                    _ => self.modal(is_diamond, once, many)?,
                }
            }
            Reg::Counted(..) => return None,
        })
    }

    /// The text of a formula with new names for its variables, since merc wants all of them to differ.
    fn copy(&mut self, text: &str) -> String {
        let mut copy = text.to_owned();
        let bound: Vec<&str> = text
            .split(['(', ')'])
            .filter_map(|part| part.strip_prefix("mu ").or(part.strip_prefix("nu ")))
            .map(|part| part.split(' ').next().expect("a name"))
            .collect();
        for name in bound {
            // Names are followed by a blank or a bracket.
            for behind in [' ', ')'] {
                copy = copy.replace(
                    &format!("{name}{behind}"),
                    &format!("Y{}_{}{behind}", self.n_names, name),
                );
            }
            self.n_names += 1;
        }
        copy
    }

    fn action(&self, action: &ActionFormula) -> String {
        let labels = self.system.labels();
        let met = labels.iter().filter(|(_, label)| naive::meets(action, label, labels));
        let names: Vec<_> = met.map(|(id, _)| name(id.index())).collect();
        match names.len() {
            0 => "false".to_owned(),
            n if n == labels.len() => "true".to_owned(),
            _ => format!("({})", names.join(" || ")),
        }
    }
}

fn joined(parts: &[String], all: bool) -> String {
    format!("({})", parts.join(if all { " && " } else { " || " }))
}
