//! The systems that properties and expectations are asked of.
//!
//! Input: a module, properties, flags. Output: one model for each way in which something is asked, with the numbers of
//! what is asked of it. Does not explore them.

use std::collections::BTreeSet;

use lts::semantics::View;
use model::{Form, Model, Timing, Unhandled};

use crate::check::assumption;
use crate::check::finding::Parsed;
use crate::cli::{CheckArgs, SourceArgs, SystemArgs};
use crate::config::observed::Observer;
use crate::config::settings::Settings;
use crate::session::Session;
use crate::system::{Maps, Subject};

/// A model with the expectations and properties that it is generated for.
pub(crate) struct System {
    pub(crate) settings: Settings,
    pub(crate) model: Model,
    /// What is known of the order of large maps.
    pub(crate) maps: Maps,
    pub(crate) view: View,
    /// Whether stubs say what calls of other modules do.
    pub(crate) stubbed: bool,
    /// How time passes.
    pub(crate) timing: Timing,
    /// How many commands may wait.
    pub(crate) mailbox: usize,
    /// Built-in functions that are assumed to return.
    pub(crate) built_in: BTreeSet<String>,
    /// Numbers of expectations.
    pub(crate) expected: Vec<usize>,
    /// Numbers of properties.
    pub(crate) properties: Vec<usize>,
}

impl CheckArgs {
    /// What is said of the system that properties are asked of.
    pub(crate) fn system(&self) -> SystemArgs {
        let Self { source, limits, view, form, .. } = self;
        SystemArgs { source: source.clone(), limits: limits.clone(), view: *view, form: *form }
    }
}

/// The distinct systems that are needed, in order of first need.
pub(crate) fn systems(
    session: &mut Session,
    args: &SystemArgs,
    subject: &Subject,
    parsed: &[Parsed<'_>],
    observers: &[Observer],
) -> Option<Vec<System>> {
    let flags = Settings::viewed(args.view.map(View::from));
    let base = flags.or(&subject.settings);
    let mut needed: Vec<(Settings, System)> = Vec::new();
    let expected = subject.properties.expected.iter().map(|expected| &expected.settings);
    let properties = parsed.iter().map(|parsed| &parsed.property.settings);
    let all = expected
        .map(|settings| (settings, true))
        .chain(properties.map(|settings| (settings, false)));
    let n_expected = subject.properties.expected.len();
    let defaults = Settings {
        unhandled: Some(Unhandled::Crash),
        view: Some(View::Default),
        ignored: None,
        form: Some(args.form.map_or(Form::Direct, Form::from)),
        ..Settings::default()
    };
    for (number, (stated, is_expectation)) in all.enumerate() {
        let settings = stated.or(&base).or(&defaults);
        let position =
            if let Some(position) = needed.iter().position(|(other, _)| *other == settings) {
                position
            } else {
                let with = (&args.source, Maps::Ordered);
                let system = system(session, with, subject, &settings, observers)?;
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

/// A system that nothing is asked of yet.
pub(crate) fn system(
    session: &mut Session,
    with: (&SourceArgs, Maps),
    subject: &Subject,
    settings: &Settings,
    observers: &[Observer],
) -> Option<System> {
    let form = settings.form.unwrap_or(Form::Direct);
    let model = subject.translate_maps(session, settings, form, with, observers)?.model?;
    let stubs = settings.stubs.as_deref().unwrap_or_default();
    Some(System {
        settings: settings.clone(),
        built_in: assumption::built_in(&model, stubs),
        timing: settings.timing(),
        model,
        maps: with.1,
        mailbox: settings.mailbox.unwrap_or(0),
        view: settings.view.unwrap_or(View::Default),
        stubbed: !stubs.is_empty(),
        expected: Vec::new(),
        properties: Vec::new(),
    })
}
