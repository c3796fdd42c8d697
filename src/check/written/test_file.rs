//! The run that explains a verdict as a test for `EUnit`, which replays it on the real module.
//!
//! Input: verdicts on systems of a module, one after the other, with what the user has chosen. Output: one file, of the property that
//! was chosen, else of the first one that is violated, and not as its author expects if there is such a one. A run without an end is none.

use std::cell::RefCell;
use std::fmt::Write as _;
use std::path::Path;

use checker::{EvidenceKind, Truth, Verdict};
use frontend::Diagnostic;
use hunter::{Replay, Unplayable, replay_run};
use model::Model;

use crate::check::certainty::run_of;
use crate::check::evidence::Stage;
use crate::check::finding::Parsed;
use crate::codes;
use crate::config::settings::{Settings, placeless};
use crate::hunt::emitted::{self, Passes, Test};
use crate::io::output;
use crate::report::SourcePosition;
use crate::session::Session;
use crate::system::Subject;

/// The test that is asked for.
pub(crate) struct TestFile<'a> {
    path: &'a Path,
    /// The property that it is to be about.
    chosen: Option<&'a str>,
    best: RefCell<Best>,
}

/// What was found for it so far.
#[derive(Default)]
enum Best {
    #[default]
    Nothing,
    /// Why the run of a property is no test.
    Refused(Diagnostic),
    /// The text of one, and whether its property is not as its author expects.
    Text(String, bool),
}

impl<'a> TestFile<'a> {
    pub(crate) fn new(path: &'a Path, chosen: Option<&'a str>) -> Self {
        Self { path, chosen, best: RefCell::default() }
    }

    /// Keeps the run of a property, if it is the one.
    pub(crate) fn consider(
        &self,
        session: &Session,
        parsed: &Parsed<'_>,
        (verdict, stage): (&Verdict, &mut Stage<'_, '_>),
        (subject, settings): (&Subject, &Settings),
    ) {
        let is_wanted = match self.chosen {
            Some(chosen) => parsed.property.name == chosen,
            None => verdict.holds == Truth::False,
        };
        let surprises = (verdict.holds == Truth::True) != parsed.property.expect;
        let is_better = match &*self.best.borrow() {
            Best::Nothing | Best::Refused(_) => true,
            Best::Text(_, surprised) => surprises && !surprised,
        };
        if !is_wanted || !is_better {
            return;
        }
        let Some(model) = stage.model else { return };
        let replay = replay((verdict, stage), (model, subject), settings);
        let new = match replay {
            Ok(replay) => {
                let headline = headline(session, parsed, (verdict, stage));
                let machine = subject.played(model, settings);
                let passes = Passes::Mended;
                let test = Test { headline: &headline, replay: &replay, passes };
                let text = emitted::module(self.path, &machine, &test, &session.sources);
                Best::Text(text, surprises)
            }
            Err(why) => Best::Refused(refusal(&parsed.property.name, why)),
        };
        let mut best = self.best.borrow_mut();
        if !matches!((&*best, &new), (Best::Refused(_) | Best::Text(..), Best::Refused(_))) {
            *best = new;
        }
    }

    /// Writes the test, or says why there is none; tells whether there is one.
    pub(crate) fn finish(self, session: &mut Session) -> bool {
        match self.best.into_inner() {
            Best::Text(text, _) => {
                let written = output::write_file(self.path, &|out| out.write_all(text.as_bytes()));
                if let Err(error) = written {
                    session.unwritable(&format!("`{}`", self.path.display()), &error);
                    return false;
                }
                true
            }
            Best::Refused(why) => {
                session.report(why);
                false
            }
            Best::Nothing => {
                let message = match self.chosen {
                    Some(name) => format!("there is no property `{name}` to be written as a test"),
                    None => {
                        "no property is violated, so that there is nothing to be written as a test"
                            .to_owned()
                    }
                };
                let help = "choose one with `--finding NAME`: its run is what the test is about";
                session.report(placeless(codes::NO_TEST, message).with_help(help));
                false
            }
        }
    }
}

/// The run that explains a verdict, as something to be done.
fn replay(
    (verdict, stage): (&Verdict, &mut Stage<'_, '_>),
    (model, subject): (&Model, &Subject),
    settings: &Settings,
) -> Result<Replay, Unplayable> {
    let Some(evidence) = &verdict.evidence else { return Err(Unplayable::NoWay) };
    // What waits in a mailbox is taken when the machine is ready, and a test cannot say when that is.
    if settings.mailbox.unwrap_or(0) > 0 {
        return Err(Unplayable::Order);
    }
    let is_all = evidence.kind == EvidenceKind::Deadlock;
    let first = stage.lts.initial();
    let Some((engine, states)) = &mut stage.machine else { return Err(Unplayable::NoWay) };
    let Some(run) = run_of(evidence, first, states) else { return Err(Unplayable::NoWay) };
    let module = subject.around.linked(&subject.module);
    engine.with_run(&run, |machine, run| replay_run((model, module), machine, (run, is_all)))
}

/// What stands at the head of the test: the property, and the run.
fn headline(
    session: &Session,
    parsed: &Parsed<'_>,
    (verdict, stage): (&Verdict, &mut Stage<'_, '_>),
) -> String {
    let word = if verdict.holds == Truth::True { "holds" } else { "violated" };
    let property = parsed.property;
    let mut out = format!("{}: {}\n{word}, as this run shows:", property.name, property.formula);
    let run = stage.describe(verdict, session);
    for (number, step) in run.iter().flat_map(|run| &run.steps).enumerate() {
        let at = |place: &SourcePosition| format!("  {}:{}", place.file, place.line);
        let place = step.place.as_ref().map(at).unwrap_or_default();
        let _ = write!(out, "\n{:>3}  {}{place}", number + 1, step.action);
    }
    out
}

/// Says why the run of a property cannot be a test.
fn refusal(name: &str, why: Unplayable) -> Diagnostic {
    let message =
        format!("the run of {name} cannot be written as a test: {}", emitted::reason(why));
    let help = "choose another property with `--finding`, by its name";
    placeless(codes::NO_TEST, message).with_help(help)
}
