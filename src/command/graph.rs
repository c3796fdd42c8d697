//! `erl2lts graph`: the state diagram of a module, or a transition system, as a picture.
//!
//! Input: any system; a property whose run stands out. Output: text for a tool that draws, or SVG, the same bytes every time, so that a
//! repository may keep it.

use std::path::Path;

use checker::EvidenceStep;
use extension::Diagram;
use frontend::{Diagnostic, Severity};

use crate::check::finding::Parsed;
use crate::cli::{GraphArgs, GraphFormat, Logic};
use crate::codes;
use crate::command::destination::Destination;
use crate::config::language;
use crate::config::observed::observers;
use crate::config::properties::Property;
use crate::config::settings::placeless;
use crate::report::Finding;
use crate::session::Session;
use crate::session::exit::Exit;
use crate::system::drawing::{self, Drawing, LIT, Look, Passed, SHOWN, TooLarge};
use crate::system::foreign::about_model;
use crate::system::{Input, load};
use crate::versions::answered::{Answered, Asked};
use crate::versions::version::Version;

/// Runs the command.
pub(crate) fn run(args: &GraphArgs) -> Exit {
    let mut session = Session::new(args.system.source.messages);
    let destination = Destination::of(&mut session, args.output.as_deref(), &args.stored);
    let Some(destination) = destination else { return session.exit() };
    let Some((drawing, is_cut)) = drawing(&mut session, args) else {
        return session.exit().and(Exit::Inconclusive);
    };
    let format = args.to.unwrap_or_else(|| meant(destination.path()));
    let Ok(text) = text(&drawing, format) else {
        session.report(too_large(&drawing));
        return session.exit();
    };
    destination.deliver(&mut session, &|out| out.write_all(text.as_bytes()));
    session.exit().and(if is_cut { Exit::Inconclusive } else { Exit::Success })
}

fn text(drawing: &Drawing, format: GraphFormat) -> Result<String, TooLarge> {
    match format {
        GraphFormat::Mermaid => Ok(drawing::mermaid(drawing)),
        GraphFormat::Dot => Ok(drawing::dot(drawing)),
        GraphFormat::Plantuml => Ok(drawing::plantuml(drawing)),
        GraphFormat::Svg => drawing::svg(drawing),
    }
}

/// The language that the name of a file stands for.
fn meant(path: Option<&Path>) -> GraphFormat {
    let extension = path.and_then(Path::extension).and_then(|extension| extension.to_str());
    match extension {
        Some("dot" | "gv") => GraphFormat::Dot,
        Some("puml" | "plantuml") => GraphFormat::Plantuml,
        Some("svg") => GraphFormat::Svg,
        _ => GraphFormat::Mermaid,
    }
}

/// What is drawn, and whether there may be more; `None` if there is nothing, which was reported.
fn drawing(session: &mut Session, args: &GraphArgs) -> Option<(Drawing, bool)> {
    let is_asked = args.property.is_some() || !args.asked.formulas.is_empty();
    if args.diagram && !is_asked {
        let message = "`--diagram` shows the run of a property, and none is asked";
        let help = "`--property NAME` or `-e FORMULA` asks one; without `--diagram` the state diagram is what is drawn";
        session.report(placeless(codes::BAD_FLAGS, message).with_help(help));
        return None;
    }
    let mut run = None;
    if is_asked || args.lts {
        let Explored { diagram, steps, finding } = explored(session, args)?;
        let lit = look(&finding);
        let is_cut = !diagram.lts.is_complete();
        if !args.diagram {
            let titles = drawing::Titles::Numbered;
            return Some((drawing::of_system(&diagram, (&steps, lit), titles), is_cut));
        }
        run = Some(finding);
    }
    state_diagram(session, args, run.as_ref())
}

/// What a run looks like that explains a verdict.
fn look(finding: &Finding) -> &'static Look {
    if finding.word.holds() == Some(true) { &SHOWN } else { &LIT }
}

/// The state diagram of a module, through which a run may go.
fn state_diagram(
    session: &mut Session,
    args: &GraphArgs,
    shown: Option<&Finding>,
) -> Option<(Drawing, bool)> {
    let version = Version::read(session, &args.system)?;
    if args.diagram && version.behaviour.is_none() {
        let message = "`--diagram` is about the state diagram of a module";
        let help = "without it the run is shown in the system";
        session.report(placeless(codes::BAD_FLAGS, message).with_help(help));
        return None;
    }
    if version.is_cut {
        let message = "a limit was met: there may be more than is drawn";
        session.report(Diagnostic::new(codes::LIMIT, Severity::Warning, message).with_help(
            "commands, an argument of init/1 or stubs make less of it; --timeout SECONDS gives it more time",
        ));
    }
    let titles = if version.behaviour.is_some() {
        drawing::Titles::Named
    } else {
        drawing::Titles::Numbered
    };
    let run = shown.and_then(|finding| finding.run.as_ref());
    let passed = run.iter().flat_map(|run| &run.steps).map(|step| Passed {
        label: &step.action,
        is_event: step.party.is_event(),
        after: step.after.as_ref().map(|(name, _)| name.as_str()),
    });
    let passed: Vec<Passed<'_>> = passed.collect();
    let first = run.and_then(|run| run.first.as_deref());
    let gone = drawing::walked(&version.diagram, first, &passed);
    let gone: Vec<EvidenceStep> = gone.into_iter().filter_map(|(arrow, _)| arrow).collect();
    let lit = shown.map_or(&LIT, look);
    Some((drawing::of_system(&version.diagram, (&gone, lit), titles), version.is_cut))
}

/// A system, the run that explains the verdict on what is asked of it, and the verdict.
struct Explored {
    diagram: Diagram,
    steps: Vec<EvidenceStep>,
    finding: Finding,
}

/// A whole system, and the run that explains the verdict on what is asked of it.
fn explored(session: &mut Session, args: &GraphArgs) -> Option<Explored> {
    let system = &args.system;
    let about_model = about_model(system.view.is_some(), system.form.is_some(), &system.limits);
    let mut input = load(session, &system.source, None, &about_model, None)?;
    let given = language::given(session, &args.asked, &[])?;
    let own = match &mut input {
        Input::Module(subject) => {
            subject.timeout = system.limits.timeout;
            subject.properties.expected.clear();
            subject.announce(session);
            std::mem::take(&mut subject.properties.list)
        }
        _ => Vec::new(),
    };
    let property = chosen(session, args, own, given)?;
    let parsed = Parsed::all(session, &args.asked, &[&property])?;
    let observers = observers(session, parsed.iter().map(|parsed| &parsed.formula))?;
    if parsed.is_empty() {
        return None;
    }
    let asked = Asked { args: system, parsed: &parsed, observers: &observers };
    let mut answered = Answered::of(session, input, &asked)?;
    let answer = answered.answers.pop().flatten()?;
    let steps = answer.verdict.evidence.map(|evidence| evidence.steps).unwrap_or_default();
    let diagram = answered.systems.swap_remove(answer.system);
    Some(Explored { diagram, steps, finding: answer.finding })
}

/// The one property whose run is shown; one that says nothing where none is asked for.
fn chosen(
    session: &mut Session,
    args: &GraphArgs,
    own: Vec<Property>,
    mut given: Vec<Property>,
) -> Option<Property> {
    if let Some(name) = &args.property {
        let found = own.into_iter().find(|property| property.name == *name);
        if found.is_none() {
            let message = format!("there is no property `{name}`");
            session.report(placeless(codes::BAD_FLAGS, message));
        }
        return found;
    }
    if given.len() > 1 {
        session.report(placeless(codes::BAD_FLAGS, "one drawing shows the run of one formula"));
        return None;
    }
    Some(
        given
            .pop()
            .unwrap_or_else(|| Property::named("all".to_owned(), Logic::Mu, "true".to_owned())),
    )
}

fn too_large(drawing: &Drawing) -> Diagnostic {
    let (states, arrows) = (drawing.states.len(), drawing.arrows.len());
    let message = format!("{states} states and {arrows} transitions are too many for a picture");
    placeless(codes::BAD_FLAGS, message)
        .with_help("`--to dot` writes them for Graphviz, `--to mermaid` for Markdown; `erl2lts reduce` makes less of them; without `--lts` a module is drawn by the names of its states")
}
