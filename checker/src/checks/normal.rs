//! Variables of formulas: each one bound, each use of it monotone.
//!
//! Input: a formula. Output: an error for each occurrence of a variable that breaks one of the
//! two rules. The solver relies on both.

use frontend::{Diagnostic, Name, Span};

use crate::codes;
use crate::formula::{Formula, Sign, State};

/// The errors about variables of a closed formula.
pub(crate) fn check_variables(formula: &Formula) -> Vec<Diagnostic> {
    let mut context = Context::default();
    context.visit(formula);
    context.errors
}

#[derive(Default)]
struct Context {
    binders: Vec<Binder>,
    /// The operators with a negation in them around the current place, innermost last.
    negations: Vec<Negation>,
    errors: Vec<Diagnostic>,
}

struct Binder {
    sign: Sign,
    name: Name,
    span: Span,
    /// Number of negations around the binder.
    negations: usize,
}

struct Negation {
    /// `equ` and `xor` use their sides both negated and not.
    both: bool,
    operator: &'static str,
    span: Span,
}

impl Context {
    fn visit(&mut self, formula: &Formula) {
        match &formula.kind {
            State::True | State::False | State::Atom(_) | State::Looping(..) => {}
            State::Variable(name) => self.check_use(name, formula.span),
            State::And(items) | State::Or(items) => {
                for item in items {
                    self.visit(item);
                }
            }
            State::Modal(_, _, body) => self.visit(body),
            State::Not(body) => {
                let negation = Negation { both: false, operator: "not", span: formula.span };
                self.visit_below(negation, body);
            }
            State::Implies(items) => self.visit_implies(items),
            State::Equ(items) => self.visit_both(items, "equ", formula.span),
            State::Xor(items) => self.visit_both(items, "xor", formula.span),
            State::Fixpoint(sign, name, body) => {
                self.binders.push(Binder {
                    sign: *sign,
                    name: name.clone(),
                    span: formula.span,
                    negations: self.negations.len(),
                });
                self.visit(body);
                self.binders.pop();
            }
        }
    }

    fn visit_implies(&mut self, items: &[Formula]) {
        let Some((last, premises)) = items.split_last() else {
            return;
        };
        for premise in premises {
            let negation = Negation { both: false, operator: "implies", span: premise.span };
            self.visit_below(negation, premise);
        }
        self.visit(last);
    }

    fn visit_both(&mut self, items: &[Formula], operator: &'static str, span: Span) {
        for item in items {
            self.visit_below(Negation { both: true, operator, span }, item);
        }
    }

    fn visit_below(&mut self, negation: Negation, body: &Formula) {
        self.negations.push(negation);
        self.visit(body);
        self.negations.pop();
    }

    fn check_use(&mut self, name: &Name, span: Span) {
        let Some(binder) = self.binders.iter().rev().find(|binder| binder.name == *name) else {
            let error = self.unbound(name, span);
            self.errors.push(error);
            return;
        };
        let negations = &self.negations[binder.negations..];
        let Some(innermost) = negations.last() else {
            return;
        };
        if let Some(equ) = negations.iter().find(|negation| negation.both) {
            let error = not_monotone(binder, equ, span);
            self.errors.push(error.with_help(format!(
                "`{}` uses both sides negated and not; keep its sides free of the variables around it",
                equ.operator
            )));
        } else if negations.len() % 2 == 1 {
            self.errors.push(not_monotone(binder, innermost, span).with_help(
                "push the negation inwards: `not <R> F` is `[R] not F`, `not mu X . F` is `nu X . …`",
            ));
        }
    }

    fn unbound(&self, name: &Name, span: Span) -> Diagnostic {
        let text = name.as_str();
        let error = Diagnostic::error(
            codes::FREE_VARIABLE,
            format!("nothing binds the variable `{text}`"),
            span,
        );
        if let Some(binder) = self.binders.last() {
            let bound = binder.name.as_str();
            return error.with_help(format!("did you mean `{bound}`, the variable bound here?"));
        }
        let is_atom = text.starts_with(|first: char| first.is_lowercase());
        let state =
            if is_atom { format!(", `state({text})` for the state") } else { String::new() };
        error.with_help(format!(
            "write `<{text}> true` for the action `{text}`{state}; variables are bound by `mu {text} . …` or `nu {text} . …`"
        ))
    }
}

fn not_monotone(binder: &Binder, negation: &Negation, span: Span) -> Diagnostic {
    let text = binder.name.as_str();
    let message = format!("`{text}` is used under a negation inside `{} {text}`", binder.sign);
    let around = if negation.operator == "implies" {
        "on the left side of `implies`".to_owned()
    } else {
        format!("below `{}`", negation.operator)
    };
    let head = Span::new(binder.span.file, binder.span.start, binder.span.start + 2);
    Diagnostic::error(codes::NOT_MONOTONE, message, span)
        .with_label(head, "bound here")
        .with_label(negation.span, around)
}
