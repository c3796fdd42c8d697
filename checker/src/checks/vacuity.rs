//! Properties that hold without saying anything about the system.
//!
//! Input: a formula that holds, and a way to ask whether another one does. Output: a warning for
//! each `[R] F` of its outermost conjunction whose R never happens. Where F is `false`, that is
//! what the property claims; then it is asked of R without its last part. Where F is `P implies G`, it
//! is also asked whether P ever holds behind R.

use frontend::{Diagnostic, Span};

use crate::codes;
use crate::formula::{Formula, Modality, Reg, Regular, State};

/// Warnings about a formula that holds; `holds` checks another formula on the same system.
pub(crate) fn warnings(formula: &Formula, holds: &dyn Fn(&Formula) -> bool) -> Vec<Diagnostic> {
    let mut claims = Vec::new();
    collect(formula, false, &mut claims);
    claims.iter().filter_map(|claim| claim.warning(holds)).collect()
}

/// `[part . part . …] F`
struct Claim<'f> {
    parts: Vec<&'f Regular>,
    /// Whether F is `false`.
    forbids: bool,
    /// P where F is `P implies G`.
    premise: Option<&'f Formula>,
}

/// The claims of a formula, or of its negation.
fn collect<'f>(formula: &'f Formula, negated: bool, claims: &mut Vec<Claim<'f>>) {
    match (&formula.kind, negated) {
        (State::Not(body), _) => collect(body, !negated, claims),
        (State::And(items), false) | (State::Or(items), true) => {
            for item in items {
                collect(item, negated, claims);
            }
        }
        _ => {
            let claim = claim(formula, negated);
            if !claim.parts.is_empty() || claim.premise.is_some() {
                claims.push(claim);
            }
        }
    }
}

/// The claim that `[R] [S] F`, `not <R> <S> F` and mixtures of these make.
fn claim(mut formula: &Formula, mut negated: bool) -> Claim<'_> {
    let mut parts = Vec::new();
    loop {
        match (&formula.kind, negated) {
            (State::Not(body), _) if !formula.is_made() => {
                negated = !negated;
                formula = body;
            }
            (State::Modal(Modality::Box, path, body), false)
            | (State::Modal(Modality::Diamond, path, body), true)
                if !formula.is_made() =>
            {
                split(path, &mut parts);
                formula = body;
            }
            (kind, _) => {
                let forbids = if negated { State::True } else { State::False } == *kind;
                let premise = match kind {
                    // What nobody has written is no claim.
                    State::Implies(items) if !negated && !formula.is_made() => items.first(),
                    _ => None,
                };
                return Claim { parts, forbids, premise };
            }
        }
    }
}

fn split<'f>(path: &'f Regular, parts: &mut Vec<&'f Regular>) {
    match &path.kind {
        Reg::Sequence(items) => items.iter().for_each(|item| split(item, parts)),
        _ => parts.push(path),
    }
}

impl Claim<'_> {
    fn warning(&self, holds: &dyn Fn(&Formula) -> bool) -> Option<Diagnostic> {
        let asked = self.parts.len() - usize::from(self.forbids);
        let prefix = |length: usize| happens(&self.parts[..length]);
        if asked == 0 || holds(&prefix(asked)) {
            return self.premise.and_then(|premise| self.premise_warning(premise, holds));
        }
        // The shortest prefix that never happens: those up to `yes` do, that of `no` does not.
        let (mut yes, mut no) = (0, asked);
        while no - yes > 1 {
            let middle = yes.midpoint(no);
            if holds(&prefix(middle)) {
                yes = middle;
            } else {
                no = middle;
            }
        }
        let never = prefix(no);
        let State::Modal(_, path, _) = &never.kind else {
            return None;
        };
        let message = format!("this holds only because `{path}` never happens");
        let help = "so the property says nothing about what comes behind it";
        Some(Diagnostic::warning(codes::VACUOUS, message, path.span).with_help(help))
    }
}

impl Claim<'_> {
    /// The warning about a premise that never holds.
    fn premise_warning(
        &self,
        premise: &Formula,
        holds: &dyn Fn(&Formula) -> bool,
    ) -> Option<Diagnostic> {
        let sometimes = match happens(&self.parts) {
            _ if self.parts.is_empty() => premise.clone(),
            Formula { kind: State::Modal(modality, path, _), span, .. } => {
                Formula::new(State::Modal(modality, path, Box::new(premise.clone())), span)
            }
            other => other,
        };
        // A premise that uses the variable of a fixpoint around it is not asked alone.
        if !crate::checks::normal::check_variables(&sometimes).is_empty() || holds(&sometimes) {
            return None;
        }
        let message = "this holds only because what it asks for first is never so";
        let help = "so the property says nothing about what should follow from that";
        let warning = Diagnostic::warning(codes::VACUOUS, message, premise.span);
        Some(warning.with_help(help))
    }
}

/// `<part . part . …> true`
fn happens(parts: &[&Regular]) -> Formula {
    let span = match parts {
        [first, .., last] if first.span.file == last.span.file => first.span.to(last.span),
        [first, ..] => first.span,
        [] => Span::new(frontend::FileId(0), 0, 0),
    };
    let path = match parts {
        [only] => (*only).clone(),
        _ => Regular::new(Reg::Sequence(parts.iter().map(|&part| part.clone()).collect()), span),
    };
    let body = Formula::new(State::True, span);
    Formula::new(State::Modal(Modality::Diamond, path, Box::new(body)), span)
}
