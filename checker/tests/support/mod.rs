//! What the checker's tests share: small systems, random systems and formulas, naive semantics.

pub mod fair_runs;
pub mod naive;
pub mod random;
pub mod walk;

use checker::formula::Formula;
use checker::{Evidence, EvidenceKind, Verdict, check, parse_formula};
use frontend::{Diagnostic, FileId, Outcome};
use lts::{Action, Edge, LabelId, LabelTable, Lts, StateId};

/// A system from transitions `source label target`, one per line or `;`; initial state 0.
pub fn lts(transitions: &str) -> Lts {
    let mut labels = LabelTable::default();
    let mut edges = Vec::new();
    let mut n_states = 1;
    for line in transitions.split([';', '\n']).map(str::trim).filter(|line| !line.is_empty()) {
        let (source, rest) = line.split_once(' ').expect("a source");
        let (label, target) = rest.rsplit_once(' ').expect("a target");
        let (source, target) = (source.parse().expect("a state"), target.parse().expect("a state"));
        let label = intern(&mut labels, label);
        edges.push((StateId(source), Edge { label, target: StateId(target) }));
        n_states = n_states.max(source as usize + 1).max(target as usize + 1);
    }
    Lts::new(StateId(0), n_states, edges, labels)
}

/// The id of a label; `tau` is the internal action.
pub fn intern(labels: &mut LabelTable, text: &str) -> LabelId {
    if text == "tau" {
        return LabelId::TAU;
    }
    labels.intern(text, || Action::parse(text))
}

/// A copy of a system that starts in this state.
pub fn from_state(system: &Lts, initial: StateId) -> Lts {
    let edges = edges(system);
    Lts::new(initial, system.n_states(), edges, system.labels().clone())
}

/// All transitions.
pub fn edges(system: &Lts) -> Vec<(StateId, Edge)> {
    let states = system.states();
    states.flat_map(|state| system.out(state).iter().map(move |edge| (state, *edge))).collect()
}

/// A formula that has no errors.
pub fn formula(text: &str) -> Formula {
    let outcome = parse_formula(FileId(0), text);
    outcome.value.unwrap_or_else(|| panic!("{text}: {:#?}", outcome.diagnostics))
}

/// The verdict on a formula, warnings left out.
pub fn verdict(system: &Lts, text: &str) -> Verdict {
    check(system, &formula(text)).value
}

/// Labels of a piece of evidence, and how it goes on.
pub fn evidence_text(system: &Lts, evidence: Option<&Evidence>) -> String {
    let Some(evidence) = evidence else {
        return "none".to_owned();
    };
    let label = |id| system.labels().get(id).text().unwrap_or("tau").to_owned();
    let steps: Vec<_> = evidence.steps.iter().map(|step| label(step.label)).collect();
    match evidence.kind {
        EvidenceKind::Trace => steps.join(" "),
        EvidenceKind::Deadlock => format!("{} DEADLOCK", steps.join(" ")),
        EvidenceKind::Lasso { loop_start } => {
            format!("{} ({})*", steps[..loop_start].join(" "), steps[loop_start..].join(" "))
        }
    }
}

/// The system that can do nothing but this run.
pub fn alone(system: &Lts, evidence: &Evidence) -> Lts {
    let mut edges = Vec::new();
    let n_steps = evidence.steps.len();
    for (at, step) in evidence.steps.iter().enumerate() {
        let target = match evidence.kind {
            EvidenceKind::Lasso { loop_start } if at + 1 == n_steps => loop_start,
            _ => at + 1,
        };
        let state = |at: usize| StateId(u32::try_from(at).expect("small"));
        edges.push((state(at), Edge { label: step.label, target: state(target) }));
    }
    Lts::new(StateId(0), n_steps + 1, edges, system.labels().clone())
}

/// Asserts that the evidence is a run of the system and forces the verdict on its own.
pub fn assert_sound(system: &Lts, formula: &Formula, holds: bool, evidence: &Evidence) {
    let mut state = system.initial();
    for step in &evidence.steps {
        assert_eq!(step.source, state);
        assert!(system.out(state).contains(&Edge { label: step.label, target: step.target }));
        state = step.target;
    }
    match evidence.kind {
        EvidenceKind::Trace => {}
        EvidenceKind::Deadlock => assert!(system.out(state).is_empty()),
        EvidenceKind::Lasso { loop_start } => {
            assert_eq!(evidence.steps[loop_start].source, state);
        }
    }
    assert_eq!(naive::holds(&alone(system, evidence), formula), holds, "{formula}: {evidence:?}");
}

/// Messages as `offset code message help`, one per line.
pub fn lines<T>(outcome: &Outcome<T>) -> String {
    outcome.diagnostics.iter().map(line).collect::<Vec<_>>().join("\n")
}

fn line(diagnostic: &Diagnostic) -> String {
    let places: Vec<_> = diagnostic
        .labels
        .iter()
        .map(|label| format!("{}..{} {}", label.span.start, label.span.end, label.text))
        .map(|place| place.trim_end().to_owned())
        .collect();
    let help =
        diagnostic.help.as_ref().map_or_else(String::new, |help| format!("\n    help: {help}"));
    format!("{} {} {}{help}", places.join(", "), diagnostic.code.0, diagnostic.message)
}
