//! `erl2lts sim`: a module or a system, walked through step by step.
//!
//! Input: any system, orders. Output: a dialogue, line by line or on a screen. A `.props` file is run as `check` runs it; a module alone as
//! the built-in checks look at it, so that one can go to what they find. What needs another model (an expression to be watched, a
//! property with commands of its own) begins a new walk, which goes the same way again.

use std::fmt::Write as _;
use std::io::{self, IsTerminal as _};
use std::path::Path;
use std::process::Stdio;

use checker::EvidenceKind;
use frontend::{Diagnostic, Name, parse_expr};
use lts::Lts;
use lts::semantics::{LabelStyle, Machine, View};
use model::{Form, Model, Unhandled};

use crate::check::finding::Parsed;
use crate::check::systems::systems;
use crate::cli::SimArgs;
use crate::codes;
use crate::config::language;
use crate::config::observed::{Observer, observers};
use crate::config::properties::Property;
use crate::config::settings::{Settings, placeless};
use crate::hunt::{self, emitted, looked};
use crate::io::output;
use crate::io::visible::on_one_line;
use crate::live::editor::checking::program;
use crate::live::simulator::face::Face;
use crate::live::simulator::ground::Ground;
use crate::live::simulator::guided::Wanted;
use crate::live::simulator::machine::Acted;
use crate::live::simulator::order::Order;
use crate::live::simulator::saved;
use crate::live::simulator::simulation::Simulation;
use crate::live::simulator::tested::Tested;
use crate::session::Session;
use crate::session::exit::Exit;
use crate::session::watch::clock::Deadline;
use crate::system::features;
use crate::system::foreign::{about_model, explored};
use crate::system::{Input, Maps, Subject, load};
use crate::versions::answered::{Answered, Asked};

/// Findings that `goals` lists.
const MOST_GOALS: usize = 40;

/// Runs the command.
pub(crate) fn run(args: &SimArgs) -> Exit {
    let mut session = Session::new(args.system.source.messages);
    let Some(of) = input(&mut session, args) else { return session.exit().and(Exit::Input) };
    let Some(given) = language::given(&mut session, &args.asked, &[]) else {
        return Exit::Input;
    };
    if session.exit() != Exit::Success {
        return session.exit();
    }
    let is_dumb = std::env::var_os("TERM").is_some_and(|term| term == "dumb");
    let is_screen =
        !args.lines && !is_dumb && io::stdin().is_terminal() && io::stdout().is_terminal();
    let mut face = Face::new(&mut session, is_screen);
    let mut table = Table { args, of, given, plan: Plan::default() };
    if let Of::Module(subject) = &table.of {
        table.plan.settings = (!is_hunted(subject)).then(|| whole(args, subject));
    }
    let is_broken = loop {
        match table.turn(&mut session, &mut face) {
            Next::Walk(plan) => table.plan = *plan,
            Next::End => break false,
            Next::Broken => break true,
        }
    };
    let has_failed = face.end();
    if is_broken {
        session.unmute();
    }
    match has_failed {
        _ if is_broken => session.refusal(),
        // Who types has seen what was wrong, and gone on.
        None => Exit::Success,
        Some(true) => Exit::Input,
        Some(false) => session.exit(),
    }
}

/// What follows a walk.
enum Next {
    /// Another one.
    Walk(Box<Plan>),
    /// The user has had enough.
    End,
    /// There is nothing to walk on, which was reported.
    Broken,
}

/// What is simulated.
enum Of {
    System(Box<Lts>),
    Module(Box<Subject>),
}

/// What is at hand.
struct Table<'a> {
    args: &'a SimArgs,
    of: Of,
    /// Formulas of the command line.
    given: Vec<Property>,
    plan: Plan,
}

/// On what is walked, and which way first.
#[derive(Clone, Default)]
struct Plan {
    /// What a module is run under; nothing where it is as the built-in checks look at it.
    settings: Option<Settings>,
    watched: Vec<Observer>,
    way: Vec<Wanted>,
    /// Whether the way leaves out what comes by itself.
    skips: bool,
    /// Where the walk begins to be looked at.
    at: Option<usize>,
    /// What is to be said first.
    said: Option<String>,
    /// The finding that was gone to, by its code or number.
    finding: Option<String>,
}

/// Reads what is simulated; `None` where that was reported to be impossible.
fn input(session: &mut Session, args: &SimArgs) -> Option<Of> {
    let system = &args.system;
    let about_model = about_model(system.view.is_some(), system.form.is_some(), &system.limits);
    match load(session, &system.source, None, &about_model, None)? {
        Input::Aut(lts) => Some(Of::System(lts)),
        Input::Specification(specification) => {
            let exploration = explored(session, &specification, &system.limits)?;
            Some(Of::System(Box::new(exploration.lts)))
        }
        Input::Features(_) => {
            session.report(features::not_one());
            None
        }
        Input::Module(mut subject) => {
            subject.timeout = system.limits.timeout;
            subject.announce(session);
            Some(Of::Module(subject))
        }
    }
}

/// Whether a module is simulated as the built-in checks look at it: `check` does that without properties.
fn is_hunted(subject: &Subject) -> bool {
    let properties = &subject.properties;
    properties.module.is_none() && properties.list.is_empty() && properties.expected.is_empty()
}

/// What a module is run under, with what nobody has said.
fn whole(args: &SimArgs, subject: &Subject) -> Settings {
    let defaults = Settings {
        unhandled: Some(Unhandled::Crash),
        view: Some(View::Default),
        ignored: None,
        form: Some(args.system.form.map_or(Form::Direct, Form::from)),
        ..Settings::default()
    };
    Settings::viewed(args.system.view.map(View::from)).or(&subject.settings).or(&defaults)
}

impl Table<'_> {
    /// One walk; the plan of the next one, until the user has had enough.
    fn turn(&self, session: &mut Session, face: &mut Face) -> Next {
        match &self.of {
            Of::System(lts) => self.walk(session, face, &mut &**lts, None),
            Of::Module(subject) => match &self.plan.settings {
                Some(settings) => self.commanded(session, face, (&**subject, settings)),
                None => self.hunted(session, face, subject),
            },
        }
    }

    /// A walk under settings.
    fn commanded(
        &self,
        session: &mut Session,
        face: &mut Face,
        (subject, settings): (&Subject, &Settings),
    ) -> Next {
        let system = &self.args.system;
        let form = settings.form.unwrap_or(Form::Direct);
        let with = (&system.source, Maps::Open);
        let translated = subject.translate_maps(session, settings, form, with, &self.plan.watched);
        let Some(model) = translated.and_then(|translated| translated.model) else {
            return self.without_watched(session, face);
        };
        let view = settings.view.unwrap_or(View::Default);
        let work = system.limits.under(settings.is_open()).max_work;
        let tested = Tested {
            played: subject.played(&model, settings),
            module: subject.around.linked(&subject.module),
            mailbox: settings.mailbox.unwrap_or(0),
        };
        let shown = (&model, view);
        let mut ground = self.ground(shown, (subject, settings), (None, work), tested);
        self.walk(session, face, &mut ground, None)
    }

    /// A walk as the built-in checks look at a module.
    fn hunted(&self, session: &mut Session, face: &mut Face, subject: &Subject) -> Next {
        let system = &self.args.system;
        let with = (&system.source, &system.limits);
        let end = Deadline::new(system.limits.timeout, hunt::NET);
        let of = looked::Ground::of(session, with, subject, (end, &[]), &self.plan.watched);
        let Some(looked) = of else {
            return self.without_watched(session, face);
        };
        let work = system.limits.under(true).max_work;
        let shown = (&looked.model, View::Default);
        let tested = Tested {
            played: looked.played(),
            module: looked.linked(&subject.module),
            mailbox: subject.settings.mailbox.unwrap_or(0),
        };
        let with = (looked.init(), work);
        let mut ground = self.ground(shown, (subject, &subject.settings), with, tested);
        self.walk(session, face, &mut ground, Some(&looked))
    }

    fn ground<'m>(
        &self,
        (model, view): (&'m Model, View),
        (subject, settings): (&Subject, &Settings),
        (init, work): (Option<String>, Option<u64>),
        tested: Tested<'m>,
    ) -> Acted<'m> {
        let machine = Machine::new(model, view, LabelStyle::Erlang)
            .with_max_steps(self.args.system.limits.max_steps.get());
        Acted::new((machine, model), (&subject.path, tested), settings, init, work)
    }

    /// What the built-in checks find.
    fn looked<'g>(
        &self,
        session: &Session,
        ground: &'g looked::Ground,
        subject: &Subject,
    ) -> looked::Looked<'g> {
        let limits = &self.args.system.limits;
        ground.looked(session, limits, subject, Deadline::new(limits.timeout, hunt::NET))
    }

    /// The plan without what is watched last, if that is what cannot be translated.
    fn without_watched(&self, session: &mut Session, face: &mut Face) -> Next {
        let mut plan = self.plan.clone();
        if plan.watched.pop().is_none() {
            return Next::Broken;
        }
        face.refuse(session, "that cannot be watched");
        Next::Walk(Box::new(plan))
    }

    /// Walks on a ground until it is not the right one any more.
    fn walk(
        &self,
        session: &mut Session,
        face: &mut Face,
        ground: &mut dyn Ground,
        looked: Option<&looked::Ground>,
    ) -> Next {
        let watched = self.plan.watched.iter().map(|watched| watched.text.to_string()).collect();
        let mut simulation = match Simulation::new(ground, watched) {
            Ok(simulation) => simulation,
            Err(error) => {
                session.report(error);
                return Next::Broken;
            }
        };
        self.begin(session, face, &mut simulation);
        // The way to the finding that was gone to.
        let found = self.plan.finding.as_deref().map(|finding| (finding, simulation.gone()));
        loop {
            let scene = simulation.scene(session);
            match face.ask(session, &scene) {
                Order::Quit => return Next::End,
                Order::Watch(text) => {
                    if let Some(observer) = watchable(session, face, &text) {
                        let mut plan = self.again(&mut simulation);
                        plan.watched.push(observer);
                        return Next::Walk(Box::new(plan));
                    }
                }
                Order::Unwatch => {
                    let plan = Plan { watched: Vec::new(), ..self.again(&mut simulation) };
                    return Next::Walk(Box::new(plan));
                }
                Order::Goals => face.tell(session, &self.goals(session, looked)),
                Order::Run(name) => {
                    if let Some(plan) = self.towards(session, face, (name.as_str(), looked)) {
                        return Next::Walk(Box::new(plan));
                    }
                }
                Order::Save(path) => {
                    let gone = simulation.gone();
                    let finding = found.as_ref().filter(|(_, way)| gone == *way);
                    let finding = finding.and_then(|(finding, _)| Some((looked?, *finding)));
                    self.save(session, face, &mut simulation, (path.as_path(), finding));
                }
                order => {
                    if let Err(why) = simulation.obey(&order) {
                        face.refuse(session, &why);
                    } else {
                        let scene = simulation.scene(session);
                        face.show(session, &scene, &order);
                    }
                }
            }
        }
    }

    /// Goes the way of the plan.
    fn begin(&self, session: &mut Session, face: &mut Face, simulation: &mut Simulation<'_>) {
        if !self.plan.way.is_empty() {
            match simulation.follow(&self.plan.way, self.plan.skips) {
                Ok(true) => {
                    if let Some(at) = self.plan.at {
                        let _ = simulation.obey(&Order::Goto(at));
                    }
                }
                Ok(false) => face.refuse(session, "the way to it was not found step by step"),
                Err(error) => face.refuse(session, &error.message),
            }
        }
        if let Some(said) = &self.plan.said {
            face.tell(session, said);
        }
        let scene = simulation.scene(session);
        face.show(session, &scene, &Order::Nothing);
    }

    /// The plan with which the same walk is gone again.
    fn again(&self, simulation: &mut Simulation<'_>) -> Plan {
        let way = simulation.gone();
        Plan { way, skips: false, at: None, said: None, ..self.plan.clone() }
    }

    /// The properties that can be run to.
    fn properties(&self) -> impl Iterator<Item = &Property> {
        let own = match &self.of {
            Of::Module(subject) => subject.properties.list.as_slice(),
            Of::System(_) => &[],
        };
        own.iter().chain(&self.given)
    }

    /// What can be run to, in lines.
    fn goals(&self, session: &Session, looked: Option<&looked::Ground>) -> String {
        let mut lines: Vec<String> = Vec::new();
        for property in self.properties() {
            lines.push(
                on_one_line(&format!("{}: {}", property.name, property.formula)).into_owned(),
            );
        }
        if let (Some(looked), Of::Module(subject)) = (looked, &self.of) {
            let found = self.looked(session, looked, subject);
            for (number, finding) in found.findings().iter().enumerate() {
                let place = session.sources.line_of(finding.place);
                let way = if finding.way.is_empty() { " (no run shows it)" } else { "" };
                let (code, message) = (finding.code.0, &finding.message);
                lines.push(format!("{} {code}: {place}: {message}{way}", number + 1));
            }
        }
        lines.push("or a formula".to_owned());
        let more = lines.len().saturating_sub(MOST_GOALS);
        lines.truncate(MOST_GOALS);
        if more > 0 {
            lines.push(format!("and {more} more"));
        }
        let lines: Vec<String> = lines.iter().map(|line| format!("goal      {line}\n")).collect();
        lines.concat()
    }

    /// The plan to go where a name or a formula says; `None` where there is nothing to go to, which was said.
    fn towards(
        &self,
        session: &mut Session,
        face: &mut Face,
        (name, looked): (&str, Option<&looked::Ground>),
    ) -> Option<Plan> {
        let found = match (looked, &self.of) {
            (Some(looked), Of::Module(subject)) => {
                let found = self.looked(session, looked, subject);
                found.finding(name).map(|finding| {
                    let way = found.way(finding).into_iter().map(Wanted::Action).collect();
                    let (code, message) = (finding.code.0, &finding.message);
                    let at = session.sources.line_of(finding.place);
                    (way, format!("goal      {code}: {at}: {message}\n"), finding.way.is_empty())
                })
            }
            _ => None,
        };
        if let Some((way, said, is_empty)) = found {
            if is_empty {
                face.refuse(session, "no run shows that finding: it speaks of what never happens");
                return None;
            }
            let (said, finding) = (Some(said), Some(name.to_owned()));
            return Some(Plan { way, skips: true, at: None, said, finding, ..self.plan.clone() });
        }
        let own = self.properties().find(|property| property.name == name);
        let of_formula = Property::named(name.to_owned(), self.args.asked.logic, name.to_owned());
        let property = own.unwrap_or(&of_formula);
        self.explained(session, face, property)
    }

    /// The plan to go to what explains the verdict on a property.
    fn explained(
        &self,
        session: &mut Session,
        face: &mut Face,
        property: &Property,
    ) -> Option<Plan> {
        let n_said = session.reported().len();
        let explained = self.explain(session, property);
        let Some((way, said, settings)) = explained else {
            let errors = session.reported().get(n_said..).unwrap_or_default();
            let said = errors.iter().map(|error| error.message.clone()).next();
            let why = said.unwrap_or_else(|| format!("`{}` cannot be run to", property.name));
            face.refuse(session, &why);
            return None;
        };
        let Some(way) = way else {
            face.refuse(session, &format!("{said}: no run explains that"));
            return None;
        };
        let said = Some(format!("goal      {said}\n"));
        let settings = settings.or_else(|| self.plan.settings.clone());
        Some(Plan { settings, way, skips: false, at: None, said, ..self.plan.clone() })
    }

    /// What explains the verdict on a property: labels and names of states, if a run does; the verdict in words; what the system is run
    /// under. `None` where the question was reported to be wrong, or took too long.
    #[allow(clippy::type_complexity, reason = "three answers to one question")]
    fn explain(
        &self,
        session: &mut Session,
        property: &Property,
    ) -> Option<(Option<Vec<Wanted>>, String, Option<Settings>)> {
        let parsed = Parsed::all(session, &self.args.asked, &[property])?;
        let observers = observers(session, parsed.iter().map(|parsed| &parsed.formula))?;
        if parsed.is_empty() {
            return None;
        }
        let args = &self.args.system;
        let asked = Asked { args, parsed: &parsed, observers: &observers };
        let (settings, mut answered) = match &self.of {
            Of::System(lts) => (None, Answered::of_system(session, (**lts).clone(), &asked)?),
            Of::Module(subject) => {
                let needed = systems(session, args, subject, &parsed, &observers)?;
                let own = needed.iter().find(|system| !system.properties.is_empty());
                let settings = own.map(|system| system.settings.clone());
                (settings, Answered::of_module(session, subject, &asked)?)
            }
        };
        let answer = answered.answers.pop().flatten()?;
        let diagram = answered.systems.get(answer.system)?;
        let name = on_one_line(&answer.finding.name);
        let mut said = format!("{name} {}", answer.finding.word.text());
        let way = answer.verdict.evidence.map(|evidence| {
            if let EvidenceKind::Lasso { loop_start } = evidence.kind {
                let _ = write!(said, ": from step {} on again and again", loop_start + 1);
            }
            let steps = evidence.steps.iter();
            let wanted = steps.map(|step| {
                let text = diagram.lts.labels().get(step.label).text().unwrap_or("tau");
                let named = diagram.names.get(step.target.index()).cloned().flatten();
                Wanted::Label(text.to_owned(), named.map(|name: Name| name.to_string()))
            });
            wanted.collect()
        });
        Some((way, said, settings))
    }

    /// Writes the run as commands or as a test; where the run is the way to a finding, a test of that.
    fn save(
        &self,
        session: &mut Session,
        face: &mut Face,
        simulation: &mut Simulation<'_>,
        (path, finding): (&Path, Option<(&looked::Ground, &str)>),
    ) {
        let n_said = session.reported().len();
        let is = |wanted: &str| path.extension().is_some_and(|extension| extension == wanted);
        let is_written = if output::is_of_others(
            path,
            &[saved::FIRST, saved::DOUBTFUL, emitted::WRITTEN],
        ) {
            let message = format!("`{}` is there, and no run that was saved", path.display());
            session.report(placeless(codes::BAD_FLAGS, message));
            false
        } else if is("props") {
            save_run(session, simulation, path)
        } else if is("erl") {
            self.save_test(session, simulation, (path, finding))
        } else {
            let message = format!("`{}` is of an unknown kind", path.display());
            session.report(placeless(codes::BAD_FLAGS, message).with_help(
                "FILE.props is the run as commands, FILE.erl as a test for EUnit, of a finding if it was run to",
            ));
            false
        };
        if is_written {
            face.tell(session, &format!("{} written\n", path.display()));
        } else {
            let said = session.reported().get(n_said..).unwrap_or_default().last();
            let why = said.map_or("it could not be written, as was said", |said| &said.message);
            let why = why.to_owned();
            face.refuse(session, &why);
        }
    }

    fn save_test(
        &self,
        session: &mut Session,
        simulation: &mut Simulation<'_>,
        (path, finding): (&Path, Option<(&looked::Ground, &str)>),
    ) -> bool {
        let Of::Module(subject) = &self.of else {
            return match simulation.test(path, &session.sources) {
                Ok(_) => false,
                Err(error) => reported(session, error),
            };
        };
        if let Some(error) = emitted::unfit(path, &subject.path) {
            return reported(session, error);
        }
        if let Some((looked, chosen)) = finding {
            let mut found = self.looked(session, looked, subject);
            return found.emit(session, subject, (path, Some(chosen)));
        }
        match simulation.test(path, &session.sources) {
            Ok(text) => write(session, path, &text),
            Err(error) => reported(session, error),
        }
    }
}

/// Reports why there is no file.
fn reported(session: &mut Session, error: Diagnostic) -> bool {
    session.report(error);
    false
}

/// Writes a file; tells whether that was possible, else it was reported.
fn write(session: &mut Session, path: &Path, text: &str) -> bool {
    let written = output::write_file(path, &|out| out.write_all(text.as_bytes()));
    if let Err(error) = &written {
        session.unwritable(&format!("`{}`", path.display()), error);
    }
    written.is_ok()
}

/// Writes the run as commands; where these alone do not make the machine do it, that is said in the file.
fn save_run(session: &mut Session, simulation: &mut Simulation<'_>, path: &Path) -> bool {
    let text = match simulation.props(path) {
        Ok(text) => text,
        Err(error) => {
            session.report(error);
            return false;
        }
    };
    write(session, path, &text)
        && (is_confirmed(path) || write(session, path, &saved::unconfirmed(&text)))
}

/// Whether `check` finds what a file says to be so, in a process of its own.
fn is_confirmed(path: &Path) -> bool {
    let Ok(mut check) = program() else { return false };
    check.args(["check", "--quiet", "--explore", "needed", "--timeout", "10", "--no-cache", "--"]);
    check.arg(path).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    check.status().is_ok_and(|status| status.success())
}

/// An expression to be watched; `None` where it is none, which was said.
fn watchable(session: &mut Session, face: &mut Face, text: &str) -> Option<Observer> {
    let file = session.sources.add("watch", text.to_owned());
    let outcome = parse_expr(file, text);
    let error: Option<Diagnostic> = outcome.diagnostics.first().cloned();
    let Some(expr) = outcome.value.filter(|_| error.is_none()) else {
        let why = error.map_or("that is no expression".to_owned(), |error| error.message);
        face.refuse(session, &why);
        return None;
    };
    Some(Observer { text: Name::from(text), expr })
}
