//! Boolean equations for other tools: their text, and what has none. `oracle_mcrl2` solves them.

use crate::support::{formula, lts};
use checker::export::bes::equations;
use checker::formula::StateAtom;
use checker::{NoAtoms, Paths, StateAtoms, parse_ctl};
use frontend::FileId;
use lts::StateId;

#[test]
fn equations_of_a_response() {
    let system = lts("0 pay 1; 1 tau 1; 1 serve 0; 1 other 2; 3 pay 3");
    let response = formula("[true* . pay] mu X . (<true> true and [not 'ser\u{e9}*ve'] X)");
    let text = equations(&system, &NoAtoms, &response).expect("complete").to_string();
    insta::assert_snapshot!(text);
}

/// What goes on for ever stands outside of what is repeated in it.
#[test]
fn equations_of_endless_runs() {
    let system = lts("0 a 1; 1 b 0; 1 c 1");
    for text in ["<(a | b*) . b> @", "[a . b*] -|"] {
        let text = equations(&system, &NoAtoms, &formula(text)).expect("complete").to_string();
        insta::assert_snapshot!(text);
    }
}

struct Open;

impl StateAtoms for Open {
    fn holds(&self, _atom: &StateAtom, state: StateId) -> Option<bool> {
        (state.0 < 2).then_some(state.0 == 1)
    }

    fn names(&self) -> Vec<String> {
        vec!["open".to_owned()]
    }
}

#[test]
fn states_are_asked() {
    let eventually = parse_ctl(FileId(0), "EF open", Paths::Maximal).value.expect("a formula");
    let text =
        |system| equations(&system, &Open, &eventually).map(|equations| equations.to_string());
    insta::assert_snapshot!(text(lts("0 a 1; 1 a 0")).expect("known states"));
    assert_eq!(text(lts("0 a 1; 1 a 2")).expect_err("unknown").code.0, "E0419");
    let part = lts("0 a 1").with_unexpanded(vec![true, false]);
    assert_eq!(text(part).expect_err("incomplete").code.0, "E0419");
}
