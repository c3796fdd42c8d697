//! What a module is run under, from flags and `.props` files.

use behaviour::Behaviour;
use std::collections::BTreeMap;
use std::ops::RangeInclusive;

use frontend::{Diagnostic, Severity};
use lts::semantics::constant;
use lts::semantics::{LabelStyle, View};
use lts::term::parse::{SpannedKind, SpannedTerm, parse_spanned_term};
use model::{Environment, Expr, Form, Time, Timing, Unhandled};
use translator::{Options, Pass};

use crate::cli::{FormArg, Labels, PassArg, SourceArgs, ViewArg};
use crate::codes;
use crate::config::environment::{Call, environment, with_holes};
use crate::config::naming::Naming;
use crate::config::stubs::{Stubs, stubs};
use crate::session::Session;

/// Whether a module is run under what it suggests.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Derivation {
    /// Not that anybody has said so.
    #[default]
    None,
    /// `derived` is given as its commands.
    Asked,
    /// Nothing is given, anywhere.
    Assumed,
}

/// Settings as far as they are given; what is missing is taken from elsewhere.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Settings {
    /// What `init/1` is called with; of several terms, one or another.
    pub(crate) init: Vec<Expr>,
    pub(crate) environment: Option<Environment>,
    /// Whether the commands, and the argument of `init/1` where none is given, are those that the module suggests.
    pub(crate) derived: Derivation,
    /// Which of the commands are calls of functions of the module.
    pub(crate) calls: Vec<Call>,
    pub(crate) unhandled: Option<Unhandled>,
    pub(crate) clients: Option<usize>,
    pub(crate) time: Option<Time>,
    pub(crate) quantum: Option<usize>,
    /// Whether an event timeout of 0 comes first.
    pub(crate) zero: Option<bool>,
    pub(crate) timers: Option<usize>,
    /// Why other processes end.
    pub(crate) reasons: Option<Vec<Expr>>,
    pub(crate) self_posts: Option<usize>,
    pub(crate) mailbox: Option<usize>,
    pub(crate) stubs: Option<Stubs>,
    /// Modules whose functions are a part of the model, whatever they do.
    pub(crate) open: Option<Vec<String>>,
    /// What states are called whose behaviour gives them no names.
    pub(crate) naming: Option<Naming>,
    pub(crate) view: Option<View>,
    /// Codes of findings that are accepted.
    pub(crate) ignored: Option<Vec<String>>,
    pub(crate) form: Option<Form>,
    /// What was given, by key, as texts.
    pub(crate) texts: BTreeMap<String, Vec<String>>,
}

impl Settings {
    /// These settings, the missing ones taken from `other`.
    pub(crate) fn or(&self, other: &Self) -> Self {
        let has_own = self.has_commands();
        Self {
            init: if self.init.is_empty() { &other.init } else { &self.init }.clone(),
            environment: if has_own { &self.environment } else { &other.environment }.clone(),
            derived: if has_own { self.derived } else { other.derived },
            calls: if has_own { &self.calls } else { &other.calls }.clone(),
            unhandled: self.unhandled.or(other.unhandled),
            clients: self.clients.or(other.clients),
            time: self.time.or(other.time),
            quantum: self.quantum.or(other.quantum),
            zero: self.zero.or(other.zero),
            timers: self.timers.or(other.timers),
            reasons: self.reasons.clone().or_else(|| other.reasons.clone()),
            self_posts: self.self_posts.or(other.self_posts),
            mailbox: self.mailbox.or(other.mailbox),
            stubs: self.stubs.clone().or_else(|| other.stubs.clone()),
            open: self.open.clone().or_else(|| other.open.clone()),
            naming: self.naming.clone().or_else(|| other.naming.clone()),
            view: self.view.or(other.view),
            ignored: self.ignored.clone().or_else(|| other.ignored.clone()),
            form: self.form.or(other.form),
            texts: other.texts.clone().into_iter().chain(self.texts.clone()).collect(),
        }
    }

    /// A view alone, as a flag gives it.
    pub(crate) fn viewed(view: Option<View>) -> Self {
        let text = |view| if view == View::Paper { "paper" } else { "default" };
        let texts = view.map(|view| ("view".to_owned(), vec![text(view).to_owned()]));
        Self { view, texts: texts.into_iter().collect(), ..Self::default() }
    }

    /// What was given: keys, and their values as terms of Erlang.
    pub(crate) fn given(&self) -> impl Iterator<Item = (&str, &str)> {
        let keys = self.texts.iter();
        keys.flat_map(|(key, values)| values.iter().map(|value| (key.as_str(), value.as_str())))
    }

    /// Whether it is said which commands there are.
    pub(crate) fn has_commands(&self) -> bool {
        self.is_derived() || self.environment.is_some()
    }

    /// Whether what the module suggests is used.
    pub(crate) fn is_derived(&self) -> bool {
        self.derived != Derivation::None
    }

    /// Whether the environment may send what nobody has written down.
    pub(crate) fn is_open(&self) -> bool {
        self.is_derived() || self.environment.as_ref().is_some_and(Environment::has_holes)
    }

    /// How timers and event timeouts are modelled.
    pub(crate) fn timing(&self) -> Timing {
        let default = Timing::default();
        Timing {
            time: self.time.unwrap_or_default(),
            quantum: self.quantum,
            zero_first: self.zero.unwrap_or_default(),
            timers: self.timers.unwrap_or(default.timers),
        }
    }

    /// The settings that the flags give; `None` if one of them was reported to be wrong.
    pub(crate) fn from_flags(session: &mut Session, args: &SourceArgs) -> Option<Self> {
        let mut settings = Self::default();
        let inits = args.init.iter().map(|text| ("init", "--init", text));
        let flags = [
            ("commands", "--commands", &args.commands),
            ("unhandled", "--unhandled", &args.unhandled),
            ("clients", "--clients", &args.clients),
            ("time", "--time", &args.time),
            ("quantum", "--quantum", &args.quantum),
            ("zero", "--zero", &args.zero),
            ("timers", "--timers", &args.timers),
            ("reasons", "--reasons", &args.reasons),
            ("selfposts", "--selfposts", &args.selfposts),
            ("mailbox", "--mailbox", &args.mailbox),
            ("stubs", "--stubs", &args.stubs),
        ];
        let flags =
            flags.into_iter().filter_map(|(key, flag, text)| Some((key, flag, text.as_ref()?)));
        for (key, flag, text) in inits.chain(flags) {
            let file = session.sources.add(flag, text.clone());
            let term = session.take(parse_spanned_term(file, text)).flatten()?;
            if let Err(diagnostic) = settings.set(key, &term) {
                session.report(diagnostic);
                return None;
            }
        }
        if let Some(text) = &args.state {
            let naming = Naming::of_flag(session.sources.add("--state", text.clone()), text);
            settings.texts.insert("state".to_owned(), vec![naming.term()]);
            settings.naming = Some(naming);
        }
        Some(settings)
    }

    /// Sets the key of this name, as in a `.props` file.
    pub(crate) fn set(&mut self, key: &str, value: &SpannedTerm) -> Result<(), Diagnostic> {
        match key {
            "init" => {
                let init = constant(&value.term()).ok_or_else(|| {
                    bad_value(value, "a fun as argument of init/1 is not supported yet")
                })?;
                self.add_init(with_holes(&init), value)?;
            }
            "commands" if value.kind == SpannedKind::Atom("derived".into()) => {
                self.derived = Derivation::Asked;
            }
            "commands" => {
                let (environment, calls) = environment(value)?;
                (self.environment, self.calls) = (Some(environment), calls);
            }
            "unhandled" => self.unhandled = Some(unhandled(value)?),
            "clients" => self.clients = Some(clients(value)?),
            "time" => {
                let modes = [
                    ("untimed", Time::Untimed),
                    ("progress", Time::Progress),
                    ("tick", Time::Tick),
                ];
                self.time = Some(choose(value, &modes)?);
            }
            "quantum" => self.quantum = Some(count(value, MAX_QUANTUM, "milliseconds")?),
            "zero" => self.zero = Some(choose(value, &[("first", true), ("last", false)])?),
            "timers" => self.timers = Some(count(value, MAX_TIMERS, "pending timers")?),
            "reasons" => self.reasons = Some(reasons(value)?),
            "mailbox" => self.mailbox = Some(mailbox(value)?),
            "selfposts" => self.self_posts = Some(self_posts(value)?),
            "stubs" => self.stubs = Some(stubs(value)?),
            "state" => self.naming = Some(Naming::of(value)?),
            "view" => {
                let views = [("default", View::Default), ("paper", View::Paper)];
                self.view = Some(choose(value, &views)?);
            }
            "ignore" => {
                self.ignored = Some(atoms_of(value, "a list of codes, such as `['E0703']`")?);
            }
            "open" => {
                self.open = Some(atoms_of(value, "a list of modules, such as `[sensor]`")?);
            }
            "form" => {
                let forms = [("direct", Form::Direct), ("paper", Form::Paper)];
                self.form = Some(choose(value, &forms)?);
            }
            _ => return Err(bad_value(value, &format!("`{key}` is no setting"))),
        }
        let texts = self.texts.entry(key.to_owned()).or_default();
        if key != "init" {
            texts.clear();
        }
        texts.push(match &self.naming {
            Some(naming) if key == "state" => naming.term(),
            _ => value.term().to_string(),
        });
        Ok(())
    }

    /// Adds one of the terms that `init/1` may be called with.
    fn add_init(&mut self, init: Expr, value: &SpannedTerm) -> Result<(), Diagnostic> {
        if self.init.contains(&init) {
            return Err(bad_value(value, "this argument of init/1 is given twice"));
        }
        self.init.push(init);
        if self.init.len() > 1 && self.init.iter().any(Expr::has_hole) {
            let message = "of several arguments of init/1 each is a whole term";
            return Err(bad_value(value, message)
                .with_help("give one with parts that are open, or several without"));
        }
        Ok(())
    }

    /// Leaves open again what `init/1` is called with.
    pub(crate) fn forget_init(&mut self) {
        self.init.clear();
        self.texts.remove("init");
    }
}

/// `['E0703', 'E0711']`, `[sensor]`
fn atoms_of(value: &SpannedTerm, expected: &str) -> Result<Vec<String>, Diagnostic> {
    let wrong = || bad_value(value, &format!("expected {expected}"));
    let SpannedKind::List(items, None) = &value.kind else { return Err(wrong()) };
    let atom = |item: &SpannedTerm| match &item.kind {
        SpannedKind::Atom(name) => Some(name.to_string()),
        _ => None,
    };
    items.iter().map(atom).collect::<Option<_>>().ok_or_else(wrong)
}

fn unhandled(value: &SpannedTerm) -> Result<Unhandled, Diagnostic> {
    let modes = [
        ("crash", Unhandled::Crash),
        ("disallow", Unhandled::Disallow),
        ("ignore", Unhandled::Ignore),
    ];
    choose(value, &modes)
}

/// Each client that may wait is a part of every state.
const MAX_CLIENTS: usize = 8;

/// Each timer that may be pending is a part of a state, and a way for it to go on.
const MAX_TIMERS: usize = 16;

/// The longest event timeout.
const MAX_QUANTUM: usize = 4_294_967_295;

/// A number from 1.
fn count(value: &SpannedTerm, most: usize, what: &str) -> Result<usize, Diagnostic> {
    let given = match &value.kind {
        SpannedKind::Integer(number) => usize::try_from(number).ok(),
        _ => None,
    };
    given
        .filter(|number| (1..=most).contains(number))
        .ok_or_else(|| bad_value(value, &format!("expected 1 to {most} {what}")))
}

fn clients(value: &SpannedTerm) -> Result<usize, Diagnostic> {
    let what = "expected how many clients may wait for an answer at once";
    let wrong = format!("expected 1 to {MAX_CLIENTS} clients");
    number(value, 1..=MAX_CLIENTS, what, &wrong)
}

/// Whether one more fits in is asked message by message.
const MAX_WAITING: usize = 64;

fn reasons(value: &SpannedTerm) -> Result<Vec<Expr>, Diagnostic> {
    let wrong = || bad_value(value, "expected a list of reasons, such as `[normal,killed]`");
    let SpannedKind::List(items, None) = &value.kind else { return Err(wrong()) };
    let reasons: Option<Vec<Expr>> = items.iter().map(|item| constant(&item.term())).collect();
    reasons.filter(|reasons| !reasons.is_empty()).ok_or_else(wrong)
}

fn self_posts(value: &SpannedTerm) -> Result<usize, Diagnostic> {
    let what = "expected how many messages that the machine sends to itself may wait at once";
    let wrong = format!("expected 1 to {MAX_WAITING} messages");
    number(value, 1..=MAX_WAITING, what, &wrong)
}

fn mailbox(value: &SpannedTerm) -> Result<usize, Diagnostic> {
    let what = "expected how many commands may wait at once";
    let wrong = format!("expected 0 to {MAX_WAITING} commands");
    number(value, 0..=MAX_WAITING, what, &wrong)
}

/// A number in a range: `what` if it is none, `wrong` if it is not in there.
fn number(
    value: &SpannedTerm,
    range: RangeInclusive<usize>,
    what: &str,
    wrong: &str,
) -> Result<usize, Diagnostic> {
    let SpannedKind::Integer(number) = &value.kind else { return Err(bad_value(value, what)) };
    let number = usize::try_from(number).ok().filter(|number| range.contains(number));
    number.ok_or_else(|| bad_value(value, wrong))
}

/// The meaning of an atom that is one of the choices.
fn choose<T: Copy>(value: &SpannedTerm, choices: &[(&str, T)]) -> Result<T, Diagnostic> {
    if let SpannedKind::Atom(name) = &value.kind
        && let Some((_, choice)) = choices.iter().find(|(text, _)| *text == name.as_str())
    {
        return Ok(*choice);
    }
    let words: Vec<String> = choices.iter().map(|(text, _)| format!("`{text}`")).collect();
    Err(bad_value(value, &format!("expected {}", words.join(" or "))))
}

/// Settings that do not go together.
pub(crate) fn contradiction(options: &Options, behaviour: &Behaviour) -> Option<Diagnostic> {
    let is_paper = options.form == Form::Paper;
    let waits = options.mailbox > 0;
    let own = format!("a {} has no paper form", behaviour.name());
    let (message, help) = if is_paper && !behaviour.has_paper_form() {
        (own.as_str(), "use `--form direct`")
    } else if is_paper && options.timing.time != Time::Untimed {
        let message = "the paper form knows untimed time only";
        (message, "use `--form direct`, or leave out `--time`")
    } else if waits && options.unhandled == Unhandled::Disallow {
        let message = "with a mailbox nobody knows whether a command will be handled when it is sent: \
                       it cannot be disallowed";
        (message, "use `--unhandled crash` or `ignore`, or leave out `--mailbox`")
    } else if options.timing.quantum.is_some() && options.timing.time != Time::Tick {
        let message = "a quantum is the length of a tick, and there are none";
        (message, "use `--time tick`, or leave out `--quantum`")
    } else {
        return None;
    };
    Some(placeless(codes::BAD_VALUE, message).with_help(help))
}

/// A value that does not fit its key.
pub(crate) fn bad_value(value: &SpannedTerm, message: &str) -> Diagnostic {
    Diagnostic::error(codes::BAD_VALUE, message, value.span)
}

/// A message without a place.
pub(crate) fn placeless(code: frontend::Code, message: impl Into<String>) -> Diagnostic {
    Diagnostic::new(code, Severity::Error, message)
}

impl From<ViewArg> for View {
    fn from(view: ViewArg) -> Self {
        match view {
            ViewArg::Default => Self::Default,
            ViewArg::Paper => Self::Paper,
        }
    }
}

impl From<PassArg> for Pass {
    fn from(pass: PassArg) -> Self {
        match pass {
            PassArg::Machine => Self::Machine,
            PassArg::Lower => Self::Lower,
            PassArg::Sequences => Self::Sequences,
            PassArg::Kernel => Self::Kernel,
        }
    }
}

impl From<Labels> for LabelStyle {
    fn from(labels: Labels) -> Self {
        match labels {
            Labels::Erlang => Self::Erlang,
            Labels::Mcrl2 => Self::Mcrl2,
            Labels::Mcrl => Self::Mcrl,
        }
    }
}

impl From<FormArg> for Form {
    fn from(form: FormArg) -> Self {
        match form {
            FormArg::Paper => Self::Paper,
            FormArg::Direct => Self::Direct,
        }
    }
}
