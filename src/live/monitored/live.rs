//! A monitor as an Erlang module of its own, for running programs.
//!
//! Input: a specification, names and places of its properties. Output: the text of a module that needs nothing but OTP. A step is a
//! line for each subformula, in the order in which the monitor here goes through them; what is the same in all modules is `live.erl`.

pub(crate) mod definitions;
mod operators;
mod pattern;
pub(crate) mod wrapping;

use std::fmt::Write as _;

use checker::formula::{Act, ActionFormula, StateAtom};
use frontend::ast::{Expr, Form};
use frontend::output::print;
use frontend::{Diagnostic, Module, Span};
use lts::Action;
use lts::Term;
use lts::term::pattern::{ActionPattern, TermPattern};
use monitor::{Atom, Operator, Specification};

use crate::codes;
use crate::live::monitored::live::operators::{binary, decided, unary, value};

/// What does not depend on the properties.
const FIXED: &str = include_str!("live.erl");

/// How a step ends.
const STEP_END: &str = "    Reports = [report(Property, Action, {Step, Before, Now, Decided})
               || {Property, false} <- Values, lists:member(Property, Holding)],
    {Reports, Monitor#{step := Step, values := Now, decided := Decided,
                       holding := [Property || {Property, true} <- Values]}}.

";

/// What a state is called whose data have no name.
const UNNAMED: &str = "'has no name'";

/// What is watched, as the module names it.
pub(crate) struct Watched<'w> {
    /// The module whose machines are watched.
    pub(crate) module: &'w str,
    /// The name of the monitor.
    pub(crate) name: &'w str,
    pub(crate) specification: &'w Specification,
    pub(crate) names: &'w [String],
    /// The functions with which it stands in the place of the module; none if it is attached to running machines.
    pub(crate) wrapping: Option<String>,
    /// What names states that have no names of their own, an expression over `Data`.
    pub(crate) naming: Option<&'w Expr>,
    /// What expressions need of the module.
    pub(crate) definitions: &'w Module,
    /// Where a place is, as messages say it.
    pub(crate) place: &'w dyn Fn(Span) -> String,
}

impl Watched<'_> {
    /// The text of the module; what a running program cannot be asked is an error.
    pub(crate) fn text(&self) -> Result<String, Diagnostic> {
        let mut out = self.head();
        out.push_str(&self.step());
        out.push_str(&self.naming());
        out.push_str(&self.atoms()?);
        out.push_str(&self.subformulas());
        out.push_str(&self.functions());
        out.push('\n');
        out.push_str(FIXED);
        if let Some((_, functions)) = self.wrapping() {
            let _ = write!(out, "\n{}", functions.trim_end());
            out.push('\n');
        }
        Ok(out)
    }

    /// The records and imports of the module that expressions use.
    fn declarations(&self) -> String {
        let mut module = self.definitions.clone();
        module.forms.retain(|form| !matches!(form, Form::Function(_)));
        print::module(&module)
    }

    /// The functions of the module that expressions call.
    fn functions(&self) -> String {
        let mut module = self.definitions.clone();
        module.forms.retain(|form| matches!(form, Form::Function(_)));
        if module.forms.is_empty() {
            return String::new();
        }
        format!("\n%% Functions of {}.\n{}", self.module, print::module(&module).trim_start())
    }

    /// The function that names a state by its data.
    fn naming(&self) -> String {
        let Some(expr) = self.naming.filter(|_| self.reads_state()) else { return String::new() };
        format!(
            "%% What a state with these data is called.\n\
             named(Data) ->\n    try {} of\n        Name -> Name\n    catch\n        \
             _:_ -> {UNNAMED}\n    end.\n\n",
            print::expr(expr)
        )
    }

    /// Whether an atom asks for the name of the state.
    fn reads_state(&self) -> bool {
        self.specification.atoms().iter().any(|atom| match atom {
            Atom::State(StateAtom::Name(_)) => true,
            Atom::State(StateAtom::Data(text)) => mentions(text.as_str(), "State"),
            Atom::Action(_) => false,
        })
    }

    /// Attributes and functions of a monitor that stands in the place of the module.
    fn wrapping(&self) -> Option<(&str, &str)> {
        let text = self.wrapping.as_ref()?;
        text.split_once("\n\n")
    }

    fn head(&self) -> String {
        let Self { module, name, .. } = self;
        let (name, n) = (Term::atom(name), self.specification.n_subformulas());
        let values = vec!["false"; n].join(", ");
        let decided = vec!["0"; n].join(", ");
        let properties: Vec<String> =
            self.names.iter().map(|own| Term::atom(own).to_string()).collect();
        let properties = properties.join(", ");
        let is_stored = |atom: &Atom| matches!(atom, Atom::State(_));
        let asks_stored = self.specification.atoms().iter().any(is_stored);
        let attributes = self.wrapping().map_or("", |(attributes, _)| attributes);
        let declarations = self.declarations();
        let declarations = [attributes.trim_start_matches('\n'), &declarations]
            .into_iter()
            .filter(|own| !own.is_empty())
            .fold(String::new(), |all, own| format!("{all}{}\n", own.trim_end()));
        format!(
            "%% Watches machines of {module}: made by `erl2lts monitor --erlang`, and needs nothing else.\n\
             %%\n\
             %% attach(Pid) puts the monitor into a running process by sys:install/3, detach(Pid) takes it out. Code of\n\
             %% your own calls new/0 once, and step/2 behind each step.\n\
             -module({name}).\n\
             -export([attach/1, attach/2, detach/1, state/1, new/0, step/2]).\n\
             {declarations}\n\
             %% A monitor that has seen nothing.\n\
             new() ->\n    \
                 #{{step => 0, holding => [{properties}], asks_stored => {asks_stored},\n      \
                   values => {{{values}}},\n      \
                   decided => {{{decided}}}}}.\n\n"
        )
    }

    /// The function that goes one step.
    fn step(&self) -> String {
        let shared = self.texts();
        let decided: Vec<String> = shared
            .iter()
            .enumerate()
            .map(|(number, (operator, _))| decided(number + 1, operator))
            .collect();
        let mut out = self.step_head(&decided);
        for (number, (operator, text)) in shared.iter().enumerate().rev() {
            let value = self.value(number + 1, operator);
            // Writing to a string does not fail.
            let _ = writeln!(out, "    %% {text}\n    V{} = {value},", number + 1);
        }
        let all: Vec<String> = (1..=shared.len()).map(|number| format!("V{number}")).collect();
        let _ = writeln!(out, "    Now = {{{}}},", all.join(", "));
        let _ = writeln!(out, "    Decided = {{{}}},", decided.join(",\n               "));
        let holds: Vec<String> = self
            .names
            .iter()
            .enumerate()
            .map(|(formula, name)| {
                let number = self.specification.number(formula, 0) + 1;
                format!("{{{}, V{number}}}", Term::atom(name))
            })
            .collect();
        let _ = writeln!(out, "    Values = [{}],", holds.join(", "));
        out.push_str(STEP_END);
        out
    }

    /// The head of that function, in which the variables that it does not use have no names, and what it begins with.
    fn step_head(&self, decided: &[String]) -> String {
        let asks_data = |atom: &Atom| matches!(atom, Atom::State(StateAtom::Data(_)));
        let reads_data = self.specification.atoms().iter().any(asks_data);
        let is_named = self.naming.is_some() && self.reads_state();
        let state = if is_named {
            "_"
        } else if reads_data || self.reads_state() {
            // The functions that ask for data have both.
            "State"
        } else {
            "_State"
        };
        let data = if reads_data || is_named { "Data" } else { "_Data" };
        let old = if decided.iter().any(|own| own.contains("Old")) { "Old" } else { "_" };
        let named = if is_named { "    State = named(Data),\n" } else { "" };
        format!(
            "%% One step: the action that was taken, the state and the data that are stored behind it; what is not known is\n\
             %% `undefined`. Gives reports of the properties that have become false, and the monitor behind the step.\n\
             step({{Action, {state}, {data}}}, #{{step := N, holding := Holding, values := Before, decided := {old}}} = Monitor) ->\n\
             {named}    Step = N + 1,\n"
        )
    }

    /// The value of a subformula as an expression; what asks for the name of the state is false where it has none.
    fn value(&self, number: usize, operator: &Operator) -> String {
        let value = value(number, operator);
        match operator {
            Operator::Atom(Atom::State(StateAtom::Data(text)))
                if self.naming.is_some() && mentions(text.as_str(), "State") =>
            {
                format!("State =/= {UNNAMED} andalso {value}")
            }
            _ => value,
        }
    }

    /// Each shared subformula with its text.
    fn texts(&self) -> Vec<(Operator, String)> {
        let n = self.specification.n_subformulas();
        let mut texts = vec![(Operator::Constant(true), String::new()); n];
        for (formula, own) in self.specification.formulas().iter().enumerate() {
            for (number, subformula) in own.subformulas.iter().enumerate() {
                let shared = |child: usize| self.specification.number(formula, child);
                let operator = match &subformula.operator {
                    Operator::Unary(kind, body) => Operator::Unary(*kind, shared(*body)),
                    Operator::Binary(kind, left, right) => {
                        Operator::Binary(*kind, shared(*left), shared(*right))
                    }
                    leaf => leaf.clone(),
                };
                texts[shared(number)] = (operator, own.text(number));
            }
        }
        texts
    }

    /// The functions that answer atoms.
    fn atoms(&self) -> Result<String, Diagnostic> {
        let mut out = String::new();
        let mut done = Vec::new();
        for (formula, own) in self.specification.formulas().iter().enumerate() {
            for (number, subformula) in own.subformulas.iter().enumerate() {
                let shared = self.specification.number(formula, number) + 1;
                if done.contains(&shared) {
                    continue;
                }
                done.push(shared);
                match &subformula.operator {
                    Operator::Atom(Atom::Action(action)) => {
                        let clause = clause(action, subformula.span)?;
                        let _ = writeln!(out, "{}", clauses(shared, clause.as_deref()));
                    }
                    Operator::Atom(Atom::State(StateAtom::Data(text))) => {
                        let _ = writeln!(out, "{}", data(shared, text.as_str()));
                    }
                    _ => {}
                }
            }
        }
        Ok(out)
    }

    /// The table from which reports are made.
    fn subformulas(&self) -> String {
        let mut clauses = Vec::new();
        for (formula, own) in self.specification.formulas().iter().enumerate() {
            let named = |child: usize| {
                format!("{{{}, {}}}", child + 1, self.specification.number(formula, child) + 1)
            };
            let rows: Vec<String> = own
                .subformulas
                .iter()
                .enumerate()
                .map(|(number, subformula)| {
                    let operator = match &subformula.operator {
                        Operator::Constant(_) | Operator::Atom(_) => "atom".to_owned(),
                        Operator::Unary(kind, body) => {
                            format!("{{{}, {}}}", unary(*kind), named(*body))
                        }
                        Operator::Binary(kind, left, right) => {
                            format!("{{{}, {}, {}}}", binary(*kind), named(*left), named(*right))
                        }
                    };
                    let shared = self.specification.number(formula, number) + 1;
                    let text = quoted(&own.text(number));
                    let place = quoted(&(self.place)(subformula.span));
                    format!("{{{}, {shared}, {operator}, {text}, {place}}}", number + 1)
                })
                .collect();
            let name = Term::atom(&self.names[formula]);
            clauses.push(format!("subformulas({name}) ->\n    [{}]", rows.join(",\n     ")));
        }
        format!(
            "%% The subformulas of a property, each before its operands: number, number of its value, what it is, text, place.\n{}.\n",
            clauses.join(";\n")
        )
    }
}

/// A text as Erlang writes a string.
fn quoted(text: &str) -> String {
    let mut out = String::from("\"");
    for c in text.chars() {
        match c {
            '"' | '\\' => out.extend(['\\', c]),
            c if c.is_control() => out.push(' '),
            c => out.push(c),
        }
    }
    out.push('"');
    out
}

/// The head and guard of the clause for an action; none if no action is meant.
fn clause(action: &ActionFormula, span: Span) -> Result<Option<String>, Diagnostic> {
    match &action.kind {
        Act::True => Ok(Some("_".to_owned())),
        Act::Pattern(pattern) => {
            let guard = pattern.text.split_once(" when ").map(|(_, guard)| guard.trim());
            Ok(Some(pattern::clause(&pattern.matcher, guard)))
        }
        Act::Literal(text) => Ok(Action::parse(text).map(|action| {
            let args = action.args.iter().map(TermPattern::from).collect();
            let result = action.result.as_ref().map(TermPattern::from);
            let pattern = ActionPattern { name: action.name, args, result, guard: None };
            pattern::clause(&pattern, None)
        })),
        Act::Regexp(..) => {
            let message = "a regular expression over labels cannot be asked of a running program";
            Err(Diagnostic::error(codes::NOT_LIVE, message, span)
                .with_help("write a pattern: `cmd({button,_})`"))
        }
        _ => Ok(None),
    }
}

fn clauses(number: usize, clause: Option<&str>) -> String {
    match clause {
        None => format!("action_{number}(_) -> false.\n"),
        Some("_") => format!("action_{number}(_) -> true.\n"),
        Some(clause) => {
            format!("action_{number}{clause} -> true;\naction_{number}(_) -> false.\n")
        }
    }
}

/// Whether a variable stands in the text of an expression.
fn mentions(text: &str, name: &str) -> bool {
    text.split(|c: char| !c.is_alphanumeric() && c != '_' && c != '@').any(|word| word == name)
}

/// The function of a condition on the data; what is no boolean counts as false.
fn data(number: usize, text: &str) -> String {
    let parameter =
        |name: &str| if mentions(text, name) { name.to_owned() } else { format!("_{name}") };
    format!(
        "data_{number}({}, {}) ->\n    try {} of\n        Value -> Value =:= true\n    catch\n        _:_ -> false\n    end.\n",
        parameter("State"),
        parameter("Data"),
        text.trim()
    )
}
