//! Models whose unknown values are choices between values that stand for them.
//!
//! Input: a model, and values for places where unknown values come from. Output: the model without these unknown values:
//! where a process names one it chooses among the values, everywhere else the first one of them stands. A call that cannot
//! have given a value is not offered with it. The values are not looked for here, nor what is lost with the others.

use std::collections::BTreeMap;

use model::expr::change::change_each;
use model::{Behaviour, End, Expr, Guess, Model, Operator, OriginId, PointId, VarId};
use rustc_hash::FxHashMap;

use super::refusal::refusals;

/// A model in which these values stand in the place of unknown ones, for each place where such a value comes from, and what
/// `guessed` gives in the place of what is made up of them. A process does not go on where it would name one of which there
/// is no value.
pub fn closed(
    model: &Model,
    values: &BTreeMap<OriginId, Vec<Expr>>,
    guessed: &dyn Fn(Guess) -> Expr,
) -> Model {
    let mut closing = Closing { model, values, closed: model.clone(), done: FxHashMap::default() };
    for (id, point) in model.points.iter_enumerated() {
        if let Behaviour::Let { value, .. } = point
            && value.unknown_origin().is_some_and(|origin| values.contains_key(&origin))
        {
            let offer = closing.point(id, &Vec::new());
            closing.closed.points[id] = closing.closed.points[offer].clone();
        }
    }
    let mut closed = closing.closed;
    let mut close = |expr: &mut Expr| {
        if let Expr::Apply(Operator::Guess(guess), _) = expr {
            *expr = guessed(*guess);
            return;
        }
        let values = expr.unknown_origin().and_then(|origin| values.get(&origin));
        if let Some(first) = values.and_then(|values| values.first()) {
            *expr = first.clone();
        }
    };
    change_each(&mut closed, &mut close, &mut |_| {});
    closed
}

/// Values in the place of variables of a process.
type Chosen = Vec<(VarId, Expr)>;

/// What is done to the points behind an unknown value.
struct Closing<'m> {
    model: &'m Model,
    values: &'m BTreeMap<OriginId, Vec<Expr>>,
    closed: Model,
    /// What stands for a point where these values are chosen.
    done: FxHashMap<(PointId, Chosen), PointId>,
}

impl Closing<'_> {
    /// What stands for a point with values in the place of variables: a process has no bindings behind a choice.
    fn point(&mut self, at: PointId, chosen: &Chosen) -> PointId {
        let key = (at, chosen.clone());
        if let Some(&done) = self.done.get(&key) {
            return done;
        }
        let behaviour = self.behaviour(at, chosen);
        let point = self.closed.points.push(behaviour);
        self.done.insert(key, point);
        point
    }

    fn behaviour(&mut self, at: PointId, chosen: &Chosen) -> Behaviour {
        let known = |var: VarId| {
            chosen.iter().find(|(other, _)| *other == var).map(|(_, value)| value.clone())
        };
        let put = |args: &[Expr]| args.iter().map(|arg| arg.substitute(&known)).collect();
        match &self.model.points[at] {
            Behaviour::Let { var, value, next } => {
                let values = self.values;
                if let Some(values) = value.unknown_origin().and_then(|origin| values.get(&origin))
                {
                    return self.offers(*var, values, *next, chosen);
                }
                let (var, value) = (*var, value.substitute(&known));
                Behaviour::Let { var, value, next: self.point(*next, chosen) }
            }
            Behaviour::Choice(points) => {
                Behaviour::Choice(points.iter().map(|&point| self.point(point, chosen)).collect())
            }
            Behaviour::If { cond, yes, no } => {
                let cond = cond.substitute(&known);
                let [yes, no] = [yes, no].map(|&point| self.point(point, chosen));
                Behaviour::If { cond, yes, no }
            }
            Behaviour::Act { action, args, next, origin } => {
                let (action, origin, args) = (*action, *origin, put(args));
                let act = Behaviour::Act { action, args, next: self.point(*next, chosen), origin };
                self.unless_refused(at, chosen, act)
            }
            Behaviour::Receive { action, given, var, when, next } => Behaviour::Receive {
                action: *action,
                given: put(given),
                var: *var,
                when: when.as_ref().map(|when| when.substitute(&known)),
                next: self.point(*next, chosen),
            },
            Behaviour::Mark { origin, next } => {
                Behaviour::Mark { origin: *origin, next: self.point(*next, chosen) }
            }
            Behaviour::Call { process, args } => {
                Behaviour::Call { process: *process, args: put(args) }
            }
            Behaviour::End(end) => Behaviour::End(*end),
        }
    }

    /// What follows a point that names an unknown value, with each of these in its place.
    fn offers(&mut self, var: VarId, values: &[Expr], next: PointId, chosen: &Chosen) -> Behaviour {
        let mut offer = |value: &Expr| {
            let mut chosen = chosen.clone();
            chosen.push((var, value.clone()));
            self.point(next, &chosen)
        };
        match values {
            [only] => {
                let offer = offer(only);
                self.closed.points[offer].clone()
            }
            several => Behaviour::Choice(several.iter().map(offer).collect()),
        }
    }

    /// A call, unless it cannot have given the value that is chosen for its result.
    fn unless_refused(&mut self, at: PointId, chosen: &Chosen, act: Behaviour) -> Behaviour {
        let Behaviour::Act { args, .. } = &self.model.points[at] else { return act };
        let is_result = |(var, _): &&(VarId, Expr)| args.last() == Some(&Expr::Var(*var));
        let Some((var, value)) = chosen.iter().find(is_result) else { return act };
        let known = |var: VarId| {
            chosen.iter().find(|(other, _)| *other == var).map(|(_, value)| value.clone())
        };
        let Some(conds) = refusals(self.model, at, *var, value) else {
            return Behaviour::End(End::Nothing);
        };
        conds.into_iter().fold(act, |act, cond| {
            let no = self.closed.points.push(act);
            let yes = self.closed.points.push(Behaviour::End(End::Nothing));
            Behaviour::If { cond: cond.substitute(&known), yes, no }
        })
    }
}
