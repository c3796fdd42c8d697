//! What is computed from an unknown number, where the number becomes known behind it.

#![allow(clippy::unwrap_used, clippy::panic, reason = "tests")]

use model::{Cond, Expr, FloatOp, Kind, Operator};

use crate::model::{Builder, call_once, labels, unknown, var};
use crate::unknown::{atom, is};

/// The labels of `f(X)` for an unknown value: a term on numbers, `none` on others.
fn on_numbers(value: Expr) -> Vec<String> {
    let mut builder = Builder::default();
    let x = builder.var();
    let (value, other) = (builder.ret(value), builder.ret(atom("none")));
    let root = builder.test(is(Kind::Number, var(0)), value, other);
    let mut found = labels(&call_once(vec![builder.finish(vec![x], root)], &[unknown()]));
    found.sort_unstable();
    found
}

fn float(bits: u64) -> Expr {
    FloatOp::OfBits.of(vec![Expr::Integer(bits.into())])
}

fn is_same(value: Expr) -> Expr {
    Expr::Bool(Box::new(Cond::Same(var(0), value)))
}

/// A zero of either sign is the same as the other one.
#[test]
fn a_negated_number_follows_its_operand() {
    let negated = FloatOp::Neg.of(vec![var(0)]);
    let tests = vec![negated, is_same(Expr::integer(5)), is_same(float(0))];
    let expected = [
        "result(-0.0,{0.0,false,true})",
        "result(0.0,{-0.0,false,true})",
        "result(5,{-5,true,false})",
        "result(?1,none)",
        "result(?1,{?2,false,false})",
    ];
    assert_eq!(on_numbers(Expr::Tuple(tests)), expected);
}

/// What is too large for a float is no number: a float times ten may be, a float and ten never is.
#[test]
fn arithmetic_may_have_no_result() {
    let is_number = |operator| {
        let result = Expr::Apply(operator, vec![var(0), Expr::integer(10)]);
        on_numbers(Expr::Bool(Box::new(is(Kind::Number, result))))
    };
    for operator in [Operator::Add, Operator::Float(FloatOp::Add)] {
        assert_eq!(is_number(operator), ["result(?1,none)", "result(?1,true)"]);
    }
    for operator in [Operator::Mul, Operator::Float(FloatOp::Mul)] {
        let expected = ["result(?1,false)", "result(?1,none)", "result(?1,true)"];
        assert_eq!(is_number(operator), expected);
    }
}

/// In a map, a tuple or a list, too.
#[test]
fn zeros_in_terms_may_have_a_sign() {
    let map = |value| Expr::map(vec![(atom("a"), value)]);
    let mut builder = Builder::default();
    let x = builder.var();
    let (yes, no) = (builder.ret(var(0)), builder.ret(atom("none")));
    let root = builder.test(Cond::Same(var(0), map(float(0))), yes, no);
    let mut found = labels(&call_once(vec![builder.finish(vec![x], root)], &[unknown()]));
    found.sort_unstable();
    let expected =
        ["result(#{a => -0.0},#{a => -0.0})", "result(#{a => 0.0},#{a => 0.0})", "result(?1,none)"];
    assert_eq!(found, expected);
}

/// The labels of a test whether two unknown values are the same, in a model that has this expression besides.
fn same_values(besides: Expr) -> Vec<String> {
    let mut other = Builder::default();
    let z = other.var();
    let unused = other.ret(besides);
    let mut builder = Builder::default();
    let (x, y) = (builder.var(), builder.var());
    let (yes, no) = (builder.ret(atom("same")), builder.ret(atom("none")));
    let root = builder.test(Cond::Same(var(0), var(1)), yes, no);
    let functions = vec![other.finish(vec![z], unused), builder.finish(vec![x, y], root)];
    let mut found = labels(&call_once(functions, &[unknown(), unknown()]));
    found.sort_unstable();
    found
}

/// Where something looks at their signs.
#[test]
fn equal_values_may_be_zeros_of_two_signs() {
    let expected = ["result(?1,?1,same)", "result(?1,?2,none)"];
    assert_eq!(same_values(float(0)), expected);
    let expected = [
        "result(-0.0,0.0,same)",
        "result(0.0,-0.0,same)",
        "result(?1,?1,same)",
        "result(?1,?2,none)",
    ];
    assert_eq!(same_values(FloatOp::Bits.of(vec![float(0)])), expected);
}
