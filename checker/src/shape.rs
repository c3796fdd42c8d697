//! Shapes of properties that are frequent, however they are written.
//!
//! Input: a formula. Output: what it says, if it is one of these: b comes for certain behind each a, or behind the start; a never
//! happens; a can happen, or can happen at any time; else whether it speaks of all runs, or of some. A shape is not read from a text: for what stands at the place of b the formula is written in each of the ways
//! that are known, and compared.
//!
//! ```text
//! [true* . a] mu X . (<true> true and [not b] X)      response
//! AG ({a} => AF{b})        (ESCTL)                    response
//! AG{a}                    (ESCTL)                    absence of all but a
//! ```

use std::slice;

use frontend::Name;

use crate::checks::variables::used_by_action;
use crate::formula::{Act, ActionFormula, Formula, Modality, Reg, Regular, Repeat, Sign, State};
use crate::graph::Graph;
use crate::verdict::Scope;

/// What a property of a frequent shape says.
#[derive(Clone, Debug, PartialEq)]
pub enum Shape {
    /// On every run `comes` happens behind each `after`, or behind the start where that is none.
    Response {
        /// What starts the waiting.
        after: Option<ActionFormula>,
        /// What is waited for.
        comes: ActionFormula,
    },
    /// `comes` can happen yet, wherever a run has come behind an `after`, or at all where that is none.
    Always {
        /// From when on.
        after: Option<ActionFormula>,
        /// What can happen yet.
        comes: ActionFormula,
    },
    /// It happens on no run.
    Absence(ActionFormula),
    /// It happens on some run.
    Possibility(ActionFormula),
    /// Something else about actions of all runs: what has fewer runs satisfies it, too.
    Universal(Formula),
    /// Something else about actions of some run: what has more runs satisfies it, too.
    Existential(Formula),
}

impl Shape {
    /// The shape of a formula, which has been checked, if it has one.
    pub fn of(formula: &Formula) -> Option<Self> {
        Self::frequent(formula).or_else(|| Self::by_runs(formula))
    }

    /// Whether a formula speaks of all runs or of some, and of nothing but their actions.
    fn by_runs(formula: &Formula) -> Option<Self> {
        let mut has_atom = false;
        formula.for_each_atom(&mut |_, _| has_atom = true);
        match Scope::with_tests(&Graph::new(formula)) {
            _ if has_atom => None,
            Scope::Universal => Some(Self::Universal(formula.clone())),
            Scope::Existential => Some(Self::Existential(formula.clone())),
            Scope::Mixed => None,
        }
    }

    fn frequent(formula: &Formula) -> Option<Self> {
        if let Some((Modality::Diamond, Reached::Later(action), body)) = split(formula)
            && body.kind == State::True
        {
            return Some(Self::Possibility(action));
        }
        if let State::Not(body) = &formula.kind {
            return match Self::frequent(body)? {
                Self::Absence(action) => Some(Self::Possibility(action)),
                Self::Possibility(action) => Some(Self::Absence(action)),
                _ => None,
            };
        }
        if let Some(comes) = inevitable(formula) {
            return Some(Self::Response { after: None, comes });
        }
        let (Modality::Box, reached, body) = split(formula)? else { return None };
        if let Some(comes) = can_happen(body) {
            let after = match reached {
                Reached::Now => None,
                Reached::Later(action) => Some(action),
            };
            return Some(Self::Always { after, comes });
        }
        match reached {
            Reached::Now => never(body).map(Self::Absence),
            Reached::Later(action) if body.kind == State::False => Some(Self::Absence(action)),
            Reached::Later(action) => {
                let comes = inevitable(body)?;
                Some(Self::Response { after: Some(action), comes })
            }
        }
    }
}

/// The sequences of which a formula says that no run does them, if that is all that it says: `[R] false`, `[R] [S] false`, `not <R> true`,
/// several of these at once.
pub fn forbidden(formula: &Formula) -> Option<Vec<Regular>> {
    sequences(formula, true)
}

/// The sequences that make a formula false, or true.
fn sequences(formula: &Formula, is_false: bool) -> Option<Vec<Regular>> {
    let (modality, never) =
        if is_false { (Modality::Box, State::True) } else { (Modality::Diamond, State::False) };
    match &formula.kind {
        State::True | State::False if formula.kind == never => Some(Vec::new()),
        State::True | State::False => Some(vec![Regular::new(Reg::Nil, formula.span)]),
        State::Not(body) => sequences(body, !is_false),
        State::And(items) if is_false => all(items, is_false),
        State::Or(items) if !is_false => all(items, is_false),
        State::Modal(own, path, body) if *own == modality => {
            let behind = sequences(body, is_false)?.into_iter();
            let whole = behind
                .map(|rest| Regular::new(Reg::Sequence(vec![path.clone(), rest]), formula.span));
            Some(whole.collect())
        }
        _ => None,
    }
}

fn all(items: &[Formula], is_false: bool) -> Option<Vec<Regular>> {
    let each: Option<Vec<Vec<Regular>>> =
        items.iter().map(|item| sequences(item, is_false)).collect();
    Some(each?.concat())
}

/// Behind which sequences a formula speaks.
enum Reached {
    /// `true*`
    Now,
    /// `true* . A`
    Later(ActionFormula),
}

/// `[true* . A] F`, `[true*] [A] F`, `[true*] F`, and with `<…>`.
fn split(formula: &Formula) -> Option<(Modality, Reached, &Formula)> {
    let State::Modal(modality, path, body) = &formula.kind else { return None };
    match path_of(path)? {
        Reached::Now => match &body.kind {
            State::Modal(inner, path, behind) if inner == modality => {
                let action = one_action(path)?;
                Some((*modality, Reached::Later(action), behind))
            }
            _ => Some((*modality, Reached::Now, body)),
        },
        later @ Reached::Later(_) => Some((*modality, later, body)),
    }
}

/// `true*`, `true* . A`
fn path_of(path: &Regular) -> Option<Reached> {
    let parts = match &path.kind {
        Reg::Sequence(parts) => parts.as_slice(),
        _ => slice::from_ref(path),
    };
    let (first, rest) = parts.split_first()?;
    let any = ActionFormula::new(Act::True, first.span);
    let any = Regular::new(Reg::Action(any), first.span);
    if first.kind != Reg::Repeat(Repeat::Star, Box::new(any)) {
        return None;
    }
    match rest {
        [] => Some(Reached::Now),
        [last] => one_action(last).map(Reached::Later),
        _ => None,
    }
}

/// A regular formula that stands for one action, or for one of several.
fn one_action(path: &Regular) -> Option<ActionFormula> {
    match &path.kind {
        Reg::Action(action) => Some(action.clone()),
        Reg::Choice(items) => {
            let items: Option<Vec<ActionFormula>> = items.iter().map(one_action).collect();
            items.map(|items| ActionFormula::new(Act::Or(items), path.span))
        }
        _ => None,
    }
}

/// B of `<true* . B> true`; `<true> true` says the same of any action. None if a variable of it is bound further out.
fn can_happen(formula: &Formula) -> Option<ActionFormula> {
    let State::Modal(Modality::Diamond, path, body) = &formula.kind else { return None };
    let any =
        one_action(path).filter(|action| action.kind == Act::True && body.kind == State::True);
    let comes = any.or_else(|| match split(formula)? {
        (Modality::Diamond, Reached::Later(action), body) if body.kind == State::True => {
            Some(action)
        }
        _ => None,
    })?;
    used_by_action(&comes).is_empty().then_some(comes)
}

/// A of `[A] false`, `not <A> true`.
fn never(formula: &Formula) -> Option<ActionFormula> {
    match &formula.kind {
        State::Modal(Modality::Box, path, body) if body.kind == State::False => one_action(path),
        State::Not(body) => match &body.kind {
            State::Modal(Modality::Diamond, path, body) if body.kind == State::True => {
                one_action(path)
            }
            _ => None,
        },
        _ => None,
    }
}

/// B of a formula that says that B comes for certain, whatever comes before; none if a variable of it is bound further out.
fn inevitable(formula: &Formula) -> Option<ActionFormula> {
    let State::Fixpoint(Sign::Mu, name, body) = &formula.kind else { return None };
    let State::And(items) = &body.kind else { return None };
    let others = items.iter().find_map(|item| match &item.kind {
        State::Modal(Modality::Box, path, body) if body.kind == State::Variable(name.clone()) => {
            one_action(path)
        }
        _ => None,
    })?;
    let comes = match &others.kind {
        Act::Not(comes) => (**comes).clone(),
        _ => ActionFormula::new(Act::Not(Box::new(others.clone())), others.span),
    };
    let is_known = ways(name, &comes, &others).contains(&body.kind);
    (is_known && used_by_action(&comes).is_empty()).then_some(comes)
}

/// The bodies of a least fixpoint that says that `comes` is inevitable; `others` are all but that.
fn ways(name: &Name, comes: &ActionFormula, others: &ActionFormula) -> [State; 4] {
    let span = comes.span;
    let state = |kind| Formula::new(kind, span);
    let again = || state(State::Variable(name.clone()));
    let along = |modality, action: &ActionFormula, body| {
        let path = Regular::new(Reg::Action(action.clone()), action.span);
        state(State::Modal(modality, path, Box::new(body)))
    };
    let any = ActionFormula::new(Act::True, span);
    let goes_on = || along(Modality::Diamond, &any, state(State::True));
    let wait = || along(Modality::Box, others, again());
    let now_or_later = state(State::Or(vec![state(State::True), again()]));
    let can = vec![
        along(Modality::Diamond, comes, state(State::True)),
        along(Modality::Diamond, others, again()),
    ];
    [
        State::And(vec![goes_on(), wait()]),
        State::And(vec![wait(), goes_on()]),
        State::And(vec![goes_on(), wait(), along(Modality::Box, comes, now_or_later)]),
        State::And(vec![state(State::Or(can)), wait()]),
    ]
}
