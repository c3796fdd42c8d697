//! Verdicts and evidence on small systems.

use crate::support::{evidence_text, formula, lines, lts, verdict};
use checker::{Truth, check};
use lts::Lts;

/// The paper's door, commands offered once: wrong code, then right code.
fn door() -> Lts {
    lts("0 cmd({button,abb}) 1; 1 display_message 2; 2 cmd({button,abc}) 3; 3 do_unlock 4")
}

/// The small systems that every algorithm should meet.
fn small() -> [(&'static str, Lts); 5] {
    [
        ("deadlock", lts("")),
        ("self-loop", lts("0 a 0")),
        ("tau-loop", lts("0 tau 1; 1 tau 0; 1 a 2")),
        ("diamond", lts("0 a 1; 0 b 2; 1 b 3; 2 a 3")),
        ("two cycles", lts("0 a 1; 1 b 0; 1 c 2; 2 d 3; 3 c 2; 3 e 1")),
    ]
}

fn truth(system: &Lts, text: &str) -> bool {
    let holds = verdict(system, text).holds;
    assert_ne!(holds, Truth::Unknown, "{text}");
    holds == Truth::True
}

#[test]
fn small_systems() {
    let formulas = [
        ("[true*] <true> true", [false, true, false, false, true]),
        ("mu X . (<true> true and [not a] X)", [false, true, false, true, true]),
        ("[(not a)*] <true* . a> true", [false, true, true, true, true]),
        ("<tau* . a> true", [false, true, true, true, true]),
        ("[a] false", [true, false, true, false, false]),
        ("nu X . <true> X", [false, true, true, false, true]),
        ("<a . b> true and <b . a> true", [false, false, false, true, false]),
        ("<true* . c . d . c> true", [false, false, false, false, true]),
        ("true", [true; 5]),
        ("<\"i\" . tau> true", [false, false, true, false, false]),
    ];
    for (text, expected) in formulas {
        for ((name, system), expected) in small().iter().zip(expected) {
            assert_eq!(truth(system, text), expected, "{text} on {name}");
        }
    }
}

#[test]
fn the_door_of_the_paper() {
    let door = door();
    assert!(truth(&door, "[(not cmd({button,abc}))* . do_unlock] false"));
    assert!(truth(&door, "<true* . cmd({button,abb}) . display_message> true"));
    assert!(truth(&door, "[(not (\"cmd({button,abc})\"))* . \"do_unlock\"] false"));
    let broken = lts("0 cmd({button,abb}) 1; 1 do_unlock 2; 0 read() -> {ok,1} 3");
    let verdict = verdict(&broken, "[(not cmd({button,abc}))* . do_unlock] false");
    assert_eq!(verdict.holds, Truth::False);
    assert_eq!(evidence_text(&broken, verdict.evidence.as_ref()), "cmd({button,abb}) do_unlock");
    assert!(truth(&broken, "<read() -> {ok,_}> true and <'read() -> .*'> true"));
    assert!(truth(&broken, "<read()> true and not <read() -> {error,_}> true"));
}

#[test]
fn endless_and_counted_repetitions() {
    let system = lts("0 a 1; 1 b 2; 2 a 0; 1 c 3; 3 a 4; 4 c 5");
    let cases = [
        ("<true* . b . a> @", Truth::True, " (a b a)*"),
        ("<true* . c> @", Truth::False, "none"),
        ("[true* . c] -|", Truth::True, "none"),
        ("[a . b? . (a | c)] -|", Truth::False, " (a b a)*"),
        ("@ (true . true* . b)", Truth::True, " (a b a)*"),
        ("<a . c . (a . c) {1}> true", Truth::True, "a c a c"),
        ("[true {3}] <true> true", Truth::True, "none"),
        ("[true {4 ... 6}] <true> true", Truth::False, "a c a c DEADLOCK"),
        ("<(a . b . a) {2 ...}> true", Truth::True, "a b a a b a"),
        ("<true {0} . a> true xor <b {2}> true", Truth::True, "a"),
    ];
    for (text, holds, evidence) in cases {
        let verdict = verdict(&system, text);
        assert_eq!(verdict.holds, holds, "{text}");
        assert_eq!(evidence_text(&system, verdict.evidence.as_ref()), evidence, "{text}");
    }
    let long = formula("<(true . a) {30000}> @");
    assert_eq!(check(&lts("0 a 0"), &long).value.holds, Truth::True);
}

#[test]
fn references_and_pids_are_named() {
    let system = lts("0 reply(<1>,#Ref<1>) 1; 0 reply(<2>,#Ref<2>) 2; 1 self() -> <1> 0");
    assert!(truth(&system, "<reply(<1>,#Ref<1>)><self() -> <1>> true"));
    assert!(truth(&system, "[reply(<2>,_)] [true] false"));
    assert!(truth(&system, "[reply(_,#Ref<1>) . self -> <2>] false and <reply(_,#Ref<2>)>true"));
    assert!(!truth(&system, "<reply(<1>,#Ref<2>)> true"));
}

#[test]
fn evidence_is_shortest_and_says_how_it_goes_on() {
    let system = lts("0 a 1; 1 a 2; 2 b 3; 0 c 4; 4 b 5; 5 d 5; 3 e 6");
    let cases = [
        ("[true* . b] false", "c b"),
        ("<true* . b . e> true", "a a b e"),
        ("[true*] <true> true", "a a b e DEADLOCK"),
        ("mu X . (<true> true and [not b] X)", "none"),
        ("mu X . (<true> true and [not e] X)", "c b (d)*"),
        ("mu X . (<true> true and [not a] X)", "c b (d)*"),
        ("nu X . <true> X", "c b (d)*"),
        ("<true*> [true] false", "a a b e DEADLOCK"),
        ("[a . a] <e> true", "a a"),
        ("<c> true and [e] false", "c"),
        ("true", ""),
        ("<a> true and <c> true", "none"),
        ("[true*] <d> true", ""),
    ];
    for (text, expected) in cases {
        let verdict = verdict(&system, text);
        assert_eq!(evidence_text(&system, verdict.evidence.as_ref()), expected, "{text}");
    }
    assert_eq!(verdict(&system, "[true*] <d> true").holds, Truth::False);
}

#[test]
fn evidence_of_the_initial_state_alone() {
    let stopped = lts("");
    let verdict = verdict(&stopped, "[true*] <true> true");
    assert_eq!(evidence_text(&stopped, verdict.evidence.as_ref()), " DEADLOCK");
}

#[test]
fn a_violation_by_several_runs() {
    let system = lts("0 b 1");
    let outcome = check(&system, &formula("<a> true or [b] <c> true"));
    assert_eq!(outcome.value.holds, Truth::False);
    assert_eq!(evidence_text(&system, outcome.value.evidence.as_ref()), "b DEADLOCK");
    let system = lts("0 b 1; 0 c 2; 1 d 3; 2 d 3");
    let outcome = check(&system, &formula("[b] <d . e> true or [c] <d . e> true"));
    assert_eq!(outcome.value.holds, Truth::False);
    assert_eq!(outcome.value.evidence, None);
    assert_eq!(outcome.value.together.map(|tree| tree.branches.len()), Some(4));
    assert!(outcome.diagnostics.iter().all(|diagnostic| diagnostic.code.0 != "N0401"));
    // All that the system can do shows that something is impossible.
    let outcome = check(&system, &formula("<(b or c) . d . d> true"));
    assert_eq!((outcome.value.evidence, outcome.value.together), (None, None));
    assert_eq!(outcome.diagnostics.last().map(|diagnostic| diagnostic.code.0), Some("N0401"));
}

#[test]
fn incomplete_systems() {
    let part = |text: &str, unexpanded: &[usize]| {
        let system = lts(text);
        let flags = system.states().map(|state| unexpanded.contains(&state.index())).collect();
        system.with_unexpanded(flags)
    };
    let system = part("0 a 1; 0 b 2; 2 c 0", &[1]);
    let truth = |text| verdict(&system, text).holds;
    assert_eq!(truth("[true* . c] false"), Truth::False);
    assert_eq!(truth("<true* . c> true"), Truth::True);
    assert_eq!(truth("[true* . d] false"), Truth::Unknown);
    assert_eq!(truth("[true*] <true> true"), Truth::Unknown);
    assert_eq!(truth("[b] <c> true"), Truth::True);
    assert_eq!(truth("<a> true and [a] true"), Truth::True);
    let verdict = verdict(&system, "[true* . c] false");
    assert_eq!(evidence_text(&system, verdict.evidence.as_ref()), "b c");
}

#[test]
fn internal_and_visible_i() {
    let hidden = lts("0 tau 1");
    assert!(truth(&hidden, "<\"i\"> true and <\"tau\"> true and <tau> true and <'i'> true"));
    let visible = lts("0 i 1");
    assert!(truth(&visible, "<\"i\"> true and <i> true and not <tau> true and [\"tau\"] false"));
}

/// Formula and warnings on a system of its own.
const WARNINGS: &[(&str, &str)] = &[
    ("0 pay_coin(1) 1; 1 cup 2", "[true* . pay_coin(0) . true* . cup] false"),
    ("0 pay_coin(1) 1; 1 cup 2", "<\"pay_coin(2)\"> true"),
    ("0 pay_coin(1) 1; 1 cup 2", "[true* . \"pay.*\" . cup] false"),
    ("0 pay_coin(1) 1; 1 cup 2", "[true* . 'pai.*'] false"),
    ("0 pay_coin(1) 1; 1 cup 2", "[pay_coin(_) . \"quite another text\"] false"),
    ("0 pay_coin(1) 1; 1 cup 2", "[cup and pay_coin(_)] false"),
    ("0 a 1; 1 b 0", "[not true] false"),
    ("0 a 1; 1 b 0", "[true* . a . a . b] false"),
    ("0 a 1; 1 b 0", "[true* . a . b] false or false"),
    ("0 a 1; 1 b 0", "[b] <a> true and not <b . a> <a> true"),
    ("0 a 1; 1 b 0", "not <a . b> <b> <a> true"),
    ("0 a 1; 1 b 0", "[true* . a . b . b] false"),
    ("0 a 1; 1 b 0", "[true*] ((<a> true and <b> true) implies <c> true)"),
    ("0 a 1; 1 b 0", "<true*> (<a> true and not [b] false)"),
    ("0 a 1; 1 b 0", "<a> true and [a] false"),
];

#[test]
fn warnings_about_verdicts_that_say_little() {
    let text: Vec<_> = WARNINGS
        .iter()
        .map(|(system, text)| {
            let outcome = check(&lts(system), &formula(text));
            format!("{text}: {:?}\n{}\n", outcome.value.holds, lines(&outcome))
        })
        .collect();
    insta::assert_snapshot!(text.join("\n"));
}
