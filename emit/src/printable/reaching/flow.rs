//! What comes to the functions and processes of a model, and which answers their tests have.
//!
//! Input: a model. Output: the answers of each test that are possible. What is known of parameters, named values, results and
//! the stored pair are the terms that they may be (`known_terms`), in all calls together; those that do not fit the answer of a
//! test are none of it behind the test. What the environment chooses is open.

use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::rc::Rc;

use model::expr::walk::{Root, root_of_node, roots_of_point};
use model::index::{Idx as _, IndexVec};
use model::{
    ActionId, ActionRole, Behaviour, Cond, Expr, FunctionId, FunctionRole, Model, Node, NodeId,
    PointId, ProcessId, VarId,
};

use rustc_hash::FxHashMap;

use super::env::{Env, Value};
use crate::printable::reaching::known_terms::{OPEN, TermId, Terms};
use crate::printable::used::Used;

/// Values of which it is kept what their terms have in common, at most.
const MAX_COMMONS: usize = 1 << 12;

/// Which answers of a test are possible.
#[derive(Clone, Copy, Default)]
pub(super) struct Answers {
    yes: bool,
    no: bool,
}

impl Answers {
    /// Where a test leads if it has one answer.
    pub(super) fn only<T>(self, yes: T, no: T) -> Option<T> {
        match (self.yes, self.no) {
            (true, false) => Some(yes),
            (false, true) => Some(no),
            _ => None,
        }
    }

    fn add(&mut self, holds: bool) {
        *if holds { &mut self.yes } else { &mut self.no } = true;
    }
}

/// The answers of all tests.
pub(super) struct Found {
    pub(super) functions: Vec<IndexVec<NodeId, Answers>>,
    pub(super) points: IndexVec<PointId, Answers>,
}

/// What is gone through with parameters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Place {
    Function(FunctionId),
    Process(ProcessId),
}

/// What comes to a function or a process.
#[derive(Clone, Default)]
struct Entrance {
    /// What its parameters may be in all calls together; `None` where there is no call.
    params: Option<Vec<Value>>,
    /// What of that is new since it was gone through.
    new: Vec<Value>,
    /// Whether all of it is to be gone through.
    is_again: bool,
    is_ahead: bool,
}

/// What a function returns, or an action hands over.
#[derive(Clone)]
struct Source {
    value: Value,
    /// Who looks at it.
    askers: BTreeSet<Place>,
}

impl Default for Source {
    fn default() -> Self {
        Self { value: Value::none(), askers: BTreeSet::new() }
    }
}

/// What comes to the functions and processes of a model.
pub(super) struct Flow<'m> {
    model: &'m Model,
    terms: Terms,
    functions: IndexVec<FunctionId, Entrance>,
    processes: IndexVec<ProcessId, Entrance>,
    results: IndexVec<FunctionId, Source>,
    /// What the halves of handshakes take that hand over the stored pair.
    taken: BTreeMap<ActionId, Source>,
    /// The half that takes what another one hands over.
    partners: BTreeMap<ActionId, ActionId>,
    found: Found,
    /// What the terms of values have in common that were asked for it, by the address of these; they are kept, so that no
    /// others come to stand there.
    commons: FxHashMap<usize, (Rc<BTreeSet<TermId>>, TermId)>,
    /// To what something new comes.
    ahead: VecDeque<Place>,
}

impl<'m> Flow<'m> {
    pub(super) fn new(model: &'m Model, used: &Used) -> Self {
        let answers =
            |id: FunctionId| model.functions[id].nodes.iter().map(|_| Answers::default()).collect();
        let stores = |role: ActionRole| matches!(role, ActionRole::Push | ActionRole::Pop);
        let stored =
            model.communications.iter().filter(|parts| stores(model.actions[parts.result].role));
        let partners: BTreeMap<ActionId, ActionId> =
            stored.map(|parts| (parts.send, parts.receive)).collect();
        Self {
            model,
            terms: Terms::of(model, used),
            functions: model.functions.iter().map(|_| Entrance::default()).collect(),
            processes: model.processes.iter().map(|_| Entrance::default()).collect(),
            results: model.functions.iter().map(|_| Source::default()).collect(),
            taken: partners.values().map(|half| (*half, Source::default())).collect(),
            partners,
            found: Found {
                functions: model.functions.iter_enumerated().map(|(id, _)| answers(id)).collect(),
                points: model.points.iter().map(|_| Answers::default()).collect(),
            },
            commons: FxHashMap::default(),
            ahead: VecDeque::new(),
        }
    }

    /// Goes through all to which something comes.
    pub(super) fn found(mut self) -> Found {
        let model = self.model;
        for part in &model.composition {
            let place = Place::Process(part.process);
            let env = Env::default();
            self.calls(place, &part.args, &env);
            let args = part.args.iter().map(|arg| self.value(place, arg, &env)).collect();
            self.enter(place, args);
        }
        while let Some(place) = self.ahead.pop_front() {
            self.go_through(place);
        }
        self.found
    }

    fn entrance(&mut self, place: Place) -> &mut Entrance {
        match place {
            Place::Function(id) => &mut self.functions[id],
            Place::Process(id) => &mut self.processes[id],
        }
    }

    /// All calls of functions in terms.
    fn calls(&mut self, asker: Place, exprs: &[Expr], env: &Env<'m>) {
        for expr in exprs {
            self.calls_in(asker, &Root::Expr(expr), env);
        }
    }

    fn calls_in(&mut self, asker: Place, root: &Root<'_>, env: &Env<'m>) {
        root.walk(&mut |expr| {
            if let Expr::Call(function, args) = expr {
                let value = |(position, arg)| {
                    let is_open = self.is_open(*function, position, args.len());
                    if is_open { Value::Any } else { self.value(asker, arg, env) }
                };
                let values: Vec<Value> = args.iter().enumerate().map(value).collect();
                // Without a result of an inner call, so far, there is no call.
                if !values.iter().any(Value::is_none) {
                    self.enter(Place::Function(*function), values);
                }
            }
        });
    }

    /// Whether an argument of a function is what the environment chooses: an event, a client, the result of a call.
    fn is_open(&self, function: FunctionId, position: usize, n_args: usize) -> bool {
        let is_last = position + 1 == n_args;
        match self.model.functions[function].role {
            FunctionRole::Handler(_) | FunctionRole::Handles(_) | FunctionRole::Allowed(_) => {
                !is_last
            }
            FunctionRole::Segment(..) => is_last,
            FunctionRole::Procedure(_, segment) => is_last && segment.index() > 0,
            FunctionRole::Init => true,
            _ => false,
        }
    }

    fn enter(&mut self, place: Place, args: Vec<Value>) {
        let entrance = self.entrance(place);
        let is_new = match &mut entrance.params {
            Some(params) => {
                let mut is_new = false;
                for ((param, new), arg) in params.iter_mut().zip(&mut entrance.new).zip(&args) {
                    let added = param.add(arg);
                    is_new |= !added.is_none();
                    new.add(&added);
                }
                is_new
            }
            params => {
                entrance.new = vec![Value::none(); args.len()];
                *params = Some(args);
                entrance.is_again = true;
                true
            }
        };
        if is_new {
            self.go_on(place);
        }
    }

    fn go_on(&mut self, place: Place) {
        let entrance = self.entrance(place);
        if !std::mem::replace(&mut entrance.is_ahead, true) {
            self.ahead.push_back(place);
        }
    }

    /// Goes through a function or a process with what has come to it since it was gone through: of one parameter after the
    /// other what is new, with all that the others may be.
    fn go_through(&mut self, place: Place) {
        let entrance = self.entrance(place);
        entrance.is_ahead = false;
        let is_again = std::mem::take(&mut entrance.is_again);
        let none = vec![Value::none(); entrance.new.len()];
        let new = std::mem::replace(&mut entrance.new, none);
        let Some(all) = entrance.params.clone() else { return };
        if is_again {
            self.walk(place, &all);
            return;
        }
        for (position, new) in new.into_iter().enumerate().filter(|(_, new)| !new.is_none()) {
            let mut params = all.clone();
            params[position] = new;
            self.walk(place, &params);
        }
    }

    fn walk(&mut self, place: Place, params: &[Value]) {
        let mut start = Env::default();
        match place {
            Place::Function(id) => {
                for (param, value) in self.model.functions[id].params.iter().zip(params) {
                    start.bind(*param, value.clone());
                }
                self.walk_function(id, start);
            }
            Place::Process(id) => {
                for (param, value) in self.model.processes[id].params.iter().zip(params) {
                    start.bind(param.var, value.clone());
                }
                self.walk_process(id, start);
            }
        }
    }

    fn walk_function(&mut self, id: FunctionId, start: Env<'m>) {
        let model = self.model;
        let function = &model.functions[id];
        let place = Place::Function(id);
        let mut envs: BTreeMap<NodeId, Env<'m>> = BTreeMap::from([(function.root, start)]);
        // Every node stands behind those that it leads to.
        while let Some((node, mut env)) = envs.pop_last() {
            root_of_node(&function.nodes[node], &mut |root| self.calls_in(place, &root, &env));
            match &function.nodes[node] {
                Node::Test { cond, yes, no, .. } => {
                    for (holds, next) in [(true, *yes), (false, *no)] {
                        if let Some(env) = self.behind(cond, holds, &env) {
                            self.found.functions[id.index()][node].add(holds);
                            join(&mut envs, next, env);
                        }
                    }
                }
                Node::Let { var, value, next } => {
                    let value = self.value(place, value, &env);
                    if !value.is_none() {
                        env.bind(*var, value);
                        join(&mut envs, *next, env);
                    }
                }
                Node::Return(value) => {
                    let value = self.value(place, value, &env);
                    let askers = self.results[id].add(&value);
                    self.ask_again(askers);
                }
            }
        }
    }

    fn walk_process(&mut self, id: ProcessId, start: Env<'m>) {
        let model = self.model;
        let place = Place::Process(id);
        let mut envs: BTreeMap<PointId, Env<'m>> =
            BTreeMap::from([(model.processes[id].body, start)]);
        for point in self.order(model.processes[id].body) {
            let Some(env) = envs.remove(&point) else { continue };
            let behaviour = &model.points[point];
            roots_of_point(behaviour, &mut |root| self.calls_in(place, &root, &env));
            self.step(place, point, env, &mut envs);
        }
    }

    /// Goes on from a control point.
    fn step(
        &mut self,
        place: Place,
        point: PointId,
        mut env: Env<'m>,
        envs: &mut BTreeMap<PointId, Env<'m>>,
    ) {
        let model = self.model;
        match &model.points[point] {
            Behaviour::End(_) => {}
            Behaviour::Act { action, args, next, .. } => {
                self.hand_over(place, *action, args.last(), &env);
                join(envs, *next, env);
            }
            Behaviour::Receive { action, var, when, next, .. } => {
                let value = self.take(place, *action);
                if value.is_none() {
                    return;
                }
                env.bind(*var, value);
                let accepted = match when {
                    Some(cond) => self.behind(cond, true, &env),
                    None => Some(env),
                };
                if let Some(env) = accepted {
                    join(envs, *next, env);
                }
            }
            Behaviour::Choice(points) => {
                for next in points {
                    join(envs, *next, env.clone());
                }
            }
            Behaviour::If { cond, yes, no } => {
                for (holds, next) in [(true, *yes), (false, *no)] {
                    if let Some(env) = self.behind(cond, holds, &env) {
                        self.found.points[point].add(holds);
                        join(envs, next, env);
                    }
                }
            }
            Behaviour::Let { var, value, next } => {
                let value = self.value(place, value, &env);
                if !value.is_none() {
                    env.bind(*var, value);
                    join(envs, *next, env);
                }
            }
            Behaviour::Mark { next, .. } => join(envs, *next, env),
            Behaviour::Call { process, args } => {
                let values: Vec<Value> =
                    args.iter().map(|arg| self.value(place, arg, &env)).collect();
                let is_missing = |(arg, value): (&Expr, &Value)| {
                    matches!(arg, Expr::Call(..)) && value.is_none()
                };
                if !args.iter().zip(&values).any(is_missing) {
                    self.enter(Place::Process(*process), values);
                }
            }
        }
    }

    /// The control points to which a point leads, each before those that it leads to.
    fn order(&self, body: PointId) -> Vec<PointId> {
        let mut seen: BTreeSet<PointId> = BTreeSet::new();
        let (mut order, mut ahead) = (Vec::new(), vec![(body, false)]);
        while let Some((point, is_left)) = ahead.pop() {
            if is_left {
                order.push(point);
            } else if seen.insert(point) {
                ahead.push((point, true));
                let next = self.model.points[point].successors();
                ahead.extend(next.into_iter().map(|next| (next, false)));
            }
        }
        order.reverse();
        order
    }

    fn hand_over(
        &mut self,
        place: Place,
        action: ActionId,
        value: Option<&'m Expr>,
        env: &Env<'m>,
    ) {
        let (Some(half), Some(value)) = (self.partners.get(&action).copied(), value) else {
            return;
        };
        let value = self.value(place, value, env);
        let askers = self.taken.entry(half).or_default().add(&value);
        self.ask_again(askers);
    }

    /// What a half of a handshake takes.
    fn take(&mut self, asker: Place, action: ActionId) -> Value {
        match self.taken.get_mut(&action) {
            Some(source) => {
                source.askers.insert(asker);
                source.value.clone()
            }
            None => Value::Any,
        }
    }

    fn ask_again(&mut self, askers: BTreeSet<Place>) {
        for asker in askers {
            self.entrance(asker).is_again = true;
            self.go_on(asker);
        }
    }

    /// What a term may be: for each of the terms that one of its variables may be, with what the others may be in common. A
    /// call stack may be what its frames may be.
    fn value(&mut self, asker: Place, expr: &Expr, env: &Env<'m>) -> Value {
        match expr {
            Expr::Var(var) => {
                env.values.get(var).map_or(Value::Any, |terms| Value::Of(Rc::clone(terms)))
            }
            Expr::Call(called, _) => {
                let source = &mut self.results[*called];
                source.askers.insert(asker);
                source.value.clone()
            }
            Expr::EmptyStack => Value::none(),
            Expr::Push(top, below) => {
                let mut value = self.value(asker, top, env);
                value.add(&self.value(asker, below, env));
                value
            }
            Expr::Top(stack) | Expr::Pop(stack) => self.value(asker, stack, env),
            _ => {
                let (common, several) = self.common(env, |mut visit| expr.for_each_var(&mut visit));
                let Some(var) = several else {
                    return Value::of(BTreeSet::from([self.terms.term(expr, &known(&common))]));
                };
                let mut terms = BTreeSet::new();
                for &term in env.values.get(&var).into_iter().flat_map(|terms| terms.iter()) {
                    let value =
                        |other: VarId| if other == var { term } else { known(&common)(other) };
                    terms.insert(self.terms.term(expr, &value));
                }
                self.terms.value(terms)
            }
        }
    }

    /// What variables are, as far as all is alike that they may be; and the first one that may be several terms.
    fn common(
        &mut self,
        env: &Env<'m>,
        for_each_var: impl FnOnce(&mut dyn FnMut(VarId)),
    ) -> (Vec<(VarId, TermId)>, Option<VarId>) {
        let mut vars = BTreeSet::new();
        for_each_var(&mut |var| {
            vars.insert(var);
        });
        let (mut common, mut several) = (Vec::new(), None);
        for var in vars {
            if let Some(terms) = env.values.get(&var) {
                common.push((var, self.common_of(terms)));
                if several.is_none() && terms.len() > 1 {
                    several = Some(var);
                }
            }
        }
        (common, several)
    }

    /// What terms have in common; values are handed on as they are, and asked for it again and again.
    fn common_of(&mut self, terms: &Rc<BTreeSet<TermId>>) -> TermId {
        if terms.len() < 2 {
            return self.terms.common(terms.iter());
        }
        let address = Rc::as_ptr(terms).addr();
        if let Some((_, common)) = self.commons.get(&address) {
            return *common;
        }
        if self.commons.len() >= MAX_COMMONS {
            self.commons.clear();
        }
        let common = self.terms.common(terms.iter());
        self.commons.insert(address, (Rc::clone(terms), common));
        common
    }

    /// What is known where a condition holds, or where it does not; `None` where that is not possible.
    fn behind(&mut self, cond: &'m Cond, holds: bool, env: &Env<'m>) -> Option<Env<'m>> {
        let (common, _) = self.common(env, |mut visit| cond.for_each_var(&mut visit));
        let known_so = self.terms.holds(cond, &known(&common)).or_else(|| env.tells(cond));
        if known_so == Some(!holds) {
            return None;
        }
        let mut behind = env.clone();
        for (var, _) in &common {
            let Some(terms) = env.values.get(var).filter(|terms| terms.len() > 1) else { continue };
            let mut fitting = BTreeSet::new();
            for &term in terms.iter() {
                let value = |other: VarId| if other == *var { term } else { known(&common)(other) };
                if self.terms.holds(cond, &value) != Some(!holds) {
                    fitting.insert(term);
                }
            }
            if fitting.is_empty() {
                return None;
            }
            if fitting.len() < terms.len() {
                behind.values.insert(*var, Rc::new(fitting));
            }
        }
        if known_so.is_none() {
            behind.note(cond, holds);
        }
        Some(behind)
    }
}

impl Source {
    /// Lets it be another value, too; who has to look at it again.
    fn add(&mut self, value: &Value) -> BTreeSet<Place> {
        if self.value.add(value).is_none() { BTreeSet::new() } else { self.askers.clone() }
    }
}

/// What variables are.
fn known(values: &[(VarId, TermId)]) -> impl Fn(VarId) -> TermId {
    |var| values.iter().find(|(other, _)| *other == var).map_or(OPEN, |(_, term)| *term)
}

/// Goes on with what is known, besides other ways there.
fn join<'m, I: Ord>(envs: &mut BTreeMap<I, Env<'m>>, next: I, env: Env<'m>) {
    match envs.entry(next) {
        Entry::Occupied(mut other) => other.get_mut().join(&env),
        Entry::Vacant(place) => {
            place.insert(env);
        }
    }
}
