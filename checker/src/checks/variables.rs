//! Variables of action patterns: where one is bound, where it is used, which values it takes.
//!
//! Input: a formula and the labels of a system. Output: the formula without variables that reach
//! beyond one action. `[true* . cmd({pay,N}) . (not coin(N))* . serve] false` says it for each N
//! that a label `cmd({pay,N})` has: a variable is bound by the first pattern of a run that has it,
//! and means the same in all that follows, in the formula behind the brackets too. Patterns below
//! `not` or in a repetition bind nothing outside of it.
//!
//! The values are those of the labels of the whole system, so that this is an expansion: for `[R] F` all
//! of them must do, for `<R> F` one of them.

mod guards;
mod values;

use std::borrow::Cow;
use std::collections::BTreeSet;

use frontend::{Diagnostic, Name, Span};
use lts::LabelTable;
use lts::term::guard::Guard;
use lts::term::pattern::TermPattern;

use crate::codes;
use crate::formula::{Act, ActionFormula, Formula, Modality, Pattern, Reg, Regular, State};
pub(crate) use guards::check_guards;
use values::values;

/// Nodes that a formula may grow to.
const MAX_NODES: usize = 200_000;

type Names = BTreeSet<Name>;

/// The formula with every value in place of the variables that reach beyond one action.
pub(crate) fn instantiate<'f>(
    formula: &'f Formula,
    labels: &LabelTable,
) -> Result<Cow<'f, Formula>, Diagnostic> {
    if !reaches(formula) {
        return Ok(Cow::Borrowed(formula));
    }
    let mut instance = Instance { labels, n_nodes: 0, is_full: false };
    let expanded = instance.state(formula, &Values::default());
    if instance.is_full {
        let message = "the variables of this formula take too many values in this system";
        return Err(Diagnostic::error(codes::TOO_MANY_VALUES, message, formula.span).with_help(
            "each value of a variable is a part of its own: say more in the pattern that binds it",
        ));
    }
    Ok(Cow::Owned(expanded))
}

/// Whether some variable is used behind the action that binds it.
fn reaches(formula: &Formula) -> bool {
    match &formula.kind {
        State::True | State::False | State::Variable(_) | State::Atom(_) => false,
        State::Not(body) | State::Fixpoint(_, _, body) => reaches(body),
        State::And(items)
        | State::Or(items)
        | State::Implies(items)
        | State::Equ(items)
        | State::Xor(items) => items.iter().any(reaches),
        State::Looping(_, path) => path_reaches(path, &Names::new()),
        State::Modal(_, path, body) => path_reaches(path, &used_in(body)) || reaches(body),
    }
}

/// Whether a variable is used behind its action, given those that are used behind the path.
fn path_reaches(path: &Regular, behind: &Names) -> bool {
    match &path.kind {
        Reg::Nil | Reg::Action(_) => !bound_by(path).is_disjoint(behind),
        Reg::Test(test) => reaches(test),
        Reg::Choice(items) => items.iter().any(|item| path_reaches(item, behind)),
        Reg::Repeat(_, body) | Reg::Counted(_, body) => path_reaches(body, &Names::new()),
        Reg::Sequence(items) => {
            let mut behind = behind.clone();
            items.iter().rev().any(|item| {
                let reaches = path_reaches(item, &behind);
                path_names(item, &mut behind);
                reaches
            })
        }
    }
}

/// The variables that a regular formula binds for what follows it.
pub(crate) fn bound_by(path: &Regular) -> Names {
    match &path.kind {
        Reg::Nil | Reg::Test(_) | Reg::Repeat(..) | Reg::Counted(..) => Names::new(),
        Reg::Action(action) => bound_by_action(action),
        Reg::Sequence(items) => items.iter().flat_map(bound_by).collect(),
        Reg::Choice(items) => in_all(items.iter().map(bound_by)),
    }
}

fn bound_by_action(action: &ActionFormula) -> Names {
    match &action.kind {
        Act::Pattern(pattern) => pattern.matcher.variables().into_iter().collect(),
        Act::And(items) => items.iter().flat_map(bound_by_action).collect(),
        Act::Or(items) => in_all(items.iter().map(bound_by_action)),
        _ => Names::new(),
    }
}

fn in_all(sets: impl Iterator<Item = Names>) -> Names {
    sets.reduce(|left, right| left.intersection(&right).cloned().collect()).unwrap_or_default()
}

/// All variables of the patterns of a formula.
fn used_in(formula: &Formula) -> Names {
    let mut names = Names::new();
    state_names(formula, &mut names);
    names
}

fn state_names(formula: &Formula, names: &mut Names) {
    match &formula.kind {
        State::True | State::False | State::Variable(_) | State::Atom(_) => {}
        State::Not(body) | State::Fixpoint(_, _, body) => state_names(body, names),
        State::And(items)
        | State::Or(items)
        | State::Implies(items)
        | State::Equ(items)
        | State::Xor(items) => items.iter().for_each(|item| state_names(item, names)),
        State::Looping(_, path) => path_names(path, names),
        State::Modal(_, path, body) => {
            path_names(path, names);
            state_names(body, names);
        }
    }
}

fn path_names(path: &Regular, names: &mut Names) {
    match &path.kind {
        Reg::Nil => {}
        Reg::Test(test) => state_names(test, names),
        Reg::Action(action) => action_names(action, names),
        Reg::Sequence(items) | Reg::Choice(items) => {
            for item in items {
                path_names(item, names);
            }
        }
        Reg::Repeat(_, body) | Reg::Counted(_, body) => path_names(body, names),
    }
}

/// All variables of the patterns of an action formula.
pub(crate) fn used_by_action(action: &ActionFormula) -> Names {
    let mut names = Names::new();
    action_names(action, &mut names);
    names
}

fn action_names(action: &ActionFormula, names: &mut Names) {
    if let Act::Pattern(pattern) = &action.kind {
        names.extend(pattern.matcher.variables());
        names.extend(pattern.matcher.guard.iter().flat_map(Guard::variables));
    }
    action.children().iter().for_each(|child| action_names(child, names));
}

/// What variables stand for.
#[derive(Clone, Default)]
pub(crate) struct Values(Vec<(Name, TermPattern)>);

impl Values {
    fn get(&self, name: &Name) -> Option<TermPattern> {
        self.0.iter().rev().find(|(bound, _)| bound == name).map(|(_, value)| value.clone())
    }

    fn with(&self, more: &Self) -> Self {
        Self(self.0.iter().chain(&more.0).cloned().collect())
    }
}

/// Puts values in place of variables.
struct Instance<'l> {
    labels: &'l LabelTable,
    n_nodes: usize,
    /// Whether the result got too large; it is not worth anything then.
    is_full: bool,
}

impl Instance<'_> {
    fn state(&mut self, formula: &Formula, env: &Values) -> Formula {
        self.count();
        let mut all = |items: &[Formula]| -> Vec<Formula> {
            items.iter().map(|item| self.state(item, env)).collect()
        };
        let kind = match &formula.kind {
            State::True | State::False | State::Variable(_) | State::Atom(_) => {
                formula.kind.clone()
            }
            State::And(items) => State::And(all(items)),
            State::Or(items) => State::Or(all(items)),
            State::Implies(items) => State::Implies(all(items)),
            State::Equ(items) => State::Equ(all(items)),
            State::Xor(items) => State::Xor(all(items)),
            State::Not(body) => State::Not(Box::new(self.state(body, env))),
            State::Fixpoint(sign, name, body) => {
                State::Fixpoint(*sign, name.clone(), Box::new(self.state(body, env)))
            }
            State::Looping(modality, path) => State::Looping(*modality, self.path(path, env)),
            State::Modal(modality, path, body) => {
                return self.modal(*modality, &flat(path), (body, formula), env);
            }
        };
        Formula::new(kind, formula.span)
    }

    /// `<items> body`, or with brackets; `whole` is where it stands.
    fn modal(
        &mut self,
        modality: Modality,
        items: &[Cow<'_, Regular>],
        (body, whole): (&Formula, &Formula),
        env: &Values,
    ) -> Formula {
        let free = used_in(body);
        let is_free = |name: &Name| free.contains(name) && env.get(name).is_none();
        let reaches_body = items.iter().any(|item| bound_by(item).iter().any(is_free));
        let binder = binder(items, &free, env).filter(|_| reaches_body);
        let Some((at, needed)) = binder else {
            let path = self.sequence(items, whole.span, env);
            let body = Box::new(self.state(body, env));
            return Formula::new(State::Modal(modality, path, body), whole.span);
        };
        let mut parts = Vec::new();
        for (first, values) in self.ways(&items[at], &needed, env) {
            if self.is_full {
                break;
            }
            let behind = first.into_iter().chain(items[at + 1..].iter().cloned());
            let behind: Vec<_> = behind.collect();
            parts.push(self.modal(modality, &behind, (body, whole), &env.with(&values)));
        }
        let kind = match modality {
            Modality::Diamond if parts.is_empty() => State::False,
            Modality::Box if parts.is_empty() => State::True,
            Modality::Diamond => State::Or(parts),
            Modality::Box => State::And(parts),
        };
        let joined = Formula::new(kind, whole.span);
        if at == 0 {
            return joined;
        }
        let path = self.sequence(&items[..at], whole.span, env);
        Formula::new(State::Modal(modality, path, Box::new(joined)), whole.span)
    }

    fn path(&mut self, path: &Regular, env: &Values) -> Regular {
        self.count();
        let kind = match &path.kind {
            Reg::Nil => Reg::Nil,
            Reg::Test(test) => Reg::Test(Box::new(self.state(test, env))),
            Reg::Action(action) => Reg::Action(Self::action(action, env)),
            Reg::Sequence(_) => return self.sequence(&flat(path), path.span, env),
            Reg::Choice(items) => {
                Reg::Choice(items.iter().map(|item| self.path(item, env)).collect())
            }
            Reg::Repeat(repeat, body) => Reg::Repeat(*repeat, Box::new(self.path(body, env))),
            Reg::Counted(count, body) => Reg::Counted(*count, Box::new(self.path(body, env))),
        };
        Regular::new(kind, path.span)
    }

    fn sequence(&mut self, items: &[Cow<'_, Regular>], whole: Span, env: &Values) -> Regular {
        let binder = binder(items, &Names::new(), env);
        let plain = binder.as_ref().map_or(items.len(), |(at, _)| *at);
        let mut parts: Vec<_> = items[..plain].iter().map(|item| self.path(item, env)).collect();
        if let Some((at, needed)) = binder {
            let mut ways = Vec::new();
            for (first, values) in self.ways(&items[at], &needed, env) {
                if self.is_full {
                    break;
                }
                let behind = first.into_iter().chain(items[at + 1..].iter().cloned());
                let behind: Vec<_> = behind.collect();
                ways.push(self.sequence(&behind, whole, &env.with(&values)));
            }
            if ways.is_empty() {
                let none = ActionFormula::new(Act::False, whole);
                ways.push(Regular::new(Reg::Action(none), whole));
            }
            parts.push(Regular::new(Reg::Choice(ways), whole));
        }
        match parts.pop() {
            Some(only) if parts.is_empty() => only,
            last => Regular::new(Reg::Sequence(parts.into_iter().chain(last).collect()), whole),
        }
    }

    /// The ways to meet an item that binds variables: the item, or one of its alternatives, with
    /// values for those variables that it binds directly.
    fn ways<'r>(
        &mut self,
        item: &Regular,
        needed: &Names,
        env: &Values,
    ) -> Vec<(Vec<Cow<'r, Regular>>, Values)> {
        let owned = |item: &Regular| -> Vec<Cow<'r, Regular>> {
            flat(item).into_iter().map(|item| Cow::Owned(item.into_owned())).collect()
        };
        let alternatives: Vec<Regular> = match &item.kind {
            Reg::Choice(items) => items.clone(),
            Reg::Action(action) => {
                let Act::Or(items) = &action.kind else {
                    let bindings = values(action, needed, env, self.labels);
                    self.n_nodes += bindings.len();
                    return bindings.into_iter().map(|values| (owned(item), values)).collect();
                };
                let one = |item: &ActionFormula| Reg::Action(item.clone());
                items.iter().map(|item| Regular::new(one(item), item.span)).collect()
            }
            _ => Vec::new(),
        };
        let bound = bound_by(item);
        let mut way =
            |way: &Regular| (owned(&self.with_own_names(way, &bound, env)), Values::default());
        alternatives.iter().map(&mut way).collect()
    }

    /// An alternative whose variables have names of their own, but for those that all alternatives bind.
    fn with_own_names(&mut self, way: &Regular, bound: &Names, env: &Values) -> Regular {
        let mut names = Names::new();
        path_names(way, &mut names);
        let is_own = |name: &Name| !bound.contains(name) && env.get(name).is_none();
        names.retain(is_own);
        self.count();
        let number = self.n_nodes;
        let fresh = |name: Name| {
            let variable = TermPattern::Variable(format!("{name}.{number}").as_str().into());
            (name, variable)
        };
        self.renamed(way, &Values(names.into_iter().map(fresh).collect()))
    }

    /// A path with values in place of variables, whatever binds them.
    fn renamed(&mut self, path: &Regular, names: &Values) -> Regular {
        let mut all = |items: &[Regular]| -> Vec<Regular> {
            items.iter().map(|item| self.renamed(item, names)).collect()
        };
        let kind = match &path.kind {
            Reg::Nil => Reg::Nil,
            Reg::Sequence(items) => Reg::Sequence(all(items)),
            Reg::Choice(items) => Reg::Choice(all(items)),
            Reg::Test(test) => Reg::Test(Box::new(self.state(test, names))),
            Reg::Action(action) => Reg::Action(Self::action(action, names)),
            Reg::Repeat(repeat, body) => Reg::Repeat(*repeat, Box::new(self.renamed(body, names))),
            Reg::Counted(count, body) => Reg::Counted(*count, Box::new(self.renamed(body, names))),
        };
        Regular::new(kind, path.span)
    }

    fn action(action: &ActionFormula, env: &Values) -> ActionFormula {
        let all = |items: &[ActionFormula]| -> Vec<ActionFormula> {
            items.iter().map(|item| Self::action(item, env)).collect()
        };
        let kind = match &action.kind {
            Act::Pattern(pattern) => Act::Pattern(substitute(pattern, env)),
            Act::Not(body) => Act::Not(Box::new(Self::action(body, env))),
            Act::And(items) => Act::And(all(items)),
            Act::Or(items) => Act::Or(all(items)),
            Act::Implies(items) => Act::Implies(all(items)),
            Act::Equ(items) => Act::Equ(all(items)),
            Act::Xor(items) => Act::Xor(all(items)),
            leaf => leaf.clone(),
        };
        let substituted = ActionFormula::new(kind, action.span);
        if action.is_made() { substituted.made() } else { substituted }
    }

    fn count(&mut self) {
        self.n_nodes += 1;
        self.is_full |= self.n_nodes > MAX_NODES;
    }
}

/// The first of these that binds a variable which is used later, and those variables.
fn binder(items: &[Cow<'_, Regular>], behind: &Names, env: &Values) -> Option<(usize, Names)> {
    let mut used = behind.clone();
    let mut first = None;
    for (at, item) in items.iter().enumerate().rev() {
        let is_open = |name: &&Name| used.contains(*name) && env.get(name).is_none();
        let bound = bound_by(item);
        let needed: Names = bound.iter().filter(is_open).cloned().collect();
        if !needed.is_empty() {
            first = Some((at, needed));
        }
        path_names(item, &mut used);
    }
    first
}

/// A pattern with values in place of variables.
pub(crate) fn substitute(pattern: &Pattern, env: &Values) -> Pattern {
    let matcher = pattern.matcher.substitute(&|name| env.get(name));
    if matcher == pattern.matcher {
        return pattern.clone();
    }
    Pattern { text: matcher.to_string(), matcher }
}

/// The members of a sequence, sequences in it taken apart.
fn flat(path: &Regular) -> Vec<Cow<'_, Regular>> {
    match &path.kind {
        Reg::Sequence(items) => items.iter().flat_map(flat).collect(),
        _ => vec![Cow::Borrowed(path)],
    }
}
