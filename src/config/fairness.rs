//! What is assumed of endless runs: which actions are not chosen for ever.
//!
//! Input: flags, and options of properties (`{fair, ["A"]}`, `{fairness, weak}`). Output: [`Fairness`], conditions read, and what is
//! said of it beside a verdict.

use checker::atomic::{Asked, unmet};
use checker::fair::{Fairness, Strength, fair, parse_condition};
use checker::formula::Dialect;
use checker::{Formula, NoAtoms};
use frontend::{Diagnostic, Span};
use lts::Lts;
use lts::term::parse::{SpannedKind, SpannedTerm};

use crate::cli::{CheckArgs, FairnessArg};
use crate::config::properties::quoted;
use crate::config::question::Question;
use crate::config::settings::bad_value;
use crate::session::Session;

/// What a property says of fairness; nothing where the flags say it.
#[derive(Debug, Default)]
pub(crate) struct OfProperty {
    /// Conditions with their places.
    conditions: Option<Vec<(String, Span)>>,
    strength: Option<Strength>,
}

/// What the flags say; `None` if one of them was reported to be wrong.
pub(crate) fn of_flags(
    session: &mut Session,
    args: &CheckArgs,
    dialect: Dialect,
) -> Option<Fairness> {
    let strength = match args.fairness {
        FairnessArg::Strong => Strength::Strong,
        FairnessArg::Weak => Strength::Weak,
    };
    let mut conditions = Vec::new();
    for text in &args.fair {
        let file = session.sources.add("--fair", text.clone());
        match parse_condition(file, text, dialect) {
            Ok(condition) => conditions.push(condition),
            Err(error) => {
                session.report(error);
                return None;
            }
        }
    }
    Some(Fairness { strength, conditions })
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
        self.conditions = Some(items.iter().map(text).collect::<Option<_>>().ok_or_else(wrong)?);
        Ok(())
    }

    /// `{fairness, weak}`
    pub(crate) fn set_strength(&mut self, value: &SpannedTerm) -> Result<(), Diagnostic> {
        self.strength = match &value.kind {
            SpannedKind::Atom(name) if name.as_str() == "strong" => Some(Strength::Strong),
            SpannedKind::Atom(name) if name.as_str() == "weak" => Some(Strength::Weak),
            _ => return Err(bad_value(value, "expected `strong` or `weak`")),
        };
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
        fairness.strength = self.strength.unwrap_or(flags.strength);
        if let Some(given) = &self.conditions {
            fairness.conditions.clear();
            for (text, span) in given {
                let file = session.sources.add("fair", text.clone());
                session.place_inside(file, *span);
                match parse_condition(file, text, dialect) {
                    Ok(condition) => fairness.conditions.push(condition),
                    Err(error) => {
                        session.report(error);
                        return None;
                    }
                }
            }
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
