//! What functions return that stay where they are.

use model::{Expr, Kind};
use translator::Domain;

use crate::linked;

/// Where the value of `help:g/1` is, whose module has these forms; each acts, so that it does not move.
fn returned(forms: &str) -> Option<Domain> {
    let door = "-module(door).\n-export([f/1]).\nf(X) -> help:g(X).\n";
    let help = format!("-module(help).\n-export([g/1]).\n{forms}\nact() -> self() ! act.\n");
    let help: &'static str = Box::leak(help.into_boxed_str());
    let (linked, _) = linked(door, &[("help", help)]);
    assert!(linked.module.is_none());
    linked.shapes.into_iter().next().map(|shape| shape.returns)
}

fn atom(text: &str) -> Domain {
    Domain::Same(Expr::atom(text))
}

fn pair(tag: &str, value: Domain) -> Domain {
    Domain::Tuple(vec![atom(tag), value])
}

#[test]
fn branches_and_calls() {
    let forms = "g(X) -> act(), case h(X) of {ok, _} = R -> R; error -> {error, X} end.\nh(1) -> {ok, 1};\nh(2) -> error.";
    let one = Domain::Same(Expr::integer(1));
    let both = Domain::OneOf(vec![pair("ok", one), pair("error", Domain::Any)]);
    assert_eq!(returned(forms), Some(both));
}

#[test]
fn one_value_is_a_constant() {
    assert_eq!(returned("g(_) -> act(), ok."), Some(atom("ok")));
    assert_eq!(
        returned("g(X) -> act(), h(X).\nh(X) -> case X of 1 -> done; _ -> done end."),
        Some(atom("done"))
    );
}

#[test]
fn what_never_returns_adds_nothing() {
    let forms = "g(1) -> act(), ok;\ng(X) -> bad(X).\nbad(X) -> throw({bad, X}).";
    assert_eq!(returned(forms), Some(atom("ok")));
    // Nothing is said of one that never does.
    assert_eq!(returned("g(X) -> act(), exit(X)."), None);
    assert_eq!(returned("g(X) -> act(), g(X)."), None);
}

#[test]
fn recursion_comes_to_an_end() {
    let forms = "g(0) -> act(), done;\ng(N) -> {more, g(N - 1)}.";
    let Some(Domain::OneOf(parts)) = returned(forms) else { panic!() };
    assert_eq!(parts[0], atom("done"));
    let forms = "g(X) -> act(), even(X).\neven(0) -> true;\neven(N) -> odd(N - 1).\nodd(0) -> false;\nodd(N) -> even(N - 1).";
    assert_eq!(returned(forms), Some(Domain::OneOf(vec![atom("true"), atom("false")])));
}

#[test]
fn clauses_that_cannot_match_do_not_count() {
    let forms = "g(X) -> act(), case h(X) of ok -> fine; {error, E} -> {E, X}; _ -> never end.\nh(1) -> ok;\nh(_) -> {error, bad}.";
    let both = Domain::OneOf(vec![atom("fine"), pair("bad", Domain::Any)]);
    assert_eq!(returned(forms), Some(both));
    let forms = "g(X) -> act(), case h(X) of ok -> fine; Y when Y =:= X -> same; {error, X} -> that; _ -> else end.\nh(1) -> ok;\nh(_) -> {error, bad}.";
    let forms = &forms.replace("else", "other");
    let Some(Domain::OneOf(parts)) = returned(forms) else { panic!() };
    assert!(parts.contains(&atom("other")));
}

#[test]
fn variables_keep_what_is_known() {
    let forms = "g(X) -> act(), {T, V} = {tag, [X]}, R = {T, V, X}, R.";
    let parts = vec![atom("tag"), Domain::Is(Kind::Cons), Domain::Any];
    assert_eq!(returned(forms), Some(Domain::Tuple(parts)));
    // A variable of a branch may be what another branch has made it.
    assert_eq!(returned("g(X) -> act(), case X of 1 -> V = a; _ -> V = b end, V."), None);
}

/// A pattern that is a variable takes one value alone where the variable was bound, wherever that was.
#[test]
fn bound_variables_take_one_value() {
    let both = Some(Domain::OneOf(vec![atom("same"), atom("other")]));
    let last = "case h(X) of Y -> same; _ -> other end.\nh(X) -> X + 1.";
    let bound = [
        "case X of 1 -> Y = 1; _ -> Y = 2 end",
        "self() ! (Y = X)",
        "h(Y = X)",
        "_ = {a, [Y = X]}",
        "if X > 1 -> Y = 1; true -> Y = 2 end",
    ];
    for bound in bound {
        assert_eq!(returned(&format!("g(X) -> act(), {bound}, {last}")), both, "{bound}");
    }
    let forms = "g(X) -> act(), case h(Y = X) of Y -> same; _ -> other end.\nh(X) -> X + 1.";
    assert_eq!(returned(forms), both);
    // One that is new takes all.
    assert_eq!(returned(&format!("g(X) -> act(), {last}")), Some(atom("same")));
}

#[test]
fn records_are_tuples() {
    let forms = "-record(r, {a = 1, b}).\ng(X) -> act(), #r{a = X}.";
    let parts = vec![atom("r"), Domain::Any, atom("undefined")];
    assert_eq!(returned(forms), Some(Domain::Tuple(parts)));
    let forms = "-record(r, {a = 1, b}).\ng(_) -> act(), #r{_ = x, b = y}.";
    let parts = vec![atom("r"), atom("x"), atom("y")];
    assert_eq!(returned(forms), Some(Domain::Tuple(parts)));
}

#[test]
fn caught_exceptions_count() {
    let forms = "g(X) -> act(), try h(X) of 1 -> one catch throw:T -> {thrown, T}; _:_ -> none end.\nh(X) -> X + 1.";
    let Some(Domain::OneOf(parts)) = returned(forms) else { panic!() };
    let all = [atom("one"), atom("none"), pair("thrown", Domain::Any)];
    assert!(parts.len() == 3 && all.iter().all(|part| parts.contains(part)), "{parts:?}");
    assert_eq!(returned("g(X) -> act(), catch h(X).\nh(X) -> X + 1."), None);
}

#[test]
fn too_many_values_are_told_by_their_kinds() {
    let many: Vec<String> = (0..30).map(|n| format!("g({n}) -> act(), a{n}")).collect();
    assert_eq!(returned(&format!("{}.", many.join(";\n"))), Some(Domain::Is(Kind::Atom)));
}
