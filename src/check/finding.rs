//! A property judged: what is reported of it.
//!
//! Input: a property, its formula, a system. Output: a finding, with the run that explains it, what it
//! rests on, and whether that is what the property expects.

use checker::formula::{Modality, State};
use checker::library;
use checker::{Formula, Truth, Verdict};
use frontend::{Diagnostic, Span};
use lts::{Lts, Term};

use crate::check::certainty::Certainty;
use crate::check::changes::told;
use crate::check::evidence::Stage;
use crate::check::judgement::{Judgement, judge};
use crate::cli::FormulaArgs;
use crate::config::fairness;
use crate::config::language::{self, Reading};
use crate::config::properties::Property;
use crate::config::question::Question;
use crate::report::{Finding, Word, place};
use crate::session::Session;
use crate::session::exit::Exit;
use crate::session::watch::progress::{self, Doing};

/// A property whose formula has been read.
pub(crate) struct Parsed<'p> {
    pub(crate) property: &'p Property,
    /// How the formula was read.
    pub(crate) reading: Reading,
    pub(crate) formula: Question,
    /// Where its text is.
    pub(crate) text: Span,
    /// What its verdict assumes of endless runs.
    pub(crate) assumed: Option<String>,
}

impl<'p> Parsed<'p> {
    /// Reads the formulas of properties, all of them, so that all that is wrong is said at once: those that were understood; `None` if
    /// something else was wrong.
    pub(crate) fn all(
        session: &mut Session,
        args: &FormulaArgs,
        properties: &[&'p Property],
    ) -> Option<Vec<Self>> {
        let reading = Reading::of(session, args)?;
        let read = |property: &&'p Property| Self::read(session, property, &reading);
        let parsed: Vec<Self> = properties.iter().filter_map(read).collect();
        let readings = parsed.iter().map(|parsed| &parsed.reading.fairness);
        let is_whole = parsed.len() == properties.len();
        match fairness::idle(args, readings).filter(|_| is_whole) {
            None => Some(parsed),
            Some(error) => {
                session.report(error);
                None
            }
        }
    }

    fn read(session: &mut Session, property: &'p Property, reading: &Reading) -> Option<Self> {
        let reading = reading.of_property(session, property)?;
        let text = language::source(session, property);
        let formula = language::formula(session, property, &reading, text)?;
        let (formula, assumed) = fairness::applied(session, formula, &reading.fairness)?;
        Some(Self { property, reading, formula, text, assumed })
    }
}

impl Parsed<'_> {
    /// Checks the property; `None` if something about it was reported to be wrong.
    pub(crate) fn find(
        &self,
        session: &mut Session,
        stage: &mut Stage<'_, '_>,
    ) -> Option<(Finding, Verdict)> {
        let initial = stage.lts.initial();
        let mut judged = progress::during(Doing::Checking, || judge(&self.formula, stage));
        self.bring_home(session, &mut judged.diagnostics);
        let Judgement { verdict, certainty, changes } = session.take(judged)?;
        if self.formula.formula().is_some() {
            fairness::warn(session, &self.reading.fairness, stage.lts);
        }
        let mut finding = self.finding(session, word(&verdict, &certainty));
        let n_states = stage.told.map_or(stage.lts.n_states(), |told| told.n_states);
        finding.false_in = verdict.false_in.map(|n| (n, n_states));
        if verdict.holds == Truth::Unknown {
            return Some((finding, verdict));
        }
        let holds = verdict.holds == Truth::True;
        finding.run = stage.describe(&verdict, session);
        finding.events = verdict.evidence.as_ref().map_or_else(Vec::new, |run| stage.commands(run));
        finding.shows_run = self.is_worth_showing(holds);
        finding.notes = self.assumed.iter().cloned().collect();
        finding.notes.extend(certainty.lines(stage.model, &session.sources));
        if let (Question::Past(formula), Some(changes)) = (&self.formula, &changes) {
            finding.notes.extend(told(session, formula, changes));
        }
        let complaints = self.complaints(&verdict, stage);
        if !complaints.is_empty() || holds != self.property.expect {
            finding.exit = Exit::Violated;
        }
        finding.notes.extend(complaints);
        if finding.exit != Exit::Success {
            finding.notes.extend(self.remarks(session, &verdict, (stage, initial)));
        }
        Some((finding, verdict))
    }

    /// Puts messages about the text of a built-in library, which is nothing to the reader, where the formula stands that uses it.
    fn bring_home(&self, session: &Session, diagnostics: &mut [Diagnostic]) {
        let is_built_in = |span: Span| {
            let source = session.sources.get(span.file);
            source.is_some_and(|source| library::text(&source.name).is_some())
        };
        for label in diagnostics.iter_mut().flat_map(|diagnostic| &mut diagnostic.labels) {
            if is_built_in(label.span) {
                label.span = self.text;
            }
        }
    }

    /// What is reported of the property as far as one word tells.
    fn finding(&self, session: &Session, word: Word) -> Finding {
        let property = self.property;
        Finding {
            name: property.name.clone(),
            logic: property.logic,
            formula: property.formula.clone(),
            mu: self.formula.to_string(),
            place: property.span.and_then(|span| place(session, span)),
            word,
            expect: property.expect,
            exit: exit(word),
            run: None,
            events: Vec::new(),
            shows_run: false,
            notes: Vec::new(),
            false_in: None,
            system: 0,
        }
    }

    /// A run shows why a property is violated, and how what is possible comes about; where nothing
    /// bad is possible there is nothing to show.
    fn is_worth_showing(&self, holds: bool) -> bool {
        let asks_for_run =
            |formula: &Formula| matches!(formula.kind, State::Modal(Modality::Diamond, ..));
        !holds || self.formula.formula().is_some_and(asks_for_run)
    }

    /// What is not as the property expects besides its verdict.
    fn complaints(&self, verdict: &Verdict, stage: &Stage<'_, '_>) -> Vec<String> {
        let events = self.property.counterexample.as_ref();
        let evidence = events.and_then(|events| wrong_evidence(verdict, stage, events));
        let expected = self.property.false_in.filter(|n| verdict.false_in != Some(*n));
        let count = expected.map(|expected| wrong_count(verdict, expected, stage.lts));
        evidence.into_iter().chain(count).collect()
    }
}

fn word(verdict: &Verdict, certainty: &Certainty) -> Word {
    match (verdict.holds, certainty) {
        (Truth::Unknown, _) => Word::Unknown,
        (Truth::True, Certainty::Certain(_)) => Word::Holds,
        (Truth::False, Certainty::Certain(_)) => Word::Violated,
        (Truth::True, Certainty::Possible(_)) => Word::PossiblyHolds,
        (Truth::False, Certainty::Possible(_)) => Word::PossiblyViolated,
    }
}

/// What may rest on a value that never occurs is no success.
fn exit(word: Word) -> Exit {
    match word {
        Word::Holds | Word::Violated => Exit::Success,
        Word::PossiblyHolds | Word::PossiblyViolated | Word::Unknown => Exit::Inconclusive,
    }
}

/// Why the evidence is not the expected one.
fn wrong_evidence(verdict: &Verdict, stage: &Stage<'_, '_>, expected: &[Term]) -> Option<String> {
    let Some(evidence) = &verdict.evidence else {
        return Some("a counterexample is expected, but there is none to show".to_owned());
    };
    let commands = stage.commands(evidence);
    if commands == expected {
        return None;
    }
    let texts: Vec<String> = expected.iter().map(ToString::to_string).collect();
    Some(format!("expected the events {}", texts.join(", ")))
}

/// In how many states a property is false, where another number was expected.
fn wrong_count(verdict: &Verdict, expected: usize, lts: &Lts) -> String {
    let n_states = lts.n_states();
    match verdict.false_in {
        Some(n) => format!("false in {n} of {n_states} states: expected {expected}"),
        None => format!("nobody knows in how many states it is false: expected {expected}"),
    }
}
