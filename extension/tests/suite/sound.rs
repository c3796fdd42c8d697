//! Whenever all assumptions of the rules hold, the property is kept: random systems with random extensions.

use std::collections::BTreeMap;
use std::fmt::Write;

use checker::{Formula, NoAtoms, Shape, parse_formula, truth};
use extension::{Change, Diagram, Kind, Number, Rule, Step, rules};
use frontend::FileId;

use crate::generated::{Edges, Pair, Random, diagram, pair};

const SEED: u64 = 31;
/// Changes of a system that has the property, in each of so many parts, which need not wait for each other.
const N_CHANGES: usize = 1_250;
const N_PARTS: u64 = 4;

const PROPERTIES: [&str; 9] = [
    "[true* . \"a\"] mu X . (<true> true and [not \"b\"] X)",
    "mu X . (<true> true and [not \"b\"] X)",
    "[true* . \"a\"] false",
    "<true* . \"d\"> true",
    "<true* . \"c\" . \"d\"> true or <true* . \"b\"> @",
    "[true* . \"a\"] <true* . \"b\"> true",
    "[true*] <true> true",
    "[true* . \"b\" . \"d\"] false",
    "[(not \"a\")* . \"b\"] false and not <true* . \"d\" . (not \"a\")* . \"d\" . \"a\"> true",
];

/// Each system has the property before, and is printed here with what breaks it: rules as the paper prints them say that it is kept.
#[test]
fn what_the_paper_forgets_is_asked() {
    let cases: [(&str, Edges, Edges); 4] = [
        // (ii) `S |= AG(s -> not j W b)`: 2 comes behind b only, and the way to it goes round b.
        ("(ii) the other way round", vec![(0, "a", 1), (1, "b", 2)], vec![(1, "e", 2)]),
        // (ii) mended to `AG(j -> AF b)`: b comes behind 2, but by way of 1, where the piece is entered again.
        ("(ii) entered again", vec![(0, "a", 1), (1, "b", 2), (2, "c", 1)], vec![(1, "e", 2)]),
        // (i) 2 is behind b, but another a is behind 2.
        ("(i) a in the piece", vec![(0, "a", 1), (1, "b", 2)], vec![(2, "a", 3)]),
        // (iii) b comes in the piece, and a behind it.
        (
            "(iii) a in the piece",
            vec![(0, "a", 1), (1, "b", 2)],
            vec![(1, "b", 3), (3, "a", 4), (4, "c", 2)],
        ),
    ];
    let formula = formula(PROPERTIES[0]);
    let shape = Shape::of(&formula).unwrap();
    for (name, edges, added) in cases {
        let n_states =
            |edges: &Edges| 1 + edges.iter().map(|edge| edge.0.max(edge.2)).max().unwrap();
        let all = [edges.clone(), added].concat();
        let (old, new) = (diagram(n_states(&edges), &edges), diagram(n_states(&all), &all));
        assert!(holds(&old, &formula) && !holds(&new, &formula), "{name}");
        let steps = rules::every(&Change::between(&old, &new), &shape);
        assert!(!by_rules(&steps), "{name}: {steps:#?}");
    }
}

fn formula(text: &str) -> Formula {
    parse_formula(FileId(0), text).value.unwrap()
}

fn holds(diagram: &Diagram, formula: &Formula) -> bool {
    truth(&diagram.lts, &NoAtoms, formula).unwrap()
}

/// All ways to take one rule that applies for each step.
fn by_rules(steps: &[Step]) -> bool {
    steps.iter().all(|step| step.tried.iter().any(Rule::applies))
}

/// What was found out about random changes.
#[derive(Default)]
struct Tally {
    n_kept: usize,
    n_by_rule: usize,
    n_lost: usize,
    applied: BTreeMap<(Number, Option<Kind>), usize>,
}

impl Tally {
    /// Asks rules about so many changes of systems that have a property.
    fn of(seed: u64, n_changes: usize) -> Self {
        let mut random = Random(seed);
        let mut tally = Self::default();
        let formulas = PROPERTIES.map(formula);
        let waits = formula("<true* . \"a\" . true> true");
        while tally.n_kept + tally.n_lost < n_changes {
            let Pair { mut old, mut new, text } = pair(&mut random);
            // Rules are right whichever states are taken for the same.
            if random.once_in(3) {
                (old.names, new.names) = (Vec::new(), Vec::new());
            }
            // Most changes are asked about the property of the paper.
            let formula = &formulas[if random.once_in(3) { 1 + random.below(8) } else { 0 }];
            // Nearly always there is something to wait for.
            let is_idle = formula == &formulas[0] && !holds(&old, &waits) && !random.once_in(10);
            if !is_idle && holds(&old, formula) {
                tally.add(&old, &new, formula, &text);
            }
        }
        tally
    }

    fn add(&mut self, old: &Diagram, new: &Diagram, formula: &Formula, text: &str) {
        let shape = Shape::of(formula).unwrap();
        let steps = rules::every(&Change::between(old, new), &shape);
        let (is_kept, is_by_rule) = (holds(new, formula), by_rules(&steps));
        assert!(is_kept || !is_by_rule, "{formula}\n{text}\n{steps:#?}");
        self.n_kept += usize::from(is_kept);
        self.n_by_rule += usize::from(is_by_rule);
        self.n_lost += usize::from(!is_kept);
        for step in steps.iter().filter(|_| is_by_rule) {
            for rule in step.tried.iter().filter(|rule| rule.applies()) {
                let mut kinds: Vec<Option<Kind>> = step.kinds.iter().copied().map(Some).collect();
                if kinds.is_empty() {
                    kinds.push(None);
                }
                for kind in kinds {
                    *self.applied.entry((rule.number, kind)).or_default() += 1;
                }
            }
        }
    }

    fn and(mut self, other: Self) -> Self {
        self.n_kept += other.n_kept;
        self.n_by_rule += other.n_by_rule;
        self.n_lost += other.n_lost;
        for (rule, count) in other.applied {
            *self.applied.entry(rule).or_default() += count;
        }
        self
    }

    fn table(&self) -> String {
        let Self { n_kept, n_by_rule, n_lost, applied } = self;
        let mut table = format!("kept {n_kept}, by rules {n_by_rule}, lost {n_lost}\n");
        for ((number, kind), count) in applied {
            let _ = writeln!(table, "{number} {} {count}", kind.map_or("", Kind::word));
        }
        table
    }
}

#[test]
fn what_rules_keep_is_kept() {
    let tally = std::thread::scope(|scope| {
        let parts: Vec<_> = (0..N_PARTS)
            .map(|part| scope.spawn(move || Tally::of(SEED + part, N_CHANGES)))
            .collect();
        let parts = parts.into_iter().map(|part| part.join().unwrap());
        parts.fold(Tally::default(), Tally::and)
    });
    let table = tally.table();
    insta::assert_snapshot!(table);
    // The figures of docs/changes.md.
    assert_eq!((tally.n_kept, tally.n_by_rule, tally.n_lost), (4_230, 3_416, 770));
    let often = |number, kind| {
        let count = tally.applied.get(&(number, kind)).copied().unwrap_or(0);
        assert!(count >= 20, "{number} {kind:?}\n{table}");
    };
    let kinds = [Kind::Refinement, Kind::Alternative, Kind::Fallback, Kind::Loop, Kind::Failure];
    for kind in kinds {
        for number in
            [Number::NotEntered, Number::Inside, Number::Absent, Number::Safe, Number::Possible]
        {
            often(number, Some(kind));
        }
    }
    for kind in &kinds[..3] {
        often(Number::Behind, Some(*kind));
    }
    for kind in &kinds[..4] {
        often(Number::Mimicked, Some(*kind));
        often(Number::Leads, Some(*kind));
    }
    often(Number::Removed, None);
    often(Number::Possible, None);
}
