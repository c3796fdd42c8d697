//! The formulas that rules ask: few words for what they need of the mu-calculus.
//!
//! Input: actions. Output: formulas of the checker; `state(entry)` is where a piece is entered, `state(exit)` where it is left.

use checker::Formula;
use checker::formula::{
    Act, ActionFormula, Modality, Reg, Regular, Repeat, Sign, State, StateAtom,
};
use frontend::{FileId, Span};

/// The atom of states from which a piece is entered.
pub(crate) const ENTRY: &str = "entry";
/// The atom of states for which a piece is left.
pub(crate) const EXIT: &str = "exit";

/// Formulas that nobody has written stand nowhere.
const NOWHERE: Span = Span { file: FileId(0), start: 0, end: 0 };

fn state(kind: State) -> Formula {
    Formula::new(kind, NOWHERE)
}

/// An action formula.
pub(crate) fn action(kind: Act) -> ActionFormula {
    ActionFormula::new(kind, NOWHERE)
}

/// All actions but these.
pub(crate) fn other(than: &ActionFormula) -> ActionFormula {
    match &than.kind {
        Act::Not(body) => (**body).clone(),
        _ => action(Act::Not(Box::new(than.clone()))),
    }
}

/// `state(Name)`
pub(crate) fn atom(name: &str) -> Formula {
    state(State::Atom(StateAtom::Name(name.into())))
}

/// `not F`
pub(crate) fn not(body: Formula) -> Formula {
    state(State::Not(Box::new(body)))
}

/// `F and G`
pub(crate) fn and(items: Vec<Formula>) -> Formula {
    state(State::And(items))
}

/// `F or G`
pub(crate) fn or(items: Vec<Formula>) -> Formula {
    state(State::Or(items))
}

/// `<A> F`, `[A] F`
pub(crate) fn along(modality: Modality, action: &ActionFormula, body: Formula) -> Formula {
    let path = Regular::new(Reg::Action(action.clone()), NOWHERE);
    state(State::Modal(modality, path, Box::new(body)))
}

/// `true` or `false`
pub(crate) fn constant(value: bool) -> Formula {
    state(if value { State::True } else { State::False })
}

/// `<true> true`: something happens next.
pub(crate) fn goes_on() -> Formula {
    along(Modality::Diamond, &action(Act::True), constant(true))
}

/// `[true*] F`
pub(crate) fn always(body: Formula) -> Formula {
    state(State::Modal(Modality::Box, any_number(), Box::new(body)))
}

/// `[true* . A] F`
pub(crate) fn behind(after: &ActionFormula, body: Formula) -> Formula {
    state(State::Modal(Modality::Box, anywhere(after), Box::new(body)))
}

/// `<true* . A> F`
pub(crate) fn somewhere(action: &ActionFormula) -> Formula {
    state(State::Modal(Modality::Diamond, anywhere(action), Box::new(constant(true))))
}

/// `<A+> F`
pub(crate) fn leads(way: &ActionFormula, body: Formula) -> Formula {
    let step = Regular::new(Reg::Action(way.clone()), NOWHERE);
    let path = Regular::new(Reg::Repeat(Repeat::Plus, Box::new(step)), NOWHERE);
    state(State::Modal(Modality::Diamond, path, Box::new(body)))
}

/// `<true*> F`
pub(crate) fn reaches(body: Formula) -> Formula {
    state(State::Modal(Modality::Diamond, any_number(), Box::new(body)))
}

fn any_number() -> Regular {
    let any = Regular::new(Reg::Action(action(Act::True)), NOWHERE);
    Regular::new(Reg::Repeat(Repeat::Star, Box::new(any)), NOWHERE)
}

fn anywhere(action: &ActionFormula) -> Regular {
    let last = Regular::new(Reg::Action(action.clone()), NOWHERE);
    Regular::new(Reg::Sequence(vec![any_number(), last]), NOWHERE)
}

fn variable(name: &str) -> Formula {
    state(State::Variable(name.into()))
}

fn fixpoint(sign: Sign, name: &str, body: Formula) -> Formula {
    state(State::Fixpoint(sign, name.into(), Box::new(body)))
}

/// `mu X . (<true> true and [not B] X)`: B comes for certain.
pub(crate) fn comes(action: &ActionFormula) -> Formula {
    let wait = along(Modality::Box, &other(action), variable("X"));
    fixpoint(Sign::Mu, "X", and(vec![goes_on(), wait]))
}

/// `mu X . (F or <true> true and [not B] X)`: F or B comes for certain.
pub(crate) fn comes_or(place: Formula, action: &ActionFormula) -> Formula {
    let wait = along(Modality::Box, &other(action), variable("X"));
    fixpoint(Sign::Mu, "X", or(vec![place, and(vec![goes_on(), wait])]))
}

/// `nu Z . (F and [not B] Z)`: F holds as long as there was no B.
pub(crate) fn holds_before(place: Formula, action: &ActionFormula) -> Formula {
    let wait = along(Modality::Box, &other(action), variable("Z"));
    fixpoint(Sign::Nu, "Z", and(vec![place, wait]))
}

/// `mu X . (F and <true> true and [not B] X)`: B comes for certain, and F holds before.
pub(crate) fn comes_while(place: Formula, action: &ActionFormula) -> Formula {
    let wait = along(Modality::Box, &other(action), variable("X"));
    fixpoint(Sign::Mu, "X", and(vec![place, goes_on(), wait]))
}
