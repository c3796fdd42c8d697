//! Erlang's `==` on unknown values: what may be equal without being the same.

#![allow(clippy::unwrap_used, clippy::panic, reason = "tests")]

use model::{Cond, Expr, Kind};

use crate::model::{Builder, call_once, labels, unknown, var};
use crate::unknown::{asks, asks_twice, atom, is};

#[test]
fn equal_numbers_need_not_be_the_same() {
    let one = || Expr::integer(1);
    let pair = |a: Expr| Expr::Tuple(vec![a, atom("a")]);
    let large = Expr::integer((1 << 53) + 1);
    let list = || Expr::list((1..4).map(Expr::integer));
    let cases = [
        (one(), vec!["result(1,true)", "result(?1,false)", "result(?1,true)"]),
        (large, vec!["result(9007199254740993,true)", "result(?1,false)"]),
        (atom("a"), vec!["result(a,true)", "result(?1,false)"]),
        (Expr::Nil, vec!["result([],true)", "result(?1,false)"]),
        (pair(atom("b")), vec!["result({b,a},true)", "result(?1,false)"]),
        (pair(one()), vec!["result({1,a},true)", "result({?1,a},true)", "result(?1,false)"]),
        (list(), vec!["result([1,2,3],true)", "result([?1,?2,?3],true)", "result(?1,false)"]),
        (pair(var(0)), vec!["result(?1,false)"]),
    ];
    for (right, expected) in cases {
        let mut expected: Vec<&str> = expected;
        let mut found = labels(&call_once(asks(Cond::Equal(var(0), right.clone())), &[unknown()]));
        expected.sort_unstable();
        found.sort_unstable();
        assert_eq!(found, expected, "{right:?}");
    }
}

#[test]
fn what_is_equal_to_equal_things_is_equal() {
    let mut builder = Builder::default();
    let [x, y] = [builder.var(), builder.var()];
    let equal = |a: Expr, b: Expr| Cond::Equal(a, b);
    let last = builder.ret(Expr::Bool(Box::new(equal(var(0), Expr::integer(1)))));
    let none = builder.ret(atom("none"));
    let to_one = builder.test(equal(var(1), Expr::integer(1)), last, none);
    let root = builder.test(equal(var(0), var(1)), to_one, none);
    let function = builder.finish(vec![x, y], root);
    let found = labels(&call_once(vec![function], &[unknown(), unknown()]));
    assert!(found.contains(&"result(?1,?2,true)".to_owned()), "{found:?}");
    assert!(!found.iter().any(|label| label.ends_with("false)")), "{found:?}");
}

#[test]
fn what_is_equal_is_in_one_place_of_the_order() {
    let number = Expr::integer;
    let equal = |n: usize| Cond::Equal(var(0), number(n));
    let cases = [
        (equal(1), equal(1), 3),
        (equal(1), equal(2), 5),
        (equal(1), Cond::Same(var(0), number(1)), 3),
        (Cond::Same(var(0), number(1)), equal(1), 3),
        (equal(1), is(Kind::Integer, var(0)), 4),
        (is(Kind::Integer, var(0)), equal(1), 4),
        (is(Kind::Atom, var(0)), equal(1), 4),
        (equal(1), Cond::Less(var(0), number(2)), 4),
        (Cond::Less(var(0), number(1)), equal(1), 4),
        (Cond::Less(var(0), number(2)), equal(2), 4),
        (Cond::Less(var(0), number(2)), equal(1), 4),
    ];
    for (first, second, n_outcomes) in cases {
        let found = labels(&asks_twice(first.clone(), second.clone()));
        assert_eq!(found.len(), n_outcomes, "{first:?} {second:?} {found:?}");
    }
}
