//! Steps of models with unknown values: refinement, joins, cuts, numbering.

#![allow(clippy::unwrap_used, clippy::panic, reason = "tests")]

use lts::LabelId;
use lts::next_state::{NextState as _, StepError, Successors};
use lts::semantics::Origin;
use model::{
    ActionId, ActionRole, Behaviour, Communication, Cond, End, Expr, Function, FunctionId, Kind,
    Model, Operator, OriginId, PointId, VarId,
};

use crate::model::{
    Builder, call_once, explored, labels, machine, model, process, run_process, unknown, var,
};

pub(crate) fn atom(text: &str) -> Expr {
    Expr::atom(text)
}

pub(crate) fn is(kind: Kind, value: Expr) -> Cond {
    Cond::Is(kind, value)
}

/// `f(X)` for a condition on `X`: `true` or `false`.
pub(crate) fn asks(cond: Cond) -> Vec<Function> {
    let mut builder = Builder::default();
    let x = builder.var();
    let root = builder.ret(Expr::Bool(Box::new(cond)));
    vec![builder.finish(vec![x], root)]
}

#[test]
fn tests_refine_what_the_label_shows() {
    let cases = [
        (is(Kind::Atom, var(0)), vec!["result(?1,true)", "result(?1,false)"]),
        (is(Kind::TupleOf(2), var(0)), vec!["result({?1,?2},true)", "result(?1,false)"]),
        (is(Kind::Cons, var(0)), vec!["result([?1|?2],true)", "result(?1,false)"]),
        (is(Kind::Nil, var(0)), vec!["result([],true)", "result(?1,false)"]),
        (Cond::Same(var(0), atom("a")), vec!["result(a,true)", "result(?1,false)"]),
        (Cond::Same(var(0), Expr::Tuple(vec![var(0)])), vec!["result(?1,false)"]),
        (
            Cond::And(is(Kind::Nil, var(0)).into(), is(Kind::Cons, var(0)).into()),
            vec!["result([],false)", "result(?1,false)"],
        ),
    ];
    for (cond, expected) in cases {
        assert_eq!(labels(&call_once(asks(cond.clone()), &[unknown()])), expected, "{cond:?}");
    }
}

/// `f(X)`: `{B1,B2}`, the truth of two conditions.
pub(crate) fn asks_twice(first: Cond, second: Cond) -> Model {
    let mut builder = Builder::default();
    let x = builder.var();
    let both = Expr::Tuple([first, second].map(|cond| Expr::Bool(Box::new(cond))).to_vec());
    let root = builder.ret(both);
    call_once(vec![builder.finish(vec![x], root)], &[unknown()])
}

#[test]
fn what_was_found_out_is_not_asked_again() {
    let less = |a: Expr, b: Expr| Cond::Less(a, b);
    let five = || Expr::integer(5);
    let cases = [
        (less(var(0), five()), less(var(0), five()), 2),
        (less(var(0), five()), less(five(), var(0)), 3),
        (less(var(0), five()), Cond::Same(var(0), five()), 3),
        (less(five(), atom("a")), less(var(0), five()), 2),
        (is(Kind::TupleOf(1), var(0)), is(Kind::TupleOf(1), var(0)), 2),
        (is(Kind::TupleOf(1), var(0)), is(Kind::TupleOf(2), var(0)), 3),
        (is(Kind::Number, var(0)), is(Kind::Integer, var(0)), 3),
        (is(Kind::BitString, var(0)), is(Kind::Binary, var(0)), 3),
        (is(Kind::Atom, var(0)), less(var(0), five()), 3),
        (Cond::Same(var(0), atom("a")), Cond::Same(var(0), atom("a")), 2),
        (Cond::Same(var(0), atom("a")), Cond::Same(var(0), atom("b")), 3),
    ];
    for (first, second, n_outcomes) in cases {
        let found = labels(&asks_twice(first.clone(), second.clone()));
        assert_eq!(found.len(), n_outcomes, "{first:?} {second:?} {found:?}");
    }
}

#[test]
fn equality_makes_structures_the_same() {
    let mut builder = Builder::default();
    let [x, y] = [builder.var(), builder.var()];
    let left = Expr::Tuple(vec![var(0), atom("a")]);
    let right = Expr::Tuple(vec![atom("b"), var(1)]);
    let same = Cond::Same(left, right);
    let root = builder.ret(Expr::Bool(Box::new(same)));
    let function = builder.finish(vec![x, y], root);
    let found = labels(&call_once(vec![function], &[unknown(), unknown()]));
    assert_eq!(found, ["result(b,a,true)", "result(?1,?2,false)"]);
}

#[test]
fn arithmetic_on_unknown_numbers_is_unknown() {
    let mut builder = Builder::default();
    let x = builder.var();
    let sum = Expr::Apply(Operator::Add, vec![var(0), Expr::integer(1)]);
    let number = builder.ret(Expr::Bool(Box::new(is(Kind::Integer, sum))));
    let other = builder.ret(atom("none"));
    let root = builder.test(is(Kind::Integer, var(0)), number, other);
    let function = builder.finish(vec![x], root);
    let found = labels(&call_once(vec![function], &[unknown()]));
    assert_eq!(found, ["result(?1,none)", "result(?1,true)"]);
}

#[test]
fn components_of_tuples_of_unknown_size_are_unknown() {
    let mut builder = Builder::default();
    let x = builder.var();
    let first = builder.ret(Expr::Element(1, Box::new(var(0))));
    let other = builder.ret(atom("none"));
    let root = builder.test(is(Kind::Tuple, var(0)), first, other);
    let function = builder.finish(vec![x], root);
    let found = labels(&call_once(vec![function], &[unknown()]));
    assert_eq!(found, ["result(?1,none)", "result(?1,?2)"]);
}

#[test]
fn parts_of_an_unknown_value_are_the_same_each_time() {
    let size = || Expr::Apply(Operator::TupleSize, vec![var(0)]);
    let first = || Expr::Element(1, Box::new(var(0)));
    let has_two = || Expr::Bool(Box::new(is(Kind::TupleOf(2), var(0))));
    let cases = [
        (Expr::Tuple(vec![first(), first()]), vec!["result(?1,none)", "result(?1,{?2,?2})"]),
        (Expr::Tuple(vec![size(), size()]), vec!["result(?1,none)", "result(?1,{?2,?2})"]),
        // The tuple of two components has this size and this first component.
        (
            Expr::Tuple(vec![size(), first(), has_two()]),
            vec!["result(?1,none)", "result(?1,{?2,?3,false})", "result({?1,?2},{2,?1,true})"],
        ),
    ];
    for (value, expected) in cases {
        let mut builder = Builder::default();
        let x = builder.var();
        let (value, other) = (builder.ret(value), builder.ret(atom("none")));
        let root = builder.test(is(Kind::Tuple, var(0)), value, other);
        let mut found = labels(&call_once(vec![builder.finish(vec![x], root)], &[unknown()]));
        found.sort_unstable();
        let mut expected: Vec<&str> = expected;
        expected.sort_unstable();
        assert_eq!(found, expected);
    }
}

#[test]
fn answers_are_for_the_place_that_asked() {
    let mut builder = Builder::default();
    let x = builder.var();
    let one = Expr::integer(1);
    let sum = || Expr::Apply(Operator::Add, vec![var(0), one.clone()]);
    let is_five = Expr::Bool(Box::new(Cond::Same(var(0), Expr::integer(5))));
    let neg = Expr::Apply(Operator::Neg, vec![sum()]);
    let all = builder.ret(Expr::Tuple(vec![sum(), is_five, neg, unknown()]));
    let other = builder.ret(atom("none"));
    let root = builder.test(is(Kind::Integer, var(0)), all, other);
    let function = builder.finish(vec![x], root);
    let mut found = labels(&call_once(vec![function], &[unknown()]));
    found.sort_unstable();
    let expected = ["result(5,{6,true,-6,?1})", "result(?1,none)", "result(?1,{?2,false,?3,?4})"];
    assert_eq!(found, expected);
}

/// n decisions one after another, each on a value of its own; the last one is returned.
fn chain(n: u32, is_param: bool) -> Function {
    let mut builder = Builder::default();
    let params: Vec<VarId> = (0..n).map(|_| builder.var()).collect();
    let mut next = builder.ret(atom("done"));
    for &param in params.iter().rev() {
        let seen = builder.var();
        let yes = builder.bind(seen, Expr::integer(1), next);
        let no = builder.bind(seen, Expr::integer(2), next);
        next = builder.test(is(Kind::Atom, Expr::Var(param)), yes, no);
        if !is_param {
            next = builder.bind(param, unknown(), next);
        }
    }
    builder.finish(if is_param { params } else { Vec::new() }, next)
}

#[test]
fn decisions_that_nobody_needs_do_not_multiply() {
    assert_eq!(labels(&call_once(vec![chain(40, false)], &[])), ["result(done)"]);
    let model = call_inside(chain(40, true), 40);
    assert_eq!(labels(&model), ["result(done)"]);
}

/// A function without parameters that calls the given one on n unknown values.
fn call_inside(callee: Function, n: u32) -> Model {
    let mut builder = Builder::default();
    let args: Vec<VarId> = (0..n).map(|_| builder.var()).collect();
    let result = builder.var();
    let mut next = builder.ret(Expr::Var(result));
    let call = Expr::Call(FunctionId(0), args.iter().map(|&arg| Expr::Var(arg)).collect());
    next = builder.bind(result, call, next);
    for &arg in &args {
        next = builder.bind(arg, unknown(), next);
    }
    call_once(vec![callee, builder.finish(Vec::new(), next)], &[])
}

/// `f([_|T], N) -> f(T, N + 1); f(_, N) -> N.`
fn count() -> Function {
    let mut builder = Builder::default();
    let [list, n, rest] = [builder.var(), builder.var(), builder.var()];
    let more = Expr::Apply(Operator::Add, vec![Expr::Var(n), Expr::integer(1)]);
    let again = builder.ret(Expr::Call(FunctionId(0), vec![Expr::Var(rest), more]));
    let yes = builder.bind(rest, Expr::Tail(Box::new(Expr::Var(list))), again);
    let no = builder.ret(Expr::Var(n));
    let root = builder.test(is(Kind::Cons, Expr::Var(list)), yes, no);
    builder.finish(vec![list, n], root)
}

#[test]
fn recursion_on_unknown_lists_is_cut() {
    let model = call_once(vec![count()], &[unknown(), Expr::integer(0)]);
    let mut machine = machine(&model);
    let exploration = explored(&mut machine);
    let labels: Vec<_> =
        exploration.lts.labels().iter().filter_map(|(_, label)| label.text()).collect();
    let expected = [
        "result(?1,0,0)",
        "result([?1|?2],0,1)",
        "result([?1,?2|?3],0,2)",
        "result([?1,?2,?3|?4],0,?5)",
    ];
    let mut sorted = labels.clone();
    sorted.sort_unstable();
    let mut expected_sorted = expected.to_vec();
    expected_sorted.sort_unstable();
    assert_eq!(sorted, expected_sorted);
    assert_eq!(machine.cuts(), 1);
}

#[test]
fn recursion_on_known_lists_is_not_cut() {
    let known = Expr::list((0..1_000).map(Expr::integer));
    let model = call_once(vec![count()], &[known, Expr::integer(0)]);
    assert!(labels(&model)[0].ends_with(",0,1000)"));
    let elements = Expr::list((0..50).map(|_| unknown()));
    let model = call_once(vec![count()], &[elements, Expr::integer(0)]);
    let mut machine = machine(&model);
    let exploration = explored(&mut machine);
    assert_eq!((exploration.lts.n_states(), machine.cuts()), (2, 0));
}

/// `f(0) -> 0; f(N) -> 1 + f(N - 1).`, the call inside of an expression.
fn counting() -> Function {
    let mut builder = Builder::default();
    let n = builder.var();
    let less = Expr::Apply(Operator::Sub, vec![Expr::Var(n), Expr::integer(1)]);
    let more = vec![Expr::integer(1), Expr::Call(FunctionId(0), vec![less])];
    let other = builder.ret(Expr::Apply(Operator::Add, more));
    let zero = builder.ret(Expr::integer(0));
    let root = builder.test(Cond::Same(Expr::Var(n), Expr::integer(0)), zero, other);
    builder.finish(vec![n], root)
}

#[test]
fn calls_inside_of_expressions_need_memory_only() {
    let model = call_once(vec![counting()], &[Expr::integer(100_000)]);
    assert_eq!(labels(&model), ["result(100000,100000)"]);
}

#[test]
fn endless_recursion_uses_up_the_budget() {
    let mut builder = Builder::default();
    let x = builder.var();
    let root = builder.ret(Expr::Tuple(vec![Expr::Call(FunctionId(0), vec![Expr::Var(x)])]));
    let model = call_once(vec![builder.finish(vec![x], root)], &[atom("a")]);
    let mut initial = Vec::new();
    let found = machine(&model).with_max_steps(10_000).initial(&mut initial);
    assert!(matches!(found, Err(StepError::Budget(cycle)) if cycle.functions.len() == 1));
}

/// `f(0) -> 0; f(N) -> f(N - 1).`, where the clause that calls makes a constant with 51 parts before it does.
fn making_constants() -> Function {
    let mut builder = Builder::default();
    let n = builder.var();
    let made = builder.var();
    let less = Expr::Apply(Operator::Sub, vec![Expr::Var(n), Expr::integer(1)]);
    let again = builder.ret(Expr::Call(FunctionId(0), vec![less]));
    let constant = Expr::Tuple((0..50).map(Expr::integer).collect());
    let other = builder.bind(made, constant, again);
    let zero = builder.ret(Expr::integer(0));
    let root = builder.test(Cond::Same(Expr::Var(n), Expr::integer(0)), zero, other);
    builder.finish(vec![n], root)
}

#[test]
fn a_constant_takes_the_same_steps_each_time() {
    let model = call_once(vec![making_constants()], &[Expr::integer(100)]);
    let runs = |max| machine(&model).with_max_steps(max).initial(&mut Vec::new());
    // 51 steps for the constant, 8 for all else.
    assert!(matches!(runs(5_850), Err(StepError::Budget(_))));
    assert!(runs(5_950).is_ok());
}

/// `P(X)`: asks for a value, again and again, and keeps the last one.
fn asking() -> Model {
    let mut model = model(Vec::new(), &[("ask", 1)]);
    let args = vec![var(1), Expr::Tuple(vec![var(1), var(1)])];
    let again = model.points.push(Behaviour::Call { process: process(0), args });
    let act = Behaviour::Act { action: ActionId(0), args: vec![var(1)], next: again, origin: None };
    let act = model.points.push(act);
    model.points.push(Behaviour::Let { var: VarId(1), value: unknown(), next: act });
    run_process(&mut model, vec![VarId(0)], 2, vec![atom("none")]);
    model
}

#[test]
fn states_that_differ_in_numbers_are_one() {
    let model = asking();
    let exploration = explored(&mut machine(&model));
    assert_eq!(exploration.lts.n_states(), 1);
    assert_eq!(labels(&model), ["ask(?1)"]);
}

/// `go`, then a decision on an unknown value; the two ways differ in what follows, or do not.
fn deciding(other: &str) -> Model {
    let mut model = model(Vec::new(), &[("go", 0), ("a", 0), ("b", 0)]);
    let end = model.points.push(Behaviour::End(End::Stopped));
    let mut act = |number, next| {
        let args = Vec::new();
        model.points.push(Behaviour::Act { action: ActionId(number), args, next, origin: None })
    };
    let yes = act(1, end);
    let no = if other == "a" { yes } else { act(2, end) };
    let cond = is(Kind::Atom, var(0));
    let decide = model.points.push(Behaviour::If { cond, yes, no });
    let value = Expr::Unknown(OriginId(1));
    let decide = model.points.push(Behaviour::Let { var: VarId(0), value, next: decide });
    let args = Vec::new();
    model.points.push(Behaviour::Act { action: ActionId(0), args, next: decide, origin: None });
    run_process(&mut model, Vec::new(), 1, Vec::new());
    model
}

fn origins(model: &Model) -> Vec<Origin> {
    let mut machine = machine(model);
    let mut initial = Vec::new();
    machine.initial(&mut initial).unwrap();
    let mut successors = Successors::default();
    machine.successors(&initial, &mut successors).unwrap();
    let found: Vec<(LabelId, Vec<u32>)> =
        successors.iter(machine.width()).map(|(label, state)| (label, state.to_vec())).collect();
    found
        .iter()
        .map(|(label, state)| machine.origin(&initial, *label, state).unwrap().unwrap())
        .collect()
}

#[test]
fn a_step_names_the_values_on_which_it_rests() {
    let split: Vec<_> = origins(&deciding("b")).into_iter().map(|o| o.uncertain).collect();
    assert_eq!(split, [[OriginId(1)], [OriginId(1)]]);
    let joined: Vec<_> = origins(&deciding("a")).into_iter().map(|o| o.uncertain).collect();
    assert_eq!(joined, [[]]);
}

/// A sender of an unknown value, and a receiver that accepts atoms only.
fn handing_over() -> Model {
    let mut model = model(Vec::new(), &[("s", 1), ("r", 1), ("c", 1), ("got", 1)]);
    for half in [ActionId(0), ActionId(1)] {
        model.actions[half].role = ActionRole::Half;
    }
    let [send, receive, result] = [ActionId(0), ActionId(1), ActionId(2)];
    model.communications.push(Communication { send, receive, result });
    let act = |model: &mut Model, action| {
        let next = model.points.push(Behaviour::End(End::Stopped));
        let args = vec![var(0)];
        model.points.push(Behaviour::Act { action, args, next, origin: None })
    };
    let next = act(&mut model, send);
    model.points.push(Behaviour::Let { var: VarId(0), value: unknown(), next });
    run_process(&mut model, Vec::new(), 1, Vec::new());
    let next = act(&mut model, ActionId(3));
    let when = Some(is(Kind::Atom, var(0)));
    let given = Vec::new();
    model.points.push(Behaviour::Receive { action: receive, given, var: VarId(0), when, next });
    run_process(&mut model, Vec::new(), 1, Vec::new());
    model
}

#[test]
fn a_receiver_refines_what_it_accepts() {
    let model = handing_over();
    assert_eq!(labels(&model), ["c(?1)", "got(?1)"]);
    assert_eq!(explored(&mut machine(&model)).lts.n_states(), 3);
    let uncertain: Vec<_> = origins(&model).into_iter().map(|o| o.uncertain).collect();
    assert_eq!(uncertain, [[OriginId(0)]]);
}

#[test]
fn several_first_states_have_one_before_them() {
    let mut model = deciding("b");
    let root = PointId(u32::try_from(model.points.len()).unwrap() - 2);
    model.processes[process(0)].body = root;
    let mut machine = machine(&model);
    let exploration = explored(&mut machine);
    assert_eq!(exploration.lts.n_states(), 4);
    assert_eq!(machine.info(&exploration.states[0]).stored, None);
    assert_eq!(machine.info(&exploration.states[0]).end, None);
}

#[test]
fn exploration_is_deterministic() {
    let run = || {
        let model = call_inside(chain(5, true), 5);
        let cond = Cond::Less(var(0), Expr::integer(5));
        let twice = asks_twice(cond, is(Kind::Integer, var(0)));
        [labels(&model), labels(&twice), labels(&asking())]
    };
    assert_eq!(run(), run());
}
