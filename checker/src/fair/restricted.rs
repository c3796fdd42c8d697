//! Regular formulas with conditions on the choices along them.
//!
//! Input: a regular formula R. Output: those of its sequences in which no step is a choice, in which some step is none, or
//! which have no step at all. With f as condition, `a . b` without choices is
//! `(a and not f | ?([not f] false) . a and f) . (b and not f | ?([not f] false) . b and f)`: a step that meets
//! the condition is no choice where every step does.

use frontend::{Diagnostic, Span};

use super::Fair;
use super::constants::{choice, repeated, sequence};
use crate::formula::{Act, ActionFormula, Count, Formula, Modality, Reg, Regular, Repeat, State};

type Part = Result<Option<Regular>, Diagnostic>;

impl Fair {
    /// The sequences of R in which no step is a choice.
    pub(super) fn without_choices(&self, path: &Regular) -> Result<Regular, Diagnostic> {
        self.count(path.span)?;
        let all = |items: &[Regular]| -> Result<Vec<Regular>, Diagnostic> {
            items.iter().map(|item| self.without_choices(item)).collect()
        };
        let kind = match &path.kind {
            Reg::Nil | Reg::Test(_) => return Ok(path.clone()),
            Reg::Action(action) => return Ok(self.no_choice(action, path.span)),
            Reg::Sequence(items) => return Ok(sequence(all(items)?, path.span)),
            Reg::Choice(items) => Reg::Choice(all(items)?),
            Reg::Repeat(repeat, body) => {
                Reg::Repeat(*repeat, Box::new(self.without_choices(body)?))
            }
            Reg::Counted(count, body) => {
                Reg::Counted(*count, Box::new(self.without_choices(body)?))
            }
        };
        Ok(Regular::new(kind, path.span).made())
    }

    /// The sequences of R in which some step is no choice; none if there are none, since R has no steps.
    pub(super) fn with_another(&self, path: &Regular) -> Part {
        self.count(path.span)?;
        let span = path.span;
        match &path.kind {
            Reg::Nil | Reg::Test(_) => Ok(None),
            Reg::Action(action) => Ok(Some(self.no_choice(action, span))),
            Reg::Choice(items) => {
                let ways = items.iter().map(|item| self.with_another(item));
                let ways: Vec<Regular> =
                    ways.filter_map(Result::transpose).collect::<Result<_, _>>()?;
                Ok(choice(ways, span))
            }
            Reg::Sequence(items) => {
                let mut ways = Vec::new();
                for (at, item) in items.iter().enumerate() {
                    let Some(part) = self.with_another(item)? else { continue };
                    let (before, behind) = (&items[..at], &items[at + 1..]);
                    let parts = before.iter().chain([&part]).chain(behind);
                    ways.push(self.copied(parts, span)?);
                }
                Ok(choice(ways, span))
            }
            Reg::Repeat(Repeat::Optional, body) => self.with_another(body),
            Reg::Repeat(Repeat::Star | Repeat::Plus, body) => {
                let Some(part) = self.with_another(body)? else { return Ok(None) };
                let many = repeated((**body).clone());
                Ok(Some(self.copied([&many, &part, &many], span)?))
            }
            Reg::Counted(count, body) => self.counted(*count, body),
        }
    }

    /// `R {n ... m}` with a step in one round that is no choice.
    fn counted(&self, count: Count, body: &Regular) -> Part {
        let Some(part) = self.with_another(body)? else { return Ok(None) };
        let times = |least: u32, most: Option<u32>| {
            if most == Some(0) {
                return Regular::new(Reg::Nil, body.span).made();
            }
            let count = Count { least, most };
            Regular::new(Reg::Counted(count, Box::new(body.clone())), body.span).made()
        };
        let mut ways = Vec::new();
        let last = count.most.unwrap_or(count.least.max(1));
        for before in 0..last {
            let behind = count.least.saturating_sub(before + 1);
            let most = count.most.map(|most| most - before - 1);
            // Without a bound there may be more rounds before it than are asked for.
            let is_open = count.most.is_none() && before + 1 == last;
            let before = times(before, (!is_open).then_some(before));
            ways.push(self.copied([&before, &part, &times(behind, most)], body.span)?);
        }
        Ok(choice(ways, body.span))
    }

    /// The sequences of R without steps: tests in a row; none if there are none.
    pub(super) fn without_steps(&self, path: &Regular) -> Part {
        self.count(path.span)?;
        let span = path.span;
        match &path.kind {
            Reg::Nil | Reg::Test(_) => Ok(Some(path.clone())),
            Reg::Action(_) => Ok(None),
            Reg::Repeat(Repeat::Star | Repeat::Optional, _)
            | Reg::Counted(Count { least: 0, .. }, _) => {
                Ok(Some(Regular::new(Reg::Nil, span).made()))
            }
            Reg::Repeat(Repeat::Plus, body) | Reg::Counted(_, body) => self.without_steps(body),
            Reg::Choice(items) => {
                let ways = items.iter().map(|item| self.without_steps(item));
                let ways: Vec<Regular> =
                    ways.filter_map(Result::transpose).collect::<Result<_, _>>()?;
                Ok(choice(ways, span))
            }
            Reg::Sequence(items) => {
                let parts = items.iter().map(|item| self.without_steps(item));
                let parts: Option<Vec<Regular>> = parts.collect::<Result<_, _>>()?;
                Ok(parts.map(|parts| sequence(parts, span)))
            }
        }
    }

    /// These in a row, each of them copied.
    fn copied<'r>(
        &self,
        parts: impl IntoIterator<Item = &'r Regular>,
        span: Span,
    ) -> Result<Regular, Diagnostic> {
        let mut copies = Vec::new();
        for part in parts {
            self.count_all(part.n_nodes(), span)?;
            copies.push(part.clone());
        }
        Ok(sequence(copies, span))
    }

    /// The labels that meet no condition.
    fn other(&self, span: Span) -> ActionFormula {
        match &self.chosen.kind {
            // So that it binds nothing it is negated twice.
            Act::Not(body) if matches!(body.kind, Act::Not(_)) => (**body).clone(),
            _ => ActionFormula::new(Act::Not(Box::new(self.chosen.clone())), span).made(),
        }
    }

    /// One step that is no choice.
    fn no_choice(&self, action: &ActionFormula, span: Span) -> Regular {
        let other = self.other(span);
        let step = |action| Regular::new(Reg::Action(action), span).made();
        let never = Formula::new(State::False, span).made();
        let alone = State::Modal(Modality::Box, step(other.clone()), Box::new(never));
        let alone =
            Regular::new(Reg::Test(Box::new(Formula::new(alone, span).made())), span).made();
        let forced = sequence(vec![alone, step(both(action, &self.chosen, span))], span);
        if *action == self.chosen {
            return forced;
        }
        let free = step(both(action, &other, span));
        choice(vec![free.clone(), forced], span).unwrap_or(free)
    }
}

/// A label that meets both conditions.
fn both(left: &ActionFormula, right: &ActionFormula, span: Span) -> ActionFormula {
    if left.kind == Act::True || left == right {
        return right.clone();
    }
    ActionFormula::new(Act::And(vec![left.clone(), right.clone()]), span).made()
}
