//! `erl2lts check`: expectations and properties, with evidence.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use checker::formula::{Modality, State};
use checker::{Formula, Truth, Verdict};
use lts::Lts;
use lts::semantics::{LabelStyle, View};
use translator::model::{Form, Model, Timing, Unhandled};

use crate::assumption;
use crate::certainty::{Certainty, Trust};
use crate::cli::CheckArgs;
use crate::codes;
use crate::evidence::Stage;
use crate::exit::Exit;
use crate::folder;
use crate::foreign::explored;
use crate::hunting;
use crate::input;
use crate::judgement::{Judgement, judge};
use crate::language::{self, Reading};
use crate::properties::{ExpectedLts, Property};
use crate::session::Session;
use crate::settings::{Settings, placeless};
use crate::system::{Input, Subject, generate, load};

/// Runs the command.
pub(crate) fn run(args: &CheckArgs) -> Exit {
    // A folder with the name of a file is a mistake.
    if args.source.input.is_dir() && input::kind(&args.source.input).is_err() {
        return folder::run(args);
    }
    let mut session = Session::new(args.source.messages);
    let about_model = [("--view", args.view.is_some()), ("--form", args.form.is_some())];
    let exit = match load(&mut session, &args.source, args.tau, &about_model, None) {
        None => Exit::Input,
        Some(Input::Aut(lts)) => check_lts(&mut session, args, |_| Some(lts)),
        Some(Input::Specification(specification)) => check_lts(&mut session, args, |session| {
            let exploration = explored(session, &specification, &args.limits)?;
            if session.exit() == Exit::Success {
                session.print(&format!("{}\n", size(&exploration.lts, View::Default)));
            }
            Some(exploration.lts)
        }),
        Some(Input::Module(subject)) => check_module(&mut session, args, &subject),
    };
    exit.and(session.exit())
}

/// A property whose formula has been read.
struct Parsed<'p> {
    property: &'p Property,
    formula: Formula,
}

/// Reads all formulas first: a wrong one is reported before anything is explored.
fn parse<'p>(
    session: &mut Session,
    args: &CheckArgs,
    properties: &[&'p Property],
) -> Option<Vec<Parsed<'p>>> {
    let reading = Reading::of(args);
    let mut parsed = Vec::new();
    for &property in properties {
        if let Some(formula) = language::formula(session, property, reading) {
            if args.explain_formula {
                session.print(&format!("formula   {}: {formula}\n", property.name));
            }
            parsed.push(Parsed { property, formula });
        }
    }
    (parsed.len() == properties.len()).then_some(parsed)
}

/// Properties given with `-e`.
fn given(args: &CheckArgs) -> Vec<Property> {
    let numbered = args.formulas.len() > 1;
    args.formulas
        .iter()
        .enumerate()
        .map(|(number, formula)| Property {
            name: if numbered { format!("-e {}", number + 1) } else { "-e".to_owned() },
            logic: args.logic,
            formula: formula.clone(),
            paths: None,
            span: None,
            expect: true,
            counterexample: None,
            settings: Settings::default(),
        })
        .collect()
}

/// Checks formulas on a system that has no module; `generate` gives it when they have been read.
fn check_lts(
    session: &mut Session,
    args: &CheckArgs,
    generate: impl FnOnce(&mut Session) -> Option<Lts>,
) -> Exit {
    let given = given(args);
    let properties: Vec<&Property> = given.iter().collect();
    if properties.is_empty() {
        session.report(nothing_to_check());
        return Exit::Input;
    }
    let Some(parsed) = parse(session, args, &properties) else {
        return Exit::Input;
    };
    let Some(mut lts) = generate(session) else {
        return Exit::Inconclusive;
    };
    if session.exit() != Exit::Success {
        return Exit::Input;
    }
    let mut exit = Exit::Success;
    for parsed in &parsed {
        let mut stage = Stage { lts: &mut lts, machine: None, model: None, trust: Trust::Exact };
        exit = exit.and(report(session, parsed, &mut stage));
    }
    exit
}

fn nothing_to_check() -> frontend::Diagnostic {
    placeless(codes::BAD_FLAGS, "there is nothing to check")
        .with_help("give a formula with `-e`, or a .props file with properties")
}

fn check_module(session: &mut Session, args: &CheckArgs, subject: &Subject) -> Exit {
    let given = given(args);
    let properties: Vec<&Property> = subject.properties.list.iter().chain(&given).collect();
    let expected = &subject.properties.expected;
    if properties.is_empty() && expected.is_empty() && subject.properties.module.is_none() {
        return hunting::run(session, args, subject);
    }
    subject.announce(session);
    if properties.is_empty() && expected.is_empty() {
        session.report(nothing_to_check());
        return Exit::Input;
    }
    let Some(parsed) = parse(session, args, &properties) else {
        return Exit::Input;
    };
    let Some(systems) = systems(session, args, subject, &parsed) else {
        return Exit::Input;
    };
    let mut exit = Exit::Success;
    for system in &systems {
        exit = exit.and(check_system(session, args, system, expected, &parsed));
    }
    if session.exit() == Exit::Success {
        let built_in = systems.iter().flat_map(|system| &system.built_in).cloned().collect();
        let stubbed = systems.iter().any(|system| system.stubbed);
        let timings: Vec<Timing> = systems.iter().map(|system| system.timing).collect();
        let mailbox = systems.iter().map(|system| system.mailbox).max().unwrap_or(0);
        session.print(&assumption::text(stubbed, &built_in, &timings, mailbox));
    }
    exit
}

/// A model with the expectations and properties that it is generated for.
struct System {
    model: Model,
    view: View,
    /// Whether stubs say what calls of other modules do.
    stubbed: bool,
    /// How time passes.
    timing: Timing,
    /// How many commands may wait.
    mailbox: usize,
    /// Built-in functions that are assumed to return.
    built_in: BTreeSet<String>,
    /// Numbers of expectations.
    expected: Vec<usize>,
    /// Numbers of properties.
    properties: Vec<usize>,
}

/// The distinct systems that are needed, in order of first need.
fn systems(
    session: &mut Session,
    args: &CheckArgs,
    subject: &Subject,
    parsed: &[Parsed<'_>],
) -> Option<Vec<System>> {
    let flags = Settings { view: args.view.map(View::from), ..Settings::default() };
    let base = flags.or(&subject.settings);
    let mut needed: Vec<(Settings, System)> = Vec::new();
    let expected = subject.properties.expected.iter().map(|expected| &expected.settings);
    let properties = parsed.iter().map(|parsed| &parsed.property.settings);
    let all = expected.map(|own| (own, true)).chain(properties.map(|own| (own, false)));
    let n_expected = subject.properties.expected.len();
    let defaults = Settings {
        init: None,
        unhandled: Some(Unhandled::Crash),
        clients: None,
        time: None,
        quantum: None,
        zero: None,
        timers: None,
        reasons: None,
        self_posts: None,
        mailbox: None,
        stubs: None,
        view: Some(View::Default),
        ignored: None,
        form: Some(args.form.map_or(Form::Direct, Form::from)),
        environment: None,
        derived: false,
        calls: Vec::new(),
    };
    for (number, (own, is_expectation)) in all.enumerate() {
        let settings = own.or(&base).or(&defaults);
        let position =
            if let Some(position) = needed.iter().position(|(known, _)| *known == settings) {
                position
            } else {
                let form = settings.form.unwrap_or(Form::Direct);
                let translation = subject.translate(session, &settings, form, &args.source)?;
                let model = translation.model?;
                let stubs = settings.stubs.as_deref().unwrap_or_default();
                let system = System {
                    built_in: assumption::built_in(&model, stubs),
                    timing: settings.timing(),
                    model,
                    mailbox: settings.mailbox.unwrap_or(0),
                    view: settings.view.unwrap_or(View::Default),
                    stubbed: settings.stubs.as_ref().is_some_and(|stubs| !stubs.is_empty()),
                    expected: Vec::new(),
                    properties: Vec::new(),
                };
                needed.push((settings, system));
                needed.len() - 1
            };
        let system = &mut needed[position].1;
        if is_expectation {
            system.expected.push(number);
        } else {
            system.properties.push(number - n_expected);
        }
    }
    Some(needed.into_iter().map(|(_, system)| system).collect())
}

fn check_system(
    session: &mut Session,
    args: &CheckArgs,
    system: &System,
    expected: &[ExpectedLts],
    parsed: &[Parsed<'_>],
) -> Exit {
    let generated = generate(session, &system.model, system.view, LabelStyle::Erlang, &args.limits);
    let Some((mut machine, mut exploration)) = generated else {
        return Exit::Inconclusive;
    };
    let mut exit = Exit::Success;
    if system.expected.is_empty() {
        let line = format!("{}\n", size(&exploration.lts, system.view));
        session.print(&line);
    }
    for &number in &system.expected {
        exit = exit.and(compare(session, &expected[number], &exploration.lts, system.view));
    }
    let initial = exploration.lts.initial();
    for &number in &system.properties {
        exploration.lts.start_in(initial);
        let left_out = machine.left_out().next().is_some() || machine.overflows();
        let mut stage = Stage {
            lts: &mut exploration.lts,
            machine: Some((&mut machine, &exploration.states)),
            model: Some(&system.model),
            trust: if left_out { Trust::Partial } else { Trust::of(&system.model) },
        };
        exit = exit.and(report(session, &parsed[number], &mut stage));
    }
    exit
}

fn size(lts: &Lts, view: View) -> String {
    let view = if view == View::Paper { " (paper view)" } else { "" };
    format!("lts       {} states, {} transitions{view}", lts.n_states(), lts.n_transitions())
}

/// Compares the size of a system with the expected one.
fn compare(session: &mut Session, expected: &ExpectedLts, lts: &Lts, view: View) -> Exit {
    let size = size(lts, view);
    if !lts.is_complete() {
        session.print(&format!("{size}: not compared, exploration is incomplete\n"));
        return Exit::Inconclusive;
    }
    let wrong = |expected: Option<usize>, found: usize| expected.is_some_and(|n| n != found);
    if wrong(expected.states, lts.n_states()) || wrong(expected.transitions, lts.n_transitions()) {
        let number = |n: Option<usize>| n.map_or("any".to_owned(), |n| n.to_string());
        session.print(&format!(
            "{size}: expected {} states, {} transitions\n",
            number(expected.states),
            number(expected.transitions)
        ));
        return Exit::Violated;
    }
    session.print(&format!("{size}: as expected\n"));
    Exit::Success
}

/// Checks a property and prints its verdict.
fn report(session: &mut Session, parsed: &Parsed<'_>, stage: &mut Stage<'_, '_>) -> Exit {
    let property = parsed.property;
    let judged = session.take(judge(&parsed.formula, stage));
    let Some(Judgement { verdict, certainty }) = judged else { return Exit::Input };
    if verdict.holds == Truth::Unknown {
        session.print(&format!("unknown   {}\n", property.name));
        return Exit::Inconclusive;
    }
    let holds = verdict.holds == Truth::True;
    // What may rest on a value that never occurs is no success.
    let (word, mut exit) = match (&certainty, holds) {
        (Certainty::Certain(_), true) => ("holds", Exit::Success),
        (Certainty::Certain(_), false) => ("violated", Exit::Success),
        (Certainty::Possible(_), true) => ("possibly holds", Exit::Inconclusive),
        (Certainty::Possible(_), false) => ("possibly violated", Exit::Inconclusive),
    };
    let mut text = format!("{word:<9} {}", property.name);
    if holds != property.expect {
        exit = Exit::Violated;
        if !property.expect {
            text.push_str(": expected to be violated");
        }
    } else if !property.expect {
        text.push_str(", as expected");
    }
    text.push('\n');
    if let Some(evidence) = verdict.evidence.as_ref().filter(|_| is_worth_showing(parsed, holds)) {
        text.push_str(&stage.describe(evidence, &session.sources));
    }
    for line in certainty.lines(stage.model, &session.sources) {
        let _ = writeln!(text, "          {line}");
    }
    if let Some(events) = &property.counterexample
        && let Some(complaint) = wrong_evidence(&verdict, stage, events)
    {
        let _ = writeln!(text, "          {complaint}");
        exit = Exit::Violated;
    }
    session.print(&text);
    exit
}

/// A run shows why a property is violated, and how what is possible comes about; where nothing
/// bad is possible there is nothing to show.
fn is_worth_showing(parsed: &Parsed<'_>, holds: bool) -> bool {
    !holds || matches!(parsed.formula.kind, State::Modal(Modality::Diamond, ..))
}

/// Why the evidence is not the expected one.
fn wrong_evidence(
    verdict: &Verdict,
    stage: &Stage<'_, '_>,
    expected: &[lts::Term],
) -> Option<String> {
    let Some(evidence) = &verdict.evidence else {
        return Some("a counterexample is expected, but there is none to show".to_owned());
    };
    let found = stage.commands(evidence);
    if found == expected {
        return None;
    }
    let texts: Vec<String> = expected.iter().map(ToString::to_string).collect();
    Some(format!("expected the events {}", texts.join(", ")))
}
