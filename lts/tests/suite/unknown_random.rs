//! Random functions on unknown values: every concrete run is an instance of a symbolic outcome, and
//! every outcome of plain pattern tests has an instance.

#![allow(clippy::unwrap_used, clippy::panic, reason = "tests")]

use std::collections::BTreeMap;

use lts::semantics::constant;
use lts::{Action, Term};
use model::{Cond, Expr, Function, FunctionId, Kind, NodeId, Operator, VarId};
use proptest::collection::vec;
use proptest::prelude::*;

use crate::model::{Builder, actions, actions_of, call_once, machine, unknown};

/// One step of a function: a tree of tests whose leaves bind the same variable.
#[derive(Clone, Debug)]
enum Tree {
    Leaf(Leaf),
    Test(Test, usize, usize, Box<Tree>, Box<Tree>),
}

/// What a leaf binds; numbers choose among the variables in scope.
#[derive(Clone, Copy, Debug)]
enum Leaf {
    Constant(u8),
    Var(usize),
    Pair(usize, usize),
    Call(usize),
    CallInside(usize),
    Unknown,
}

#[derive(Clone, Copy, Debug)]
enum Test {
    Is(Kind),
    SameAs(u8),
    Same,
    SamePair,
    EqualTo(u8),
    Equal,
    EqualPair,
    Less,
}

const CONSTANTS: [&str; 2] = ["a", "b"];

fn constant_of(number: u8) -> Expr {
    match number % 4 {
        0 => Expr::atom(CONSTANTS[0]),
        1 => Expr::atom(CONSTANTS[1]),
        2 => Expr::integer(0),
        _ => Expr::Nil,
    }
}

/// Tests that tell patterns apart; integers are told from other terms by their values alone, so that
/// there is always one more.
fn pattern_test() -> impl Strategy<Value = Test> + Clone {
    prop_oneof![
        proptest::sample::select(vec![Kind::Atom, Kind::TupleOf(2), Kind::Cons, Kind::Nil])
            .prop_map(Test::Is),
        (0..4_u8).prop_map(Test::SameAs),
    ]
}

fn any_test() -> impl Strategy<Value = Test> + Clone {
    let kinds = [Kind::Integer, Kind::Number, Kind::Float, Kind::Tuple, Kind::Map, Kind::Binary];
    prop_oneof![
        3 => pattern_test(),
        1 => proptest::sample::select(kinds.to_vec()).prop_map(Test::Is),
        1 => Just(Test::Same),
        1 => Just(Test::SamePair),
        1 => (0..4_u8).prop_map(Test::EqualTo),
        1 => Just(Test::Equal),
        1 => Just(Test::EqualPair),
        1 => Just(Test::Less),
    ]
}

fn leaf() -> impl Strategy<Value = Leaf> + Clone {
    prop_oneof![
        2 => (0..4_u8).prop_map(Leaf::Constant),
        1 => (0..9_usize).prop_map(Leaf::Var),
        1 => (0..9_usize, 0..9_usize).prop_map(|(a, b)| Leaf::Pair(a, b)),
        1 => (0..9_usize).prop_map(Leaf::Call),
        1 => (0..9_usize).prop_map(Leaf::CallInside),
    ]
}

fn tree<T: Strategy<Value = Test> + Clone + 'static>(
    test: T,
    leaf: impl Strategy<Value = Leaf> + Clone + 'static,
) -> impl Strategy<Value = Tree> + Clone {
    leaf.prop_map(Tree::Leaf).prop_recursive(3, 12, 2, move |inner| {
        (test.clone(), 0..9_usize, 0..9_usize, inner.clone(), inner)
            .prop_map(|(test, a, b, yes, no)| Tree::Test(test, a, b, yes.into(), no.into()))
    })
}

/// A function of these steps, one after another; returns what they bind.
fn function(n_params: u32, trees: &[Tree], callee: Option<FunctionId>) -> Function {
    let mut builder = Builder::default();
    let params: Vec<VarId> = (0..n_params).map(|_| builder.var()).collect();
    let bound: Vec<VarId> = trees.iter().map(|_| builder.var()).collect();
    let result = bound.iter().map(|&var| Expr::Var(var)).collect();
    let mut next = builder.ret(Expr::Tuple(result));
    for (number, tree) in trees.iter().enumerate().rev() {
        let mut scope = params.clone();
        scope.extend(&bound[..number]);
        next = Writer { builder: &mut builder, to: bound[number], next, callee }.tree(tree, &scope);
    }
    builder.finish(params, next)
}

struct Writer<'b> {
    builder: &'b mut Builder,
    to: VarId,
    next: NodeId,
    callee: Option<FunctionId>,
}

impl Writer<'_> {
    fn tree(&mut self, tree: &Tree, scope: &[VarId]) -> NodeId {
        let var = |number: usize| Expr::Var(scope[number % scope.len()]);
        match tree {
            Tree::Leaf(leaf) => {
                let value = self.leaf(*leaf, scope);
                self.builder.bind(self.to, value, self.next)
            }
            Tree::Test(test, a, b, yes, no) => {
                let no = self.tree(no, scope);
                let (a, b) = (var(*a), var(*b));
                let parts = parts(*test, &a);
                let vars: Vec<VarId> = parts.iter().map(|_| self.builder.var()).collect();
                let mut yes = self.tree(yes, &[scope, &vars].concat());
                for (&var, part) in vars.iter().zip(parts) {
                    yes = self.builder.bind(var, part, yes);
                }
                self.builder.test(cond(*test, a, b), yes, no)
            }
        }
    }

    fn leaf(&self, leaf: Leaf, scope: &[VarId]) -> Expr {
        let var = |number: usize| Expr::Var(scope[number % scope.len()]);
        match (leaf, self.callee) {
            (Leaf::Constant(number), _) => constant_of(number),
            (Leaf::Pair(a, b), _) => Expr::Tuple(vec![var(a), var(b)]),
            (Leaf::Call(a), Some(callee)) => Expr::Call(callee, vec![var(a)]),
            (Leaf::CallInside(a), Some(callee)) => {
                let plain = Expr::Call(callee, vec![constant_of(0)]);
                Expr::Tuple(vec![var(a), plain.clone(), Expr::Call(callee, vec![var(a)]), plain])
            }
            (Leaf::Var(a) | Leaf::Call(a) | Leaf::CallInside(a), _) => var(a),
            (Leaf::Unknown, _) => unknown(),
        }
    }
}

fn cond(test: Test, a: Expr, b: Expr) -> Cond {
    match test {
        Test::Is(kind) => Cond::Is(kind, a),
        Test::SameAs(number) => Cond::Same(a, constant_of(number)),
        Test::Same => Cond::Same(a, b),
        Test::SamePair => {
            let left = Expr::Tuple(vec![a, Expr::Nil]);
            let right = Expr::Tuple(vec![constant_of(1), b]);
            Cond::Same(left, right)
        }
        Test::EqualTo(number) => Cond::Equal(a, constant_of(number)),
        Test::Equal => Cond::Equal(a, b),
        Test::EqualPair => {
            let left = Expr::Tuple(vec![a, constant_of(2)]);
            let right = Expr::Tuple(vec![constant_of(2), b]);
            Cond::Equal(left, right)
        }
        Test::Less => Cond::Less(a, b),
    }
}

/// What may be computed where a test holds.
fn parts(test: Test, value: &Expr) -> Vec<Expr> {
    let boxed = || Box::new(value.clone());
    match test {
        Test::Is(Kind::TupleOf(2)) => vec![Expr::Element(1, boxed()), Expr::Element(2, boxed())],
        Test::Is(Kind::Cons) => vec![Expr::Head(boxed()), Expr::Tail(boxed())],
        Test::Is(Kind::Integer) => {
            vec![Expr::Apply(Operator::Add, vec![value.clone(), Expr::integer(1)])]
        }
        Test::Is(Kind::Tuple) => vec![Expr::Apply(Operator::TupleSize, vec![value.clone()])],
        _ => Vec::new(),
    }
}

/// A ground term near the ones that the tests speak of.
fn ground() -> impl Strategy<Value = Term> + Clone {
    let leaf = prop_oneof![
        proptest::sample::select(vec!["a", "b", "c"]).prop_map(Term::atom),
        (-1..3_i32).prop_map(Term::integer),
        Just(Term::Nil),
    ];
    leaf.prop_recursive(3, 10, 2, |inner| {
        prop_oneof![
            (inner.clone(), inner.clone()).prop_map(|(a, b)| Term::Tuple(vec![a, b])),
            (inner.clone(), inner.clone()).prop_map(|(a, b)| Term::cons(a, b)),
            vec(inner, 0..2).prop_map(Term::Tuple),
        ]
    })
}

/// Whether a term is what another one may be.
fn is_instance(open: &Term, term: &Term, known: &mut BTreeMap<u32, Term>) -> bool {
    match (open, term) {
        (Term::Unknown(number), _) => known.entry(*number).or_insert_with(|| term.clone()) == term,
        (Term::Tuple(a), Term::Tuple(b)) => {
            a.len() == b.len() && a.iter().zip(b).all(|(a, b)| is_instance(a, b, known))
        }
        (Term::List(..), Term::List(..)) => {
            let ((a, rest), (b, other)) = (uncons(open), uncons(term));
            is_instance(&a, &b, known) && is_instance(&rest, &other, known)
        }
        _ => open == term,
    }
}

fn uncons(list: &Term) -> (Term, Term) {
    let Term::List(items, tail) = list else { panic!("no list") };
    let end = tail.as_deref().cloned().unwrap_or(Term::Nil);
    (items[0].clone(), Term::list_with_tail(items[1..].to_vec(), end))
}

fn is_instance_of(open: &Action, action: &Action) -> bool {
    let (open, term) = (Term::Tuple(open.args.clone()), Term::Tuple(action.args.clone()));
    is_instance(&open, &term, &mut BTreeMap::new())
}

fn outcomes(functions: &[Function], args: &[Expr]) -> Vec<Action> {
    actions(&call_once(functions.to_vec(), args))
}

/// Outcomes of the last function where no more than so many path states go on from a node, with the arguments
/// that it was called on, which are made inside of pure code.
fn joined(mut functions: Vec<Function>, args: &[Expr], max_path_states: usize) -> Vec<Action> {
    let callee = FunctionId(u32::try_from(functions.len()).unwrap() - 1);
    let mut builder = Builder::default();
    let vars: Vec<VarId> = args.iter().map(|_| builder.var()).collect();
    let value = builder.var();
    let read: Vec<Expr> = vars.iter().map(|&var| Expr::Var(var)).collect();
    let shown = [&read[..], &[Expr::Var(value)]].concat();
    let mut node = builder.ret(Expr::Tuple(shown));
    node = builder.bind(value, Expr::Call(callee, read), node);
    for (&var, arg) in vars.iter().zip(args) {
        node = builder.bind(var, arg.clone(), node);
    }
    functions.push(builder.finish(Vec::new(), node));
    let model = call_once(functions, &[]);
    actions_of(&mut machine(&model).with_max_path_states(max_path_states))
}

/// Ground terms among which every pattern of the tests has an instance, one level deep.
fn pool() -> Vec<Term> {
    let leaves = || {
        ["a", "b", "c"].map(Term::atom).into_iter().chain([
            Term::integer(0),
            Term::integer(7),
            Term::Nil,
        ])
    };
    let pairs = || leaves().flat_map(|a| leaves().map(move |b| (a.clone(), b)));
    leaves()
        .chain(pairs().map(|(a, b)| Term::Tuple(vec![a, b])))
        .chain(pairs().map(|(a, b)| Term::cons(a, b)))
        .collect()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, ..ProptestConfig::default() })]

    #[test]
    fn concrete_runs_are_instances(
        helper in vec(tree(any_test(), leaf()), 1..2),
        trees in vec(tree(any_test(), leaf()), 1..4),
        runs in vec([ground(), ground()], 8),
    ) {
        let functions = [function(1, &helper, None), function(2, &trees, Some(FunctionId(0)))];
        let open = outcomes(&functions, &[unknown(), unknown()]);
        for terms in runs {
            let args: Vec<Expr> = terms.iter().filter_map(constant).collect();
            let run = outcomes(&functions, &args);
            prop_assert_eq!(run.len(), 1);
            prop_assert!(
                open.iter().any(|open| is_instance_of(open, &run[0])),
                "{} is none of {:?}", run[0], open.iter().map(ToString::to_string).collect::<Vec<_>>()
            );
        }
    }

    #[test]
    fn concrete_runs_are_instances_of_joined_ones(
        helper in vec(tree(any_test(), leaf()), 1..3),
        trees in vec(tree(any_test(), leaf()), 1..5),
        runs in vec([ground(), ground()], 8),
        max_path_states in 1..4_usize,
    ) {
        let functions = || vec![function(1, &helper, None), function(2, &trees, Some(FunctionId(0)))];
        let open = joined(functions(), &[unknown(), unknown()], max_path_states);
        for terms in runs {
            let args: Vec<Expr> = terms.iter().filter_map(constant).collect();
            let run = joined(functions(), &args, max_path_states);
            prop_assert_eq!(run.len(), 1);
            prop_assert!(
                open.iter().any(|open| is_instance_of(open, &run[0])),
                "{} is none of {:?}", run[0], open.iter().map(ToString::to_string).collect::<Vec<_>>()
            );
        }
    }

    #[test]
    fn unknown_values_inside_functions_cover_known_ones(
        trees in vec(tree(any_test(), leaf()), 1..4),
        first in ground(),
    ) {
        let known = constant(&first).unwrap();
        let open = function(1, &[&[Tree::Leaf(Leaf::Unknown)], &trees[..]].concat(), None);
        let mut builder_trees = trees;
        builder_trees.insert(0, Tree::Leaf(Leaf::Var(0)));
        let closed = function(1, &builder_trees, None);
        let open = outcomes(&[open], std::slice::from_ref(&known));
        let run = outcomes(&[closed], &[known]);
        prop_assert!(open.iter().any(|open| is_instance_of(open, &run[0])));
    }

    #[test]
    fn outcomes_of_patterns_have_instances(
        tree in tree(pattern_test(), (0..4_u8).prop_map(Leaf::Constant)),
    ) {
        let functions = [function(1, &[tree], None)];
        let runs: Vec<Action> = pool()
            .iter()
            .flat_map(|term| outcomes(&functions, &[constant(term).unwrap()]))
            .collect();
        for open in outcomes(&functions, &[unknown()]) {
            let has_instance = runs.iter().any(|run| is_instance_of(&open, run));
            prop_assert!(has_instance || is_deep(&open), "{open} has no instance");
        }
    }
}

/// Whether an outcome speaks of terms deeper than those of the pool.
fn is_deep(action: &Action) -> bool {
    fn depth(term: &Term) -> usize {
        match term {
            Term::Tuple(items) => 1 + items.iter().map(depth).max().unwrap_or(0),
            Term::List(items, tail) => {
                let tail = tail.as_deref().map_or(0, depth);
                items.len() + items.iter().map(depth).max().unwrap_or(0) + tail
            }
            _ => 0,
        }
    }
    action.args.first().is_some_and(|arg| depth(arg) > 1)
}
