//! A run told as a list of commands, and tried.
//!
//! Input: a module, the settings of a system, commands. Output: whether a property has the same verdict
//! where nothing is sent but these commands.

use checker::Truth;
use lts::explore::Exploration;
use lts::semantics::{Engine, LabelStyle, View};
use lts::term::parse::parse_spanned_term;
use model::{Form, Model};

use crate::check::evidence::Stage;
use crate::check::finding::Parsed;
use crate::check::judgement::judge;
use crate::cli::CheckArgs;
use crate::config::observed::Observer;
use crate::config::settings::Settings;
use crate::session::Session;
use crate::system::atoms::MachineAtoms;
use crate::system::generate::{Unexplored, generate};
use crate::system::{Maps, Subject};

/// Whether the property has this verdict under these commands.
pub(crate) fn confirms(
    args: &CheckArgs,
    (subject, observers): (&Subject, &[Observer]),
    settings: &Settings,
    parsed: &Parsed<'_>,
    (commands, holds): (&str, Truth),
) -> bool {
    confirmed(args, (subject, observers), settings, parsed, (commands, holds)).unwrap_or(false)
}

fn confirmed(
    args: &CheckArgs,
    (subject, observers): (&Subject, &[Observer]),
    settings: &Settings,
    parsed: &Parsed<'_>,
    (commands, holds): (&str, Truth),
) -> Option<bool> {
    // What is to be said of the module has been said.
    let mut session = Session::quiet();
    let file = session.sources.add("commands", commands.to_owned());
    let commands = session.take(parse_spanned_term(file, commands)).flatten()?;
    let mut settings = settings.clone();
    settings.set("commands", &commands).ok()?;
    let form = settings.form.unwrap_or(Form::Direct);
    let view = settings.view.unwrap_or(View::Default);
    for maps in [Maps::Ordered, Maps::Open] {
        let with = (&args.source, maps);
        let translated = subject.translate_maps(&mut session, &settings, form, with, observers);
        let model = translated?.model?;
        match generate(&mut session, &model, view, LabelStyle::Erlang, &args.limits) {
            Ok(generated) => {
                return Some(has_verdict(generated, &model, observers, (parsed, holds)));
            }
            Err(Unexplored::Reported) => break,
            Err(Unexplored::Maps) => {}
        }
    }
    None
}

/// Whether the property has this verdict on a system.
fn has_verdict(
    (mut engine, mut exploration): (Engine<'_>, Exploration),
    model: &Model,
    observers: &[Observer],
    (parsed, holds): (&Parsed<'_>, Truth),
) -> bool {
    let (atoms, _) = MachineAtoms::new(&mut engine, &exploration.states, model, observers, true);
    let machine = (&mut engine, &exploration.states);
    let mut stage = Stage::of_machine(&mut exploration.lts, machine, (model, &atoms));
    judge(&parsed.formula, &mut stage).value.verdict.holds == holds
}
