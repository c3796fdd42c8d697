//! What is assumed of endless runs: which actions are not chosen for ever.
//!
//! Input: flags, and options of properties (`{fair, ["A"]}`, `{fairness, weak}`). Output: [`Fairness`], conditions read, and what is
//! said of it beside a verdict.

use checker::atomic::{Asked, unmet};
use checker::fair::{Fairness, Strength, fair, parse_condition};
use checker::formula::{ActionFormula, Dialect};
use checker::{Formula, NoAtoms};
use frontend::{Diagnostic, Span};
use lts::Lts;
use lts::term::parse::{SpannedKind, SpannedTerm};

use crate::cli::{FairnessArg, FormulaArgs};
use crate::codes;
use crate::config::properties::quoted;
use crate::config::question::Question;
use crate::config::settings::{bad_value, placeless};
use crate::session::Session;

/// What a property says of fairness; nothing where the flags say it.
#[derive(Debug, Default)]
pub(crate) struct OfProperty {
    /// Conditions with their places.
    conditions: Option<Vec<(String, Span)>>,
    strength: Option<(Strength, Span)>,
}

/// That `--fairness` says nothing, as no property has an action that is not chosen for ever.
pub(crate) fn idle<'f>(
    args: &FormulaArgs,
    mut all: impl Iterator<Item = &'f Fairness>,
) -> Option<Diagnostic> {
    args.fairness.filter(|_| all.all(|fairness| fairness.conditions.is_empty())).map(|_| {
        let message = "`--fairness` says nothing where no action is named";
        placeless(codes::BAD_FLAGS, message)
            .with_help("name those that are not chosen for ever: `--fair ACTION`")
    })
}

/// What the flags say; `None` if one of them was reported to be wrong.
pub(crate) fn of_flags(
    session: &mut Session,
    args: &FormulaArgs,
    dialect: Dialect,
) -> Option<Fairness> {
    let strength = match args.fairness {
        Some(FairnessArg::Strong) | None => Strength::Strong,
        Some(FairnessArg::Weak) => Strength::Weak,
    };
    let mut conditions = Vec::new();
    for text in &args.fair {
        let file = session.sources.add("--fair", text.clone());
        match parse_condition(file, text, dialect) {
            Ok(condition) => add(&mut conditions, condition),
            Err(error) => {
                session.report(error);
                return None;
            }
        }
    }
    Some(Fairness { strength, conditions })
}

/// Adds a condition that is not there yet.
fn add(conditions: &mut Vec<ActionFormula>, condition: ActionFormula) {
    if !conditions.contains(&condition) {
        conditions.push(condition);
    }
}

impl OfProperty {
    /// `{fair, ["A", "B"]}`
    pub(crate) fn set_conditions(&mut self, value: &SpannedTerm) -> Result<(), Diagnostic> {
        let wrong =
            || bad_value(value, "expected a list of actions as strings, such as `[\"cmd(_)\"]`");
        let SpannedKind::List(items, None) = &value.kind else { return Err(wrong()) };
        let text = |item: &SpannedTerm| match &item.kind {
            SpannedKind::String(text) => Some((text.clone(), item.span)),
            _ => None,
        };
        if items.is_empty() {
            return Err(wrong());
        }
        self.conditions = Some(items.iter().map(text).collect::<Option<_>>().ok_or_else(wrong)?);
        Ok(())
    }

    /// `{fairness, weak}`
    pub(crate) fn set_strength(&mut self, value: &SpannedTerm) -> Result<(), Diagnostic> {
        let strength = match &value.kind {
            SpannedKind::Atom(name) if name.as_str() == "strong" => Strength::Strong,
            SpannedKind::Atom(name) if name.as_str() == "weak" => Strength::Weak,
            _ => return Err(bad_value(value, "expected `strong` or `weak`")),
        };
        self.strength = Some((strength, value.span));
        Ok(())
    }

    /// Where the property names conditions.
    pub(crate) fn place(&self) -> Option<Span> {
        self.conditions.iter().flatten().map(|(_, span)| *span).next()
    }

    /// What is assumed for the property, if the flags say the rest; `None` if something was reported to be wrong.
    pub(crate) fn or(
        &self,
        session: &mut Session,
        flags: &Fairness,
        dialect: Dialect,
    ) -> Option<Fairness> {
        let mut fairness = flags.clone();
        fairness.strength = self.strength.map_or(flags.strength, |(strength, _)| strength);
        if let Some(given) = &self.conditions {
            fairness.conditions.clear();
            for (text, span) in given {
                let file = session.sources.add("fair", text.clone());
                session.place_inside(file, *span);
                match parse_condition(file, text, dialect) {
                    Ok(condition) => add(&mut fairness.conditions, condition),
                    Err(error) => {
                        session.report(error);
                        return None;
                    }
                }
            }
        }
        if let Some((_, span)) = self.strength.filter(|_| fairness.conditions.is_empty()) {
            let message = "`fairness` says nothing where no action is named";
            session.report(
                Diagnostic::error(codes::BAD_VALUE, message, span)
                    .with_help("name those that are not chosen for ever: `{fair, [\"ACTION\"]}`"),
            );
            return None;
        }
        Some(fairness)
    }
}

/// The question about fair runs, and what its answer rests on; `None` if it was reported that there is none.
pub(crate) fn applied(
    session: &mut Session,
    question: Question,
    fairness: &Fairness,
) -> Option<(Question, Option<String>)> {
    let Question::Formula(given) = &question else { return Some((question, None)) };
    match fair(given, fairness) {
        Ok(checked) => {
            let note = note(fairness, given, &checked);
            Some((Question::Formula(checked), note))
        }
        Err(error) => {
            session.report(error);
            None
        }
    }
}

/// Says which conditions no label of a system meets.
pub(crate) fn warn(session: &mut Session, fairness: &Fairness, lts: &Lts) {
    for condition in &fairness.conditions {
        let asked = [(Asked::Action(condition), condition.span)];
        for warning in unmet(&asked, lts, &NoAtoms) {
            session.report(warning);
        }
    }
}

/// What a verdict rests on; nothing where fair runs are as good as others.
fn note(fairness: &Fairness, given: &Formula, checked: &Formula) -> Option<String> {
    if given == checked {
        return None;
    }
    let conditions: Vec<String> = fairness.conditions.iter().map(ToString::to_string).collect();
    let conditions = conditions.join(" or ");
    Some(match fairness.strength {
        Strength::Strong => format!("assuming that {conditions} is not chosen for ever"),
        Strength::Weak => {
            format!("assuming that {conditions} is not chosen in every step for ever")
        }
    })
}

/// The options of a property that say this, each behind a comma.
pub(crate) fn options(fairness: &Fairness) -> String {
    if fairness.conditions.is_empty() {
        return String::new();
    }
    let conditions: Vec<String> =
        fairness.conditions.iter().map(|condition| quoted(&condition.to_string())).collect();
    let weak = if fairness.strength == Strength::Weak { ", {fairness, weak}" } else { "" };
    format!(", {{fair, [{}]}}{weak}", conditions.join(", "))
}
