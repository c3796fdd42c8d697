//! Comparison: equivalent exactly where the definition says so, and what tells systems apart does.

use frontend::FileId;
use lts::compare::{Comparison, Difference, Formula, Side, compare};
use lts::reduce::{Equivalence, reduce};
use lts::{LabelId, Lts, StateId};
use proptest::prelude::*;

use crate::naive;
use crate::reduce::{ALL, cases, labels, lts, side_by_side, small};

proptest! {
    #![proptest_config(ProptestConfig::with_cases(cases()))]

    #[test]
    fn bisimilar_or_told_apart(first in small(5, 10), second in small(5, 10)) {
        let both = side_by_side(&first, &second);
        let start = first.n_states() + second.initial().index();
        for equivalence in Equivalence::ALL {
            let result = compare(&first, &second, equivalence, ALL).expect("complete");
            let is_weak = equivalence.is_silent();
            let words = || [&first, &second].map(|lts| naive::words(lts, 6, is_weak));
            match result {
                Comparison::Equivalent if equivalence == Equivalence::Trace || equivalence == Equivalence::WeakTrace => {
                    let [left, right] = words();
                    prop_assert_eq!(left, right);
                }
                Comparison::Equivalent => {
                    let relation = naive::bisimilarity(&both, equivalence);
                    prop_assert!(relation[first.initial().index()][start], "{equivalence:?}");
                }
                Comparison::Different(Difference::Trace { side, labels }) => {
                    let word: Vec<String> = labels.into_iter().map(Option::unwrap_or_default).collect();
                    let [left, right] = [&first, &second].map(|lts| naive::words(lts, word.len(), is_weak));
                    let (has, has_not) = if side == Side::First { (&left, &right) } else { (&right, &left) };
                    prop_assert!(has.contains(&word) && !has_not.contains(&word), "{word:?}");
                    let shorter = |lts| naive::words(lts, word.len() - 1, is_weak);
                    prop_assert_eq!(shorter(&first), shorter(&second), "a shortest one");
                }
                Comparison::Different(Difference::Formula(formula)) => {
                    let truth = holds(&both, &formula);
                    prop_assert!(truth[first.initial().index()] && !truth[start], "{equivalence:?} {formula}");
                    if equivalence != Equivalence::BranchingDivergence {
                        let relation = naive::bisimilarity(&both, equivalence);
                        for state in both.states() {
                            for other in both.states() {
                                if relation[state.index()][other.index()] {
                                    prop_assert_eq!(truth[state.index()], truth[other.index()], "{:?} {} at {} {}", equivalence, formula, state.0, other.0);
                                }
                            }
                        }
                    }
                }
                Comparison::Different(Difference::Unknown) => {
                    prop_assert_eq!(equivalence, Equivalence::BranchingDivergence);
                }
            }
        }
    }

    #[test]
    fn a_system_is_equivalent_to_what_it_is_reduced_to(lts in small(7, 16)) {
        for equivalence in Equivalence::ALL {
            let reduced = reduce(&lts, equivalence, ALL).expect("complete");
            prop_assert_eq!(compare(&lts, &reduced, equivalence, ALL), Ok(Comparison::Equivalent));
        }
    }
}

/// Other spellings of a label are the same label; another term is another one.
#[test]
fn labels_are_compared_as_terms() {
    let system = |label: &str| {
        let text = format!("des (0,1,2)\n(0,\"{label}\",1)\n");
        lts::format::aut::read(FileId(0), &text, None).value.expect("a system")
    };
    let same = [
        ("o([97,98,99])", r#"o("abc")"#),
        ("o( {a, 'b'} )", "o({a,b})"),
        ("o(16#ff,$a,1_000)", "o(255,97,1000)"),
        ("o(1.50)", "o(1.5)"),
        ("o(#{b=>1,a=>2})", "o(#{a=>2,b=>1})"),
        ("o(<<97,98>>)", r#"o(<<"ab">>)"#),
        ("read()->ok", "'read'() -> ok"),
        ("o()", "o"),
    ];
    for (left, right) in same {
        let result = compare(&system(left), &system(right), Equivalence::Strong, ALL);
        assert_eq!(result, Ok(Comparison::Equivalent), "{left} {right}");
    }
    let others = [("o([97])", "o('a')"), ("o(1)", "o(1.0)"), ("o(a)", "o('A')"), ("x y", "x  y")];
    for (left, right) in others {
        let result = compare(&system(left), &system(right), Equivalence::Strong, ALL);
        assert!(matches!(result, Ok(Comparison::Different(_))), "{left} {right}");
    }
}

/// In which states a formula holds, as it is defined.
fn holds(lts: &Lts, formula: &Formula) -> Vec<bool> {
    let steps = |label: &Option<String>| {
        let wanted = label.as_deref().map_or(Some(LabelId::TAU), |label| lts.labels().find(label));
        move |state: StateId| {
            let row = lts.out(state).iter().filter(move |edge| Some(edge.label) == wanted);
            row.map(|edge| edge.target.index())
        }
    };
    let silent = steps(&None);
    // States from which internal steps lead into the set.
    let before = |mut set: Vec<bool>, along: &[bool]| {
        for _ in lts.states() {
            for state in lts.states() {
                let leads = along[state.index()] && silent(state).any(|next| set[next]);
                set[state.index()] |= leads;
            }
        }
        set
    };
    let everywhere = vec![true; lts.n_states()];
    match formula {
        Formula::All(parts) => {
            let parts: Vec<_> = parts.iter().map(|part| holds(lts, part)).collect();
            lts.states().map(|state| parts.iter().all(|part| part[state.index()])).collect()
        }
        Formula::Not(inner) => holds(lts, inner).into_iter().map(|holds| !holds).collect(),
        Formula::Step { label, is_weak, then } => {
            let mut set = holds(lts, then);
            if *is_weak {
                set = before(set, &everywhere);
            }
            if !(*is_weak && label.is_none()) {
                let next = steps(label);
                set = lts.states().map(|state| next(state).any(|next| set[next])).collect();
            }
            if *is_weak { before(set, &everywhere) } else { set }
        }
        Formula::Until { along, label, then } => {
            let (along, then) = (holds(lts, along), holds(lts, then));
            if label.is_none() {
                return before(then, &along);
            }
            let next = steps(label);
            let able = |state: StateId| along[state.index()] && next(state).any(|next| then[next]);
            before(lts.states().map(able).collect(), &along)
        }
    }
}

fn difference(first: &Lts, second: &Lts, equivalence: Equivalence) -> String {
    match compare(first, second, equivalence, ALL) {
        Ok(Comparison::Different(Difference::Formula(formula))) => formula.to_string(),
        other => format!("{other:?}"),
    }
}

#[test]
fn formulas_are_those_of_the_textbook() {
    // a.(b + a) and a.b + a.a
    let late = lts(4, &[(0, 1, 1), (1, 2, 2), (1, 1, 3)]);
    let early = lts(5, &[(0, 1, 1), (0, 1, 2), (1, 2, 3), (2, 1, 4)]);
    assert_eq!(
        difference(&late, &early, Equivalence::Strong),
        "<\"a\"> (<\"a\"> true and <\"b\"> true)"
    );
    assert_eq!(difference(&early, &late, Equivalence::Strong), "<\"a\"> [\"a\"] false");
    assert_eq!(
        difference(&early, &late, Equivalence::Weak),
        "<tau* . \"a\" . tau*> [tau* . \"a\" . tau*] false"
    );
    // a + tau.b and a + tau.b + b: branching bisimilarity sees that b costs the choice of a.
    let costs = lts(4, &[(0, 1, 1), (0, 0, 2), (2, 2, 3)]);
    let free = lts(4, &[(0, 1, 1), (0, 0, 2), (2, 2, 3), (0, 2, 3)]);
    assert_eq!(compare(&costs, &free, Equivalence::Weak, ALL), Ok(Comparison::Equivalent));
    assert_eq!(
        difference(&costs, &free, Equivalence::Branching),
        "not (mu X1 . ((mu X2 . (<\"a\"> true or <tau> X2)) and (<\"b\"> true or <tau> X1)))"
    );
}

#[test]
fn labels_are_compared_as_texts_and_too_large_is_said() {
    let one = lts(2, &[(0, 1, 1)]);
    let mut other = lts::LabelTable::default();
    let [c, a] = ["c", "a"].map(|text| other.intern(text, || None));
    let edge = |label| lts::Edge { label, target: StateId(1) };
    let same = Lts::new(StateId(0), 2, vec![(StateId(0), edge(a))], other.clone());
    let more = Lts::new(StateId(0), 2, vec![(StateId(0), edge(a)), (StateId(0), edge(c))], other);
    assert_eq!(labels().len(), 3);
    for equivalence in Equivalence::ALL {
        assert_eq!(compare(&one, &same, equivalence, ALL), Ok(Comparison::Equivalent));
        let trace = Difference::Trace { side: Side::Second, labels: vec![Some("c".to_owned())] };
        assert_eq!(compare(&one, &more, equivalence, ALL), Ok(Comparison::Different(trace)));
    }
    assert!(compare(&one, &same, Equivalence::Trace, 0).is_err());
}
