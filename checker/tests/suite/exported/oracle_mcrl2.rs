//! Our verdicts against those of mCRL2, as in mcl.md 5.3.
//!
//! Runs where `MCRL2_PATH` names the directory of its tools, and fails where it does not but
//! `ERL2LTS_REQUIRE_ORACLES=1` asks for it.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use crate::support;
use crate::support::naive;
use crate::support::random::{self, Random, n_cases};
use checker::export::bes::equations;
use checker::export::mcf::{Question, question};
use checker::fair::{Fairness, Strength, fair, parse_condition};
use checker::formula::{
    ActionFormula, Dialect, Formula, Modality, Reg, Regular, Repeat, Sign, State,
};
use checker::{NoAtoms, Truth, check, parse_formula};
use frontend::{FileId, Name};
use lts::{Label, Lts};

fn tools() -> Option<PathBuf> {
    let path = std::env::var_os("MCRL2_PATH").map(PathBuf::from);
    let required = std::env::var("ERL2LTS_REQUIRE_ORACLES").is_ok_and(|value| value == "1");
    assert!(path.is_some() || !required, "MCRL2_PATH is not set");
    path
}

/// How long a tool may take.
const PATIENCE: Duration = Duration::from_mins(1);

/// What formulas are made of.
const OPERATORS: [&str; 31] = [
    "true",
    "false",
    "not ",
    " and ",
    " or ",
    " implies ",
    " equ ",
    " xor ",
    "<",
    "[",
    "> @",
    "] -|",
    "mu X",
    "nu X",
    "nil",
    "tau",
    " . ",
    " | ",
    "*",
    "+",
    "?",
    "{1}",
    "{2 ... ",
    "{1 ...}",
    "\"a\"",
    "'cmd(.*)'",
    "cmd(_)",
    "pair(X,X)",
    "not (",
    "(not ",
    "read() -> {ok,_}",
];

#[test]
fn mcrl2_agrees() {
    let Some(tools) = tools() else { return };
    let directory = std::env::temp_dir().join(format!("erl2lts-oracle-{}", std::process::id()));
    std::fs::create_dir_all(&directory).expect("a directory");
    let mut random = Random::new(7);
    let (mut done, mut true_ones, mut given_up, mut seen) = (0, 0, 0, String::new());
    while done < n_cases(100, 2_500) {
        let system = random::lts(&mut random);
        let formula = random::formula(&mut random, 5);
        if parse_formula(FileId(0), &formula.to_string()).value.is_none() {
            continue;
        }
        let holds = check(&system, &formula).value.holds == Truth::True;
        let answer = solve(&tools, &directory, &system, &formula);
        assert_eq!(answer, holds, "equations: {formula} on {system:?}");
        let Some(expected) = mcrl2(&tools, &directory, &system, &formula) else {
            given_up += 1;
            continue;
        };
        assert_eq!(holds, expected, "{formula} on {system:?}");
        let exported = question(&system, &formula).expect("no atoms");
        let answer = ask(&tools, &directory, &exported, &formula).unwrap_or(expected);
        assert_eq!(answer, expected, "exported: {formula} on {system:?}");
        seen.push_str(&formula.to_string());
        done += 1;
        true_ones += usize::from(expected);
    }
    assert!(true_ones > done / 10 && true_ones < done, "{true_ones} of {done} true");
    assert!(given_up <= 1 + done / 50, "mCRL2 takes too long for {given_up} beside {done}");
    for operator in OPERATORS {
        assert!(seen.contains(operator), "{operator} did not occur");
    }
    std::fs::remove_dir_all(&directory).expect("the directory");
}

/// Formulas about fair runs, as they are exported: tests in paths are written out.
#[test]
fn mcrl2_agrees_on_fair_runs() {
    let Some(tools) = tools() else { return };
    let directory = std::env::temp_dir().join(format!("erl2lts-fair-{}", std::process::id()));
    std::fs::create_dir_all(&directory).expect("a directory");
    let mut random = Random::new(8);
    let (mut done, mut true_ones, mut given_up) = (0, 0, 0);
    while done < n_cases(60, 1_000) {
        let system = random::lts(&mut random);
        let written = random::formula(&mut random, 5);
        let strength = random.pick(&[Strength::Strong, Strength::Weak]);
        let text = random.pick(&["a", "b", "not a", "cmd(_)"]);
        let condition = parse_condition(FileId(1), text, Dialect::Basic).expect("a condition");
        let fairness = Fairness { strength, conditions: vec![condition] };
        let Ok(formula) = fair(&written, &fairness) else { continue };
        if formula == written {
            continue;
        }
        let holds = check(&system, &formula).value.holds == Truth::True;
        let answer = solve(&tools, &directory, &system, &formula);
        assert_eq!(answer, holds, "equations: {formula} on {system:?}");
        let exported = question(&system, &formula).expect("no atoms");
        match ask(&tools, &directory, &exported, &formula) {
            None => given_up += 1,
            Some(answer) => {
                assert_eq!(answer, holds, "exported: {formula} on {system:?}");
                done += 1;
                true_ones += usize::from(answer);
            }
        }
    }
    assert!(true_ones > done / 10 && true_ones < done, "{true_ones} of {done} true");
    assert!(given_up <= 1 + done / 50, "mCRL2 takes too long for {given_up} beside {done}");
    std::fs::remove_dir_all(&directory).expect("the directory");
}

/// mCRL2's verdict; none if it takes too long.
fn mcrl2(tools: &Path, directory: &Path, system: &Lts, formula: &Formula) -> Option<bool> {
    let mut printer = Printer { system, bound: Vec::new(), n_names: 0 };
    let (actions, text) = (actions(system), printer.state(formula));
    let question = Question { formula: text, actions, system: aut(system) };
    ask(tools, directory, &question, formula)
}

/// mCRL2's answer to a question about a formula; none if it takes too long, as where repetitions nest.
fn ask(tools: &Path, directory: &Path, question: &Question, formula: &Formula) -> Option<bool> {
    let write = |name: &str, text: &str| {
        std::fs::write(directory.join(name), text).expect("a file");
    };
    write("system.aut", &question.system);
    write("actions.mcrl2", &question.actions);
    write("formula.mcf", &question.formula);
    let arguments = ["-q", "-D", "actions.mcrl2", "-f", "formula.mcf", "system.aut", "out.pbes"];
    run(&tools.join("lts2pbes"), &arguments, directory, formula)?;
    solved(tools, directory, formula)
}

/// mCRL2's solution of our equations.
fn solve(tools: &Path, directory: &Path, system: &Lts, formula: &Formula) -> bool {
    let text = equations(system, &NoAtoms, formula).expect("equations").to_string();
    std::fs::write(directory.join("system.bes"), text).expect("a file");
    run(&tools.join("txt2pbes"), &["-q", "system.bes", "out.pbes"], directory, formula);
    solved(tools, directory, formula).expect("a solution in time")
}

fn solved(tools: &Path, directory: &Path, formula: &Formula) -> Option<bool> {
    let verdict = run(&tools.join("pbessolve"), &["-q", "out.pbes"], directory, formula)?;
    assert!(["true", "false"].contains(&verdict.trim()), "pbessolve says {verdict}");
    Some(verdict.trim() == "true")
}

/// What a tool prints; none if it takes too long.
fn run(tool: &Path, arguments: &[&str], directory: &Path, formula: &Formula) -> Option<String> {
    let mut command = Command::new(tool);
    command.args(arguments).current_dir(directory);
    let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("a tool");
    let start = Instant::now();
    while child.try_wait().expect("a process").is_none() {
        if start.elapsed() > PATIENCE {
            child.kill().expect("a process");
            child.wait().expect("a process");
            return None;
        }
        std::thread::sleep(Duration::from_millis(2));
    }
    let output = child.wait_with_output().expect("its output");
    let errors = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.success(), "{}: {errors}\n{formula}", tool.display());
    Some(String::from_utf8_lossy(&output.stdout).into_owned())
}

/// The system with labels that mCRL2 can read.
fn aut(system: &Lts) -> String {
    let edges = support::edges(system);
    let mut text = format!("des (0,{},{})\n", edges.len(), system.n_states());
    for (source, edge) in edges {
        let label = name(edge.label.index());
        writeln!(text, "({},\"{label}\",{})", source.0, edge.target.0).expect("a string");
    }
    text
}

fn actions(system: &Lts) -> String {
    let names: Vec<_> = (1..system.labels().len()).map(name).collect();
    if names.is_empty() {
        return "sort Dummy;\n".to_owned();
    }
    format!("act {};\n", names.join(","))
}

/// The name of a label; label 0 is the internal action.
fn name(label: usize) -> String {
    if label == 0 { "tau".to_owned() } else { format!("a{label}") }
}

/// Formulas as mCRL2 writes them, fully parenthesised.
struct Printer<'l> {
    system: &'l Lts,
    /// Variables and the names they have there, which are all different.
    bound: Vec<(Name, String)>,
    n_names: usize,
}

impl Printer<'_> {
    fn state(&mut self, formula: &Formula) -> String {
        match &formula.kind {
            State::True => "true".to_owned(),
            State::False => "false".to_owned(),
            State::Variable(name) => {
                let bound = self.bound.iter().rev().find(|(bound, _)| bound == name);
                bound.expect("a closed formula").1.clone()
            }
            // Random formulas have none.
            State::Atom(_) => formula.to_string(),
            State::Not(body) => format!("(!{})", self.state(body)),
            State::And(items) => self.chain(items, "&&"),
            State::Or(items) => self.chain(items, "||"),
            State::Implies(items) => {
                let items: Vec<_> = items.iter().map(|item| self.state(item)).collect();
                let joined =
                    items.into_iter().rev().reduce(|right, left| format!("({left} => {right})"));
                joined.expect("members")
            }
            State::Equ(items) => {
                let items: Vec<_> = items.iter().map(|item| self.state(item)).collect();
                let joined = items
                    .into_iter()
                    .reduce(|left, right| format!("(({left} => {right}) && ({right} => {left}))"));
                joined.expect("members")
            }
            State::Xor(items) => {
                let items: Vec<_> = items.iter().map(|item| self.state(item)).collect();
                let joined = items.into_iter().reduce(|left, right| {
                    format!("(({left} && !{right}) || (!{left} && {right}))")
                });
                joined.expect("members")
            }
            State::Looping(modality, path) => {
                let unique = format!("X{}", self.n_names);
                self.n_names += 1;
                let path = self.path(path);
                match modality {
                    Modality::Diamond => format!("(nu {unique}. (<{path}>{unique}))"),
                    Modality::Box => format!("(mu {unique}. ([{path}]{unique}))"),
                }
            }
            State::Modal(modality, path, body) => {
                let (open, close) = match modality {
                    Modality::Diamond => ('<', '>'),
                    Modality::Box => ('[', ']'),
                };
                let path = self.path(path);
                format!("({open}{path}{close}{})", self.state(body))
            }
            State::Fixpoint(sign, name, body) => {
                let sign = if *sign == Sign::Mu { "mu" } else { "nu" };
                let unique = format!("X{}", self.n_names);
                self.n_names += 1;
                self.bound.push((name.clone(), unique.clone()));
                let body = self.state(body);
                self.bound.pop();
                format!("({sign} {unique}. {body})")
            }
        }
    }

    fn chain(&mut self, items: &[Formula], operator: &str) -> String {
        let items: Vec<_> = items.iter().map(|item| self.state(item)).collect();
        format!("({})", items.join(&format!(" {operator} ")))
    }

    fn path(&self, path: &Regular) -> String {
        let join = |items: &[Regular], operator: &str| {
            let items: Vec<_> = items.iter().map(|item| self.path(item)).collect();
            format!("({})", items.join(operator))
        };
        match &path.kind {
            Reg::Nil | Reg::Test(_) => "(false*)".to_owned(),
            Reg::Action(action) => self.action(action),
            Reg::Sequence(items) => join(items, " . "),
            Reg::Choice(items) => join(items, " + "),
            Reg::Counted(count, body) => {
                let once = self.path(body);
                let mut parts = vec![once.clone(); count.least as usize];
                match count.most {
                    Some(most) => {
                        let maybe = format!("((false*) + {once})");
                        parts.resize(most as usize, maybe);
                    }
                    None => parts.push(format!("({once})*")),
                }
                if parts.is_empty() {
                    "(false*)".to_owned()
                } else {
                    format!("({})", parts.join(" . "))
                }
            }
            Reg::Repeat(Repeat::Star, body) => format!("({})*", self.path(body)),
            Reg::Repeat(Repeat::Plus, body) => format!("({})+", self.path(body)),
            Reg::Repeat(Repeat::Optional, body) => format!("((false*) + {})", self.path(body)),
        }
    }

    /// A condition as the labels that meet it.
    fn action(&self, action: &ActionFormula) -> String {
        let labels = self.system.labels();
        let meets = |label: &Label| naive::meets(action, label, labels);
        let names: Vec<_> = labels
            .iter()
            .filter(|(_, label)| meets(label))
            .map(|(id, _)| name(id.index()))
            .collect();
        match names.len() {
            0 => "false".to_owned(),
            n if n == labels.len() => "true".to_owned(),
            _ => format!("({})", names.join(" || ")),
        }
    }
}
