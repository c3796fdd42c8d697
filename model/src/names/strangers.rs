//! Constants that a model does not mention, to stand for all others.
//!
//! Input: a model. Output: atoms `?1`, `?2`, .. and integers that occur nowhere in it.

use std::collections::BTreeSet;

use frontend::Name;
use num_bigint::BigInt;

use crate::expr::walk::for_each_expr;
use crate::{Expr, Model};

/// The first integer that is tried: few programs mention it, and unary notation bears it. Those below it follow.
const UNUSUAL: i32 = 997;

/// The last integer that is tried.
const BELOW: i32 = -100;

/// Constants that a model does not mention, to stand for all others.
#[derive(Clone, Debug)]
pub struct Strangers {
    /// Atoms of the model that look like one.
    atoms: BTreeSet<Name>,
    /// Integers of the model.
    integers: BTreeSet<BigInt>,
}

impl Strangers {
    /// What is free in a model.
    pub fn to(model: &Model) -> Self {
        let mut strangers = Self { atoms: BTreeSet::new(), integers: BTreeSet::new() };
        for_each_expr(model, &mut |expr| match expr {
            Expr::Atom(name) if name.as_str().starts_with('?') => {
                strangers.atoms.insert(name.clone());
            }
            Expr::Integer(number) => {
                strangers.integers.insert(number.clone());
            }
            _ => {}
        });
        strangers
    }

    /// The atom with a number, from 1.
    pub fn atom(&self, number: usize) -> Name {
        let names = (1..).map(|number: usize| Name::from(format!("?{number}")));
        let mut free = names.filter(|name| !self.atoms.contains(name));
        free.nth(number.saturating_sub(1)).unwrap_or_else(|| Name::from("?"))
    }

    /// Integers, the first choice first.
    pub fn integers(&self) -> impl Iterator<Item = BigInt> + '_ {
        let numbers = (BELOW..=UNUSUAL).rev().map(BigInt::from);
        numbers.filter(|number| !self.integers.contains(number))
    }

    /// Whether a constant is one of them.
    pub fn is_one(&self, constant: &Expr) -> bool {
        match constant {
            Expr::Atom(name) => name.as_str().starts_with('?') && !self.atoms.contains(name),
            Expr::Integer(number) => !self.integers.contains(number),
            _ => false,
        }
    }
}
