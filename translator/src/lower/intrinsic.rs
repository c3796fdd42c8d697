//! What only the prelude can call: constructors around terms, what these hold, guesses.
//!
//! Each is a function of one argument with a name that no source has.

use crate::model::{Cond, Expr, Guess, Operator, Wrap};

/// What such a function is.
enum Intrinsic {
    /// An operator.
    Operator(Operator),
    /// Whether it is known what the value holds.
    Holds(Wrap),
    /// Whether nothing in the value is unknown.
    Known,
}

fn intrinsic(name: &str) -> Option<Intrinsic> {
    Some(match name {
        "$map" => Intrinsic::Operator(Operator::Wrap(Wrap::Map)),
        "$binary" => Intrinsic::Operator(Operator::Wrap(Wrap::Binary)),
        "$fun" => Intrinsic::Operator(Operator::Wrap(Wrap::Fun)),
        "$map_content" => Intrinsic::Operator(Operator::Unwrap(Wrap::Map)),
        "$bytes" => Intrinsic::Operator(Operator::Unwrap(Wrap::Binary)),
        "$fun_content" => Intrinsic::Operator(Operator::Unwrap(Wrap::Fun)),
        "$guess" => Intrinsic::Operator(Operator::Guess(Guess::Any)),
        "$guess_integer" => Intrinsic::Operator(Operator::Guess(Guess::Integer)),
        "$guess_list" => Intrinsic::Operator(Operator::Guess(Guess::List)),
        "$guess_map" => Intrinsic::Operator(Operator::Guess(Guess::Map)),
        "$guess_binary" => Intrinsic::Operator(Operator::Guess(Guess::Binary)),
        "$known_map" => Intrinsic::Holds(Wrap::Map),
        "$known_binary" => Intrinsic::Holds(Wrap::Binary),
        "$known_fun" => Intrinsic::Holds(Wrap::Fun),
        "$known" => Intrinsic::Known,
        _ => return None,
    })
}

/// Whether a function is one of these.
pub(super) fn is_data_intrinsic(name: &str) -> bool {
    intrinsic(name).is_some()
}

/// The operator that such a function is, on its argument.
pub(super) fn operation(name: &str, value: &Expr) -> Option<Expr> {
    match intrinsic(name)? {
        Intrinsic::Operator(operator) => Some(Expr::Apply(operator, vec![value.clone()])),
        Intrinsic::Holds(_) | Intrinsic::Known => None,
    }
}

/// The test that such a function is, of its argument.
pub(super) fn test(name: &str, value: &Expr) -> Option<Cond> {
    match intrinsic(name)? {
        Intrinsic::Operator(_) => None,
        Intrinsic::Holds(wrap) => Some(Cond::Holds(wrap, value.clone())),
        Intrinsic::Known => Some(Cond::Known(value.clone())),
    }
}
