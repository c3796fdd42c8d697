//! Formulas that speak of fair runs only.
//!
//! Input: a formula, conditions on actions. Output: a formula of the same language that has on all runs the
//! meaning that the given one has on fair runs, so that nothing else has to know of fairness; or why there is
//! none. With `f` as condition, `mu X . (<true> true and [not a] X)`, which says that an a comes, becomes
//!
//!     [(not a)*] (<true> true and [not a and not f | ?([not f] false) . not a and f] -|)
//!
//! A step is a *choice* if it meets a condition and a step that meets none was possible in its place. A run is not
//! strongly fair if it has choices infinitely often, not weakly fair if from some moment on all of its
//! steps are choices; runs that end are fair. Every state has a fair run, without any choice. So operators about
//! what happens within finitely many steps mean what they meant, and so do least fixpoints that go on through `<..>`
//! and greatest ones through `[..]`. The others, and `<R> @` and `[R] -|`, speak of endless runs. Such a fixpoint
//! has one run as its reason: the ways from it back to itself are a regular formula R (`ways`), and a run that goes
//! on for ever is one of `<R> @`, without choices from some moment on, or with steps that are none again and
//! again (`restricted`). Where several runs together are the reason, fairness of one run has no meaning, and the
//! formula is refused.

mod constants;
mod restricted;
mod ways;

use std::cell::Cell;

use frontend::{Diagnostic, FileId, Name, Span};

use crate::checks::{alternation, normal};
use crate::codes;
use crate::conditions::atomic::parse_action_with;
use crate::formula::{
    Act, ActionFormula, Dialect, Formula, MAX_DEPTH, Modality, Pattern, Reg, Regular, Sign, State,
};
use constants::{all_of, modal, one_of, repeated, replaced, sequence};
use lts::term::pattern::TermPattern;

/// Nodes that a formula may grow to.
const MAX_NODES: usize = 100_000;

/// Which endless runs are fair.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Strength {
    /// Those with finitely many choices.
    #[default]
    Strong,
    /// Those that have, again and again, a step that is no choice.
    Weak,
}

/// What is assumed of endless runs: that what meets a condition is not chosen for ever.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Fairness {
    /// Which runs are fair.
    pub strength: Strength,
    /// Labels that meet one of these are the ones that should not be chosen for ever; none for no assumption.
    pub conditions: Vec<ActionFormula>,
}

/// Reads a condition, such as `enter_discount`, `cmd({button,_})`, `"a label"`, `'a regexp.*'`.
pub fn parse_condition(
    file: FileId,
    text: &str,
    dialect: Dialect,
) -> Result<ActionFormula, Diagnostic> {
    parse_action_with(file, 0, text, dialect)
}

/// The formula that has on all runs the meaning that this one, as it was written, has on fair runs.
///
/// Conditions without any label are no assumption; [`crate::conditions::atomic::unmet`] says which these are.
pub fn fair(formula: &Formula, fairness: &Fairness) -> Result<Formula, Diagnostic> {
    let Some(chosen) = one_condition(&fairness.conditions) else { return Ok(formula.clone()) };
    let mut errors = normal::check_variables(formula);
    errors.extend(alternation::check_formula(formula, ""));
    if let Some(error) = errors.into_iter().next() {
        return Err(error);
    }
    let strength = fairness.strength;
    let fair = Fair { chosen, strength, n_nodes: Cell::new(0) }.formula(formula)?;
    if fair.depth() > MAX_DEPTH {
        return Err(too_large(formula.span));
    }
    Ok(fair)
}

/// The formula under way.
struct Fair {
    /// The labels that meet a condition.
    chosen: ActionFormula,
    strength: Strength,
    n_nodes: Cell<usize>,
}

type Made = Result<Formula, Diagnostic>;

impl Fair {
    fn formula(&self, formula: &Formula) -> Made {
        self.count(formula.span)?;
        let all = |items: &[Formula]| -> Result<Vec<Formula>, Diagnostic> {
            items.iter().map(|item| self.formula(item)).collect()
        };
        let kind = match &formula.kind {
            State::True | State::False | State::Variable(_) | State::Atom(_) => {
                return Ok(formula.clone());
            }
            State::Not(body) => State::Not(Box::new(self.formula(body)?)),
            State::And(items) => State::And(all(items)?),
            State::Or(items) => State::Or(all(items)?),
            State::Implies(items) => State::Implies(all(items)?),
            State::Equ(items) => State::Equ(all(items)?),
            State::Xor(items) => State::Xor(all(items)?),
            State::Modal(modality, path, body) => {
                State::Modal(*modality, path.clone(), Box::new(self.formula(body)?))
            }
            State::Looping(modality, path) => {
                return self.endless((*modality, path), constant(*modality, formula.span));
            }
            State::Fixpoint(sign, name, body) => {
                return self.fixpoint((*sign, name, body), formula);
            }
        };
        Ok(Formula::new(kind, formula.span))
    }

    fn fixpoint(&self, (sign, name, body): (Sign, &Name, &Formula), whole: &Formula) -> Made {
        let endless = match sign {
            Sign::Mu => Modality::Box,
            Sign::Nu => Modality::Diamond,
        };
        let onward = ways::onward(body, name);
        match (onward.of(endless), onward.of(opposite(endless))) {
            (None, _) => {
                let kind = State::Fixpoint(sign, name.clone(), Box::new(self.formula(body)?));
                Ok(Formula::new(kind, whole.span))
            }
            (Some(one), Some(other)) => {
                let message = "this fixpoint goes on through `<..>` and through `[..]`: it speaks of \
                               several runs at once, of which some may be fair and others not";
                Err(Diagnostic::error(codes::NO_FAIRNESS, message, whole.span)
                    .with_label(one, "goes on here")
                    .with_label(other, "and here")
                    .with_help(HELP))
            }
            (Some(_), None) => {
                let wanted = sign == Sign::Nu;
                let around = self.ways((body, wanted), name)?;
                let end = replaced(body, name, !wanted);
                let Some(around) = around else { return self.formula(&end) };
                self.endless((endless, &around), self.formula(&end)?)
            }
        }
    }

    /// `<R*> end or <R> @` of fair runs, or `[R*] end and [R] -|`.
    fn endless(&self, (modality, around): (Modality, &Regular), end: Formula) -> Made {
        let span = around.span;
        let looping = |path| Formula::new(State::Looping(modality, path), span).made();
        let often = repeated(around.clone());
        let joined = |items| match modality {
            Modality::Diamond => one_of(items, span),
            Modality::Box => all_of(items, span),
        };
        Ok(match self.strength {
            Strength::Strong => {
                let on = looping(self.without_choices(around)?);
                modal(modality, often, joined(vec![end, on]))
            }
            Strength::Weak => {
                // A round without steps is no run; it means what it meant.
                let at_once = self.without_steps(around)?.map(|path| match path.kind {
                    Reg::Nil => constant(opposite(modality), span),
                    _ => looping(path),
                });
                let end = joined(std::iter::once(end).chain(at_once).collect());
                let on = self
                    .with_another(around)?
                    .map(|path| looping(sequence(vec![often.clone(), path], span)));
                let ends = modal(modality, often.clone(), end);
                joined(std::iter::once(ends).chain(on).collect())
            }
        })
    }

    /// Counts a node that is made.
    fn count(&self, span: Span) -> Result<(), Diagnostic> {
        self.count_all(1, span)
    }

    /// Counts so many nodes.
    fn count_all(&self, n_nodes: usize, span: Span) -> Result<(), Diagnostic> {
        self.n_nodes.set(self.n_nodes.get().saturating_add(n_nodes));
        if self.n_nodes.get() > MAX_NODES { Err(too_large(span)) } else { Ok(()) }
    }
}

/// What can be done about a formula that has no meaning under fairness.
const HELP: &str = "ask for each kind of run in a fixpoint of its own, or write into the formula which runs \
                    count: `erl2lts explain E0421`";

fn too_large(span: Span) -> Diagnostic {
    let message = "this formula gets too large where only fair runs count";
    Diagnostic::error(codes::NO_FAIRNESS, message, span)
        .with_help("ask for its parts one after the other, or repeat fewer times than `{n}` says")
}

fn opposite(modality: Modality) -> Modality {
    match modality {
        Modality::Diamond => Modality::Box,
        Modality::Box => Modality::Diamond,
    }
}

/// What decides nothing beside `<..>`, which `or` joins, or beside `[..]`.
fn constant(modality: Modality, span: Span) -> Formula {
    let kind = if modality == Modality::Box { State::True } else { State::False };
    Formula::new(kind, span)
}

/// The labels that meet one of the conditions; none without conditions. Nobody has written these nodes where they stand: what
/// is wrong with a condition is said once, by [`crate::conditions::atomic::unmet`].
fn one_condition(conditions: &[ActionFormula]) -> Option<ActionFormula> {
    let mut conditions: Vec<_> = conditions.iter().map(own).collect();
    let span = conditions.first()?.span;
    let only = conditions.pop()?;
    if conditions.is_empty() {
        return Some(only);
    }
    conditions.push(only);
    Some(ActionFormula::new(Act::Or(conditions), span).made())
}

/// A condition whose variables are no variables of the formula, and bind nothing in it.
fn own(condition: &ActionFormula) -> ActionFormula {
    let all = |items: &[ActionFormula]| items.iter().map(own).collect();
    let negated = |action| ActionFormula::new(Act::Not(Box::new(action)), condition.span).made();
    let kind = match &condition.kind {
        Act::Pattern(pattern) if !pattern.matcher.variables().is_empty() => {
            let own = |name: &Name| {
                Some(TermPattern::Variable(format!("{}.fair", name.as_str()).as_str().into()))
            };
            let matcher = pattern.matcher.substitute(&own);
            let kind = Act::Pattern(Pattern { text: matcher.to_string(), matcher });
            return negated(negated(ActionFormula::new(kind, condition.span).made()));
        }
        Act::Not(body) => Act::Not(Box::new(own(body))),
        Act::And(items) => Act::And(all(items)),
        Act::Or(items) => Act::Or(all(items)),
        Act::Implies(items) => Act::Implies(all(items)),
        Act::Equ(items) => Act::Equ(all(items)),
        Act::Xor(items) => Act::Xor(all(items)),
        leaf => leaf.clone(),
    };
    ActionFormula::new(kind, condition.span).made()
}
