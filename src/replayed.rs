//! A run told as a list of commands, and tried.
//!
//! Input: a module, the settings of a system, commands. Output: whether a property has the same verdict
//! where nobody sends anything but these commands.

use checker::Truth;
use lts::semantics::{LabelStyle, View};
use lts::term::parse::parse_spanned_term;
use translator::model::Form;

use crate::atoms::MachineAtoms;
use crate::certainty::Trust;
use crate::cli::CheckArgs;
use crate::evidence::Stage;
use crate::finding::Parsed;
use crate::generate::generate;
use crate::judgement::judge;
use crate::observed::Observer;
use crate::session::Session;
use crate::settings::Settings;
use crate::system::Subject;

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
    let translated = subject.translate(&mut session, &settings, form, &args.source, observers);
    let model = translated?.model?;
    let view = settings.view.unwrap_or(View::Default);
    let generated = generate(&mut session, &model, view, LabelStyle::Erlang, &args.limits);
    let (mut engine, mut exploration) = generated?;
    let (atoms, _) = MachineAtoms::new(&mut engine, &exploration.states, &model, observers, true);
    let mut stage = Stage {
        lts: &mut exploration.lts,
        machine: Some((&mut engine, &exploration.states)),
        atoms: Some(&atoms),
        model: Some(&model),
        trust: Trust::of(&model),
    };
    Some(judge(&parsed.formula, &mut stage).value.verdict.holds == holds)
}
