//! The terms of constants, kept by where these stand in the model.
//!
//! Input: an atom, a number, or a tuple, list, map or binary of such, as an expression of the model. Output: its term, and the steps
//! that evaluating it takes, which are counted each time. A model does not move while a machine runs it, so that the address of an
//! expression says which one it is. Other expressions, such as those that a user has given, are not kept.

use model::{Expr, Operator};

use super::eval::{Halt, Scope, Turn};
use crate::next_state::{Cycle, StepError};
use crate::semantics::Machine;
use crate::semantics::store::{Shape, TermId, TermStore};

/// Constants that are kept at most, each in its row; what comes later takes the row.
const ROWS: usize = 1 << 13;

/// Constants that have been evaluated.
#[derive(Debug)]
pub(crate) struct Literals(Vec<Row>);

/// A constant.
#[derive(Clone, Copy, Debug)]
struct Row {
    address: usize,
    term: TermId,
    /// Steps that its parts take.
    steps: u32,
}

impl Default for Literals {
    fn default() -> Self {
        Self(vec![Row { address: 0, term: TermStore::NOTHING, steps: 0 }; ROWS])
    }
}

impl Literals {
    fn place(address: usize) -> usize {
        // Expressions that stand beside each other are some ten words apart.
        ((address >> 4) ^ (address >> 17)) % ROWS
    }

    fn get(&self, expr: &Expr) -> Option<Row> {
        let address = std::ptr::from_ref(expr).addr();
        self.0.get(Self::place(address)).copied().filter(|row| row.address == address)
    }

    fn keep(&mut self, expr: &Expr, term: TermId, steps: usize) {
        let address = std::ptr::from_ref(expr).addr();
        let row = self.0.get_mut(Self::place(address));
        if let (Some(row), Ok(steps)) = (row, u32::try_from(steps)) {
            *row = Row { address, term, steps };
        }
    }
}

impl Machine<'_> {
    /// The term of a constant without parts.
    pub(crate) fn literal(&mut self, expr: &Expr, scope: Scope<'_>) -> Result<TermId, Halt> {
        let is_of_model = !matches!(scope, Scope::Ground);
        if is_of_model && let Some(row) = self.literals.get(expr) {
            return Ok(row.term);
        }
        let term = match expr {
            Expr::Atom(name) => self.store.intern(Shape::Atom(name.clone())),
            Expr::State(state) => self.store.intern(Shape::State(*state)),
            Expr::Integer(value) => self.store.intern_integer(value),
            _ => self.store.intern(Shape::Nil),
        };
        if is_of_model {
            if self.store.is_too_large(term) {
                return Err(StepError::TooLarge(Cycle::default()).into());
            }
            self.literals.keep(expr, term, 0);
        }
        Ok(term)
    }

    /// The value of an expression with parts, of which one step is counted already.
    pub(crate) fn eval_parts(
        &mut self,
        expr: &Expr,
        scope: Scope<'_>,
        turn: &mut Turn<'_>,
    ) -> Result<TermId, Halt> {
        if matches!(scope, Scope::Ground) {
            return self.eval_anew(expr, scope, turn);
        }
        if let Some(row) = self.literals.get(expr) {
            turn.steps(row.steps as usize)?;
            return Ok(row.term);
        }
        let before = turn.budget;
        let term = self.eval_anew(expr, scope, turn)?;
        if is_literal(expr) {
            self.literals.keep(expr, term, before - turn.budget);
        }
        Ok(term)
    }
}

/// Whether an expression is a constant.
fn is_literal(expr: &Expr) -> bool {
    match expr {
        Expr::Atom(_) | Expr::State(_) | Expr::Integer(_) | Expr::Nil | Expr::EmptyStack => true,
        Expr::Tuple(items) | Expr::Apply(Operator::Wrap(_), items) => items.iter().all(is_literal),
        Expr::Cons(..) | Expr::List(_) => {
            let (items, end) = expr.spine();
            items.into_iter().all(is_literal) && is_literal(end)
        }
        _ => false,
    }
}
