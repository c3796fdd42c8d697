//! Random terms and LTSs.

use lts::{Action, Edge, LabelTable, Lts, StateId, Term};
use num_bigint::BigInt;
use proptest::collection::vec;
use proptest::prelude::*;

/// Any term; not every size and depth with the same probability.
pub(crate) fn term() -> impl Strategy<Value = Term> + Clone {
    leaf().prop_recursive(4, 40, 5, |inner| {
        prop_oneof![
            vec(inner.clone(), 0..5).prop_map(Term::list),
            (vec(inner.clone(), 1..4), inner.clone())
                .prop_map(|(items, tail)| Term::list_with_tail(items, tail)),
            vec(inner.clone(), 0..5).prop_map(Term::Tuple),
            vec((inner.clone(), inner), 0..4).prop_map(Term::map),
        ]
    })
}

fn leaf() -> impl Strategy<Value = Term> + Clone {
    prop_oneof![
        3 => any::<i8>().prop_map(Term::integer),
        1 => (any::<i128>(), 0..4_u32).prop_map(|(n, power)| Term::Integer(BigInt::from(n).pow(power))),
        3 => "[a-c]{1,2}".prop_map(|text| Term::atom(&text)),
        2 => word().prop_map(|text| Term::atom(&text)),
        2 => word().prop_map(|text| Term::string(&text)),
        1 => Just(Term::Nil),
    ]
}

/// Texts with letters, signs, reserved words, quotes, control characters, other scripts.
pub(crate) fn word() -> impl Strategy<Value = String> + Clone {
    prop_oneof![
        "[a-zA-Z0-9_@ßé÷×É]{0,4}",
        "[ -~]{0,6}",
        "[\u{0}-\u{ff}]{0,3}",
        "[\u{e0}-\u{fdff}\u{10000}-\u{10ffff}\"'\\\\]{0,3}",
        proptest::sample::select(vec![
            "and", "when", "fun", "maybe", "cond", "let", "else", "true"
        ])
        .prop_map(str::to_owned),
    ]
}

/// Any visible action.
pub(crate) fn action() -> impl Strategy<Value = Action> + Clone {
    (word(), vec(term(), 0..3), proptest::option::of(term()))
        .prop_map(|(name, args, result)| Action { name, args, result })
}

/// A small LTS with labels in Erlang's notation and the internal action.
pub(crate) fn lts() -> impl Strategy<Value = Lts> {
    (1_u32..8, vec(action(), 1..4)).prop_flat_map(|(n_states, actions)| {
        let mut table = LabelTable::default();
        for action in &actions {
            table.intern(&action.to_string(), || Some(action.clone()));
        }
        let labels: Vec<_> = table.iter().map(|(id, _)| id).collect();
        let edge = (0..n_states, proptest::sample::select(labels), 0..n_states)
            .prop_map(|(from, label, to)| (StateId(from), Edge { label, target: StateId(to) }));
        vec(edge, 0..20)
            .prop_map(move |edges| Lts::new(StateId(0), n_states as usize, edges, table.clone()))
    })
}
