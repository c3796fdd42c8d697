//! Formulas of past-time LTL as lists of subformulas.
//!
//! Children stand behind their parents, and the whole formula comes first: who goes from the last to the first finds all that a
//! subformula needs. So nothing recurses, however deep a formula is.

use frontend::Span;

use crate::atoms::Atom;

/// An operator with one operand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Unary {
    /// `not F`
    Not,
    /// `prev F`: F held after the step before; after the first step, it holds now.
    Prev,
    /// `weak_prev F`: F held after the step before, or there was none.
    WeakPrev,
    /// `historically F`: F has held after every step.
    Historically,
    /// `once F`: F has held after some step.
    Once,
    /// `starts F`: F holds and did not before; never after the first step.
    Starts,
    /// `ends F`: F does not hold and did before; never after the first step.
    Ends,
}

/// An operator with two operands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Binary {
    /// `F and G`
    And,
    /// `F or G`
    Or,
    /// `F implies G`
    Implies,
    /// `F iff G`
    Iff,
    /// `F xor G`
    Xor,
    /// `F since G`: G has held, and F ever since, that step excluded.
    Since,
    /// `F weak_since G`: `F since G`, or F has held after every step.
    WeakSince,
    /// `[F, G)`: F has held, and G not since, that step included.
    Interval,
}

/// What a subformula is, over the numbers of its operands.
#[derive(Clone, Debug, PartialEq)]
pub enum Operator {
    /// `true`, `false`
    Constant(bool),
    /// What is asked of a step.
    Atom(Atom),
    /// An operator and its operand.
    Unary(Unary, usize),
    /// An operator and its operands.
    Binary(Binary, usize, usize),
}

/// A subformula with its places.
#[derive(Clone, Debug)]
pub struct Subformula {
    /// What it is.
    pub operator: Operator,
    /// Where it is written; of `data(Expr)`, where the expression is.
    pub span: Span,
    /// Where its text starts and ends in that of the formula.
    pub extent: (usize, usize),
}

/// A formula; the whole of it is number 0.
#[derive(Clone, Debug)]
pub struct Formula {
    /// Parents before their children.
    pub subformulas: Vec<Subformula>,
    /// As it is written.
    source: String,
}

impl Formula {
    /// A formula of subformulas in which children stand before their parents, the whole formula last.
    pub(crate) fn reversed(mut subformulas: Vec<Subformula>, source: &str) -> Self {
        let last = subformulas.len().saturating_sub(1);
        subformulas.reverse();
        for subformula in &mut subformulas {
            match &mut subformula.operator {
                Operator::Unary(_, body) => *body = last - *body,
                Operator::Binary(_, left, right) => {
                    (*left, *right) = (last - *left, last - *right);
                }
                Operator::Constant(_) | Operator::Atom(_) => {}
            }
        }
        Self { subformulas, source: source.to_owned() }
    }

    /// A subformula as it is written, on one line.
    pub fn text(&self, subformula: usize) -> String {
        let extent = self.subformulas.get(subformula).map(|own| own.extent);
        let text = extent.and_then(|(start, end)| self.source.get(start..end)).unwrap_or_default();
        text.split_whitespace().collect::<Vec<_>>().join(" ")
    }

    /// The atoms with their places, repeated ones too.
    pub fn atoms(&self) -> impl Iterator<Item = (&Atom, Span)> {
        self.subformulas.iter().filter_map(|own| match &own.operator {
            Operator::Atom(atom) => Some((atom, own.span)),
            _ => None,
        })
    }
}
