//! `erl2lts translate`: the process model as text.

use std::path::Path;

use emit::{Provenance, emit};
use model::Form;
use model::names::Target;
use translator::sst::{Titled, dot, draw};
use translator::{SourceTree, Translation};

use crate::cli::typed;
use crate::cli::{Format, TranslateArgs};
use crate::codes;
use crate::command::destination::Destination;
use crate::config::settings::placeless;
use crate::io::output;
use crate::report::stats::table;
use crate::session::Session;
use crate::session::exit::Exit;
use crate::system::{Input, Printed, load};

/// Runs the command.
pub(crate) fn run(args: &TranslateArgs) -> Exit {
    let mut session = Session::new(args.source.messages);
    let destination = Destination::of(&mut session, args.output.as_deref(), &args.stored);
    if let Some(destination) = destination
        && let Some(text) = text(&mut session, args, &destination)
    {
        destination.deliver(&mut session, &|out| out.write_all(text.as_bytes()));
    }
    session.exit()
}

fn text(session: &mut Session, args: &TranslateArgs, destination: &Destination) -> Option<String> {
    let input = load(session, &args.source, None, &[], destination.replaced())?;
    let Input::Module(subject) = input else {
        let message = match input {
            Input::Specification(_) => {
                "a .mcrl file is a model already: there is nothing to translate"
            }
            Input::Features(_) => "features are finished systems: there is nothing to translate",
            _ => "an .aut file is a finished system: there is nothing to translate",
        };
        session.report(placeless(codes::BAD_FLAGS, message));
        return None;
    };
    let settings = &subject.settings;
    if args.stats {
        let stats = subject.measure(session, settings, &args.source)?;
        return Some(table(&stats, &session.sources));
    }
    let form = args.form.map_or_else(|| subject.printed_form(), Form::from);
    if let Some(pass) = args.dump_after {
        return Some(subject.dump_after(session, pass.into(), form, &args.source));
    }
    subject.announce(session);
    if args.format == Format::Sst {
        let translation = subject.translate_any(session, settings, form, &args.source)?;
        let as_dot = destination.path().is_some_and(output::is_dot);
        let text = if as_dot { graph } else { drawings };
        return Some(text(session, &translation));
    }
    let Printed { model, chosen } = subject.translate_print(session, form, &args.source)?;
    let target = if args.format == Format::Mcrl2 { Target::Mcrl2 } else { Target::Mcrl };
    let command = typed::shaping();
    let (command, sources) = (Some(command.as_str()), Some(&session.sources));
    let from = Provenance { command, chosen: &chosen, sources };
    emit(&model, target, &from).map_err(|diagnostic| session.report(diagnostic)).ok()
}

/// The trees of what stands in the sources: what the library does in their place is not the reader's.
fn own<'t>(
    session: &Session,
    translation: &'t Translation,
) -> impl Iterator<Item = &'t SourceTree> {
    translation.trees.iter().filter(|tree| session.sources.get(tree.span.file).is_some())
}

/// All splitting trees of the callbacks, in the order of the source.
fn drawings(session: &Session, translation: &Translation) -> String {
    let drawings: Vec<String> =
        own(session, translation).map(|tree| drawing(session, tree)).collect();
    drawings.join("\n")
}

fn drawing(session: &Session, tree: &SourceTree) -> String {
    format!("{}\n{}", title(session, tree), draw(&tree.sst, &tree.values, tree.fail))
}

/// All splitting trees of the callbacks for Graphviz, in the order of the source.
fn graph(session: &Session, translation: &Translation) -> String {
    let mut trees = Vec::new();
    for tree in own(session, translation) {
        let SourceTree { values, fail, sst, .. } = tree;
        trees.push(Titled { title: title(session, tree), sst, values, fail });
    }
    dot(&trees)
}

fn title(session: &Session, tree: &SourceTree) -> String {
    let place = session.sources.line_of(tree.span);
    let name =
        Path::new(&place).file_name().map_or(place.clone(), |name| name.to_string_lossy().into());
    format!("{} at {name}", tree.title)
}
