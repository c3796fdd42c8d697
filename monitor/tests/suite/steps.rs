//! Monitors on single runs: tables by hand, and the definitions on random runs.

use fixedbitset::FixedBitSet;
use frontend::FileId;
use monitor::{Atom, Formula, Monitor, Specification, parse_ptltl};

use crate::naive;
use crate::random::{Random, formula};

pub(crate) fn parsed(text: &str) -> Formula {
    let outcome = parse_ptltl(FileId(0), text);
    assert!(outcome.diagnostics.is_empty(), "{text}: {:?}", outcome.diagnostics);
    outcome.value.unwrap()
}

/// The name of the action that an atom asks for.
pub(crate) fn name(atom: &Atom) -> String {
    match atom {
        Atom::Action(action) => match &action.kind {
            checker::formula::Act::Pattern(pattern) => pattern.text.clone(),
            other => panic!("{other:?}"),
        },
        Atom::State(atom) => panic!("{atom:?}"),
    }
}

/// The bits of a specification's atoms in a step in which these actions happen at once.
pub(crate) fn bits(specification: &Specification, holding: &[&str]) -> FixedBitSet {
    let mut bits = FixedBitSet::with_capacity(specification.atoms().len());
    for (number, atom) in specification.atoms().iter().enumerate() {
        bits.set(number, holding.contains(&name(atom).as_str()));
    }
    bits
}

/// The values of a formula on a run in which `p` and `q` hold where their texts have a 1.
fn table(text: &str, p: &str, q: &str) -> String {
    let specification = Specification::new(vec![parsed(text)]);
    let mut monitor = Monitor::new(&specification);
    let steps = p.chars().zip(q.chars()).map(|(p, q)| {
        let holding: Vec<&str> =
            [(p, "p"), (q, "q")].iter().filter(|(bit, _)| *bit == '1').map(|own| own.1).collect();
        monitor.step(&specification, &bits(&specification, &holding));
        if monitor.holds(&specification, 0) { '1' } else { '0' }
    });
    steps.collect()
}

#[test]
fn tables_by_hand() {
    let of = |text| table(text, "1101", "0100");
    assert_eq!(of("prev p"), "1110");
    assert_eq!(of("historically p"), "1100");
    assert_eq!(of("once q"), "0111");
    assert_eq!(of("p since q"), "0100");
    assert_eq!(table("p since q", "11", "10"), "11");
    // What the issue does not have.
    assert_eq!(of("weak_prev p"), "1110");
    assert_eq!(table("weak_prev p", "0101", "0000"), "1010");
    assert_eq!(table("prev p", "0101", "0000"), "0010");
    assert_eq!(table("p weak_since q", "110111", "000010"), "110011");
    assert_eq!(table("starts p", "101101", "000000"), "001001");
    assert_eq!(table("ends p", "101101", "000000"), "010010");
    assert_eq!(table("[p, q)", "0100101", "0001001"), "0110110");
    assert_eq!(table("[p, q)", "1", "1"), "0");
}

#[test]
fn chains_are_read_as_the_guide_says() {
    let same = |left: &str, right: &str| {
        for (p, q) in [("0110", "1010"), ("1001", "0110"), ("0000", "1111")] {
            assert_eq!(table(left, p, q), table(right, p, q), "{left}: {right}");
        }
    };
    same("p implies q implies p", "p implies (q implies p)");
    same("p since q since p", "(p since q) since p");
    same("not p since q", "(not p) since q");
    same("p and q since p or q", "(p and (q since p)) or q");
    same("once p iff q implies p xor q", "(once p) iff (q implies (p xor q))");
}

/// 2,000 random formulas of up to 12 operators on random runs of up to 200 steps: no value differs from the definitions.
#[test]
fn random_runs_are_valued_as_defined() {
    let mut random = Random::new(30);
    let atoms = ["a", "b", "c", "d"];
    let mut n_values = 0;
    for _ in 0..2_000 {
        let n_operators = random.below(13);
        let text = formula(&mut random, n_operators, &atoms);
        let formula = parsed(&text);
        let n_steps = 1 + random.below(200);
        let run: Vec<Vec<&str>> = (0..n_steps)
            .map(|_| atoms.into_iter().filter(|_| random.below(2) == 0).collect())
            .collect();
        let expected = naive::values(&formula, n_steps, &|step, atom| {
            run[step].contains(&name(atom).as_str())
        });
        let specification = Specification::new(vec![formula]);
        let mut monitor = Monitor::new(&specification);
        for (step, holding) in run.iter().enumerate() {
            monitor.step(&specification, &bits(&specification, holding));
            assert_eq!(monitor.holds(&specification, 0), expected[step], "{text} step {step}");
            n_values += 1;
        }
    }
    assert!(n_values > 150_000, "{n_values}");
}

/// Formulas that are watched together have the values that each has alone, and what is the same in them is there once.
#[test]
fn subformulas_are_shared() {
    let texts = ["once a implies b", "not once a", "b since once a"];
    let together = Specification::new(texts.map(parsed).to_vec());
    // a, once a, b, implies, not, since
    assert_eq!(together.n_subformulas(), 6);
    let alone = texts.map(|text| Specification::new(vec![parsed(text)]));
    let mut monitor = Monitor::new(&together);
    let mut monitors = alone.each_ref().map(Monitor::new);
    let mut random = Random::new(1);
    for _ in 0..500 {
        let holding: Vec<&str> = ["a", "b"].into_iter().filter(|_| random.below(9) == 0).collect();
        monitor.step(&together, &bits(&together, &holding));
        for (number, own) in monitors.iter_mut().enumerate() {
            own.step(&alone[number], &bits(&alone[number], &holding));
            assert_eq!(own.holds(&alone[number], 0), monitor.holds(&together, number));
        }
    }
}
