//! Names that a machine makes: references and process identifiers of which nothing counts but which one each of them is.
//!
//! Which numbers they have; other references and process identifiers of the model have other numbers. Does not say who
//! makes them.

use num_bigint::BigInt;

use crate::expr::walk::for_each_expr;
use crate::{Expr, Model, Operator};

/// The numbers `first`, `first + step`, ..
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Series {
    /// The first of them.
    pub first: u64,
    /// How far two of them are apart, at least 1.
    pub step: u64,
}

/// The numbers of names that a machine makes, where it makes any.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Fresh {
    /// Of references.
    pub references: Option<Series>,
    /// Of process identifiers.
    pub pids: Option<Series>,
}

impl Series {
    /// Which of its numbers this is, from 0 on.
    pub fn position(self, number: &BigInt) -> Option<u64> {
        let distance = u64::try_from(number).ok()?.checked_sub(self.first)?;
        (distance % self.step == 0).then_some(distance / self.step)
    }

    /// The number at a position.
    pub fn number(self, position: u64) -> BigInt {
        BigInt::from(self.first) + BigInt::from(self.step) * position
    }
}

impl Model {
    /// The numbers of names that may be exchanged for each other: the model writes none of them down, and makes them in no
    /// other way than as the next one.
    pub fn exchangeable(&self) -> Fresh {
        let mut fresh = self.fresh;
        if fresh == Fresh::default() {
            return fresh;
        }
        for_each_expr(self, &mut |expr| {
            let (series, number) = match expr {
                Expr::Apply(Operator::Reference, number) => (&mut fresh.references, number),
                Expr::Apply(Operator::Pid, number) => (&mut fresh.pids, number),
                _ => return,
            };
            let is_other = match (*series, number.as_slice()) {
                (Some(series), [Expr::Integer(number)]) => series.position(number).is_none(),
                _ => false,
            };
            if !is_other {
                *series = None;
            }
        });
        fresh
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_series_knows_its_numbers() {
        let series = Series { first: 5, step: 3 };
        let positions = [2, 5, 6, 8, 11].map(|number| series.position(&BigInt::from(number)));
        assert_eq!(positions, [None, Some(0), None, Some(1), Some(2)]);
        assert_eq!(series.number(2), BigInt::from(11));
        assert_eq!(series.position(&BigInt::from(-1)), None);
    }
}
