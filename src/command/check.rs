//! `erl2lts check`: expectations and properties, with evidence.

mod features;
mod folder;
mod kept;
mod pictures;

use std::iter::once;
use std::path::Path;

use checker::{Truth, Verdict};
use frontend::Diagnostic;
use lts::Lts;
use lts::explore::{Exploration, Stop};
use lts::semantics::{LabelStyle, View};
use model::Timing;

use crate::check::assumption;
use crate::check::evidence::{KnownAlready, Stage};
use crate::check::finding::Parsed;
use crate::check::monitors::Monitors;
use crate::check::systems::{System, system, systems};
use crate::check::transitions::transitions;
use crate::check::written::artifacts::{Files, flag_of_hunts, same_files, unfit};
use crate::check::written::evidence_file::Replay;
use crate::check::written::interchange;
use crate::check::written::replayed;
use crate::check::written::test_file::TestFile;
use crate::cli::{CheckArgs, ExploreArg, Messages};
use crate::codes;
use crate::command::check::kept::Kept;
use crate::config::language;
use crate::config::observed::{Observer, asks_no_state, observers};
use crate::config::properties::{ExpectedLts, Property};
use crate::config::question::Question;
use crate::config::settings::placeless;
use crate::hunt;
use crate::io::input::Kind;
use crate::io::written;
use crate::io::{asked, input, temporary};
use crate::report::{self, Comparison, Entry, Format, Reporter, Word};
use crate::session::Session;
use crate::session::exit::Exit;
use crate::system::atoms::{MachineAtoms, has_atoms};
use crate::system::foreign::{about_model, explored_until};
use crate::system::generate::{Unexplored, generate_until};
use crate::system::unstarted;
use crate::system::{Input, Maps, Subject, load};
use crate::workers::checking::{Answer, Checking, Found, Told};
use crate::workers::hosts::{self, Place};

/// Runs the command, or says again what it has said before.
pub(crate) fn run(args: &CheckArgs) -> Exit {
    let unwritable = |target: &str, error: &std::io::Error| {
        let mut session = Session::new(args.source.messages);
        session.unwritable(target, error);
        session.exit()
    };
    let kept = match Kept::of(args) {
        Ok(kept) => kept,
        Err((folder, error)) => {
            return unwritable(&format!("the cache `{}`", folder.display()), &error);
        }
    };
    if let Some(said) = kept.as_ref().and_then(Kept::again) {
        return said.unwrap_or_else(|error| unwritable("standard output", &error));
    }
    if args.reads.is_some() {
        asked::remember();
    }
    let exit = run_anew(args);
    if let Some(kept) = kept {
        kept.keep(exit);
    }
    if let Some(path) = &args.reads {
        let read = asked::remembered().stored().unwrap_or_default().to_string();
        // Whoever wants to know it finds nothing.
        let _ = temporary::write(path, &|out| out.write_all(read.as_bytes()));
    }
    exit
}

fn run_anew(args: &CheckArgs) -> Exit {
    // A folder with the name of a file is a mistake.
    if asked::is_dir(&args.source.input) && input::kind(&args.source.input).is_err() {
        return folder::run(args);
    }
    let is_short =
        args.format.iter().any(|target| target.file.is_none() && target.format == Format::Short);
    let messages = if is_short { Messages::Short } else { args.source.messages };
    let mut session = Session::new(messages);
    if let Some(error) = unfit(args).or_else(|| unshared(args)) {
        session.report(error);
        return Exit::Input;
    }
    if args.stdin
        && let Err(error) = unsaved(&args.source.input)
    {
        session.report(error);
        return Exit::Input;
    }
    let mut report =
        Reporter::new(args.source.input.display().to_string(), &args.format, args.explain_formula);
    if hosts::is_another(&args.workers) {
        report.say_nothing();
    }
    let exit = check(&mut session, &mut report, args).and(session.exit());
    report.finish(&mut session, exit);
    exit.and(session.exit())
}

/// What is wrong with flags about several processes.
fn unshared(args: &CheckArgs) -> Option<Diagnostic> {
    let is_module = matches!(input::kind(&args.source.input), Ok(Kind::Module | Kind::Properties));
    let message = if !args.workers.is_asked() {
        return None;
    } else if !is_module {
        "several processes check modules and .props files: of a .mcrl file write the system with `lts --workers N -o DIR`, and check that"
    } else if args.stdin {
        "`--stdin` is read by one process"
    } else if args.cache.is_some() || args.reads.is_some() {
        "what several processes say is not kept: leave `--cache` out"
    } else {
        return None;
    };
    Some(placeless(codes::BAD_FLAGS, message))
}

/// Lets the text of a source be what standard input brings.
fn unsaved(path: &Path) -> Result<(), Diagnostic> {
    let is_text = matches!(input::kind(path), Ok(Kind::Module | Kind::Properties));
    if !is_text || input::is_compiled(path) {
        let message = "`--stdin` is for the text of a module or of a .props file";
        return Err(placeless(codes::BAD_FLAGS, message));
    }
    input::take_unsaved(path)
}

fn check(session: &mut Session, report: &mut Reporter, args: &CheckArgs) -> Exit {
    let about_model = about_model(args.view.is_some(), args.form.is_some(), &args.limits);
    match load(session, &args.source, args.tau, &about_model, None) {
        None => Exit::Input,
        Some(Input::Aut(lts)) => check_lts(session, report, args, |_, _, _| Some(*lts)),
        Some(Input::Specification(specification)) => {
            check_lts(session, report, args, |session, report, parsed| {
                let formulas = parsed.iter().map(|parsed| &parsed.formula);
                let mut monitors = Monitors::new(args.explore, formulas, None, &[]);
                let (limits, watched) = (&args.limits, monitors.as_mut());
                let n_errors = session.n_errors();
                let exploration = explored_until(session, &specification, limits, watched)?;
                if session.n_errors() == n_errors {
                    let (entry, _) =
                        size((&exploration.lts, exploration.stop.as_ref()), View::Default, None);
                    report.add(session, entry);
                }
                Some(exploration.lts)
            })
        }
        Some(Input::Features(features)) => features::run(session, report, args, &features),
        Some(Input::Module(mut subject)) => {
            subject.timeout = args.limits.timeout;
            let exit = check_module(session, report, args, &subject);
            if exit != Exit::Input {
                pictures::draw(session, report, args, &subject);
            }
            exit
        }
    }
}

/// Reads all formulas first: a wrong one is reported before anything is explored, and does not keep the others, those that
/// `fits` accepts, from being asked. `None` if nothing is left to be asked.
fn parse<'p>(
    session: &mut Session,
    report: &mut Reporter,
    args: &CheckArgs,
    properties: &[&'p Property],
    fits: impl Fn(&mut Session, &Question) -> bool,
) -> Option<Vec<Parsed<'p>>> {
    let parsed = Parsed::all(session, &args.asked, properties);
    let fits = |parsed: &Parsed<'_>| fits(session, &parsed.formula);
    let parsed: Option<Vec<Parsed<'_>>> =
        parsed.map(|parsed| parsed.into_iter().filter(fits).collect());
    for parsed in parsed.iter().flatten().filter(|_| args.explain_formula) {
        let (name, formula) = (parsed.property.name.clone(), format!("{:#}", parsed.formula));
        report.add(session, Entry::Formula { name, formula });
    }
    if let Some(error) = same_files(args, properties) {
        session.report(error);
        return None;
    }
    // Libraries are known by now, whatever is wrong with the formulas.
    let spares_inputs = spares_inputs(session, report, args);
    let parsed = parsed.filter(|parsed| spares_inputs && !parsed.is_empty())?;
    report.not_understood(properties.len() - parsed.len());
    Some(parsed)
}

/// Whether nothing that is read so far would be replaced; else that is reported, and no report is written to a file.
fn spares_inputs(session: &mut Session, report: &mut Reporter, args: &CheckArgs) -> bool {
    let error = written::contradiction(args);
    if error.is_some() {
        report.spare_files();
    }
    error.map(|error| session.report(error)).is_none()
}

/// Checks formulas on a system that has no module; `generate` gives it when they have been read.
fn check_lts(
    session: &mut Session,
    report: &mut Reporter,
    args: &CheckArgs,
    generate: impl FnOnce(&mut Session, &mut Reporter, &[Parsed<'_>]) -> Option<Lts>,
) -> Exit {
    let Some(given) = language::given(session, &args.asked, &args.files) else {
        return Exit::Input;
    };
    let properties: Vec<&Property> = given.iter().collect();
    if properties.is_empty() {
        session.report(nothing_to_check());
        return Exit::Input;
    }
    let fits = |session: &mut Session, question: &Question| asks_no_state(session, once(question));
    let Some(parsed) = parse(session, report, args, &properties, fits) else {
        return Exit::Input;
    };
    let n_errors = session.n_errors();
    let Some(mut lts) = generate(session, report, &parsed) else {
        return Exit::Inconclusive;
    };
    if session.n_errors() > n_errors {
        return Exit::Input;
    }
    report.asked_of(lts.n_states(), lts.n_transitions());
    let mut exit = Exit::Success;
    let files = Files::of(args, properties.len());
    for parsed in &parsed {
        let mut stage = Stage::of_system(&mut lts);
        exit = exit.and(find(session, report, (parsed, &files), &mut stage, None));
    }
    if report.has_room_for_systems() {
        report.add(session, Entry::Transitions(Box::new(transitions(&lts, None, None))));
    }
    exit
}

/// Checks a property, reports it, and writes what is asked for besides.
fn find(
    session: &mut Session,
    report: &mut Reporter,
    (parsed, files): (&Parsed<'_>, &Files<'_>),
    stage: &mut Stage<'_, '_>,
    replay: Option<Replay<'_>>,
) -> Exit {
    let Some((finding, verdict)) = parsed.find(session, stage) else {
        report.not_understood(1);
        return Exit::Input;
    };
    let (exit, word) = (finding.exit, finding.word);
    report.add(session, Entry::Property(Box::new(finding)));
    write_besides(session, (parsed, files), (&verdict, word), stage, replay);
    exit
}

/// Writes what is asked for besides the report of a property.
fn write_besides(
    session: &mut Session,
    (parsed, files): (&Parsed<'_>, &Files<'_>),
    (verdict, word): (&Verdict, Word),
    stage: &mut Stage<'_, '_>,
    mut replay: Option<Replay<'_>>,
) {
    if let Some(target) = files.evidence {
        target.write(session, parsed, (verdict, stage), replay.as_mut());
    }
    if let (Some(test), Some(replay)) = (files.test, &replay) {
        let with = (replay.subject, replay.settings);
        test.consider(session, parsed, (verdict, stage), with);
    }
    interchange::export(session, (parsed, word), stage, files);
}

fn no_properties() -> Diagnostic {
    let message = "`--workers` and `--hosts` are for properties, and there are none";
    placeless(codes::BAD_FLAGS, message).with_help("one process looks for defects")
}

fn nothing_to_check() -> Diagnostic {
    placeless(codes::BAD_FLAGS, "there is nothing to check")
        .with_help("give a formula with `-e`, or a .props file with properties")
}

fn check_module(
    session: &mut Session,
    report: &mut Reporter,
    args: &CheckArgs,
    subject: &Subject,
) -> Exit {
    if !spares_inputs(session, report, args) {
        return Exit::Input;
    }
    let Some(given) = language::given(session, &args.asked, &args.files) else {
        return Exit::Input;
    };
    let properties: Vec<&Property> = subject.properties.list.iter().chain(&given).collect();
    let expected = &subject.properties.expected;
    if properties.is_empty() && expected.is_empty() && subject.properties.module.is_none() {
        if args.workers.is_asked() {
            session.report(no_properties());
            return Exit::Input;
        }
        return hunt::run(session, report, args, subject);
    }
    if let Some(error) = flag_of_hunts(args) {
        session.report(error);
        return Exit::Input;
    }
    subject.announce(session);
    if properties.is_empty() && expected.is_empty() {
        session.report(nothing_to_check());
        return Exit::Input;
    }
    let fits =
        |session: &mut Session, question: &Question| observers(session, once(question)).is_some();
    let parsed = if properties.is_empty() {
        Some(Vec::new())
    } else {
        parse(session, report, args, &properties, fits)
    };
    let Some(parsed) = parsed else {
        return Exit::Input;
    };
    let formulas = parsed.iter().map(|parsed| &parsed.formula);
    let Some(observers) = observers(session, formulas) else {
        return Exit::Input;
    };
    let n_errors = session.n_errors();
    let Some(systems) = systems(session, &args.system(), subject, &parsed, &observers) else {
        return session.refusal();
    };
    let exit =
        check_all(session, report, args, (subject, &systems, &observers), (expected, &parsed));
    if session.n_errors() == n_errors {
        let built_in = systems.iter().flat_map(|system| &system.built_in).cloned().collect();
        let stubbed = systems.iter().any(|system| system.stubbed);
        let timings: Vec<Timing> = systems.iter().map(|system| system.timing).collect();
        let mailbox = systems.iter().map(|system| system.mailbox).max().unwrap_or(0);
        let text = assumption::text(stubbed, &built_in, &timings, mailbox);
        report.add(session, Entry::Assumptions(text));
    }
    exit
}

/// Checks all systems of a module, those that this process has to do with.
fn check_all(
    session: &mut Session,
    report: &mut Reporter,
    args: &CheckArgs,
    (subject, systems, observers): (&Subject, &[System], &[Observer]),
    (expected, parsed): (&[ExpectedLts], &[Parsed<'_>]),
) -> Exit {
    let place = if args.workers.is_asked() {
        let Some(place) = hosts::place(session, &args.workers) else { return Exit::Input };
        Some(place)
    } else {
        None
    };
    let mut exit = Exit::Success;
    let says = place.as_ref().is_none_or(Place::is_first);
    let test = args
        .emit_test
        .as_ref()
        .filter(|_| says)
        .map(|path| TestFile::new(path, args.finding.as_deref()));
    for (number, system) in systems.iter().enumerate() {
        if !place.as_ref().is_none_or(|place| place.is_for(number)) {
            continue;
        }
        let of = (subject, system, observers);
        let asked = Asked { args, test: test.as_ref(), place: place.as_ref().map(|p| (p, number)) };
        exit = exit.and(check_system(session, report, asked, of, expected, parsed));
    }
    if test.is_some_and(|test| !test.finish(session)) {
        exit = exit.and(Exit::Input);
    }
    exit
}

/// The flags, and where this process stands among several: with the number of the system.
#[derive(Clone, Copy)]
struct Asked<'a> {
    args: &'a CheckArgs,
    test: Option<&'a TestFile<'a>>,
    place: Option<(&'a Place, usize)>,
}

/// Checks the properties of a system in which a map has turned out to be large.
fn check_open(
    session: &mut Session,
    report: &mut Reporter,
    asked: Asked<'_>,
    (subject, ordered, observers): (&Subject, &System, &[Observer]),
    expected: &[ExpectedLts],
    parsed: &[Parsed<'_>],
) -> Exit {
    let with = (&asked.args.source, Maps::Open);
    let Some(mut open) = system(session, with, subject, &ordered.settings, observers) else {
        return session.refusal();
    };
    (open.expected, open.properties) = (ordered.expected.clone(), ordered.properties.clone());
    open.maps = Maps::Open;
    check_system(session, report, asked, (subject, &open, observers), expected, parsed)
}

fn check_system(
    session: &mut Session,
    report: &mut Reporter,
    asked: Asked<'_>,
    (subject, system, observers): (&Subject, &System, &[Observer]),
    expected: &[ExpectedLts],
    parsed: &[Parsed<'_>],
) -> Exit {
    let Asked { args, test, place } = asked;
    let model = &system.model;
    if place.is_some_and(|(place, _)| place.is_for_open_maps()) && system.maps == Maps::Ordered {
        return check_open(session, report, asked, (subject, system, observers), expected, parsed);
    }
    let found = found(session, report, asked, (system, observers), parsed);
    let (engine, exploration, monitors) = match found {
        Ok(Found::System(generated, monitors)) => (generated.0, generated.1, monitors),
        Ok(Found::Told(told)) => {
            return of_told(session, report, asked, (subject, system), parsed, *told);
        }
        Ok(Found::Elsewhere) => return Exit::Success,
        Err(Unexplored::Reported) => return Exit::Inconclusive,
        Ok(Found::Refused) => return Exit::Input,
        Err(Unexplored::Maps) if place.is_some_and(|(place, _)| place.is_child()) => {
            return Exit::Success;
        }
        Err(Unexplored::Maps) => {
            let of = (subject, system, observers);
            return check_open(session, report, asked, of, expected, parsed);
        }
    };
    let (mut engine, mut exploration) = (engine, exploration);
    // Who expects a size knows how the machine starts.
    let foreseen = !system.expected.is_empty();
    if let Some(warning) = unstarted::warning(&mut engine, &exploration).filter(|_| !foreseen) {
        session.report(warning);
    }
    let explored = (&exploration.lts, exploration.stop.as_ref());
    report.asked_of(exploration.lts.n_states(), exploration.lts.n_transitions());
    let mut exit = sizes(session, report, explored, system, expected);
    let formulas = system.properties.iter().map(|&number| &parsed[number].formula);
    let has_atoms = has_atoms(formulas);
    let (atoms, warnings) =
        MachineAtoms::new(&mut engine, &exploration.states, &system.model, observers, has_atoms);
    let unnamed = system.settings.naming.as_ref().and_then(|naming| atoms.unnamed(naming));
    for warning in warnings.into_iter().chain(unnamed) {
        session.report(warning);
    }
    let initial = exploration.lts.initial();
    let mut files = Files::of(args, parsed.len() + report.n_not_understood());
    files.test = test;
    for (place, &number) in system.properties.iter().enumerate() {
        exploration.lts.start_in(initial);
        let machine = (&mut engine, &exploration.states);
        let mut stage = Stage::of_machine(&mut exploration.lts, machine, (model, &atoms));
        stage.has_held = monitors.as_ref().is_some_and(|monitors| monitors.has_held(place));
        let judged = (&parsed[number], &files);
        let of = (args, subject, system, observers);
        exit = exit.and(find_replayed(session, report, judged, &mut stage, of));
    }
    if report.has_room_for_systems() {
        exploration.lts.start_in(initial);
        let machine = (&mut engine, &exploration.states);
        let mut shown = transitions(&exploration.lts, Some(machine), Some(model));
        shown.is_paper = system.view == View::Paper;
        report.add(session, Entry::Transitions(Box::new(shown)));
    }
    exit
}

/// Explores a system as far as what is asked of it needs, in one process or several.
fn found<'m>(
    session: &mut Session,
    report: &Reporter,
    Asked { args, place, .. }: Asked<'_>,
    (system, observers): (&'m System, &'m [Observer]),
    parsed: &[Parsed<'_>],
) -> Result<Found<'m>, Unexplored> {
    let model = &system.model;
    let properties = system.properties.iter().map(|&number| &parsed[number]);
    let counts = properties.clone().any(|parsed| parsed.property.false_in.is_some());
    // What is expected of the size, or of all states, asks for all of them.
    let explore = match args.explore {
        _ if counts || !system.expected.is_empty() => ExploreArg::All,
        explore => explore,
    };
    let formulas = properties.map(|parsed| &parsed.formula);
    let monitors = || Monitors::new(explore, formulas.clone(), Some(model), observers);
    let shown = (system.view, LabelStyle::Erlang);
    let is_open = system.settings.is_open();
    let limits = &match place {
        None => args.limits.under(is_open),
        Some(_) => args.limits.among(is_open),
    };
    match place {
        None => {
            let mut watching = monitors();
            let generated = generate_until(session, model, shown, limits, watching.as_mut());
            generated.map(|generated| Found::System(Box::new(generated), watching))
        }
        Some((place, number)) => {
            let questions: Vec<&Question> = formulas.clone().collect();
            let is_fair = |&number: &usize| parsed[number].assumed.is_some();
            let needs_all = report.has_room_for_systems()
                || args.export_mcf.is_some()
                || args.export_bes.is_some()
                || system.properties.iter().any(is_fair);
            let maps = system.maps;
            let checking = Checking {
                args,
                place,
                number,
                maps,
                model,
                shown,
                limits,
                observers,
                questions,
                needs_all,
            };
            checking.found(session, &monitors)
        }
    }
}

/// Checks a property of a system of a module.
fn find_replayed(
    session: &mut Session,
    report: &mut Reporter,
    (question, files): (&Parsed<'_>, &Files<'_>),
    stage: &mut Stage<'_, '_>,
    (args, subject, system, observers): (&CheckArgs, &Subject, &System, &[Observer]),
) -> Exit {
    let settings = &system.settings;
    let mut confirms = |commands: &str, holds: Truth| {
        replayed::confirms(args, (subject, observers), settings, question, (commands, holds))
    };
    let replay = Replay { subject, settings, confirms: &mut confirms };
    find(session, report, (question, files), stage, Some(replay))
}

/// Reports what several processes have found out about a system that is nowhere as a whole.
fn of_told(
    session: &mut Session,
    report: &mut Reporter,
    Asked { args, test, .. }: Asked<'_>,
    (subject, system): (&Subject, &System),
    parsed: &[Parsed<'_>],
    told: Told<'_>,
) -> Exit {
    let Told { mut engine, totals, is_decided, is_complete, answers, happens } = told;
    let whole = |n: u64| usize::try_from(n).unwrap_or(usize::MAX);
    let (states, transitions) = (whole(totals.states), whole(totals.transitions));
    report.asked_of(states, transitions);
    report.add(
        session,
        Entry::System(report::System {
            states,
            transitions,
            paper_view: system.view == View::Paper,
            complete: is_complete,
            decided: is_decided,
            comparison: Comparison::None,
        }),
    );
    let mut files = Files::of(args, parsed.len() + report.n_not_understood());
    files.test = test;
    let mut exit = Exit::Success;
    for (&number, answer) in system.properties.iter().zip(answers) {
        let Answer { part: Exploration { mut lts, states: vectors, .. }, known } = answer;
        let has_atoms = has_atoms(std::iter::once(&parsed[number].formula));
        let (atoms, _) = MachineAtoms::new(&mut engine, &vectors, &system.model, &[], has_atoms);
        let machine = (&mut engine, &vectors);
        let mut stage = Stage::of_machine(&mut lts, machine, (&system.model, &atoms));
        let known =
            known.map(|known| KnownAlready { known, n_states: states, happens: happens.clone() });
        stage.told = known.as_ref();
        stage.has_held = known.is_some();
        let of = (args, subject, system, &[][..]);
        exit = exit.and(find_replayed(session, report, (&parsed[number], &files), &mut stage, of));
    }
    exit
}

/// Adds the size of a system to the report, or how it is next to each that is expected.
fn sizes(
    session: &mut Session,
    report: &mut Reporter,
    explored: (&Lts, Option<&Stop>),
    system: &System,
    expected: &[ExpectedLts],
) -> Exit {
    if system.expected.is_empty() {
        let (entry, _) = size(explored, system.view, None);
        report.add(session, entry);
    }
    let mut exit = Exit::Success;
    for &number in &system.expected {
        let (entry, compared) = size(explored, system.view, Some(&expected[number]));
        report.add(session, entry);
        exit = exit.and(compared);
    }
    exit
}

/// The size of a system, and what is expected of it.
fn size(
    (lts, stop): (&Lts, Option<&Stop>),
    view: View,
    expected: Option<&ExpectedLts>,
) -> (Entry, Exit) {
    let (states, transitions) = (lts.n_states(), lts.n_transitions());
    let wrong = |expected: Option<usize>, count: usize| expected.is_some_and(|n| n != count);
    let (comparison, exit) = match expected {
        None => (Comparison::None, Exit::Success),
        Some(_) if !lts.is_complete() => (Comparison::Open, Exit::Inconclusive),
        Some(expected)
            if wrong(expected.states, states) || wrong(expected.transitions, transitions) =>
        {
            (Comparison::Missed(expected.states, expected.transitions), Exit::Violated)
        }
        Some(_) => (Comparison::Met, Exit::Success),
    };
    let decided = stop == Some(&Stop::Enough);
    let (paper_view, complete) = (view == View::Paper, lts.is_complete());
    let system = report::System { states, transitions, paper_view, complete, decided, comparison };
    (Entry::System(system), exit)
}
