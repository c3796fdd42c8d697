//! Reports of changes: by hand, and what must be so of each.

use monitor::{Monitor, Report, Specification};

use crate::random::{Random, formula};
use crate::steps::{bits, parsed};

/// The report after a run in which one action happens in each step.
fn report(text: &str, run: &[&str]) -> Vec<String> {
    let specification = Specification::new(vec![parsed(text)]);
    let mut monitor = Monitor::new(&specification);
    for action in run {
        monitor.step(&specification, &bits(&specification, &[action]));
    }
    let report = Report::of(&monitor, &specification, 0);
    let formula = &specification.formulas()[0];
    let changes = report.changes.iter().map(|change| {
        let text = formula.text(change.subformula);
        let before = change.before.map_or("none".to_owned(), |value| value.to_string());
        format!("{text}: {before} -> {}", change.now)
    });
    let rests = report
        .rests
        .iter()
        .map(|rest| format!("{} since step {}", formula.text(rest.subformula), rest.step));
    changes.chain(rests).collect()
}

#[test]
fn changes_by_hand() {
    assert_eq!(
        report("go implies once closed", &["open", "go"]),
        ["go: false -> true", "go implies once closed: true -> false"]
    );
    assert_eq!(
        report("go implies [closed, open)", &["closed", "open", "go"]),
        ["go: false -> true", "go implies [closed, open): true -> false"]
    );
    assert_eq!(
        report("not (go and once open)", &["open", "wait", "go"]),
        [
            "go: false -> true",
            "go and once open: false -> true",
            "not (go and once open): true -> false",
            "once open since step 1",
        ]
    );
    assert_eq!(
        report("once open implies not go since closed", &["closed", "open", "go"]),
        [
            "go: false -> true",
            "not go: true -> false",
            "not go since closed: true -> false",
            "once open implies not go since closed: true -> false",
            "once open since step 2",
        ]
    );
    assert_eq!(report("a and b", &["a"]), ["b: none -> false", "a and b: none -> false"]);
    // Nothing changes where it stays false, but what happened first is known.
    assert_eq!(report("historically a", &["a", "b", "c", "a"]), ["historically a since step 2"]);
}

/// A value that has changed is explained: the list ends with the whole formula and, where an atom is asked in this step, begins
/// with an atom or with what rests on the step before.
#[test]
fn each_change_of_a_formula_is_reported() {
    let mut random = Random::new(7);
    let atoms = ["a", "b", "c"];
    let mut n_changes = 0;
    for _ in 0..1_000 {
        let text = formula(&mut random, 6, &atoms);
        let specification = Specification::new(vec![parsed(&text)]);
        let mut monitor = Monitor::new(&specification);
        let mut before = None;
        for _ in 0..30 {
            let holding: Vec<&str> = atoms.into_iter().filter(|_| random.below(2) == 0).collect();
            monitor.step(&specification, &bits(&specification, &holding));
            let now = monitor.holds(&specification, 0);
            let report = Report::of(&monitor, &specification, 0);
            let last = report.changes.last();
            let is_told = last.is_some_and(|change| change.subformula == 0);
            assert_eq!(is_told, before != Some(now), "{text}");
            n_changes += usize::from(is_told);
            assert!(report.changes.iter().all(|change| change.before != Some(change.now)));
            assert!(report.changes.is_sorted_by(|a, b| a.subformula > b.subformula));
            assert!(report.rests.iter().all(|rest| rest.step <= monitor.n_steps()));
            before = Some(now);
        }
    }
    assert!(n_changes > 5_000, "{n_changes}");
}
