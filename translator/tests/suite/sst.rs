//! Splitting trees of clause lists: the worked examples of the paper's technique, and properties
//! that every tree has.

use std::collections::BTreeSet;

use frontend::ast::{ExprKind, Guard, Pat};
use frontend::{FileId, Name, parse_module};
use translator::sst::{Guarding, Pattern, Row, Sst, build, draw};

/// The clauses of the first function, or of the case that is its whole body.
fn tree(source: &str) -> (Sst, String) {
    let text = format!("-module(t).\n{source}\n");
    let outcome = parse_module(FileId(0), &text);
    assert!(outcome.diagnostics.is_empty(), "{:?}", outcome.diagnostics);
    let module = outcome.value;
    let function = module.functions().next().unwrap();
    let clause = &function.clauses[0];
    let case = match &clause.body[0].kind {
        ExprKind::Case(_, clauses) => Some(clauses),
        _ => None,
    };
    let mut bound = BTreeSet::new();
    let rows: Vec<Row> = if let Some(clauses) = case {
        for param in &clause.params {
            param.for_each_var(&mut |name: &Name| {
                bound.insert(name.clone());
            });
        }
        clauses.iter().map(|clause| row(&[&clause.pattern], &clause.guard, &bound)).collect()
    } else {
        function
            .clauses
            .iter()
            .map(|clause| row(&clause.params.iter().collect::<Vec<_>>(), &clause.guard, &bound))
            .collect()
    };
    let sst = build(&rows).unwrap();
    let fail = if case.is_some() { "case_clause" } else { "function_clause" };
    let drawing = draw(&sst, &["V".to_owned()], fail);
    (sst, format!("{source}\n----\n{drawing}"))
}

fn row(patterns: &[&Pat], guard: &Guard, bound: &BTreeSet<Name>) -> Row {
    let patterns = patterns
        .iter()
        .map(|pat| Pattern::from_ast(pat, &|name| bound.contains(name)).unwrap())
        .collect();
    Row { patterns, guard: Guarding::of(guard) }
}

#[test]
fn what_a_clause_has_asked_the_next_ones_do_not_ask_again() {
    let sources = [
        // The same places, the same guard, also behind another question.
        "f({X,X}) when X > 1 -> 1; f({X,X}) -> 2; f(_) -> 3.",
        "f({X,_}) when X > 1 -> 1; f({_,b}) -> 2; f({X,_}) when X > 1 -> 3; f(_) -> 4.",
        "f(X, Y) when X > 1 -> 1; f(Y, X) when X > 1 -> 2; f(X, a) when X > 1 -> 3.",
        "f(V, B) -> case V of {B,1} when V > B -> 1; {B,_} -> 2; _ -> 3 end.",
        // What constructors say of places that are asked to be the same.
        "f({a,a,x}) -> 1; f({X,X,_}) -> 2; f({b,a,_}) -> 3; f({X,_,X}) -> 4.",
        "f({X,X}) when X > 1 -> 1; f({a,Y}) when Y > a -> 2; f({_,a}) -> 3; f({_,_}) -> 4.",
        "f({1.0,1.0,x}) -> 1; f({X,X,_}) -> 2; f({[_],[_],_}) -> 3.",
        // Patterns that ask both ways.
        "f({X,Y} = {Y,X}) when X > Y -> 1; f({X,X}) -> 2; f({_,a}) -> 3.",
    ];
    let drawings: Vec<String> = sources.iter().map(|source| tree(source).1).collect();
    insta::assert_snapshot!(drawings.join("\n"));
}

#[test]
fn a_clause_whose_questions_are_answered_is_never_selected() {
    let (sst, _) = tree("f(V, B) -> case V of B -> 1; B -> 2; _ -> 3 end.");
    assert_eq!(sst.unreachable_clauses(), [1]);
    let (sst, _) = tree("f(X) when X > 1 -> 1; f(X) when X > 1 -> 2.");
    assert_eq!(sst.unreachable_clauses(), [1]);
    let (sst, _) = tree("f(X, _) when X > 1 -> 1; f(_, X) when X > 1 -> 2.");
    assert_eq!(sst.unreachable_clauses(), []);
}

#[test]
fn an_answer_that_makes_no_difference_is_not_asked_for() {
    let (_, drawing) = tree("f({a,_}) -> 1; f({_,_}) -> 2; f({b,_}) -> 3.");
    assert!(!drawing.contains("b: "), "{drawing}");
    let (sst, drawing) = tree("f({X,_}) when X > 1 -> 1; f({X,X}) when X > 1 -> 2; f({_,_}) -> 3.");
    assert_eq!(sst.unreachable_clauses(), [1]);
    assert!(!drawing.contains("=:="), "{drawing}");
}

#[test]
fn many_clauses_that_ask_the_same_take_little_time() {
    // A chain of 300 tests, of which every third one is new.
    let same: Vec<String> =
        (0..300).map(|n| format!("f(X, _) when X > {} -> {n}", n / 3)).collect();
    let (sst, _) = tree(&format!("{}.", same.join("; ")));
    assert!(sst.nodes.len() < 210, "{} nodes", sst.nodes.len());
    // Each answer counts for all that follows, and no two of them are alike.
    let pairs: Vec<String> = (0..40)
        .map(|n| format!("f({{X,X,_}}, {n}) when X > {n} -> 1; f({{X,_,X}}, _) when X > {n} -> 2"))
        .collect();
    let (sst, _) = tree(&format!("{}.", pairs.join("; ")));
    assert!(sst.nodes.len() < 20_000, "{} nodes", sst.nodes.len());
}

#[test]
fn w1_a_bound_variable_and_a_catch_all() {
    let (sst, drawing) = tree("f(Password, Code) -> case Password of Code -> 1; _Wrong -> 2 end.");
    insta::assert_snapshot!(drawing);
    assert!(!sst.can_fail());
}

#[test]
fn w2_nested_tuples_overlap() {
    let (sst, drawing) =
        tree("f({a,X}) -> 1; f({X,b}) -> 2; f({Y}) -> 3; f({_,_}) -> 4; f({c,b}) -> 5.");
    insta::assert_snapshot!(drawing);
    assert_eq!(sst.unreachable_clauses(), [4]);
    assert!(sst.can_fail());
}

#[test]
fn w3_lists_with_a_repeated_variable_and_a_guard() {
    let (sst, drawing) = tree("g([X,X|_]) when X > 1 -> 1; g([X|T]) -> 2; g([]) -> 3.");
    insta::assert_snapshot!(drawing);
    assert_eq!(sst.unreachable_clauses(), []);
}

#[test]
fn w4_a_redundant_clause_behind_a_bound_variable() {
    let (sst, drawing) = tree("f(V, B) -> case V of 2 -> 1; a -> 2; B -> 3; 2 -> 4; _ -> 5 end.");
    insta::assert_snapshot!(drawing);
    assert_eq!(sst.unreachable_clauses(), [3]);
}

#[test]
fn shared_subtrees_are_drawn_once() {
    let (_, drawing) =
        tree("f({a,1,b}) -> 1; f({b,2,c}) -> 2; f({_,_,X}) when X > 1 -> 3; f(_) -> 4.");
    insta::assert_snapshot!(drawing);
    assert_eq!(drawing.matches("test guard of clause 3").count(), 1);
}

#[test]
fn aliases_ask_for_both_patterns() {
    let (sst, drawing) = tree("f({A,_} = {_,b}) -> 1; f({a,B} = C) -> 2; f(_ = {c}) -> 3.");
    insta::assert_snapshot!(drawing);
    assert_eq!(sst.unreachable_clauses(), []);
}

#[test]
fn strings_are_lists_of_integers() {
    let (sst, drawing) = tree("f(\"ab\") -> 1; f([97|_]) -> 2; f(\"\") -> 3.");
    insta::assert_snapshot!(drawing);
    assert_eq!(sst.unreachable_clauses(), []);
}

#[test]
fn many_clauses_take_linear_space() {
    let clauses: Vec<String> =
        (0..2000).map(|n| format!("f({{k{n},X}}) when X > {n} -> {n}")).collect();
    let (sst, _) = tree(&format!("{}.", clauses.join("; ")));
    assert!(sst.nodes.len() <= 3 * 2000 + 10, "{} nodes", sst.nodes.len());
}
