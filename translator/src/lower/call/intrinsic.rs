//! What only the prelude can call: constructors around terms, what these hold, guesses.
//!
//! Each is a function of one argument with a name that no source has.

use model::{Cond, Expr, FloatOp, Guess, Math, Operator, Wrap};

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
        "$bits" => Intrinsic::Operator(Operator::Wrap(Wrap::Bits)),
        "$fun" => Intrinsic::Operator(Operator::Wrap(Wrap::Fun)),
        "$map_content" => Intrinsic::Operator(Operator::Unwrap(Wrap::Map)),
        "$bytes" => Intrinsic::Operator(Operator::Unwrap(Wrap::Binary)),
        "$bits_content" => Intrinsic::Operator(Operator::Unwrap(Wrap::Bits)),
        "$fun_content" => Intrinsic::Operator(Operator::Unwrap(Wrap::Fun)),
        "$guess" => Intrinsic::Operator(Operator::Guess(Guess::Any)),
        "$guess_integer" => Intrinsic::Operator(Operator::Guess(Guess::Integer)),
        "$guess_float" => Intrinsic::Operator(Operator::Guess(Guess::Float)),
        "$guess_list" => Intrinsic::Operator(Operator::Guess(Guess::List)),
        "$guess_map" => Intrinsic::Operator(Operator::Guess(Guess::Map)),
        "$guess_binary" => Intrinsic::Operator(Operator::Guess(Guess::Binary)),
        "$guess_bits" => Intrinsic::Operator(Operator::Guess(Guess::BitString)),
        "$known_map" => Intrinsic::Holds(Wrap::Map),
        "$known_binary" => Intrinsic::Holds(Wrap::Binary),
        "$known_bits" => Intrinsic::Holds(Wrap::Bits),
        "$known_fun" => Intrinsic::Holds(Wrap::Fun),
        "$known" => Intrinsic::Known,
        _ => Intrinsic::Operator(Operator::Float(float(name)?)),
    })
}

/// The operator on floats with this name.
fn float(name: &str) -> Option<FloatOp> {
    Some(match name {
        "$bits_float" => FloatOp::OfBits,
        "$float_bits" => FloatOp::Bits,
        "$float" => FloatOp::OfNumber,
        "$trunc" => FloatOp::Trunc,
        "$round" => FloatOp::Round,
        "$floor" => FloatOp::Floor,
        "$ceil" => FloatOp::Ceil,
        "$float_text" => FloatOp::Text,
        "$float_long_text" => FloatOp::LongText,
        "$scaled" => FloatOp::Scaled,
        _ => FloatOp::Math(Math::named(name.strip_prefix("$math_")?)?),
    })
}

/// Whether a function is one of these.
pub(crate) fn is_data_intrinsic(name: &str) -> bool {
    name == "$key_less" || intrinsic(name).is_some()
}

/// The operator that such a function is, on its argument.
pub(crate) fn operation(name: &str, value: &Expr) -> Option<Expr> {
    match intrinsic(name)? {
        Intrinsic::Operator(operator) => Some(Expr::Apply(operator, vec![value.clone()])),
        Intrinsic::Holds(_) | Intrinsic::Known => None,
    }
}

/// The test that such a function is, of its argument.
pub(crate) fn test(name: &str, value: &Expr) -> Option<Cond> {
    match intrinsic(name)? {
        Intrinsic::Operator(_) => None,
        Intrinsic::Holds(wrap) => Some(Cond::Holds(wrap, value.clone())),
        Intrinsic::Known => Some(Cond::Known(value.clone())),
    }
}

/// Functions of one argument that are made of the atoms of a module (`expression/atoms.rs`).
pub(crate) const TABLES: [&str; 5] =
    ["$atom_hash", "$atom_text", "$atom_texts", "$atom_written", "$text_atom"];
