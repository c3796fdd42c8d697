//! A module under one environment.
//!
//! Input: what a `.props` file says. Output: models, systems, and the commands as the model has them.

use behaviour::{Behaviour, GEN_FSM};
use std::collections::BTreeSet;

use frontend::ast::{Callee, ExprKind};
use frontend::{Diagnostic, Module, Span};
use lts::semantics::constant;
use lts::semantics::{LabelStyle, View};
use lts::{Lts, Term};
use model::{
    Command, CommandKind, Environment, Expr, Form, Model, Operator, Time, Timing, Unhandled,
};
use translator::library::stubs::Stub;
use translator::{ApiCall, Options, command_of_call, translate};

use super::{items, lts, messages, stubs};

/// Modules of OTP whose functions only compute: their calls are no actions.
const LIBRARY: [&str; 14] = [
    "base64",
    "calendar",
    "dict",
    "filename",
    "gb_sets",
    "gb_trees",
    "io_lib",
    "lists",
    "orddict",
    "ordsets",
    "proplists",
    "queue",
    "sets",
    "string",
];

/// What stands for the calls by which processes send the machine something: no number of a call.
const OF_PROCESS: usize = usize::MAX;

/// What is said where something may reach the machine that is not part of the model.
const LEFT_OUT: &str = "W0206";

/// Functions of `timer` that only compute.
const LENGTHS: [&str; 5] = ["hms", "hours", "minutes", "now_diff", "seconds"];

/// A module under one environment.
#[derive(Clone)]
pub struct Subject {
    /// For messages.
    pub title: String,
    /// Source of the module.
    pub text: String,
    pub module: Module,
    /// The callback modules that may take its place, with their sources.
    pub others: Vec<(String, String)>,
    pub init: Term,
    pub commands: Term,
    pub unhandled: Unhandled,
    /// How many clients may wait at once.
    pub clients: usize,
    /// How time passes.
    pub timing: Timing,
    /// How many commands may wait in the mailbox.
    pub mailbox: usize,
    /// Why other processes end; any reason where there are none.
    pub reasons: Vec<Expr>,
    /// What calls of other modules do, as in a `.props` file.
    pub stubs: Term,
    /// Nodes of a callback from which on values are joined.
    pub joins_from: usize,
    /// Nodes of all callbacks from which on functions that stand in line often are called.
    pub calls_from: usize,
    /// Expressions in such a function, at least.
    pub calls_large: usize,
    /// View, states and transitions that the direct form must have.
    pub expected: Vec<(View, usize, usize)>,
}

impl Subject {
    pub fn model(&self, form: Form) -> Model {
        self.diagnosed(form).0
    }

    /// Whether the translator says that something may reach the machine that is not in the model.
    pub fn is_left_out(&self) -> bool {
        self.diagnosed(Form::Direct).1.iter().any(|own| own.code.0 == LEFT_OUT)
    }

    /// The model, and what is said of it.
    pub fn diagnosed(&self, form: Form) -> (Model, Vec<Diagnostic>) {
        self.translated(vec![constant(&self.init).unwrap()], stubs::stubs(&self.stubs), form)
    }

    /// Where nobody says what `init/1` is called with, nor what other modules do.
    pub fn open_model(&self) -> Model {
        self.translated(Vec::new(), Vec::new(), Form::Direct).0
    }

    fn translated(
        &self,
        init: Vec<Expr>,
        stubs: Vec<Stub>,
        form: Form,
    ) -> (Model, Vec<Diagnostic>) {
        let environment = self.environment();
        let (unhandled, clients, timing) = (self.unhandled, self.clients, self.timing);
        let options = Options {
            init,
            clients,
            mailbox: self.mailbox,
            overtakes: false,
            unhandled,
            timing,
            reasons: self.reasons.clone(),
            form,
            stubs,
            joins_from: self.joins_from,
            calls_from: self.calls_from,
            calls_large: self.calls_large,
            ..Options::under(environment)
        };
        let outcome = translate(&self.module, &options);
        let failed = outcome.has_errors();
        let messages = || messages(&self.text, &outcome.diagnostics);
        let model = outcome.value.model.filter(|_| !failed);
        let model = model.unwrap_or_else(|| panic!("{self}: {}", messages()));
        (model, outcome.diagnostics)
    }

    pub fn lts(&self, form: Form, view: View, style: LabelStyle) -> Lts {
        lts(&self.model(form), view, style, usize::MAX).unwrap()
    }

    /// The forms that it has: the paper form knows untimed time only, and not all behaviours.
    pub fn forms(&self) -> &'static [Form] {
        if self.behaviour().has_paper_form() && self.timing.time == Time::Untimed {
            &[Form::Paper, Form::Direct]
        } else {
            &[Form::Direct]
        }
    }

    pub fn name(&self) -> String {
        self.module.name.as_ref().unwrap().0.to_string()
    }

    /// The commands without repetition.
    pub fn events(&self) -> Vec<Term> {
        let list = match &self.commands {
            Term::Tuple(items) => &items[1],
            plain => plain,
        };
        let mut distinct = Vec::new();
        if let Term::List(items, None) = list {
            for event in items {
                if !distinct.contains(event) {
                    distinct.push(event.clone());
                }
            }
        }
        distinct
    }

    pub fn behaviour(&self) -> &'static Behaviour {
        translator::behaviour(&self.module).unwrap_or(&GEN_FSM)
    }

    /// A command, that of a call included: what it sends.
    pub fn command(&self, term: &Term) -> Command {
        let (Term::Tuple(parts), true) = (term, is_call(term)) else {
            return Command::written(self.behaviour(), constant(term).unwrap());
        };
        let [_, Term::Atom(function), args] = parts.as_slice() else { panic!("{term}") };
        let function = function.clone();
        let args = items(args).iter().map(|arg| constant(arg).unwrap()).collect();
        let call = ApiCall { function, args, span: self.module.functions().next().unwrap().span };
        let options = Options::under(Environment::AnyOf(Vec::new()));
        command_of_call(&self.module, &options, &call).unwrap_or_else(|found| panic!("{found:?}"))
    }

    /// The same as a term.
    pub fn sent(&self, term: &Term) -> (CommandKind, Term) {
        let Command { kind, term } = self.command(term);
        (kind, ground(&term))
    }

    fn environment(&self) -> Environment {
        let list = |term: &Term| items(term).iter().map(|item| self.command(item)).collect();
        match &self.commands {
            Term::Tuple(parts) if parts[0] == Term::atom("any_of") => {
                Environment::AnyOf(list(&parts[1]))
            }
            Term::Tuple(parts) if parts[0] == Term::atom("cycle") => {
                Environment::Cycle(list(&parts[1]))
            }
            Term::Tuple(parts) => Environment::Sequence(list(&parts[1])),
            plain => Environment::Sequence(list(plain)),
        }
    }

    /// This module where any command may come at any time.
    pub fn in_free_environment(&self) -> Self {
        let commands = Term::Tuple(vec![Term::atom("any_of"), Term::list(self.events())]);
        Self { commands, ..self.clone() }
    }

    /// The number of a call that starts a timer, among all those of the text, or what stands for one by which a process
    /// sends something.
    pub fn start(&self, span: Span) -> usize {
        self.starts().iter().position(|(own, _)| *own == span).unwrap_or(OF_PROCESS)
    }

    /// Whether the timers of a call go on, by the number of the call.
    pub fn goes_on(&self, start: usize) -> bool {
        let starts = self.starts();
        starts.into_iter().nth(start).is_some_and(|(_, name)| name == "send_interval")
    }

    /// The calls that start timers, with their functions, in the order of the text.
    fn starts(&self) -> BTreeSet<(Span, String)> {
        let mut starts = BTreeSet::new();
        let clauses = self.module.functions().flat_map(|function| &function.clauses);
        for expr in clauses.flat_map(|clause| &clause.body) {
            expr.for_each(&mut |expr| {
                if let ExprKind::Call(Callee::Remote(_, name, _), _) = &expr.kind
                    && STARTS.contains(&name.as_str())
                {
                    starts.insert((expr.span, name.to_string()));
                }
            });
        }
        starts
    }

    /// Functions of other modules that the module calls: module, name, arity.
    pub fn outside(&self) -> BTreeSet<(String, String, usize)> {
        let mut calls = BTreeSet::new();
        let clauses = self.module.functions().flat_map(|function| &function.clauses);
        for expr in clauses.flat_map(|clause| &clause.body) {
            expr.for_each(&mut |expr| {
                if let ExprKind::Call(Callee::Remote(module, name, _), args) = &expr.kind
                    && !["gen_fsm", "p1_fsm"].contains(&module.as_str())
                    && self.behaviour().name() != module.as_str()
                    && !LIBRARY.contains(&module.as_str())
                    && !(module.as_str() == "timer" && LENGTHS.contains(&name.as_str()))
                {
                    calls.insert((module.to_string(), name.to_string(), args.len()));
                }
            });
        }
        calls
    }
}

impl std::fmt::Display for Subject {
    /// All that is needed to try this subject by hand.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self { title, text, init, commands, unhandled, stubs, .. } = self;
        let unhandled = format!("{unhandled:?}").to_lowercase();
        writeln!(f, "{title}\n--init '{init}' --commands '{commands}' --unhandled {unhandled}")?;
        writeln!(f, "--stubs '{stubs}'")?;
        write!(f, "{text}")
    }
}

/// Functions that start timers.
const STARTS: [&str; 5] =
    ["start_timer", "send_after", "send_event_after", "send_interval", "apply_after"];

/// Whether a command calls a function of the module: `{call, Function, Args}`.
pub fn is_call(command: &Term) -> bool {
    matches!(command, Term::Tuple(parts) if matches!(
        parts.as_slice(),
        [tag, Term::Atom(_), Term::Nil | Term::List(_, None)] if *tag == Term::atom("call")
    ))
}

/// A ground expression as a term.
fn ground(expr: &Expr) -> Term {
    match expr {
        Expr::Integer(value) => Term::Integer(value.clone()),
        Expr::Atom(name) => Term::Atom(name.clone()),
        Expr::Nil => Term::Nil,
        Expr::Cons(head, tail) => Term::cons(ground(head), ground(tail)),
        Expr::Tuple(items) => Term::Tuple(items.iter().map(ground).collect()),
        Expr::Apply(Operator::Pid, number) => match number.as_slice() {
            [Expr::Integer(number)] => Term::Pid(number.clone()),
            _ => panic!("{expr:?}"),
        },
        other => panic!("{other:?}"),
    }
}
