//! Labels with unknown values: what is said of them holds for all values.

use crate::support;
use crate::support::random::{self, LABELS, OPEN_LABELS, Random, n_cases};
use crate::support::{alone, assert_sound, edges, naive, verdict};
use checker::{Truth, check, parse_formula};
use frontend::FileId;
use lts::{Edge, LabelId, LabelTable, Lts};

/// Values of unknown values.
const VALUES: [&str; 7] = ["1", "abc", "{ok,1}", "{button,abc}", "[]", "b", "{ok,{button,abb}}"];

/// A system whose labels have their unknown values replaced, on each transition by others or, with
/// `each_label`, the same everywhere.
fn instance(system: &Lts, random: &mut Random, each_label: bool) -> Lts {
    let mut labels = LabelTable::default();
    let mut texts: Vec<Option<String>> = system.labels().iter().map(|_| None).collect();
    let mut replaced = |id: LabelId, random: &mut Random| {
        let Some(text) = system.labels().get(id).text() else { return LabelId::TAU };
        let mut fresh =
            || text.replace("?1", random.pick(&VALUES)).replace("?2", random.pick(&VALUES));
        let text = match &mut texts[id.index()] {
            Some(chosen) if each_label => chosen.clone(),
            chosen => chosen.insert(fresh()).clone(),
        };
        support::intern(&mut labels, &text)
    };
    let edges: Vec<_> = edges(system)
        .into_iter()
        .map(|(source, Edge { label, target })| {
            (source, Edge { label: replaced(label, random), target })
        })
        .collect();
    Lts::new(system.initial(), system.n_states(), edges, labels)
}

#[test]
fn settled_verdicts_hold_for_all_values() {
    let mut random = Random::new(11);
    let (mut settled, mut open, mut explained) = (0, 0, 0);
    let texts: Vec<&str> = OPEN_LABELS.into_iter().chain(LABELS).collect();
    while settled < n_cases(600, 100_000) {
        let system = random::lts_over(&mut random, &texts);
        let text = random::formula(&mut random, 4).to_string();
        let Some(formula) = parse_formula(FileId(0), &text).value else { continue };
        if !["cmd", "read", "pair"].iter().any(|name| text.contains(name)) {
            continue;
        }
        let formula = random::perhaps_fair(&mut random, formula);
        let verdict = check(&system, &formula).value;
        if !verdict.is_settled {
            open += 1;
            continue;
        }
        settled += 1;
        let holds = verdict.holds == Truth::True;
        for number in 0..8 {
            let instance = instance(&system, &mut random, number % 2 == 0);
            assert_eq!(naive::holds(&instance, &formula), holds, "{formula} on {system:?}");
        }
        if let Some(evidence) = &verdict.evidence {
            explained += 1;
            for _ in 0..4 {
                let run = instance(&alone(&system, evidence), &mut random, false);
                assert_eq!(naive::holds(&run, &formula), holds, "{formula}: {evidence:?}");
            }
        }
    }
    // The cases are worth something.
    assert!(open > settled / 50, "{open} open, {settled} settled");
    assert!(explained > settled / 2, "{explained} of {settled} explained");
}

/// What an unknown value decides is not settled; for some value the evidence shows it.
#[test]
fn unknown_values_decide() {
    let system = support::lts("0 read(?1) 1; 1 a 2; 0 read({x,?1}) 2");
    for (text, holds, is_settled) in [
        ("[true* . write(1)] false", Truth::True, true),
        ("[true* . read(1)] false", Truth::False, false),
        ("<true* . read(1)> true", Truth::True, false),
        ("<true* . read(_)> true", Truth::True, true),
        ("[read({x,_})] false", Truth::False, true),
        ("[read({y,_}) . b] false", Truth::True, true),
        ("<read(1) . b> true", Truth::False, true),
        ("[not read(1)] false", Truth::False, true),
        ("<not read(_)> true", Truth::False, true),
        ("<not read(1) . a> true", Truth::True, false),
        ("[not (read(1) or read({x,_}))] false", Truth::False, false),
        ("<\"read(1)\"> true", Truth::True, false),
        ("<\"read(?1)\"> true", Truth::True, true),
        ("<'read(1.*'> true", Truth::True, false),
        ("<'read(.*'> true", Truth::True, true),
        ("<'re*d(.*'> true", Truth::True, false),
        ("<'write.*'> true", Truth::False, true),
        ("[read(1)] <b> true", Truth::False, false),
        ("nu X . [read(1)] false and [true] X", Truth::False, false),
    ] {
        let verdict = verdict(&system, text);
        assert_eq!((verdict.holds, verdict.is_settled), (holds, is_settled), "{text}");
        if is_settled && let Some(evidence) = &verdict.evidence {
            assert_sound(&system, &support::formula(text), holds == Truth::True, evidence);
        }
    }
}
