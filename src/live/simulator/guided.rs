//! The way that labels describe, on a ground.
//!
//! Input: what has to happen, one thing after another. Output: steps in which it does, as few as possible. What comes by itself may
//! stand between two of them where the description leaves that out, as hunts leave out calls of other modules. Bounded: a way that is
//! not found in so many states is none.

use std::collections::BTreeSet;

use frontend::Diagnostic;
use lts::{Action, Term};

use super::ground::{Ground, State, Step};

/// States that are looked at.
const MOST: usize = 20_000;

/// Something that has to happen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Wanted {
    /// A step with this label, behind which the state is called so, if that is known.
    Label(String, Option<String>),
    /// An action of this form; what is unknown in it may be anything.
    Action(Action),
}

/// A way under search: the place in the description, how it was come to, the step.
struct Visited {
    at: usize,
    before: Option<usize>,
    step: Option<Step>,
}

/// Steps in which all of it happens; `None` if none were found. `skips` says whether own steps may stand in between.
pub(crate) fn way(
    ground: &mut dyn Ground,
    wanted: &[Wanted],
    skips: bool,
) -> Result<Option<Vec<Step>>, Diagnostic> {
    let first = ground.first()?;
    let mut seen: BTreeSet<(usize, State)> = BTreeSet::from([(0, first.clone())]);
    let mut all = vec![Visited { at: 0, before: None, step: None }];
    let mut next = 0;
    while next < all.len() && all.len() < MOST {
        let Visited { at, step, .. } = &all[next];
        let at = *at;
        if at == wanted.len() {
            return Ok(Some(back(&all, next)));
        }
        let state = step.as_ref().map_or_else(|| first.clone(), |step| step.target.clone());
        for step in ground.steps(&state)? {
            let is_met = meets(ground, &step, &wanted[at]);
            let places = [is_met.then_some(at + 1), (skips && step.is_own).then_some(at)];
            for at in places.into_iter().flatten() {
                if seen.insert((at, step.target.clone())) {
                    all.push(Visited { at, before: Some(next), step: Some(step.clone()) });
                }
            }
        }
        next += 1;
    }
    Ok(None)
}

fn back(all: &[Visited], last: usize) -> Vec<Step> {
    let mut steps = Vec::new();
    let mut at = Some(last);
    while let Some(visited) = at.and_then(|at| all.get(at)) {
        steps.extend(visited.step.clone());
        at = visited.before;
    }
    steps.reverse();
    steps
}

fn meets(ground: &mut dyn Ground, step: &Step, wanted: &Wanted) -> bool {
    match wanted {
        Wanted::Label(text, name) => {
            step.text == *text
                && name.as_ref().is_none_or(|name| ground.shown(&step.target).name == *name)
        }
        Wanted::Action(form) => step.action.as_ref().is_some_and(|action| {
            action.name == form.name
                && action.args.len() == form.args.len()
                && action.args.iter().zip(&form.args).all(|(arg, form)| agree(arg, form))
        }),
    }
}

/// Whether two terms may be the same, for all that is known of them. Names of processes and references differ from run to run.
fn agree(left: &Term, right: &Term) -> bool {
    match (left, right) {
        (Term::Unknown(_) | Term::Pid(_) | Term::Reference(_), _)
        | (_, Term::Unknown(_) | Term::Pid(_) | Term::Reference(_)) => true,
        (Term::Tuple(a), Term::Tuple(b)) => {
            a.len() == b.len() && a.iter().zip(b).all(|(a, b)| agree(a, b))
        }
        (a, b) => a == b || a.has_unknown() || b.has_unknown(),
    }
}
