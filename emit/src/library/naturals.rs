//! Natural numbers in the muCRL library: all rules that look into them.
//!
//! Input: how numbers are written ([`Numerals`]), and which are. Output: sort `Natural`, its numerals as constants, and the
//! rules of maps on it. In unary notation it is 0 and its successors; in binary notation `b0(N)` is `2N`, for `N` above
//! 0, and `b1(N)` is `2N+1`, so that each number has one normal form and sums take as many steps as there are bits,
//! products and quotients that many squared.

mod binary;
mod unary;

use std::collections::BTreeSet;

use model::Model;
use model::names::numerals::{Numerals, natural};
use num_bigint::{BigInt, BigUint};

use crate::doc::WIDTH;

/// The rules on natural numbers in one notation.
pub(super) struct Naturals {
    /// The sort with its constructors and comparisons; the numerals follow.
    sort: &'static str,
    /// Rules of `element`, which counts its way into a tuple.
    pub(super) element: &'static str,
    /// Rules of `kind_of_term` for places from 1 on.
    pub(super) kinds: &'static str,
    /// Rules of `later`.
    pub(super) later: &'static str,
    /// Maps of the arithmetic; those on integers follow.
    pub(super) maps: &'static str,
    /// Rules of the arithmetic; those on integers follow.
    pub(super) rules: &'static str,
}

/// The rules in a notation.
pub(super) fn naturals(numerals: Numerals) -> &'static Naturals {
    match numerals {
        Numerals::Unary => &unary::NATURALS,
        Numerals::Binary => &binary::NATURALS,
    }
}

/// The sort of natural numbers, with a constant for each that a model mentions, and those up to the last kind of terms.
pub(super) fn sort(numerals: Numerals, model: &Model, last_kind: usize) -> String {
    let mut out = String::from(naturals(numerals).sort);
    let constants = match numerals {
        Numerals::Unary => unary(model, last_kind),
        Numerals::Binary => binary(model, last_kind),
    };
    let mut line = String::from("map  ");
    for (position, (name, _)) in constants.iter().enumerate() {
        if position > 0 {
            line.push(',');
        }
        // Twenty numerals on a line, as long as they are short.
        if position > 0 && (position % 20 == 0 || line.len() + name.len() > WIDTH - 12) {
            line.pop();
            out.push_str(&line);
            out.push_str(": -> Natural\n");
            line.replace_range(.., "     ");
        }
        line.push_str(name);
    }
    out.push_str(&line);
    out.push_str(": -> Natural\n");
    for (position, (name, value)) in constants.iter().enumerate() {
        out.push_str(if position == 0 { "rew  " } else { "     " });
        out.push_str(&folded(&format!("{name} = {value}")));
        out.push('\n');
    }
    out.push('\n');
    out
}

/// All numbers up to the largest one, each as the successor of the one before.
fn unary(model: &Model, last_kind: usize) -> Vec<(String, String)> {
    let mentioned = Numerals::Unary.mentioned(model);
    let largest = mentioned.iter().map(BigInt::magnitude).max();
    let largest = largest.and_then(|largest| usize::try_from(largest).ok()).unwrap_or(0);
    let numbers = 1..=largest.max(last_kind);
    numbers.map(|number| (number.to_string(), format!("s({})", number - 1))).collect()
}

/// The numbers that are mentioned, and what they are.
fn binary(model: &Model, last_kind: usize) -> Vec<(String, String)> {
    let mut numbers: BTreeSet<BigUint> = (1..=last_kind).map(BigUint::from).collect();
    numbers.extend(Numerals::Binary.mentioned(model).iter().map(natural));
    numbers.remove(&BigUint::ZERO);
    let value = |number: &BigUint| Numerals::Binary.normal_form(number);
    numbers.iter().map(|number| (number.to_string(), value(number))).collect()
}

/// A rule in lines of a bearable length.
fn folded(rule: &str) -> String {
    let mut out = String::new();
    let mut column = 5;
    for part in rule.split_inclusive(['(', ')', ' ']) {
        if column + part.len() > WIDTH && column > 9 {
            out.truncate(out.trim_end().len());
            out.push_str("\n         ");
            column = 9;
        }
        out.push_str(part);
        column += part.len();
    }
    out
}
