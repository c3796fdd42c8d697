//! The codes of this crate's messages, with what `erl2lts explain` says about them.

use frontend::{Code, CodeInfo};

/// An operator that speaks of the future.
pub const FUTURE: Code = Code("E0420");

/// All codes of this crate.
pub const TABLE: &[CodeInfo] = &[CodeInfo {
    code: FUTURE,
    title: "an operator of the future in a formula about the past",
    explanation: "\
A monitor knows what has happened, and not what will: formulas of `ptltl` speak of the past alone, and
have to hold after every step of every run. What they say instead of X, F, G, U, W, R:

    G (serve implies once pay)       serve implies once pay: it holds after every step anyhow
    pay implies F serve              nothing that a monitor can say: `mu`, `ctl`, `pattern` can
    not open U unlock                open implies once unlock

The operators are prev, weak_prev, historically, once, since, weak_since, starts, ends and `[F, G)`.
",
}];
