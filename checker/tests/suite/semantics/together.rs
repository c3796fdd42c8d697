//! Several runs that explain a verdict together, and what each step is about.

use crate::support::random::{self, Random, n_cases};
use crate::support::{formula, lts, naive};
use checker::formula::Formula;
use checker::{Branch, Onward, Tree, Truth, check, parse_formula};
use frontend::FileId;
use lts::{Label, Lts};

/// A tree as text: one step a line, indented by its level, with the part that it is about.
fn text(system: &Lts, formula: &str, tree: &Tree) -> String {
    let line = |(number, branch): (usize, &Branch)| {
        let label = match system.labels().get(branch.step.label) {
            Label::Tau => "tau",
            Label::Visible { text, .. } => text,
        };
        let part = &formula[branch.part.start as usize..branch.part.end as usize];
        let mark = if branch.is_first { "+ " } else { "" };
        let onward = match branch.onward {
            Onward::Next => String::new(),
            Onward::Behind(step) => format!(" then as behind {step}"),
            Onward::Start => " then as from the start".to_owned(),
        };
        format!("{number} {}{mark}{label} ({part}){onward}\n", "  ".repeat(branch.level))
    };
    tree.branches.iter().enumerate().map(line).collect()
}

#[test]
fn trees() {
    let cases = [
        ("0 b 1; 0 c 2; 1 d 3; 2 d 3", "[b] <d . e> true or [c] <d . e> true"),
        ("0 a 1; 1 b 0; 1 c 2; 2 c 2; 2 d 3; 3 d 2; 3 c 3", "[true*] <true* . a> true"),
        ("0 a 1; 1 b 2; 1 c 3; 2 d 2", "<a> (<b . d> true and <c> true)"),
        ("0 a 1; 1 b 0; 0 c 0", "<a> nu X . (<b . a> X and <b . c> true)"),
        ("0 a 0; 0 b 0", "[a] false or [b] false"),
        ("0 a 1; 0 b 2; 2 c 3", "<a> true and <b . c> true"),
        ("0 a 1; 0 b 2; 0 e 0", "<a> true and <b> true and [c] false"),
        ("0 a 1; 1 a 1; 1 b 2; 1 c 2", "mu X . (<a> X or <b> true and <c> true)"),
        ("0 a 1; 0 b 2; 1 b 0; 2 a 0", "nu X . (<a> <b> X and <b> <a> X)"),
        ("0 a 1; 0 b 2; 1 c 1; 2 c 0", "not ([a] [c] false or [b . c] false)"),
    ];
    let all = cases.map(|(system, property)| {
        let system = lts(system);
        let verdict = check(&system, &formula(property)).value;
        let tree = verdict.together.expect("a tree");
        format!("{property} is {:?}\n{}", verdict.holds, text(&system, property, &tree))
    });
    insta::assert_snapshot!(all.join("\n"));
}

#[test]
fn trees_stand_alone() {
    let mut random = Random::new(61);
    let (mut trees, mut parts) = (0, 0);
    while trees < n_cases(150, 20_000) {
        let system = random::lts(&mut random);
        let printed = random::formula(&mut random, 5).to_string();
        let Some(formula) = parse_formula(FileId(0), &printed).value else { continue };
        let verdict = check(&system, &formula).value;
        let value = verdict.holds == Truth::True;
        if let Some(evidence) = &verdict.evidence {
            assert_eq!(verdict.together, None);
            assert_eq!(verdict.parts.len(), evidence.steps.len(), "{formula} on {system:?}");
            parts += evidence.steps.len();
        }
        if let Some(tree) = verdict.together {
            assert_alone(&system, &formula, value, &tree);
            trees += 1;
        }
    }
    assert!(parts > trees, "{parts} steps with parts, {trees} trees");
}

/// The transitions of the tree are enough, each is one of the system, and each branch hangs together.
fn assert_alone(system: &Lts, formula: &Formula, value: bool, tree: &Tree) {
    let (alone, states) = tree.alone(system, system.initial());
    assert_eq!(naive::holds(&alone, formula), value, "{formula} on {alone:?} of {system:?}");
    assert_eq!(states[0], system.initial());
    for (number, Branch { step, level, onward, .. }) in tree.branches.iter().enumerate() {
        let is_edge = |edge: &lts::Edge| (edge.label, edge.target) == (step.label, step.target);
        assert!(system.out(step.source).iter().any(is_edge), "{formula} on {system:?}");
        // The step before it is the last one of a level that is not deeper, and leads there.
        let earlier = tree.branches[..number].iter().rev();
        let before = earlier
            .filter(|before| before.level <= *level)
            .find(|before| before.step.target == step.source);
        assert!(before.is_some() || step.source == system.initial(), "{formula}: {tree:?}");
        if let Onward::Behind(other) = *onward {
            assert_eq!(tree.branches[other].step.target, step.target, "{formula}: {tree:?}");
        }
        if *onward == Onward::Start {
            assert_eq!(step.target, system.initial());
        }
    }
}
