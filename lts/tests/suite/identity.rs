//! References and process identifiers: made, tested, compared, written, read.

use frontend::FileId;
use lts::semantics::constant;
use lts::semantics::{LabelStyle, Machine, View};
use lts::term::parse::{SpannedKind, parse_spanned_term, parse_term};
use lts::term::pattern::parse_action_pattern;
use lts::{Action, Term};
use model::{Cond, Expr, Function, Kind, Operator};
use num_bigint::BigInt;

use crate::model::{Builder, call_once, explored, labels, unknown, var};

const FILE: FileId = FileId(0);

/// `f(X1,..,Xn)` whose value is this expression.
fn value_of(n: usize, value: Expr) -> Vec<Function> {
    let mut builder = Builder::default();
    let params = (0..n).map(|_| builder.var()).collect();
    let root = builder.ret(value);
    vec![builder.finish(params, root)]
}

/// `f(X1,..,Xn)` for a condition: `true` or `false`.
fn asks(n: usize, cond: Cond) -> Vec<Function> {
    value_of(n, Expr::Bool(Box::new(cond)))
}

#[test]
fn they_are_made_from_numbers() {
    let both =
        [Operator::Reference, Operator::Pid].map(|operator| Expr::Apply(operator, vec![var(0)]));
    let model = call_once(value_of(1, Expr::Tuple(both.to_vec())), &[Expr::integer(12)]);
    assert_eq!(labels(&model), ["result(12,{#Ref<12>,<12>})"]);
}

#[test]
fn what_is_made_from_an_unknown_number_is_unknown_but_for_its_kind() {
    let made = || Expr::Apply(Operator::Pid, vec![var(0)]);
    let is = |kind| Expr::Bool(Box::new(Cond::Is(kind, made())));
    let kinds = [Kind::Pid, Kind::Reference, Kind::Tuple].map(is).to_vec();
    let mut builder = Builder::default();
    let x = builder.var();
    let value = builder.ret(Expr::Tuple(kinds));
    let other = builder.ret(Expr::Nil);
    let root = builder.test(Cond::Is(Kind::Integer, var(0)), value, other);
    let model = call_once(vec![builder.finish(vec![x], root)], &[unknown()]);
    assert_eq!(labels(&model), ["result(?1,[])", "result(?1,{true,false,false})"]);
}

#[test]
fn each_is_of_its_own_kind_only() {
    let kinds = [
        Kind::Integer,
        Kind::Number,
        Kind::Float,
        Kind::Atom,
        Kind::Nil,
        Kind::Cons,
        Kind::Tuple,
        Kind::TupleOf(1),
        Kind::Map,
        Kind::Binary,
        Kind::BitString,
        Kind::Fun,
        Kind::Pid,
        Kind::Port,
        Kind::Reference,
    ];
    for kind in kinds {
        for (value, own) in [(Expr::reference(1), Kind::Reference), (Expr::pid(1), Kind::Pid)] {
            // Beside an unknown value too.
            let open = Expr::Tuple(vec![var(0), unknown()]);
            for shown in [var(0), Expr::Element(1, Box::new(open))] {
                let model = call_once(asks(1, Cond::Is(kind, shown)), std::slice::from_ref(&value));
                let found = labels(&model);
                assert!(found[0].ends_with(&format!(",{})", kind == own)), "{kind:?}: {found:?}");
                assert_eq!(found.len(), 1);
            }
        }
    }
}

#[test]
fn they_are_ordered_by_kind_and_number() {
    let ascending = [
        Expr::integer(9),
        Expr::atom("z"),
        Expr::reference(2),
        Expr::reference(10),
        Expr::pid(0),
        Expr::pid(1),
        Expr::Tuple(vec![]),
        Expr::Nil,
        Expr::list([Expr::Nil].into_iter()),
    ];
    for (i, left) in ascending.iter().enumerate() {
        for (j, right) in ascending.iter().enumerate() {
            let args = [left.clone(), right.clone()];
            let less = labels(&call_once(asks(2, Cond::Less(var(0), var(1))), &args));
            assert!(less[0].ends_with(&format!(",{})", i < j)), "{less:?}");
            let same = labels(&call_once(asks(2, Cond::Same(var(0), var(1))), &args));
            assert!(same[0].ends_with(&format!(",{})", i == j)), "{same:?}");
        }
    }
}

#[test]
fn an_unknown_value_may_be_one() {
    let same = |value| Cond::Same(var(0), value);
    let pid = || Cond::Is(Kind::Pid, var(0));
    let cases = [
        (same(Expr::reference(1)), vec!["result(#Ref<1>,true)", "result(?1,false)"]),
        (same(Expr::pid(1)), vec!["result(<1>,true)", "result(?1,false)"]),
        (
            Cond::And(pid().into(), same(Expr::pid(2)).into()),
            vec!["result(<2>,true)", "result(?1,false)"],
        ),
        (Cond::And(pid().into(), same(Expr::reference(2)).into()), vec!["result(?1,false)"]),
        // Nothing is both.
        (
            Cond::And(same(Expr::reference(1)).into(), same(Expr::reference(2)).into()),
            vec!["result(#Ref<1>,false)", "result(?1,false)"],
        ),
        // All pids come before all tuples, all references before all pids.
        (
            Cond::And(pid().into(), Cond::Less(Expr::Tuple(vec![]), var(0)).into()),
            vec!["result(?1,false)"],
        ),
        (
            Cond::And(pid().into(), Cond::Less(Expr::reference(7), var(0)).into()),
            vec!["result(?1,true)", "result(?1,false)"],
        ),
        (
            Cond::And(pid().into(), Cond::Less(var(0), Expr::pid(7)).into()),
            vec!["result(?1,true)", "result(?1,false)"],
        ),
    ];
    for (cond, mut expected) in cases {
        let mut found = labels(&call_once(asks(1, cond.clone()), &[unknown()]));
        found.sort();
        expected.sort_unstable();
        assert_eq!(found, expected, "{cond:?}");
    }
}

#[test]
fn labels_name_them_in_each_style() {
    let value = Expr::Tuple(vec![Expr::reference(2), Expr::pid(0)]);
    let model = call_once(value_of(1, var(0)), &[value]);
    let cases = [
        (LabelStyle::Erlang, "result({#Ref<2>,<0>},{#Ref<2>,<0>})"),
        (
            LabelStyle::Mcrl2,
            "result(tuple(reference(2), tuplenil(pid(0))), tuple(reference(2), tuplenil(pid(0))))",
        ),
        (
            LabelStyle::Mcrl,
            "result(tuple(reference(s(s(0))),tuplenil(pid(0))),tuple(reference(s(s(0))),tuplenil(pid(0))))",
        ),
    ];
    for (style, text) in cases {
        let exploration = explored(&mut Machine::new(&model, View::Default, style));
        let labels = exploration.lts.labels().clone();
        let texts: Vec<_> = labels.iter().filter_map(|(_, label)| label.text()).collect();
        assert_eq!(texts, [text]);
    }
}

#[test]
fn texts_are_read_as_they_are_written() {
    let number = |value: i64| BigInt::from(value);
    let large = number(10).pow(40);
    let cases = [
        ("<1>", Term::Pid(number(1))),
        ("#Ref<0>", Term::Reference(number(0))),
        (
            "{#Ref<10000000000000000000000000000000000000000>,[<3>|<4>]}",
            Term::Tuple(vec![
                Term::Reference(large),
                Term::cons(Term::Pid(number(3)), Term::Pid(number(4))),
            ]),
        ),
        ("#{<1> => #Ref<2>}", Term::map(vec![(Term::Pid(number(1)), Term::Reference(number(2)))])),
    ];
    for (text, term) in cases {
        assert_eq!(parse_term(FILE, text).value.as_ref(), Some(&term), "{text}");
        assert_eq!(term.to_string(), text);
        assert_eq!(term.plain(), text);
        let spanned = parse_spanned_term(FILE, text).value.expect(text);
        assert_eq!(spanned.term(), term);
        assert_eq!(spanned.span.end as usize, text.len());
    }
    let reference = parse_spanned_term(FILE, "#Ref<7>").value.expect("a reference");
    assert_eq!(reference.kind, SpannedKind::Reference(number(7)));
}

#[test]
fn other_numbers_are_no_terms() {
    for text in ["<>", "<-1>", "<1", "<1 >", "< 1>", "#Ref<>", "#Ref<1", "#Ref", "#Ref <1>", "<a>"]
    {
        assert!(parse_term(FILE, text).has_errors(), "{text}");
    }
}

#[test]
fn patterns_name_them() {
    let cases = [
        ("reply(#Ref<1>)", "reply(#Ref<1>)", true),
        ("reply(#Ref<1>)", "reply(#Ref<2>)", false),
        ("reply(#Ref<1>)", "reply(<1>)", false),
        ("reply({<1>,_})", "reply({<1>,#Ref<2>})", true),
        ("reply({<1>,_})", "reply({<2>,#Ref<2>})", false),
        ("f(X) -> X", "f(<1>) -> <1>", true),
        ("f(X) -> X", "f(<1>) -> #Ref<1>", false),
        ("f() -> <1>", "f() -> <1>", true),
        ("f(<1>)", "f(1)", false),
        ("f(#{<1> := X})", "f(#{<1> => a,b => c})", true),
    ];
    for (pattern, action, expected) in cases {
        let outcome = parse_action_pattern(FILE, 0, pattern);
        let parsed = outcome.value.expect(pattern);
        let action = Action::parse(action).expect(action);
        assert_eq!(parsed.matches(&action), expected, "{pattern}, {action}");
        assert_eq!(parsed.to_string(), pattern);
    }
}

#[test]
fn they_are_constants_of_a_model() {
    let term = parse_term(FILE, "{<1>,#Ref<2>}").value.expect("a term");
    let expr = Expr::Tuple(vec![Expr::pid(1), Expr::reference(2)]);
    assert_eq!(constant(&term), Some(expr));
}
